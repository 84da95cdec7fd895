/** Summaries of branches beyond the seed: what stops them, what stands in for them, and the shapes that a tree can have. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { add, calls, filler, fork, open, output, says, TOLD, texts, user } from "./support/branches.mjs";

const never = () => new Promise(() => {});
const types = (events) => events.map(({ type }) => type);
/** A promise, and what settles it. */
function later() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
/** A fork whose summarizer waits; `asked` resolves once it was asked. */
async function waiting(options) {
  const asked = later();
  const answer = later();
  const reply = () => {
    asked.resolve();
    return answer.promise;
  };
  const made = await fork({ reply, ...options });
  return { ...made, asked: asked.promise, answer: answer.resolve };
}

test("what is told of it, in order: start, requests, the entry, end, navigate", async () => {
  const { session, events } = await fork();
  const outcome = await session.navigate("F", { summarize: true, label: "rust" });
  assert.deepEqual(types(events), [
    ...["branch_summary_start", "summary_request", "summary_progress", "summary_end", "append", "branch_summary_end", "navigate"],
  ]);
  assert.deepEqual(events.find(({ type }) => type === "branch_summary_end").outcome, outcome);
  assert.equal(outcome.entry, outcome.summaryEntry);
  assert.deepEqual((await session.labels()).get(outcome.summaryEntry.id), "rust");
  assert.equal(session.leafId, outcome.leafId);
});

test("a move without a summary may be labelled, too: the entry that was named", async () => {
  const { session } = await fork();
  const outcome = await session.navigate("E", { label: "the question" });
  assert.deepEqual([(await session.labels()).get("E"), outcome.entry.targetId, session.leafId], ["the question", "A", outcome.leafId]);
  assert.deepEqual(texts(session), ["Shall it be Rust or C?"]);
});

test("a label is written where the session stands there already, too", async () => {
  const { session, events } = await fork();
  const outcome = await session.navigate("D", { label: "the end" });
  assert.deepEqual(
    [outcome.status, outcome.reason, outcome.entry.type, outcome.entry.targetId],
    ["nothing", "already-there", "label", "D"],
  );
  assert.deepEqual([outcome.oldLeafId, outcome.leafId, outcome.commonAncestorId], ["D", session.leafId, "D"]);
  assert.deepEqual([(await session.labels()).get("D"), types(events)], ["the end", ["append"]]);
  // Before the first entry there is nothing to label.
  await session.navigate(null, { label: "nowhere" });
  assert.deepEqual([...(await session.labels()).values()], ["the end"]);
});

test("nothing is left that a model would see: a plain move, and nobody is asked", async () => {
  const { session, asked, events } = await fork();
  await session.navigate("A");
  // Forward; and back over what only the host knows.
  const forward = await session.navigate("D", { summarize: true });
  assert.deepEqual([forward.status, forward.reason, forward.entry.type], ["navigated", "nothing-to-summarize", "leaf"]);
  await session.appendEntry({ type: "custom", customType: "mine", data: 1 });
  const back = await session.navigate("D", { summarize: true });
  assert.deepEqual([back.reason, session.leafId, asked.length], ["nothing-to-summarize", "D", 0]);
  assert.deepEqual(
    [(await session.navigate("D", { summarize: true })).reason, types(events).includes("branch_summary_start")],
    ["already-there", false],
  );
  const empty = await open();
  assert.equal((await empty.session.navigate(null, { summarize: true })).reason, "already-there");
});

test("before the first entry: the summary is a root, and tells of all that there was", async () => {
  const { session, asked } = await fork();
  const outcome = await session.navigate(null, { summarize: true });
  assert.deepEqual([outcome.summaryEntry.parentId, outcome.commonAncestorId, texts(session).length], [null, null, 1]);
  assert.match(asked[0].prompt, /Shall it be Rust or C\?/);
  const [next] = await session.append(user("Anew."));
  assert.equal(next.parentId, outcome.summaryEntry.id);
  // The very first message is edited.
  const again = await open();
  await add(again.session, { A: user("One."), B: says("Two.") });
  const edited = await again.session.navigate("A", { summarize: true });
  assert.deepEqual([edited.editorText, edited.summaryEntry.parentId], ["One.", null]);
});

test("an abort leaves the session where it stands: the caller's, abortCompaction, and close", async () => {
  for (const how of ["signal", "abortCompaction", "close"]) {
    const { session, asked, events } = await waiting();
    const { head } = session;
    const controller = new AbortController();
    const moved = session.navigate("F", { summarize: true, signal: controller.signal });
    await asked;
    if (how === "signal") controller.abort(new Error("enough"));
    else session[how]();
    const outcome = await moved;
    assert.deepEqual([outcome.status, outcome.reason, outcome.leafId], ["cancelled", "aborted", "D"], how);
    assert.equal(outcome.commonAncestorId, "A", how);
    if (how === "close") continue;
    assert.deepEqual([session.leafId, session.head], ["D", head]);
    assert.deepEqual(types(events), ["branch_summary_start", "summary_request", "branch_summary_end"]);
    assert.equal((await session.navigate("F")).status, "navigated");
  }
  const { session, asked } = await fork();
  const outcome = await session.navigate("F", { summarize: true, signal: AbortSignal.abort() });
  assert.deepEqual([outcome.status, asked.length], ["cancelled", 0]);
});

test("it waits no longer than branchSummary.timeoutMs: then the model-free summary is taken", async () => {
  const { session } = await fork({ reply: never, settings: { branchSummary: { timeoutMs: 40 } } });
  const since = performance.now();
  const outcome = await session.navigate("F", { summarize: true });
  assert.ok(performance.now() - since < 5_000);
  assert.deepEqual([outcome.status, outcome.degraded, outcome.failures.at(-1).reason], ["navigated", true, "time-budget"]);
  assert.match(outcome.summaryEntry.summary, /In C\.[\s\S]*src\/parse\.c/);
});

test("what handlers take counts: one that is too slow is passed over, and the model-free summary is taken", async () => {
  const slow = { session_before_tree: ({ preparation }) => (preparation.userWantsSummary ? never() : undefined) };
  const quick = { session_before_tree: () => ({ label: "late" }) };
  const { session, asked } = await fork({ hooks: [slow, quick], settings: { branchSummary: { timeoutMs: 40 } } });
  const since = performance.now();
  const outcome = await session.navigate("F", { summarize: true });
  assert.ok(performance.now() - since < 5_000);
  assert.deepEqual([outcome.status, outcome.degraded, asked.length], ["navigated", true, 0]);
  assert.deepEqual([outcome.failures.at(-1).reason, session.warnings.map(({ code }) => code)], ["time-budget", ["hook-failed"]]);
  // One that answers at once is heard all the same.
  assert.equal((await session.labels()).get(outcome.summaryEntry.id), "late");
});

test("it waits no longer than that for a compaction, which ends then: its source has changed", async () => {
  const first = later();
  const gate = later();
  const made = await open({
    settings: { compaction: { keepRecentTokens: 500 }, branchSummary: { timeoutMs: 40 } },
    reply: () => first.resolve() ?? gate.promise,
  });
  await made.session.append(says("Root."), { id: "A" });
  for (let at = 0; at < 6; at++) await made.session.append([user(`request ${at}`), says(filler(800, `answer ${at}`))]);
  const compacting = made.session.compact();
  await first.promise;
  const outcome = await made.session.navigate("A", { summarize: true });
  assert.deepEqual([outcome.status, outcome.degraded, outcome.summaryEntry.parentId], ["navigated", true, "A"]);
  // It goes on, one at a time.
  assert.equal((await made.session.compact()).reason, "already-compacting");
  gate.resolve(TOLD);
  const compacted = await compacting;
  assert.deepEqual([compacted.status, compacted.reason, made.session.leafId], ["refused", "source-changed", outcome.leafId]);
});

test("where all summarizers fail the model-free summary stands in, unless compaction.fallback is none", async () => {
  const fails = () => {
    throw new Error("no connection");
  };
  const { session, events } = await fork({ reply: fails });
  const outcome = await session.navigate("F", { summarize: true });
  assert.deepEqual([outcome.status, outcome.degraded, outcome.failures.length], ["navigated", true, 1]);
  assert.equal(outcome.error.cause.message, "no connection");
  assert.ok(types(events).includes("summary_fallback"));
  for (const reply of [fails, ""]) {
    const strict = await fork({ reply, settings: { retry: { maxRetries: 0 }, compaction: { fallback: "none" } } });
    const { head } = strict.session;
    const refused = await strict.session.navigate("F", { summarize: true });
    assert.deepEqual([refused.status, refused.leafId, refused.summaryEntry, refused.editorText], ["refused", "D", undefined, undefined]);
    assert.ok(refused.message && refused.failures.length > 0 && refused.error);
    assert.deepEqual([strict.session.leafId, strict.session.head], ["D", head]);
    assert.ok(!types(strict.events).includes("navigate"));
  }
});

test("without a summarizer the summary is the model-free one", async () => {
  const session = await openSession({ id: "s" });
  await add(session, { A: says("Root."), B: user("In C."), C: calls("1", "edit", "a.c"), D: output("1", "ok") });
  const outcome = await session.navigate("A", { summarize: true });
  assert.deepEqual([outcome.status, outcome.summaryEntry.details.modifiedFiles], ["navigated", ["a.c"]]);
  const { summary } = outcome.summaryEntry;
  const headings = summary.match(/^## .*/gm);
  assert.deepEqual(headings, ["## What Was Tried", "## What Was Learned", "## Files Left Changed", "## Left Open"]);
  assert.match(summary, /Tried\nThe newest request so far:\n1\. In C\.[\s\S]*- edit: a\.c \(done\)[\s\S]*- a\.c \(changed\)/);
  assert.match(summary, /## Left Open\n- The newest request, "In C\.", has no final reply\./);
});

test("messages that were appended meanwhile stop the move; labels and the host's own entries do not", async () => {
  const stopped = await waiting();
  const moved = stopped.session.navigate("F", { summarize: true });
  await stopped.asked;
  const [extra] = await stopped.session.append(says("One thing more."));
  stopped.answer(TOLD);
  const outcome = await moved;
  assert.deepEqual([outcome.status, outcome.reason, outcome.leafId], ["refused", "source-changed", extra.id]);
  assert.doesNotMatch(outcome.message, /stands where/);
  assert.equal(stopped.session.leafId, extra.id);

  const { session, asked, answer } = await waiting();
  const other = session.navigate("F", { summarize: true });
  await asked;
  const label = await session.label("B", "here");
  answer(TOLD);
  const done = await other;
  assert.deepEqual(
    [done.status, done.oldLeafId, done.summaryEntry.fromId, done.summaryEntry.parentId],
    ["navigated", label.id, label.id, "F"],
  );

  const left = await waiting();
  const late = left.session.navigate("F", { summarize: true });
  await left.asked;
  await left.session.navigate("A");
  left.answer(TOLD);
  assert.deepEqual([(await late).reason, left.session.leafId], ["source-changed", "A"]);
});

test("another writer's messages stop it, and its entries elsewhere do not", async () => {
  const store = memory();
  const { session, asked, answer } = await waiting({ store });
  const other = await openSession({ id: "tree", store });
  const moved = session.navigate("F", { summarize: true });
  await asked;
  await other.append(says("From the other one."), { id: "O" });
  answer(TOLD);
  assert.deepEqual([(await moved).reason, session.leafId], ["source-changed", "O"]);

  const shared = memory();
  const one = await waiting({ store: shared });
  const two = await openSession({ id: "tree", store: shared });
  const going = one.session.navigate("F", { summarize: true });
  await one.asked;
  await two.label("A", "start");
  one.answer(TOLD);
  const outcome = await going;
  assert.equal(outcome.status, "navigated");
  await two.refresh();
  assert.deepEqual([two.leafId, texts(two)], [outcome.leafId, texts(one.session)]);
});

test("a session that is opened anew stands at the summary, and sees the same", async () => {
  const store = memory();
  const { session } = await fork({ store });
  const { leafId } = await session.navigate("F", { summarize: true });
  const again = await openSession({ id: "tree", store });
  assert.deepEqual([again.leafId, texts(again), again.warnings], [leafId, texts(session), []]);
});

test("one thing at a time: it waits for a compaction, and a compaction does not begin beside it", async () => {
  const { session, asked, answer } = await waiting();
  const moved = session.navigate("F", { summarize: true });
  await asked;
  const second = await session.compact();
  assert.deepEqual([second.status, second.reason], ["nothing", "already-compacting"]);
  assert.match(second.message, /branch summary .* is under way/);
  const maintained = session.maintain();
  answer(TOLD);
  assert.equal((await moved).status, "navigated");
  assert.equal((await maintained).status, "nothing");

  const first = later();
  const gate = later();
  const made = await open({
    settings: { compaction: { keepRecentTokens: 500 } },
    reply: ({ kind }) => (kind === "branch" ? TOLD : (first.resolve() ?? gate.promise)),
  });
  await made.session.append(says("Root."), { id: "A" });
  for (let at = 0; at < 6; at++) await made.session.append([user(`request ${at}`), says(filler(800, `answer ${at}`))]);
  const compacting = made.session.compact();
  await first.promise;
  const behind = made.session.navigate("A", { summarize: true });
  gate.resolve(TOLD);
  assert.equal((await compacting).status, "compacted");
  const outcome = await behind;
  assert.equal(outcome.status, "navigated");
  assert.match(made.asked.at(-1).prompt, /<prior-summary>/);
});

test("hooks: instructions and label may be theirs; an empty answer wipes nothing, and one that fails is passed over", async () => {
  const hooks = {
    session_before_tree: [
      () => ({ customInstructions: "Look at the lexer", label: "theirs" }),
      () => ({}),
      () => {
        throw new Error("a fault");
      },
      () => ({ summary: { summary: " " } }),
      () => ({ cancle: true }),
    ],
  };
  const { session, asked } = await fork({ hooks });
  const outcome = await session.navigate("F", { summarize: true, instructions: "mine", label: "mine" });
  assert.match(asked.at(-1).prompt, /Additional focus: Look at the lexer/);
  assert.equal((await session.labels()).get(outcome.summaryEntry.id), "theirs");
  assert.ok(session.warnings.length > 0 && session.warnings.every(({ code }) => code === "hook-failed"));
  const replacing = await fork({ hooks: { session_before_tree: () => ({ replaceInstructions: true }) } });
  await replacing.session.navigate("F", { summarize: true, instructions: "Only the files." });
  assert.doesNotMatch(replacing.asked.at(-1).prompt, /What Was Tried/);
});

test("hooks: what they bring is stored without secrets, and its files are ours to carry on", async () => {
  const key = `sk-ant-api03-${"a1B2c3D4".repeat(12)}`;
  const hooks = { session_before_tree: () => ({ summary: { summary: `The key is ${key}.` } }) };
  const { session } = await fork({ hooks });
  const { summaryEntry } = await session.navigate("F", { summarize: true });
  assert.ok(!summaryEntry.summary.includes(key));
  const own = await open();
  await add(own.session, { A: says("Root.") });
  await own.session.appendEntry(Object.fromEntries(Object.entries(summaryEntry).filter(([name]) => !/^(id|parent|timestamp)/.test(name))));
  const next = await own.session.navigate("A", { summarize: true });
  assert.deepEqual(next.summaryEntry.details.modifiedFiles, ["src/parse.c"]);
});

test("hooks: files that they list stand beside those that the session knows", async () => {
  const details = { readFiles: ["theirs.md", "src/parse.c", 7], modifiedFiles: ["z.rs", "a.rs"], note: "kept", resume: 1 };
  const hooks = { session_before_tree: () => ({ summary: { summary: "In C it was.", details } }) };
  const { session } = await fork({ hooks });
  const { summaryEntry } = await session.navigate("F", { summarize: true });
  const modifiedFiles = ["a.rs", "src/parse.c", "z.rs"];
  assert.deepEqual(summaryEntry.details, { note: "kept", readFiles: ["theirs.md"], modifiedFiles, resume: {} });
  // Lists that are none change nothing.
  Object.assign(details, { readFiles: "theirs.md", modifiedFiles: null });
  await session.navigate("D");
  const again = await session.navigate("F", { summarize: true });
  assert.deepEqual(again.summaryEntry.details, { note: "kept", readFiles: [], modifiedFiles: ["src/parse.c"], resume: {} });
});

test("what the user kept from the model is in no summary and no handoff, and in the context as it was given", async () => {
  const hidden = { role: "bashExecution", command: "cat hidden.txt", output: "4711", exitCode: 0, excludeFromContext: true, timestamp: 1 };
  const { session, asked } = await fork();
  await add(session, { X: hidden, Y: says("And so on."), Z: { ...hidden } });
  assert.equal(session.context().messages.at(-3), hidden);
  const { summaryEntry } = await session.navigate("F", { summarize: true });
  assert.ok(asked.length === 1 && !/hidden|4711/.test(JSON.stringify([asked, summaryEntry])));
  // One that is run while the document is written is left behind.
  let given;
  const reply = async () => {
    given = { ...hidden };
    await made.session.append(given);
    return TOLD;
  };
  const made = await fork({ reply });
  await made.session.append(hidden);
  const handed = await made.session.handoff();
  assert.equal(handed.status, "handed-off");
  assert.ok(given && !/hidden|4711/.test(JSON.stringify([made.asked, handed.document, await handed.session.path()])));
});

test("back behind a label: the branch is in sight, and its summary is not told again", async () => {
  const { session, asked } = await open();
  await add(session, { A: says("Root."), B: user("In C."), C: says("Yes."), E: says("It is there.") });
  await session.label("B", "x");
  await session.navigate("A", { summarize: true });
  await add(session, { F: user("In Rust."), I: says("Well.") });
  await session.navigate("E", { summarize: true });
  assert.equal(asked.length, 2);
  assert.ok(asked[1].prompt.includes("In Rust.") && !asked[1].prompt.includes(TOLD.split("\n")[1]));
});

test("returning to a summarized branch: its originals are there, and its summary is not told again", async () => {
  const { session, asked } = await fork();
  const there = await session.navigate("F", { summarize: true });
  await session.append(says("Rust goes well."));
  asked.length = 0;
  const back = await session.navigate("D", { summarize: true });
  assert.deepEqual([back.commonAncestorId, back.summaryEntry.parentId, asked.length], ["A", "D", 1]);
  assert.match(asked[0].prompt, /In Rust\.[\s\S]*Rust goes well\./);
  assert.ok(!asked[0].prompt.includes("[branch summary"), "the model sees the branch itself");
  assert.deepEqual(back.summaryEntry.details.modifiedFiles, ["src/parse.c"]);
  assert.equal(texts(session).filter((text) => text.startsWith("The user tried another course")).length, 1);
  // And to the other side again: what was learned there is told where it was.
  const again = await session.navigate(there.summaryEntry.id, { summarize: true });
  assert.equal(again.reason, "navigated");
});

test("sibling after sibling: each summary is kept by the next one", async () => {
  const { session, asked } = await open({ reply: ({ prompt }) => `${TOLD}\nSeen: ${[...prompt.matchAll(/course-\d/g)].length}` });
  await add(session, { A: says("Root.") });
  for (let at = 0; at < 4; at++) {
    await session.append([user(`course-${at}`), calls(`c${at}`, "edit", `${at}.rs`), output(`c${at}`, "ok", "edit")]);
    const { summaryEntry } = await session.navigate(at % 2 === 0 ? "A" : session.context().entries[0].id, { summarize: true });
    assert.equal(summaryEntry.parentId, "A");
    const files = Array.from({ length: at + 1 }, (_, file) => `${file}.rs`);
    assert.deepEqual(summaryEntry.details.modifiedFiles, files, "the files of all siblings so far");
    assert.deepEqual(texts(session).length, 2);
  }
  assert.equal(asked.length, 4);
  assert.match(asked[3].prompt, /\[branch summary/);
});

test("nested branches: each move tells of what lies between, and no more", async () => {
  const { session, asked } = await open();
  await add(session, { A: says("Root."), B: says("Level one."), C: says("Level two."), D: says("Level three.") });
  await session.navigate("C", { summarize: true });
  await add(session, { E: says("Beside three.") });
  await session.navigate("B", { summarize: true });
  await add(session, { F: says("Beside two.") });
  await session.navigate("A", { summarize: true });
  const [first, second, third] = asked.map(({ prompt }) => prompt);
  assert.ok(first.includes("Level three.") && !first.includes("Level two."));
  assert.ok(
    second.includes("Level two.") &&
      second.includes("Beside three.") &&
      second.includes("[branch summary") &&
      !second.includes("Level three."),
  );
  assert.ok(third.includes("Level one.") && third.includes("Beside two.") && !third.includes("Beside three."));
  assert.deepEqual(
    (await session.path()).map(({ type }) => type),
    ["message", "branch_summary"],
  );
});

test("a branch that holds a compaction, and a compaction behind a branch summary", async () => {
  const { session, asked } = await open({ settings: { compaction: { keepRecentTokens: 1_000 } } });
  await add(session, { A: says("Root.") });
  await session.append([calls("1", "edit", "old.rs"), output("1", "ok", "edit")]);
  for (let at = 0; at < 8; at++) await session.append([user(`request ${at}`), says(filler(800, `answer ${at}`))]);
  assert.equal((await session.compact()).status, "compacted");
  const { summaryEntry } = await session.navigate("A", { summarize: true });
  assert.deepEqual(summaryEntry.details.modifiedFiles, ["old.rs"]);
  for (let at = 0; at < 8; at++) await session.append([user(`again ${at}`), says(filler(800, `reply ${at}`))]);
  asked.length = 0;
  const compacted = await session.compact();
  assert.deepEqual([compacted.status, compacted.fileOperations.modifiedFiles], ["compacted", ["old.rs"]]);
  assert.match(asked[0].prompt, /\[branch summary/);
  // And back over both of them.
  const last = await session.navigate(summaryEntry.id, { summarize: true });
  assert.match(asked.at(-1).prompt, /<prior-summary>/);
  assert.deepEqual(last.summaryEntry.details.modifiedFiles, ["old.rs"]);
});

test("a long session that was opened at its end reads what the branch needs", async () => {
  const settings = { compaction: { keepRecentTokens: 1_000 } };
  for (const target of ["A", null]) {
    const store = memory();
    const session = await openSession({ id: "tree", store, settings });
    await add(session, { A: says("Root."), B: calls("1", "edit", "early.rs"), C: output("1", "ok", "edit") });
    for (let at = 0; at < 200; at++) await session.append([user(`request ${at}`), says(filler(100, `answer ${at}`))]);
    assert.equal((await session.compact()).status, "compacted");
    session.close();
    const again = await open({ store, settings });
    assert.equal(again.session.isLoaded, false);
    const { summaryEntry } = await again.session.navigate(target, { summarize: true, edit: false });
    assert.deepEqual([summaryEntry.parentId, summaryEntry.details.modifiedFiles], [target, ["early.rs"]]);
    assert.match(again.asked[0].prompt, /<prior-summary>/);
    again.session.close();
  }
});

test("every format sees the summary as a message of the user", async () => {
  const shapes = {
    "openai-chat": (role, text) => ({ role, content: text }),
    "openai-responses": (role, text) => ({ role, content: text }),
    anthropic: (role, text) => ({ role, content: text }),
    gemini: (role, text) => ({ role: role === "user" ? "user" : "model", parts: [{ text }] }),
    "ai-sdk": (role, text) => ({ role, content: text }),
    "ai-sdk-ui": (role, text) => ({ id: text, role, parts: [{ type: "text", text }] }),
    langchain: (role, text) => ({ type: role === "user" ? "human" : "ai", data: { content: text } }),
  };
  for (const [format, message] of Object.entries(shapes)) {
    const { session, asked } = await open({ format });
    await add(session, {
      A: message("user", "One."),
      B: message("assistant", "Two."),
      C: message("user", "Three."),
      D: message("assistant", "Four."),
    });
    const outcome = await session.navigate("B", { summarize: true });
    assert.match(asked[0].prompt, /Three\.[\s\S]*Four\./, format);
    await session.append(message("user", "Five."));
    const { messages } = session.context();
    assert.ok(JSON.stringify(messages).includes("The user tried another course"), format);
    assert.deepEqual(validate(messages, { format, request: true }), [], format);
    assert.equal(session.original("D") === undefined, false);
    assert.equal(outcome.status, "navigated");
  }
});

test("at a call that waits for its result the summary comes behind it, so that what is sent stays right", async () => {
  const call = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "1", type: "function", function: { name: "read", arguments: "{}" } }],
  };
  const result = { role: "tool", tool_call_id: "1", content: "text" };
  for (const [next, roles] of [
    [result, ["user", "assistant", "tool", "user"]],
    [{ role: "user", content: "Stop." }, ["user", "assistant", "user", "user"]],
  ]) {
    const { session } = await open({ format: "openai-chat" });
    await add(session, { A: { role: "user", content: "Go." }, B: call, C: result, D: { role: "assistant", content: "Done." } });
    assert.equal((await session.navigate("B", { summarize: true })).status, "navigated");
    await session.append(next);
    const { messages } = session.context();
    assert.deepEqual(
      messages.map(({ role }) => role),
      roles,
    );
    if (next === result) assert.deepEqual(validate(messages, { format: "openai-chat", request: true }), []);
    assert.match(messages[next === result ? 3 : 2].content, /^The user tried another course/);
  }
});

test("hooks: asked on every move, and what a handler of session_tree throws changes nothing", async () => {
  const seen = [];
  const hooks = {
    session_before_tree: ({ preparation: { entriesToSummarize, ...asked } }) =>
      void seen.push({ ...asked, left: entriesToSummarize.length }),
    session_tree: () => {
      throw new Error("a fault");
    },
  };
  const { session } = await fork({ hooks });
  seen.length = 0;
  const outcome = await session.navigate("E", { label: "here", instructions: "none" });
  assert.deepEqual([outcome.status, session.warnings.length], ["navigated", 1]);
  const asked = { customInstructions: "none", replaceInstructions: undefined, label: "here" };
  assert.deepEqual(seen, [{ targetId: "E", oldLeafId: "D", commonAncestorId: "A", userWantsSummary: false, left: 3, ...asked }]);
  // Nobody is asked of no move.
  await session.navigate(session.leafId);
  assert.equal(seen.length, 1);
});

test("two moves at once are made one after the other", async () => {
  const { session, asked } = await fork();
  const [first, second] = await Promise.all([session.navigate("F", { summarize: true }), session.navigate("A", { summarize: true })]);
  assert.deepEqual([first.status, first.leafId, second.status, second.oldLeafId], ["navigated", first.leafId, "navigated", first.leafId]);
  assert.match(asked[1].prompt, /In Rust\.[\s\S]*\[branch summary/);
  assert.deepEqual(second.summaryEntry.details.modifiedFiles, ["src/parse.c"]);
});

test("closing the session while a handler is asked, or before its turn comes, ends the move", async () => {
  const asked = later();
  const hooks = {
    session_before_tree: ({ preparation }) => {
      if (preparation.targetId !== "F") return undefined;
      asked.resolve();
      return never();
    },
  };
  const { session } = await fork({ hooks });
  const moved = session.navigate("F", { summarize: true });
  const behind = session.navigate("A", { summarize: true });
  await asked.promise;
  session.close();
  assert.equal((await moved).status, "cancelled");
  await assert.rejects(behind, { code: "session-closed" });
});
