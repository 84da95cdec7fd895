/** Opens a session over what a file holds, and looks at what the model would see of it. */
import type { Session } from "../session/session.js";
import type { Context, Format } from "../session/types.js";
import type { Entry, Summarizer } from "../types.js";
import type { Host } from "./host.js";
import { type Loaded } from "./load.js";
import { type Shown } from "./message.js";
/** What a session is opened with. */
export interface OpenOptions {
    /** The shape of the messages, where it is not to be found out. */
    format: Format | undefined;
    /** The model's window, in tokens. */
    window: number;
    /** How much of the newest part stays, in tokens. */
    keep?: number | undefined;
    summarizer?: Summarizer | undefined;
}
/** Opens the file, or standard input. */
export declare function openFile(file: string, options: OpenOptions, host: Host): Promise<{
    loaded: Loaded;
    session: Session;
}>;
/** A place in a file that could not be read, or not as it stands. */
export interface Damage {
    line?: number;
    entryId?: string;
    message: string;
}
/** All that was not right with a file, in words. */
export declare function damageOf({ damaged, form }: Loaded, session: Session): Damage[];
/** A message of the context, measured. */
export interface Item extends Shown {
    entry: Entry;
    /** Its size: our estimate, unless `scaled`. */
    tokens: number;
}
/** The messages of a context, each with its size and its face. */
export declare function itemsOf({ messages, entries }: Context, format: Format): Item[];
/** Items on another scale: the provider's, where that is known, so that parts and wholes add up. */
export declare function scaled(items: readonly Item[], ratio: number): Item[];
/** The tokens of some items, or outputs, together. */
export declare function tokensOf(items: readonly {
    tokens: number;
}[]): number;
