/** A database server of a test's own: a program in a folder of its own, stopped and removed at the end. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** How long a server may take to start or to stop, in milliseconds. */
const PATIENCE_MS = 60_000;

/** The path of a program in PATH or in one of `folders`, or an error that says how to get it. */
export function findProgram(name, folders, advice) {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...folders]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {}
  }
  throw new Error(`The program ${name} is not installed: ${advice}`);
}

/** Who to run a server as: servers refuse root, or should. Undefined where we are somebody else already. */
export function unprivileged(...names) {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const wanted of [...names, "nobody"]) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? [];
    if (uid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`There is no user to run a server as: ${names.join(", ")} or nobody`);
}

/** A new folder that this user owns, with a short name: a socket's path may have 107 bytes. */
export function ownFolder({ uid, gid }) {
  const base = tmpdir().length > 60 ? "/tmp" : tmpdir();
  const folder = mkdtempSync(join(base, "epitome-"));
  if (uid !== undefined) chownSync(folder, uid, gid);
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  process.once("exit", clear);
  const remove = () => {
    process.removeListener("exit", clear);
    clear();
  };
  return { folder, remove };
}

/** Runs a program to its end. */
export async function runProgram(program, args, options) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`);
}

/** Starts a server, and answers when it has written what matches `ready`. */
export async function startServer(program, args, { ready, ...options }) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill("SIGKILL");
  // Should this process end, or be ended, without stopping it.
  const leave = () => process.exit(1);
  process.prependOnceListener("exit", end).once("SIGTERM", leave).once("SIGINT", leave);
  const closed = once(child, "close").then(() => {
    process.removeListener("exit", end).removeListener("SIGTERM", leave).removeListener("SIGINT", leave);
  });
  let output = "";
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${program} did not start in time:\n${output}`)), PATIENCE_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output = (output + text).slice(-20_000);
        if (ready.test(output)) resolve(clearTimeout(timer));
      });
    }
    child.once("error", reject);
    closed.then(() => reject(new Error(`${program} ended:\n${output}`)));
  }).catch((error) => {
    end();
    throw error;
  });
  const stop = async (signal) => {
    // A server that does not stop is killed, so that no test waits for ever.
    const timer = setTimeout(end, PATIENCE_MS / 4);
    child.kill(signal);
    await closed;
    clearTimeout(timer);
  };
  return { pid: child.pid, stop, output: () => output };
}

/** The processes that a process has started, where the system tells. */
export function childrenOf(pid) {
  const found = [];
  try {
    for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        if (Number(parent) === pid) found.push(Number(name));
      } catch {}
    }
  } catch {}
  return found;
}

/** A port that is free now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
