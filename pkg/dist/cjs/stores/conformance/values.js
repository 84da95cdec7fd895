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
  ODD_TEXT: () => ODD_TEXT,
  values: () => values
});
module.exports = __toCommonJS(stdin_exports);
var import_trial = require("./trial.js");
const KEPT = "An entry comes back as the same JSON: every character, number and key, and the keys in their order.";
const REFUSED = 'An entry that would not come back from JSON as it is is refused with the code "invalid-entry", details.path says where ("entries[1].data.a"), and nothing of the batch is stored.';
const ODD_TEXT = `Gr\xFC\xDFe, \u4E16\u754C \u{1F30D} e\u0301\u2028\u2029 \0 \uD83D alone, \uDC00 too, \uDFFF\uD800 turned, \uFFFD \uFEFF\u200B\r
	\b" \\ \\u0000 $1 %s ' ; --`;
const KEPT_DATA = {
  text: ODD_TEXT,
  numbers: [0, -1, 1.5, 1e308, 5e-324, 0.1, 1e21, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  nested: [[[{}]], [], null, true, false, ""],
  "odd key.[0]": { "": 1, " ": 2, "\uD800": 3, "\0": 4, "\u2028": 5, "a.b": 6, $c: 7 },
  ["__proto__"]: { own: 1 },
  constructor: "x",
  toString: null,
  hasOwnProperty: [],
  length: 3,
  // In no alphabetical order: a binary JSON column would sort them.
  z: 1,
  a: 2,
  longer: 3,
  m: 4
};
const ODD_IDS = [
  "a",
  "A",
  "a ",
  " a",
  "\xE9",
  "e\u0301",
  "\xDF",
  "ss",
  "\uD800",
  "\uD801",
  "\uDC00",
  "\uFFFD",
  "a\0",
  "a\0b",
  "1",
  "01",
  "1.0",
  "\u2028",
  "\n",
  "'",
  '"',
  "\\",
  "%",
  "_",
  "*",
  "\u4E16\u754C\u{1F30D}",
  "__proto__",
  "constructor",
  "x".repeat(1e3),
  "x".repeat(999)
];
const values = [
  {
    name: "values: what JSON keeps is kept, every character of it",
    rule: KEPT,
    advice: "Store the text of JSON.stringify(entry) as it is. A jsonb column, a UTF-8 conversion, or a path by keys loses some of it.",
    async run(trial) {
      const given = [
        (0, import_trial.entry)("a", { data: KEPT_DATA, gone: void 0 }),
        (0, import_trial.entry)("b", { message: KEPT_DATA }),
        { ...(0, import_trial.entry)("c"), type: ODD_TEXT }
      ];
      const wanted = JSON.parse(JSON.stringify(given));
      await trial.handle.mustAppend("s", 0, given);
      const second = await trial.reopened();
      for (const view of [trial.handle, second]) {
        await view.holds("s", wanted);
        const found = (await view.read("s", 0, { limit: 1 })).entries[0].data;
        (0, import_trial.verify)(Object.hasOwn(found, "__proto__"), "the key __proto__ has become a prototype.", "Use JSON.parse without assigning key by key.");
      }
      (0, import_trial.same)(await second.append("s", 0, given), { ok: true, head: 3 }, "the same append again");
    }
  },
  {
    name: "values: ids are compared unit by unit",
    rule: "Entry ids are any strings that are not empty, and two of them are the same only if they are equal in JavaScript.",
    advice: "Keep the ids in a form that the storage cannot fold or refuse, such as their JSON text or the hex of their UTF-16 units, with a binary collation.",
    async run(trial) {
      await trial.handle.mustAppend("s", 0, (0, import_trial.entries)(...ODD_IDS));
      const view = await trial.reopened();
      await view.holds("s", (0, import_trial.entries)(...ODD_IDS));
      (0, import_trial.same)(await view.append("s", 8, (0, import_trial.entries)(...ODD_IDS.slice(8))), { ok: true, head: ODD_IDS.length }, "a repetition with odd ids");
      (0, import_trial.same)(await view.append("s", 8, (0, import_trial.entries)("\uDBFF")), { ok: false, head: ODD_IDS.length }, "another id that is a lone surrogate, at the place of one");
      for (const id of ["\uD801", "a\0", "e\u0301", "\\"]) {
        const call = `an append of the id ${(0, import_trial.show)(id)}, which is taken`;
        (0, import_trial.hasCode)(await (0, import_trial.failureOf)(call, () => view.store.append("s", ODD_IDS.length, (0, import_trial.entries)(id))), "duplicate-entry", call);
      }
      await view.mustAppend("s", ODD_IDS.length, (0, import_trial.entries)("\uDBFF", "\xC9"));
    }
  },
  {
    name: "values: entries of some megabytes",
    rule: `${KEPT} It may be some megabytes long.`,
    advice: "Where the storage limits a value, keep the entry in several parts, written in the same transaction; cut by UTF-16 units only where the parts are put together as such.",
    async run(trial) {
      const texts = ["x".repeat(1e6), "\u4E16".repeat(1e6), `-${"\u{1F30D}".repeat(4e5)}\uD83D`, `${"\0".repeat(15e4)}
"`];
      const batch = texts.map((text, at) => (0, import_trial.entry)(`large-${at}`, { message: { role: "user", content: text } }));
      await trial.handle.mustAppend("s", 0, (0, import_trial.entries)("a"));
      await trial.handle.mustAppend("s", 1, batch);
      await trial.handle.mustAppend("s", 5, (0, import_trial.entries)("b"));
      const view = await trial.reopened();
      await view.holds("s", [...(0, import_trial.entries)("a"), ...batch, ...(0, import_trial.entries)("b")]);
      (0, import_trial.same)((await view.read("s", 3, { limit: 1 })).entries, batch.slice(2, 3), "one large entry alone");
      (0, import_trial.same)((await view.read("s", 5, { limit: 1 })).entries, (0, import_trial.entries)("b"), "the entry behind the large ones");
      (0, import_trial.same)(await view.append("s", 1, batch), { ok: true, head: 5 }, "the same append again");
    }
  },
  {
    name: "values: what JSON would lose or change is refused with its place",
    rule: REFUSED,
    advice: 'Walk through each entry before anything is written, and throw `new EpitomeError("invalid-entry", message, { details: { path } })`.',
    async run({ handle }) {
      const cycle = { name: "x" };
      cycle.self = [cycle];
      const holed = [1];
      holed[2] = 3;
      const bad = [
        ["a function", { a: () => 1 }, ".data.a"],
        ["a bigint", { a: [1, { b: 2n }] }, ".data.a[1].b"],
        ["a symbol", { a: /* @__PURE__ */ Symbol("s") }, ".data.a"],
        ["undefined in an array", [1, void 0], ".data[1]"],
        ["a hole in an array", holed, ".data[1]"],
        ["NaN", { "a b": Number.NaN }, '.data["a b"]'],
        ["Infinity", Number.POSITIVE_INFINITY, ".data"],
        ["a Date", { when: /* @__PURE__ */ new Date(0) }, ".data.when"],
        ["a Map", /* @__PURE__ */ new Map([[1, 2]]), ".data"],
        ["a Uint8Array", { bytes: new Uint8Array(2) }, ".data.bytes"],
        ["an Error", new Error("x"), ".data"],
        ["a cycle", cycle, ".data.self[0]"]
      ];
      for (const [what, data, place] of bad) {
        const call = `an append whose second entry holds ${what}`;
        const error = await (0, import_trial.failureOf)(call, () => handle.store.append("s", 0, [(0, import_trial.entry)("a"), (0, import_trial.entry)("b", { data })]));
        (0, import_trial.hasCode)(error, "invalid-entry", call);
        checkPath(error, `entries[1]${place}`, call);
      }
      (0, import_trial.same)(await handle.read("s", 0), { entries: [], head: 0 }, "the session after the refused appends");
      const shared = { twice: 1 };
      class Own {
        x = 1;
      }
      await handle.mustAppend("s", 0, [(0, import_trial.entry)("c", { data: [shared, shared, new Own(), Object.assign(/* @__PURE__ */ Object.create(null), { y: 1 })] })]);
    }
  },
  {
    name: "values: entries of a wrong kind are refused with their place",
    rule: 'An entry is an object with an id and a type that are strings and not empty; anything else is refused with the code "invalid-entry" and details.path, and nothing is stored.',
    advice: "Check `id` and `type` of each entry before anything is written.",
    async run({ handle }) {
      const bad = [
        ["x", "entries"],
        [[null], "entries[0]"],
        [[(0, import_trial.entry)("a"), "b"], "entries[1]"],
        [[[]], "entries[0]"],
        [[(0, import_trial.entry)("a"), { ...(0, import_trial.entry)("b"), id: "" }], "entries[1].id"],
        [[{ ...(0, import_trial.entry)("b"), id: 7 }], "entries[0].id"],
        [[{ ...(0, import_trial.entry)("b"), type: void 0 }], "entries[0].type"]
      ];
      for (const [batch, place] of bad) {
        const call = `an append with the fault at ${place}`;
        const error = await (0, import_trial.failureOf)(call, () => handle.store.append("s", 0, batch));
        (0, import_trial.hasCode)(error, "invalid-entry", call);
        checkPath(error, place, call);
      }
      (0, import_trial.same)(await handle.read("s", 0), { entries: [], head: 0 }, "the session after the refused appends");
    }
  }
];
function checkPath(error, wanted, call) {
  const path = error.details?.path;
  if (path !== wanted)
    throw new import_trial.Broken(`${call} named the place ${(0, import_trial.show)(path)} instead of ${(0, import_trial.show)(wanted)}.`);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ODD_TEXT,
  values
});
