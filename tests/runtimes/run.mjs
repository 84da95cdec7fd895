// Plays tests/runtimes/scenario.mjs on the packed package in each runtime, and compares the results byte for byte
// with each other and with what native Rust gave: its test harness leaves the result below target/.
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, npm } from "../../xtask/lib/run.mjs";

/** What the scenario gets: plain JSON, the same in every runtime. */
export async function scenarioData() {
  const session = at("tests", "fixtures", "sessions", "epitome-build.jsonl");
  const chat = at("tests", "fixtures", "chat.json");
  return { session: await readFile(session, "utf8"), chat: JSON.parse(await readFile(chat, "utf8")) };
}

/** The result of native Rust, or undefined while there is none. */
export async function expected() {
  const file = at("target", "epitome", "everywhere.json");
  return existsSync(file) ? JSON.stringify(JSON.parse(await readFile(file, "utf8"))) : undefined;
}

/** Packs pkg/ and installs the tarball into an empty project, as a user would: a real copy, no link. */
export async function installPacked() {
  const project = await mkdtemp(join(tmpdir(), "epitome-packed-"));
  const { stdout } = await npm(["pack", "--json", "--pack-destination", project], { cwd: at("pkg") });
  const [{ filename, size, entryCount }] = JSON.parse(stdout);
  await writeFile(join(project, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }\n');
  await npm(["install", "--no-audit", "--no-fund", "--no-save", `./${filename}`], { cwd: project });
  await cp(at("tests", "runtimes", "scenario.mjs"), join(project, "scenario.mjs"));
  return { project, size, entryCount, remove: () => rm(project, { recursive: true, force: true }) };
}

/** Writes the scenario's data where the Node programs read it, and returns the file. */
export async function writeData(project) {
  const file = join(project, "data.json");
  await mkdir(project, { recursive: true });
  await writeFile(file, JSON.stringify(await scenarioData()));
  return file;
}

/** The first place where two results differ, for a readable failure. */
export function difference(left, right) {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index++;
  const show = (text) => JSON.stringify(text.slice(Math.max(0, index - 40), index + 40));
  return `at character ${index}: ${show(left)} and ${show(right)}`;
}
