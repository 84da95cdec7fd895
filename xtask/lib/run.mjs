// Running other programs, and the folders that every script shares.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** An absolute path inside the repository. */
export const at = (...parts) => join(root, ...parts);

/** The error of a program that did not succeed; `output` is all that it printed. */
export class CommandError extends Error {
  constructor(command, code, output) {
    super(`\`${command.replaceAll(`${root}${sep}`, "").replaceAll(process.execPath, "node")}\` ended with ${code}`);
    this.name = "CommandError";
    this.output = output;
  }
}

/**
 * Runs a program to its end and returns what it printed.
 * `inherit` shows the output as it comes; `check: false` returns a failure instead of throwing it.
 */
export function run(command, args = [], options = {}) {
  const { cwd = root, env = {}, inherit = false, check = true, input, shell = false } = options;
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", inherit ? "inherit" : "pipe", inherit ? "inherit" : "pipe"],
    });
    let stdout = "";
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.on("error", (error) => {
      const missing = error.code === "ENOENT" ? `\`${command}\` is not installed or not on the PATH` : error.message;
      fail(new CommandError([command, ...args].join(" "), missing, output));
    });
    child.on("close", (code, signal) => {
      if (check && code !== 0) fail(new CommandError([command, ...args].join(" "), signal ?? `code ${code}`, output));
      else done({ code, stdout, output });
    });
    // A program may end without reading its input: its exit code says what that means.
    child.stdin?.on("error", () => {});
    if (input !== undefined) child.stdin.end(input);
  });
}

/** Runs a program of the pinned development dependencies. */
export const tool = (name, args, options) => run(process.execPath, [bin(name), ...args], options);

/** Runs npm: the one that started this script, or else the one on the PATH (on Windows only a shell finds that). */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js")) return run(process.execPath, [script, ...args], options);
  return run("npm", args, { ...options, shell: process.platform === "win32" });
}

/** Installs the pinned packages of a folder, unless each is there in the version that the lock file names. */
export async function ensurePackages(folder = root, flags = []) {
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const wanted = Object.entries(packages(join(folder, "package-lock.json"))).filter(([name, { optional }]) => name !== "" && !optional);
  const record = join(folder, "node_modules", ".package-lock.json");
  const installed = existsSync(record) ? packages(record) : {};
  if (wanted.every(([name, { version }]) => installed[name]?.version === version)) return "present";
  await npm(["ci", "--no-audit", "--no-fund", ...flags], { cwd: folder });
  return "installed";
}

/** The script of a development dependency, without going through a shell wrapper. */
function bin(name) {
  const file = at("node_modules", ...tools[name]);
  if (!existsSync(file)) throw new Error(`${name} is not installed: run \`npm ci\` first`);
  return file;
}

const tools = {
  attw: ["@arethetypeswrong", "cli", "dist", "index.js"],
  biome: ["@biomejs", "biome", "bin", "biome"],
  publint: ["publint", "src", "cli.js"],
  tsc: ["typescript", "bin", "tsc"],
};

/** The first of these programs that the PATH or an absolute path offers, or undefined. */
export function which(...names) {
  for (const name of names) {
    if (name.includes("/") || name.includes("\\")) {
      if (existsSync(name)) return name;
      continue;
    }
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      for (const suffix of process.platform === "win32" ? [".exe", ".cmd", ""] : [""]) {
        if (folder && existsSync(join(folder, name + suffix))) return join(folder, name + suffix);
      }
    }
  }
  return undefined;
}

/** A short name for some content, for caches. */
export function digest(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 32);
}

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
