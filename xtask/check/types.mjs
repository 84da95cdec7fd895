// The type tests: tests/types/*.ts compiled by a consumer of the packed package, as ES modules and as CommonJS,
// with the types of a browser and with those of Node alone. A declaration that needs more than that fails here.
import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { at, tool } from "../lib/run.mjs";
import { Failed } from "./report.mjs";

const VARIANTS = [
  { name: "esm", type: "module", lib: ["es2022", "dom"], types: [] },
  { name: "cjs", type: "commonjs", lib: ["es2022", "dom"], types: [] },
  { name: "esm-node", type: "module", lib: ["es2022"], types: ["node"] },
];

export async function typeTests(project) {
  const files = (await readdir(at("tests", "types"))).filter((name) => name.endsWith(".ts"));
  await symlink(at("node_modules", "@types"), join(project, "node_modules", "@types"), "junction").catch(() => {});
  const wrong = [];
  for (const variant of VARIANTS) {
    const folder = join(project, variant.name);
    await mkdir(folder, { recursive: true });
    for (const name of files) await cp(at("tests", "types", name), join(folder, name));
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: variant.type }));
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      lib: variant.lib,
      types: variant.types,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    await tool("tsc", ["-p", folder], { cwd: folder }).catch((error) => wrong.push(`${variant.name}:\n${error.output}`));
  }
  const counts = { passed: VARIANTS.length - wrong.length, failed: wrong.length, skipped: 0 };
  if (wrong.length > 0) throw new Failed("a consumer cannot compile against the types", counts, wrong.join("\n"));
  return { counts, note: VARIANTS.map(({ name }) => name).join(", ") };
}
