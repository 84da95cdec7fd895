import { set } from "./set.mjs";

const call = (id, name = "read") => ({ functionCall: { id, name, args: {} } });
const response = (id, name = "read") => ({ functionResponse: { id, name, response: {} } });

export const body = () => ({
  systemInstruction: { parts: [{ text: "Be brief." }] },
  contents: [
    { role: "user", parts: [{ text: "hello" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
    { role: "model", parts: [{ text: "done" }, { text: "", thoughtSignature: "x" }] },
    { role: "user", parts: [{ text: "and now?" }] },
    { role: "model", parts: [{ text: "hm", thought: true }, { ...call("a"), thoughtSignature: "x" }, call("b", "grep")] },
    { role: "user", parts: [response("b", "grep"), response("a")] },
  ],
});

const signed = { signed: true };
export const violations = [
  ["C7", "a lone surrogate", (body) => set(body, "contents[2].parts[0].text", "\ud83d")],
  ["G1", "the model begins", ({ contents }) => void contents.shift()],
  ["G1", "the model has the last word", ({ contents }) => void contents.splice(2)],
  ["G1", "nothing at all", () => ({ contents: [] })],
  ["G2", "a missing response", ({ contents }) => void contents[4].parts.pop()],
  ["G2", "a lone response", ({ contents }) => void contents[3].parts.pop()],
  ["G2", "a response to another call", (body) => set(body, "contents[4].parts[1]", response("c"))],
  ["G2", "a response of another name", (body) => set(body, "contents[4].parts[1]", response("a", "grep"))],
  ["G2", "text before a response", ({ contents }) => void contents[4].parts.unshift({ text: "x" })],
  ["G2", "a content between call and response", ({ contents }) => void contents.splice(4, 0, { role: "user", parts: [{ text: "x" }] })],
  ["G3", "a call behind the model's words", ({ contents }) => void contents.splice(2, 1)],
  ["G4", "no signature in the current turn", ({ contents }) => void delete contents[3].parts[1].thoughtSignature, signed],
  ["G4", "a signature that was made up", (body) => set(body, "contents[1].parts[1].thoughtSignature", "skip_thought_signature_validator")],
  ["G5", "instructions among the contents", (body) => set(body, "contents[0].role", "system")],
  ["G5", "a role of another provider", (body) => set(body, "contents[1].role", "assistant")],
  ["G6", "no parts", (body) => set(body, "contents[2].parts", [])],
  ["G6", "an empty part", (body) => set(body, "contents[2].parts", [{}])],
  ["G6", "a blank part", (body) => set(body, "contents[2].parts", [{ text: "" }])],
  ["G6", "data that is cut", (body) => set(body, "contents[0].parts[1].inlineData.data", "AAAAA")],
  ["G6", "empty instructions", (body) => set(body, "systemInstruction.parts", [])],
  ["G7", "a call on the user's side", ({ contents }) => void contents[2].parts.push(call("z"))],
  ["G7", "a response on the model's side", ({ contents }) => void contents[1].parts.push(response("z"))],
  ["G7", "a response that is text", (body) => set(body, "contents[4].parts[0].functionResponse.response", "x")],
  ["G7", "arguments that are text", (body) => set(body, "contents[3].parts[1].functionCall.args", "{}")],
  ["G8", "a field of ours in a content", (body) => set(body, "contents[2].id", "summary-1")],
  ["G8", "a field of ours in a part", (body) => set(body, "contents[2].parts[0].epitome", true)],
];
