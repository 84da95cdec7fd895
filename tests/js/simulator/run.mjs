/** Runs scenarios, and looks for the simplest one that fails in the same way. */

import { Agent } from "./agent.mjs";
import { scenario } from "./scenario.mjs";

/** Simpler values, each tried in turn on what fails. */
const SIMPLER = [
  { trouble: 0 },
  { aborts: 0 },
  { images: 0 },
  { pins: 0 },
  { interruptions: 0 },
  { switches: 0 },
  { reopens: 0 },
  { longRequests: 0 },
  { giants: 0 },
  { larger: false },
  { summarizers: ["good"] },
  { compaction: {} },
  { prune: {} },
  { overhead: 0 },
  { system: 0 },
  { maxOutput: 0 },
  { usage: "whole" },
  { callsPerStep: 1 },
  { text: "prose" },
  { slope: 1 },
  { format: "openai-chat" },
  { stepsPerTurn: 1 },
  { turns: 5 },
  { turns: 20 },
];
const SEARCHING = 10_000;

const ruleOf = (error) => error?.rule ?? error?.code ?? error?.name;

/** Plays a scenario: `{ stats }` or `{ error }`. */
export async function play(seed, given) {
  const agent = new Agent(scenario(seed, given));
  try {
    return { stats: await agent.run() };
  } catch (error) {
    return { error, stats: agent.stats, trace: agent.trace };
  }
}

/** The fewest and plainest values with which it fails as it did. */
export async function simplest(seed, error, from = {}) {
  const since = performance.now();
  let given = from;
  for (const values of SIMPLER) {
    if (performance.now() - since > SEARCHING) break;
    const tried = { ...given, ...values };
    if (ruleOf((await play(seed, tried)).error) === ruleOf(error)) given = tried;
  }
  return given;
}

/** How to see it again. */
export const replay = (seed, given) => `EPITOME_SIM='${JSON.stringify({ seed, ...given })}' node --test tests/js/simulator.test.mjs`;
