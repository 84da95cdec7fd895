// The messages of an agent's session in pi's shape, the same in every run: turns of a user's request, a reply with a tool call,
// the tool's result, and a closing reply. A twentieth of the prose is Chinese, Japanese or Korean.
import { random } from "../js/random.mjs";

/** How many messages a turn has. */
export const TURN = 4;

const SEED = 20_260;
const START = Date.UTC(2026, 0, 1);
/** Tool results are as likely between 1 and 2 KB as between 4 and 8 KB. */
const RESULT_BYTES = [1024, 8192];

const WORDS =
  "the session keeps a record of each message and the parser returns an error when the buffer ends before the header was read so the test fails on the second run because the lock is held by another process which never releases it after a timeout".split(
    " ",
  );
const EAST_ASIAN = [
  "会话在压缩之后必须保持完整，不能丢失任何工具调用的结果。",
  "テストが失敗する理由は、二回目の実行でロックが解放されないことです。",
  "빌드가 실패하는 이유를 찾아서 설정 파일을 수정해 주세요.",
];
const LINES = [
  "error[E0308]: mismatched types: expected `u32`, found `usize`",
  "test session::appends_and_rebuilds ... ok",
  "test cut::never_parts_a_call_from_its_result ... FAILED",
  "    at Object.<anonymous> (tests/session.test.mjs:128:11)",
  '    "resolved": true, "integrity": "sha512-3fXk0Zw1", "dev": true,',
  "  const outcome = await session.maintain({ reason: 'threshold' });",
  "warning: unused variable: `found`, help: prefix it with an underscore",
  "drwxr-xr-x  6 user user   4096 Jan 12 09:41 node_modules",
];

/** An endless row of messages. The same seed gives the same messages. */
export function* generate(seed = SEED) {
  const { next, below } = random(seed);
  const pick = (list) => list[below(list.length)];
  const path = () => `src/${pick(WORDS)}/${pick(WORDS)}_${below(40)}.rs`;
  const prose = (words) => {
    if (next() < 0.05) return Array.from({ length: Math.ceil(words / 10) }, () => pick(EAST_ASIAN)).join("");
    return Array.from({ length: words }, () => pick(WORDS)).join(" ");
  };
  const output = (bytes) => {
    const lines = [];
    for (let size = 0; size < bytes; size += lines.at(-1).length + 1) {
      const line = next() < 0.01 ? pick(EAST_ASIAN) : pick(LINES);
      lines.push(`${lines.length + 1}: ${path()}: ${line}`);
    }
    return lines.join("\n").slice(0, bytes);
  };
  const [least, most] = RESULT_BYTES;
  let timestamp = START;
  let tokens = 3_000;
  const usage = (added) => {
    tokens += added;
    const cost = { input: 0.01, output: 0.002, cacheRead: 0.001, cacheWrite: 0, total: 0.013 };
    return { input: added, output: 120, cacheRead: tokens - added - 120, cacheWrite: 0, totalTokens: tokens, cost };
  };
  const assistant = (content, stopReason, added) => ({
    role: "assistant",
    content,
    api: "anthropic-messages",
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    usage: usage(added),
    stopReason,
    timestamp: timestamp++,
  });
  for (let turn = 0; ; turn++) {
    timestamp += 60_000;
    const [id, file] = [`toolu_${turn.toString(36).padStart(8, "0")}`, path()];
    const [name, args] = pick([
      ["read", { path: file, offset: below(200), limit: 200 }],
      ["bash", { command: `cargo test ${pick(WORDS)} 2>&1 | tail -40`, timeout: 120 }],
      ["edit", { path: file, oldText: prose(30), newText: prose(40) }],
    ]);
    const text = output(Math.floor(least * (most / least) ** next()));
    const call = [
      { type: "text", text: prose(12 + below(40)) },
      { type: "toolCall", id, name, arguments: args },
    ];
    yield flat({ role: "user", content: [{ type: "text", text: prose(10 + below(80)) }], timestamp: timestamp++ });
    yield flat(assistant(call, "toolUse", 260));
    const content = [{ type: "text", text }];
    yield flat({ role: "toolResult", toolCallId: id, toolName: name, content, isError: next() < 0.1, timestamp: timestamp++ });
    yield flat(assistant([{ type: "text", text: prose(20 + below(100)) }], "stop", Math.ceil(text.length / 4) + 60));
  }
}

/** The message as it comes out of a provider's answer or a file: its texts in one piece each, not joined ones. */
const flat = (message) => JSON.parse(JSON.stringify(message));

/** The messages of a session file in pi's format, again and again, each time as objects of their own. */
export function* replay(lines) {
  const entries = lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
  const messages = entries.filter(({ type }) => type === "message").map(({ message }) => message);
  for (;;) for (const message of messages) yield flat(message);
}

/** The next `count` of a row. */
export function take(row, count) {
  return Array.from({ length: count }, () => row.next().value);
}

/** Messages as the lines of a session file in pi's format, version 3. */
export function* sessionFile(messages, id) {
  const timestamp = new Date(START).toISOString();
  yield JSON.stringify({ type: "session", version: 3, id, timestamp, cwd: "/" });
  const idOf = (at) => at.toString(16).padStart(8, "0");
  for (const [at, message] of messages.entries()) {
    yield JSON.stringify({ type: "message", id: idOf(at), parentId: at === 0 ? null : idOf(at - 1), timestamp, message });
  }
}
