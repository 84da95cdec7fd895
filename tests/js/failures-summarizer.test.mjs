// Requests for a summary that are too long, ask for too much or go to the wrong model, as users of other projects reported
// them; each with its report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, needsCompaction } from "../../pkg/dist/index.js";
import { openai } from "../../pkg/dist/summarizers/openai.js";
import { calls, filler, open, output, SUMMARY, turns, usage, user } from "./support/talk.mjs";

const isAtMost = (value, most) => assert.ok(value <= most, `${value} is at most ${most}`);
/** What a request takes of the window of the model that answers it. */
const sizeOf = ({ system, prompt, maxTokens }) => estimateTokens([user(`${system}${prompt}`)], { format: "openai-chat" }) + maxTokens;

test("reasoning of any length is cut in the prompt (pi#8196)", async () => {
  const thinking = { type: "thinking", thinking: filler(2_000_000, "hm"), thinkingSignature: "s" };
  const reply = { role: "assistant", content: [thinking, { type: "text", text: "Done." }], stopReason: "stop" };
  const messages = [user("think"), reply, user("more"), { ...reply, content: [{ type: "text", text: "Yes." }] }, user("go on")];
  const { session, asked } = await open({ format: "pi", window: 200_000, messages });
  assert.equal((await session.maintain()).status, "compacted");
  assert.ok(asked.length > 0);
  for (const { prompt } of asked) isAtMost(prompt.length, 20_000);
});

test("a request for a summary fits the window, however long the history is (opencode#17340, PR#29860, openclaw#138599, codex#18450, #20160, #22793, pi#1796, gsd-2#4665)", async () => {
  for (const [window, history] of [
    [200_000, 600_000],
    [128_000, 127_000],
    [8_000, 100_000],
  ]) {
    const { session, asked } = await open({ window, messages: [...turns(history / 500, 500), user("go on")] });
    assert.equal((await session.maintain()).status, "compacted");
    assert.ok(asked.length > 0);
    for (const request of asked) isAtMost(sizeOf(request), window);
    isAtMost(session.context().tokens, window);
  }
});

test("a summary asks for no longer reply than the model can give (gemini-cli#12115, #7784, #8183, pi#4390)", async () => {
  for (const [window, maxOutput, reserveTokens] of [
    [1_000_000, 65_536, 16_384],
    [1_000_000, 8_192, 16_384],
    [2_083_333, 128_000, 312_500],
  ]) {
    const { session, asked } = await open({
      window,
      maxOutput,
      compaction: { reserveTokens },
      messages: [...turns(70, 1_000), user("go on")],
    });
    await session.compact();
    assert.ok(asked.length > 0);
    for (const { maxTokens } of asked) isAtMost(maxTokens, maxOutput);
  }
});

test("a model that may not be asked for so much, or is not there, is followed by the next (claude-code#64911, whip#31, gajae#697, #986)", async () => {
  for (const [status, message] of [
    [403, "The long context beta is not yet available for this subscription"],
    [404, "The model gemini-2.5-flash does not exist"],
    [401, "Invalid API key"],
    [400, "prompt is too long: 250000 tokens > 200000 maximum"],
  ]) {
    const asked = [];
    const fetch = async () => Response.json({ error: { message } }, { status });
    const second = (request) => {
      asked.push(request);
      return SUMMARY;
    };
    const summarizer = [openai({ apiKey: "k", model: "m", fetch }), second];
    const { session } = await open({ window: 32_000, summarizer, messages: [...turns(30, 1_000), user("go on")] });
    const { status: ended, degraded, failures } = await session.maintain();
    assert.deepEqual([ended, degraded, failures[0].candidate], ["compacted", undefined, 0]);
    assert.ok(asked.length > 0);
    assert.ok(!JSON.stringify(failures).includes('"k"'));
  }
});

test("an output larger than the window is shortened, head and end (goose#8642, PR#10500, Roo#4186, Zoo-Code#648)", async () => {
  const log = `FIRST ${filler(359_000)} LAST`;
  // Without the cap at the door, which would have shortened it before.
  const settings = { prune: { maxOutputShare: 0 } };
  const { session, asked } = await open({ window: 128_000, settings, messages: [user("read the log"), calls("a")] });
  await session.append(output("a", log));
  const outcome = await session.maintain();
  assert.ok(["pruned", "compacted"].includes(outcome.status), outcome.status);
  const { messages, tokens } = session.context();
  isAtMost(tokens, 128_000);
  assert.equal(messages.at(-1).tool_call_id, "a");
  assert.ok(messages.at(-1).content.startsWith("FIRST") && messages.at(-1).content.includes("LAST"), messages.at(-1).content.slice(0, 200));
  assert.deepEqual(messages[0], user("read the log"));
  for (const request of asked) isAtMost(sizeOf(request), 128_000);
  // The whole of it can still be read.
  const [entry] = session.context().entries.slice(-1);
  assert.equal(session.original(entry.id).content, log);
});

test("one formula decides everywhere (sudocode#545)", async () => {
  for (const window of [8_000, 32_000, 128_000]) {
    for (const share of [0.5, 0.65, 0.8, 0.84, 0.86, 0.95]) {
      const messages = turns(Math.round((window * share) / 500), 500);
      const { session } = await open({ window, messages });
      const { action, tokens, threshold } = session.check();
      assert.equal(action === "compact", tokens > threshold, `${tokens} of ${window}`);
      assert.equal(needsCompaction(messages, { format: "openai-chat", contextWindow: window }), action === "compact");
      assert.equal((await session.maintain()).status === "nothing", action === "none", `${tokens} of ${window}`);
    }
  }
});

test("what was used is the last call's, not the sum of all (sudocode#545)", async () => {
  const { session } = await open({ window: 128_000, messages: [user("hello")] });
  for (let call = 0; call < 20; call++) {
    await session.append(calls(`c${call}`), usage(9_000 + call * 100, 20));
    await session.append(output(`c${call}`, "ok"));
  }
  assert.equal(session.check().action, "none");
  isAtMost(session.check().tokens, 12_000);
});

test("window, input and reply have limits of their own (senpi#1422, tracker#572, goose#11049, crush#3384, Roo#11998, #11785)", async () => {
  for (const [model, most] of [
    [{ window: 1_050_000, inputLimit: 922_000, maxOutput: 128_000 }, 922_000],
    [{ window: 1_050_000, inputLimit: 922_000 }, 922_000],
    [{ window: 200_000, maxOutput: 64_000 }, 200_000],
    [{ window: 200_000, inputLimit: 500_000 }, 200_000],
    [{ inputLimit: 100_000 }, 100_000],
  ]) {
    const { session } = await open(model);
    const { limit, threshold } = session.check();
    isAtMost(limit, most);
    assert.ok(threshold > most * 0.5 && threshold < limit, `${threshold} of ${limit}`);
  }
});
