/** The bridge to Node's own servers, which do not speak `Request` and `Response`. */
/** How long a request may go on that was answered before its end, in milliseconds. */
const LINGER = 1_000;
/**
 * Makes a listener for `http.createServer`, or a handler for Express and its like, of a handler of requests. The request's
 * signal aborts when the client goes away. A body that was parsed before (`express.json()`) is taken as it is in `body`.
 */
export function toNodeListener(handler) {
    return async (incoming, outgoing) => {
        const gone = new AbortController();
        outgoing.on("close", () => gone.abort());
        const answered = { yet: false };
        let response;
        let body = new Uint8Array();
        try {
            response = await handler(requestOf(incoming, gone.signal, answered));
            if (response.body)
                body = new Uint8Array(await response.arrayBuffer());
        }
        catch {
            // A host or an address that cannot be; what fails inside the handler is its own to answer.
            response = new Response(null, { status: 400 });
        }
        if (gone.signal.aborted)
            return;
        outgoing.statusCode = response.status;
        for (const [name, value] of response.headers)
            outgoing.appendHeader(name, value);
        if (!incoming.complete)
            outgoing.appendHeader("connection", "close");
        answered.yet = true;
        outgoing.end(body, () => {
            if (incoming.complete)
                return;
            // The client may be sending still, and reads the answer only then: cut off at once, it would not see it.
            incoming.resume();
            const timer = setTimeout(() => incoming.destroy(), LINGER);
            timer.unref?.();
        });
    };
}
function requestOf(incoming, signal, answered) {
    const { method = "GET", url = "/", headers: given } = incoming;
    const headers = new Headers();
    for (const [name, value] of Object.entries(given)) {
        // HTTP/2 has its own in there, which begin with a colon.
        if (!name.startsWith(":"))
            for (const one of [value ?? []].flat())
                headers.append(name, one);
    }
    const host = headers.get("host") ?? [given[":authority"]].flat()[0] ?? "localhost";
    if (/[^\w.:[\]-]/.test(host))
        throw new TypeError("The host is none.");
    const init = { method, headers, signal, duplex: "half" };
    if (method !== "GET" && method !== "HEAD")
        init.body = bodyOf(incoming, answered);
    return new Request(url.startsWith("/") ? `http://${host}${url}` : url, init);
}
function bodyOf(incoming, answered) {
    const { body } = incoming;
    if (typeof body === "string" || body instanceof Uint8Array)
        return body;
    // Express leaves an empty object where there was no body.
    if (body !== undefined)
        return body === null || Object.keys(body).length === 0 ? "" : JSON.stringify(body);
    return new ReadableStream({
        start(controller) {
            incoming.on("data", (piece) => {
                // After the answer nobody reads: what still comes is let go.
                if (answered.yet)
                    return;
                unlessClosed(() => controller.enqueue(piece));
                if (controller.desiredSize <= 0)
                    incoming.pause();
            });
            incoming.on("end", () => unlessClosed(() => controller.close()));
            incoming.on("error", (error) => unlessClosed(() => controller.error(error)));
            incoming.pause();
        },
        pull: () => void incoming.resume(),
    });
}
/** A stream that was cancelled is closed already. */
function unlessClosed(stream) {
    try {
        stream();
    }
    catch {
        // Nobody reads it any more.
    }
}
