/**
 * A lock between processes, made of a directory: `mkdir` succeeds for one. Inside lies one file that names the owner, and
 * whose time of change it renews while it works. A lock whose owner is gone is broken by removing *that* file by its name,
 * so that a lock which has changed hands meanwhile is never broken. Node only.
 */

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rmdir, stat, unlink, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { EpitomeError } from "../errors.js";
import { pause } from "../waiting.js";

/** How often the owner renews its lock, in milliseconds. */
const RENEW_MS = 250;
/** How long a lock must have been seen without renewal before it is broken: of a process that is gone, and of any other. */
const DEAD_MS = 1_000;
const ABANDONED_MS = 10_000;
/** The longest wait between two tries. */
const MAX_PAUSE_MS = 40;

/** A lock that is held. */
export interface FileLock {
  /** Whether it is still ours. A process that was suspended for long may have lost it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes the lock at `path`, waiting up to `timeoutMs` for its owner. */
export async function lockFile(path: string, timeoutMs: number, signal?: AbortSignal): Promise<FileLock> {
  const name = `${encodeURIComponent(hostname())}~${process.pid}~${randomUUID()}`;
  const mine = join(path, name);
  const seen = new Map<string, { changed: number; since: number }>();
  const end = performance.now() + timeoutMs;
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted();
    if (await enter(path, mine, name)) return held(path, mine);
    const owners = await ownersOf(path);
    let broken = owners.length === 0;
    for (const owner of owners) {
      if (await isStale(path, owner, seen)) broken = (await ignore(unlink(join(path, owner)))) || broken;
    }
    // Succeeds for an empty directory only, so never on a lock that somebody holds.
    if (broken) await ignore(rmdir(path));
    if (performance.now() > end) throw lockedError(path, owners, timeoutMs);
    await pause(broken && tries < 3 ? 0 : Math.random() * Math.min(MAX_PAUSE_MS, 2 ** Math.min(tries, 6)), signal);
  }
}

/** Tries once. Having made the directory is not enough: its owner may have been taken for dead before it put its file there. */
async function enter(path: string, mine: string, name: string): Promise<boolean> {
  try {
    await mkdir(path);
    await (await open(mine, "wx")).close();
  } catch (error) {
    // EPERM and EACCES: so Windows says that a directory is just being removed; elsewhere they mean what they say.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOENT" || (process.platform === "win32" && (code === "EPERM" || code === "EACCES"))) return false;
    throw error;
  }
  const owners = await ownersOf(path);
  if (owners.length === 1 && owners[0] === name) return true;
  await ignore(unlink(mine));
  return false;
}

function held(path: string, mine: string): FileLock {
  const renewal = setInterval(() => {
    const now = new Date();
    void ignore(utimes(mine, now, now));
  }, RENEW_MS);
  renewal.unref();
  return {
    isHeld: () => ignore(stat(mine)),
    async release() {
      clearInterval(renewal);
      await ignore(unlink(mine));
      await ignore(rmdir(path));
    },
  };
}

/**
 * Whether this owner was seen without renewal for too long. It is measured by our own clock from when we first looked, so
 * that neither wrong clocks nor a machine that slept make a living owner look dead.
 */
async function isStale(path: string, owner: string, seen: Map<string, { changed: number; since: number }>): Promise<boolean> {
  let changed: number;
  try {
    changed = (await stat(join(path, owner))).mtimeMs;
  } catch {
    return false;
  }
  const now = performance.now();
  const before = seen.get(owner);
  if (before?.changed !== changed) {
    seen.set(owner, { changed, since: now });
    return false;
  }
  return now - before.since > (isGone(owner) ? DEAD_MS : ABANDONED_MS);
}

/** Whether the owner was a process of this machine that does not run any more. */
function isGone(owner: string): boolean {
  const [host, pid] = owner.split("~");
  if (host !== encodeURIComponent(hostname())) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

async function ownersOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw error;
  }
}

function lockedError(path: string, owners: string[], timeoutMs: number): EpitomeError {
  const [host, pid] = (owners[0] ?? "").split("~");
  const by = pid ? ` by process ${pid} on ${decodeURIComponent(host ?? "")}` : "";
  const message = `The session is locked${by} for more than ${timeoutMs} ms. Try again; if that process hangs, end it.`;
  return new EpitomeError("store-locked", message, { retryable: true, details: { path, timeoutMs } });
}

/** Whether it worked. */
async function ignore(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}
