/** What a command may touch of the world outside: the two output streams, and the signal of Ctrl-C. */
import type { Progress } from "./progress.js";
import type { Style } from "./style.js";
/** The surroundings of a run. */
export interface Host {
    /** The face of standard output. */
    style: Style;
    /** Aborted by Ctrl-C. */
    signal: AbortSignal;
    env: Readonly<Record<string, string | undefined>>;
    /** Says on standard error what is under way; silent where JSON is wanted. */
    progress: Progress;
    /** Writes the result. */
    print(text: string): void;
}
/** A document as JSON that is safe to look at in a terminal, too. */
export declare function jsonOf(document: object): string;
/** Says which places of a file could not be read. The rest of the file is used all the same. */
export declare function reportDamage(host: Host, name: string, damage: readonly {
    line?: number;
    message: string;
}[]): void;
