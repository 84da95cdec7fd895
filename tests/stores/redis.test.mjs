/** The Redis store on a real server, with node-redis and ioredis, alone and as a cluster. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { conformance } from "../../pkg/dist/stores/conformance.js";
import { redis } from "../../pkg/dist/stores/redis.js";
import { entries, entry, failureOf, idsIn } from "../js/support/entries.mjs";
import { appendThroughCrashes, until } from "./support/crashes.mjs";
import { startProxy } from "./support/proxy.mjs";
import { Cluster, nodeRedis, Redis, startRedis } from "./support/redis.mjs";
import { freePort } from "./support/server.mjs";

const server = await startRedis();
const io = newIoredis({ path: server.socket });
const node = await newNodeRedis({ path: server.socket });
after(async () => {
  io.disconnect();
  node.destroy();
  await server.stop();
});

function newIoredis(options) {
  const client = new Redis({ retryStrategy: () => 20, ...options });
  client.on("error", () => {});
  return client;
}

async function newNodeRedis(socket) {
  const client = nodeRedis.createClient({ socket: { reconnectStrategy: () => 20, ...socket } });
  client.on("error", () => {});
  await client.connect();
  return client;
}

let made = 0;
/** Names of keys that no other test has. */
const fresh = () => ({ prefix: `t${made++}:` });

for (const [name, client] of [
  ["node-redis", node],
  ["ioredis", io],
]) {
  const open = () => {
    const names = fresh();
    return { store: redis(client, names), reopen: () => redis(client, names) };
  };
  for (const { name: what, run } of conformance(open)) test(`${name}: ${what}`, run);
}

test("a wrong client and wrong options are named", () => {
  for (const prefix of ["", "a b", "{a}", "x".repeat(101), null, 7]) {
    assert.throws(() => redis(io, { prefix }), { code: "invalid-option", details: { path: "prefix" } }, String(prefix));
  }
  for (const client of [undefined, null, {}, "redis://", { eval: 1 }, { eval() {} }, { eval() {}, evalsha() {} }]) {
    assert.throws(() => redis(client), { code: "invalid-option", details: { path: "client" } });
  }
  assert.throws(() => redis(io, { kind: "upstash" }), { code: "invalid-option" });
});

test("a client of one's own is told by its kind", async () => {
  const names = fresh();
  const asNode = redis({ eval: (script, options) => node.eval(script, options) }, { ...names, kind: "node-redis" });
  const asIo = redis({ eval: (script, number, ...rest) => io.eval(script, number, ...rest) }, { ...names, kind: "ioredis" });
  assert.deepEqual(await asNode.append("s", 0, entries("a")), { ok: true, head: 1 });
  assert.deepEqual(await asIo.append("s", 1, entries("b")), { ok: true, head: 2 });
  assert.deepEqual(await idsIn(asNode), ["a", "b"]);
});

test("wrong ids and data of artifacts are named", async () => {
  const store = redis(io, fresh());
  assert.throws(() => store.artifacts(""), { code: "invalid-option" });
  const artifacts = store.artifacts("s");
  for (const work of [() => artifacts.put("", "x"), () => artifacts.put("a", 7), () => artifacts.get(""), () => artifacts.get(undefined)]) {
    assert.equal((await failureOf(work)).code, "invalid-option");
  }
});

const ODD = [
  "}",
  "{}",
  "a}b{c",
  "{",
  '"',
  "\\",
  "\\u007d",
  "\0",
  "\ud800",
  "\udc00",
  "\ufffd",
  "世".repeat(400),
  "x".repeat(5_000),
  ":log",
];

test("ids of any length and any characters are told apart", async () => {
  const store = redis(node, fresh());
  for (const id of ODD) {
    assert.deepEqual(await store.append(id, 0, [entry("of", { of: id })]), { ok: true, head: 1 });
    await store.artifacts(id).put(id, `of ${id}`);
  }
  assert.deepEqual((await store.list()).map(({ id }) => id).sort(), [...ODD].sort());
  for (const id of ODD) {
    assert.equal((await store.read(id, 0)).entries[0].of, id);
    assert.equal(await store.artifacts(id).get(id), `of ${id}`);
  }
  assert.deepEqual(await store.append("s", 0, entries(...ODD)), { ok: true, head: ODD.length });
  assert.deepEqual(await store.append("s", 0, entries(...ODD)), { ok: true, head: ODD.length });
  const error = await failureOf(() => store.append("s", ODD.length, entries("new", "\ud800")));
  assert.deepEqual([error.code, error.details.id], ["duplicate-entry", "\ud800"]);
});

test("what is deleted leaves no key behind", async () => {
  const { prefix } = fresh();
  const store = redis(io, { prefix });
  for (const id of ODD) {
    await store.append(id, 0, entries("a"));
    await store.artifacts(id).put("a", "x");
    await store.delete(id);
  }
  assert.deepEqual(await io.keys(`${prefix}*`), []);
});

test("more sessions than one answer holds are listed once each", async () => {
  const store = redis(io, fresh());
  const ids = Array.from({ length: 1_200 }, (_, at) => `s${at}`);
  await Promise.all(ids.map((id) => store.append(id, 0, entries("a"))));
  const found = await store.list();
  assert.equal(found.length, 1_200);
  assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(ids));
  assert.ok(found.every(({ head }) => head === 1));
});

test("thousands of entries go in one append", async () => {
  const batch = Array.from({ length: 100_000 }, (_, at) => entry(`e${at}`));
  for (const client of [io, node]) {
    const store = redis(client, fresh());
    assert.deepEqual(await store.append("s", 0, batch), { ok: true, head: 100_000 });
    assert.deepEqual((await store.read("s", 99_998)).entries, batch.slice(-2));
    await store.delete("s");
  }
});

/** A client that notes what goes through it. */
function watched(onAnswer = () => {}) {
  const calls = [];
  const client = {
    async eval(script, options) {
      const answer = await node.eval(script, options);
      const lines = answer.slice(3);
      calls.push({ lines: lines.length, bytes: lines.reduce((sum, { length }) => sum + length, 0) });
      await onAnswer(calls);
      return answer;
    },
  };
  return { client, calls };
}

test("a long stretch comes in answers of bounded size", async () => {
  const names = fresh();
  const store = redis(node, names);
  await store.append(
    "many",
    0,
    Array.from({ length: 1_250 }, (_, at) => entry(`e${at}`)),
  );
  const big = "x".repeat(1_500_000);
  for (let at = 0; at < 5; at++) await store.append("big", at, [entry(`e${at}`, { big })]);
  await store.append("huge", 0, [entry("e0", { big: big.repeat(4) }), entry("e1")]);
  const { client, calls } = watched();
  const reader = redis(client, { ...names, kind: "node-redis" });
  for (const [id, from, limit, expected] of [
    ["many", 0, undefined, [500, 500, 250]],
    ["many", 100, 600, [500, 100]],
    ["many", 1_249, 7, [1]],
    ["many", 9_999, undefined, [0]],
    ["big", 0, undefined, [2, 2, 1]],
    ["huge", 0, undefined, [1, 1]],
  ]) {
    calls.length = 0;
    const { entries: found, head } = await reader.read(id, from, limit === undefined ? {} : { limit });
    assert.equal(head, { many: 1_250, big: 5, huge: 2 }[id]);
    assert.deepEqual(
      calls.map(({ lines }) => lines),
      expected,
      `${id} from ${from}`,
    );
    if (id !== "huge") assert.ok(calls.every(({ bytes }) => bytes < 4_100_000));
    assert.deepEqual(
      found.map(({ id: name }) => name),
      Array.from({ length: Math.max(0, Math.min(head - from, limit ?? head)) }, (_, at) => `e${from + at}`),
    );
  }
});

test("a session that is removed and begun anew while it is read is read as one or the other", async () => {
  const names = fresh();
  const store = redis(node, names);
  const filled = (name) => Array.from({ length: 800 }, (_, at) => entry(`${name}${at}`));
  await store.append("s", 0, filled("old"));
  let changed = false;
  const { client } = watched(async () => {
    if (changed) return;
    changed = true;
    await store.delete("s");
    await store.append("s", 0, filled("new"));
  });
  const { entries: found, head } = await redis(client, { ...names, kind: "node-redis" }).read("s", 0);
  assert.equal(head, 800);
  assert.deepEqual(
    found.map(({ id }) => id),
    filled("new").map(({ id }) => id),
  );
});

/** What Redis did, by command, while `work` ran: how often, and for how many microseconds. */
async function commandsOf(work) {
  await io.config("RESETSTAT");
  await work();
  const found = {};
  for (const [, name, calls] of (await io.info("commandstats")).matchAll(/cmdstat_([\w|]+):calls=(\d+)/g)) found[name] = Number(calls);
  delete found["config|resetstat"];
  delete found.info;
  return found;
}

test("neither an append nor a read goes through the session: 200,000 entries", async () => {
  const store = redis(io, fresh());
  const fill = async (id, length) => {
    for (let head = 0; head < length; ) {
      const batch = Array.from({ length: Math.min(5_000, length - head) }, (_, at) => entry(`e${head + at}`));
      head = (await store.append(id, head, batch)).head;
    }
  };
  await fill("short", 200);
  await fill("long", 200_000);
  const costs = {};
  for (const [id, head] of [
    ["short", 200],
    ["long", 200_000],
  ]) {
    costs[id] = {
      append: await commandsOf(() => store.append(id, head, entries("x1", "x2"))),
      repeated: await commandsOf(() => store.append(id, head, entries("x1", "x2"))),
      conflict: await commandsOf(() => store.append(id, head, entries("y1"))),
      last: await commandsOf(() => store.read(id, head - 100, { limit: 100 })),
      middle: await commandsOf(() => store.read(id, head / 2, { limit: 100 })),
      head: await commandsOf(() => store.read(id, Number.MAX_SAFE_INTEGER)),
    };
  }
  assert.deepEqual(costs.long, costs.short);
  // Commands whose work is that of what they give: XRANGE by id, never by rank; all others look at one field or one number.
  assert.deepEqual(costs.long.append, { eval: 1, xlen: 1, hlen: 1, hexists: 2, xadd: 2, hset: 2 });
  assert.deepEqual(Object.keys(costs.long.middle).sort(), ["eval", "hget", "hlen", "xlen", "xrange"]);
  assert.ok(costs.long.middle.xrange < 10);
  assert.deepEqual(costs.long.head, { eval: 1, xlen: 1, hlen: 1, hget: 1 });
});

test("a memory that is full is told, and nothing is stored", async () => {
  const store = redis(io, fresh());
  await store.append("s", 0, entries("a"));
  await io.config("SET", "maxmemory", "1");
  try {
    for (const work of [() => store.append("s", 1, entries("b", "c")), () => store.artifacts("s").put("a", "x")]) {
      const error = await failureOf(work);
      assert.deepEqual([error.code, error.retryable, error.details.code], ["store-failed", true, "OOM"], error.cause?.message);
      assert.ok(error.cause instanceof Error);
    }
    assert.deepEqual(await idsIn(store), ["a"]);
  } finally {
    await io.config("SET", "maxmemory", "0");
  }
  assert.deepEqual(await store.append("s", 1, entries("b", "c")), { ok: true, head: 3 });
});

test("a session of which a part was evicted is not taken for another", async () => {
  for (const part of ["log", "ids"]) {
    const { prefix } = fresh();
    const store = redis(io, { prefix });
    await store.append("s", 0, entries("a", "b"));
    await io.del(`${prefix}{s}:${part}`);
    for (const work of [() => store.read("s", 0), () => store.append("s", 2, entries("c")), () => store.append("s", 0, entries("c"))]) {
      const error = await failureOf(work);
      assert.deepEqual([error.code, error.retryable, error.details.sessionId], ["store-failed", false, "s"], part);
      assert.match(error.message, /noeviction/);
    }
    await store.delete("s");
    assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
  }
  const { prefix } = fresh();
  const store = redis(io, { prefix });
  await store.append("s", 0, entries("a", "b", "c"));
  await io.xtrim(`${prefix}{s}:log`, "MAXLEN", 2);
  assert.equal((await failureOf(() => store.append("s", 3, entries("d")))).code, "store-failed");
});

test("keys that hold something else, and users who may not, are told", async () => {
  const { prefix } = fresh();
  const store = redis(io, { prefix });
  for (const part of ["log", "ids"]) {
    await io.set(`${prefix}{s}:${part}`, "mine");
    const error = await failureOf(() => store.append("s", 0, entries("a")));
    assert.deepEqual([error.code, error.retryable, error.details.code], ["store-failed", false, "WRONGTYPE"]);
    await io.del(`${prefix}{s}:${part}`);
  }
  assert.deepEqual((await io.keys(`${prefix}{*`)).length, 0);
  await io.acl("SETUSER", "limited", "on", "nopass", "+@all", "-eval", "~*");
  const limited = newIoredis({ path: server.socket, username: "limited", password: "x" });
  const refused = await failureOf(() => redis(limited, { prefix }).read("s", 0));
  limited.disconnect();
  assert.deepEqual([refused.code, refused.retryable, refused.details.code], ["store-failed", false, "NOPERM"]);
});

test("a client that was closed says so", async () => {
  const closed = await newNodeRedis({ path: server.socket });
  closed.destroy();
  const error = await failureOf(() => redis(closed).read("s", 0));
  assert.deepEqual([error.code, error.retryable], ["store-failed", false]);
  assert.match(error.message, /connect it/);
});

test("an abort ends the waiting at once, and the repeated append is stored once", async () => {
  const names = fresh();
  for (const client of [io, node]) {
    const store = redis(client, names);
    const { head } = await store.append("s", 0, entries("a"));
    assert.equal(head, 1);
    const controller = new AbortController();
    const reason = new Error("escape");
    // No script runs until this ends; only the abort can answer before.
    await io.client("PAUSE", 600_000, "WRITE");
    const appending = failureOf(store.append("s", 1, entries("b"), { signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    assert.equal(await appending, reason);
    await unpause();
    assert.deepEqual(await store.append("s", 1, entries("b")), { ok: true, head: 2 });
    assert.deepEqual(await idsIn(store), ["a", "b"]);
    await store.delete("s");
  }
});

/** From a connection of its own: what the others have sent waits, and so does all that comes behind it. */
async function unpause() {
  const other = newIoredis({ path: server.socket, enableReadyCheck: false });
  await other.client("UNPAUSE");
  other.disconnect();
}

test("an answer that is lost after the server has stored: repeated, it is stored once", async () => {
  const proxy = await startProxy(server.socket);
  const names = fresh();
  const direct = redis(io, names);
  const far = await newNodeRedis({ host: proxy.host, port: proxy.port });
  try {
    const store = redis(far, names);
    await store.append("s", 0, entries("a"));
    const cut = proxy.cut();
    const error = await failureOf(() => store.append("s", 1, entries("b", "c")));
    await cut;
    assert.deepEqual([error.code, error.retryable], ["store-failed", true]);
    assert.ok(error.cause instanceof Error && error.cause.name !== "EpitomeError");
    assert.deepEqual(await idsIn(direct), ["a", "b", "c"]);
    assert.deepEqual(await store.append("s", 1, entries("b", "c")), { ok: true, head: 3 });
    assert.deepEqual(await idsIn(direct), ["a", "b", "c"]);
  } finally {
    far.destroy();
    await proxy.stop();
  }
});

test("a client that repeats by itself what was not answered doubles nothing", async () => {
  const proxy = await startProxy(server.socket);
  const names = fresh();
  // So does ioredis unless it is told not to.
  const far = newIoredis({ host: proxy.host, port: proxy.port });
  try {
    const store = redis(far, names);
    await store.append("s", 0, entries("a"));
    const cut = proxy.cut();
    assert.deepEqual(await store.append("s", 1, entries("b", "c")), { ok: true, head: 3 });
    await cut;
    assert.deepEqual(await idsIn(redis(io, names)), ["a", "b", "c"]);
  } finally {
    far.disconnect();
    await proxy.stop();
  }
});

for (const name of ["node-redis", "ioredis"]) {
  test(`a server that is killed under appends loses nothing that it answered, and doubles nothing: ${name}`, async () => {
    const own = await startRedis();
    const client = name === "ioredis" ? newIoredis({ path: own.socket }) : await newNodeRedis({ path: own.socket });
    try {
      const { failures } = await appendThroughCrashes(redis(client), 8, async () => {
        await own.kill();
        await own.start();
      });
      // ioredis repeats by itself what was not answered.
      if (name !== "ioredis") assert.ok(failures > 0, "no append has met a crash");
    } finally {
      if (name === "ioredis") client.disconnect();
      else client.destroy();
      await own.stop();
    }
  });
}

test("in a cluster, the keys of a session lie together", async () => {
  const [port, bus] = [await freePort(), await freePort()];
  const own = await startRedis({
    port: String(port),
    "cluster-enabled": "yes",
    "cluster-port": String(bus),
    "cluster-announce-ip": "127.0.0.1",
  });
  const admin = newIoredis({ path: own.socket });
  let ioCluster;
  let nodeCluster;
  try {
    await admin.cluster("ADDSLOTSRANGE", 0, 16_383);
    await until(async () => /cluster_state:ok/.test(await admin.cluster("INFO")), "the cluster is ready");
    ioCluster = new Cluster([{ host: "127.0.0.1", port }]);
    ioCluster.on("error", () => {});
    nodeCluster = nodeRedis.createCluster({ rootNodes: [{ socket: { host: "127.0.0.1", port } }] });
    nodeCluster.on("error", () => {});
    await nodeCluster.connect();
    for (const client of [ioCluster, nodeCluster]) {
      const store = redis(client, fresh());
      for (const id of ["s", ...ODD]) {
        assert.deepEqual(await store.append(id, 0, entries("a", "b")), { ok: true, head: 2 });
        assert.deepEqual(await store.append(id, 2, entries("c")), { ok: true, head: 3 });
        await store.artifacts(id).put("a", `of ${id}`);
        assert.equal(await store.artifacts(id).get("a"), `of ${id}`);
        assert.deepEqual(await idsIn(store, id), ["a", "b", "c"]);
      }
      assert.equal((await store.list()).length, ODD.length + 1);
      for (const id of ["s", ...ODD]) await store.delete(id);
      assert.deepEqual(await store.list(), []);
    }
    assert.deepEqual(await admin.keys("*"), []);
  } finally {
    admin.disconnect();
    ioCluster?.disconnect();
    nodeCluster?.destroy();
    await own.stop();
  }
});
