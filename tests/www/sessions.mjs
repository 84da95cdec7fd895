// Sessions for the page's tests, made up on the spot and the same every time.

const words = (count, word) => Array.from({ length: count }, (_, at) => `${word}${at % 97}`).join(" ");

/** A chat in OpenAI's format: each turn asks for a file, reads it, runs the tests, and answers. */
export function chat(turns, size = 300) {
  const messages = [{ role: "system", content: "You are a careful agent." }];
  for (let turn = 0; turn < turns; turn++) {
    const call = (id, name, input) => ({ id, type: "function", function: { name, arguments: JSON.stringify(input) } });
    messages.push(
      { role: "user", content: `Request ${turn}: please look at file src/part${turn}.ts` },
      {
        role: "assistant",
        content: null,
        tool_calls: [call(`a${turn}`, "read", { path: `src/part${turn}.ts` }), call(`b${turn}`, "bash", { command: "npm test" })],
      },
      { role: "tool", tool_call_id: `a${turn}`, content: words(size, "code") },
      { role: "tool", tool_call_id: `b${turn}`, content: words(size, "log") },
      { role: "assistant", content: `Part ${turn} is in order. ${words(20, "note")}` },
    );
  }
  return messages;
}

/** A pi session file of a version from 1 to 3, with at least this many entries. */
export function piFile(version, entries, size = 300) {
  const time = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const lines = [{ type: "session", ...(version > 1 && { version }), id: "made-up", timestamp: time, cwd: "/home/dev/project" }];
  const add = (message) => {
    const at = lines.length;
    const place = version > 1 ? { id: `e${at}`, parentId: at > 1 ? `e${at - 1}` : null } : {};
    lines.push({ type: "message", ...place, timestamp: time, message: { ...message, timestamp: 1 } });
  };
  const assistant = { role: "assistant", api: "x", provider: "p", model: "m" };
  for (let turn = 0; lines.length <= entries; turn++) {
    const id = `call${turn}`;
    add({ role: "user", content: `Request ${turn}: mend src/part${turn}.ts` });
    add({
      ...assistant,
      content: [
        { type: "thinking", thinking: "First the file." },
        { type: "toolCall", id, name: "read", arguments: { path: `src/part${turn}.ts` } },
      ],
      stopReason: "toolUse",
    });
    add({
      role: "toolResult",
      toolCallId: id,
      toolName: "read",
      content: [{ type: "text", text: words(size, "code") }],
      isError: turn % 7 === 3,
    });
    add({ ...assistant, content: [{ type: "text", text: `Part ${turn} is mended.` }], stopReason: "stop" });
  }
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** A session in which every kind of message is large enough for a word in the bar. */
export function everyKind() {
  const place = (at) => ({ id: `e${at}`, parentId: at > 1 ? `e${at - 1}` : null, timestamp: "2026-01-01T00:00:00.000Z" });
  const filler = (word) => `${word} `.repeat(900);
  const assistant = { role: "assistant", api: "x", provider: "p", model: "m", timestamp: 1 };
  const bodies = [
    { role: "system", content: filler("rule") },
    { role: "user", content: filler("older") },
    { compaction: { summary: filler("summary"), firstKeptEntryId: "e4", tokensBefore: 9000 } },
    { role: "user", content: filler("request") },
    { ...assistant, content: [{ type: "toolCall", id: "c", name: "read", arguments: { path: filler("path") } }], stopReason: "toolUse" },
    { role: "toolResult", toolCallId: "c", toolName: "read", content: [{ type: "text", text: filler("code") }], isError: false },
    { ...assistant, content: [{ type: "toolCall", id: "d", name: "bash", arguments: { command: filler("test") } }], stopReason: "toolUse" },
    { role: "toolResult", toolCallId: "d", toolName: "bash", content: [{ type: "text", text: filler("fail") }], isError: true },
    { role: "bashExecution", command: "ls", output: filler("file") },
    { ...assistant, content: [{ type: "text", text: filler("done") }], stopReason: "stop" },
  ];
  const lines = bodies.map((body, index) =>
    body.compaction
      ? { type: "compaction", ...place(index + 1), ...body.compaction }
      : { type: "message", ...place(index + 1), message: { timestamp: 1, ...body } },
  );
  return [{ type: "session", version: 3, id: "kinds", timestamp: "2026-01-01T00:00:00.000Z" }, ...lines]
    .map((line) => JSON.stringify(line))
    .join("\n");
}

/** A pi session file of 40 turns, of which prunes hide outputs: some old, one repeated, one without a word why. */
export function prunedFile() {
  const lines = piFile(3, 160).trimEnd().split("\n");
  const outputs = lines.map((line) => JSON.parse(line)).filter(({ message }) => message?.role === "toolResult");
  let leaf = JSON.parse(lines.at(-1)).id;
  const prune = (reason, edits) => {
    const entry = { type: "prune", id: `p${lines.length}`, parentId: leaf, timestamp: "2026-01-01T12:00:00.000Z", reason, edits };
    leaf = entry.id;
    lines.push(JSON.stringify(entry));
  };
  const notice = "[Output truncated - 540 tokens]";
  const hide = ({ id }, why) => ({ entryId: id, part: 0, text: notice, why, tokensSaved: 532 });
  prune("threshold", [...outputs.slice(0, 12).map((output) => hide(output, "old")), { ...hide(outputs[20], "repeated"), artifact: "x" }]);
  prune("emergency", [{ entryId: outputs[25].id, part: 0, text: "[short]" }]);
  prune("restore", [{ entryId: outputs[11].id, restore: true }]);
  return { text: `${lines.join("\n")}\n`, notice, original: outputs[0].message.content[0].text };
}
