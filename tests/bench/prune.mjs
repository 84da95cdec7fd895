// What a prune costs: planned from entries alone, in a session that keeps its state, and of 10,000 reads of ranges of one file.
//   node tests/bench/prune.mjs [--sizes 1000,10000,100000]
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { buildContext, prune } from "../../pkg/dist/core.entry.js";
import { openSession } from "../../pkg/dist/index.js";
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

const timed = async (work) => {
  const since = performance.now();
  const { status } = await work();
  return { time: performance.now() - since, status };
};

/** A session of these messages; nothing of it is folded away. */
async function sessionOf(messages, { thresholdTokens, ...pruning } = {}) {
  const settings = { compaction: { ...(thresholdTokens && { thresholdTokens }), maxMessages: 0 }, prune: pruning };
  const session = await openSession({ id: "bench", model: { contextWindow: 4_000_000_000 }, settings });
  for (let at = 0; at < messages.length; at += 1_000) await session.append(messages.slice(at, at + 1_000));
  return session;
}

/** The same call of `maintain()` again and again, which plans or does nothing, and never prunes. */
async function idleRow(name, messages, pruning) {
  const session = await sessionOf(messages, pruning);
  const { median, p95, runs } = await collect(async () => {
    const { time, status } = await timed(() => session.maintain());
    if (status !== "nothing") throw new Error(`maintain() ended as ${status}`);
    return time;
  }, BUDGET);
  session.close();
  return [name, "0", "0", median.toFixed(2), p95.toFixed(2), "–", ((1_000 * median) / messages.length).toFixed(2), String(runs)];
}

/** A prune from the plan to the entry, once. */
async function prunedRow(name, messages) {
  const whole = await sessionOf(messages);
  const { tokens } = whole.check();
  whole.close();
  const session = await sessionOf(messages, { thresholdTokens: tokens - 1_000 });
  let outcome;
  const { time } = await timed(async () => {
    outcome = await session.maintain();
    return outcome;
  });
  const context = elapsed(() => session.context());
  session.close();
  const { status, pruned } = outcome;
  if (status !== "pruned") throw new Error(`maintain() ended as ${status} (${outcome.reason})`);
  const each = ((1_000 * time) / messages.length).toFixed(2);
  return [
    `${name} (then context(): ${context.toFixed(1)} ms)`,
    count(pruned.edits),
    count(pruned.tokensSaved),
    time.toFixed(1),
    "–",
    "–",
    each,
    "1",
  ];
}

const rows = [["", "edits", "tokens saved", "ms", "95 %", "reading alone, ms", "µs per entry", "runs"]];
for (const size of SIZES) rows.push(await row(`${count(size)} entries, from scratch`, entriesOf(take(generate(), size)), CONFIG));
for (const size of SIZES) {
  const [name, messages] = [`${count(size)} entries, in a session`, take(generate(), size)];
  rows.push(await idleRow(`${name}, below the threshold`, messages, {}));
  // Rewriting the cache costs so much that nothing is ever worth it: planned each time.
  rows.push(await idleRow(`${name}, planned`, messages, { batch: "cost", cacheWritePrice: 1e12 }));
  rows.push(await prunedRow(`${name}, pruned`, messages));
}
for (const number of READS)
  rows.push(
    await row(`${count(number)} reads of ranges of one file`, entriesOf(reads(number)), { ...CONFIG, protectTokens: 4_294_967_295 }),
  );

const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
console.log(`${cpus()[0].model.trim()}, Node ${process.version}. Medians.\n`);
console.log(
  rows.map((cells) => cells.map((text, at) => (at === 0 ? text.padEnd(widths[at]) : text.padStart(widths[at]))).join("   ")).join("\n"),
);
