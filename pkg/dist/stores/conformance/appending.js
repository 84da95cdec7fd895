/** Appends: where they go, what they answer, what a repetition does, and which ids are taken. */
import { entries, entry, failureOf, hasCode, numbered, same, verify } from "./trial.js";
const CAS = "An append stores its entries only where expectedHead is the number of stored entries; else it stores nothing and answers { ok: false, head } with the true number.";
const WHOLE = "An append is whole or not at all.";
const REPETITION = "A repetition of a stored append, the same ids at the same positions, answers { ok: true } again and stores nothing.";
const UNIQUE = 'An id that the session has already, or that is twice in the batch, is refused with the code "duplicate-entry", and nothing is stored.';
const CAS_ADVICE = "Compare and write in one step: one transaction, a unique key on (session, position), or a script on the server.";
const WHOLE_ADVICE = "Write the batch and the new head in one transaction, and let a failure take all of it back.";
const REPETITION_ADVICE = "Where expectedHead is not the head, look whether the ids at the positions from expectedHead on are those of the batch, all of them; if so answer { ok: true, head: expectedHead + entries.length }.";
const UNIQUE_ADVICE = "Keep a unique index on (session, entry id), and turn its violation into this error.";
export const appending = [
    {
        name: "append: an unknown session is empty and begins at 0",
        rule: "An unknown session has no entries and the head 0; its first append has the expectedHead 0.",
        advice: "Answer for a session that is not there as for an empty one, and make it with its first append.",
        async run({ handle }) {
            for (const after of [0, 7])
                same(await handle.read("s", after), { entries: [], head: 0 }, `read of an unknown session after ${after}`);
            same(await handle.append("s", 0, []), { ok: true, head: 0 }, "an append of nothing at 0");
            same(await handle.append("s", 1, entries("a")), { ok: false, head: 0 }, "an append at 1 to an unknown session", CAS_ADVICE);
            await handle.mustAppend("s", 0, entries("a"));
            await handle.holds("s", entries("a"));
        },
    },
    {
        name: "append: entries are kept in the order in which they came",
        rule: "An append stores its entries in their order, behind those that are stored; head is the number of entries.",
        advice: "Number the entries of a session from 0 on, and read them by that number.",
        async run({ handle }) {
            await handle.mustAppend("s", 0, entries("z"));
            await handle.mustAppend("s", 1, entries("m", "a", "k"));
            same(await handle.append("s", 4, []), { ok: true, head: 4 }, "an append of nothing at the head");
            await handle.mustAppend("s", 4, entries("b"));
            // Numbers of two digits: positions are ordered as numbers, not as text.
            await handle.mustAppend("s", 5, numbered("n", 9));
            await handle.holds("s", [...entries("z", "m", "a", "k", "b"), ...numbered("n", 9)]);
        },
    },
    {
        name: "append: a writer who is behind or ahead is refused and told the head",
        rule: CAS,
        advice: CAS_ADVICE,
        async run({ handle }) {
            await handle.mustAppend("s", 0, entries("a", "b"));
            for (const expected of [0, 1, 3, 100]) {
                same(await handle.append("s", expected, entries("x", "y")), { ok: false, head: 2 }, `an append at ${expected} to a log of 2`);
                await handle.holds("s", entries("a", "b"));
            }
            same(await handle.append("s", 1, []), { ok: false, head: 2 }, "an append of nothing at 1 to a log of 2");
            await handle.mustAppend("s", 2, entries("x", "y"));
            await handle.holds("s", entries("a", "b", "x", "y"));
        },
    },
    {
        name: "append: the options are accepted",
        rule: "append takes options.format and options.signal; without a use for them a store ignores them.",
        advice: "Do not fail on options.format or on a signal that is not aborted.",
        async run({ handle }) {
            const { signal } = new AbortController();
            same(await handle.append("s", 0, entries("a"), { format: "openai-chat", signal }), { ok: true, head: 1 }, "an append with both options");
            same(await handle.append("s", 1, entries("b"), {}), { ok: true, head: 2 }, "an append with no option");
            await handle.holds("s", entries("a", "b"));
        },
    },
    {
        name: "append: some thousand entries are stored whole",
        rule: WHOLE,
        advice: "Where a statement takes only so many values, use several in one transaction.",
        async run(trial) {
            const { handle } = trial;
            const batch = numbered("e", 4_000);
            await handle.mustAppend("s", 0, entries("first"));
            await handle.mustAppend("s", 1, batch);
            same(await handle.append("s", 1, batch), { ok: true, head: 4_001 }, "the same append again", REPETITION_ADVICE);
            await handle.mustAppend("s", 4_001, entries("last"));
            await (await trial.reopened()).holds("s", [...entries("first"), ...batch, ...entries("last")]);
        },
    },
    {
        name: "append: a batch that fails at its end leaves nothing",
        rule: WHOLE,
        advice: WHOLE_ADVICE,
        async run(trial) {
            const { handle } = trial;
            await handle.mustAppend("s", 0, entries("a", "b"));
            for (const size of [1, 700]) {
                const call = `append of ${size} new entries and one whose id is taken`;
                hasCode(await failureOf(call, () => handle.store.append("s", 2, [...numbered("n", size), entry("a")])), "duplicate-entry", call);
                await handle.holds("s", entries("a", "b"), WHOLE_ADVICE);
            }
            // What was taken back is free again.
            await handle.mustAppend("s", 2, numbered("n", 3));
            await (await trial.reopened()).holds("s", [...entries("a", "b"), ...numbered("n", 3)], WHOLE_ADVICE);
        },
    },
    {
        name: "append: a repetition answers the same and doubles nothing",
        rule: REPETITION,
        advice: REPETITION_ADVICE,
        async run({ handle }) {
            await handle.mustAppend("s", 0, entries("a"));
            await handle.mustAppend("s", 1, entries("b", "c"));
            same(await handle.append("s", 1, entries("b", "c")), { ok: true, head: 3 }, "the last append again");
            await handle.holds("s", entries("a", "b", "c"));
            await handle.mustAppend("s", 3, entries("d", "e"));
            same(await handle.append("s", 1, entries("b", "c")), { ok: true, head: 3 }, "the same append again, after others have appended");
            same(await handle.append("s", 0, entries("a")), { ok: true, head: 1 }, "the first append again");
            same(await handle.append("s", 1, entries("b")), { ok: true, head: 2 }, "a part of it again, at its position");
            same(await handle.append("s", 2, entries("c", "d", "e")), { ok: true, head: 5 }, "two appends again as one");
            await handle.holds("s", entries("a", "b", "c", "d", "e"));
        },
    },
    {
        name: "append: what only looks like a repetition is a conflict",
        rule: `${REPETITION} All ids must be the same; what differs in one, or goes past the end, is a conflict.`,
        advice: REPETITION_ADVICE,
        async run({ handle }) {
            await handle.mustAppend("s", 0, entries("a", "b", "c", "d"));
            for (const [batch, what] of [
                [entries("b", "x"), "one of the two ids is new"],
                [entries("x", "c"), "the first of the two ids is new"],
                [entries("c", "b"), "the ids stand in another order"],
                [entries("a"), "the id is stored at another position"],
                [entries("b", "c", "d", "e"), "the batch goes past the end"],
            ]) {
                same(await handle.append("s", 1, batch), { ok: false, head: 4 }, `an append at 1 of ${named(batch)} to the log a, b, c, d, where ${what}`);
                await handle.holds("s", entries("a", "b", "c", "d"));
            }
        },
    },
    {
        name: "append: a repetition is known by another handle too",
        rule: REPETITION,
        advice: `${REPETITION_ADVICE} Ask the storage for it, not the memory of one process.`,
        needs: ["reopen"],
        async run(trial) {
            await trial.handle.mustAppend("s", 0, entries("a"));
            await trial.handle.mustAppend("s", 1, entries("b", "c"));
            const second = await trial.reopened();
            same(await second.append("s", 1, entries("b", "c")), { ok: true, head: 3 }, "the last append again, through a second handle");
            await second.mustAppend("s", 3, entries("d"));
            same(await trial.handle.append("s", 1, entries("b", "c")), { ok: true, head: 3 }, "the same append through the first handle, after the second has appended");
            same(await trial.handle.append("s", 3, entries("d")), { ok: true, head: 4 }, "an append of the second handle, repeated through the first");
            await second.holds("s", entries("a", "b", "c", "d"));
        },
    },
    {
        name: "append: an id that is taken is refused",
        rule: UNIQUE,
        advice: UNIQUE_ADVICE,
        async run({ handle }) {
            await handle.mustAppend("s", 0, entries("a", "b"));
            for (const batch of [entries("b"), entries("a"), entries("c", "a"), entries("c", "d", "c"), entries("a", "b")]) {
                const call = `an append at the head of ${named(batch)} to the log a, b`;
                hasCode(await failureOf(call, () => handle.store.append("s", 2, batch), UNIQUE_ADVICE), "duplicate-entry", call);
                await handle.holds("s", entries("a", "b"), UNIQUE_ADVICE);
            }
            const call = "a first append with one id twice";
            hasCode(await failureOf(call, () => handle.store.append("new", 0, entries("a", "a")), UNIQUE_ADVICE), "duplicate-entry", call);
            same(await handle.read("new", 0), { entries: [], head: 0 }, "the session of the refused append");
            await handle.mustAppend("s", 2, entries("c"));
        },
    },
    {
        name: "append: an id is taken however far back it is, for another handle too",
        rule: UNIQUE,
        advice: `${UNIQUE_ADVICE} It must cover the whole session, not only its newest part or what this process has written.`,
        async run(trial) {
            const { handle } = trial;
            await handle.mustAppend("s", 0, numbered("a", 600));
            for (let at = 0; at < 5; at++)
                await handle.mustAppend("s", 600 + at, numbered("b", 1, at));
            for (const view of [handle, await trial.reopened()]) {
                for (const id of ["a-0", "a-311", "a-599", "b-0", "b-4"]) {
                    const call = `an append at the head of the stored id ${id} through ${view.label}`;
                    hasCode(await failureOf(call, () => view.store.append("s", 605, [entry("new"), entry(id)])), "duplicate-entry", call);
                }
                verify((await view.read("s", 605)).head === 605, "a refused append has moved the head.", WHOLE_ADVICE);
            }
            await handle.mustAppend("t", 0, entries("a-0"));
        },
    },
];
const named = (batch) => batch.map(({ id }) => id).join(", ");
