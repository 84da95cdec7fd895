/** The gate that decides whether there is work to go on with after a compaction. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { continuation } from "../../pkg/dist/session/continuation.js";
import { random } from "./random.mjs";

const quiet = { isCutOff: false, isOpenLoop: false };
const cutOff = { isCutOff: true, isOpenLoop: false };
const openLoop = { isCutOff: false, isOpenLoop: true };
const goal = (status) => ({ goal: { objective: "o", status } });
const todo = (...statuses) => ({ todos: statuses.map((status) => ({ text: "t", status })) });
const skill = (...active) => ({ skills: active.map((active) => ({ name: "s", phase: "p", active })) });
const busy = { ...todo("pending"), ...skill(true) };

for (const [name, state, facts, reason] of [
  ["nothing", {}, quiet, null],
  ["no state", undefined, quiet, null],
  ["null", null, quiet, null],
  ["waiting messages", { queued: 1 }, quiet, "queued-messages"],
  ["no waiting messages", { queued: 0 }, quiet, null],
  ["a reply that was cut off", {}, cutOff, "cut-off"],
  ["a loop that is open", {}, openLoop, "open-loop"],
  ["a reply that was cut off in a loop", {}, { isCutOff: true, isOpenLoop: true }, "cut-off"],
  ["waiting messages before all", { ...goal("paused"), ...busy, queued: 2 }, { isCutOff: true, isOpenLoop: true }, "queued-messages"],
  ["cut off, though the goal waits", goal("paused"), cutOff, "cut-off"],
  ["an open loop while the goal waits", goal("paused"), openLoop, null],
  ["a goal that waits, before tasks and skills", { ...goal("paused"), ...busy }, quiet, null],
  ["an active goal", goal("active"), quiet, "goal"],
  ["an active goal, before tasks and skills", { ...goal("active"), ...busy }, quiet, "goal"],
  ["a goal that is reached", goal("complete"), quiet, null],
  ["a goal that is reached, and open tasks", { ...goal("complete"), ...busy }, quiet, "todos"],
  ["a status that is not exactly active", goal("Active"), quiet, null],
  ["a status that is not exactly active, again", goal("inactive"), quiet, null],
  ["an open task", todo("pending"), quiet, "todos"],
  ["a task under way among others", todo("completed", "in_progress", "cancelled"), quiet, "todos"],
  ["tasks that are done", todo("completed", "cancelled", "deferred"), quiet, null],
  ["open tasks before skills", busy, quiet, "todos"],
  ["an active skill", skill(false, true), quiet, "skill"],
  ["skills that rest", skill(false, false), quiet, null],
]) {
  test(`continue: ${name}`, () => {
    const found = continuation(state, facts);
    assert.equal(found?.reason ?? null, reason);
    // Waiting messages are the prompt themselves, and an open loop needs none.
    if (found) assert.equal(found.prompt === "", ["queued-messages", "open-loop"].includes(reason));
  });
}

test("continue: the prompt says whose word counts, and what to do when nothing is left", () => {
  for (const [state, facts] of [
    [{}, cutOff],
    [goal("active"), quiet],
    [todo("pending"), quiet],
    [skill(true), quiet],
  ]) {
    const { prompt } = continuation(state, facts);
    assert.match(prompt, /latest request of the user counts before/);
    assert.match(prompt, /If nothing is left to do, say so/);
    assert.match(prompt, /not from the user/);
  }
});

test("continue: whatever the host's state is, it does not throw, and nothing is made of nonsense", () => {
  const { below } = random(7);
  const pick = (list) => list[below(list.length)];
  const nonsense = [undefined, null, 0, -1, NaN, "", "active", [], {}, [null], [undefined], ["pending"], [7], { status: 1 }, () => {}];
  for (let round = 0; round < 2_000; round++) {
    const state = { goal: pick(nonsense), todos: pick(nonsense), skills: pick(nonsense), queued: pick(nonsense) };
    assert.equal(continuation(state, quiet), null, JSON.stringify(state));
  }
});
