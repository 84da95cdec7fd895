// What `emergencyPrune` leaves of random histories, in every format: accepted by the providers' rules behind the real clients,
// made of the history's own objects, and with the newest request word for word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { convertToModelMessages } from "ai";
import fc from "fast-check";
import { bindings } from "./rules/anthropic.mjs";
import { rules } from "./rules/index.mjs";
import { thoughtsOf } from "./rules/openai-responses.mjs";
import { isWithoutThoughts } from "./support/compare.mjs";
import { conversation } from "./support/conversation.mjs";
import { emergencyPrune, estimateTokens, missingFormat, validate } from "./support/epitome.mjs";
import { FORMATS, isUsersWord, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

/** What stands for what was left out. */
const STANDS_IN = /\[… [\d,]+ tokens left out(, with \d+ images?)? …\]|\[(image|file) left out(: [^\]]+)?\]/g;

/** The first request of a list as it arrives, and what is known of the thoughts in it. */
async function sent(format, messages, request) {
  const [first] = await sendAsContext(format, { messages, ...request });
  const { api, body } = first;
  return {
    ...first,
    known: {
      bound: api === "anthropic" ? bindings(body) : new Map(),
      thoughts: api === "openai-responses" ? thoughtsOf(body) : undefined,
    },
  };
}

/** Each message is the history's own, or the history's without its bound thoughts or with something left out. */
function assertOwn(pruned, history) {
  let behind = history.length;
  let changed = 0;
  for (const message of pruned.toReversed()) {
    const text = JSON.stringify(message);
    const isOf = (original) =>
      original === message || isWithoutThoughts(message, original) || (text.match(STANDS_IN) && sameFrame(message, original));
    const at = history.slice(0, behind).findLastIndex(isOf);
    assert.ok(at >= 0, `a message that nobody wrote: ${text}`);
    assert.ok(message !== pruned.at(-1) || at === history.length - 1, "the newest message is gone");
    if (history[at] !== message) changed++;
    behind = at;
  }
  return changed;
}

/** Whether two messages have the same ids and names in the same order. */
const sameFrame = (message, original) => ids(message).every((id) => ids(original).includes(id));
function ids(value, key = "") {
  if (typeof value === "string") return /id$|name$|^role$/i.test(key) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => ids(item, name));
}

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  const skip = await missingFormat(format);

  test(`${format}: the ladder, at any size`, { skip }, async () => {
    const seen = { edited: 0, dropped: 0, standIns: 0 };
    const share = fc.constantFrom(0, 0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1);
    await holds(
      fc.tuple(conversation({ minTurns: 1, maxTurns: 5 }), variant, share),
      async ([drawn, chosen, part]) => {
        const history = build(drawn, chosen);
        const request = { system: drawn.system, thinking: drawn.thinking, variant: chosen };
        const copy = JSON.stringify(history);
        const before = estimateTokens(history, { format });
        const maxTokens = Math.floor(before * part);
        const pruned = emergencyPrune(history, { format, maxTokens });
        assert.equal(JSON.stringify(history), copy, "the given messages were changed");
        assert.deepEqual(validate(pruned, { format }), []);
        const after = estimateTokens(pruned, { format });
        if (pruned === history) assert.ok(after <= maxTokens || emergencyPrune(history, { format, maxTokens: 0 }) === history);
        else assert.ok(after < before);
        assert.equal(emergencyPrune(pruned, { format, maxTokens }), pruned, "once more changes nothing");
        seen.edited += assertOwn(pruned, history);
        seen.dropped += history.length - pruned.length;
        seen.standIns += JSON.stringify(pruned).match(STANDS_IN)?.length ?? 0;
        const whole = await sent(format, history, request);
        const left = await sent(format, pruned, request);
        assert.deepEqual(rules[whole.api](whole.body, whole.rules), [], `before, ${whole.via}`);
        assert.deepEqual(rules[left.api](left.body, { ...left.rules, ...whole.known }), [], `after, ${left.via}`);
        const last = drawn.turns.at(-1);
        // What the model said, the server may hold itself.
        const said = JSON.stringify(pruned);
        assert.ok(said.includes(JSON.stringify(last.answer?.text ?? "").slice(1, -1)), "the newest answer is another one");
        assert.ok(left.text.includes(JSON.stringify(last.user.text).slice(1, -1)), "the newest request is another one");
        assert.ok(pruned.length >= history.length - history.findLastIndex(isUsersWord), "a part of the newest turn is gone");
      },
      { runs: 63 },
    );
    assert.ok(seen.edited > 20 && seen.dropped > 20 && seen.standIns > 20, `the test says nothing: ${JSON.stringify(seen)}`);
  });
}

test("ai-sdk-ui: what an MCP server gave keeps the shape that its own conversion looks into", async () => {
  const result = {
    content: [{ type: "text", text: "row ".repeat(5_000) }],
    structuredContent: { rows: "row ".repeat(5_000) },
    isError: false,
  };
  const part = { type: "dynamic-tool", toolName: "query", toolCallId: "c", state: "output-available", input: {}, output: result };
  const messages = [
    { id: "u", role: "user", parts: [{ type: "text", text: "Ask." }] },
    { id: "m", role: "assistant", parts: [{ type: "step-start" }, part] },
  ];
  const pruned = emergencyPrune(messages, { format: "ai-sdk-ui", maxTokens: 500 });
  // As the SDK's own client of such servers does.
  const toModelOutput = ({ output }) => {
    assert.ok("content" in output && Array.isArray(output.content));
    return { type: "content", value: output.content };
  };
  const tools = { query: { type: "dynamic", inputSchema: {}, toModelOutput } };
  const sentOn = await convertToModelMessages(pruned, { tools });
  const [{ output }] = sentOn.at(-1).content;
  assert.equal(output.value.length, 1);
  assert.match(output.value[0].text, /^row [^\]]*\[… 4,\d+ tokens left out …\]/);
});
