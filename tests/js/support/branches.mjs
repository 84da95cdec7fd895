/** Sessions in pi's format whose trees have several ways on. */

import { openSession } from "../../../pkg/dist/index.js";

export const user = (content) => ({ role: "user", content, timestamp: 1 });
export const says = (text, more) => ({ role: "assistant", content: [{ type: "text", text }], stopReason: "stop", timestamp: 1, ...more });
export const calls = (id, name, path) => ({
  role: "assistant",
  content: [{ type: "toolCall", id, name, arguments: { path } }],
  stopReason: "toolUse",
  timestamp: 1,
});
export const output = (id, text, name = "read") => ({
  role: "toolResult",
  toolCallId: id,
  toolName: name,
  content: [{ type: "text", text }],
  isError: false,
  timestamp: 1,
});

export const TOLD = "## What Was Tried\nThe parser in C.\n\n## What Was Learned\nThe lexer is slow.";

/** A text of so many tokens: its first words are its own. */
export const filler = (tokens, name) => `${name} ${"a line that says little; ".repeat(Math.ceil(tokens / 6))}`.slice(0, tokens * 4);

/** A session and what its summarizer was asked; `reply` is its answer, or makes it. */
export async function open({ reply = TOLD, window = 128_000, settings, ...options } = {}) {
  const asked = [];
  const summarizer = (request, how) => {
    asked.push(request);
    return typeof reply === "function" ? reply(request, how) : reply;
  };
  const session = await openSession({
    id: "tree",
    model: { contextWindow: window },
    summarizer,
    settings: { retry: { maxRetries: 0 }, ...settings },
    ...options,
  });
  const events = [];
  session.on((event) => events.push(event));
  return { session, asked, events };
}

/** Appends messages, each under an id: `{ A: user("…"), B: says("…") }`. */
export async function add(session, messages) {
  for (const [id, message] of Object.entries(messages)) await session.append(message, { id });
}

/** The tree of seed 002: A, then E and F; and B, C and D beside them, where the session stands. */
export async function fork(options) {
  const made = await open(options);
  const { session } = made;
  await add(session, { A: says("Shall it be Rust or C?"), E: user("In Rust."), F: says("Rust it is.") });
  await session.navigate("A");
  await add(session, { B: user("In C."), C: calls("w1", "write", "src/parse.c"), D: output("w1", "written", "write") });
  made.events.length = 0;
  return made;
}

/** What the model sees, as texts. */
export const texts = (session) =>
  session.context().messages.map(({ content }) => (typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("")));
