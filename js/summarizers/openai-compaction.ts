/** OpenAI's own compaction, `POST /responses/compact`: items that only its models can read, for sessions in their format. */

import type { NativeCompactor, NativeReply, Usage } from "../types.js";
import { type CompactionOptions, checkCompactionOptions, compacting } from "./compaction.js";
import { type Exchange, resolveUrl } from "./http.js";
import { invalidReply } from "./http-error.js";
import { counts } from "./model.js";

/** Options of `openaiCompaction`. */
export interface OpenAICompactionOptions extends CompactionOptions {
  /** Where the API lives. Path prefixes, slashes at the end and a query are kept. Default: `https://api.openai.com/v1`. */
  baseURL?: string | undefined;
}

/** An item; nothing in it is taken for granted. */
type Item = { type?: unknown; call_id?: unknown; encrypted_content?: unknown } | null | undefined;

const isOwn = (item: unknown): boolean => /^compaction(_summary)?$/.test(String((item as Item)?.type));

/**
 * Makes a compactor that asks OpenAI, or a server that speaks its Responses API. The whole conversation is sent as `input`; no stored
 * response is referred to, so that it works with `store: false` as well.
 */
export function openaiCompaction(options: OpenAICompactionOptions = {}): NativeCompactor {
  checkCompactionOptions("openaiCompaction", options, {});
  return compacting(
    {
      vendor: "openai",
      format: "openai-responses",
      url: resolveUrl("baseURL", options.baseURL ?? "https://api.openai.com/v1", "/responses/compact"),
      room: 1,
      async send(exchange, { model, messages: input, system, instructions: focus }) {
        await exchange.authorize("authorization", "Bearer ", options.apiKey);
        const instructions = [system, focus].filter((text) => typeof text === "string" && text.trim()).join("\n\n");
        await exchange.post({ model, input, ...(instructions && { instructions }), ...options.extraBody });
      },
      read,
      joints,
    },
    options,
  );
}

function read(exchange: Exchange, body: Record<string, unknown>): NativeReply {
  if (body.error) throw exchange.reported(body);
  const { output } = body;
  if (!Array.isArray(output)) {
    throw invalidReply(exchange.target, "no-output", "answered without a list of items. Check that baseURL is a Responses API.");
  }
  // The trigger belongs to the request; some servers give it back.
  const items = (output as Item[]).filter((item) => item?.type !== "compaction_trigger");
  const own = items.filter(isOwn);
  if (own.length === 0) throw invalidReply(exchange.target, "no-compaction", "answered without a compaction.");
  if (own.some((item) => typeof item!.encrypted_content !== "string" || item!.encrypted_content === "")) {
    throw invalidReply(exchange.target, "no-content", "answered with a compaction that has no encrypted content.");
  }
  const usage = readUsage(body.usage);
  return { items, ...(usage && { usage }) };
}

/** A conversation can begin with an item where no call is open, and no reasoning leads to it. */
function joints(items: readonly unknown[]) {
  const open = new Set<unknown>();
  let leads = false;
  const starts = (items as Item[]).map((item) => {
    const isOutput = String(item?.type).endsWith("_output");
    const may = open.size === 0 && !leads && !isOutput;
    if (item?.call_id !== undefined) open[isOutput ? "delete" : "add"](item.call_id);
    leads = item?.type === "reasoning";
    return may;
  });
  return { starts, isOwn };
}

/** Usage in our terms. The input has the cached tokens in it. */
function readUsage(given: unknown): Usage | undefined {
  const count = counts(given);
  const [input, output] = [count("input_tokens"), count("output_tokens")];
  const cacheRead = Math.min(count("cached_tokens", "input_tokens_details"), input);
  if (input + output === 0) return undefined;
  return { input: input - cacheRead, output, cacheRead, cacheWrite: 0, totalTokens: count("total_tokens") || input + output };
}
