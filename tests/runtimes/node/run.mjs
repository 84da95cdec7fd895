// The scenario in Node: once through `import`, once through `require`.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../../xtask/lib/run.mjs";

const ESM = `import { readFileSync } from "node:fs";
import * as epitome from "epitome";
import * as core from "epitome/core";
import { run } from "./scenario.mjs";
const data = JSON.parse(readFileSync("data.json", "utf8"));
process.stdout.write(JSON.stringify(await run({ ...epitome, core }, data)));
`;

const CJS = `const { readFileSync } = require("node:fs");
const epitome = require("epitome");
const core = require("epitome/core");
if (!require.resolve("epitome").includes("cjs")) throw new Error("require did not take the CommonJS file");
const data = JSON.parse(readFileSync("data.json", "utf8"));
import("./scenario.mjs")
  .then(({ run }) => run({ ...epitome, core }, data))
  .then((result) => process.stdout.write(JSON.stringify(result)));
`;

async function play(project, name, source) {
  await writeFile(join(project, name), source);
  const { stdout } = await run(process.execPath, [name], { cwd: project });
  return { text: stdout, note: `Node ${process.version}` };
}

export const esm = (project) => play(project, "scenario-esm.mjs", ESM);
export const cjs = (project) => play(project, "scenario-cjs.cjs", CJS);
