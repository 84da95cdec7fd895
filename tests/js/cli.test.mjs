// The command line itself: help, usage errors, bad input of every kind, exit codes, pipes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { describe, test } from "node:test";
import { CLI, epitome, fixture, plainEnvironment, scratch } from "./support/cli.mjs";

const SESSION = readFileSync(fixture("clock.jsonl"), "utf8");
const LINES = SESSION.split("\n");
const ESCAPE = "\u001b";

test("help and version", async () => {
  for (const args of [["--help"], ["-h"], ["help"]]) {
    const { code, stdout, stderr } = await epitome(args);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^Usage: epitome COMMAND FILE/);
  }
  for (const args of [
    ["compact", "--help"],
    ["compact", "-h", "some-file"],
    ["help", "compact"],
  ]) {
    const { code, stdout } = await epitome(args);
    assert.equal(code, 0);
    for (const word of ["Usage: epitome compact", "--window", "--keep", "--summarizer", "--out", "--picture", "--json", "Exit codes"]) {
      assert.ok(stdout.includes(word), word);
    }
    for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  }
  const { version } = JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  assert.equal((await epitome(["--version"])).stdout, `epitome ${version}\n`);
});

const USAGE = [
  [[], /Give a command and a file/],
  [["inspekt", "x"], /no command "inspekt". Did you mean inspect\?/],
  [["session.jsonl"], /`epitome inspect session.jsonl`/],
  [["--frob"], /no option "--frob" before the command/],
  [["help", "compakt"], /Did you mean compact\?/],
  [["inspect"], /Which file\?/],
  [["inspect", "a", "b"], /Give one file; "b" is one too many/],
  [["inspect", "a", "--windw", "5"], /no option "--windw". Did you mean --window\?/],
  [["compact", "a", "--pictur"], /Did you mean --picture\?/],
  [["compact", "a", "--baseurl=x"], /Did you mean --base-url\?/],
  [["inspect", "a", "--window"], /--window needs a value: --window=N/],
  [["compact", "a", "--out", "--force"], /--out needs a value: --out=FILE/],
  [["compact", "a", "--out="], /--out needs a value that is not empty/],
  [["inspect", "a", "--window", "-5"], /--window must be a number of tokens from 1 on.*not "-5"/],
  [["inspect", "a", "--window=0"], /--window must be a number of tokens/],
  [["inspect", "a", "--window=NaN"], /--window must be a number of tokens/],
  [["compact", "a", "--keep=1e9"], /--keep must be a number of tokens/],
  [["inspect", "a", "--format", "openai"], /no format "openai"; the formats are pi, openai-chat, .*langchain/],
  [["compact", "a", "--summarizer", "gpt"], /no summarizer "gpt"; there are extractive, openai, anthropic, gemini, endpoint/],
  [["compact", "a", "--summarizer", "openai"], /needs --model/],
  [["compact", "a", "--summarizer", "openai", "--model", "m"], /set OPENAI_API_KEY in the environment/],
  [["compact", "a", "--summarizer", "anthropic", "--model", "m"], /set ANTHROPIC_API_KEY in the environment/],
  [["compact", "a", "--summarizer", "endpoint"], /needs --url/],
  [["compact", "a", "--summarizer", "endpoint", "--url", "example"], /--url must be a complete http or https address/],
  [["compact", "a", "--model", "m"], /--model goes with --summarizer openai or anthropic/],
  [["compact", "a", "--force"], /--force goes with --out/],
  [["compact", "a", "--picture=yes"], /--picture takes no value/],
];

describe("usage", { concurrency: 4 }, () => {
  for (const [args, message] of USAGE) {
    test(`epitome ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await epitome(args);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, /^epitome: .*\n$/);
      assert.match(stderr, message);
      assert.match(stderr, /See `epitome .*--help`/);
    });
  }
});

test("usage errors are a JSON document where JSON is asked for", async () => {
  const { code, stdout, stderr } = await epitome(["inspect", "a", "--json", "--windw=5"]);
  assert.deepEqual([code, stderr], [2, ""]);
  const { error } = JSON.parse(stdout);
  assert.equal(error.code, "bad-usage");
  assert.deepEqual(error.details, { command: "inspect" });
  assert.match(error.message, /Did you mean --window/);
});

const user = { role: "user", content: "hello" };

/** Name, content, the error's code, what the line says. */
const BAD = [
  ["empty.jsonl", "", "not-a-session", /the file is empty\. Give a pi session file/],
  ["blank.json", " \n\n", "not-a-session", /the file is empty/],
  ["hello.txt", "hello\n", "not-a-session", /line 1 is not JSON\. Give a pi session file/],
  ["object.json", '{"a":1}', "not-a-session", /line 1 does not have the type "session"/],
  ["binary.jsonl", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0x00]), "not-a-session", /not a session log/],
  ["utf16.json", Buffer.from("\ufeff[]", "utf16le"), "not-a-session", /UTF-16 text\. Save it as UTF-8/],
  ["none.json", "[]", "empty-session", /it holds no messages/],
  ["header.jsonl", `${LINES[0]}\n`, "empty-session", /it holds no messages/],
  ["rubble.jsonl", `${LINES[0]}\nrubble\nmore\n`, "empty-session", /none of its 3 lines is an entry/],
  ["new.jsonl", '{"type":"session","version":9,"id":"x"}\n', "unsupported-session-version", /version 9; versions 1 to 3 can be read/],
  ["no-id.jsonl", '{"type":"session"}\n', "not-a-session", /the header in line 1 has no id/],
  ["cut.json", `[${JSON.stringify(user)},\n {"role":`, "not-json", /the JSON ends too soon/],
  ["broken.json", `[${JSON.stringify(user)},\n  rubble]`, "not-json", /the JSON is broken at line 2, column 3/],
  ["object-cut.json", '{\n "messages": [', "not-json", /the JSON ends too soon/],
  ["lines.jsonl", '{"messages":[]}\n{"messages":[]}\n', "not-json", /a second JSON document begins at line 2/],
  ["no-list.json", '{"messages":7}', "not-a-session", /a JSON object without a list of messages/],
  [
    "role.json",
    JSON.stringify([user, { role: "alien", content: "x" }]),
    "invalid-message",
    /messages\[1\]\.role: there is no role "alien"/,
  ],
  ["no-role.json", JSON.stringify([user, {}]), "invalid-message", /messages\[1\]\.role: is missing/],
  [
    "content.json",
    JSON.stringify([user, { role: "user", content: 7 }]),
    "invalid-message",
    /messages\[1\]\.content: must be text or parts/,
  ],
  ["numbers.json", "[1,2]", "invalid-message", /messages\[0\]: a message is an object, this is a number\. .*--format: pi, .*langchain\./],
  ["things.json", JSON.stringify([{ type: "Feature", geometry: null }]), "invalid-message", /messages\[0\]\.role: is missing/],
  [
    "role.jsonl",
    `${LINES.slice(0, 4).join("\n")}\n\n{"type":"message","id":"x","parentId":null,"timestamp":"","message":{"role":"alien"}}\n`,
    "invalid-message",
    /line 6, message\.role: there is no role "alien" in the pi format\. Mend or remove/,
  ],
  ["twice.jsonl", `${SESSION}${LINES[3]}\n`, "duplicate-entry", /line 33 has the id "00000003", which line 4 has already/],
];

describe("bad input", { concurrency: 4 }, () => {
  for (const [at, [name, content, errorCode, message]] of BAD.entries()) {
    test(name, async (t) => {
      const path = scratch(t);
      writeFileSync(path(name), content);
      const text = await epitome([at % 2 === 0 ? "inspect" : "compact", name], { cwd: path() });
      assert.deepEqual([text.code, text.stdout], [1, ""]);
      assert.match(text.stderr, /^epitome: .*\n$/);
      assert.ok(text.stderr.startsWith(`epitome: ${name}: `), text.stderr);
      assert.match(text.stderr, message);
      const json = await epitome([at % 2 === 0 ? "compact" : "inspect", name, "--json"], { cwd: path() });
      assert.deepEqual([json.code, json.stderr], [1, ""]);
      const { error } = JSON.parse(json.stdout);
      assert.equal(error.code, errorCode);
      assert.match(error.message, message);
      assert.equal(error.details.file, name);
    });
  }
});

test("bad input: a file that is missing, a directory, not to be read", async (t) => {
  const at = scratch(t);
  mkdirSync(at("folder"));
  for (const [name, message] of [
    ["nowhere.jsonl", /nowhere\.jsonl: there is no such file\. Check the path\./],
    ["folder", /folder: this is a directory\. Give the path of a session file in it\./],
  ]) {
    const { code, stdout, stderr } = await epitome(["inspect", name], { cwd: at() });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, message);
  }
  const isRoot = process.getuid?.() === 0;
  await t.test(
    "without permission",
    { skip: isRoot || process.platform === "win32" ? "the super user may read everything" : false },
    async () => {
      writeFileSync(at("secret.jsonl"), SESSION);
      chmodSync(at("secret.jsonl"), 0);
      const { code, stderr } = await epitome(["inspect", "secret.jsonl"], { cwd: at() });
      assert.equal(code, 1);
      assert.match(stderr, /you may not read this file/);
    },
  );
});

test("an unknown role in standard input is named with its place", async () => {
  const { code, stderr } = await epitome(["inspect", "-"], { input: '[{"role":"alien","content":""}]' });
  assert.equal(code, 1);
  assert.match(stderr, /^epitome: standard input: messages\[0\]\.role: there is no role "alien"/);
});

test("control characters of a file's name or content never reach the terminal", async (t) => {
  const at = scratch(t);
  const role = `${ESCAPE}]0;title\u0007${ESCAPE}[2Jevil\u009b31m\u202e`;
  writeFileSync(at("x.json"), JSON.stringify([{ role, content: "x" }]));
  const { stderr } = await epitome(["inspect", at("x.json")]);
  const json = await epitome(["inspect", at("x.json"), "--json"]);
  for (const text of [stderr, json.stdout]) assert.doesNotMatch(text, /(?!\n)\p{Cc}|\p{Cf}/u);
  assert.match(JSON.parse(json.stdout).error.message, /there is no role/);
});

test("lines that are damaged are named, and the rest is read", async (t) => {
  const at = scratch(t);
  const torn = '{"type":"mess';
  const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x0a]);
  writeFileSync(
    at("d.jsonl"),
    Buffer.concat([Buffer.from(`${LINES.slice(0, 5).join("\n")}\nrubble\n`), bytes, Buffer.from(LINES.slice(5).join("\n") + torn)]),
  );
  const { code, stdout, stderr } = await epitome(["inspect", "d.jsonl"], { cwd: at() });
  assert.equal(code, 0);
  assert.deepEqual(stderr.trimEnd().split("\n"), [
    "epitome: d.jsonl: line 6: The line is not JSON: it was cut off or written over.",
    "epitome: d.jsonl: line 7: The line is not valid UTF-8.",
    "epitome: d.jsonl: line 35: The file ends in the middle of this line: the program that wrote it was stopped.",
  ]);
  assert.match(stdout, /entries +31: message 29/);
  assert.match(stdout, /3 damaged places: the rest was read all the same/);
  const json = await epitome(["inspect", "d.jsonl", "--json"], { cwd: at() });
  assert.equal(json.stderr, "");
  assert.deepEqual(
    JSON.parse(json.stdout).damage.map(({ line }) => line),
    [6, 7, 35],
  );
});

test("many damaged lines are not all printed", async (t) => {
  const at = scratch(t);
  writeFileSync(at("m.jsonl"), `${SESSION}${"rubble\n".repeat(50)}`);
  const { code, stderr } = await epitome(["inspect", "m.jsonl"], { cwd: at() });
  assert.equal(code, 0);
  assert.equal(stderr.trimEnd().split("\n").length, 11);
  assert.match(stderr, /m\.jsonl: 40 more places are damaged/);
});

test("a reader that has seen enough is no error", { skip: process.platform === "win32" ? "no shell with pipes" : false }, () => {
  const command = `"${process.execPath}" "${CLI}" compact "${fixture("clock.jsonl")}" --keep 300 --picture | head -n 2`;
  const stdout = execFileSync("sh", ["-c", command], { encoding: "utf8", env: plainEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  assert.match(stdout, /^\n {2}clock\.jsonl ─+ compacted by extractive\n$/);
});
