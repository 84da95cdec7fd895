/** Pages of other origins: which a browser lets read the answers, and which may change something. */
import { invalidOption, optionsOf } from "../../options.js";
import { Problem } from "./answer.js";
const KINDS = { origins: "any", credentials: "flag", headers: "list", maxAge: "number" };
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s*A-Z]+$/;
const TOLD = "epitome-status, epitome-reason, epitome-tokens-before, epitome-tokens-after, epitome-degraded";
export class Gate {
    #options;
    constructor(options) {
        if (options) {
            const { origins } = optionsOf("cors", KINDS, options, "cors");
            const wrong = typeof origins === "function" ? undefined : wrongIn(origins);
            if (wrong !== undefined)
                throw invalidOption("cors.origins", wrong);
        }
        this.#options = options;
    }
    /** Whether any other origin can be let in. */
    get isOpen() {
        return this.#options !== undefined;
    }
    /** The origin of the request, if it is let in. */
    async admits(request) {
        const origin = request.headers.get("origin");
        if (!this.#options || origin === null)
            return undefined;
        const { origins } = this.#options;
        const isLetIn = typeof origins === "function" ? (await origins(origin, request)) === true : origins.includes(origin);
        return isLetIn ? origin : undefined;
    }
    /** What each answer says to the browser. A cache may not give one origin's answer to another. */
    headersFor(origin) {
        if (!this.#options)
            return {};
        if (origin === undefined)
            return { vary: "origin" };
        const credentials = this.#options.credentials && { "access-control-allow-credentials": "true" };
        return { vary: "origin", "access-control-allow-origin": origin, "access-control-expose-headers": TOLD, ...credentials };
    }
    /** The answer to a browser that asks before it sends. */
    preflight(request, origin, methods) {
        const { headers = [], maxAge = 600 } = this.#options;
        if (request.headers.has("origin") && origin === undefined)
            throw foreign();
        const allow = [...methods, "OPTIONS"].join(", ");
        return {
            status: 204,
            body: null,
            headers: {
                allow,
                "access-control-allow-methods": methods.join(", "),
                "access-control-allow-headers": ["content-type", "authorization", ...headers].join(", "),
                "access-control-max-age": String(maxAge),
            },
        };
    }
    /**
     * Refuses what a page of another origin sends without being let in. A browser asks nobody before it sends a POST without
     * a body, and a cookie may go along.
     */
    checkSameOrigin(request, admitted) {
        if (admitted !== undefined)
            return;
        const site = request.headers.get("sec-fetch-site");
        const origin = request.headers.get("origin");
        const { host } = new URL(request.url);
        const same = site ? site === "same-origin" || site === "none" : origin === null || origin.replace(/^.*?:\/\//, "") === host;
        if (!same)
            throw foreign();
    }
}
/** What is wrong with a list of origins. */
function wrongIn(origins) {
    const list = [origins].flat();
    if (list.includes("*")) {
        return "has no *: every page that somebody opens could then read and compact what their browser reaches. Name the origins, or give a function that says yes to all";
    }
    if (!Array.isArray(origins))
        return 'must be a list of origins such as "https://app.example", or a function of one';
    const wrong = list.find((origin) => typeof origin !== "string" || !ORIGIN.test(origin));
    if (wrong === undefined)
        return undefined;
    const shown = typeof wrong === "string" ? JSON.stringify(wrong) : typeof wrong;
    return `must hold origins as browsers send them: a scheme, a host and a port that is not the usual one, in small letters, with no path, also no / at the end, such as "https://app.example"; not ${shown}`;
}
const foreign = () => new Problem(403, "foreign-origin", "Pages of this origin are not let in.");
