// What the stores are tested with: the clients in tests/peers, and the servers and browsers of the system's package manager.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { at, npm, run, which } from "../lib/run.mjs";
import { nodeTests } from "./js.mjs";
import { NotRun } from "./report.mjs";

/** Installs the clients: without their scripts, but for the one that must be compiled here. */
export async function ensurePeers() {
  const folder = at("tests", "peers");
  const packages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {});
  const wanted = Object.entries(packages(`${folder}/package-lock.json`)).filter(([name, { optional }]) => name !== "" && !optional);
  const installed = packages(`${folder}/node_modules/.package-lock.json`);
  const isThere = wanted.every(([name, { version }]) => installed[name]?.version === version);
  if (!isThere) await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  const isBuilt = existsSync(`${folder}/node_modules/better-sqlite3/build/Release/better_sqlite3.node`);
  // Node's headers lie beside it; to fetch them would need the network.
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(`${prefix}/include/node/node.h`) ? [`--nodedir=${prefix}`] : [];
  if (!isBuilt) await npm(["rebuild", "better-sqlite3", ...headers], { cwd: folder });
  return { note: `${isThere ? "present" : "installed"}${isBuilt ? "" : ", better-sqlite3 compiled"}` };
}

/** Programs that the tests start, and the packages that have them. */
const PROGRAMS = {
  "redis-server": () => which("redis-server"),
  postgresql: () =>
    which("postgres") ??
    readdirSync("/usr/lib/postgresql", { withFileTypes: true }).find(({ name }) => existsSync(`/usr/lib/postgresql/${name}/bin/postgres`)),
  "firefox-esr": () => which("firefox-esr", "firefox"),
};

/** Installs what is missing, where that is possible without asking anyone. */
export async function ensurePrograms() {
  const isMissing = (name) => {
    try {
      return !PROGRAMS[name]();
    } catch {
      return true;
    }
  };
  const missing = Object.keys(PROGRAMS).filter(isMissing);
  if (missing.length === 0) return { note: "present" };
  if (process.getuid?.() !== 0 || !which("apt-get")) throw new NotRun(`not installed: ${missing.join(", ")}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  await run("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...missing], { env });
  return { note: `installed by apt-get: ${missing.join(", ")}` };
}

/** Runs the tests of the stores against the real things, one file at a time: some of them need the machine for themselves. */
export async function storeTests(env) {
  const files = readdirSync(at("tests", "stores")).filter((name) => name.endsWith(".test.mjs"));
  return nodeTests(
    files.map((name) => at("tests", "stores", name)),
    { env, args: ["--test-concurrency=1"], timeoutMs: 900_000 },
  );
}
