// The recorded session is what the README, `npm start` and the other tests take it for.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkFile } from "../record/lib/check.mjs";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const fixture = join(repository, "tests/fixtures/sessions/epitome-build.jsonl");
const lines = readFileSync(fixture, "utf8").trimEnd().split("\n");

/** What the check finds in a changed copy. `change` gets the lines. */
function faultsOf(context, change) {
  const dir = mkdtempSync(join(tmpdir(), "epitome-"));
  context.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, "changed.jsonl");
  writeFileSync(file, `${change([...lines]).join("\n")}\n`);
  return checkFile(file, repository).faults;
}

const isResult = (line) => line.includes('"role":"toolResult"');

test("the recorded session keeps its promises", () => {
  const { figures, faults } = checkFile(fixture, repository);
  assert.deepEqual(faults, []);
  assert.ok(figures.entries >= 300 && figures.tokens >= 100_000);
});

test("the check sees a session that is too short", (context) => {
  const faults = faultsOf(context, (copy) => copy.slice(0, 200));
  assert.ok(faults.some((fault) => fault.startsWith("entries: 199")));
});

test("the check sees a call that lost its result", (context) => {
  const faults = faultsOf(context, (copy) => copy.toSpliced(copy.findIndex(isResult), 1));
  assert.ok(faults.some((fault) => fault.includes("answers no open call")));
  assert.ok(faults.some((fault) => fault.includes("does not follow")));
});

test("the check sees a path and a host of the machine", (context) => {
  const faults = faultsOf(context, (copy) =>
    copy.map((line) => line.replace("Morning!", "/tmp/epitome-record-x https://mirror.invalid/x")),
  );
  assert.ok(faults.some((fault) => fault.startsWith("it names this machine")));
  assert.ok(faults.includes("it names the host mirror.invalid"));
});

test("the check sees an error that was never mended", (context) => {
  const isGreen = (line) => isResult(line) && line.includes("test result: ok");
  const faults = faultsOf(context, (copy) =>
    copy.map((line) => (isGreen(line) ? line.replaceAll("test result: ok", "test result: FAILED") : line)),
  );
  assert.ok(faults.includes("no failing test, or none that was mended"));
});
