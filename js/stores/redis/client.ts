/** The clients that the Redis store knows, as one. */

import { EpitomeError } from "../../errors.js";

/** A client of the package `redis` (node-redis): made by `createClient`, `createClientPool`, `createCluster` or your own. */
export interface NodeRedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): PromiseLike<unknown>;
}

/** A client of the package `ioredis`, a `Redis` or a `Cluster`, or your own. */
export interface IoredisClient {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): PromiseLike<unknown>;
}

/** Which client it is. */
export type RedisKind = "node-redis" | "ioredis";

/** Runs a script with its keys and arguments. */
export type Evaluate = (script: string, keys: string[], args: string[]) => PromiseLike<unknown>;

/** @internal */
export function evaluateWith(client: NodeRedisClient | IoredisClient, kind: RedisKind | undefined): Evaluate {
  if (typeof client?.eval !== "function") throw unknownClient("Give redis a client of node-redis or ioredis.");
  switch (kind ?? kindOf(client)) {
    case "node-redis":
      return (script, keys, args) => (client as NodeRedisClient).eval(script, { keys, arguments: args });
    case "ioredis":
      // It takes lists as well, which many arguments should be: a call can have only so many.
      return (script, keys, args) => (client as { eval(...all: unknown[]): PromiseLike<unknown> }).eval(script, keys.length, keys, args);
    default:
      throw unknownClient('Whether this client is one of node-redis or ioredis does not show: give kind "node-redis" or "ioredis".');
  }
}

/** node-redis names its methods in camel case, ioredis as Redis does. Other clients have neither of these marks. */
function kindOf(client: object): RedisKind | undefined {
  const has = (name: string): boolean => typeof (client as Record<string, unknown>)[name] === "function";
  if (has("evalSha")) return "node-redis";
  return has("evalsha") && has("defineCommand") ? "ioredis" : undefined;
}

function unknownClient(message: string): EpitomeError {
  return new EpitomeError("invalid-option", message, { details: { path: "client" } });
}
