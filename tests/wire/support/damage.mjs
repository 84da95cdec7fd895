/** What happens to stored histories: messages get lost, come twice, or in another order; a call or a result alone gets lost. */

import fc from "fast-check";

const KINDS = ["drop", "double", "swap", "cut the end", "cut the start", "lose a part"];

/** How a history is damaged: by place, as a share of its length. */
export const damage = fc.record({
  kind: fc.constantFrom(...KINDS),
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  part: fc.nat(5),
});

/** Another list, of the same messages but for a part that one has lost. */
export function damaged(messages, { kind, place, part }) {
  const at = Math.floor(messages.length * place);
  if (kind === "drop") return messages.toSpliced(at, 1);
  if (kind === "double") return messages.toSpliced(at, 0, messages[at]);
  if (kind === "cut the end") return messages.slice(0, at + 1);
  if (kind === "cut the start") return messages.slice(at);
  if (kind === "lose a part") return messages.with(at, withoutPart(messages[at], part));
  const next = (at + 1) % messages.length;
  return messages.with(at, messages[next]).with(next, messages[at]);
}

function withoutPart(message, part) {
  const key = ["tool_calls", "content", "parts"].find((name) => Array.isArray(message[name]) && message[name].length > 0);
  if (!key) return message;
  return { ...message, [key]: message[key].toSpliced(part % message[key].length, 1) };
}
