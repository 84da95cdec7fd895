/** What several builders need. */

import { base64, PDF, PNG } from "../conversation.mjs";

/** An opaque value of a provider's, different for each `key`, that says nothing and may not be changed. */
export const opaque = (kind, key) => Buffer.from(`${kind}:${key}:${"x".repeat(12)}+/=`).toString("base64");

export const IMAGE = { mime: "image/png", bytes: PNG, base64: base64(PNG), url: "https://example.com/picture.png" };
export const FILE = { mime: "application/pdf", bytes: PDF, base64: base64(PDF), url: "https://example.com/paper.pdf", name: "paper.pdf" };
export const dataUrl = ({ mime, base64 }) => `data:${mime};base64,${base64}`;
export const mediaOf = ({ kind }) => (kind === "image" ? IMAGE : FILE);

/** The text of a result, for formats that have nothing else. */
export function resultText({ kind, text, value }) {
  if (kind === "json") return JSON.stringify(value);
  return text;
}

export const failed = ({ kind }) => kind === "error" || kind === "denied";

/**
 * The steps of a turn as messages of the model: a step without calls is no message of its own for formats in which two
 * messages of the model may not follow each other, so it leads the next one. Each is a list of steps, the last of which calls,
 * or which is the answer.
 */
export function joined(turn) {
  const rounds = [];
  let open = [];
  for (const step of turn.steps) {
    open.push(step);
    if (step.calls.length > 0) {
      rounds.push(open);
      open = [];
    }
  }
  if (turn.answer) rounds.push([...open, { ...turn.answer, calls: [] }]);
  return rounds;
}
