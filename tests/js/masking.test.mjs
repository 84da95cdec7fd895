// Masking of old outputs on plain arrays: maskObservations and pruneForModel.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as core from "../../pkg/dist/core.entry.js";
import { EpitomeError, maskObservations, pruneForModel } from "../../pkg/dist/index.js";

const format = "openai-chat";
const user = (content) => ({ role: "user", content });
const calls = (...ids) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "search", arguments: "{}" } })),
});
const result = (id, content) => ({ role: "tool", tool_call_id: id, content });
/** Turns with one output each, of so many characters. */
const run = (turns, length) => Array.from({ length: turns }, (_, at) => [calls(`c${at}`), result(`c${at}`, "x".repeat(length))]).flat();

function deepFreeze(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

const changed = (after, before) => before.flatMap((message, at) => (after[at] === message ? [] : [at]));

test("maskObservations leaves the newest five outputs, and each message that it need not touch", () => {
  const messages = deepFreeze([user("go"), ...run(8, 100)]);
  const masked = maskObservations(messages, { format });
  assert.deepEqual(changed(masked, messages), [2, 4, 6]);
  assert.deepEqual(masked[2], result("c0", "[output masked for compaction]"));
  assert.equal(maskObservations(masked, { format }), masked, "once more changes nothing");
  assert.deepEqual(core.maskObservations(messages, { format }), masked);
  const own = maskObservations(messages, { format, preserveRecentOutputs: 7, placeholder: "[gone]" });
  assert.deepEqual([changed(own, messages), own[2].content], [[2], "[gone]"]);
  const few = messages.slice(0, 11);
  assert.equal(maskObservations(few, { format }), few);
  assert.deepEqual(maskObservations([]), []);
});

test("pruneForModel leaves large outputs out, but for those in the newest eight messages", () => {
  const messages = deepFreeze([user("go"), ...run(2, 2_001), ...run(1, 2_000), ...run(4, 9_000)]);
  const pruned = pruneForModel(messages, { format });
  assert.deepEqual(changed(pruned, messages), [2, 4]);
  assert.deepEqual(pruned[2], result("c0", "[tool output left out: 2001 bytes; run the tool again if you need it]"));
  assert.equal(pruneForModel(pruned, { format }), pruned);
  assert.deepEqual(core.pruneForModel(messages, { format }), pruned);
  assert.deepEqual(changed(pruneForModel(messages, { format, preserveRecentMessages: 0, maxBytes: 2_001 }), messages), [8, 10, 12, 14]);
});

test("an option that cannot be is an error that names it, and so is a message", () => {
  const fails = (work, code, path) =>
    assert.throws(work, (error) => EpitomeError.isInstance(error) && error.code === code && error.details.path === path);
  for (const keep of [-1, 1.5, Number.NaN, "5", null])
    fails(() => maskObservations([], { preserveRecentOutputs: keep }), "invalid-option", "preserveRecentOutputs");
  fails(() => maskObservations([], { placeholder: " \n" }), "invalid-option", "placeholder");
  fails(() => maskObservations([], { placeholder: 5 }), "invalid-option", "placeholder");
  fails(() => maskObservations([], { maxBytes: 5 }), "invalid-option", "maxBytes");
  fails(() => pruneForModel([], { maxBytes: -1 }), "invalid-option", "maxBytes");
  fails(() => pruneForModel([], { media: "yes" }), "invalid-option", "media");
  fails(() => pruneForModel([], { format: "none" }), "unknown-format", "format");
  fails(() => pruneForModel(user("go"), { format }), "invalid-message", "messages");
  fails(() => maskObservations([user("go"), { role: "none" }], { format }), "invalid-message", "messages[1].role");
});
