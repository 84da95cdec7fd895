/** The Anthropic summarizer against a server that speaks the messages API. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { anthropic } from "../../pkg/dist/summarizers/anthropic.js";
import { callSummarizer } from "../../pkg/dist/summarizers/call.js";
import { events, json, message, request, stream, withServer } from "./support/provider-server.mjs";

const ask = (options, given = request(), o = {}) =>
  callSummarizer(anthropic({ model: "claude-x", apiKey: "sk-ant-12345678", ...options }), given, o);
const caught = (promise) =>
  promise.then(
    (value) => assert.fail(`it gave ${JSON.stringify(value)}`),
    (error) => error,
  );
const answering = (body, test) => withServer((response) => json(response, 200, body), test);
const streaming = (text, test, o) => withServer((response) => stream(response, text, o), test);
const text = (value) => ({ type: "text", text: value });
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15 };

test("the request is what the messages API expects", () =>
  answering(message([text("summary")]), async ({ url, requests }) => {
    assert.deepEqual(await ask({ baseURL: url, extraBody: { temperature: 0 } }), { text: "summary", stopReason: "stop", usage });
    const [{ method, url: path, headers, body }] = requests;
    assert.equal(`${method} ${path}`, "POST /v1/messages");
    assert.equal(headers["x-api-key"], "sk-ant-12345678");
    assert.equal(headers["anthropic-version"], "2023-06-01");
    assert.equal("anthropic-dangerous-direct-browser-access" in headers, false);
    const { system, prompt, maxTokens } = request();
    assert.deepEqual(body, {
      model: "claude-x",
      max_tokens: maxTokens,
      system,
      messages: [{ role: "user", content: prompt }],
      temperature: 0,
      stream: false,
    });
  }));

test("version, browser access, thinking and other headers are sent when asked for", () =>
  answering(message([text("x")]), async ({ url, requests }) => {
    const thinking = { type: "enabled", budget_tokens: 2_000 };
    const headers = { "anthropic-beta": "b1", authorization: "Bearer oauth-token" };
    await ask(
      { baseURL: url, version: "2030-01-01", dangerouslyAllowBrowser: true, thinking, headers, apiKey: undefined },
      request({ system: " " }),
    );
    const [{ headers: sent, body }] = requests;
    assert.equal(sent["anthropic-version"], "2030-01-01");
    assert.equal(sent["anthropic-dangerous-direct-browser-access"], "true");
    assert.equal(sent["anthropic-beta"], "b1");
    assert.equal(sent.authorization, "Bearer oauth-token");
    assert.equal("x-api-key" in sent, false);
    assert.deepEqual(body.thinking, thinking);
    assert.equal(body.max_tokens, request().maxTokens + 2_000);
    assert.equal("system" in body, false);
  }));

test("a model that thinks as it likes is given room for it", () =>
  answering(message([text("x")]), async ({ url, requests }) => {
    await ask({ baseURL: url, thinking: { type: "adaptive" } });
    await ask({ baseURL: url, thinking: { type: "adaptive" }, reasoningTokens: 1 });
    await ask({ baseURL: url, thinking: { type: "disabled" } });
    const { maxTokens } = request();
    assert.deepEqual(
      requests.map(({ body }) => body.max_tokens),
      [maxTokens + 8_192, maxTokens + 1, maxTokens],
    );
  }));

test("base URLs may have prefixes, slashes, the version, or the whole path", () =>
  answering(message([text("x")]), async ({ url, requests }) => {
    for (const suffix of ["", "/", "/v1", "/v1/", "/proxy", "/proxy/v1", "/proxy/v1/messages"]) await ask({ baseURL: url + suffix });
    assert.deepEqual(
      requests.map((sent) => sent.url),
      [...Array(4).fill("/v1/messages"), ...Array(3).fill("/proxy/v1/messages")],
    );
  }));

for (const [name, content, stop, expected] of [
  [
    "only text is text",
    [{ type: "thinking", thinking: "hmm" }, text("sum"), { type: "server_tool_use" }, null, text("mary")],
    "end_turn",
    { text: "summary", stopReason: "stop" },
  ],
  ["a stop sequence is an end", [text("summary")], "stop_sequence", { text: "summary", stopReason: "stop" }],
  ["cut off", [text("half")], "max_tokens", { text: "half", stopReason: "length" }],
  [
    "thinking alone, which is for the core to refuse",
    [{ type: "thinking", thinking: "hmm" }],
    "end_turn",
    { text: "", stopReason: "stop" },
  ],
]) {
  test(`an answer is read: ${name}`, () =>
    answering(message(content, stop), async ({ url }) => assert.deepEqual(await ask({ baseURL: url }), { ...expected, usage })));
}

for (const [name, body, code, details] of [
  ["a refusal", message([text("I cannot.")], "refusal"), "summarizer-refused", { reason: "refusal", message: "I cannot." }],
  ["a tool call", message([{ type: "tool_use" }], "tool_use"), "summarizer-refused", { reason: "tool call instead of text" }],
  ["a full window", message([text("x")], "model_context_window_exceeded"), "summarizer-http", { overflow: true, status: 200 }],
  [
    "cut off while thinking",
    message([{ type: "thinking", thinking: "hmm" }], "max_tokens"),
    "summarizer-invalid-reply",
    { reason: "no-text" },
  ],
  ["an unknown end", message([text("x")], "pause_turn"), "summarizer-http", { code: "pause_turn" }],
  ["no end", message([text("x")], null), "summarizer-http", { code: "no stop reason" }],
  [
    "an error with status 200",
    { type: "error", error: { type: "invalid_request_error", message: "bad" } },
    "summarizer-http",
    { message: "bad" },
  ],
  ["no content", { id: "x" }, "summarizer-invalid-reply", { reason: "no-content" }],
]) {
  test(`an answer is refused: ${name}`, () =>
    answering(body, async ({ url }) => {
      const error = await caught(ask({ baseURL: url }));
      assert.equal(error.code, code);
      assert.equal(error.retryable, false);
      for (const [field, value] of Object.entries(details)) assert.deepEqual(error.details[field], value);
    }));
}

test("usage counts what came from the cache and went into it", () => {
  const counts = { input_tokens: 4, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 6 };
  return answering(message([text("x")], "end_turn", counts), async ({ url }) => {
    assert.deepEqual((await ask({ baseURL: url })).usage, { input: 4, output: 6, cacheRead: 100, cacheWrite: 20, totalTokens: 130 });
  });
});

const beginning = [
  { type: "message_start", message: { content: [], usage: { input_tokens: 10, cache_read_input_tokens: 7, output_tokens: 1 } } },
  { type: "ping" },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hmm" } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "abc" } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Grüße" } },
];
const ending = (stop_reason = "end_turn") => [
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: " 🌍" } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 5, input_tokens: null } },
  { type: "message_stop" },
];

for (const [size, lineEnd] of [
  [1, "\n"],
  [1, "\r\n"],
  [1e6, "\n"],
]) {
  test(`a stream is read in pieces of ${size} with ${JSON.stringify(lineEnd)}`, () =>
    streaming(
      events([...beginning, ...ending()], lineEnd),
      async ({ url, requests }) => {
        const seen = [];
        const answer = await ask({ baseURL: url, stream: true }, request(), { onProgress: ({ chars }) => seen.push(chars) });
        assert.deepEqual(answer, {
          text: "Grüße 🌍",
          stopReason: "stop",
          usage: { input: 10, output: 5, cacheRead: 7, cacheWrite: 0, totalTokens: 22 },
        });
        assert.deepEqual(seen, [5, 8]);
        assert.equal(requests[0].body.stream, true);
      },
      { size },
    ));
}

test("a stream ends as its stop reason says", async () => {
  await streaming(events([...beginning, ...ending("max_tokens")]), async ({ url }) => {
    assert.equal((await ask({ baseURL: url, stream: true })).stopReason, "length");
  });
  await streaming(events([...beginning, ...ending("refusal")]), async ({ url }) => {
    const error = await caught(ask({ baseURL: url, stream: true }));
    assert.deepEqual([error.code, error.details.message], ["summarizer-refused", "Grüße 🌍"]);
  });
});

test("a stream that breaks off before its last event is no summary", async () => {
  const all = [...beginning, ...ending()];
  for (let count = 0; count < all.length; count++) {
    await streaming(events(all.slice(0, count)), async ({ url }) => {
      const error = await caught(ask({ baseURL: url, stream: true }));
      assert.equal(error.details.reason, "truncated", `after ${count} events`);
      assert.equal(error.retryable, true);
    });
  }
});

test("an error in the middle of a stream ends it, and overload may pass", () =>
  streaming(events([...beginning, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }]), async ({ url }) => {
    const error = await caught(ask({ baseURL: url, stream: true }));
    assert.equal(error.code, "summarizer-http");
    assert.equal(error.details.type, "overloaded_error");
    assert.equal(error.retryable, true);
  }));

test("a server that does not stream is understood all the same", () =>
  answering(message([text("summary")]), async ({ url }) => {
    assert.deepEqual(await ask({ baseURL: url, stream: true }), { text: "summary", stopReason: "stop", usage });
  }));
