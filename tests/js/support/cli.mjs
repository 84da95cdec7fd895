/** Runs the built command line, as a user would, and gathers what it says. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const CLI = fileURLToPath(new URL("../../../pkg/dist/cli.js", import.meta.url));

/** A file of tests/fixtures/cli. */
export const fixture = (name) => fileURLToPath(new URL(`../../fixtures/cli/${name}`, import.meta.url));

/** The environment of the tests' own runner, without what would change colours, width or keys. */
export function plainEnvironment(more = {}) {
  const { NO_COLOR, FORCE_COLOR, OPENAI_API_KEY, ANTHROPIC_API_KEY, ...env } = process.env;
  return { ...env, COLUMNS: "80", ...more };
}

/**
 * Runs `epitome` with `args`. `input` is its standard input; `onStart(child)` may send signals. Resolves with its exit code
 * and what it wrote.
 */
export function epitome(args, { input = "", env = {}, cwd, onStart } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], { env: plainEnvironment(env), cwd });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8");
      child[name].on("data", (piece) => {
        said[name] += piece;
      });
    }
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...said }));
    // A program that does not read its input closes it early.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    onStart?.(child, said);
  });
}

/** Makes a folder that is removed when the test has ended, and gives the path of names in it. */
export function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "epitome-cli-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return (name = "") => join(folder, name);
}
