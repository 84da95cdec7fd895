// `npm test`: everything that can be checked on this machine, set-up included. It goes on after a failing step, says at the end
// what ran and what could not, and ends with one line: `N passed, N failed, N skipped`.
// `npm test -- clippy runtime` runs only the steps whose names contain one of these words.
import { measure, report as sizes } from "./build/size.mjs";
import { ensureComponents, ensureWasmTarget } from "./build/toolchain.mjs";
import { build } from "./build.mjs";
import { ensureChromium } from "./check/chromium.mjs";
import * as js from "./check/js.mjs";
import { licences } from "./check/licences.mjs";
import { Failed, NotRun, Report } from "./check/report.mjs";
import { EXAMPLES, playRuntimes } from "./check/runtimes.mjs";
import * as rust from "./check/rust.mjs";
import * as stores from "./check/stores.mjs";
import * as wire from "./check/wire.mjs";
import { compare } from "./check-pkg.mjs";
import { at, ensurePackages, run } from "./lib/run.mjs";

const since = performance.now();
const report = new Report(process.argv.slice(2));
const UNIT_TESTS = "unit tests (node --test)";
const STORES = "stores: conformance, races, crashes";
const WIRE = "wire: oracle";
const step = (name, work) => report.step(name, work);

async function setUp() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new Error(`Node 20.19 or newer is needed; this is ${process.version}`);
  const packages = await ensurePackages();
  await ensureComponents();
  const target = await ensureWasmTarget();
  const { stdout } = await run("rustc", ["--version"]);
  return { note: `Node ${process.version}, ${stdout.trim()}, wasm target ${target}, npm packages ${packages}` };
}

/** Builds the package from the sources beside pkg/, and holds pkg/ against it. */
async function packageBytes() {
  const { stage } = await build();
  const wrong = await compare(stage);
  if (wrong.length > 0) throw new Failed("pkg/ is not what the sources build: run `npm run build`", undefined, wrong.join("\n"));
}

async function sizeBudget() {
  const { fits, lines } = sizes(await measure(at("pkg")));
  for (const line of lines) console.log(`  ${line}`);
  if (!fits) throw new Error("the default entry is over its size budget");
}

// Whatever escapes a step must not take the count with it.
process.on("uncaughtException", (error) => {
  report.escaped(error);
  report.finish(since);
  process.exit(1);
});

await report.always("set-up", setUp);
// The installation of a browser is mostly waiting: it goes on beside the Rust steps.
const wantsChromium = ["Chromium", UNIT_TESTS, STORES, "packed: Chromium"].some((name) => report.wants(name));
const chromium = wantsChromium ? ensureChromium().catch((error) => ({ why: error.message })) : { why: "not asked for" };

await step("cargo fmt", rust.formatted);
await step("cargo clippy, host", rust.lintedHost);
await step("cargo clippy, wasm32", rust.lintedWasm);
await step("host tree without wasm", rust.hostTree);
await step("licences of the crates", licences);
await step("cargo test", rust.tested);
await step("cargo doc", rust.documented);
await step("build: pkg/ byte for byte", packageBytes);
await step("wasm imports", js.wasmImports);
await step("size budget", sizeBudget);
await step("biome: format and lint", js.biome);
await step("types of the sources (tsc)", js.sourceTypes);
await step("publint", js.publint);
await step("are the types wrong", js.attw);

const { path, note, why } = await chromium;
await step("Chromium", async () => {
  if (!path) throw new NotRun(why);
  return { note };
});
await step(UNIT_TESTS, () => js.unitTests(path ? { EPITOME_CHROMIUM: path } : {}));
if (["wire: packages", WIRE].some((name) => report.wants(name))) await report.always("wire: packages", wire.ensureClients);
await step(WIRE, wire.wireTests);
let missing = [];
if ([STORES, ...EXAMPLES].some((name) => report.wants(name))) {
  await report.always("stores: clients", stores.ensurePeers);
  await report.always("stores: servers and Firefox", async () => {
    const found = await stores.ensurePrograms();
    missing = found.missing;
    if (missing.length > 0) throw new NotRun(`${missing.join(", ")}: ${found.why}`);
    return found;
  });
}
await step(STORES, () => stores.storeTests(path ? { EPITOME_CHROMIUM: path } : {}, missing));
await playRuntimes(report, { noChromium: path ? undefined : why, missing });

process.exitCode = report.finish(since) ? 0 : 1;
