/** The command line, read: which command, which file, which options. Everything wrong with it is one usage error. */
import { type Format } from "../session/types.js";
import { type CommandName } from "./commands.js";
/** What the command line asks for. */
export type Invocation = {
    ask: "help";
    command?: CommandName;
} | {
    ask: "version";
} | {
    ask: "run";
    command: CommandName;
    options: Options;
};
/** Reads the arguments that follow the program's name. */
export declare function parseCommandLine(argv: readonly string[]): Invocation;
/** Whether the arguments ask for JSON, also where they cannot be read otherwise: errors then are JSON too. */
export declare function asksForJson(argv: readonly string[]): boolean;
/** The options of a run, checked when they are asked for. */
export declare class Options {
    #private;
    readonly command: CommandName;
    readonly file: string;
    constructor(command: CommandName, file: string, flags: ReadonlyMap<string, string | true>);
    has(name: string): boolean;
    text(name: string): string | undefined;
    /** A whole number of tokens from 1 on; `200k` and `1m` are understood. */
    tokens(name: string): number | undefined;
    format(): Format | undefined;
}
