/** Messages as this command line shows them: who speaks, with which tool, and the first words. The core does the counting. */
import type { Format } from "../session/types.js";
import type { Entry } from "../types.js";
/** What a message is, for the picture. */
export type Kind = "instructions" | "user" | "assistant" | "tool" | "summary" | "host";
/** A message as it is shown. */
export interface Shown {
    kind: Kind;
    /** The role that the message itself names. */
    role: string;
    /** Whether a turn begins here. */
    startsTurn: boolean;
    /** The tool whose output it is. */
    tool?: string;
    /** Whether the tool failed, where the format says so. */
    failed?: boolean;
    /** Its beginning, as it is: not yet fit for a terminal. */
    text: string;
}
/** The format of a list of messages; undefined where it is one that cannot be read. */
export declare function formatOf(messages: readonly unknown[]): Format | undefined;
/** Shows messages one after the other, so that an output can be given the name of the tool that was called for it. */
export declare class Eyes {
    #private;
    /** Shows the message that the model sees of an entry. */
    show(message: unknown, entry: Entry): Shown;
}
