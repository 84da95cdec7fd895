// From js/ to the package: TypeScript compiled as ES modules, the same again as CommonJS, and the files that come along.
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { at, tool } from "../lib/run.mjs";
import { notices } from "./notices.mjs";

/** What pkg/ holds that is written by hand; everything else in it is built. */
export const WRITTEN = ["package.json", "CHANGELOG.md"];

/** Files without a CommonJS twin: workers know only ES modules, and the command line tool is run, not imported. */
const ONLY_ESM = /^(index\.workerd|core\.entry\.workerd|engine\/load-workerd|cli)\.|^cli\//;

/** What has another name in CommonJS. */
const CJS = { "import.meta.url": "__filename" };

/** Compiles and gathers everything that is built into `stage`. */
export async function assemble(stage) {
  const dist = join(stage, "dist");
  await rm(stage, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await tool("tsc", ["-p", at("js"), "--outDir", dist]);
  await mkdir(join(dist, "wasm"));
  for (const name of ["epitome.js", "epitome.d.ts", "inline.js", "inline.d.ts"]) {
    await copyFile(at("js", "wasm", name), join(dist, "wasm", name));
  }
  await copyFile(at("js", "wasm", "core.wasm"), join(dist, "core.wasm"));
  await copyFile(at("js", "core.d.wasm.ts"), join(dist, "core.wasm.d.ts"));
  await nameLibraries(dist);
  await makeCommonJs(dist);
  for (const name of ["README.md", "LICENSE"]) await copyFile(at(name), join(stage, name));
  await writeFile(join(stage, "THIRD-PARTY.md"), await notices());
}

/** Declarations that mention `Symbol.dispose` say where it comes from, so that a project for ES2022 can read them. */
async function nameLibraries(dist) {
  for (const name of (await list(dist)).filter((name) => name.endsWith(".d.ts"))) {
    const text = await readFile(join(dist, name), "utf8");
    if (text.includes("Symbol.dispose")) await writeFile(join(dist, name), `/// <reference lib="esnext.disposable" />\n${text}`);
  }
}

async function makeCommonJs(dist) {
  const { transform } = await import("esbuild");
  const files = (await list(dist)).filter((name) => !ONLY_ESM.test(name) && /\.(js|d\.ts)$/.test(name) && name !== "core.wasm.d.ts");
  for (const name of files) {
    const to = join(dist, "cjs", name);
    await mkdir(dirname(to), { recursive: true });
    const text = await readFile(join(dist, name), "utf8");
    if (name.endsWith(".d.ts")) await writeFile(to, text);
    else await writeFile(to, (await transform(text, { format: "cjs", platform: "node", target: "es2022", define: CJS })).code);
  }
  await writeFile(join(dist, "cjs", "package.json"), '{ "type": "commonjs" }\n');
}

/** Every file below a folder, by its path from there with forward slashes, in a fixed order. */
export async function list(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    )
    .sort();
}

/** How the built files in `stage` differ from those in `folder`: [name, what], nothing when they are the same bytes. */
export async function differences(stage, folder) {
  const built = await list(stage);
  const there = (await list(folder).catch(() => [])).filter((name) => !WRITTEN.includes(name) && !name.endsWith(".tgz"));
  const result = there.filter((name) => !built.includes(name)).map((name) => [name, "is not built any more"]);
  for (const name of built) {
    if (!there.includes(name)) result.push([name, "is missing"]);
    else if (!(await readFile(join(stage, name))).equals(await readFile(join(folder, name)))) result.push([name, "differs"]);
  }
  return result.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Makes `folder` hold the built files, touching only those that differ. Returns how many it touched. */
export async function publish(stage, folder) {
  const changed = await differences(stage, folder);
  for (const [name, what] of changed) {
    if (what === "is not built any more") await rm(join(folder, name));
    else await cp(join(stage, name), join(folder, name), { recursive: true });
  }
  return changed.length;
}
