// From src/ to js/wasm/: the core as wasm, its glue, and the glue's types.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { at, digest, run } from "../lib/run.mjs";
import { bare } from "./module.mjs";
import { shorten } from "./names.mjs";
import { order } from "./order.mjs";
import { pack } from "./pack.mjs";
import { withoutPlaces } from "./places.mjs";
import { compilerFlags, WASM_TARGET } from "./toolchain.mjs";

/** Builds the core for wasm and returns where it lies. Cargo itself knows what is fresh. */
export async function buildCore(target) {
  const flags = await compilerFlags();
  await run("cargo", ["build", "--locked", "--release", "--lib", "--target", WASM_TARGET], {
    env: { CARGO_ENCODED_RUSTFLAGS: flags, CARGO_TARGET_DIR: target },
  });
  return join(target, WASM_TARGET, "release", "epitome.wasm");
}

/**
 * Builds what unpacks the core, and its twin that goes the same way to pack it. Both are given as modules without what is for
 * people.
 */
export async function buildUnpacker(target) {
  const flags = await compilerFlags();
  await run("cargo", ["build", "--locked", "--release", "--package", "epitome-unpack", "--target", WASM_TARGET], {
    env: { CARGO_ENCODED_RUSTFLAGS: flags, CARGO_TARGET_DIR: target },
  });
  const read = async (name) => bare(withoutPlaces(await readFile(join(target, WASM_TARGET, "release", `${name}.wasm`))));
  return { unpacker: await read("unpack"), packer: await read("pack") };
}

/**
 * Makes js/wasm/ from the built core: binds it, takes out what is for people, orders it, packs it. All of it is skipped when its
 * input is the last one's.
 */
export async function makeGlue(target, built) {
  const cache = join(target, "epitome", "wasm");
  await mkdir(cache, { recursive: true });
  const sources = [
    at("Cargo.lock"),
    at("xtask", "src", "main.rs"),
    at("xtask", "build", "module.mjs"),
    at("xtask", "build", "names.mjs"),
    at("xtask", "build", "order.mjs"),
    at("xtask", "build", "pack.mjs"),
    at("xtask", "build", "places.mjs"),
    at("package-lock.json"),
  ];
  const tools = await Promise.all(sources.map((path) => readFile(path)));
  const { unpacker, packer } = await buildUnpacker(target);
  const key = digest(await readFile(built), unpacker, packer, ...tools);
  const folder = join(cache, key);
  const known = await readFile(join(folder, "complete"), "utf8").catch(() => undefined);
  if (known === undefined) {
    for (const stale of await readdir(cache)) await rm(join(cache, stale), { recursive: true });
    await run("cargo", ["xtask", "bindgen", built, folder]);
    // No wasm-opt: in each of its modes this core is smaller, and larger once it is compressed, which is how it ships.
    const wasm = join(folder, "core.wasm");
    const bound = join(folder, "epitome_bg.wasm");
    const glue = join(folder, "epitome.js");
    const named = shorten(await readFile(bound), await readFile(glue, "utf8"));
    const ordered = order(withoutPlaces(bare(named.module)));
    await writeFile(glue, named.glue);
    await rm(bound);
    await writeFile(wasm, ordered);
    await writeFile(join(folder, "core.packed"), pack(ordered, packer, unpacker));
    await writeFile(join(folder, "complete"), "");
  }
  await writeSources(folder, at("js", "wasm"), unpacker);
  return known === undefined ? "made" : "unchanged";
}

async function writeSources(from, to, unpacker) {
  await mkdir(to, { recursive: true });
  const [glue, types, wasm, packed] = await Promise.all([
    readFile(join(from, "epitome.js"), "utf8"),
    readFile(join(from, "epitome.d.ts"), "utf8"),
    readFile(join(from, "core.wasm")),
    readFile(join(from, "core.packed")),
  ]);
  await writeFile(join(to, "epitome.js"), trimGlue(glue));
  await writeFile(join(to, "epitome.d.ts"), trimTypes(types));
  await copyFile(join(from, "core.wasm"), join(to, "core.wasm"));
  const inline = { unpacker: unpacker.toString("hex"), packed: packed.toString("base64") };
  const constants = Object.entries(inline).map(([name, text]) => `export const ${name} =\n  "${text}";\n`);
  await writeFile(join(to, "inline.js"), `export const size = ${wasm.length};\n${constants.join("")}`);
  await writeFile(
    join(to, "inline.d.ts"),
    "/** How long the core is, in bytes. */\nexport declare const size: number;\n" +
      "/** What unpacks it, a module of wasm in hexadecimal digits. */\nexport declare const unpacker: string;\n" +
      "/** The core as base64 of what that reads. */\nexport declare const packed: string;\n",
  );
}

/**
 * Our loaders compile the module themselves, so of the generated starting code only the last step is needed.
 * It takes a module by trust: `instanceof WebAssembly.Module` fails for a module of another realm (Next's edge runtime).
 */
function trimGlue(glue) {
  const start = "async function __wbg_load(";
  const kept = before(glue, start);
  return `${kept}export function initFromModule(module) {
    if (wasm !== undefined) return;
    __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module);
}
`;
}

// Node's own types do not declare `WebAssembly`, and this file is part of what a user's compiler reads.
function trimTypes(types) {
  const kept = before(types, "export type InitInput =").replaceAll("WebAssembly.Memory", "{ readonly buffer: ArrayBuffer }");
  return `${kept}/** Starts the core with its compiled module. */\nexport function initFromModule(module: object): void;\n`;
}

function before(text, mark) {
  const parts = text.split(mark);
  if (parts.length !== 2) throw new Error(`the generated glue has changed: \`${mark}\` occurs ${parts.length - 1} times`);
  return parts[0];
}
