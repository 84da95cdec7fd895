/** Publishes a session's events where the runtime has `diagnostics_channel`. Without a subscriber it costs a look. */
let channel;
/** No import: a browser's bundle would look for the module. */
function find() {
    try {
        return process.getBuiltinModule("node:diagnostics_channel").channel("epitome");
    }
    catch {
        return null;
    }
}
export function publish(sessionId, event) {
    if (channel === undefined)
        channel = find();
    if (channel?.hasSubscribers)
        channel.publish({ sessionId, event, attributes: attributesOf(sessionId, event) });
}
function attributesOf(sessionId, event) {
    const { model, provider, maxTokens, failure, outcome, usage = outcome?.usage } = event;
    const { input = 0, cacheRead = 0, cacheWrite = 0, output } = usage ?? {};
    const pairs = [
        ["conversation.id", sessionId],
        ["operation.name", event.type.startsWith("summary_") && "chat"],
        ["request.model", model],
        ["provider.name", provider],
        ["request.max_tokens", maxTokens],
        ["usage.input_tokens", usage && input + cacheRead + cacheWrite],
        ["usage.output_tokens", output],
    ];
    const known = pairs.filter(([, value]) => typeof value === "number" || (value && typeof value === "string"));
    const error = failure?.reason ?? (outcome?.status === "refused" && outcome.reason);
    return Object.fromEntries([...known.map(([name, value]) => [`gen_ai.${name}`, value]), ...(error ? [["error.type", error]] : [])]);
}
