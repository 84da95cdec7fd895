/** What an entry may hold: whatever JSON keeps, of any size; the rest is refused. */
import { Broken, entries, entry, failureOf, hasCode, same, show, verify } from "./trial.js";
const KEPT = "An entry comes back as the same JSON: every character, number and key, and the keys in their order.";
const REFUSED = 'An entry that would not come back from JSON as it is is refused with the code "invalid-entry", details.path says where ("entries[1].data.a"), and nothing of the batch is stored.';
/** Text in which something is easily lost. */
export const ODD_TEXT = "Grüße, 世界 🌍 e\u0301\u2028\u2029 \u0000 \ud83d alone, \udc00 too, \udfff\ud800 turned, \ufffd \ufeff\u200b\r\n\t\b\" \\ \\u0000 $1 %s ' ; --";
/** What JSON keeps, in every corner. */
const KEPT_DATA = {
    text: ODD_TEXT,
    numbers: [0, -1, 1.5, 1e308, 5e-324, 0.1, 1e21, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
    nested: [[[{}]], [], null, true, false, ""],
    "odd key.[0]": { "": 1, " ": 2, "\ud800": 3, "\u0000": 4, "\u2028": 5, "a.b": 6, $c: 7 },
    ["__proto__"]: { own: 1 },
    constructor: "x",
    toString: null,
    hasOwnProperty: [],
    length: 3,
    // In no alphabetical order: a binary JSON column would sort them.
    z: 1,
    a: 2,
    longer: 3,
    m: 4,
};
/** Ids that some storage takes for the same, or cannot keep. */
const ODD_IDS = [
    "a",
    "A",
    "a ",
    " a",
    "\u00e9",
    "e\u0301",
    "\u00df",
    "ss",
    "\ud800",
    "\ud801",
    "\udc00",
    "\ufffd",
    "a\u0000",
    "a\u0000b",
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
    "世界🌍",
    "__proto__",
    "constructor",
    "x".repeat(1_000),
    "x".repeat(999),
];
export const values = [
    {
        name: "values: what JSON keeps is kept, every character of it",
        rule: KEPT,
        advice: "Store the text of JSON.stringify(entry) as it is. A jsonb column, a UTF-8 conversion, or a path by keys loses some of it.",
        async run(trial) {
            const given = [
                entry("a", { data: KEPT_DATA, gone: undefined }),
                entry("b", { message: KEPT_DATA }),
                { ...entry("c"), type: ODD_TEXT },
            ];
            const wanted = JSON.parse(JSON.stringify(given));
            await trial.handle.mustAppend("s", 0, given);
            const second = await trial.reopened();
            for (const view of [trial.handle, second]) {
                await view.holds("s", wanted);
                const found = (await view.read("s", 0, { limit: 1 })).entries[0].data;
                verify(Object.hasOwn(found, "__proto__"), "the key __proto__ has become a prototype.", "Use JSON.parse without assigning key by key.");
            }
            same(await second.append("s", 0, given), { ok: true, head: 3 }, "the same append again");
        },
    },
    {
        name: "values: ids are compared unit by unit",
        rule: "Entry ids are any strings that are not empty, and two of them are the same only if they are equal in JavaScript.",
        advice: "Keep the ids in a form that the storage cannot fold or refuse, such as their JSON text or the hex of their UTF-16 units, with a binary collation.",
        async run(trial) {
            await trial.handle.mustAppend("s", 0, entries(...ODD_IDS));
            const view = await trial.reopened();
            await view.holds("s", entries(...ODD_IDS));
            same(await view.append("s", 8, entries(...ODD_IDS.slice(8))), { ok: true, head: ODD_IDS.length }, "a repetition with odd ids");
            same(await view.append("s", 8, entries("\udbff")), { ok: false, head: ODD_IDS.length }, "another id that is a lone surrogate, at the place of one");
            for (const id of ["\ud801", "a\u0000", "e\u0301", "\\"]) {
                const call = `an append of the id ${show(id)}, which is taken`;
                hasCode(await failureOf(call, () => view.store.append("s", ODD_IDS.length, entries(id))), "duplicate-entry", call);
            }
            await view.mustAppend("s", ODD_IDS.length, entries("\udbff", "É"));
        },
    },
    {
        name: "values: entries of some megabytes",
        rule: `${KEPT} It may be some megabytes long.`,
        advice: "Where the storage limits a value, keep the entry in several parts, written in the same transaction; cut by UTF-16 units only where the parts are put together as such.",
        async run(trial) {
            // In the last, units are shifted by one so that a cut at an even place falls between the two halves of a pair.
            const texts = ["x".repeat(1_000_000), "世".repeat(1_000_000), `-${"🌍".repeat(400_000)}\ud83d`, `${"\u0000".repeat(150_000)}\n"`];
            const batch = texts.map((text, at) => entry(`large-${at}`, { message: { role: "user", content: text } }));
            await trial.handle.mustAppend("s", 0, entries("a"));
            await trial.handle.mustAppend("s", 1, batch);
            await trial.handle.mustAppend("s", 5, entries("b"));
            const view = await trial.reopened();
            await view.holds("s", [...entries("a"), ...batch, ...entries("b")]);
            same((await view.read("s", 3, { limit: 1 })).entries, batch.slice(2, 3), "one large entry alone");
            same((await view.read("s", 5, { limit: 1 })).entries, entries("b"), "the entry behind the large ones");
            same(await view.append("s", 1, batch), { ok: true, head: 5 }, "the same append again");
        },
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
                ["a symbol", { a: Symbol("s") }, ".data.a"],
                ["undefined in an array", [1, undefined], ".data[1]"],
                ["a hole in an array", holed, ".data[1]"],
                ["NaN", { "a b": Number.NaN }, '.data["a b"]'],
                ["Infinity", Number.POSITIVE_INFINITY, ".data"],
                ["a Date", { when: new Date(0) }, ".data.when"],
                ["a Map", new Map([[1, 2]]), ".data"],
                ["a Uint8Array", { bytes: new Uint8Array(2) }, ".data.bytes"],
                ["an Error", new Error("x"), ".data"],
                ["a cycle", cycle, ".data.self[0]"],
            ];
            for (const [what, data, place] of bad) {
                const call = `an append whose second entry holds ${what}`;
                const error = await failureOf(call, () => handle.store.append("s", 0, [entry("a"), entry("b", { data })]));
                hasCode(error, "invalid-entry", call);
                checkPath(error, `entries[1]${place}`, call);
            }
            same(await handle.read("s", 0), { entries: [], head: 0 }, "the session after the refused appends");
            // The same object twice is no cycle, and a class of the host's own is as good as its fields.
            const shared = { twice: 1 };
            class Own {
                x = 1;
            }
            await handle.mustAppend("s", 0, [entry("c", { data: [shared, shared, new Own(), Object.assign(Object.create(null), { y: 1 })] })]);
        },
    },
    {
        name: "values: entries of a wrong kind are refused with their place",
        rule: 'An entry is an object with an id and a type that are strings and not empty; anything else is refused with the code "invalid-entry" and details.path, and nothing is stored.',
        advice: "Check `id` and `type` of each entry before anything is written.",
        async run({ handle }) {
            const bad = [
                ["x", "entries"],
                [[null], "entries[0]"],
                [[entry("a"), "b"], "entries[1]"],
                [[[]], "entries[0]"],
                [[entry("a"), { ...entry("b"), id: "" }], "entries[1].id"],
                [[{ ...entry("b"), id: 7 }], "entries[0].id"],
                [[{ ...entry("b"), type: undefined }], "entries[0].type"],
            ];
            for (const [batch, place] of bad) {
                const call = `an append with the fault at ${place}`;
                const error = await failureOf(call, () => handle.store.append("s", 0, batch));
                hasCode(error, "invalid-entry", call);
                checkPath(error, place, call);
            }
            same(await handle.read("s", 0), { entries: [], head: 0 }, "the session after the refused appends");
        },
    },
];
function checkPath(error, wanted, call) {
    const path = error.details?.path;
    if (path !== wanted)
        throw new Broken(`${call} named the place ${show(path)} instead of ${show(wanted)}.`);
}
