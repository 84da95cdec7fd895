var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all2) => {
  for (var name in all2)
    __defProp(target, name, { get: all2[name], enumerable: true });
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
  writers: () => writers
});
module.exports = __toCommonJS(stdin_exports);
var import_trial = require("./trial.js");
const ONE_WINS = "Of appends at the same position one is stored; each of the others answers { ok: false } with the true head.";
const CAS_ADVICE = "Compare the head and write in one step that the storage itself keeps apart from others: one transaction, a unique key on (session, position), or a script on the server. Within one process, do not wait between comparing and writing.";
const READ_ADVICE = "Read the head and the entries in one step, and let an append become visible in one step.";
const AT_ONCE = 6;
const WRITERS = 3;
const BATCHES = 16;
const twoHandles = async (trial) => [trial.handle, await trial.reopened()];
const writers = [
  {
    name: "writers: of appends at once one wins, and every loser learns the true head",
    rule: ONE_WINS,
    advice: CAS_ADVICE,
    run: ({ handle }) => race([handle])
  },
  {
    name: "writers: the same through two handles",
    rule: ONE_WINS,
    advice: CAS_ADVICE,
    needs: ["reopen"],
    run: async (trial) => race(await twoHandles(trial))
  },
  {
    name: "writers: the same append sent twice at once is stored once, and both succeed",
    rule: "A repetition of a stored append answers { ok: true }, also where it overtakes the answer of the first.",
    advice: "Where the write fails on a taken position, look whether the ids there are those of the batch before answering { ok: false }.",
    async run(trial) {
      const handles = await twoHandles(trial);
      await handles[0].mustAppend("s", 0, (0, import_trial.entries)("a"));
      for (let round = 0; round < 4; round++) {
        const batch = (0, import_trial.numbered)("n", 3, round * 3);
        const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => handles[at % 2].append("s", 1 + round * 3, batch)));
        for (const answer of answers)
          (0, import_trial.same)(answer, { ok: true, head: 4 + round * 3 }, "one of four equal appends at once");
      }
      await handles[1].holds("s", [...(0, import_trial.entries)("a"), ...(0, import_trial.numbered)("n", 12)]);
    }
  },
  {
    name: "writers: who loses, reads on and tries again loses nothing",
    rule: "Writers that append again after a conflict store each of their entries once, in their order, each batch together.",
    advice: CAS_ADVICE,
    run: async (trial) => contend(await twoHandles(trial))
  },
  {
    name: "writers: a handle sees at once what another has stored",
    rule: "An append that was answered with { ok: true } is there for every reader and writer of the same storage.",
    advice: "Answer an append only when it is committed, and ask the storage for the head each time instead of remembering it.",
    needs: ["reopen"],
    async run(trial) {
      const [first, second] = await twoHandles(trial);
      (0, import_trial.same)(await second.read("s", 0), { entries: [], head: 0 }, "the second handle's read of a session that is not there yet");
      await first.mustAppend("s", 0, (0, import_trial.entries)("a", "b"));
      await second.holds("s", (0, import_trial.entries)("a", "b"));
      (0, import_trial.same)(await second.append("s", 0, (0, import_trial.entries)("x")), { ok: false, head: 2 }, "the second handle's append at 0", CAS_ADVICE);
      await second.mustAppend("s", 2, (0, import_trial.entries)("c"));
      (0, import_trial.same)(await first.append("s", 2, (0, import_trial.entries)("y", "z")), { ok: false, head: 3 }, "the first handle's append at 2", CAS_ADVICE);
      (0, import_trial.same)((await first.read("s", 2)).entries, (0, import_trial.entries)("c"), "what the first handle reads on");
      await first.mustAppend("s", 3, (0, import_trial.entries)("d"));
      await second.holds("s", (0, import_trial.entries)("a", "b", "c", "d"));
    }
  },
  {
    name: "writers: what is stored is there for a handle that is opened later",
    rule: "What an append has stored outlives the object that stored it.",
    advice: "Keep nothing only in memory: write before answering, and read from the storage.",
    needs: ["reopen"],
    async run(trial) {
      await trial.handle.mustAppend("s", 0, (0, import_trial.entries)("a"));
      await trial.handle.mustAppend("s", 1, (0, import_trial.entries)("b", "c"));
      await trial.handle.mustAppend("t", 0, (0, import_trial.entries)("other"));
      const later = await trial.reopened();
      await later.holds("s", (0, import_trial.entries)("a", "b", "c"));
      await later.holds("t", (0, import_trial.entries)("other"));
      await later.mustAppend("s", 3, (0, import_trial.entries)("d"));
      await (await trial.reopened()).holds("s", (0, import_trial.entries)("a", "b", "c", "d"));
    }
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
            await first.mustAppend("s", at * 5, (0, import_trial.numbered)("e", 5, at * 5));
            if (at % 3 === 0)
              await (0, import_trial.pause)(0);
          }
        } finally {
          writing = false;
        }
      };
      const watch = async (view, sessionEnd) => {
        for (let last = 0; writing || last < 150; ) {
          const after = sessionEnd ? last : 0;
          const { entries: found, head } = await view.read("s", after);
          (0, import_trial.verify)(head % 5 === 0, `a read during appends of 5 entries each gave the head ${head}: a part of a batch.`);
          (0, import_trial.verify)(head >= last, `a read gave the head ${head} after one had given ${last}.`);
          const ids = (0, import_trial.numbered)("e", head - after, after).map(({ id }) => id);
          (0, import_trial.same)(found.map(({ id }) => id), ids, `a read after ${after} during appends, with the head ${head}`);
          last = head;
          await (0, import_trial.pause)(0);
        }
      };
      await all([write(), watch(first, true), watch(second, false)]);
    }
  }
];
async function all(works) {
  for (const ended of await Promise.allSettled(works))
    if (ended.status === "rejected")
      throw ended.reason;
}
async function race(handles) {
  const stored = [];
  for (let round = 0; round < 5; round++) {
    const head = stored.length;
    const batches = Array.from({ length: AT_ONCE }, (_, at) => (0, import_trial.numbered)(`r${round}-w${at}`, 2));
    const answers = await Promise.all(batches.map((batch, at) => handles[at % handles.length].append("s", head, batch)));
    const winners = batches.filter((_, at) => answers[at].ok);
    (0, import_trial.verify)(winners.length === 1, `of ${AT_ONCE} appends at once at ${head}, ${winners.length} answered { ok: true }: ${(0, import_trial.show)(answers)}.`);
    for (const answer of answers) {
      (0, import_trial.same)(answer.head, head + 2, `the head that ${answer.ok ? "the winner" : "a loser"} of the race at ${head} is told`);
    }
    stored.push(...winners[0]);
    for (const handle of handles)
      await handle.holds("s", stored, CAS_ADVICE);
  }
}
async function contend(handles) {
  const places = [];
  let conflicts = 0;
  const write = async (writer) => {
    const handle = handles[writer % handles.length];
    let { head } = await handle.read("s", 0);
    for (let made = 0; made < BATCHES; made++) {
      const batch = Array.from({ length: 1 + made % 3 }, (_, at) => (0, import_trial.entry)(`w${writer}-${made}-${at}`));
      let answer;
      for (; ; ) {
        answer = await handle.append("s", head, batch);
        if (answer.ok)
          break;
        (0, import_trial.verify)(answer.head > head, `an append at ${head} was refused with the head ${answer.head}, although entries are never taken back.`);
        (0, import_trial.verify)(++conflicts <= WRITERS * WRITERS * BATCHES, `${conflicts} conflicts among ${WRITERS * BATCHES} appends: a conflict means that another append was stored.`);
        const read = await handle.read("s", head);
        (0, import_trial.verify)(read.head >= answer.head, `a read after the conflict gave the head ${read.head}; the conflict had told ${answer.head}.`);
        ({ head } = read);
      }
      (0, import_trial.verify)(answer.head === head + batch.length, `an append of ${batch.length} at ${head} answered the head ${answer.head}.`);
      ({ head } = answer);
      places.push({ batch, end: head });
      if (made % 4 === 3)
        await (0, import_trial.pause)(0);
    }
  };
  await all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  places.sort((left, right) => left.end - right.end);
  const wanted = places.flatMap(({ batch }) => batch);
  for (const { batch, end } of places) {
    const at = wanted.indexOf(batch[0]) + batch.length;
    if (at !== end)
      throw new import_trial.Broken(`two appends were answered with { ok: true } for the same positions: one of them is lost (before position ${end}).`);
  }
  for (const handle of handles)
    await handle.holds("s", wanted);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  writers
});
