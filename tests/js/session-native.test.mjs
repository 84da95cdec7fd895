/** The providers' own compaction in a session: taken beside the summary, kept as it is, left for another provider, found in replies. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { memory } from "../../pkg/dist/stores/memory.js";

const SUMMARY = "## Goal\nThe parser reads every file of the project, epitomized.";
const words = (count, about) => Array.from({ length: count }, (_, at) => `${about}${at}`).join(" ");

/** What each format's messages and items look like. */
const FORMATS = {
  "openai-responses": {
    provider: "openai",
    key: "openaiRemoteCompaction",
    user: (text) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
    says: (text) => ({ type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }),
    items: (number) => [
      { type: "message", role: "user", content: [{ type: "input_text", text: `kept ${number}` }] },
      { type: "compaction", id: `cmp_${number}`, encrypted_content: `gAAAA${number}`, created_by: "x" },
    ],
    inline: (text) => [
      { type: "compaction", id: "cmp_inline", encrypted_content: "gAAAAinline" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
    ],
  },
  anthropic: {
    provider: "anthropic",
    key: "anthropicRemoteCompaction",
    user: (text) => ({ role: "user", content: text }),
    says: (text) => ({ role: "assistant", content: [{ type: "text", text }] }),
    items: (number) => [
      { role: "assistant", content: [{ type: "compaction", content: `<summary>${number}</summary>`, signature: `sig${number}` }] },
    ],
    inline: (text) => [
      {
        role: "assistant",
        content: [
          { type: "compaction", content: "<summary>the files were read</summary>", encrypted_content: null },
          { type: "text", text },
        ],
      },
    ],
  },
};

const opened = [];
const folders = [];
afterEach(() => {
  for (const session of opened.splice(0)) session.close();
});
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const talk = ({ user, says }, from = 0, to = 8) =>
  Array.from({ length: to - from }, (_, at) => [
    user(`Request ${from + at}: ${words(60, "ask")}`),
    says(`Answer ${from + at}: ${words(300, "word")}`),
  ]).flat();

async function made(format, { native = {}, provider, compaction, ...options } = {}) {
  const shape = FORMATS[format];
  const requests = [];
  const answer = native.answer ?? ((number) => ({ items: shape.items(number), usage: { input: 9_000, output: 120, totalTokens: 9_120 } }));
  const compactor = Object.assign(
    async (request, { signal }) => {
      requests.push({ request, signal });
      return answer(requests.length, signal);
    },
    { provider: native.provider ?? shape.provider, format: native.format ?? format },
  );
  const session = await openSession({
    id: "native",
    format,
    model: { contextWindow: 100_000, id: "m", ...(provider !== undefined && { provider }) },
    summarizer: () => SUMMARY,
    native: compactor,
    settings: { retry: { maxRetries: 0 }, compaction: { keepRecentTokens: 1_000, ...compaction } },
    ...options,
  });
  opened.push(session);
  const events = [];
  session.on((event) => events.push(event));
  const of = (type) => events.filter((event) => event.type === type);
  return { session, requests, compactor, events, of, ...shape };
}

const valid = (session, format) => assert.deepEqual(validate(session.context().messages, { format }), []);
const textsOf = (value) => JSON.stringify(value);

for (const format of Object.keys(FORMATS)) {
  const shape = FORMATS[format];

  test(`${format}: the items stand in the summary's place, the summary beside them`, async () => {
    const { session, requests, of, key, provider } = await made(format, {
      overhead: { system: "You are careful.", tools: [{ name: "read" }] },
    });
    const messages = talk(shape);
    await session.append(messages);
    const before = session.context();
    const outcome = await session.compact({ instructions: "the parser" });
    assert.equal(outcome.status, "compacted");
    const { entry } = outcome;
    const { items } = { items: shape.items(1) };
    assert.deepEqual(entry.preserveData, {
      [key]: { provider, format, model: "m", tokens: 120, replacementHistory: items },
    });
    assert.match(entry.summary, /epitomized/);
    // What was folded is what the model saw before the first message that stays, the same objects.
    const { request } = requests[0];
    const cut = before.entries.findIndex(({ id }) => id === entry.firstKeptEntryId);
    assert.equal(request.messages.length, cut);
    assert.deepEqual(session.context().messages.slice(cut - before.messages.length), before.messages.slice(cut));
    request.messages.forEach((message, at) => void assert.equal(message, before.messages[at]));
    const { messages: _, tokens, ...rest } = request;
    assert.ok(tokens > 500 && tokens < outcome.tokensBefore);
    const told = { system: "You are careful.", tools: [{ name: "read" }], instructions: "the parser", model: "m", contextWindow: 100_000 };
    assert.deepEqual(rest, told);
    // The same objects each time, each with its entry.
    const [one, two] = [session.context(), session.context()];
    items.forEach((item, at) => {
      assert.deepEqual(one.messages[at], item);
      assert.equal(one.messages[at], entry.preserveData[key].replacementHistory[at]);
      assert.equal(one.messages[at], two.messages[at]);
      assert.equal(one.entries[at], entry);
    });
    assert.equal(one.messages.length, one.entries.length);
    assert.equal(one.tokens, outcome.tokensAfter);
    assert.deepEqual([of("native_end").length, of("native_failed").length], [1, 0]);
    assert.equal(of("native_end")[0].provider, provider);
    valid(session, format);
    // From then on the context only grows.
    await session.append(talk(shape, 8, 10));
    assert.deepEqual(session.context().messages.slice(0, one.messages.length), one.messages);
    valid(session, format);
  });

  test(`${format}: a second compaction builds on the items of the first, and takes their place`, async () => {
    const { session, requests, key } = await made(format);
    await session.append(talk(shape));
    const first = (await session.compact()).entry.preserveData[key].replacementHistory;
    await session.append(talk(shape, 8, 14));
    const { entry } = await session.compact();
    const { messages } = requests[1].request;
    first.forEach((item, at) => void assert.equal(messages[at], item));
    const items = entry.preserveData[key].replacementHistory;
    assert.deepEqual(items, shape.items(2));
    const shown = textsOf(session.context().messages);
    assert.ok(shown.includes(textsOf(items[0])) && !shown.includes(textsOf(shape.items(1).at(-1))));
    valid(session, format);
  });

  test(`${format}: another provider gets the text, and the first its items again`, async () => {
    const { session, provider } = await made(format, { provider: shape.provider });
    await session.append(talk(shape));
    await session.compact();
    const own = session.context().messages;
    session.setModel({ contextWindow: 100_000, provider: "other" });
    const theirs = session.context();
    assert.match(textsOf(theirs.messages[0]), /epitomized/);
    assert.doesNotMatch(textsOf(theirs.messages), /"compaction"/);
    assert.equal(theirs.tokens, session.check().tokens);
    assert.deepEqual(theirs.messages.slice(-2), own.slice(-2));
    valid(session, format);
    session.setModel({ contextWindow: 100_000, provider });
    const back = session.context().messages;
    assert.equal(back.length, own.length);
    back.forEach((message, at) => void assert.equal(message, own[at]));
    // One that is not named is the one that was.
    session.setModel({ contextWindow: 100_000 });
    assert.deepEqual(session.context().messages, own);
  });

  test(`${format}: a compaction without new items has none, and keeps what hooks preserve`, async () => {
    const hooks = { "session.compacting": () => ({ preserveData: { mine: { n: 1 } } }) };
    let fails = false;
    const answer = (number) => {
      if (fails) throw new Error("not today");
      return { items: shape.items(number) };
    };
    const { session, of, key, provider } = await made(format, { hooks, native: { answer } });
    await session.append(talk(shape));
    const { entry } = await session.compact();
    assert.deepEqual(Object.keys(entry.preserveData).sort(), ["mine", key].sort());
    assert.equal("tokens" in entry.preserveData[key], false);
    fails = true;
    await session.append(talk(shape, 8, 14));
    const second = await session.compact();
    assert.equal(second.status, "compacted");
    assert.deepEqual(second.entry.preserveData, { mine: { n: 1 } });
    const [failed] = of("native_failed");
    assert.deepEqual([failed.provider, failed.error.message], [provider, "not today"]);
    assert.match(textsOf(session.context().messages[0]), /epitomized/);
    valid(session, format);
  });

  test(`${format}: wrong answers leave the text alone`, async () => {
    const huge = (items) => JSON.parse(textsOf(items).replace(/gAAAA\d|<summary>\d/, `$&${words(9_000, "x")}`));
    const answers = [
      undefined,
      {},
      { items: null },
      { items: [] },
      { items: "all of it" },
      { items: [null] },
      { items: [shape.user("no compaction at all")] },
      { items: [{ type: "compaction", id: "c" }] },
      { items: [{ role: "assistant", content: [{ type: "compaction", content: "" }] }] },
      { items: [{ role: "assistant", content: [{ type: "compaction", content: null }] }] },
      { items: [{ role: "assistant", content: [{ type: "compaction" }] }] },
      // No gain.
      { items: huge(shape.items(1)) },
      { items: shape.items(1), usage: { output: 90_000 } },
    ];
    for (const wrong of answers) {
      const { session, of } = await made(format, { native: { answer: () => wrong } });
      await session.append(talk(shape));
      const { status, entry } = await session.compact();
      assert.deepEqual([status, entry.preserveData, of("native_failed").length], ["compacted", undefined, 1], textsOf(wrong)?.slice(0, 90));
      assert.match(textsOf(session.context().messages[0]), /epitomized/);
      valid(session, format);
    }
  });

  test(`${format}: it is asked only where it can be read, and is wanted`, async () => {
    const cases = [
      [{ provider: "other" }, 0],
      [{ provider: "" }, 1],
      [{ compaction: { remoteEnabled: false } }, 0],
      [{ native: { format: format === "anthropic" ? "openai-responses" : "anthropic" } }, 0],
      [{ hooks: { session_before_compact: () => ({ compaction: { summary: "A handler's own summary of all that." } }) } }, 0],
    ];
    for (const [options, asked] of cases) {
      const { session, requests } = await made(format, options);
      await session.append(talk(shape));
      assert.equal((await session.compact()).status, "compacted");
      assert.equal(requests.length, asked, textsOf(options));
    }
  });

  test(`${format}: an abort is an abort, and a refused summary ends the request`, async () => {
    const stuck = { answer: (_, signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))) };
    const { session, requests, of } = await made(format, { native: stuck });
    await session.append(talk(shape));
    const { head } = session;
    const controller = new AbortController();
    const work = session.compact({ signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    assert.deepEqual([(await work).status, session.head, of("native_failed").length], ["cancelled", head, 0]);
    assert.equal(requests[0].signal.aborted, true);

    const refused = await made(format, { native: stuck, summarizer: () => "" });
    await refused.session.append(talk(shape));
    assert.equal((await refused.session.compact()).status, "refused");
    assert.deepEqual([refused.requests[0].signal.aborted, refused.of("native_failed").length], [true, 1]);
  });

  test(`${format}: one that does not answer is not waited for longer than a summarizer`, async () => {
    const native = { answer: () => new Promise(() => {}) };
    const { session, of } = await made(format, { native, compaction: { timeoutMs: 30 } });
    await session.append(talk(shape));
    assert.equal((await session.compact()).status, "compacted");
    assert.equal(of("native_failed")[0].error.code, "summarizer-timeout");
  });

  test(`${format}: a session that is opened anew shows the same`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "epitome-native-"));
    folders.push(folder);
    for (const store of [jsonl({ dir: folder }), memory()]) {
      const options = { store, provider: shape.provider };
      const { session } = await made(format, options);
      await session.append(talk(shape));
      await session.compact();
      await session.append(talk(shape, 8, 10));
      const { messages, tokens } = session.context();
      session.close();
      const { session: again } = await made(format, options);
      assert.deepEqual([again.context().messages, again.context().tokens], [messages, tokens]);
      const { session: elsewhere } = await made(format, { ...options, provider: "other" });
      assert.match(textsOf(elsewhere.context().messages[0]), /epitomized/);
      valid(elsewhere, format);
    }
  });

  test(`${format}: in the background, too; what is appended meanwhile stays behind the items`, async () => {
    let release;
    const native = { answer: (number) => new Promise((resolve) => (release = () => resolve({ items: shape.items(number) }))) };
    const { session, key } = await made(format, { native, compaction: { thresholdTokens: 4_000, timeoutMs: 2_000 } });
    await session.append(talk(shape, 0, 16));
    assert.equal((await session.maintain({ background: true })).reason, "compacting");
    const later = talk(shape, 16, 17);
    await session.append(later);
    release();
    const { status, entry } = await session.maintain();
    assert.deepEqual([status, entry.preserveData[key].replacementHistory], ["compacted", shape.items(1)]);
    assert.deepEqual(session.context().messages.slice(-2), later);
    valid(session, format);
  });

  test(`${format}: a provider's compaction in a reply becomes an entry`, async () => {
    const { session, key, provider } = await made(format, { native: { format: "anthropic" }, provider: shape.provider });
    const messages = talk(shape);
    await session.append(messages);
    const question = shape.user("And what now?");
    await session.append(question);
    const { tokens } = session.check();
    const reply = shape.inline("Now we go on.");
    const added = await session.append(reply);
    assert.equal(added.length, reply.length);
    const entry = (await session.path()).at(-1);
    assert.equal(entry.type, "compaction");
    assert.equal(entry.firstKeptEntryId, added[0].id);
    assert.equal(entry.tokensBefore, tokens);
    assert.equal("fromExtension" in entry, false);
    assert.deepEqual(entry.preserveData, { [key]: { provider, format, model: "m", inline: true } });
    assert.deepEqual([session.check().compactions, session.check().compactionsSinceUser], [1, 0]);
    if (format === "anthropic") assert.equal(entry.summary, "<summary>the files were read</summary>");
    else assert.match(entry.summary, /Request 7/);
    // The newest request, which is not read, and the reply as it is.
    const own = session.context();
    assert.deepEqual(own.messages, [question, ...reply]);
    assert.equal(own.messages.at(-1), reply.at(-1));
    assert.ok(own.tokens < tokens / 4);
    valid(session, format);
    await session.append(talk(shape, 8, 9));
    assert.deepEqual(session.context().messages.slice(0, own.messages.length), own.messages);
    // Another provider reads the text, the request, and the reply without what it cannot read.
    session.setModel({ contextWindow: 100_000, provider: "other" });
    const theirs = session.context().messages;
    assert.match(textsOf(theirs[0]), /summary/);
    assert.doesNotMatch(textsOf(theirs), /"type":"compaction"|gAAAA/);
    assert.match(textsOf(theirs), /And what now\?/);
    assert.match(textsOf(theirs), /Now we go on\./);
    valid(session, format);
    session.setModel({ contextWindow: 100_000, provider });
    assert.equal(session.context().messages.at(-3), reply.at(-1));
    valid(session, format);
    // Nothing is lost.
    assert.equal(session.original((await session.path())[0].id), messages[0]);
  });

  test(`${format}: a compaction of ours after one in a reply`, async () => {
    const { session, requests, key } = await made(format);
    await session.append(talk(shape));
    const reply = shape.inline("Now we go on.");
    await session.append(reply);
    await session.append(talk(shape, 8, 16));
    const { status, entry } = await session.compact();
    assert.equal(status, "compacted");
    // The provider compacts its own compaction, which then stands for nothing any more.
    assert.ok(textsOf(requests[0].request.messages).includes(textsOf(reply[0])));
    assert.deepEqual(entry.preserveData[key].replacementHistory, shape.items(1));
    const { messages } = session.context();
    assert.deepEqual(messages.slice(0, shape.items(1).length), shape.items(1));
    assert.ok(!textsOf(messages).includes(textsOf(reply[0])));
    valid(session, format);
    session.setModel({ contextWindow: 100_000, provider: "other" });
    assert.doesNotMatch(textsOf(session.context().messages), /"type":"compaction"/);
    valid(session, format);
  });

  test(`${format}: one in a reply, and a session that is opened anew`, async () => {
    const store = memory();
    const { session } = await made(format, { store });
    await session.append(talk(shape));
    await session.append(shape.inline("Now."), { usage: { input_tokens: 700, output_tokens: 90 } });
    await session.append(talk(shape, 8, 9));
    const { messages, tokens } = session.context();
    assert.ok(tokens < 2_500);
    const { session: again } = await made(format, { store });
    assert.deepEqual([again.context().messages, again.context().tokens], [messages, tokens]);
    const { session: other } = await made(format, { store, provider: "other" });
    assert.doesNotMatch(textsOf(other.context().messages), /"type":"compaction"/);
    valid(other, format);
  });
}

test("openai-responses: what a compaction of the host's own answered is kept whole", async () => {
  const { session } = await made("openai-responses");
  const output = FORMATS["openai-responses"].items(3);
  await session.append(output);
  assert.deepEqual([session.head, session.context().messages], [2, output]);
});

test("openai-responses: a count from before the compaction in a reply is not believed", async () => {
  const shape = FORMATS["openai-responses"];
  const { session } = await made("openai-responses");
  await session.append(talk(shape));
  const { tokens } = session.check();
  await session.append(shape.inline("Now."), { usage: { input_tokens: tokens, output_tokens: 90 } });
  assert.ok(session.check().tokens < tokens / 3);
});

test("anthropic: a signed compaction of the host's own stands first, what stays behind it", async () => {
  const shape = FORMATS.anthropic;
  const { session } = await made("anthropic");
  const pinned = shape.user("Never touch the fixtures.");
  await session.append(pinned, { pinned: true });
  await session.append(shape.says("I will not."));
  await session.append(talk(shape));
  const newest = talk(shape)[14];
  const [message] = shape.items(4);
  await session.append(message);
  const both = `${pinned.content}\n\n${newest.content}`;
  assert.deepEqual(session.context().messages, [message, { role: "user", content: both }]);
  await session.append(shape.user("Go on."));
  await session.setModel({ contextWindow: 100_000, provider: "bedrock" });
  const text = textsOf(session.context().messages);
  assert.ok(text.includes(pinned.content) && text.includes(newest.content) && !text.includes('"compaction"'));
  valid(session, "anthropic");
  await session.setModel({ contextWindow: 100_000, provider: "anthropic" });
  valid(session, "anthropic");
  assert.deepEqual(validate(session.context().messages, { format: "anthropic", request: true }), []);
});

test("anthropic: a failed compaction in a reply is a no-op", async () => {
  const shape = FORMATS.anthropic;
  const { session } = await made("anthropic");
  await session.append(talk(shape));
  const { head } = session;
  await session.append({
    role: "assistant",
    content: [
      { type: "compaction", content: null },
      { type: "text", text: "Hm." },
    ],
  });
  assert.deepEqual([session.head, session.context().messages.length], [head + 1, 17]);
  valid(session, "anthropic");
});

test("anthropic: a reply that calls a tool behind its compaction, and thinks", async () => {
  const shape = FORMATS.anthropic;
  const { session } = await made("anthropic", { provider: "anthropic" });
  await session.append(talk(shape));
  const call = {
    role: "assistant",
    content: [
      { type: "compaction", content: "<summary>all</summary>", encrypted_content: "e" },
      { type: "thinking", thinking: "hm", signature: "c2ln" },
      { type: "tool_use", id: "t1", name: "read", input: { path: "a" } },
    ],
  };
  await session.append(call);
  await session.append({ role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "done" }] });
  const { messages } = session.context();
  assert.equal(messages.at(-2), call);
  valid(session, "anthropic");
  session.setModel({ contextWindow: 100_000, provider: "bedrock" });
  assert.deepEqual(
    session
      .context()
      .messages.at(-2)
      .content.map(({ type }) => type),
    ["tool_use"],
  );
  valid(session, "anthropic");
});

test("anthropic: what the API has cleared is noted, and its count is no sign of a prompt that was cut", async () => {
  const shape = FORMATS.anthropic;
  const usage = (input, output = 100) => ({ input_tokens: input, output_tokens: output });
  const { session } = await made("anthropic");
  const output = words(4_000, "line");
  for (let step = 0; step < 4; step++) {
    await session.append([
      step === 0
        ? shape.user("Read them.")
        : { role: "user", content: [{ type: "tool_result", tool_use_id: `t${step - 1}`, content: output }] },
      { role: "assistant", content: [{ type: "tool_use", id: `t${step}`, name: "read", input: {} }], usage: usage(1_000 + step * 12_000) },
    ]);
  }
  const { limit } = session.check();
  const edits = [{ type: "clear_tool_uses_20250919", cleared_tool_uses: 2, cleared_input_tokens: 24_000 }];
  const reply = {
    role: "assistant",
    content: [{ type: "tool_use", id: "t4", name: "read", input: {} }],
    usage: usage(24_000),
    context_management: { applied_edits: edits },
  };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t3", content: output }] };
  const [, entry] = await session.append([result, reply]);
  const noted = (await session.path()).at(-1);
  assert.deepEqual(
    [noted.type, noted.customType, noted.data],
    ["custom", "context_management", { entryId: entry.id, applied_edits: edits }],
  );
  assert.equal(session.context().messages.at(-1), reply);
  assert.deepEqual([session.check().tokens, session.check().limit], [24_100, limit]);
  // No edits, no note.
  await session.append({ ...shape.says("Done."), context_management: { applied_edits: [] } });
  assert.equal((await session.path()).at(-1).type, "message");
});

test("natives that are none are refused", async () => {
  const named = (provider, format) => Object.assign(() => ({ items: [] }), { provider, format });
  for (const native of [{}, () => {}, named("", "anthropic"), named("x", "gemini"), [named("openai", "openai-responses"), 3]]) {
    await assert.rejects(openSession({ id: "x", native }), { code: "invalid-option", message: /native/ });
  }
});

test("anthropic: a signed compaction that calls has what stays behind the results", async () => {
  const shape = FORMATS.anthropic;
  const { session } = await made("anthropic");
  const pinned = { role: "user", content: [{ type: "text", text: "Never touch the fixtures." }] };
  await session.append(pinned, { pinned: true });
  await session.append(talk(shape));
  const reply = {
    role: "assistant",
    content: [
      { type: "compaction", content: "All of it.", signature: "c2ln" },
      { type: "tool_use", id: "t1", name: "read", input: {} },
    ],
  };
  await session.append(reply);
  assert.deepEqual(session.context().messages, [reply]);
  const results = { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "done" }] };
  await session.append(results);
  assert.deepEqual(session.context().messages.slice(0, 2), [reply, results]);
  assert.ok(textsOf(session.context().messages.slice(2)).includes("Never touch the fixtures."));
  valid(session, "anthropic");
});

test("opaque parts go to no other provider, wherever they stand", async () => {
  const [openai, anthropic] = [FORMATS["openai-responses"], FORMATS.anthropic];
  const item = (id) => ({ type: "compaction", id, encrypted_content: "gAAAA" });
  const failed = (content, more) => ({
    role: "assistant",
    content: [
      { type: "compaction", content, ...more },
      { type: "text", text: "Hm." },
    ],
  });
  const broken = [null, "", "  ", 42, {}, [{ type: "text", text: "x" }]].flatMap((content) => [
    failed(content),
    failed(content, { encrypted_content: "e" }),
  ]);
  const cases = [
    ["openai-responses", [...talk(openai), item("k"), openai.says("Now.")], 18],
    ["openai-responses", [item("k"), ...talk(openai)], 17],
    ["openai-responses", [...talk(openai), { type: "compaction", id: "k" }], 17],
    ["openai-responses", [...talk(openai), { type: "compaction", id: "k", encrypted_content: 42 }], 17],
    ...broken.map((reply) => ["anthropic", [...talk(anthropic), reply], 17]),
    ["anthropic", [...talk(anthropic), anthropic.items(1)[0]], 17],
  ];
  for (const [format, messages, count] of cases) {
    const { provider } = FORMATS[format];
    const { session, of } = await made(format, { provider });
    // At once, as a host that brings a history does, and then as it would be had the second write failed.
    const [whole] = await session.append(messages.slice(0, -1));
    const [last] = await session.append(messages.slice(-1));
    await session.navigate(last.id);
    assert.equal(of("native_failed").length, 0);
    await session.append(FORMATS[format].user("Go on."));
    await session.setModel({ contextWindow: 100_000, id: "x", provider: "other" });
    const text = textsOf(session.context().messages);
    assert.ok(!text.includes('"compaction"'), text.slice(-200));
    const originals = session.context().messages.length;
    assert.ok(session.check().tokens > 4_000 || originals < count, `${format} ${originals} ${session.check().tokens}`);
    valid(session, format);
    assert.ok(whole);
  }
});

test("a reply that the session was moved to shows its compaction to its provider alone, and in full to others", async () => {
  for (const format of Object.keys(FORMATS)) {
    const shape = FORMATS[format];
    const { session } = await made(format, { provider: "azure" });
    await session.append(talk(shape));
    const whole = session.check().tokens;
    const entries = await session.append(shape.inline("Now."));
    await session.append(shape.user("Go on."));
    await session.navigate(entries.at(-1).id);
    assert.ok(textsOf(session.context().messages).includes('"compaction"'));
    await session.setModel({ contextWindow: 100_000, id: "m", provider: shape.provider });
    assert.ok(!textsOf(session.context().messages).includes('"compaction"'));
    assert.ok(session.check().tokens >= whole);
    valid(session, format);
  }
});

test("openai-responses: two items of one reply are adopted once, and stay together", async () => {
  const shape = FORMATS["openai-responses"];
  const { session } = await made("openai-responses", { provider: "openai" });
  await session.append(talk(shape));
  const two = [1, 2].map((at) => ({ type: "compaction", id: `k${at}`, encrypted_content: `gAAAA${at}` }));
  await session.append([...two, shape.says("Now.")]);
  const compactions = (await session.path()).filter(({ type }) => type === "compaction");
  assert.equal(compactions.length, 1);
  assert.deepEqual(session.context().messages.slice(-3), [...two, shape.says("Now.")]);
  assert.equal(session.context().messages.length, 4);
  valid(session, "openai-responses");
  await session.setModel({ contextWindow: 100_000, provider: "xai" });
  assert.ok(!textsOf(session.context().messages).includes("gAAAA"));
});

test("a reply that is delivered again writes nothing anew", async () => {
  for (const format of Object.keys(FORMATS)) {
    const shape = FORMATS[format];
    const { session } = await made(format);
    await session.append(talk(shape));
    const reply = shape.inline("Now.");
    const id = reply.map((_, at) => `r${at}`);
    await session.append(reply, { id });
    await session.append(shape.user("Go on."));
    const { head } = session;
    const { messages } = session.context();
    await session.append(structuredClone(reply), { id });
    assert.deepEqual([session.head, session.context().messages], [head, messages]);
  }
});

test("items that free little beside the text are not taken, and soon not asked for", async () => {
  const shape = FORMATS["openai-responses"];
  const native = { answer: (number) => ({ items: shape.items(number), usage: { output: 1_900 } }) };
  const compaction = { keepRecentTokens: 300, reserveTokens: 500 };
  const { session, requests, of } = await made("openai-responses", { native, compaction, model: { contextWindow: 3_000, id: "m" } });
  const freed = [];
  const rounds = async (to) => {
    for (let at = 0; at < to; at++) {
      await session.append([shape.user(`Request ${at}: ${words(30, "ask")}`), shape.says(`Answer ${at}: ${words(120, "word")}`)]);
      const { status, tokensBefore, tokensAfter } = await session.maintain();
      if (status === "compacted") freed.push(tokensBefore - tokensAfter);
    }
  };
  await rounds(30);
  assert.ok(freed.length > 2 && freed.length < 8 && freed.every((tokens) => tokens > 1_000), `${freed}`);
  assert.deepEqual([requests.length, of("native_failed").length], [2, 2]);
  await session.setModel({ contextWindow: 3_000, id: "other" });
  await rounds(12);
  assert.ok(requests.length > 2);
});

test("a provider that will refuse again is not asked again until the model is another", async () => {
  const shape = FORMATS.anthropic;
  const refusal = Object.assign(new Error("no key"), { details: { status: 401 } });
  const { session, requests } = await made("anthropic", { native: { answer: () => Promise.reject(refusal) } });
  for (let at = 0; at < 3; at++) {
    await session.append(talk(shape));
    assert.equal((await session.compact()).status, "compacted");
  }
  assert.equal(requests.length, 1);
  await session.setModel({ contextWindow: 100_000, id: "m" });
  await session.append(talk(shape));
  await session.compact();
  assert.equal(requests.length, 2);
});

test("items that repeat what stays behind them are not taken", async () => {
  const shape = FORMATS["openai-responses"];
  const pinned = { ...shape.user("Never touch the fixtures."), id: "msg_1" };
  const native = { answer: (number) => ({ items: [pinned, ...shape.items(number)] }) };
  const { session, of } = await made("openai-responses", { native });
  await session.append(pinned, { pinned: true });
  await session.append(talk(shape));
  const { status, entry } = await session.compact();
  assert.deepEqual([status, entry.preserveData], ["compacted", undefined]);
  assert.match(of("native_failed")[0].error.message, /stays behind/);
  valid(session, "openai-responses");
});

test("a server that wants turns is not asked", async () => {
  const { session, requests, talk: _, ...shape } = await made("anthropic", { compaction: { strictAlternation: true } });
  await session.append(talk(shape));
  assert.deepEqual([(await session.compact()).status, requests.length], ["compacted", 0]);
});

test("a slow provider does not hold back a finished text", async (context) => {
  const native = { answer: () => new Promise(() => {}) };
  const shape = FORMATS.anthropic;
  const hurried = await made("anthropic", { native, compaction: { totalTimeoutMs: 100 } });
  await hurried.session.append(talk(shape));
  assert.equal((await hurried.session.compact()).status, "compacted");
  assert.equal(hurried.of("native_failed")[0].error.code, "summarizer-timeout");
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [reason, patience] of [
    ["threshold", 30_000],
    ["overflow", 10_000],
  ]) {
    const { session, of } = await made("anthropic", { native, compaction: { thresholdTokens: 2_000 } });
    await session.append(talk(shape));
    let outcome;
    const work = session.maintain(reason === "overflow" ? { reason } : {}).then((ended) => (outcome = ended));
    for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
    context.mock.timers.tick(patience - 1_000);
    await new Promise(setImmediate);
    assert.equal(outcome, undefined);
    context.mock.timers.tick(1_000);
    assert.equal((await work).status, "compacted");
    assert.equal(of("native_failed")[0].error.code, "summarizer-timeout");
  }
});

test("what was counted under a provider's own compaction is not believed by another, opened anew either", async () => {
  for (const format of Object.keys(FORMATS)) {
    const shape = FORMATS[format];
    const store = memory();
    const options = { store, provider: shape.provider, summarizer: () => `## Goal\n${words(1_500, "goal")}` };
    const { session } = await made(format, options);
    await session.append(talk(shape, 0, 20));
    assert.ok((await session.compact()).entry.preserveData);
    await session.append(shape.user("Go on."));
    await session.append(shape.says("Yes."), { usage: { input_tokens: 700, output_tokens: 3 } });
    assert.equal(session.check().source, "anchor");
    await session.setModel({ contextWindow: 100_000, id: "x", provider: "other" });
    const { tokens, source } = session.check();
    assert.deepEqual([source, tokens > 2_500], ["estimate", true]);
    const { session: again } = await made(format, { ...options, provider: "other" });
    assert.deepEqual([again.check().source, again.check().tokens], [source, tokens]);
    await again.append(shape.user("More."));
    await again.append(shape.says("Yes."), { usage: { input_tokens: 4_000, output_tokens: 3 } });
    assert.equal(again.check().source, "anchor");
  }
});

test("anthropic: counts under edits of the API are not believed by another provider", async () => {
  const shape = FORMATS.anthropic;
  const { session } = await made("anthropic", { provider: "anthropic" });
  await session.append(talk(shape, 0, 20));
  const edits = [{ type: "clear_tool_uses_20250919", cleared_tool_uses: 5, cleared_input_tokens: 9_000 }];
  await session.append(
    { ...shape.says("Yes."), context_management: { applied_edits: edits } },
    { usage: { input_tokens: 2_000, output_tokens: 3 } },
  );
  assert.equal(session.check().tokens, 2_003);
  await session.setModel({ contextWindow: 100_000, id: "x", provider: "other" });
  assert.ok(session.check().tokens > 8_000);
});
