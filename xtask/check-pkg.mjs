// `npm run check:pkg`: builds the package anew, beside pkg/, and names every file of pkg/ that is not what the sources build.
import { pathToFileURL } from "node:url";
import { differences, list } from "./build/package.mjs";
import { build } from "./build.mjs";
import { at, run } from "./lib/run.mjs";

/** How pkg/ differs from the package built in `stage`: one line for each file. */
export async function compare(stage) {
  const changed = (await differences(stage, at("pkg"))).map(([name, what]) => `pkg/${name} ${what}`);
  // A file that git ignores is here but will not be in a clone. Without git there is nothing to ask.
  const names = (await list(stage)).map((name) => `pkg/${name}`);
  const { stdout } = await run("git", ["check-ignore", "-z", "--stdin"], { check: false, input: names.join("\0") }).catch(() => ({
    stdout: "",
  }));
  return [
    ...changed,
    ...stdout
      .split("\0")
      .filter(Boolean)
      .map((name) => `${name} is ignored by git`),
  ];
}

async function main() {
  console.log("building the package beside pkg/");
  const { stage } = await build();
  const wrong = await compare(stage);
  if (wrong.length > 0)
    throw new Error(`pkg/ is not what the sources build. Run \`npm run build\` and commit pkg/.\n  ${wrong.join("\n  ")}`);
  console.log(`pkg/ is what the sources build, byte for byte (${(await list(stage)).length} files)`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch((error) => {
    console.error(`${error.output ? `${error.output}\n` : ""}check:pkg: ${error.message}`);
    process.exitCode = 1;
  });
}
