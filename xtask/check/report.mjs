// The record of a test run: what ran, how long it took, what it counted, and what this machine could not run.
import { seconds } from "../lib/run.mjs";

/** Thrown by a step that this machine cannot run; the message says why. */
export class NotRun extends Error {}

/** Thrown by a step that counted its tests and found failing ones. */
export class Failed extends Error {
  constructor(message, counts, output) {
    super(message);
    this.counts = counts;
    this.output = output;
  }
}

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
const marks = { ok: paint(32, "ok"), FAIL: paint(31, "FAIL"), "not run": paint(33, "not run") };

/** More than this of a failing step's output helps nobody; its end says what went wrong. */
const OUTPUT_LINES = 150;

export class Report {
  rows = [];
  #only;

  /** `only` are parts of step names; when there are any, other steps are left out. */
  constructor(only = []) {
    this.#only = only.map((part) => part.toLowerCase());
  }

  wants(name) {
    return this.#only.length === 0 || this.#only.some((part) => name.toLowerCase().includes(part));
  }

  /**
   * Runs one step and goes on whatever becomes of it. `work` returns its test counts, or nothing: then the step itself counts as one.
   * It may return `{ note }` with a word on the result.
   */
  async step(name, work) {
    if (this.wants(name)) await this.always(name, work);
  }

  /** Runs a step that others need, whichever were asked for. */
  async always(name, work) {
    const since = performance.now();
    console.log(`▸ ${name}`);
    const row = { name, state: "ok", passed: 1, failed: 0, skipped: 0, note: "" };
    let result;
    try {
      result = await work();
      Object.assign(row, result?.counts, { note: result?.note ?? "" });
    } catch (error) {
      if (error instanceof NotRun) Object.assign(row, { state: "not run", passed: 0, skipped: 1, note: error.message });
      else this.#fail(row, error);
    }
    row.time = seconds(since);
    const counts = row.passed + row.failed + row.skipped > 1 ? `, ${row.passed} passed, ${row.failed} failed, ${row.skipped} skipped` : "";
    console.log(`  ${marks[row.state]}, ${row.time}${counts}${row.note && row.state !== "FAIL" ? `: ${row.note}` : ""}`);
    this.rows.push(row);
  }

  /** Records an error that no step caught. */
  escaped(error) {
    const row = { name: "the test run itself", skipped: 0, time: "" };
    this.#fail(row, error);
    this.rows.push(row);
  }

  #fail(row, error) {
    Object.assign(row, { state: "FAIL", passed: 0, failed: 1, note: error.message.split("\n")[0] }, error.counts);
    // A step whose every test passed can still fail, by its exit code: then the step is the failure.
    if (row.failed === 0) row.failed = 1;
    const lines = `${error.output ?? ""}`.trimEnd().split("\n");
    if (lines.length > OUTPUT_LINES) console.log(`    (${lines.length - OUTPUT_LINES} lines before these)`);
    for (const line of lines.slice(-OUTPUT_LINES)) console.log(`    ${line}`);
    console.log(`    ${error.code || error.output || error.counts ? error.message : (error.stack ?? error.message)}`);
  }

  /** Prints the table and the count, which is the very last line. Returns whether nothing failed. */
  finish(since) {
    const width = Math.max(...this.rows.map(({ name }) => name.length));
    console.log(`\n${"step".padEnd(width)}  state    time     passed  failed  skipped`);
    for (const { name, state, time, passed, failed, skipped } of this.rows) {
      const cells = [passed, failed, skipped].map((count, index) => String(count).padStart(index === 2 ? 7 : 6));
      console.log(`${name.padEnd(width)}  ${marks[state]}${" ".repeat(7 - state.length)}  ${time.padStart(7)}  ${cells.join("  ")}`);
    }
    const missing = this.rows.filter(({ state }) => state === "not run");
    if (missing.length > 0) console.log("\nnot run on this machine:");
    for (const { name, note } of missing) console.log(`  ${name}: ${note}`);
    const wrong = this.rows.filter(({ state }) => state === "FAIL");
    if (wrong.length > 0) console.log("\nfailed:");
    for (const { name, note } of wrong) console.log(`  ${name}: ${note}`);
    const sum = (key) => this.rows.reduce((total, row) => total + row[key], 0);
    console.log(`\nin ${seconds(since)}\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
    return sum("failed") === 0;
  }
}
