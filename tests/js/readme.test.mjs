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

test("the handler of the README runs", () => {
  const [, usage] = /<!-- http:[^\n]*-->\n```js\n(.*?)```/s.exec(readme);
  const project = mkdtempSync(join(tmpdir(), "epitome-readme-"));
  try {
    mkdirSync(join(project, "node_modules"));
    symlinkSync(join(root, "pkg"), join(project, "node_modules", "epitome"), "junction");
    assert.ok(usage.includes(".listen(3000)"));
    writeFileSync(join(project, "server.mjs"), usage.replace(".listen(3000)", ".listen(0)"));
    // What a client sends, with the handler in place of the network.
    const [, client] = /<!-- fetch:[^\n]*-->\n```js\n(.*?)```/s.exec(readme);
    const promised = /\/\/=> (.*)/.exec(client)[1];
    const calls = `import { handler } from "./server.mjs";
const fetch = (url, init) => handler(new Request(url, init));
const ask = async (path, init) => {
  const answer = await handler(new Request("http://host/api/session" + path, init));
  console.log(answer.status, await answer.text());
};
const headers = { authorization: "Bearer ada" };
await ask("/chat-1/summarize", { method: "POST", headers });
await ask("/chat-1/context", { headers });
await ask("/chat-1");
${client}process.exit();
`;
    writeFileSync(join(project, "calls.mjs"), calls);
    const said = execFileSync(process.execPath, ["calls.mjs"], { cwd: project, encoding: "utf8" }).trimEnd().split("\n");
    assert.equal(said[0], '200 {"compacted":false}');
    assert.equal(said[1], '200 {"id":"chat-1","leafId":null,"tokens":0,"messages":[],"entryIds":[]}');
    assert.match(said[2], /^403 .*"code":"forbidden"/);
    assert.equal(said[3], promised);
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
