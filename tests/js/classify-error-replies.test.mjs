/** `classifyError` on replies: errors that came as one, overflows that nobody reports, and answers that only speak of errors. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyError } from "../../pkg/dist/index.js";
import { of, overflow } from "./support/overflow-errors.mjs";

const ASSISTANT = { role: "assistant", provider: "p", model: "m", content: [{ type: "text", text: "Hello" }], stopReason: "stop" };
const SAID = "Prompt is too long";
const zero = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

test("a reply that is an error is one, marked as such or for nothing", () => {
  for (const [name, reply, expected = overflow()] of [
    ["pi", { ...ASSISTANT, stopReason: "error", errorMessage: "prompt is too long: 9 tokens > 8 maximum" }, overflow(9, 8)],
    ["pi without a message", { ...ASSISTANT, stopReason: "error", content: [{ type: "text", text: SAID }] }],
    ["marked", { role: "assistant", text: SAID, isApiErrorMessage: true, usage: { input: 0, output: 0 } }],
    ["marked, without usage", { role: "assistant", content: SAID, isApiErrorMessage: true }],
    [
      "a transcript's line",
      { type: "assistant", isApiErrorMessage: true, message: { role: "assistant", content: [{ type: "text", text: SAID }] } },
    ],
    [
      "a line with a code",
      { type: "assistant", error: "invalid_request", isApiErrorMessage: true, message: { role: "assistant", content: SAID } },
    ],
    ["synthetic", { role: "assistant", model: "<synthetic>", content: [{ type: "text", text: `API Error: 400 ${SAID}` }] }],
    ["for nothing", { ...ASSISTANT, content: [{ type: "text", text: SAID }], usage: zero }],
    [
      "a completion for nothing",
      {
        choices: [{ message: { role: "assistant", content: SAID }, finish_reason: "stop" }],
        usage: { prompt_tokens: 0, completion_tokens: 0 },
      },
    ],
  ]) {
    assert.deepEqual(classifyError(reply), expected, name);
  }
});

test("a reply that only speaks of errors is none", () => {
  const long = `Your log shows "prompt is too long: 213462 tokens > 200000 maximum" and a 429 rate limit; unauthorized. ${"So cut it. ".repeat(100)}`;
  const usage = { input: 500, output: 40, cacheRead: 0, cacheWrite: 0, totalTokens: 540 };
  for (const [name, reply] of [
    ["with usage", { ...ASSISTANT, content: [{ type: "text", text: long }], usage }],
    ["short, with usage", { ...ASSISTANT, content: [{ type: "text", text: SAID }], usage }],
    ["short, without usage", { role: "assistant", content: SAID }],
    ["long, for nothing", { ...ASSISTANT, content: long, usage: zero }],
    ["in passing, for nothing", { ...ASSISTANT, content: `I looked into it, and in the end the log said this: ${SAID}`, usage: zero }],
    ["broken off", { ...ASSISTANT, content: long, stopReason: "error" }],
    [
      "a completion",
      {
        object: "chat.completion",
        choices: [{ message: { role: "assistant", content: long }, finish_reason: "stop" }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      },
    ],
    [
      "a response",
      {
        object: "response",
        status: "completed",
        error: null,
        output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: long }] }],
      },
    ],
    [
      "Gemini's",
      {
        candidates: [{ content: { role: "model", parts: [{ text: long }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 5 },
      },
    ],
    ["the user's", { role: "user", content: SAID }],
    ["a tool's", { role: "toolResult", toolName: "bash", isError: true, content: [{ type: "text", text: SAID }] }],
    ["a tool's own record", { role: "toolResult", toolName: "bash", details: { error: SAID, status: 429 }, content: [] }],
    ["a speaker named so", { role: "user", name: "authentication", content: "hi" }],
  ]) {
    assert.deepEqual(classifyError(reply, { contextWindow: 200_000 }), of("other"), name);
  }
});

test("a stop reason can be the overflow", () => {
  const reason = "model_context_window_exceeded";
  for (const reply of [
    { type: "message", role: "assistant", content: [], stop_reason: reason, usage: { input_tokens: 5, output_tokens: 5 } },
    { choices: [{ message: { role: "assistant", content: "" }, finish_reason: reason }] },
    { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 5 } },
    { ...ASSISTANT, stopReason: reason },
    { finishReason: "other", rawFinishReason: reason },
    { content: "", response_metadata: { finish_reason: reason } },
  ]) {
    assert.deepEqual(classifyError(reply), overflow(), JSON.stringify(reply));
  }
});

test("a stream's event and a stream's text are read", () => {
  const failed = { code: "context_length_exceeded", message: "Your input exceeds the context window of this model." };
  const cases = [
    [{ type: "response.failed", response: { object: "response", status: "failed", error: failed, output: [], usage: null } }, overflow()],
    [{ type: "error", code: null, message: failed.message, param: null }, overflow()],
    [{ type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8 maximum" } }, overflow(9, 8)],
    [{ type: "error", error: { type: "rate_limit_error", message: "No." } }, of("rate-limit")],
    [{ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, of("other")],
    [{ type: "response.incomplete", response: { incomplete_details: { reason: "max_output_tokens" } } }, of("other")],
  ];
  for (const [event, expected] of cases) {
    assert.deepEqual(classifyError(event), expected, JSON.stringify(event));
    assert.deepEqual(classifyError(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`), expected);
  }
});

test("an overflow that nobody reports is seen in the usage, whatever its shape", () => {
  const contextWindow = 1_000;
  // Each counts 1,001 prompt tokens, and an answer.
  for (const usage of [
    { input: 1, output: 5, cacheRead: 990, cacheWrite: 10, totalTokens: 1_006 },
    { input_tokens: 1, cache_creation_input_tokens: 10, cache_read_input_tokens: 990, output_tokens: 5 },
    { inputTokens: 1, cacheReadInputTokens: 990, cacheWriteInputTokens: 10, outputTokens: 5 },
    { prompt_tokens: 1_001, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 990 } },
    { input_tokens: 1_001, output_tokens: 5, input_tokens_details: { cached_tokens: 990 } },
    { promptTokenCount: 1_001, cachedContentTokenCount: 990, candidatesTokenCount: 2, thoughtsTokenCount: 3 },
    { promptTokenCount: 901, toolUsePromptTokenCount: 100, candidatesTokenCount: 2 },
    { prompt_eval_count: 1_001, eval_count: 5 },
    { prompt_cache_hit_tokens: 990, prompt_cache_miss_tokens: 11, completion_tokens: 5 },
    { prompt_tokens: 1_001, prompt_cache_hit_tokens: 990, prompt_cache_miss_tokens: 11, completion_tokens: 5 },
    { prompt_tokens: 11, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 990 } },
    { inputTokens: 1_001, cachedInputTokens: 990, outputTokens: 5 },
    { inputTokens: { total: 1_001, noCache: 11, cacheRead: 990, cacheWrite: 0 }, outputTokens: { total: 5, text: 5 } },
    { input_tokens: 1_001, output_tokens: 5, total_tokens: 1_006, input_token_details: { cache_read: 990 } },
    { promptTokens: 1_001, completionTokens: 5, totalTokens: 1_006 },
  ]) {
    const name = JSON.stringify(usage);
    for (const reply of [
      { ...ASSISTANT, usage },
      { choices: [{ finish_reason: "stop" }], usage },
      { candidates: [{ finishReason: "STOP" }], usageMetadata: usage },
      { content: "", usage_metadata: usage },
      { type: "response.completed", response: { status: "completed", usage } },
      { type: "message_start", message: { role: "assistant", usage } },
      usage,
    ]) {
      assert.deepEqual(classifyError(reply, { contextWindow }), overflow(1_001), JSON.stringify(reply));
      assert.deepEqual(classifyError(reply, { contextWindow: 1_001 }), of("other"), name);
      assert.deepEqual(classifyError(reply), of("other"), name);
    }
  }
  for (const wrong of [0, -1, NaN, undefined, null, "1000"]) {
    assert.deepEqual(classifyError({ usage: { input: 5_000 } }, { contextWindow: wrong }), of("other"));
  }
});

test("a window that is full before the answer begins is an overflow", () => {
  const contextWindow = 1_000;
  const at = (prompt, output, stop) =>
    classifyError({ role: "assistant", stopReason: stop, usage: { input: prompt, output } }, { contextWindow });
  for (const stop of ["length", "max_tokens", "MAX_TOKENS"]) {
    assert.deepEqual(at(990, 0, stop), overflow(990));
    assert.deepEqual(at(989, 0, stop), of("other"));
    assert.deepEqual(at(990, 1, stop), of("other"));
  }
  assert.deepEqual(at(990, 0, "stop"), of("other"));
  const incomplete = {
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    usage: { input_tokens: 995, output_tokens: 0 },
  };
  assert.deepEqual(classifyError(incomplete, { contextWindow }), overflow(995));
});
