// Gets a Chromium from the system's package manager where that is possible without asking anyone.
import { findChromium } from "../../tests/runtimes/chromium.mjs";
import { aptInstall } from "../lib/apt.mjs";
import { run } from "../lib/run.mjs";

/** Returns `{ path, note }`, or `{ why }` when there is none and none can be had. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return { path: found, note: await version(found) };
  const why = await aptInstall("chromium");
  if (why) return { why: `no Chromium found, and ${why}; set EPITOME_CHROMIUM to one` };
  const installed = findChromium();
  if (!installed) return { why: "apt-get installed the package chromium, but no program of that name is there" };
  return { path: installed, note: `${await version(installed)}, installed by apt-get` };
}

const version = async (path) => (await run(path, ["--version"], { check: false })).stdout.trim();
