/** Gemini's contents. The system text stands outside of them. */

import { FILE, failed, IMAGE, joined, opaque, resultText } from "./common.mjs";

/** `ids`: whether calls have ids, as newer models give them; without, a response is matched by its name and place. */
export function build({ turns, thinking }, { ids = true } = {}) {
  const contents = [];
  for (const turn of turns) {
    contents.push({ role: "user", parts: [{ text: turn.user.text }, ...turn.user.media.map(part)] });
    for (const round of joined(turn)) {
      const { calls, key } = round.at(-1);
      const parts = round.flatMap((step) => said(step, thinking));
      for (const [at, call] of calls.entries()) {
        // Of parallel calls only the first is signed.
        const signature = thinking && at === 0 ? { thoughtSignature: opaque("signature", key) } : {};
        parts.push({ functionCall: { ...(ids && { id: call.id }), name: call.name, args: call.args }, ...signature });
      }
      // An answer's signature comes in a part of its own, without text.
      if (thinking && calls.length === 0) parts.push({ text: "", thoughtSignature: opaque("signature", key) });
      contents.push({ role: "model", parts });
      if (calls.length > 0) contents.push({ role: "user", parts: calls.map((call) => output(call, ids)) });
    }
  }
  return contents;
}

function part({ kind, carrier }) {
  const { mime, url, base64 } = kind === "image" ? IMAGE : FILE;
  return carrier === "url" ? { fileData: { mimeType: mime, fileUri: url } } : { inlineData: { mimeType: mime, data: base64 } };
}

function said({ thinking, text, server }, signs) {
  const parts = [];
  if (thinking) parts.push({ text: thinking.text, thought: true });
  if (server) parts.push(...serverParts(server, signs));
  if (text !== "") parts.push({ text });
  return parts;
}

/** Only models that sign their calls tell of the searches that they made. */
function serverParts({ id, kind, query, failed }, signs) {
  if (kind === "search" && signs) {
    const about = { id: `srv_${id}`, toolType: "GOOGLE_SEARCH_WEB" };
    return [
      { toolCall: { ...about, args: { queries: [query] } }, thoughtSignature: opaque("call", id) },
      { toolResponse: { ...about, response: { found: !failed } }, thoughtSignature: opaque("response", id) },
    ];
  }
  return [
    { executableCode: { language: "PYTHON", code: `print(${JSON.stringify(query)})` } },
    { codeExecutionResult: failed ? { outcome: "OUTCOME_FAILED", output: "error" } : { outcome: "OUTCOME_OK", output: query } },
  ];
}

function output({ id, name, result }, ids) {
  const text = resultText(result);
  const response = failed(result) ? { error: text } : result.kind === "json" ? result.value : { output: text };
  const image = { inlineData: { mimeType: IMAGE.mime, data: IMAGE.base64 } };
  return { functionResponse: { ...(ids && { id }), name, response, ...(result.kind === "image" && { parts: [image] }) } };
}

export const ask = (text) => ({ role: "user", parts: [{ text }] });
