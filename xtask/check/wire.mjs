// What the package gives back is what the providers accept: the tests send it through the providers' and frameworks' own clients.
import { readdirSync } from "node:fs";
import { at, ensurePackages } from "../lib/run.mjs";
import { nodeTests } from "./js.mjs";

const folder = at("tests", "wire");

/** Installs the clients. None of them needs its scripts. */
export async function ensureClients() {
  return { note: await ensurePackages(folder, ["--ignore-scripts"]) };
}

export function wireTests() {
  const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
  return nodeTests(
    files.map((name) => at("tests", "wire", name)),
    { env: {} },
  );
}
