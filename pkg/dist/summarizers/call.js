/** Calls a host's summarizer, whatever shape its answer has and however badly it behaves, and gives back one shape. */
import { EpitomeError } from "../errors.js";
import { readFacts } from "../overflow/facts.js";
import { isCutOff } from "../overflow/tables.js";
import { counted } from "../overflow/usage.js";
import { checkTimeout, Deadline, timeoutError } from "./deadline.js";
import { invalid, summarizerFailure } from "./failure.js";
/** How long a summarizer may take unless the caller says otherwise, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 300_000;
/** The longest tokens that occur in numbers: runs of spaces and of rule characters. Beyond this, a text has not heeded `maxTokens`. */
const MAX_CHARS_PER_TOKEN = 16;
const LEAST_MAX_CHARS = 65_536;
/** After so many pieces of a stream, timers and other work get their turn: a stream need never wait for anything itself. */
const PIECES_PER_TURN = 1_024;
/**
 * Asks a summarizer once.
 *
 * @throws EpitomeError `summarizer-timeout`, `summarizer-invalid-reply`, `summarizer-failed` or `summarizer-aborted`, the
 *   host's own error kept as `cause`; an `EpitomeError` that the summarizer throws is passed on as it is. After an abort
 *   the reason of the signal is thrown.
 */
export async function callSummarizer(summarizer, request, options = {}) {
    const timeoutMs = checkTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const maxChars = options.maxChars ?? Math.max(LEAST_MAX_CHARS, request.maxTokens * MAX_CHARS_PER_TOKEN || 0);
    if (!(maxChars > 0))
        throw new EpitomeError("invalid-option", "maxChars must be a positive number.");
    const deadline = new Deadline(options.signal, timeoutMs, () => timeoutError("The summarizer", timeoutMs));
    let answer;
    try {
        deadline.check();
        const gathered = new Text(maxChars, options.onProgress);
        const returned = summarizer(request, { signal: deadline.signal });
        answer = await read(returned, gathered, deadline);
        return answer;
    }
    catch (error) {
        // The clock is looked at too: a stream that never waits keeps the timer from firing.
        deadline.check();
        throw summarizerFailure(error);
    }
    finally {
        // What is not complete by now is not wanted any more.
        deadline.close(answer?.stopReason === "stop" ? undefined : new DOMException("The answer is not needed", "AbortError"));
    }
}
async function read(returned, text, deadline) {
    const value = isObject(returned) && "then" in returned ? await deadline.race(Promise.resolve(returned)) : returned;
    if (typeof value === "string") {
        text.add(value);
        return text.answer({});
    }
    if (isObject(value)) {
        const pieces = piecesOf(value);
        if (pieces)
            return text.answer(await readPieces(pieces, text, deadline));
        if (textOf(value) !== undefined || "stopReason" in value)
            return readReply(value, text);
    }
    throw invalid(`The summarizer must return a text, { text }, or a stream of texts, but it returned`, value);
}
/** Where clients have the text of a reply: ours and the AI SDK's, OpenAI's, Ollama's, Gemini's, Anthropic's and LangChain's. */
function textOf(reply) {
    const { text, output_text, choices, message, candidates, content } = reply;
    // Responses have in `text` how it was asked for.
    if (text !== undefined && output_text === undefined)
        return text;
    const said = output_text ?? choices?.[0]?.message?.content ?? message?.content ?? candidates?.[0]?.content?.parts ?? content;
    const isText = (part) => typeof part?.text === "string" && part.thought !== true;
    return Array.isArray(said)
        ? said
            .filter(isText)
            .map((part) => part.text)
            .join("")
        : said;
}
function readReply(reply, text) {
    checkEnd(reply);
    const found = textOf(reply);
    if (typeof found !== "string")
        throw invalid("The summarizer's reply must have a text as its `text`, but it was", found);
    text.add(found);
    return text.answer(withEnd(reply));
}
/** Reads a stream to its end or to `maxChars`. An async generator may return the rest of the reply. */
async function readPieces(pieces, text, deadline) {
    const decoder = new TextDecoder();
    try {
        for (let count = 1;; count++) {
            deadline.check();
            if (count % PIECES_PER_TURN === 0)
                await deadline.race(new Promise((resolve) => setTimeout(resolve, 0)));
            const { done, value } = await deadline.race(Promise.resolve(pieces.next()));
            if (done) {
                text.add(decoder.decode());
                pieces.ended = true;
                const rest = isObject(value) ? value : {};
                checkEnd(rest);
                return withEnd(rest);
            }
            const bytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
            if (!bytes && typeof value !== "string") {
                throw invalid(`The summarizer's stream must give texts, but its piece ${count} was`, value);
            }
            if (!text.add(bytes ? decoder.decode(value, { stream: true }) : value))
                return {};
        }
    }
    finally {
        // Not awaited: a stream that hangs would hang here too.
        if (!pieces.ended)
            Promise.resolve(attempt(pieces.cancel)).catch(() => { });
    }
}
function checkEnd({ stopReason, error }) {
    if (stopReason === undefined || stopReason === null || stopReason === "stop" || stopReason === "length")
        return;
    if (typeof stopReason === "string" && (ENDS.test(stopReason) || DECLINED.test(stopReason) || isCutOff(stopReason)))
        return;
    if (stopReason === "error")
        throw summarizerFailure(error, { reported: true });
    if (stopReason === "aborted") {
        const message = "The summarizer says that it was aborted, though nobody asked it to stop.";
        throw new EpitomeError("summarizer-aborted", message, { cause: error });
    }
    throw invalid('The summarizer\'s `stopReason` must be "stop", "length", "error" or "aborted", but it was', stopReason, true);
}
/** How providers call an end as it should be. */
const ENDS = /^(end_turn|stop_sequence|completed?|eos|stop)$/i;
/** What a provider's own filter ends an answer with, in the words of any of them. */
const DECLINED = /filter|safety|refus|recitation|blocklist|prohibited|spii/i;
/** How clients call an end that nobody told them of: the stream broke off. */
const UNTOLD = /^(other|unknown|interrupted)$/;
/** A reply in the shape of a client's own says in words of its own how it ended, and what it cost. */
function withEnd(reply) {
    const { stopReason, usage, shortSummary } = reply;
    const [facts] = readFacts(reply);
    const stops = stopReason ? [stopReason] : (facts?.stops ?? []);
    const reason = stops.find((stop) => DECLINED.test(stop))?.slice(0, 80);
    if (reason)
        throw new EpitomeError("summarizer-refused", `The model declined (${reason}). Ask another one.`, { details: { reason } });
    if (stops.length > 0 && stops.every((stop) => UNTOLD.test(stop)))
        throw summarizerFailure("The stream ended before it was complete");
    if (stops.includes("error"))
        throw summarizerFailure(reply.error, { reported: true });
    return { shortSummary, stopReason: stops.some(isCutOff) ? "length" : "stop", usage: usage ?? facts?.usage };
}
/** The text so far, up to its limit. */
class Text {
    #maxChars;
    #onProgress;
    #text = "";
    #cut = false;
    constructor(maxChars, onProgress) {
        this.#maxChars = maxChars;
        this.#onProgress = onProgress;
    }
    /** Whether there is room for more. */
    add(piece) {
        this.#text += piece;
        if (this.#text.length > this.#maxChars) {
            // A surrogate whose other half is cut off goes with it.
            this.#text = this.#text.slice(0, this.#maxChars).replace(/[\ud800-\udbff]$/, "");
            this.#cut = true;
        }
        if (this.#onProgress && piece)
            attempt(() => this.#onProgress?.({ chars: this.#text.length }));
        return !this.#cut;
    }
    answer({ stopReason, usage, shortSummary }) {
        const counted = readUsage(usage);
        return {
            text: this.#text,
            stopReason: this.#cut || stopReason === "length" ? "length" : "stop",
            ...(typeof shortSummary === "string" ? { shortSummary } : {}),
            ...(counted ? { usage: counted } : {}),
        };
    }
}
function piecesOf(value) {
    // By shape and not by class: streams may come from another realm or a polyfill. The reader comes first, for browsers
    // whose streams cannot be iterated.
    if ("getReader" in value && typeof value.getReader === "function") {
        const reader = value.getReader();
        // The stream's own reading has no return value: what comes with `done` is of no use.
        return {
            next: () => reader.read().then(({ done, value }) => ({ done, value: done ? undefined : value })),
            cancel: () => reader.cancel(),
        };
    }
    const iterate = value[Symbol.asyncIterator];
    if (typeof iterate !== "function")
        return undefined;
    const iterator = iterate.call(value);
    return { next: () => iterator.next(), cancel: () => iterator.return?.() };
}
/** Keeps the counts that are counts, in our names or a provider's. A wrong usage is no reason to lose a good summary. */
function readUsage(given) {
    if (!isObject(given))
        return undefined;
    const own = (name) => {
        const value = given[name];
        return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
    };
    const [input, output, cacheRead, cacheWrite, totalTokens] = [
        own("input"),
        own("output"),
        own("cacheRead"),
        own("cacheWrite"),
        own("totalTokens"),
    ];
    const usage = { input, output, cacheRead, cacheWrite, totalTokens };
    const named = input + output > 0 ? undefined : counted(given);
    if (named)
        Object.assign(usage, { input: named.prompt, output: named.output, totalTokens: totalTokens || named.prompt + named.output });
    return Object.values(usage).some((count) => count > 0) ? usage : undefined;
}
const isObject = (value) => typeof value === "object" && value !== null;
function attempt(work) {
    try {
        return work();
    }
    catch {
        return undefined;
    }
}
