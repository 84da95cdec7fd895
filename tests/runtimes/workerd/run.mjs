// The scenario in workerd, the runtime of Cloudflare's workers: the `workerd` condition of the exports, the core as a module.
import { spawn } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../../../xtask/lib/run.mjs";

const ENTRY = `import * as epitome from "epitome";
import * as core from "epitome/core";
import { run } from "./scenario.mjs";
export default {
  async fetch(request) {
    try {
      return new Response(JSON.stringify(await run({ ...epitome, core }, await request.json())));
    } catch (error) {
      return new Response(error.stack ?? String(error), { status: 500 });
    }
  },
};
`;

/** Bundles the worker; the wasm stays a module of its own, which is what workers ask for. */
async function bundle(project, folder) {
  const { build } = await import("esbuild");
  await mkdir(folder, { recursive: true });
  await writeFile(join(project, "worker-entry.mjs"), ENTRY);
  let found = "";
  const wasmModule = {
    name: "wasm-module",
    setup: (setup) =>
      setup.onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
        found = join(resolveDir, path);
        return { path: "./core.wasm", external: true };
      }),
  };
  await build({
    absWorkingDir: project,
    entryPoints: ["worker-entry.mjs"],
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["workerd", "worker"],
    target: "es2022",
    outfile: join(folder, "worker.js"),
    plugins: [wasmModule],
  });
  if (!found) throw new Error("the worker's bundle does not import the wasm: the `workerd` condition was not taken");
  await copyFile(found, join(folder, "core.wasm"));
  await copyFile(at("tests", "runtimes", "workerd", "config.capnp"), join(folder, "config.capnp"));
}

/** Starts workerd and waits until it says, on its control channel, which port it listens on. */
function serve(program, folder) {
  const child = spawn(program, ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const port = new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`workerd did not start in time\n${output}`)), 30_000);
    child.on("exit", (code) => fail(new Error(`workerd ended with ${code}\n${output}`)));
    child.on("error", fail);
    child.stdio[3].setEncoding("utf8").on("data", (text) => {
      for (const line of text.split("\n").filter(Boolean)) {
        const message = JSON.parse(line);
        if (message.event === "listen") {
          clearTimeout(timer);
          done(message.port);
        }
      }
    });
  });
  return { port, stop: () => child.kill(), output: () => output };
}

export async function workerd(project, data) {
  const folder = join(project, "worker");
  await bundle(project, folder);
  const { default: installed } = await import("workerd");
  const server = serve(installed.default, folder);
  try {
    const response = await fetch(`http://127.0.0.1:${await server.port}/`, { method: "POST", body: JSON.stringify(data) });
    const text = await response.text();
    if (!response.ok) throw new Error(`the worker answered ${response.status}: ${text}\n${server.output()}`);
    return { text, note: `workerd ${installed.version}` };
  } finally {
    server.stop();
  }
}
