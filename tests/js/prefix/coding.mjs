/** A long session of a coding agent in Chat Completions' shape, the same in every run. */

import { random } from "../random.mjs";
import { text } from "../simulator/texts.mjs";

const FILES = 24;

/** What the agent does, how often, and how long the outputs are, in tokens. */
const DEEDS = [
  { name: "read", share: 5, tokens: [400, 5_000], args: ({ path }) => ({ path }) },
  { name: "read", share: 3, tokens: [200, 2_000], args: ({ path, from }) => ({ path, offset: from, limit: 100 }) },
  { name: "grep", share: 3, tokens: [100, 1_500], args: ({ word }) => ({ pattern: word, path: "src" }) },
  { name: "bash", share: 4, tokens: [300, 4_000], args: () => ({ command: "npm test" }) },
  { name: "bash", share: 3, tokens: [100, 6_000], args: ({ word }) => ({ command: `node tools/${word}.mjs` }) },
  { name: "edit", share: 4, tokens: [20, 60], args: ({ path, body }) => ({ path, old_string: body(150), new_string: body(200) }) },
  { name: "write", share: 1, tokens: [10, 20], args: ({ path, body }) => ({ path, content: body(1_200) }) },
];

/**
 * The turns: what the user asks, the steps of the model with the outputs of its tools, and its answer. `scale` makes all texts
 * longer or shorter.
 */
export function* coding({ turns, scale = 1, seed = 7 }) {
  const { next, below } = random(seed);
  const pick = (list) => list[below(list.length)];
  const deeds = DEEDS.flatMap((deed) => Array(deed.share).fill(deed));
  const words = (name, tokens) => text({ below }, name, tokens * scale);
  for (let turn = 0; turn < turns; turn++) {
    const steps = Array.from({ length: 1 + below(7) }, (_, step) => {
      const calls = Array.from({ length: next() < 0.2 ? 2 : 1 }, (_, at) => {
        const { name, tokens, args } = pick(deeds);
        const [least, most] = tokens;
        const id = `call_${turn}_${step}_${at}`;
        const of = {
          path: `src/part${below(FILES)}.ts`,
          word: `word${below(40)}`,
          from: 1 + 50 * below(10),
          body: (size) => words(id, size),
        };
        return { id, name, args: args(of), output: words(`${name} ${id}:`, least * (most / least) ** next()) };
      });
      return { reply: reply(calls), results: calls.map(({ id, output }) => ({ role: "tool", tool_call_id: id, content: output })) };
    });
    yield {
      request: { role: "user", content: words(`Request ${turn}:`, 20 + below(150)) },
      steps,
      answer: { role: "assistant", content: words(`Done with ${turn}.`, 40 + below(200)) },
    };
  }
}

const reply = (calls) => ({
  role: "assistant",
  content: null,
  tool_calls: calls.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } })),
});
