/** The AI SDK's UIMessages, as `useChat` keeps them; and the shape that they had before version 5. */

import { build as modelMessages } from "./ai-sdk.mjs";
import { dataUrl, failed, joined, mediaOf, opaque, resultText } from "./common.mjs";

export function build(conversation, variant) {
  const messages = [];
  if (conversation.system) messages.push({ id: "system", role: "system", parts: [{ type: "text", text: conversation.system }] });
  for (const turn of conversation.turns) {
    messages.push({ id: `user-${turn.key}`, role: "user", metadata: { at: new Date(0).toISOString() }, parts: spoken(turn.user, variant) });
    const rounds = joined(turn);
    if (rounds.length === 0) continue;
    const parts = rounds.flatMap((round) => [{ type: "step-start" }, ...round.flatMap((step) => said(step, conversation, variant))]);
    messages.push({ id: `assistant-${turn.key}`, role: "assistant", metadata: { model: "recorded" }, parts });
  }
  return messages;
}

function spoken({ text, media }) {
  const files = media.map(({ kind, carrier }) => {
    const { mime, url, ...file } = mediaOf({ kind });
    return {
      type: "file",
      mediaType: mime,
      url: carrier === "url" ? url : dataUrl({ mime, ...file }),
      ...(file.name && { filename: file.name }),
    };
  });
  return [{ type: "text", text }, ...files];
}

/**
 * The parts of one step. What the providers keep beside them is taken from the same step as a ModelMessage, so that both formats
 * carry the same.
 */
function said(step, conversation, variant) {
  const turn = { key: "0", user: { text: "-", media: [] }, steps: [], answer: { ...step, text: step.text } };
  const [, { content }] = modelMessages({ turns: [turn], thinking: conversation.thinking }, variant);
  const parts = content.flatMap((part) => asParts(part, content, step));
  const calls = (step.calls ?? []).map((call, at) => toolPart(call, at, step, conversation, variant));
  const extra = step.opaque ? [{ type: "data-progress", id: step.key, data: { at: 1, payload: opaque("data", step.key) } }] : [];
  return [...extra, ...parts, ...calls];
}

function asParts({ type, providerOptions, ...part }, content, { key }) {
  const providerMetadata = providerOptions && { providerMetadata: providerOptions };
  if (type === "reasoning") return [{ type, text: part.text, state: "done", ...providerMetadata }];
  if (type === "text") return [{ type, text: part.text, state: "done", ...providerMetadata }];
  if (type !== "tool-call") return [];
  const { toolCallId, toolName, input } = part;
  const { output } = content.find((other) => other.type === "tool-result" && other.toolCallId === toolCallId);
  const ended =
    output.type === "error-json"
      ? { state: "output-error", errorText: JSON.stringify(output.value) }
      : { state: "output-available", output: output.value };
  const tool = {
    type: "dynamic-tool",
    toolName,
    toolCallId,
    providerExecuted: true,
    input,
    ...ended,
    ...(providerOptions && { callProviderMetadata: providerOptions, resultProviderMetadata: providerOptions }),
  };
  return [tool, { type: "source-url", sourceId: `source-${key}`, url: "https://example.com/", title: "Example" }];
}

function toolPart(call, at, step, conversation, variant) {
  const turn = { key: "0", user: { text: "-", media: [] }, steps: [{ ...step, calls: step.calls }], answer: null };
  const [, { content }] = modelMessages({ turns: [turn], thinking: conversation.thinking }, variant);
  const part = content.filter(({ type, providerExecuted }) => type === "tool-call" && !providerExecuted)[at];
  const dynamic = call.name === "run_command";
  return {
    ...(dynamic ? { type: "dynamic-tool", toolName: call.name } : { type: `tool-${call.name}` }),
    toolCallId: part.toolCallId,
    input: call.args,
    ...ended(call),
    ...(part.providerOptions && { callProviderMetadata: part.providerOptions }),
  };
}

/** The state that a call is in when it is over. */
function ended({ key, approval, result }) {
  const id = `approval_${key}`;
  const text = resultText(result);
  if (approval === "denied") return { state: "output-denied", approval: { id, approved: false, reason: text } };
  const granted = approval ? { approval: { id, approved: true } } : {};
  if (failed(result)) return { state: "output-error", errorText: text, ...granted };
  return { state: "output-available", output: result.kind === "json" ? result.value : text, ...granted };
}

export const ask = (text, at = 0) => ({ id: `asked-${at}`, role: "user", parts: [{ type: "text", text }] });

/** The shape before version 5: calls and results in `toolInvocations`, and in the parts since version 4.2. */
export function buildOld({ system, turns }, { withParts = true } = {}) {
  const messages = [];
  const text = (text) => ({ type: "text", text });
  if (system) messages.push({ id: "system", role: "system", content: system, ...(withParts && { parts: [text(system)] }) });
  for (const turn of turns) {
    const { key, user } = turn;
    messages.push({ id: `user-${key}`, role: "user", content: user.text, ...(withParts && { parts: [text(user.text)] }) });
    const rounds = joined(turn);
    if (rounds.length === 0) continue;
    const steps = rounds.flat();
    const invocations = rounds.flatMap((round, step) =>
      round.at(-1).calls.map(({ key, name, args, result }) => ({
        state: "result",
        step,
        toolCallId: `call_${key}`,
        toolName: name,
        args,
        result: result.kind === "json" ? result.value : resultText(result),
      })),
    );
    const parts = rounds.flatMap((round, step) => [
      { type: "step-start" },
      ...round.filter((each) => each.text !== "").map((each) => text(each.text)),
      ...invocations.filter((call) => call.step === step).map((toolInvocation) => ({ type: "tool-invocation", toolInvocation })),
    ]);
    const content = steps.map((step) => step.text).join("");
    messages.push({ id: `assistant-${key}`, role: "assistant", content, toolInvocations: invocations, ...(withParts && { parts }) });
  }
  return messages;
}
