/** pi's messages. */

import { failed, IMAGE, opaque, resultText } from "./common.mjs";

const START = 1_780_000_000_000;

export function build({ system, turns }) {
  const messages = [];
  let written = 0;
  const add = (message) => {
    written += JSON.stringify(message).length;
    messages.push({ ...message, timestamp: START + messages.length * 1_000 });
  };
  const said = (content, stopReason) => {
    const input = Math.ceil(written / 4);
    add({
      role: "assistant",
      content,
      api: "anthropic-messages",
      provider: "anthropic",
      model: "recorded",
      usage: { input, output: 9, cacheRead: 0, cacheWrite: 0, totalTokens: input + 9, cost: { input: 0, output: 0, total: 0 } },
      stopReason,
    });
  };

  if (system) add({ role: "system", content: system });
  for (const { user, steps, answer } of turns) {
    add({ role: "user", content: spoken(user) });
    for (const step of steps) {
      const calls = step.calls.map(({ id, name, args }) => ({ type: "toolCall", id: `call_${id}`, name, arguments: args }));
      said([...blocks(step), ...calls], calls.length > 0 ? "toolUse" : "length");
      for (const { id, name, result } of step.calls) {
        add({ role: "toolResult", toolCallId: `call_${id}`, toolName: name, content: output(result), isError: failed(result) });
      }
    }
    if (answer) said(blocks(answer), "stop");
  }
  return messages;
}

const picture = { type: "image", data: IMAGE.base64, mimeType: IMAGE.mime };

function spoken({ text, media }) {
  if (media.length === 0) return text;
  return [{ type: "text", text }, ...media.map(() => ({ ...picture }))];
}

function blocks({ key, thinking, text, opaque: isOpaque }) {
  const list = [];
  if (thinking) list.push(thought(thinking));
  if (isOpaque) list.push({ type: "serverTool", payload: opaque("pi", key) });
  if (text !== "") list.push({ type: "text", text, textSignature: opaque("text", key) });
  return list;
}

const thought = ({ key, text, redacted }) =>
  redacted
    ? { type: "thinking", thinking: "", thinkingSignature: opaque("redacted", key), redacted: true }
    : { type: "thinking", thinking: text, thinkingSignature: opaque("signature", key) };

function output(result) {
  const text = { type: "text", text: resultText(result) };
  if (result.kind === "empty") return [];
  return result.kind === "image" ? [text, { ...picture }] : [text];
}

/** A further request of the user. */
export const ask = (text) => ({ role: "user", content: text, timestamp: START });
