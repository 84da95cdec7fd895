// The user wants no setting after all, but one function that writes the marker. A failed edit, a failing test, a commit.
import { bash, edit, grep, missedEdit, passedIn } from "../lib/narrator.mjs";

const CAP_TEST = `
#[cfg(test)]
mod omissions {
    use super::*;

    fn long() -> Quote {
        Quote::new(&"0123456789".repeat(40), 1_000, 500)
    }

    #[test]
    fn arguments_stay_on_one_line() {
        let shown = inline(&long(), 90);
        assert_eq!(shown.lines().count(), 1, "{shown}");
        assert!(shown.contains("9 [... 310 characters omitted ...] 0"), "{shown}");
    }

    #[test]
    fn texts_break_the_line_around_the_gap() {
        let shown = both_ends(&long(), 90);
        assert!(shown.contains("9\\n[... 310 characters omitted ...]\\n0"), "{shown}");
    }
}
`;

export default async function oneWriter(s) {
  s.user(
    "Stop, please. I've thought about it: I don't want a setting for this. One more knob that everybody would have to understand, and it already drags a parameter through half the prompt folder. Throw that away. What I want instead: ONE function writes the marker, and both places use it. Same words as today, no option, nothing else changes.",
    { away: 25 },
  );
  await s.act({
    think: "Clear: drop everything, back to HEAD. Look at what is changed before throwing it away, so that nothing foreign goes with it.",
    say: "Understood, no setting. First a look at what I've changed so far, so that nothing else goes with it.",
    calls: [bash("git status --short"), bash("git diff", { shows: ["omission_marker", "OmissionMarker"] })],
  });
  await s.act({
    think: "Only my three files. Restore.",
    say: "Only my own three files. Back to HEAD:",
    calls: [bash("git checkout -- src && git status --short && cargo check", { shows: ["Finished"] })],
  });
  await s.act({
    think: "Now a free function in text.rs.",
    say: "Now the one function, in text.rs beside `Quote`.",
    calls: [
      missedEdit(
        "src/text.rs",
        "impl OmissionMarker {\n    /// What stands for so many UTF-16 units.\n",
        "/// What stands for so many UTF-16 units that were left out.\n",
      ),
    ],
  });
  await s.act({
    think: "Of course: the enum is gone, I've just restored the file. Read it as it is now instead of editing from memory.",
    say: "That enum no longer exists; I edited from memory. Reading the file as it is now.",
    calls: [s.near("src/text.rs", "/// A bounded copy of a text", 2, 52)],
  });
  await s.act({
    think:
      "Quote::text breaks the line before and after the marker. So omission(units) returns the marker with its line breaks, then Quote::text is head + omission + tail.",
    say: "The function goes before `Quote`; `Quote::text` becomes head, omission, tail.",
    calls: [
      edit(
        "src/text.rs",
        [
          "/// A bounded copy of a text: whole where it is short, else its head and tail and how much lies between.\n",
          `/// What stands for so many UTF-16 units that were left out.
pub fn omission(units: usize) -> String {
    format!("\\n[... {units} characters omitted ...]\\n")
}

/// A bounded copy of a text: whole where it is short, else its head and tail and how much lies between.
`,
        ],
        [
          '        format!("{}\\n[... {} characters omitted ...]\\n{}", self.head, self.omitted, self.tail)',
          '        format!("{}{}{}", self.head, omission(self.omitted), self.tail)',
        ],
      ),
      edit("src/prompt/cap.rs", [
        '    format!("{}{gap}[... {omitted} characters omitted ...]{gap}{}", neutralize(head), neutralize(tail))',
        '    format!("{}{}{}", neutralize(head), text::omission(omitted), neutralize(tail))',
      ]),
      bash("cargo check", { shows: ["unused variable: `gap`"] }),
    ],
  });
  await s.act({
    think:
      "A warning: `gap` is unused in shorten. So the two callers of shorten no longer differ: inline wanted a space around the marker. Hm. That smells like a mistake of mine, not like a parameter that may go. Write the test that says what inline promises, before I believe the warning.",
    say: 'It builds, but `gap` is now unused, and the two callers of `shorten` differ by nothing else: `inline` is documented as "the same on one line, for arguments". I suspect that my function takes that away. A test that says so:',
    calls: [
      bash(`cat >> src/prompt/cap.rs <<'EOF'\n${CAP_TEST}EOF`),
      bash("cargo test --lib prompt::cap", {
        fails: true,
        shows: ["arguments_stay_on_one_line ... FAILED", "left: 3", "texts_break_the_line_around_the_gap ... ok"],
      }),
    ],
  });
  await s.act({
    think:
      "left: 3, right: 1. Confirmed: the arguments run over three lines. omission must give the bare marker; who calls it puts the gap. Mend it in text.rs and cap.rs.",
    say: "Confirmed: `left: 3, right: 1`, arguments would have run over three lines in every summary prompt. The function must give the bare marker and leave the space around it to the caller.",
    calls: [
      edit(
        "src/text.rs",
        ['    format!("\\n[... {units} characters omitted ...]\\n")', '    format!("[... {units} characters omitted ...]")'],
        [
          '        format!("{}{}{}", self.head, omission(self.omitted), self.tail)',
          '        format!("{}\\n{}\\n{}", self.head, omission(self.omitted), self.tail)',
        ],
      ),
      edit("src/prompt/cap.rs", [
        '    format!("{}{}{}", neutralize(head), text::omission(omitted), neutralize(tail))',
        '    format!("{}{gap}{}{gap}{}", neutralize(head), text::omission(omitted), neutralize(tail))',
      ]),
      bash("cargo test --lib prompt::cap", { shows: ["test result: ok"] }),
    ],
  });
  const [, whole] = await s.act({
    think: "Green. The whole lib, then clippy with warnings as errors, and the grep that proves there is one writer.",
    say: "Green, and the warning is gone with it. Everything else, and the proof that there is one writer:",
    calls: [
      grep("characters omitted", { path: "src" }, { shows: ["text.rs"] }),
      bash("cargo test --lib 2>&1 | tail -60", { shows: ["test result: ok"] }),
      bash("cargo test --test epitome prompt 2>&1 | tail -60", { shows: ["test result: ok"] }),
      bash("cargo clippy --lib -- -D warnings"),
    ],
  });
  const passed = passedIn(whole.text);
  const [, , commit] = await s.act({
    think: "Commit.",
    say: `${passed} unit tests and the prompt tests of the harness pass, clippy is silent. Committing.`,
    calls: [
      bash("git diff --stat"),
      bash("git diff src/text.rs src/prompt/cap.rs | head -60", { shows: ["pub fn omission"] }),
      bash("git commit -qam 'One function writes the omission marker' && git log --oneline -1"),
    ],
  });
  const hash = commit.text.split(" ")[0];
  const done = s.tell({
    say: `Done in \`${hash}\`: \`text::omission(units)\` is the only place that writes \`[... N characters omitted ...]\`; \`Quote::text\` and \`cap::shorten\` both use it and put their own space around it. Same words as before.

My first version wrote the line breaks inside the function, which would have spread tool arguments over three lines; the two tests in \`prompt/cap.rs\` (\`omissions\`) now hold that. The setting is gone without a trace.`,
  });
  s.label("one marker", done);
  await s.userRuns("git show --stat HEAD");
  s.user("Nice, that test was worth it. But is Quote::text used by anybody besides tests? I had the impression it isn't.", { away: 45 });
  await s.act({
    think: "Search for .text() on quotes. Many hits are other methods: Arguments::text, Tape::text. Need to look at the types.",
    say: "`.text()` exists on three types (`Quote`, `Arguments`, `Tape`), so I'll look at every hit and its type.",
    calls: [
      grep("\\.text\\(\\)", { path: "src" }),
      grep("pub fn text\\(&self\\)|fn text\\(&", { path: "src" }, { shows: ["text.rs", "message.rs", "tape.rs"] }),
      grep("&Quote|: Quote|Quote \\{", { path: "src" }),
    ],
  });
  const [verdict] = await s.act({
    think: "The surest way: make it private to tests for a moment and let the compiler answer. Rename it, cargo check, restore.",
    say: "The surest answer comes from the compiler: hide the method for a moment and see who complains.",
    calls: [
      bash(
        "sed -i 's/    pub fn text(&self) -> String {/    pub fn hidden(\\&self) -> String {/' src/text.rs && git diff --stat && cargo check 2>&1 | grep -E '^(error|  +-->)|Finished'; git checkout -q -- src/text.rs && git status --short",
      ),
    ],
  });
  const [, place] = /-->\s+(src\/\S+?):\d+/.exec(verdict.text) ?? [];
  if (place === undefined) {
    s.tell({
      say: "You are right: with the method hidden the crate still builds, so nothing on the host side calls `Quote::text` (the hits of the search are `Arguments::text` and the tape reader's). It is public, so I leave it; it is put back and the tree is clean. If you want it gone, say so.",
    });
    return;
  }
  await s.act({
    think: `So there is a user, in ${place}. A quote that is cut would give JSON with a marker in the middle there. Is that guarded?`,
    say: `It is used after all, in \`${place}\`. If that parses the text of a *cut* quote, the marker would land in the parser. Looking:`,
    calls: [s.near(place, "is_whole()", 8, 20)],
  });
  s.tell({
    say: `Your impression was nearly right: there is exactly one caller, the rule in \`${place}\` that arguments must be JSON. It asks \`is_whole()\` first, so it never sees the marker; for whole quotes \`text()\` is just the head. The method is put back, the tree is clean. I'd leave it as it is.`,
  });
}
