// Handoffs of random conversations: the request is the conversation's next turn as the vendor's own client would send it, and what
// the new session begins with goes through every client.
import assert from "node:assert/strict";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import fc from "fast-check";
import OpenAI from "openai";
import { anthropic } from "../../pkg/dist/summarizers/anthropic.js";
import { gemini } from "../../pkg/dist/summarizers/gemini.js";
import { openai } from "../../pkg/dist/summarizers/openai.js";
import { rules } from "./rules/index.mjs";
import { conversation } from "./support/conversation.mjs";
import { MARK, open, SUMMARY, validate } from "./support/epitome.mjs";
import { FORMATS, sendAsContext } from "./support/formats.mjs";
import { recorder } from "./support/record.mjs";
import { holds } from "./support/seed.mjs";
import { anthropicTools, geminiTools, openaiTools } from "./support/send/vendors.mjs";

const apiKey = "none";
/** Where a system prompt stands in the overhead, and not in the messages. */
const outside = (format, system) => (FORMATS[format].outside && system ? { system } : {});

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  test(`${format}: the new session is one that every client can go on with`, async () => {
    let pinned = 0;
    const drawing = fc.tuple(conversation({ minTurns: 2 }), variant, fc.array(fc.nat(8), { maxLength: 8 }));
    await holds(drawing, async ([drawn, chosen, pins]) => {
      const { system, thinking } = drawn;
      const history = build(drawn, chosen);
      const session = await open(format, { keepRecentTokens: 60 });
      for (const [at, message] of history.entries()) await session.append(message, { pinned: pins.includes(at) });
      const before = session.head;
      const outcome = await session.handoff();
      assert.equal(outcome.status, "handed-off", JSON.stringify({ ...outcome, session: undefined }));
      const { messages } = outcome.session.context();
      assert.deepEqual(validate(messages, { format }), []);
      assert.ok(JSON.stringify(messages).includes(MARK));
      pinned += messages.length - 1;
      // Of a loop that is not ended and pinned in its middle, the thoughts that the provider asks for are those of its beginning.
      const thinks = thinking && !(drawn.end === "loop" && pins.length > 0);
      for (const request of await sendAsContext(format, { messages, system, thinking: thinks, variant: chosen })) {
        // What is pinned stays a message of its own, also beside the document: the API takes neighbours of one role for one.
        assert.deepEqual(rules[request.api](request.body, { ...request.rules, merging: true }), [], request.via);
        assert.ok(request.text.includes(MARK), `${request.via}: the document is missing`);
      }
      assert.equal(session.head, before + 1);
      assert.deepEqual(session.context().messages, history);
      outcome.session.close();
      session.close();
    });
    assert.ok(pinned > 10, `only ${pinned} messages beside the documents: the test says nothing`);
  });
}

/** By format: our summarizer, the tools, and the same request by the vendor's own client. */
const VENDORS = {
  "openai-chat": {
    tools: openaiTools,
    ours: (fetch) => openai({ model: "gpt-5", apiKey, fetch, reasoningTokens: 0 }),
    theirs: async (fetch, { live }) => {
      const messages = [...live.messages, { role: "user", content: live.prompt }];
      const client = new OpenAI({ apiKey, fetch, maxRetries: 0 });
      const { choices } = await client.chat.completions.create({
        model: "gpt-5",
        messages,
        tools: live.tools,
        tool_choice: live.toolChoice,
      });
      return choices[0].message.content;
    },
    same: ["model", "messages", "tools", "tool_choice"],
  },
  anthropic: {
    tools: anthropicTools,
    ours: (fetch) => anthropic({ model: "claude-opus-4-6", apiKey, fetch }),
    theirs: async (fetch, { live, maxTokens }) => {
      const messages = [...live.messages, { role: "user", content: live.prompt }];
      const rest = { tools: live.tools, tool_choice: { type: live.toolChoice }, ...(live.system && { system: live.system }) };
      const client = new Anthropic({ apiKey, fetch, maxRetries: 0 });
      const { content } = await client.messages.create(
        { model: "claude-opus-4-6", max_tokens: maxTokens, messages, ...rest },
        { timeout: 60_000 },
      );
      return content.map(({ text = "" }) => text).join("");
    },
    same: ["model", "system", "messages", "tools", "tool_choice", "max_tokens"],
  },
  gemini: {
    tools: geminiTools,
    ours: (fetch) => gemini({ model: "gemini-2.5-pro", apiKey, fetch }),
    theirs: async (fetch, { live }) => {
      const contents = [...live.messages, { role: "user", parts: [{ text: live.prompt }] }];
      const toolConfig = { functionCallingConfig: { mode: "NONE" } };
      const config = { tools: live.tools, toolConfig, ...(live.system && { systemInstruction: live.system }) };
      const client = new GoogleGenAI({ apiKey, httpOptions: { fetch } });
      return (await client.models.generateContent({ model: "gemini-2.5-pro", contents, config })).text;
    },
    same: ["contents", "tools", "toolConfig"],
  },
};

for (const [format, { tools, ours, theirs, same }] of Object.entries(VENDORS)) {
  const { build, variant } = FORMATS[format];

  test(`${format}: our request is the one that the vendor's client sends, and is accepted`, async () => {
    let live = 0;
    await holds(fc.tuple(conversation({ minTurns: 2, ends: ["answered", "asked", "loop"] }), variant), async ([drawn, chosen]) => {
      const { system, thinking } = drawn;
      const history = build(drawn, chosen);
      const sent = [];
      for (const how of ["ours", "theirs"]) {
        const { fetch, requests } = recorder([{ text: SUMMARY }]);
        let isLive = false;
        const ask = how === "ours" ? ours(fetch) : (request) => theirs(fetch, request);
        const summarizer = (request, options) => {
          isLive = request.live !== undefined;
          return ask(request, options);
        };
        const overhead = { tools, ...outside(format, system) };
        const session = await open(format, { keepRecentTokens: 60, summarizer, overhead, model: { contextWindow: 200_000 } });
        for (const message of history) await session.append(message);
        const outcome = await session.handoff();
        assert.equal(outcome.status, "handed-off", JSON.stringify({ ...outcome, session: undefined }));
        assert.ok(isLive, "the conversation could be sent");
        assert.equal(requests.length, 1);
        sent.push(requests[0]);
        outcome.session.close();
        session.close();
      }
      live++;
      const [mine, other] = sent;
      for (const field of same) assert.deepEqual(mine.body[field], other.body[field], field);
      assert.deepEqual(rules[format](mine.body, { merging: true, signed: thinking }), []);
      assert.equal(mine.api, format);
    });
    assert.ok(live > 5);
  });
}
