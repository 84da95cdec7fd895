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
  reading: () => reading
});
module.exports = __toCommonJS(stdin_exports);
var import_trial = require("./trial.js");
const STRETCH = "read gives the entries from position `after` on, `limit` at the most, oldest first, and the head of the whole session.";
const reading = [
  {
    name: "read: any position with any limit",
    rule: STRETCH,
    advice: "Positions count from 0: `after: 2` skips the first two entries. Without a limit all that follow are given.",
    async run({ handle }) {
      const log = (0, import_trial.numbered)("e", 12);
      await handle.mustAppend("s", 0, log.slice(0, 1));
      await handle.mustAppend("s", 1, log.slice(1, 9));
      await handle.mustAppend("s", 9, log.slice(9));
      for (let after = 0; after <= 14; after++) {
        for (const limit of [void 0, 1, 2, 5, 11, 12, 13, 1e3]) {
          const { entries: found, head } = await handle.read("s", after, limit === void 0 ? {} : { limit });
          const wanted = log.slice(after, limit === void 0 ? void 0 : after + limit);
          const what = `read after ${after} with the limit ${limit ?? "left out"} of a log of 12`;
          (0, import_trial.same)(found.map(({ id }) => id), wanted.map(({ id }) => id), what);
          (0, import_trial.verify)(head === 12, `${what} gave the head ${head}.`, "`head` is the number of all entries of the session, whatever was read.");
        }
      }
    }
  },
  {
    name: "read: past the end, however far",
    rule: "Past the end there are no entries, and `head` tells where the end is; Number.MAX_SAFE_INTEGER is a position and a limit too.",
    advice: "Do not add `after` and `limit` in a type that cannot hold the sum, and look the head up on its own.",
    async run({ handle }) {
      await handle.mustAppend("s", 0, (0, import_trial.entries)("a", "b", "c"));
      const most = Number.MAX_SAFE_INTEGER;
      for (const after of [3, 4, 2 ** 31 - 1, 2 ** 31, 2 ** 32, most - 1, most]) {
        for (const options of [void 0, { limit: 1 }, { limit: most }]) {
          (0, import_trial.same)(await handle.read("s", after, options), { entries: [], head: 3 }, `read after ${after} of a log of 3, limit ${options?.limit ?? "left out"}`);
        }
      }
      for (const limit of [2 ** 31, 2 ** 32, most]) {
        const { entries: found } = await handle.read("s", 1, { limit });
        (0, import_trial.same)(found.map(({ id }) => id), ["b", "c"], `read after 1 with the limit ${limit}`);
      }
      (0, import_trial.same)(await handle.read("unknown", most), { entries: [], head: 0 }, `read after ${most} of an unknown session`);
    }
  },
  {
    name: "read: a long log in stretches, from its end and from its beginning",
    rule: STRETCH,
    advice: "Each stretch begins where `after` says, whatever was read before.",
    async run(trial) {
      const log = (0, import_trial.numbered)("e", 1e3);
      for (let from = 0; from < 1e3; from += 250)
        await trial.handle.mustAppend("s", from, log.slice(from, from + 250));
      const view = await trial.reopened();
      const read = async (after, limit) => {
        const { entries: found, head } = await view.read("s", after, { limit });
        (0, import_trial.same)(found, log.slice(after, after + limit), `read after ${after} with the limit ${limit} of a log of 1000`);
        (0, import_trial.verify)(head === 1e3, `read after ${after} gave the head ${head} for a log of 1000.`);
      };
      for (let end = 1e3; end > 0; end -= 137)
        await read(Math.max(0, end - 137), 137);
      for (let after = 0; after < 1e3; after += 73)
        await read(after, 73);
    }
  },
  {
    name: "read: later changes of what was given or read reach nobody",
    rule: "A stored entry is never changed; the entries that read gives belong to the caller, who may change them.",
    advice: "Keep the JSON text of each entry, and parse it anew for every read.",
    async run({ handle }) {
      const given = (0, import_trial.entry)("a", { data: { list: [1], deep: { er: {} } } });
      const wanted = [JSON.parse(JSON.stringify(given)), ...(0, import_trial.entries)("b")];
      const batch = [given, ...(0, import_trial.entries)("b")];
      await handle.mustAppend("s", 0, batch);
      const data = given.data;
      data.list.push(2);
      data.deep.added = true;
      given.type = "changed";
      batch.length = 1;
      await handle.holds("s", wanted, "Copy what append is given: the caller may change it afterwards.");
      const first = await handle.read("s", 0);
      const own = first.entries[0].data;
      own.list.push(3);
      first.entries[1].id = "changed";
      first.entries.length = 1;
      const limited = await handle.read("s", 1, { limit: 1 });
      limited.entries[0].message = null;
      await handle.holds("s", wanted, "Give each read objects of its own.");
      (0, import_trial.same)(await handle.append("s", 0, (0, import_trial.entries)("a", "b")), { ok: true, head: 2 }, "the append again, after its answer was changed");
    }
  },
  {
    name: "read: an entry that the caller changes while the store is writing",
    rule: "The entries are those that append was given at the moment of the call.",
    advice: "Turn the entries into text before the first wait.",
    async run({ handle }) {
      const given = (0, import_trial.entry)("a", { data: [1] });
      const running = handle.store.append("s", 0, [given]);
      given.data.push(2);
      given.id = "changed";
      (0, import_trial.same)(await running, { ok: true, head: 1 }, "the append");
      await handle.holds("s", [(0, import_trial.entry)("a", { data: [1] })]);
    }
  },
  {
    name: "arguments: what cannot be meant is refused",
    rule: 'A session id is a string that is not empty, positions are whole numbers from 0 on, a limit one from 1 on; anything else throws (code "invalid-option") and stores nothing.',
    advice: "Check the arguments before anything else: a position that is no number would become a wrong query.",
    async run({ handle: { store }, handle }) {
      const wrong = (value) => value;
      const calls = [
        ['append("", 0, \u2026)', () => store.append("", 0, (0, import_trial.entries)("a"))],
        ["append(undefined, 0, \u2026)", () => store.append(wrong(void 0), 0, (0, import_trial.entries)("a"))],
        ["append(7, 0, \u2026)", () => store.append(wrong(7), 0, (0, import_trial.entries)("a"))],
        ['append("s", -1, \u2026)', () => store.append("s", -1, (0, import_trial.entries)("a"))],
        ['append("s", NaN, \u2026)', () => store.append("s", Number.NaN, (0, import_trial.entries)("a"))],
        ['append("s", 0.5, \u2026)', () => store.append("s", 0.5, (0, import_trial.entries)("a"))],
        ['append("s", "0", \u2026)', () => store.append("s", wrong("0"), (0, import_trial.entries)("a"))],
        ['read("", 0)', () => store.read("", 0)],
        ['read("s", 0.5)', () => store.read("s", 0.5)],
        ['read("s", -1)', () => store.read("s", -1)],
        ['read("s", undefined)', () => store.read("s", wrong(void 0))],
        ['read("s", 0, { limit: 0 })', () => store.read("s", 0, { limit: 0 })],
        ['read("s", 0, { limit: -1 })', () => store.read("s", 0, { limit: -1 })],
        ['read("s", 0, { limit: 1.5 })', () => store.read("s", 0, { limit: 1.5 })],
        ...store.delete ? [['delete("")', () => store.delete?.("")]] : []
      ];
      for (const [call, work] of calls) {
        const code = (await (0, import_trial.failureOf)(call, work))?.code;
        (0, import_trial.verify)(code === "invalid-option", `${call} failed with the code ${(0, import_trial.show)(code)} instead of "invalid-option".`);
      }
      (0, import_trial.same)(await handle.read("s", 0), { entries: [], head: 0 }, "the session after the refused calls");
    }
  }
];
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  reading
});
