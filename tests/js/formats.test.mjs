// What holds in every wire format alike: nobody's words are lost by a repair, and a page may send back what it was given.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compact, emergencyPrune, openSession, repair, validate } from "../../pkg/dist/index.js";

/** A message of the user and one of the model, in each format. */
const WORDS = {
  pi: [(text) => ({ role: "user", content: text }), (text) => ({ role: "assistant", content: [{ type: "text", text }] })],
  "openai-chat": [(text) => ({ role: "user", content: text }), (text) => ({ role: "assistant", content: text })],
  "openai-responses": [
    (text) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
    (text) => ({ type: "message", role: "assistant", content: [{ type: "output_text", text }] }),
  ],
  anthropic: [(text) => ({ role: "user", content: text }), (text) => ({ role: "assistant", content: [{ type: "text", text }] })],
  gemini: [(text) => ({ role: "user", parts: [{ text }] }), (text) => ({ role: "model", parts: [{ text }] })],
  "ai-sdk": [(text) => ({ role: "user", content: text }), (text) => ({ role: "assistant", content: [{ type: "text", text }] })],
  "ai-sdk-ui": [
    (text) => ({ id: `u-${text.slice(0, 20)}`, role: "user", parts: [{ type: "text", text }] }),
    (text) => ({ id: `a-${text.slice(0, 20)}`, role: "assistant", parts: [{ type: "text", text }] }),
  ],
  langchain: [(text) => ({ type: "human", data: { content: text } }), (text) => ({ type: "ai", data: { content: text } })],
};
const SUMMARY = "## Goal\nThe user talks.\n\n## Progress\n- They talked about the weather.\n\n## Next Steps\n1. Go on talking.";

for (const [format, [user, says]] of Object.entries(WORDS)) {
  test(`${format}: a repair leaves out what is blank, and nothing that somebody said`, () => {
    for (const messages of [
      [user("first"), says(""), user("second")],
      [user("first"), says(" \n"), says("third"), user("second")],
      [user(" "), user("first"), says("third")],
      [user("first"), says(""), user(""), says(""), user("second")],
    ]) {
      const said = ["first", "second", "third"].filter((text) => JSON.stringify(messages).includes(text));
      const { messages: repaired } = repair(messages, { format });
      assert.deepEqual(validate(repaired, { format }), []);
      for (const text of said) assert.ok(JSON.stringify(repaired).includes(text), `${text} of ${JSON.stringify(messages)}`);
    }
  });

  test(`${format}: a page sends back the context as it got it, with its ids or without, and nothing is stored twice`, async () => {
    const session = await openSession({
      id: "page",
      format,
      summarizer: () => SUMMARY,
      settings: { compaction: { keepRecentTokens: 10 } },
    });
    for (let turn = 0; turn < 6; turn++) await session.append([user(`question ${turn} ${"x".repeat(400)}`), says(`answer ${turn}`)]);
    assert.equal((await session.compact()).status, "compacted");
    const { messages, entries } = session.context();
    const posted = JSON.parse(JSON.stringify(messages));
    const { head } = session;
    // With ids nothing is new; a message that was made of two is the user's, which the log has in its own words.
    const whole = entries
      .map((entry, at) => [entry, posted[at]])
      .filter(([entry, message]) => entry.type !== "message" || same(entry.message, message));
    const again = await session.append(
      whole.map(([, message]) => message),
      { id: whole.map(([entry]) => entry.id) },
    );
    assert.deepEqual(
      again.map(({ id }) => id),
      whole.map(([entry]) => entry.id),
    );
    assert.equal(session.head, head);
    const summary = entries.findIndex(({ type }) => type === "compaction");
    if (summary >= 0) {
      const [entry] = await session.append(posted[summary]);
      assert.equal(entry.id, entries[summary].id);
      assert.equal(session.head, head);
    }
    session.close();
  });

  test(`${format}: compacting the result of a compaction carries its summary on, also through JSON`, async () => {
    const options = {
      format,
      contextWindow: 8_000,
      summarizer: ({ kind, prompt }) =>
        kind === "history" ? `${SUMMARY}\n- ${prompt.includes("weather") ? "carried" : "new"}` : "The user asked once more.",
      settings: { compaction: { keepRecentTokens: 10 } },
    };
    let messages = [];
    for (let round = 0; round < 3; round++) {
      for (let turn = 0; turn < 4; turn++)
        messages.push(user(`question ${round}.${turn} ${"x".repeat(400)}`), says(`answer ${round}.${turn}`));
      const result = await compact(messages, options);
      assert.equal(result.status, "compacted");
      const text = JSON.stringify(result.messages);
      assert.equal(text.split("They talked about the weather").length, 2, text);
      assert.equal(text.includes("carried"), round > 0);
      assert.deepEqual(validate(result.messages, { format }), []);
      messages = round % 2 === 0 ? JSON.parse(text) : [...result.messages];
    }
  });

  test(`${format}: an emergency cut keeps the newest request`, () => {
    const messages = Array.from({ length: 20 }, (_, at) => (at % 2 ? says(`answer ${at}`) : user(`question ${at} ${"x".repeat(400)}`)));
    const kept = emergencyPrune(messages, { format, maxTokens: 300 });
    assert.ok(kept.length < 20 && kept.includes(messages[18]));
    assert.deepEqual(validate(kept, { format }), []);
  });
}

test("a summary that was made one message with the user's is known again, too, whatever its line ends", async () => {
  const [user, says] = WORDS.anthropic;
  const session = await openSession({
    id: "s",
    format: "anthropic",
    summarizer: () => SUMMARY,
    settings: { compaction: { keepRecentTokens: 10 } },
  });
  for (let turn = 0; turn < 6; turn++) await session.append([user(`question ${turn} ${"x".repeat(400)}`), says(`answer ${turn}`)]);
  await session.compact();
  const { messages, entries } = session.context();
  assert.equal(messages[0].content.length, 2);
  const { head } = session;
  for (const change of [(text) => text, (text) => text.replaceAll("\\n", "\\r\\n")]) {
    const [entry] = await session.append(JSON.parse(change(JSON.stringify(messages[0]))));
    assert.equal(entry.id, entries[0].id);
    assert.equal(session.head, head);
  }
  // The same frame around other words is the user's.
  await session.append({ ...messages[0], content: [messages[0].content[0], { type: "text", text: "something new" }] });
  assert.equal(session.head, head + 1);
  session.close();
});

test("what cannot be made one message without a loss stays two", async () => {
  const settings = { compaction: { keepRecentTokens: 10, strictAlternation: true } };
  const session = await openSession({
    id: "s",
    summarizer: ({ kind }) => (kind === "history" ? SUMMARY : "The user asked once more."),
    settings,
  });
  const [user, says] = WORDS.pi;
  for (let turn = 0; turn < 6; turn++) await session.append([user(`question ${turn} ${"x".repeat(400)}`), says(`answer ${turn}`)]);
  const command = { role: "bashExecution", command: "ls", output: "a.ts", exitCode: 0 };
  await session.append([command, says("I see.")]);
  assert.equal((await session.compact()).status, "compacted");
  const { messages, entries } = session.context();
  assert.ok(messages.includes(command));
  assert.equal(entries.length, messages.length);
  assert.equal(JSON.stringify(messages).split("They talked about the weather").length, 2);
  session.close();
});

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
