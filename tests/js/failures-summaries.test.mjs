// What a summary says, and which are taken, as users of other projects reported it; each with its report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, validate } from "../../pkg/dist/index.js";
import { part } from "./support/preset.mjs";
import { filler, open, says, turns, user } from "./support/talk.mjs";
import { asks, NAMES, textOf, written } from "./support/wire.mjs";

const GOOD =
  "## Goal\nThe parser must read empty lines; go on with what the newest request asks.\n\n## Progress\nThe loop that ended too early is mended, and the tests of it pass.";
const none = { fallback: "none", keepRecentTokens: 1_000 };
const isAtMost = (value, most) => assert.ok(value <= most, `${value} is at most ${most}`);
/** A session in a format, over its threshold. */
const full = ({ format = "openai-chat", talk = turns(40, 400), compaction = none, ...options } = {}) => {
  const rows = talk.flatMap(({ role, content }, at) =>
    role === "user" ? [{ ask: content, says: talk[at + 1].content, id: `t${at}` }] : [],
  );
  const settings = { retry: { maxRetries: 1, baseDelayMs: 1 }, compaction };
  return open({ window: 16_000, format, settings, messages: [...written(format, rows), ...asks(format, "Go on.")], ...options });
};

const BLANK = [
  "",
  " \n",
  "\u200b\u2060\ufeff",
  { text: "" },
  { text: "", stopReason: "length" },
  "```\n```",
  "<summary></summary>",
  "<think>I should write it now.</think>",
];

test("an empty summary never takes the place of the one before (stavrobot#28, lossless-claw#877, fabro#630, kilocode#14088, opencode#27604, cc-haha#174)", async () => {
  for (const format of NAMES) {
    for (const blank of format === "openai-chat" ? BLANK : BLANK.slice(0, 2)) {
      let reply = GOOD;
      const { session, asked } = await full({ format, reply: () => reply });
      assert.equal((await session.maintain()).status, "compacted", format);
      reply = blank;
      await session.append(
        written(
          format,
          Array.from({ length: 40 }, (_, at) => ({ ask: filler(200, `more ${at}`), says: filler(200, `done ${at}`), id: `m${at}` })),
        ),
      );
      const before = session.context().messages;
      asked.length = 0;
      const outcome = await session.maintain();
      assert.equal(outcome.status, "refused", `${format} ${JSON.stringify(blank)} ${outcome.reason}`);
      assert.ok(
        outcome.failures.every(({ reason }) => /blank|cut-off|not-a-summary/.test(reason)),
        JSON.stringify(outcome.failures),
      );
      assert.deepEqual(
        [0, 1].map((attempt) => asked.some((request) => request.attempt === attempt)),
        [true, true],
        "asked once more",
      );
      assert.ok(
        asked.every(({ attempt }) => attempt < 2),
        "and not for ever",
      );
      assert.deepEqual(session.context().messages, before);
      assert.ok(textOf(session.context().messages[0]).includes("The parser must read empty lines"));
    }
  }
});

test("an empty answer that passes is tried once more; one that stays is followed by the summary without a model (DeepSeek-Reasonix PR#9300)", async () => {
  let tries = 0;
  const once = await full({ reply: () => (++tries === 1 ? "" : GOOD) });
  const { status, entry, degraded } = await once.session.maintain();
  assert.deepEqual([status, degraded, entry.summary.startsWith(GOOD)], ["compacted", undefined, true]);
  const never = await full({ reply: "", compaction: { keepRecentTokens: 1_000 } });
  const outcome = await never.session.maintain();
  assert.deepEqual([outcome.status, outcome.degraded], ["compacted", true]);
  assert.match(outcome.entry.summary, /turn 3\d/);
});

test("what failed is told apart: refused key, nothing written, a filter, no connection, aborted (senpi PR#268)", async () => {
  const thrown = (message, more) => () => {
    throw Object.assign(new Error(message), more);
  };
  const reasons = [];
  for (const reply of [
    thrown("401 invalid x-api-key", { status: 401 }),
    () => "",
    () => ({ text: "## Goal\nHalf of", stopReason: "length" }),
    thrown("connect ECONNREFUSED", { code: "ECONNREFUSED" }),
    thrown("prompt is too long: 9 tokens > 8 maximum", { status: 400 }),
  ]) {
    const { session } = await full({ reply });
    const { status, reason, message, failures, error } = await session.maintain();
    assert.equal(status, "refused", message);
    assert.ok(reason && message && error.code, message);
    reasons.push(`${failures[0].reason} ${failures[0].message}`);
  }
  assert.equal(new Set(reasons).size, reasons.length, String(reasons));
  assert.deepEqual(
    reasons.slice(0, 3).map((reason) => reason.split(" ")[0]),
    ["summarizer-auth", "blank-summary", "cut-off-summary"],
  );
  const { session } = await full({ reply: () => new Promise(() => {}) });
  assert.equal((await session.compact({ signal: AbortSignal.timeout(5) })).status, "cancelled");
});

test("the room for a summary goes by the model, not by a fixed number (wuu#141, #143)", async () => {
  for (const [window, maxOutput, least] of [
    [400_000, 64_000, 16_000],
    [400_000, undefined, 16_000],
    [32_000, 4_096, 2_000],
  ]) {
    const { session, asked } = await open({ window, maxOutput, messages: [...turns(Math.ceil(window / 1_250), 1_000), user("go on")] });
    await session.compact();
    assert.ok(asked[0].maxTokens >= least && asked[0].maxTokens <= (maxOutput ?? window / 4), `${window}: ${asked[0].maxTokens}`);
  }
});

test("a summary that was cut off is not stored, in whatever way it is told (rune PR#103, pi#7048, PR#7420)", async () => {
  const half = `<summary>\n${GOOD.slice(0, 120)}`;
  async function* streamed() {
    yield half;
    return { stopReason: "length" };
  }
  for (const cut of [
    { text: GOOD, stopReason: "length" },
    { text: GOOD, finish_reason: "length" },
    { text: GOOD, stop_reason: "max_tokens" },
    { text: half, stopReason: "length" },
    streamed,
    `${half}\n</summ`,
  ]) {
    const { session } = await full({ reply: typeof cut === "function" ? cut : () => cut });
    const before = session.context().messages;
    const { status, failures } = await session.maintain();
    assert.equal(status, "refused", JSON.stringify(cut));
    assert.equal(failures[0].reason, "cut-off-summary");
    assert.deepEqual(session.context().messages, before);
  }
});

test("a compaction never makes a context larger, and of a short one there is none (gemini-cli#3574, PR#7047, Roo#3911, PR#4061, kilocode#2037, pi#6157)", async () => {
  for (const format of NAMES) {
    for (const reply of [GOOD, GOOD + filler(17_000, " and more")]) {
      for (const tokens of [400, 661, 3_000]) {
        const rows = Array.from({ length: 4 }, (_, at) => ({
          ask: filler(tokens / 8, `turn ${at}`),
          says: filler(tokens / 8, `answer ${at}`),
        }));
        const { session } = await open({ window: 200_000, format, reply, overhead: { tokens: 9_000 }, messages: written(format, rows) });
        const before = session.check().tokens;
        const outcome = await session.compact();
        if (outcome.status !== "compacted") assert.deepEqual([outcome.tokensAfter, session.check().tokens], [before, before]);
        else assert.ok(outcome.tokensAfter < before && session.check().tokens < before, `${before} ${outcome.tokensAfter}`);
      }
    }
  }
});

test("where no summary gains anything and the limit is near, there is a cut without a model (gemini-cli#4777, #15225, #14766)", async () => {
  const { session } = await full({
    reply: GOOD + filler(30_000, " and more"),
    talk: turns(40, 600),
    compaction: { keepRecentTokens: 1_000 },
  });
  const outcome = await session.maintain();
  assert.equal(outcome.status, "compacted");
  assert.equal(session.check().action, "none");
});

test("the summary speaks the language of the user; headings stay (opencode#20156, #21165, claude-code#13524, openclaw#10456, gentle-pi#57, pi#6157)", async () => {
  const languages = {
    Chinese: [
      "解析器必须读取空行，请继续修改代码并运行测试，不要发布。",
      "解析器现在可以读取空行，过早结束的循环已经修复，测试已经通过，请继续最新的请求。",
    ],
    Russian: [
      "Парсер должен читать пустые строки, продолжай и запусти тесты.",
      "Парсер теперь читает пустые строки, цикл исправлен, тесты проходят, продолжаем последний запрос.",
    ],
    Arabic: [
      "يجب أن يقرأ المحلل الأسطر الفارغة، تابع العمل وشغل الاختبارات.",
      "المحلل يقرأ الآن الأسطر الفارغة وتم إصلاح الحلقة ونجحت الاختبارات ونتابع الطلب الأخير.",
    ],
  };
  for (const [language, [said, summed]] of Object.entries(languages)) {
    const talk = Array.from({ length: 40 }, (_, at) => [user(`${at} ${said.repeat(4)}`), says(filler(400, `${summed} ${at}`))]).flat();
    const right = `## Primary Request and Intent\n${said}\n\n## Current Work\n${summed}`;
    const { session, asked } = await full({ talk, reply: () => (asked.length === 1 ? GOOD : right) });
    const { status, entry, failures } = await session.maintain();
    assert.equal(status, "compacted", language);
    assert.ok(
      failures.some(({ reason }) => reason === "wrong-language"),
      language,
    );
    assert.ok(entry.summary.startsWith(right), language);
    assert.match(asked[0].system + asked[0].prompt, /language of the user|language that the user/);
    assert.match(asked[1].prompt, /language/);
  }
});

test("seven todos come through whatever the model writes of them (opencode#5934, PR#25982, maki#493, sudocode#676, oh-my-openagent#1481, DeepSeek-Reasonix#10197, rpiv-mono#222)", async () => {
  const todos = Array.from({ length: 7 }, (_, at) => ({
    text: `Task ${at}: move table_${at} to schema_${at}`,
    status: at === 0 ? "in_progress" : "pending",
  }));
  for (const format of NAMES) {
    for (const reply of [
      GOOD,
      "",
      () => {
        throw new Error("down");
      },
    ]) {
      const { session } = await full({ format, reply, state: () => ({ todos }), compaction: { keepRecentTokens: 1_000 } });
      assert.equal((await session.maintain()).status, "compacted");
      const text = textOf(session.context().messages[0]);
      for (const todo of todos) assert.ok(text.includes(todo.text), `${format} ${todo.text}`);
    }
  }
});

test("the state is that of the moment when the summary is stored (dynamiq#926)", async () => {
  const todos = [{ text: "Write the parser", status: "in_progress" }];
  const reply = () => {
    todos[0].status = "completed";
    todos.push({ text: "Write the tests", status: "pending" });
    return GOOD;
  };
  const { session } = await full({ reply, state: () => ({ todos }) });
  const state = part((await session.maintain()).entry.summary, "session-state");
  assert.ok(state.includes("Write the tests") && !state.includes("Write the parser"), state);
});

test("rules that the host pinned stay word for word, through all compactions (claude-code#6354, #19471, #4017, #19736, #44166, #9796, opencode PR#16959)", async () => {
  for (const format of NAMES) {
    const { session } = await open({ window: 16_000, format, compaction: none, reply: GOOD });
    const [rules] = asks(format, "# AGENTS.md\nNever push to main. Run `make check` before each commit.");
    await session.append(rules, { pinned: true });
    for (let round = 0; round < 3; round++) {
      const rows = Array.from({ length: 40 }, (_, at) => ({
        ask: filler(200, `turn ${round} ${at}`),
        says: filler(200, `answer ${at}`),
        id: `r${round}-${at}`,
      }));
      await session.append(written(format, rows));
      assert.equal((await session.maintain()).status, "compacted");
      assert.equal(
        session.context().messages.filter((message) => textOf(message).includes("Never push to main.")).length,
        1,
        `${format} ${round}`,
      );
    }
  }
});

test("headings without content are no summary, in whichever words they say nothing (rb49, openclaw#12921)", async () => {
  const hollow = [
    "## Goal\n(none)\n\n## Progress\n- (none)\n\n## Next Steps\n1. Await the first request",
    "## Goal\nN/A\n\n## Progress\nN/A\n\n## Next Steps\nN/A",
    "**Goal**: None\n**Progress**: None\n**Next steps**: None",
    "## Primary Request and Intent\nNone\n\n## Current Work\nNone.\n\n## Pending Tasks\n-",
    "# Goal\n…\n# Progress\n[…]\n# Next Steps\nTBD",
    "## Goal\n无\n\n## Progress\n无\n\n## Next Steps\n无",
    "## Goal\nKeine Angabe\n\n## Progress\nKeine",
  ];
  for (const reply of hollow) {
    const { session } = await full({ reply });
    const { status, failures } = await session.maintain();
    assert.equal(status, "refused", reply);
    assert.match(failures[0].reason, /hollow|blank|not-a-summary/, reply);
  }
});

test("an answer that quotes the tags of a summary is none (rb65, claude-mem#1360)", async () => {
  for (const reply of [
    "I will wrap it in <summary>tags</summary> later.",
    "Use `<summary>` and `</summary>` around the text; then I can read it.",
    "Wrap it in a <summary> element and send me the transcript, then I can write it.",
    "Sure! Here: <summary>…</summary>",
  ]) {
    const { session } = await full({ reply });
    assert.equal((await session.maintain()).status, "refused", reply);
  }
});

test("a run without a word of the user in what is folded has its task in the request (rb47, langchain#39261)", async () => {
  for (const format of NAMES) {
    const steps = Array.from({ length: 6 }, (_, at) => [{ name: "bash", args: { command: `make ${at}` }, text: "log ".repeat(3_000) }]);
    const { session, asked } = await open({
      window: 18_000,
      format,
      reply: GOOD,
      compaction: none,
      messages: written(format, [{ ask: "Find out why the nightly build fails.", steps, says: "ok" }]),
    });
    const { status, reason } = await session.compact();
    // A whole answer with all its steps is one message there, which cannot be parted.
    if (format === "ai-sdk-ui") continue;
    assert.equal(status, "compacted", `${format} ${reason}`);
    const prompts = asked.map(({ prompt }) => part(prompt, "conversation"));
    assert.ok(prompts[0].includes("Find out why the nightly build fails."), format);
    assert.ok(prompts[0].includes("make 0"), format);
    assert.ok(textOf(session.context().messages).includes("Find out why the nightly build fails."), format);
    assert.deepEqual(validate(session.context().messages, { format }), []);
  }
});

test("ids of what runs in the background are in the request and in the summary (rb83, claude-code#29263)", async () => {
  for (const format of NAMES) {
    const { session, asked } = await full({
      format,
      reply: GOOD,
      state: () => ({ notes: ["Running: agent ag-42 (research)", "Running: job bg-7"] }),
    });
    const { entry } = await session.maintain();
    for (const text of [part(asked[0].prompt, "additional-context"), part(entry.summary, "session-state")]) {
      assert.ok(text.includes("ag-42") && text.includes("bg-7"), format);
    }
  }
});

test("the first summary is not larger than what it was given room for (pi#7420)", async () => {
  const { session, asked } = await full({ reply: GOOD + filler(6_000, "\n\n## More\nand") });
  const { status, entry } = await session.maintain();
  assert.equal(status, "compacted");
  isAtMost(estimateTokens([user(entry.summary)], { format: "openai-chat" }), 1.5 * asked[0].maxTokens + 2_000);
});
