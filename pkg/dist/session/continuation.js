/** Whether there is work to go on with after a compaction, and what to tell the model then. */
/** It follows a compaction as well as outputs shortened or a change of model: that there is a summary is not said. */
const RESUME = "This note comes from the program that runs you, not from the user: it has made room in this conversation. Go on with the work " +
    "that was under way. Where a summary stands for older messages, read it and then the messages after it; where they disagree, " +
    "the messages are right, and the latest request of the user counts before any earlier plan. Do not do again what is done, and " +
    "do not start what nobody asked for. If nothing is left to do, say so in one sentence and stop.";
/** Why, for the model. Waiting messages and an open loop speak for themselves: there the context is sent as it is. */
const PROMPTS = {
    "queued-messages": "",
    "open-loop": "",
    "cut-off": `${RESUME} Your last answer broke off because it reached its length limit: take it up where it ends, without repeating it.`,
    goal: `${RESUME} The goal of this session is still active.`,
    todos: `${RESUME} The list of tasks still has open ones.`,
    skill: `${RESUME} The procedure that you were following has not ended.`,
};
/**
 * Seed 002's gate: null where nothing shows unfinished work, so that no request is made for nothing. A paused goal waits for a
 * person, whatever else is open.
 */
export function continuation(state, facts) {
    const reason = reasonOf(state ?? {}, facts);
    if (!reason)
        return null;
    const prompt = PROMPTS[reason];
    // Tagged, so that it is known for a note of the host's where it is sent as a user's message: no turn begins with it.
    return { reason, prompt: prompt && `<system-reminder>\n${prompt}\n</system-reminder>` };
}
function reasonOf({ goal, todos, skills, queued }, facts) {
    if (typeof queued === "number" && queued > 0)
        return "queued-messages";
    if (facts.isCutOff)
        return "cut-off";
    if (goal?.status === "paused")
        return null;
    if (facts.isOpenLoop)
        return "open-loop";
    if (goal?.status === "active")
        return "goal";
    if (some(todos, isOpen.todo))
        return "todos";
    return some(skills, isOpen.skill) ? "skill" : null;
}
/** What counts as unfinished. */
export const isOpen = {
    todo: ({ status }) => status === "pending" || status === "in_progress",
    skill: ({ active }) => active === true,
};
/** The state is the host's: what is no list, or no item, counts for nothing. */
function some(list, test) {
    return Array.isArray(list) && list.some((item) => typeof item === "object" && item !== null && test(item));
}
