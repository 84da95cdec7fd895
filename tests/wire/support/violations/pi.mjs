import { set } from "./set.mjs";

export const body = () => ({
  messages: [
    { role: "user", content: "hello" },
    { role: "assistant", content: [{ type: "toolCall", id: "a", name: "read", arguments: {} }] },
    { role: "toolResult", toolCallId: "a", toolName: "read", content: [{ type: "text", text: "" }] },
    { role: "assistant", content: [{ type: "text", text: "done" }] },
  ],
});

export const violations = [
  ["C1", "no user", ({ messages }) => void messages.shift()],
  ["C6", "a blank message", ({ messages }) => void messages.push({ role: "user", content: " " })],
  ["C6", "no blocks", (body) => set(body, "messages[3].content", [])],
  ["C7", "a lone surrogate", (body) => set(body, "messages[0].content", "\ud83d")],
  ["P0", "a strange role", (body) => set(body, "messages[0].role", "tool")],
  ["P1", "a missing result", ({ messages }) => void messages.splice(2, 1)],
  ["P1", "a call at the end", ({ messages }) => void messages.splice(2)],
  ["P2", "a lone result", ({ messages }) => void messages.splice(1, 1)],
  ["P2", "a result twice", ({ messages }) => void messages.splice(2, 0, messages[2])],
];
