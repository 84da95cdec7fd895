// A child of the bench: measures Epitome at one size. Its argument is the job as JSON.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TURN, take } from "./generate.mjs";
import { collect, collectQuick, collectSteps, elapsed, memoryOf, messagesOf, play, settle, summary, withSessionFile } from "./measure.mjs";

const MODEL = { contextWindow: 200_000 };

await play(async (job, attempt) => {
  const load = (file) => import(pathToFileURL(join(job.pkg, "dist", file)).href);
  const { openSession } = await load("index.js");
  const { memory } = await load("stores/memory.js");
  const { jsonl } = await load("stores/jsonl.js");
  const { engine } = await load("engine/engine.js");
  const { messages, further } = await messagesOf(job);
  const pending = messages.find(({ role }) => role === "toolResult");

  /** Called with each request for a summary; what it throws refuses the compaction. */
  let onRequest = (request) => request.extract();
  const open = (options) => openSession({ id: "bench", model: MODEL, summarizer: (request) => onRequest(request), ...options });
  /** A session that got its messages one by one, as an agent appends them. */
  const grown = async (list, options) => {
    const session = await open(options);
    for (const message of list) await session.append(message);
    return session;
  };
  const appendTurn = async (session, turn) => (await elapsed(() => appendAll(session, turn))) / turn.length;
  const turns = take(further, job.turns * TURN);

  /** Appends whole turns to sessions of the job's size. Each round has a session of its own, so that the size stays about the same. */
  const appends = async (options, first) => {
    const times = [];
    for (let round = 0; round < job.rounds; round++) {
      const session = round === 0 && first ? first : await grown(messages, options());
      await settle();
      for (let at = 0; at < turns.length; at += TURN) times.push(await appendTurn(session, turns.slice(at, at + TURN)));
      if (session !== first) session.close();
    }
    return summary(times);
  };

  await warmUp();
  const { built: session, heap, wasm, rss } = await memoryOf(() => grown(messages), job.size, wasmBytes);
  await attempt("append", "Epitome, no store", () => appends(() => ({}), session));
  await attempt("append", "Epitome, memory store", () => appends(() => ({ store: memory() })));

  await attempt("check", "Epitome", () => collectQuick(() => session.check(), job));
  await attempt("check", "Epitome, with a pending message", () => collectQuick(() => session.check({ pending: [pending] }), job));
  await attempt("check", "Epitome, no usage reported", async () => {
    const silent = await grown(messages.map(({ usage: _, ...message }) => message));
    const found = await collectQuick(() => silent.check(), job);
    silent.close();
    return found;
  });

  // In one turn that does not end: a call, its result, and what an agent asks between the two calls of the model.
  await attempt("check", "Epitome, between tool calls", async () => {
    const call = messages.find(({ role, content }) => role === "assistant" && content.some?.(({ type }) => type === "toolCall"));
    const { id } = call.content.find(({ type }) => type === "toolCall");
    const loop = await grown(messages);
    let count = 0;
    const times = [];
    for (let step = 0; step < job.turns; step++) {
      const renamed = `between-${count++}`;
      const content = call.content.map((part) => (part.id === id ? { ...part, id: renamed } : part));
      await loop.append([
        { ...call, content },
        { ...pending, toolCallId: renamed },
      ]);
      times.push(await elapsed(() => loop.check()));
    }
    loop.close();
    return summary(times);
  });

  const context = async () => {
    await session.append(further.next().value);
    return elapsed(() => session.context());
  };
  await attempt("context", "Epitome", () => collect(context, { runs: job.turns }));

  await attempt("open", "Epitome, jsonl store", () =>
    withSessionFile(messages, "bench", ({ dir }) =>
      collect(async () => {
        const since = performance.now();
        const opened = await open({ store: jsonl({ dir }) });
        const time = performance.now() - since;
        if (opened.head !== job.size) throw new Error(`opened ${opened.head} of ${job.size} entries`);
        opened.close();
        return time;
      }, job),
    ),
  );

  let steps;
  for (const step of ["preparation", "prompts", "both"]) {
    await attempt("prepare", `Epitome, ${step}`, async () => {
      steps ??= await collectSteps(() => timesToPrompts(session), job);
      return steps[step];
    });
  }

  let parts;
  for (const step of ["preparation", "prompts", "both"]) {
    await attempt("branch", `Epitome, ${step}`, async () => {
      parts ??= await collectSteps(() => timesToBranch(session), job);
      return parts[step];
    });
  }

  await attempt("context", "Epitome, after a compaction", async () => {
    onRequest = (request) => request.extract();
    const { status, reason, message } = await session.compact();
    if (status !== "compacted") throw new Error(`the compaction ended as ${status}: ${message ?? reason}`);
    return collect(context, { runs: job.turns });
  });

  await attempt("memory", "Epitome, JavaScript heap", () => heap);
  await attempt("memory", "Epitome, wasm memory", () => wasm);
  await attempt("memory", "Epitome, resident set", () => rss);

  async function appendAll(target, list) {
    for (const message of list) await target.append(message);
  }

  function wasmBytes() {
    return engine().stagingMemory().buffer.byteLength;
  }

  /**
   * From `compact()` to what is to be summarized, and from there to the last first prompt: a turn that the cut parts has one of
   * its own. The summarizer then refuses: the session stays as it was.
   */
  async function timesToPrompts(target) {
    let [started, arrived, wanted] = [0, 0, 0];
    const stop = target.on((event) => {
      if (event.type !== "compaction_start") return;
      started = performance.now();
      wanted = Number(event.messagesToSummarize > 0) + Number(event.turnPrefix > 0);
    });
    onRequest = ({ attempt }) => {
      if (attempt === 0 && --wanted === 0) arrived = performance.now();
      throw new Error("the bench stops here");
    };
    const since = performance.now();
    const { status, reason } = await target.compact();
    stop();
    if (arrived === 0) throw new Error(`not all prompts came: ${status}, ${reason}`);
    return { preparation: started - since, prompts: arrived - started, both: arrived - since };
  }

  /** From `navigate()` to the choice of what is summarized, and from there to the prompt. The move is then aborted: the session stays. */
  async function timesToBranch(target) {
    let [started, arrived] = [0, 0];
    const stop = target.on(({ type }) => {
      if (type === "branch_summary_start") started = performance.now();
    });
    const leaving = new AbortController();
    onRequest = () => {
      arrived = performance.now();
      leaving.abort();
      throw new Error("the bench stops here");
    };
    const to = target.context().entries[TURN - 1].id;
    const since = performance.now();
    const { status, reason } = await target.navigate(to, { summarize: true, signal: leaving.signal });
    stop();
    if (arrived === 0 || status !== "cancelled") throw new Error(`the prompt did not come: ${status}, ${reason}`);
    return { preparation: started - since, prompts: arrived - started, both: arrived - since };
  }

  async function warmUp() {
    const small = await grown(messages.slice(0, 400), { store: memory() });
    collectQuick(() => small.check(), { runs: 10 });
    for (let count = 0; count < 200; count++) small.context();
    await timesToPrompts(small);
    await timesToBranch(small);
    small.close();
  }
});
