// A process that writes to a SQLite file is killed, a thousand times.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { crash } from "./support/crash.mjs";

const KILLS = Number(process.env.EPITOME_CRASHES ?? 1_000);
const START = Number(process.env.EPITOME_CRASH_START ?? Math.floor(Math.random() * 1e9));

test(`${KILLS} kills: what was reported is there, and no batch by half`, { timeout: 900_000 }, async (context) => {
  context.diagnostic(`EPITOME_CRASH_START=${START} repeats the sizes and delays of this run`);
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  context.after(() => rm(dir, { recursive: true, force: true }));
  const maker = new URL("support/sqlite-better.mjs", import.meta.url).href;
  const counts = await crash({ maker, dir, kills: KILLS, compactions: KILLS / 10, start: START }).catch((error) => {
    error.message += ` (EPITOME_CRASH_START=${START})`;
    throw error;
  });
  context.diagnostic(JSON.stringify(counts));
  assert.equal(counts.kills, KILLS);
  // Otherwise the processes died without having done what this is about.
  assert.ok(counts.early < KILLS / 2 && counts.batches > KILLS, JSON.stringify(counts));
  if (KILLS >= 200) assert.ok(counts.torn > KILLS / 100, `too few died in the middle of a write: ${JSON.stringify(counts)}`);
});
