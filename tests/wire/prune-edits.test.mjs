// Prunes of random histories in every format: what they leave is accepted by the providers' rules behind the real clients, a
// session that is opened anew shows the same, and once all is restored it is what it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { memory } from "../../pkg/dist/stores/memory.js";
import { rules } from "./rules/index.mjs";
import { thoughtsOf } from "./rules/openai-responses.mjs";
import { isWithoutThoughts, noteThoughts } from "./support/compare.mjs";
import { growing } from "./support/conversation.mjs";
import { missingFormat, open, validate } from "./support/epitome.mjs";
import { FORMATS, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

const NOTICE = "[Output pruned; it said much.]";
const OBJECT = JSON.stringify({ pruned: true, reason: 'the same files were "changed" later', paths: ["src/a.ts"] });
/** More than the messages have parts. */
const PARTS = Array.from({ length: 16 }, (_, at) => at);

/** Which messages are pruned, and whether images and files stay in their outputs. */
const batch = fc.record({ chosen: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), keepsMedia: fc.boolean() });
const story = fc.oneof(growing({ parts: 1, turns: 4 }), growing({ parts: 2 }));

/** All that can be replaced in these messages: of calls the arguments, which no notice can be. */
function editsOf(entries, { chosen, keepsMedia }) {
  const ids = new Set(chosen.map((at) => entries[at % entries.length].id));
  return [...ids].flatMap((entryId) => [
    ...PARTS.map((part) => ({ entryId, part, text: OBJECT })),
    ...PARTS.map((part) => ({ entryId, part, text: NOTICE, ...(keepsMedia && { keepsMedia }) })),
  ]);
}

/** A store keeps JSON: what the AI SDK takes besides has its text there. */
function stored(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof URL) return value.href;
  if (Array.isArray(value)) return value.map(stored);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, stored(item)]));
}

let count = 0;
/** Writes a prune as another writer would. */
async function prune(store, session, edits) {
  const entry = {
    type: "prune",
    id: `p${count++}`,
    parentId: session.leafId,
    timestamp: "2026-01-01T00:00:00.000Z",
    reason: "test",
    edits,
  };
  assert.ok((await store.append(session.id, session.head, [entry])).ok);
  await session.refresh();
}

const shown = (session) => {
  const { messages, tokens, entries } = session.context();
  return JSON.stringify({ messages, tokens, ids: entries.map(({ id }) => id) });
};

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  const skip = await missingFormat(format);

  test(`${format}: prune, go on, open anew, restore`, { skip }, async () => {
    const seen = { notices: 0, objects: 0, restored: 0, alike: 0 };
    await holds(
      fc.tuple(story, variant, fc.array(batch, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(), { maxLength: 8 })),
      async ([parts, chosen, batches, order]) => {
        const store = memory();
        const session = await open(format, { keepRecentTokens: 100, store });
        const request = { system: parts[0].system, thinking: parts[0].thinking, variant: chosen };
        const bound = new Map();
        const history = stored(build(parts[0], chosen));
        const entries = await session.append(history);
        const accepted = async (when) => {
          const { messages } = session.context();
          assert.deepEqual(validate(messages, { format }), [], when);
          const [now] = await sendAsContext(format, { messages, ...request });
          const [before] = await sendAsContext(format, { messages: history, ...request });
          const thoughts = now.api === "openai-responses" ? thoughtsOf(before.body) : undefined;
          assert.deepEqual(rules[now.api](now.body, { ...now.rules, bound, thoughts }), [], `${when}, ${now.via}`);
        };
        await noteThoughts(format, { context: session.context().messages, history, request, bound });
        const { messages: before } = session.context();
        const text = shown(session);

        for (const batch of batches) await prune(store, session, editsOf(entries, batch));
        await accepted("pruned");
        const now = JSON.stringify(session.context().messages);
        seen.notices += now.split(NOTICE).length - 1;
        seen.objects += now.split("were \\").length - 1;
        if (parts.length > 1) {
          const more = stored(build(parts[1], chosen));
          await session.append(more);
          history.push(...more);
          await noteThoughts(format, { context: session.context().messages, history, request, bound });
          await accepted("gone on");
        }
        const again = await open(format, { keepRecentTokens: 100, store });
        assert.equal(shown(again), shown(session), "opened anew");
        again.close();

        for (const at of order) {
          const { id } = entries[at % entries.length];
          const { status } = await session.restore(id);
          if (status === "restored") seen.restored++;
          await accepted("restored in part");
        }
        const rest = await session.restore();
        assert.equal((await session.restore()).status, "nothing");
        await accepted("restored");
        const after = session.context().messages;
        for (const [at, message] of before.entries()) assert.equal(after[at], message, "not the host's own object");
        for (const [at, message] of after.slice(before.length).entries()) {
          const original = history[before.length + at];
          // What the model thought of the notices cannot be sent behind the originals.
          assert.ok(message === original || isWithoutThoughts(message, original), "a message that nobody wrote");
        }
        if (parts.length === 1) {
          assert.equal(shown(session), text);
          assert.equal(rest.tokensAfter, JSON.parse(text).tokens);
          seen.alike++;
        }
        const last = await open(format, { keepRecentTokens: 100, store });
        assert.equal(shown(last), shown(session), "opened anew, restored");
        last.close();
        session.close();
      },
      { runs: 60 },
    );
    assert.ok(
      seen.notices > 20 && seen.objects > 20 && seen.restored > 10 && seen.alike > 5,
      `the test says nothing: ${JSON.stringify(seen)}`,
    );
  });
}
