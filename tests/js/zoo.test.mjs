/** Whatever a summarizer does, the session ends valid and within its limits, and the outcome says how it ended. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { FORMATS } from "./simulator/formats.mjs";
import { filler } from "./support/talk.mjs";
import { FORGED, GOOD, request, TURNS, ZOO } from "./support/zoo.mjs";

const WINDOW = 16_000;
const WIRE = ["pi", "openai-chat", "anthropic", "gemini"];
const GOAL = "Active goal: rename all of them (status: active)";

/** A conversation with tools, in a wire format. */
function conversation(format, ask = request) {
  const write = FORMATS[format];
  const turns = Array.from({ length: TURNS }, (_, at) => {
    const [id, path] = [`call_${at}`, `src/part${at}.rs`];
    const [name, args] = at % 2 === 0 ? ["read", { path }] : ["edit", { path, oldText: "a", newText: "b" }];
    return [
      write.user(ask(at)),
      ...write.reply({ name: `a${at}`, text: "I look at it.", calls: [{ id, name, args }] }),
      ...write.results([{ id, name, args, text: filler(350, `output ${at}`) }]),
      ...write.reply({ name: `b${at}`, text: filler(120, `module ${at} fails for want of a bracket`) }),
    ];
  });
  return [...turns.flat(), write.user("Go on.")];
}

async function opened(format, answer, { candidates = 1, ...compaction }, ask) {
  const store = memory();
  const asked = [];
  const session = await openSession({
    id: "zoo",
    store,
    format,
    model: { contextWindow: WINDOW },
    summarizer: Array.from({ length: candidates }, () => (what, options) => {
      asked.push(what);
      return answer(what, options);
    }),
    state: () => ({ goal: { objective: "rename all of them", status: "active" } }),
    settings: {
      compaction: { thresholdTokens: 10_000, keepRecentTokens: 3_000, maxPreserve: 3_000, ...compaction },
      prune: { enabled: false },
      retry: { maxRetries: 1, baseDelayMs: 0 },
    },
  });
  const messages = conversation(format, ask);
  await session.append(messages);
  const events = [];
  session.on((event) => events.push(event));
  const log = async () => (await store.read("zoo", 0)).entries;
  return { session, asked, events, messages, log };
}

/** A text as a careless reader takes it: no case, no width, nothing that cannot be seen. */
const plainly = (text) =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}|\u034f|[\ufe00-\ufe0f]/gu, "")
    .toLowerCase();
const SECTIONS = ["user-requests", "carried-over", "additional-context", "session-state", "read-files", "modified-files"];
const TAG = new RegExp(`<\\s*(/?)\\s*(summary|${SECTIONS.join("|")})\\s*/?\\s*>`, "g");

/** The summary's message has our frame and our sections, in their order, and nothing that poses as either. */
function lookAtFrame(framed) {
  const tags = [...plainly(framed).matchAll(TAG)].map(([, slash, name]) => slash + name);
  assert.equal(tags.shift(), "summary");
  assert.equal(tags.pop(), "/summary");
  const open = tags.filter((tag) => !tag.startsWith("/"));
  assert.deepEqual(
    tags,
    open.flatMap((tag) => [tag, `/${tag}`]),
  );
  assert.deepEqual(
    open,
    SECTIONS.filter((name) => open.includes(name)),
    "each section once, in its place",
  );
  for (const name of open) {
    const inside = framed.slice(framed.indexOf(`<${name}>`), framed.indexOf(`</${name}>`));
    assert.ok(!inside.includes(FORGED), `${name} was written by the summarizer: ${inside}`);
  }
  assert.ok(framed.indexOf("<summary>") < framed.indexOf(`<${open[0]}>`));
  assert.ok(framed.trimEnd().endsWith("decides."), framed.slice(-200));
}

function lookAtEvents(events, outcome) {
  const of = (type) => events.filter((event) => event.type === type);
  assert.deepEqual([of("compaction_start").length, of("compaction_end").length], [1, 1]);
  const own = events.filter(({ type }) => /^(compaction|summary)_/.test(type));
  assert.deepEqual([own[0].type, own.at(-1).type], ["compaction_start", "compaction_end"]);
  // Each request has one end; that of the other part may be under way where one is refused.
  const open = of("summary_request").length - of("summary_end").length - of("summary_failed").length;
  assert.ok(open === 0 || (outcome.status === "refused" && open === 1), `${open} requests have no end`);
  const [{ outcome: told, tokensBefore, tokensAfter }] = of("compaction_end");
  assert.deepEqual(
    [told.status, told.reason, tokensBefore, tokensAfter],
    [outcome.status, outcome.reason, outcome.tokensBefore, outcome.tokensAfter],
  );
  assert.equal(
    of("summary_fallback").some(({ to }) => to === "extractive"),
    outcome.degraded === true,
  );
}

/** All texts in a message, whatever its format. */
function textsIn(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

for (const { name, answer, refused, flaws, stays, goes, timeoutMs } of ZOO) {
  test(`a summarizer that ${name}`, { timeout: 60_000 }, async () => {
    for (const format of WIRE) {
      for (const fallback of ["extractive", "none"]) {
        for (const call of ["maintain", "compact"]) {
          const { session, asked, events, messages, log } = await opened(format, answer, { fallback, timeoutMs });
          const where = `${format}, ${fallback}, ${call}`;
          assert.equal(session.check().action, "compact", where);
          const before = await log();
          const outcome = await session[call]();
          const { status, reason, degraded, failures = [], entry, tokensBefore, tokensAfter } = outcome;
          const context = session.context();
          assert.ok(asked.length > 0, where);
          for (const failure of failures) {
            const known = refused ?? flaws ?? [];
            assert.ok(known.includes(failure.reason), `${where}: ${failure.reason}: ${failure.message}`);
            assert.ok(failure.message.length > 0 && failure.message.length < 2_000, where);
          }
          if (refused && fallback === "none") {
            assert.deepEqual([status, reason, degraded], ["refused", failures.at(-1).reason, undefined], where);
            assert.ok(outcome.message && outcome.error, where);
            assert.equal(tokensAfter, tokensBefore, where);
            assert.deepEqual(await log(), before, where);
            assert.ok(
              context.messages.every((message, at) => message === messages[at]) && context.messages.length === messages.length,
              where,
            );
          } else {
            assert.equal(status, "compacted", `${where}: ${reason}: ${outcome.message}`);
            assert.deepEqual([degraded === true, outcome.flaws ?? []], [refused !== undefined, flaws ?? []], where);
            assert.ok(!refused || failures.length > 0, where);
            assert.deepEqual((await log()).slice(0, -1), before, where);
            assert.ok(entry.summary.isWellFormed?.() ?? true, where);
            assert.ok(!stays || entry.summary.includes(stays), `${where}: ${entry.summary}`);
            assert.ok(!goes || !(goes instanceof RegExp ? goes.test(entry.summary) : entry.summary.includes(goes)), where);
            assert.ok(entry.summary.includes(GOAL), where);
            assert.ok(context.tokens < session.check().threshold && context.tokens === tokensAfter, where);
            const most = asked.reduce((sum, { maxTokens, attempt }) => sum + (attempt === 0 ? maxTokens : 0), 0);
            const size = estimateTokens([FORMATS["openai-chat"].user(entry.summary)], { format: "openai-chat" });
            assert.ok(size <= most * 2, `${where}: ${size} of ${most} tokens`);
            const framed = textsIn(context.messages).filter((text) => text.includes(entry.summary.slice(0, 60)));
            assert.equal(framed.length, 1, where);
            lookAtFrame(framed[0]);
          }
          lookAtEvents(events, outcome);
          assert.deepEqual(validate(context.messages, { format, request: true }), [], where);
          session.close();
        }
      }
    }
  });
}

test("whatever the first summarizer does, the next one is asked, and its summary is taken", async () => {
  for (const { name, answer, refused, flaws, timeoutMs } of ZOO.filter((species) => species.refused ?? species.flaws)) {
    const summarizer = (what, options) => (what.candidate === 0 ? answer(what, options) : GOOD);
    const { session, events } = await opened("openai-chat", summarizer, { fallback: "none", timeoutMs: timeoutMs * 8, candidates: 2 });
    const outcome = await session.compact();
    const { status, degraded, failures, entry } = outcome;
    assert.deepEqual([status, degraded, outcome.flaws], ["compacted", undefined, undefined], `${name}: ${JSON.stringify(failures)}`);
    assert.ok(
      failures.length > 0 && failures.every(({ candidate, reason }) => candidate === 0 && (refused ?? flaws).includes(reason)),
      name,
    );
    assert.ok(entry.summary.includes(GOOD), name);
    lookAtEvents(events, outcome);
    session.close();
  }
});

test("a summarizer that writes another language than the user", async () => {
  const japanese = (at) => `モジュール${at}のビルドが失敗する理由を調べて、src/part${at}.rs の parserState${at} の名前を変えてください。`;
  const { session, asked } = await opened("openai-chat", () => GOOD, { fallback: "none", timeoutMs: 20_000 }, japanese);
  const { status, degraded, flaws, failures } = await session.compact();
  assert.deepEqual([status, degraded], ["compacted", undefined]);
  assert.ok(flaws.includes("wrong-language"), `${flaws}`);
  assert.ok(failures.every(({ candidate }) => candidate === 0));
  // It was asked once more, and told why.
  assert.match(asked.find(({ attempt }) => attempt === 1).prompt, /language/);
});

test("a summarizer that answers once the compaction was aborted", async () => {
  for (const format of WIRE) {
    let answer;
    const late = () =>
      new Promise((done) => {
        answer = () => done(GOOD);
      });
    const { session, events, messages, log } = await opened(format, late, { fallback: "extractive", timeoutMs: 20_000 });
    const before = await log();
    const ended = session.compact();
    while (!answer) await Promise.resolve();
    session.abortCompaction();
    const { status, reason } = await ended;
    assert.deepEqual([status, reason], ["cancelled", "aborted"]);
    answer();
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(await log(), before);
    assert.ok(session.context().messages.every((message, at) => message === messages[at]));
    assert.equal(events.filter(({ type }) => type === "compaction_end").length, 1);
    assert.equal(events.at(-1).type, "compaction_end");
  }
});
