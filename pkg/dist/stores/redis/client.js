/** The clients that the Redis store knows, as one. */
import { EpitomeError } from "../../errors.js";
/** @internal */
export function evaluateWith(client, kind) {
    if (typeof client?.eval !== "function")
        throw unknownClient("Give redis a client of node-redis or ioredis.");
    switch (kind ?? kindOf(client)) {
        case "node-redis":
            return (script, keys, args) => client.eval(script, { keys, arguments: args });
        case "ioredis":
            // It takes lists as well, which many arguments should be: a call can have only so many.
            return (script, keys, args) => client.eval(script, keys.length, keys, args);
        default:
            throw unknownClient('Whether this client is one of node-redis or ioredis does not show: give kind "node-redis" or "ioredis".');
    }
}
/** node-redis names its methods in camel case, ioredis as Redis does. Other clients have neither of these marks. */
function kindOf(client) {
    const has = (name) => typeof client[name] === "function";
    if (has("evalSha"))
        return "node-redis";
    return has("evalsha") && has("defineCommand") ? "ioredis" : undefined;
}
function unknownClient(message) {
    return new EpitomeError("invalid-option", message, { details: { path: "client" } });
}
