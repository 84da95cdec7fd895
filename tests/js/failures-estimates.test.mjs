// Sizes that were far off, as users of other projects reported them; each with its report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens } from "../../pkg/dist/index.js";
import { filler, open, says, user } from "./support/talk.mjs";

const base64 = (bytes) => "iVBORw0KGgo".padEnd(Math.ceil((bytes * 4) / 3), "A");
const dataUrl = (bytes) => `data:image/png;base64,${base64(bytes)}`;
const isBetween = (value, least, most) => assert.ok(value >= least && value <= most, `${value} is between ${least} and ${most}`);

/** A request with pictures in each format, `bytes` each. */
const withImages = {
  pi: (bytes, count) => ({
    role: "user",
    content: [{ type: "text", text: "Look." }, ...Array(count).fill({ type: "image", data: base64(bytes), mimeType: "image/png" })],
  }),
  "openai-chat": (bytes, count) =>
    user([{ type: "text", text: "Look." }, ...Array(count).fill({ type: "image_url", image_url: { url: dataUrl(bytes) } })]),
  "openai-responses": (bytes, count) => ({
    role: "user",
    content: [
      { type: "input_text", text: "Look." },
      ...Array(count).fill({ type: "input_image", detail: "auto", image_url: dataUrl(bytes) }),
    ],
  }),
  anthropic: (bytes, count) => ({
    role: "user",
    content: [
      { type: "text", text: "Look." },
      ...Array(count).fill({ type: "image", source: { type: "base64", media_type: "image/png", data: base64(bytes) } }),
    ],
  }),
  gemini: (bytes, count) => ({
    role: "user",
    parts: [{ text: "Look." }, ...Array(count).fill({ inlineData: { mimeType: "image/png", data: base64(bytes) } })],
  }),
  "ai-sdk": (bytes, count) =>
    user([{ type: "text", text: "Look." }, ...Array(count).fill({ type: "image", image: base64(bytes), mediaType: "image/png" })]),
  "ai-sdk-ui": (bytes, count) => ({
    id: "u",
    role: "user",
    parts: [{ type: "text", text: "Look." }, ...Array(count).fill({ type: "file", mediaType: "image/png", url: dataUrl(bytes) })],
  }),
  langchain: (bytes, count) => ({
    type: "human",
    data: {
      content: [{ type: "text", text: "Look." }, ...Array(count).fill({ type: "image_url", image_url: { url: dataUrl(bytes) } })],
      additional_kwargs: {},
      response_metadata: {},
    },
  }),
};

test("a picture costs what a picture costs, and stays in the first request (codegraff#260, #263)", async () => {
  for (const [format, make] of Object.entries(withImages)) {
    const message = make(1_600_000, 1);
    const { session, asked } = await open({ format, window: 128_000, messages: [message] });
    isBetween(session.check().tokens, 50, 5_000);
    assert.equal((await session.maintain()).status, "nothing");
    assert.deepEqual([session.context().messages[0], asked.length], [message, 0]);
  }
});

test("a picture in a tool's output is no text (tau#452, #453)", () => {
  const data = base64(2_621_440);
  const content = [
    { type: "text", text: "taken" },
    { type: "image", data, mimeType: "image/png" },
  ];
  isBetween(estimateTokens([{ role: "toolResult", toolCallId: "a", toolName: "shot", content, isError: false }]), 50, 5_000);
  const source = { type: "base64", media_type: "image/png", data };
  const result = { type: "tool_result", tool_use_id: "a", content: [{ type: "image", source }] };
  isBetween(estimateTokens([{ role: "user", content: [result] }], { format: "anthropic" }), 50, 5_000);
});

test("fields beside the content are not sent, and not counted (open-webui#29761, PR#29818)", () => {
  const files = [{ type: "image", url: dataUrl(3_000_000) }];
  isBetween(estimateTokens([{ ...user(filler(1_000)), files }], { format: "openai-chat" }), 900, 1_100);
});

test("the user's pictures count in every format (pi PR#1441)", () => {
  for (const [format, make] of Object.entries(withImages)) {
    const one = estimateTokens([make(1_000, 1)], { format });
    const ten = estimateTokens([make(1_000, 10)], { format });
    isBetween(ten, 9 * (one - 10), 11 * one);
    assert.ok(ten >= 500, `${format}: ${ten}`);
  }
});

test("structured results count like text (codegraff2#140)", () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `row ${id}`, path: "src/parse.ts" }));
  const size = JSON.stringify(rows).length / 4;
  const cases = {
    "ai-sdk": { role: "tool", content: [{ type: "tool-result", toolCallId: "a", toolName: "q", output: { type: "json", value: rows } }] },
    gemini: { role: "user", parts: [{ functionResponse: { id: "a", name: "q", response: { rows } } }] },
    "ai-sdk-ui": {
      id: "m",
      role: "assistant",
      parts: [{ type: "tool-q", toolCallId: "a", state: "output-available", input: {}, output: rows }],
    },
    langchain: {
      type: "tool",
      data: { content: [{ type: "text", text: JSON.stringify(rows) }], tool_call_id: "a", additional_kwargs: {}, response_metadata: {} },
    },
  };
  for (const [format, message] of Object.entries(cases)) isBetween(estimateTokens([message], { format }), size * 0.8, size * 1.3);
});

test("East Asian text weighs what it weighs (openclaw#70052, #103930, PR#114386, gajae#2041, #2067)", async () => {
  const texts = {
    Chinese: "这个函数在读取空行时会失败",
    Korean: "이파서는빈줄에서멈춘다고했다",
    Japanese: "この構文解析器は空の行で止まる",
  };
  for (const [language, text] of Object.entries(texts)) {
    const long = text.repeat(1_000);
    isBetween(estimateTokens([user(long)], { format: "openai-chat" }) / long.length, 0.6, 1.1);
    // What is kept verbatim is held to that, too.
    const messages = Array.from({ length: 60 }, (_, at) => [user(`${at} ${text.repeat(100)}`), says(text.repeat(20))]).flat();
    const { session } = await open({ window: 66_000, messages: [...messages, user("继续")] });
    assert.equal((await session.maintain()).status, "compacted", language);
    const characters = JSON.stringify(session.context().messages.slice(1)).length;
    isBetween(characters, 5_000, 40_000);
  }
});

test("what the provider reports goes before an estimate that is too high (hermes PR#104835)", async () => {
  const { session, asked } = await open({ window: 20_000, messages: [user("这个函数".repeat(4_200))] });
  assert.equal(session.check().action, "compact");
  await session.append(says("好"), { usage: { prompt_tokens: 9_900, completion_tokens: 1, total_tokens: 9_901 } });
  assert.deepEqual([session.check().tokens, (await session.maintain()).status, asked.length], [9_901, "nothing", 0]);
});

test("emoji are counted whole, and halves of one do no harm (lossless-claw#343, zerostack#111)", () => {
  const tokens = estimateTokens([user("🔥".repeat(1_000))], { format: "openai-chat" });
  isBetween(tokens, 500, 3_000);
  assert.ok(estimateTokens([user(`${"🔥".repeat(999)}\ud83d`)], { format: "openai-chat" }) <= tokens + 1);
});

test("Anthropic's three counts of the input are one sum (claude-code#61334)", async () => {
  const { session } = await open({ format: "anthropic", window: 200_000, messages: [user("hello")] });
  const usage = { input_tokens: 12, cache_creation_input_tokens: 3_000, cache_read_input_tokens: 150_000, output_tokens: 500 };
  await session.append({ role: "assistant", content: [{ type: "text", text: "Hello." }] }, { usage });
  assert.equal(session.check().tokens, 153_512);
});
