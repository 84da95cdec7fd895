/** A summarizer that asks a server of the host's own, by the smallest protocol there is. */
import { optionsOf } from "../options.js";
import { checkHttpOptions, Exchange, HTTP, resolveUrl, wellFormed } from "./http.js";
import { invalidReply } from "./http-error.js";
import { named } from "./model.js";
/**
 * Makes a summarizer that POSTs `{ systemPrompt, prompt }` as JSON, and expects `{ summary, shortSummary? }` back. What the
 * server answers with another status than a success is an error, as is a summary that is missing or blank.
 */
export function endpoint(options) {
    optionsOf("endpoint", { ...HTTP, url: "any", contextWindow: "any", maxOutput: "any" }, options);
    checkHttpOptions(options);
    const url = resolveUrl("url", String(options.url));
    const ask = async (request, o) => {
        const exchange = new Exchange("endpoint", url, options, o?.signal);
        try {
            await exchange.post({ systemPrompt: wellFormed(request.system), prompt: wellFormed(request.prompt) });
            const { summary, shortSummary, error } = await exchange.json();
            if (error && summary === undefined)
                throw exchange.reported({ error });
            if (typeof summary !== "string" || summary.trim() === "") {
                const found = summary === undefined ? "without" : typeof summary === "string" ? "with a blank" : "with an unusable";
                throw invalidReply(exchange.target, "no-summary", `answered ${found} summary: it must be text in the field "summary".`);
            }
            return typeof shortSummary === "string" && shortSummary.trim() ? { text: summary, shortSummary } : { text: summary };
        }
        finally {
            exchange.close();
        }
    };
    return Object.assign(named(ask, `endpoint(${url.host})`, options), { remote: true });
}
