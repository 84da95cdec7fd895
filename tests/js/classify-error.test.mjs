/** `classifyError`: every provider's wording, what only looks like one, and every shape that they arrive in. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as core from "../../pkg/dist/core.entry.js";
import { classifyError } from "../../pkg/dist/index.js";
import { OTHERS } from "./support/other-errors.mjs";
import { OVERFLOWS, of, overflow } from "./support/overflow-errors.mjs";

/** The ways that the same failure arrives in. */
const SHAPES = {
  body: (status, body) =>
    typeof body === "string" ? `${status ?? ""} ${body}` : { ...body, ...(status && !("status" in body) && { status }) },
  "a body as text": (status, body) => `${status ? `${status} ` : ""}${typeof body === "string" ? body : JSON.stringify(body)}`,
  "status and body as text": (status, body) => ({ status, body: typeof body === "string" ? body : JSON.stringify(body) }),
  "an error with the body as its message": (status, body) =>
    new Error(`${status ?? ""} ${typeof body === "string" ? body : JSON.stringify(body)}`),
  "an SDK's error": (status, body) =>
    Object.assign(new Error("It failed"), { status, error: typeof body === "string" ? { message: body } : body }),
  "an SDK's error with the inner body": (status, body) =>
    Object.assign(new Error("It failed"), {
      status,
      ...(typeof body === "string"
        ? { error: body }
        : body.error && typeof body.error === "object"
          ? { ...body.error, error: body.error }
          : { error: body }),
    }),
  "an AI SDK error": (status, body) =>
    Object.assign(new Error("Bad Request"), {
      name: "AI_APICallError",
      statusCode: status,
      responseBody: typeof body === "string" ? body : JSON.stringify(body),
      requestBodyValues: {
        messages: [{ content: "What does 'prompt is too long: 9 tokens > 8 maximum' mean? 429 rate limit unauthorized" }],
      },
    }),
  "an AI SDK retry": (status, body) => {
    const lastError = SHAPES["an AI SDK error"](status, body);
    return Object.assign(new Error("Failed after 3 attempts."), {
      name: "AI_RetryError",
      reason: "maxRetriesExceeded",
      lastError,
      errors: [new Error("429"), lastError],
    });
  },
  axios: (status, body) =>
    Object.assign(new Error(`Request failed with status code ${status}`), {
      code: "ERR_BAD_REQUEST",
      config: { data: '{"messages":["prompt is too long","rate limit"]}' },
      response: { status, data: body, config: { data: "prompt is too long" } },
    }),
  "a cause": (status, body) => new Error("The agent stopped", { cause: SHAPES["an SDK's error"](status, body) }),
  "a cause of a cause": (status, body) =>
    new Error("x", { cause: new Error("y", { cause: SHAPES["status and body as text"](status, body) }) }),
  "the last of several": (status, body) => new AggregateError([new Error("first"), SHAPES["an SDK's error"](status, body)], "All failed"),
  "pi's message": (status, body) => ({
    role: "assistant",
    content: [],
    provider: "p",
    stopReason: "error",
    errorMessage: `${status ? `${status} ` : ""}${typeof body === "string" ? body : JSON.stringify(body)}`,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  }),
  "a frozen body in an array": (status, body) => Object.freeze([Object.freeze({ status, error: body })]),
};

for (const [shape, make] of Object.entries(SHAPES)) {
  test(`every provider's overflow is seen, with its counts, in ${shape}`, () => {
    for (const [name, status, body, expected] of OVERFLOWS) {
      const given = make(status, body);
      assert.deepEqual(classifyError(given), expected, `${name}: ${JSON.stringify(given)}`);
    }
  });

  test(`what only looks like an overflow is told apart in ${shape}`, () => {
    for (const [name, status, body, kind] of OTHERS) {
      // Where no status is given it is no part of the test that there is none.
      const given = make(status, body);
      assert.deepEqual(classifyError(given), of(kind), `${name}: ${JSON.stringify(given)}`);
    }
  });
}

test("Cerebras says nothing at all, and only Cerebras", () => {
  const empty = (status, more) => Object.assign(new Error(`${status} status code (no body)`), { status, error: undefined, ...more });
  for (const status of [400, 413]) {
    assert.equal(classifyError(empty(status), { provider: "cerebras" }).kind, "overflow");
    assert.equal(classifyError({ status }, { provider: "cerebras" }).kind, "overflow");
    assert.equal(
      classifyError({ statusCode: status, url: "https://api.cerebras.ai/v1/chat/completions", responseBody: "" }).kind,
      "overflow",
    );
    const errorMessage = `${status} status code (no body)`;
    assert.equal(
      classifyError({ role: "assistant", provider: "cerebras", stopReason: "error", errorMessage, content: [] }).kind,
      "overflow",
    );
    assert.equal(
      classifyError({ role: "assistant", provider: "openai", stopReason: "error", errorMessage, content: [] }).kind,
      status === 400 ? "other" : "payload-too-large",
    );
  }
  assert.equal(classifyError(empty(500), { provider: "cerebras" }).kind, "other");
  assert.equal(classifyError(empty(429), { provider: "cerebras" }).kind, "rate-limit");
  assert.equal(classifyError(Object.assign(new Error("No such model"), { status: 400 }), { provider: "cerebras" }).kind, "other");
});

test("of a Response its status counts, and its body where it is given", async () => {
  const body = JSON.stringify({ error: { message: "prompt is too long: 9 tokens > 8 maximum" } });
  const kinds = { 400: "other", 401: "auth", 403: "auth", 413: "payload-too-large", 429: "rate-limit", 500: "other" };
  for (const [status, kind] of Object.entries(kinds)) {
    const response = new Response(body, { status: Number(status) });
    assert.deepEqual(classifyError(response), of(kind));
    assert.equal(response.bodyUsed, false);
    if (status === "400") assert.deepEqual(classifyError({ status: response.status, body: await response.text() }), overflow(9, 8));
  }
});

test("what stands around JSON is read, and another language's notation of it", () => {
  assert.deepEqual(classifyError('Call {"id":7} failed: prompt is too long: 9 tokens > 8 maximum'), overflow(9, 8));
  const message = "This model's maximum context length is 8 tokens. However, your messages resulted in 9 tokens.";
  const python = (code) => `Error code: 400 - {'error': {'message': "${message}", 'type': None, 'code': '${code}'}}`;
  assert.deepEqual(classifyError(python("context_length_exceeded")), overflow(9, 8));
  assert.deepEqual(classifyError(python("rate_limit_exceeded")), of("rate-limit"));
});

test("an error of the AWS SDK is named, and its status is beside", () => {
  const aws = (name, httpStatusCode, message) =>
    Object.assign(new Error(message), { name, $fault: "client", $metadata: { httpStatusCode, requestId: "r", attempts: 1 } });
  for (const [error, expected] of [
    [aws("ValidationException", 400, "Input is too long for requested model."), overflow()],
    [aws("ValidationException", 400, "The model returned the following errors: prompt is too long: 9 tokens > 8 maximum"), overflow(9, 8)],
    [aws("ValidationException", 400, "The maximum tokens you requested exceeds the model limit of 32768"), of("other")],
    [aws("ThrottlingException", 429, "Too many tokens, please wait before trying again."), of("rate-limit")],
    [aws("ThrottlingException", undefined, "Your request was throttled: maximum context length"), of("rate-limit")],
    [aws("ServiceQuotaExceededException", 400, "No."), of("rate-limit")],
    [aws("AccessDeniedException", 403, "You don't have access to the model with the specified model ID."), of("auth")],
    [aws("ExpiredTokenException", undefined, "The security token included in the request is expired"), of("auth")],
    [aws("CredentialsProviderError", undefined, "Could not load credentials from any providers"), of("auth")],
    [aws("ModelStreamErrorException", 424, "The stream broke."), of("other")],
    [aws("ServiceUnavailableException", 503, "Service unavailable: too many tokens"), of("other")],
  ]) {
    assert.deepEqual(classifyError(error), expected, `${error.name}: ${error.message}`);
  }
});

test("typed facts of an inner failure count before the prose of an outer one", () => {
  const cause = Object.assign(new Error("No."), { status: 429 });
  assert.equal(classifyError(new Error("It failed: prompt is too long", { cause })).kind, "rate-limit");
  const code = Object.assign(new Error("No."), { code: "context_length_exceeded" });
  assert.equal(classifyError(new Error("Rate limit, perhaps", { cause: code })).kind, "overflow");
  assert.equal(classifyError(Object.assign(new Error("413"), { status: 413, cause: new Error("Prompt is too long") })).kind, "overflow");
});

test("counts have separators or none, and what is no count of tokens is none", () => {
  for (const [written, count] of [
    ["200000", 200_000],
    ["200,000", 200_000],
    ["1,048,576", 1_048_576],
    ["200.000", 200_000],
    ["200_000", 200_000],
    ["200 000", 200_000],
    ["200\u00a0000", 200_000],
    ["200\u202f000", 200_000],
    ["1'048'576", 1_048_576],
    ["0", undefined],
    ["128k", undefined],
    ["1.5", undefined],
    ["128 K", undefined],
    ["1M", undefined],
    ["99999999999999999999", undefined],
  ]) {
    assert.deepEqual(classifyError(`This model's maximum context length is ${written} tokens.`), overflow(0, count), written);
    assert.deepEqual(classifyError(`prompt is too long: ${written} tokens > ${written} maximum`), overflow(count, count), written);
  }
  for (const n_ctx of [NaN, -1, 0, 1.5, "8", Infinity, null]) {
    assert.deepEqual(classifyError({ type: "exceed_context_size_error", n_ctx, n_prompt_tokens: n_ctx }), overflow());
  }
});

test("both entries have it", () => assert.equal(core.classifyError, classifyError));
