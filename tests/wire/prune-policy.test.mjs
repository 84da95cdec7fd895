// What a prune leaves of random histories, in every format: accepted by the providers' rules behind the real clients, smaller,
// and undone without a trace.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { prune, pruneArguments } from "../../pkg/dist/core.entry.js";
import { bindings } from "./rules/anthropic.mjs";
import { rules } from "./rules/index.mjs";
import { thoughtsOf } from "./rules/openai-responses.mjs";
import { conversation } from "./support/conversation.mjs";
import { missingFormat, open, validate } from "./support/epitome.mjs";
import { FORMATS, sendAsContext } from "./support/formats.mjs";
import { holds } from "./support/seed.mjs";

/** Everything goes, whatever its age and tool, but for the newest turns. */
const policy = (turns, images) => ({
  protectTokens: 0,
  minimumSavings: 0,
  protectRecentTurns: turns,
  singleTurn: turns === 0,
  protectedTools: [],
  images,
});

/** Appends an entry as another writer does. */
async function write(store, session, fields) {
  const entry = { id: `p${session.head}`, parentId: session.leafId, timestamp: "2026-01-01T00:00:00.000Z", ...fields };
  assert.ok(store.append("wire", session.head, [entry]).ok);
  await session.refresh();
}

/** The rules that the messages break on the wire. */
async function broken(format, messages, request, known) {
  const [{ api, body, rules: options }] = await sendAsContext(format, { messages, ...request });
  return rules[api](body, { ...options, ...known }).map(({ id, path, text }) => `${id} ${path}: ${text}`);
}

/** What is known of the thoughts of a history on the wire: which are bound to what came before them. */
async function thoughts(format, messages, request) {
  const [{ api, body }] = await sendAsContext(format, { messages, ...request });
  return {
    bound: api === "anthropic" ? bindings(body) : new Map(),
    thoughts: api === "openai-responses" ? thoughtsOf(body) : undefined,
  };
}

/** A store that keeps what it is given as it is: bytes and addresses too, which JSON does not have. */
function list() {
  const entries = [];
  return {
    entries,
    read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
    append: (_, head, added) =>
      head === entries.length ? { ok: true, head: entries.push(...added) } : { ok: false, head: entries.length },
  };
}

/** Commands become writes of a long text to few files, so that later ones supersede earlier ones. */
const writing = (drawn) => ({
  ...drawn,
  turns: drawn.turns.map((turn) => ({
    ...turn,
    steps: turn.steps.map((step) => ({
      ...step,
      calls: step.calls.map((call) =>
        call.name === "run_command" ? { ...call, name: "write", args: { ...call.args, content: "line of a file\n".repeat(30) } } : call,
      ),
    })),
  })),
});

for (const [format, { build, variant }] of Object.entries(FORMATS)) {
  const skip = await missingFormat(format);

  test(`${format}: pruned, opened anew, restored`, { skip }, async () => {
    const seen = { edits: 0, arguments: 0, sessions: 0, partial: 0 };
    const drawing = fc.tuple(conversation({ minTurns: 1, maxTurns: 5 }).map(writing), variant, fc.constantFrom(0, 0, 1, 2), fc.boolean());
    await holds(
      drawing,
      async ([drawn, chosen, turns, images]) => {
        const history = build(drawn, chosen);
        const copy = JSON.stringify(history);
        const request = { system: drawn.system, thinking: drawn.thinking, variant: chosen };
        const store = list();
        const session = await open(format, { keepRecentTokens: 1_000, store });
        await session.append(history);
        const plan = () => [prune, pruneArguments].flatMap((find) => find(store.entries, policy(turns, images), { format }).edits);
        const before = session.check().tokens;
        const planned = plan();
        const edits = planned.map(({ entryId, part, notice, complete }) => ({
          ...{ entryId, part, text: notice },
          ...(!complete && !images && { keepsMedia: true }),
        }));
        seen.arguments += planned.filter(({ notice }) => notice.startsWith("{")).length;
        seen.edits += edits.length;
        seen.partial += edits.filter(({ keepsMedia }) => keepsMedia).length;
        if (edits.length > 0) seen.sessions++;
        await write(store, session, { type: "prune", reason: "test", edits });

        const { messages } = session.context();
        assert.equal(JSON.stringify(history), copy, "the given messages were changed");
        assert.equal(messages.length, history.length);
        const edited = new Set(edits.map(({ entryId }) => entryId));
        // Thoughts that are bound to what was pruned are left out; all else that was not pruned is the same object.
        for (const [at, message] of messages.entries())
          assert.ok(drawn.thinking || edited.has(store.entries[at].id) || message === history[at], `message ${at}`);
        assert.deepEqual(validate(messages, { format }), []);
        assert.deepEqual(await broken(format, messages, request, await thoughts(format, history, request)), []);
        const after = session.check().tokens;
        assert.ok(edits.length === 0 ? after === before : after < before, `${before} → ${after}`);
        assert.deepEqual(plan(), [], "once more is nothing");

        const again = await open(format, { keepRecentTokens: 1_000, store });
        assert.equal(JSON.stringify(again.context().messages), JSON.stringify(messages), "opened anew");
        again.close();

        await write(store, session, {
          type: "prune",
          reason: "restore",
          edits: [...edited].map((entryId) => ({ entryId, restore: true })),
        });
        for (const [at, message] of session.context().messages.entries()) assert.equal(message, history[at], `message ${at}, restored`);
        assert.equal(session.check().tokens, before);
        session.close();
      },
      { runs: 50 },
    );
    assert.ok(seen.edits > 30 && seen.arguments > 5 && seen.sessions > 10, `the test says nothing: ${JSON.stringify(seen)}`);
  });
}
