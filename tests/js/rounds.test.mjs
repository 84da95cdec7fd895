/** Ten compactions in a row: what must be there at the end, whoever wrote the summaries, and how large it may be. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { calls, filler, output, says, user } from "./support/talk.mjs";

const ROUNDS = 10;
const TURNS = 5;
const WINDOW = 200_000;
/** Of the settings: tokens of requests that stand word for word. */
const REQUEST_TOKENS = 2_000;
const tokensOf = (text) => estimateTokens([user(text)], { format: "openai-chat" });

const short = (round, turn) => `Round ${round}, step ${turn}: let gadget${round}x${turn}Size fit in src/g${round}/part${turn}.ts.`;
const long = (round, turn) => `${short(round, turn)}\n${`It matters since step ${turn} of ${round} hangs on it. `.repeat(25)}`.trim();

/** What is said and done in a round. */
function work(round, ask) {
  return Array.from({ length: TURNS }, (_, turn) => {
    const [read, edit] = [`r${round}t${turn}`, `e${round}t${turn}`];
    const path = `src/g${round}/part${turn}.ts`;
    const tool = (id, name, args) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } });
    return [
      user(ask(round, turn)),
      {
        ...calls(),
        content: null,
        tool_calls: [tool(read, "read", { path: `docs/g${round}/note${turn}.md` }), tool(edit, "edit", { path })],
      },
      output(read, filler(4_000, `note${turn}`)),
      output(edit, "done"),
      says(filler(200, `gadget${round}x${turn}Size is set`)),
    ];
  }).flat();
}

/** Two new tasks in each round, and the two before them are done. */
const todosOf = (round) =>
  Array.from({ length: (round + 1) * 2 }, (_, at) => ({
    text: `task ${at} of the gadgets`,
    status: at < round * 2 ? "completed" : at % 2 ? "pending" : "in_progress",
  }));

const inside = (text, tag) => new RegExp(`<${tag}>\n(.*?)\n</${tag}>`, "s").exec(text)?.[1] ?? "";
const FACT = /gadget\d+x\d+Size/g;
const factsIn = (text) => [...new Set(text.match(FACT) ?? [])];

/** A summary of the facts that a prompt has, of those in the summary before it so many as `keeps` says. */
function written({ prompt }, keeps) {
  const before = factsIn(inside(prompt, "prior-summary")).filter(keeps);
  const conversation = prompt.slice(prompt.indexOf("<conversation>"), prompt.indexOf("</conversation>"));
  const asked = [...conversation.matchAll(/<user>\n(.*)/g)].at(-1)?.[1] ?? "nothing";
  const facts = [...new Set([...before, ...factsIn(conversation.replace(inside(prompt, "prior-summary"), ""))])];
  const lines = facts.map((fact) => `- ${fact} is set`).join("\n");
  return `## Primary Request and Intent\n${asked}\n\n## Files\nsrc, docs\n\n## Done\n${lines}\n\n## Current Work\nThe newest request.`;
}

const WRITERS = {
  "a good model": (request) => written(request, () => true),
  "a forgetful model": (request) => written(request, (_, at) => at % 2 === 0),
  "a verbose model": (request) =>
    `${written(request, () => true)}\n\n## Notes\n${"- and so it went on, for a long time\n".repeat(request.maxTokens / 6)}`,
  "no model": undefined,
};

/** A host whose ids and clock are the same in each run. */
function host(writer, ask) {
  const store = memory();
  let [ids, clock, round] = [0, Date.UTC(2026, 0, 1), 0];
  const asked = [];
  const summarizer = (request) => {
    asked.push(request);
    return writer(request);
  };
  const open = () =>
    openSession({
      id: "rounds",
      store,
      format: "openai-chat",
      model: { contextWindow: WINDOW, maxOutput: 8_000 },
      ...(writer && { summarizer }),
      state: () => ({ goal: { objective: "all gadgets fit", status: "active" }, todos: todosOf(round) }),
      settings: { compaction: { maxPreserve: 2_000, fallback: "none", maxWithoutUser: 20 }, retry: { maxRetries: 0 } },
      newId: () => `e${ids++}`,
      now: () => clock++,
    });
  const play = async (session, at) => {
    round = at;
    asked.length = 0;
    await session.append(work(at, ask));
    const outcome = await session.compact();
    return { outcome, asked: [...asked] };
  };
  return { open, play, store };
}

function lookAt({ outcome, asked }, session, round, ask, name) {
  const { status, reason, degraded, entry } = outcome;
  const where = `${name}, round ${round}`;
  assert.deepEqual([status, reason], ["compacted", "manual"], `${where}: ${outcome.message}`);
  assert.deepEqual([degraded, outcome.flaws], [undefined, name === "a verbose model" ? ["too-long"] : undefined], where);
  const { summary, details } = entry;
  const { messages, tokens } = session.context();
  assert.deepEqual(validate(messages, { format: "openai-chat" }), [], where);

  // Files: all of them, each once.
  const each = (make) => Array.from({ length: round + 1 }, (_, at) => Array.from({ length: TURNS }, (_, turn) => make(at, turn))).flat();
  const kept = JSON.stringify(messages.slice(1));
  const isFolded = (path) => !kept.includes(path);
  const paths = { read: each((at, turn) => `docs/g${at}/note${turn}.md`), modified: each((at, turn) => `src/g${at}/part${turn}.ts`) };
  for (const [kind, known] of [
    [paths.read, details.readFiles],
    [paths.modified, details.modifiedFiles],
  ]) {
    assert.equal(new Set(known).size, known.length, where);
    for (const path of kind.filter(isFolded)) assert.ok(known.includes(path), `${where}: ${path}`);
    for (const path of known) assert.ok(kind.includes(path), `${where}: ${path}`);
  }
  for (const tag of ["read-files", "modified-files"]) assert.ok(inside(summary, tag), where);

  // Requests: each of them once, word for word, as far as there is room; the newest always.
  const requests = each(ask);
  const whole = requests.filter((text) => summary.includes(text) || kept.includes(JSON.stringify(text).slice(1, -1)));
  assert.ok(whole.includes(requests.at(-1)), where);
  const folded = requests.filter((text) => !kept.includes(JSON.stringify(text).slice(1, -1)));
  assert.ok(folded.length > 0 && summary.includes(folded.at(-1)), `${where}: the newest of those that are folded away`);
  const section = inside(summary, "user-requests");
  if (ask === short) assert.deepEqual(whole, requests, where);
  for (const text of requests) assert.ok(section.split(text).length <= 2, `${where}: twice: ${text}`);
  assert.ok(tokensOf(section) <= REQUEST_TOKENS + 10, `${where}: ${tokensOf(section)}`);

  // Tasks: those that are open now, and no others.
  const state = inside(summary, "session-state");
  for (const { text, status } of todosOf(round)) assert.equal(state.includes(text), status !== "completed", `${where}: ${text}`);
  assert.match(state, /^Active goal: all gadgets fit/, where);

  // What the model has dropped of the summary before stays for a round.
  if (name === "a forgetful model" && round > 1) {
    const before = factsIn(inside(asked.find(({ kind }) => kind === "history").prompt, "prior-summary"));
    const text = summary.slice(0, summary.indexOf("<user-requests>"));
    const dropped = before.filter((fact) => !text.includes(fact));
    assert.ok(dropped.length > 0, where);
    for (const fact of dropped) assert.ok(inside(summary, "carried-over").includes(fact), `${where}: ${fact}`);
  }
  const most = asked.reduce((sum, { maxTokens, attempt }) => sum + (attempt === 0 ? maxTokens : 0), 0) * 2 || 24_000;
  assert.ok(tokensOf(summary) <= most, `${where}: ${tokensOf(summary)} of ${most}`);
  assert.ok(tokens < WINDOW / 2, where);
  return { summary, size: tokensOf(summary) };
}

for (const [name, writer] of Object.entries(WRITERS)) {
  for (const [length, ask] of Object.entries({ short, long })) {
    test(`ten rounds of ${length} requests, with ${name}`, async () => {
      const { open, play, store } = host(writer, ask);
      const session = await open();
      const sizes = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { summary, size } = lookAt(await play(session, round), session, round, ask, name);
        sizes.push(size);
        assert.ok(summary.length > 0);
        // Once more adds nothing.
        const { head } = await store.read("rounds", 0);
        const context = session.context();
        const { status, reason } = await session.compact();
        assert.deepEqual([status, reason], ["nothing", "nothing-to-compact"], `round ${round}`);
        assert.equal((await store.read("rounds", 0)).head, head);
        assert.deepEqual(session.context(), context);
      }
      // It does not grow without end: what the rounds add is told shorter.
      assert.ok(sizes.at(-1) < 10_000 || name === "a verbose model", `${sizes}`);
    });
  }

  test(`reopened in the middle it goes on the same, with ${name}`, async () => {
    const ends = [];
    for (const reopens of [false, true]) {
      const { open, play, store } = host(writer, short);
      let session = await open();
      for (let round = 0; round < 6; round++) {
        if (reopens && round > 1) {
          session.close();
          session = await open();
        }
        await play(session, round);
      }
      ends.push({ log: (await store.read("rounds", 0)).entries, messages: session.context().messages });
    }
    const [without, after] = ends;
    const summaries = (log) => log.filter(({ type }) => type === "compaction").map(({ summary }) => summary);
    assert.equal(summaries(after.log).length, 6);
    assert.deepEqual(summaries(after.log), summaries(without.log));
    assert.deepEqual(after.messages, without.messages);
  });
}
