/** What a summarizer may return, and how it may misbehave. */

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { EpitomeError } from "../../pkg/dist/errors.js";
// Counts in the names of others are read by the core.
import "../../pkg/dist/index.js";
import { callSummarizer } from "../../pkg/dist/summarizers/call.js";
import { request } from "./support/provider-server.mjs";

const call = (summarizer, options) => callSummarizer(summarizer, request(), options);
const caught = (promise) =>
  promise.then(
    (value) => assert.fail(`it gave ${JSON.stringify(value)}`),
    (error) => error,
  );
async function* generator(...pieces) {
  yield* pieces;
}
const streamOf = (...pieces) => ReadableStream.from(pieces);
const tick = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));

const bytes = new TextEncoder().encode("Grüße, 世界 🌍");
const oneByOne = [...bytes].map((byte) => Uint8Array.of(byte));

for (const [name, returned, text] of [
  ["a text", () => "summary", "summary"],
  ["a reply", () => ({ text: "summary" }), "summary"],
  ["a promise of a text", async () => "summary", "summary"],
  ["a promise of a reply", async () => ({ text: "summary", stopReason: "stop" }), "summary"],
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  ["a thenable", () => ({ then: (resolve) => setTimeout(resolve, 1, "summary") }), "summary"],
  ["an async generator", () => generator("sum", "", "mary"), "summary"],
  ["a promise of an async generator", async () => generator("sum", "mary"), "summary"],
  ["a stream of texts", () => streamOf("sum", "mary"), "summary"],
  ["a stream of bytes cut inside characters", () => streamOf(...oneByOne), "Grüße, 世界 🌍"],
  ["an empty stream", () => generator(), ""],
  ["a blank text, which is for the core to refuse", () => " \n", " \n"],
]) {
  test(`${name} is understood`, async () => {
    assert.deepEqual(await call(returned), { text, stopReason: "stop" });
  });
}

test("the summarizer gets the request itself and a signal", async () => {
  const given = request();
  const seen = [];
  const noting = (...args) => {
    seen.push(...args);
    return "summary";
  };
  await callSummarizer(noting, given);
  assert.equal(seen[0], given);
  assert.ok(seen[1].signal instanceof AbortSignal);
  assert.equal(seen[1].signal.aborted, false);
});

test("usage, short summary and the end of a reply come along, also from the return value of a generator", async () => {
  const usage = { input: 7, output: 3, cacheRead: 1, cacheWrite: 2, totalTokens: 13 };
  const rest = { stopReason: "length", usage, shortSummary: "s" };
  assert.deepEqual(await call(() => ({ text: "summary", ...rest })), { text: "summary", ...rest });
  async function* answer() {
    yield "summary";
    return rest;
  }
  assert.deepEqual(await call(answer), { text: "summary", ...rest });
});

test("counts that are none are dropped from usage, not the summary", async () => {
  const answer = await call(() => ({ text: "x", usage: { input: Number.NaN, output: 4, cacheRead: -1, cost: { total: 1 } } }));
  assert.deepEqual(answer.usage, { input: 0, output: 4, cacheRead: 0, cacheWrite: 0, totalTokens: 0 });
  assert.equal("usage" in (await call(() => ({ text: "x", usage: "many" }))), false);
});

for (const [name, more] of [
  ["the AI SDK's", { finishReason: "length" }],
  ["OpenAI's", { finish_reason: "length" }],
  ["Anthropic's", { stop_reason: "max_tokens" }],
  ["Gemini's", { candidates: [{ finishReason: "MAX_TOKENS" }] }],
  ["OpenAI's responses'", { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }],
  ["LangChain's", { response_metadata: { finish_reason: "length" } }],
]) {
  test(`a reply that was cut off is known in ${name} words, whole and as the end of a stream`, async () => {
    assert.deepEqual(await call(() => ({ text: "half", ...more })), { text: "half", stopReason: "length" });
    async function* answer() {
      yield "half";
      return more;
    }
    assert.deepEqual(await call(answer), { text: "half", stopReason: "length" });
    // What the host says itself counts before.
    assert.equal((await call(() => ({ text: "all", stopReason: "stop", ...more }))).stopReason, "stop");
  });
}

test("a reply that a filter ended, or an error, is no summary, in whoever's words", async () => {
  for (const [more, code] of [
    [{ finishReason: "content-filter" }, "summarizer-refused"],
    [{ finish_reason: "content_filter" }, "summarizer-refused"],
    [{ stop_reason: "refusal" }, "summarizer-refused"],
    [{ candidates: [{ finishReason: "PROHIBITED_CONTENT" }] }, "summarizer-refused"],
    [{ finishReason: "error" }, "summarizer-failed"],
  ]) {
    const error = await caught(call(() => ({ text: "half", ...more })));
    assert.deepEqual([error.code, error.retryable], [code, false], JSON.stringify(more));
  }
  for (const finishReason of ["other", "unknown", "interrupted"]) {
    const error = await caught(call(() => ({ text: "half", finishReason })));
    assert.deepEqual([error.code, error.retryable], ["summarizer-failed", true]);
    assert.equal((await call(() => ({ text: "all", finishReason, rawFinishReason: "eos" }))).stopReason, "stop");
  }
  for (const finishReason of ["stop", "end_turn", "tool-calls", 7, null]) {
    assert.deepEqual(await call(() => ({ text: "all", finishReason })), { text: "all", stopReason: "stop" }, `${finishReason}`);
  }
});

for (const [name, usage] of [
  ["the AI SDK's", { usage: { inputTokens: 5, outputTokens: 3, totalTokens: 8 } }],
  ["OpenAI's", { usage: { prompt_tokens: 5, completion_tokens: 3 } }],
  ["LangChain's", { usage_metadata: { input_tokens: 5, output_tokens: 3, total_tokens: 8 } }],
  ["Gemini's", { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1, thoughtsTokenCount: 2 } }],
]) {
  test(`what a call cost is known in ${name} words`, async () => {
    const expected = { input: 5, output: 3, cacheRead: 0, cacheWrite: 0, totalTokens: 8 };
    assert.deepEqual((await call(() => ({ text: "x", ...usage }))).usage, expected);
  });
}

for (const [value, words] of [
  [7, /returned the number 7\.$/],
  [undefined, /returned undefined\.$/],
  [null, /returned null\.$/],
  [true, /returned the boolean true\.$/],
  [["summary"], /returned an array\.$/],
  [{}, /returned an empty object\.$/],
  [{ summary: "summary", role: "x" }, /returned an object with summary, role\.$/],
  [() => "summary", /returned a function\.$/],
  [new Map(), /returned a Map\.$/],
  [{ text: null }, /`text`, but it was null\.$/],
  [{ text: ["summary"] }, /`text`, but it was an array\.$/],
  [{ text: "summary", stopReason: "lenght" }, /but it was "lenght"\.$/],
  [generator("sum", 8), /piece 2 was the number 8\.$/],
  [streamOf({ delta: "x" }), /piece 1 was an object with delta\.$/],
]) {
  test(`an answer of a wrong shape is named: ${words.source}`, async () => {
    for (const summarizer of [() => value, async () => value].slice(0, value?.getReader || value?.next ? 1 : 2)) {
      const error = await caught(call(summarizer));
      assert.equal(error.code, "summarizer-invalid-reply");
      assert.equal(error.retryable, false);
      assert.match(error.message, words);
    }
  });
}

test("what the summarizer throws is kept as the cause, whenever it throws", async () => {
  const cause = new Error("nope");
  const throwing = {
    sync: () => {
      throw cause;
    },
    rejecting: async () => {
      throw cause;
    },
    "in a stream": async function* () {
      yield "sum";
      throw cause;
    },
    "in a readable stream": () => new ReadableStream({ pull: () => Promise.reject(cause) }),
    "in a getter": () => ({
      get text() {
        throw cause;
      },
    }),
  };
  for (const [name, summarizer] of Object.entries(throwing)) {
    const error = await caught(call(summarizer));
    assert.equal(error.code, "summarizer-failed", name);
    assert.equal(error.cause, cause, name);
    assert.match(error.message, /^The summarizer failed: nope\.$/, name);
  }
});

test("a rejection without an error is an error all the same", async () => {
  const error = await caught(call(() => Promise.reject(undefined)));
  assert.equal(error.code, "summarizer-failed");
  assert.match(error.message, /failed without an error/);
  assert.match((await caught(call(() => Promise.reject(4)))).message, /failed with the number 4/);
});

test("an error that cannot be looked at is kept as it is", async () => {
  const cause = new Proxy(new Error("no"), {
    get() {
      throw new TypeError("not for you");
    },
  });
  const error = await caught(call(() => Promise.reject(cause)));
  assert.equal(error.code, "summarizer-failed");
  assert.equal(error.cause, cause);
});

test("a typed error passes unchanged", async () => {
  const error = new EpitomeError("summarizer-http", "No.", { retryable: true });
  assert.equal(await caught(call(() => Promise.reject(error))), error);
});

test("a reported error becomes a failure with the reported error as its cause", async () => {
  const cause = new EpitomeError("summarizer-http", "Overloaded.", { retryable: true, details: { status: 529 } });
  const error = await caught(call(() => ({ text: "partial", stopReason: "error", error: cause })));
  assert.equal(error.code, "summarizer-failed");
  assert.equal(error.cause, cause);
  assert.equal(error.retryable, true);
  assert.equal(error.details.status, 529);
  const aborted = await caught(call(() => ({ text: "partial", stopReason: "aborted", error: cause })));
  assert.equal(aborted.code, "summarizer-aborted");
  assert.equal(aborted.cause, cause);
});

for (const [cause, retryable, details = {}] of [
  [Object.assign(new Error("x"), { status: 500 }), true, { status: 500 }],
  [Object.assign(new Error("x"), { statusCode: 429, responseHeaders: { "retry-after": "2" } }), true, { status: 429, retryAfterMs: 2000 }],
  [Object.assign(new Error("rate limit"), { status: 429, code: "insufficient_quota" }), false, { status: 429 }],
  [Object.assign(new Error("timeout in the prompt"), { status: 400 }), false, { status: 400 }],
  [Object.assign(new Error("x"), { isRetryable: true, statusCode: 400 }), true, { status: 400 }],
  [Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }), true],
  [Object.assign(new Error("x"), { code: "ENOTFOUND" }), true],
  [new DOMException("The operation was aborted due to timeout", "TimeoutError"), true],
  [new Error("503 overloaded"), true],
  [new Error("no such model"), false],
  ["socket hang up", true],
  [
    Object.assign(new Error("x"), { status: 400, error: { error: { type: "x", code: "context_length_exceeded" } } }),
    false,
    { status: 400, overflow: true },
  ],
  [new Error("prompt is too long: 210000 tokens > 200000 maximum"), false, { overflow: true, observed: 210_000, maximum: 200_000 }],
  [new Error('{"error":{"code":429,"details":[{"retryDelay":"34s"}]}}'), true, { status: 429, retryAfterMs: 34_000 }],
  [new Error("429: Rate limit reached. Please try again in 1.5s."), true, { retryAfterMs: 1_500 }],
  [
    Object.assign(new Error("Failed after 2 tries."), {
      lastError: Object.assign(new Error("x"), { statusCode: 429, responseHeaders: { "retry-after": "2" } }),
    }),
    true,
    { status: 429, retryAfterMs: 2_000 },
  ],
]) {
  test(`what a foreign error says of itself is understood: ${JSON.stringify({ text: String(cause), ...cause }).slice(0, 100)}`, async () => {
    const error = await caught(call(() => Promise.reject(cause)));
    assert.equal(error.retryable, retryable);
    assert.deepEqual(error.details, details);
  });
}

test("keys in a foreign error's text do not come into ours", async () => {
  const error = await caught(call(() => Promise.reject(new Error("Incorrect API key sk-proj-abcdef123456 for Bearer abcdef"))));
  assert.doesNotMatch(error.message, /abcdef/);
});

test("a summarizer that hangs is given up in time, told so, and its late failure goes unnoticed", async () => {
  let fail;
  let signal;
  const hanging = (_, o) => {
    signal = o.signal;
    return new Promise((_, reject) => (fail = reject));
  };
  const error = await caught(call(hanging, { timeoutMs: 20 }));
  assert.equal(error.code, "summarizer-timeout");
  assert.equal(error.retryable, true);
  assert.equal(signal.aborted, true);
  assert.equal(signal.reason, error);
  fail(new Error("late"));
  await tick();
});

test("a thenable that hands on another one that hangs is given up in time", async () => {
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  const nested = () => ({ then: (resolve) => resolve(new Promise(() => {})) });
  assert.equal((await caught(call(nested, { timeoutMs: 20 }))).code, "summarizer-timeout");
});

test("streams that hang are given up in time and cancelled", async () => {
  const ended = [];
  const ending = (how) => () => {
    ended.push(how);
    return new Promise(() => {});
  };
  const iterator = { next: () => new Promise(() => {}), return: ending("return") };
  const summarizers = [
    () => ({ [Symbol.asyncIterator]: () => iterator }),
    () => new ReadableStream({ start: (controller) => controller.enqueue("sum"), cancel: ending("cancel") }),
  ];
  for (const summarizer of summarizers) assert.equal((await caught(call(summarizer, { timeoutMs: 20 }))).code, "summarizer-timeout");
  assert.deepEqual(ended, ["return", "cancel"]);
});

test("an endless stream is cut at the limit, cancelled, and never inside a character", async () => {
  let ended = false;
  let signal;
  async function* endless(_, o) {
    signal = o.signal;
    try {
      for (;;) yield "ab🌍";
    } finally {
      ended = true;
    }
  }
  // The limit falls between the halves of the third globe.
  assert.deepEqual(await call(endless, { maxChars: 11 }), { text: "ab🌍ab🌍ab", stopReason: "length" });
  await tick();
  assert.equal(ended, true);
  assert.equal(signal.aborted, true);
  assert.deepEqual(await call(() => "x".repeat(12), { maxChars: 11 }), { text: "x".repeat(11), stopReason: "length" });
  assert.deepEqual(await call(() => "x".repeat(11), { maxChars: 11 }), { text: "x".repeat(11), stopReason: "stop" });
});

test("the limit follows from the tokens asked for", async () => {
  const long = (tokens) => callSummarizer(() => "x".repeat(70_000), request({ maxTokens: tokens }));
  assert.equal((await long(100)).text.length, 65_536);
  assert.equal((await long(4_375)).stopReason, "stop");
});

test("a stream of nothing that never waits neither starves the program nor lives for ever", async () => {
  async function* nothing() {
    for (;;) yield "";
  }
  assert.equal((await caught(call(nothing, { timeoutMs: 50 }))).code, "summarizer-timeout");
  const controller = new AbortController();
  const reason = new Error("enough");
  setTimeout(() => controller.abort(reason), 20);
  assert.equal(await caught(call(nothing, { signal: controller.signal, timeoutMs: 5_000 })), reason);
});

test("an abort rejects with the signal's own reason, also when the summarizer does not listen", async () => {
  const listens = (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("its own"))));
  for (const summarizer of [() => new Promise(() => {}), listens, () => generator(new Promise(() => {}))]) {
    const controller = new AbortController();
    const reason = { why: "the user pressed escape" };
    const running = caught(call(summarizer, { signal: controller.signal }));
    await tick();
    controller.abort(reason);
    assert.equal(await running, reason);
  }
});

test("after an abort nobody is asked", async () => {
  let asked = false;
  const reason = new Error("before");
  assert.equal(await caught(call(() => (asked = true), { signal: AbortSignal.abort(reason) })), reason);
  assert.equal(asked, false);
});

test("no listener and no timer is left behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const { signal } = new AbortController();
  const before = timers();
  await call(() => "summary", { signal });
  await call(() => generator("a", "b"), { signal });
  await caught(call(() => 7, { signal }));
  await caught(call(() => Promise.reject(new Error("no")), { signal }));
  await caught(call(() => new Promise(() => {}), { signal, timeoutMs: 5 }));
  assert.equal(getEventListeners(signal, "abort").length, 0);
  assert.equal(timers(), before);
});

test("progress is told piece by piece, and its listener may throw", async () => {
  const seen = [];
  const onProgress = ({ chars }) => {
    seen.push(chars);
    throw new Error("a broken progress bar");
  };
  assert.equal((await call(() => generator("sum", "", "mary"), { onProgress })).text, "summary");
  assert.deepEqual(seen, [3, 7]);
});

test("limits that are none are named", async () => {
  for (const timeoutMs of [0, -1, Number.NaN, "1000"]) {
    assert.equal((await caught(call(() => "x", { timeoutMs }))).code, "invalid-option");
  }
  for (const maxChars of [0, -1, Number.NaN]) assert.equal((await caught(call(() => "x", { maxChars }))).code, "invalid-option");
  assert.equal((await call(() => "x", { timeoutMs: Number.POSITIVE_INFINITY })).text, "x");
  assert.equal((await call(() => tick(5).then(() => "x"), { timeoutMs: 2 ** 40 })).text, "x");
});

test("a client's own reply is read where that client has the text, and how it ended", async () => {
  const thinking = { type: "thinking", thinking: "hm" };
  for (const [reply, stopReason] of [
    [{ choices: [{ message: { role: "assistant", content: "summary" }, finish_reason: "stop" }] }, "stop"],
    [{ choices: [{ message: { content: "summary" }, finish_reason: "length" }] }, "length"],
    [{ output_text: "summary", output: [], text: { format: { type: "text" } }, status: "completed" }, "stop"],
    [
      { role: "assistant", content: [thinking, { type: "text", text: "sum" }, { type: "text", text: "mary" }], stop_reason: "end_turn" },
      "stop",
    ],
    [{ content: [{ type: "text", text: "summary" }], stop_reason: "max_tokens" }, "length"],
    [{ candidates: [{ content: { parts: [{ text: "hm", thought: true }, { text: "summary" }] }, finishReason: "STOP" }] }, "stop"],
    [{ candidates: [{ content: { parts: [{ text: "summary" }] }, finishReason: "MAX_TOKENS" }] }, "length"],
    [{ content: "summary", response_metadata: { finish_reason: "stop" } }, "stop"],
    [{ model: "m", message: { role: "assistant", content: "summary" }, done: true }, "stop"],
    [{ text: "summary", stopReason: "end_turn" }, "stop"],
    [{ text: "summary", stopReason: "max_tokens" }, "length"],
  ]) {
    const { text, stopReason: ended } = await call(() => reply);
    assert.deepEqual([text, ended], ["summary", stopReason], JSON.stringify(reply));
  }
  assert.equal((await caught(call(() => ({ choices: [] })))).code, "summarizer-invalid-reply");
});
