// What opening a long session costs: time, memory and the bytes or rows that are read do not follow the session's length.
// `node tests/bench/opening.mjs [store…]`: jsonl, sqlite (needs the packages of tests/peers). Each open runs in a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSession } from "../../pkg/dist/index.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { sqlite } from "../../pkg/dist/stores/sqlite.js";

const LENGTHS = [1_000, 100_000, 1_000_000];
const SUMMARY = `## Current Work\nGoing on. ${Array.from({ length: 80 }, (_, at) => `Point ${at} was settled.`).join(" ")}`;
const options = {
  id: "s",
  format: "openai-chat",
  model: { contextWindow: 128_000 },
  settings: { compaction: { keepRecentTokens: 3_000 } },
  summarizer: () => SUMMARY,
};

const makers = {
  jsonl: (dir) => jsonl({ dir, fsync: "never" }),
  sqlite: (dir) => {
    const Database = createRequire(new URL("../peers/package.json", import.meta.url))("better-sqlite3");
    return sqlite(new Database(join(dir, "log.db")));
  },
};

/** Writes a session of so many entries, whose newest compaction leaves the last few hundred to see. */
async function write(store, length) {
  const text = "what there is to say ".repeat(8);
  const make = (at) => ({
    type: "message",
    id: `e${at}`,
    parentId: at === 0 ? null : `e${at - 1}`,
    timestamp: "2026-01-01T00:00:00.000Z",
    message: { role: at % 2 ? "assistant" : "user", content: `${at} ${text}` },
  });
  const head = length - 500;
  for (let at = 0; at < head; at += 5_000) {
    await store.append(
      "s",
      at,
      Array.from({ length: Math.min(5_000, head - at) }, (_, index) => make(at + index)),
    );
  }
  // A first compaction folds away the bulk, so that the session itself is written as one that has grown.
  await store.append("s", head, [
    {
      type: "compaction",
      id: "c0",
      parentId: `e${head - 1}`,
      timestamp: "",
      summary: "S",
      firstKeptEntryId: `e${head - 40}`,
      tokensBefore: 0,
      details: { resume: { lead: [], kept: [], compactions: 1, compactionsSinceUser: 1 } },
    },
  ]);
  const session = await openSession({ ...options, store });
  for (let at = 0; at < 300; at++) await session.append(make(at).message);
  await session.compact();
  for (let at = 0; at < 198; at++) await session.append(make(at).message);
  session.close();
}

const [mode, kind, dir] = process.argv.slice(2);
if (mode === "--open") {
  const store = makers[kind](dir);
  const before = process.memoryUsage().rss;
  const since = performance.now();
  const session = await openSession({ ...options, store });
  const openMs = performance.now() - since;
  const appendSince = performance.now();
  await session.append({ role: "user", content: "One more" });
  const appendMs = performance.now() - appendSince;
  const rssMb = (process.memoryUsage().rss - before) / 2 ** 20;
  console.log(JSON.stringify({ openMs, appendMs, rssMb, seen: session.context().messages.length, head: session.head }));
} else {
  const kinds = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(makers);
  console.log("store   entries    seen   open     then append   memory");
  for (const name of kinds) {
    for (const length of LENGTHS) {
      const folder = mkdtempSync(join(tmpdir(), "epitome-opening-"));
      await write(makers[name](folder), length);
      const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--open", name, folder], {
        encoding: "utf8",
      });
      if (!stdout) throw new Error(stderr);
      const { openMs, appendMs, rssMb, seen, head } = JSON.parse(stdout);
      const cells = [
        name.padEnd(7),
        String(head).padStart(8),
        String(seen).padStart(6),
        `${openMs.toFixed(1)} ms`.padStart(10),
        `${appendMs.toFixed(1)} ms`.padStart(10),
        `${rssMb.toFixed(1)} MB`.padStart(10),
      ];
      console.log(cells.join("  "));
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
