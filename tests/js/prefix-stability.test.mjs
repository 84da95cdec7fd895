// Two hundred turns over the threshold: the prompt changes only where an entry of the log says so, and seldom.
import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "../../pkg/dist/index.js";
import { langchain, prunedForModel } from "./prefix/baselines.mjs";
import { tokensOf } from "./prefix/cache.mjs";
import { numbers, playBaseline, playEpitome } from "./prefix/play.mjs";

const SCALE = 1 / 4;

/** Looks at each prompt of a session, and opens it anew now and then. Keeps what the prunes of the run were. */
function watching({ reopenEach }) {
  const seen = { batches: [], reopened: 0, onlyGrew: 0 };
  let last = { messages: [], entries: [] };
  let prompts = 0;
  const watch = async ({ host, messages, parted }) => {
    const { entries } = host.session.context();
    const declared = host.declared.splice(0);
    if (declared.length === 0) {
      assert.equal(parted, undefined, `prompt ${prompts}: message ${parted} changed, and no entry says so`);
      last.messages.forEach((message, at) => void assert.equal(messages[at], message, `message ${at} is another object`));
      seen.onlyGrew++;
    } else {
      assert.deepEqual(validate(messages, { format: "openai-chat", inFlight: true }), []);
      if (declared.every(({ type }) => type === "prune")) assertOnly(declared, last, { messages, entries });
      for (const entry of declared)
        if (entry.type === "prune") seen.batches.push({ entry, outcome: host.outcome, tokens: tokensOf(messages) });
    }
    if (++prompts % reopenEach === 0) {
      await host.reopen();
      seen.reopened++;
      assert.equal(JSON.stringify(host.prompt()), JSON.stringify(messages), "opened anew it is the same to the byte");
    }
    last = { messages: host.prompt(), entries };
  };
  return { seen, watch };
}

/** Of the prompt before, prunes have changed what they list, and nothing else. */
function assertOnly(prunes, before, after) {
  const listed = new Set(prunes.flatMap(({ edits }) => edits.map(({ entryId }) => entryId)));
  const shown = new Set(before.entries.concat(after.entries).map(({ id }) => id));
  for (const id of listed) assert.ok(shown.has(id), `${id} was not in the prompt`);
  for (const [at, message] of before.messages.entries()) {
    const { id } = before.entries[at];
    assert.equal(after.entries[at].id, id);
    assert.equal(after.messages[at] !== message, listed.has(id), `message ${at}, entry ${id}`);
  }
}

const saved = ({ entry }) => entry.edits.reduce((sum, { tokensSaved = 0 }) => sum + tokensSaved, 0);

for (const seed of [7, 1, 2]) {
  test(`seed ${seed}: the prompt changes in declared batches, and each of them is worth it`, async () => {
    const options = { scale: SCALE, seed };
    const { threshold } = numbers(options);
    const { seen, watch } = watching({ reopenEach: 97 });
    const host = await playEpitome({ ...options, watch });
    const { cache, prunes, compactions } = host;
    assert.ok(cache.requests > 900 && seen.reopened >= 9);
    assert.equal(cache.changes, prunes + compactions, "one change of the prompt for each entry that declares one");
    assert.ok(seen.onlyGrew >= 0.96 * cache.requests, `${seen.onlyGrew} of ${cache.requests} prompts only grew`);
    assert.ok(prunes >= 10 && prunes <= 35, `${prunes} prunes`);
    for (const batch of seen.batches) {
      assert.equal(batch.entry.reason, "threshold");
      assert.ok(saved(batch) >= 20_000 * SCALE, `a batch saves ${saved(batch)} tokens`);
      assert.ok(batch.tokens <= threshold, `behind a prune ${batch.tokens} tokens are sent, ${threshold} are the threshold`);
      assert.equal(batch.outcome.status, "pruned");
      assert.ok(batch.outcome.tokensAfter < batch.outcome.tokensBefore);
    }
  });
}

test("beside sliding masks: fewer changes, more from the cache; beside no pruning: fewer summaries", async () => {
  const options = { scale: SCALE, seed: 7 };
  const ours = await playEpitome(options);
  const alone = await playEpitome({ ...options, prune: { enabled: false } });
  assert.equal(alone.prunes, 0);
  assert.ok(2 * ours.compactions < alone.compactions, `${ours.compactions} summaries, ${alone.compactions} without pruning`);
  const share = ({ cache: { sent, breakpoints } }) => breakpoints / sent;
  for (const policy of [prunedForModel, langchain]) {
    const theirs = await playBaseline(options, policy);
    assert.ok(10 * ours.cache.changes < theirs.cache.changes, `${ours.cache.changes} changes, ${policy.name} ${theirs.cache.changes}`);
    assert.ok(share(ours) > share(theirs) + 0.03, `${share(ours)} is served, ${policy.name} ${share(theirs)}`);
  }
});

test("by cost a batch comes before the threshold, and no prompt changes without one", async () => {
  const { seen, watch } = watching({ reopenEach: 211 });
  const host = await playEpitome({ scale: SCALE, seed: 7, watch, prune: { batch: "cost" } });
  assert.equal(host.cache.changes, host.prunes + host.compactions);
  assert.ok(seen.batches.some(({ entry }) => entry.reason === "cost"));
  assert.ok(seen.batches.length <= 40, `${seen.batches.length} batches`);
});

test("a restore is a declared change as well, and is not pruned away again", async () => {
  const { watch } = watching({ reopenEach: 131 });
  const restored = [];
  const host = await playEpitome({
    scale: SCALE,
    seed: 7,
    turns: 60,
    async watch(seen) {
      await watch(seen);
      if (seen.host.prunes < 2 || restored.length > 0) return;
      const { session } = seen.host;
      const { status, entry, tokensBefore, tokensAfter } = await session.restore();
      assert.equal(status, "restored");
      assert.ok(tokensAfter > tokensBefore);
      restored.push(...entry.edits.map(({ entryId }) => entryId));
      for (const { id, message } of session.context().entries)
        if (restored.includes(id)) assert.ok(session.context().messages.includes(message));
    },
  });
  assert.ok(restored.length > 5 && host.prunes > 1, `${restored.length} restored, ${host.prunes} prunes`);
  const kept = new Set(restored);
  const later = (await host.stored()).filter(({ type }) => type === "prune");
  const at = later.findIndex(({ reason }) => reason === "restore");
  assert.ok(later.slice(at + 1).every(({ edits }) => edits.every(({ entryId }) => !kept.has(entryId))));
});

test("hours of work on one prompt: pruned, and as stable", async () => {
  const options = { scale: SCALE, turns: 60, seed: 3, onePrompt: true };
  const { seen, watch } = watching({ reopenEach: 83 });
  const pruned = await playEpitome({ ...options, watch });
  assert.ok(seen.batches.length >= 2, `${seen.batches.length} batches`);
  assert.equal(pruned.cache.changes, pruned.prunes + pruned.compactions);
  const plain = await playEpitome({ ...options, prune: { singleTurn: false } });
  assert.ok(pruned.compactions < plain.compactions, `${pruned.compactions} summaries, ${plain.compactions} without`);
});
