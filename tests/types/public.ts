// The public face as a host uses it: its own summarizer and store, the built-in ones, and what must not compile.
import {
  type Branch,
  type BranchSummaryEntry,
  type Check,
  type ClassifyOptions,
  type ClientReply,
  type CompactionEntry,
  type Continuation,
  classifyError,
  compact,
  type Entry,
  EpitomeError,
  type ErrorClass,
  type ErrorKind,
  type Format,
  type HandoffOutcome,
  type Hooks,
  type LiveRequest,
  type MaintainOptions,
  type NavigateOutcome,
  needsCompaction,
  type Outcome,
  type Overhead,
  openSession,
  presets,
  type Repair,
  repair,
  type SessionState,
  type SessionStore,
  type Settings,
  type Summarizer,
  type SummaryReply,
  type Unfit,
  type Violation,
  validate,
} from "epitome";
import { createHandler, type HttpSession, toNodeListener } from "epitome/adapters/http";
import { classifyError as coreClassifyError, estimateMessage, findCutPoint } from "epitome/core";
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
import { gemini } from "epitome/summarizers/gemini";
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
  anthropic({ apiKey: "k", model: "m", thinking: { type: "adaptive" }, reasoningTokens: 4_000 }),
  gemini({ apiKey: "k", model: "m", thinking: { thinkingLevel: "low" }, contextWindow: 1_000_000, maxOutput: 65_536, stream: true }),
  endpoint({ url: "https://example.org/summary", contextWindow: 32_000, maxOutput: 4_000 }),
  extractive(),
  // A client's reply as it is.
  async () => ({ choices: [{ message: { content: "summary" }, finish_reason: "stop" }], usage: { prompt_tokens: 1 } }),
  async () => ({ text: "summary", finishReason: "stop", usage: { inputTokens: 1 } }) as ClientReply,
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
    await session.append({ role: "assistant", content: "hi" }, { usage: null });
    const outcome: Outcome = await session.maintain({ reason: "idle" });
    const messages: unknown[] = session.context().messages;
    console.log(added.length, check.tokens, outcome.status, messages.length);
    const moved: NavigateOutcome = await session.navigate(added[0]?.id ?? null, { edit: false, summarize: true, label: "here" });
    const branches: Branch[] = await session.branches();
    const kept: string | null = await session.artifact("a");
    const handed: HandoffOutcome = await session.handoff({ instructions: "x", id: "next", document: "## Goal" });
    handed.session?.context().messages satisfies unknown[] | undefined;
    console.log(handed.status, handed.document, handed.entry?.id, outcome.session?.id, handed.error?.details);
    if (handed.status === "handed-off") {
      await handed.session.append({ role: "user", content: handed.document });
      console.log(handed.sessionId.length, handed.entry.id);
    }
    // @ts-expect-error There is no session where the handoff was refused.
    if (handed.status === "refused") handed.session.close();
    console.log(moved.leafId, moved.summaryEntry?.id, moved.failures?.length, branches.length, kept, (await session.path()).length);
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

export const live: Summarizer = async ({ live, prompt }) => {
  const request: LiveRequest | undefined = live;
  return request ? `${request.format} ${request.messages.length} ${request.toolChoice} ${request.prompt}` : prompt;
};

export function explain(error: unknown): string {
  return EpitomeError.isInstance(error) ? `${error.code} ${error.retryable}` : "not ours";
}

// Whatever was caught may be classified, and every kind has an answer.
export function recover(error: unknown, options: ClassifyOptions = { contextWindow: 200_000, provider: "cerebras" }): string {
  const found: ErrorClass = classifyError(error, options);
  const { kind, observed = 0, maximum = 0 } = coreClassifyError(error);
  const answers = {
    overflow: observed > maximum ? "compact" : "ask for a shorter answer",
    "payload-too-large": "drop pictures",
    "rate-limit": "wait",
    auth: "change the key",
    other: "give up",
  } satisfies Record<ErrorKind, string>;
  return `${answers[kind]} ${found.excess ?? ""}`;
}

// What every request carries is declared in the same words to a session and to functions over arrays.
const overhead: Overhead = { system: [{ type: "text", text: "You are careful." }], tools: [{ name: "read" }], tokens: 100 };
export const isTooMuch = (): boolean => needsCompaction([], { format: "anthropic", contextWindow: 16_000, overhead });
export const compacted = () => compact([], { format: "anthropic", model: { contextWindow: 16_000 }, overhead });

// The host's state decides whether the outcome says to go on; every way out of a refusal has a type.
const state = async (): Promise<SessionState> => ({
  goal: { objective: "ship it", status: "active" },
  todos: [{ text: "write the notes", status: "in_progress" }] as const,
  skills: [{ name: "review", active: true }],
  queued: 0,
});

// Handlers are functions of any kind, one or several; what none of them can say does not compile.
const hooks: Hooks = {
  session_before_compact: ({ preparation, reason, signal }) =>
    signal.aborted || reason === "idle" ? { cancel: true } : bring(preparation.tokensBefore),
  "session.compacting": [async ({ messages }) => ({ context: [`${messages.length} messages`] }), () => {}, async () => {}, () => null],
  session_compact: async ({ compactionEntry, fromExtension }) => console.log(written(compactionEntry), fromExtension),
  session_compact_failed: ({ code, error, aborted }) => void console.log(code, error, aborted),
  session_before_tree: ({ preparation }) => (preparation.userWantsSummary ? { summary: { summary: "Nothing came of it." } } : undefined),
  session_tree: [({ newLeafId, summaryEntry }) => console.log(newLeafId, summaryEntry?.fromId.length, left(summaryEntry))],
};
const written = ({ id, summary, firstKeptEntryId, tokensBefore, shortSummary }: CompactionEntry): string[] =>
  [id, summary, firstKeptEntryId, tokensBefore.toFixed(), shortSummary ?? ""] satisfies string[];
const left = (entry: BranchSummaryEntry | undefined): string[] | undefined => entry?.details?.modifiedFiles;
const bring = (tokensBefore: number) => ({ compaction: { summary: "All is well.", tokensBefore, preserveData: { mine: 1 } } });
// @ts-expect-error: it is `cancel`
export const misspelt: Hooks = { session_before_compact: () => ({ cancelled: true }) };
export const listening = () =>
  openSession({ id: "s", hooks: [hooks, {}], summarizer: Object.assign(() => "summary", { contextWindow: 8_000 }) });

export async function send(call: (messages: unknown[]) => Promise<object>): Promise<string> {
  const session = await openSession({ id: "s", format: "anthropic", overhead, state, settings: presets.tiered });
  session.setOverhead({ ...overhead, system: null });
  try {
    await session.append(await call(session.context().messages));
    return "sent";
  } catch (error) {
    if (classifyError(error).kind !== "overflow") throw error;
    const how: MaintainOptions = {
      reason: "overflow",
      error,
      pending: [{ role: "user", content: "hello" }],
      signal: AbortSignal.timeout(5),
    };
    const outcome = await session.maintain(how);
    const unfit: Unfit | undefined = outcome.unfit;
    const next: Continuation | null | undefined = outcome.continue;
    const again: boolean = outcome.willRetry ?? false;
    const asked: Continuation | null = await session.continuation();
    const reason: "queued-messages" | "cut-off" | "open-loop" | "goal" | "todos" | "skill" | undefined = (next ?? asked)?.reason;
    const numbers = unfit ? [unfit.tokens, unfit.overBy, unfit.overhead, unfit.newestTurn] : [];
    return `${again} ${reason} ${next?.prompt} ${numbers} ${outcome.model?.id} ${outcome.prunes?.length}`;
  }
}

// Each preset is a part of the settings, to be written to by nobody.
export const asSettings: readonly NonNullable<Parameters<typeof openSession>[0]["settings"]>[] = Object.values(presets);
export const keepOf = (settings: Settings): number | undefined => settings.compaction?.keepRecentTokens;
export const most: 80 = presets.masking.compaction.maxMessages;
export const promotion: false = presets.tree.contextPromotion.enabled;

// @ts-expect-error There are three reasons.
export const wrongReason: MaintainOptions = { reason: "overfow" };
// @ts-expect-error An error is no options: it is given as { error }.
export const wrongMaintain = async () => (await openSession({ id: "s" })).maintain(new Error("too long"));
// @ts-expect-error A status is a text.
export const wrongState: SessionState = { goal: { objective: "ship it", status: 1 } };
// @ts-expect-error Overhead is what is sent, or its tokens by name.
export const wrongOverhead = () => needsCompaction([], { overhead: 500 });
// @ts-expect-error A number is no summary.
export const wrongSummarizer: Summarizer = () => 7;
// @ts-expect-error Nor is an object that no client gives.
export const wrongReply: Summarizer = () => ({ summary: "text" });
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
// A preset is settings, to be given as they are or to start from; a model may say no more than it knows.
export const presetSession = () =>
  openSession({
    id: "s",
    model: { contextWindow: null, maxOutput: 8_000, inputLimit: undefined, provider: "p", id: "m", tokenizer: "o200k" },
    overhead: { system: "You are careful.", tools: [{ name: "read" }], tokens: undefined },
    largerModels: [{ contextWindow: 1_000_000, id: "large" }],
    settings: { ...presets.tree, compaction: { ...presets.masking.compaction, maxMessages: 200 } },
  });
// @ts-expect-error A window is a number.
export const wrongModel = () => openSession({ id: "s", model: { contextWindow: "20000" } });
// @ts-expect-error An unknown setting is an error at compile time already.
export const wrongSetting = () => openSession({ id: "s", settings: { compaction: { keepRecent: 5 } } });
// @ts-expect-error An unknown format is an error at compile time already.
export const wrongFormat = () => openSession({ id: "s", format: "telegraph" });
// @ts-expect-error A window is a number.
export const wrongWindow = () => classifyError("x", { contextWindow: "8k" });

// Over HTTP: any session of this package's serves, and so does an object around one. The listener fits Node's own server.
const overHttp: (request: Request) => Promise<Response> = createHandler({
  open: async (id) => (id === "none" ? null : openSession({ id })),
  authorize: (request, { id, action }) => action !== "summarize" || request.headers.get("x-user") === id,
  release: (session) => session.close(),
  cors: { origins: (origin) => origin.endsWith(".example"), credentials: true },
});
createHandler({ open: (): HttpSession | undefined => undefined, onError: (error, { id }) => console.error(id, error) });
// @ts-expect-error a handler needs to know its sessions
createHandler({});
// @ts-expect-error there is no such action
createHandler({ open: () => null, authorize: (_, { action }) => action === "delete" });
export const listener = toNodeListener(overHttp);
