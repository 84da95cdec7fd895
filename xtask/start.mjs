// `npm start`: compacts the recorded session of this very repository and shows the picture of it.
// It needs nothing but Node: pkg/ is committed, and has no dependency.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const cli = join(root, "pkg", "dist", "cli.js");
const session = join(root, "tests", "fixtures", "sessions", "epitome-build.jsonl");

function problem() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return `Epitome needs Node 20.19 or newer, and this is ${process.version}.\nInstall a newer one from https://nodejs.org, or with your version manager: \`nvm install 20\`.`;
  }
  if (!existsSync(cli)) return "pkg/dist/cli.js is missing: restore it with `git checkout -- pkg`, or build it with `npm run build`.";
  if (!existsSync(session)) return `${session} is missing: restore it with \`git checkout -- tests/fixtures\`.`;
  return undefined;
}

const why = problem();
if (why) {
  console.error(why);
  process.exitCode = 1;
} else {
  const { status } = spawnSync(process.execPath, [cli, "compact", session, "--picture", ...process.argv.slice(2)], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
