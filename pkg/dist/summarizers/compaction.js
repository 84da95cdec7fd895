/** What the providers' own compactions have in common: their options, how a request is made to fit, and how a call goes. */
import { EpitomeError } from "../errors.js";
import { optionsOf } from "../options.js";
import { illFormed } from "../unicode.js";
import { checkHttpOptions, checkText, Exchange, HTTP } from "./http.js";
import { invalidReply } from "./http-error.js";
const NAMES = { apiKey: "any", model: "any", provider: "any", contextWindow: "any", extraBody: "any", baseURL: "any", ...HTTP };
/** The number of instructions at a conversation's start. */
export function leadOf(messages) {
    const lead = messages.findIndex((message) => !/^(system|developer)$/.test(String(message?.role)));
    return lead < 0 ? messages.length : lead;
}
/** The index of the last message that is so; -1 where none is. */
export function lastIndex(messages, is) {
    for (let at = messages.length - 1; at >= 0; at--)
        if (is(messages[at]))
            return at;
    return -1;
}
/** Checks the options; `own` names those that a provider has beside those that all have. */
export function checkCompactionOptions(of, options, own) {
    optionsOf(of, { ...NAMES, ...own }, options);
    checkHttpOptions(options);
    for (const name of ["model", "provider"])
        if (options[name] !== undefined)
            checkText(name, options[name]);
    const { contextWindow = 1 } = options;
    if (!(Number.isSafeInteger(contextWindow) && contextWindow > 0)) {
        throw new EpitomeError("invalid-option", "contextWindow must be a whole number of tokens, 1 or more.");
    }
}
/** Makes the compactor. */
export function compacting(protocol, options) {
    const { vendor, format, url } = protocol;
    async function once(request, signal) {
        const exchange = new Exchange(vendor, url, options, signal);
        try {
            await protocol.send(exchange, request);
            const reply = protocol.read(exchange, await exchange.json());
            if (illFormed(reply.items).length === 0)
                return reply;
            throw invalidReply(exchange.target, "ill-formed", "answered with text that is no well-formed Unicode.");
        }
        finally {
            exchange.close();
        }
    }
    /** What of a window is for the answer: what it needs, but in a small one not more than half. */
    const answerIn = (window) => Math.min(Math.max(Math.floor(window * 0.15), protocol.room, 1), Math.floor(window / 2));
    function within(window, request) {
        if (!window)
            return { ...request, answer: protocol.room };
        const kept = answerIn(window);
        return { ...request, messages: fitted(protocol, request, window - kept), answer: Math.max(Math.min(kept, protocol.room), 1) };
    }
    const compact = async (request, { signal }) => {
        const model = checkText("model", options.model ?? request.model);
        const asked = within(options.contextWindow ?? request.contextWindow, { ...request, model });
        try {
            return await once(asked, signal);
        }
        catch (error) {
            // What the provider says of its window is truer than what the host says, or nobody does.
            const { overflow, observed, maximum } = EpitomeError.isInstance(error) ? error.details : {};
            if (!overflow || !(Number(maximum) > 0))
                throw error;
            const tokens = Number(observed) > 0 ? Number(observed) : request.tokens;
            const less = within(Number(maximum), { ...asked, tokens });
            if (less.messages.length === asked.messages.length && less.answer === asked.answer)
                throw error;
            return once(less, signal);
        }
    };
    return Object.assign(compact, { provider: options.provider ?? vendor, format });
}
/** The conversation without its oldest messages, where it would not fit: what is left is whole, and as it was. */
function fitted({ vendor, joints }, { messages, tokens }, room) {
    if (tokens <= room)
        return messages;
    const { starts, head } = joints(messages);
    const [from, to] = head;
    const weights = messages.map(weight);
    const sum = (weights) => weights.reduce((sum, one) => sum + one, 0);
    const scale = tokens / sum(weights);
    let left = tokens - sum(weights.slice(0, from)) * scale;
    for (let at = to; at < messages.length; at++) {
        if (left <= room && (at === to || starts[at]))
            return [...messages.slice(from, to), ...messages.slice(at)];
        left -= weights[at] * scale;
    }
    const message = `The conversation has ${tokens} tokens, and ${vendor} takes ${Math.floor(room)} of it: no part of it can be left out that would make it fit.`;
    throw new EpitomeError("summarizer-failed", message, { details: { overflow: true } });
}
/** How much a message weighs beside others. Data in it, such as images, costs far less than its characters. */
function weight(message) {
    const text = JSON.stringify(message, (_, value) => typeof value === "string" && value.length > 8_000 && !/\s/.test(value.slice(0, 2_000)) ? value.slice(0, 4_800) : value);
    return text.length;
}
