/** The package under test, and what the tests ask of it. */

import { EpitomeError, openSession } from "../../../pkg/dist/index.js";

export * from "../../../pkg/dist/index.js";

/** What the stand-in for a summarizer writes; the word at its end is in no conversation. */
export const MARK = "epitomized";
export const SUMMARY = `## Current Work\nReading src/part29.ts as the newest request asks, ${MARK}.`;

/** Why the tests of a format cannot run: the package does not know it. False if it does. */
export async function missingFormat(format) {
  try {
    (await openSession({ id: "probe", format })).close();
    return false;
  } catch (error) {
    if (EpitomeError.isInstance(error) && error.code === "unknown-format") return `the package has no format ${format} yet`;
    throw error;
  }
}

/** Why the tests of a setting cannot run: the package does not know it. False if it does. */
export async function missingSetting(settings) {
  try {
    (await openSession({ id: "probe", settings })).close();
    return false;
  } catch (error) {
    if (EpitomeError.isInstance(error) && error.code === "invalid-settings")
      return `the package has no setting ${JSON.stringify(settings)} yet`;
    throw error;
  }
}

export const settings = (keepRecentTokens, more = {}) => ({
  retry: { maxRetries: 0 },
  compaction: { keepRecentTokens, ...more },
});

export const open = (format, { keepRecentTokens, compaction, ...rest }) =>
  openSession({
    id: "wire",
    format,
    model: { contextWindow: 32_000 },
    summarizer: () => SUMMARY,
    settings: settings(keepRecentTokens, compaction),
    ...rest,
  });
