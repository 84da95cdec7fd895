// What a provider's prompt cache serves of a long session, pruned in batches and under the masks of others.
//   node tests/bench/prefix.mjs [--turns 200] [--seed 7] [--window 128000]
import { parseArgs } from "node:util";
import { langchain, nothing, opencode, prunedForModel } from "../js/prefix/baselines.mjs";
import { playBaseline, playEpitome } from "../js/prefix/play.mjs";
import { count } from "./table.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { turns: text("200"), seed: text("7"), window: text("128000") } });
const options = { turns: Number(values.turns), seed: Number(values.seed), window: Number(values.window) };

const POLICIES = [
  ["Epitome", () => playEpitome(options)],
  ['Epitome, batch: "cost"', () => playEpitome({ ...options, prune: { batch: "cost" } })],
  ["Epitome, prune.enabled: false", () => playEpitome({ ...options, prune: { enabled: false } })],
  ["no pruning", () => playBaseline(options, nothing)],
  ["seed 001's pruneForModel", () => playBaseline(options, prunedForModel)],
  ["opencode's prune", () => playBaseline(options, opencode)],
  ["LangChain's ClearToolUses", () => playBaseline(options, langchain)],
];

const mega = (bytes) => (bytes / 2 ** 20).toFixed(1);
const share = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

/** Input at the prices of a cache with breakpoints, and the summaries' own input, which is in no cache. */
const cost = ({ cache: { sent, breakpoints }, asked }) => 0.1 * breakpoints + 1.25 * (sent - breakpoints) + asked;

const HEAD = ["", "prefix changed", "prunes", "summaries", "prompts, MB", "served, automatic", "served, breakpoints", "cost, MB"];
const rows = [HEAD];
let requests = 0;
for (const [name, play] of POLICIES) {
  const host = await play();
  const { cache, prunes, compactions } = host;
  requests = cache.requests;
  const shares = [cache.automatic, cache.breakpoints].map((bytes) => share(bytes, cache.sent));
  rows.push([name, count(cache.changes), count(prunes), count(compactions), mega(cache.sent), ...shares, mega(cost(host))]);
}
const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
const { turns, seed, window } = options;
console.log(`${count(turns)} turns of a coding agent, ${count(requests)} prompts, seed ${seed}, a window of ${count(window)} tokens.`);
console.log(
  "The cache forgets nothing. Cost: input from it counts a tenth, other input a quarter more than itself, a summary's as itself.\n",
);
console.log(
  rows.map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("   ")).join("\n"),
);
