/** The Gemini summarizer against a server that speaks generateContent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callSummarizer } from "../../pkg/dist/summarizers/call.js";
import { gemini } from "../../pkg/dist/summarizers/gemini.js";
import { candidate, data, json, request, stream, withServer } from "./support/provider-server.mjs";

const ask = (options, given = request(), o = {}) =>
  callSummarizer(gemini({ model: "gemini-x", apiKey: "AIza-test-12345678", ...options }), given, o);
const caught = (promise) =>
  promise.then(
    (value) => assert.fail(`it gave ${JSON.stringify(value)}`),
    (error) => error,
  );
const answering = (body, test) => withServer((response) => json(response, 200, body), test);
const streaming = (text, test, o) => withServer((response) => stream(response, text, o), test);
const text = (value) => ({ text: value });
const thought = { text: "hmm", thought: true };
const metadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15 };

test("the request is what generateContent expects", () =>
  answering(candidate([text("summary")], "STOP", metadata), async ({ url, requests }) => {
    const extraBody = { generationConfig: { temperature: 0 }, safetySettings: [] };
    assert.deepEqual(await ask({ baseURL: url, extraBody, reasoningTokens: 0 }), { text: "summary", stopReason: "stop", usage });
    const [{ method, url: path, headers, body }] = requests;
    assert.equal(`${method} ${path}`, "POST /v1beta/models/gemini-x:generateContent");
    assert.equal(headers["x-goog-api-key"], "AIza-test-12345678");
    const { system, prompt, maxTokens } = request();
    assert.deepEqual(body, {
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: "user", parts: [{ text: prompt }] }],
      generationConfig: { maxOutputTokens: maxTokens, temperature: 0 },
      safetySettings: [],
    });
  }));

test("a stream is another method, and its events are asked for", () =>
  streaming(data([candidate([text("x")])]), async ({ url, requests }) => {
    await ask({ baseURL: `${url}/proxy?team=a`, stream: true });
    assert.equal(requests[0].url, "/proxy/v1beta/models/gemini-x:streamGenerateContent?team=a&alt=sse");
    assert.match(requests[0].headers.accept, /event-stream/);
  }));

test("versions, prefixes and slashes of the address are kept, and models may be named with their path", () =>
  answering(candidate([text("x")]), async ({ url, requests }) => {
    for (const suffix of ["", "/", "/v1beta", "/v1/", "/proxy/v1alpha"]) await ask({ baseURL: url + suffix });
    for (const options of [
      { version: "v1" },
      { model: "models/a" },
      { model: "tunedModels/b" },
      { baseURL: `${url}/v1/projects/p/locations/l`, model: "publishers/google/models/c" },
      { model: "odd name?" },
    ]) {
      await ask({ baseURL: url, ...options });
    }
    assert.deepEqual(
      requests.map((sent) => sent.url.replace(":generateContent", "")),
      [
        "/v1beta/models/gemini-x",
        "/v1beta/models/gemini-x",
        "/v1beta/models/gemini-x",
        "/v1/models/gemini-x",
        "/proxy/v1alpha/models/gemini-x",
        "/v1/models/gemini-x",
        "/v1beta/models/a",
        "/v1beta/tunedModels/b",
        "/v1/projects/p/locations/l/publishers/google/models/c",
        "/v1beta/models/odd%20name%3F",
      ],
    );
  }));

test("thinking has room of its own, as much as is asked for or as is usual", () =>
  answering(candidate([text("x")]), async ({ url, requests }) => {
    for (const options of [
      {},
      { thinking: { thinkingBudget: 0 } },
      { thinking: { thinkingBudget: 500, includeThoughts: true } },
      { thinking: { thinkingBudget: -1 } },
      { thinking: { thinkingLevel: "low" }, reasoningTokens: 2_000 },
      { maxOutput: 10_000 },
    ]) {
      await ask({ baseURL: url, ...options }, request({ maxTokens: 1_000, system: " " }));
    }
    assert.deepEqual(
      requests.map(({ body }) => body.generationConfig),
      [
        { maxOutputTokens: 9_192 },
        { maxOutputTokens: 1_000, thinkingConfig: { thinkingBudget: 0 } },
        { maxOutputTokens: 1_500, thinkingConfig: { thinkingBudget: 500, includeThoughts: true } },
        { maxOutputTokens: 9_192, thinkingConfig: { thinkingBudget: -1 } },
        { maxOutputTokens: 3_000, thinkingConfig: { thinkingLevel: "low" } },
        { maxOutputTokens: 6_000 },
      ],
    );
    assert.equal("systemInstruction" in requests[0].body, false);
  }));

test("a lone surrogate does not reach the provider", () =>
  answering(candidate([text("x")]), async ({ url, requests }) => {
    await ask({ baseURL: url }, request({ system: "a\ud83d", prompt: "\udc00b 🌍" }));
    assert.equal(requests[0].body.systemInstruction.parts[0].text, "a\ufffd");
    assert.equal(requests[0].body.contents[0].parts[0].text, "\ufffdb 🌍");
  }));

for (const [name, body, expected] of [
  [
    "thoughts and what is no text are left out",
    candidate([thought, text("sum"), null, { executableCode: { code: "1" } }, text("mary")]),
    { text: "summary", stopReason: "stop" },
  ],
  ["cut off", candidate([text("half")], "MAX_TOKENS"), { text: "half", stopReason: "length" }],
  ["no finish reason", candidate([text("summary")], undefined), { text: "summary", stopReason: "stop" }],
  ["thoughts alone, which is for the core to refuse", candidate([thought]), { text: "", stopReason: "stop" }],
  ["a candidate without content, too", { candidates: [{ finishReason: "STOP" }] }, { text: "", stopReason: "stop" }],
  [
    "a text beside a call",
    candidate([text("summary"), { functionCall: { name: "f", args: {} } }]),
    { text: "summary", stopReason: "stop" },
  ],
]) {
  test(`an answer is read: ${name}`, () => answering(body, async ({ url }) => assert.deepEqual(await ask({ baseURL: url }), expected)));
}

const finished = (finishReason, more) => ({ candidates: [{ content: { parts: [text("ha")] }, finishReason, ...more }] });
for (const [name, body, code, details] of [
  ...["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"].map((reason) => [
    `stopped for ${reason}`,
    finished(reason),
    "summarizer-refused",
    { reason, message: "ha" },
  ]),
  [
    "stopped, and why",
    finished("SAFETY", { finishMessage: "It may harm." }),
    "summarizer-refused",
    { reason: "SAFETY", message: "It may harm." },
  ],
  [
    "a prompt that is blocked",
    { promptFeedback: { blockReason: "PROHIBITED_CONTENT", blockReasonMessage: "No." }, usageMetadata: metadata },
    "summarizer-refused",
    { reason: "PROHIBITED_CONTENT", message: "No." },
  ],
  ["a tool call", candidate([{ functionCall: { name: "f", args: {} } }]), "summarizer-refused", { reason: "tool call instead of text" }],
  ...["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"].map((reason) => [
    `a failed tool call, ${reason}`,
    { candidates: [{ finishReason: reason }] },
    "summarizer-refused",
    { reason: "tool call instead of text" },
  ]),
  ["cut off while thinking", candidate([thought], "MAX_TOKENS"), "summarizer-invalid-reply", { reason: "no-text" }],
  ["cut off without content", { candidates: [{ finishReason: "MAX_TOKENS" }] }, "summarizer-invalid-reply", { reason: "no-text" }],
  ["an unknown end", finished("OTHER"), "summarizer-http", { code: "OTHER" }],
  ["a response it could not form", finished("MALFORMED_RESPONSE"), "summarizer-http", { code: "MALFORMED_RESPONSE" }],
  [
    "an error with status 200",
    { error: { code: 400, message: "bad", status: "INVALID_ARGUMENT" } },
    "summarizer-http",
    { status: 400, message: "bad", type: "INVALID_ARGUMENT" },
  ],
  ["no candidates", { candidates: [] }, "summarizer-invalid-reply", { reason: "no-candidates" }],
  ["something else", { hello: "world" }, "summarizer-invalid-reply", { reason: "no-candidates" }],
]) {
  test(`an answer is refused: ${name}`, () =>
    answering(body, async ({ url }) => {
      const error = await caught(ask({ baseURL: url }));
      assert.equal(error.code, code);
      assert.equal(error.retryable, false);
      for (const [field, value] of Object.entries(details)) assert.deepEqual(error.details[field], value);
    }));
}

for (const [name, given, expected] of [
  [
    "cached tokens are part of the prompt, thinking is output",
    { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount: 20, thoughtsTokenCount: 30, totalTokenCount: 150 },
    { input: 40, output: 50, cacheRead: 60, totalTokens: 150 },
  ],
  ["no total", { promptTokenCount: 10, candidatesTokenCount: 2 }, { input: 10, output: 2, cacheRead: 0, totalTokens: 12 }],
  ["nonsense", { promptTokenCount: "many", candidatesTokenCount: null }, undefined],
]) {
  test(`usage is put into our terms: ${name}`, () =>
    answering(candidate([text("x")], "STOP", given), async ({ url }) => {
      assert.deepEqual((await ask({ baseURL: url })).usage, expected && { cacheWrite: 0, ...expected });
    }));
}

const beginning = [
  candidate([thought], null, { promptTokenCount: 10, thoughtsTokenCount: 7, totalTokenCount: 17 }),
  candidate([text("Grüße")], null),
  { usageMetadata: { promptTokenCount: 10, totalTokenCount: 18 } },
];
const ending = (finishReason = "STOP") => [
  candidate([text(" 🌍")], null),
  candidate([text("")], finishReason, { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 7, totalTokenCount: 22 }),
];

for (const [size, lineEnd] of [
  [1, "\n"],
  [1, "\r\n"],
  [1e6, "\r\n"],
]) {
  test(`a stream is read in pieces of ${size} with ${JSON.stringify(lineEnd)}`, () =>
    streaming(
      data([...beginning, ...ending()], lineEnd),
      async ({ url }) => {
        const seen = [];
        const answer = await ask({ baseURL: url, stream: true }, request(), { onProgress: ({ chars }) => seen.push(chars) });
        assert.deepEqual(answer, {
          text: "Grüße 🌍",
          stopReason: "stop",
          usage: { input: 10, output: 12, cacheRead: 0, cacheWrite: 0, totalTokens: 22 },
        });
        assert.deepEqual(seen, [5, 8]);
      },
      { size },
    ));
}

test("a stream ends as its finish reason says", async () => {
  await streaming(data([...beginning, ...ending("MAX_TOKENS")]), async ({ url }) => {
    assert.equal((await ask({ baseURL: url, stream: true })).stopReason, "length");
  });
  await streaming(data([...beginning, ...ending("SAFETY")]), async ({ url }) => {
    const error = await caught(ask({ baseURL: url, stream: true }));
    assert.deepEqual([error.code, error.details.message], ["summarizer-refused", "Grüße 🌍"]);
  });
  await streaming(data([{ promptFeedback: { blockReason: "SAFETY" } }]), async ({ url }) => {
    assert.equal((await caught(ask({ baseURL: url, stream: true }))).code, "summarizer-refused");
  });
  await streaming(data([beginning[0], candidate([text("")], "MAX_TOKENS")]), async ({ url }) => {
    assert.equal((await caught(ask({ baseURL: url, stream: true }))).details.reason, "no-text");
  });
});

test("a stream that breaks off is no summary, at whichever byte", async () => {
  const whole = data([...beginning, ...ending()]);
  const finish = whole.indexOf('"finishReason"');
  for (let end = 0; end < finish; end += 13) {
    await streaming(whole.slice(0, end), async ({ url }) => {
      const error = await caught(ask({ baseURL: url, stream: true }));
      assert.deepEqual([error.code, error.details.reason, error.retryable], ["summarizer-http", "truncated", true], `cut at ${end}`);
    });
  }
});

test("an error in the middle of a stream ends it, and overload may pass", () =>
  streaming(data([...beginning, { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }]), async ({ url }) => {
    const error = await caught(ask({ baseURL: url, stream: true }));
    assert.deepEqual([error.code, error.details.status, error.details.type], ["summarizer-http", 503, "UNAVAILABLE"]);
    assert.equal(error.retryable, true);
  }));

test("a server that does not stream is understood all the same", () =>
  answering(candidate([text("summary")], "STOP", metadata), async ({ url }) => {
    assert.deepEqual(await ask({ baseURL: url, stream: true }), { text: "summary", stopReason: "stop", usage });
  }));

test("options that cannot work are named when the summarizer is made", () => {
  for (const [options, words] of [
    [{ model: "" }, /^model must be/],
    [{ baseURL: "generativelanguage.googleapis.com" }, /^baseURL must be/],
    [{ version: "" }, /^version must be/],
    [{ extraBody: { generationConfig: "x" } }, /^generationConfig in extraBody must be/],
    [{ thinking: { thinkingBudget: 0.5 } }, /^reasoningTokens must be/],
  ]) {
    assert.throws(() => gemini({ model: "m", ...options }), { code: "invalid-option", message: words });
  }
});

test("the summarizer's name says whom it asks", () => assert.equal(gemini({ model: "gemini-x" }).name, "gemini(gemini-x)"));
