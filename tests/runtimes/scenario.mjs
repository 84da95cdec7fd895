// The one scenario that every runtime plays. Its result must be the same bytes everywhere, so it may depend on nothing
// but `data`: no clock, no randomness, no file. `epitome` holds what the package exports, and `core` what `epitome/core` does.
// Native Rust plays the same in tests/rust/everywhere.rs.

const NOW = Date.parse("2026-01-01T00:00:00.000Z");

/** A store that has these entries already and forgets what it is given. */
function holding(entries) {
  return {
    read: (_id, after) => ({ entries: entries.slice(after), head: entries.length }),
    append: (_id, head, added) => ({ ok: true, head: head + added.length }),
  };
}

async function compacted(epitome, entries, options) {
  let ids = 0;
  const session = await epitome.openSession({
    id: "everywhere",
    store: holding(entries),
    newId: () => `new${ids++}`,
    now: () => NOW,
    ...options,
  });
  const check = session.check();
  const outcome = await session.compact();
  const { messages, tokens } = session.context();
  session.close();
  const { status, reason, tokensBefore, tokensAfter, compactionNumber, entry } = outcome;
  return { check, outcome: { status, reason, tokensBefore, tokensAfter, compactionNumber }, entry, messages, tokens };
}

/** @returns {Promise<object>} plain JSON */
export async function run(epitome, data) {
  const lines = data.session.split("\n").filter((line) => line !== "");
  const pi = lines.slice(1).map((line) => JSON.parse(line));
  const chat = data.chat.map((message, at) => ({
    type: "message",
    id: `m${at}`,
    parentId: at === 0 ? null : `m${at - 1}`,
    timestamp: "2026-01-01T00:00:00.000Z",
    message,
  }));
  return {
    pi: await compacted(epitome, pi, { format: "pi", model: { contextWindow: 200_000, maxOutput: 32_000 } }),
    chat: await compacted(epitome, chat, {
      format: "openai-chat",
      model: { contextWindow: 16_000 },
      settings: { compaction: { keepRecentTokens: 300 } },
    }),
  };
}
