/** What a provider's refusal means for the session: told by the host, or by the newest reply itself. */
import { classifyError } from "../overflow/classify-error.js";
/** The refusals of a session, each to be answered once. */
export class Refusals {
    #log;
    #held;
    #answered = new WeakSet();
    /** What was found out of the newest reply, which `check` asks for each time. */
    #newest;
    constructor(log, held) {
        this.#log = log;
        this.#held = held;
    }
    /**
     * The refusal behind an error of the host; `stale` for one that was answered, or that a compaction has come after; `other`
     * for an error of another kind.
     */
    told(error) {
        const { entries } = this.#held;
        let place = entries.length - 1;
        while (place >= 0 && (error === undefined || entries[place].message !== error))
            place--;
        if (this.#isOlder(error, place) || this.#isAnswered(error))
            return "stale";
        const reply = place >= 0 ? this.#failed(place) : this.#failedReply();
        return asRefusal(this.#classify(error), error, reply) ?? "other";
    }
    /** Whether a compaction was made since. A reply that is not in the log may say when it was made, in ms since 1970. */
    #isOlder(error, place) {
        const { entries } = this.#held;
        const latest = this.#held.latestCompaction();
        if (latest === undefined)
            return false;
        if (place >= 0)
            return place < latest;
        const { timestamp } = (typeof error === "object" && error !== null ? error : {});
        return typeof timestamp === "number" && timestamp < Date.parse(entries[latest].timestamp);
    }
    /** The refusal that the newest reply shows, where neither an answer nor a compaction has come since. */
    shown() {
        const place = this.#log.newestMessage();
        if (place === undefined)
            return undefined;
        const entry = this.#held.entries[place];
        const { contextWindow } = this.#log;
        if (this.#newest?.entry !== entry || this.#newest.contextWindow !== contextWindow) {
            this.#newest = { entry, contextWindow, refusal: this.#shownBy(entry, this.#log.reply(place)) };
        }
        return this.#isAnswered(entry.message) ? undefined : this.#newest.refusal;
    }
    #shownBy({ message }, reply) {
        // Without any of these fields a message says nothing of how it ended.
        const says = (key) => Object.hasOwn(message, key);
        if (reply === 0 || !TELLING.some(says))
            return undefined;
        const refusal = asRefusal(this.#classify(message), message, this.#failedReply());
        // An answer that came whole, though it shows that the window is full, needs no second one.
        return refusal && { ...refusal, isAnswer: refusal.reply === undefined };
    }
    /** Takes note that a refusal was answered, whatever came of it. */
    answer({ error }) {
        if (typeof error === "object" && error !== null)
            this.#answered.add(error);
    }
    #classify(error) {
        const { provider } = this.#log.model();
        return classifyError(error, { contextWindow: this.#log.contextWindow, provider: provider || undefined });
    }
    #isAnswered(error) {
        return typeof error === "object" && error !== null && this.#answered.has(error);
    }
    /** The newest message, where it is a reply that says nothing but that it failed. */
    #failedReply() {
        const place = this.#log.newestMessage();
        return place === undefined ? undefined : this.#failed(place);
    }
    #failed(place) {
        return this.#log.reply(place) === 2 ? this.#held.entries[place] : undefined;
    }
}
/** Where replies say how they ended, or what they cost. */
const TELLING = [
    ...["stop_reason", "stopReason", "finish_reason", "finishReason", "error", "errorMessage", "isApiErrorMessage"],
    ...["usage", "usage_metadata", "usageMetadata", "response_metadata", "metadata", "kwargs", "data", "status"],
];
function asRefusal({ kind, observed = 0, maximum = 0, excess = 0 }, error, reply) {
    return kind === "overflow" || kind === "payload-too-large" ? { kind, observed, maximum, excess, error, reply } : undefined;
}
