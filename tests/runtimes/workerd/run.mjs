// The scenario in workerd: the `workerd` condition of the exports, the core as a module.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../../../xtask/lib/run.mjs";
import { bundle, serve } from "./serve.mjs";

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

export async function workerd(project, data) {
  const folder = join(project, "worker");
  await writeFile(join(project, "worker-entry.mjs"), ENTRY);
  await bundle({ project, entry: "worker-entry.mjs", config: at("tests", "runtimes", "workerd", "config.capnp"), folder });
  const server = await serve(folder);
  try {
    const response = await fetch(`${server.url}/`, { method: "POST", body: JSON.stringify(data) });
    const text = await response.text();
    if (!response.ok) throw new Error(`the worker answered ${response.status}: ${text}\n${server.output()}`);
    return { text, note: `workerd ${server.version}` };
  } finally {
    await server.stop();
  }
}
