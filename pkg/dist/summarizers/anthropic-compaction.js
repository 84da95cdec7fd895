/** Anthropic's own compaction: a block that stands for the conversation before it, for sessions in its format. */
import { EpitomeError } from "../errors.js";
import { checkCompactionOptions, compacting, lastIndex, leadOf } from "./compaction.js";
import { checkText, resolveUrl } from "./http.js";
import { invalidReply } from "./http-error.js";
import { counts } from "./model.js";
const BETAS = { "on-demand": "compact-2026-09-04", threshold: "compact-2026-01-12" };
const BETA = "anthropic-beta";
/** The smallest size at which the API compacts within a request, in tokens. */
const LEAST = 50_000;
const blocksOf = (message) => {
    const content = message?.content;
    return Array.isArray(content) ? content : [];
};
/** The beta of a conversation that holds the API's own compaction: without it the API does not know the block. */
export function betaOf(messages) {
    const own = messages.flatMap(blocksOf).filter((block) => block?.type === "compaction");
    if (own.length === 0)
        return undefined;
    return own.some((block) => block.signature) ? BETAS["on-demand"] : BETAS.threshold;
}
/** Makes a compactor that asks Anthropic, or a server that speaks its protocol with the beta. */
export function anthropicCompaction(options = {}) {
    checkCompactionOptions("anthropicCompaction", options, { version: "any", mode: "any", maxTokens: "any", dangerouslyAllowBrowser: "any" });
    const { mode = "on-demand", maxTokens = 16_384 } = options;
    if (!Object.hasOwn(BETAS, mode))
        throw new EpitomeError("invalid-option", 'mode must be "on-demand" or "threshold".');
    if (!(Number.isSafeInteger(maxTokens) && maxTokens > 0))
        throw new EpitomeError("invalid-option", "maxTokens must be a whole number of tokens, 1 or more.");
    const version = options.version === undefined ? "2023-06-01" : checkText("version", options.version);
    const base = options.baseURL ?? "https://api.anthropic.com";
    const path = /\/v1\/*$/.test(resolveUrl("baseURL", base).pathname) ? "/messages" : "/v1/messages";
    // The host's own betas count with ours.
    const given = Object.entries(options.headers ?? {});
    const betas = [BETAS[mode], ...given.filter(([name]) => name.toLowerCase() === BETA).map(([, value]) => value)];
    const headers = { ...Object.fromEntries(given.filter(([name]) => name.toLowerCase() !== BETA)), [BETA]: betas.join(",") };
    return compacting({
        vendor: "anthropic",
        format: "anthropic",
        url: resolveUrl("baseURL", base, path),
        room: maxTokens,
        async send(exchange, { model, messages: conversation, system, tools, instructions, answer }) {
            if (mode === "threshold" && endsOpen(conversation)) {
                throw new EpitomeError("summarizer-failed", "The conversation ends with a call that has no result: anthropic would not take it.");
            }
            await exchange.authorize("x-api-key", "", options.apiKey);
            exchange.header("anthropic-version", version);
            if (options.dangerouslyAllowBrowser)
                exchange.header("anthropic-dangerous-direct-browser-access", "true");
            // What a reply has beside them, its id and usage, the API does not take.
            const messages = conversation.map((message) => ({ role: message?.role, content: message?.content }));
            const focus = instructions?.trim() && { instructions };
            const compaction = { type: "summarize", ...focus };
            const trigger = { type: "input_tokens", value: LEAST };
            const edit = { type: "compact_20260112", trigger, pause_after_compaction: true, ...focus };
            // An ordinary request does not end with the model.
            const isEnded = mode === "threshold" && messages.at(-1)?.role === "assistant";
            if (isEnded)
                messages.push({ role: "user", content: "Continue." });
            const isSystem = typeof system === "string" ? system.trim() : Array.isArray(system) && system.length > 0;
            await exchange.post({
                model,
                max_tokens: answer,
                ...(isSystem && { system }),
                ...(Array.isArray(tools) && tools.length > 0 && { tools }),
                messages,
                ...(mode === "threshold" ? { context_management: { edits: [edit] } } : { compaction }),
                ...options.extraBody,
            });
        },
        read,
        joints,
    }, { ...options, headers });
}
function read(exchange, body) {
    if (body.type === "error")
        throw exchange.reported(body);
    const { target } = exchange;
    if (!Array.isArray(body.content)) {
        throw invalidReply(target, "no-content", "answered without a message. Check that baseURL is a messages API.");
    }
    const blocks = blocksOf(body).filter((part) => part?.type === "compaction");
    const block = blocks.filter(isUsable).at(-1) ?? blocks.at(-1);
    if (!block) {
        const how = typeof body.stop_reason === "string" ? body.stop_reason.slice(0, 80) : "no stop reason";
        throw invalidReply(target, "no-compaction", `answered without a compaction (${how}).`);
    }
    if (block.content === null)
        throw invalidReply(target, "failed", "tried to compact the conversation, and failed.");
    if (!isUsable(block))
        throw invalidReply(target, "no-summary", "answered with a compaction that has no summary.");
    const usage = readUsage(body.usage);
    return { items: [{ role: "assistant", content: [block] }], ...(usage && { usage }) };
}
/** Without text a compaction has failed, and stands for nothing. */
const isUsable = (block) => block?.type === "compaction" &&
    typeof block.content === "string" &&
    block.content.trim() !== "" &&
    /^(string|undefined)$/.test(typeof (block.encrypted_content ?? undefined));
const isResult = (block) => String(block?.type).endsWith("tool_result");
/** Whether the model's message at the end has a call that nothing answers. */
function endsOpen(messages) {
    const last = messages.at(-1);
    const blocks = last?.role === "assistant" ? blocksOf(last) : [];
    const answered = new Set(blocks.filter(isResult).map((block) => block.tool_use_id));
    return blocks.some((block) => String(block?.type).endsWith("tool_use") && !answered.has(block.id));
}
/** A conversation can begin with a message of the user that answers no call. Nothing before a compaction of the API is read. */
function joints(messages) {
    const isUsers = (message) => message?.role === "user";
    const starts = messages.map((message) => isUsers(message) && !blocksOf(message).some(isResult));
    const own = lastIndex(messages, (message) => blocksOf(message).some(isUsable));
    if (own < 0)
        return { starts, head: [0, leadOf(messages)] };
    const to = own + 1;
    // The results of calls in the same message belong to it.
    return { starts, head: [own, isUsers(messages[to]) && !starts[to] ? to + 1 : to] };
}
/** Usage in our terms: that of the compaction itself, which the counts of the answer leave out. */
function readUsage(given) {
    const { iterations } = (given ?? {});
    const own = Array.isArray(iterations) ? iterations.filter((one) => one?.type === "compaction").at(-1) : undefined;
    const count = counts(own ?? given);
    const [input, output] = [count("input_tokens"), count("output_tokens")];
    const [cacheRead, cacheWrite] = [count("cache_read_input_tokens"), count("cache_creation_input_tokens")];
    const totalTokens = input + output + cacheRead + cacheWrite;
    return totalTokens === 0 ? undefined : { input, output, cacheRead, cacheWrite, totalTokens };
}
