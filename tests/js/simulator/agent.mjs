/** The host: an agent's loop over a session, as the README tells to write one. */

import * as epitome from "../../../pkg/dist/index.js";
import { memory } from "../../../pkg/dist/stores/memory.js";
import { random } from "../random.mjs";
import { FORMATS } from "./formats.mjs";
import { Provider } from "./provider.mjs";
import { Rules } from "./rules.mjs";
import { Speech } from "./speech.mjs";
import { SUMMARIZERS } from "./summarizers.mjs";
import { text } from "./texts.mjs";
import { Broken, ContextWatch, demand, inTime, lookAtForetold, lookAtOutcome, lookAtTwins, SummaryWatch } from "./watch.mjs";

/** Overflows in a row that are answered with another request. */
const MOST_RESENDS = 4;

export class Agent {
  stats = {
    sends: 0,
    over: 0,
    overInARow: 0,
    gaveUp: 0,
    exhausted: 0,
    compacted: 0,
    pruned: 0,
    promoted: 0,
    degraded: 0,
    calls: 0,
    reopened: 0,
  };
  trace = [];
  #plan;
  #random;
  #format;
  #provider;
  #speech;
  #store = memory();
  #session;
  #watch;
  #summaries;
  #clock = Date.UTC(2026, 0, 1);
  #ids = 0;
  #newest;
  #pins = [];
  #originals = [];
  #changed = true;
  #rules;
  /** The limit that the newest error told. */
  #told;
  #models = 0;
  /** Whether the user speaks while a summary is being written; and that it was done. */
  #interrupts = false;
  #early;
  /** The model, once it was switched. */
  #model;

  constructor(plan) {
    this.#plan = plan;
    this.#random = random(plan.seed ^ 0x5eed);
    this.#format = FORMATS[plan.format];
    this.#provider = new Provider(this.#random, plan.format, plan);
    this.#speech = new Speech(plan, this.#random, this.#provider);
    this.#rules = new Rules(plan, this.#provider);
    this.#watch = new ContextWatch(plan.format);
    // Two requests for each compaction (the history, and the start of a turn that is parted), each tried again by each candidate.
    this.#summaries = new SummaryWatch(3 * 2 * plan.summarizers.length * (1 + plan.maxRetries));
  }

  async run() {
    const plan = this.#plan;
    this.#session = await this.#open();
    try {
      await this.#begin();
      let failures = 0;
      for (let turn = 0; turn < plan.turns && this.#goesOn() && failures < 3; turn++) {
        failures = (await this.#turn(plan.autonomous ? plan.turns * 3 : this.#random.below(2 * plan.stepsPerTurn + 1))) ? 0 : failures + 1;
        if (plan.autonomous) break;
        if (this.#chance(plan.switches)) this.#switchModel();
        if (this.#chance(plan.reopens)) await this.#reopen();
      }
      await this.#reopen();
      await this.#allReadable();
    } finally {
      this.#session.close();
    }
    return this.stats;
  }

  /** What nobody can see is not played for ever: a server that cuts, and reports nothing. */
  #goesOn() {
    return this.stats.sends < this.#plan.mostSends && this.#rules.overInARow < 100;
  }

  #chance(share) {
    return share > 0 && this.#random.next() < share;
  }

  #options() {
    const { format, window, maxOutput, declared, overhead, slope, summarizers, maxRetries, compaction, prune, larger } = this.#plan;
    const tokens = Math.round(overhead / slope);
    const told = {
      nothing: undefined,
      tokens: { tokens: overhead },
      texts: {
        system: text(random(1), "You are an agent.", tokens / 2),
        tools: [{ name: "bash", description: text(random(2), "Runs.", tokens / 2) }],
      },
    }[overhead > 0 ? declared : "nothing"];
    return {
      id: "sim",
      store: this.#store,
      format,
      model: this.#model ?? { ...(window && { contextWindow: window }), ...(maxOutput && { maxOutput }), id: "first" },
      ...(told && { overhead: told }),
      ...(larger && { largerModels: [{ contextWindow: window * 4, id: "larger" }] }),
      summarizer: summarizers.map((kind) => this.#summarizer(SUMMARIZERS[kind](this.#random))),
      settings: {
        compaction: { timeoutMs: 5, ...compaction },
        prune,
        retry: { maxRetries, baseDelayMs: 0 },
        ...(larger && { contextPromotion: { enabled: true } }),
      },
      now: () => this.#clock++,
      newId: () => `e${this.#ids++}`,
    };
  }

  #summarizer(answer) {
    return (request, options) => {
      this.#summaries.call(request, this.#plan.window);
      this.stats.calls++;
      if (this.#interrupts && !this.#early) this.#early = this.#ask();
      return answer(request, options);
    };
  }

  #open() {
    return epitome.openSession(this.#options());
  }

  /** The newest things that happened, for whoever looks for a fault. */
  #note(text) {
    this.trace.push(text);
    if (this.trace.length > 12) this.trace.shift();
  }

  /** `isHeard`: it is not the model's. */
  async #append(message, options = {}, isHeard = true) {
    const list = [message].flat();
    const entries = await this.#session.append(list, options);
    for (const [at, entry] of entries.entries()) this.#originals.push({ id: entry.id, message: list[at] });
    this.#rules.added(list, this.#session.check(), isHeard);
    return entries;
  }

  async #begin() {
    const message = this.#speech.system();
    if (message) await this.#append(message);
  }

  /** A request of the user, which may come while a summary of what was before is being written. */
  async #ask() {
    const request = this.#speech.request();
    await this.#append(request.message);
    this.#newest = request;
    this.#summaries.renew();
  }

  async #pin() {
    const note = this.#speech.note();
    await this.#append(note.message, { pinned: true });
    this.#pins.push(note);
    this.#newest = note;
  }

  /** A request of the user, and the model's work on it. Tells whether it was answered. */
  async #turn(steps) {
    if (this.#early) await this.#early;
    else await this.#ask();
    this.#early = undefined;
    if (this.#chance(this.#plan.pins) && this.#rules.pinnedShare(this.#pins) < 0.1) await this.#pin();
    // Where all of a turn is one message, it is appended when the turn is over.
    const most = this.#format.whole ? 0 : steps;
    for (let step = 0; ; step++) {
      await this.#maintain();
      const answer = await this.#send();
      if (!answer) {
        this.stats.gaveUp++;
        this.#rules.overInARow = 0;
        return false;
      }
      const { whole, messages, usage, results } = this.#speech.answer(answer.input, this.#format.whole ? steps : step < most);
      if (whole) this.#rules.counted(answer.input);
      // The blocks of one answer come one by one, each with the same report.
      for (const message of messages) await this.#append(message, { usage }, false);
      if (results) await this.#append(results);
      if (step >= most || !this.#goesOn()) break;
    }
    this.#interrupts = this.#chance(this.#plan.interruptions);
    await this.#maintain();
    this.#interrupts = false;
    return true;
  }

  /** Asks the model; null where that is given up. */
  async #send() {
    let resends = 0;
    for (let troubles = 0; troubles < 50; ) {
      const context = this.#session.context();
      this.#watch.look(context, { newest: this.#newest, pins: this.#pins, changed: this.#changed });
      this.#changed = false;
      const answer = this.#provider.answer(context.messages);
      if (answer.kind === "transient") {
        troubles++;
        const kind = epitome.classifyError?.(answer.error).kind ?? "other";
        demand(kind !== "overflow" && kind !== "payload-too-large", "classified", `${answer.error} is taken for ${kind}`);
        continue;
      }
      this.stats.sends++;
      this.#note(
        `send ${context.messages.length} messages, we: ${context.tokens} (${this.#session.check().overheadTokens} beside), it: ${answer.tokens} of ${this.#provider.limit} ${answer.kind ?? ""}`,
      );
      this.#rules.sent(answer, this.#fixed(context));
      if (answer.over) this.stats.over++;
      this.stats.overInARow = Math.max(this.stats.overInARow, this.#rules.overInARow);
      if (!answer.error) return answer;
      const outcome = await this.#recover(answer);
      if (!outcome.willRetry) {
        demand(
          !this.#rules.isSolvable(this.#fixed(context)),
          "gave-up",
          () => `${outcome.status} (${outcome.reason}), though it could fit: ${JSON.stringify(outcome.unfit)}`,
        );
        return null;
      }
      resends++;
      demand(resends <= MOST_RESENDS, "bounded-resends", `${resends} requests in a row were refused for their length`);
    }
    return null;
  }

  /** What the host does about an error that a request got. */
  async #recover({ error, kind, told }) {
    const seen = epitome.classifyError?.(error).kind ?? kind;
    demand(seen === kind, "classified", `${error.message ?? error} is taken for ${seen}`);
    if (told !== undefined && told !== this.#told) {
      this.#told = told;
      this.#summaries.renew();
      this.#rules.limitChanged();
    }
    this.#rules.refused();
    // Where a failed answer is a message, it is appended; then it can speak for itself.
    const isShown = this.#format.failed && typeof error !== "string" && error.message && this.#random.next() < 0.5;
    if (isShown) await this.#append(this.#format.failed(error.message));
    const options = isShown && this.#random.next() < 0.5 ? {} : { reason: "overflow", error };
    for (;;) {
      const outcome = await this.#maintain(options);
      // An abort says nothing about what could be done.
      if (outcome.status !== "cancelled") return outcome;
    }
  }

  /** What nothing can be taken from. */
  #fixed({ messages }) {
    return { lead: messages[0], newest: this.#newest, pins: this.#pins };
  }

  async #maintain(options = {}) {
    const before = this.#session.context().messages;
    const { head } = this.#session;
    const foretold = this.#session.check();
    const controller = this.#chance(this.#plan.aborts) ? new AbortController() : undefined;
    if (controller) setImmediate(() => controller.abort(new Error("enough")));
    const outcome = await inTime(this.#session.maintain({ ...options, ...(controller && { signal: controller.signal }) }));
    this.#note(`maintain(${options.reason ?? ""}) ${outcome.status} ${outcome.reason} ${outcome.tokensBefore} → ${outcome.tokensAfter}`);
    lookAtOutcome(outcome, before, this.#session.context().messages, this.#early !== undefined);
    if (!options.error) lookAtForetold(foretold, outcome);
    this.#changed ||= this.#session.head !== head;
    const { status, degraded } = outcome;
    if (status in this.stats) this.stats[status]++;
    if (degraded) this.stats.degraded++;
    if (status === "exhausted") this.#summaries.exhausted();
    if (status === "promoted") this.#promote(outcome.model);
    if (status === "compacted") this.#rules.compacted();
    return outcome;
  }

  #promote(model) {
    demand(model?.id === "larger", "outcome", "promoted without the model");
    this.#provider.limit *= 4;
    this.#plan.window *= 4;
    this.#plan.larger = false;
    this.#model = model;
    this.#told = undefined;
    this.#summaries.renew();
    this.#rules.limitChanged();
  }

  #switchModel() {
    const factor = [0.5, 0.7, 1.5, 2][this.#random.below(4)];
    const window = Math.max(1_500, Math.round(this.#plan.window * factor));
    if (this.#plan.window === 0 || this.#provider.limit * factor < 1_000) return;
    this.#provider.limit = this.#plan.manner === "accepts" ? window : Math.max(1_000, Math.round(this.#provider.limit * factor));
    this.#plan.window = window;
    this.#rules.forget();
    this.#told = undefined;
    this.#model = { contextWindow: window, id: `model-${this.#models++}` };
    this.#session.setModel(this.#model);
    this.#summaries.renew();
    this.#rules.limitChanged();
  }

  /** Another process opens the session, and may be the one that goes on. */
  async #reopen() {
    const twin = await this.#open();
    this.stats.reopened++;
    try {
      lookAtTwins(this.#session, twin, this.#rules.isInLog);
    } catch (error) {
      twin.close();
      throw new Broken("same-after-opening", error.message);
    }
    const [going, staying] = this.#random.next() < 0.5 ? [twin, this.#session] : [this.#session, twin];
    staying.close();
    if (going === twin) this.#watch.forget();
    this.#session = going;
  }

  async #allReadable() {
    await this.#session.load();
    const { entries } = await this.#store.read("sim", 0);
    const stored = new Map(entries.map((entry) => [entry.id, JSON.stringify(entry.message)]));
    for (const { id, message } of this.#originals) {
      const text = JSON.stringify(message);
      demand(stored.get(id) === text, "originals", `${id} in the store is not what was appended`);
      demand(JSON.stringify(this.#session.original(id)) === text, "originals", `the original of ${id} is not what was appended`);
    }
  }
}
