// What is wrong with a history, and what to send instead: the host's objects, untouched wherever nothing is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { repair, validate } from "../../pkg/dist/index.js";

const format = "openai-chat";
const user = (content) => ({ role: "user", content });
const says = (content) => ({ role: "assistant", content });
const calling = (...ids) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "read", arguments: "{}" } })),
});
const answer = (id) => ({ role: "tool", tool_call_id: id, content: `output of ${id}` });
const rules = (messages, options) => validate(messages, { format, ...options }).map(({ rule, path }) => `${rule} ${path}`);
const kinds = ({ repairs }) => repairs.map(({ kind, path }) => `${kind} ${path}`);

/** Every object frozen, so that a write to what the host gave throws. */
function frozen(value) {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

test("a valid history comes back as the same objects in an array of the caller's own", () => {
  const messages = frozen([user("go"), calling("a", "b"), answer("b"), answer("a"), says("done"), user("more")]);
  assert.deepEqual(rules(messages), []);
  const result = repair(messages, { format });
  assert.deepEqual(result.repairs, []);
  assert.notEqual(result.messages, messages);
  assert.equal(result.messages.length, messages.length);
  for (const [at, message] of result.messages.entries()) assert.equal(message, messages[at]);
  assert.deepEqual(repair([], { format }), { messages: [], repairs: [] });
});

test("only what is at fault changes; what is moved is the host's own object", () => {
  const image = { type: "image_url", image_url: { url: new URL("https://example.com/a.png") } };
  const bytes = { type: "file", file: { file_data: new Uint8Array([1, 2, 3]) } };
  const broken = calling("a");
  broken.tool_calls[0].function.arguments = '{"path": "a';
  const messages = frozen([
    user([image, bytes]),
    broken,
    user("wait"),
    answer("a"),
    answer("gone"),
    { role: "robot" },
    calling("b"),
    user([{ type: "text" }, image]),
  ]);
  const before = JSON.stringify(messages);
  const result = repair(messages, { format });
  assert.equal(JSON.stringify(messages), before);
  assert.deepEqual(rules(result.messages), []);
  assert.deepEqual(kinds(result).sort(), [
    "displaced-result messages[3]",
    "invalid-arguments messages[1].tool_calls[0]",
    "missing-result messages[6].tool_calls[0]",
    "orphan-result messages[4]",
    "unreadable-message messages[5].role",
    "unreadable-part messages[7].content[0].text",
  ]);
  for (const { message } of result.repairs) assert.match(message, /\w+ \w+/);
  const [first, call, result1, wait, open, interrupted, last] = result.messages;
  assert.equal(first, messages[0]);
  assert.deepEqual(JSON.parse(call.tool_calls[0].function.arguments), { invalid_arguments: '{"path": "a' });
  assert.equal(result1, messages[3]);
  assert.equal(wait, messages[2]);
  assert.equal(open, messages[6]);
  assert.deepEqual(interrupted, { role: "tool", tool_call_id: "b", content: "[no result: interrupted]" });
  assert.deepEqual(last.content, [image]);
  assert.equal(last.content[0], image);
  assert.equal(result.messages.length, 7);
});

test("instances keep their class", () => {
  class Message {
    constructor(fields) {
      Object.assign(this, fields);
    }
    get kind() {
      return this.role;
    }
  }
  const messages = [new Message(user("go")), new Message(calling("a", "a")), new Message(answer("a")), new Message(answer("a"))];
  const result = repair(messages, { format });
  assert.deepEqual(rules(result.messages), []);
  assert.ok(result.messages.every((message) => message instanceof Message));
  assert.equal(result.messages[0], messages[0]);
  assert.equal(result.messages[1].tool_calls[0], messages[1].tool_calls[0]);
  assert.equal(messages[1].tool_calls[1].id, "a");
});

test("calls in flight wait; a request does not", () => {
  const messages = [user("go"), calling("a")];
  assert.deepEqual(rules(messages, { inFlight: true }), []);
  assert.deepEqual(repair(messages, { format, inFlight: true }).repairs, []);
  assert.deepEqual(kinds(repair(messages, { format })), ["missing-result messages[1].tool_calls[0]"]);
});

test("a request, and servers that want roles to alternate", () => {
  const twice = [user("a"), user("b"), says("c")];
  assert.deepEqual(rules(twice), []);
  assert.deepEqual(rules(twice, { strictAlternation: true }), ["S1 messages[1]"]);
  const joined = repair(twice, { format, strictAlternation: true });
  assert.deepEqual(joined.messages, [user("a\n\nb"), says("c")]);
  assert.equal(joined.messages[1], twice[2]);
  const gemini = [
    { role: "user", parts: [{ text: "a" }] },
    { role: "model", parts: [{ text: "b" }] },
  ];
  assert.deepEqual(validate(gemini, { format: "gemini" }), []);
  assert.deepEqual(
    validate(gemini, { format: "gemini", request: true }).map(({ rule }) => rule),
    ["G1"],
  );
  const sent = repair(gemini, { format: "gemini", request: true });
  assert.deepEqual(sent.messages.at(-1), { role: "user", parts: [{ text: "Continue." }] });
});

test("reasoning behind an edit is left out", () => {
  const thought = (text) => ({
    role: "assistant",
    content: [
      { type: "thinking", thinking: text, signature: "s" },
      { type: "text", text },
    ],
  });
  const messages = frozen([user("summary"), thought("a"), user("b"), thought("c")]);
  const result = repair(messages, { format: "anthropic", editedAt: 2 });
  assert.deepEqual(kinds(result), ["bound-thinking messages[3].content[0]"]);
  assert.equal(result.messages[1], messages[1]);
  assert.deepEqual(result.messages[3].content, [{ type: "text", text: "c" }]);
  assert.equal(result.messages[3].content[0], messages[3].content[1]);
  assert.deepEqual(repair(messages, { format: "anthropic" }).repairs, []);
  for (const editedAt of [-1, 0.5, Number.NaN, "1"]) {
    assert.throws(() => repair(messages, { format: "anthropic", editedAt }), { code: "invalid-option" });
  }
});

test("half of a surrogate pair is found wherever it stands, and replaced in a copy", () => {
  const whole = "an emoji: \u{1f600}";
  const messages = frozen([
    user(whole),
    says("cut \ud83d"),
    user([
      { type: "text", text: "\ude00 cut" },
      { type: "text", text: whole, "a/b~": { deep: ["x\ud800y"] } },
    ]),
    answer("gone"),
  ]);
  assert.deepEqual(rules(messages), [
    "C7 messages[1].content",
    "C7 messages[2].content[0].text",
    "C7 messages[2].content[1].a/b~.deep[0]",
    "O2 messages[3]",
    "C2 messages[3]",
  ]);
  const result = repair(messages, { format });
  assert.deepEqual(rules(result.messages), []);
  assert.equal(result.messages[0], messages[0]);
  assert.equal(result.messages[1].content, "cut \ufffd");
  assert.equal(result.messages[2].content[0].text, "\ufffd cut");
  assert.deepEqual(result.messages[2].content[1]["a/b~"], { deep: ["x\ufffdy"] });
  assert.deepEqual(kinds(result), [
    "ill-formed-text messages[1].content",
    "ill-formed-text messages[2].content[0].text",
    "ill-formed-text messages[2].content[1].a/b~.deep[0]",
    "orphan-result messages[3]",
  ]);
  assert.equal(messages[1].content, "cut \ud83d");
});

test("what is no list of messages is refused by name", () => {
  assert.throws(() => repair("x", { format }), { code: "invalid-message" });
  assert.throws(() => repair([], { format: "telegraph" }), { code: "unknown-format" });
  const circle = { role: "user" };
  circle.content = [circle];
  assert.throws(() => repair([circle], { format }), { code: "invalid-message" });
});
