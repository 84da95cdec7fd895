// What the vendors' and frameworks' own clients throw when a provider refuses a request is understood: each provider's answer goes
// out from a local server, through each client.
import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyError } from "../../pkg/dist/index.js";
import { OTHERS } from "../js/support/other-errors.mjs";
import { OVERFLOWS, of, overflow } from "../js/support/overflow-errors.mjs";
import { events, json, withServer } from "../js/support/provider-server.mjs";
import { CALLS, STREAMS } from "./support/failing.mjs";

/** By protocol: the body of a refusal that is known by its text alone. */
const BODIES = {
  openai: (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } }),
  anthropic: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  google: (message, code) => ({ error: { code, message, status: "INVALID_ARGUMENT" } }),
};

/** The rows that arrive through this client: with a status of a failure, and a body that it does not throw away. */
function* rows({ protocol, drops }) {
  const all = [...OVERFLOWS, ...OTHERS.map(([name, status, body, kind]) => [name, status, body, of(kind)])];
  for (const [name, status, body, expected] of all) {
    if (!(status >= 400)) continue;
    const sent = typeof body === "string" ? BODIES[protocol](body, status) : body;
    if (drops === "others" && !("error" in sent)) continue;
    if (drops === "codes" && typeof body !== "string" && !body.error?.status) continue;
    yield [name, status, sent, expected];
  }
}

const caught = (call) =>
  call.then(
    (value) => assert.fail(`it gave ${JSON.stringify(value)}`),
    (error) => error,
  );

for (const [via, client] of Object.entries(CALLS)) {
  test(`${via}: every provider's refusal is understood`, async () => {
    let answer;
    await withServer(
      (response) => json(response, ...answer),
      async ({ url }) => {
        for (const [name, status, body, expected] of rows(client)) {
          answer = [status, body];
          const error = await caught(client.call(url));
          assert.deepEqual(classifyError(error), expected, `${name}: ${error?.stack}`);
        }
      },
    );
  });

  test(`${via}: an answer without a body`, async () => {
    for (const [status, kind] of [
      [400, "other"],
      [401, "auth"],
      [413, "payload-too-large"],
      [429, "rate-limit"],
    ]) {
      const error = await withServer(
        (response) => response.writeHead(status).end(),
        ({ url }) => caught(client.call(url)),
      );
      assert.deepEqual(classifyError(error), of(kind), `${status}: ${error?.stack}`);
      if (status === 400 && client.protocol === "openai")
        assert.deepEqual(classifyError(error, { provider: "cerebras" }), overflow(), error?.stack);
    }
  });

  test(`${via}: a server that is not there is no overflow`, async () => {
    const error = await caught(client.call("http://127.0.0.1:9"));
    assert.deepEqual(classifyError(error, { contextWindow: 1, provider: "cerebras" }), of("other"), error?.stack);
  });
}

for (const [via, { call, event }] of Object.entries(STREAMS)) {
  test(`${via}: a failure that comes as an event of a stream is understood`, async () => {
    for (const [code, message, expected] of [
      ["context_length_exceeded", "Your input exceeds the context window of this model.", overflow()],
      ["invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum", overflow(213_462, 200_000)],
      ["rate_limit_exceeded", "Limit reached.", of("rate-limit")],
      ["overloaded_error", "Overloaded", of("other")],
    ]) {
      const text = events(event(code, message));
      const error = await withServer(
        (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(text),
        ({ url }) => caught(call(url)),
      );
      assert.deepEqual(classifyError(error), expected, `${code}: ${error?.stack ?? JSON.stringify(error)}`);
    }
  });
}

for (const [via, { call, protocol }] of Object.entries(CALLS).filter(([, { retry }]) => retry)) {
  test(`${via}: the last of several tries counts`, async () => {
    let count = 0;
    const error = await withServer(
      (response) =>
        count++ === 0
          ? json(response, 503, BODIES[protocol]("rate limit", 503), { "retry-after-ms": "1" })
          : json(response, 400, BODIES[protocol]("prompt is too long: 9 tokens > 8 maximum", 400)),
      ({ url }) => caught(call(url, 2)),
    );
    assert.equal(count, 2);
    assert.equal(error.name, "AI_RetryError");
    assert.deepEqual(classifyError(error), overflow(9, 8), error.stack);
  });
}
