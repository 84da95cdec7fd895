/** OpenAI's own compaction, `POST /responses/compact`: items that only its models can read, for sessions in their format. */
import { checkCompactionOptions, compacting, lastIndex, leadOf } from "./compaction.js";
import { resolveUrl } from "./http.js";
import { invalidReply } from "./http-error.js";
import { counts } from "./model.js";
const isOwn = (item) => /^compaction(_summary)?$/.test(String(item?.type));
/**
 * Makes a compactor that asks OpenAI, or a server that speaks its Responses API. The whole conversation is sent as `input`; no stored
 * response is referred to, so that it works with `store: false` as well.
 */
export function openaiCompaction(options = {}) {
    checkCompactionOptions("openaiCompaction", options, {});
    return compacting({
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
    }, options);
}
function read(exchange, body) {
    if (body.error)
        throw exchange.reported(body);
    const { output } = body;
    if (!Array.isArray(output)) {
        throw invalidReply(exchange.target, "no-output", "answered without a list of items. Check that baseURL is a Responses API.");
    }
    // The trigger belongs to the request; some servers give it back.
    const items = output.filter((item) => item?.type !== "compaction_trigger");
    const own = items.filter(isOwn);
    if (own.length === 0)
        throw invalidReply(exchange.target, "no-compaction", "answered without a compaction.");
    if (own.some((item) => typeof item.encrypted_content !== "string" || item.encrypted_content.trim() === "")) {
        throw invalidReply(exchange.target, "no-content", "answered with a compaction that has no encrypted content.");
    }
    const usage = readUsage(body.usage);
    return { items, ...(usage && { usage }) };
}
/**
 * A conversation can begin with an item where none behind it refers to one before it, by whatever id, where no reasoning leads to it, and
 * where a word of the user comes yet. An earlier compaction stands for what came before together with the items that it was given with.
 */
function joints(given) {
    const items = given;
    const own = lastIndex(items, isOwn);
    const head = [0, own < 0 ? leadOf(items) : own + 1];
    const places = new Map();
    /** The first reference, since the last message, to an item that only the provider knows. */
    let reference = -1;
    const isReference = (item) => item?.type === "item_reference" || (item?.id && item.type === undefined && item.role === undefined);
    // For each item the first one that it needs; -1: one that is not there.
    const needs = items.map((item, at) => {
        if (at < head[1])
            return at;
        const type = String(item?.type);
        const isAnswer = type.endsWith("_output") || type === "mcp_approval_response";
        const answered = isAnswer && (item.call_id || item.approval_request_id || (type === "local_shell_call_output" && item.id));
        const caller = item?.caller?.caller_id;
        const referred = isReference(item) && item?.id;
        let first = at;
        for (const id of [answered, item?.approval_request_id, caller, referred])
            if (id)
                first = Math.min(first, places.get(id) ?? at);
        const before = items[at - 1];
        // What only the provider knows may be reasoning.
        const leads = before?.type === "reasoning" || (isReference(before) && !places.has(before?.id));
        if (at > head[1] && (leads || (isAnswer && !answered)))
            first = Math.min(first, at - 1);
        if (answered && !places.has(answered))
            first = Math.min(first, reference);
        if (item?.role !== undefined)
            reference = -1;
        else if (isReference(item) && reference < 0)
            reference = at;
        if (!isReference(item))
            for (const id of [item?.id, !isAnswer && item?.call_id])
                if (id)
                    places.set(id, at);
        return first;
    });
    const starts = [];
    let [least, speaks] = [Infinity, own >= 0];
    for (let at = items.length - 1; at >= head[1]; at--) {
        least = Math.min(least, needs[at]);
        speaks ||= items[at]?.role === "user";
        starts[at] = speaks && least >= at;
    }
    return { starts, head };
}
/** Usage in our terms. The input has the cached tokens in it. */
function readUsage(given) {
    const count = counts(given);
    const [input, output] = [count("input_tokens"), count("output_tokens")];
    const cacheRead = Math.min(count("cached_tokens", "input_tokens_details"), input);
    if (input + output === 0)
        return undefined;
    return { input: input - cacheRead, output, cacheRead, cacheWrite: 0, totalTokens: count("total_tokens") || input + output };
}
