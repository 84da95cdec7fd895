/** What a process of the crash tests writes. It follows from three numbers, so that whoever reads afterwards knows it too. */

import { random } from "../../js/random.mjs";

/** How many batches a process writes at the most, if nobody kills it. */
export const MAX_BATCHES = 2_000;
/** The session that the batches go to. */
export const BATCHES = "batches";
/** The session that is compacted. */
export const COMPACTED = "compacted";
/** Every so many batches an artifact is stored before the batch. */
const ARTIFACT_EVERY = 5;

const dice = (start, round, made) => random(start ^ Math.imul(round + 1, 0x9e3779b1) ^ Math.imul(made + 1, 0x85ebca6b));

/** The entries of a batch: 1 to 5, most of them small, some of several pages. */
export function batchOf(start, round, made) {
  const { below } = dice(start, round, made);
  return Array.from({ length: 1 + below(5) }, (_, part) => {
    const size = below(8) === 0 ? below(30_000) : below(400);
    return {
      type: "message",
      id: `${round}-${made}-${part}`,
      parentId: null,
      timestamp: "2026-01-02T03:04:05.678Z",
      message: { role: "user", content: `${made} \u0000 \ud83d ${"é".repeat(size)}`, timestamp: 1 },
    };
  });
}

/** The artifact that is stored before a batch, where one is. */
export function artifactOf(start, round, made) {
  if (made % ARTIFACT_EVERY !== 0) return undefined;
  const { below } = dice(start, round, made);
  return { id: `${round}-${made}`, data: `${made} \ud800 `.repeat(1 + below(20_000)) };
}

/** The size of this is what makes a session worth compacting. */
const FILLER = "The quick brown fox jumps over the lazy dog. ".repeat(40);
const PER_COMPACTION = 6;

/** The messages that a process appends to the session that it compacts, before its how-many-th compaction. */
export const messagesOf = (round, made) =>
  Array.from({ length: PER_COMPACTION }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `${round}-${made}-${at} ${FILLER}`,
  }));

/** The name of such a message, the first word of its text. */
export const nameOf = ({ content }) => content.split(" ")[0];

/** Options of that session; the store is the caller's. */
export const sessionOptions = {
  id: COMPACTED,
  format: "openai-chat",
  model: { contextWindow: 16_000 },
  summarizer: ({ id }) => `## Current Work\nRequest ${id ?? ""}: the fox jumps over the dog, as often as it is asked to.`,
  settings: { retry: { maxRetries: 0 }, compaction: { keepRecentTokens: 1_000 } },
};
