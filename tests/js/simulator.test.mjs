// Random sessions against providers that are not what they say: nothing is lost, nothing loops, nothing is stuck.
//
// A provider has a limit, a tokenizer and tokens beside the messages that nobody was told; it refuses a longer prompt (with
// numbers or without), cuts it and says nothing, or takes it; it fails at random. Summarizers answer, or do anything else. The
// host is written as the README says. What must hold:
//
//   always        Every request is a valid history, with the user's newest request and all pinned messages in it word for word.
//                 Nothing before its end changes but by a compaction or a prune. Every original stays readable. A session that
//                 is opened anew has the same context, byte for byte.
//   limits        Not two requests in a row are over the true limit, where
//                   - the provider says its limit when it refuses, or takes more and counts it truly while the window is known;
//                   - what stands beside the messages is declared, or is nothing, or a prompt of that size was counted before;
//                   - what must stay (instructions, pins, newest request, that beside) is less than half of the limit;
//                   - a text keeps its tokens per character within 5 % when it is shortened.
//                 There the host is not told to give up, either. Elsewhere at most 4 requests are sent again in a row.
//   silent cuts   A prompt that is cut to less than a half is seen after 2,000 tokens of text and half of the limit were added,
//                 where counts are true, a window is known, the limit is 2,000 or more, no single text is a large share of it,
//                 the text is not within the model's own messages, and the estimate is not far above the server's count.
//   summarizers   Between two events that allow more (a user's message, another limit) at most 3 compactions × 2 requests ×
//                 summarizers × (1 + maxRetries) calls; none after `exhausted`. A request fits the window. In all of a session,
//                 each compaction is paid for: by an added 5 % of the threshold of then, or a changed limit (two each).
//   outcomes      `compacted` and `pruned` are smaller, `refused` is untouched, `willRetry` means another context, and nothing
//                 happens that `check()` did not say.
//
// EPITOME_RUNS multiplies how many sessions there are, EPITOME_SEED draws others, EPITOME_SIM plays one again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { play, replay, simplest } from "./simulator/run.mjs";

const SEED = Number(process.env.EPITOME_SEED ?? 20_261_130);
const SESSIONS = Math.round(14 * Number(process.env.EPITOME_RUNS ?? 1));
const ONE = process.env.EPITOME_SIM && JSON.parse(process.env.EPITOME_SIM);
/** Every so many sessions one is as long as they get. */
const LONG_EACH = 14;
const LONG = { turns: 2_000, stepsPerTurn: 1, autonomous: false };

test("random sessions keep every promise", { skip: ONE && "one is played again" }, async (t) => {
  const sums = {};
  const broken = [];
  for (let at = 0; at < SESSIONS && broken.length < 5; at++) {
    const seed = (SEED + at * 7_919) >>> 0;
    const given = at % LONG_EACH === 0 ? LONG : {};
    const { error, stats, trace } = await play(seed, given);
    for (const [name, value] of Object.entries(stats))
      sums[name] = name === "overInARow" ? Math.max(sums[name] ?? 0, value) : (sums[name] ?? 0) + value;
    if (error) broken.push([error.stack, ...trace, replay(seed, await simplest(seed, error, given))].join("\n  "));
  }
  t.diagnostic(`${SESSIONS} sessions from ${SEED}: ${JSON.stringify(sums)}`);
  assert.equal(broken.length, 0, broken.join("\n\n"));
});

test("one session again", { skip: !ONE && "set EPITOME_SIM" }, async (t) => {
  const { seed, ...given } = ONE;
  const { error, stats, trace } = await play(seed, given);
  t.diagnostic(JSON.stringify(stats));
  if (error) throw new Error(trace.join("\n"), { cause: error });
});
