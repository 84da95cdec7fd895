// What was pruned comes back: for one message or for all, by one more entry of the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { calls, filler, open as openSmall, output, SUMMARY, says, user } from "./support/talk.mjs";

const open = (store, options) =>
  openSession({
    id: "s",
    format: "openai-chat",
    store,
    model: { contextWindow: 100_000 },
    settings: { retry: { maxRetries: 0 }, compaction: { keepRecentTokens: 300 } },
    summarizer: () => SUMMARY,
    ...options,
  });

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
  assert.ok((await store.append("s", session.head, [entry])).ok);
  await session.refresh();
}

const shown = (session) => {
  const { messages, tokens } = session.context();
  return JSON.stringify({ messages, tokens });
};

/** Three outputs, the first two of which are pruned, and a reply that was dropped. */
async function pruned() {
  const store = memory();
  const session = await open(store);
  const messages = [
    user("go"),
    calls("a", "b", "c"),
    ...["a", "b", "c"].map((id) => output(id, filler(1_000, id))),
    says("done"),
    user("again"),
    says("failed"),
  ];
  const entries = await session.append(messages);
  const before = { ...session.context(), shown: shown(session) };
  await prune(store, session, [
    { entryId: entries[2].id, part: 0, text: "[a]" },
    { entryId: entries[3].id, part: 0, text: "[b]" },
    { entryId: entries[1].id, part: 1, text: '{"pruned":true}' },
    { entryId: entries[7].id, drop: true },
  ]);
  return { store, session, messages, entries, before };
}

const contents = (session) => session.context().messages.map(({ content }) => content?.slice(0, 6));

test("one message comes back as the object that it is, and then all of them", async () => {
  const { store, session, messages, entries, before } = await pruned();
  const events = [];
  session.on((event) => events.push(event));
  const { arguments: left } = session.context().messages[1].tool_calls[1].function;
  assert.equal(left, '{"pruned":true}');
  const sizeBefore = session.check().tokens;
  const one = await session.restore(entries[3].id);
  assert.deepEqual(
    { ...one, entry: undefined },
    { status: "restored", reason: "restore", entry: undefined, tokensBefore: sizeBefore, tokensAfter: sizeBefore + 1_000 - 1 },
  );
  assert.deepEqual(one.entry.edits, [{ entryId: entries[3].id, restore: true }]);
  assert.deepEqual([one.entry.type, one.entry.reason, one.entry.tokensBefore], ["prune", "restore", sizeBefore]);
  assert.deepEqual(
    events.filter(({ type }) => type === "prune"),
    [{ type: "prune", reason: "restore", entry: one.entry }],
  );
  assert.equal(session.context().messages[3], messages[3]);
  assert.deepEqual(contents(session), ["go", undefined, "[a]", "b a li", "c a li", "done", "again"]);
  const all = await session.restore();
  assert.deepEqual(
    all.entry.edits,
    [1, 2, 7].map((at) => ({ entryId: entries[at].id, restore: true })),
  );
  assert.equal(all.tokensAfter, before.tokens);
  for (const [at, message] of session.context().messages.entries()) assert.equal(message, messages[at]);
  assert.equal(shown(session), before.shown);
  const again = await open(store);
  assert.equal(shown(again), before.shown);
});

test("where there is nothing to restore, nothing is written", async () => {
  const { store, session, entries } = await pruned();
  const tokens = session.check().tokens;
  const nothing = { status: "nothing", reason: "nothing-to-restore", tokensBefore: tokens, tokensAfter: tokens };
  assert.deepEqual(await session.restore(entries[0].id), nothing);
  await session.restore();
  const { head } = session;
  assert.equal((await session.restore()).status, "nothing");
  assert.equal((await session.restore(entries[2].id)).status, "nothing");
  assert.equal(session.head, head);
  await assert.rejects(session.restore("nobody"), { code: "unknown-entry" });
  await assert.rejects(session.restore(entries[2].id, { sginal: undefined }), { code: "invalid-option" });
  // Two at once are one.
  await prune(store, session, [{ entryId: entries[2].id, part: 0, text: "[a]" }]);
  const [first, second] = await Promise.all([session.restore(), session.restore(entries[2].id)]);
  assert.deepEqual([first.status, second.status], ["restored", "nothing"]);
  session.close();
  await assert.rejects(session.restore(), { code: "session-closed" });
});

test("what was restored is not pruned again", async () => {
  const { session } = await openSmall({
    window: 4_000,
    compaction: { reserveTokens: 1_000, keepRecentTokens: 500 },
    settings: { prune: { protectTokens: 400, minimumSavings: 200 } },
  });
  const work = (from, to) =>
    Array.from({ length: to - from }, (_, at) => at + from).flatMap((at) => [
      user(`Request ${at}`),
      calls(`c${at}`),
      output(`c${at}`, filler(300, `c${at}`)),
      says(`Done ${at}`),
    ]);
  const entries = await session.append(work(0, 12));
  const first = await session.maintain();
  assert.equal(first.status, "pruned");
  const back = entries[2];
  assert.ok(first.entry.edits.some(({ entryId }) => entryId === back.id));
  assert.equal((await session.restore(back.id)).status, "restored");
  await session.append(work(12, 20));
  const second = await session.maintain();
  assert.equal(second.status, "pruned");
  assert.ok(second.entry.edits.length > 3 && !second.entry.edits.some(({ entryId }) => entryId === back.id));
  assert.ok(session.context().messages.includes(back.message));
});

test("an abort before the store is asked changes nothing", async () => {
  const { session, entries } = await pruned();
  const { head } = session;
  const outcome = await session.restore(entries[2].id, { signal: AbortSignal.abort() });
  assert.deepEqual([outcome.status, outcome.tokensAfter, session.head], ["cancelled", session.check().tokens, head]);
});

test("what another writer restored is taken over, and not written once more", async () => {
  const { store, session, before } = await pruned();
  const other = await open(store);
  assert.equal((await other.restore()).status, "restored");
  // This one has not seen it yet.
  assert.equal((await session.restore()).status, "nothing");
  assert.equal(shown(session), before.shown);
});

test("a session that opens by the end of its log knows what was restored of the messages that a compaction kept", async () => {
  const store = memory();
  const session = await open(store);
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };
  const [instructions] = await session.append({ role: "system", content: [{ type: "text", text: "Be careful." }] });
  const pins = [];
  for (let at = 0; at < 3; at++) {
    pins.push(...(await session.append({ role: "user", content: [{ type: "text", text: `Pin ${at}` }, picture] }, { pinned: true })));
    await session.append(says("noted"));
  }
  const hide = (pin, text) => ({ entryId: pin.id, part: 1, text });
  await prune(
    store,
    session,
    pins.map((pin, at) => hide(pin, `[Picture ${at}]`)),
  );
  let number = 0;
  const goOn = async (rounds) => {
    for (let at = 0; at < rounds; at++) {
      const id = `c${number++}`;
      await session.append([user(`Request ${id}`), calls(id), output(id, filler(60)), says(`Did ${id}.`)]);
    }
  };
  const alike = async () => {
    const quick = await open(store);
    assert.equal(shown(quick), shown(session), "opened by its end");
    const isLoaded = quick.isLoaded;
    await quick.load();
    assert.equal(shown(quick), shown(session), "all of it");
    quick.close();
    return isLoaded;
  };
  const pictures = () => session.context().messages.flatMap(({ content }) => (Array.isArray(content) ? content.slice(1) : []));
  await goOn(60);
  assert.equal((await session.restore(pins[1].id)).status, "restored");
  await goOn(60);
  assert.equal((await session.compact()).status, "compacted");
  assert.deepEqual(pictures(), [{ type: "text", text: "[Picture 0]" }, picture, { type: "text", text: "[Picture 2]" }]);
  assert.equal(await alike(), false);
  // Behind the compaction, by a session that holds only the end.
  const quick = await open(store);
  assert.equal((await quick.restore(pins[2].id)).status, "restored");
  await session.refresh();
  assert.deepEqual(pictures(), [{ type: "text", text: "[Picture 0]" }, picture, picture]);
  await prune(store, session, [hide(pins[1], "[Once more]")]);
  await goOn(120);
  assert.equal((await session.compact()).status, "compacted");
  assert.equal(await alike(), false);
  assert.deepEqual(pictures(), [{ type: "text", text: "[Picture 0]" }, { type: "text", text: "[Once more]" }, picture]);
  assert.equal((await session.restore()).entry.edits.length, 2);
  assert.deepEqual(pictures(), [picture, picture, picture]);
  assert.equal(await alike(), false);
  assert.equal(session.context().messages[0], instructions.message);
});

test("what a compaction has folded away stays so", async () => {
  const { store, session, entries } = await pruned();
  await session.append([user(filler(400)), says(filler(400)), user("last")]);
  assert.equal((await session.compact()).status, "compacted");
  const text = shown(session);
  assert.equal((await session.restore(entries[2].id)).status, "nothing");
  assert.equal((await session.restore()).status, "nothing");
  assert.equal(shown(session), text);
  // Nor does a session see it that has not read it, or an edit on a branch that was left.
  const quick = await open(store);
  assert.equal((await quick.restore(entries[2].id)).status, "nothing");
  await session.navigate(entries[5].id);
  assert.deepEqual(contents(session).slice(2, 4), ["a a li", "b a li"]);
  assert.equal((await session.restore()).status, "nothing");
});
