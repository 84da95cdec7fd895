// Compaction that loops, makes no progress or pays twice, as users of other projects reported it; each with its report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, filler, maintained, open, output, says, turns, usage, user } from "./support/talk.mjs";

const isAtMost = (value, most) => assert.ok(value <= most, `${value} is at most ${most}`);

test("overhead leaves no room below the threshold: no model is asked, and the outcome names it (opencode#27924, docker-agent PR#2235, kent#230, opencode#38801)", async () => {
  const { session, asked } = await open({
    window: 120_000,
    overhead: { tokens: 100_000 },
    messages: [...turns(20, 1_500), user(filler(3_000, "go on"))],
  });
  for (const outcome of await maintained(session, 6)) if (outcome.status === "exhausted") assert.equal(outcome.unfit.overhead, 100_000);
  isAtMost(asked.length, 2);
  assert.equal((await session.maintain()).status, "exhausted");
});

test("a floor above what is usable is seen before a model is asked (opencode PR#48828, PR#48827)", async () => {
  const window = { window: 65_536, maxOutput: 32_000, overhead: { tokens: 43_000 } };
  const { session, asked } = await open({ ...window, messages: [...turns(10, 1_000), user("go on")] });
  const { status, unfit } = await session.maintain();
  assert.deepEqual([status, unfit.overhead], ["exhausted", 43_000]);
  assert.equal(asked.length, 0);
});

test("overhead larger than the window is an error that says so (opencode PR#48188, openclaw#126804)", async () => {
  for (const overhead of [{ tokens: 40_000 }, { system: filler(40_000, "Be brief.") }]) {
    const { session, asked } = await open({ window: 32_000, overhead, messages: [user("hello")] });
    const { status, error, unfit, willRetry } = await session.maintain();
    assert.deepEqual([status, error.code, Boolean(willRetry)], ["exhausted", "cannot-fit", false]);
    assert.ok(unfit.overhead >= 39_000 && unfit.maxTokens <= 32_000, JSON.stringify(unfit));
    assert.equal(asked.length, 0);
  }
});

test("a limit that an error tells is used from then on (opencode PR#29150, opencode#28543)", async () => {
  const { session } = await open({ window: 1_000_000, messages: [...turns(40, 5_000), user("go on")] });
  const error = new Error("prompt is too long: 210000 tokens > 200000 maximum");
  const outcome = await session.maintain({ reason: "overflow", error });
  assert.deepEqual([outcome.status, outcome.willRetry], ["compacted", true]);
  const { limit, threshold } = session.check();
  isAtMost(limit, 200_000);
  isAtMost(threshold, 185_000);
});

test("a reply of unknown length leaves a usable window (opencode#45368)", async () => {
  const { session, asked } = await open({ window: 16_384, maxOutput: 0, messages: [...turns(4, 1_000), user("go on")] });
  assert.ok(session.check().threshold >= 8_000, `${session.check().threshold}`);
  await maintained(session, 15);
  assert.equal(asked.length, 0);
});

test("usage from before the compaction does not count after it (opencode#27468, pi#1860, oh-my-pi#8887, gemini-cli#8586)", async () => {
  const history = [...turns(30, 6_000), user("go on")];
  const { session, asked } = await open({ window: 200_000, messages: history });
  await session.append(calls("a"), usage(190_000));
  await session.append(output("a", "done"));
  const outcome = await session.maintain();
  assert.equal(outcome.status, "compacted");
  const { tokens, action } = session.check();
  assert.deepEqual([tokens, action], [outcome.tokensAfter, "none"]);
  isAtMost(tokens, 100_000);
  assert.deepEqual(
    (await maintained(session, 3)).map(({ status }) => status),
    ["nothing", "nothing", "nothing"],
  );
  assert.equal(asked.length <= 2, true);
  // A fresh report counts again.
  await session.append(says("done"), usage(60_000, 10));
  assert.equal(session.check().tokens, 60_010);
});

test("a body that is too large is no overflow, and what is switched off stays off (opencode#30664, #16882)", async () => {
  const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(1_780_000)}` } };
  for (const enabled of [true, false]) {
    const messages = [user([{ type: "text", text: "Look." }, image]), says("A cat."), user("and now?")];
    const { session, asked } = await open({ window: 200_000, compaction: { enabled }, messages });
    const error = Object.assign(new Error("413 Request Entity Too Large"), { status: 413 });
    const outcome = await session.maintain({ reason: "overflow", error });
    assert.equal(asked.length, 0);
    assert.equal(outcome.status, enabled ? "pruned" : outcome.status);
    assert.notEqual(outcome.status, "compacted");
    if (enabled) isAtMost(JSON.stringify(session.context().messages).length, 10_000);
  }
});

test("a limit of the input is not lowered a second time for the reply (opencode#30805)", async () => {
  const { session } = await open({ window: 400_000, inputLimit: 272_000, maxOutput: 128_000 });
  const { limit, threshold } = session.check();
  assert.equal(limit, 272_000);
  assert.ok(threshold >= 220_000 && threshold <= limit, `${threshold}`);
});

test("a run that fills the window again and again is compacted three times (claude-code#24179)", async () => {
  const { session, asked } = await open({ window: 32_000, messages: [user("fix it all")] });
  const outcomes = [];
  for (let step = 0; step < 60; step++) {
    await session.append(calls(`c${step}`));
    await session.append(output(`c${step}`, filler(6_000, `step ${step}`)));
    outcomes.push(await session.maintain());
    isAtMost(session.context().tokens, 32_000);
  }
  const modelMade = outcomes.filter(({ status, degraded }) => status === "compacted" && !degraded);
  isAtMost(modelMade.length, 3);
  isAtMost(asked.length, 6);
});

test("where everything is protected, trying stops (hermes#53008, omp#2119, omp#3752)", async () => {
  const { session, asked } = await open({ window: 20_000 });
  await session.append(user(filler(15_000, "the rules")), { pinned: true });
  await session.append([...turns(3, 500), user("go on")]);
  const outcomes = await maintained(session, 8);
  isAtMost(asked.length, 2);
  isAtMost(outcomes.filter(({ status }) => status === "compacted").length, 1);
  const { status, unfit } = outcomes.at(-1);
  assert.equal(status, "exhausted");
  assert.ok(unfit.pinned >= 14_000, JSON.stringify(unfit));
});

test("to fold nothing is no compaction (OpenHands#8630, #10030, #10873, gajae PR#3257, PR#3008)", async () => {
  const { session, asked } = await open({ window: 200_000, messages: [user("hello")] });
  const { head } = session;
  const outcome = await session.maintain({ reason: "overflow", error: new Error("prompt is too long") });
  assert.ok(!["compacted", "pruned", "promoted"].includes(outcome.status), outcome.status);
  assert.deepEqual([Boolean(outcome.willRetry), session.head, asked.length], [false, head, 0]);
});

test("what is added after the check counts when it is told (oh-my-opencode-slim#922, #940)", async () => {
  const { session } = await open({ window: 32_000, messages: [...turns(13, 1_000), user("go on")] });
  const board = user(filler(3_000, "the board"));
  assert.equal(session.check().action, "none");
  assert.equal(session.check({ pending: [board] }).action, "compact");
  const outcome = await session.maintain({ pending: [board] });
  assert.equal(outcome.status, "compacted");
  assert.equal(session.check({ pending: [board] }).action, "none");
});

test("a session whose newest entry is a compaction can be compacted again (little-coder#109)", async () => {
  const { session } = await open({ window: 200_000, messages: [...turns(30, 6_000), user("go on")] });
  assert.equal((await session.maintain()).status, "compacted");
  const before = session.context().messages.length;
  // The provider counts far more than we do.
  const error = new Error("prompt is too long: 230000 tokens > 200000 maximum");
  const outcome = await session.maintain({ reason: "overflow", error });
  assert.ok(["compacted", "pruned"].includes(outcome.status), `${outcome.status} ${outcome.reason}`);
  assert.ok(session.context().messages.length < before);
});

test("a summarizer that always fails is left alone after three tries (claude-code, 50 failures in a row)", async () => {
  for (const fallback of ["none", "extractive"]) {
    const reply = () => {
      throw new Error("The model is not there");
    };
    const { session, asked } = await open({ window: 32_000, reply, compaction: { fallback }, messages: [user("fix it all")] });
    const outcomes = [];
    for (let step = 0; step < 60; step++) {
      await session.append(calls(`c${step}`));
      await session.append(output(`c${step}`, filler(2_000, `step ${step}`)));
      outcomes.push(await session.maintain());
    }
    isAtMost(asked.length, 6);
    if (fallback === "extractive") assert.ok(outcomes.some(({ degraded }) => degraded));
    else assert.ok(outcomes.some(({ status }) => status === "exhausted"));
  }
});

test("a kept end that is over the threshold by itself is not compacted again (pi PR#1585)", async () => {
  const { session, asked } = await open({ window: 16_000, messages: [...turns(4, 1_000), user("go on"), calls("a")] });
  await session.append(output("a", filler(14_500, "the log")));
  const outcomes = await maintained(session, 6);
  isAtMost(asked.length, 2);
  isAtMost(outcomes.filter(({ status }) => status === "compacted").length, 2);
  assert.ok(["nothing", "exhausted"].includes(outcomes.at(-1).status));
});
