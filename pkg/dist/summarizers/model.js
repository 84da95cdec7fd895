/** What the summarizers that ask a model have in common: their options, the room for an answer, and how a call goes. */
import { EpitomeError } from "../errors.js";
import { optionsOf } from "../options.js";
import { checkHttpOptions, checkText, Exchange, HTTP } from "./http.js";
import { invalidReply } from "./http-error.js";
const LIMITS = ["contextWindow", "maxOutput"];
/** The names of the options that all have: one that is misspelt, as `baseUrl`, would send a conversation elsewhere. */
const NAMES = { model: "any", apiKey: "any", baseURL: "any", contextWindow: "any", maxOutput: "any", reasoningTokens: "any" };
const MORE = { extraBody: "any", stream: "any", ...HTTP };
/** Checks the options; `own` names those that a provider has beside those that all have. Gives back the model's id. */
export function checkModelOptions(of, options, own) {
    optionsOf(of, { ...NAMES, ...MORE, ...own }, options);
    checkHttpOptions(options);
    for (const limit of LIMITS)
        checkTokens(limit, options[limit], 1);
    return checkText("model", options.model);
}
/** How many tokens a model that reasons unasked is given for it. */
export function unasked({ maxOutput = Number.POSITIVE_INFINITY }) {
    return Math.min(8_192, Math.floor(maxOutput / 2));
}
/** Makes the summarizer. `reasoning` is how many tokens on top of the summary's the model may need for its reasoning. */
export function asking(protocol, options, reasoning) {
    const { provider, url } = protocol;
    const { maxOutput = Number.POSITIVE_INFINITY } = options;
    checkTokens("reasoningTokens", reasoning, 0);
    const post = async (request, signal, live) => {
        const exchange = new Exchange(provider, url, options, signal, reasoning);
        try {
            if (options.stream)
                exchange.header("accept", "text/event-stream, application/json");
            await protocol.send(exchange, request, Math.min(request.maxTokens + reasoning, maxOutput), live);
            return exchange;
        }
        catch (error) {
            exchange.close();
            throw error;
        }
    };
    async function whole(request, signal, live) {
        const exchange = await post(request, signal, live);
        try {
            if (!exchange.streams)
                return protocol.read(exchange, await exchange.json());
            let text = "";
            for (const pieces = protocol.stream(exchange);;) {
                const { done, value } = await pieces.next();
                if (done)
                    return { text, ...value };
                text += value;
            }
        }
        finally {
            exchange.close();
        }
    }
    /** Asks in the conversation itself. Where the server, or the model, will not have that, it is asked as ever, once. */
    async function within(request, live, signal) {
        for (const toolChoice of live.tools ? ["none", "auto"] : ["none"]) {
            try {
                return await whole(request, signal, { ...live, toolChoice });
            }
            catch (error) {
                const why = declined(error);
                if (!why)
                    throw error;
                if (why !== "request")
                    break;
            }
        }
        return whole(request, signal);
    }
    async function* streamed(request, signal) {
        const exchange = await post(request, signal);
        try {
            if (exchange.streams)
                return yield* protocol.stream(exchange);
            const { text, ...rest } = protocol.read(exchange, await exchange.json());
            yield text;
            return rest;
        }
        finally {
            exchange.close();
        }
    }
    const ask = (request, o) => {
        const { live } = request;
        if (live?.format === protocol.format)
            return within(request, live, o?.signal);
        return options.stream ? streamed(request, o?.signal) : whole(request, o?.signal);
    };
    const summarizer = named(ask, `${provider}(${options.model})`, options, reasoning);
    return Object.defineProperties(summarizer, { model: { value: options.model }, provider: { value: protocol.system ?? provider } });
}
/**
 * What of a live request was not taken: the request itself, as some servers know no such choice of tools, or other messages than
 * those of their own models; its bytes; or the model called a tool all the same. Nothing for failures of another kind.
 */
function declined(error) {
    const { code, details } = (error ?? {});
    if (details?.reason === TOOL_CALL)
        return "call";
    if (details?.payloadTooLarge)
        return "bytes";
    const isRequest = code === "summarizer-http" && (details.status === 400 || details.status === 422);
    return isRequest && !details.overflow ? "request" : undefined;
}
/** Why an answer that is no text is none. */
export const TOOL_CALL = "tool call instead of text";
/** Gives a summarizer its name, and the limits that a session is to heed: those of the model less what it needs for its reasoning. */
export function named(ask, name, limits, reasoning = 0) {
    const own = { name: { value: name } };
    for (const limit of LIMITS) {
        const tokens = limits[limit];
        checkTokens(limit, tokens, reasoning + 1);
        if (tokens !== undefined)
            own[limit] = { value: tokens - reasoning, enumerable: true };
    }
    return Object.defineProperties(ask, own);
}
function checkTokens(name, value, least) {
    if (value === undefined || (Number.isSafeInteger(value) && value >= least))
        return;
    const room = least > 1 ? ", for the model's reasoning and a summary" : "";
    throw new EpitomeError("invalid-option", `${name} must be a whole number of tokens, ${least} or more${room}.`);
}
/** The end of an answer: whole, or cut off. One that was cut off before its first word says why no summary can come of it. */
export function ended(exchange, text, usage, isCutOff) {
    if (isCutOff && text.trim() === "") {
        const sentence = "reached its output limit before the first word of the summary: it went into reasoning, or the prompt left no room. " +
            "Raise reasoningTokens, let the model reason less, or ask another one.";
        throw invalidReply(exchange.target, "no-text", sentence);
    }
    return { stopReason: isCutOff ? "length" : "stop", ...(usage ? { usage } : {}) };
}
/** The data of an event of a stream. Undefined if it is broken: only the last one is, in practice, when the connection was cut. */
export function parseEvent(data) {
    try {
        return JSON.parse(data);
    }
    catch {
        return undefined;
    }
}
/** The counts of a usage, by name. What is no count is 0. */
export function counts(given) {
    const read = (source, name) => source?.[name];
    return (name, within) => {
        const value = read(within ? read(given, within) : given, name);
        return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
    };
}
