/** The session of the race. */

/** Its options, but for the store. */
export const sessionOptions = {
  id: "race",
  format: "openai-chat",
  model: { contextWindow: 1_000_000 },
  summarizer: () => "## Current Work\nThis is what six writers said, each of them in its own order, all at once.",
  settings: { compaction: { keepRecentTokens: 2_000 } },
};
