/** How many tokens a provider counted, from usage in any of the shapes in use. */
import { field } from "./facts.js";
/** Prompt counts that include what was read from a cache. */
const INCLUSIVE = ["prompt_tokens", "promptTokens", "promptTokenCount"];
const PLAIN = ["input", "input_tokens", "inputTokens", ...INCLUSIVE];
/** Counts that the prompt's does not include. */
const BESIDE = [
    ["cacheRead", "cache_read_input_tokens", "cacheReadInputTokens"],
    ["cacheWrite", "cache_creation_input_tokens", "cacheWriteInputTokens"],
];
const CACHED = ["cachedInputTokens", "cachedContentTokenCount", "prompt_cache_hit_tokens"];
const DETAILS = ["prompt_tokens_details", "input_tokens_details", "input_token_details", "inputTokens", "inputTokenDetails"];
const OUTPUT = ["output", "output_tokens", "outputTokens", "completion_tokens", "completionTokens", "candidatesTokenCount"];
/** Undefined where nothing of it is a count. */
export function counted(usage) {
    if (typeof usage !== "object" || usage === null)
        return undefined;
    const number = (source, names) => {
        if (typeof source !== "object" || source === null)
            return undefined;
        const counts = names.map((name) => field(source, name));
        return counts.find((count) => typeof count === "number" && count >= 0 && count < Infinity);
    };
    const inside = (names, inner) => names.map((name) => number(field(usage, name), inner)).find((count) => count !== undefined);
    const input = number(usage, INCLUSIVE) || (number(usage, PLAIN) ?? inside(["inputTokens"], ["total"]));
    const output = number(usage, OUTPUT) ?? inside(["outputTokens"], ["total"]);
    const beside = BESIDE.map((names) => number(usage, names));
    if ([input, output, ...beside].every((count) => count === undefined))
        return undefined;
    const cached = Math.max(number(usage, CACHED) ?? 0, inside(DETAILS, ["cached_tokens", "cacheRead", "cache_read", "cacheReadTokens"]) ?? 0);
    // Some servers report more cached tokens than prompt tokens: there the two are apart.
    const apart = cached > (input ?? 0) ? cached : 0;
    const prompt = beside.reduce((sum, count) => sum + (count ?? 0), (input ?? 0) + apart);
    return { prompt, output: (output ?? 0) + (number(usage, ["thoughtsTokenCount"]) ?? 0) };
}
