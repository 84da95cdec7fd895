// Opening: what is read of a stored log, and that the session is the same as if all had been read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { random } from "./random.mjs";

const SETTINGS = { retry: { maxRetries: 0 }, compaction: { keepRecentTokens: 600, maxWithoutUser: 20 } };
const SUMMARY = `## Current Work\nGoing on with the lines. ${Array.from({ length: 80 }, (_, at) => `Point ${at} was settled.`).join(" ")}`;
const OPTIONS = { id: "s", format: "openai-chat", model: { contextWindow: 8_000 }, settings: SETTINGS, summarizer: () => SUMMARY };

/** A store that counts the entries that are read from it. */
function counting(store) {
  const counts = { calls: 0, entries: 0 };
  return {
    counts,
    append: (...given) => store.append(...given),
    read(...given) {
      const answer = store.read(...given);
      counts.calls++;
      counts.entries += answer.entries.length;
      return answer;
    },
  };
}

const seen = (session) => {
  const { messages, tokens } = session.context();
  return { messages, tokens, check: session.check(), leaf: session.leafId, head: session.head };
};

/** Holds two values against each other; of a difference only its place is told, since these are long. */
function same(one, other, what) {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  if (left === right) return;
  let at = 0;
  while (left[at] === right[at]) at++;
  const [a, b] = [left, right].map((text) => text.slice(Math.max(0, at - 60), at + 120));
  assert.fail(`${what}: they differ at ${at} of ${left.length}, ${right.length}:\n${a}\n${b}`);
}

/** Opens it twice, once reading all of it, and holds them against each other. Returns how many entries the first one read. */
async function opensAlike(store, what) {
  const counted = counting(store);
  const quick = await openSession({ ...OPTIONS, store: counted });
  const { entries } = counted.counts;
  const whole = await openSession({ ...OPTIONS, store });
  await whole.load();
  assert.ok(whole.isLoaded);
  same(seen(quick), seen(whole), what);
  const path = await whole.path();
  same(await quick.path(), path, what);
  same(seen(quick), seen(whole), `${what}, after load()`);
  same(quick.warnings, whole.warnings, what);
  return entries;
}

/** A log of many entries whose newest compaction keeps the last few: written as a session would have. */
async function longLog(store, length, id = "s") {
  const entries = [];
  const add = (entry) => {
    entries.push({ id: `e${entries.length}`, parentId: entries.at(-1)?.id ?? null, timestamp: "2026-01-01T00:00:00.000Z", ...entry });
  };
  add({ type: "message", message: { role: "system", content: "You are careful." } });
  while (entries.length < length)
    add({ type: "message", message: { role: entries.length % 2 ? "user" : "assistant", content: `Line ${entries.length}` } });
  for (let at = 0; at < length; at += 10_000) await store.append(id, at, entries.slice(at, at + 10_000));
}

test("a long session is opened by reading its end", async () => {
  const store = memory();
  await longLog(store, 100_000);
  const first = await openSession({ ...OPTIONS, store });
  await first.append({ role: "user", content: "Remember: the port is 4711." }, { pinned: true });
  for (let at = 0; at < 150; at++)
    await first.append({ role: at % 2 ? "user" : "assistant", content: `Further ${at}. ${"word ".repeat(10)}` });
  assert.equal((await first.compact()).status, "compacted");
  await first.append({ role: "user", content: "Go on." });
  assert.equal(first.context().messages[0].role, "system");

  const counted = counting(store);
  const session = await openSession({ ...OPTIONS, store: counted });
  same(seen(session), seen(first), "opened by its end");
  assert.ok(counted.counts.entries < 700, `${counted.counts.entries} entries in ${counted.counts.calls} calls`);
  assert.ok(counted.counts.calls <= 5);
  assert.equal(session.isLoaded, false);
  assert.throws(() => session.original("e500"), { code: "not-loaded" });
  assert.equal((await session.entry("e500")).message.content, "Line 500");
  assert.equal(session.original("e500").content, "Line 500");
  assert.ok(session.isLoaded);
  same(seen(session), seen(first), "opened by its end");
  await assert.rejects(async () => session.original("nothing"), { code: "unknown-entry" });
});

test("opened by its end, a session goes on as the one that wrote it", async () => {
  const store = memory();
  await longLog(store, 5_000);
  const first = await openSession({ ...OPTIONS, store });
  await first.compact();
  const session = await openSession({ ...OPTIONS, store });
  assert.equal(session.isLoaded, false);
  for (let round = 0; round < 4; round++) {
    for (let at = 0; at < 40; at++)
      await session.append({ role: at % 2 ? "user" : "assistant", content: `Round ${round}, ${at}. ${"word ".repeat(40)}` });
    const outcome = await session.compact();
    assert.deepEqual([outcome.status, outcome.compactionNumber], ["compacted", round + 2]);
    await first.refresh();
    same(seen(session), seen(first), "opened by its end");
    assert.ok((await opensAlike(store, `round ${round}`)) < 1_000);
  }
  assert.equal(session.isLoaded, false);
});

test("whatever its history, a session opened by its end is the session", async () => {
  let partly = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const { below } = random(seed);
    const store = memory();
    const ids = ["s"];
    const session = await openSession({ ...OPTIONS, store, newId: seed % 2 ? undefined : () => `n${ids.push("")}` });
    if (seed % 3) await session.append({ role: "system", content: "You are careful." });
    for (let step = 0; step < 30; step++) {
      const kind = below(10);
      if (kind < 6) {
        const batch = Array.from({ length: 1 + below(40) }, (_, at) => ({
          role: (step + at) % 2 ? "assistant" : "user",
          content: `Step ${step}, ${at}: ${"word ".repeat(below(30))}`,
        }));
        const prompt_tokens = [0, 900, 3_000 + session.check().tokens][below(3)];
        const usage = below(3) === 0 ? { prompt_tokens, completion_tokens: below(50) } : undefined;
        await session.append(batch, { pinned: below(8) === 0 && batch.length < 4, usage });
      } else if (kind === 6) await session.compact();
      else if (kind === 7) await session.appendEntry({ type: "custom", customType: "note", data: step });
      else if (kind === 8) await session.appendCustom("hint", `Hint ${step}`);
      else {
        const path = await session.path();
        const to = below(3) === 0 ? below(path.length + 1) : Math.max(0, path.length - below(20));
        await session.navigate(path[to - 1]?.id ?? null, { edit: below(2) === 0 });
      }
    }
    const { head } = session;
    const read = await opensAlike(store, `seed ${seed}`);
    if (read < head) partly++;
    // Two sessions at once, one of them opened by the end: what one does the other one sees.
    const other = await openSession({ ...OPTIONS, store });
    const all = await session.path();
    await session.navigate(all[below(all.length)]?.id ?? null);
    await session.append({ role: "user", content: "After the move" });
    await other.refresh();
    same(seen(other), seen(session), `seed ${seed}, after another one's move`);
    await other.append({ role: "assistant", content: "Yes." });
    await session.refresh();
    same(seen(other), seen(session), `seed ${seed}, after both wrote`);
  }
  assert.ok(partly > 20, `only ${partly} sessions were opened by their end`);
});

test("a hint that is wrong is not believed", async () => {
  const base = memory();
  await longLog(base, 3_000);
  const first = await openSession({ ...OPTIONS, store: base });
  await first.append({ role: "user", content: "Pinned." }, { pinned: true });
  for (let at = 0; at < 60; at++)
    await first.append({ role: at % 2 ? "user" : "assistant", content: `Further ${at}. ${"word ".repeat(30)}` });
  await first.compact();
  const path = await first.path();
  await first.navigate(path.at(-3).id, { edit: false });
  await first.append({ role: "user", content: "Elsewhere" });
  const { entries } = base.read("s", 0);
  const changes = {
    "no hints": (entry) => {
      delete entry.parentAt;
      if (entry.details) delete entry.details.resume;
    },
    "a parent somewhere else": (entry) => {
      if (entry.parentAt !== undefined) entry.parentAt = 17;
    },
    "a parent beyond the end": (entry) => {
      if (entry.parentAt !== undefined) entry.parentAt = 1e9;
    },
    "kept entries somewhere else": (entry) => {
      for (const place of entry.details?.resume?.kept ?? []) place.at = 40;
    },
    "instructions somewhere else": (entry) => {
      for (const place of entry.details?.resume?.lead ?? []) place.at = 41;
    },
    nonsense: (entry) => {
      if (entry.parentAt !== undefined) entry.parentAt = "x";
      if (entry.details?.resume) entry.details.resume = { lead: 7, kept: [null] };
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    const store = memory();
    const changed = structuredClone(entries);
    for (const entry of changed) change(entry);
    await store.append("s", 0, changed);
    await opensAlike(store, what);
  }
});

test("a store that ignores the limit, or gives less than asked for, is read all the same", async () => {
  const base = memory();
  await longLog(base, 2_000);
  const first = await openSession({ ...OPTIONS, store: base });
  await first.compact();
  const stores = {
    "ignores the limit": { append: base.append, read: (id, after) => base.read(id, after) },
    "at most 7": { append: base.append, read: (id, after, { limit }) => base.read(id, after, { limit: Math.min(limit, 7) }) },
  };
  for (const [what, store] of Object.entries(stores)) {
    const session = await openSession({ ...OPTIONS, store });
    same(seen(session), seen(first), what);
    await session.load();
    assert.equal((await session.path()).length, 2_001, what);
  }
});

test("a store whose head is beyond what it has is told, not asked for ever", async () => {
  const store = { append: () => ({ ok: true, head: 1 }), read: () => ({ entries: [], head: 5 }) };
  await assert.rejects(openSession({ ...OPTIONS, store }), { code: "store-failed" });
});
