/** Writes what came out of a compaction, in the shape of what went in: whole or not at all, and over nothing by mistake. */
import { Buffer } from "node:buffer";
import type { Entry } from "../types.js";
import type { Loaded } from "./load.js";
/** A place that may be written to. */
export interface Target {
    path: string;
    /** Whether a file is put in its place; otherwise it is written to as it is, as a pipe or a device must be. */
    replace: boolean;
    /** Who may read the file that is replaced: nobody more than before. */
    mode?: number;
}
/** Looks whether `path` may be written to, so that no summary is paid for that then cannot be kept. */
export declare function checkTarget(path: string, force: boolean): Promise<Target>;
/** Writes the bytes. A file is there in its whole length or, after a failure, as it was before. */
export declare function save({ path, replace, mode }: Target, bytes: Buffer): Promise<void>;
/** The file after the compaction: the session with one entry more, or the messages to send from now on. */
export declare function written({ form }: Loaded, entry: Entry, messages: readonly unknown[]): Buffer;
