/** Reads: any position, any limit, and entries that belong to who reads them. */
import { entries, entry, failureOf, numbered, same, show, verify } from "./trial.js";
const STRETCH = "read gives the entries from position `after` on, `limit` at the most, oldest first, and the head of the whole session.";
export const reading = [
    {
        name: "read: any position with any limit",
        rule: STRETCH,
        advice: "Positions count from 0: `after: 2` skips the first two entries. Without a limit all that follow are given.",
        async run({ handle }) {
            const log = numbered("e", 12);
            await handle.mustAppend("s", 0, log.slice(0, 1));
            await handle.mustAppend("s", 1, log.slice(1, 9));
            await handle.mustAppend("s", 9, log.slice(9));
            for (let after = 0; after <= 14; after++) {
                for (const limit of [undefined, 1, 2, 5, 11, 12, 13, 1_000]) {
                    const { entries: found, head } = await handle.read("s", after, limit === undefined ? {} : { limit });
                    const wanted = log.slice(after, limit === undefined ? undefined : after + limit);
                    const what = `read after ${after} with the limit ${limit ?? "left out"} of a log of 12`;
                    same(found.map(({ id }) => id), wanted.map(({ id }) => id), what);
                    verify(head === 12, `${what} gave the head ${head}.`, "`head` is the number of all entries of the session, whatever was read.");
                }
            }
        },
    },
    {
        name: "read: past the end, however far",
        rule: "Past the end there are no entries, and `head` tells where the end is; Number.MAX_SAFE_INTEGER is a position and a limit too.",
        advice: "Do not add `after` and `limit` in a type that cannot hold the sum, and look the head up on its own.",
        async run({ handle }) {
            await handle.mustAppend("s", 0, entries("a", "b", "c"));
            const most = Number.MAX_SAFE_INTEGER;
            for (const after of [3, 4, 2 ** 31 - 1, 2 ** 31, 2 ** 32, most - 1, most]) {
                for (const options of [undefined, { limit: 1 }, { limit: most }]) {
                    same(await handle.read("s", after, options), { entries: [], head: 3 }, `read after ${after} of a log of 3, limit ${options?.limit ?? "left out"}`);
                }
            }
            for (const limit of [2 ** 31, 2 ** 32, most]) {
                const { entries: found } = await handle.read("s", 1, { limit });
                same(found.map(({ id }) => id), ["b", "c"], `read after 1 with the limit ${limit}`);
            }
            same(await handle.read("unknown", most), { entries: [], head: 0 }, `read after ${most} of an unknown session`);
        },
    },
    {
        name: "read: a long log in stretches, from its end and from its beginning",
        rule: STRETCH,
        advice: "Each stretch begins where `after` says, whatever was read before.",
        async run(trial) {
            const log = numbered("e", 1_000);
            for (let from = 0; from < 1_000; from += 250)
                await trial.handle.mustAppend("s", from, log.slice(from, from + 250));
            const view = await trial.reopened();
            const read = async (after, limit) => {
                const { entries: found, head } = await view.read("s", after, { limit });
                same(found, log.slice(after, after + limit), `read after ${after} with the limit ${limit} of a log of 1000`);
                verify(head === 1_000, `read after ${after} gave the head ${head} for a log of 1000.`);
            };
            for (let end = 1_000; end > 0; end -= 137)
                await read(Math.max(0, end - 137), 137);
            for (let after = 0; after < 1_000; after += 73)
                await read(after, 73);
        },
    },
    {
        name: "read: later changes of what was given or read reach nobody",
        rule: "A stored entry is never changed; the entries that read gives belong to the caller, who may change them.",
        advice: "Keep the JSON text of each entry, and parse it anew for every read.",
        async run({ handle }) {
            const given = entry("a", { data: { list: [1], deep: { er: {} } } });
            const wanted = [JSON.parse(JSON.stringify(given)), ...entries("b")];
            const batch = [given, ...entries("b")];
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
            // A repetition is compared with what is stored, not with what was changed since.
            same(await handle.append("s", 0, entries("a", "b")), { ok: true, head: 2 }, "the append again, after its answer was changed");
        },
    },
    {
        name: "read: an entry that the caller changes while the store is writing",
        rule: "The entries are those that append was given at the moment of the call.",
        advice: "Turn the entries into text before the first wait.",
        async run({ handle }) {
            const given = entry("a", { data: [1] });
            const running = handle.store.append("s", 0, [given]);
            given.data.push(2);
            given.id = "changed";
            same(await running, { ok: true, head: 1 }, "the append");
            await handle.holds("s", [entry("a", { data: [1] })]);
        },
    },
    {
        name: "arguments: what cannot be meant is refused",
        rule: 'A session id is a string that is not empty, positions are whole numbers from 0 on, a limit one from 1 on; anything else throws (code "invalid-option") and stores nothing.',
        advice: "Check the arguments before anything else: a position that is no number would become a wrong query.",
        async run({ handle: { store }, handle }) {
            const wrong = (value) => value;
            const calls = [
                ['append("", 0, …)', () => store.append("", 0, entries("a"))],
                ["append(undefined, 0, …)", () => store.append(wrong(undefined), 0, entries("a"))],
                ["append(7, 0, …)", () => store.append(wrong(7), 0, entries("a"))],
                ['append("s", -1, …)', () => store.append("s", -1, entries("a"))],
                ['append("s", NaN, …)', () => store.append("s", Number.NaN, entries("a"))],
                ['append("s", 0.5, …)', () => store.append("s", 0.5, entries("a"))],
                ['append("s", "0", …)', () => store.append("s", wrong("0"), entries("a"))],
                ['read("", 0)', () => store.read("", 0)],
                ['read("s", 0.5)', () => store.read("s", 0.5)],
                ['read("s", -1)', () => store.read("s", -1)],
                ['read("s", undefined)', () => store.read("s", wrong(undefined))],
                ['read("s", 0, { limit: 0 })', () => store.read("s", 0, { limit: 0 })],
                ['read("s", 0, { limit: -1 })', () => store.read("s", 0, { limit: -1 })],
                ['read("s", 0, { limit: 1.5 })', () => store.read("s", 0, { limit: 1.5 })],
                ...(store.delete ? [['delete("")', () => store.delete?.("")]] : []),
            ];
            for (const [call, work] of calls) {
                const code = (await failureOf(call, work))?.code;
                verify(code === "invalid-option", `${call} failed with the code ${show(code)} instead of "invalid-option".`);
            }
            same(await handle.read("s", 0), { entries: [], head: 0 }, "the session after the refused calls");
        },
    },
];
