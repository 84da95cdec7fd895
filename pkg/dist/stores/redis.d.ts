/** A store in Redis, for several processes or machines on the same sessions. */
import type { AppendResult, ReadResult, SessionInfo, SessionStore } from "../types.js";
import { type IoredisClient, type NodeRedisClient, type RedisKind } from "./redis/client.js";
export type { IoredisClient, NodeRedisClient, RedisKind } from "./redis/client.js";
/** Options of `redis`. */
export interface RedisOptions {
    /** What the names of all keys begin with. Default: `"epitome:"`. */
    prefix?: string | undefined;
    /** Which client it is, where that does not show. */
    kind?: RedisKind | undefined;
}
/** What `redis` gives: a store with every optional method, all of them asynchronous. */
export interface RedisStore extends Required<SessionStore> {
    append(...args: Parameters<SessionStore["append"]>): Promise<AppendResult>;
    read(...args: Parameters<SessionStore["read"]>): Promise<ReadResult>;
    list(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<SessionInfo[]>;
    delete(sessionId: string, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<void>;
}
/**
 * Makes a store in Redis (from version 5 on; it is tested with 7.0). Any number of processes can write to one session.
 *
 * - **Client:** your own, of node-redis or ioredis, also for a cluster: all keys of a session have one hash tag. You connect
 *   it and close it.
 * - **Cost:** a session is a stream, found by position, and a hash of its entry ids, about 70 bytes an entry. Each append and
 *   each read is one Lua script whose work depends on what is written or read, not on the session's length. A long stretch
 *   comes in answers of at most 500 entries and about 4 MB, since Redis does nothing else meanwhile.
 * - **Crash:** an append is whole or not at all. What survives a crash of the server is what you have set: with `appendonly
 *   yes` and `appendfsync always` all that was answered, with `everysec` all but the last second or two, and without
 *   `appendonly` what the last snapshot has. A failover loses what the replica had not received; `WAIT` makes that rarer, not
 *   impossible. Where the connection is lost under an append it throws `store-failed`, `retryable`; it may have been stored,
 *   and repeating it with the same ids stores it once. ioredis repeats it by itself; leave its `autoResendUnfulfilledCommands`
 *   on, since without it ioredis never answers such a call.
 * - **Limits:** everything is in memory, so `maxmemory-policy` must be `noeviction` and no key may expire. Where a part of a
 *   session is gone, each call on it throws `store-failed`. A value has at most 512 MB (`proto-max-bulk-len`). Replicas lag:
 *   let the client read from the primary, as it does by default.
 *
 * An aborted signal ends the waiting at once; what was sent goes on, and whether it was done is then unknown.
 *
 * @throws EpitomeError `invalid-option` for a client that it does not know or a prefix with other characters than letters,
 *   digits and `_ : . / -`.
 */
export declare function redis(client: NodeRedisClient | IoredisClient, options?: RedisOptions): RedisStore;
