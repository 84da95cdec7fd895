// The command line on histories in every format: it finds the format, shows what is in them, and gives back their shape.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { openSession } from "../../pkg/dist/index.js";
import { FORMATS } from "../../pkg/dist/session/types.js";
import { epitome, scratch } from "./support/cli.mjs";

const LINES = Array.from({ length: 60 }, (_, at) => `line ${at} of the file`).join("\n");

/** A message of plain text, and the four steps of a turn in which two tools are called at once, in each format. */
const SHAPES = {
  pi: {
    turn: (ask, ids, read, ran, answer) => [
      { role: "user", content: ask, timestamp: 1 },
      { role: "assistant", content: ids.map((id, at) => ({ type: "toolCall", id, ...called(at, "arguments") })), stopReason: "toolUse" },
      { role: "toolResult", toolCallId: ids[0], toolName: "read", content: [{ type: "text", text: read }], isError: false },
      { role: "toolResult", toolCallId: ids[1], toolName: "bash", content: [{ type: "text", text: ran }], isError: true },
      { role: "assistant", content: [{ type: "text", text: answer }], stopReason: "stop" },
    ],
    roles: { assistant: 12, tool: 12, user: 6 },
    isSummary: ({ role, content }) => role === "user" && content[0].type === "text",
  },
  "openai-chat": {
    turn: (ask, ids, read, ran, answer) => [
      { role: "user", content: ask },
      { role: "assistant", content: null, tool_calls: ids.map((id, at) => ({ id, type: "function", function: written(at) })) },
      { role: "tool", tool_call_id: ids[0], content: read },
      { role: "tool", tool_call_id: ids[1], content: ran },
      { role: "assistant", content: answer },
    ],
    roles: { assistant: 12, tool: 12, user: 6 },
    silent: true,
    isSummary: ({ role, content }) => role === "user" && typeof content === "string",
  },
  "openai-responses": {
    list: "input",
    turn: (ask, ids, read, ran, answer) => [
      { role: "user", content: [{ type: "input_text", text: ask }] },
      ...ids.map((id, at) => ({ type: "function_call", call_id: id, ...written(at) })),
      { type: "function_call_output", call_id: ids[0], output: read },
      { type: "function_call_output", call_id: ids[1], output: ran },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: answer }] },
    ],
    roles: { assistant: 18, tool: 12, user: 6 },
    silent: true,
    isSummary: ({ role, content }) => role === "user" && content[0].type === "input_text",
  },
  anthropic: {
    turn: (ask, ids, read, ran, answer) => [
      { role: "user", content: ask },
      { role: "assistant", content: ids.map((id, at) => ({ type: "tool_use", id, ...called(at, "input") })) },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: ids[0], content: read },
          { type: "tool_result", tool_use_id: ids[1], content: [{ type: "text", text: ran }], is_error: true },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: answer }] },
    ],
    roles: { assistant: 12, user: 6, tool: 6 },
    isSummary: ({ role, content }) => role === "user" && content[0].type === "text",
  },
  gemini: {
    list: "contents",
    turn: (ask, _ids, read, ran, answer) => [
      { role: "user", parts: [{ text: ask }] },
      { role: "model", parts: [0, 1].map((at) => ({ functionCall: called(at, "args") })) },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "read", response: { output: read } } },
          { functionResponse: { name: "bash", response: { error: ran } } },
        ],
      },
      { role: "model", parts: [{ text: answer }] },
    ],
    roles: { assistant: 12, user: 6, tool: 6 },
    isSummary: ({ role, parts }) => role === "user" && typeof parts[0].text === "string",
  },
  "ai-sdk": {
    turn: (ask, ids, read, ran, answer) => [
      { role: "user", content: ask },
      {
        role: "assistant",
        content: ids.map((toolCallId, at) => ({ type: "tool-call", toolCallId, toolName: TOOLS[at].name, input: TOOLS[at].input })),
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: ids[0], toolName: "read", output: { type: "text", value: read } },
          { type: "tool-result", toolCallId: ids[1], toolName: "bash", output: { type: "error-text", value: ran } },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: answer }] },
    ],
    roles: { assistant: 12, user: 6, tool: 6 },
    isSummary: ({ role }) => role === "user",
  },
  "ai-sdk-ui": {
    turn: (ask, ids, read, ran, answer) => [
      { id: `${ids[0]}-u`, role: "user", parts: [{ type: "text", text: ask }] },
      {
        id: `${ids[0]}-a`,
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "tool-read", toolCallId: ids[0], state: "output-available", input: TOOLS[0].input, output: read },
          { type: "tool-bash", toolCallId: ids[1], state: "output-error", input: TOOLS[1].input, errorText: ran },
          { type: "step-start" },
          { type: "text", text: answer },
        ],
      },
    ],
    roles: { user: 6, assistant: 6 },
    isSummary: ({ id, role, parts }) => typeof id === "string" && role === "user" && parts[0].type === "text",
  },
  langchain: {
    turn: (ask, ids, read, ran, answer) => [
      { type: "human", data: { content: ask } },
      { type: "ai", data: { content: "", tool_calls: ids.map((id, at) => ({ id, type: "tool_call", ...called(at, "args") })) } },
      { type: "tool", data: { content: read, tool_call_id: ids[0], status: "success" } },
      { type: "tool", data: { content: ran, tool_call_id: ids[1], status: "error" } },
      { type: "ai", data: { content: answer } },
    ],
    roles: { assistant: 12, tool: 12, user: 6 },
    isSummary: ({ type, data }) => type === "human" && data.content !== undefined,
  },
};

const TOOLS = [
  { name: "read", input: { path: "a.txt" } },
  { name: "bash", input: { command: "ls" } },
];
const called = (at, key) => ({ name: TOOLS[at].name, [key]: TOOLS[at].input });
const written = (at) => ({ name: TOOLS[at].name, arguments: JSON.stringify(TOOLS[at].input) });

/** Six turns. */
const historyOf = (format) =>
  [1, 2, 3, 4, 5, 6].flatMap((at) =>
    SHAPES[format].turn(`Read a.txt and list the folder, time ${at}.`, [`r${at}`, `b${at}`], LINES, "ls: no such folder", `Done ${at}.`),
  );

for (const format of FORMATS) {
  const { roles, isSummary, silent, list } = SHAPES[format];
  const history = historyOf(format);

  test(`${format}: inspect finds the format, the roles and the tools`, async () => {
    for (const input of [history, { model: "m", [list ?? "messages"]: history }]) {
      const { code, stdout, stderr } = await epitome(["inspect", "-", "--json"], { input: JSON.stringify(input) });
      assert.deepEqual([code, stderr], [0, ""]);
      const found = JSON.parse(stdout);
      assert.deepEqual([found.format, found.form], [format, Array.isArray(input) ? "array" : "object"]);
      assert.deepEqual(found.messages, { total: history.length, roles, turns: 6 });
      assert.deepEqual(
        found.tools.map(({ name, outputs, failed }) => [name, outputs, failed]),
        [
          ["read", 6, 0],
          ["bash", 6, silent ? 0 : 6],
        ],
      );
      assert.deepEqual(found.violations, { count: 0, first: [] });
      assert.match(found.largest[0].text, /line 0 of the file/);
    }
  });

  test(`${format}: compact gives back messages of that shape`, async (t) => {
    const at = scratch(t);
    const key = list ?? "messages";
    writeFileSync(at("in.json"), JSON.stringify({ model: "m", [key]: history }));
    const args = ["compact", at("in.json"), "--format", format, "--keep", "700", "--out", at("out.json"), "--picture"];
    const { code, stdout } = await epitome(args);
    assert.equal(code, 0);
    assert.match(stdout, /status +compacted/);
    const written = JSON.parse(readFileSync(at("out.json"), "utf8"));
    assert.equal(written.model, "m");
    const [summary, ...kept] = written[key];
    assert.ok(isSummary(summary), JSON.stringify(summary));
    assert.match(JSON.stringify(summary), /time 1/);
    assert.ok(kept.length > 0 && kept.length < history.length - 1);
    // Where the cut parts a turn, its request stays in front of what is kept.
    let place = -1;
    for (const message of kept) {
      place = history.findIndex((one, at) => at > place && isDeepStrictEqual(one, message));
      assert.ok(place >= 0, JSON.stringify(message));
    }
    assert.equal(place, history.length - 1);
    const again = JSON.parse((await epitome(["inspect", at("out.json"), "--json"])).stdout);
    assert.deepEqual([again.format, again.violations.count], [format, 0]);
  });
}

test("the formats that the core knows are those that the types name", async () => {
  const error = await openSession({ id: "s", format: "alien" }).catch((error) => error);
  const named = [...error.message.matchAll(/"([a-z-]+)"/g)].map(([, name]) => name).filter((name) => name !== "alien");
  assert.deepEqual(named.sort(), [...FORMATS].sort());
});

test("the help names every format", async () => {
  const { stdout } = await epitome(["inspect", "--help"]);
  for (const format of FORMATS) assert.match(stdout.replace(/\s+/g, " "), new RegExp(`[ ,]${format}(,|\\s)`));
});
