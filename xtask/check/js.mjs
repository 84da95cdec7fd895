// The package's and the scripts' steps: format and lint, types, what publishes well, unit tests.
import { readFile } from "node:fs/promises";
import { list } from "../build/package.mjs";
import { at, run, tool } from "../lib/run.mjs";
import { Failed } from "./report.mjs";

export const biome = () => tool("biome", ["ci", "--colors=off", "--max-diagnostics=40", "."]);

export const sourceTypes = () => tool("tsc", ["-p", at("js"), "--noEmit"]);

/** The wasm may import nothing but the functions of its own glue: no clock, no randomness, no system interface. */
export async function wasmImports() {
  const module = await WebAssembly.compile(await readFile(at("pkg", "dist", "core.wasm")));
  const imports = WebAssembly.Module.imports(module);
  const strangers = imports.filter((item) => item.module !== "./epitome_bg.js" || item.kind !== "function");
  if (strangers.length > 0) {
    const lines = strangers.map((item) => `${item.module} ${item.name} (${item.kind})`);
    throw new Failed("the wasm imports what is not our glue", undefined, lines.join("\n"));
  }
  return { note: `${imports.length} imports` };
}

export const publint = () => tool("publint", ["run", at("pkg"), "--strict", "--pack", "npm"]);

export const attw = () =>
  tool("attw", ["--pack", at("pkg"), "--profile", "node16", "--exclude-entrypoints", "core.wasm", "--no-color", "--no-emoji"]);

/** Runs the unit tests of tests/js. */
export async function unitTests(env) {
  const files = (await list(at("tests", "js"))).filter((name) => name.endsWith(".test.mjs")).map((name) => at("tests", "js", name));
  return nodeTests(files, { env });
}

/** Runs test files with the runner of Node, and reads its count. */
export async function nodeTests(files, { env, args = [], timeoutMs = 180_000 }) {
  const flags = ["--test", "--test-reporter=tap", `--test-timeout=${timeoutMs}`, ...args];
  const { code, output } = await run(process.execPath, [...flags, ...files], { check: false, env });
  const counts = nodeCounts(output);
  if (code !== 0) throw new Failed("`node --test` failed", counts, failures(output));
  return { counts };
}

/** The counts at the end of a TAP report. */
export function nodeCounts(tap) {
  const count = (key) => Number(new RegExp(`^# ${key} (\\d+)$`, "m").exec(tap)?.[1] ?? 0);
  return { passed: count("pass"), failed: count("fail") + count("cancelled"), skipped: count("skipped") + count("todo") };
}

/** Of a TAP report, the failing tests with what they said. */
function failures(tap) {
  const blocks = tap.split(/^(?=\s*(?:not ok|ok|# Subtest)\b)/m).filter((block) => /^\s*not ok\b/.test(block));
  return blocks.length > 0 ? blocks.join("") : tap;
}
