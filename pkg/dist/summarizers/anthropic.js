/** A summarizer that asks a server speaking Anthropic's messages API. */
import { betaOf } from "./anthropic-compaction.js";
import { checkText, resolveUrl, wellFormed } from "./http.js";
import { invalidReply, refusedReply, truncatedReply } from "./http-error.js";
import { asking, checkModelOptions, counts, ended, parseEvent, TOOL_CALL, unasked } from "./model.js";
export { anthropicCompaction } from "./anthropic-compaction.js";
/** Makes a summarizer that asks Anthropic, or a server that speaks its protocol. */
export function anthropic(options) {
    const model = checkModelOptions("anthropic", options, { version: "any", thinking: "any", dangerouslyAllowBrowser: "any" });
    const version = options.version === undefined ? "2023-06-01" : checkText("version", options.version);
    const base = options.baseURL ?? "https://api.anthropic.com";
    const path = /\/v1\/*$/.test(resolveUrl("baseURL", base).pathname) ? "/messages" : "/v1/messages";
    const { thinking, extraBody, stream = false } = options;
    const reasoning = options.reasoningTokens ?? thinking?.budget_tokens ?? (thinking?.type === "adaptive" ? unasked(options) : 0);
    return asking({
        provider: "anthropic",
        format: "anthropic",
        url: resolveUrl("baseURL", base, path),
        async send(exchange, request, maxTokens, live) {
            const { system, prompt } = live ?? request;
            const content = wellFormed(prompt);
            await exchange.authorize("x-api-key", "", options.apiKey);
            exchange.header("anthropic-version", version);
            if (options.dangerouslyAllowBrowser)
                exchange.header("anthropic-dangerous-direct-browser-access", "true");
            const beta = betaOf(live?.messages ?? []);
            if (beta)
                exchange.header("anthropic-beta", beta);
            await exchange.post({
                model,
                max_tokens: maxTokens,
                // An empty system prompt is refused, a missing one is not.
                ...(typeof system === "string" ? system.trim() && { system: wellFormed(system) } : system ? { system } : {}),
                ...(live?.tools ? { tools: live.tools, tool_choice: { type: live.toolChoice } } : {}),
                messages: [
                    ...(live?.messages ?? []),
                    { role: "user", content: live && isCached(live) ? [{ type: "text", text: content, ...CACHED }] : content },
                ],
                ...(thinking ? { thinking } : {}),
                ...extraBody,
                stream,
            });
        },
        read: readMessage,
        stream: readStream,
    }, options, reasoning);
}
/** The mark up to which a request is read from the cache, and put into it. */
const CACHED = { cache_control: { type: "ephemeral" } };
/** Whether the conversation is sent with such marks, and there is room for one more: without it none of it is read from the cache. */
function isCached({ system, tools, messages }) {
    const marks = JSON.stringify([system, tools, messages]).split('"cache_control":{').length - 1;
    return marks > 0 && marks < 4;
}
function readMessage(exchange, body) {
    if (body.type === "error")
        throw exchange.reported(body);
    if (!Array.isArray(body.content)) {
        throw invalidReply(exchange.target, "no-content", "answered without a message. Check that baseURL is a messages API.");
    }
    const text = body.content.map((block) => (block?.type === "text" ? textOf(block) : "")).join("");
    return { text, ...ending(exchange, body.stop_reason, body.usage, text) };
}
async function* readStream(exchange) {
    let usage = {};
    let stopReason;
    let all = "";
    for await (const { event: name, data } of exchange.events()) {
        const event = parseEvent(data);
        if (event === undefined)
            throw truncatedReply(exchange.target);
        const type = event?.type ?? name;
        if (type === "error")
            throw exchange.reported(event);
        // Later counts replace earlier ones: they are running totals.
        usage = { ...usage, ...defined(event?.message?.usage), ...defined(event?.usage) };
        if (type === "message_delta")
            stopReason = event?.delta?.stop_reason ?? stopReason;
        if (type === "message_stop")
            return ending(exchange, stopReason, usage, all);
        const part = event?.content_block?.type === "text" ? event.content_block : event?.delta;
        const text = type === "content_block_start" || part?.type === "text_delta" ? textOf(part) : "";
        all += text;
        if (text)
            yield text;
    }
    throw truncatedReply(exchange.target);
}
function textOf(part) {
    return typeof part?.text === "string" ? part.text : "";
}
/** The fields that have a value. A null in a later count does not take back an earlier one. */
function defined(usage) {
    if (typeof usage !== "object" || usage === null)
        return {};
    return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
function ending(exchange, stopReason, given, text) {
    const { target } = exchange;
    switch (stopReason) {
        case "end_turn":
        case "stop_sequence":
        case "max_tokens":
            return ended(exchange, text, readUsage(given), stopReason === "max_tokens");
        case "refusal":
            throw refusedReply(target, "refusal", text);
        case "tool_use":
            throw refusedReply(target, TOOL_CALL);
        default: {
            // `model_context_window_exceeded` is known as an overflow by its code. Anything else is not known to be whole.
            const code = typeof stopReason === "string" ? stopReason : "no stop reason";
            throw exchange.reported({ error: { code, message: `the answer ended with ${code}` } });
        }
    }
}
/** Usage in our terms. The input here excludes what came from a cache or went into one. */
function readUsage(given) {
    const count = counts(given);
    const input = count("input_tokens");
    const output = count("output_tokens");
    const cacheRead = count("cache_read_input_tokens");
    const cacheWrite = count("cache_creation_input_tokens");
    const totalTokens = input + output + cacheRead + cacheWrite;
    return totalTokens === 0 ? undefined : { input, output, cacheRead, cacheWrite, totalTokens };
}
