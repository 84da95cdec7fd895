/**
 * pi's messages: what its own clients need to make a valid request of them. No client sends this format as it is, so the checker
 * looks at the messages themselves.
 *
 * | rule | |
 * |---|---|
 * | C1 | one message is the user's |
 * | C6 | no message of the user or the model without content |
 * | C7 | text is well-formed |
 * | P0 | roles are ones that there are |
 * | P1 | the calls of a message are answered right behind it, each once |
 * | P2 | no result without such a call |
 */

import { findings, isBlank, wellFormed } from "./common.mjs";

const ROLES = ["system", "developer", "user", "assistant", "toolResult", "custom", "compactionSummary", "branchSummary"];

export function pi({ messages }) {
  const { found, broken } = findings();
  if (!messages.some(({ role }) => role === "user")) broken("C1", "messages", "no message is the user's");
  wellFormed(messages, "messages", broken);
  let open = [];
  for (const [at, message] of messages.entries()) {
    const path = `messages[${at}]`;
    if (!ROLES.includes(message.role)) broken("P0", path, `the role ${message.role}`);
    if (message.role === "toolResult") {
      const place = open.indexOf(message.toolCallId);
      if (place < 0) broken("P2", path, `no open call ${message.toolCallId} right before`);
      else open.splice(place, 1);
      continue;
    }
    if (open.length > 0) broken("P1", path, `comes before the results of ${open.join(", ")}`);
    const blocks = Array.isArray(message.content) ? message.content : [{ type: "text", text: message.content }];
    if (blocks.length === 0 || blocks.some(({ type, text }) => type === "text" && isBlank(text))) broken("C6", path, "blank");
    open = blocks.filter(({ type }) => type === "toolCall").map(({ id }) => id);
  }
  if (open.length > 0) broken("P1", "messages", `no results of ${open.join(", ")}`);
  return found;
}
