/** Reads the bytes of a file or of standard input, and says in words why that did not work. */
import { Buffer } from "node:buffer";
/** What was read, and what to call it. */
export interface Source {
    name: string;
    bytes: Buffer;
}
/** Reads `file`, or standard input where that is `-`. */
export declare function readSource(file: string, signal: AbortSignal): Promise<Source>;
