// The Rust side's ground: the wasm target is there, and no path of this machine gets into what is built.
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root, run } from "../lib/run.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";

/** Adds the wasm target where it is missing: rustup does so by itself only in some settings. */
export async function ensureWasmTarget() {
  const { stdout } = await run("rustc", ["--print", "target-libdir", "--target", WASM_TARGET]);
  if (existsSync(stdout.trim())) return "present";
  await run("rustup", ["target", "add", WASM_TARGET]);
  return "added by rustup";
}

/** Adds rustfmt and clippy where a minimal toolchain lacks them. */
export async function ensureComponents() {
  for (const [component, probe] of [
    ["rustfmt", "fmt"],
    ["clippy", "clippy"],
  ]) {
    const { code } = await run("cargo", [probe, "--version"], { check: false });
    if (code !== 0) await run("rustup", ["component", "add", component]);
  }
}

/**
 * The compiler flags: no reference types (`xtask/src/main.rs` says why), and what makes the wasm the same on every machine. A panic's place names its source file:
 * dependencies lie in the registry's folder, the standard library (where rust-src is installed) in the toolchain's.
 */
export async function compilerFlags() {
  await run("cargo", ["fetch", "--locked", "--target", WASM_TARGET]);
  const [{ stdout: sysroot }, { stdout: version }] = await Promise.all([run("rustc", ["--print", "sysroot"]), run("rustc", ["-vV"])]);
  const commit = /^commit-hash: (.+)$/m.exec(version)?.[1];
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const registries = existsSync(sources) ? readdirSync(sources).sort() : [];
  return [
    "-Ctarget-feature=-reference-types",
    ...registries.map((name) => `--remap-path-prefix=${join(sources, name)}=/cargo`),
    `--remap-path-prefix=${join(sysroot.trim(), "lib", "rustlib", "src", "rust")}=/rustc/${commit}`,
  ].join("\u001f");
}

/** Where cargo puts what it builds. */
export async function targetFolder() {
  const { stdout } = await run("cargo", ["metadata", "--locked", "--no-deps", "--format-version=1", "--quiet"], { cwd: root });
  return JSON.parse(stdout).target_directory;
}
