// The scenario in a real Chromium: bundled by esbuild as an application would, on a page that allows wasm and nothing else.
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { launchChromium } from "../chromium.mjs";

const ENTRY = `import * as epitome from "epitome";
import * as core from "epitome/core";
import { run } from "./scenario.mjs";
globalThis.play = async (data) => JSON.stringify(await run({ ...epitome, core }, data));
`;

const PAGE = '<!doctype html><meta charset="utf-8"><title>scenario</title><script type="module" src="/app.js"></script>';
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** Bundles the installed package for browsers. */
async function bundle(project) {
  const { build } = await import("esbuild");
  await writeFile(join(project, "browser-entry.mjs"), ENTRY);
  const built = await build({
    absWorkingDir: project,
    entryPoints: ["browser-entry.mjs"],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return built.outputFiles[0].text;
}

export async function browser(project, data) {
  const script = await bundle(project);
  const server = createServer((request, response) => {
    const isScript = request.url === "/app.js";
    response.setHeader("content-security-policy", POLICY);
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : PAGE);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const chromium = await launchChromium();
  try {
    const page = await chromium.context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page
      .waitForFunction(() => "play" in globalThis, undefined, { timeout: 20_000 })
      .catch((error) => {
        throw new Error(`the package did not load: ${errors.join("\n") || error.message}`);
      });
    const text = await page.evaluate((given) => globalThis.play(given), data);
    return { text, note: `Chromium ${chromium.version}` };
  } finally {
    await chromium.close();
    server.close();
  }
}
