// Random trees: moves, summaries of branches, compactions, prunes and handoffs in any order, in several wire formats.
//
// What must hold after every step:
//
//   valid     The context is a history that the provider accepts, and the path runs from parent to child.
//   nothing   Every message that was ever appended can be read as it was, on whatever branch; a session that is opened anew has the
//   is lost   same context.
//   files     A summary of a branch names every file that was read or changed on it, whatever had room in its prompt, and those that
//             earlier summaries on it name. So does a document that a new session begins with, of all of the path.
//
// EPITOME_RUNS multiplies how many trees there are, EPITOME_SEED draws others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { random } from "./random.mjs";
import { FORMATS } from "./simulator/formats.mjs";

const SEED = Number(process.env.EPITOME_SEED ?? 20_261_130);
const RUNS = Math.max(1, Math.round(Number(process.env.EPITOME_RUNS ?? 1)));
const ENTRIES = 1_000;
const SUMMARY = "## Goal\nGo on.\n\n## Progress\nThe parser reads empty lines.\n\n## What Was Tried\nA second parser, which failed.";

/** One tree, and what is known of it from outside. */
class Grower {
  session;
  #format;
  #name;
  #chance;
  #store = memory();
  #count = 0;
  #file = 0;
  #left = 0;
  /** Appended messages, and the files that their calls read and change, by entry. */
  #messages = new Map();
  #files = new Map();
  /** Sessions that were left: their ids and messages. */
  #others = [];
  seen = { moves: 0, summaries: 0, compactions: 0, handoffs: 0, steps: 0 };

  constructor(name, seed) {
    this.#name = name;
    this.#format = FORMATS[name];
    this.#chance = random(seed);
  }

  /** How many entries it has, with those of the sessions that were left. */
  get entries() {
    return this.#left + this.session.head;
  }

  #options(id) {
    const { below } = this.#chance;
    return {
      id,
      store: this.#store,
      format: this.#name,
      model: { contextWindow: 30_000 },
      settings: {
        retry: { enabled: false },
        compaction: { keepRecentTokens: 1_000 },
        branchSummary: { reserveTokens: 28_000 },
        prune: { protectTokens: 500, minimumSavings: 200 },
      },
      summarizer: (request) => {
        const turn = below(10);
        if (turn === 0) throw new Error("busy");
        return turn < 5 ? request.extract() : SUMMARY;
      },
    };
  }

  async open(id = "tree") {
    this.session?.close();
    this.session = await openSession(this.#options(id));
  }

  async step() {
    const { below } = this.#chance;
    this.seen.steps++;
    const dice = below(100);
    if (dice < 62 || this.#messages.size < 8) await this.#turn();
    else if (dice < 72) await this.#move(false);
    else if (dice < 84) await this.#move(true);
    else if (dice < 89) await this.#compact();
    else if (dice < 92) await this.session.maintain({ reason: "idle" });
    else if (dice < 95) await this.session.label(this.#any(), `label ${dice}`);
    else if (dice < 97) await this.#reopen();
    else await this.#handOff();
    await this.#check();
  }

  /** A request, some calls with their outputs, and an answer. */
  async #turn() {
    const { below } = this.#chance;
    const format = this.#format;
    await this.#append([format.user(`request ${this.#count++} ${"word ".repeat(below(60))}`)]);
    const steps = Array.from({ length: below(4) }, () => this.#calls());
    const outputs = (calls) => calls.map(({ id, name }) => ({ id, name, text: `output of ${id} ${"line ".repeat(below(300))}` }));
    const text = `answer ${this.#count++}`;
    if (format.whole) {
      const whole = steps.map((calls) => calls.map((call, at) => ({ ...call, ...outputs(calls)[at] })));
      await this.#append([format.whole({ name: `w${this.#count++}`, text, steps: whole })].flat(), steps.flat());
      return;
    }
    for (const calls of steps) {
      await this.#append(format.reply({ name: `r${this.#count++}`, text: "Looking.", calls }), calls);
      await this.#append(format.results(outputs(calls)));
    }
    await this.#append(format.reply({ name: `r${this.#count++}`, text, calls: [] }));
  }

  #calls() {
    const { below } = this.#chance;
    return Array.from({ length: 1 + below(2) }, () => {
      const name = ["read", "write", "edit"][below(3)];
      const file = below(3) === 0 ? `src/old-${below(20)}.rs` : `src/new-${this.#file++}.rs`;
      return { id: `call${this.#count++}`, name, args: { path: file, content: "x" } };
    });
  }

  async #append(messages, calls = []) {
    const entries = await this.session.append(messages);
    for (const [at, entry] of entries.entries()) this.#messages.set(entry.id, messages[at]);
    for (const { id, name, args } of calls) {
      // Some formats have a message for each call.
      const at = messages.findIndex((message) => JSON.stringify(message).includes(`"${id}"`));
      const files = this.#files.get(entries[at].id) ?? [];
      this.#files.set(entries[at].id, [...files, [name, args.path]]);
    }
  }

  #any() {
    const ids = [...this.#messages.keys()];
    return ids[this.#chance.below(ids.length)];
  }

  async #move(summarize) {
    const { session } = this;
    const { below } = this.#chance;
    const target = below(20) === 0 ? null : this.#any();
    const before = session.leafId;
    const outcome = await session.navigate(target, { summarize, edit: below(3) > 0 });
    assert.ok(["navigated", "nothing"].includes(outcome.status), `${outcome.status}: ${outcome.reason}`);
    this.seen.moves++;
    const { summaryEntry } = outcome;
    if (summaryEntry) {
      this.seen.summaries++;
      assert.equal(summaryEntry.type, "branch_summary");
      assert.equal(summaryEntry.fromId, before);
      assert.equal(session.leafId, summaryEntry.id);
      const byId = await this.#entries();
      const kept = new Set(pathTo(byId, summaryEntry.parentId));
      const left = pathTo(byId, before).filter((id) => !kept.has(id));
      this.#accountsFor(summaryEntry.details, left, byId);
    }
    await this.#settle();
  }

  /** A place in the middle of a tool loop is none to go on from with a request: the host would answer the call. */
  async #settle() {
    const { session } = this;
    while (session.leafId !== null && this.#violations(session.context().messages).length > 0) {
      const { parentId } = await session.entry(session.leafId);
      await session.navigate(parentId, { summarize: false, edit: false });
    }
  }

  #accountsFor(details, ids, byId) {
    const read = new Set(details.readFiles);
    const modified = new Set(details.modifiedFiles);
    const isRead = (file) => read.has(file) || modified.has(file);
    for (const id of ids) {
      for (const [name, file] of this.#files.get(id) ?? []) {
        assert.ok(name === "read" ? isRead(file) : modified.has(file), `${name} ${file} of ${id} is missing`);
      }
      const { type, customType, details: earlier } = byId.get(id);
      if (type !== "branch_summary" && type !== "compaction" && customType !== "handoff") continue;
      for (const file of earlier?.modifiedFiles ?? []) assert.ok(modified.has(file), `${file} of the summary ${id} is missing`);
      for (const file of earlier?.readFiles ?? []) assert.ok(isRead(file), `${file} of the summary ${id} is missing`);
    }
  }

  async #entries() {
    await this.session.load();
    const { entries } = await this.#store.read(this.session.id, 0);
    return new Map(entries.map((entry) => [entry.id, entry]));
  }

  async #compact() {
    const { status, entry } = await this.session.compact();
    if (status !== "compacted") return;
    this.seen.compactions++;
    const byId = await this.#entries();
    const path = pathTo(byId, entry.id);
    this.#accountsFor(entry.details, path.slice(0, path.indexOf(entry.firstKeptEntryId)), byId);
  }

  async #reopen() {
    const before = this.session.context().messages;
    await this.open(this.session.id);
    assert.deepEqual(this.session.context().messages, before);
    await this.session.load();
  }

  async #handOff() {
    const { session } = this;
    const { head } = session;
    const byId = await this.#entries();
    const path = pathTo(byId, session.leafId);
    const outcome = await session.handoff();
    if (outcome.status !== "handed-off") {
      assert.ok(["refused", "nothing"].includes(outcome.status), outcome.status);
      assert.equal(session.head, head);
      return;
    }
    this.seen.handoffs++;
    this.#accountsFor(outcome.entry.details, path, byId);
    assert.deepEqual(this.#violations(outcome.session.context().messages), []);
    this.#others.push([session.id, this.#messages]);
    session.close();
    this.session = outcome.session;
    this.#messages = new Map();
    this.#left += head;
  }

  #violations(messages) {
    return validate(messages, { format: this.#name });
  }

  async #check() {
    const { session } = this;
    const { messages } = session.context();
    if (messages.length > 0) assert.deepEqual(this.#violations(messages), []);
    let parent = null;
    for (const { id, parentId } of await session.path()) {
      assert.equal(parentId, parent);
      parent = id;
    }
    assert.equal(parent, session.leafId);
    if (this.#messages.size === 0) return;
    const id = this.#any();
    assert.equal(JSON.stringify(session.original(id)), JSON.stringify(this.#messages.get(id)));
  }

  /** At the end all of it, not one. */
  async checkAll() {
    for (const [sessionId, messages] of [...this.#others, [this.session.id, this.#messages]]) {
      await this.open(sessionId);
      await this.session.load();
      for (const [id, message] of messages) assert.deepEqual(this.session.original(id), message);
    }
    this.session.close();
  }
}

/** The ids from the root to an entry. */
function pathTo(byId, id) {
  const path = [];
  for (let at = id; at !== null; at = byId.get(at).parentId) path.unshift(at);
  return path;
}

for (const [at, format] of Object.keys(FORMATS).entries()) {
  test(`random trees of ${ENTRIES} entries keep every promise: ${format}`, async (t) => {
    for (let run = 0; run < RUNS; run++) {
      const seed = (SEED + run * 7_919 + at * 104_729) >>> 0;
      const tree = new Grower(format, seed);
      await tree.open();
      try {
        while (tree.entries < ENTRIES) await tree.step();
        await tree.checkAll();
      } catch (error) {
        throw new Error(`with EPITOME_SEED=${seed - at * 104_729}, after ${tree.seen.steps} steps: ${error.message}`, { cause: error });
      }
      t.diagnostic(`${seed}: ${JSON.stringify(tree.seen)}`);
      assert.ok(tree.seen.summaries >= 10 && tree.seen.compactions >= 3 && tree.seen.handoffs >= 1, JSON.stringify(tree.seen));
    }
  });
}
