/** The session of the race. */

/** Its options, but for the store. */
export const sessionOptions = {
  id: "race",
  format: "openai-chat",
  model: { contextWindow: 1_000_000 },
  // It takes its time, so that several begin to compact, and all but one come too late.
  summarizer: async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return "## Current Work\nThis is what six writers said, each of them in its own order, all at once.";
  },
  settings: { compaction: { keepRecentTokens: 2_000 } },
};
