/** The command line, read: which command, which file, which options. Everything wrong with it is one usage error. */
import { parseArgs } from "node:util";
import { FORMATS } from "../session/types.js";
import { COMMANDS, isCommand } from "./commands.js";
import { usageError } from "./failure.js";
import { oneLine } from "./text.js";
/** Reads the arguments that follow the program's name. */
export function parseCommandLine(argv) {
    const [first, ...rest] = argv;
    if (first === undefined)
        throw usageError("Give a command and a file: `epitome inspect FILE`, `epitome tree FILE` or `epitome compact FILE`.");
    if (first === "help" && rest.length <= 1) {
        const [command] = rest;
        if (command !== undefined && !isCommand(command))
            throw unknownCommand(command);
        return command === undefined ? { ask: "help" } : { ask: "help", command };
    }
    if (first === "--help" || first === "-h")
        return { ask: "help" };
    if (first === "--version" || first === "-v")
        return { ask: "version" };
    if (!isCommand(first))
        throw unknownCommand(first);
    const { flags, files } = parseOptions(first, rest);
    if (flags.has("help"))
        return { ask: "help", command: first };
    if (files.length > 1)
        throw usageError(`Give one file; ${quoted(files[1])} is one too many.`, first);
    if (files[0] === undefined || files[0] === "")
        throw usageError(`Which file? Give its path, or - for standard input.`, first);
    return { ask: "run", command: first, options: new Options(first, files[0], flags) };
}
/** Whether the arguments ask for JSON, also where they cannot be read otherwise: errors then are JSON too. */
export function asksForJson(argv) {
    const end = argv.indexOf("--");
    return argv.slice(0, end < 0 ? argv.length : end).includes("--json");
}
/** The options of a run, checked when they are asked for. */
export class Options {
    command;
    file;
    #flags;
    constructor(command, file, flags) {
        this.command = command;
        this.file = file;
        this.#flags = flags;
    }
    has(name) {
        return this.#flags.has(name);
    }
    text(name) {
        const value = this.#flags.get(name);
        if (value === true || value === undefined)
            return undefined;
        if (value.trim() === "")
            throw usageError(`--${name} needs a value that is not empty.`, this.command);
        return value;
    }
    /** A whole number of tokens from 1 on; `200k` and `1m` are understood. */
    tokens(name) {
        const value = this.text(name);
        if (value === undefined)
            return undefined;
        const [, digits, unit] = /^(\d[\d_,]*)([km]?)$/i.exec(value.trim()) ?? [];
        const tokens = Number(digits?.replace(/[_,]/g, "")) * { "": 1, k: 1000, m: 1_000_000 }[unit?.toLowerCase() ?? ""];
        if (tokens >= 1 && tokens <= 0xffff_ffff)
            return tokens;
        throw usageError(`--${name} must be a number of tokens from 1 on, such as 128000 or 200k, not ${quoted(value)}.`, this.command);
    }
    format() {
        const value = this.text("format");
        const format = FORMATS.find((name) => name === value);
        if (value === undefined || format)
            return format;
        throw usageError(`There is no format ${quoted(value)}; the formats are ${FORMATS.join(", ")}.`, this.command);
    }
}
function parseOptions(command, args) {
    const known = COMMANDS[command].options;
    const config = Object.entries(known).map(([name, { value, short }]) => [name, { type: value ? "string" : "boolean", ...(short && { short }) }]);
    const { tokens } = parseArgs({
        args: [...args],
        options: Object.fromEntries(config),
        strict: false,
        allowPositionals: true,
        tokens: true,
    });
    const flags = new Map();
    const files = [];
    for (const token of tokens) {
        if (token.kind === "positional")
            files.push(token.value);
        if (token.kind !== "option")
            continue;
        const { name, rawName, value, inlineValue } = token;
        const option = Object.hasOwn(known, name) ? known[name] : undefined;
        if (!option)
            throw usageError(`There is no option ${quoted(rawName)}.${suggestion(rawName, Object.keys(known).map((flag) => `--${flag}`))}`, command);
        if (!option.value && inlineValue)
            throw usageError(`${rawName} takes no value.`, command);
        // `--out --json` is a value that was forgotten; a number below zero gets an error of its own.
        if (option.value && (value === undefined || (!inlineValue && /^-\D/.test(value)))) {
            throw usageError(`${rawName} needs a value: ${rawName}=${option.value}.`, command);
        }
        flags.set(name, option.value ? value : true);
    }
    return { flags, files };
}
function unknownCommand(name) {
    if (name.startsWith("-"))
        return usageError(`There is no option ${quoted(name)} before the command.${suggestion(name, ["--help", "--version"])}`);
    if (/[./\\]/.test(name))
        return usageError(`Give the command before the file: \`epitome inspect ${oneLine(name)}\`.`);
    const near = suggestion(name, Object.keys(COMMANDS));
    return usageError(`There is no command ${quoted(name)}.${near || " The commands are inspect, tree and compact: `epitome inspect FILE`."}`);
}
const quoted = (text) => `"${oneLine(text.slice(0, 80))}"`;
/** Names the nearest of the known words, if one is near enough to be meant. */
function suggestion(word, known) {
    const name = word.split("=")[0];
    const near = known
        .map((candidate) => ({ candidate, away: distance(name, candidate) }))
        .sort((a, b) => a.away - b.away || (a.candidate < b.candidate ? -1 : 1))[0];
    return near && near.away <= Math.max(2, near.candidate.length >> 1) ? ` Did you mean ${near.candidate}?` : "";
}
/** How many letters must be put in, left out or exchanged to make one word of the other. */
function distance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, at) => at);
    for (let i = 1; i <= Math.min(a.length, 40); i++) {
        const next = [i];
        for (let j = 1; j <= b.length; j++) {
            next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
        }
        row = next;
    }
    return row[b.length];
}
