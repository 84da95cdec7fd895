// The picture of a compaction, and the parts that it is drawn with.
// `UPDATE_SNAPSHOTS=1 node --test tests/js/cli-picture.test.mjs` writes the snapshot anew.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import "../../pkg/dist/index.js";
import { cellsOf, drawCells, legend, runsOf, scaleOf } from "../../pkg/dist/cli/bar.js";
import { show } from "../../pkg/dist/cli/message.js";
import { Progress } from "../../pkg/dist/cli/progress.js";
import { styleOf } from "../../pkg/dist/cli/style.js";
import { clean, clip, fill, oneLine, widthOf, wrap } from "../../pkg/dist/cli/text.js";
import { epitome, fixture } from "./support/cli.mjs";
import { withServer } from "./support/provider-server.mjs";

const ESCAPE = "\u001b";
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g");

/** The picture of the small session, with a summary that never changes. */
const draw = (env = {}, file = "clock.jsonl") =>
  withServer(
    (response) => {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ summary: "## Goal\nMidnight must be 00:00, and 午前0時 in Japanese.\n\n- src/clock.ts, line 41, is mended." }),
      );
    },
    async ({ url }) => {
      const args = ["compact", fixture(file), "--keep=300", "--picture", "--summarizer", "endpoint", "--url", url];
      const { code, stdout, stderr } = await epitome(args, { env });
      assert.equal(code, 0, stderr);
      // The port is another one each time.
      return stdout.replace(/(127\.0\.0\.1:)(\d+)/g, (_, host, port) => host + "0".repeat(port.length));
    },
  );

test("the picture, without colours, at 80 columns", async () => {
  const drawn = await draw();
  const snapshot = fixture("picture.txt");
  if (process.env.UPDATE_SNAPSHOTS) writeFileSync(snapshot, drawn);
  assert.equal(drawn, readFileSync(snapshot, "utf8"));
});

test("no line is wider than the terminal, and nothing in the content moves its cursor", async () => {
  for (const [columns, file] of [
    ["60", "clock.jsonl"],
    ["80", "chat.json"],
    ["132", "clock-v1.jsonl"],
  ]) {
    const drawn = await draw({ COLUMNS: columns }, file);
    for (const line of drawn.split("\n")) assert.ok(widthOf(line) <= Number(columns), line);
    assert.doesNotMatch(drawn, /(?!\n)\p{Cc}|\p{Cf}/u);
  }
});

test("colours: where they are asked for, and nowhere else; the words are the same", async () => {
  const plain = await draw();
  const coloured = await draw({ FORCE_COLOR: "1" });
  assert.ok(!plain.includes(ESCAPE));
  assert.match(coloured, COLOUR);
  assert.doesNotMatch(coloured.replace(COLOUR, ""), /(?!\n)\p{Cc}/u);
  const words = (text) => text.replace(COLOUR, "").split("\n").slice(-20);
  assert.deepEqual(words(coloured), words(plain));
  for (const env of [{ FORCE_COLOR: "0" }, { NO_COLOR: "1" }]) assert.equal(await draw(env), plain);
});

test("which streams show colours, and how wide they are", () => {
  const colour = (stream, env) => styleOf(stream, env).colour;
  assert.equal(colour({ isTTY: true }, {}), true);
  assert.equal(colour({ isTTY: true }, { TERM: "dumb" }), false);
  assert.equal(colour({ isTTY: true }, { NO_COLOR: "1" }), false);
  assert.equal(colour({ isTTY: true }, { NO_COLOR: "" }), true);
  assert.equal(colour({}, {}), false);
  assert.equal(colour({}, { FORCE_COLOR: "1", NO_COLOR: "1" }), true);
  assert.equal(styleOf({ isTTY: true, columns: 120 }, {}).columns, 120);
  assert.equal(styleOf({}, {}).columns, 80);
  assert.equal(styleOf({ isTTY: true, columns: 0 }, {}).columns, 80);
  assert.equal(styleOf({ isTTY: true, columns: 10 }, {}).columns, 40);
});

test("messages of every kind are known, and whose text they hold", () => {
  const look = (messages, { format = "pi", type = "message" } = {}) => {
    const entries = messages.map(() => ({ type }));
    return show(messages, entries, format).map(({ kind, tool, startsTurn, text }) => [kind, tool, startsTurn, text]);
  };
  const user = (content) => ({ role: "user", content });
  assert.deepEqual(
    look([
      { role: "system", content: "be brief" },
      { role: "developer", content: [] },
      user([{ type: "image" }, { type: "text", text: "this" }]),
      { role: "bashExecution", command: "ls", output: "a" },
      { role: "fileMention", files: [] },
    ]),
    [
      ["instructions", undefined, false, "be brief"],
      ["instructions", undefined, false, ""],
      ["user", undefined, true, "[image]\nthis"],
      ["user", undefined, true, "ls\na"],
      ["host", undefined, false, ""],
    ],
  );
  assert.deepEqual(look([user("note")], { type: "custom_message" }), [["host", undefined, true, "note"]]);
  assert.deepEqual(look([user("so far")], { type: "compaction" }), [["summary", undefined, false, "so far"]]);
  assert.deepEqual(look([user("left")], { type: "branch_summary" }), [["summary", undefined, true, "left"]]);
  const asked = { id: "c2", type: "function", function: { name: "cat", arguments: '{"path":"a"}' } };
  const chat = [
    { role: "assistant", content: null, tool_calls: [asked] },
    { role: "tool", tool_call_id: "c2", content: "text" },
    { role: "tool", tool_call_id: "lost", content: "text" },
  ];
  assert.deepEqual(look(chat, { format: "openai-chat" }), [
    ["assistant", undefined, false, '→ cat {"path":"a"}'],
    ["tool", "cat", false, "text"],
    ["tool", "unnamed tool", false, "text"],
  ]);
});

test("a bar: a cell for so many tokens, the cut behind what was folded away, every run its own cells", () => {
  const item = (kind, tokens, startsTurn = false) => ({ kind, tokens, startsTurn });
  const items = [
    item("instructions", 5),
    item("user", 1, true),
    item("tool", 400),
    item("assistant", 200),
    item("user", 2, true),
    item("tool", 397),
  ];
  const fates = ["kept", "folded", "masked", "folded", "kept", "kept"];
  const style = styleOf({}, { COLUMNS: "40" });
  const cells = cellsOf(
    runsOf(items, (one) => fates[items.indexOf(one)]),
    50,
  );
  assert.deepEqual(drawCells(cells, 40, style), ["Iu·······aaaa ┃ UTTTTTTT"]);
  assert.deepEqual(drawCells(cells, 10, style), ["Iu·······a", "aaa ┃ UTTT", "TTTT"]);
  assert.equal(
    legend(cells, 50, styleOf({}, {})).join("\n"),
    "  i instructions   u user   a assistant   t tool output\n  CAPITALS kept   small letters summarized   · masked, then summarized\n  ┃ the cut   1 cell is 50 tokens",
  );
  // Where turns are shorter than cells, their beginnings are not marked: they would hide the rest.
  const short = Array.from({ length: 100 }, (_, at) => item(at % 2 ? "tool" : "user", at % 2 ? 9 : 1, at % 2 === 0));
  assert.deepEqual(
    drawCells(
      cellsOf(
        runsOf(short, () => "kept"),
        50,
      ),
      40,
      style,
    ),
    ["TTTTTTTTTT"],
  );
  assert.equal(scaleOf(0, 76, 0), 1);
  assert.equal(scaleOf(120_000, 76, 400), 300);
});

test("text is made harmless", () => {
  assert.equal(clean(`${ESCAPE}[31mred${ESCAPE}[0m ${ESCAPE}]0;title\u0007${ESCAPE}(Bok`), "red ok");
  assert.equal(clean("a\r\nb\rc\td\u0000e\u009b2J"), "a\nb\nc    d·e·2J");
  assert.equal(clean("\u202eback\u202c \ufefffine \ud800"), "back fine \ufffd");
  assert.equal(oneLine("  a\n\n  b  "), "a b");
  assert.equal(clean("plain [INFO] text\n[next]"), "plain [INFO] text\n[next]");
});

test("text is measured, clipped, filled and wrapped by columns", () => {
  assert.equal(widthOf("abc"), 3);
  assert.equal(widthOf("午前0時"), 7);
  assert.equal(widthOf("e\u0301🎉한カｶ"), 1 + 2 + 2 + 2 + 1);
  assert.equal(clip("午前0時です", 8), "午前0時…");
  assert.equal(clip("short", 5), "short");
  assert.equal(clip("longer", 5), "long…");
  assert.equal(fill("午前", 6), "午前  ");
  assert.deepEqual(wrap("one two three four", 9), ["one two", "three", "four"]);
  assert.deepEqual(wrap("- a list of some words\n\nnext", 12), ["- a list of", "  some words", "", "next"]);
  assert.deepEqual(wrap("0123456789abcdef", 10), ["0123456789", "abcdef"]);
  for (const line of wrap("次は日本語の表示です。".repeat(5), 15)) assert.ok(widthOf(line) <= 15);
});

test("progress: one line that is written over on a terminal, few lines elsewhere", (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "Date"] });
  const screen = (isTTY) => {
    const written = [];
    return { isTTY, columns: 40, written, write: (text) => written.push(text) };
  };
  const terminal = screen(true);
  const shown = new Progress(terminal);
  shown.begin("summarizing");
  t.mock.timers.tick(200);
  assert.deepEqual(terminal.written, []);
  for (let tenths = 0; tenths < 10; tenths++) t.mock.timers.tick(100);
  assert.ok(terminal.written.length > 3);
  assert.equal(terminal.written.at(-1), `\r${ESCAPE}[Ksummarizing (1 s)`);
  shown.note(`a ${ESCAPE}[31mnote`);
  assert.deepEqual(terminal.written.slice(-2), [`\r${ESCAPE}[K`, "epitome: a note\n"]);
  shown.end();
  const file = screen(false);
  const sparse = new Progress(file);
  sparse.begin("summarizing");
  for (let tenths = 0; tenths < 250; tenths++) t.mock.timers.tick(100);
  sparse.end();
  t.mock.timers.tick(60_000);
  assert.deepEqual(file.written, ["epitome: summarizing (10 s)\n", "epitome: summarizing (20 s)\n"]);
  const silent = new Progress(undefined);
  silent.begin("summarizing");
  silent.note("nothing");
  silent.end();
});
