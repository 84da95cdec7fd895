/**
 * Random conversations, in no provider's shape: what was said and done, and in which order. The builders in `build/` write
 * them down in each format.
 *
 *   { system, thinking, sameIds, end: "answered" | "asked" | "loop", turns: [{ key, user: { text, media }, steps, answer }] }
 *   step   { key, thinking, text, server, opaque, calls: [{ id, name, args, result, approval }] }
 *   answer { key, thinking, text, server }, or null where the turn is not answered yet
 */

import fc from "fast-check";

const WORDS = [
  ..."the file reads well and its parser is slow while every test of the lexer fails on an empty line".split(" "),
  "src/parse.ts",
  "naïve",
  "Grüße,",
  "наконец",
  "漢字と仮名",
  "这个函数",
  "한국어",
  "مرحبا",
  "🙂",
  "👩‍👩‍👧‍👦",
  "e\u0301",
  '"quoted\\path"',
  "<tag>&amp;",
  "a/b~c",
  "{}[]",
  "line\nbreak",
];
const text = (minLength, maxLength) =>
  fc.array(fc.constantFrom(...WORDS), { minLength, maxLength, size: "max" }).map((words) => words.join(" "));

/** A picture and a document that are small, but what they say they are: clients look at the first bytes. */
export const PNG = new Uint8Array(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
);
export const PDF = new Uint8Array(Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"));
export const base64 = (bytes) => Buffer.from(bytes).toString("base64");

const media = fc.record({ kind: fc.constantFrom("image", "image", "file"), carrier: fc.constantFrom("base64", "url", "bytes") });

const args = fc.record(
  {
    path: fc.constantFrom("src/a.ts", "docs/日本.md", "a/b~c", ""),
    depth: fc.integer({ min: -5, max: 9 }),
    ratio: fc.constantFrom(0, 0.5, 1e21, -1.25e-7),
    nested: fc.array(fc.constantFrom(null, true, "x"), { maxLength: 3 }).map((list) => ({ list })),
    text: text(0, 8),
  },
  { requiredKeys: ["path"], noNullPrototype: true },
);

const result = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("text"), text: text(1, 60) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("json"), value: fc.tuple(fc.boolean(), text(0, 12)).map(([ok, note]) => ({ ok, note })) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("error"), text: text(1, 12) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("image"), text: text(1, 6) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "empty", text: "" }) },
);

const call = fc.record({
  name: fc.constantFrom("read", "grep", "run_command"),
  args,
  result,
  approval: fc.constantFrom(null, null, null, null, "granted", "denied"),
});

const server = fc.option(
  fc.record({ kind: fc.constantFrom("search", "mcp"), query: text(1, 5), failed: fc.boolean(), asked: fc.boolean() }),
  {
    freq: 7,
    nil: null,
  },
);

const thought = fc.record({ text: text(1, 20), redacted: fc.constantFrom(false, false, false, true) });

const step = fc.record({
  thinking: fc.option(thought, { nil: null }),
  text: fc.oneof(fc.constant(""), text(1, 20)),
  server,
  opaque: fc.constantFrom(false, false, false, false, true),
  calls: fc.array(call, { maxLength: 4, size: "max" }),
});

const turn = fc.record({
  user: fc.record({ text: text(1, 60), media: fc.array(media, { maxLength: 2 }) }),
  steps: fc.array(step, { maxLength: 4, size: "max" }),
  answer: fc.record({ thinking: fc.option(thought, { nil: null }), text: text(1, 40), server }),
});

/** Gives every call, thought and turn its name, and makes the end what it should be. */
function settled({ turns, end, ...rest }, first = 0) {
  const told = turns.map((turn, at) => named(turn, first + at, rest));
  const last = told.at(-1);
  if (end !== "answered") last.answer = null;
  if (end === "asked") last.steps = [];
  if (end === "loop") {
    // The loop ends with results; under thinking all of its steps begin with a thought.
    while (last.steps.length > 0 && last.steps.at(-1).calls.length === 0) last.steps.pop();
    if (last.steps.length === 0) return { ...rest, end: "asked", turns: told };
    if (rest.thinking) for (const step of last.steps) step.thinking ??= { text: "Next.", redacted: false, key: step.key };
  }
  return { ...rest, end, turns: told };
}

function named(turn, at, { thinking, sameIds }) {
  const thought = (value, key) => (thinking && value ? { ...value, key } : null);
  const steps = turn.steps.map((step, place) => {
    const key = `${at}-${place}`;
    const calls = step.calls.map((call, index) => {
      const id = sameIds ? `${place}-${index}` : `${key}-${index}`;
      // Of a call that was denied there is only that.
      return {
        ...call,
        id,
        key: `${key}-${index}`,
        result: call.approval === "denied" ? { kind: "denied", text: "Not now." } : call.result,
      };
    });
    return { ...step, key, calls, thinking: thought(step.thinking, key), server: step.server && { ...step.server, id: key } };
  });
  // A step without calls says something, or it would be nothing.
  for (const step of steps) if (step.calls.length === 0 && step.text === "") step.text = "Let me see.";
  const key = `${at}-end`;
  const { answer } = turn;
  return {
    ...turn,
    key: String(at),
    steps,
    answer: { ...answer, key, thinking: thought(answer.thinking, key), server: answer.server && { ...answer.server, id: key } },
  };
}

const shape = ({ minTurns = 1, maxTurns = 5, ends = ["answered", "asked", "loop"] }) => ({
  system: fc.option(text(1, 12), { nil: null }),
  thinking: fc.boolean(),
  sameIds: fc.constantFrom(false, false, true),
  end: fc.constantFrom(...ends),
  turns: fc.array(turn, { minLength: minTurns, maxLength: maxTurns, size: "max" }),
});

/** A conversation. */
export const conversation = (limits = {}) => fc.record(shape(limits)).map((drawn) => settled(drawn));

/**
 * One conversation in several parts, each ending with an answer save the last: for what happens while it grows. All have the
 * same settings, and no two the same turn.
 */
export const growing = ({ parts = 3, turns = 3, ...limits } = {}) =>
  fc
    .tuple(
      fc.record(shape({ ...limits, minTurns: 1, maxTurns: 1 })),
      fc.array(fc.array(turn, { minLength: 1, maxLength: turns, size: "max" }), { minLength: parts, maxLength: parts, size: "max" }),
    )
    .map(([whole, drawn]) => {
      let first = 0;
      return drawn.map((turns, at) => {
        const part = settled(
          { ...whole, turns, system: at === 0 ? whole.system : null, end: at === drawn.length - 1 ? whole.end : "answered" },
          first,
        );
        first += turns.length;
        return part;
      });
    });
