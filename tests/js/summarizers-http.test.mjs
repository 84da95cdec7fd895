/** What all summarizers over HTTP share: failures, time limits, aborts and secrets. And the two that share little else. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { classifyError } from "../../pkg/dist/index.js";
import { anthropic } from "../../pkg/dist/summarizers/anthropic.js";
import { callSummarizer } from "../../pkg/dist/summarizers/call.js";
import { endpoint } from "../../pkg/dist/summarizers/endpoint.js";
import { extractive } from "../../pkg/dist/summarizers/extractive.js";
import { gemini } from "../../pkg/dist/summarizers/gemini.js";
import { openai } from "../../pkg/dist/summarizers/openai.js";
import { EventDecoder } from "../../pkg/dist/summarizers/sse.js";
import { OTHERS } from "./support/other-errors.mjs";
import { OVERFLOWS } from "./support/overflow-errors.mjs";
import { json, request, withServer } from "./support/provider-server.mjs";

const KEY = "sk-secret-Zebra123456";
const makers = {
  openai: (url, options) => openai({ model: "m", apiKey: KEY, baseURL: url, ...options }),
  "openai stream": (url, options) => openai({ model: "m", apiKey: KEY, baseURL: url, stream: true, ...options }),
  anthropic: (url, options) => anthropic({ model: "m", apiKey: KEY, baseURL: url, ...options }),
  "anthropic stream": (url, options) => anthropic({ model: "m", apiKey: KEY, baseURL: url, stream: true, ...options }),
  gemini: (url, options) => gemini({ model: "m", apiKey: KEY, baseURL: url, ...options }),
  "gemini stream": (url, options) => gemini({ model: "m", apiKey: KEY, baseURL: url, stream: true, ...options }),
  endpoint: (url, { reasoningTokens: _, ...options } = {}) => endpoint({ url, headers: { authorization: `Bearer ${KEY}` }, ...options }),
};
const caught = (promise) =>
  promise.then(
    (value) => assert.fail(`it gave ${JSON.stringify(value)}`),
    (error) => error,
  );
const failure = (summarizer, o) => caught(callSummarizer(summarizer, request(), o));
const everywhere = (error) =>
  `${error.stack}\n${error.message}\n${JSON.stringify(error)}\n${inspect(error, { depth: 20, showHidden: true })}`;
/** The failure of one call to a server that answers like this. */
const failing = (make, answer, options) => withServer(answer, ({ url }) => failure(make(url, options)));

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: passing failures are retryable, others are not`, async () => {
    for (const status of [400, 402, 404, 408, 409, 413, 422, 425, 429, 500, 501, 502, 503, 504, 529]) {
      const error = await failing(make, (response) =>
        json(response, status, { error: { message: "It broke", type: "some_type", code: "some_code" } }, { "x-request-id": "req-1" }),
      );
      assert.equal(error.code, "summarizer-http");
      assert.equal(error.retryable, ![400, 402, 404, 413, 422, 501].includes(status), `status ${status}`);
      assert.equal(error.details.payloadTooLarge, status === 413 ? true : undefined);
      const { provider, url, payloadTooLarge, ...facts } = error.details;
      assert.deepEqual(facts, { status, code: "some_code", type: "some_type", message: "It broke", requestId: "req-1" });
      assert.match(error.message, new RegExp(`answered ${status}: It broke\\. [A-Z]`));
    }
  });

  test(`${name}: a key that is not accepted is an error of its own`, async () => {
    for (const status of [401, 403]) {
      const error = await failing(make, (response) => json(response, status, { error: { message: `Incorrect API key provided: ${KEY}` } }));
      assert.deepEqual([error.code, error.retryable, error.details.status], ["summarizer-auth", false, status]);
      assert.match(error.message, /Check the key/);
      assert.doesNotMatch(everywhere(error), /Zebra/);
    }
  });

  test(`${name}: an overflow is marked, whether by code or by text, and a rate limit is none`, async () => {
    const error = (body, status = 400) => failing(make, (response) => json(response, status, body), { reasoningTokens: 0 });
    for (const body of [
      { error: { code: "context_length_exceeded", message: "too much" } },
      { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } },
      { error: { message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens" } },
      { error: "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it" },
      [
        {
          error: {
            code: 400,
            message: "The input token count (9) exceeds the maximum number of tokens allowed (8)",
            status: "INVALID_ARGUMENT",
          },
        },
      ],
    ]) {
      const { code, retryable, details, message } = await error(body);
      assert.deepEqual([code, retryable, details.overflow], ["summarizer-http", false, true], JSON.stringify(body));
      const { observed, maximum } = classifyError({ status: 400, body });
      assert.deepEqual([details.observed, details.maximum], [observed, maximum], JSON.stringify(body));
      assert.match(message, /does not fit the model's context window/);
    }
    for (const [body, status] of [
      [{ error: { message: "Slow down: your maximum context length quota is used" } }, 429],
      [
        {
          error: {
            message: "Request too large on tokens per minute (TPM): Limit 6000, Requested 7000, please reduce the length of the messages",
          },
        },
        413,
      ],
      [{ error: { message: "the model does not exist" } }, 404],
    ]) {
      assert.equal((await error(body, status)).details.overflow, undefined, JSON.stringify(body));
    }
  });

  test(`${name}: every provider's answer is told apart as classifyError does`, async () => {
    for (const [title, status, body, kind] of [...OVERFLOWS, ...OTHERS]) {
      if (!(status >= 400)) continue;
      const { code, details } = await failing(make, (response) => json(response, status, body));
      const found = details.overflow
        ? "overflow"
        : details.payloadTooLarge
          ? "payload-too-large"
          : code === "summarizer-auth"
            ? "auth"
            : "";
      const expected = kind.kind ?? kind;
      assert.equal(found, ["rate-limit", "other"].includes(expected) ? "" : expected, title);
    }
  });

  test(`${name}: no credit is not retryable, although its status is a rate limit's`, async () => {
    const error = await failing(make, (response) =>
      json(response, 429, { error: { code: "insufficient_quota", message: "You exceeded your quota" } }),
    );
    assert.equal(error.retryable, false);
  });

  test(`${name}: the wait that the provider asks for is told in milliseconds`, async () => {
    const wait = async (headers) => (await failing(make, (response) => json(response, 429, {}, headers))).details.retryAfterMs;
    assert.equal(await wait({ "retry-after": "3" }), 3_000);
    assert.equal(await wait({ "retry-after": "3", "retry-after-ms": "1500" }), 1_500);
    assert.equal(await wait({ "retry-after": "soon" }), undefined);
    assert.equal(await wait({}), undefined);
    const told = async (body) => (await failing(make, (response) => json(response, 429, body))).details.retryAfterMs;
    const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" };
    assert.equal(await told({ error: { code: 429, message: "Quota exceeded.", status: "RESOURCE_EXHAUSTED", details: [info] } }), 34_000);
    assert.equal(await told({ error: { message: "Rate limit reached. Please try again in 1m2.5s. Visit us." } }), 62_500);
    assert.equal(await told({ error: { message: "Rate limit reached. Please try again in 20ms." } }), 20);
    assert.equal(await told({ error: { message: "Please retry in 17.25s." } }), 17_250);
    for (const message of ["try again in a moment", "retry after use", "retryDelay", "Please try again later 5s"]) {
      assert.equal(await told({ error: { message } }), undefined, message);
    }
    const date = await wait({ "retry-after": new Date(Date.now() + 60_000).toUTCString() });
    assert.ok(date > 50_000 && date <= 60_000, `${date}`);
    assert.equal(await wait({ "retry-after": new Date(0).toUTCString() }), 0);
  });

  test(`${name}: bodies of failures are bounded and cleaned`, async () => {
    const text = (status, body, type = "text/plain") =>
      failing(make, (response) => response.writeHead(status, { "content-type": type }).end(body));
    const long = await text(502, `<html>\n ${KEY} ${"x".repeat(200_000)}`, "text/html");
    assert.equal(long.details.message.length, 500);
    assert.match(long.details.message, /^<html> \[redacted\] x+…$/);
    assert.equal((await text(500, "")).details.message, undefined);
    // The key lies across the place where the text is cut.
    assert.doesNotMatch(everywhere(await text(500, `${"x".repeat(490)}${KEY}`)), /sk-secret/);
    assert.doesNotMatch(everywhere(await text(500, `${"x".repeat(65_530)}${KEY}`)), /sk-secret/);
    const named = await text(400, JSON.stringify({ error: { message: "m", code: KEY, type: `t ${KEY}` } }));
    assert.doesNotMatch(everywhere(named), /Zebra/);
  });

  test(`${name}: a body that hangs does not hide its status`, async () => {
    const error = await failing(make, (response) => void response.writeHead(500).write("It broke, "), { timeoutMs: 60_000 });
    assert.deepEqual([error.code, error.details.status, error.details.message], ["summarizer-http", 500, "It broke,"]);
  });

  test(`${name}: an answer that is no JSON object is an error that says what came`, async () => {
    const text = (body, type) => failing(make, (response) => response.writeHead(200, type ? { "content-type": type } : {}).end(body));
    const html = await text(`<html>Log in ${KEY}`, "text/html");
    assert.deepEqual([html.code, html.details.reason, html.retryable], ["summarizer-invalid-reply", "not-json", false]);
    assert.match(html.message, /text\/html/);
    assert.doesNotMatch(everywhere(html), /Zebra/);
    for (const body of ["7", "null", "[]", '"x"', "{"])
      assert.equal((await text(body, "application/json")).details.reason, "not-json", body);
    assert.equal((await text("", "application/json")).details.reason, "empty-body");
    assert.equal((await failing(make, (response) => response.writeHead(204).end())).details.reason, "empty-body");
  });

  test(`${name}: redirects are not followed`, async () => {
    for (const status of [301, 302, 307, 308]) {
      await withServer(
        (response, { url }) =>
          url.startsWith("/elsewhere") ? json(response, 200, {}) : response.writeHead(status, { location: "/elsewhere?key=Zebra" }).end(),
        async ({ url, requests }) => {
          const error = await failure(make(url));
          assert.deepEqual(
            [error.code, error.details.reason, error.details.status, error.retryable],
            ["summarizer-http", "redirect", status, false],
          );
          assert.match(error.message, /redirects to \/elsewhere\. /);
          assert.doesNotMatch(everywhere(error), /Zebra/);
          assert.equal(requests.length, 1);
        },
      );
    }
  });

  test(`${name}: a server that is not there is a network error with its cause`, async () => {
    const url = await withServer(
      () => {},
      ({ url }) => url,
    );
    const error = await failure(make(url));
    assert.deepEqual(
      [error.code, error.details.reason, error.details.networkCode, error.retryable],
      ["summarizer-http", "network", "ECONNREFUSED", true],
    );
    assert.ok(error.cause instanceof TypeError);
  });

  test(`${name}: the time limit holds, before the answer and in the middle of it`, async () => {
    const answers = [
      () => {},
      (response) => void response.writeHead(200, { "content-type": "application/json" }).write('{"a":'),
      (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(": nothing yet\n\n"),
    ];
    for (const answer of answers) {
      const error = await failing(make, answer, { timeoutMs: 60 });
      assert.deepEqual([error.code, error.retryable], ["summarizer-timeout", true]);
    }
    const deaf = await failure(make("http://127.0.0.1:1", { timeoutMs: 20, fetch: () => new Promise(() => {}) }));
    assert.equal(deaf.code, "summarizer-timeout");
  });

  test(`${name}: an abort ends the request with the signal's reason`, async () => {
    for (const answer of [() => {}, (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write("data: ")]) {
      let closed;
      const gone = new Promise((resolve) => (closed = resolve));
      const reason = new Error("escape");
      await withServer(
        (response) => {
          response.on("close", closed);
          return answer(response);
        },
        async ({ url, requests }) => {
          const controller = new AbortController();
          const running = failure(make(url), { signal: controller.signal });
          while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
          controller.abort(reason);
          assert.equal(await running, reason);
          await gone;
        },
      );
    }
  });

  test(`${name}: no key shows in the summarizer, nor in an error of fetch`, async () => {
    assert.doesNotMatch(inspect(make("http://127.0.0.1:1"), { depth: 20, showHidden: true }), /Zebra/);
    const plain = new TypeError("fetch failed");
    assert.equal((await failure(make("http://127.0.0.1:1", { fetch: () => Promise.reject(plain) }))).cause, plain);
    const leaking = [
      (_, { headers }) => Promise.reject(Object.assign(new Error("no"), { config: { headers: Object.fromEntries(headers) } })),
      (_, { headers }) => Promise.reject(Object.assign(new Error("no"), { request: { headers } })),
      (_, { headers }) => Promise.reject(new Error("no", { cause: new Error([...headers.values()].join()) })),
      (_, { headers }) => {
        throw new TypeError(`bad header ${[...headers.values()].join()}`);
      },
    ];
    for (const fetch of leaking) {
      const error = await failure(make("http://127.0.0.1:1", { fetch }));
      assert.equal(error.code, "summarizer-http");
      assert.ok(error.cause instanceof Error);
      assert.doesNotMatch(everywhere(error), /Zebra/);
    }
  });
}

test("secrets in the address do not show", async () => {
  const summarizer = (url) => endpoint({ url: `${url}/path?api_key=Zebra-1234&model=m` });
  const error = await withServer(
    (response) => json(response, 500, { message: "for api_key=Zebra-1234&model=m" }),
    ({ url }) => failure(summarizer(url)),
  );
  assert.match(error.details.url, /^http:\/\/127\.0\.0\.1:\d+\/path$/);
  assert.equal(error.details.message, "for api_key=[redacted]&model=m");
});

test("a key that cannot be sent is an error that does not show it", async () => {
  for (const apiKey of ["Zebra\nInjected: 1", "Zebra\u20131", " ", 7, () => "", () => undefined]) {
    const error = await failure(openai({ model: "m", apiKey, fetch: () => assert.fail("it was sent") }));
    assert.deepEqual([error.code, error.retryable], ["summarizer-auth", false], String(apiKey));
    assert.doesNotMatch(everywhere(error), /Zebra/);
  }
});

test("a key function that fails or hangs ends the call", async () => {
  const cause = new Error("vault sealed");
  const error = await failure(openai({ model: "m", apiKey: () => Promise.reject(cause) }));
  assert.deepEqual([error.code, error.cause], ["summarizer-auth", cause]);
  assert.equal((await failure(openai({ model: "m", apiKey: () => new Promise(() => {}), timeoutMs: 20 }))).code, "summarizer-timeout");
});

test("a fetch that gives no response is named", async () => {
  assert.equal((await failure(openai({ model: "m", fetch: async () => undefined }))).code, "invalid-option");
});

for (const [name, make] of Object.entries(makers)) {
  const url = "http://127.0.0.1:1";

  test(`${name}: the limits of whom it asks are told, where they are known`, () => {
    const given = { contextWindow: 100_000, maxOutput: 8_000 };
    const told = name === "endpoint" ? { remote: true } : {};
    assert.deepEqual({ ...make(url, { ...given, reasoningTokens: 0 }) }, { ...given, ...told });
    assert.deepEqual({ ...make(url, {}) }, told);
  });

  test(`${name}: limits that are no number of tokens are named when the summarizer is made`, () => {
    for (const option of ["contextWindow", "maxOutput"]) {
      for (const value of [0, -1, 1.5, Number.NaN, Infinity, "1000", null]) {
        assert.throws(() => make(url, { [option]: value }), { code: "invalid-option", message: new RegExp(`^${option} must be`) });
      }
    }
  });
}

for (const [name, make] of Object.entries(makers).filter(([name]) => name !== "endpoint")) {
  const url = "http://127.0.0.1:1";
  /** What a request asks for. */
  const asked = async (options, maxTokens) => {
    let body;
    const fetch = async (_, init) => {
      body = JSON.parse(init.body);
      return Response.json({});
    };
    await callSummarizer(make(url, { fetch, ...options }), request({ maxTokens })).catch(() => {});
    return body.generationConfig?.maxOutputTokens ?? body.max_tokens;
  };

  test(`${name}: whom it asks is told to who watches`, () => {
    const [protocol] = name.split(" ");
    const { model, provider } = make(url, {});
    assert.deepEqual([model, provider], ["m", protocol === "gemini" ? "gcp.gemini" : protocol]);
  });

  test(`${name}: what fits whom it asks is told without the room for reasoning`, async () => {
    const body = {
      error: { message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens" },
    };
    const { details } = await failing(make, (response) => json(response, 400, body), { reasoningTokens: 1_000 });
    assert.deepEqual([details.overflow, details.observed, details.maximum], [true, 9_000, 7_192]);
  });

  test(`${name}: the room for reasoning comes on top of the summary's, and out of the limits`, async () => {
    const { contextWindow, maxOutput } = make(url, { contextWindow: 100_000, maxOutput: 8_000, reasoningTokens: 3_000 });
    assert.deepEqual([contextWindow, maxOutput], [97_000, 5_000]);
    assert.equal(await asked({ reasoningTokens: 3_000 }, 1_000), 4_000);
    assert.equal(await asked({ reasoningTokens: 3_000, maxOutput: 3_500 }, 1_000), 3_500);
    for (const options of [{ maxOutput: 3_000 }, { contextWindow: 3_000 }]) {
      assert.throws(() => make(url, { ...options, reasoningTokens: 3_000 }), {
        code: "invalid-option",
        message: /3001 or more, for the model/,
      });
    }
    for (const reasoningTokens of [-1, 0.5, "many"]) {
      assert.throws(() => make(url, { reasoningTokens }), { code: "invalid-option", message: /^reasoningTokens must be/ });
    }
  });
}

test("endpoint: the smallest protocol there is", () =>
  withServer(
    (response) => json(response, 200, { summary: "S", shortSummary: "s", other: 1 }),
    async ({ url, requests }) => {
      const answer = await callSummarizer(endpoint({ url: new URL(`${url}/sum?x=1`) }), request());
      assert.deepEqual(answer, { text: "S", shortSummary: "s", stopReason: "stop" });
      assert.equal(requests[0].url, "/sum?x=1");
      assert.deepEqual(requests[0].body, { systemPrompt: request().system, prompt: request().prompt });
    },
  ));

test("endpoint: a summary that is missing, blank or no text is an error", async () => {
  for (const [body, words] of [
    [{}, /without summary/],
    [{ summary: " \n" }, /with a blank summary/],
    [{ summary: null }, /with an unusable summary/],
    [{ summary: ["x"] }, /with an unusable summary/],
  ]) {
    const error = await failing(makers.endpoint, (response) => json(response, 200, body));
    assert.deepEqual([error.code, error.details.reason], ["summarizer-invalid-reply", "no-summary"]);
    assert.match(error.message, words);
  }
  const reported = await failing(makers.endpoint, (response) => json(response, 200, { error: "model is loading" }));
  assert.deepEqual([reported.code, reported.details.message], ["summarizer-http", "model is loading"]);
});

test("extractive: the core's own summary", async () => {
  assert.deepEqual(await callSummarizer(extractive(), request()), { text: "the extractive summary", stopReason: "stop" });
  assert.equal(extractive().name, "extractive");
});

test("events are the same wherever the stream is cut", () => {
  const text = ": hi\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\ndata\n\nid: 7\nretry: 1\ndata:  x: y\r\revent: lost\n\n\n\ndata: last";
  const expected = [
    { event: "a", data: "1\n2" },
    { event: "message", data: "" },
    { event: "message", data: " x: y" },
    { event: "message", data: "last" },
  ];
  for (let size = 1; size <= text.length; size++) {
    const decoder = new EventDecoder();
    const found = [];
    for (let at = 0; at < text.length; at += size) found.push(...decoder.push(text.slice(at, at + size)));
    found.push(...decoder.end());
    assert.deepEqual(found, expected, `pieces of ${size}`);
  }
});
