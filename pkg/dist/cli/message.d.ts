/** Messages as this command line shows them: the core says what is in each, the entry that it comes from whose it is. */
import type { Format } from "../session/types.js";
import type { Entry } from "../types.js";
import type { Glance } from "../wasm/epitome.js";
/** What a message is, for the picture. */
export type Kind = "instructions" | "user" | "assistant" | "tool" | "summary" | "host";
/** A message as it is shown. Its text is as it is: not yet fit for a terminal. */
export interface Shown extends Glance {
    kind: Kind;
    /** The tools whose output it is. */
    tool?: string;
}
/** The format of a list of messages; undefined where it is none that can be read. */
export declare function formatOf(messages: readonly unknown[]): Format | undefined;
/** Shows messages that the model sees, each with the entry that it comes from. */
export declare function show(messages: readonly unknown[], entries: readonly Entry[], format: Format): Shown[];
/** What to call the tool of a result. */
export declare const nameOf: ({ tool }: Glance["results"][number]) => string;
