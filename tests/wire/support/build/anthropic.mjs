/** Anthropic's messages. The system text stands outside of them. */

import { FILE, failed, IMAGE, joined, opaque, resultText } from "./common.mjs";

export function build({ turns }) {
  const messages = [];
  for (const turn of turns) {
    messages.push({ role: "user", content: spoken(turn.user) });
    for (const round of joined(turn)) {
      const { calls, opaque: withReminder } = round.at(-1);
      const uses = calls.map(({ key, name, args }) => ({ type: "tool_use", id: `toolu_${key}`, name, input: args }));
      messages.push({ role: "assistant", content: [...round.flatMap(said), ...uses] });
      if (calls.length === 0) continue;
      const reminder = withReminder ? [{ type: "text", text: "<reminder>Mind the tests.</reminder>" }] : [];
      messages.push({ role: "user", content: [...calls.map(output), ...reminder] });
    }
  }
  return messages;
}

function spoken({ text, media }) {
  if (media.length === 0) return text;
  return [...media.map(part), { type: "text", text }];
}

function part({ kind, carrier }) {
  const { url, mime, base64 } = kind === "image" ? IMAGE : FILE;
  const source = carrier === "url" ? { type: "url", url } : { type: "base64", media_type: mime, data: base64 };
  return kind === "image" ? { type: "image", source } : { type: "document", source, title: FILE.name };
}

/** What a step says, before its calls. */
export function said({ key, thinking, text, server }) {
  const blocks = [];
  if (thinking) blocks.push(thought(thinking));
  if (server) blocks.push(...serverBlocks(server, key));
  if (text !== "") blocks.push({ type: "text", text });
  return blocks;
}

const thought = ({ key, text, redacted }) =>
  redacted
    ? { type: "redacted_thinking", data: opaque("redacted", key) }
    : { type: "thinking", thinking: text, signature: opaque("signature", key) };

function serverBlocks({ id, kind, query, failed }, key) {
  if (kind === "mcp") {
    return [
      { type: "mcp_tool_use", id: `mcptoolu_${id}`, name: "lookup", server_name: "docs", input: { query } },
      {
        type: "mcp_tool_result",
        tool_use_id: `mcptoolu_${id}`,
        is_error: failed,
        content: [{ type: "text", text: failed ? "unreachable" : `about ${query}` }],
      },
    ];
  }
  const content = failed
    ? { type: "web_search_tool_result_error", error_code: "unavailable" }
    : [
        {
          type: "web_search_result",
          url: "https://example.com/",
          title: "Example",
          encrypted_content: opaque("search", key),
          page_age: null,
        },
      ];
  return [
    { type: "server_tool_use", id: `srvtoolu_${id}`, name: "web_search", input: { query } },
    { type: "web_search_tool_result", tool_use_id: `srvtoolu_${id}`, content },
  ];
}

function output({ key, result }) {
  const block = { type: "tool_result", tool_use_id: `toolu_${key}` };
  const text = resultText(result);
  if (result.kind === "empty") return block;
  if (result.kind === "image") return { ...block, content: [{ type: "text", text }, part({ kind: "image" })] };
  return { ...block, content: result.kind === "json" ? [{ type: "text", text }] : text, ...(failed(result) && { is_error: true }) };
}

export const ask = (text) => ({ role: "user", content: text });
