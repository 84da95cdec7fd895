// The difference that pi keeps beside an edit: numbered lines, four unchanged ones around what changed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runIn } from "./sandbox.mjs";

/** `{ diff, firstChangedLine }` of two versions of a file, from git's own comparison. */
export async function changed(sandbox, before, after) {
  const names = ["before", "after"].map((name) => join(sandbox.root, name));
  writeFileSync(names[0], before);
  writeFileSync(names[1], after);
  const { output } = await runIn(sandbox, `git diff --no-index --no-color --unified=4 ${names.join(" ")}`);
  const width = String(Math.max(before.split("\n").length, after.split("\n").length)).length;
  const dots = ` ${"".padStart(width)} ...`;
  const rows = [];
  let firstChangedLine;
  let old = 0;
  let now = 0;
  for (const line of output.trimEnd().split("\n").slice(4)) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    const text = line.slice(1);
    if (hunk) {
      [old, now] = [Number(hunk[1]), Number(hunk[2])];
      if (old > 1) rows.push(dots);
    } else if (line.startsWith("+") || line.startsWith("-")) {
      firstChangedLine ??= now;
      rows.push(`${line[0]}${String(line[0] === "+" ? now++ : old++).padStart(width)} ${text}`);
    } else if (line.startsWith(" ")) {
      rows.push(` ${String(old++).padStart(width)} ${text}`);
      now++;
    }
  }
  if (old <= before.split("\n").length) rows.push(dots);
  return { diff: rows.join("\n"), firstChangedLine };
}
