/** The providers' protocols, as far as a model speaks in them: an answer whole, as a stream, and the failures of either. */

import { data, events } from "../../js/support/provider-server.mjs";

const created = 1_780_000_000;
const IN = 1_000;
const OUT = 200;

/** Twelve characters at a time. */
const piecesOf = (text) => text.match(/.{1,12}/gsu) ?? [];

const chat = {
  ends: { complete: "stop", "cut off": "length", declined: "content_filter" },
  usage: { prompt_tokens: IN, completion_tokens: OUT, total_tokens: IN + OUT },
  whole: (text, end) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: text, refusal: null }, finish_reason: chat.ends[end], logprobs: null }],
    usage: chat.usage,
  }),
  chunk: (delta, finish_reason = null, more = {}) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created,
    model: "m",
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
    ...more,
  }),
  beginning: (text) =>
    data([chat.chunk({ role: "assistant", content: "" }), ...piecesOf(text).map((content) => chat.chunk({ content }))], "\n"),
  ending: (end) => `${data([chat.chunk({}, chat.ends[end]), { ...chat.chunk({}), choices: [], usage: chat.usage }], "\n")}data: [DONE]\n\n`,
  error: (message, code) => ({ error: { message, type: code, code, param: null } }),
  broken: (message, code) => data([chat.error(message, code)], "\n"),
};

const response = (text, end, more = {}) => ({
  id: "resp_1",
  object: "response",
  created_at: created,
  status: end === "complete" ? "completed" : "incomplete",
  model: "m",
  output: [
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: end === "complete" ? "completed" : "incomplete",
      content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
    },
  ],
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
  incomplete_details: end === "complete" ? null : { reason: end === "cut off" ? "max_output_tokens" : "content_filter" },
  error: null,
  usage: {
    input_tokens: IN,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: OUT,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: IN + OUT,
  },
  ...more,
});

/** Events with names and numbers, as the Responses API sends them. */
const numbered = (list, from = 0) => events(list.map((event, at) => ({ ...event, sequence_number: from + at })));
const place = { item_id: "msg_1", output_index: 0, content_index: 0 };

const responses = {
  whole: response,
  beginning: (text) =>
    numbered([
      { type: "response.created", response: response("", "complete", { status: "in_progress", output: [], usage: null }) },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] },
      },
      { type: "response.content_part.added", ...place, part: { type: "output_text", text: "", annotations: [] } },
      ...piecesOf(text).map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
    ]),
  ending: (end, text) => {
    const whole = response(text, end);
    return numbered(
      [
        { type: "response.output_text.done", ...place, text, logprobs: [] },
        { type: "response.output_item.done", output_index: 0, item: whole.output[0] },
        { type: `response.${whole.status}`, response: whole },
      ],
      1_000,
    );
  },
  error: chat.error,
  broken: (message, code) => numbered([{ type: "error", code, message, param: null }], 1_000),
};

const STOPS = { complete: "end_turn", "cut off": "max_tokens", declined: "refusal" };

const anthropic = {
  message: (content, stop_reason, output_tokens) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: IN, output_tokens },
  }),
  whole: (text, end) => anthropic.message([{ type: "text", text }], STOPS[end], OUT),
  beginning: (text) =>
    events([
      { type: "message_start", message: anthropic.message([], null, 0) },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
      ...piecesOf(text).map((piece) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } })),
    ]),
  ending: (end) =>
    events([
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: STOPS[end], stop_sequence: null }, usage: { output_tokens: OUT } },
      { type: "message_stop" },
    ]),
  error: (message, code) => ({ type: "error", error: { type: code, message } }),
  broken: (message, code) => events([anthropic.error(message, code)]),
};

const FINISHES = { complete: "STOP", "cut off": "MAX_TOKENS", declined: "SAFETY" };

const google = {
  piece: (text, finishReason) => ({
    candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0, ...(finishReason && { finishReason }) }],
    modelVersion: "m",
    usageMetadata: {
      promptTokenCount: IN,
      ...(finishReason && { candidatesTokenCount: OUT }),
      totalTokenCount: IN + (finishReason ? OUT : 0),
    },
  }),
  whole: (text, end) => google.piece(text, FINISHES[end]),
  beginning: (text) => data(piecesOf(text).map((piece) => google.piece(piece))),
  ending: (end) => data([google.piece("", FINISHES[end])]),
  error: (message, code, status) => ({ error: { code: status, message, status: code } }),
  broken: (message, code, status) => data([google.error(message, code, status)]),
};

/**
 * By protocol. `whole(text, end)` is an answer that ended `complete`, `cut off` or `declined`; `beginning(text)` and
 * `ending(end, text)` are the two parts of it as a stream; `error(message, code, status)` is the body of a refusal, and
 * `broken` the event by which a stream tells of a failure.
 */
export const PROTOCOLS = { chat, responses, anthropic, google };

/** Which protocol a request speaks, and whether it asks for a stream. */
export function spoken({ url, body }) {
  if (url.includes("/chat/completions")) return { speech: chat, isStream: body.stream === true };
  if (url.includes("/responses")) return { speech: responses, isStream: body.stream === true };
  if (url.includes("/messages")) return { speech: anthropic, isStream: body.stream === true };
  if (url.includes("enerateContent")) return { speech: google, isStream: url.includes(":streamGenerateContent") };
  throw new Error(`no provider has the address ${url}`);
}
