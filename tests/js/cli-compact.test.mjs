// `epitome compact`: what it answers, what it writes, and what it leaves alone.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { epitome, fixture, scratch } from "./support/cli.mjs";
import { withServer } from "./support/provider-server.mjs";

const read = (path) => readFileSync(path, "utf8");
const linesOf = (path) =>
  read(path)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const SUMMARY = "## Goal\nMidnight must be 00:00.\n\n## Done\n- src/clock.ts line 41 is mended.";

/** Runs `test` with a server that answers the endpoint's protocol with `reply`. */
const withSummary = (reply, test) =>
  withServer((response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(reply));
  }, test);

const endpoint = (url) => ["--summarizer", "endpoint", "--url", url];

test("a session is compacted without a model, and the file is left alone", async (t) => {
  const at = scratch(t);
  copyFileSync(fixture("clock.jsonl"), at("s.jsonl"));
  const { code, stdout, stderr } = await epitome(["compact", at("s.jsonl"), "--keep", "300"]);
  assert.equal(code, 0);
  for (const pattern of [
    /^\n {2}s\.jsonl ─+ compacted by extractive\n/,
    /status +compacted \(manual\)/,
    /tokens +[\d,]+ → [\d,]+, \d+ % of before/,
    /messages +29 → 11/,
    /summarized +19 messages, [\d,]+ tokens/,
    /masked +1 old tool output of these/,
    /kept +10 messages/,
    /cut +before line 24, inside a turn/,
    /modified +1 file\n +src\/clock\.ts/,
    /read +2 files\n +src\/faces\/de\.ts\n +src\/faces\/en\.ts/,
  ]) {
    assert.match(stdout, pattern);
  }
  assert.match(stderr, /^epitome: read 31 entries from .*s\.jsonl\nepitome: summarizing 20 messages with extractive\n$/);
  assert.equal(read(at("s.jsonl")), read(fixture("clock.jsonl")));
  assert.deepEqual(readdirSync(at()), ["s.jsonl"]);
});

test("the result as data", async () => {
  const { code, stdout, stderr } = await epitome(["compact", fixture("clock.jsonl"), "--keep=300", "--json"]);
  assert.deepEqual([code, stderr], [0, ""]);
  const result = JSON.parse(stdout);
  assert.deepEqual([result.status, result.reason, result.summarizer, result.compactionNumber], ["compacted", "manual", "extractive", 1]);
  assert.deepEqual([result.messagesBefore, result.messagesAfter], [29, 11]);
  assert.ok(result.tokensAfter < result.tokensBefore);
  assert.equal(result.summarized.messages + result.kept.messages, 29);
  assert.equal(result.summarized.tokens + result.kept.tokens, result.tokensBefore);
  assert.deepEqual([result.firstKeptEntryId, result.isSplitTurn], ["00000017", true]);
  assert.deepEqual(result.files, { readFiles: ["src/faces/de.ts", "src/faces/en.ts"], modifiedFiles: ["src/clock.ts"] });
  assert.equal(result.entry.type, "compaction");
  assert.match(result.entry.summary, /Do not touch the tests/);
});

test("--out appends the compaction to a session of version 3", async (t) => {
  const at = scratch(t);
  const { code, stdout } = await epitome(["compact", fixture("clock.jsonl"), "--keep=300", "--out", at("new.jsonl")]);
  assert.equal(code, 0);
  assert.match(stdout, /written +.*new\.jsonl/);
  const before = read(fixture("clock.jsonl"));
  assert.ok(read(at("new.jsonl")).startsWith(before));
  const added = linesOf(at("new.jsonl")).slice(linesOf(fixture("clock.jsonl")).length);
  assert.deepEqual(
    added.map(({ type, parentId }) => [type, parentId]),
    [["compaction", "0000001f"]],
  );
  const again = await epitome(["inspect", at("new.jsonl"), "--json"]);
  const found = JSON.parse(again.stdout);
  assert.deepEqual([found.compactions.length, found.context.messages, found.violations.count], [1, 11, 0]);
  const nothing = await epitome(["compact", at("new.jsonl"), "--keep=300"]);
  assert.equal(nothing.code, 0);
  assert.match(nothing.stdout, /nothing to fold away: nothing came after the last compaction/);
});

test("--out writes a session of version 1 as version 3, damaged lines included, an unfinished end left out", async (t) => {
  const at = scratch(t);
  const [header, ...rest] = read(fixture("clock-v1.jsonl")).trimEnd().split("\n");
  writeFileSync(at("old.jsonl"), `${[header, "rubble", ...rest].join("\n")}\n{"type":"mess`);
  const { code, stderr } = await epitome(["compact", "old.jsonl", "--keep=300", "--out", "new.jsonl"], { cwd: at() });
  assert.equal(code, 0);
  assert.match(stderr, /old\.jsonl: line 2: The line is not JSON/);
  const lines = read(at("new.jsonl")).trimEnd().split("\n");
  assert.deepEqual(Object.entries(JSON.parse(lines[0])).slice(0, 3), [
    ["type", "session"],
    ["version", 3],
    ["id", "old-clock"],
  ]);
  assert.equal(lines[1], "rubble");
  const entries = lines.slice(2).map((line) => JSON.parse(line));
  assert.equal(entries.length, rest.length + 1);
  entries.forEach(({ id, parentId }, index) => {
    assert.ok(id);
    assert.equal(parentId, entries[index - 1]?.id ?? null);
  });
  assert.equal(entries.at(-1).type, "compaction");
});

test("--out writes messages in the shape that they came in", async (t) => {
  const at = scratch(t);
  const messages = JSON.parse(read(fixture("chat.json")));
  await epitome(["compact", fixture("chat.json"), "--keep=300", "--out", at("list.json")]);
  const list = JSON.parse(read(at("list.json")));
  assert.deepEqual(list[0], messages[0]);
  assert.equal(list[1].role, "user");
  assert.match(list[1].content, /Do not touch the tests/);
  assert.deepEqual(list.slice(3), messages.slice(messages.length - list.length + 3));
  const input = JSON.stringify({ model: "m", messages, tools: [] });
  const { code } = await epitome(["compact", "-", "--keep=300", "--out", at("request.json")], { input });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(read(at("request.json"))), { model: "m", messages: list, tools: [] });
  const { stdout } = await epitome(["inspect", at("request.json"), "--json"]);
  assert.equal(JSON.parse(stdout).violations.count, 0);
});

test("--out replaces no file without --force, least of all the input", async (t) => {
  const at = scratch(t);
  copyFileSync(fixture("clock.jsonl"), at("s.jsonl"));
  symlinkSync(at("s.jsonl"), at("link.jsonl"));
  writeFileSync(at("other.txt"), "mine", { mode: 0o600 });
  for (const out of ["s.jsonl", "link.jsonl", "other.txt"]) {
    const { code, stdout, stderr } = await epitome(["compact", "s.jsonl", "--keep=300", "--out", out], { cwd: at() });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, new RegExp(`${out}: this file exists\\. .*--force`));
  }
  assert.equal(read(at("s.jsonl")), read(fixture("clock.jsonl")));
  assert.equal((await epitome(["compact", "s.jsonl", "--keep=300", "--out", "other.txt", "--force"], { cwd: at() })).code, 0);
  assert.equal(statSync(at("other.txt")).mode & 0o777, 0o600);
  assert.equal((await epitome(["compact", "s.jsonl", "--keep=300", "--out", "link.jsonl", "--force"], { cwd: at() })).code, 0);
  assert.equal(linesOf(at("s.jsonl")).at(-1).type, "compaction");
  assert.deepEqual(readdirSync(at()).sort(), ["link.jsonl", "other.txt", "s.jsonl"]);
});

test("--out must be a place that can be written to, before anything is asked of a model", async (t) => {
  const at = scratch(t);
  await withSummary({ summary: SUMMARY }, async ({ url, requests }) => {
    for (const [out, message] of [
      [at(), /this is a directory\. Give --out the path of a file/],
      [at("no/where.jsonl"), /its directory does not exist/],
    ]) {
      const { code, stderr } = await epitome(["compact", fixture("clock.jsonl"), "--keep=300", ...endpoint(url), "--out", out]);
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
    assert.equal(requests.length, 0);
  });
});

test("nothing to do is no failure, and writes nothing", async (t) => {
  const at = scratch(t);
  const { code, stdout } = await epitome(["compact", fixture("clock.jsonl"), "--out", at("new.jsonl")]);
  assert.equal(code, 0);
  assert.match(stdout, /there is nothing to fold away: 29 messages, all recent enough to stay\. Keep fewer with --keep N\./);
  const json = await epitome(["compact", fixture("clock.jsonl"), "--json"]);
  assert.equal(json.code, 0);
  assert.deepEqual([JSON.parse(json.stdout).status, JSON.parse(json.stdout).reason], ["nothing", "nothing-to-compact"]);
  assert.deepEqual(readdirSync(at()), []);
});

test("a refused summary is a failure, and writes nothing", async (t) => {
  const at = scratch(t);
  await withSummary({ summary: "x ".repeat(40_000) }, async ({ url }) => {
    const args = ["compact", fixture("clock.jsonl"), "--keep=300", ...endpoint(url), "--out", at("new.jsonl")];
    const { code, stdout, stderr } = await epitome(args);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /refused \(not-smaller\): .*The conversation is as it was\. A summary without a model: --summarizer extractive\.\n$/,
    );
    const json = await epitome([...args, "--json"]);
    assert.deepEqual([json.code, json.stderr, JSON.parse(json.stdout).status], [1, "", "refused"]);
  });
  assert.deepEqual(readdirSync(at()), []);
});

test("the openai, anthropic and gemini summarizers take their key from the environment, and never show it", async () => {
  const key = "sk-test-0123456789abcdef";
  const speak = {
    openai: [{ choices: [{ message: { content: SUMMARY }, finish_reason: "stop" }] }, "/v1/chat/completions"],
    anthropic: [{ type: "message", content: [{ type: "text", text: SUMMARY }], stop_reason: "end_turn" }, "/v1/messages"],
    gemini: [
      { candidates: [{ content: { parts: [{ text: SUMMARY }] }, finishReason: "STOP" }] },
      "/v1/models/m:streamGenerateContent?alt=sse",
    ],
  };
  for (const [name, [reply, path]] of Object.entries(speak)) {
    await withSummary(reply, async ({ url, requests }) => {
      const args = ["compact", fixture("clock.jsonl"), "--keep=300", "--summarizer", name, "--model", "m", "--base-url", `${url}/v1`];
      const env = { [`${name.toUpperCase()}_API_KEY`]: key };
      const { code, stdout, stderr } = await epitome([...args, "--instructions", "the dial", "--json"], { env });
      assert.equal(code, 0, stderr);
      assert.match(JSON.parse(stdout).entry.summary, /line 41 is mended/);
      assert.equal(JSON.parse(stdout).summarizer, `${name}(m)`);
      assert.ok(requests.every((request) => request.url === path && JSON.stringify(request.headers).includes(key)));
      assert.match(JSON.stringify(requests[0].body), /the dial/);
      assert.ok(!(stdout + stderr).includes(key));
    });
  }
  await withServer(
    (response, request) => {
      response.statusCode = 401;
      response.end(JSON.stringify({ error: { message: `bad key ${request.headers.authorization}` } }));
    },
    async ({ url }) => {
      const args = ["compact", fixture("clock.jsonl"), "--keep=300", "--summarizer=openai", "--model=m", `--base-url=${url}`];
      const { code, stdout, stderr } = await epitome(args, { env: { OPENAI_API_KEY: key } });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /refused \(summarizer-auth\)/);
      assert.ok(!stderr.includes(key));
    },
  );
});

test("Ctrl-C ends a compaction at once, cleanly", { skip: process.platform === "win32" ? "no signals" : false }, async (t) => {
  const at = scratch(t);
  await withServer(
    () => {},
    async ({ url, requests }) => {
      const args = ["compact", fixture("clock.jsonl"), "--keep=300", ...endpoint(url), "--out", at("new.jsonl")];
      const interrupted = (more) =>
        epitome([...args, ...more], {
          onStart(child) {
            const seen = requests.length;
            const timer = setInterval(() => {
              if (requests.length === seen) return;
              clearInterval(timer);
              child.kill("SIGINT");
            }, 20);
          },
        });
      const { code, stdout, stderr } = await interrupted([]);
      assert.deepEqual([code, stdout], [130, ""]);
      assert.match(stderr, /epitome: Interrupted\. Nothing was written\.\n$/);
      const json = await interrupted(["--json"]);
      assert.deepEqual([json.code, json.stderr, JSON.parse(json.stdout).error.code], [130, "", "interrupted"]);
    },
  );
  assert.ok(!existsSync(at("new.jsonl")));
});

test("--out may be a device, which is written to and not replaced", {
  skip: existsSync("/dev/null") ? false : "no /dev/null",
}, async () => {
  const { code, stdout } = await epitome(["compact", "-", "--keep=300", "--out", "/dev/null"], { input: read(fixture("chat.json")) });
  assert.equal(code, 0);
  assert.match(stdout, /written +\/dev\/null/);
  assert.ok(statSync("/dev/null").isCharacterDevice());
});
