// Bundles a worker that uses the packed package, and runs it in workerd, the runtime of Cloudflare's workers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Bundles the worker `entry`, a file in `project`, and puts its configuration beside it. The wasm stays a module of its own,
 * which is what workers ask for.
 */
export async function bundle({ project, entry, config, folder }) {
  const { build } = await import("esbuild");
  await mkdir(folder, { recursive: true });
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
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["workerd", "worker"],
    external: ["cloudflare:*"],
    target: "es2022",
    outfile: join(folder, "worker.js"),
    plugins: [wasmModule],
  });
  if (!found) throw new Error("the worker's bundle does not import the wasm: the `workerd` condition was not taken");
  await copyFile(found, join(folder, "core.wasm"));
  await copyFile(config, join(folder, "config.capnp"));
}

/** Starts workerd on `config.capnp` in `folder`, and waits until it says, on its control channel, which port it listens on. */
export async function serve(folder, args = []) {
  const { default: installed } = await import("workerd");
  const child = spawn(installed.default, ["serve", "config.capnp", "--control-fd=3", ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const ended = once(child, "close");
  const stop = async (signal) => {
    child.kill(signal);
    await ended;
  };
  try {
    const port = await new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`workerd did not start in time\n${output}`)), 30_000);
      child.on("exit", (code) => fail(new Error(`workerd ended with ${code}\n${output}`)));
      child.on("error", fail);
      child.stdio[3].setEncoding("utf8").on("data", (text) => {
        for (const line of text.split("\n").filter(Boolean)) {
          const message = JSON.parse(line);
          if (message.event !== "listen") continue;
          clearTimeout(timer);
          done(message.port);
        }
      });
    });
    return { url: `http://127.0.0.1:${port}`, version: installed.version, output: () => output, stop };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}
