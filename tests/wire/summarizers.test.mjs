// The vendors' and frameworks' own clients as summarizers, against a local server that speaks each provider's protocol, whole and
// as a stream: what is complete becomes the committed summary, and nothing else does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { json, withServer } from "../js/support/provider-server.mjs";
import { filler, says, user } from "../js/support/talk.mjs";
import { openSession, validate } from "./support/epitome.mjs";
import { spoken } from "./support/speak.mjs";
import { CLIENTS } from "./support/summarizers.mjs";

const BOARDS = 30;
const requestFor = (board) => `Paint the north gate green, now board ${board}.`;
const CONVERSATION = Array.from({ length: BOARDS }, (_, at) => [user(requestFor(at)), says(filler(1_000, `board ${at} is done`))]).flat();
const SUMMARY = `## Primary Request and Intent
The user wants the north gate painted green, one board after the other. Grüße 🌍

## Current Work
The boards are painted as they were asked for; now the next one waits for the green paint.`;
/** What stands in for the next one in the list. */
const SECOND = SUMMARY.replace("Grüße", "Salut");

/** It takes a signal, and does not hand it on: the session stops waiting, the connection goes on. */
const DEAF = "@langchain/google-genai";
const LEAKS = `${DEAF}, streamed`;
const REJECTS = "a stream that breaks rejects a promise inside of this client, which nobody can handle";

/** A session over its threshold, with this client first and a summarizer behind it that answers. */
async function sessionWith(summarizer, { retries = 0, timeoutMs = 30_000 } = {}) {
  const session = await openSession({
    id: "s",
    format: "openai-chat",
    model: { contextWindow: 32_000 },
    summarizer: [summarizer, () => SECOND],
    settings: { retry: { maxRetries: retries, baseDelayMs: 1 }, compaction: { timeoutMs } },
  });
  await session.append([...CONVERSATION, user(requestFor(BOARDS))]);
  const events = [];
  session.on((event) => events.push(event));
  return { session, events };
}

/** Answers as the provider does, whole or as a stream, as it was asked. */
function answer(response, request, text, end) {
  const { speech, isStream } = spoken(request);
  if (!isStream) return json(response, 200, speech.whole(text, end));
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.end(speech.beginning(text) + speech.ending(end, text));
}

const refuse = (response, request, status, [message, code], headers) =>
  json(response, status, spoken(request).speech.error(message, code, status), headers);

/** The first half of an answer: of a stream its events, of a whole one its bytes. The rest is for the caller. */
function begin(response, request) {
  const { speech, isStream } = spoken(request);
  response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
  const whole = JSON.stringify(speech.whole(SUMMARY, "complete"));
  response.write(isStream ? speech.beginning(SUMMARY.slice(0, 60)) : whole.slice(0, whole.length / 2));
  return { speech, isStream };
}

const later = (work, ms = 10) => new Promise((resolve) => setTimeout(() => resolve(work()), ms));

/** What came of a failure: the summary is the next one's, and the failure is told. */
async function failing(client, mode, reply, options) {
  return withServer(reply, async ({ url, requests }) => {
    const { session } = await sessionWith(client(url)[mode], options);
    const outcome = await session.maintain();
    assert.equal(outcome.status, "compacted", JSON.stringify(outcome));
    assert.match(outcome.entry.summary, /Salut/);
    assert.doesNotMatch(outcome.entry.summary, /Grüße/);
    assert.deepEqual(validate(session.context().messages, { format: "openai-chat" }), []);
    const failures = outcome.failures.filter(({ candidate }) => candidate === 0);
    assert.equal(requests.length, failures.length, "nobody tries again behind the session's back");
    session.close();
    const [failure] = failures;
    return { ...failure, said: outcome.error };
  });
}

const CUTS = {
  "before the answer": (response) => response.destroy(),
  "in the answer": (response, request) => {
    begin(response, request);
    return later(() => response.destroy());
  },
};

for (const [name, client] of Object.entries(CLIENTS)) {
  for (const mode of ["whole", "streamed"]) {
    const via = `${name}, ${mode}`;
    const isStreamed = mode === "streamed";

    test(`${via}: a complete answer is committed`, () =>
      withServer(
        (response, request) => answer(response, request, SUMMARY, "complete"),
        async ({ url, requests }) => {
          const { session, events } = await sessionWith(client(url)[mode]);
          const outcome = await session.maintain();
          assert.deepEqual([outcome.status, outcome.failures], ["compacted", undefined], JSON.stringify(outcome.failures));
          assert.ok(outcome.entry.summary.startsWith(SUMMARY), outcome.entry.summary);
          assert.ok(JSON.stringify(session.context().messages).includes("waits for the green paint"));
          assert.deepEqual(validate(session.context().messages, { format: "openai-chat" }), []);
          assert.equal(spoken(requests[0]).isStream, isStreamed);
          // Both halves of the request arrived.
          const sent = JSON.stringify(requests[0].body);
          assert.ok(sent.includes("now board 3.") && sent.includes("summar"), sent.slice(0, 200));
          const progress = events.filter(({ type }) => type === "summary_progress");
          assert.ok(isStreamed ? progress.length > 3 * requests.length : progress.length <= requests.length, `${progress.length} pieces`);
          // What each call cost is told, in whoever's words.
          const { input, output, totalTokens } = outcome.usage;
          assert.deepEqual(
            [input, output, totalTokens],
            [1_000, 200, 1_200].map((tokens) => tokens * requests.length),
          );
          session.close();
        },
      ));

    test(`${via}: an answer that was cut off is not`, async () => {
      const { reason } = await failing(client, mode, (response, request) => answer(response, request, SUMMARY, "cut off"));
      assert.equal(reason, "cut-off-summary");
    });

    test(`${via}: nor one that was declined on the way`, async () => {
      const { reason } = await failing(client, mode, (response, request) => answer(response, request, SUMMARY, "declined"));
      assert.equal(reason, "summarizer-refused");
    });

    test(`${via}: a rate limit is waited for as long as is asked`, async () => {
      const limit = ["Rate limit reached. Please try again in 7s.", "rate_limit_error"];
      const reply = (response, request) => refuse(response, request, 429, limit, { "retry-after": "7" });
      const { retryable, retryAfterMs } = await failing(client, mode, reply);
      assert.deepEqual([retryable, retryAfterMs], [true, 7_000]);
    });

    test(`${via}: an overload passes, and the next try is committed`, async () => {
      let count = 0;
      const reply = (response, request) =>
        count++ === 0 ? refuse(response, request, 529, ["Overloaded", "overloaded_error"]) : answer(response, request, SUMMARY, "complete");
      await withServer(reply, async ({ url }) => {
        const { session } = await sessionWith(client(url)[mode], { retries: 1 });
        const outcome = await session.maintain();
        assert.equal(outcome.status, "compacted");
        assert.match(outcome.entry.summary, /Grüße/);
        assert.deepEqual(
          outcome.failures.map(({ candidate, attempt, retryable }) => [candidate, attempt, retryable]),
          [[0, 0, true]],
        );
        session.close();
      });
    });

    test(`${via}: an overflow is known as one`, async () => {
      const overflow = [
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens",
        "bad_request",
      ];
      const { retryable, said } = await failing(client, mode, (response, request) => refuse(response, request, 400, overflow));
      const { overflow: isOverflow, observed, maximum } = said.details;
      assert.deepEqual([retryable, isOverflow, observed, maximum], [false, true, 9_000, 8_192], said.stack);
    });

    for (const [when, cut] of Object.entries(CUTS)) {
      const skip = via === LEAKS && when !== "before the answer" && REJECTS;
      test(`${via}: a connection that is cut ${when} may be tried again`, { skip }, async () => {
        const { retryable, said } = await failing(client, mode, cut);
        assert.equal(retryable, true, said.stack);
      });
    }

    const skip = via === LEAKS && REJECTS;
    test(`${via}: an answer that takes too long is given up`, { skip }, async () => {
      const { reason, retryable } = await failing(client, mode, begin, { timeoutMs: 150 });
      assert.deepEqual([reason, retryable], ["summarizer-timeout", true]);
    });

    test(`${via}: a client that is told to stop does so at once`, { skip }, () => {
      let gone;
      const closed = new Promise((resolve) => (gone = resolve));
      return withServer(
        (response, request) => {
          response.on("close", gone);
          begin(response, request);
        },
        async ({ url, requests }) => {
          const { session } = await sessionWith(client(url)[mode]);
          const before = session.context().messages;
          const controller = new AbortController();
          const running = session.maintain({ signal: controller.signal });
          while (requests.length === 0) await later(() => {}, 5);
          const since = await later(() => controller.abort() ?? performance.now(), 20);
          assert.equal((await running).status, "cancelled");
          assert.ok(performance.now() - since < 500);
          if (name !== DEAF) await closed;
          assert.deepEqual(session.context().messages, before);
          session.close();
        },
      );
    });

    if (!isStreamed) continue;

    test(`${via}: a failure that comes as an event ends it`, async () => {
      const { retryable, said } = await failing(client, mode, (response, request) => {
        const { speech } = begin(response, request);
        response.end(speech.broken("The model is overloaded. Try again later.", "overloaded_error", 503));
      });
      assert.equal(retryable, true, said.stack);
    });

    test(`${via}: a stream that ends too early is not taken for whole`, async () => {
      const { retryable, said } = await failing(client, mode, (response, request) => {
        begin(response, request);
        response.end();
      });
      assert.equal(retryable, true, said.stack);
    });
  }
}
