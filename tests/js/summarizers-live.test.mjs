/** Summarizers that are asked in the conversation itself: as its next turn, with its tools, and none of them to be called. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { anthropic } from "../../pkg/dist/summarizers/anthropic.js";
import { callSummarizer } from "../../pkg/dist/summarizers/call.js";
import { gemini } from "../../pkg/dist/summarizers/gemini.js";
import { openai } from "../../pkg/dist/summarizers/openai.js";
import { candidate, chunks, completion, data, events, json, message, request, stream, withServer } from "./support/provider-server.mjs";

const PROMPT = "Another agent takes over.";
const SYSTEM = "You are a careful engineer.";
const parameters = { type: "object", properties: {} };

/** By provider: how it is spoken to, what a live request looks like, and how it answers. */
const PROVIDERS = {
  "openai-chat": {
    make: openai,
    tools: [{ type: "function", function: { name: "read", parameters } }],
    messages: [
      { role: "user", content: "Fix it" },
      { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "read", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "c1", content: "text" },
    ],
    live: (system, messages) => ({ messages: [{ role: "system", content: system }, ...messages, { role: "user", content: PROMPT }] }),
    choice: (body) => body.tool_choice,
    quoted: (body) => body.messages.at(-1).content,
    says: (text) => completion({ content: text }),
    calls: () =>
      completion(
        { content: null, tool_calls: [{ id: "c2", type: "function", function: { name: "read", arguments: "{}" } }] },
        "tool_calls",
      ),
    streams: (text) => chunks([{ content: text.slice(0, 5) }, { content: text.slice(5) }]),
    overflow: [400, { error: { message: "This model's maximum context length is 100 tokens.", code: "context_length_exceeded" } }],
  },
  anthropic: {
    make: anthropic,
    tools: [{ name: "read", input_schema: parameters }],
    messages: [
      { role: "user", content: "Fix it" },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "read", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "text" }] },
    ],
    live: (system, messages) => ({ system, messages: [...messages, { role: "user", content: PROMPT }] }),
    choice: (body) => body.tool_choice?.type,
    quoted: (body) => body.messages.at(-1).content,
    says: (text) => message([{ type: "text", text }]),
    calls: () => message([{ type: "tool_use", id: "c2", name: "read", input: {} }], "tool_use"),
    streams: (text) =>
      events([
        { type: "message_start", message: message([], null) },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
        { type: "message_stop" },
      ]),
    overflow: [
      400,
      { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } },
    ],
  },
  gemini: {
    make: gemini,
    tools: [{ functionDeclarations: [{ name: "read", parameters }] }],
    messages: [
      { role: "user", parts: [{ text: "Fix it" }] },
      { role: "model", parts: [{ functionCall: { name: "read", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { name: "read", response: { output: "text" } } }] },
    ],
    live: (system, messages) => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: [...messages, { role: "user", parts: [{ text: PROMPT }] }],
    }),
    choice: (body) => body.toolConfig?.functionCallingConfig.mode.toLowerCase(),
    quoted: (body) => body.contents.at(-1).parts[0].text,
    says: (text) => candidate([{ text }]),
    calls: () => candidate([{ functionCall: { name: "read", args: {} } }]),
    streams: (text) => data([candidate([{ text: text.slice(0, 5) }], null), candidate([{ text: text.slice(5) }])]),
    overflow: [
      400,
      {
        error: {
          code: 400,
          status: "INVALID_ARGUMENT",
          message: "The input token count (210000) exceeds the maximum number of tokens allowed (200000).",
        },
      },
    ],
  },
};

const REFUSED = { error: { type: "invalid_request_error", message: "tool_choice: none is not supported by this model." } };

for (const [format, provider] of Object.entries(PROVIDERS)) {
  const { make, tools, messages, live, choice, quoted, says, calls } = provider;
  const given = (fields) =>
    request({ kind: "handoff", live: { format, system: SYSTEM, tools, messages, prompt: PROMPT, toolChoice: "none", ...fields } });
  const ask = (url, request, options) => callSummarizer(make({ model: "m", baseURL: url, apiKey: "key-12345678", ...options }), request);
  /** Asks, with an answer for each request in turn; gives what came of it, and the bodies that were sent. */
  const asked = (answers, request = given(), options = {}) =>
    withServer(
      (response) => {
        const [status, body] = answers.shift() ?? assert.fail("one request too many");
        return typeof body === "string" ? stream(response, body) : json(response, status, body);
      },
      async ({ url, requests }) => {
        const result = await ask(url, request, options).catch((error) => error);
        assert.equal(answers.length, 0, "requests that were expected and not made");
        return { ...result, result, bodies: requests.map(({ body }) => body) };
      },
    );
  const isQuoted = (body) => quoted(body) === request().prompt && !("tools" in body) && choice(body) === undefined;

  test(`${format}: the conversation is sent as it is, one message more, and no tool to be called`, async () => {
    const { text, bodies } = await asked([[200, says("the document")]]);
    assert.equal(text, "the document");
    const [body] = bodies;
    for (const [field, value] of Object.entries(live(SYSTEM, messages))) assert.deepEqual(body[field], value);
    assert.deepEqual(body.tools, tools);
    assert.equal(choice(body), "none");
  });

  test(`${format}: without tools nothing is said of them`, async () => {
    const { bodies } = await asked([[200, says("the document")]], given({ tools: undefined }));
    assert.ok(!("tools" in bodies[0]) && choice(bodies[0]) === undefined);
    assert.notEqual(quoted(bodies[0]), request().prompt);
  });

  test(`${format}: another format's conversation is quoted`, async () => {
    const { bodies } = await asked([[200, says("the document")]], given({ format: "ai-sdk" }));
    assert.ok(isQuoted(bodies[0]));
  });

  for (const status of [400, 422]) {
    test(`${format}: a server that refuses the choice (${status}) is asked without it, and one that refuses that too is quoted to`, async () => {
      const first = await asked([
        [status, REFUSED],
        [200, says("the document")],
      ]);
      assert.equal(first.text, "the document");
      assert.deepEqual(first.bodies.map(choice), ["none", "auto"]);
      assert.deepEqual(first.bodies[1].tools, tools);
      const second = await asked([
        [status, REFUSED],
        [status, REFUSED],
        [200, says("from the quoted one")],
      ]);
      assert.equal(second.text, "from the quoted one");
      assert.deepEqual(second.bodies.map(choice), ["none", "auto", undefined]);
      assert.ok(isQuoted(second.bodies[2]));
      const without = await asked(
        [
          [status, REFUSED],
          [200, says("from the quoted one")],
        ],
        given({ tools: undefined }),
      );
      assert.ok(isQuoted(without.bodies[1]));
    });
  }

  test(`${format}: a model that calls a tool all the same is quoted to`, async () => {
    const outright = await asked([
      [200, calls()],
      [200, says("from the quoted one")],
    ]);
    assert.equal(outright.text, "from the quoted one");
    assert.ok(isQuoted(outright.bodies[1]));
    const later = await asked([
      [400, REFUSED],
      [200, calls()],
      [200, says("from the quoted one")],
    ]);
    assert.deepEqual(later.bodies.map(choice), ["none", "auto", undefined]);
  });

  test(`${format}: too many bytes of the conversation are not too many of the quoted one`, async () => {
    const tooLarge = { error: { type: "request_too_large", message: "Request exceeds the maximum size" } };
    const { text, bodies } = await asked([
      [413, tooLarge],
      [200, says("from the quoted one")],
    ]);
    assert.equal(text, "from the quoted one");
    assert.ok(isQuoted(bodies[1]));
  });

  test(`${format}: failures of another kind stay what they are, and cost one request`, async () => {
    const overflow = await asked([provider.overflow]);
    assert.equal(overflow.result.details.overflow, true);
    const { result } = await asked([[401, { error: { message: "Incorrect API key", code: "invalid_api_key" } }]]);
    assert.equal(result.code, "summarizer-auth");
    const late = await asked([[429, { error: { message: "Rate limit reached", type: "rate_limit_error" } }]]);
    assert.equal(late.result.retryable, true);
    const broken = await asked([[500, { error: { message: "boom" } }]]);
    assert.equal(broken.result.code, "summarizer-http");
    // The quoted request may fail as any other.
    const last = await asked([
      [400, REFUSED],
      [400, REFUSED],
      [400, REFUSED],
    ]);
    assert.equal(last.result.details.status, 400);
  });

  test(`${format}: as a stream, too`, async () => {
    const { text, bodies } = await asked([[200, provider.streams("the document")]], given(), { stream: true });
    assert.equal(text, "the document");
    assert.equal(choice(bodies[0]), "none");
    const again = await asked(
      [
        [400, REFUSED],
        [200, calls()],
        [200, provider.streams("from the quoted one")],
      ],
      given(),
      { stream: true },
    );
    assert.equal(again.text, "from the quoted one");
  });

  test(`${format}: an abort ends it at once, whichever request is under way`, () =>
    withServer(
      (response, { body }) => (choice(body) === "none" ? json(response, 400, REFUSED) : undefined),
      async ({ url, requests }) => {
        const controller = new AbortController();
        const summarizer = make({ model: "m", baseURL: url });
        const answer = callSummarizer(summarizer, given(), { signal: controller.signal });
        while (requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        controller.abort(new Error("enough"));
        await assert.rejects(answer, (reason) => reason === controller.signal.reason);
        assert.equal(requests.length, 2);
      },
    ));
}

test("anthropic: where the conversation is sent with marks of the cache, the new message has one as well", async () => {
  const cache_control = { type: "ephemeral" };
  const content = async (live) => {
    let body;
    const fetch = async (_, init) => {
      body = JSON.parse(init.body);
      return Response.json(message([{ type: "text", text: "x" }]));
    };
    const { messages, tools } = PROVIDERS.anthropic;
    await callSummarizer(
      anthropic({ model: "m", fetch }),
      request({ live: { format: "anthropic", tools, messages, prompt: PROMPT, toolChoice: "none", ...live } }),
    );
    return body.messages.at(-1).content;
  };
  const block = { type: "text", text: SYSTEM, cache_control };
  assert.deepEqual(await content({ system: [block] }), [{ type: "text", text: PROMPT, cache_control }]);
  assert.equal(await content({ system: SYSTEM }), PROMPT);
  // Four are all that the provider takes, and a text that speaks of them is none.
  assert.equal(await content({ system: [block, block, block, block] }), PROMPT);
  assert.equal(await content({ system: 'Use "cache_control":{"type":"ephemeral"} wisely' }), PROMPT);
});

test("openai: a system prompt may be messages or parts", async () => {
  const first = async (system) => {
    let body;
    const fetch = async (_, init) => {
      body = JSON.parse(init.body);
      return Response.json(completion({ content: "x" }));
    };
    const live = { format: "openai-chat", system, messages: [{ role: "user", content: "hi" }], prompt: PROMPT, toolChoice: "none" };
    await callSummarizer(openai({ model: "m", fetch }), request({ live }));
    return body.messages.slice(0, -2);
  };
  const developer = { role: "developer", content: SYSTEM };
  assert.deepEqual(await first(developer), [developer]);
  assert.deepEqual(await first([developer, developer]), [developer, developer]);
  assert.deepEqual(await first([{ type: "text", text: SYSTEM }]), [{ role: "system", content: [{ type: "text", text: SYSTEM }] }]);
  assert.deepEqual(await first(undefined), []);
});
