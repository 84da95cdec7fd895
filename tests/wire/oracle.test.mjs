// The generator and the checkers, with no Epitome between them: what is valid in each format goes through the real clients and
// arrives valid.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mapChatMessagesToStoredMessages } from "@langchain/core/messages";
import fc from "fast-check";
import { rules } from "./rules/index.mjs";
import { opaque } from "./support/build/common.mjs";
import { conversation } from "./support/conversation.mjs";
import { FORMATS, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";
import { revived } from "./support/send/langchain.mjs";

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  test(`${format}: what the generator writes is accepted`, async () => {
    await holds(fc.tuple(conversation(), variant), async ([drawn, chosen]) => {
      const messages = build(drawn, chosen);
      const { system, thinking } = drawn;
      for (const request of await sendAsContext(format, { messages, system, thinking, variant: chosen })) {
        assert.deepEqual(rules[request.api](request.body, request.rules), [], request.via);
      }
    });
  });
}

test("langchain: both forms are what its own readers and writers make of them", async () => {
  const { build, variant } = FORMATS.langchain;
  await holds(fc.tuple(conversation(), variant), async ([drawn, chosen]) => {
    const messages = build(drawn, chosen);
    const objects = await revived(messages, chosen.form);
    const again = chosen.form === "dict" ? mapChatMessagesToStoredMessages(objects) : JSON.parse(JSON.stringify(objects));
    assert.deepEqual(again, messages);
  });
});

test("what a conversation holds arrives: every signature, and every call with its arguments", async () => {
  await holds(conversation({ ends: ["loop"] }), async (drawn) => {
    const { system, thinking, turns } = drawn;
    const marks = thinking ? turns.flatMap(({ steps }) => steps.flatMap((step) => (step.thinking ? [step.key] : []))) : [];
    const ids = turns.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls.map(({ key }) => key)));
    for (const [format, chosen, sign, callId] of [
      ["anthropic", {}, "signature", "toolu_"],
      ["openai-responses", { store: false }, "reasoning", "call_"],
      ["ai-sdk", { provider: "anthropic", version: 7 }, "signature", "call_"],
      ["ai-sdk", { provider: "openai", version: 6, store: false }, "reasoning", "call_"],
      ["ai-sdk-ui", { provider: "anthropic", version: 6 }, "signature", "call_"],
      ["langchain", { provider: "anthropic", form: "json" }, "signature", "call_"],
    ]) {
      const messages = FORMATS[format].build(drawn, chosen);
      const [{ text, via }] = await sendAsContext(format, { messages, system, thinking, variant: chosen });
      for (const key of marks) {
        assert.ok(text.includes(opaque(sign, key)) || text.includes(opaque("redacted", key)), `${via}: the thought ${key} is missing`);
      }
      for (const id of ids) assert.ok(text.includes(`"${callId}${id}"`), `${via}: the call ${id} is missing`);
    }
  });
});

test("the generator draws what it should: every kind of thing in a hundred conversations", () => {
  const drawn = fc.sample(conversation({ minTurns: 3 }), { seed: 1, numRuns: 100 });
  const steps = drawn.flatMap(({ turns }) => turns.flatMap((turn) => turn.steps));
  const calls = steps.flatMap((step) => step.calls);
  const seen = {
    ends: new Set(drawn.map(({ end }) => end)),
    parallel: new Set(steps.map((step) => step.calls.length)),
    results: new Set(calls.map(({ result }) => result.kind)),
    approvals: new Set(calls.map(({ approval }) => approval)),
    servers: new Set(steps.map(({ server }) => server?.kind)),
    redacted: new Set(steps.map(({ thinking }) => thinking?.redacted)),
    media: new Set(drawn.flatMap(({ turns }) => turns.flatMap(({ user }) => user.media.map(({ kind, carrier }) => `${kind} ${carrier}`)))),
  };
  const sizes = Object.fromEntries(Object.entries(seen).map(([key, set]) => [key, set.size]));
  assert.deepEqual(sizes, { ends: 3, parallel: 5, results: 6, approvals: 3, servers: 3, redacted: 3, media: 6 });
});
