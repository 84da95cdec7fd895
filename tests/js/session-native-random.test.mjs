/** Random sessions with the providers' own compaction: what the model sees is always valid, grows only by appending, and comes back. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { random } from "./random.mjs";

const SUMMARY = "## Goal\nThe parser reads every file of the project, epitomized.";
const words = (count, about) => Array.from({ length: count }, (_, at) => `${about}${at}`).join(" ");

/** Messages of each format; `n` makes ids their own. */
const SHAPES = {
  "openai-responses": {
    key: "openaiRemoteCompaction",
    user: (text) => ({ role: "user", content: text }),
    says: (text) => ({ role: "assistant", content: text }),
    calls: (n, count) => [
      { type: "reasoning", id: `rs${n}`, summary: [], encrypted_content: "eA==" },
      ...Array.from({ length: count }, (_, at) => ({
        type: "function_call",
        id: `fc${n}_${at}`,
        call_id: `c${n}_${at}`,
        name: "read",
        arguments: "{}",
      })),
    ],
    results: (n, count, text) =>
      Array.from({ length: count }, (_, at) => ({ type: "function_call_output", call_id: `c${n}_${at}`, output: text })),
    own: (n) => ({ type: "compaction", id: `cmp${n}`, encrypted_content: "gAAA" }),
    inline: (own, [first, ...rest]) => [own, first, ...rest],
    items: (own) => [{ role: "user", content: "kept by the provider" }, own],
  },
  anthropic: {
    key: "anthropicRemoteCompaction",
    user: (text) => ({ role: "user", content: text }),
    says: (text) => ({ role: "assistant", content: text }),
    calls: (n, count) => [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: `s${n}` },
          ...Array.from({ length: count }, (_, at) => ({ type: "tool_use", id: `c${n}_${at}`, name: "read", input: {} })),
        ],
      },
    ],
    results: (n, count, text) => [
      {
        role: "user",
        content: Array.from({ length: count }, (_, at) => ({ type: "tool_result", tool_use_id: `c${n}_${at}`, content: text })),
      },
    ],
    own: (n) => ({ type: "compaction", content: `all until ${n}`, encrypted_content: `e${n}` }),
    inline: (own, [first, ...rest]) => [
      {
        role: "assistant",
        content: [own, ...(typeof first.content === "string" ? [{ type: "text", text: first.content }] : first.content)],
      },
      ...rest,
    ],
    items: ({ encrypted_content: signature, ...own }) => [{ role: "assistant", content: [{ ...own, signature }] }],
  },
};

async function play(format, seed, strict) {
  const { user, says, calls, results, own, inline, items, key } = SHAPES[format];
  const { below } = random(seed);
  const store = memory();
  let n = 0;
  let fails = false;
  const options = () => ({
    id: "random",
    format,
    store,
    summarizer: () => SUMMARY,
    native: Object.assign(
      () => {
        if (fails) throw new Error("not now");
        return { items: items(own(++n)), usage: { output: 1 + below(60) } };
      },
      { provider: "own", format },
    ),
    settings: { compaction: { keepRecentTokens: 150 + below(600), strictAlternation: strict }, retry: { maxRetries: 0 } },
  });
  let provider = ["own", "other", ""][below(3)];
  const model = () => ({ contextWindow: 30_000, ...(provider && { provider }) });
  const { settings, ...rest } = options();
  let session = await openSession({ ...rest, settings, model: model() });
  let seen = [];
  let request;
  const pinned = [];
  const trail = [];

  const check = (grew) => {
    const { messages, entries } = session.context();
    const where = `${format}, seed ${seed}: ${trail.join(" ")}`;
    assert.equal(messages.length, entries.length, where);
    if (grew) seen.forEach((message, at) => void assert.equal(messages[at], message, `${where}, at ${at}`));
    const found = messages.length > 0 ? validate(messages, { format, inFlight: true, strictAlternation: strict }) : [];
    assert.deepEqual(found, [], where);
    const text = JSON.stringify(messages);
    if (provider === "other") assert.doesNotMatch(text, /gAAA|"type":"compaction"/, where);
    seen = messages;
    return { text, where };
  };
  const turn = async (begins) => {
    const count = below(3);
    n++;
    const steps = count > 0 ? [calls(n, count), results(n, count, words(20 + below(150), "o"))] : [];
    const reply = count > 0 ? steps.shift() : [says(words(20 + below(200), "w"))];
    await session.append(begins ? inline(own(++n), reply) : reply);
    check(!begins);
    for (const step of steps) {
      await session.append(step);
      check(true);
    }
    if (count > 0) await session.append(says(words(10, "d")));
    check(true);
  };

  for (let step = 0; step < 14; step++) {
    const choice = below(10);
    if (choice < 5) {
      request = `Request ${step}: ${words(5 + below(60), "r")}`;
      trail.push("ask");
      const pins = below(8) === 0;
      if (pins) pinned.push(request);
      await session.append(user(request), { pinned: pins });
      check(true);
      await turn(false);
    } else if (choice === 5 && request && provider !== "other") {
      trail.push("inline");
      request = `Request ${step}: go on`;
      await session.append(user(request));
      await turn(true);
    } else if (choice < 8) {
      fails = below(4) === 0;
      trail.push(fails ? "fail" : "compact");
      const { status, entry } = await session.compact();
      const { text, where } = check(status !== "compacted");
      if (status !== "compacted") continue;
      assert.equal(key in (entry.preserveData ?? {}), !fails && !strict && provider !== "other", where);
      // What is pinned, and the newest request, stay as they are, whoever has folded the rest away.
      for (const said of [...pinned, request]) assert.ok(text.includes(said), `${where}: ${said}`);
    } else if (choice === 8) {
      provider = ["own", "other", ""][below(3)];
      trail.push(`to:${provider}`);
      session.setModel(model());
      check(false);
    } else {
      trail.push("reopen");
      const before = session.context();
      session.close();
      session = await openSession({ ...rest, settings, model: model() });
      assert.deepEqual(session.context().messages, before.messages, trail.join(" "));
      check(false);
    }
  }
  session.close();
}

for (const [at, format] of Object.keys(SHAPES).entries()) {
  for (const strict of [false, true]) {
    test(`${format}, ${strict ? "roles that take turns" : "as the provider takes it"}: sixty random sessions`, async () => {
      for (let seed = 0; seed < 60; seed++) await play(format, seed + 1_000 * (2 * at + Number(strict)), strict);
    });
  }
}
