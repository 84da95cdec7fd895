/**
 * What must be true of a context that stands for a history: it is accepted by the package's own `validate` and by the providers'
 * rules behind the real clients, and what was kept is the same, as objects and as bytes on the wire.
 */

import assert from "node:assert/strict";
import { bindings, loopStart } from "../rules/anthropic.mjs";
import { rules } from "../rules/index.mjs";
import { thoughtsOf } from "../rules/openai-responses.mjs";
import { MARK, validate } from "./epitome.mjs";
import { sendAsContext } from "./formats.mjs";

/**
 * `request` is `{ system, thinking, variant }`; `history` the messages as they were appended, `context` those that came back.
 * `bound` are the thoughts that `noteThoughts` has seen: without it, all were written behind the history as it is.
 */
export async function assertStandsFor(format, { context, ...rest }) {
  assert.deepEqual(validate(context, { format }), [], "validate");
  await assertSentAs(format, { context, ...rest });
}

/** The same without the package's own word on it. */
export async function assertSentAs(format, { context, history, request, bound }) {
  assertSameObjects(context, history);
  const [now] = await sendAsContext(format, { messages: context, ...request });
  const [before] = await sendAsContext(format, { messages: history, ...request });
  assert.deepEqual(rules[before.api](before.body, before.rules), [], `before, ${before.via}`);
  const known = { bound: bound ?? boundIn(before), thoughts: before.api === "openai-responses" ? thoughtsOf(before.body) : undefined };
  assert.deepEqual(rules[now.api](now.body, { ...now.rules, ...known }), [], `after, ${now.via}`);
  assertSameBytes(now, before);
}

const boundIn = ({ api, body }) => (api === "anthropic" ? bindings(body) : new Map());

/**
 * Notes the thoughts that have been appended since the last time: a model writes them behind the context that it was given. They
 * must be in the context, and so must all that was noted be in the history.
 */
export async function noteThoughts(format, { context, history, request, bound }) {
  const [now] = await sendAsContext(format, { messages: context, ...request });
  const [before] = await sendAsContext(format, { messages: history, ...request });
  for (const [mark, prefix] of boundIn(now)) if (!bound.has(mark)) bound.set(mark, prefix);
  for (const mark of boundIn(before).keys()) assert.ok(bound.has(mark), `a thought that is gone before anything changed: ${mark}`);
}

/** What is no object of the history is the summary, alone or at the head of a message, or has lost what its provider bound. */
export function assertSameObjects(context, history) {
  const places = new Map(history.map((message, at) => [message, at]));
  let last = -1;
  let summaries = 0;
  for (const message of context) {
    const place = places.get(message);
    if (place === undefined) {
      if (JSON.stringify(message).includes(MARK)) summaries++;
      else
        assert.ok(
          history.some((original) => isWithoutThoughts(message, original)),
          `a message that nobody wrote: ${JSON.stringify(message)}`,
        );
      continue;
    }
    assert.ok(place > last, "messages in another order");
    last = place;
  }
  assert.ok(summaries <= 1, `${summaries} summaries`);
  const [end, wanted] = [context.at(-1), history.at(-1)];
  const ends = end === wanted || isWithoutThoughts(end, wanted) || carries(end, wanted);
  assert.ok(ends, `the newest message is gone: ${JSON.stringify(wanted)}`);
}

/** Whether a message with the summary has all that another one says, too. */
function carries(message, original) {
  const all = JSON.stringify(message);
  return all.includes(MARK) && textsOf(original).every((text) => all.includes(JSON.stringify(text).slice(1, -1)));
}

/** What a message says, whichever format it has. */
function textsOf(value, key) {
  if (typeof value === "string") return key === "text" || key === "content" ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsOf(item, name));
}

const isThought = ({ type, role }) => role === undefined && ["thinking", "redacted_thinking", "reasoning"].includes(type);

/** Whether the first is the second without its thoughts. */
export function isWithoutThoughts(message, original) {
  const strip = (value) => {
    if (Array.isArray(value)) return value.filter((item) => !(typeof item === "object" && item !== null && isThought(item))).map(strip);
    if (Object.prototype.toString.call(value) !== "[object Object]") return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strip(item)]));
  };
  return JSON.stringify(message) === JSON.stringify(strip(original));
}

/**
 * On the wire, a context is the head of the history, at most one message that has the summary, the words of the user that are
 * kept for good, and the history's tail, each to the byte. Thoughts that were bound to what has been folded away may be gone,
 * but none of an open tool loop.
 */
function assertSameBytes(now, before) {
  if (now.text === before.text) return;
  assert.ok(now.text.includes(MARK), "the request is another one, and nothing has been compacted");
  const [left, right] = [now, before].map((request) => plainItems(request));
  let head = 0;
  while (head < left.length && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < left.length - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  for (const item of right) if (isBarrier(JSON.parse(item))) assert.ok(left.includes(item), "a compaction of the provider's is gone");
  const between = left.slice(head, left.length - tail);
  const summaries = between.filter((item) => item.includes(MARK));
  assert.ok(summaries.length <= 1, `${summaries.length} messages with a summary`);
  let from = head;
  for (const [at, item] of between.entries()) {
    if (summaries.includes(item)) continue;
    from = right.indexOf(item, from) + 1;
    assert.ok(from > 0, `neither head nor tail of what was: ${item.slice(0, 2_000)}`);
    // The user may speak behind results: these come with the message that called.
    const isKept = [item, between[at + 1] ?? "{}"].some((each) => JSON.parse(each).role === "user");
    assert.ok(isKept, `not the user's, and not in a row with what was kept: ${item.slice(0, 2_000)}`);
  }
}

/** What stands for a history that only the provider can still read. */
const isBarrier = ({ type }) => type === "compaction";

function plainItems({ api, body }) {
  const items = body.messages ?? body.input ?? body.contents;
  if (!LOOPS[api]) return items.map((item) => JSON.stringify(item));
  const loop = LOOPS[api](items);
  return items.map((item, at) => JSON.stringify(loop < 0 || at < loop ? withoutThinking(item) : item));
}

/** Where thoughts are bound to what stands before them: where the tool loop at the end begins, or -1. */
const LOOPS = {
  anthropic: loopStart,
  pi: (messages) => (messages.at(-1).role === "toolResult" ? messages.findLastIndex(({ role }) => role === "user") : -1),
};

const withoutThinking = ({ content, ...rest }) => ({
  ...rest,
  content: typeof content === "string" ? content : content.filter((block) => !isThought(block)),
});
