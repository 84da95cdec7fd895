/** Models that should write a summary. Most of them do not. */

/** Each is `(random) => summarizer`. */
export const SUMMARIZERS = {
  good: () => (request) => `## Goal\nGo on with what the newest request asks.\n\n## Progress\n${request.extract().slice(0, 600)}`,
  long: () => (request) => `## Goal\nGo on.\n\n## Progress\n${request.extract().slice(0, request.maxTokens * 4)}`,
  blank: () => () => "  \n",
  hollow: () => () => "## Goal\n\n## Progress\n\n## Next Steps\n",
  inflated: () => (request) => `${request.prompt}\n${request.prompt}`,
  cutOff: () => () => ({ text: "## Goal\nThe file src/lex", stopReason: "length" }),
  throws: () => () => {
    throw new Error("The model is not there");
  },
  overloaded: () => async () => {
    throw Object.assign(new Error("529 Overloaded"), { status: 529 });
  },
  obeys: () => () => "Sure! What would you like me to do next?",
  repeats: () => (request) => request.prompt.slice(0, 4000),
  hangs:
    () =>
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  silent: () => () => new Promise(() => {}),
  streams: () =>
    async function* (request) {
      yield "## Goal\n";
      yield request.extract().slice(0, 400);
    },
  fickle:
    ({ below }) =>
    (request, options) => {
      const kinds = Object.keys(SUMMARIZERS).filter((kind) => !["fickle", "hangs", "silent"].includes(kind));
      return SUMMARIZERS[kinds[below(kinds.length)]]({ below })(request, options);
    },
};
