// What the package weighs. The budget is a promise to everyone who puts Epitome into a page.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The default entry, bundled, minified and gzipped, everything in: at most this many bytes. */
export const BUDGET = 200_000;
export const GOAL = 150_000;

const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;

/** Measures a built package: the default entry as a page would load it, and the wasm alone. */
export async function measure(stage) {
  const { build } = await import("esbuild");
  const bundled = await build({
    entryPoints: [join(stage, "dist", "index.js")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  const bundle = bundled.outputFiles[0].contents;
  const wasm = await readFile(join(stage, "dist", "core.wasm"));
  const entry = (bytes) => ({ raw: bytes.length, gzip: gzip(bytes), brotli: brotli(bytes) });
  return { bundle: entry(bundle), wasm: entry(wasm) };
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

/** The sizes as two lines, and whether the budget is kept. */
export function report({ bundle, wasm }) {
  const line = (name, size) => `${name}: raw ${kilobytes(size.raw)}, gzip ${kilobytes(size.gzip)}, brotli ${kilobytes(size.brotli)}`;
  const room = BUDGET - bundle.gzip;
  const verdict = room < 0 ? `${kilobytes(-room)} OVER` : `${kilobytes(room)} below`;
  return {
    fits: room >= 0,
    lines: [
      line("core.wasm", wasm),
      `${line("default entry, bundled", bundle)} (${verdict} the budget of ${kilobytes(BUDGET)}; goal ${kilobytes(GOAL)})`,
    ],
  };
}
