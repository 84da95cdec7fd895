// Plays a story: what is said goes into the session as it is written, what is done is done in the scratch copy first.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runIn } from "./sandbox.mjs";

/** How long a tool takes in the story, in milliseconds: at least, and up to how much more. */
const PACE = [
  [/^cargo (clippy|test .*--doc|test --doc)/, 4_200, 5_000],
  [/^cargo test/, 5_200, 7_000],
  [/^cargo /, 1_700, 3_200],
  [/^node /, 350, 400],
  [/^/, 25, 130],
];

/** The code has moved on, and a step of the story no longer fits it. */
export class StoryError extends Error {}

export class Narrator {
  #parts;
  #model = { provider: "anthropic", model: "claude-sonnet-4-5" };
  #chapter = "";
  #step = 0;

  /** `parts`: sandbox, tools, session, meter, scrub, below, progress. */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Plays one file of the story. */
  async play(chapter, story) {
    this.#chapter = chapter;
    this.#step = 0;
    await story(this);
    this.#parts.progress(chapter, this.#parts.session.entries);
  }

  /** The user writes, `away` seconds after the last word. */
  user(text, { away = 60 } = {}) {
    const { session, meter } = this.#parts;
    session.wait(away * 1000);
    meter.add(text);
    return session.message({ role: "user", content: [{ type: "text", text }] });
  }

  /** The user runs a command of their own. */
  async userRuns(command, { away = 20 } = {}) {
    const { sandbox, session, meter, scrub } = this.#parts;
    session.wait(away * 1000);
    const { code, output } = await runIn(sandbox, command, { date: new Date(session.now) });
    const text = scrub(output);
    meter.add(command + text, "code");
    const message = { role: "bashExecution", command, output: text, exitCode: code, cancelled: false, truncated: false };
    return session.message(message);
  }

  /** The agent thinks, says something, and calls tools; answers with what they gave, in the order of the calls. */
  async act({ think, say, calls }) {
    const named = calls.map((call) => ({ ...call, id: this.#parts.session.callId() }));
    this.#reply({ think, say, calls: named, stopReason: "toolUse" });
    const results = [];
    for (const call of named) results.push(await this.#run(call));
    return results;
  }

  /** The agent answers and waits for the user. */
  tell({ think, say }) {
    return this.#reply({ think, say, calls: [], stopReason: "stop" });
  }

  /** The user stops the agent in the middle of a reply: its calls were never run. */
  aborted({ think, say, calls = [] }) {
    const named = calls.map((call) => ({ ...call, id: this.#parts.session.callId() }));
    return this.#reply({ think, say, calls: named, stopReason: "aborted", errorMessage: "Request was aborted." });
  }

  model(provider, modelId) {
    this.#model = { provider, model: modelId };
    this.#parts.session.wait(900);
    this.#parts.session.entry("model_change", { provider, modelId });
  }

  thinking(thinkingLevel) {
    this.#parts.session.wait(700);
    this.#parts.session.entry("thinking_level_change", { thinkingLevel });
  }

  label(label, targetId) {
    this.#parts.session.wait(1_500);
    this.#parts.session.entry("label", { targetId, label });
  }

  name(name) {
    this.#parts.session.wait(1_200);
    this.#parts.session.entry("session_info", { name });
  }

  /** The line on which a file holds a text. */
  line(path, anchor) {
    const text = readFileSync(join(this.#parts.sandbox.path, path), "utf8");
    const at = text.indexOf(anchor);
    if (at < 0) this.#stop(`${path} does not hold ${JSON.stringify(anchor)}`);
    return text.slice(0, at).split("\n").length;
  }

  /** A call that reads `count` lines of a file from `before` lines before a text on. */
  near(path, anchor, before, count) {
    return { name: "read", arguments: { path, offset: Math.max(1, this.line(path, anchor) - before), limit: count } };
  }

  #reply({ think, say, calls, ...end }) {
    const { session, meter, below } = this.#parts;
    this.#step++;
    const content = [];
    if (think) content.push({ type: "thinking", thinking: think });
    if (say) content.push({ type: "text", text: say });
    for (const { id, name, arguments: args } of calls) content.push({ type: "toolCall", id, name, arguments: args });
    const written = (think ?? "").length + (say ?? "").length + calls.map((call) => JSON.stringify(call.arguments)).join("").length;
    const output = 12 + Math.ceil(written / 3.8);
    session.wait(150 + below(400));
    const since = session.now;
    const usage = meter.reply(this.#model.model, since, output, 3 + below(9));
    session.wait(900 + below(900) + output * 14);
    const { provider, model } = this.#model;
    return session.message({ role: "assistant", content, api: "anthropic-messages", provider, model, usage, ...end }, since);
  }

  async #run(call) {
    const { tools, session, meter, scrub, below } = this.#parts;
    const [, least, more] = PACE.find(([pattern]) => pattern.test(call.arguments.command ?? ""));
    const done = await tools[call.name](call.arguments, new Date(session.now));
    const text = scrub(done.text);
    this.#hold(call, { ...done, text });
    session.wait(least + below(more));
    meter.add(text, "code");
    const { isError, details } = done;
    const content = [{ type: "text", text }];
    const message = { role: "toolResult", toolCallId: call.id, toolName: call.name, content, ...(details && { details }), isError };
    return { text, isError, entryId: session.message(message) };
  }

  /** Stops the recording where the code has moved on and the story no longer fits it. */
  #hold({ name, arguments: args, fails = false, shows = [] }, { text, isError }) {
    const what = `${name} ${JSON.stringify(args).slice(0, 160)}`;
    if (isError !== fails) this.#stop(`${what} should ${fails ? "fail" : "succeed"}, but:\n${text}`);
    for (const sign of shows) {
      const found = typeof sign === "string" ? text.includes(sign) : sign.test(text);
      if (!found) this.#stop(`${what} should show ${sign}, but:\n${text}`);
    }
  }

  #stop(reason) {
    throw new StoryError(`story/${this.#chapter}.mjs, step ${this.#step}: the code has changed, adapt this step.\n${reason}`);
  }
}

/** Calls, as a story writes them. `expected`: `{ fails, shows }`, checked when the call has run. */
export const bash = (command, expected) => ({ name: "bash", arguments: { command }, ...expected });
export const read = (path, offset, limit) => ({ name: "read", arguments: { path, ...(offset && { offset }), ...(limit && { limit }) } });
export const grep = (pattern, where, expected) => ({ name: "grep", arguments: { pattern, ...where }, ...expected });
export const find = (pattern, path, expected) => ({ name: "find", arguments: { pattern, ...(path && { path }) }, ...expected });
export const write = (path, content) => ({ name: "write", arguments: { path, content } });
export const edit = (path, ...edits) => ({
  name: "edit",
  arguments: { path, edits: edits.map(([oldText, newText]) => ({ oldText, newText })) },
});
/** An edit whose old text is not there. */
export const missedEdit = (path, oldText, newText) => ({ ...edit(path, [oldText, newText]), fails: true });

/** How many tests passed, by a `cargo test` output. */
export const passedIn = (text) => Number(/test result: .+? (\d+) passed/.exec(text)[1]);

/** The lines of a grep output. */
export const rows = (text) => text.split("\n").filter((line) => /^\S+:\d+: /.test(line));
