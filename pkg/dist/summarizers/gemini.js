/** A summarizer that asks a server speaking the Gemini API. */
import { EpitomeError } from "../errors.js";
import { checkText, resolveUrl, wellFormed } from "./http.js";
import { invalidReply, refusedReply, truncatedReply } from "./http-error.js";
import { asking, checkModelOptions, counts, ended, parseEvent, TOOL_CALL, unasked } from "./model.js";
/** Makes a summarizer that asks Gemini, or a server that speaks its protocol. */
export function gemini(options) {
    const model = checkModelOptions("gemini", options, { version: "any", thinking: "any" });
    const { thinking, extraBody, stream = false } = options;
    const version = options.version === undefined ? "v1beta" : checkText("version", options.version);
    const base = resolveUrl("baseURL", options.baseURL ?? "https://generativelanguage.googleapis.com");
    // Vertex AI has the version before the project.
    const hasVersion = /\/v\d+\w*(\/+projects\/.*)?\/*$/.test(base.pathname);
    // Ids come as "gemini-x" and as "models/gemini-x"; tuned models and those of Vertex AI have paths of their own.
    const name = model.includes("/") ? model : `models/${model}`;
    const path = `/${name.split("/").map(encodeURIComponent).join("/")}:${stream ? "streamGenerateContent" : "generateContent"}`;
    const url = resolveUrl("baseURL", base.href, hasVersion ? path : `/${version}${path}`);
    if (stream)
        url.searchParams.set("alt", "sse");
    const { generationConfig, ...moreBody } = extraBody ?? {};
    if (generationConfig !== undefined && (typeof generationConfig !== "object" || generationConfig === null)) {
        throw new EpitomeError("invalid-option", "generationConfig in extraBody must be an object.");
    }
    const budget = thinking?.thinkingBudget;
    const reasoning = options.reasoningTokens ?? (budget !== undefined && budget >= 0 ? budget : unasked(options));
    return asking({
        provider: "gemini",
        system: "gcp.gemini",
        format: "gemini",
        url,
        async send(exchange, request, maxOutputTokens, live) {
            const { system, prompt } = live ?? request;
            await exchange.authorize("x-goog-api-key", "", options.apiKey);
            await exchange.post({
                // An empty system prompt is refused, a missing one is not.
                ...(typeof system === "string"
                    ? system.trim() && { systemInstruction: instruction(system) }
                    : system
                        ? { systemInstruction: system }
                        : {}),
                contents: [...(live?.messages ?? []), { role: "user", parts: [{ text: wellFormed(prompt) }] }],
                ...(live?.tools ? { tools: live.tools, toolConfig: { functionCallingConfig: { mode: live.toolChoice.toUpperCase() } } } : {}),
                generationConfig: { maxOutputTokens, ...(thinking ? { thinkingConfig: thinking } : {}), ...generationConfig },
                ...moreBody,
            });
        },
        read: readReply,
        stream: readStream,
    }, options, reasoning);
}
const instruction = (text) => ({ parts: [{ text: wellFormed(text) }] });
function readReply(exchange, body) {
    const answer = new Answer(exchange);
    if (answer.add(body) === undefined) {
        const sentence = "answered without a candidate. Check that baseURL is the Gemini API.";
        throw invalidReply(exchange.target, "no-candidates", sentence);
    }
    return { text: answer.text, ...answer.end(true) };
}
async function* readStream(exchange) {
    const answer = new Answer(exchange);
    for await (const { data } of exchange.events()) {
        const piece = parseEvent(data);
        if (piece === undefined)
            throw truncatedReply(exchange.target);
        const text = answer.add(piece);
        if (text)
            yield text;
    }
    return answer.end(false);
}
/** Gathers an answer from its one response or its many pieces, and judges how it ended. */
class Answer {
    text = "";
    #exchange;
    #usage;
    #finish;
    #said = "";
    #isCall = false;
    constructor(exchange) {
        this.#exchange = exchange;
    }
    /** The text that came with this piece. Undefined if it has no candidate. */
    add(piece) {
        if (piece?.error)
            throw this.#exchange.reported(piece);
        // Later counts replace earlier ones: they are running totals.
        this.#usage = readUsage(piece?.usageMetadata) ?? this.#usage;
        const { blockReason, blockReasonMessage } = piece?.promptFeedback ?? {};
        if (typeof blockReason === "string")
            throw refusedReply(this.#exchange.target, blockReason, textOf(blockReasonMessage));
        const candidate = piece?.candidates?.[0];
        if (!candidate)
            return undefined;
        const { finishReason, content } = candidate;
        if (typeof finishReason === "string" && finishReason) {
            this.#finish = finishReason;
            this.#said = textOf(candidate.finishMessage);
        }
        const parts = Array.isArray(content?.parts) ? content.parts : [];
        this.#isCall ||= parts.some((part) => part?.functionCall);
        const text = parts.map((part) => (part?.thought ? "" : textOf(part?.text))).join("");
        this.text += text;
        return text;
    }
    /** `isComplete` says whether the answer is known to be whole by other means than a finish reason. */
    end(isComplete) {
        const { target } = this.#exchange;
        const finish = this.#finish ?? (isComplete ? "STOP" : undefined);
        if (finish === undefined)
            throw truncatedReply(target);
        if (CALLED.test(finish) || (this.#isCall && this.text.trim() === ""))
            throw refusedReply(target, TOOL_CALL);
        if (DECLINED.test(finish))
            throw refusedReply(target, finish, this.#said || this.text);
        if (finish === "STOP" || finish === "MAX_TOKENS")
            return ended(this.#exchange, this.text, this.#usage, finish === "MAX_TOKENS");
        // Anything that is not known for certain does not count as whole.
        throw this.#exchange.reported({ error: { code: finish, message: this.#said || `the answer ended with ${finish}` } });
    }
}
const CALLED = /_(FUNCTION|TOOL)_CALLS?$/;
const DECLINED = /SAFETY|RECITATION|^LANGUAGE$|^BLOCKLIST$|PROHIBITED_CONTENT|^SPII$|^MODEL_ARMOR$/;
const textOf = (value) => (typeof value === "string" ? value : "");
/** Usage in our terms. The prompt's tokens include the cached ones; thinking is output, and counted apart. */
function readUsage(given) {
    const count = counts(given);
    const cacheRead = count("cachedContentTokenCount");
    const input = Math.max(0, count("promptTokenCount") + count("toolUsePromptTokenCount") - cacheRead);
    const output = count("candidatesTokenCount") + count("thoughtsTokenCount");
    const totalTokens = count("totalTokenCount") || input + cacheRead + output;
    return totalTokens === 0 ? undefined : { input, output, cacheRead, cacheWrite: 0, totalTokens };
}
