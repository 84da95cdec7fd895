/** The input items of OpenAI's Responses interface: self-contained (`store: false`), or as a stored conversation has them. */

import { dataUrl, FILE, failed, IMAGE, opaque, resultText } from "./common.mjs";

/** With `barrier` the provider has compacted what came before, and has left an item that only it can read. */
export function build({ system, turns }, { store = false, barrier = false } = {}) {
  const items = [];
  if (system) items.push({ role: "developer", content: system });
  if (barrier && turns[0].key === "0") items.push({ type: "compaction", id: "cmp_0", encrypted_content: opaque("compaction", "0") });
  for (const { user, steps, answer } of turns) {
    items.push(spoken(user));
    for (const step of steps) {
      items.push(...said(step, store));
      for (const [at, call] of step.calls.entries()) items.push(toolCall(call, isCustom(step, at)));
      for (const [at, call] of step.calls.entries()) items.push(output(call, isCustom(step, at)));
    }
    if (answer) items.push(...said(answer, store));
  }
  return items;
}

const isCustom = ({ opaque }, at) => opaque && at === 0;

function spoken({ text, media }) {
  if (media.length === 0) return { role: "user", content: text };
  return { type: "message", role: "user", content: [{ type: "input_text", text }, ...media.map(part)] };
}

function part({ kind, carrier }) {
  if (kind === "file") {
    if (carrier === "url") return { type: "input_file", file_url: FILE.url };
    return { type: "input_file", filename: FILE.name, file_data: dataUrl(FILE) };
  }
  return { type: "input_image", detail: "auto", image_url: carrier === "url" ? IMAGE.url : dataUrl(IMAGE) };
}

/** What the model thought, did at the provider's and said, in that order. A thought is followed by what came of it. */
function said({ key, thinking, text, server }, store) {
  const items = [];
  if (thinking) items.push(reasoning(thinking, store));
  if (server) items.push(...serverCall(server));
  if (text !== "") {
    const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
    items.push({ type: "message", id: `msg_${key}`, role: "assistant", status: "completed", content });
  }
  return items;
}

function reasoning({ key, text, redacted }, store) {
  const summary = redacted ? [] : [{ type: "summary_text", text }];
  return { type: "reasoning", id: `rs_${key}`, summary, ...(!store && { encrypted_content: opaque("reasoning", key) }) };
}

function serverCall({ id, kind, query, failed, asked }) {
  if (kind === "search") return [{ type: "web_search_call", id: `ws_${id}`, status: "completed", action: { type: "search", query } }];
  const call = { server_label: "docs", name: "lookup", arguments: JSON.stringify({ query }) };
  const answer = failed ? { output: null, error: "unreachable" } : { output: `about ${query}`, error: null };
  return [
    ...(asked
      ? [
          { type: "mcp_approval_request", id: `mcpr_${id}`, ...call },
          { type: "mcp_approval_response", approval_request_id: `mcpr_${id}`, approve: true },
        ]
      : []),
    { type: "mcp_call", id: `mcp_${id}`, ...call, ...answer, ...(asked && { approval_request_id: `mcpr_${id}` }) },
  ];
}

function toolCall({ key, name, args }, custom) {
  const id = { call_id: `call_${key}`, name };
  if (custom) return { type: "custom_tool_call", id: `ctc_${key}`, ...id, input: args.text ?? "" };
  return { type: "function_call", id: `fc_${key}`, ...id, arguments: JSON.stringify(args, null, 1), status: "completed" };
}

function output({ key, result }, custom) {
  const type = custom ? "custom_tool_call_output" : "function_call_output";
  const text = resultText(result);
  const image = { type: "input_image", detail: "auto", image_url: dataUrl(IMAGE) };
  const content = result.kind === "image" ? [{ type: "input_text", text }, image] : failed(result) ? `Error: ${text}` : text;
  return { type, call_id: `call_${key}`, output: content };
}

export const ask = (text) => ({ role: "user", content: text });
