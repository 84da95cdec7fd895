/**
 * LangChain's messages in both of their serialized forms: `form` is "dict" (what stores of chat histories keep) or "json" (what
 * `JSON.stringify` and `load` use); `provider` is whose answers they hold ("openai", "anthropic" or "google").
 */

import { said as anthropicBlocks } from "./anthropic.mjs";
import { dataUrl, failed, IMAGE, joined, opaque, resultText } from "./common.mjs";

const CLASSES = { human: "HumanMessage", ai: "AIMessage", system: "SystemMessage", tool: "ToolMessage" };

export function build({ system, turns, thinking }, { form, provider }) {
  const messages = [];
  const add = (type, data) => messages.push(written(form, type, data));
  if (system) add("system", { content: system });
  for (const turn of turns) {
    add("human", { id: `human-${turn.key}`, content: spoken(turn.user) });
    for (const round of joined(turn)) {
      const { calls } = round.at(-1);
      add("ai", said(round, calls, provider, thinking));
      for (const call of calls) add("tool", output(call, provider));
    }
  }
  return messages;
}

function written(form, type, data) {
  const kwargs = { ...data, additional_kwargs: data.additional_kwargs ?? {}, response_metadata: data.response_metadata ?? {} };
  if (form === "dict") return { type, data: kwargs };
  return { lc: 1, type: "constructor", id: ["langchain_core", "messages", CLASSES[type]], kwargs };
}

function spoken({ text, media }) {
  const images = media.filter(({ kind }) => kind === "image").map(() => ({ type: "image_url", image_url: { url: dataUrl(IMAGE) } }));
  return images.length === 0 ? text : [{ type: "text", text }, ...images];
}

function said(round, calls, provider, thinking) {
  const { key } = round.at(-1);
  const list = calls.map((call) => ({ id: idOf(call), name: call.name, args: call.args, type: "tool_call" }));
  const { content, kwargs } = providers[provider](round, list, thinking, key);
  return {
    id: `run-${key}`,
    content,
    tool_calls: list,
    invalid_tool_calls: [],
    ...(kwargs && { additional_kwargs: kwargs }),
    response_metadata: { model_provider: provider, model_name: "recorded", payload: opaque("response", key) },
    usage_metadata: { input_tokens: 10, output_tokens: 2, total_tokens: 12 },
  };
}

const idOf = ({ key }) => `call_${key}`;
const textOf = (round) =>
  round
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join("\n");

/** How each provider's class fills an answer. */
const providers = {
  /** Calls stand in `tool_calls`, and once more in `additional_kwargs`. */
  openai(round, calls) {
    const raw = calls.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } }));
    return { content: textOf(round), kwargs: raw.length > 0 ? { tool_calls: raw } : undefined };
  },
  /** Calls stand in `tool_calls`, and once more in the content. `ChatAnthropic` drops the blocks of MCP calls: there are none. */
  anthropic(round, calls) {
    const steps = round.map((step) => (step.server?.kind === "mcp" ? { ...step, server: null } : step));
    const uses = calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
    return { content: [...steps.flatMap(anthropicBlocks), ...uses] };
  },
  /** The signatures of calls stand in `additional_kwargs`, by the calls' ids. */
  google(round, calls, thinking, key) {
    const signed = thinking && calls.length > 0;
    return {
      content: textOf(round),
      kwargs: signed ? { __gemini_function_call_thought_signatures__: { [calls[0].id]: opaque("signature", key) } } : undefined,
    };
  },
};

function output(call, provider) {
  const { name, result } = call;
  const text = resultText(result);
  const image = { type: "image_url", image_url: { url: dataUrl(IMAGE) } };
  const withImage = result.kind === "image" && provider === "anthropic";
  return {
    id: `tool-${call.key}`,
    content: withImage ? [{ type: "text", text }, image] : text,
    tool_call_id: idOf(call),
    name,
    status: failed(result) ? "error" : "success",
    artifact: { payload: opaque("artifact", call.key) },
  };
}

/** A further request of the user, in the form of the messages that it follows. */
export const ask = (text, _, { form } = { form: "dict" }) => written(form, "human", { content: text });
