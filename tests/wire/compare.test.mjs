// What holds a context against its history, tried without Epitome: a compaction made by hand passes in every format, and its
// faults are noticed.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertSentAs } from "./support/compare.mjs";
import { conversation } from "./support/conversation.mjs";
import { SUMMARY } from "./support/epitome.mjs";
import { FORMATS, isUsersWord } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

/** Instructions, a summary, and the last turn: as a lens would have it. */
function compacted(format, history, variant) {
  const start = history.findLastIndex(isUsersWord);
  const first = history.findIndex(isUsersWord);
  const [asked, ...kept] = history.slice(start).map((message) => (bindsThinking(format, variant) ? withoutThoughts(message) : message));
  const head = format === "anthropic" ? [merged(asked)] : [FORMATS[format].ask(SUMMARY, "summary", variant), asked];
  return [...history.slice(0, first), ...head, ...kept];
}

/** Anthropic's two sides take turns: the summary leads the user's own words. */
function merged({ role, content }) {
  return {
    role,
    content: [{ type: "text", text: SUMMARY }, ...(typeof content === "string" ? [{ type: "text", text: content }] : content)],
  };
}

const bindsThinking = (format, { provider }) => format === "anthropic" || provider === "anthropic";
const THOUGHTS = ["thinking", "redacted_thinking", "reasoning"];

/** The same object, or a copy without its thoughts. */
function withoutThoughts(message) {
  const place = message.lc ? "kwargs" : message.data ? "data" : undefined;
  const inner = place ? message[place] : message;
  const key = ["content", "parts"].find((name) => Array.isArray(inner[name]));
  const kept = inner[key]?.filter(({ type }) => !THOUGHTS.includes(type));
  if (kept === undefined || kept.length === inner[key].length) return message;
  const changed = { ...inner, [key]: kept };
  return place ? { ...message, [place]: changed } : changed;
}

const drawing = (variant) => fc.tuple(conversation({ minTurns: 2, ends: ["answered", "asked"] }), variant);

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  test(`${format}: a compaction made by hand passes`, async () => {
    await holds(drawing(variant), async ([drawn, chosen]) => {
      const history = build(drawn, chosen);
      const request = { ...drawn, variant: chosen };
      await assertSentAs(format, { context: history, history, request });
      await assertSentAs(format, { context: compacted(format, history, chosen), history, request });
    });
  });

  test(`${format}: its faults are noticed`, async () => {
    await holds(
      drawing(variant),
      async ([drawn, chosen]) => {
        const history = build(drawn, chosen);
        const right = compacted(format, history, chosen);
        const start = history.findLastIndex(isUsersWord);
        const summary = right.findIndex((message) => JSON.stringify(message).includes("epitomized"));
        const faults = {
          "a summary twice": right.toSpliced(summary, 0, right[summary]),
          "the last message gone": right.slice(0, -1),
          "a message that nobody wrote": [...right.slice(0, -1), FORMATS[format].ask("Something else.", "x", chosen)],
          "two messages swapped": [...history.slice(start), ...history.slice(0, start)],
        };
        for (const [fault, context] of Object.entries(faults)) {
          await assert.rejects(assertSentAs(format, { context, history, request: { ...drawn, variant: chosen } }), fault);
        }
      },
      { runs: 5 },
    );
  });
}

const looping = conversation({ minTurns: 2, ends: ["loop"] }).filter(({ end }) => end === "loop");

for (const [format, chosen] of [
  ["openai-chat", {}],
  ["openai-responses", { store: false }],
  ["anthropic", {}],
  ["gemini", { ids: true }],
  ["ai-sdk", { provider: "anthropic", version: 7 }],
  ["langchain", { provider: "openai", form: "dict" }],
]) {
  test(`${format}: a cut between a call and its result is noticed`, async () => {
    await holds(
      looping,
      async (drawn) => {
        const history = FORMATS[format].build(drawn, chosen);
        const context = [FORMATS[format].ask(SUMMARY, "summary", chosen), history.at(-1)];
        await assert.rejects(assertSentAs(format, { context, history, request: { ...drawn, variant: chosen } }));
      },
      { runs: 5 },
    );
  });
}

for (const [format, chosen] of [
  ["anthropic", {}],
  ["ai-sdk", { provider: "anthropic", version: 6 }],
  ["ai-sdk-ui", { provider: "anthropic", version: 7 }],
  ["langchain", { provider: "anthropic", form: "json" }],
]) {
  test(`${format}: thinking that stays behind a history that has been changed is noticed`, async () => {
    const thinks = ({ thinking, turns }) => thinking && turns.at(-1).answer.thinking;
    await holds(
      conversation({ minTurns: 2, ends: ["answered"] }).filter(thinks),
      async (drawn) => {
        const history = FORMATS[format].build(drawn, chosen);
        const start = history.findLastIndex(isUsersWord);
        const context = [FORMATS[format].ask(SUMMARY, "summary", chosen), ...history.slice(start)];
        await assert.rejects(assertSentAs(format, { context, history, request: { ...drawn, variant: chosen } }), /A12/);
      },
      { runs: 5 },
    );
  });
}
