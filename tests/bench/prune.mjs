// What a plan of a prune costs: from entries alone, and 10,000 reads of ranges of one file.
//   node tests/bench/prune.mjs [--sizes 1000,10000,100000]
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { buildContext, prune } from "../../pkg/dist/core.entry.js";
import { random } from "../js/random.mjs";
import { generate, take } from "./generate.mjs";
import { collect, elapsed } from "./measure.mjs";
import { count } from "./table.mjs";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "1000,10000,100000" } } });
const SIZES = values.sizes.split(",").map(Number);
const READS = [1_250, 2_500, 5_000, 10_000];

/** Messages as the entries of a log. */
const entriesOf = (messages) =>
  messages.map((message, at) => ({
    type: "message",
    id: at.toString(16).padStart(8, "0"),
    parentId: at === 0 ? null : (at - 1).toString(16).padStart(8, "0"),
    timestamp: "2026-01-01T00:00:00.000Z",
    message,
  }));

/** Reads of ranges of one file, as wide and as far as it happens. */
function reads(number) {
  const { below } = random(11);
  const text = "a line of the file, longer than what would stand in the place of it\n".repeat(4);
  const one = (id, from, to) => [
    {
      role: "assistant",
      content: [{ type: "toolCall", id, name: "read", arguments: { path: `src/one.ts:${from}-${to}` } }],
      stopReason: "toolUse",
    },
    { role: "toolResult", toolCallId: id, toolName: "read", content: [{ type: "text", text }], isError: false },
  ];
  return Array.from({ length: number }, (_, at) => {
    const from = 1 + below(50_000);
    return one(`c${at}`, from, from + below(2_000));
  }).flat();
}

const CONFIG = { minimumSavings: 0 };
const BUDGET = { runs: 15, budgetMs: 6_000 };

/** A plan, and beside it what reading the same entries costs that every function over entries does. */
async function row(name, entries, config) {
  const plan = prune(entries, config);
  const { median, p95, runs } = await collect(() => elapsed(() => prune(entries, config)), BUDGET);
  const reading = await collect(() => elapsed(() => buildContext(entries)), BUDGET);
  const each = (1_000 * median) / entries.length;
  const times = [median, p95, reading.median].map((ms) => ms.toFixed(1));
  return [name, count(plan.edits.length), count(plan.tokensSaved), ...times, each.toFixed(1), String(runs)];
}

const rows = [["", "edits", "tokens saved", "ms", "95 %", "reading alone, ms", "µs per entry", "runs"]];
for (const size of SIZES) rows.push(await row(`${count(size)} entries, from scratch`, entriesOf(take(generate(), size)), CONFIG));
for (const number of READS)
  rows.push(
    await row(`${count(number)} reads of ranges of one file`, entriesOf(reads(number)), { ...CONFIG, protectTokens: 4_294_967_295 }),
  );

const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
console.log(`${cpus()[0].model.trim()}, Node ${process.version}. Medians.\n`);
console.log(
  rows.map((cells) => cells.map((text, at) => (at === 0 ? text.padEnd(widths[at]) : text.padStart(widths[at]))).join("   ")).join("\n"),
);
