/** The clients that the Redis store knows, as one. */
/** A client of the package `redis` (node-redis): made by `createClient`, `createClientPool`, `createCluster` or your own. */
export interface NodeRedisClient {
    eval(script: string, options: {
        keys: string[];
        arguments: string[];
    }): PromiseLike<unknown>;
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
export declare function evaluateWith(client: NodeRedisClient | IoredisClient, kind: RedisKind | undefined): Evaluate;
