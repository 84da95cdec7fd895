// What the tests have pages and workers do.
import { openSession } from "/dist/index.js";
import { runConformance } from "/dist/stores/conformance.js";
import { indexedDb } from "/dist/stores/indexeddb.js";

/** An entry with this id. */
const entry = (id, fields = {}) => ({ type: "message", id, parentId: null, timestamp: "2026-01-02T03:04:05.678Z", ...fields });

const removed = (name) =>
  new Promise((done, fail) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => done();
    request.onerror = () => fail(request.error);
  });

/** The conformance suite, each case in a database of its own. */
export async function conform(options = {}) {
  let made = 0;
  const open = () => {
    const name = `conformance-${made++}`;
    const stores = [indexedDb({ ...options, name })];
    return {
      store: stores[0],
      reopen: () => {
        stores.push(indexedDb({ ...options, name }));
        return stores.at(-1);
      },
      close: async () => {
        for (const store of stores) store.close();
        await removed(name);
      },
    };
  };
  const { passed, failed, skipped } = await runConformance(open);
  return { passed, failed: failed.map(({ name, error }) => `${name}: ${error}\n${error?.stack}`), skipped };
}

const stores = new Map();
/** One store for each database of this page, as an application has. */
const storeOf = (name) => {
  if (!stores.has(name)) stores.set(name, indexedDb({ name }));
  return stores.get(name);
};

/** The end of a call as data. */
const outcomeOf = async (work) => {
  try {
    return { value: await work() };
  } catch (error) {
    const { name, code, message, retryable, details, cause } = error;
    return { error: { name, code, message, retryable, details, cause: cause?.name } };
  }
};

/** Text that no database can make smaller. */
const noise = (size) => {
  const bytes = new Uint8Array(Math.ceil(size / 2));
  for (let from = 0; from < bytes.length; from += 65_536) crypto.getRandomValues(bytes.subarray(from, from + 65_536));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Appends entries of these ids, `size` characters each. `waitMs`: gives up then, by a signal. */
export const append = (name, head, ids, { size = 10, waitMs, session = "s" } = {}) =>
  outcomeOf(() => {
    const entries = ids.map((id) => entry(id, { text: noise(size) }));
    return storeOf(name).append(session, head, entries, waitMs && { signal: AbortSignal.timeout(waitMs) });
  });

/** The ids and the head that the store has. */
export const stored = (name, session = "s", after = 0) =>
  outcomeOf(async () => {
    const { entries, head } = await storeOf(name).read(session, after);
    return { ids: entries.map(({ id }) => id), head, sizes: entries.map(({ text }) => text?.length) };
  });

export const drop = (name, session) => outcomeOf(() => storeOf(name).delete(session));
export const close = (name) => storeOf(name).close();
export const putArtifact = (name, id, size) => outcomeOf(() => storeOf(name).artifacts("s").put(id, noise(size)));
export const getArtifact = (name, id) => outcomeOf(async () => (await storeOf(name).artifacts("s").get(id))?.length ?? null);

/**
 * Lets the next transactions that write fail at their end, each after all of its requests have succeeded, as a browser does
 * that finds the disk full, or loses its connection. Answers how often it did so, when called without a number.
 */
export function failNextWrites(times) {
  const { prototype } = IDBTransaction;
  const { commit } = prototype;
  let failed = 0;
  prototype.commit = function () {
    if (failed === times) return commit.call(this);
    failed++;
    // Requests are answered in their order, so this one comes after all others.
    this.objectStore(this.objectStoreNames[0]).count().onsuccess = () => this.abort();
  };
  globalThis.failedWrites = () => {
    prototype.commit = commit;
    return failed;
  };
}
export const failedWrites = () => globalThis.failedWrites();

/** Appends, and stops this page as a breakpoint does, when the append has all of its requests behind it. */
export function appendAndStop(name, head, ids) {
  const { prototype } = IDBTransaction;
  const { commit } = prototype;
  prototype.commit = function () {
    prototype.commit = commit;
    commit.call(this);
    // biome-ignore lint/suspicious/noDebugger: the test goes on from here
    debugger;
  };
  return append(name, head, ids);
}

/** Aborts an append by its signal as soon as its first request is under way, or when all are issued (`late`). */
export async function abortAppend(name, head, ids, { late = false } = {}) {
  const control = new AbortController();
  const { prototype } = late ? IDBTransaction : IDBObjectStore;
  const method = late ? "commit" : "get";
  const original = prototype[method];
  prototype[method] = function (...given) {
    prototype[method] = original;
    const request = original.apply(this, given);
    control.abort(new Error("changed my mind"));
    return request;
  };
  const given = ids.map((id) => entry(id));
  return outcomeOf(() => storeOf(name).append("s", head, given, { signal: control.signal }));
}

const rawConnections = [];
/** Opens a database by hand. `polite`: whether it makes way for others. Answers whether it was blocked. */
export const openRaw = (name, version, polite = true) =>
  new Promise((done, fail) => {
    const request = indexedDB.open(name, version);
    let blocked = false;
    request.onblocked = () => {
      blocked = true;
    };
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      rawConnections.push(request.result);
      if (polite) request.result.onversionchange = () => request.result.close();
      done({ blocked });
    };
  });
export const closeRaw = () => {
  for (const db of rawConnections.splice(0)) db.close();
};
/** Keeps all writers of a database waiting until `letGo`. */
export async function holdWriters(name) {
  await openRaw(name);
  const transaction = rawConnections.at(-1).transaction(["sessions", "entries"], "readwrite");
  let held = true;
  const again = () => {
    if (held) transaction.objectStore("sessions").get("-").onsuccess = again;
  };
  await new Promise((done) => {
    transaction.objectStore("sessions").get("-").onsuccess = () => {
      again();
      done();
    };
  });
  globalThis.letGo = () => {
    held = false;
  };
}
export const letGo = () => globalThis.letGo();
/** Starts the removal of a database, and answers whether anybody blocked it until `ms` had gone by. */
export const remove = (name, ms = 5_000) =>
  new Promise((done, fail) => {
    const request = indexedDB.deleteDatabase(name);
    const timer = setTimeout(() => done("blocked"), ms);
    request.onsuccess = () => {
      clearTimeout(timer);
      done("removed");
    };
    request.onerror = () => fail(request.error);
  });

const openFor = (name, id, summarizer) =>
  openSession({
    id,
    store: storeOf(name),
    format: "openai-chat",
    model: { contextWindow: 8_000, maxOutput: 1_000 },
    summarizer,
    settings: { compaction: { keepRecentTokens: 1_000 } },
  });

/** Tries again where the session gives up because others were faster too often: in a race that is no failure. */
async function patiently(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!error.retryable) throw error;
    }
  }
}

/**
 * One of several writers in a race on a session: it appends `count` messages, and half-way starts a compaction beside.
 * `meet` resolves when all writers have come to where a summary is asked for, so that each writes one of its own.
 */
export async function race(name, writer, count, meet) {
  const session = await openFor(name, "race", async () => {
    await meet();
    return `## Goal\nWin the race.\n\n## Progress\n${"Writers append, and one of them writes this summary. ".repeat(8)}`;
  });
  let compaction;
  for (let made = 0; made < count; made++) {
    if (made === Math.floor(count / 2)) compaction = patiently(() => session.compact());
    const message = { role: made % 2 ? "assistant" : "user", content: `${writer}:${made} ${"word ".repeat(20)}` };
    await patiently(() => session.append(message));
  }
  const outcome = await compaction;
  session.close();
  return { status: outcome.status, reason: outcome.reason };
}

/** The same in a tab, where the test brings the writers together. */
export const raceOfTabs = (name, writer, count) => race(name, writer, count, () => globalThis.meet());

/** The whole log and what a model would see of it. */
export async function readBack(name, id = "race") {
  const session = await openFor(name, id);
  const { entries, head } = await storeOf(name).read(id, 0);
  const { messages } = session.context();
  session.close();
  return { entries, head, messages: JSON.stringify(messages) };
}

/** A session in this page that stays open. */
let kept;
export const openKept = async (name, id) => {
  kept = await openFor(name, id);
  return kept.head;
};
export const appendKept = (text) => outcomeOf(async () => (await kept.append({ role: "user", content: text })).length);

/**
 * Appends batches until it is stopped from outside. The test's `begins` is told of each batch before, and `acknowledged`
 * after it; both are waited for, so the test never knows of a batch too late.
 */
export async function appendForever(name, number) {
  const store = storeOf(name);
  let state = number;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let { head } = await store.read("s", Number.MAX_SAFE_INTEGER);
  for (;;) {
    const count = 1 + Math.floor(random() * 30);
    const make = (_, at) => entry(`e${head + at}`, { text: "x".repeat(random() * 8_000), count, at });
    const entries = Array.from({ length: count }, make);
    await globalThis.begins(head, count);
    const result = await store.append("s", head, entries);
    if (!result.ok) throw new Error(`another writer? ${result.head} instead of ${head}`);
    head = result.head;
    await globalThis.acknowledged(head);
  }
}

/** What stands in the log as pairs of a batch's place and size, and whether each entry is at its place. */
export async function batches(name) {
  const { entries, head } = await storeOf(name).read("s", 0);
  const wrong = entries.filter(({ id, text }, at) => id !== `e${at}` || typeof text !== "string").map(({ id }) => id);
  const starts = entries.flatMap(({ at, count }, place) => (at === 0 ? [[place, count]] : []));
  return { head, read: entries.length, wrong, starts };
}

/** Runs a function of this module in a worker: `dedicated`, `shared` or `service`. */
export async function inWorker(kind, name, ...given) {
  const script = "/support/browser-worker.mjs";
  const { port1, port2 } = new MessageChannel();
  const message = { name, given };
  let worker;
  if (kind === "service") {
    const registration = await navigator.serviceWorker.register(script, { type: "module", scope: "/support/" });
    worker = registration.active ?? registration.waiting ?? registration.installing;
  } else if (kind === "shared") worker = new SharedWorker(script, { type: "module" }).port;
  else worker = new Worker(script, { type: "module" });
  const answer = new Promise((done, fail) => {
    port1.onmessage = ({ data }) => ("error" in data ? fail(new Error(data.error)) : done(data.value));
    worker.onerror = (event) => fail(new Error(`the worker failed: ${event.message}`));
  });
  worker.postMessage(message, [port2]);
  return answer;
}

/** Three workers of this page race on one session; they meet by a channel. */
export async function raceOfWorkers(name, count) {
  return Promise.all(["a", "b", "c"].map((writer) => inWorker("dedicated", "raceByChannel", name, writer, count, 3)));
}
export function raceByChannel(name, writer, count, writers) {
  const channel = new BroadcastChannel(`race-${name}`);
  const here = new Set();
  let all;
  const met = new Promise((done) => {
    all = done;
  });
  const note = (other, first) => {
    const known = here.has(other);
    here.add(other);
    // Whoever comes later has not heard of those before.
    if (first || !known) for (const each of here) channel.postMessage(each);
    if (here.size === writers) all();
  };
  channel.onmessage = ({ data }) => note(data, false);
  return race(name, writer, count, () => {
    note(writer, true);
    return met;
  }).finally(() => channel.close());
}
