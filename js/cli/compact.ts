/** `epitome compact`: compacts a conversation, says what became of it, and writes the outcome where that is wanted. */

import type { SessionEvent } from "../session/events.js";
import type { Session } from "../session/session.js";
import type { Outcome } from "../session/types.js";
import type { Options } from "./args.js";
import { EXIT, interrupted, usageError } from "./failure.js";
import { type Host, jsonOf, reportDamage } from "./host.js";
import { DEFAULT_WINDOW } from "./inspect.js";
import type { Loaded } from "./load.js";
import { damageOf, itemsOf, openFile, scaled, tokensOf } from "./open.js";
import { picture } from "./picture.js";
import { type Compacted, documentOf, explain, report } from "./result.js";
import { checkTarget, save, written } from "./save.js";
import { counted, number } from "./style.js";
import { chooseSummarizer } from "./summarizers.js";
import { oneLine } from "./text.js";

export async function compact(options: Options, host: Host): Promise<number> {
  const [window, keep, format] = [options.tokens("window") ?? DEFAULT_WINDOW, options.tokens("keep"), options.format()];
  const [out, instructions] = [options.text("out"), options.text("instructions")];
  const summarizer = chooseSummarizer(options, host.env);
  if (options.has("force") && out === undefined) throw usageError("--force goes with --out FILE.", options.command);
  if (options.has("json") && options.has("picture")) throw usageError("Give --json or --picture, not both.", options.command);
  const target = out === undefined ? undefined : await checkTarget(out, options.has("force"));
  const { loaded, session } = await openFile(options.file, { window, format, keep, summarizer }, host);
  try {
    const result = await attempt(loaded, session, host, { name: summarizer.name, instructions });
    if (target && result.outcome.entry) {
      await save(target, written(loaded, result.outcome.entry, session.context().messages));
      result.out = target.path;
    }
    show(result, options, host);
    const { status } = result.outcome;
    return status === "compacted" || status === "nothing" ? EXIT.ok : EXIT.failure;
  } finally {
    session.close();
  }
}

function show(result: Compacted, options: Options, { print, progress, style }: Host): void {
  const { status } = result.outcome;
  if (options.has("json")) return print(jsonOf(documentOf(result)));
  if (status === "nothing") print(`${oneLine(explain(result))}\n`);
  else if (status !== "compacted") progress.note(explain(result));
  const lines = options.has("picture") ? picture(result, style) : status === "compacted" ? report(result, style) : [];
  if (lines.length > 0) print(`${lines.join("\n")}\n`);
}

/** What the summary is asked of, and what for. */
interface Request {
  name: string;
  instructions: string | undefined;
}

/** Compacts, and measures the context before and after. */
async function attempt(loaded: Loaded, session: Session, host: Host, request: Request): Promise<Compacted> {
  const damage = damageOf(loaded, session);
  host.progress.note(`read ${counted(loaded.entries.length, "entry", "entries")} from ${loaded.name}`);
  reportDamage(host, loaded.name, damage);
  const context = session.context();
  const seen = new Set(context.entries);
  const ending = (await session.path()).filter((entry) => seen.has(entry));
  const { outcome, start } = await run(session, host, request);
  if (host.signal.aborted || outcome.status === "cancelled") throw interrupted();
  const before = itemsOf(context, loaded.format);
  const ratio = outcome.tokensBefore / Math.max(1, tokensOf(before));
  return {
    loaded,
    outcome,
    start,
    summarizer: request.name,
    before: scaled(before, ratio),
    after: scaled(itemsOf(session.context(), loaded.format), ratio),
    damage,
    ending: ending.at(-1)?.type,
  };
}

type Start = Extract<SessionEvent, { type: "compaction_start" }>;

/** Compacts, and tells how it goes. */
async function run(
  session: Session,
  { progress, signal }: Host,
  { name, instructions }: Request,
): Promise<{ outcome: Outcome; start: Start | undefined }> {
  let start: Start | undefined;
  let asked = false;
  const stop = session.on((event) => {
    switch (event.type) {
      case "compaction_start":
        start = event;
        break;
      case "summary_request": {
        const size = start ? counted(start.messagesToSummarize + start.turnPrefix, "message") : "messages";
        const wait = event.delayMs > 0 ? `waiting ${number(event.delayMs / 1000)} s, then ` : "";
        // A parted turn needs two summaries; the work is one.
        if (!asked) progress.note(`summarizing ${size} with ${name}`);
        asked = true;
        progress.begin(`${wait}summarizing ${size} with ${name}`);
        break;
      }
      case "summary_progress":
        progress.update(`${name} is writing: ${counted(event.chars, "character")}`);
        break;
      case "summary_failed":
        // The last failure is told as the outcome.
        if (event.failure.retryable) progress.note(event.failure.message);
        break;
    }
  });
  try {
    return { outcome: await session.compact({ instructions, signal }), start };
  } finally {
    stop();
    progress.end();
  }
}
