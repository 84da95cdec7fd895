/** Publishes a session's events where the runtime has `diagnostics_channel`. Without a subscriber it costs a look. */

import type { Failure, Usage } from "../wasm/epitome.js";
import type { SessionEvent } from "./events.js";
import type { Outcome } from "./types.js";

/** What subscribers of the channel `epitome` get. */
export interface DiagnosticsMessage {
  sessionId: string;
  /** The event, as a session's listeners get it. */
  event: SessionEvent;
  /** The same in OpenTelemetry's names, as far as it has some. */
  attributes: Record<string, string | number>;
}

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: DiagnosticsMessage): void;
}

let channel: Channel | null | undefined;

/** No import: a browser's bundle would look for the module. */
function find(): Channel | null {
  try {
    return process.getBuiltinModule("node:diagnostics_channel").channel("epitome");
  } catch {
    return null;
  }
}

export function publish(sessionId: string, event: SessionEvent): void {
  if (channel === undefined) channel = find();
  if (channel?.hasSubscribers) channel.publish({ sessionId, event, attributes: attributesOf(sessionId, event) });
}

/** The fields that events of several kinds have. */
interface Facts {
  model?: unknown;
  provider?: unknown;
  maxTokens?: unknown;
  usage?: Usage;
  failure?: Failure;
  outcome?: Outcome;
}

function attributesOf(sessionId: string, event: SessionEvent): Record<string, string | number> {
  const { model, provider, maxTokens, failure, outcome, usage = outcome?.usage } = event as Facts;
  const { input = 0, cacheRead = 0, cacheWrite = 0, output } = usage ?? {};
  const pairs: [string, unknown][] = [
    ["conversation.id", sessionId],
    ["operation.name", event.type.startsWith("summary_") && "chat"],
    ["request.model", model],
    ["provider.name", provider],
    ["request.max_tokens", maxTokens],
    ["usage.input_tokens", usage && input + cacheRead + cacheWrite],
    ["usage.output_tokens", output],
  ];
  const known = pairs.filter(([, value]) => typeof value === "number" || (value && typeof value === "string"));
  const error = failure?.reason ?? (outcome?.status === "refused" && outcome.reason);
  return Object.fromEntries([...known.map(([name, value]) => [`gen_ai.${name}`, value]), ...(error ? [["error.type", error]] : [])]);
}
