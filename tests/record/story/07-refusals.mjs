// A question about what becomes of a bad summary, answered by reading and by a throw-away experiment.
import { bash, find, grep, read } from "../lib/narrator.mjs";

const PROBE = `
#[cfg(test)]
mod probe {
    use super::*;

    #[test]
    fn prints() {
        for reply in [
            "",
            "<think>the user wants a summary</think>",
            "## Goal\\nNone\\n## Progress\\n- None yet",
            "I'm sorry, but I can't help with that.",
            "429 Too Many Requests: rate limit reached",
            "\`\`\`markdown\\n## Goal\\nShip the tape.\\n\`\`\`",
            "<summary>\\n## Goal\\nShip the tape.",
            "I have summarized the conversation.",
        ] {
            println!("{reply:?}\\n    {:?}", accept(reply, false, RequestKind::History));
        }
        println!("cut off\\n    {:?}", accept("## Goal\\nShip the", true, RequestKind::History));
    }
}
`;

export default async function refusals(s) {
  s.user(
    "Now only a question, please change nothing: what exactly happens when the summarizer answers with rubbish? Empty text, an apology, a text that was cut off, or a summary that is longer than what it replaces? I want to know which of these can destroy a history.",
    { away: 260 },
  );
  await s.act({
    think:
      "The machine takes answers: compaction/machine.rs, handle_answer; acceptance is in summary/accept.rs. Read both in full, they're the heart of it.",
    say: "Two files decide that: the machine that takes the answers, and the judge of a text. Both in full:",
    calls: [
      find("*.rs", "src/compaction"),
      read("src/compaction/machine.rs"),
      read("src/summary/accept.rs"),
      grep("Refusal::|cut_off|not-smaller", { path: "src" }, { shows: ["accept.rs", "machine.rs", "not-smaller"] }),
    ],
  });
  await s.act({
    think:
      "handle_answer: failure, or accept(); a refusal becomes a Failure, with retry if retryable, else next candidate. conclude(): after >= before: 'not-smaller', next candidate. All candidates gone: fallback (extractive) or refuse. A refusal leaves the session alone since nothing was appended. Where's the settings for retries? And which tests prove it?",
    say: "The path is clear; now which tests prove it, and what they look at:",
    calls: [
      grep("fn .*(refus|smaller|blank|cut|retr|fallback|degraded)", { path: "tests/rust" }),
      read("tests/rust/compaction.rs"),
      read("tests/rust/support.rs"),
      bash("cargo test --test epitome compaction 2>&1 | grep -E '^test |result'", { shows: ["test result: ok"] }),
    ],
  });
  await s.act({
    think:
      "I can describe it, but I'd like to see what accept() says to real rubbish. A throw-away test in accept.rs, printed, and restored at once. The user said change nothing: the tree must be clean afterwards.",
    say: "I'd rather see what `accept` says to real rubbish than predict it. A throw-away test, restored in the same command, so nothing stays changed:",
    calls: [
      bash(
        `cat >> src/summary/accept.rs <<'EOF'\n${PROBE}EOF\ncargo test --lib summary::accept::probe -- --nocapture; git checkout -q -- src/summary && git status --short`,
        {
          shows: [
            "Err(Blank)",
            "Err(Hollow)",
            "Err(NotASummary)",
            "Err(CutOff)",
            'Ok("## Goal\\nShip the tape.")',
            'Ok("I have summarized the conversation.")',
          ],
        },
      ),
    ],
  });
  await s.act({
    think:
      "Interesting: 'I have summarized the conversation.' is accepted. No machine rule can know. Is there a check against the request, identifiers? Search extractive/identifiers use in machine: no. So say it honestly. Also check who appends the entry: js/session/compaction.ts.",
    say: 'One of them passes: *"I have summarized the conversation."* Before I draw conclusions: who commits the draft, and is there a second look at it?',
    calls: [read("js/session/compaction.ts"), grep("Verdict::|Draft \\{", { path: "src" }, { shows: ["machine.rs"] })],
  });
  s.tell({
    think:
      "Answer by case. Be clear on what can destroy a history: nothing can, since the log only grows; but a poor accepted summary can hide it from the model.",
    say: `Case by case, all seen in the code or in the experiment:

| answer | what happens |
|---|---|
| empty, white space, only thoughts | refused, \`blank-summary\` |
| headings with "None" everywhere | refused, \`hollow-summary\` |
| apology, or an error message as text | refused, \`not-a-summary\` |
| cut off at the output limit | refused, \`cut-off-summary\`, whatever the text looks like |
| longer than what it replaces | refused as \`not-smaller\`: \`conclude\` compares the estimates before and after |
| a fence or \`<summary>\` around it | taken, without the wrapping |

A refused answer goes to the next summarizer (a retryable failure of the network is tried again first, with a growing delay). When all have failed, either the model-free summary stands in, marked \`degraded\`, or the compaction ends as \`Refused\` with the list of all tries.

**Can any of it destroy a history?** No. A compaction is one more entry; nothing is deleted or rewritten, and a refusal appends nothing at all.

**What can still go wrong:** "I have summarized the conversation." is *accepted*. It is text, it is short, no rule sees that it says nothing. The originals remain in the log, but the model would go on with that one sentence. If you want a guard, I'd check that the summary names at least one file or identifier of what it replaces; that is a decision for you, I changed nothing (the tree is clean).`,
  });
  s.user(
    "Clear. Not now, but remember that idea with the identifiers: I want it in the next release. Let's get something boring done first.",
    { away: 80 },
  );
  const noted = s.tell({
    say: "Noted for the next release: refuse a summary that names none of the files or identifiers of what it replaces (`summary/accept.rs`, beside `Hollow`). What is the boring thing?",
  });
  s.label("idea: summaries must name something", noted);
}
