/** A PostgreSQL server of a test's own. */

import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { childrenOf, findProgram, ownFolder, runProgram, startServer, unprivileged } from "./server.mjs";

/** The package `pg`, of those that the tests are run with. */
export const pg = createRequire(new URL("../../peers/package.json", import.meta.url))("pg");

const BASE = "/usr/lib/postgresql";
/** Where Debian keeps the programs, the newest version first. */
const FOLDERS = existsSync(BASE)
  ? readdirSync(BASE)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(BASE, version, "bin"))
  : [];
const find = (name) => findProgram(name, FOLDERS, "install PostgreSQL (Debian: postgresql).");

/**
 * Makes a new, empty server that listens on a Unix socket. `settings` are of postgresql.conf. It is not asked to sync its
 * disk: what is killed here is the server, never the machine.
 */
export async function startPostgres(settings = {}) {
  const who = unprivileged("postgres");
  const { folder, remove } = ownFolder(who);
  const data = join(folder, "data");
  const options = { cwd: folder, env: { ...process.env, LC_ALL: "C" }, ...who };
  const given = { listen_addresses: "", unix_socket_directories: folder, fsync: "off", max_connections: "60", ...settings };
  const args = ["-D", data, ...Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const start = async () => {
    // What a killed server has left behind holds its memory for a moment.
    for (let tries = 1; ; tries++) {
      try {
        return await startServer(find("postgres"), args, { ...options, ready: /ready to accept connections/ });
      } catch (error) {
        if (tries >= 40 || !/shared memory block|lock file/.test(error.message)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  let server;
  try {
    await runProgram(find("initdb"), ["-D", data, "-U", "epitome", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"], options);
    server = await start();
  } catch (error) {
    remove();
    throw error;
  }
  const connection = { host: folder, user: "epitome", database: "postgres" };
  return {
    /** What `pg` connects with. */
    connection,
    /** The path of its socket, for a proxy. */
    socket: join(folder, ".s.PGSQL.5432"),
    /** Ends it as a crash does, at once and with all of its processes. */
    async kill() {
      const children = childrenOf(server.pid);
      const ended = server.stop("SIGKILL");
      for (const pid of children) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {}
      }
      await ended;
    },
    async start() {
      server = await start();
    },
    async stop() {
      await server.stop("SIGINT");
      remove();
    },
  };
}
