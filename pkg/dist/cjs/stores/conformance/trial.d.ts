/** What the cases work with: a store whose answers are looked at, handles beside it, and failures that say what to do. */
import type { AppendResult, ArtifactStore, Entry, MaybePromise, ReadResult, SessionInfo, SessionStore } from "../../types.js";
/** A store under test, with what only its owner can do. */
export interface Subject {
    /** The store: fresh and empty. */
    store: SessionStore;
    /**
     * Opens the same storage once more, as another process would: a second connection, a second object. What is stored must
     * be there, and both are used side by side. Without it the cases of durability and of two views are skipped.
     */
    reopen?(): MaybePromise<SessionStore>;
    /** Ends all that was opened and removes what was stored. Called once, after the case, whether it passed or not. */
    close?(): MaybePromise<void>;
}
/** What a case may ask of a subject beyond `append` and `read`. */
export type Need = "list" | "delete" | "artifacts" | "reopen";
/** One rule of the contract, and how it is tried. */
export interface Case {
    name: string;
    /** The rule, as a sentence. */
    rule: string;
    /** What the owner of a store that breaks it can do. */
    advice: string;
    needs?: readonly Need[];
    run(trial: Trial): Promise<void>;
}
/** A rule that was found broken, before it is known which one. */
export declare class Broken extends Error {
    readonly problem: string;
    readonly advice?: string | undefined;
    constructor(problem: string, advice?: string | undefined, cause?: unknown);
}
/** Waits; 0 lets everything else go on once. */
export declare const pause: (ms: number) => Promise<void>;
/** An entry with this id. */
export declare function entry(id: string, fields?: Record<string, unknown>): Entry;
/** Entries with these ids. */
export declare const entries: (...ids: string[]) => Entry[];
/** `count` entries named `<name>-0`, `<name>-1` and so on. */
export declare const numbered: (name: string, count: number, from?: number) => Entry[];
/** A value as it is shown in a failure. */
export declare function show(value: unknown, length?: number): string;
/** Throws unless `condition` holds. `problem` says what was found instead of what had to be. */
export declare function verify(condition: boolean, problem: string, advice?: string): asserts condition;
/** Throws unless both are the same JSON text: keys, and their order, included. */
export declare function same(found: unknown, wanted: unknown, what: string, advice?: string): void;
/** One case's view of the subject. */
export declare class Trial {
    #private;
    readonly handle: Handle;
    /** The calls that have not been answered yet, for the message of a case that takes too long. */
    readonly pending: Set<string>;
    constructor(subject: Subject);
    /** Why this subject cannot be tried on this case, or undefined. */
    lacks(needs?: readonly Need[]): string | undefined;
    /** The same storage opened once more. */
    reopened(): Promise<Handle>;
}
/** A store whose answers are checked for their shape, and whose failures name the call. */
export declare class Handle {
    #private;
    readonly store: SessionStore;
    readonly label: string;
    readonly pending: Set<string>;
    constructor(store: SessionStore, label: string, pending: Set<string>);
    append(sessionId: string, expectedHead: number, batch: readonly Entry[], options?: {
        signal?: AbortSignal;
        format?: string;
    }): Promise<AppendResult>;
    /** An append that must succeed. */
    mustAppend(sessionId: string, expectedHead: number, batch: readonly Entry[]): Promise<number>;
    read(sessionId: string, after: number, options?: {
        limit?: number;
        signal?: AbortSignal;
    }): Promise<ReadResult>;
    /** The ids from `after` on. */
    ids(sessionId?: string, after?: number): Promise<string[]>;
    /** Checks that the session consists of exactly these entries. */
    holds(sessionId: string, wanted: readonly Entry[], advice?: string): Promise<void>;
    list(options?: {
        signal?: AbortSignal;
    }): Promise<SessionInfo[]>;
    delete(sessionId: string, options?: {
        signal?: AbortSignal;
    }): Promise<void>;
    /** The artifacts of a session, with the answers checked. */
    artifacts(sessionId: string): Artifacts;
}
/** The artifacts of one session. */
export declare class Artifacts {
    readonly store: ArtifactStore;
    readonly answered: <T>(call: string, work: () => MaybePromise<T>) => Promise<T>;
    constructor(store: ArtifactStore, answered: <T>(call: string, work: () => MaybePromise<T>) => Promise<T>);
    put(id: string, data: string): Promise<void>;
    get(id: string): Promise<string | null>;
    /** Checks what is stored under an id. */
    holds(id: string, wanted: string | null, what: string, advice?: string): Promise<void>;
}
/** The error of a call that must fail. */
export declare function failureOf(call: string, work: () => unknown, advice?: string): Promise<unknown>;
/** Checks the code of an error, whichever copy of the package made it. */
export declare function hasCode(error: unknown, code: string, call: string): void;
