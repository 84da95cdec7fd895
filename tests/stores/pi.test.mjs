// Sessions in pi's format and pi 0.73.1, by pi's own code: each opens what the other one has written.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildContext } from "../../pkg/dist/core.entry.js";
import { openSession } from "../../pkg/dist/index.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { parseSessionFile } from "../../pkg/dist/stores/session-file.js";
import { random } from "../js/random.mjs";

const PI = new URL("../peers/node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js", import.meta.url);
const pi = await import(PI).catch((cause) => {
  throw new Error("pi is needed by the tests: run npm ci --ignore-scripts in tests/peers.", { cause });
});

const usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
const said = { api: "anthropic-messages", provider: "anthropic", model: "m", usage, timestamp: 1 };
const user = (text) => ({ role: "user", content: [{ type: "text", text }], timestamp: 1 });
const reply = (text) => ({ role: "assistant", content: [{ type: "text", text }], stopReason: "stop", ...said });
const call = (id) => ({
  role: "assistant",
  content: [{ type: "toolCall", id, name: "read", arguments: { path: "a.ts" } }],
  stopReason: "toolUse",
  ...said,
});
const result = (id) => ({
  role: "toolResult",
  toolCallId: id,
  toolName: "read",
  content: [{ type: "text", text: `export const ${id} = 1; \ud83d` }],
  isError: false,
  timestamp: 1,
});
const SUMMARY = `## Current Work\nReading files. ${Array.from({ length: 60 }, (_, at) => `Point ${at} was settled.`).join(" ")}`;
const SETTINGS = { compaction: { keepRecentTokens: 300 } };

/** What a context says, in pi's words. */
const shown = (messages) =>
  messages.map(({ role, summary, content, customType }) => ({ role, said: summary ?? content, ...(customType && { customType }) }));
const sameContext = (ours, theirs, what) => assert.equal(JSON.stringify(shown(ours)), JSON.stringify(shown(theirs)), what);

/** Our context without what our compactions keep of the time before their cut: pi keeps nothing of it. */
function ours(entries, leafId) {
  const { messages, items } = buildContext(entries, leafId);
  const latest = items[0] && entries.find(({ id }) => id === items[0].entryId);
  const kept = latest?.details?.keptEntryIds ?? [];
  return messages.filter((_, at) => !kept.includes(items[at].entryId));
}

async function inFolder(context) {
  const dir = await mkdtemp(join(tmpdir(), "epitome-pi-"));
  context.after(() => rm(dir, { recursive: true, force: true }));
  return { dir, path: join(dir, "session.jsonl"), store: jsonl({ fileFor: () => join(dir, "session.jsonl"), cwd: dir }) };
}

test("what we write pi reads, continues, and we read on", async (context) => {
  const { path, store } = await inFolder(context);
  const session = await openSession({ id: "s", store, settings: SETTINGS, model: { contextWindow: 8_000 }, summarizer: () => SUMMARY });
  for (let turn = 0; turn < 40; turn++) {
    await session.append([user(`Request ${turn} ${"word ".repeat(20)}`), call(`c${turn}`), result(`c${turn}`), reply(`Done ${turn}`)]);
  }
  await session.appendCustom("hint", "The tests run at night.");
  await session.appendEntry({ type: "model_change", provider: "anthropic", modelId: "other" });
  await session.appendEntry({ type: "thinking_level_change", thinkingLevel: "high" });
  await session.appendEntry({ type: "session_info", name: "Reading" });
  await session.appendEntry({ type: "custom", customType: "state", data: { a: 1 } });
  await session.appendEntry({ type: "of_the_future", list: [1] });
  assert.equal((await session.compact()).status, "compacted");
  const [, , output] = await session.append([user("One more"), call("x"), result("x"), reply("Yes")]);
  await session.spill(output.id);
  await session.label(output.id, "here");
  const stood = session.leafId;
  await session.navigate(output.id, { edit: false });
  await session.append([user("Another way")]);

  const manager = pi.SessionManager.open(path);
  const entries = (await session.path()) && (await store.read("s", 0)).entries;
  assert.deepEqual(manager.getEntries(), entries, "the same entries");
  assert.equal(manager.getHeader().version, 3);
  assert.equal(manager.getLabel(output.id), "here");
  assert.equal(manager.getSessionName(), "Reading");
  assert.equal(manager.getLeafId(), session.leafId);
  sameContext(ours(entries), manager.buildSessionContext().messages, "the same context");
  sameContext(ours(entries, stood), pi.buildSessionContext(entries, stood).messages, "on the other branch");

  // A move that is the last entry: pi stands at the entry that moved, which shows what we show.
  await session.navigate(stood);
  const moved = pi.SessionManager.open(path);
  sameContext(ours(moved.getEntries()), moved.buildSessionContext().messages, "after a move");

  const id = moved.appendMessage(user("From pi"));
  moved.appendMessage(reply("Pi's answer"));
  await session.refresh();
  assert.equal(session.original(id).content[0].text, "From pi");
  await session.append(user("And we go on"));
  const again = pi.SessionManager.open(path);
  const now = (await store.read("s", 0)).entries;
  assert.equal(again.getEntries().length, now.length);
  sameContext(ours(now), again.buildSessionContext().messages, "both have written");
});

test("what pi writes we read: the same context from every entry", async (context) => {
  for (let seed = 1; seed <= 12; seed++) {
    const { below } = random(seed);
    const { dir } = await inFolder(context);
    const manager = pi.SessionManager.create(dir, dir);
    const ids = [];
    for (let step = 0; step < 40; step++) {
      const kind = below(12);
      const known = ids[below(ids.length)];
      if (kind < 5) ids.push(manager.appendMessage(user(`u${step}`)), manager.appendMessage(reply(`a${step}`)));
      else if (kind === 5) ids.push(manager.appendMessage(call(`c${step}`)), manager.appendMessage(result(`c${step}`)));
      else if (kind === 6) ids.push(manager.appendCustomMessageEntry("note", `note ${step}`, true));
      else if (kind === 7) ids.push(manager.appendCustomEntry("state", { step }));
      else if (kind === 8) ids.push(manager.appendModelChange("p", "m"));
      else if (kind === 9 && known) ids.push(manager.appendLabelChange(known, `l${step}`));
      else if (kind === 10 && known) ids.push(manager.branchWithSummary(known, `learned ${step}`));
      else if (kind === 11 && manager.getBranch().length > 3) {
        const branch = manager.getBranch();
        ids.push(manager.appendCompaction(`summary ${step}`, branch[below(branch.length)].id, 100));
      } else if (known) manager.branch(known);
    }
    const entries = manager.getEntries();
    for (const { id } of entries)
      sameContext(buildContext(entries, id).messages, pi.buildSessionContext(entries, id).messages, `seed ${seed}, ${id}`);
    const path = manager.getSessionFile();
    if (!path) continue;
    const session = await openSession({ id: "s", store: jsonl({ fileFor: () => path }) });
    assert.equal(session.head, entries.length);
    assert.deepEqual(session.warnings, []);
    assert.equal(session.context().messages.length, pi.buildSessionContext(entries).messages.length, `seed ${seed}`);
    await session.append(user("On"));
    assert.equal(pi.SessionManager.open(path).getEntries().length, entries.length + 1);
  }
});

test("files of versions 1 and 2 become what pi makes of them", async (context) => {
  const { dir } = await inFolder(context);
  const time = { timestamp: "2026-01-01T00:00:00.000Z" };
  const first = [
    { type: "session", id: "s", cwd: dir, ...time },
    { type: "message", message: user("one"), ...time },
    { type: "message", message: reply("ONE"), ...time },
    { type: "message", message: user("two"), ...time },
    { type: "compaction", summary: "S", firstKeptEntryIndex: 3, tokensBefore: 9, ...time },
    { type: "message", message: { role: "hookMessage", customType: "h", content: "hook", display: true, timestamp: 1 }, ...time },
    { type: "message", message: reply("TWO"), ...time },
  ];
  const linked = first.map((entry, at) =>
    at === 0 ? { ...entry, version: 2 } : { ...entry, id: `e${at}`, parentId: at === 1 ? null : `e${at - 1}` },
  );
  const second = linked.map(({ firstKeptEntryIndex, ...entry }) => (firstKeptEntryIndex ? { ...entry, firstKeptEntryId: "e3" } : entry));
  for (const [version, lines] of [
    [1, first],
    [2, second],
  ]) {
    const text = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
    const theirs = pi.parseSessionEntries(text);
    pi.migrateSessionEntries(theirs);
    const { entries } = parseSessionFile(text);
    const [, ...migrated] = theirs;
    // Ids that are made up differ; what they link does not.
    const plain = (list) =>
      list.map(({ id, parentId, firstKeptEntryId, ...rest }) => {
        const at = (other) => list.findIndex((entry) => entry.id === other);
        return { ...rest, parent: at(parentId), ...(firstKeptEntryId && { kept: at(firstKeptEntryId) }) };
      });
    assert.deepEqual(plain(entries), plain(migrated), `version ${version}`);
    sameContext(buildContext(entries).messages, pi.buildSessionContext(migrated).messages, `version ${version}`);
    // Rewritten by our first append, it is a file of version 3 to pi.
    const path = join(dir, `v${version}.jsonl`);
    await writeFile(path, text);
    const session = await openSession({ id: "s", store: jsonl({ fileFor: () => path }) });
    await session.append(user("three"));
    assert.equal(JSON.parse((await readFile(path, "utf8")).split("\n")[0]).version, 3);
    assert.equal(pi.SessionManager.open(path).buildSessionContext().messages.length, session.context().messages.length);
  }
});
