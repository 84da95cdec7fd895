// What a summarizer is asked, as users of other projects reported it; each with its report. Those on the size of a request are in
// failures-summarizer.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openai } from "../../pkg/dist/summarizers/openai.js";
import { part } from "./support/preset.mjs";
import { calls, filler, open, output, turns, user } from "./support/talk.mjs";
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
const histories = (asked) => asked.filter(({ kind }) => kind === "history").map(({ prompt }) => prompt);

test("the instruction stands last and under a system prompt, and the transcript is no protocol to go on with (opencode#42363)", async () => {
  for (const format of NAMES) {
    const steps = [[{ name: "bash", args: { command: "make" }, text: "ok" }]];
    const { session, asked } = await full({ format, messages: written(format, rows(40, "turn", { steps })) });
    assert.equal((await session.maintain()).status, "compacted", format);
    for (const { system, prompt } of asked) {
      assert.match(system, /do not continue the conversation, do not call tools/);
      assert.match(prompt.trimEnd().split("\n").at(-1), /Here the material ends\. Now write/, format);
      assert.doesNotMatch(prompt, /^\[?(Assistant|User|Tool result|Assistant tool calls)\]?:/m);
    }
  }
});

test("what the newest messages show is known to the summarizer, so that no done step is listed as open (opencode#27037, #50816, #28063, #41358)", async () => {
  for (const format of NAMES) {
    const tail = written(format, [{ ask: "Now delete table_old.", says: "table_old is deleted.", id: "tail" }]);
    const { session, asked } = await full({ format, messages: [...written(format, rows(40, "turn")), ...tail] });
    await session.maintain();
    const last = asked.filter(({ kind }) => kind !== "short").at(-1).prompt;
    const kept = part(last, "kept-messages");
    assert.ok(kept, format);
    assert.ok(textOf(session.context().messages).includes("table_old is deleted."), format);
    // It is known as what follows, and is no part of what is to be summarized.
    const [first] = kept.match(/(turn \d+:|Now delete)/);
    assert.ok(!part(last, "conversation").split("</conversation>")[0].includes(`<user>\n${first}`), `${format} ${first}`);
    assert.match(part(last, "task") + last.split("<kept-messages>")[0].slice(-400), /do not list as open/);
  }
});

test("the summary is framed as a record of what may be done, and the newest message of the user wins (opencode#27037, codex#27731, #38931, #42695, #43632, hermes#11475, eve#749, crush#3867, #3893)", async () => {
  for (const format of NAMES) {
    const { session } = await full({
      format,
      reply:
        "## Goal\nNext: delete X. Then deploy. This is what the newest request asks, and what is still open of it all.\n\n## Progress\nNothing yet.",
    });
    assert.equal((await session.maintain()).status, "compacted");
    const text = textOf(session.context().messages[0]);
    const around = text.split("<summary>")[0] + text.split("</summary>")[1];
    assert.match(around, /record/);
    assert.match(around, /not a request/);
    assert.match(around, /newest message of the user decides/);
    assert.ok(textOf(session.context().messages.at(-1)).includes("Go on."));
  }
});

test("asks that are done and those that are open are asked for apart, and the newest one by name (codex#27731, hermes#11475, eve#1844)", async () => {
  for (const template of ["nine-sections", "goal-progress"]) {
    const { session, asked } = await full({ compaction: { ...compaction, template } });
    await session.maintain();
    const task = part(asked[0].prompt, "task");
    assert.match(task, /newest request, word for word if it is short, and whether it has been answered/);
    assert.match(task, /never (take up )?an old request again/);
    assert.match(asked[0].system, /whether it is done, still open or blocked/);
  }
});

test("a prompt of the host's own takes the place of the task, and the transcript stays (rb85, agno#4915, pi#9908)", async () => {
  const own = "Summarize in three bullets.";
  const bullets =
    "- The parser must read empty lines\n- The loop that ended too early is mended\n- Go on with what the newest request asks, which is not answered";
  for (const format of NAMES) {
    for (const how of [{ compaction: { ...compaction, template: own } }, { hooks: { "session.compacting": () => ({ prompt: own }) } }]) {
      const { session, asked } = await full({ format, reply: bullets, ...how });
      assert.equal((await session.maintain()).status, "compacted", format);
      for (const { prompt } of asked) {
        assert.ok(part(prompt, "task").endsWith(own), format);
        assert.doesNotMatch(part(prompt, "task"), /Primary Request and Intent/);
        assert.match(part(prompt, "conversation"), /(turn|answer to turn) \d+:/);
      }
    }
  }
});

test("the focus of a manual compaction reaches every request, that of a split turn's start too (pi#11058)", async () => {
  const work = Array.from({ length: 40 }, (_, at) => [calls(`c${at}`), output(`c${at}`, filler(300, `step ${at}`))]).flat();
  const { session, asked } = await open({
    window: 32_000,
    compaction,
    reply: GOOD,
    messages: [...turns(10, 1_000), user("Fix it all."), ...work],
  });
  assert.equal((await session.compact({ instructions: "Mind the exit codes." })).isSplitTurn, true);
  assert.deepEqual([...new Set(asked.map(({ kind }) => kind))], ["history", "turn-prefix"]);
  for (const { prompt } of asked) assert.ok(prompt.includes("Mind the exit codes."));
});

test("each round summarizes from the last boundary, with the summary before it (rb57, Flowise#5873, pi#2608, omp#11365, PR#11515)", async () => {
  for (const format of NAMES) {
    const { session, asked } = await full({ format });
    await session.maintain();
    const folded = new Set(
      histories(asked)
        .join("\n")
        .match(/turn \d+:/g),
    );
    const kept = new Set(textOf(session.context().messages.slice(1)).match(/turn \d+:/g));
    asked.length = 0;
    await session.append(written(format, rows(40, "later")));
    assert.equal((await session.maintain()).status, "compacted");
    const [first] = histories(asked);
    assert.ok(part(first, "prior-summary").includes("The parser must read empty lines"), format);
    const conversation = asked
      .map(({ prompt }) => part(prompt, "conversation").replace(/<prior-summary>.*<\/prior-summary>/s, ""))
      .join("\n");
    for (const name of folded) if (!kept.has(name)) assert.ok(!conversation.includes(`\n${name}`), `${format}: ${name} again`);
    for (const name of kept) assert.ok(conversation.includes(name), `${format}: ${name} is lost`);
    for (const name of ["later 0:", "later 20:"]) assert.ok(conversation.includes(name), `${format}: ${name}`);
  }
});

test("outputs that can go are measured as gone before anything is folded (rb41, mastra#24111)", async () => {
  for (const format of NAMES) {
    const steps = Array.from({ length: 60 }, (_, at) => [{ name: "lookup", args: { at }, text: filler(1_000, `found ${at}`) }]);
    const talk = [...rows(1, "search", { steps }), ...rows(60, "turn")];
    const settings = { prune: { protectTokens: 10_000, minimumSavings: 5_000 }, compaction: { thresholdTokens: 60_000 } };
    const { session, asked } = await open({ window: 200_000, format, settings, messages: written(format, talk) });
    const count = session.context().messages.length;
    assert.equal(session.check().action, "compact", format);
    const outcome = await session.maintain();
    assert.deepEqual([outcome.status, asked.length, session.context().messages.length], ["pruned", 0, count], format);
    assert.ok(session.check().tokens <= 60_000);
  }
});

test("half a character never reaches a provider, wherever a part is cut (pi#7121)", async () => {
  const sent = [];
  const fetch = async (_, { body }) => {
    sent.push(body);
    return Response.json({ choices: [{ message: { content: GOOD }, finish_reason: "stop" }] });
  };
  const emoji = (shift) => `${"a".repeat(shift)}${"🔥".repeat(3_000)}`;
  for (const shift of [0, 1]) {
    const steps = [[{ name: "bash", args: { command: emoji(shift) }, text: emoji(shift) }]];
    const messages = written("openai-chat", [...rows(3, "turn", { steps }), { ask: emoji(shift), says: emoji(shift) }, ...rows(5, "end")]);
    const { session } = await full({ summarizer: openai({ model: "m", apiKey: "k", fetch }), messages });
    assert.equal((await session.compact()).status, "compacted");
  }
  assert.ok(sent.length >= 2);
  for (const body of sent) assert.ok(body.isWellFormed?.() ?? true);
  for (const body of sent) assert.doesNotMatch(body, /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/);
  for (const body of sent) assert.ok(!JSON.parse(body).messages.at(-1).content.includes("\ufffd"), "nothing is torn");
});

test("options of the session's own calls do not come into a summarizer's (openhanako#1478, pi#8649, #8638)", async () => {
  const sent = [];
  const fetch = async (_, { body }) => {
    sent.push(JSON.parse(body));
    return Response.json({ choices: [{ message: { content: GOOD }, finish_reason: "stop" }] });
  };
  const overhead = { system: "Be brief.", tools: [{ type: "function", function: { name: "bash" } }] };
  const { session } = await full({ summarizer: openai({ model: "m", apiKey: "k", fetch }), overhead });
  assert.equal((await session.maintain()).status, "compacted");
  for (const body of sent) for (const name of ["tools", "tool_choice", "reasoning_effort"]) assert.ok(!(name in body), name);
});

test("multimodal outputs are words for the summarizer (gemini-cli PR#19856)", async () => {
  const response = {
    role: "user",
    parts: [
      {
        functionResponse: {
          id: "a",
          name: "shot",
          response: { output: "taken" },
          parts: [{ inlineData: { mimeType: "image/png", data: "A".repeat(9_000) } }],
        },
      },
    ],
  };
  const call = { role: "model", parts: [{ functionCall: { id: "a", name: "shot", args: {} } }] };
  const { session, asked } = await full({
    format: "gemini",
    messages: [...asks("gemini", "Look."), call, response, ...written("gemini", rows(40, "turn"))],
  });
  await session.maintain();
  assert.match(asked[0].prompt, /\[tool_result: shot = .*taken/s);
  assert.doesNotMatch(asked[0].prompt, /AAAAAAAAAA/);
});

test("there is a way back to the raw history (codex#37121, nac#147)", async () => {
  const { session } = await full();
  const before = await session.path();
  await session.maintain();
  assert.deepEqual((await session.path()).slice(0, before.length), before);
  await session.navigate(before.at(-2).id, { edit: false });
  assert.equal(session.context().messages.length, before.length - 1);
});
