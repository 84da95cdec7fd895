import { set } from "./set.mjs";

const use = (id) => ({ type: "tool_use", id, name: "read", input: {} });
const result = (id) => ({ type: "tool_result", tool_use_id: id, content: "" });
const thinking = { type: "thinking", thinking: "", signature: "x" };
const cached = (block) => ({ ...block, cache_control: { type: "ephemeral" } });

export const body = () => ({
  system: "Be brief.",
  tools: [{ name: "read" }],
  thinking: { type: "adaptive" },
  messages: [
    {
      role: "user",
      content: [
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
        { type: "text", text: "hello" },
      ],
    },
    {
      role: "assistant",
      content: [
        thinking,
        { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} },
        { type: "web_search_tool_result", tool_use_id: "srv_1", content: [] },
        { type: "text", text: "done" },
      ],
    },
    { role: "user", content: "and now?" },
    { role: "assistant", content: [{ ...thinking, signature: "y" }, use("a"), use("b")] },
    { role: "user", content: [result("b"), result("a"), { type: "text", text: "a reminder" }] },
  ],
});

const bound = new Map();
export const violations = [
  ["C7", "a lone surrogate", (body) => set(body, "messages[2].content", "\ud83d")],
  ["A0", "a strange block", (body) => set(body, "messages[1].content[3]", { type: "output_text", text: "x" })],
  ["A0", "a call on the user's side", (body) => set(body, "messages[2].content", [use("z")])],
  ["A0", "a result on the model's side", ({ messages }) => void messages[1].content.push(result("srv_1"))],
  ["A0", "an input that is text", (body) => set(body, "messages[3].content[1].input", "{}")],
  ["A0", "an id with other characters", (body) => set(body, "messages[3].content[1].id", "a.b")],
  ["A0", "a picture that is cut", (body) => set(body, "messages[0].content[0].source.data", "AAAAA")],
  ["A0", "a strange block in a result", (body) => set(body, "messages[4].content[0].content", [{ type: "input_text", text: "x" }])],
  ["A1", "the model begins", ({ messages }) => void messages.shift()],
  ["A2", "instructions among the messages", (body) => set(body, "messages[2].role", "system")],
  ["A3", "two users in a row", ({ messages }) => void messages.unshift({ role: "user", content: "a summary" })],
  ["A4", "no content", (body) => set(body, "messages[2].content", [])],
  ["A4", "a blank message", (body) => set(body, "messages[2].content", " ")],
  ["A4", "a blank block", (body) => set(body, "messages[1].content[3].text", "")],
  ["A4", "a blank text in a result", (body) => set(body, "messages[4].content[0].content", [{ type: "text", text: "" }])],
  ["A4", "blank instructions", (body) => set(body, "system", "")],
  ["A4", "the model has the last word", ({ messages }) => void messages.splice(2)],
  ["A5", "a missing result", ({ messages }) => void messages[4].content.shift()],
  ["A5", "text before a result", ({ messages }) => void messages[4].content.reverse()],
  ["A5", "a result twice", ({ messages }) => void messages[4].content.unshift(result("a"))],
  ["A5", "a message between call and result", ({ messages }) => void messages.splice(4, 0, { role: "user", content: "wait" })],
  ["A6", "a lone result", ({ messages }) => void messages[3].content.pop()],
  ["A6", "a result behind an answer", (body) => set(body, "messages[2].content", [result("a")])],
  [
    "A7",
    "an id twice",
    ({ messages }) => {
      messages[1].content.push(use("a"));
      messages[2].content = [result("a")];
    },
  ],
  ["A8", "the provider's result without call", ({ messages }) => void messages[1].content.splice(1, 1)],
  ["A8", "the provider's call without result", ({ messages }) => void messages[1].content.splice(2, 1)],
  ["A8", "the provider's result twice", ({ messages }) => void messages[1].content.splice(2, 0, messages[1].content[2])],
  [
    "A8",
    "the provider's result before its call",
    ({ messages }) => void messages[1].content.splice(1, 2, messages[1].content[2], messages[1].content[1]),
  ],
  ["A9", "thinking without signature", (body) => set(body, "messages[1].content[0]", { type: "thinking", thinking: "x" })],
  ["A9", "redacted thinking without data", (body) => set(body, "messages[1].content[0]", { type: "redacted_thinking" })],
  ["A10", "an open loop without thinking", ({ messages }) => void messages[3].content.shift()],
  ["A11", "no tools", (body) => void delete body.tools],
  ["A12", "thinking behind another history", (body) => set(body, "messages[0].content", "a summary"), { bound }],
  [
    "A13",
    "five breakpoints",
    (body) =>
      set(
        body,
        "messages[0].content",
        Array.from({ length: 5 }, () => cached({ type: "text", text: "x" })),
      ),
  ],
  ["A13", "a breakpoint on thinking", (body) => set(body, "messages[1].content[0]", cached(thinking))],
  ["A14", "thinking at the end", ({ messages }) => void messages[1].content.push(thinking)],
  ["A15", "a field of ours in a message", (body) => set(body, "messages[2].id", "summary-1")],
  ["A15", "a field of ours in a block", (body) => set(body, "messages[1].content[3].epitome", true)],
];
