// `npm run build`: builds everything in pkg/ that is not written by hand.
// With `--stage FOLDER` the package is built into that folder and pkg/ is left alone.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assemble, publish } from "./build/package.mjs";
import { measure, report } from "./build/size.mjs";
import { ensureWasmTarget, targetFolder } from "./build/toolchain.mjs";
import { buildCore, makeGlue } from "./build/wasm.mjs";
import { at, ensurePackages, seconds } from "./lib/run.mjs";

async function progress(name, work) {
  const since = performance.now();
  process.stdout.write(`  ${name} … `);
  const note = await work();
  console.log(`${typeof note === "string" ? `${note}, ` : ""}${seconds(since)}`);
  return note;
}

/** Builds the package into `stage` (by default a folder beside cargo's output) and returns that folder and its sizes. */
export async function build(stage) {
  await progress("npm packages", ensurePackages);
  let target = "";
  let core = "";
  await progress("wasm target", ensureWasmTarget);
  await progress("core (cargo build, release)", async () => {
    target = await targetFolder();
    core = await buildCore(target);
  });
  await progress("glue (wasm-bindgen), packing", () => makeGlue(target, core));
  stage ??= join(target, "epitome", "stage");
  await progress("package (tsc, CommonJS)", () => assemble(stage));
  const sizes = await measure(stage);
  return { stage, sizes };
}

async function main() {
  const since = performance.now();
  const index = process.argv.indexOf("--stage");
  const given = index < 0 ? undefined : process.argv[index + 1];
  console.log("building epitome");
  const { stage, sizes } = await build(given);
  if (!given)
    await progress("pkg/", async () => {
      const changed = await publish(stage, at("pkg"));
      return changed === 0 ? "unchanged" : `${changed} files written`;
    });
  const { fits, lines } = report(sizes);
  for (const line of lines) console.log(`  ${line}`);
  console.log(`built in ${seconds(since)}`);
  if (!fits) throw new Error("the default entry is over its size budget");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch((error) => {
    console.log("failed");
    console.error(`${error.output ? `${error.output}\n` : ""}build: ${error.message}`);
    process.exitCode = 1;
  });
}
