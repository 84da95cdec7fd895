// The README's usage runs as it stands and prints what it says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the usage of the README runs, in at most 20 lines, and prints what it says", () => {
  const [, usage] = /<!-- usage:[^\n]*-->\n```js\n(.*?)```/s.exec(readme);
  assert.ok(usage.trimEnd().split("\n").length <= 20);
  const promised = [...usage.matchAll(/\/\/=> (.*)/g)].map(([, line]) => line).join("\n");
  assert.notEqual(promised, "");
  const project = mkdtempSync(join(tmpdir(), "epitome-readme-"));
  try {
    mkdirSync(join(project, "node_modules"));
    symlinkSync(join(root, "pkg"), join(project, "node_modules", "epitome"), "junction");
    writeFileSync(join(project, "usage.mjs"), usage);
    assert.equal(execFileSync(process.execPath, ["usage.mjs"], { cwd: project, encoding: "utf8" }).trimEnd(), promised);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});

test("every script that the README names is there", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readme.matchAll(/npm (?:run )?([\w:]+) +#/g)].map(([, name]) => name);
  assert.ok(named.length >= 4);
  for (const name of named) assert.ok(name in scripts, name);
});
