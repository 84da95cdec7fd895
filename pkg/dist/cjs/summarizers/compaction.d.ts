/** What the providers' own compactions have in common: their options, how a request is made to fit, and how a call goes. */
import type { NativeCompactor, NativeReply, NativeRequest } from "../types.js";
import { Exchange, type HttpOptions, type Key } from "./http.js";
/** What a provider's own compaction can be given. */
export interface CompactionOptions extends HttpOptions {
    /** The key, or a function that gives it. Without one the request carries none: a proxy adds it, or `headers` do. */
    apiKey?: Key | undefined;
    /** The model's id. Default: that of the session's model. Another one than the conversation's may not read what it has thought. */
    model?: string | undefined;
    /** Who can read the items: the session's `model.provider` for which it is asked. Default: the vendor's name. */
    provider?: string | undefined;
    /**
     * How many tokens the model takes. Of a longer conversation the oldest messages are left out, calls with their results, but for what
     * an earlier compaction of the provider stands for. Default: the window of the session's model.
     */
    contextWindow?: number | undefined;
    /** More fields of the request body. They win over those that are set here. */
    extraBody?: Record<string, unknown> | undefined;
}
/** How a provider is asked. */
export interface Compaction {
    vendor: string;
    format: NativeCompactor["format"];
    url: URL;
    /** How many tokens are kept for the answer, at least, where the window has them. */
    room: number;
    send(exchange: Exchange, request: Asked): Promise<void>;
    read(exchange: Exchange, body: Record<string, unknown>): NativeReply;
    joints(messages: readonly unknown[]): Joints;
}
/** What is asked: the conversation as it is sent, and how many tokens the answer may have. */
type Asked = NativeRequest & {
    model: string;
    answer: number;
};
/** Where a conversation can be parted. */
export interface Joints {
    /** For each message, whether what stands between `head` and it can be left out. */
    starts: boolean[];
    /**
     * The messages that cannot be left out, as the indices of the first and of the one behind the last: what stands before the conversation,
     * or an earlier compaction of the provider with all that belongs to it. What stands before them is not read.
     */
    head: readonly [from: number, to: number];
}
/** The number of instructions at a conversation's start. */
export declare function leadOf(messages: readonly unknown[]): number;
/** The index of the last message that is so; -1 where none is. */
export declare function lastIndex(messages: readonly unknown[], is: (message: unknown) => boolean): number;
/** Checks the options; `own` names those that a provider has beside those that all have. */
export declare function checkCompactionOptions(of: string, options: CompactionOptions, own: object): void;
/** Makes the compactor. */
export declare function compacting(protocol: Compaction, options: CompactionOptions): NativeCompactor;
export {};
