// What the fixture promises to those who use it, verified on the file alone.
import { readFileSync } from "node:fs";
import { machineWords } from "./scrub.mjs";

/** Hosts that the repository's own code and the Rust tools name in public. Any other is this machine's. */
const HOSTS = new Set([
  "api.anthropic.com",
  "api.openai.com",
  "docs.rs",
  "doc.rust-lang.org",
  "example.com",
  "github.com",
  "localhost",
  "rust-lang.github.io",
]);

const LEAST = { entries: 300, tokens: 100_000, requests: 7, parallel: 8, reads: 6 };
const MOST = { bytes: 900_000, window: 170_000 };

const isHex = (id) => /^[0-9a-f]{8}$/.test(id);

/** `{ figures, faults }` of a recorded session. */
export function checkFile(file, repository) {
  const text = readFileSync(file, "utf8");
  const [header, ...entries] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const faults = [];
  const must = (holds, fault) => {
    if (!holds) faults.push(fault);
  };
  const messages = entries.filter(({ type }) => type === "message").map(({ message }) => message);
  const of = (role) => messages.filter((message) => message.role === role);
  const figures = measure(text, entries, messages);

  must(header.type === "session" && header.version === 3, "the first line is no header of version 3");
  must(Buffer.byteLength(text) <= MOST.bytes, `the file is larger than ${MOST.bytes} bytes`);
  for (const key of ["entries", "tokens", "requests", "parallel"]) {
    must(figures[key] >= LEAST[key], `${key}: ${figures[key]} are fewer than ${LEAST[key]}`);
  }
  must(figures.mostReadFile >= LEAST.reads, `no file is read ${LEAST.reads} times`);
  chain(entries, header, must);
  pairs(messages, must);
  mended(of("toolResult"), must);
  usage(of("assistant"), must);
  const kinds = new Set(entries.map(({ type }) => type));
  for (const kind of ["model_change", "thinking_level_change", "label", "session_info"]) must(kinds.has(kind), `no ${kind}`);
  must(
    of("assistant")
      .at(-1)
      .content.some(({ text }) => text?.includes("- [ ]")),
    "the last reply leaves nothing open",
  );
  must(entries.at(-1).message?.stopReason === "stop", "the session does not end with a reply");
  neutral(text, repository, must);
  return { figures, faults };
}

/** The size of the session: what a reader of the README would count. */
function measure(text, entries, messages) {
  let characters = 0;
  let parallel = 0;
  const reads = new Map();
  for (const { role, content, command = "", output = "" } of messages) {
    if (role === "bashExecution") characters += command.length + output.length;
    const calls = (content ?? []).filter(({ type }) => type === "toolCall");
    if (calls.length > 1) parallel++;
    for (const { name, arguments: args } of calls) if (name === "read") reads.set(args.path, (reads.get(args.path) ?? 0) + 1);
    for (const block of content ?? []) {
      const called = block.type === "toolCall" ? block.name.length + JSON.stringify(block.arguments).length : 0;
      characters += (block.text ?? block.thinking ?? "").length + called;
    }
  }
  return {
    bytes: Buffer.byteLength(text),
    entries: entries.length,
    tokens: Math.floor(characters / 4),
    requests: messages.filter(({ role }) => role === "user").length,
    replies: messages.filter(({ role }) => role === "assistant").length,
    parallel,
    failedCalls: messages.filter(({ isError }) => isError).length,
    mostReadFile: Math.max(...reads.values()),
    highestUsage: Math.max(...messages.map(({ usage }) => usage?.totalTokens ?? 0)),
  };
}

/** Each entry names the one before it, and both clocks only go forward. */
function chain(entries, header, must) {
  let before = null;
  let time = header.timestamp;
  const seen = new Set();
  for (const { id, parentId, timestamp, targetId, message } of entries) {
    must(isHex(id) && !seen.has(id), `the id ${id} is no new one of eight digits`);
    must(parentId === before, `${id} does not follow ${before}`);
    must(timestamp >= time, `${id} is older than the entry before it`);
    must(targetId === undefined || seen.has(targetId), `${id} names ${targetId}, which is not there`);
    must(!message || message.timestamp <= Date.parse(timestamp), `the message of ${id} was begun after it was stored`);
    seen.add(id);
    [before, time] = [id, timestamp];
  }
}

/** Each call is answered directly behind its message, in order; those of the aborted reply are not. */
function pairs(messages, must) {
  let open = [];
  let aborted = 0;
  for (const message of messages) {
    if (message.role === "toolResult") {
      must(open.shift()?.id === message.toolCallId, `the result ${message.toolCallId} answers no open call`);
      continue;
    }
    must(open.length === 0, `the calls ${open.map(({ id }) => id)} have no result`);
    const calls = message.role === "assistant" ? message.content.filter(({ type }) => type === "toolCall") : [];
    if (message.stopReason === "aborted") aborted += calls.length;
    open = message.stopReason === "aborted" ? [] : calls;
    const expected = calls.length > 0 ? "toolUse" : "stop";
    must(message.role !== "assistant" || [expected, "aborted"].includes(message.stopReason), "a reply stopped for the wrong reason");
  }
  must(open.length === 0, "the last calls have no result");
  must(aborted === 1, `${aborted} calls of aborted replies`);
}

/** A build that failed and a test that failed are each followed by green ones; an edit missed its text. */
function mended(results, must) {
  const text = ({ content }) => content[0].text;
  const last = (pattern) => results.findLastIndex((result) => pattern.test(text(result)));
  must(last(/^error\[E\d+\]/m) < last(/^ +Finished/m), "no build error, or none that was mended");
  must(last(/^test result: FAILED/m) < last(/^test result: ok/m), "no failing test, or none that was mended");
  for (const [what, pattern] of [
    ["failing build", /^error\[E\d+\]/m],
    ["failing test", /^test result: FAILED/m],
  ]) {
    must(
      results.some((result) => result.isError && pattern.test(text(result))),
      `no ${what}`,
    );
  }
  must(
    results.some((result) => result.isError && text(result).startsWith("Could not find")),
    "no edit that missed its text",
  );
}

/** Usage grows with the context and adds up. */
function usage(replies, must) {
  let before = 0;
  for (const { usage } of replies) {
    must(usage.input + usage.output + usage.cacheRead + usage.cacheWrite === usage.totalTokens, "usage does not add up");
    must(usage.totalTokens > before, "usage does not grow");
    must(usage.cacheRead < usage.totalTokens - usage.output, "more was cached than was sent");
    before = usage.totalTokens;
  }
  must(before < MOST.window, `the context of ${before} tokens does not fit`);
}

/** Nothing of the machine that recorded it, or of the one that checks. */
function neutral(text, repository, must) {
  for (const word of machineWords(repository)) must(!word.test(text), `it names this machine: ${word.source}`);
  for (const [, host] of text.matchAll(/\bhttps?:\/\/([\w.-]+)/g)) must(HOSTS.has(host), `it names the host ${host}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC, in JSON as its escape.
  must(!/\u001b|\\u001b\[/.test(text), "it holds colours");
}
