/** Local servers that speak the providers' protocols, and the request that all summarizer tests send to them. */

import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Starts a server on a free port. `answer(response, request)` writes each answer; `requests` keeps what arrived, its body
 * parsed.
 */
export async function serve(answer) {
  const requests = [];
  const server = createServer(async (message, response) => {
    let body = "";
    for await (const piece of message) body += piece;
    const request = { method: message.method, url: message.url, headers: message.headers, body: body && JSON.parse(body) };
    requests.push(request);
    await answer(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    requests,
    url: `http://127.0.0.1:${server.address().port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Runs `test` with a server, and stops it in any case. */
export async function withServer(answer, test) {
  const server = await serve(answer);
  try {
    return await test(server);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

/** Answers with JSON. */
export function json(response, status, body, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Answers with the text of an event stream, cut into pieces of `size` bytes, so that lines and characters are cut too. */
export async function stream(response, text, { size = 7, end = true } = {}) {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size));
    await new Promise(setImmediate);
  }
  if (end) response.end();
}

/** A completion of OpenAI's API. */
export const completion = (message, finish_reason = "stop", usage = undefined) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  ...(usage ? { usage } : {}),
});

/** A stream of OpenAI's API. */
export const chunks = (parts, { finish = "stop", usage, done = true, lineEnd = "\n" } = {}) => {
  const chunk = (fields) => `data: ${JSON.stringify({ object: "chat.completion.chunk", ...fields })}`;
  const events = parts.map((delta) => chunk({ choices: [{ index: 0, delta, finish_reason: null }] }));
  if (finish) events.push(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  if (usage) events.push(chunk({ choices: [], usage }));
  if (done) events.push("data: [DONE]");
  return events.map((event) => event + lineEnd + lineEnd).join("");
};

/** A message of Anthropic's API. */
export const message = (content, stop_reason = "end_turn", usage = { input_tokens: 10, output_tokens: 5 }) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  content,
  stop_reason,
  usage,
});

/** A stream of events with names, as Anthropic sends it. */
export const events = (list, lineEnd = "\n") =>
  list.map((data) => `event: ${data.type}${lineEnd}data: ${JSON.stringify(data)}${lineEnd}${lineEnd}`).join("");

/** A response of the Gemini API, or a piece of a stream of it. */
export const candidate = (parts, finishReason = "STOP", usageMetadata = undefined) => ({
  candidates: [{ content: { parts, role: "model" }, index: 0, ...(finishReason ? { finishReason } : {}) }],
  ...(usageMetadata ? { usageMetadata } : {}),
});

/** A stream of events without names, as Gemini sends it. */
export const data = (list, lineEnd = "\r\n") => list.map((piece) => `data: ${JSON.stringify(piece)}${lineEnd}${lineEnd}`).join("");

/** A request for a summary. */
export const request = (fields = {}) => ({
  id: 1,
  kind: "history",
  system: "You write summaries.",
  prompt: "<conversation>\nhello\n</conversation>\n\nWrite the summary.",
  maxTokens: 1234,
  attempt: 0,
  candidate: 0,
  extract: () => "the extractive summary",
  ...fields,
});
