// What the package promises about itself: its exports, its files, its independence, its weight, what its wasm asks for.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { BUDGET, measure } from "../../xtask/build/size.mjs";

const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));
const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
const subpaths = Object.keys(manifest.exports).filter((name) => typeof manifest.exports[name] === "object" && name !== "./core.wasm");
const ENGINE = /dist\/(cjs\/)?(wasm\/inline\.js|engine\/load-)|core\.wasm$/;

/** Every file that the exports name. */
function targets(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(targets);
}

/** The files below dist/ that a module pulls in, itself included. */
async function closure(entry, conditions = []) {
  const { metafile } = await build({
    entryPoints: [join(pkg, entry)],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    conditions,
    external: ["node:*", "*.wasm"],
    logLevel: "silent",
  });
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return { inside: Object.keys(metafile.inputs), outside };
}

test("every file that the manifest names exists", () => {
  const named = [
    ...targets(manifest.exports),
    manifest.main,
    manifest.module,
    manifest.types,
    ...Object.values(manifest.bin),
    ...manifest.files,
    ...manifest.sideEffects,
  ];
  for (const name of named) assert.ok(existsSync(join(pkg, name)), name);
  for (const name of ["README.md", "LICENSE"]) assert.ok(existsSync(join(pkg, name)), name);
});

test("types come first in every condition, and each condition has its own", () => {
  const walk = (value, path) => {
    if (typeof value === "string") return;
    const keys = Object.keys(value);
    if ("default" in value) assert.deepEqual(keys, ["types", "default"], path);
    for (const key of keys) walk(value[key], `${path} ${key}`);
  };
  for (const name of subpaths) walk(manifest.exports[name], name);
});

test("each subpath exports the same names by import and by require", async () => {
  const require = createRequire(import.meta.url);
  for (const name of subpaths) {
    const esm = await import(pathToFileURL(join(pkg, manifest.exports[name].import.default)).href);
    const cjs = require(join(pkg, manifest.exports[name].require.default));
    assert.deepEqual(Object.keys(cjs).sort(), Object.keys(esm).sort(), name);
    assert.ok(Object.keys(esm).length > 0, `${name} exports nothing`);
  }
});

test("errors are known across the two copies", async () => {
  const require = createRequire(import.meta.url);
  const { EpitomeError } = await import("../../pkg/dist/index.js");
  const other = require("../../pkg/dist/cjs/index.js").EpitomeError;
  assert.notEqual(EpitomeError, other);
  assert.ok(EpitomeError.isInstance(new other("x", "y")));
});

test("no run-time dependency, no script at install", () => {
  for (const key of ["dependencies", "peerDependencies", "optionalDependencies", "bundledDependencies", "scripts"])
    assert.equal(manifest[key], undefined, key);
});

test("stores, summarizers and adapters stand alone: they bring no second core", async () => {
  for (const name of subpaths.filter((name) => /^\.\/(stores|summarizers|adapters)\//.test(name))) {
    const { inside } = await closure(manifest.exports[name].import.default);
    assert.deepEqual(
      inside.filter((file) => ENGINE.test(file)),
      [],
      name,
    );
  }
});

test("slim leaves the core out, workers import it as a module, the default entry carries it", async () => {
  const slim = await closure(manifest.exports["./slim"].import.default);
  assert.deepEqual(
    [...slim.inside, ...slim.outside].filter((file) => ENGINE.test(file)),
    [],
  );
  for (const name of [".", "./core"]) {
    const workerd = await closure(manifest.exports[name].workerd.default);
    assert.deepEqual(
      workerd.inside.filter((file) => /wasm\/inline/.test(file)),
      [],
    );
    assert.deepEqual(
      workerd.outside.filter((path) => path.endsWith(".wasm")),
      ["../core.wasm"],
    );
    const { inside } = await closure(manifest.exports[name].import.default);
    assert.ok(
      inside.some((file) => /wasm\/inline\.js$/.test(file)),
      name,
    );
  }
});

test("what runs everywhere imports nothing of Node", async () => {
  for (const name of subpaths.filter((name) => name !== "./stores/jsonl")) {
    const { outside } = await closure(manifest.exports[name].import.default);
    assert.deepEqual(
      outside.filter((path) => path.startsWith("node:")),
      [],
      name,
    );
  }
});

test("a bundler that drops unused code keeps what starts the core", async () => {
  const result = await build({
    stdin: { contents: 'import { coreVersion } from "./core.entry.js"; console.log(coreVersion());', resolveDir: join(pkg, "dist") },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const printed = execFileSync(process.execPath, ["--input-type=module"], { input: result.outputFiles[0].text, encoding: "utf8" });
  assert.equal(printed.trim(), JSON.parse(readFileSync(join(pkg, "package.json"), "utf8")).version);
});

test("the wasm imports only its own glue", async () => {
  const module = await WebAssembly.compile(readFileSync(join(pkg, "dist", "core.wasm")));
  for (const { module: from } of WebAssembly.Module.imports(module)) assert.equal(from, "./epitome_bg.js");
});

test("no path of the building machine is in the wasm", () => {
  const text = readFileSync(join(pkg, "dist", "core.wasm"), "latin1");
  assert.doesNotMatch(text, /\/home\/|\/Users\/|\.cargo\/registry|\.rustup/);
  assert.ok(!text.includes(homedir()), "the home folder");
});

test("the standard library's search is not in the wasm: src/seek.rs does what it does in a tenth", () => {
  const wasm = readFileSync(join(pkg, "dist", "core.wasm"), "latin1");
  // What comes with `str::find`, `contains`, `split` or `replace` of a text, or of a character that is not a literal.
  assert.ok(!wasm.includes("is not a char boundary"), "see which function calls core::str::slice_error_fail");
});

test("the default entry keeps the size budget, the tarball stays small", async () => {
  const { bundle } = await measure(pkg);
  assert.ok(bundle.gzip <= BUDGET, `${bundle.gzip} bytes`);
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: pkg, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  assert.ok(packed[0].size < 1_100_000, `${packed[0].size} bytes`);
  assert.equal(statSync(join(dirname(pkg), "LICENSE")).size, statSync(join(pkg, "LICENSE")).size);
});

/** The value types of all functions of a module, as the bytes of its type section (WebAssembly Core Specification, 5.5.4). */
function valueTypes(wasm) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = wasm[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  for (;;) {
    const id = wasm[at++];
    const end = number() + at;
    if (id !== 1) {
      at = end;
      continue;
    }
    const types = new Set();
    for (let left = number(); left > 0; left--) {
      assert.equal(wasm[at++], 0x60, "a function's type");
      for (let lists = 0; lists < 2; lists++) for (let items = number(); items > 0; items--) types.add(wasm[at++]);
    }
    assert.equal(at, end);
    return types;
  }
}

test("no function of the core takes or gives a reference: Node 20 ends the process when it deoptimizes a caller of one", () => {
  const numbers = { 127: "i32", 126: "i64", 125: "f32", 124: "f64" };
  for (const type of valueTypes(readFileSync(new URL("../../pkg/dist/core.wasm", import.meta.url)))) {
    assert.ok(type in numbers, `0x${type.toString(16)}`);
  }
});
