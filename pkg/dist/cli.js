#!/usr/bin/env node
/** The command line: `epitome inspect FILE`, `epitome tree FILE` and `epitome compact FILE`. Node only. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { asksForJson, parseCommandLine } from "./cli/args.js";
import { helpOf } from "./cli/commands.js";
import { documentOf, EXIT, exitCodeOf, interrupted, sentenceOf } from "./cli/failure.js";
import { jsonOf } from "./cli/host.js";
import { Progress } from "./cli/progress.js";
import { styleOf } from "./cli/style.js";
const argv = process.argv.slice(2);
const wantsJson = asksForJson(argv);
const interrupt = new AbortController();
const print = (text) => void process.stdout.write(text);
const host = {
    style: styleOf(process.stdout, process.env),
    signal: interrupt.signal,
    env: process.env,
    progress: new Progress(wantsJson ? undefined : process.stderr),
    print,
};
/** Runs what the command line asks for. The commands are loaded only when one is run: help needs no core. */
async function run() {
    const invocation = parseCommandLine(argv);
    if (invocation.ask === "help")
        print(helpOf(invocation.command));
    if (invocation.ask === "version")
        print(`epitome ${versionOf()}\n`);
    if (invocation.ask !== "run")
        return EXIT.ok;
    if (invocation.command === "inspect")
        return (await import("./cli/inspect.js")).inspect(invocation.options, host);
    if (invocation.command === "tree")
        return (await import("./cli/tree.js")).tree(invocation.options, host);
    return (await import("./cli/compact.js")).compact(invocation.options, host);
}
function versionOf() {
    return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
// The reader of a pipe may have seen enough, as `head` does: that is no error.
for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
        if (error.code !== "EPIPE")
            throw error;
        process.exit();
    });
}
// The first Ctrl-C stops what is under way; the second does not wait for it.
process.on("SIGINT", () => {
    if (interrupt.signal.aborted)
        process.exit(EXIT.interrupted);
    interrupt.abort(interrupted());
});
try {
    process.exitCode = await run();
}
catch (error) {
    host.progress.end();
    process.exitCode = exitCodeOf(error);
    if (wantsJson)
        print(jsonOf(documentOf(error)));
    else
        process.stderr.write(`epitome: ${sentenceOf(error)}\n`);
}
