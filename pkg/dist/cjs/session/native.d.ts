/** The providers' own compaction: asked for beside the text summary, or found in a reply. */
import type { Entry, NativeCompactor } from "../types.js";
import type { Draft, Run } from "../wasm/epitome.js";
import { type WritingHost } from "./commit.js";
import type { SessionEvent } from "./events.js";
import type { Rendered } from "./rendered.js";
import type { Overhead, SessionOptions } from "./types.js";
/** What a session has for the providers' own compaction. */
export interface Natives {
    compactors: readonly NativeCompactor[];
    format: string;
    rendered: Rendered;
    overhead: () => Overhead | undefined;
    /** How often in a row the items were no gain. */
    inVain: number;
    /** The model whose provider is not asked again: it would fail as before. */
    refused?: string | undefined;
}
/** What asking needs of the session. */
export interface NativeHost extends WritingHost {
    natives: Natives;
    now: () => number;
}
/** What stands in the place of a compaction's summary. */
export declare function itemsOf({ preserveData }: Entry, format: string): readonly unknown[];
/** The compactors that may be asked. */
export declare function nativesOf({ native, settings }: SessionOptions): readonly NativeCompactor[];
/** A provider that was asked. */
export interface Asked {
    /** Resolves once it has answered, or failed, or was waited for so many milliseconds. */
    within(patienceMs: number): Promise<unknown>;
    /** What the entry is to hold of its answer; nothing where it failed, or its items are no gain. */
    preserve(run: Run, draft: Draft): Promise<object | undefined>;
    /** Ends the request, if it is still under way, and tells of what was asked for in vain. */
    close(): void;
}
/** Asks the session's provider to compact what comes before the first entry that stays, where it can. */
export declare function askNative({ log, journal, natives, now }: NativeHost, firstKeptEntryId: string, instructions: string | undefined, signal: AbortSignal, emit: (event: SessionEvent) => void): Asked | undefined;
interface Part {
    type?: unknown;
    role?: unknown;
    content?: unknown;
    encrypted_content?: unknown;
}
/** What a message holds of a provider's own compaction, be it one that failed: the message itself, or blocks of it. */
export declare function compactionsIn(message: unknown): Part[];
/** What a provider has compacted by itself, in a reply of a batch. */
export interface Inline {
    /** Which message. */
    at: number;
    part: Part;
    /** The context before the batch: its size, and how the provider counted. */
    before: Partial<Draft>;
}
/** The newest reply of a batch, which is about to be appended, that holds the provider's own compaction. */
export declare function inlineOf({ log, natives: { format } }: NativeHost, messages: readonly unknown[]): Inline | undefined;
/**
 * Notes that the provider has compacted what comes before a reply: a compaction that keeps what comes from there on. Its text, for
 * another provider, is what the provider says, or else written without a model.
 */
export declare function adopt(host: NativeHost, reply: Entry, { part, before }: Inline): Promise<void>;
export {};
