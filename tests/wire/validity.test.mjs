// `validate` and the providers' rules say the same of damaged histories, and `repair` makes of them what is accepted.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rules } from "./rules/index.mjs";
import { conversation } from "./support/conversation.mjs";
import { damage, damaged } from "./support/damage.mjs";
import * as epitome from "./support/epitome.mjs";
import { FORMATS, isUsersWord, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

const { missingFormat, validate, repair } = epitome;

/** The rules that a history breaks on the wire. A client that refuses it says so, too. */
async function brokenOnTheWire(format, messages, { system, thinking }, variant, { mended = false } = {}) {
  if (messages.length === 0) return ["empty"];
  try {
    const [{ api, body, rules: options }] = await sendAsContext(format, { messages, system, thinking, variant });
    // Neighbours of one side are no fault of a history: Anthropic takes them for one message.
    const found = rules[api](body, { ...options, ...(api === "anthropic" && { merging: true }), ...(api === "gemini" && { mended }) });
    return found.map(({ id, path, text }) => `${id} ${path}: ${text}`);
  } catch (error) {
    return [`${error.name}: ${error.message}`];
  }
}

/** What one damage does to one history. */
const drawing = (variant) => fc.tuple(conversation({ maxTurns: 3 }), variant, damage);

// Native histories go over the wire as they are: there the two must agree.
for (const format of ["openai-chat", "openai-responses", "anthropic", "gemini"]) {
  const skip = await missingFormat(format);
  const { build, variant } = FORMATS[format];

  test(`${format}: validate finds what the provider's rules find, and nothing else`, { skip }, async () => {
    const seen = { valid: 0, broken: 0 };
    await holds(
      drawing(variant),
      async ([drawn, chosen, how]) => {
        const messages = damaged(build(drawn, chosen), how);
        // The word that a context may need at its end would hide that there was none.
        if (!messages.some(isUsersWord)) return;
        const found = validate(messages, { format }).map(({ rule, path, message }) => `${rule} ${path}: ${message}`);
        const broken = await brokenOnTheWire(format, messages, drawn, chosen);
        assert.equal(
          found.length > 0,
          broken.length > 0,
          `validate: ${found.join("; ") || "valid"}\nwire: ${broken.join("; ") || "valid"}`,
        );
        seen[broken.length > 0 ? "broken" : "valid"]++;
      },
      { runs: 400 },
    );
    assert.ok(seen.valid > 10 && seen.broken > 10, JSON.stringify(seen));
  });
}

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  const skip = (await missingFormat(format)) || (repair ? false : "the package has no `repair` yet");

  test(`${format}: repair makes a damaged history acceptable, and leaves a valid one alone`, { skip }, async () => {
    await holds(
      drawing(variant),
      async ([drawn, chosen, how]) => {
        const valid = build(drawn, chosen);
        const { messages: same } = repair(valid, { format });
        assert.equal(same.length, valid.length);
        for (const [at, message] of same.entries()) assert.equal(message, valid[at]);
        const messages = damaged(valid, how);
        const before = JSON.stringify(messages);
        const { messages: repaired } = repair(messages, { format });
        assert.equal(JSON.stringify(messages), before, "the given messages are left alone");
        // What has no word of the user is beyond repair.
        if (validate(messages, { format }).some(({ rule }) => rule === "C1")) return;
        assert.deepEqual(validate(repaired, { format }), []);
        assert.deepEqual(await brokenOnTheWire(format, repaired, drawn, chosen, { mended: true }), []);
      },
      { runs: 50 },
    );
  });
}
