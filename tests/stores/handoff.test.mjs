// A handoff in each real client of the SQLite store and on disk: the new session is there, whole, when the file is opened anew.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { sqlite } from "../../pkg/dist/stores/sqlite.js";
import { clients } from "./support/sqlite-clients.mjs";

const ON_DISK = (dir) => ({ store: jsonl({ dir }), close: () => {} });
const places = { jsonl: ON_DISK };
for (const name of ["better-sqlite3", "libsql", "@libsql/client"]) {
  places[name] = (dir) => {
    const { db, close } = clients[name].open(join(dir, "log.db"));
    return { store: sqlite(db), close };
  };
}

for (const [name, open] of Object.entries(places)) {
  test(`${name}: the new session has instructions, pinned messages and the document; a second try finds it`, async (context) => {
    const dir = await mkdtemp(join(tmpdir(), "epitome-"));
    context.after(() => rm(dir, { recursive: true, force: true }));
    const format = "openai-chat";
    const first = open(dir);
    const summarizer = () => "## Goal\nPaint the gate.\n\n## Progress\nSanded.";
    const session = await openSession({ id: "old", store: first.store, format, summarizer });
    const system = { role: "system", content: "Be brief." };
    const pinned = { role: "user", content: "Never touch the red one." };
    await session.append([system, { role: "user", content: "Paint" }]);
    await session.append(pinned, { pinned: true });
    await session.append({ role: "assistant", content: "Yes." });
    const { status, sessionId, document } = await session.handoff();
    assert.equal(status, "handed-off");
    first.close();

    const second = open(dir);
    const again = await openSession({ id: sessionId, store: second.store, format });
    const { messages, entries } = again.context();
    assert.deepEqual(messages.slice(0, 2), [system, pinned]);
    assert.equal(messages.length, 3);
    assert.ok(messages[2].content.includes(document));
    assert.deepEqual([entries[1].pinned, entries[2].customType, entries[2].details.parentSession], [true, "handoff", "old"]);
    assert.deepEqual(validate(messages, { format }), []);
    const old = await openSession({ id: "old", store: second.store, format });
    assert.deepEqual((await old.path()).at(-1).data, { sessionId });
    assert.equal(old.context().messages.length, 4);
    // It has its own history from here on.
    await again.append({ role: "user", content: "Go on" });
    assert.equal((await second.store.read("old", 0)).head, 5);
    second.close();
  });
}
