// A session of each format from end to end, with the vendor's client asking: the tools run, and it is compacted once in the
// middle of a tool loop and once between turns. Every request on the way is one that the provider accepts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bindings } from "./rules/anthropic.mjs";
import { rules } from "./rules/index.mjs";
import { agent } from "./support/agents.mjs";
import { isWithoutThoughts } from "./support/compare.mjs";
import { MARK, missingFormat, open, validate } from "./support/epitome.mjs";

const TURNS = 7;
const COMPACTED_IN = 3;
const COMPACTED_AFTER = 5;

const signature = (turn, step) => Buffer.from(`signature of ${turn}, ${step}`).toString("base64");
const call = (turn, name, at) => ({ id: `call_${turn}_${at}`, name, args: { path: `src/${turn}/${at}.ts` } });

/** Each turn: two calls at once, one more, an answer. */
const script = Array.from({ length: TURNS }, (_, turn) => [
  { text: "Let me look.", thinking: signature(turn, 0), calls: [call(turn, "read", 0), call(turn, "grep", 1)] },
  { thinking: signature(turn, 1), calls: [call(turn, "run_command", 2)] },
  { text: `That was all about ${turn}.`, thinking: signature(turn, 2) },
]).flat();

const agents = [
  ["openai-chat", {}],
  ["openai-responses", {}],
  ["anthropic", {}],
  ["gemini", {}],
  ...[6, 7].flatMap((version) => ["anthropic", "openai", "openai-chat", "google"].map((provider) => ["ai-sdk", { version, provider }])),
  ...[6, 7].flatMap((version) => ["anthropic", "openai", "google"].map((provider) => ["ai-sdk-ui", { version, provider }])),
  ["langchain", { provider: "openai" }],
  ["langchain", { provider: "anthropic" }],
];

/** Plays the whole script. `compacts()` is called in the middle of a loop, and once between turns. */
async function play({ ask, step }, { append, messages, compacts, afterTurn }) {
  for (let turn = 0; turn < TURNS; turn++) {
    await append([ask(`Request ${turn}: what do the files of part ${turn} say?`, turn)]);
    for (let done = false, steps = 0; !done; steps++) {
      const { added, done: answered } = await step(messages());
      await append(added);
      done = answered;
      if (turn === COMPACTED_IN && steps === 0) await compacts();
    }
    if (turn === COMPACTED_AFTER) await compacts();
    afterTurn();
  }
}

for (const [format, variant] of agents) {
  const name = [format, ...Object.values(variant)].join(", ");
  const skip = await missingFormat(format);

  test(`${name}: an agent without Epitome`, async () => {
    const client = agent(format, variant, script);
    const history = [];
    const append = (messages) => void history.push(...messages);
    await play(client, { append, messages: () => [...history], compacts() {}, afterTurn() {} });
    assertAccepted(client.requests, format);
    assertSigned(client.requests, name);
  });

  test(`${name}: an agent's session`, { skip }, async () => {
    const client = agent(format, variant, script);
    const session = await open(format, { keepRecentTokens: 200 });
    const appended = new Set();
    const messages = () => session.context().messages;
    const append = async (added) => {
      for (const message of added) appended.add(message);
      await session.append(added);
    };
    const compacts = async () => {
      const { status, reason } = await session.compact();
      assert.equal(status, "compacted", reason);
    };
    const afterTurn = () => {
      assert.deepEqual(validate(messages(), { format }), []);
      for (const message of messages()) assert.ok(appended.has(message) || isDerived(message, [...appended]), JSON.stringify(message));
    };
    await play(client, { append, messages, compacts, afterTurn });
    assertAccepted(client.requests, format);
    assertSigned(client.requests, name);
    // What runs a whole turn by itself has the summary from the next turn on.
    const at = COMPACTED_IN * 3 + (format === "ai-sdk-ui" ? 2 : 0);
    assert.deepEqual(
      client.requests.slice(at, at + 2).map(({ text }) => text.includes(MARK)),
      [false, true],
      "the request behind the compaction has the summary",
    );
    session.close();
  });
}

/** The summary; or a message whose thoughts were bound to what has been folded away. */
const isDerived = (message, appended) =>
  JSON.stringify(message).includes(MARK) || appended.some((original) => isWithoutThoughts(message, original));

function assertAccepted(requests, format) {
  assert.equal(requests.length, script.length);
  const bound = new Map();
  for (const { api, body } of requests) {
    if (api === "anthropic") for (const [mark, prefix] of bindings(body)) if (!bound.has(mark)) bound.set(mark, prefix);
    const options = api === "anthropic" ? { merging: format === "langchain", bound } : { signed: api === "gemini" };
    assert.deepEqual(rules[api](body, options), []);
  }
}

/** A loop that is still open is sent whole, with all that was thought in it. */
function assertSigned(requests, name) {
  if (/openai-chat|langchain, openai/.test(name)) return;
  const { text } = requests[COMPACTED_IN * 3 + 2];
  for (const mark of [signature(COMPACTED_IN, 0), signature(COMPACTED_IN, 1)]) assert.ok(text.includes(mark), "a signature is gone");
}
