// Outputs that were left out, too large or cut, as users of other projects reported them; each with its report. Those that concern
// emergencyPrune are in stateless.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { prune } from "../../pkg/dist/core.entry.js";
import { maskObservations, pruneForModel, validate } from "../../pkg/dist/index.js";
import { calls, filler, open, output, says, user } from "./support/talk.mjs";

const format = "openai-chat";

test("what is old goes, not what is new (vercel/ai#10445)", () => {
  const messages = [user("a"), calls("c1"), output("c1", filler(900, "x")), calls("c2"), output("c2", filler(900, "y"))];
  for (const left of [
    maskObservations(messages, { format, preserveRecentOutputs: 1 }),
    pruneForModel(messages, { format, preserveRecentMessages: 1 }),
  ]) {
    assert.notEqual(left[2].content, messages[2].content);
    assert.equal(left[4], messages[4]);
    assert.deepEqual([left[1], left[3]], [messages[1], messages[3]]);
  }
});

test("where all that a message says is left out, it is not empty (opencode#6474)", async () => {
  const chat = [user("go"), calls("a", "b"), output("a", filler(900)), output("b", filler(900)), says("Done.")];
  const result = (id) => ({ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: filler(900) }] });
  const use = (id) => ({ type: "tool_use", id, name: "read", input: {} });
  const blocks = [user("go"), { role: "assistant", content: [use("a"), use("b")] }, { role: "user", content: [result("a"), result("b")] }];
  for (const [format, messages] of [
    ["openai-chat", chat],
    ["anthropic", blocks],
  ]) {
    for (const left of [
      maskObservations(messages, { format, preserveRecentOutputs: 0 }),
      pruneForModel(messages, { format, preserveRecentMessages: 0 }),
    ]) {
      assert.deepEqual(validate(left, { format }), []);
      assert.equal(left.length, messages.length);
      for (const { content, tool_calls } of left) assert.ok(tool_calls || content.length > 0);
    }
  }
});

test("what the provider's own tools found stays with its call (claude-code#64026)", () => {
  const found = [{ type: "web_search_result", url: "https://example.org", title: "t", encrypted_content: "e".repeat(9_000) }];
  const asked = { type: "server_tool_use", id: "s", name: "web_search", input: { query: "x" } };
  const answer = {
    role: "assistant",
    content: [asked, { type: "web_search_tool_result", tool_use_id: "s", content: found }, { type: "text", text: "Found." }],
  };
  const messages = [user("search"), answer, user("go on")];
  assert.equal(maskObservations(messages, { format: "anthropic", preserveRecentOutputs: 0 }), messages);
  assert.equal(pruneForModel(messages, { format: "anthropic", preserveRecentMessages: 0, media: true }), messages);
});

test("one output larger than the window, of a tool that nobody named, never reaches the model whole (archi#599, crush#3480, open-webui#27599, OpenHarness#212, hermes#88042, QwenPaw#7288, goose#11072, #11681, Roo#6069)", async () => {
  for (const [window, tokens] of [
    [272_000, 452_217],
    [200_000, 375_000],
    [128_000, 1_000_000],
    [8_000, 400_000],
  ]) {
    const { session, asked } = await open({ window, messages: [user("fix the parser")] });
    const call = calls("c1");
    call.tool_calls[0].function.name = "mcp__warehouse__everything";
    await session.append([call, output("c1", `FIRST ${filler(tokens)} LAST`)]);
    const { messages } = session.context();
    assert.ok(session.check().tokens < window / 8, `${session.check().tokens} of ${window}`);
    assert.deepEqual([session.check().action, (await session.maintain()).status, asked.length], ["none", "nothing", 0]);
    assert.deepEqual(messages.slice(0, 2), [user("fix the parser"), call]);
    assert.match(messages[2].content, /^FIRST .*\[… [\d,]+ tokens left out; .* …\].* LAST$/s);
  }
});

test("an error is not lost with its output (gajae#2635)", async () => {
  const error = "Error: the anchor of line 12 was not found";
  const report = `${filler(2_000, "the edit")}\n${error}\n${filler(2_000, "the file")}`;
  const call = { type: "toolCall", id: "c", name: "edit", arguments: { path: "a.ts" } };
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", content: [call], stopReason: "toolUse" },
    { role: "toolResult", toolCallId: "c", toolName: "edit", isError: true, content: [{ type: "text", text: report }] },
    { role: "user", content: "on" },
    { role: "user", content: "on" },
  ];
  const entries = messages.map((message, at) => ({
    ...{ type: "message", id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}` },
    ...{ timestamp: "2026-01-01T00:00:00.000Z", message },
  }));
  const { edits } = prune(entries, { protectTokens: 0, minimumSavings: 0 });
  assert.deepEqual([edits.length, edits[0].entryId], [1, "e2"]);
  assert.match(edits[0].notice, new RegExp(`error=${error}`));
  // Nor at the door.
  const { session } = await open({ format: "pi", window: 12_000, messages: messages.slice(0, 3) });
  const { content, isError } = session.context().messages[2];
  assert.equal(isError, true);
  assert.match(content[0].text, new RegExp(`tokens left out; .*error=${error}`));
});
