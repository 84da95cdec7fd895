// The page's pure parts, without a browser: reading text, finding faults in JSON, describing messages, merging segments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe } from "../../www/describe.js";
import { jsonFault } from "../../www/json-fault.js";
import { change, logScale, plural, readCount, short } from "../../www/numbers.js";
import { readText } from "../../www/read.js";
import { segmentsOf, weightsOf } from "../../www/segments.js";
import { at, tool } from "../../xtask/lib/run.mjs";
import { chat, piFile } from "../www/sessions.mjs";
import { random } from "./random.mjs";

test("a list, an object with messages and session files of all versions are read", () => {
  const messages = chat(2);
  assert.equal(readText(JSON.stringify(messages), "x").format, "openai-chat");
  assert.equal(readText(JSON.stringify({ model: "m", messages }, null, 2), "x").entries.length, messages.length);
  assert.equal(readText(`\ufeff${JSON.stringify({ messages })}\n`, "x").isList, true);
  for (const version of [1, 2, 3]) {
    const source = readText(piFile(version, 12), "x");
    assert.equal(source.format, "pi");
    assert.equal(source.entries.length, 12);
    assert.match(source.shape, new RegExp(`version ${version}`));
  }
  const pi = [
    { role: "user", content: "x" },
    { role: "toolResult", toolCallId: "1", toolName: "read", content: [] },
  ];
  assert.equal(readText(JSON.stringify(pi), "x").format, "pi");
});

test("a line that cannot be read is left out and named; the entries after it keep their lines", () => {
  const lines = piFile(3, 8).trimEnd().split("\n");
  lines.splice(3, 0, "{broken", "");
  const source = readText(`${lines.join("\n")}\n`, "x");
  assert.match(source.notes.join(), /Line 4 was left out/);
  assert.deepEqual([0, 1, 2, 7].map(source.place), ["Line 2", "Line 3", "Line 6", "Line 11"]);
});

test("what is no session is refused with the place", () => {
  for (const [text, message, excerpt] of [
    ["", /the text is empty/],
    [" \n\t", /the text is empty/],
    ["hello", /line 1, column 1: “h”/, /^hello\n▲$/],
    ['[{"role": "user"},\n {"role" "user"}]', /line 2, column 10/, /\n {9}▲$/],
    ['{"messages": [', /ends too early/],
    ["{}", /an object without messages/],
    ["42", /a number/],
    ["null", /null/],
    ["[]", /list of messages is empty/],
    ['{"type":"session","version":3,"id":"a"}\n', /no messages/],
    ['{"type":"session","version":9,"id":"a"}\n{}', /version 9/],
    ['{"role":"user"}\n{"role":"user"}\n', /not a session log: line 1/],
  ]) {
    assert.throws(
      () => readText(text, "x"),
      (error) => {
        assert.match(error.message, message, text);
        if (excerpt) assert.match(error.excerpt, excerpt);
        return true;
      },
    );
  }
});

test("the fault finder agrees with JSON.parse on broken JSON", () => {
  const { below } = random(7);
  const pick = (items) => items[below(items.length)];
  const sample = '{"a": [1, -2.5e3, true, null, "x\\n\\u00e9 \\" y"], "b": {}, "c": [[], {"d": ""}]}';
  const valid = (text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  for (let round = 0; round < 5000; round++) {
    let text = sample;
    for (let change = 0; change < 1 + below(3); change++) {
      const at = below(text.length);
      text = text.slice(0, at) + pick(["", '"', ",", "]", "}", "[", "{", ":", "0", "\\", "\n", "e", " "]) + text.slice(at + below(2));
    }
    const fault = jsonFault(text);
    assert.equal(fault === -1, valid(text), text);
    // What comes before the fault is right so far: by itself it is whole, or at fault only at its end.
    if (fault > 0) assert.ok([-1, fault].includes(jsonFault(text.slice(0, fault))), text);
  }
});

test("messages are described in both formats", () => {
  const entry = (type) => ({ type, id: "1", parentId: null, timestamp: "" });
  const messages = chat(2);
  const items = describe(
    messages,
    messages.map(() => entry("message")),
    messages.map(() => 5),
  );
  assert.deepEqual(
    items.slice(0, 6).map(({ kind, who, turn }) => [kind, who, turn]),
    [
      ["instructions", "system", 0],
      ["user", "user", 1],
      ["call", "read, bash", 1],
      ["output", "read", 1],
      ["output", "bash", 1],
      ["assistant", "assistant", 1],
    ],
  );
  assert.equal(items[6].turn, 2);
  assert.equal(items[1].firstLine, "Request 0: please look at file src/part0.ts");
  const odd = [
    { role: "user", content: "\n\n  spaced  \nmore" },
    { role: "bashExecution", command: "ls", output: "a" },
    { role: "assistant", content: [] },
    null,
  ];
  const types = ["compaction", "message", "message", "message"];
  const described = describe(odd, types.map(entry), [1, 1, 0, 0]);
  assert.deepEqual(
    described.map(({ kind, firstLine }) => `${kind}: ${firstLine}`),
    ["summary: spaced", "note: ls", "assistant: (empty)", "note: (empty)"],
  );
});

test("segments hold every message once, in order, and are few where messages are many", () => {
  const item = (index, turn, tokens) => ({ index, turn, tokens, kind: index % 3 ? "output" : "user" });
  for (const [count, turns] of [
    [10, 3],
    [600, 100],
    [5000, 40],
    [5000, 2500],
    [20000, 1],
  ]) {
    const { next } = random(count);
    const items = Array.from({ length: count }, (_, at) => item(at, Math.floor((at * turns) / count) + 1, Math.floor(next() ** 8 * 5000)));
    const groups = segmentsOf(items, weightsOf(items));
    const segments = groups.flat();
    assert.deepEqual(
      segments.flatMap((segment) => segment.items.map(({ index }) => index)),
      items.map(({ index }) => index),
    );
    assert.ok(segments.length <= (count <= 600 ? count : 900), `${segments.length} segments of ${count}`);
    if (count <= 600) assert.equal(groups.length, turns);
  }
});

test("numbers read well", () => {
  assert.deepEqual([0, 999, 1000, 118_432, 999_999].map(short), ["0", "999", "1k", "118.4k", "1M"]);
  assert.deepEqual([change(100, 21), change(100, 100), change(200, 205), change(0, 5)], ["−79 %", "−0 %", "+2.5 %", "±0 %"]);
  assert.deepEqual([plural(1, "message"), plural(1200, "message")], ["1 message", "1,200 messages"]);
  assert.deepEqual(["200000", " 200,000 ", "200k", "1.5M", "128 k", "200.000"].map(readCount), [2e5, 2e5, 2e5, 15e5, 128e3, 2e5]);
  for (const wrong of ["", "k", "-1", "12x", "1e5", "NaN", "Infinity"]) assert.ok(Number.isNaN(readCount(wrong)), wrong);
  const scale = logScale(1000, 1_000_000, 300);
  assert.deepEqual([scale.value(0), scale.value(150), scale.value(300)], [1000, 31_600, 1_000_000]);
  for (let step = 0; step <= 300; step++) assert.equal(scale.step(scale.value(step)), step);
});

test("the page's scripts use the package as its types say", async () => {
  await tool("tsc", ["-p", at("tests", "www")]);
});
