/**
 * The AI SDK's ModelMessages, as its own runs leave them behind: `provider` is whose metadata they carry ("anthropic", "openai",
 * "openai-chat" or "google"), `version` the SDK's major version.
 */

import { FILE, failed, IMAGE, joined, mediaOf, opaque, resultText } from "./common.mjs";

export function build({ system, turns, thinking }, { provider, version }) {
  const messages = [];
  const as = { ...metadata[provider === "openai-chat" ? "chat" : provider], provider, version, thinking };
  if (system) messages.push({ role: "system", content: system });
  for (const turn of turns) {
    messages.push({ role: "user", content: spoken(turn.user, version) });
    for (const round of joined(turn)) messages.push(...said(round, as));
  }
  return messages;
}

function spoken({ text, media }, version) {
  if (media.length === 0) return text;
  return [{ type: "text", text }, ...media.map((each) => part(each, version))];
}

/** The same file as text, as a `URL` or as bytes; for some, tagged as version 7 does it. */
function part({ kind, carrier }, version) {
  const { mime, bytes, base64, url } = mediaOf({ kind });
  const plain = { base64, bytes, url: new URL(url) }[carrier];
  if (kind === "file") {
    const tagged = carrier === "url" ? { type: "url", url: plain } : { type: "data", data: plain };
    return { type: "file", data: version === 7 ? tagged : plain, mediaType: mime, filename: FILE.name };
  }
  return { type: "image", image: plain, mediaType: mime };
}

/** One message of the model, and what its tools and the user's approvals answered. */
function said(round, as) {
  const content = [];
  for (const { key, thinking, text, server } of round) {
    if (thinking) content.push({ type: "reasoning", text: thinking.redacted ? "" : thinking.text, providerOptions: as.thought(thinking) });
    if (server) content.push(...as.server(server, key, as));
    if (text !== "") content.push({ type: "text", text, ...options(as.text(key, as)) });
  }
  const { calls, key } = round.at(-1);
  for (const [at, call] of calls.entries()) {
    const { id, name, args } = { ...call, id: idOf(call, as) };
    content.push({ type: "tool-call", toolCallId: id, toolName: name, input: args, ...options(as.call(call, at, key, as)) });
    if (call.approval) content.push({ type: "tool-approval-request", approvalId: `approval_${call.key}`, toolCallId: id });
  }
  const messages = [{ role: "assistant", content }];
  const results = (list) => ({ role: "tool", content: list.map((call) => result(call, as)) });
  const [asked, free] = [calls.filter(({ approval }) => approval), calls.filter(({ approval }) => !approval)];
  if (free.length > 0) messages.push(results(free));
  if (asked.length > 0) messages.push({ role: "tool", content: asked.map(approved) }, results(asked));
  return messages;
}

const options = (providerOptions) => (providerOptions ? { providerOptions } : {});

/** Google's clients may call the same id again in a later turn; for the others ids are unique. */
const idOf = ({ id, key }, { provider }) => `call_${provider === "google" ? id : key}`;

const approved = ({ key, approval }) => ({
  type: "tool-approval-response",
  approvalId: `approval_${key}`,
  approved: approval === "granted",
  ...(approval === "denied" && { reason: "Not now." }),
});

function result(call, as) {
  return { type: "tool-result", toolCallId: idOf(call, as), toolName: call.name, output: output(call.result, as.version) };
}

function output(result, version) {
  const text = resultText(result);
  if (result.kind === "denied") return { type: "execution-denied", reason: text };
  if (result.kind === "json") return { type: "json", value: result.value };
  if (failed(result)) return { type: "error-text", value: text };
  if (result.kind !== "image") return { type: "text", value: text };
  const image =
    version === 7
      ? { type: "file", data: { type: "data", data: IMAGE.bytes }, mediaType: IMAGE.mime }
      : { type: "image-data", data: IMAGE.base64, mediaType: IMAGE.mime };
  return { type: "content", value: [{ type: "text", text }, image] };
}

/** A call that the provider made itself, and its result. */
function executed(id, toolName, input, output, providerOptions) {
  return [
    { type: "tool-call", toolCallId: id, toolName, input, providerExecuted: true, ...options(providerOptions) },
    { type: "tool-result", toolCallId: id, toolName, output, ...options(providerOptions) },
  ];
}

/** What each provider keeps beside the parts, and how it runs tools of its own. */
const metadata = {
  anthropic: {
    thought: ({ key, redacted }) => ({
      anthropic: redacted ? { redactedData: opaque("redacted", key) } : { signature: opaque("signature", key) },
    }),
    text: () => undefined,
    call: () => undefined,
    server({ id, kind, query, failed }, key) {
      if (kind === "mcp") {
        const value = [{ type: "text", text: failed ? "unreachable" : `about ${query}` }];
        const about = { anthropic: { type: "mcp-tool-use", serverName: "docs" } };
        return executed(`mcptoolu_${id}`, "lookup", { query }, { type: failed ? "error-json" : "json", value }, about);
      }
      const found = [
        {
          type: "web_search_result",
          url: "https://example.com/",
          title: "Example",
          pageAge: null,
          encryptedContent: opaque("search", key),
        },
      ];
      const error = { type: "web_search_tool_result_error", errorCode: "unavailable" };
      return executed(
        `srvtoolu_${id}`,
        "web_search",
        { query },
        failed ? { type: "error-json", value: error } : { type: "json", value: found },
      );
    },
  },
  openai: {
    thought: ({ key }) => ({ openai: { itemId: `rs_${key}`, reasoningEncryptedContent: opaque("reasoning", key) } }),
    text: (key) => ({ openai: { itemId: `msg_${key}` } }),
    call: ({ key }) => ({ openai: { itemId: `fc_${key}` } }),
    server({ id, query }) {
      return executed(`ws_${id}`, "web_search", {}, { type: "json", value: { action: { type: "search", query }, sources: [] } });
    },
  },
  /** Through Chat Completions nothing of this kind can be sent. */
  chat: { thought: () => undefined, text: () => undefined, call: () => undefined, server: () => [] },
  google: {
    thought: ({ key }) => ({ google: { thoughtSignature: opaque("thought", key) } }),
    text: (key, { thinking }) => (thinking ? { google: { thoughtSignature: opaque("text", key) } } : undefined),
    call: (_, at, key, { thinking }) => (thinking && at === 0 ? { google: { thoughtSignature: opaque("signature", key) } } : undefined),
    /** Version 6 sends back no code that was run, but for a call without response. */
    server({ id, kind, query, failed }, _, { version }) {
      if (kind === "search" || version === 6) {
        const signed = { thoughtSignature: opaque("search", id) };
        const about = { google: { serverToolCallId: `srv_${id}`, serverToolType: "GOOGLE_SEARCH_WEB", ...signed } };
        return executed(`srv_${id}`, "server:GOOGLE_SEARCH_WEB", { queries: [query] }, { type: "json", value: { found: !failed } }, about);
      }
      const value = failed ? { outcome: "OUTCOME_FAILED", output: "error" } : { outcome: "OUTCOME_OK", output: query };
      return executed(`code_${id}`, "code_execution", { language: "PYTHON", code: `print(${query.length})` }, { type: "json", value });
    },
  },
};

export const ask = (text) => ({ role: "user", content: text });
