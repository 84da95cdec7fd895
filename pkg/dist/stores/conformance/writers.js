/** Several writers and readers at once: in one process, and through handles of their own. */
import { Broken, entries, entry, numbered, pause, same, show, verify } from "./trial.js";
const ONE_WINS = "Of appends at the same position one is stored; each of the others answers { ok: false } with the true head.";
const CAS_ADVICE = "Compare the head and write in one step that the storage itself keeps apart from others: one transaction, a unique key on (session, position), or a script on the server. Within one process, do not wait between comparing and writing.";
const READ_ADVICE = "Read the head and the entries in one step, and let an append become visible in one step.";
/** How many appends are sent at once. */
const AT_ONCE = 6;
const WRITERS = 3;
const BATCHES = 16;
/** The handles of a trial: with `reopen` two, else the same one twice. */
const twoHandles = async (trial) => [trial.handle, await trial.reopened()];
export const writers = [
    {
        name: "writers: of appends at once one wins, and every loser learns the true head",
        rule: ONE_WINS,
        advice: CAS_ADVICE,
        run: ({ handle }) => race([handle]),
    },
    {
        name: "writers: the same through two handles",
        rule: ONE_WINS,
        advice: CAS_ADVICE,
        needs: ["reopen"],
        run: async (trial) => race(await twoHandles(trial)),
    },
    {
        name: "writers: the same append sent twice at once is stored once, and both succeed",
        rule: "A repetition of a stored append answers { ok: true }, also where it overtakes the answer of the first.",
        advice: "Where the write fails on a taken position, look whether the ids there are those of the batch before answering { ok: false }.",
        async run(trial) {
            const handles = await twoHandles(trial);
            await handles[0].mustAppend("s", 0, entries("a"));
            for (let round = 0; round < 4; round++) {
                const batch = numbered("n", 3, round * 3);
                const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => handles[at % 2].append("s", 1 + round * 3, batch)));
                for (const answer of answers)
                    same(answer, { ok: true, head: 4 + round * 3 }, "one of four equal appends at once");
            }
            await handles[1].holds("s", [...entries("a"), ...numbered("n", 12)]);
        },
    },
    {
        name: "writers: who loses, reads on and tries again loses nothing",
        rule: "Writers that append again after a conflict store each of their entries once, in their order, each batch together.",
        advice: CAS_ADVICE,
        run: async (trial) => contend(await twoHandles(trial)),
    },
    {
        name: "writers: a handle sees at once what another has stored",
        rule: "An append that was answered with { ok: true } is there for every reader and writer of the same storage.",
        advice: "Answer an append only when it is committed, and ask the storage for the head each time instead of remembering it.",
        needs: ["reopen"],
        async run(trial) {
            const [first, second] = await twoHandles(trial);
            same(await second.read("s", 0), { entries: [], head: 0 }, "the second handle's read of a session that is not there yet");
            await first.mustAppend("s", 0, entries("a", "b"));
            await second.holds("s", entries("a", "b"));
            same(await second.append("s", 0, entries("x")), { ok: false, head: 2 }, "the second handle's append at 0", CAS_ADVICE);
            await second.mustAppend("s", 2, entries("c"));
            same(await first.append("s", 2, entries("y", "z")), { ok: false, head: 3 }, "the first handle's append at 2", CAS_ADVICE);
            same((await first.read("s", 2)).entries, entries("c"), "what the first handle reads on");
            await first.mustAppend("s", 3, entries("d"));
            await second.holds("s", entries("a", "b", "c", "d"));
        },
    },
    {
        name: "writers: what is stored is there for a handle that is opened later",
        rule: "What an append has stored outlives the object that stored it.",
        advice: "Keep nothing only in memory: write before answering, and read from the storage.",
        needs: ["reopen"],
        async run(trial) {
            await trial.handle.mustAppend("s", 0, entries("a"));
            await trial.handle.mustAppend("s", 1, entries("b", "c"));
            await trial.handle.mustAppend("t", 0, entries("other"));
            const later = await trial.reopened();
            await later.holds("s", entries("a", "b", "c"));
            await later.holds("t", entries("other"));
            await later.mustAppend("s", 3, entries("d"));
            await (await trial.reopened()).holds("s", entries("a", "b", "c", "d"));
        },
    },
    {
        name: "writers: a read sees whole batches, never a part of one",
        rule: "An append is whole or not at all for readers too: a read gives the entries up to the head that it answers with.",
        advice: READ_ADVICE,
        async run(trial) {
            const [first, second] = await twoHandles(trial);
            let writing = true;
            const write = async () => {
                try {
                    for (let at = 0; at < 30; at++) {
                        await first.mustAppend("s", at * 5, numbered("e", 5, at * 5));
                        if (at % 3 === 0)
                            await pause(0);
                    }
                }
                finally {
                    writing = false;
                }
            };
            const watch = async (view, sessionEnd) => {
                for (let last = 0; writing || last < 150;) {
                    const after = sessionEnd ? last : 0;
                    const { entries: found, head } = await view.read("s", after);
                    verify(head % 5 === 0, `a read during appends of 5 entries each gave the head ${head}: a part of a batch.`);
                    verify(head >= last, `a read gave the head ${head} after one had given ${last}.`);
                    const ids = numbered("e", head - after, after).map(({ id }) => id);
                    same(found.map(({ id }) => id), ids, `a read after ${after} during appends, with the head ${head}`);
                    last = head;
                    // Lets the writer go on, whatever it waits for.
                    await pause(0);
                }
            };
            await all([write(), watch(first, true), watch(second, false)]);
        },
    },
];
/** Waits for all, then fails with the first failure: nothing is left running behind a case that failed. */
async function all(works) {
    for (const ended of await Promise.allSettled(works))
        if (ended.status === "rejected")
            throw ended.reason;
}
/** Sends appends at the same position at once, several times. */
async function race(handles) {
    const stored = [];
    for (let round = 0; round < 5; round++) {
        const head = stored.length;
        // Of one size, so that the true head is the same whoever wins.
        const batches = Array.from({ length: AT_ONCE }, (_, at) => numbered(`r${round}-w${at}`, 2));
        const answers = await Promise.all(batches.map((batch, at) => handles[at % handles.length].append("s", head, batch)));
        const winners = batches.filter((_, at) => answers[at].ok);
        verify(winners.length === 1, `of ${AT_ONCE} appends at once at ${head}, ${winners.length} answered { ok: true }: ${show(answers)}.`);
        for (const answer of answers) {
            same(answer.head, head + 2, `the head that ${answer.ok ? "the winner" : "a loser"} of the race at ${head} is told`);
        }
        stored.push(...winners[0]);
        for (const handle of handles)
            await handle.holds("s", stored, CAS_ADVICE);
    }
}
/** Writers that loop on conflict, as a session does. */
async function contend(handles) {
    const places = [];
    let conflicts = 0;
    const write = async (writer) => {
        const handle = handles[writer % handles.length];
        let { head } = await handle.read("s", 0);
        for (let made = 0; made < BATCHES; made++) {
            const batch = Array.from({ length: 1 + (made % 3) }, (_, at) => entry(`w${writer}-${made}-${at}`));
            let answer;
            for (;;) {
                answer = await handle.append("s", head, batch);
                if (answer.ok)
                    break;
                verify(answer.head > head, `an append at ${head} was refused with the head ${answer.head}, although entries are never taken back.`);
                verify(++conflicts <= WRITERS * WRITERS * BATCHES, `${conflicts} conflicts among ${WRITERS * BATCHES} appends: a conflict means that another append was stored.`);
                const read = await handle.read("s", head);
                verify(read.head >= answer.head, `a read after the conflict gave the head ${read.head}; the conflict had told ${answer.head}.`);
                ({ head } = read);
            }
            verify(answer.head === head + batch.length, `an append of ${batch.length} at ${head} answered the head ${answer.head}.`);
            ({ head } = answer);
            places.push({ batch, end: head });
            // Lets a writer that answers without a promise be overtaken too.
            if (made % 4 === 3)
                await pause(0);
        }
    };
    await all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    places.sort((left, right) => left.end - right.end);
    const wanted = places.flatMap(({ batch }) => batch);
    for (const { batch, end } of places) {
        const at = wanted.indexOf(batch[0]) + batch.length;
        if (at !== end)
            throw new Broken(`two appends were answered with { ok: true } for the same positions: one of them is lost (before position ${end}).`);
    }
    for (const handle of handles)
        await handle.holds("s", wanted);
}
