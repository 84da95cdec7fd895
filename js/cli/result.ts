/** What came out of a compaction: parted into what was folded away and what stayed, as data and as text. */

import type { SessionEvent } from "../session/events.js";
import type { Outcome } from "../session/types.js";
import type { FileOperations } from "../wasm/epitome.js";
import type { Loaded } from "./load.js";
import { type Damage, type Item, tokensOf } from "./open.js";
import { counted, listed, number, type Row, ruled, type Style, share, titleOf } from "./style.js";
import { oneLine } from "./text.js";

/** A compaction that was tried, and the context before and after it. */
export interface Compacted {
  loaded: Loaded;
  outcome: Outcome;
  /** How it began; undefined where it did not. */
  start: Extract<SessionEvent, { type: "compaction_start" }> | undefined;
  /** The name of the summarizer. */
  summarizer: string;
  before: readonly Item[];
  after: readonly Item[];
  damage: readonly Damage[];
  /** What the conversation ended with before: the type of its newest entry that a model sees. */
  ending: string | undefined;
  /** The file that was written. */
  out?: string;
}

/** How many of the newest tool outputs of each summary request stay whole in its prompt: the default of the settings. */
const WHOLE_OUTPUTS = 5;

/** What became of each message of the context before. */
export interface Parts {
  /** Folded into the summary. */
  folded: ReadonlySet<Item>;
  /** Of these, messages of older tool outputs: a notice stood for each output when the summary was made. */
  masked: ReadonlySet<Item>;
  /** These outputs, wherever they stand. */
  outputs: readonly Item["results"][number][];
  /** Stayed as they are. */
  kept: readonly Item[];
}

/** Parts the context before by what is still there after. */
export function partsOf({ outcome, start, before, after }: Compacted): Parts {
  if (outcome.status !== "compacted" || !start) return { folded: new Set(), masked: new Set(), outputs: [], kept: before };
  const left = new Set(after.map(({ entry }) => entry.id));
  const folded = before.filter(({ entry }) => !left.has(entry.id));
  // An earlier summary goes into the new one by itself; the rest are the requests for the history and for a parted turn.
  const asked = folded.filter(({ entry }) => entry.type !== "compaction");
  const requests = [asked.slice(0, start.messagesToSummarize), asked.slice(start.messagesToSummarize)];
  const outputs = new Set(requests.flatMap((items) => items.flatMap(({ results }) => results).slice(0, -WHOLE_OUTPUTS)));
  const masked = folded.filter(({ kind, results }) => kind === "tool" && results.every((result) => outputs.has(result)));
  return {
    folded: new Set(folded),
    masked: new Set(masked),
    outputs: [...outputs],
    kept: before.filter(({ entry }) => left.has(entry.id)),
  };
}

/** The summary of a compaction. */
export function summaryOf({ entry }: Outcome): string {
  return typeof entry?.summary === "string" ? entry.summary : "";
}

/** Why nothing was compacted, in a sentence that says what to do. */
export function explain({ loaded, outcome, before, ending, summarizer }: Compacted): string {
  const { status, reason, message } = outcome;
  const why = message ? `: ${message.replace(/\.?$/, ".")}` : ".";
  if (reason === "nothing-to-compact") {
    const rest =
      ending === "compaction"
        ? "nothing came after the last compaction."
        : `${counted(before.length, "message")}, all recent enough to stay. Keep fewer with --keep N.`;
    return `${loaded.name}: there is nothing to fold away: ${rest}`;
  }
  const other = summarizer === "extractive" ? "" : " A summary without a model: --summarizer extractive.";
  return `${loaded.name}: ${status} (${reason})${why} The conversation is as it was.${other}`;
}

/** The result as a document. */
export function documentOf(result: Compacted): object {
  const { loaded, outcome, start, summarizer, before, after, damage, out } = result;
  const { error, ...rest } = outcome;
  const parts = partsOf(result);
  const folded = [...parts.folded];
  return {
    file: loaded.name,
    format: loaded.format,
    summarizer,
    ...rest,
    ...(outcome.status !== "compacted" && { message: outcome.message ?? explain(result) }),
    messagesBefore: before.length,
    messagesAfter: after.length,
    summarized: {
      messages: folded.length,
      tokens: tokensOf(folded),
      maskedOutputs: parts.outputs.length,
      maskedTokens: tokensOf(parts.outputs),
    },
    kept: { messages: parts.kept.length, tokens: tokensOf(parts.kept) },
    ...(start && { firstKeptEntryId: start.firstKeptEntryId, isSplitTurn: start.isSplitTurn, files: start.fileOperations }),
    ...(error && { error }),
    damage,
    ...(out !== undefined && { out }),
  };
}

/** The result as text. */
export function report(result: Compacted, style: Style): string[] {
  const { loaded, outcome, start, summarizer } = result;
  const head = ruled(style, titleOf(loaded.name, style), `${outcome.status} by ${summarizer}`);
  const rows = numbers(result);
  if (start) rows.push(...filesOf(start.fileOperations));
  rows.push(["summary", `${counted(summaryOf(outcome).length, "character")}; --picture prints it`]);
  return ["", head, "", ...listed(style, rows), ""];
}

/** The numbers of a compaction, as rows. */
export function numbers(result: Compacted): Row[] {
  const { loaded, outcome, start, before, after, out } = result;
  const { tokensBefore, tokensAfter, reason } = outcome;
  const { folded, outputs, kept } = partsOf(result);
  const rows: Row[] = [
    ["status", `${outcome.status} (${reason})${outcome.degraded ? ": the model-free summary stands in" : ""}`],
    ["tokens", `${number(tokensBefore)} → ${number(tokensAfter)}, ${share(tokensAfter, tokensBefore)} of before`, "good"],
    ["messages", `${number(before.length)} → ${number(after.length)}`],
    ["summarized", amount([...folded])],
  ];
  if (outputs.length > 0)
    rows.push(["  masked", `${counted(outputs.length, "old tool output")} of these, ${counted(tokensOf(outputs), "token")}`]);
  rows.push(["kept", amount(kept)]);
  if (start)
    rows.push(["cut", `before ${whereIs(loaded, start.firstKeptEntryId)}, ${start.isSplitTurn ? "inside a turn" : "between two turns"}`]);
  if (out !== undefined) rows.push(["written", oneLine(out)]);
  return rows;
}

/** Where an entry stands: its line where the file has lines, its number from 0 among the messages elsewhere. */
function whereIs({ form }: Loaded, id: string): string {
  return form.kind === "session" ? `line ${form.lineOf.get(id) ?? "?"}` : `messages[${Number(id)}]`;
}

const amount = (items: readonly Item[]): string => `${counted(items.length, "message")}, ${counted(tokensOf(items), "token")}`;

/** How many files are named; the summary names them all. */
const FILES = 6;

function filesOf({ readFiles = [], modifiedFiles = [] }: FileOperations): Row[] {
  const list = (name: string, files: readonly string[]): Row[] => {
    if (files.length === 0) return [];
    const more = files.length > FILES ? [["", `and ${number(files.length - FILES)} more`] as const] : [];
    return [[name, counted(files.length, "file")], ...files.slice(0, FILES).map((file) => ["", oneLine(file)] as const), ...more];
  };
  return [...list("modified", modifiedFiles), ...list("read", readFiles)];
}
