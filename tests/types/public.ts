// The public face as a host uses it: its own summarizer and store, the built-in ones, and what must not compile.
import {
  type Branch,
  type Check,
  compact,
  type Entry,
  EpitomeError,
  type Format,
  type NavigateOutcome,
  type Outcome,
  openSession,
  type Repair,
  repair,
  type SessionStore,
  type Summarizer,
  type SummaryReply,
  type Violation,
  validate,
} from "epitome";
import { estimateMessage, findCutPoint } from "epitome/core";
import { conformance } from "epitome/stores/conformance";
import { durableObject } from "epitome/stores/durable-object";
import { indexedDb } from "epitome/stores/indexeddb";
import { jsonl } from "epitome/stores/jsonl";
import { memory } from "epitome/stores/memory";
import { postgres } from "epitome/stores/postgres";
import { redis } from "epitome/stores/redis";
import { sqlite } from "epitome/stores/sqlite";
import { anthropic } from "epitome/summarizers/anthropic";
import { endpoint } from "epitome/summarizers/endpoint";
import { extractive } from "epitome/summarizers/extractive";
import { openai } from "epitome/summarizers/openai";

// A summarizer may answer with a text, a reply, a promise of either, or a stream of texts.
const summarizers: Summarizer[] = [
  () => "summary",
  async ({ prompt, maxTokens }) => ({ text: prompt.slice(0, maxTokens), stopReason: "stop" }) satisfies SummaryReply,
  async function* () {
    yield "part";
  },
  (request, { signal }) => (signal.aborted ? "" : request.extract()),
  openai({ apiKey: "k", model: "m" }),
  anthropic({ apiKey: "k", model: "m" }),
  endpoint({ url: "https://example.org/summary" }),
  extractive(),
];

declare const database: Parameters<typeof sqlite>[0];
declare const redisClient: Parameters<typeof redis>[0];
declare const storage: Parameters<typeof durableObject>[0];

// A store is two functions.
const entries: Entry[] = [];
const store: SessionStore = {
  append: (_id, expectedHead, added) =>
    expectedHead === entries.length ? { ok: true, head: entries.push(...added) } : { ok: false, head: entries.length },
  read: async (_id, after) => ({ entries: entries.slice(after), head: entries.length }),
};

export async function host(): Promise<void> {
  const stores = [
    store,
    memory(),
    jsonl({ dir: "sessions" }),
    indexedDb({ name: "chats" }),
    sqlite(database),
    postgres({ query: async () => ({ rows: [] }) }),
    redis(redisClient),
    durableObject(storage),
  ];
  for (const one of stores) {
    const session = await openSession({ id: "s", store: one, format: "openai-chat", summarizer: summarizers });
    const added: Entry[] = await session.append({ role: "user", content: "hello" });
    const check: Check = session.check();
    const outcome: Outcome = await session.maintain({ reason: "idle" });
    const messages: unknown[] = session.context().messages;
    console.log(added.length, check.tokens, outcome.status, messages.length);
    const moved: NavigateOutcome = await session.navigate(added[0]?.id ?? null, { edit: false });
    const branches: Branch[] = await session.branches();
    const kept: string | null = await session.artifact("a");
    console.log(moved.leafId, branches.length, kept, (await session.path()).length);
    session.close();
  }
  for (const { name, run } of conformance(() => memory())) console.log(name, run satisfies () => Promise<void>);
  const { messages } = await compact([], { format: "openai-chat", model: { contextWindow: 16_000 }, summarizer: summarizers });
  messages satisfies unknown[];
  const broken: Violation[] = validate(messages, { format: "openai-chat", request: true, strictAlternation: true, inFlight: false });
  const mended: { messages: { role: string }[]; repairs: Repair[] } = repair([{ role: "user" }], { format: "openai-chat", editedAt: 0 });
  console.log(broken[0]?.rule, mended.messages[0]?.role, mended.repairs[0]?.kind);
  estimateMessage({ role: "user", content: "hello" }) satisfies number;
  findCutPoint([], { keepRecentTokens: 100 }).isSplitTurn satisfies boolean;
}

export function explain(error: unknown): string {
  return EpitomeError.isInstance(error) ? `${error.code} ${error.retryable}` : "not ours";
}

// @ts-expect-error A number is no summary.
export const wrongSummarizer: Summarizer = () => 7;
// @ts-expect-error A store must be able to read.
export const wrongStore: SessionStore = { append: store.append };
export const formats: Record<Format, true> = {
  pi: true,
  "openai-chat": true,
  "openai-responses": true,
  anthropic: true,
  gemini: true,
  "ai-sdk": true,
  "ai-sdk-ui": true,
  langchain: true,
};
// @ts-expect-error An unknown format is an error at compile time already.
export const wrongFormat = () => openSession({ id: "s", format: "telegraph" });
