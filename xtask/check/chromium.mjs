// Gets a Chromium from the system's package manager where that is possible without asking anyone.
import { findChromium } from "../../tests/runtimes/chromium.mjs";
import { run, which } from "../lib/run.mjs";

/** Returns `{ path, note }`, or `{ why }` when there is none and none can be had. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return { path: found, note: await version(found) };
  if (process.getuid?.() !== 0 || !which("apt-get")) {
    return { why: "no Chromium found, and it can be installed only as root with apt-get; set EPITOME_CHROMIUM to one" };
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  try {
    await run("apt-get", ["update", "-q"], { env });
    await run("apt-get", ["install", "-q", "-y", "--no-install-recommends", "chromium"], { env });
  } catch (error) {
    return { why: `apt-get could not install Chromium: ${error.output?.trim().split("\n").at(-1) ?? error.message}` };
  }
  const installed = findChromium();
  if (!installed) return { why: "apt-get installed the package chromium, but no program of that name is there" };
  return { path: installed, note: `${await version(installed)}, installed by apt-get` };
}

const version = async (path) => (await run(path, ["--version"], { check: false })).stdout.trim();
