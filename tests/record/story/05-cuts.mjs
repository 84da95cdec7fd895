// A doubt about cut points: a long look at the code, a test that first does not compile and then expects the wrong thing.
import { bash, edit, grep, read } from "../lib/narrator.mjs";

const TEST = `
#[cfg(test)]
mod parallel_calls {
    use super::*;
    use crate::format::lens;
    use crate::json;

    fn entry(id: &str, message: &str) -> Rc<Entry> {
        let value = json::parse(&format!(r#"{{"type":"message","id":"{id}","message":{message}}}"#)).unwrap();
        Rc::new(Entry::read(&value, lens("pi").unwrap()).unwrap())
    }

    fn user(id: &str) -> Rc<Entry> {
        entry(id, r#"{"role":"user","content":"go on"}"#)
    }

    fn calls(id: &str, call_ids: &[&str]) -> Rc<Entry> {
        let call = |call: &&str| format!(r#"{{"type":"toolCall","id":"{call}","name":"read","arguments":{{}}}}"#);
        let content = call_ids.iter().map(call).collect::<Vec<_>>().join(",");
        entry(id, &format!(r#"{{"role":"assistant","content":[{content}]}}"#))
    }

    fn result(id: &str, call_id: &str) -> Rc<Entry> {
        entry(id, &format!(r#"{{"role":"toolResult","toolCallId":"{call_id}","content":[{{"type":"text","text":"ok"}}]}}"#))
    }

    #[test]
    fn are_never_parted_from_their_results() {
        let path = [user("1"), calls("2", &["a", "b"]), result("3", "b"), result("4", "a"), calls("5", &[]), user("6")];
        assert_eq!(legal_cuts(&path), [true, false, false, false, true, true]);
    }

    #[test]
    fn bind_nothing_once_the_user_has_spoken_again() {
        let path = [user("1"), calls("2", &["a"]), user("3"), calls("4", &["a"]), result("5", "a"), calls("6", &[])];
        assert_eq!(legal_cuts(&path), [true, true, true, true, false, true]);
    }
}
`;

/** Switches the pairing of answered calls off, and on again. */
const BREAK = "sed -i 's/                span(call + 1, at + 1);/                let _ = call;/' src/cut.rs";
const MEND = "sed -i 's/                let _ = call;/                span(call + 1, at + 1);/' src/cut.rs";

export default async function cuts(s) {
  s.user(
    "Next, a doubt of mine rather than a task: I don't trust the cut points with parallel tool calls. If the assistant calls two tools at once, results come back in any order, and one of them may never come because I hit Escape. Can a cut end up between a call and its result? Read the code and prove it to me, with a test if there is none.",
    { away: 2_400 },
  );
  await s.act({
    think: "cut.rs first, with who uses it. Then how an entry and a record know their calls and results.",
    say: "The code first, and what tests there are.",
    calls: [
      read("src/cut.rs"),
      grep("legal_cuts|find_cut_point", { path: ".", glob: "*.rs" }, { shows: ["prepare.rs", "tests/rust/compaction.rs"] }),
      bash("grep -c '#\\[test\\]' tests/rust/*.rs src/cut.rs", { shows: ["src/cut.rs:0"] }),
    ],
  });
  await s.act({
    think:
      "legal_cuts: each pair spans from call+1 to result; a difference array; a cut is legal where nothing is open. Pairs by occurrence, popping from a Vec per id: ids may recur. Unanswered calls bind to the end, but only if they are not before the newest turn. cut.rs has no test, but the harness uses legal_cuts in compaction.rs: read those. And who decides starts_turn? The lens.",
    say: "cut.rs has no test of its own, but the harness has some in compaction.rs. The idea is a difference array over the gaps between entries. To judge it I need those tests, how entries know their calls, and who says that a turn begins.",
    calls: [
      s.near("tests/rust/compaction.rs", "fn no_cut_parts_a_call_from_its_result", 6, 30),
      read("src/entry.rs", 90, 100),
      read("src/format/pi.rs", s.line("src/format/pi.rs", "fn assistant<"), 80),
      s.near("src/message.rs", "The calls that this message makes", 2, 30),
    ],
  });
  await s.act({
    think:
      "An aborted assistant message: its toolCall parts are still calls, with no result. So `unanswered` keeps it. While it is the newest turn it may still be answered: everything behind it is bound. After the next user message call < newest_turn: dropped. That is the Escape case. Now the users of the cut: prepare and the context.",
    say: "Escape leaves a call without result; it binds everything behind it until the user speaks again (`call >= newest_turn`). Now the two that use the cut:",
    calls: [
      read("src/compaction/prepare.rs", s.line("src/compaction/prepare.rs", "/// Prepares a compaction"), 70),
      read("src/context.rs"),
    ],
  });
  await s.act({
    think:
      "And validity: rules for a valid history. Does something check after the cut? Also budget's keep_recent for how far back it goes. And emergency.rs has its own `spanned`.",
    say: "`emergency.rs` has to solve the same problem without entries; does it use the same pairing?",
    calls: [read("src/emergency.rs"), grep("HashMap<&str, Vec<usize>>|BTreeMap<&str, Vec<usize>>|VecDeque", { path: "src" })],
  });
  await s.act({
    think:
      "Same pairing by occurrence. One difference: an unanswered call spans nothing there. Fine: an emergency cut happens only where a turn begins. Now the proof: a test in cut.rs with real pi messages through the lens: results in the reverse order, one id used twice, one never answered. The harness has calls spread over two messages, ids that recur, a call in flight and an abandoned one; parallel calls in ONE message, answered in reverse, it does not have.",
    say: "The same pairing by occurrence, so I only have to prove it once. The harness has recurring ids, calls in flight and abandoned ones, but not your case: two calls in *one* message, answered in reverse order, or an abandoned call whose id comes again. I'll add both beside the code, with real pi messages read through the lens:",
    calls: [
      bash(`cat >> src/cut.rs <<'EOF'\n${TEST}EOF`),
      bash("cargo test --lib cut", { fails: true, shows: ["E0716", "temporary value dropped while borrowed"] }),
    ],
  });
  await s.act({
    think: "E0716: the Value borrows from the formatted String, which dies at the end of the let statement. Bind it to a name first.",
    say: "E0716: a `Value` borrows its texts from the JSON, and the formatted string lived for one line only. It needs a name:",
    calls: [
      edit("src/cut.rs", [
        `        let value = json::parse(&format!(r#"{{"type":"message","id":"{id}","message":{message}}}"#)).unwrap();\n`,
        `        let line = format!(r#"{{"type":"message","id":"{id}","message":{message}}}"#);\n        let value = json::parse(&line).unwrap();\n`,
      ]),
      bash("cargo test --lib cut", {
        fails: true,
        shows: [
          "left: [true, true, false, false, true, true]",
          "right: [true, false, false, false, true, true]",
          "bind_nothing_once_the_user_has_spoken_again ... ok",
        ],
      }),
    ],
  });
  await s.act({
    think:
      "left says index 1 is a legal cut: before the assistant message that calls. Is that wrong? A cut at k keeps entries[k..]: the call and both results all stay. Nothing is parted. Only the *gaps behind* the call are bound. So the code is right, and my expectation was wrong: I had 'the assistant of a tool group is not a place to cut' in mind. In find_cut_point such a cut splits the turn, and is_split_turn says so.",
    say: "Here the code is right and my expectation is wrong. A cut at index 1 keeps the assistant message *and* both results: nothing is parted. Only the gaps behind the call are closed, 2 and 3. (A cut there splits the turn; `find_cut_point` reports that separately as `isSplitTurn`.) I correct the expectation and say why:",
    calls: [
      edit("src/cut.rs", [
        "        assert_eq!(legal_cuts(&path), [true, false, false, false, true, true]);\n",
        "        // Before the calls a cut is legal: they stay, and so do both results.\n        assert_eq!(legal_cuts(&path), [true, true, false, false, true, true]);\n",
      ]),
      bash("cargo test --lib cut", { shows: ["test result: ok"] }),
      read("src/cut.rs", s.line("src/cut.rs", "pub fn legal_cuts"), 50),
    ],
  });
  await s.act({
    think: "A test that never fails proves little. Break the code on purpose: drop the span of answered calls, see the test fail, restore.",
    say: "A test that has never failed for the right reason proves little. I'll break the code on purpose for a moment, so that answered pairs bind nothing:",
    calls: [
      bash(`${BREAK} && git diff --stat && cargo test --lib cut 2>&1 | grep -E 'panicked|left|right|test result'`, {
        shows: ["test result: ok"],
      }),
      bash("cargo test --test epitome compaction 2>&1 | grep -E 'FAILED|panicked|left|right|test result'", {
        shows: ["no_cut_parts_a_call_from_its_result ... FAILED"],
      }),
    ],
  });
  await s.act({
    think:
      "Mine still passes, only the harness fails (calls spread over two messages)! So my test proves nothing about the pairing. Why? Behind the calls stand only tool results, and those are refused as a first entry anyway. The pairing matters only where something else stands between a call and its result: a steering message of the host, a custom_message. That is the case to test: user, call a, custom_message, result a, user.",
    say: "The harness notices (its case of calls spread over two messages), but mine *still passes*, so it doesn't prove what I said it proves. Behind the calls stand only tool results, and those are never a legal first entry anyway. The pairing matters when something else comes between a call and its result, say a message that the host puts in while the tool runs. That case was missing:",
    calls: [
      edit("src/cut.rs", [
        "    #[test]\n    fn bind_nothing_once_the_user_has_spoken_again() {\n",
        `    #[test]
    fn keep_what_came_between_them_and_their_results() {
        let line = r#"{"type":"custom_message","id":"3","customType":"note","content":"the build is slow today"}"#;
        let note = Rc::new(Entry::read(&json::parse(line).unwrap(), lens("pi").unwrap()).unwrap());
        let path = [user("1"), calls("2", &["a"]), note, result("4", "a"), user("5")];
        assert_eq!(legal_cuts(&path), [true, true, false, false, true]);
    }

    #[test]
    fn bind_nothing_once_the_user_has_spoken_again() {
`,
      ]),
      bash("cargo test --lib cut 2>&1 | grep -E '^test |panicked|left|right'", {
        shows: ["keep_what_came_between_them_and_their_results ... FAILED", "left: [true, true, true, false, true]"],
      }),
    ],
  });
  await s.act({
    think: "Now it fails with the broken code: index 2, the note, would be a cut between call and result. Restore, and it must pass.",
    say: "Now the broken code is caught: `left` allows a cut at the note, between call and result. Back to the real code:",
    calls: [
      bash(`${MEND} && cargo fmt && cargo test --lib cut`, {
        shows: ["test result: ok", "keep_what_came_between_them_and_their_results ... ok"],
      }),
      bash("git diff --stat && git commit -qam 'Tests: cuts and parallel calls' && git status --short && git log --oneline -3"),
    ],
  });
  s.tell({
    say: `No, a cut cannot part them, and more than one test holds it: two in the harness that were there (\`tests/rust/compaction.rs\`), and three new ones for your cases (\`cut::parallel_calls\`).

How it works: each answered call closes every gap from behind the call up to its result, whatever the order of results (a difference array, \`opens\`). Calls and results pair by occurrence, so an id that is used again in a later turn does no harm. A cut is legal only where nothing is open and the entry itself is no tool result.

The Escape case: a call without a result closes *everything* behind it while it may still be answered. As soon as you write again it counts as given up and binds nothing, otherwise one aborted call would make the rest of the session uncuttable.

Two honest remarks. My first expectation was wrong, not the code: a cut *before* the calling message is fine, since call and results stay together. And my first test proved nothing about the pairing: with it switched off, the test still passed, because tool results are refused as a first entry anyway. Of mine, only the third, with a host's message between call and result, fails without it.`,
  });
}
