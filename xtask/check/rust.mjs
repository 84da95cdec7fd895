// The Rust side's steps.

import { WASM_TARGET } from "../build/toolchain.mjs";
import { run } from "../lib/run.mjs";
import { Failed } from "./report.mjs";

/** Adds up the result lines of `cargo test`, one for each test binary. */
export function cargoCounts(output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of output.matchAll(/^test result: .+?\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return counts;
}

export const formatted = () => run("cargo", ["fmt", "--all", "--check"]);

export const lintedHost = () => run("cargo", ["clippy", "--quiet", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]);

/** What is built for wasm: the core, and what unpacks it. */
const SHIPPED = ["--package", "epitome", "--package", "epitome-unpack", "--lib", "--bins"];

export const lintedWasm = () =>
  run("cargo", ["clippy", "--quiet", "--locked", ...SHIPPED, "--target", WASM_TARGET, "--", "-D", "warnings"]);

/** The core is plain Rust: on the host it must build without anything of the wasm world. */
export async function hostTree() {
  const { stdout } = await run("cargo", ["tree", "--locked", "--edges", "normal", "--prefix", "none", "--package", "epitome"]);
  const strangers = stdout.split("\n").filter((line) => /^(wasm-bindgen|js-sys|web-sys|serde-wasm-bindgen|tsify)\b/.test(line));
  if (strangers.length > 0) throw new Failed("the host build depends on wasm crates", undefined, strangers.join("\n"));
}

/** The same random cases each time, so that a run says something about the change and not about its luck; `cargo test` draws anew. */
const SEED = process.env.PROPTEST_RNG_SEED ?? "20261130";

export async function tested() {
  const env = { PROPTEST_RNG_SEED: SEED };
  const { code, output } = await run("cargo", ["test", "--locked", "--no-fail-fast"], { check: false, env });
  const counts = cargoCounts(output);
  if (code !== 0) throw new Failed("`cargo test` failed", counts, output);
  return { counts };
}

export const documented = () => run("cargo", ["doc", "--quiet", "--locked", "--no-deps"], { env: { RUSTDOCFLAGS: "-Dwarnings" } });
