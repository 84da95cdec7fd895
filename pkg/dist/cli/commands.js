/** The commands and their options, in one table: the parser reads it, and the help is written from it. */
import { FORMATS } from "../session/types.js";
import { wrap } from "./text.js";
const FILE = 'FILE is a pi session file (JSON Lines, version 1 to 3), a JSON array of chat messages, or a JSON object with such an array as its "messages", "input" or "contents". A FILE of - is standard input.';
const COMMON = {
    format: { value: "NAME", about: `the shape of the messages (default: found out): ${FORMATS.join(", ")}` },
    json: { about: "print one JSON document to standard output, and nothing else" },
    help: { short: "h", about: "print this help" },
};
const WINDOW = { value: "N", about: "the model's window in tokens, such as 128000 or 200k (default: 200000)" };
export const COMMANDS = {
    inspect: {
        about: "Says what a conversation holds: messages, tokens, tools, branches, damage.",
        more: `${FILE} The file is only read.`,
        options: { window: WINDOW, ...COMMON },
    },
    tree: {
        about: "Draws a session's tree: branches, compactions, labels, where it stands.",
        more: `${FILE} The file is only read.

The active path goes straight down, other branches hang off it where they begin. Long stretches are folded into a count; of each entry stands there whose it is, how it begins, and its id.

With --json: { file, format, session, leafId, entries, branches, labels, prunes, lines, damage }. Each of lines has { level, begins, isActive } and either { folded, types }, for a stretch that is only counted, or { entryId, line, parentId, type, text }, and where it applies kind, tool, label, isLeaf, tokensBefore, tokensAfter, firstKeptEntryId, fromId, parentSession, sessionId. With --all there is one for each entry that is no label and no move.`,
        options: { all: { about: "draw every entry, and fold nothing" }, ...COMMON },
    },
    compact: {
        about: "Folds the older part of a conversation into a summary, and says what became of it.",
        more: `${FILE} The file is only read: what came out is written where --out says.

Without --summarizer the summary is extractive: quoted and listed from the conversation, with no model, no key and no network. The others take their key from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY.`,
        options: {
            window: WINDOW,
            keep: { value: "N", about: "tokens of the newest messages that stay (default: 20000; more in a large window)" },
            instructions: { value: "TEXT", about: "what the summary should look at most" },
            summarizer: { value: "NAME", about: "extractive (default), openai, anthropic, gemini or endpoint" },
            model: { value: "NAME", about: "the model's id, for openai, anthropic and gemini" },
            "base-url": { value: "URL", about: "where the API lives, for openai, anthropic and gemini, and those that speak alike" },
            url: { value: "URL", about: "where to POST { systemPrompt, prompt }, for endpoint" },
            out: { value: "FILE", about: "write the compacted session, or the messages to send, in the shape of the input" },
            force: { about: "let --out replace a file" },
            picture: { about: "draw the context before and after, and print the summary" },
            ...COMMON,
        },
    },
};
export const isCommand = (name) => Object.hasOwn(COMMANDS, name);
const EXIT_CODES = "Exit codes: 0 done, or nothing to do; 1 it failed; 2 the command line is wrong; 130 interrupted.";
const COLUMNS = 80;
const page = (parts) => `${parts.map((part) => (typeof part === "string" ? wrap(part, COLUMNS) : part).join("\n")).join("\n\n")}\n`;
/** The help of one command, or of the whole. */
export function helpOf(name) {
    if (name) {
        const { about, more, options } = COMMANDS[name];
        return page([`Usage: epitome ${name} FILE [options]`, about, more, table(optionRows(options)), EXIT_CODES]);
    }
    return page([
        "Usage: epitome COMMAND FILE [options]",
        "Keeps a long conversation with a language model inside its context window.",
        table(Object.entries(COMMANDS).map(([command, { about }]) => [`epitome ${command} FILE`, about])),
        table([
            ["epitome COMMAND --help", "the options of a command"],
            ["epitome --version", "the version"],
        ]),
        EXIT_CODES,
    ]);
}
function optionRows(options) {
    return Object.entries(options).map(([name, { value, short, about }]) => [
        `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
        about,
    ]);
}
function table(rows) {
    const width = Math.max(...rows.map(([name]) => name.length));
    return rows.flatMap(([name, about]) => wrap(about, COLUMNS - width - 4).map((line, at) => `  ${(at === 0 ? name : "").padEnd(width)}  ${line}`));
}
