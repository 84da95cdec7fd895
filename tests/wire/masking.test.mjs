// What `maskObservations` and `pruneForModel` leave of random histories, in every format: accepted by the providers' rules behind
// the real clients, shorter where large outputs are left out, and the same again when done once more.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bindings } from "./rules/anthropic.mjs";
import { rules } from "./rules/index.mjs";
import { thoughtsOf } from "./rules/openai-responses.mjs";
import { conversation } from "./support/conversation.mjs";
import { estimateTokens, maskObservations, missingFormat, pruneForModel, validate } from "./support/epitome.mjs";
import { FORMATS, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

const how = fc.record({
  prunes: fc.boolean(),
  keep: fc.constantFrom(0, 1, 3, 8),
  maxBytes: fc.constantFrom(0, 60, 120),
  placeholder: fc.constantFrom("[masked]", "[output masked for compaction]"),
  media: fc.boolean(),
});

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  const skip = await missingFormat(format);

  test(`${format}: old outputs give their place`, { skip }, async () => {
    let edited = 0;
    await holds(
      fc.tuple(conversation({ minTurns: 1, maxTurns: 5 }), variant, how),
      async ([drawn, chosen, { prunes, keep, maxBytes, placeholder, media }]) => {
        const history = build(drawn, chosen);
        const request = { system: drawn.system, thinking: drawn.thinking, variant: chosen };
        const copy = JSON.stringify(history);
        const mask = (messages) =>
          prunes
            ? pruneForModel(messages, { format, preserveRecentMessages: keep, maxBytes, media })
            : maskObservations(messages, { format, preserveRecentOutputs: keep, placeholder, media });
        const left = mask(history);
        assert.equal(JSON.stringify(history), copy, "the given messages were changed");
        assert.deepEqual(validate(left, { format }), []);
        assert.equal(mask(left), left, "once more changes nothing");
        if (left === history) return;
        edited++;
        if (prunes) assert.ok(estimateTokens(left, { format }) < estimateTokens(history, { format }));
        const [before] = await sendAsContext(format, { messages: history, ...request });
        const [after] = await sendAsContext(format, { messages: left, ...request });
        const known = {
          bound: before.api === "anthropic" ? bindings(before.body) : new Map(),
          thoughts: before.api === "openai-responses" ? thoughtsOf(before.body) : undefined,
        };
        assert.deepEqual(rules[after.api](after.body, { ...after.rules, ...known }), [], `after, ${after.via}`);
      },
      { runs: 40 },
    );
    assert.ok(edited > 8, `the test says nothing: ${edited}`);
  });
}
