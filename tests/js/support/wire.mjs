/** Short conversations in every wire format. */

import { FORMATS } from "../simulator/formats.mjs";

export const NAMES = Object.keys(FORMATS);

/** Turns as a format's messages; a turn is `{ ask, steps: [[{ name, args, text }, …], …], says }`, where steps are outputs of tools. */
export function written(format, turns) {
  const { user, reply, results, whole } = FORMATS[format];
  return turns.flatMap(({ ask, steps = [], says, id = ask.slice(0, 40) }) => {
    const named = steps.map((step, at) => step.map((call, place) => ({ ...call, id: `${id}-${at}-${place}`.replace(/\W+/g, "-") })));
    const asked = { ...user(ask), ...(format === "ai-sdk-ui" && { id: `user-${id}` }) };
    if (whole) return [asked, whole({ name: `whole-${id}`, text: says, steps: named })];
    const worked = named.flatMap((calls, at) => [...reply({ name: `${id}-${at}`, text: "", calls }), ...results(calls)]);
    return [asked, ...worked, ...reply({ name: id, text: says })];
  });
}

/** One message of the user. */
export const asks = (format, text) => written(format, [{ ask: text, says: "" }]).slice(0, 1);

/** All texts of messages, wherever they stand. */
export const textOf = (messages) => JSON.stringify(messages).replaceAll("\\n", "\n");
