// What the stores are tested with: the clients in tests/peers, and the servers and browsers of the system's package manager.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { aptInstall } from "../lib/apt.mjs";
import { at, ensurePackages, npm, which } from "../lib/run.mjs";
import { nodeTests } from "./js.mjs";

/** Installs the clients: without their scripts, but for the one that must be compiled here. */
export async function ensurePeers() {
  const folder = at("tests", "peers");
  const packages = await ensurePackages(folder, ["--ignore-scripts"]);
  const isBuilt = existsSync(join(folder, "node_modules", "better-sqlite3", "build", "Release", "better_sqlite3.node"));
  // Node's headers lie beside it; to fetch them would need the network.
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(join(prefix, "include", "node", "node.h")) ? [`--nodedir=${prefix}`] : [];
  if (!isBuilt) await npm(["rebuild", "better-sqlite3", ...headers], { cwd: folder });
  return { note: `${packages}${isBuilt ? "" : ", better-sqlite3 compiled"}` };
}

const POSTGRES = "/usr/lib/postgresql";
/** Programs that the tests start, by the package that has them: how they are found, and the tests that need them. */
const PROGRAMS = {
  "redis-server": { find: () => which("redis-server"), tests: /^redis/ },
  postgresql: {
    find: () =>
      which("postgres") ||
      (existsSync(POSTGRES) && readdirSync(POSTGRES).some((version) => existsSync(join(POSTGRES, version, "bin", "postgres")))),
    tests: /^postgres/,
  },
  "firefox-esr": { find: () => which("firefox-esr", "firefox"), tests: /^indexeddb-firefox/ },
};

/** Installs the programs that are missing. Returns those that are still missing, and why. */
export async function ensurePrograms() {
  const missing = () => Object.keys(PROGRAMS).filter((name) => !PROGRAMS[name].find());
  const before = missing();
  const why = before.length > 0 ? await aptInstall(...before) : undefined;
  return { missing: missing(), why, note: before.length > 0 ? `installed by apt-get: ${before.join(", ")}` : "present" };
}

/**
 * Runs the tests of the stores against the real things, but for those whose program is missing: one file at a time, since some
 * of them need the machine for themselves.
 */
export async function storeTests(env, missing) {
  const lacks = (file) => missing.some((name) => PROGRAMS[name].tests.test(file));
  const files = readdirSync(at("tests", "stores")).filter((name) => name.endsWith(".test.mjs") && !lacks(name));
  return nodeTests(
    files.map((name) => at("tests", "stores", name)),
    { env, args: ["--test-concurrency=1"], timeoutMs: 900_000 },
  );
}
