// A child of the bench: measures pi at one size, with the functions that its agent calls. Its argument is the job as JSON.
//
// What pi 0.73.1 does (dist/core/agent-session.js, sdk.js):
// - each message: `SessionManager.appendMessage`, and a push to the agent's own list of messages;
// - each request to the model: a copy of that list, `structuredClone` of it for the extensions, `convertToLlm`;
// - each end of the agent's work and each prompt: `getBranch`, the latest compaction, the last usage, `shouldCompact`;
// - each redraw of the footer: `getBranch` and `estimateContextTokens` over all messages;
// - opening a session and after a compaction: `buildSessionContext`.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TURN, take } from "./generate.mjs";
import { collect, collectQuick, collectSteps, elapsed, memoryOf, messagesOf, play, settle, summary, withSessionFile } from "./measure.mjs";

const WINDOW = 200_000;

await play(async (job, attempt) => {
  const load = (file) => import(pathToFileURL(join(job.pi, "dist", "core", file)).href);
  const { getLatestCompactionEntry, SessionManager } = await load("session-manager.js");
  const { convertToLlm } = await load("messages.js");
  const compaction = await load("compaction/index.js");
  const { calculateContextTokens, DEFAULT_COMPACTION_SETTINGS: settings } = compaction;
  const { estimateContextTokens, prepareCompaction, serializeConversation, shouldCompact } = compaction;
  const { messages, further } = await messagesOf(job);
  const pending = messages.find(({ role }) => role === "toolResult");
  const turns = take(further, job.turns * TURN);

  const grown = (list) => {
    const manager = SessionManager.inMemory("/");
    for (const message of list) manager.appendMessage(message);
    return manager;
  };
  const appendAll = (manager, list) => {
    for (const message of list) manager.appendMessage(message);
  };
  const numbers = (list) => shouldCompact(estimateContextTokens(list).tokens, WINDOW, settings);
  const lastUsage = (list) => list.findLast(({ role, usage }) => role === "assistant" && usage).usage;
  const asAgent = (manager, usage) => {
    getLatestCompactionEntry(manager.getBranch());
    return shouldCompact(calculateContextTokens(usage), WINDOW, settings);
  };
  const asFooter = (manager, list) => {
    getLatestCompactionEntry(manager.getBranch());
    return estimateContextTokens(list);
  };
  /** As pi's `compact` begins: the texts of the history and of the turn that the cut parts. */
  const timesToPrompts = (manager) => {
    let parts;
    const preparation = elapsed(() => {
      const { messagesToSummarize, turnPrefixMessages } = prepareCompaction(manager.getBranch(), settings);
      parts = [messagesToSummarize, turnPrefixMessages].filter(({ length }) => length > 0);
      return parts;
    });
    const prompts = elapsed(() => parts.map((list) => serializeConversation(convertToLlm(list))));
    return { preparation, prompts, both: preparation + prompts };
  };

  /** As pi's `navigateTree` begins, from the newest entry back to the end of the first turn. */
  const timesToBranch = (manager) => {
    let chosen;
    const preparation = elapsed(() => {
      const { entries } = compaction.collectEntriesForBranchSummary(manager, manager.getLeafId(), manager.getBranch()[TURN - 1].id);
      chosen = compaction.prepareBranchEntries(entries, WINDOW - settings.reserveTokens).messages;
      return chosen;
    });
    const prompts = elapsed(() => serializeConversation(convertToLlm(chosen)));
    return { preparation, prompts, both: preparation + prompts };
  };

  warmUp();
  const { built: manager, heap, rss } = await memoryOf(() => grown(messages), job.size);

  await attempt("append", "pi, in memory", async () => {
    const times = [];
    for (let round = 0; round < job.rounds; round++) {
      const target = round === 0 ? manager : grown(messages);
      await settle();
      for (let at = 0; at < turns.length; at += TURN) {
        const turn = turns.slice(at, at + TURN);
        times.push(elapsed(() => appendAll(target, turn)) / turn.length);
      }
    }
    return summary(times);
  });

  const all = [...messages, ...turns];
  const usage = lastUsage(messages);
  await attempt("check", "pi, estimateContextTokens", () => collectQuick(() => numbers(all), job));
  await attempt("check", "pi, with a pending message", () => collectQuick(() => numbers([...all, pending]), job));
  const silent = all.map(({ usage: _, ...message }) => message);
  await attempt("check", "pi, no usage reported", () => collectQuick(() => numbers(silent), job));
  await attempt("check", "pi, as its agent does each turn", () => collectQuick(() => asAgent(manager, usage), job));
  await attempt("check", "pi, as its footer does each redraw", () => collectQuick(() => asFooter(manager, all), job));

  /** One more message in pi's log and in its agent's list, then what `work` does with them. */
  const afterOneMore = (work, runs) =>
    collect(
      () => {
        const message = further.next().value;
        manager.appendMessage(message);
        all.push(message);
        return elapsed(work);
      },
      { runs, budgetMs: job.budgetMs },
    );
  await attempt("context", "pi, buildSessionContext", () => afterOneMore(() => manager.buildSessionContext(), job.turns));
  await attempt("context", "pi, as its agent does each request", () =>
    afterOneMore(() => convertToLlm(structuredClone(all.slice())), job.turns),
  );

  await attempt("open", "pi, SessionManager.open", () =>
    withSessionFile(messages, "bench", ({ dir, path }) =>
      collect(() => {
        let opened;
        const time = elapsed(() => {
          opened = SessionManager.open(path, dir);
        });
        const { length } = opened.getEntries();
        if (length !== job.size) throw new Error(`opened ${length} of ${job.size} entries`);
        return time;
      }, job),
    ),
  );

  let steps;
  for (const [step, label] of [
    ["preparation", "pi, prepareCompaction"],
    ["prompts", "pi, serializeConversation"],
    ["both", "pi, both"],
  ]) {
    await attempt("prepare", label, async () => {
      steps ??= await collectSteps(() => timesToPrompts(manager), job);
      return steps[step];
    });
  }

  let parts;
  for (const [step, label] of [
    ["preparation", "pi, collectEntriesForBranchSummary and prepareBranchEntries"],
    ["prompts", "pi, serializeConversation"],
    ["both", "pi, both"],
  ]) {
    await attempt("branch", label, async () => {
      parts ??= await collectSteps(() => timesToBranch(manager), job);
      return parts[step];
    });
  }

  await attempt("context", "pi, after a compaction", async () => {
    const { firstKeptEntryId, tokensBefore } = prepareCompaction(manager.getBranch(), settings);
    manager.appendCompaction("## Goal\nThe bench goes on.", firstKeptEntryId, tokensBefore);
    return afterOneMore(() => manager.buildSessionContext(), job.turns);
  });

  await attempt("memory", "pi, JavaScript heap", () => heap);
  await attempt("memory", "pi, resident set", () => rss);

  function warmUp() {
    const small = grown(messages.slice(0, 400));
    for (let count = 0; count < 50; count++) {
      small.buildSessionContext();
      numbers(messages.slice(0, 400));
      asAgent(small, lastUsage(messages));
    }
    timesToPrompts(small);
    timesToBranch(small);
  }
});
