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
  artifacts: () => artifacts
});
module.exports = __toCommonJS(stdin_exports);
var import_trial = require("./trial.js");
var import_values = require("./values.js");
const ONCE = "An id keeps the data that it was given first; putting it again is no error.";
const ANY = "The data is any string, and comes back unit by unit as it was.";
const ODD_IDS = [
  "a",
  "A",
  "a ",
  "../a",
  "a/b",
  "\xE9",
  "e\u0301",
  "\uD800",
  "\uDC00",
  "a\0",
  "%",
  "__proto__",
  "constructor",
  "x".repeat(500)
];
const artifacts = [
  {
    name: "artifacts: kept for any handle, and null where there is none",
    rule: "get gives the data stored under an id, or null.",
    advice: "Answer null, not undefined and not an error, for an id or a session that is not there.",
    needs: ["artifacts"],
    async run(trial) {
      const own = trial.handle.artifacts("s");
      await own.holds("a", null, "an id that was never put");
      await own.put("a", "some data");
      await own.put("empty", "");
      for (const view of [trial.handle, await trial.reopened()]) {
        await view.artifacts("s").holds("a", "some data", "what was put");
        await view.artifacts("s").holds("empty", "", "an empty string that was put");
        await view.artifacts("s").holds("b", null, "an id that was never put");
      }
      (0, import_trial.same)(await trial.handle.read("s", 0), { entries: [], head: 0 }, "the log of a session that has only artifacts");
      await trial.handle.mustAppend("s", 0, (0, import_trial.entries)("a"));
      await own.holds("a", "some data", "what was put, after an append");
    }
  },
  {
    name: "artifacts: the first data of an id stay",
    rule: ONCE,
    advice: "Insert where there is nothing yet, and leave alone what is there.",
    needs: ["artifacts"],
    async run(trial) {
      const first = trial.handle.artifacts("s");
      const second = (await trial.reopened()).artifacts("s");
      await first.put("a", "first");
      await first.put("a", "first");
      await second.put("a", "second, and longer");
      await first.put("a", "");
      for (const view of [first, second])
        await view.holds("a", "first", "an id that was put four times");
      await Promise.all([first.put("b", "same"), second.put("b", "same"), first.put("b", "same")]);
      await second.holds("b", "same", "an id that was put three times at once");
    }
  },
  {
    name: "artifacts: each session has its own",
    rule: "Artifacts belong to their session.",
    advice: "Keep the session's id in the key.",
    needs: ["artifacts"],
    async run({ handle }) {
      await handle.artifacts("s").put("a", "of s");
      await handle.artifacts("t").holds("a", null, "the same id in another session");
      await handle.artifacts("t").put("a", "of t");
      await handle.artifacts("s").holds("a", "of s", "the first session's artifact");
      await handle.artifacts("t").holds("a", "of t", "the second session's artifact");
      await handle.artifacts("s/a").put("b", "1");
      await handle.artifacts("s").holds("a/b", null, "an id that looks like the other session's key");
      await handle.artifacts("s:a").put("b", "1");
      await handle.artifacts("s").holds("a:b", null, "an id that looks like the other session's key");
    }
  },
  {
    name: "artifacts: any string, any id",
    rule: `${ANY} So is the id, which is not empty.`,
    advice: "Where the storage keeps only well-formed text, store JSON.stringify(data), or the UTF-16 units as bytes; encode the id likewise.",
    needs: ["artifacts"],
    async run(trial) {
      const own = trial.handle.artifacts("s");
      const texts = [import_values.ODD_TEXT, "\uD800", "\uDC00\uD800", "\0", "\uFEFFx", "\r\n", '"quoted"', "null", "{}", "\\u0000", "\uFFFD", " "];
      for (const [at, text] of texts.entries())
        await own.put(`text-${at}`, text);
      for (const id of ODD_IDS)
        await own.put(id, `data of ${id}`);
      const view = (await trial.reopened()).artifacts("s");
      for (const [at, text] of texts.entries())
        await view.holds(`text-${at}`, text, `the text ${JSON.stringify(text).slice(0, 40)}`);
      for (const id of ODD_IDS)
        await view.holds(id, `data of ${id}`, `the id ${JSON.stringify(id).slice(0, 40)}`);
    }
  },
  {
    name: "artifacts: many megabytes",
    rule: `${ANY} It may be many megabytes long.`,
    advice: "Where the storage limits a value, keep the data in several parts, written in one transaction.",
    needs: ["artifacts"],
    async run(trial) {
      const own = trial.handle.artifacts("s");
      const large = [`${"0123456789abcdef".repeat(4e5)}.`, `-${"\u4E16\u{1F30D}".repeat(7e5)}\uD83D`];
      for (const [at, text] of large.entries())
        await own.put(`large-${at}`, text);
      await own.put("large-0", "shorter");
      const view = (await trial.reopened()).artifacts("s");
      for (const [at, text] of large.entries())
        await view.holds(`large-${at}`, text, "large data");
    }
  },
  {
    name: "artifacts: they go with their session",
    rule: "delete removes the artifacts of the session too, and of no other; an id can then be put anew.",
    advice: "Remove them in the same transaction as the entries.",
    needs: ["artifacts", "delete"],
    async run(trial) {
      const { handle } = trial;
      await handle.mustAppend("s", 0, (0, import_trial.entries)("a"));
      await handle.artifacts("s").put("a", "of s");
      await handle.artifacts("s").put("large", "x".repeat(3e6));
      await handle.artifacts("t").put("a", "of t");
      await handle.artifacts("only artifacts").put("a", "x");
      await handle.delete("s");
      await handle.delete("only artifacts");
      for (const view of [handle, await trial.reopened()]) {
        await view.artifacts("s").holds("a", null, "an artifact of the deleted session");
        await view.artifacts("s").holds("large", null, "a large artifact of the deleted session");
        await view.artifacts("only artifacts").holds("a", null, "an artifact of a deleted session without entries");
        await view.artifacts("t").holds("a", "of t", "another session's artifact");
      }
      await handle.artifacts("s").put("a", "new");
      await handle.artifacts("s").put("large", "y");
      await handle.artifacts("s").holds("a", "new", "an id that is put anew");
      await handle.artifacts("s").holds("large", "y", "an id that is put anew, shorter than before");
    }
  },
  {
    name: "artifacts: what cannot be meant is refused",
    rule: "The ids of a session and of an artifact are strings that are not empty, and the data is a string; anything else throws.",
    advice: "Check the arguments before anything is written: data that is no string would not come back as it is.",
    needs: ["artifacts"],
    async run({ handle: { store } }) {
      const at = (sessionId) => store.artifacts?.(sessionId);
      for (const [call, work] of [
        ['artifacts("").put("a", "x")', () => at("")?.put("a", "x")],
        ['artifacts(undefined).get("a")', () => at(void 0)?.get("a")],
        ['put("", "x")', () => at("s")?.put("", "x")],
        ['get("")', () => at("s")?.get("")],
        ['put(7, "x")', () => at("s")?.put(7, "x")],
        ['put("a", undefined)', () => at("s")?.put("a", void 0)],
        ['put("a", { text: "x" })', () => at("s")?.put("a", { text: "x" })]
      ]) {
        await (0, import_trial.failureOf)(call, work);
      }
    }
  }
];
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  artifacts
});
