// Order, races, roles and caches, as users of other projects reported them; each with its report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { part } from "./support/preset.mjs";
import { calls, filler, maintained, open, output, says, turns, user } from "./support/talk.mjs";
import { asks, NAMES, textOf, written } from "./support/wire.mjs";

const GOOD =
  "## Goal\nThe parser must read empty lines; go on with what the newest request asks.\n\n## Progress\nThe loop that ended too early is mended, and the tests of it pass.";
const compaction = { fallback: "none", keepRecentTokens: 1_000 };
const rows = (count, name, more = {}) =>
  Array.from({ length: count }, (_, at) => ({
    ask: filler(200, `${name} ${at}:`),
    says: filler(200, `answer to ${name} ${at}:`),
    id: `${name}${at}`,
    ...more,
  }));
const full = ({ format = "openai-chat", messages = written(format, rows(40, "turn")), ...options } = {}) =>
  open({ window: 16_000, format, compaction, reply: GOOD, messages: [...messages, ...asks(format, "Go on.")], ...options });
const times = (text, wanted) => text.split(wanted).length - 1;
const steps = (count, tokens = 200) =>
  Array.from({ length: count }, (_, at) =>
    [0, 1].map((place) => ({ name: "bash", args: { command: `make ${at}${place}` }, text: filler(tokens, `out ${at}${place}`) })),
  );

test("a summary never stands between a call and its results, wherever a compaction comes (rb07, hermes#20883)", async () => {
  for (const format of NAMES.filter((name) => name !== "ai-sdk-ui")) {
    const messages = [...written(format, rows(10, "turn")), ...written(format, [{ ask: "Build it.", steps: steps(14), says: "ok" }])];
    for (let behind = 0; behind < 8; behind++) {
      const { session } = await open({
        window: 200_000,
        format,
        compaction,
        reply: GOOD,
        messages: messages.slice(0, messages.length - behind),
      });
      const { status } = await session.compact();
      assert.equal(status, "compacted", `${format} ${behind}`);
      assert.deepEqual(validate(session.context().messages, { format, inFlight: true }), [], `${format} ${behind}`);
      await session.append(messages.slice(messages.length - behind));
      assert.deepEqual(validate(session.context().messages, { format }), [], `${format} ${behind}`);
    }
  }
});

test("nothing is written before a good summary is there, and then one entry (rb51, bolt-cli#163)", async () => {
  for (const format of NAMES) {
    for (const fails of [true, false]) {
      const steps = [];
      const store = memory();
      const watched = {
        ...store,
        read: (...given) => store.read(...given),
        append: (...given) => {
          steps.push(`write ${given[2].map(({ type }) => type)}`);
          return store.append(...given);
        },
      };
      const reply = () => {
        steps.push("ask");
        if (fails) throw new Error("down");
        return GOOD;
      };
      const { session } = await full({ format, store: watched, reply });
      const before = session.context().messages;
      steps.length = 0;
      const { status } = await session.maintain();
      if (!fails)
        assert.deepEqual([status, steps.at(-1), steps.filter((step) => step !== "ask").length], ["compacted", "write compaction", 1]);
      else assert.deepEqual([status, new Set(steps), session.context().messages], ["refused", new Set(["ask"]), before]);
    }
  }
});

test("a summary has one frame, after however many rounds and openings, and the one before comes from the log (rb59, cloudflare/agents#1210)", async () => {
  for (const format of NAMES) {
    const store = memory();
    const asked = [];
    for (let round = 0; round < 3; round++) {
      const summary = GOOD.replace("tests of it", `tests of round ${round}`);
      const summarizer = (request) => {
        asked.push(request.prompt);
        return summary;
      };
      const session = await openSession({
        id: "s",
        format,
        store,
        summarizer,
        model: { contextWindow: 16_000 },
        settings: { compaction, retry: { maxRetries: 0 } },
      });
      await session.append(written(format, rows(40, `round ${round}`)));
      const first = asked.length;
      assert.equal((await session.maintain()).status, "compacted", format);
      const prior = part(asked[first], "prior-summary");
      assert.equal(prior?.includes(`tests of round ${round - 1}`) ?? false, round > 0, format);
      if (prior) assert.ok(!/folded into the summary|goes on after it|<summary>/.test(prior), prior);
      const text = textOf(session.context().messages);
      assert.deepEqual(
        [times(text, "<summary>"), times(text, "</summary>"), times(text, "folded into the summary below")],
        [1, 1, 1],
        format,
      );
      session.close();
    }
  }
});

test("the user's request is in the context once, and going on is the host's note, not the request again (rb61, kilocode#13323)", async () => {
  for (const format of NAMES.filter((name) => name !== "ai-sdk-ui")) {
    const [request, ...work] = written(format, [{ ask: "Refactor a, then b.", steps: steps(40), says: "", id: "r" }]).slice(0, -1);
    const { session } = await open({
      window: 16_000,
      format,
      compaction,
      reply: GOOD,
      state: () => ({ goal: { objective: "Refactor", status: "active" } }),
      messages: [request, ...work],
    });
    const outcome = await session.maintain();
    assert.equal(outcome.status, "compacted", `${format} ${outcome.reason}`);
    const { messages } = session.context();
    assert.ok(messages.filter((message) => message === request).length <= 1);
    const asSpoken = messages.filter(
      (message) => !textOf(message).includes("<summary>") && textOf(message).includes("Refactor a, then b."),
    );
    assert.ok(asSpoken.length <= 1, format);
    assert.ok(textOf(messages).includes("Refactor a, then b."), format);
    assert.ok(outcome.continue.reason === "open-loop" || /<system-reminder>/.test(outcome.continue.prompt));
    assert.ok(!outcome.continue.prompt.includes("Refactor a"));
  }
});

test("no notice names a copy that was not kept (rb63, deepagentsjs#621)", async () => {
  const failing = {
    rejects: { put: () => Promise.reject(new Error("disk full")), get: () => null },
    throws: {
      put: () => {
        throw new Error("read-only");
      },
      get: () => null,
    },
  };
  const kept = new Map();
  const working = { put: (id, data) => void kept.set(id, data), get: (id) => kept.get(id) ?? null };
  for (const [how, artifacts] of Object.entries({ ...failing, working })) {
    const { session } = await open({
      window: 60_000,
      artifacts,
      reply: GOOD,
      messages: [
        user("go"),
        ...Array.from({ length: 50 }, (_, at) => [calls(`c${at}`), output(`c${at}`, filler(1_500, `out ${at}`))]).flat(),
        says("ok"),
        user("a"),
        says("b"),
        user("c"),
      ],
    });
    await session.maintain();
    await session.compact();
    const named =
      textOf([session.context().messages, (await session.path()).map((entry) => entry.summary ?? entry.edits ?? "")]).match(
        /artifact:\/\/[\w.~-]+/g,
      ) ?? [];
    if (how === "working") {
      assert.ok(named.length > 0);
      for (const name of named)
        assert.ok(kept.has(name.slice("artifact://".length)) || kept.has(`s/${name.slice("artifact://".length)}`), name);
    } else {
      assert.deepEqual(named, [], how);
      assert.ok(
        session.warnings.some(({ code }) => code === "spill-failed") ||
          session.context().messages.every(({ content }) => !/truncated/.test(content)),
        how,
      );
    }
  }
});

test("a message that comes while the summary is written is there once, behind it (rb77, hermes#28093, hermes#97321, xum#1007, opencode#41358, kimi-code#3537)", async () => {
  for (const format of NAMES) {
    let session;
    const queued = asks(format, "B, which waited.");
    let isFirst = true;
    const reply = async () => {
      if (isFirst) {
        isFirst = false;
        await session.append(queued);
      }
      return GOOD;
    };
    ({ session } = await full({ format, reply }));
    const { head } = session;
    const [outcome, other] = await Promise.all([session.maintain(), session.compact().catch((error) => error)]);
    assert.equal(outcome.status, "compacted", `${format} ${outcome.reason} ${outcome.message}`);
    assert.ok(other.status === "nothing" || other instanceof Error, "one at a time");
    const { messages } = session.context();
    assert.deepEqual([messages.filter((message) => message === queued[0]).length, messages.at(-1)], [1, queued[0]], format);
    assert.equal(session.head, head + 2);
    const stored = (await session.path()).filter(({ message }) => message && textOf(message).includes("B, which waited."));
    assert.equal(stored.length, 1, format);
  }
});

test("an abort before the commit changes nothing, one after it undoes nothing, and the session goes on (opencode PR#47178, #30806, #35256, hermes#79439, #79391, pi#8920, posthog PR#86464, tau PR#489, pi-tidy-tools#81, agent-of-empires PR#3236, openclaw#131463)", async () => {
  for (const format of NAMES) {
    const controller = new AbortController();
    let isWaiting = true;
    const reply = () => {
      if (!isWaiting) return GOOD;
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    };
    const { session } = await full({ format, reply });
    const [before, { head }] = [session.context().messages, session];
    assert.equal((await session.maintain({ signal: controller.signal })).status, "cancelled");
    assert.deepEqual([session.context().messages, session.head], [before, head]);
    isWaiting = false;
    const late = new AbortController();
    session.on(({ type, entries }) => type === "append" && entries[0].type === "compaction" && late.abort());
    assert.equal((await session.maintain({ signal: late.signal })).status, "compacted");
    const after = session.context().messages;
    session.abortCompaction();
    assert.deepEqual([session.context().messages, session.head], [after, head + 1]);
    await session.append(asks(format, "And now?"));
    assert.equal((await session.maintain()).status, "nothing");
  }
});

test("what is sent after a compaction has the roles that each provider wants (coder#22819, #28645, claux#39, goose#5164, Roo#10922, hermes PR#56372, #42768, CLIProxyAPI#5358)", async () => {
  for (const format of NAMES) {
    for (const strictAlternation of [false, true]) {
      for (const keepRecentTokens of [1, 250, 450, 1_000]) {
        const { session } = await full({ format, compaction: { ...compaction, keepRecentTokens, strictAlternation } });
        assert.equal((await session.maintain()).status, "compacted");
        const { messages } = session.context();
        assert.deepEqual(validate(messages, { format, request: true, strictAlternation }), [], `${format} ${keepRecentTokens}`);
        assert.ok(messages.length > 0 && textOf(messages[0]).includes("<summary>"));
        assert.ok(/"(role|type)":"(user|human)"/.test(textOf(messages[0])), format);
      }
    }
  }
});

test("below the threshold forty turns are sent as they were, to the byte (opencode#32515, DCP#410, #320, #339, opencode-acp#26, lean-ctx#448, llmtrim#11, pi-condense#5, claude-code#94177)", async () => {
  for (const format of NAMES) {
    const { session } = await open({ window: 200_000, format, compaction, reply: GOOD });
    let before = "";
    for (let turn = 0; turn < 40; turn++) {
      const ask = { ask: `Step ${turn}`, steps: steps(1, 900), says: "ok", id: `turn${turn}` };
      await session.append(written(format, [ask]));
      assert.equal((await session.maintain()).status, "nothing", format);
      const sent = JSON.stringify(session.context().messages);
      assert.ok(sent.startsWith(before.slice(0, -1)), `${format} ${turn}`);
      before = sent;
    }
  }
});

test("a compaction in a chat of one compaction more adds nothing (pi PR#1585, opencode#27924)", async () => {
  const { session, asked } = await full({ messages: turns(40, 400) });
  assert.deepEqual(
    (await maintained(session, 4)).map(({ status }) => status),
    ["compacted", "nothing", "nothing", "nothing"],
  );
  const before = asked.length;
  const { tokens } = session.check();
  const outcome = await session.compact();
  if (outcome.status === "compacted") assert.ok(session.check().tokens < tokens);
  else assert.equal(session.check().tokens, tokens);
  assert.ok(asked.length - before <= 4);
});
