// What the bench needs before it can measure: the built package, and pi at its pinned version.
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { at, npm } from "../../xtask/lib/run.mjs";

const PEERS = at("tests", "peers");
const PI = "@mariozechner/pi-coding-agent";
/** Sessions of other people, beside a clone of this repository on machines that have them. */
const SESSIONS = at("..", "shared", "sessions");
/** What npm says when the registry does not answer. */
const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** Throws if the package is not built. */
export function ensurePackage(pkg) {
  if (existsSync(join(pkg, "dist", "index.js"))) return;
  throw new Error("pkg/dist/index.js is missing: restore it with `git checkout -- pkg`, or build it with `npm run build`.");
}

/** The folder of pi and its version, installed if it is not there; or why it cannot be compared with. */
export async function ensurePi(say) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 6)) return { why: `pi needs Node 20.6 or newer, and this is ${process.version}` };
  const { version } = read(join(PEERS, "package-lock.json")).packages[`node_modules/${PI}`];
  const path = join(PEERS, "node_modules", ...PI.split("/"));
  const installed = () => existsSync(join(path, "package.json")) && read(join(path, "package.json")).version === version;
  if (installed()) return { path, version };
  say(`installing pi ${version}, for the comparison alone`);
  try {
    await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000"], { cwd: PEERS });
  } catch (error) {
    const output = error.output ?? "";
    const code = NO_NETWORK.exec(output)?.[1];
    if (code) return { why: `the package registry is not reachable (${code})` };
    return { why: `npm could not install it: ${/npm (?:error|ERR!) .*$/m.exec(output)?.[0] ?? error.message}` };
  }
  return installed() ? { path, version } : { why: `npm did not install version ${version}` };
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Real sessions, where this machine has them: name, file, and how many messages. */
export async function realSessions() {
  if (!existsSync(SESSIONS)) return [];
  const files = (await readdir(SESSIONS)).filter((name) => name.endsWith(".jsonl")).sort();
  return Promise.all(
    files.map(async (name) => {
      const file = join(SESSIONS, name);
      const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
      const size = lines.filter((line) => JSON.parse(line).type === "message").length;
      return { name: name.replace(/\.jsonl$/, ""), file, size };
    }),
  );
}
