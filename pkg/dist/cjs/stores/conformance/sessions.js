var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  sessions: () => sessions
});
module.exports = __toCommonJS(stdin_exports);
var import_trial = require("./trial.js");
const ODD_SESSIONS = [
  "s",
  "S",
  "s ",
  "s:",
  "s:1",
  "s/1",
  "s%",
  "s_",
  "*",
  "../up",
  "..",
  "a/b\\c:d*?",
  "\xDCn\xEFcode \u4E16\u754C \u{1F30D}",
  "U\u0308n\xEFcode \u4E16\u754C \u{1F30D}",
  "con",
  ".hidden",
  "x".repeat(300),
  "x".repeat(299),
  "100%",
  "a~b",
  "'; drop table s; --",
  '"',
  "{s}",
  "__proto__",
  "constructor",
  "line\nfeed",
  "0",
  "00"
];
const HARD_SESSIONS = ["\uD800", "\uD801", "\uDFFF", "\uFFFD", "s\0", "s\0t"];
const APART = "Sessions are separate: their entries, positions and ids have nothing to do with each other.";
const ABORTED = "A call whose signal is aborted already does nothing and throws the signal's reason as it is.";
const sessions = [
  {
    name: "sessions: their entries, positions and ids are separate",
    rule: APART,
    advice: "Keep the session's id in every key, and compare it in every query.",
    async run({ handle }) {
      await handle.mustAppend("s", 0, (0, import_trial.entries)("a", "b"));
      (0, import_trial.same)(await handle.append("t", 2, (0, import_trial.entries)("c")), { ok: false, head: 0 }, "an append at the other session's head");
      await handle.mustAppend("t", 0, (0, import_trial.entries)("a"));
      await handle.mustAppend("t", 1, (0, import_trial.entries)("c"));
      await handle.mustAppend("s", 2, (0, import_trial.entries)("c"));
      await handle.holds("s", (0, import_trial.entries)("a", "b", "c"));
      await handle.holds("t", (0, import_trial.entries)("a", "c"));
    }
  },
  {
    name: "sessions: any string is an id",
    rule: `${APART} Any string that is not empty is an id; ids are the same only if they are equal in JavaScript.`,
    advice: "Encode the id where it becomes a part of a key, a path or a pattern, and compare it binary.",
    async run(trial) {
      const { handle } = trial;
      for (const id of ODD_SESSIONS)
        await handle.mustAppend(id, 0, [(0, import_trial.entry)("a", { of: id })]);
      const kept = [...ODD_SESSIONS];
      for (const id of HARD_SESSIONS) {
        const answer = await handle.append(id, 0, [(0, import_trial.entry)("a", { of: id })]).catch(() => "refused");
        if (answer === "refused")
          continue;
        (0, import_trial.same)(answer, { ok: true, head: 1 }, `the first append to the session ${(0, import_trial.show)(id)}`);
        kept.push(id);
      }
      const view = await trial.reopened();
      for (const id of kept)
        await view.holds(id, [(0, import_trial.entry)("a", { of: id })]);
      if (view.store.list) {
        (0, import_trial.same)((await view.list()).map(({ id }) => id).sort(), [...kept].sort(), "the ids that list names", "Give the ids back as they were given.");
      }
      if (!view.store.delete)
        return;
      for (const id of ["s%", "s_", "*", "s", "..", "x".repeat(300)]) {
        await view.delete(id);
        kept.splice(kept.indexOf(id), 1);
        (0, import_trial.same)(await view.read(id, 0), { entries: [], head: 0 }, `the deleted session ${(0, import_trial.show)(id, 40)}`);
      }
      for (const id of kept)
        await view.holds(id, [(0, import_trial.entry)("a", { of: id })], "Delete the session with exactly this id, and no other.");
    }
  },
  {
    name: "list: names what is stored, and only that",
    rule: "list names each stored session once. A `head` that it gives is the number of entries; a `modified` is the time of the last write as ISO 8601 text.",
    advice: "Leave `head` and `modified` out where the store does not know them.",
    needs: ["list"],
    async run(trial) {
      const { handle } = trial;
      (0, import_trial.same)(await handle.list(), [], "the list of an empty store");
      await handle.read("never written", 0);
      await handle.append("refused", 3, (0, import_trial.entries)("a"));
      (0, import_trial.same)(await handle.list(), [], "the list after a read and a refused append", "A read or a refused append makes no session.");
      const heads = /* @__PURE__ */ new Map([
        ["s", 3],
        ["t", 1],
        ["u", 120]
      ]);
      for (const [id, count] of heads)
        await handle.mustAppend(id, 0, (0, import_trial.numbered)("e", count));
      await handle.mustAppend("t", 1, (0, import_trial.entries)("more"));
      heads.set("t", 2);
      for (const view of [handle, await trial.reopened()]) {
        const listed = await view.list();
        (0, import_trial.same)(listed.map(({ id }) => id).sort(), [...heads.keys()].sort(), "the ids that list names");
        for (const { id, head, modified } of listed) {
          (0, import_trial.verify)(head === void 0 || head === heads.get(id), `list gives the head ${head} for a session of ${heads.get(id)} entries.`);
          const time = modified === void 0 || /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(modified) && !Number.isNaN(Date.parse(modified));
          (0, import_trial.verify)(time, `list gives ${(0, import_trial.show)(modified)} as the time of the last write.`, "Give `new Date(time).toISOString()`.");
        }
      }
    }
  },
  {
    name: "delete: the session is new afterwards",
    rule: "delete removes a session with all of its entries; an unknown session is no error. Afterwards the id is that of an unknown session.",
    advice: "Remove entries, ids and head in one transaction.",
    needs: ["delete"],
    async run({ handle }) {
      await handle.delete("never there");
      await handle.mustAppend("s", 0, (0, import_trial.numbered)("e", 300));
      await handle.mustAppend("t", 0, (0, import_trial.entries)("a"));
      await handle.delete("s");
      await handle.delete("s");
      (0, import_trial.same)(await handle.read("s", 0), { entries: [], head: 0 }, "the deleted session");
      if (handle.store.list)
        (0, import_trial.same)((await handle.list()).map(({ id }) => id), ["t"], "the list without the deleted session");
      (0, import_trial.same)(await handle.append("s", 300, (0, import_trial.entries)("x")), { ok: false, head: 0 }, "an append at the old head");
      await handle.mustAppend("s", 0, (0, import_trial.entries)("e-1", "e-0"));
      await handle.holds("s", (0, import_trial.entries)("e-1", "e-0"), "Nothing of the deleted session may be left, its ids included.");
      await handle.holds("t", (0, import_trial.entries)("a"));
    }
  },
  {
    name: "delete: a handle that knew the old session notices",
    rule: "What one handle deletes is gone for all of them.",
    advice: "Trust no index in memory before comparing it with the storage.",
    needs: ["delete", "reopen"],
    async run(trial) {
      const { handle } = trial;
      const second = await trial.reopened();
      await handle.mustAppend("s", 0, (0, import_trial.entries)("a", "b", "c"));
      await second.holds("s", (0, import_trial.entries)("a", "b", "c"));
      await second.mustAppend("s", 3, (0, import_trial.entries)("d"));
      await second.holds("s", (0, import_trial.entries)("a", "b", "c", "d"));
      await handle.delete("s");
      (0, import_trial.same)(await second.read("s", 0), { entries: [], head: 0 }, "the deleted session as the second handle reads it");
      (0, import_trial.same)(await second.append("s", 4, (0, import_trial.entries)("e")), { ok: false, head: 0 }, "the second handle's append at the old head");
      await handle.mustAppend("s", 0, (0, import_trial.entries)("w", "x", "y", "z"));
      (0, import_trial.same)(await second.append("s", 0, (0, import_trial.entries)("a", "b")), { ok: false, head: 4 }, "a repetition from the deleted session");
      await second.mustAppend("s", 4, (0, import_trial.entries)("a"));
      await handle.holds("s", (0, import_trial.entries)("w", "x", "y", "z", "a"));
    }
  },
  {
    name: "signal: a call that is aborted already does nothing",
    rule: ABORTED,
    advice: "Begin each method with `options?.signal?.throwIfAborted()`, before anything is written or asked.",
    async run(trial) {
      const { handle } = trial;
      await handle.mustAppend("t", 0, (0, import_trial.entries)("a"));
      const reason = new Error("stopped by the user");
      const signal = AbortSignal.abort(reason);
      const { store } = handle;
      for (const [call, work] of [
        ["append", () => store.append("s", 0, (0, import_trial.entries)("a"), { signal })],
        ["a repeated append", () => store.append("t", 0, (0, import_trial.entries)("a"), { signal })],
        ["read", () => store.read("t", 0, { signal })],
        ...optional(trial, signal)
      ]) {
        const error = await (0, import_trial.failureOf)(`${call} with an aborted signal`, work);
        (0, import_trial.verify)(error === reason, `${call} with an aborted signal threw ${(0, import_trial.show)(error)} instead of the signal's reason itself.`);
      }
      (0, import_trial.same)(await handle.read("s", 0), { entries: [], head: 0 }, "the session of the aborted append");
      await handle.holds("t", (0, import_trial.entries)("a"));
      if (store.artifacts)
        await handle.artifacts("t").holds("b", null, "the artifact of the aborted put");
    }
  },
  {
    name: "signal: an abort during a call leaves the log whole",
    rule: "A call that is aborted while it runs either ends as if it had not been, or rejects with the signal's reason; the append is then stored whole or not at all, and can be repeated as it was.",
    advice: "Stop waiting when the signal aborts, but let a write that was sent come to its end.",
    async run(trial) {
      const { handle } = trial;
      let head = 0;
      for (let round = 0; round < 12; round++) {
        const stop = new AbortController();
        const reason = new Error(`stop ${round}`);
        const batch = (0, import_trial.numbered)("e", 3, round * 3);
        const running = (async () => handle.store.append("s", head, batch, { signal: stop.signal }))();
        if (round % 3 === 1)
          await Promise.resolve();
        if (round % 3 === 2)
          await (0, import_trial.pause)(0);
        stop.abort(reason);
        const [ended] = await Promise.allSettled([running]);
        if (ended.status === "rejected")
          (0, import_trial.verify)(ended.reason === reason, `an append that was aborted while it ran rejected with ${(0, import_trial.show)(ended.reason)} instead of the signal's reason.`);
        else
          (0, import_trial.same)(ended.value, { ok: true, head: head + 3 }, "an append that was aborted too late");
        const found = (await handle.read("s", head)).entries.length;
        (0, import_trial.verify)(found === 0 || found === 3, `an aborted append of 3 entries has stored ${found}.`);
        head = await handle.mustAppend("s", head, batch);
        await handle.holds("s", (0, import_trial.numbered)("e", head));
      }
    }
  }
];
function optional({ handle: { store } }, signal) {
  const calls = [];
  if (store.list)
    calls.push(["list", () => store.list?.({ signal })]);
  if (store.delete)
    calls.push(["delete", () => store.delete?.("t", { signal })]);
  if (store.artifacts) {
    calls.push(["put", () => store.artifacts?.("t").put("b", "x", { signal })], ["get", () => store.artifacts?.("t").get("b", { signal })]);
  }
  return calls;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  sessions
});
