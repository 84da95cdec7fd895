/** A Redis server of a test's own. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { findProgram, ownFolder, startServer, unprivileged } from "./server.mjs";

const require = createRequire(new URL("../../peers/package.json", import.meta.url));
/** The packages `redis` (node-redis) and `ioredis`, of those that the tests are run with. */
export const nodeRedis = require("redis");
export const { Redis, Cluster } = require("ioredis");

/**
 * Makes a new, empty server that listens on a Unix socket and writes each change to its disk before it answers. `settings` are
 * of redis.conf.
 */
export async function startRedis(settings = {}) {
  const who = unprivileged("redis");
  const { folder, remove } = ownFolder(who);
  const socket = join(folder, "redis.sock");
  const given = { port: "0", unixsocket: socket, dir: folder, save: "", appendonly: "yes", appendfsync: "always", ...settings };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const program = findProgram("redis-server", [], "install Redis (Debian: redis-server).");
  const start = () => startServer(program, args, { cwd: folder, ...who, ready: /eady to accept connections/ });
  let server;
  try {
    server = await start();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    /** The path of its socket. */
    socket,
    /** Ends it as a crash does. */
    kill: () => server.stop("SIGKILL"),
    async start() {
      server = await start();
    },
    async stop() {
      await server.stop("SIGTERM");
      remove();
    },
  };
}
