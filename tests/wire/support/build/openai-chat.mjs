/** OpenAI's Chat Completions messages, and what DeepSeek's and Gemini's endpoints of that kind add. */

import { dataUrl, FILE, IMAGE, opaque, resultText } from "./common.mjs";

export function build({ system, turns }, { instructions = "system" } = {}) {
  const messages = [];
  if (system) messages.push({ role: instructions, content: system });
  for (const { user, steps, answer } of turns) {
    messages.push({ role: "user", content: spoken(user) });
    for (const step of steps) {
      messages.push(said(step, step.calls));
      for (const { key, result } of step.calls) messages.push({ role: "tool", tool_call_id: `call_${key}`, content: output(result, key) });
    }
    if (answer) messages.push(said(answer, []));
  }
  return messages;
}

function spoken({ text, media }) {
  if (media.length === 0) return text;
  return [{ type: "text", text }, ...media.map(part)];
}

function part({ kind, carrier }) {
  if (kind === "file") return { type: "file", file: { filename: FILE.name, file_data: dataUrl(FILE) } };
  return { type: "image_url", image_url: { url: carrier === "url" ? IMAGE.url : dataUrl(IMAGE), detail: "low" } };
}

function said({ key, thinking, text, opaque: isOpaque }, calls) {
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(thinking && !thinking.redacted && { reasoning_content: thinking.text }),
    ...(isOpaque && { annotations: [{ type: "vendor", payload: opaque("chat", key) }] }),
    ...(calls.length > 0 && { tool_calls: calls.map((call, at) => toolCall(call, at === 0 && thinking, at === 0 && isOpaque)) }),
  };
}

function toolCall({ key, name, args }, signed, custom) {
  const id = `call_${key}`;
  if (custom) return { id, type: "custom", custom: { name, input: args.text ?? "" } };
  return {
    id,
    type: "function",
    // Not as `JSON.stringify` writes it: whoever parses it and writes it again is noticed.
    function: { name, arguments: JSON.stringify(args, null, 1) },
    ...(signed && { extra_content: { google: { thought_signature: opaque("signature", key) } } }),
  };
}

/** Text, or a list of texts. */
function output(result, key) {
  const text = resultText(result);
  return result.kind === "json" && key.endsWith("0") ? [{ type: "text", text }] : text;
}

export const ask = (text) => ({ role: "user", content: text });
