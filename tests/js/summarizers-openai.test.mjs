/** The OpenAI summarizer against a server that speaks chat completions. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callSummarizer } from "../../pkg/dist/summarizers/call.js";
import { openai } from "../../pkg/dist/summarizers/openai.js";
import { chunks, completion, json, request, stream, withServer } from "./support/provider-server.mjs";

const ask = (options, given = request(), o = {}) =>
  callSummarizer(openai({ model: "gpt-x", apiKey: "sk-test-12345678", ...options }), given, o);
const caught = (promise) =>
  promise.then(
    (value) => assert.fail(`it gave ${JSON.stringify(value)}`),
    (error) => error,
  );
const answering = (body, test) => withServer((response) => json(response, 200, body), test);
const streaming = (text, test, o) => withServer((response) => stream(response, text, o), test);

test("the request is what chat completions expect", () =>
  answering(completion({ content: "summary" }), async ({ url, requests }) => {
    const extraBody = { temperature: 0.1, reasoning_effort: "low" };
    assert.deepEqual(await ask({ baseURL: url, headers: { "x-team": "a" }, extraBody }), { text: "summary", stopReason: "stop" });
    const [{ method, url: path, headers, body }] = requests;
    assert.equal(`${method} ${path}`, "POST /chat/completions");
    assert.equal(headers.authorization, "Bearer sk-test-12345678");
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers["x-team"], "a");
    const { system, prompt, maxTokens } = request();
    assert.deepEqual(body, {
      model: "gpt-x",
      messages: [
        { role: "system", content: system },
        { role: "user", content: prompt },
      ],
      max_tokens: maxTokens,
      stream: false,
      ...extraBody,
    });
  }));

test("base URLs may have prefixes, slashes, a query, or the whole path", () =>
  answering(completion({ content: "x" }), async ({ url, requests }) => {
    for (const suffix of ["/v1", "/v1/", "/a/b//", "/d?api-version=1", "/v1/chat/completions", "/v1/chat/completions/"]) {
      await ask({ baseURL: url + suffix });
    }
    assert.deepEqual(
      requests.map((sent) => sent.url),
      [
        "/v1/chat/completions",
        "/v1/chat/completions",
        "/a/b/chat/completions",
        "/d/chat/completions?api-version=1",
        "/v1/chat/completions",
        "/v1/chat/completions",
      ],
    );
  }));

test("the field for the most tokens fits the server", async () => {
  const sent = [];
  const fetch = async (url, { body }) => {
    sent.push([url, JSON.parse(body)]);
    return Response.json(completion({ content: "x" }));
  };
  await ask({ fetch });
  await ask({ fetch, baseURL: "https://me.openai.azure.com/openai/v1" });
  await ask({ fetch, baseURL: "https://openai.com.example/v1" });
  await ask({ fetch, maxTokensField: "max_tokens" });
  const fields = sent.map(([, body]) =>
    Object.keys(body)
      .filter((field) => field.startsWith("max_"))
      .join(),
  );
  assert.deepEqual(fields, ["max_completion_tokens", "max_completion_tokens", "max_tokens", "max_tokens"]);
  assert.equal(sent[0][0], "https://api.openai.com/v1/chat/completions");
});

test("models of OpenAI that reason are given room for it", async () => {
  const asked = async (options) => {
    let body;
    const fetch = async (_, init) => {
      body = JSON.parse(init.body);
      return Response.json(completion({ content: "x" }));
    };
    await ask({ fetch, ...options }, request({ maxTokens: 1_000 }));
    return body.max_completion_tokens;
  };
  for (const model of ["gpt-5-mini", "gpt-5.1", "o3", "o4-mini", "openai/gpt-5"]) assert.equal(await asked({ model }), 9_192, model);
  for (const model of ["gpt-4o", "gpt-4.1", "gpt-5-chat-latest", "gpt-35-turbo", "gpt-oss-20b", "phi-4", "olmo-2"]) {
    assert.equal(await asked({ model }), 1_000, model);
  }
  assert.equal(await asked({ model: "gpt-5", reasoningTokens: 100 }), 1_100);
  assert.equal(await asked({ model: "gpt-5", maxOutput: 4_000 }), 3_000);
  assert.equal(openai({ model: "gpt-5", maxOutput: 4_000 }).maxOutput, 2_000);
});

test("a lone surrogate does not reach the provider", () =>
  answering(completion({ content: "x" }), async ({ url, requests }) => {
    await ask({ baseURL: url }, request({ system: "a\ud83d", prompt: "\udc00b 🌍" }));
    assert.deepEqual(
      requests[0].body.messages.map(({ content }) => content),
      ["a\ufffd", "\ufffdb 🌍"],
    );
  }));

test("the key may come from a function, and may be missing", () =>
  answering(completion({ content: "x" }), async ({ url, requests }) => {
    let calls = 0;
    const apiKey = async () => `sk-fresh-${++calls}234567\n`;
    const summarizer = openai({ model: "m", baseURL: url, apiKey });
    await callSummarizer(summarizer, request());
    await callSummarizer(summarizer, request());
    await ask({ baseURL: url, apiKey: undefined });
    await ask({ baseURL: url, headers: { authorization: "Basic abc" } });
    assert.deepEqual(
      requests.map(({ headers }) => headers.authorization),
      ["Bearer sk-fresh-1234567", "Bearer sk-fresh-2234567", undefined, "Basic abc"],
    );
  }));

for (const [name, body, expected] of [
  ["cut off", completion({ content: "half" }, "length"), { text: "half", stopReason: "length" }],
  [
    "thinking alone, which is for the core to refuse",
    completion({ content: null, reasoning_content: "hmm" }),
    { text: "", stopReason: "stop" },
  ],
  [
    "content in parts",
    completion({ content: [{ type: "thinking", thinking: "x" }, { type: "text", text: "sum" }, null, { type: "text", text: "mary" }] }),
    { text: "summary", stopReason: "stop" },
  ],
  ["no finish reason", completion({ content: "summary" }, null), { text: "summary", stopReason: "stop" }],
  ["the end named otherwise", completion({ content: "summary" }, "eos"), { text: "summary", stopReason: "stop" }],
]) {
  test(`an answer is read: ${name}`, () => answering(body, async ({ url }) => assert.deepEqual(await ask({ baseURL: url }), expected)));
}

for (const [name, body, code, details] of [
  ["a refusal", completion({ content: null, refusal: "I cannot." }), "summarizer-refused", { reason: "refusal", message: "I cannot." }],
  ["the content filter", completion({ content: "ha" }, "content_filter"), "summarizer-refused", { reason: "content_filter" }],
  [
    "a tool call",
    completion({ content: null, tool_calls: [] }, "tool_calls"),
    "summarizer-refused",
    { reason: "tool call instead of text" },
  ],
  ["an unknown end", completion({ content: "x" }, "paused"), "summarizer-http", { code: "paused" }],
  ["a full window", completion({ content: "x" }, "model_context_window_exceeded"), "summarizer-http", { overflow: true }],
  ["cut off while thinking", completion({ content: null, reasoning: "hmm" }, "length"), "summarizer-invalid-reply", { reason: "no-text" }],
  ["no choices", { choices: [] }, "summarizer-invalid-reply", { reason: "no-choices" }],
  ["something else", { hello: "world" }, "summarizer-invalid-reply", { reason: "no-choices" }],
  ["an error with status 200", { error: { code: 502, message: "upstream" } }, "summarizer-http", { status: 502, message: "upstream" }],
  ["an error in the choice", { choices: [{ error: { code: 429, message: "busy" }, message: {} }] }, "summarizer-http", { status: 429 }],
]) {
  test(`an answer is refused: ${name}`, () =>
    answering(body, async ({ url }) => {
      const error = await caught(ask({ baseURL: url }));
      assert.equal(error.code, code);
      assert.equal(error.retryable, [429, 502].includes(details.status));
      for (const [field, value] of Object.entries(details)) assert.deepEqual(error.details[field], value);
    }));
}

for (const [name, usage, expected] of [
  [
    "cached tokens are part of the prompt",
    {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
    { input: 40, output: 20, cacheRead: 60, totalTokens: 120 },
  ],
  [
    "DeepSeek's names",
    { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_cache_hit_tokens: 30 },
    { input: 70, output: 20, cacheRead: 30, totalTokens: 120 },
  ],
  [
    "xAI's reasoning comes on top",
    { prompt_tokens: 10, completion_tokens: 20, total_tokens: 80, completion_tokens_details: { reasoning_tokens: 50 } },
    { input: 10, output: 70, cacheRead: 0, totalTokens: 80 },
  ],
  [
    "more cached than prompted",
    { prompt_tokens: 10, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 90 } },
    { input: 10, output: 20, cacheRead: 90, totalTokens: 120 },
  ],
  ["nonsense", { prompt_tokens: "many", completion_tokens: null }, undefined],
]) {
  test(`usage is put into our terms: ${name}`, () =>
    answering(completion({ content: "x" }, "stop", usage), async ({ url }) => {
      assert.deepEqual((await ask({ baseURL: url })).usage, expected && { cacheWrite: 0, ...expected });
    }));
}

for (const [name, size, lineEnd] of [
  ["in pieces of one byte", 1, "\n"],
  ["with CRLF", 5, "\r\n"],
  ["with CRLF in pieces of one byte", 1, "\r\n"],
  ["with CR", 3, "\r"],
  ["at once", 1e6, "\n"],
]) {
  test(`a stream is read ${name}`, () => {
    const parts = [{ role: "assistant", content: "" }, { reasoning: "hmm" }, { content: "Grüße 🌍" }, { content: null }, { content: "!" }];
    const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
    const text = `: a comment${lineEnd}${lineEnd}${chunks(parts, { usage, lineEnd })}`;
    return streaming(
      text,
      async ({ url, requests }) => {
        const seen = [];
        const answer = await ask({ baseURL: url, stream: true }, request(), { onProgress: ({ chars }) => seen.push(chars) });
        assert.deepEqual(answer, {
          text: "Grüße 🌍!",
          stopReason: "stop",
          usage: { input: 3, output: 4, cacheRead: 0, cacheWrite: 0, totalTokens: 7 },
        });
        assert.deepEqual(seen, [8, 9]);
        assert.equal(requests[0].body.stream, true);
        assert.deepEqual(requests[0].body.stream_options, { include_usage: true });
      },
      { size },
    );
  });
}

test("a stream may end by its finish reason, by [DONE], or without a last blank line", async () => {
  const whole = { text: "summary", stopReason: "stop" };
  for (const text of [
    chunks([{ content: "summary" }], { done: false }),
    chunks([{ content: "summary" }], { finish: undefined }),
    chunks([{ content: "summary" }], { done: false }).trimEnd(),
  ]) {
    await streaming(text, async ({ url }) => assert.deepEqual(await ask({ baseURL: url, stream: true }), whole));
  }
  await streaming(chunks([{ content: "half" }], { finish: "length" }), async ({ url }) => {
    assert.deepEqual(await ask({ baseURL: url, stream: true }), { text: "half", stopReason: "length" });
  });
  await streaming(chunks([{ reasoning_content: "hmm" }, { content: "" }], { finish: "length" }), async ({ url }) => {
    const error = await caught(ask({ baseURL: url, stream: true }));
    assert.deepEqual([error.code, error.details.reason], ["summarizer-invalid-reply", "no-text"]);
    assert.match(error.message, /reached its output limit before the first word .* Raise reasoningTokens/);
  });
});

test("a stream that breaks off is no summary, at whichever byte", async () => {
  const whole = chunks([{ content: "a summary" }, { content: " of 🌍" }], { done: false });
  const finish = whole.indexOf('"finish_reason":"stop"');
  for (let end = 0; end < finish; end += 17) {
    await streaming(whole.slice(0, end), async ({ url }) => {
      const error = await caught(ask({ baseURL: url, stream: true }));
      assert.equal(error.code, "summarizer-http");
      assert.equal(error.details.reason, "truncated", `cut at ${end}`);
      assert.equal(error.retryable, true);
    });
  }
});

test("a connection that is cut in a stream is a network error", () =>
  withServer(
    async (response) => {
      await stream(response, chunks([{ content: "half" }], { finish: undefined, done: false }), { end: false });
      response.destroy();
    },
    async ({ url }) => {
      const error = await caught(ask({ baseURL: url, stream: true }));
      assert.equal(error.code, "summarizer-http");
      assert.equal(error.details.reason, "network");
      assert.equal(error.retryable, true);
    },
  ));

for (const [name, event, details, retryable] of [
  [
    "as data",
    'data: {"error":{"message":"Overloaded","type":"server_error","code":null}}',
    { type: "server_error", message: "Overloaded" },
    true,
  ],
  [
    "as an event",
    'event: error\ndata: {"error":{"message":"bad","type":"invalid_request_error"}}',
    { type: "invalid_request_error" },
    false,
  ],
  ["as an overflow", 'data: {"error":{"message":"too long","code":"context_length_exceeded"}}', { overflow: true }, false],
]) {
  test(`an error in the middle of a stream ${name} ends it`, () =>
    streaming(`${chunks([{ content: "half" }], { finish: undefined, done: false })}${event}\n\n`, async ({ url }) => {
      const error = await caught(ask({ baseURL: url, stream: true }));
      assert.equal(error.code, "summarizer-http");
      assert.equal(error.retryable, retryable);
      for (const [field, value] of Object.entries(details)) assert.equal(error.details[field], value);
    }));
}

test("refusals and filters end a stream too", async () => {
  for (const text of [chunks([{ refusal: "I can" }, { refusal: "not." }]), chunks([{ content: "x" }], { finish: "content_filter" })]) {
    await streaming(text, async ({ url }) => assert.equal((await caught(ask({ baseURL: url, stream: true }))).code, "summarizer-refused"));
  }
});

test("a server that does not stream is understood all the same", () =>
  answering(completion({ content: "summary" }), async ({ url }) => {
    assert.deepEqual(await ask({ baseURL: url, stream: true }), { text: "summary", stopReason: "stop" });
  }));

test("an endless stream is cut, and the connection is closed", async () => {
  let closed;
  const gone = new Promise((resolve) => (closed = resolve));
  await withServer(
    (response) => {
      response.on("close", closed);
      response.writeHead(200, { "content-type": "text/event-stream" });
      const timer = setInterval(() => response.write(chunks([{ content: "x".repeat(100) }], { finish: undefined, done: false })), 1);
      response.on("close", () => clearInterval(timer));
    },
    async ({ url }) => {
      const answer = await ask({ baseURL: url, stream: true }, request(), { maxChars: 1_000 });
      assert.deepEqual([answer.text.length, answer.stopReason], [1_000, "length"]);
      await gone;
    },
  );
});

test("options that cannot work are named when the summarizer is made", () => {
  for (const [options, words] of [
    [{ model: "" }, /^model must be/],
    [{ model: undefined }, /^model must be/],
    [{ baseURL: "api.openai.com" }, /^baseURL must be/],
    [{ baseURL: "ftp://x" }, /^baseURL must begin/],
    [{ baseURL: "https://user:secret-word@x/v1" }, /^baseURL must not hold/],
    [{ timeoutMs: -1 }, /^timeoutMs must be/],
    [{ fetch: "fetch" }, /^fetch must be/],
    [{ headers: { "x-a": "secret-word\n1" } }, /^The header "x-a"/],
    [{ headers: { "x a": "secret-word" } }, /^The header "x a"/],
  ]) {
    assert.throws(
      () => openai({ model: "m", ...options }),
      (error) => {
        assert.equal(error.code, "invalid-option");
        assert.match(error.message, words);
        assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /secret-word/);
        return true;
      },
    );
  }
});

test("the summarizer's name says whom it asks", () => assert.equal(openai({ model: "gpt-x" }).name, "openai(gpt-x)"));
