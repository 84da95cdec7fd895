import { set } from "./set.mjs";

export const body = () => ({
  store: false,
  input: [
    { role: "developer", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "input_text", text: "hello" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA" },
      ],
    },
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" },
    { type: "function_call", id: "fc_1", call_id: "a", name: "read", arguments: "{}" },
    { type: "custom_tool_call", id: "ctc_1", call_id: "b", name: "run", input: "" },
    { type: "custom_tool_call_output", call_id: "b", output: "" },
    { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "" }] },
    { type: "mcp_approval_request", id: "mcpr_1", server_label: "docs", name: "lookup", arguments: "{}" },
    { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
    { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "done", annotations: [] }] },
    { role: "user", content: "and now?" },
  ],
});

const stored = (body) => ({ ...body, store: true });
export const violations = [
  ["C1", "nothing at all", () => ({ input: [] })],
  ["C6", "a blank message", (body) => set(body, "input[10].content", "")],
  ["C6", "a blank part", (body) => set(body, "input[9].content[0].text", " ")],
  ["C6", "an output that is none", ({ input }) => void delete input[5].output],
  ["C7", "a lone surrogate", (body) => set(body, "input[6].output", "\ud83d")],
  ["R0", "a strange item", ({ input }) => void input.splice(1, 0, { type: "tool_use" })],
  ["R0", "a strange part", (body) => set(body, "input[9].content[0].type", "text")],
  ["R0", "the user's part in the model's message", (body) => set(body, "input[9].content[0].type", "input_text")],
  ["R0", "a picture that is cut", (body) => set(body, "input[1].content[1].image_url", "data:image/png;base64,AAA")],
  ["R1", "an output without call", ({ input }) => void input.splice(4, 1)],
  ["R1", "an output of another kind", (body) => set(body, "input[5].type", "function_call_output")],
  ["R1", "an output twice", ({ input }) => void input.splice(5, 0, input[5])],
  ["R1", "an approval without request", ({ input }) => void input.splice(7, 1)],
  ["R2", "a call without output", ({ input }) => void input.splice(6, 1)],
  ["R3", "a thought without what came of it", ({ input }) => void input.splice(9, 0, input[2], input[10])],
  ["R3", "a thought at the end", ({ input }) => void input.push({ ...input[2], id: "rs_2" })],
  [
    "R4",
    "a stored item without its thought",
    (body) => stored({ input: body.input.toSpliced(2, 1) }),
    { thoughts: new Map([["fc_1", "rs_1"]]) },
  ],
  ["R5", "a thought without content, unstored", ({ input }) => void delete input[2].encrypted_content],
  ["R5", "a reference, unstored", ({ input }) => void input.splice(2, 0, { type: "item_reference", id: "rs_0" })],
  ["R6", "a compaction without content", ({ input }) => void input.splice(1, 0, { type: "compaction", id: "cmp_1" })],
  ["R7", "a trigger in the middle", ({ input }) => void input.splice(3, 0, { type: "compaction_trigger" })],
  ["R8", "the user between call and output", ({ input }) => void input.splice(5, 0, { role: "user", content: "wait" })],
  ["R8", "instructions between call and output", ({ input }) => void input.splice(6, 0, { role: "developer", content: "wait" })],
  ["R9", "an id twice", (body) => set(body, "input[9].id", "fc_1")],
  ["R9", "a call_id twice", ({ input }) => void input.splice(7, 0, { ...input[3], id: "fc_2" }, input[6])],
  ["R10", "arguments that are cut", (body) => set(body, "input[3].arguments", "{")],
  ["R10", "arguments as an object", (body) => set(body, "input[3].arguments", {})],
  ["R11", "the model has the last word", ({ input }) => void input.pop()],
  ["R12", "a field of ours", (body) => set(body, "input[10].epitome", true)],
];
