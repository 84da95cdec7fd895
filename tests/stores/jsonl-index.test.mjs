/** The index beside a big session file: it is used, it is kept small, and whatever is wrong with it, no answer is. */

import assert from "node:assert/strict";
import {
  appendFile,
  chmod,
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { LIMITS } from "../../pkg/dist/stores/log-index.js";
import { parseSessionFile } from "../../pkg/dist/stores/session-file.js";
import { random } from "../js/random.mjs";
import { entry, failureOf, idsIn } from "../js/support/entries.mjs";

const tiny = { indexFrom: 1_500, markEvery: 400, flushBytes: 900, flushEntries: 8, window: 6 };
const line = (value) => `${JSON.stringify(value)}\n`;
const header = { type: "session", version: 3, id: "s", timestamp: entry("a").timestamp };
const many = (count, start = 0, name = "e") => Array.from({ length: count }, (_, index) => entry(`${name}${start + index}`));
const bytesOf = (list) => line(header) + list.map(line).join("");

/** Runs a test with an index for nearly every file. */
function inDirectory(name, run, limits = tiny) {
  test(name, async (context) => {
    const usual = { ...LIMITS };
    const dir = await mkdtemp(join(tmpdir(), "epitome-"));
    Object.assign(LIMITS, limits);
    try {
      const path = join(dir, "s.jsonl");
      await run({ context, dir, path, index: `${path}.index`, open: () => jsonl({ dir, fsync: "never" }) });
    } finally {
      Object.assign(LIMITS, usual);
      await rm(dir, { recursive: true, force: true });
    }
  });
}

inDirectory("an edit that keeps the file's length is seen by a store that has the file open", async ({ path, open }) => {
  const store = open();
  await store.append("s", 0, many(60));
  await writeFile(path, (await readFile(path, "utf8")).replace('"id":"e20"', '"id":"q20"'));
  assert.equal((await store.read("s", 20, { limit: 1 })).entries[0].id, "q20");
  assert.equal((await failureOf(() => store.append("s", 60, [entry("q20")]))).code, "duplicate-entry");
  assert.deepEqual(await store.append("s", 60, [entry("e20")]), { ok: true, head: 61 });
});

inDirectory("a small file has no index; a big one gets it, and loses it when it is deleted", async ({ dir, open }) => {
  const store = open();
  await store.append("s", 0, many(5));
  await store.read("s", 0);
  assert.deepEqual(await readdir(dir), ["s.jsonl"]);
  for (let head = 5; head < 60; head++) await store.append("s", head, many(1, head));
  assert.deepEqual((await readdir(dir)).sort(), ["s.jsonl", "s.jsonl.index"]);
  await writeFile(join(dir, "s.jsonl.index.0123456789ab.new"), "left by a process that was killed");
  await store.delete("s");
  assert.deepEqual(await readdir(dir), []);
});

inDirectory("every stretch, the head, and every id, warm and cold", async ({ open }) => {
  const all = many(300);
  const store = open();
  for (let head = 0; head < 300; ) {
    const batch = all.slice(head, head + 1 + (head % 7));
    assert.deepEqual(await store.append("s", head, batch), { ok: true, head: head + batch.length });
    head += batch.length;
  }
  for (let after = 0; after < 300; after += 11) {
    for (const limit of [1, 5, 50]) {
      for (const reader of [store, open()]) {
        assert.deepEqual(await reader.read("s", after, { limit }), { entries: all.slice(after, after + limit), head: 300 });
      }
    }
  }
  assert.deepEqual(await open().read("s", Number.MAX_SAFE_INTEGER), { entries: [], head: 300 });
  for (let at = 0; at < 300; at += 7) {
    for (const writer of [store, open()]) {
      const error = await failureOf(() => writer.append("s", 300, [entry("new"), all[at]]));
      assert.equal(error.code, "duplicate-entry");
      // A repetition, however old, is known to be one.
      assert.deepEqual(await writer.append("s", at, all.slice(at, at + 2)), { ok: true, head: Math.min(300, at + 2) });
      assert.deepEqual(await writer.append("s", at, [entry("other")]), { ok: false, head: 300 });
    }
  }
});

inDirectory(
  "with an index, opening reads neither the middle of the file nor all of the index",
  async ({ open: openStore, path, index }) => {
    const all = many(20_000);
    await openStore().append("s", 0, all);
    await openStore().read("s", 0, { limit: 1 });
    await openStore().append("s", 20_000, many(1, 20_000));
    // What is in the middle is made unreadable: who goes there stumbles. The times are put back, so that it looks untouched
    // but for the time of the change itself, which the index is told.
    const store = openStore();
    await store.read("s", 20_001);
    const read = await bytesRead(async () => {
      const cold = openStore();
      assert.equal((await cold.read("s", Number.MAX_SAFE_INTEGER)).head, 20_001);
      assert.equal((await cold.read("s", 0, { limit: 64 })).entries.length, 64);
      assert.equal((await cold.read("s", 20_001 - 256)).entries.length, 256);
      assert.equal((await cold.read("s", 10_000, { limit: 3 })).entries[0].id, "e10000");
      assert.deepEqual(await cold.append("s", 20_001, many(1, 20_001)), { ok: true, head: 20_002 });
    });
    const sizes = (await stat(path)).size + (await stat(index)).size;
    assert.ok(read < 2_500_000 && sizes > 2 * read, `${read} of ${sizes} bytes were read`);
  },
  { indexFrom: 1 << 20, markEvery: 1 << 16, flushBytes: 1 << 18, flushEntries: 2_048, window: 4_096 },
);

/** How many bytes are read through file handles while `work` runs. */
async function bytesRead(work) {
  const handle = await open(process.execPath, "r");
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { read } = prototype;
  let count = 0;
  prototype.read = async function (...args) {
    const result = await read.apply(this, args);
    count += result.bytesRead;
    return result;
  };
  try {
    await work();
  } finally {
    prototype.read = read;
  }
  return count;
}

inDirectory("what others do to the file is seen, whatever the index says", async ({ open, path, dir, index }) => {
  const all = many(80);
  const start = async () => {
    await writeFile(path, bytesOf(all));
    assert.equal((await open().read("s", 0)).head, 80);
    assert.ok((await stat(index)).size > 0);
  };
  const changes = {
    "a line is edited in place": async () => {
      const text = (await readFile(path, "utf8")).replace('"id":"e7"', '"id":"E7"');
      const { atime, mtime } = await stat(path);
      await writeFile(path, text);
      // As if it had not been touched.
      await utimes(path, atime, mtime);
    },
    "two lines become one of their length": async () => {
      const text = await readFile(path, "utf8");
      const pair = line(all[3]) + line(all[4]);
      const one = line({ ...all[3], more: "" });
      await writeFile(path, text.replace(pair, line({ ...all[3], more: "x".repeat(pair.length - one.length) })));
    },
    "a line is edited, and something is added": async () => {
      await writeFile(path, `${(await readFile(path, "utf8")).replace('"id":"e7"', '"id":"E7"')}${line(entry("more"))}`);
    },
    "it is cut": async () => truncate(path, bytesOf(all.slice(0, 50)).length),
    "it is cut in the middle of a line": async () => truncate(path, bytesOf(all.slice(0, 50)).length - 9),
    "it is replaced": async () => {
      await writeFile(join(dir, "new"), bytesOf(many(70, 500)));
      await rename(join(dir, "new"), path);
    },
    "it is written anew": async () => writeFile(path, bytesOf(many(90, 900))),
    "it is copied from elsewhere with its index": async () => {
      await writeFile(join(dir, "t.jsonl"), bytesOf(many(60, 2_000)).replace('"id":"s"', '"id":"t"'));
      await open().read("t", 0);
      await copyFile(join(dir, "t.jsonl.index"), index);
    },
    "an entry without an id comes": async () => appendFile(path, line({ type: "message", timestamp: "t" })),
    "it becomes small": async () => writeFile(path, bytesOf(many(2, 7_000))),
    "it becomes one of version 1": async () => writeFile(path, bytesOf(all).replace('"version":3,', "")),
  };
  for (const [what, change] of Object.entries(changes)) {
    await rm(path, { force: true });
    await rm(index, { force: true });
    await start();
    await change();
    const { entries } = parseSessionFile(await readFile(path, "utf8"));
    assert.deepEqual((await open().read("s", 0)).entries, entries, what);
    for (const at of [0, 3, 4, 7, 30, entries.length - 1].filter((one) => one < entries.length)) {
      assert.deepEqual((await open().read("s", at, { limit: 2 })).entries, entries.slice(at, at + 2), `${what}: at ${at}`);
      const again = await failureOf(() => open().append("s", entries.length, [entry(entries[at].id)]));
      assert.equal(again.code, "duplicate-entry", `${what}: ${entries[at].id}`);
    }
    const ids = new Set(entries.map(({ id }) => id));
    const gone = all.filter(({ id }) => !ids.has(id)).slice(0, 5);
    const store = open();
    assert.deepEqual(
      await store.append("s", entries.length, [entry("z"), ...gone]),
      { ok: true, head: entries.length + 1 + gone.length },
      what,
    );
    assert.deepEqual((await open().read("s", entries.length)).entries, [entry("z"), ...gone], what);
  }
});

inDirectory("what a store took on trust, since it saw the file grow, the next one does not", async ({ open, path }) => {
  await writeFile(path, bytesOf(many(80)));
  const store = open();
  assert.equal((await store.read("s", 0)).head, 80);
  await writeFile(path, `${(await readFile(path, "utf8")).replace('"id":"e7"', '"id":"E7"')}${line(entry("more"))}`);
  for (let head = 81; head < 120; head++) assert.deepEqual(await store.append("s", head, many(1, head)), { ok: true, head: head + 1 });
  assert.equal((await failureOf(() => open().append("s", 120, [entry("E7")]))).code, "duplicate-entry");
  assert.deepEqual(await open().append("s", 120, [entry("e7")]), { ok: true, head: 121 });
});

inDirectory("an index that is torn, foreign, or of nonsense is made anew", async ({ open, path, index }) => {
  const all = many(80);
  await writeFile(path, bytesOf(all));
  await open().read("s", 0);
  const whole = await readFile(index);
  const { below } = random(11);
  const broken = [
    Buffer.alloc(0),
    Buffer.from("nonsense\n"),
    whole.subarray(0, 100),
    whole.subarray(0, -1),
    Buffer.concat([Buffer.alloc(512), whole.subarray(512)]),
    ...Array.from({ length: 40 }, () => {
      const copy = Buffer.from(whole);
      copy[below(512)] ^= 1 << below(8);
      return copy;
    }),
  ];
  for (const [number, bytes] of broken.entries()) {
    await writeFile(index, bytes);
    const store = open();
    assert.deepEqual(await store.read("s", 10, { limit: 3 }), { entries: all.slice(10, 13), head: 80 }, `${number}`);
    assert.equal((await failureOf(() => store.append("s", 80, [all[5]]))).code, "duplicate-entry", `${number}`);
  }
  await rm(index);
  const store = open();
  await store.read("s", 0);
  await rm(index);
  assert.equal((await failureOf(() => store.append("s", 80, [all[5]]))).code, "duplicate-entry");
  assert.deepEqual(await store.append("s", 80, many(1, 80)), { ok: true, head: 81 });
  assert.deepEqual(await idsIn(open(), "s", 79), ["e79", "e80"]);
});

inDirectory("where no index can be made it works without", async ({ context, open, path, index, dir }) => {
  const all = many(80);
  // Something is in the way of the index, also for root, who may write into directories that are only readable.
  const store = open();
  await writeFile(path, bytesOf(all));
  await (await import("node:fs/promises")).mkdir(join(index, "x"), { recursive: true });
  assert.deepEqual(await store.read("s", 10, { limit: 3 }), { entries: all.slice(10, 13), head: 80 });
  assert.equal((await failureOf(() => open().append("s", 80, [all[5]]))).code, "duplicate-entry");
  for (let head = 80; head < 120; head++) assert.deepEqual(await store.append("s", head, many(1, head)), { ok: true, head: head + 1 });
  assert.equal((await open().read("s", 0)).head, 120);
  await rm(index, { recursive: true });
  if (process.getuid?.() === 0)
    return context.diagnostic("root may write anywhere, so that a directory that is only readable was not tried");
  await chmod(dir, 0o500);
  try {
    assert.deepEqual(await open().read("s", 10, { limit: 3 }), { entries: all.slice(10, 13), head: 120 });
  } finally {
    await chmod(dir, 0o700);
  }
});

inDirectory("what two stores and another program do at random gives what the file holds", async ({ open, path, index }) => {
  for (let start = 1; start <= 12; start++) {
    const { below } = random(start);
    await rm(path, { force: true });
    await rm(index, { force: true });
    let stores = [open(), open()];
    let made = 0;
    const expected = async () => {
      const text = await readFile(path, "utf8").catch(() => "");
      return text === "" ? { entries: [], damaged: [] } : parseSessionFile(text);
    };
    for (let step = 0; step < 90; step++) {
      const store = stores[below(2)];
      const { entries: known } = await expected();
      switch (below(12)) {
        case 0:
          stores = [stores[0], open()];
          break;
        case 1:
          if (known.length > 0) await appendFile(path, line(entry(`f${start}-${made++}`)));
          break;
        case 2:
          if (known.length > 0) await appendFile(path, ["{broken\n", "\n", `\t${line(entry(`g${made++}`))}`, '{"type":"mess'][below(4)]);
          break;
        case 3:
          if (below(3) === 0) await rm(index, { force: true });
          break;
        case 4: {
          const after = below(known.length + 3);
          const limit = 1 + below(20);
          const found = await store.read("s", after, { limit });
          assert.deepEqual([found.entries, found.head], [known.slice(after, after + limit), known.length], `${start}, step ${step}`);
          break;
        }
        case 5: {
          const { entries, damaged = [] } = await store.read("s", 0);
          const right = await expected();
          assert.deepEqual([entries, damaged], [right.entries, right.damaged], `${start}, step ${step}`);
          break;
        }
        case 6: {
          if (known.length === 0) break;
          const taken = known[below(known.length)].id;
          const error = await failureOf(() => store.append("s", known.length, [entry(`h${made++}`), entry(taken)]));
          assert.equal(error.code, "duplicate-entry", `${start}, step ${step}: ${error.stack}`);
          break;
        }
        default: {
          const batch = Array.from({ length: 1 + below(9) }, () =>
            entry(`s${start}-${made++}`, { text: "x".repeat(below(5) === 0 ? below(900) : below(60)) }),
          );
          assert.deepEqual(
            await store.append("s", known.length, batch),
            { ok: true, head: known.length + batch.length },
            `${start}, step ${step}`,
          );
          const { entries } = await expected();
          assert.deepEqual(entries.slice(known.length), batch, `${start}, step ${step}`);
        }
      }
    }
  }
});

inDirectory("old files and entries without ids are read in pieces, of any size", async ({ open, path }) => {
  const { version: _, ...old } = header;
  const bare = (number) => ({
    type: "message",
    timestamp: "t",
    message: { role: "user", content: `${number} ${"é".repeat(number * 40)}` },
  });
  const texts = [
    [
      old,
      ...Array.from({ length: 60 }, (_, at) => bare(at)),
      { type: "compaction", timestamp: "t", summary: "S", firstKeptEntryIndex: 50 },
    ],
    [{ ...header, version: 2 }, ...many(60).map((one) => ({ ...one, message: { ...one.message, role: "hookMessage" } }))],
    [header, ...many(40), bare(7), ...many(40, 40)],
  ].map((lines) => lines.map(line).join(""));
  for (const text of texts) {
    await writeFile(path, text);
    const { entries } = parseSessionFile(text);
    const store = open();
    assert.deepEqual((await store.read("s", 0)).entries, entries);
    assert.deepEqual((await store.read("s", 37, { limit: 9 })).entries, entries.slice(37, 46));
    assert.equal((await failureOf(() => store.append("s", entries.length, [entry(entries[5].id)]))).code, "duplicate-entry");
    assert.deepEqual(await store.append("s", entries.length, [entry("z")]), { ok: true, head: entries.length + 1 });
    assert.deepEqual((await open().read("s", 0)).entries, [...entries, entry("z")]);
  }
});

inDirectory(
  "lines longer than what is in memory at a time, and characters across its borders",
  async ({ open, path }) => {
    const all = Array.from({ length: 40 }, (_, at) => entry(`e${at}`, { text: "🌍é".repeat(at % 10 === 3 ? 200_000 : at * 37) }));
    await writeFile(path, `\ufeff\n${bytesOf(all)}`);
    const { damaged, ...found } = await open().read("s", 0);
    assert.deepEqual([found, damaged], [{ entries: all, head: 40 }, undefined]);
    const cold = open();
    for (const at of [0, 3, 13, 33, 39]) assert.deepEqual((await cold.read("s", at, { limit: 1 })).entries, [all[at]]);
    await truncate(path, (await stat(path)).size - 20);
    assert.equal((await open().read("s", Number.MAX_SAFE_INTEGER)).head, 39);
  },
  { ...tiny, indexFrom: 1 << 20 },
);
