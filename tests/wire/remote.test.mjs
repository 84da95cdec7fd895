// The providers' own compaction, against a local server that speaks both protocols as they are documented. The vendors' SDKs hold the
// conversation: what they are answered is appended, what the session shows is sent, and the server refuses all that is not as it gave it.
import assert from "node:assert/strict";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { anthropicCompaction } from "../../pkg/dist/summarizers/anthropic.js";
import { openaiCompaction } from "../../pkg/dist/summarizers/openai.js";
import { json, withServer } from "../js/support/provider-server.mjs";
import { AnthropicServer, OpenAIServer, Refusal } from "./support/compacting.mjs";
import { openSession, validate } from "./support/epitome.mjs";

const SUMMARY = "## Goal\nThe files of the project are read one after the other, epitomized.";
const ON_DEMAND = "compact-2026-09-04";
const THRESHOLD = "compact-2026-01-12";
const EDITS = "context-management-2025-06-27";
const words = (count, about) => Array.from({ length: count }, (_, at) => `${about}${at}`).join(" ");

/** A server of both protocols. `wrong(url, body)` may answer in its place: it gives a status and a body, or nothing. */
async function withProviders(run, wrong = () => undefined) {
  const servers = { openai: new OpenAIServer(), anthropic: new AnthropicServer() };
  const answer = (response, { url, headers, body }) => {
    const [path] = url.split("?");
    const other = wrong(path, body, servers, response);
    if (other === "handled") return;
    if (other)
      return typeof other.body === "string"
        ? void response.writeHead(other.status).end(other.body)
        : json(response, other.status, other.body, other.headers);
    try {
      const betas = String(headers["anthropic-beta"] ?? "").split(/,\s*/);
      const reply =
        path === "/v1/responses/compact"
          ? servers.openai.compact(body)
          : path === "/v1/responses"
            ? servers.openai.respond(body)
            : servers.anthropic.answer(body, betas);
      if (!body.stream) return json(response, 200, reply);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of AnthropicServer.events(reply)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      return void response.end();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, type, message } = error;
      json(response, status, { type: "error", error: { type, message, ...(code && { code, details: { error_code: code } }) } });
    }
  };
  await withServer(answer, ({ url, requests }) => run({ url, requests, ...servers }));
}

const PROVIDERS = {
  openai: {
    format: "openai-responses",
    key: "openaiRemoteCompaction",
    compactor: (url, options) => openaiCompaction({ apiKey: "k", model: "gpt-6", baseURL: `${url}/v1`, ...options }),
    user: (text) => ({ role: "user", content: text }),
    /** A turn: a call, its output, an answer. */
    script: (turn) => [
      [
        { type: "reasoning", id: `rs_${turn}`, summary: [], encrypted_content: "cmVhc29u" },
        { type: "function_call", id: `fc_${turn}`, call_id: `c${turn}`, name: "read", arguments: "{}", status: "completed" },
      ],
      [
        {
          type: "message",
          id: `msg_${turn}`,
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: words(200, `t${turn}w`), annotations: [] }],
        },
      ],
    ],
    result: (turn) => [{ type: "function_call_output", call_id: `c${turn}`, output: words(300, `o${turn}w`) }],
    client(url, more = {}) {
      const client = new OpenAI({ apiKey: "k", baseURL: `${url}/v1`, maxRetries: 0 });
      return async (input) => {
        const { output, usage } = await client.responses.create({ model: "gpt-6", input, store: false, ...more });
        return { messages: output, usage, calls: output.some(({ type }) => type === "function_call") };
      };
    },
  },
  anthropic: {
    format: "anthropic",
    key: "anthropicRemoteCompaction",
    compactor: (url, options) => anthropicCompaction({ apiKey: "k", model: "claude", baseURL: url, ...options }),
    user: (text) => ({ role: "user", content: text }),
    script: (turn) => [
      { content: [{ type: "tool_use", id: `c${turn}`, name: "read", input: {} }], stop_reason: "tool_use" },
      { content: [{ type: "text", text: words(200, `t${turn}w`) }], stop_reason: "end_turn" },
    ],
    result: (turn) => [{ role: "user", content: [{ type: "tool_result", tool_use_id: `c${turn}`, content: words(300, `o${turn}w`) }] }],
    client(url, more = {}) {
      const client = new Anthropic({ apiKey: "k", baseURL: url, maxRetries: 0 });
      const { stream, ...rest } = more;
      return async (conversation) => {
        // A host that appends replies whole sends of them what a request may have.
        const messages = conversation.map(({ role, content }) => ({ role, content }));
        const body = { model: "claude", max_tokens: 100, betas: [ON_DEMAND], messages, ...rest };
        const reply = stream ? await client.beta.messages.stream(body).finalMessage() : await client.beta.messages.create(body);
        return { messages: [reply], usage: reply.usage, calls: reply.stop_reason === "tool_use" };
      };
    },
  },
};

async function opened(name, url, { native, ...options } = {}) {
  const { format, compactor } = PROVIDERS[name];
  const session = await openSession({
    id: "remote",
    format,
    model: { contextWindow: 200_000, provider: name },
    summarizer: () => SUMMARY,
    native: compactor(url, native),
    overhead: { system: "You read files.", tools: [{ name: "read", input_schema: { type: "object" } }] },
    settings: { retry: { maxRetries: 0 }, compaction: { keepRecentTokens: 1_500 } },
    ...options,
  });
  const events = [];
  session.on((event) => events.push(event));
  return { session, of: (type) => events.filter((event) => event.type === type) };
}

/** Plays turns: each request is what the session shows, each reply is appended. `within` runs in the middle of a turn. */
async function play(name, { session, client, server, from = 0, to, within = async () => {} }) {
  const { user, script, result } = PROVIDERS[name];
  for (let turn = from; turn < to; turn++) {
    server.replies.push(...script(turn));
    await session.append(user(`Request ${turn}: read ${words(30, `f${turn}x`)}`));
    for (;;) {
      const { messages } = session.context();
      assert.deepEqual(validate(messages, { format: PROVIDERS[name].format, request: true }), []);
      const reply = await client(messages);
      await session.append(reply.messages, { usage: reply.usage });
      if (!reply.calls) break;
      await session.append(result(turn));
      await within(turn);
    }
  }
}

for (const name of Object.keys(PROVIDERS)) {
  const { key, format } = PROVIDERS[name];

  test(`${name}: a conversation that is compacted three times, each request taken by the server`, async () => {
    await withProviders(async ({ url, requests, ...servers }) => {
      const { session, of } = await opened(name, url);
      const client = PROVIDERS[name].client(url);
      const server = servers[name];
      const compacts = async () => {
        const { status, entry } = await session.compact({ instructions: "the files" });
        assert.deepEqual([status, of("native_failed").map(({ error }) => error.message)], ["compacted", []]);
        // What the server gave is what the entry keeps, and what the context shows.
        const { replacementHistory: items } = entry.preserveData[key];
        const shown = session.context().messages.slice(0, items.length);
        assert.deepEqual(shown, items);
        items.forEach((item, at) => void assert.equal(shown[at], item));
      };
      await play(name, { session, client, server, to: 8 });
      await compacts();
      await play(name, { session, client, server, from: 8, to: 14, within: (turn) => turn === 11 && compacts() });
      await compacts();
      await play(name, { session, client, server, from: 14, to: 16 });
      assert.equal(of("native_end").length, 3);
      const sent = requests.filter(({ body }) => body.compaction || body.instructions);
      assert.deepEqual([sent.length, session.check().compactions], [3, 3]);
      for (const { body, headers } of sent) {
        if (name === "openai") assert.deepEqual([body.instructions, headers.authorization], ["You read files.\n\nthe files", "Bearer k"]);
        else
          assert.deepEqual(
            [body.system, body.compaction, body.tools.length],
            ["You read files.", { type: "summarize", instructions: "the files" }, 1],
          );
      }
      session.close();
    });
  });

  test(`${name}: a switch of provider and back: no opaque item goes elsewhere`, async () => {
    await withProviders(async ({ url, requests, ...servers }) => {
      const { session } = await opened(name, url);
      const client = PROVIDERS[name].client(url);
      const server = servers[name];
      await play(name, { session, client, server, to: 8 });
      assert.equal((await session.compact()).status, "compacted");
      session.setModel({ contextWindow: 200_000, provider: "elsewhere" });
      await play(name, { session, client, server, from: 8, to: 9 });
      for (const { body } of requests.slice(-2)) {
        assert.doesNotMatch(JSON.stringify(body), /"type":"compaction"/);
        assert.match(JSON.stringify(body), /epitomized/);
      }
      session.setModel({ contextWindow: 200_000, provider: name });
      await play(name, { session, client, server, from: 9, to: 10 });
      assert.match(JSON.stringify(requests.at(-1).body), /"type":"compaction"/);
      session.close();
    });
  });

  test(`${name}: every documented way to go wrong ends with the text alone`, async () => {
    const isCompaction = (path, body) => path.endsWith("/compact") || body.compaction;
    const error = (status, type, message, more) => ({ status, body: { type: "error", error: { type, message, ...more } } });
    const message = (content, stop_reason = "compaction") => ({
      status: 200,
      body: { type: "message", role: "assistant", content, stop_reason, usage: {} },
    });
    const window = (output) => ({ status: 200, body: { id: "resp", object: "response.compaction", created_at: 1, output, usage: null } });
    const said = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
    const shared = [
      ["a refused key", error(401, "authentication_error", "invalid x-api-key")],
      ["no such endpoint", { status: 404, body: "Not Found" }],
      [
        "storing was off (rb53)",
        error(404, "invalid_request_error", "Previous response with id 'resp_1' not found.", { code: "previous_response_not_found" }),
      ],
      ["a model without it", error(400, "invalid_request_error", "This model does not support compaction.")],
      ["a conversation that is too long", error(400, "invalid_request_error", "prompt is too long: 900000 tokens > 10 maximum")],
      ["too many bytes", error(413, "request_too_large", "Request exceeds the maximum size")],
      ["too many requests", error(429, "rate_limit_error", "slow down")],
      ["a server that fails", error(500, "api_error", "Internal server error")],
      ["one that is down", { status: 502, body: "<html>Bad Gateway</html>" }],
      ["no JSON", { status: 200, body: "OK" }],
      ["no object", { status: 200, body: "[]" }],
      ["nothing", { status: 200, body: "" }],
      ["an error with status 200", { status: 200, body: { type: "error", error: { type: "api_error", message: "upstream failed" } } }],
    ];
    const own = {
      openai: [
        ["no list", window({ compaction: "x" })],
        ["an empty list", window([])],
        ["no compaction in it", window([said])],
        ["one without encrypted content", window([said, { type: "compaction", id: "cmp_x" }])],
        ["one whose encrypted content is empty", window([said, { type: "compaction", id: "cmp_x", encrypted_content: "" }])],
        ["one whose encrypted content is no text", window([said, { type: "compaction", id: "cmp_x", encrypted_content: 7 }])],
        ["two of one id", window([1, 2].map(() => ({ type: "compaction", id: "cmp_x", encrypted_content: "x" })))],
        [
          "an output without its call behind it",
          window([
            { type: "compaction", encrypted_content: "x" },
            { type: "function_call_output", call_id: "q", output: "" },
          ]),
        ],
        [
          "reasoning that leads to nothing",
          window([
            { type: "compaction", encrypted_content: "x" },
            { type: "reasoning", id: "r", summary: [] },
          ]),
        ],
      ],
      anthropic: [
        [
          "a turn that is not finished",
          error(400, "invalid_request_error", "the last turn is not finished", { details: { error_code: "compaction_incomplete_turn" } }),
        ],
        [
          "nothing to summarize",
          error(400, "invalid_request_error", "nothing", { details: { error_code: "compaction_nothing_to_summarize" } }),
        ],
        [
          "too many tools",
          error(400, "invalid_request_error", "tools", { details: { error_code: "compaction_too_many_tool_references" } }),
        ],
        [
          "one that is out of order just now",
          error(529, "overloaded_error", "later", { details: { error_code: "compaction_unavailable" } }),
        ],
        ["a compaction that failed", message([{ type: "compaction", content: null, encrypted_content: null }])],
        ["empty content", message([{ type: "compaction", content: "", encrypted_content: null }])],
        ["blank content", message([{ type: "compaction", content: " \n", encrypted_content: null }])],
        ["no content at all", message([{ type: "compaction" }])],
        ["a reply instead", message([{ type: "text", text: "Sure, go on." }], "end_turn")],
        ["a call instead", message([{ type: "tool_use", id: "x", name: "read", input: {} }], "tool_use")],
        ["a refusal", message([], "refusal")],
        ["an answer that was cut off", message([], "max_tokens")],
        ["a window that is full", message([], "model_context_window_exceeded")],
      ],
    };
    for (const [how, wrong] of [...shared, ...own[name]]) {
      await withProviders(
        async ({ url, ...servers }) => {
          const { session, of } = await opened(name, url);
          const client = PROVIDERS[name].client(url);
          await play(name, { session, client, server: servers[name], to: 6 });
          const { status, entry } = await session.compact();
          assert.deepEqual([status, entry.preserveData, of("native_failed").length], ["compacted", undefined, 1], how);
          assert.equal(of("native_failed")[0].error.name, "EpitomeError", how);
          // The conversation goes on, on the text.
          await play(name, { session, client, server: servers[name], from: 6, to: 7 });
          assert.match(JSON.stringify(session.context().messages[0]), /epitomized/, how);
          session.close();
        },
        (path, body) => (isCompaction(path, body) ? wrong : undefined),
      );
    }
  });

  test(`${name}: connections that break, and answers that do not come`, async () => {
    for (const how of ["break", "hang"]) {
      const wrong = (path, body, _, response) => {
        if (!path.endsWith("/compact") && !body.compaction) return undefined;
        if (how === "break") response.destroy();
        return "handled";
      };
      await withProviders(async ({ url, ...servers }) => {
        const { session, of } = await opened(name, url, { native: { timeoutMs: 60 } });
        await play(name, { session, client: PROVIDERS[name].client(url), server: servers[name], to: 6 });
        assert.equal((await session.compact()).status, "compacted");
        assert.equal(of("native_failed")[0].error.code, how === "break" ? "summarizer-http" : "summarizer-timeout");
        session.close();
      }, wrong);
    }
  });

  test(`${name}: what is too long loses its oldest messages, in whole turns`, async () => {
    await withProviders(async ({ url, requests, ...servers }) => {
      const { session, of } = await opened(name, url, {
        native: { contextWindow: 5_000, ...(name === "anthropic" && { maxTokens: 500 }) },
      });
      const client = PROVIDERS[name].client(url);
      await play(name, { session, client, server: servers[name], to: 10 });
      assert.equal((await session.compact()).status, "compacted");
      assert.deepEqual(of("native_failed"), []);
      const [{ body }] = requests.filter((request) => request.body.compaction || request.url.endsWith("/compact"));
      const sent = body.input ?? body.messages;
      assert.match(JSON.stringify(sent[0]), /Request [1-9]/);
      assert.deepEqual(validate(sent, { format }), []);
      await play(name, { session, client, server: servers[name], from: 10, to: 16 });
      // What an earlier compaction stands for is not left out: rather the text alone.
      await session.append(PROVIDERS[name].user(words(9_000, "z")));
      await session.compact();
      const last = requests.filter((request) => request.body.compaction || request.url.endsWith("/compact")).at(-1).body;
      assert.ok(last === body || /"type":"compaction"/.test(JSON.stringify(last)));
      session.close();
    });
  });

  test(`${name}: a provider that knows its window better is asked once more, with less`, async () => {
    let asked = 0;
    const refused = { type: "invalid_request_error", message: "prompt is too long: 8000 tokens > 4000 maximum" };
    const wrong = (path, body) => {
      if (!path.endsWith("/compact") && !body.compaction) return undefined;
      return ++asked === 1 ? { status: 400, body: { type: "error", error: refused } } : undefined;
    };
    await withProviders(async ({ url, requests, ...servers }) => {
      const { session, of } = await opened(name, url);
      await play(name, { session, client: PROVIDERS[name].client(url), server: servers[name], to: 10 });
      await session.compact();
      assert.deepEqual([asked, of("native_failed").length, of("native_end").length], [2, 0, 1]);
      const [first, second] = requests
        .filter((request) => request.body.compaction || request.url.endsWith("/compact"))
        .map(({ body }) => body.input ?? body.messages);
      assert.ok(second.length < first.length && second.length > 0);
      assert.deepEqual(second, first.slice(-second.length));
      session.close();
    }, wrong);
  });
}

test("openai: two compactions in one answer are kept, both; the trigger is not", async () => {
  const wrong = (path, body, { openai }) => {
    if (!path.endsWith("/compact")) return undefined;
    const one = openai.compact(body);
    const two = openai.compact({ ...body, input: [{ role: "assistant", content: "x" }] });
    return { status: 200, body: { ...one, output: [...one.output, ...two.output, { type: "compaction_trigger" }] } };
  };
  await withProviders(async ({ url, openai }) => {
    const { session, of } = await opened("openai", url);
    const client = PROVIDERS.openai.client(url);
    await play("openai", { session, client, server: openai, to: 6 });
    const { entry } = await session.compact();
    assert.deepEqual(of("native_failed"), []);
    const types = entry.preserveData.openaiRemoteCompaction.replacementHistory.map(({ type, role }) => type ?? role);
    assert.deepEqual(
      types.filter((type) => type.startsWith("compaction")),
      ["compaction", "compaction"],
    );
    await play("openai", { session, client, server: openai, from: 6, to: 7 });
    session.close();
  }, wrong);
});

test("openai: a compaction in a reply, from the request's own threshold or a trigger", async () => {
  await withProviders(async ({ url, requests, openai }) => {
    const { session } = await opened("openai", url, { native: undefined });
    const client = PROVIDERS.openai.client(url, { context_management: [{ type: "compaction", compact_threshold: 2_500 }] });
    await play("openai", { session, client, server: openai, to: 12 });
    const entries = (await session.path()).filter(({ type }) => type === "compaction");
    assert.ok(entries.length >= 2);
    for (const { preserveData } of entries) {
      assert.deepEqual(preserveData, { openaiRemoteCompaction: { provider: "openai", format: "openai-responses", inline: true } });
    }
    // What came before the newest is not sent any more, but for the newest request.
    const { input } = requests.at(-1).body;
    assert.ok(input.length < 12 && input.slice(0, 2).some(({ type }) => type === "compaction"));
    // A trigger is the request's, not the session's.
    const { messages } = session.context();
    const { messages: output } = await client([...messages, { type: "compaction_trigger" }]);
    await session.append(output);
    assert.deepEqual(session.context().messages.at(-1), output[0]);
    await play("openai", { session, client, server: openai, from: 12, to: 13 });
    session.close();
  });
});

test("openai: what the host has had compacted itself is kept whole", async () => {
  await withProviders(async ({ url, openai }) => {
    const { session } = await opened("openai", url);
    const client = PROVIDERS.openai.client(url);
    await play("openai", { session, client, server: openai, to: 4 });
    const sdk = new OpenAI({ apiKey: "k", baseURL: `${url}/v1`, maxRetries: 0 });
    const { output } = await sdk.responses.compact({ model: "gpt-6", input: session.context().messages });
    const next = await openSession({ id: "next", format: "openai-responses" });
    await next.append(output);
    assert.deepEqual(next.context().messages, output);
    await play("openai", { session: next, client, server: openai, from: 4, to: 6 });
    for (const one of [session, next]) one.close();
  });
});

test("anthropic: a compaction in a reply, whole, as a stream, and paused", async () => {
  for (const more of [{}, { stream: true }, { pause: true }]) {
    await withProviders(async ({ url, requests, anthropic }) => {
      const { session } = await opened("anthropic", url, { native: undefined });
      const { pause, ...rest } = more;
      const edit = {
        type: "compact_20260112",
        trigger: { type: "input_tokens", value: 50_000 },
        ...(pause && { pause_after_compaction: true }),
      };
      const client = PROVIDERS.anthropic.client(url, { betas: [THRESHOLD], context_management: { edits: [edit] }, ...rest });
      anthropic.replies.push({ content: [{ type: "text", text: "Hello." }], stop_reason: "end_turn" });
      await session.append({ role: "user", content: "Hello" });
      await session.append((await client(session.context().messages)).messages);
      await session.append({ role: "user", content: words(40_000, "much") });
      anthropic.replies.push({ content: [{ type: "text", text: "That was much." }], stop_reason: "end_turn" });
      const { messages, usage } = await client(session.context().messages);
      await session.append(messages, { usage });
      const [entry] = (await session.path()).filter(({ type }) => type === "compaction");
      assert.match(entry.summary, /what was said so far/);
      assert.deepEqual(entry.preserveData, { anthropicRemoteCompaction: { provider: "anthropic", format: "anthropic", inline: true } });
      if (!pause) assert.deepEqual([session.check().source, session.check().tokens], ["anchor", 350]);
      assert.equal(session.context().messages.at(-1), messages[0]);
      await session.append({ role: "user", content: "And now?" });
      if (pause) anthropic.replies.splice(0);
      anthropic.replies.push({ content: [{ type: "text", text: "Now this." }], stop_reason: "end_turn" });
      await session.append((await client(session.context().messages)).messages);
      assert.match(JSON.stringify(requests.at(-1).body.messages), /what was said so far/);
      session.close();
    });
  }
});

test("anthropic: by the context edit that pauses, where a server knows no other", async () => {
  await withProviders(async ({ url, requests, anthropic }) => {
    const { session, of } = await opened("anthropic", url, {
      native: { mode: "threshold", headers: { "anthropic-beta": EDITS } },
      model: { contextWindow: 128_000, provider: "anthropic" },
    });
    const client = PROVIDERS.anthropic.client(url, { betas: [THRESHOLD] });
    await play("anthropic", { session, client, server: anthropic, to: 6 });
    // Below 50,000 tokens nothing is compacted: a reply comes instead.
    anthropic.replies.push({ content: [{ type: "text", text: "Sure." }], stop_reason: "end_turn" });
    await session.compact();
    assert.match(of("native_failed")[0].error.message, /without a compaction \(end_turn\)/);
    await session.append({ role: "user", content: words(40_000, "much") });
    await session.append({ role: "assistant", content: "I see." });
    await play("anthropic", { session, client, server: anthropic, from: 6, to: 9 });
    const { entry } = await session.compact();
    assert.deepEqual(of("native_failed").length, 1);
    assert.equal(entry.preserveData.anthropicRemoteCompaction.replacementHistory[0].content[0].encrypted_content, "enc0");
    const asked = requests.find(({ body }) => body.context_management?.edits[0].pause_after_compaction && body.messages.length > 12);
    assert.deepEqual(asked.headers["anthropic-beta"].split(","), [THRESHOLD, EDITS]);
    await play("anthropic", { session, client, server: anthropic, from: 9, to: 10 });
    session.close();
  });
});

test("anthropic: tool results that the API has cleared are noted, and the counts stay true", async () => {
  await withProviders(async ({ url, anthropic }) => {
    const { session } = await opened("anthropic", url, { native: undefined, overhead: undefined });
    const edits = [{ type: "clear_tool_uses_20250919", trigger: { type: "input_tokens", value: 4_000 } }];
    const client = PROVIDERS.anthropic.client(url, { betas: [EDITS], context_management: { edits } });
    await play("anthropic", { session, client, server: anthropic, to: 8 });
    const noted = (await session.path()).filter(({ customType }) => customType === "context_management");
    assert.ok(noted.length >= 2);
    assert.equal(noted[0].data.applied_edits[0].type, "clear_tool_uses_20250919");
    const { tokens, source, limit } = session.check();
    assert.equal(source, "anchor");
    assert.ok(tokens < 5_000 && limit > 150_000);
    session.close();
  });
});

test("options of compactors are checked at once", () => {
  const bad = [
    [() => openaiCompaction({ baseUrl: "x" }), /baseUrl/],
    [() => openaiCompaction({ baseURL: "nowhere" }), /baseURL/],
    [() => openaiCompaction({ model: " " }), /model/],
    [() => openaiCompaction({ contextWindow: 0.5 }), /contextWindow/],
    [() => anthropicCompaction({ mode: "later" }), /mode/],
    [() => anthropicCompaction({ maxTokens: 0 }), /maxTokens/],
    [() => anthropicCompaction({ provider: "" }), /provider/],
  ];
  for (const [make, message] of bad) assert.throws(make, { code: "invalid-option", message });
  const { provider, format } = anthropicCompaction({ provider: "vertex" });
  assert.deepEqual([provider, format], ["vertex", "anthropic"]);
});
