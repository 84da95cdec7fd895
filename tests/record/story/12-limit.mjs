// The last task: two of its four points are done when the user has to leave.
import { bash, edit, grep, read, write } from "../lib/narrator.mjs";

const TEST = `// The depth limit stands in two languages: the writer of the tape and its reader must agree on it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = (path) => readFileSync(new URL(\`../../\${path}\`, import.meta.url), "utf8");
const limit = (path, pattern) => Number(pattern.exec(source(path))?.[1]);

test("the writer and the reader of the tape share one depth limit", () => {
  const reader = limit("src/value.rs", /MAX_DEPTH: u32 = (\\d+)/);
  const writer = limit("js/engine/tape.ts", /MAX_DEPTH = (\\d+)/);
  assert.equal(writer, reader);
});

test("the documentation of the reader names bytes that are left over", () => {
  assert.ok(source("src/tape.rs").includes("left over"));
});
`;

export default async function limit(s) {
  s.thinking("medium");
  s.user(
    `Danke! Last thing for today, back to English. You said this morning that the depth limit of 200 stands in three places with nothing to hold them together, and that tape::read ignores bytes behind the value. Please settle both:

1. one Rust constant in value.rs, used by json.rs and tape.rs
2. tape::read refuses bytes that are left over
3. a JS test that compares the limit in js/engine/tape.ts with the Rust one
4. a sentence on both in docs/tape.md

I have to leave in ten minutes. Commit what is done by then and leave me a list of what is open.`,
    { away: 2_700 },
  );
  await s.act({
    think:
      "Four points. Order as given. First the constant: MAX_DEPTH in value.rs, pub(crate). Not the ones in files/, which are other limits.",
    say: `Four points, in this order:

- [ ] 1. one constant in value.rs
- [ ] 2. bytes left over are an error
- [ ] 3. JS test for the limit
- [ ] 4. docs/tape.md

First all constants of that name, since not all of them mean this limit.`,
    calls: [
      grep("MAX_DEPTH", { path: "src" }, { shows: ["json.rs", "tape.rs"] }),
      read("src/value.rs", 1, 16),
      read("src/json.rs", 1, 36),
      read("src/tape.rs", 16, 34),
    ],
  });
  await s.act({
    think: "Those under files/ are about shells and tools: other limits, leave them. Move the constant.",
    say: "The ones under `files/` limit other things and stay. Moving the constant:",
    calls: [
      edit("src/value.rs", [
        "/// One value of a host's message.\n",
        "/// Deeper nesting is refused rather than risking the stack, by every reader of values.\nconst MAX_DEPTH: u32 = 200;\n\n/// One value of a host's message.\n",
      ]),
      edit("src/json.rs", [
        "use crate::value::{Host, Value};\n\n/// Deeper nesting is refused rather than risking the stack.\nconst MAX_DEPTH: u32 = 200;\n",
        "use crate::value::{Host, MAX_DEPTH, Value};\n",
      ]),
      edit("src/tape.rs", [
        "use crate::value::{Host, Value};\n\n/// Deeper nesting is refused rather than risking the stack.\nconst MAX_DEPTH: u32 = 200;\n",
        "use crate::value::{Host, MAX_DEPTH, Value};\n",
      ]),
      bash("cargo check", { fails: true, shows: ["E0603", "constant `MAX_DEPTH` is private"] }),
    ],
  });
  await s.act({
    think:
      "E0603: private. pub(crate) is enough; the lint unreachable_pub would complain about nothing here, and it is no part of the public face.",
    say: "E0603, it has to be visible inside the crate:",
    calls: [
      edit("src/value.rs", ["const MAX_DEPTH: u32 = 200;", "pub(crate) const MAX_DEPTH: u32 = 200;"]),
      bash("cargo check && cargo test --lib -- tape json", { shows: ["test result: ok"] }),
    ],
  });
  await s.act({
    think:
      "Point 1 done. Point 2: read() must compare tape.at with bytes.len() afterwards. Careful: does anybody rely on leftovers? with_tape passes bytes.get(..length), exactly the length. The doc test and the unit tests have exact tapes. TapeError { offset } gives the place of the first byte left over.",
    say: "Point 1 is done. Point 2: `read` looks at where the tape stands after the value.",
    calls: [
      edit("src/tape.rs", [
        "    Tape { bytes, at: 0 }.value(0)\n",
        "    let mut tape = Tape { bytes, at: 0 };\n    let value = tape.value(0)?;\n    // A writer that counts wrongly must be noticed, not believed.\n    if tape.at < bytes.len() { Err(TapeError { offset: tape.at }) } else { Ok(value) }\n",
      ]),
      edit("src/tape.rs", ["&[99], &[4, 1, 0, 0, 0, 0xff]]", "&[99], &[4, 1, 0, 0, 0, 0xff], &[0, 0]]"]),
      bash("cargo test --lib tape && cargo test --doc tape && cargo check --lib --target wasm32-unknown-unknown", {
        shows: ["test result: ok", "Finished"],
      }),
    ],
  });
  await s.act({
    say: "Both green, on wasm32 too. Committing these two before I start the next.",
    calls: [
      bash(
        "cargo fmt && cargo clippy --lib -- -D warnings && git commit -qam 'One depth limit; a tape with bytes left over is refused' && git log --oneline -1",
      ),
      s.near("js/engine/tape.ts", "const MAX_DEPTH", 2, 6),
    ],
  });
  await s.act({
    think:
      "Point 3: the JS test. Node cannot import tape.ts, and the limit is not exported; so compare the sources by pattern. A second test for point 4: the reader's documentation must name what is left over.",
    say: "Point 3. Node cannot import the TypeScript, so the test reads both sources.",
    calls: [
      write("tests/js/depth.test.mjs", TEST),
      bash("node --test --test-reporter=tap tests/js/depth.test.mjs", {
        fails: true,
        shows: ["not ok 2", "ok 1 - the writer and the reader"],
      }),
    ],
  });
  s.user("I'm off now. Leave it as it is, please, and tell me what is open.", { away: 35 });
  await s.act({
    think:
      "The first test passes: 200 = 200. The second fails, because tape.rs's '# Errors' names bytes that end early, unknown tags and nesting, but nothing that is left over. That sentence belongs to point 4. Don't start it now. State of the tree for the list.",
    say: "Leaving it. The state of the tree, for the list:",
    calls: [
      bash("git status --short && git log --oneline -12", { shows: ["?? tests/js/depth.test.mjs"] }),
      read("src/tape.rs", s.line("src/tape.rs", "/// Reads one value from the start"), 22),
    ],
  });
  s.tell({
    say: `Here is where it stands.

- [x] 1. one constant: \`value::MAX_DEPTH\`, used by json.rs and tape.rs (committed)
- [x] 2. \`tape::read\` gives \`TapeError\` for bytes that are left over (committed, with a case in \`refuses_damaged_tapes_without_harm\`)
- [ ] 3. \`tests/js/depth.test.mjs\` is written but **not committed**: the limit's test passes (200 on both sides), the second one fails, because the \`# Errors\` text of \`tape::read\` doesn't say "left over" yet
- [ ] 4. that sentence in \`src/tape.rs\`, and two in \`docs/tape.md\`: rule 2 should name \`value::MAX_DEPTH\`, and a fourth rule should say that nothing may follow the value

Next step: add "or are left over" to the \`# Errors\` line of \`tape::read\`, run \`node --test tests/js/depth.test.mjs\`, then docs/tape.md, then commit both.

Not to forget, from this morning: the idea that a summary must name at least one file or identifier of what it replaces (\`summary/accept.rs\`), for the next release.`,
  });
}
