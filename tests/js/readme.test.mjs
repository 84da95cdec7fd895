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

test("the provider's own compaction of the README runs", () => {
  const [, usage] = /<!-- native:[^\n]*-->\n```js\n(.*?)```/s.exec(readme);
  const project = mkdtempSync(join(tmpdir(), "epitome-readme-"));
  try {
    mkdirSync(join(project, "node_modules"));
    symlinkSync(join(root, "pkg"), join(project, "node_modules", "epitome"), "junction");
    // In the place of the provider: the text, and the items.
    const fetch = `globalThis.fetch = async (url) => {
  const content = "## Goal\\nThe files are read, one after the other.";
  const reply = String(url) === "https://api.openai.com/v1/responses/compact"
    ? { output: [{ type: "compaction", id: "cmp_1", encrypted_content: "gAAA" }], usage: { input_tokens: 9, output_tokens: 1 } }
    : { choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }] };
  return Response.json(reply);
};
process.env.OPENAI_API_KEY = "sk-test";
`;
    const turns = `for (let turn = 0; turn < 400; turn++)
  await session.append([{ role: "user", content: "Go on " + turn }, { role: "assistant", content: "word ".repeat(800) }]);
const { status, entry } = await session.compact();
console.log(status, Object.keys(entry.preserveData).join(), session.context().messages[0].type);
`;
    writeFileSync(join(project, "native.mjs"), fetch + usage + turns);
    const said = execFileSync(process.execPath, ["native.mjs"], { cwd: project, encoding: "utf8" }).trimEnd().split("\n");
    assert.match(said[0], /^openai \d/);
    assert.equal(said.at(-1), "compacted openaiRemoteCompaction compaction");
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
