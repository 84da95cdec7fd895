// Stores that fail, hang, answer twice, or lose the answer after writing: every message is stored once, or its caller is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EpitomeError, openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { random } from "./random.mjs";

const open = (store, extra = {}) => openSession({ id: "s", store, format: "openai-chat", ...extra });
const user = (text) => ({ role: "user", content: text });
const stored = (store) => store.read("s", 0).entries.map(({ message }) => message?.content);
const reset = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });

/** A store whose next calls go wrong in the ways that are given: each is `(call) => answer` around the real call. */
function faulty(store = memory()) {
  const next = { append: [], read: [] };
  // A store under way does not hear an abort any more.
  const deaf = (given) => given.map((part) => (part?.signal ? { ...part, signal: undefined } : part));
  const wrap =
    (name) =>
    async (...given) => {
      const fault = next[name].shift();
      return fault ? fault(() => store[name](...deaf(given))) : store[name](...given);
    };
  return { store: { append: wrap("append"), read: wrap("read") }, next, inner: store };
}
const fails =
  (error = reset()) =>
  () =>
    Promise.reject(error);
const losesAnswer =
  (error = reset()) =>
  (call) => {
    call();
    throw error;
  };

test("a call that failed is made again, and what was written is not written twice", async () => {
  for (const fault of [fails, losesAnswer]) {
    const { store, next, inner } = faulty();
    const session = await open(store);
    await session.append(user("a"));
    next.append = [fault(), fault()];
    const message = user("b");
    const [entry] = await session.append(message);
    assert.equal(session.context().messages.at(-1), message);
    assert.deepEqual(stored(inner), ["a", "b"]);
    assert.equal(inner.read("s", 1).entries[0].id, entry.id);
    await session.append(user("c"));
    assert.deepEqual([stored(inner), session.head], [["a", "b", "c"], 3]);
  }
});

test("what is given up is told with its cause; the same call again stores it once", async () => {
  for (const wrote of [false, true]) {
    const { store, next, inner } = faulty();
    const session = await open(store);
    const error = reset();
    next.append = [wrote ? losesAnswer(error) : fails(error), fails(error), fails(error)];
    next.read = [fails(), fails(), fails()];
    const message = user("b");
    await assert.rejects(session.append(message), (thrown) => {
      assert.ok(EpitomeError.isInstance(thrown));
      assert.deepEqual([thrown.code, thrown.retryable, thrown.cause], ["store-failed", true, error]);
      return true;
    });
    assert.equal(session.head, 0);
    const [entry] = await session.append(message);
    assert.deepEqual([stored(inner), session.head, entry.message], [["b"], 1, message]);
    assert.equal(session.context().messages[0], message);
    await session.append(message);
    assert.deepEqual(stored(inner), ["b", "b"], "the call after that is a new one");
  }
});

test("another message after one whose outcome was unknown keeps both", async () => {
  const { store, next, inner } = faulty();
  const session = await open(store);
  next.append = [losesAnswer(), fails(), fails()];
  next.read = [fails(), fails(), fails()];
  await assert.rejects(session.append(user("a")));
  await session.append(user("b"));
  assert.deepEqual(stored(inner), ["a", "b"]);
  assert.deepEqual(
    session.context().messages.map(({ content }) => content),
    ["a", "b"],
  );
});

test("a hanging store is left by an abort; what it writes later is found and not doubled", async () => {
  for (const when of ["before the next write", "during the next write", "never"]) {
    const { store, next, inner } = faulty();
    const session = await open(store);
    let write;
    next.append = [
      (call) => {
        write = call;
        return new Promise(() => {});
      },
    ];
    const controller = new AbortController();
    const message = user("late");
    const run = session.append(message, { signal: controller.signal });
    const reason = new Error("enough");
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    await assert.rejects(run, (error) => error === reason);
    if (when === "before the next write") write();
    if (when === "during the next write") {
      next.append = [
        (call) => {
          write();
          return call();
        },
      ];
    }
    await session.append(message);
    assert.deepEqual(stored(inner), ["late"], when);
    if (when === "never") assert.equal(write().ok, false);
    assert.deepEqual([stored(inner), session.head], [["late"], 1], when);
  }
});

test("who waits behind a hanging call is freed by an abort, and all are by close()", { timeout: 10_000 }, async () => {
  const { store, next } = faulty();
  const session = await open(store);
  next.append = [() => new Promise(() => {})];
  const first = session.append(user("1"));
  const controller = new AbortController();
  const second = session.append(user("2"), { signal: controller.signal });
  const third = session.navigate(null);
  controller.abort(new Error("enough"));
  await assert.rejects(second, /enough/);
  const ended = [first, third].map((run) => assert.rejects(run, { code: "session-closed" }));
  session.close();
  await Promise.all(ended);
});

test("another delivery with the same content is another message", async () => {
  for (const retries of [0, 1]) {
    const { store, next, inner } = faulty();
    const session = await open(store);
    next.append = [losesAnswer(), fails(), fails()];
    next.read = [fails(), fails(), fails()];
    const message = user("continue");
    await assert.rejects(session.append(message, { id: "k1" }));
    for (let retry = 0; retry < retries; retry++) await session.append(message, { id: "k1" });
    assert.equal((await session.append(message, { id: "k2" }))[0].id, "k2");
    assert.deepEqual(
      inner.read("s", 0).entries.map(({ id }) => id),
      ["k1", "k2"],
    );
  }
});

test("an abort of a move or a compaction is before the store is asked, or too late", async () => {
  for (const begin of [(session, signal) => session.navigate(null, { signal }), (session, signal) => session.compact({ signal })]) {
    const { store, next, inner } = faulty();
    const summarizer = () => `## Current Work\nGoing on. ${"All was settled. ".repeat(40)}`;
    const session = await open(store, { model: { contextWindow: 8_000 }, settings: { compaction: { keepRecentTokens: 100 } }, summarizer });
    await session.append(
      Array.from({ length: 60 }, (_, at) => ({ role: at % 2 ? "assistant" : "user", content: `${at} ${"word ".repeat(50)}` })),
    );
    const controller = new AbortController();
    next.append = [
      async (call) => {
        controller.abort(new Error("too late"));
        await new Promise((resolve) => setTimeout(resolve, 5));
        return call();
      },
    ];
    const { status, entry } = await begin(session, controller.signal);
    assert.match(status, /navigated|compacted/);
    assert.equal(inner.read("s", 60).entries[0].id, entry.id);
    assert.equal(session.head, 61);
    // Before that, nothing is done.
    const early = new AbortController();
    next.append = [() => new Promise((resolve) => setTimeout(() => resolve(inner.append("s", 61, [])), 20))];
    const waiting = session.append(user("first in line")).catch(() => {});
    const cancelled = session.navigate(session.leafId === null ? entry.id : null, { signal: early.signal, edit: false });
    early.abort(new Error("in time"));
    assert.equal((await cancelled).status, "cancelled");
    await waiting;
  }
});

test("a message that is spilled twice at once has one artifact, and what was written is told once", async () => {
  const session = await open(memory());
  const [{ id }] = await session.append(user("large"));
  const told = [];
  session.on((event) => told.push(event.type));
  const [one, other] = await Promise.all([session.spill(id), session.spill(id)]);
  assert.equal(one, other);
  assert.deepEqual([session.head, told], [2, ["append"]]);
});

test("a retry with an equal message counts as one; what cannot be read is named by its own place", async () => {
  const { store, next, inner } = faulty();
  const session = await open(store);
  next.append = [losesAnswer(), fails(), fails()];
  next.read = [fails(), fails(), fails()];
  await assert.rejects(session.append(user("a")));
  await session.append(structuredClone(user("a")));
  assert.deepEqual(stored(inner), ["a"]);
  await session.append(user("b"), { id: "k" });
  await assert.rejects(session.append([user("b"), { role: "wizard" }], { id: ["k", "l"] }), { details: { path: "messages[1].role" } });
});

test("opening, too, can be aborted while the store hangs", async () => {
  const controller = new AbortController();
  const run = open({ append: () => {}, read: () => new Promise(() => {}) }, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(run, /enough/);
});

test("a refusal of the store is final, and nothing of it stays", async () => {
  const { store, next, inner } = faulty();
  const session = await open(store);
  for (const code of ["invalid-entry", "store-locked"]) {
    const error = new EpitomeError(code, "no");
    next.append = [fails(error)];
    await assert.rejects(session.append(user("a")), (thrown) => thrown === error);
  }
  await session.append(user("b"));
  assert.deepEqual(stored(inner), ["b"]);
});

test("an answer that cannot be is an error, not a guess", async () => {
  for (const answer of [undefined, null, {}, { ok: "yes" }, { ok: true, head: 7 }, { ok: true }]) {
    const { store, next } = faulty();
    const session = await open(store);
    next.append = Array(3).fill(() => answer);
    await assert.rejects(session.append(user("a")), { code: "store-failed" }, JSON.stringify(answer));
  }
  for (const answer of [undefined, [], { entries: [] }, { entries: {}, head: 1 }, { entries: [{}], head: 0 }]) {
    await assert.rejects(open({ append: () => {}, read: () => answer }), { code: "store-failed" });
  }
});

test("a store that keeps a part of a batch is told", async () => {
  for (const answer of [(call) => call(), (call) => ({ ...call(), head: 2 })]) {
    const inner = memory();
    const session = await open({
      append: (id, head, entries) => answer(() => inner.append(id, head, entries.slice(0, 1))),
      read: inner.read,
    });
    const run = session.append([user("a"), user("b")]);
    if (answer(() => ({})).head === 2) {
      // It says that it has all: the next look shows that it has not.
      await run;
      await assert.rejects(session.refresh(), { code: "store-failed" });
    } else await assert.rejects(run, /1 of the 2 entries/);
  }
});

test("a store that answers twice is heard once", async () => {
  const { store, next, inner } = faulty();
  const session = await open(store);
  next.append = [
    // A thenable of another library, which resolves again and rejects afterwards.
    (call) => ({
      // biome-ignore lint/suspicious/noThenProperty: that is the point
      then(resolve, reject) {
        resolve(call());
        resolve({ ok: false, head: 99 });
        reject(reset());
      },
    }),
  ];
  await session.append(user("a"));
  await session.append(user("b"));
  assert.deepEqual([stored(inner), session.head], [["a", "b"], 2]);
});

test("a log that was deleted under a session is told", async () => {
  const inner = memory();
  const session = await open(inner);
  await session.append([user("a"), user("b")]);
  inner.delete("s");
  await assert.rejects(session.append(user("c")), /deleted or replaced/);
  await assert.rejects(session.refresh(), /deleted or replaced/);
});

test("an id that is drawn twice is drawn again; one that the host gave is told", async () => {
  const { store, next } = faulty();
  const session = await open(store);
  const taken = new EpitomeError("duplicate-entry", "taken");
  next.append = [fails(taken), fails(taken)];
  assert.equal((await session.append(user("a"))).length, 1);
  const other = await open(store, { id: "t", newId: () => "same" });
  next.append = [fails(taken)];
  await assert.rejects(other.append(user("a")), (error) => error === taken);
});

test("a delivery that comes twice under one id counts once, also where the first is not in memory", async () => {
  const inner = memory();
  const session = await open(inner);
  const first = await session.append(user("a"), { id: "d1" });
  assert.deepEqual(await session.append(user("a"), { id: "d1" }), first);
  const batch = await session.append([user("b"), user("c")], { id: ["d2", "d3"] });
  assert.deepEqual(await session.append([user("b"), user("c")], { id: ["d2", "d3"] }), batch);
  assert.deepEqual(stored(inner), ["a", "b", "c"]);
  // A delivery that has grown: what is new of it is appended.
  const grown = await session.append([user("b"), user("d")], { id: ["d2", "d4"] });
  assert.deepEqual([grown.map(({ id }) => id), grown[1].parentId], [["d2", "d4"], "d3"]);
  assert.deepEqual(stored(inner), ["a", "b", "c", "d"]);
  await assert.rejects(session.append(user("something else"), { id: "d2" }), { code: "duplicate-entry" });
  await assert.rejects(session.append([user("x"), user("x")], { id: ["x", "x"] }), { code: "invalid-option" });
  for (const id of ["", [], ["a", "b"], 7]) await assert.rejects(session.append(user("x"), { id }), { code: "invalid-option" });

  const other = await open(inner);
  assert.equal((await other.append(user("a"), { id: "d1" }))[0].id, "d1");
  assert.equal(other.head, 4);
});

test("whatever goes wrong, every acknowledged message is stored once and in order", async () => {
  for (let seed = 1; seed <= 80; seed++) {
    const { below } = random(seed);
    const inner = memory();
    const trouble = (name, given) => {
      const kind = below(6);
      if (kind === 0) throw reset();
      const answer = inner[name](...given);
      if (kind === 1) throw reset();
      return answer;
    };
    const store = {
      append: async (...given) => trouble("append", given),
      read: async (...given) => trouble("read", given),
    };
    const openAnyhow = async () => {
      for (;;) {
        try {
          return await open(store);
        } catch (error) {
          assert.match(error.message, /ECONNRESET/);
        }
      }
    };
    const sessions = await Promise.all([openAnyhow(), openAnyhow(), openAnyhow()]);
    const write = async (session, writer) => {
      for (let number = 0; number < 12; number++) {
        const message = user(`${writer}-${number}`);
        for (;;) {
          try {
            await session.append(message);
            break;
          } catch (error) {
            assert.equal(error.code ?? error.cause?.code, error.code === "ECONNRESET" ? "ECONNRESET" : "store-failed");
          }
        }
      }
    };
    await Promise.all(sessions.map((session, writer) => write(session, writer)));
    const all = stored(inner);
    assert.equal(new Set(all).size, 36, `seed ${seed}`);
    assert.equal(all.length, 36, `seed ${seed}`);
    for (let writer = 0; writer < 3; writer++) {
      const own = all.filter((text) => text.startsWith(`${writer}-`));
      assert.deepEqual(
        own,
        Array.from({ length: 12 }, (_, number) => `${writer}-${number}`),
        `seed ${seed}`,
      );
    }
    // Each entry follows the one before it: nobody was cut off.
    const entries = inner.read("s", 0).entries;
    assert.ok(entries.every(({ parentId }, at) => parentId === (entries[at - 1]?.id ?? null)));
  }
});
