// `validate` and the providers' rules say the same of damaged histories, and `repair` makes of them what is accepted.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rules } from "./rules/index.mjs";
import { conversation } from "./support/conversation.mjs";
import { damage, damaged } from "./support/damage.mjs";
import * as epitome from "./support/epitome.mjs";
import { asContext, FORMATS, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

const { missingFormat, validate, repair } = epitome;

/** The rules that a history breaks on the wire. A client that refuses it says so, too. */
async function brokenOnTheWire(format, messages, { system, thinking }, variant) {
  try {
    const [{ api, body, rules: options }] = await sendAsContext(format, { messages, system, thinking, variant });
    // Neighbours of one side are no fault of a history: Anthropic takes them for one message.
    return rules[api](body, api === "anthropic" ? { ...options, merging: true } : options).map(
      ({ id, path, text }) => `${id} ${path}: ${text}`,
    );
  } catch (error) {
    return [`${error.name}: ${error.message}`];
  }
}

/** Formats of frameworks: which provider they are for is not known, so who must begin is not either. */
const isNeutral = (format) => ["ai-sdk", "ai-sdk-ui", "langchain"].includes(format);

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
        if (messages.length === 0) return;
        const found = validate(asContext(format, messages, chosen), { format, request: true }).map(
          ({ rule, path, message }) => `${rule} ${path}: ${message}`,
        );
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
        // Where instructions may stand is another question: there are none here.
        const valid = build({ ...drawn, system: null }, chosen);
        const same = repair(valid, { format });
        assert.deepEqual(same.repairs, []);
        assert.equal(same.messages.length, valid.length);
        for (const [at, message] of same.messages.entries()) assert.equal(message, valid[at]);
        const messages = damaged(valid, how);
        const before = JSON.stringify(messages);
        const { messages: repaired, repairs } = repair(messages, { format });
        assert.equal(JSON.stringify(messages), before, "the given messages are left alone");
        const found = validate(messages, { format });
        // What has no word of the user is beyond repair.
        if (found.some(({ rule }) => rule === "C1")) return;
        assert.equal(repairs.length > 0, found.length > 0, JSON.stringify({ repairs, found }));
        assert.deepEqual(validate(repaired, { format }), []);
        const broken = await brokenOnTheWire(format, repaired, drawn, chosen);
        assert.deepEqual(isNeutral(format) ? broken.filter((text) => !/^(A1|G1|G3) /.test(text)) : broken, []);
      },
      { runs: 50 },
    );
  });
}
