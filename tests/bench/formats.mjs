// What one message costs to append, in every format, beside what JSON takes for the same message.
//   node tests/bench/formats.mjs [--messages 2000]
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { at, ensurePackages } from "../../xtask/lib/run.mjs";
import { elapsed, summary } from "./measure.mjs";
import { count } from "./table.mjs";

const { values } = parseArgs({ options: { messages: { type: "string", default: "2000" } } });
const LEAST = Number(values.messages);
const ROUNDS = 3;
/** A single message is too quick for the clock. */
const REPEATED = 20;

// The conversations are those of the wire tests, whose generator is among their packages.
await ensurePackages(at("tests", "wire"), ["--ignore-scripts"]);
const { sample } = await import("../wire/node_modules/fast-check/lib/fast-check.js");
const { conversation } = await import("../wire/support/conversation.mjs");
const { estimateTokens, openSession } = await import("../../pkg/dist/index.js");

const CASES = [
  ["pi", {}],
  ["openai-chat", {}],
  ["openai-responses", { store: false }],
  ["anthropic", {}],
  ["gemini", { ids: true }],
  ["ai-sdk", { provider: "anthropic", version: 7 }],
  ["ai-sdk-ui", { provider: "anthropic", version: 7 }],
  ["langchain", { provider: "anthropic", form: "dict" }],
];

/** So many messages: many short conversations in a row. Their ids come again, which costs an append nothing. */
async function messagesOf(format, variant) {
  const { build } = await import(`../wire/support/build/${format}.mjs`);
  const messages = [];
  for (let seed = 1; messages.length < LEAST; seed++) {
    for (const drawn of sample(conversation({ ends: ["answered"], minTurns: 4 }), { seed, numRuns: 5 })) {
      messages.push(...build({ ...drawn, system: null }, variant));
    }
  }
  return messages.slice(0, LEAST);
}

/** Microseconds per message, in the middle. */
async function costs(format, messages) {
  const [append, view, clone, parse] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const session = await openSession({ id: `bench-${round}`, format });
    for (const message of messages) append.push(await elapsed(() => session.append(message)));
    session.close();
    // All at once, as a history is viewed; each message crosses into the core and is counted there.
    view.push(elapsed(() => estimateTokens(messages, { format })) / messages.length);
    for (const message of messages) {
      const text = JSON.stringify(message);
      clone.push(elapsed(() => repeated(() => JSON.parse(JSON.stringify(message)))) / REPEATED);
      parse.push(elapsed(() => repeated(() => JSON.parse(text))) / REPEATED);
    }
  }
  return Object.fromEntries(Object.entries({ append, view, clone, parse }).map(([key, times]) => [key, summary(times).median * 1_000]));
}

function repeated(work) {
  let last;
  for (let times = 0; times < REPEATED; times++) last = work();
  return last;
}

async function row([format, variant]) {
  const messages = await messagesOf(format, variant);
  const sizes = messages.map((message) => JSON.stringify(message).length).toSorted((one, other) => one - other);
  const size = count(sizes[Math.floor(sizes.length / 2)]);
  const { append, view, clone, parse } = await costs(format, messages);
  return [format, size, ...[view, parse, clone, append].map((micros) => micros.toFixed(1))];
}

const HEAD = ["format", "characters", "view", "parse", "stringify + parse", "append"];
const rows = [HEAD];
for (const each of CASES) rows.push(await row(each));
const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? "").length)));
const line = (cells) => cells.map((text, at) => (at === 0 ? text.padEnd(widths[at]) : text.padStart(widths[at]))).join("   ");
console.log(`${cpus()[0].model.trim()}, Node ${process.version}. Medians over ${count(LEAST)} messages, ${ROUNDS} rounds, in µs.\n`);
console.log(rows.map(line).join("\n"));
