/** A summarizer that asks a server speaking OpenAI's chat completions: OpenAI itself, or any of the many that copy it. */
import { resolveUrl, wellFormed } from "./http.js";
import { invalidReply, refusedReply, truncatedReply } from "./http-error.js";
import { asking, checkModelOptions, counts, ended, parseEvent, TOOL_CALL, unasked } from "./model.js";
export { openaiCompaction } from "./openai-compaction.js";
/** The names of OpenAI's models that reason unasked. */
const REASONS = /^(openai\/)?(o\d|gpt-[5-9](?!.*chat))/;
/** Makes a summarizer that asks an OpenAI-compatible server. */
export function openai(options) {
    const model = checkModelOptions("openai", options, { maxTokensField: "any" });
    const url = resolveUrl("baseURL", options.baseURL ?? "https://api.openai.com/v1", "/chat/completions");
    const isOpenAI = /(^|\.)openai\.(azure\.)?com$/.test(url.hostname);
    const maxTokensField = options.maxTokensField ?? (isOpenAI ? "max_completion_tokens" : "max_tokens");
    const { extraBody, stream = false } = options;
    return asking({
        provider: "openai",
        format: "openai-chat",
        url,
        async send(exchange, request, maxTokens, live) {
            await exchange.authorize("authorization", "Bearer ", options.apiKey);
            const { system, prompt } = live ?? request;
            const messages = [...systemOf(system), ...(live?.messages ?? []), { role: "user", content: wellFormed(prompt) }];
            const tools = live?.tools ? { tools: live.tools, tool_choice: live.toolChoice } : {};
            const streaming = stream ? { stream_options: { include_usage: true } } : {};
            await exchange.post({ model, messages, ...tools, [maxTokensField]: maxTokens, ...streaming, ...extraBody, stream });
        },
        read: readCompletion,
        stream: readStream,
    }, options, options.reasoningTokens ?? (REASONS.test(model) ? unasked(options) : 0));
}
/** The messages of a system prompt: a text, the parts of one, or messages already. */
function systemOf(system) {
    if (typeof system === "string")
        return [{ role: "system", content: wellFormed(system) }];
    const given = [system ?? []].flat();
    return given.every((one) => one?.role) ? given : [{ role: "system", content: system }];
}
function readCompletion(exchange, body) {
    if (body.error)
        throw exchange.reported(body);
    const choice = body.choices?.[0];
    if (!choice?.message) {
        throw invalidReply(exchange.target, "no-choices", "answered without a completion. Check that baseURL is a chat completions API.");
    }
    const answer = new Answer(exchange);
    answer.add(choice, choice.message);
    answer.usage = readUsage(body.usage);
    return { text: answer.text, ...answer.end(true) };
}
async function* readStream(exchange) {
    const answer = new Answer(exchange);
    let done = false;
    for await (const { event, data } of exchange.events()) {
        if (data.trim() === "[DONE]") {
            done = true;
            break;
        }
        const chunk = parseEvent(data);
        if (chunk === undefined)
            throw truncatedReply(exchange.target);
        if (chunk?.error || event === "error")
            throw exchange.reported(chunk);
        answer.usage = readUsage(chunk?.usage) ?? answer.usage;
        const choice = chunk?.choices?.[0];
        if (!choice)
            continue;
        const text = answer.add(choice, choice.delta ?? choice.message ?? {});
        if (text)
            yield text;
    }
    return answer.end(done);
}
/** Gathers an answer from its one message or its many deltas, and judges how it ended. */
class Answer {
    text = "";
    usage;
    #exchange;
    #refusal = "";
    #finish;
    constructor(exchange) {
        this.#exchange = exchange;
    }
    add(choice, message) {
        if (choice.error)
            throw this.#exchange.reported({ error: choice.error });
        const text = textOf(message.content);
        this.text += text;
        if (typeof message.refusal === "string")
            this.#refusal += message.refusal;
        if (typeof choice.finish_reason === "string" && choice.finish_reason)
            this.#finish = choice.finish_reason;
        return text;
    }
    /** `complete` says whether the answer is known to be whole by other means than a finish reason. */
    end(complete) {
        const { target } = this.#exchange;
        if (this.#refusal)
            throw refusedReply(target, "refusal", this.#refusal);
        if (this.#finish === undefined && !complete)
            throw truncatedReply(target);
        const finish = (this.#finish ?? "stop").toLowerCase();
        const isCutOff = CUT_OFF.has(finish);
        if (isCutOff || COMPLETE.has(finish))
            return ended(this.#exchange, this.text, this.usage, isCutOff);
        if (finish === "content_filter")
            throw refusedReply(target, "content_filter");
        if (finish === "tool_calls" || finish === "function_call")
            throw refusedReply(target, TOOL_CALL);
        throw this.#exchange.reported({ error: { code: finish, message: `the answer ended with "${finish}"` } });
    }
}
/** How servers say that an answer is whole. Anything that is not known for certain does not count as whole. */
const COMPLETE = new Set(["stop", "eos", "eos_token", "end_turn", "stop_sequence", "completed"]);
const CUT_OFF = new Set(["length", "max_tokens", "max_output_tokens"]);
/** The text of a message's content: a string, null, or parts, of which only those of type text count. */
function textOf(content) {
    if (typeof content === "string")
        return content;
    if (!Array.isArray(content))
        return "";
    return content
        .map((part) => (part?.type === "text" || part?.type === "output_text") && typeof part.text === "string" ? part.text : "")
        .join("");
}
/** Usage in our terms. The prompt's tokens include the cached ones, except at xAI, which can report more of these. */
function readUsage(given) {
    const count = counts(given);
    const prompt = count("prompt_tokens");
    const completion = count("completion_tokens");
    const total = count("total_tokens");
    const cached = count("cached_tokens", "prompt_tokens_details") || count("prompt_cache_hit_tokens");
    const reasoning = count("reasoning_tokens", "completion_tokens_details");
    if (prompt + completion + total === 0)
        return undefined;
    // Where reasoning comes on top of the completion, only the total shows it.
    const output = reasoning > 0 && total === prompt + completion + reasoning ? completion + reasoning : completion;
    const input = cached > prompt ? prompt : prompt - cached;
    return { input, output, cacheRead: cached, cacheWrite: 0, totalTokens: total || input + cached + output };
}
