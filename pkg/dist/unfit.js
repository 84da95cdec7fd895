/** Says what does not fit, and what would help. */
import { EpitomeError } from "./errors.js";
const HELP = "Shorten the newest request or the instructions, offer fewer tools, pin less, or take a model with a larger window.";
const REPLY = "Ask for a shorter reply (max_tokens), or make room as said.";
/** What takes the room, in a sentence. */
export function describeUnfit(unfit) {
    const { tokens, maxTokens, overBy, overhead, system, tools, instructions, summary, pinned, newestTurn, request, rest } = unfit;
    const parts = [
        ["of system prompt", system],
        ["of tools", tools],
        ["of other overhead", Math.max(0, overhead - system - tools)],
        ["of instructions", instructions],
        ["of summary", summary],
        ["that are pinned", pinned],
        [`of the newest turn (its request alone ${format(request)})`, newestTurn],
        ["of the rest", rest],
    ];
    const sizes = parts.flatMap(([name, size]) => (size > 0 ? [`${format(size)} ${name}`] : []));
    const fits = `which should fit into ${format(maxTokens)}; the provider may want more room for the reply`;
    const size = overBy > 0 ? `${format(overBy)} more than fit into ${format(maxTokens)}` : fits;
    return `The context has ${format(tokens)} tokens, ${size}: ${sizes.join(", ")}. ${overBy > 0 ? HELP : REPLY}`;
}
/** The error for what cannot be made to fit. */
export function cannotFit(unfit) {
    return new EpitomeError("cannot-fit", describeUnfit(unfit), { details: { ...unfit } });
}
/** The same in every runtime, whatever its locale. */
function format(tokens) {
    return String(tokens).replace(/\B(?=(\d{3})+$)/g, ",");
}
