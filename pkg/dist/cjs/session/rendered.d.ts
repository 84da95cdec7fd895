/** The context as the host's messages, kept from call to call: only what is new is asked of the core. */
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
/** A list of messages that follows the log. */
export declare class Rendered {
    #private;
    constructor(log: Log, entries: readonly Entry[], format: string);
    /** The messages and their entries as of now, as arrays of the caller's own. */
    now(): {
        messages: unknown[];
        entries: Entry[];
    };
}
