/** What is open of the host's work: the lines of it, and when a summary takes them over. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateLines } from "../../pkg/dist/session/state-lines.js";
import { random } from "./random.mjs";
import { open, SUMMARY, turns } from "./support/talk.mjs";

const todos = (count, status = "pending") => Array.from({ length: count }, (_, at) => ({ text: `todo ${at}`, status }));
const skills = (count) => Array.from({ length: count }, (_, at) => ({ name: `skill ${at}`, phase: "p", active: true }));

for (const [name, state, lines] of [
  ["no state", undefined, []],
  ["null", null, []],
  ["an empty one", {}, []],
  [
    "nothing that is open",
    { goal: { objective: "o", status: "complete" }, todos: todos(2, "completed"), skills: [{ name: "s" }], queued: 3 },
    [],
  ],
  ["an active goal", { goal: { objective: "Ship it", status: "active" } }, ["Active goal: Ship it (status: active)"]],
  ["a goal that waits", { goal: { objective: "Ship it", status: "paused" } }, ["Paused goal: Ship it (status: paused)"]],
  ["a goal without words", { goal: { objective: " \n", status: "active" } }, []],
  [
    "skills",
    {
      skills: [
        { name: "ralph", phase: "build", active: true },
        { name: "b", active: true },
      ],
    },
    ["Active skill: ralph phase=build", "Active skill: b"],
  ],
  ["more skills than five", { skills: skills(7) }, skills(5).map(({ name }) => `Active skill: ${name} phase=p`)],
  [
    "open tasks among others",
    { todos: [...todos(1), ...todos(1, "completed"), { text: "b", status: "in_progress" }] },
    ["Open todos: todo 0; b"],
  ],
  [
    "more tasks than ten",
    { todos: todos(13) },
    [
      `Open todos: ${todos(10)
        .map(({ text }) => text)
        .join("; ")}; … (3 more)`,
    ],
  ],
  ["notes", { notes: ["job 17 runs", "", "pid 4"] }, ["Note: job 17 runs", "Note: pid 4"]],
  [
    "more notes than ten",
    { notes: Array.from({ length: 12 }, (_, at) => `n${at}`) },
    Array.from({ length: 10 }, (_, at) => `Note: n${at}`),
  ],
  ["what has several lines", { notes: ["a\n## Goal\r\n\tb"] }, ["Note: a ## Goal b"]],
]) {
  test(`state lines: ${name}`, () => assert.deepEqual(stateLines(state), lines));
}

test("state lines: each thing is at most 120 units long, and no pair of surrogates is parted", () => {
  for (let length = 110; length < 130; length++) {
    const text = `${"x".repeat(length)}😀😀😀😀😀😀`;
    const state = { goal: { objective: text, status: "active" }, todos: [{ text, status: "pending" }], notes: [text] };
    for (const line of stateLines({ ...state, skills: [{ name: text, phase: text, active: true }] })) {
      assert.ok(line.isWellFormed?.() ?? !/\p{Surrogate}/u.test(line), line);
      assert.ok(line.length <= 120 * 2 + 40);
      assert.match(line, /…/);
    }
  }
});

test("state lines: whatever the host's state is, nothing throws and nothing is made of nonsense", () => {
  const { below } = random(11);
  const pick = (list) => list[below(list.length)];
  const nonsense = [
    undefined,
    null,
    0,
    NaN,
    "",
    "active",
    [],
    {},
    [null],
    [undefined],
    [7],
    [{}],
    [{ status: "pending" }],
    [{ active: true }],
    () => {},
  ];
  for (let round = 0; round < 2_000; round++) {
    const state = { goal: pick(nonsense), todos: pick(nonsense), skills: pick(nonsense), notes: pick([null, 7, {}, [null, 7, {}, [" "]]]) };
    assert.deepEqual(stateLines(state), []);
  }
});

const messages = turns(30, 400);
const openWith = (state, options) => open({ window: 16_000, compaction: { keepRecentTokens: 2_000 }, messages, state, ...options });
const stateOf = (entry) => /<session-state>\n(.*?)\n<\/session-state>/s.exec(entry.summary)?.[1];

test("state: a summarizer is told what is open, and the summary carries what is open when it is written", async () => {
  let text = "first task";
  const { session, asked } = await openWith(() => ({ todos: [{ text, status: "pending" }] }), {
    reply: () => {
      text = "second task";
      return SUMMARY;
    },
  });
  const { entry } = await session.compact();
  assert.match(asked[0].prompt, /first task/);
  assert.match(stateOf(entry), /Open todos: second task/);
  assert.doesNotMatch(entry.summary, /first task/);
});

test("state: where all is done by the time it is written, nothing is said of it", async () => {
  let done = false;
  const { session } = await openWith(async () => ({ todos: [{ text: "a task", status: done ? "completed" : "pending" }] }), {
    reply: () => {
      done = true;
      return SUMMARY;
    },
  });
  assert.doesNotMatch((await session.compact()).entry.summary, /a task/);
});

test("state: without a state, or where nothing is open, there is no section", async () => {
  for (const state of [undefined, () => null, () => ({ queued: 1, todos: todos(3, "completed") })]) {
    const { session } = await openWith(state);
    assert.equal(stateOf((await session.compact()).entry), undefined);
  }
});

test("state: one that throws is told, once, and the summary goes on without", async () => {
  for (const state of [
    () => {
      throw new Error("no state");
    },
    async () => {
      throw new Error("no state");
    },
  ]) {
    const { session } = await openWith(state);
    const { status, entry } = await session.compact();
    assert.equal(status, "compacted");
    assert.equal(stateOf(entry), undefined);
    assert.deepEqual(
      session.warnings.map(({ code }) => code),
      ["state-failed"],
    );
    assert.match(session.warnings[0].message, /no state/);
  }
});

test("state: one that fails when the summary is written leaves it as it was at the beginning", async () => {
  let isFirst = true;
  const { session } = await openWith(() => {
    if (!isFirst) throw new Error("gone");
    isFirst = false;
    return { todos: todos(1) };
  });
  assert.match(stateOf((await session.compact()).entry), /todo 0/);
});

test("state: one that never answers keeps nobody waiting for more than 30 s, and not at all who aborts", async (t) => {
  const { session } = await openWith(() => new Promise(() => {}));
  const given = session.compact();
  setTimeout(() => session.abortCompaction(), 10);
  assert.equal((await given).status, "cancelled");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const late = session.compact();
  for (let round = 0; round < 40; round++) {
    await new Promise(setImmediate);
    t.mock.timers.tick(5_000);
  }
  assert.equal((await late).status, "compacted");
  assert.equal(session.warnings.at(-1).code, "state-failed");
});

let session;

test("a handler that ends the session, or aborts, while it is told of the end leaves no rejection that nobody hears", async () => {
  const unheard = [];
  const note = (reason) => unheard.push(reason);
  process.on("unhandledRejection", note);
  try {
    for (const stop of ["close", "abortCompaction"]) {
      for (const hooks of [
        { session_compact: () => session[stop]() },
        { session_before_compact: () => ({ cancel: true }), session_compact_failed: () => session[stop]() },
      ]) {
        const { session: made } = await open({ window: 14_000, compaction: { keepRecentTokens: 2_000 }, messages: turns(30, 400), hooks });
        session = made;
        await session.compact();
        await new Promise((resolve) => setTimeout(resolve, 5));
        session.close();
      }
    }
  } finally {
    process.off("unhandledRejection", note);
  }
  assert.deepEqual(unheard, []);
});
