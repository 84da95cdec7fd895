// Shapes that are sent by nobody today, or only under a setting.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rules } from "./rules/index.mjs";
import { buildOld } from "./support/build/ai-sdk-ui.mjs";
import { assertSameObjects } from "./support/compare.mjs";
import { conversation } from "./support/conversation.mjs";
import { compact, MARK, missingFormat, missingSetting, open, SUMMARY, settings, validate } from "./support/epitome.mjs";
import { FORMATS, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

const noUi = await missingFormat("ai-sdk-ui");

for (const withParts of [true, false]) {
  test(`ai-sdk-ui: messages of version 4, ${withParts ? "with" : "without"} parts`, { skip: noUi }, async () => {
    let compacted = 0;
    await holds(conversation({ minTurns: 3 }), async (drawn) => {
      const history = buildOld(drawn, { withParts });
      const session = await open("ai-sdk-ui", { keepRecentTokens: 60 });
      for (const message of history) await session.append(message);
      assert.deepEqual(session.context().messages, history);
      if ((await session.compact()).status === "compacted") compacted++;
      const { messages } = session.context();
      assert.deepEqual(validate(messages, { format: "ai-sdk-ui" }), []);
      assertSameObjects(messages, history);
      session.close();
    });
    assert.ok(compacted > 5, `only ${compacted} compactions: the test says nothing`);
  });
}

test("ai-sdk-ui: a chat page posts our summary back, and it is carried on as such", { skip: noUi }, async () => {
  const variant = { provider: "openai", version: 7, store: false };
  let compacted = 0;
  await holds(conversation({ minTurns: 4, maxTurns: 6, ends: ["answered"] }), async (drawn) => {
    const options = { format: "ai-sdk-ui", contextWindow: 32_000, summarizer: () => SUMMARY, settings: settings(60) };
    const first = await compact(FORMATS["ai-sdk-ui"].build(drawn, variant), options);
    if (first.status !== "compacted") return;
    compacted++;
    const posted = JSON.parse(JSON.stringify(first.messages));
    const grown = [
      ...posted,
      ...FORMATS["ai-sdk-ui"].build({ ...drawn, system: null }, variant).map((message) => ({ ...message, id: `${message.id}-2` })),
    ];
    const second = await compact(grown, options);
    const summaries = second.messages.filter((message) => JSON.stringify(message).includes(MARK));
    assert.equal(summaries.length, 1);
    assert.equal(JSON.stringify(summaries).split("<summary>").length, 2, "one summary in it");
  });
  assert.ok(compacted > 5, `only ${compacted} compactions: the test says nothing`);
});

const alternating = { compaction: { strictAlternation: true } };
test("openai-chat: strict alternation survives a compaction", { skip: await missingSetting(alternating) }, async () => {
  let compacted = 0;
  await holds(conversation({ minTurns: 3, ends: ["answered", "asked"] }), async (drawn) => {
    // A step without calls would be a second message of the model in a row.
    const turns = drawn.turns.map((turn) => ({ ...turn, steps: turn.steps.filter(({ calls }) => calls.length > 0) }));
    const request = { messages: FORMATS["openai-chat"].build({ ...drawn, turns }, {}), variant: {} };
    const [before] = await sendAsContext("openai-chat", request);
    assert.deepEqual(rules["openai-chat"](before.body, { alternation: true }), []);
    const session = await open("openai-chat", { keepRecentTokens: 60, compaction: alternating.compaction });
    await session.append(request.messages);
    if ((await session.compact()).status === "compacted") compacted++;
    const [after] = await sendAsContext("openai-chat", { messages: session.context().messages, variant: {} });
    assert.deepEqual(rules["openai-chat"](after.body, { alternation: true }), []);
    session.close();
  });
  assert.ok(compacted > 5, `only ${compacted} compactions: the test says nothing`);
});
