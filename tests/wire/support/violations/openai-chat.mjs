import { set } from "./set.mjs";

const call = (id) => ({ id, type: "function", function: { name: "read", arguments: "{}" } });

export const body = () => ({
  messages: [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "hello" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    },
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "b", content: "" },
    { role: "tool", tool_call_id: "a", content: "text" },
    { role: "assistant", content: "done" },
    { role: "user", content: "and now?" },
  ],
});

const alternation = { alternation: true };
export const violations = [
  ["C1", "nothing at all", () => ({ messages: [] })],
  ["C1", "no user", () => ({ messages: [{ role: "system", content: "x" }] })],
  ["C6", "a blank message", (body) => set(body, "messages[6].content", "\n")],
  ["C6", "no parts", (body) => set(body, "messages[1].content", [])],
  ["C6", "a blank part", (body) => set(body, "messages[1].content[0].text", "")],
  ["C7", "a lone surrogate", (body) => set(body, "messages[4].content", "x\udc00")],
  ["O0", "a strange role", (body) => set(body, "messages[0].role", "model")],
  ["O0", "a strange part", (body) => set(body, "messages[1].content[1].type", "image")],
  ["O0", "a picture that is cut", (body) => set(body, "messages[1].content[1].image_url.url", "data:image/png;base64,AAAAA")],
  ["O1", "a missing result", ({ messages }) => void messages.splice(3, 1)],
  ["O1", "a message between call and result", ({ messages }) => void messages.splice(3, 0, { role: "user", content: "wait" })],
  ["O1", "calls at the end", ({ messages }) => void messages.splice(3)],
  ["O2", "a result twice", ({ messages }) => void messages.splice(3, 0, messages[3])],
  ["O2", "a result at the start", ({ messages }) => void messages.splice(2, 1)],
  ["O3", "arguments as an object", (body) => set(body, "messages[2].tool_calls[0].function.arguments", {})],
  ["O3", "arguments that are cut", (body) => set(body, "messages[2].tool_calls[0].function.arguments", '{"a')],
  ["O3", "arguments that are a list", (body) => set(body, "messages[2].tool_calls[0].function.arguments", "[]")],
  ["O4", "nothing said, nothing called", (body) => set(body, "messages[5].content", null)],
  ["O4", "an empty list of calls", (body) => set(body, "messages[5].tool_calls", [])],
  ["O5", "an id twice in a message", (body) => set(body, "messages[2].tool_calls[0].id", "b")],
  ["O5", "an id twice in the request", ({ messages }) => void messages.splice(5, 0, ...messages.slice(2, 5))],
  ["O6", "the model has the last word", ({ messages }) => void messages.pop()],
  ["O7", "a field of ours", (body) => set(body, "messages[6].id", "summary-1")],
  ["S1", "two users in a row", ({ messages }) => void messages.splice(1, 0, { role: "user", content: "a summary" }), alternation],
  ["S1", "two of the model in a row", ({ messages }) => void messages.splice(5, 0, { role: "assistant", content: "x" }), alternation],
  ["S1", "the user behind a tool", ({ messages }) => void messages.splice(5, 1), alternation],
  ["S1", "the model begins", ({ messages }) => void messages.splice(1, 1), alternation],
  ["S1", "late instructions", ({ messages }) => void messages.splice(6, 0, messages[0]), alternation],
];
