/** Seed 002, "Branch summarization pipeline": its rules and its shapes, in the order in which they stand there. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, calls, filler, fork, open, output, says, TOLD, texts, user } from "./support/branches.mjs";

const ids = (entries) => entries.map(({ id }) => id);

test("trigger: the abandoned entries run from the old leaf to the common ancestor", async () => {
  let seen;
  const hooks = {
    session_before_tree({ preparation }) {
      seen = preparation;
    },
  };
  const { session, events } = await fork({ hooks });
  await session.navigate("F", { summarize: true });
  assert.deepEqual(ids(seen.entriesToSummarize), ["B", "C", "D"]);
  assert.deepEqual([seen.targetId, seen.oldLeafId, seen.commonAncestorId, seen.userWantsSummary], ["F", "D", "A", true]);
  const { tokens, ...start } = events.find(({ type }) => type === "branch_summary_start");
  assert.deepEqual(start, { type: "branch_summary_start", targetId: "F", oldLeafId: "D", commonAncestorId: "A", entries: 3 });
  assert.ok(tokens > 0);
});

test("trigger: the summary is generated before the leaf is switched", async () => {
  let leaf;
  const reply = () => {
    leaf = session.leafId;
    return TOLD;
  };
  const { session } = await fork({ reply });
  await session.navigate("F", { summarize: true });
  assert.equal(leaf, "D");
  assert.notEqual(session.leafId, "D");
});

test("trigger: without a request for one there is none, unless branchSummary.enabled says so", async () => {
  const plain = await fork();
  const outcome = await plain.session.navigate("F");
  assert.deepEqual([outcome.status, outcome.summaryEntry, plain.asked.length, plain.session.leafId], ["navigated", undefined, 0, "F"]);
  const enabled = await fork({ settings: { branchSummary: { enabled: true } } });
  // The moves that made the tree were summarized, too.
  const before = enabled.asked.length;
  assert.equal((await enabled.session.navigate("F")).summaryEntry.type, "branch_summary");
  assert.equal(enabled.asked.length, before + 1);
  await enabled.session.append(says("More."));
  assert.equal((await enabled.session.navigate("A", { summarize: false })).summaryEntry, undefined);
});

test("shape: the summary of B, C and D is attached at the navigation target", async () => {
  const { session } = await fork();
  const { head } = session;
  const outcome = await session.navigate("F", { summarize: true });
  assert.deepEqual([outcome.status, outcome.oldLeafId, outcome.commonAncestorId], ["navigated", "D", "A"]);
  assert.equal(session.head, head + 1, "one entry makes the move and holds the summary");
  const path = await session.path();
  assert.deepEqual(ids(path), ["A", "E", "F", outcome.summaryEntry.id]);
  assert.equal(session.leafId, outcome.summaryEntry.id);
  const { type, parentId, fromId } = path.at(-1);
  assert.deepEqual([type, parentId, fromId], ["branch_summary", "F", "D"]);
  // What was left is where it was.
  assert.deepEqual(session.original("D"), output("w1", "written", "write"));
  assert.ok((await session.branches()).some(({ leafId }) => leafId === "D"));
});

test("budget: contextWindow − branchSummary.reserveTokens, newest first", async () => {
  const { session, asked } = await open({ window: 40_000 });
  await session.append(says("Root."), { id: "A" });
  for (let at = 0; at < 30; at++) await session.append(says(filler(1_000, `part ${at} of the branch:`)), { id: `B${at}` });
  await session.navigate("A", { summarize: true });
  const quoted = asked.map(({ prompt }) => prompt).join("\n");
  // 40,000 - 16,384 = 23,616 tokens: the newest 23 of 30.
  for (let at = 0; at < 30; at++) assert.equal(quoted.includes(`part ${at} of the branch:`), at >= 7, `part ${at}`);
  const wide = await open({ window: 40_000, settings: { branchSummary: { reserveTokens: 30_000 } } });
  await wide.session.append(says("Root."), { id: "A" });
  for (let at = 0; at < 30; at++) await wide.session.append(says(filler(1_000, `part ${at} of the branch:`)));
  await wide.session.navigate("A", { summarize: true });
  const start = wide.events.find(({ type }) => type === "branch_summary_start");
  assert.ok(start.tokens <= 20_000, "of a small window the messages keep half");
});

test("first pass: files of all entries, budget or not, and of earlier summaries of ours", async () => {
  const { session } = await open({ window: 32_000 });
  await add(session, { A: says("Root."), B: calls("1", "write", "first.rs"), C: output("1", "ok", "write") });
  await add(session, { D: calls("2", "read", "read.rs"), E: output("2", "text"), X: says("Left.") });
  await session.navigate("A", { summarize: true });
  await session.appendEntry({
    type: "branch_summary",
    fromId: "gone",
    summary: "Another program's.",
    fromExtension: true,
    details: { readFiles: ["theirs.rs"], modifiedFiles: [] },
  });
  for (let at = 0; at < 30; at++) await session.append(says(filler(1_000, `part ${at}`)));
  const { summaryEntry } = await session.navigate("A", { summarize: true });
  assert.deepEqual(summaryEntry.details, { readFiles: ["read.rs"], modifiedFiles: ["first.rs"] });
  assert.ok(summaryEntry.summary.endsWith("<read-files>\nread.rs\n</read-files>\n<modified-files>\nfirst.rs\n</modified-files>"));
});

test("second pass: a summary at the budget's edge is still taken", async () => {
  const { session, asked } = await open({
    window: 40_000,
    reply: ({ kind }) => (kind === "branch" ? `${TOLD}\n${filler(3_000, "Long.")}` : TOLD),
  });
  await add(session, { A: says("Root."), B: user("Another course."), C: says("Taken.") });
  await session.navigate("A", { summarize: true });
  // 21,000 of 23,616 tokens: what is left is too little for the summary, which is taken, and not for what is before it.
  for (let at = 0; at < 21; at++) await session.append(says(filler(1_000, `part ${at}`)));
  asked.length = 0;
  await session.navigate("A", { summarize: true });
  const quoted = asked.map(({ prompt }) => prompt).join("\n");
  assert.ok(quoted.includes("[branch summary"), "the edge's summary is in the prompt");
});

test("a compaction of the branch is included as its summary", async () => {
  const { session, asked } = await open({ window: 40_000, settings: { compaction: { keepRecentTokens: 2_000 } } });
  await session.append(says("Root."), { id: "A" });
  for (let at = 0; at < 12; at++) await session.append([user(`request ${at}`), says(filler(1_500, `answer ${at}`))]);
  assert.equal((await session.compact()).status, "compacted");
  await session.append([user("And now?"), says("Now that.")]);
  asked.length = 0;
  const { summaryEntry } = await session.navigate("A", { summarize: true });
  assert.equal(asked.length, 1);
  assert.match(asked[0].prompt, /<prior-summary>\n## What Was Tried/);
  assert.ok(asked[0].prompt.includes("And now?"));
  assert.ok(!asked[0].prompt.includes("answer 2 "), "what it folded away is not quoted again");
  assert.equal(summaryEntry.parentId, "A");
});

test("generation: serialized, wrapped, with our prompt and the system prompt of all summaries", async () => {
  const { session, asked } = await fork();
  await session.navigate("F", { summarize: true });
  const [{ kind, prompt, system }] = asked;
  assert.equal(kind, "branch");
  assert.match(prompt, /<conversation>\n<user>\nIn C\.\n<\/user>\n\n<assistant>\n\[tool_call: write\(/);
  assert.match(prompt, /\[tool_result: write = written\]/, "tool results are part of what happened");
  assert.match(prompt, /## What Was Tried[\s\S]*## Files Left Changed/);
  const long = await open({ settings: { compaction: { keepRecentTokens: 2_000 } } });
  for (let at = 0; at < 10; at++) await long.session.append([user(`request ${at}`), says(filler(1_000, "answer"))]);
  await long.session.compact();
  assert.equal(long.asked[0].system, system);
});

test("generation: a tool's result is capped, failed replies and entries that no model sees are left out", async () => {
  const { session, asked } = await open();
  await add(session, { A: says("Root."), B: calls("1", "read", "long.txt"), C: output("1", `${filler(20_000, "begin")} end`) });
  await session.append({ ...says("Half an"), stopReason: "error", errorMessage: "overloaded" });
  await session.appendEntry({ type: "custom", customType: "mine", data: "hidden-data" });
  await session.append(says("A whole answer."));
  await session.navigate("A", { summarize: true });
  const [{ prompt }] = asked;
  assert.ok(prompt.length < 20_000 && prompt.includes("begin"), `${prompt.length} characters`);
  assert.ok(!prompt.includes("Half an") && !prompt.includes("hidden-data") && prompt.includes("A whole answer."));
});

test("generation: custom instructions are added to our prompt, or are the whole of it", async () => {
  const added = await fork();
  await added.session.navigate("F", { summarize: true, instructions: "Above all the lexer" });
  assert.match(added.asked[0].prompt, /## What Was Tried[\s\S]*Additional focus: Above all the lexer/);
  const replaced = await fork();
  await replaced.session.navigate("F", { summarize: true, instructions: "List the files only.", replaceInstructions: true });
  assert.match(replaced.asked[0].prompt, /List the files only\./);
  assert.doesNotMatch(replaced.asked[0].prompt, /What Was Tried|Additional focus/);
  assert.match(replaced.asked[0].prompt, /<conversation>/);
});

test("persistence: the preamble stands before it where the model sees it, and the file tags behind it", async () => {
  const { session } = await fork();
  const { summaryEntry } = await session.navigate("F", { summarize: true });
  assert.equal(summaryEntry.summary, `${TOLD}\n\n<modified-files>\nsrc/parse.c\n</modified-files>`);
  assert.deepEqual(summaryEntry.details, { readFiles: [], modifiedFiles: ["src/parse.c"] });
  assert.equal(summaryEntry.fromExtension, undefined);
  const { messages, entries } = session.context();
  assert.deepEqual([messages.at(-1).role, entries.at(-1).id], ["user", summaryEntry.id]);
  const shown = texts(session).at(-1);
  assert.ok(shown.startsWith("The user tried another course of this conversation"));
  assert.ok(shown.includes(summaryEntry.summary));
});

test("hooks: session_before_tree can cancel the navigation", async () => {
  for (const summarize of [true, false]) {
    const told = [];
    const session_before_tree = ({ preparation }) => (preparation.targetId === "F" ? { cancel: true } : undefined);
    const { session, asked } = await fork({ hooks: { session_before_tree, session_tree: ({ newLeafId }) => void told.push(newLeafId) } });
    told.length = 0;
    const { head } = session;
    const outcome = await session.navigate("F", { summarize });
    assert.deepEqual([outcome.status, outcome.reason, outcome.leafId], ["cancelled", "hook-cancelled", "D"]);
    assert.deepEqual([outcome.oldLeafId, outcome.commonAncestorId], ["D", "A"]);
    assert.deepEqual([session.leafId, session.head, asked.length, told], ["D", head, 0, []]);
  }
});

test("hooks: session_before_tree can provide the summary, used where the user wants one", async () => {
  const summary = { summary: "What the extension says.", details: { mine: 1, readFiles: ["theirs.rs"] } };
  const hooks = { session_before_tree: () => ({ summary }) };
  const { session, asked } = await fork({ hooks });
  const plain = await session.navigate("F");
  assert.equal(plain.summaryEntry, undefined);
  await session.navigate("D");
  const { summaryEntry, fromExtension } = await session.navigate("F", { summarize: true });
  assert.deepEqual([summaryEntry.summary, summaryEntry.fromExtension, fromExtension, asked.length], [summary.summary, true, true, 0]);
  assert.equal(summaryEntry.details.mine, 1);
  assert.deepEqual(summaryEntry.details.modifiedFiles, ["src/parse.c"], "the branch's files are on the entry all the same");
});

test("hooks: session_tree tells of the new and the old leaf and of the summary", async () => {
  const told = [];
  const { session } = await fork({ hooks: { session_tree: ({ signal, ...event }) => void told.push(event) } });
  told.length = 0;
  const { summaryEntry } = await session.navigate("F", { summarize: true });
  await session.navigate("A");
  assert.deepEqual(told, [
    { newLeafId: summaryEntry.id, oldLeafId: "D", summaryEntry, fromExtension: undefined },
    { newLeafId: "A", oldLeafId: summaryEntry.id, summaryEntry: undefined, fromExtension: undefined },
  ]);
});

test("failure: it can be cancelled by a signal, and the navigation is then cancelled", async () => {
  const controller = new AbortController();
  const { session } = await fork({ reply: () => controller.abort() ?? new Promise(() => {}) });
  const { head } = session;
  const outcome = await session.navigate("F", { summarize: true, signal: controller.signal });
  assert.deepEqual([outcome.status, outcome.reason, outcome.leafId], ["cancelled", "aborted", "D"]);
  assert.deepEqual([session.leafId, session.head], ["D", head]);
});

test("a message of the user as the target gives its text back for editing, and the summary hangs before it", async () => {
  const { session, asked } = await fork();
  const outcome = await session.navigate("E", { summarize: true });
  assert.deepEqual([outcome.editorText, outcome.summaryEntry.parentId, outcome.commonAncestorId], ["In Rust.", "A", "A"]);
  assert.equal(session.leafId, outcome.summaryEntry.id);
  const plain = await session.navigate("E", { edit: false });
  assert.deepEqual([plain.editorText, plain.leafId, asked.length], [undefined, "E", 1]);
});
