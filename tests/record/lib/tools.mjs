// The tools of the recorded agent, with the arguments and the words of pi's, really run in the scratch copy.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { changed } from "./diff.mjs";
import { runIn } from "./sandbox.mjs";

const MOST_LINES = 2_000;
const MOST_MATCHES = 100;

/** What a tool gave: its text, whether it failed, what pi keeps beside it. */
const result = (text, isError = false, details = undefined) => ({ text, isError, ...(details && { details }) });

/** The tools by name. Each takes the call's arguments and git's clock. */
export function toolbox(sandbox) {
  const at = (path) => join(sandbox.path, path);
  const lines = (text) => text.split("\n").filter((line) => line !== "");
  const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

  async function bash({ command }, date) {
    const { code, output } = await runIn(sandbox, command, { date });
    const text = output.trimEnd() || "(no output)";
    return code === 0 ? result(text) : result(`${text}\n\nCommand exited with code ${code}`, true);
  }

  async function read({ path, offset = 1, limit }) {
    const all = readFileSync(at(path), "utf8").split("\n");
    if (offset > all.length) return result(`Offset ${offset} is beyond end of file (${all.length} lines total)`, true);
    const end = Math.min(all.length, offset - 1 + Math.min(limit ?? MOST_LINES, MOST_LINES));
    const text = all.slice(offset - 1, end).join("\n");
    const rest = all.length - end;
    return result(rest > 0 ? `${text}\n\n[${rest} more lines in file. Use offset=${end + 1} to continue.]` : text);
  }

  async function write({ path, content }) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
    return result(`Successfully wrote ${content.length} bytes to ${path}`);
  }

  async function edit({ path, edits }) {
    const before = readFileSync(at(path), "utf8");
    let after = before;
    for (const [index, { oldText, newText }] of edits.entries()) {
      const which = edits.length === 1 ? "the exact text" : `edits[${index}]`;
      const old = edits.length === 1 ? "old text" : "oldText";
      const count = before.split(oldText).length - 1;
      if (count === 0) {
        return result(`Could not find ${which} in ${path}. The ${old} must match exactly including all whitespace and newlines.`, true);
      }
      if (count > 1) {
        return result(
          `Found ${count} occurrences of the text in ${path}. The text must be unique. Please provide more context to make it unique.`,
          true,
        );
      }
      after = after.replace(oldText, () => newText);
    }
    writeFileSync(at(path), after);
    return result(`Successfully replaced ${edits.length} block(s) in ${path}.`, false, await changed(sandbox, before, after));
  }

  async function grep({ pattern, path = ".", glob }) {
    const spec = glob ? `:(glob)${path === "." ? "" : `${path}/`}**/${glob}` : path;
    const { code, output } = await runIn(sandbox, `git grep --untracked -nIP -e ${quoted(pattern)} -- ${quoted(spec)}`);
    if (code > 1) return result(output.trimEnd(), true);
    const found = lines(output);
    if (found.length === 0) return result("No matches found");
    const shown = found.slice(0, MOST_MATCHES).map((line) => {
      const [, file, number, text] = /^(.+?):(\d+):(.*)$/.exec(line);
      const name = file === path ? basename(file) : path === "." ? file : file.slice(path.length + 1);
      return `${name}:${number}: ${text}`;
    });
    const more =
      found.length > MOST_MATCHES
        ? `\n\n[${MOST_MATCHES} matches limit reached. Use limit=${MOST_MATCHES * 2} for more, or refine pattern]`
        : "";
    return result(shown.join("\n") + more);
  }

  async function find({ pattern, path = "." }) {
    const base = path === "." ? "" : `${path}/`;
    const { output } = await runIn(sandbox, `git ls-files -co --exclude-standard -- ${quoted(`:(glob)${base}**/${pattern}`)} | sort`);
    const found = lines(output).map((name) => name.slice(base.length));
    return result(found.length > 0 ? found.join("\n") : "No files found matching pattern");
  }

  return { bash, read, write, edit, grep, find };
}
