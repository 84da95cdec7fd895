/** Answers before they become a `Response`: JSON, with the headers that all of them have. */
import { jsonOf } from "./json.js";
/** Data as a 200. */
export function answer(data, headers = {}) {
    return { status: 200, body: jsonOf(data), headers: { "content-type": "application/json; charset=utf-8", ...headers } };
}
/** What is wrong with a request, for its sender: a problem document with a stable code. */
export class Problem extends Error {
    #answer;
    constructor(status, code, detail, headers = {}) {
        super(detail);
        const body = JSON.stringify({ status, title: code, code, detail });
        this.#answer = { status, body, headers: { "content-type": "application/problem+json; charset=utf-8", ...headers } };
    }
    answer() {
        return this.#answer;
    }
}
/** Makes the response. One of the host's own keeps what it says; only what it does not say is added. */
export function finish(given, more, method) {
    const response = given instanceof Response
        ? new Response(given.body, given)
        : new Response(method === "HEAD" ? null : given.body, { status: given.status, headers: given.headers });
    const { headers } = response;
    if (!headers.has("cache-control"))
        headers.set("cache-control", "no-store");
    headers.set("x-content-type-options", "nosniff");
    for (const [name, value] of Object.entries(more)) {
        if (name === "vary")
            headers.append(name, value);
        else
            headers.set(name, value);
    }
    return response;
}
