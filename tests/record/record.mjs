// Records tests/fixtures/sessions/epitome-build.jsonl: a coding agent at work on this repository.
//
// The user's and the agent's words are written in story/; every tool call in it really runs, in a scratch copy of the
// repository, and what it gives is what the session holds. The clock, the ids and all numbers that depend on the
// machine are drawn from a fixed seed: the same commit gives the same session.
//
//   node tests/record/record.mjs                  records from HEAD
//   node tests/record/record.mjs --check [FILE]   verifies what the fixture promises
//
// While working on the story: `--worktree` records from the files as they are, `--target DIR` keeps compiled
// dependencies from one recording to the next, `--until NAME` ends after a file of story/ and prints what it has.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { random } from "../js/random.mjs";
import { checkFile } from "./lib/check.mjs";
import { Narrator, StoryError } from "./lib/narrator.mjs";
import { makeSandbox, warmUp } from "./lib/sandbox.mjs";
import { HOME, scrubber } from "./lib/scrub.mjs";
import { SessionFile } from "./lib/session.mjs";
import { toolbox } from "./lib/tools.mjs";
import { Meter } from "./lib/usage.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "../..");
const target = join(repository, "tests/fixtures/sessions/epitome-build.jsonl");

const { values: options, positionals } = parseArgs({
  options: {
    check: { type: "boolean" },
    worktree: { type: "boolean" },
    target: { type: "string" },
    until: { type: "string" },
  },
  allowPositionals: true,
});
if (options.check) process.exitCode = report(checkFile(positionals[0] ?? target, repository));
else await record();

async function record() {
  const since = performance.now();
  const passed = () => `${((performance.now() - since) / 1000).toFixed(0)} s`;
  const sandbox = makeSandbox(repository, { fromWorktree: options.worktree, target: options.target && resolve(options.target) });
  try {
    console.error("building the dependencies once");
    await warmUp(sandbox);
    const { below } = random(20_261_130);
    const session = new SessionFile({ start: "2026-11-30T09:00:00.000Z", cwd: `${HOME}/epitome`, below });
    const progress = (chapter, entries) => console.error(`${passed().padStart(6)}  ${chapter}: ${entries} entries`);
    const scrub = scrubber(sandbox, random(7).below);
    const narrator = new Narrator({ sandbox, tools: toolbox(sandbox), session, meter: new Meter(), scrub, below, progress });
    const chapters = readdirSync(join(here, "story")).filter((name) => name.endsWith(".mjs"));
    for (const name of chapters.sort()) {
      const { default: story } = await import(new URL(`story/${name}`, import.meta.url));
      await narrator.play(name.replace(".mjs", ""), story);
      if (options.until && name.startsWith(options.until)) return process.stdout.write(session.text());
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, session.text());
  } catch (error) {
    if (!(error instanceof StoryError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return;
  } finally {
    sandbox.remove();
  }
  process.exitCode = report(checkFile(target, repository));
  console.log(`recorded in ${passed()}`);
}

/** Prints what was found; gives the exit code. */
function report({ figures, faults }) {
  for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value.toLocaleString("en")}`);
  for (const fault of faults) console.error(`fault: ${fault}`);
  return faults.length > 0 ? 1 : 0;
}
