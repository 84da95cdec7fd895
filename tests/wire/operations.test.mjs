// What the package gives back after each operation, in every format: valid, the same objects, and the same bytes on the wire.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertStandsFor, noteThoughts } from "./support/compare.mjs";
import { conversation, growing } from "./support/conversation.mjs";
import { compact, missingFormat, open, SUMMARY, settings } from "./support/epitome.mjs";
import { FORMATS, isUsersWord } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

const keepRecentTokens = fc.constantFrom(1, 60, 250, 800);
const requestOf = ({ system, thinking }, variant) => ({ system, thinking, variant });

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  const skip = await missingFormat(format);

  test(`${format}: append, compact, append, in several rounds`, { skip }, async () => {
    let compacted = 0;
    await holds(fc.tuple(growing(), variant, keepRecentTokens), async ([parts, chosen, keep]) => {
      const session = await open(format, { keepRecentTokens: keep });
      const request = requestOf(parts[0], chosen);
      const history = [];
      const stands = { history, request, bound: new Map() };
      for (const part of parts) {
        for (const message of build(part, chosen)) {
          await session.append(message);
          history.push(message);
        }
        await noteThoughts(format, { context: session.context().messages, ...stands });
        await assertStandsFor(format, { context: session.context().messages, ...stands });
        const outcome = await session.compact();
        if (outcome.status === "compacted") compacted++;
        await assertStandsFor(format, { context: session.context().messages, ...stands });
      }
      session.close();
    });
    assert.ok(compacted > 10, `only ${compacted} compactions: the test says nothing`);
  });

  test(`${format}: navigate, and go on from there`, { skip }, async () => {
    let moves = 0;
    await holds(fc.tuple(growing(), variant, keepRecentTokens, fc.nat()), async ([parts, chosen, keep, choice]) => {
      const session = await open(format, { keepRecentTokens: keep });
      const request = requestOf(parts[0], chosen);
      const bound = new Map();
      let path = [];
      const messages = () => path.map(({ message }) => message);
      for (const part of parts) {
        for (const message of build(part, chosen)) {
          const [entry] = await session.append(message);
          path.push({ entry, message });
        }
        await noteThoughts(format, { context: session.context().messages, history: messages(), request, bound });
        await session.compact();
        // The places between turns, where another branch can begin with a user's message.
        const first = messages().findIndex(isUsersWord);
        const starts = path.flatMap(({ message }, at) => (at > first && part !== parts.at(-1) && isUsersWord(message) ? [at] : []));
        if (starts.length > 0) {
          const at = starts[choice % starts.length];
          const { status } = await session.navigate(path[at - 1].entry.id, { edit: false });
          if (status === "navigated") moves++;
          path = path.slice(0, at);
        }
        await assertStandsFor(format, { context: session.context().messages, history: messages(), request, bound });
      }
      session.close();
    });
    assert.ok(moves > 5, `only ${moves} moves: the test says nothing`);
  });

  test(`${format}: compact without a session`, { skip }, async () => {
    let changed = 0;
    await holds(fc.tuple(conversation({ minTurns: 2, maxTurns: 6 }), variant, keepRecentTokens), async ([drawn, chosen, keep]) => {
      const history = build(drawn, chosen);
      const request = requestOf(drawn, chosen);
      const once = await compact(history, { format, contextWindow: 32_000, summarizer: () => SUMMARY, settings: settings(keep) });
      await assertStandsFor(format, { context: once.messages, history, request });
      if (once.status === "compacted") changed++;
    });
    assert.ok(changed > 10, `only ${changed} changes: the test says nothing`);
  });
}
