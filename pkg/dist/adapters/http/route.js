/** Addresses: which session is meant, and what is asked of it. */
import { invalidOption } from "../../options.js";
import { Problem } from "./answer.js";
const READ = ["GET", "HEAD"];
const CHANGE = ["POST"];
export const pathOf = (request) => new URL(request.url).pathname;
/** Reads addresses below a base. */
export function routes(basePath = "") {
    const start = `${baseOf(basePath)}/session/`;
    return (path) => {
        const parts = path.startsWith(start) ? path.slice(start.length).split("/") : [""];
        if (parts.length > 1 && parts.at(-1) === "")
            parts.pop();
        const [id = "", name] = parts;
        const action = name === undefined ? "state" : name === "context" || name === "summarize" ? name : undefined;
        if (id === "" || !action || parts.length > 2)
            throw new Problem(404, "not-found", "There is nothing at this address.");
        return { id: decoded(id), action, methods: action === "summarize" ? CHANGE : READ };
    };
}
/** The base as it stands in addresses: encoded, with a slash before it and none behind. */
function baseOf(basePath) {
    if (/[?#]/.test(basePath))
        throw invalidOption("basePath", "must be a path, such as /api");
    const { pathname } = new URL(`http://x/${basePath.replace(/^\//, "")}`);
    return pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
}
function decoded(id) {
    try {
        return decodeURIComponent(id);
    }
    catch {
        throw new Problem(400, "invalid-id", "The session's id in the address is not percent-encoded UTF-8.");
    }
}
