//! Whole compactions as they were last looked at: what becomes of what a summarizer, always the same, has written, and of
//! what is written without a model; in two rounds, the second of which carries the first one on.

use epitome::budget::Limits;
use epitome::compaction::{Answer, Candidate, Compaction, Draft, Options, Output, Sizing, Verdict, prepare};
use epitome::model::Model;
use epitome::session::Session;
use epitome::settings::Settings;
use epitome::summary::RequestKind;
use serde_json::Value;

use super::golden::{Whose, append, compare, lines_of, our_session, real_sessions, session_of};
use super::support::commit;

const WINDOW: u32 = 100_000;

/// What the summarizer writes: all that the first round asks for, and less than the second does.
const HISTORY: &str = "## Primary Request and Intent\nUnderstand how a message crosses from JavaScript into the core, and \
whether `js/engine/tape.ts` and `src/tape.rs` agree. The newest: `epoch_ms` gives 0 for garbage, 1970 shows up in the UI; make \
it an `Option` and let the callers decide. That is not done yet.\n\n\
## Key Technical Concepts\n- a tape of bytes, shapes, plain texts\n\n\
## Files and Code Sections\n- `js/engine/tape.ts`: writes the tape\n- `src/tape.rs`: reads it\n- `src/prompt/cap.rs`, \
`src/prompt/serialize.rs`: one function writes the omission marker (`bc48978`)\n- `src/time.rs`: reads zones, \
`reads_zones_and_any_fraction` passes\n\n\
## Errors and Fixes\nNone.\n\n## Problem Solving\nBoth sides were read beside each other.\n\n\
## All User Messages\n- an overview first, change nothing\n\n## Pending Tasks\nNone.\n\n\
## Current Work\n`epoch_ms` in `src/time.rs`.\n\n## Optional Next Step\nChange its callers.";

/// What it writes of the start of a turn.
const PREFIX: &str = "## Original Request\n`truncate -s 0 build.log` empties a log, and the list of modified files lacks it: \
find out which commands that list knows, and add it with a test.\n\n## Early Progress\n- `src/files/shell/commands.rs` was read\n\n\
## Context for Suffix\n`src/files/shell/operands.rs` is open.";

/// Who writes the summaries: a model with a large window, one that needs the conversation in pieces, or none.
const WRITERS: [(&str, Option<Candidate>); 3] = [
    ("model", Some(Candidate { window: None, output: None })),
    ("small-model", Some(Candidate { window: Some(12_000), output: Some(2_000) })),
    ("model-free", None),
];

fn compacted(session: &Session, writer: Option<Candidate>) -> Draft {
    let limits = Limits::of(&Model { context_window: Some(WINDOW), ..Model::default() }, None);
    let settings = Settings::default();
    let preparation =
        prepare(session, &settings.compaction, Sizing { limits, ..Sizing::default() }).expect("there is much to fold");
    let candidates = writer.into_iter().collect();
    let options = Options { settings, limits, candidates, fallback: true, ..Options::default() };
    let mut machine = Compaction::new(preparation, options);
    let mut asked = Vec::new();
    loop {
        match machine.poll_output() {
            Output::Summarize(request) => asked.push(request),
            Output::Wait => {
                let request = asked.pop().expect("a machine that waits has asked");
                let text = if request.kind == RequestKind::TurnPrefix { PREFIX } else { HISTORY };
                machine.handle_answer(request.id, Answer { text: text.into(), ..Answer::default() });
            }
            Output::Done(Verdict::Draft(draft)) => return draft,
            Output::Done(refused) => panic!("{refused:?}"),
        }
    }
}

/// A draft as a text: its fields, of failures only the reasons, then the summary as it stands.
fn shown(draft: &Draft) -> String {
    let mut fields = serde_json::to_value(draft).unwrap();
    fields["failures"] = draft.failures.iter().map(|failure| failure.reason.as_str()).collect();
    let summary = fields.as_object_mut().unwrap().remove("summary").unwrap();
    format!("{}\n\n{}", serde_json::to_string_pretty(&fields).unwrap(), summary.as_str().unwrap())
}

/// Two rounds: two thirds of the session, then the rest behind the first compaction.
fn rounds(log: &str, name: &str, whose: Whose) {
    let lines = lines_of(log);
    let (first, rest) = lines.split_at(lines.len() / 3 * 2);
    for (called, writer) in WRITERS {
        let mut session = session_of(first);
        for round in 1..=2 {
            let draft = compacted(&session, writer);
            assert_eq!(draft.degraded, writer.is_none());
            compare(&format!("entries/{name}-{called}-{round}"), &shown(&draft), whose);
            if round == 1 {
                commit(&mut session, &draft);
                let compaction = session.leaf().unwrap().id.clone();
                append(&mut session, &moved(rest, &draft.leaf_id, &compaction));
            }
        }
    }
}

/// Entries that follow a compaction now. What a provider counted of the context before says nothing of the new one.
fn moved(lines: &[Value], from: &str, to: &str) -> Vec<Value> {
    let mut lines = lines.to_vec();
    for line in &mut lines {
        if line["parentId"] == from {
            line["parentId"] = to.into();
        }
        if let Some(message) = line.get_mut("message").and_then(Value::as_object_mut) {
            message.remove("usage");
        }
    }
    lines
}

#[test]
fn golden_entries_of_a_long_session() {
    rounds(&our_session(), "epitome-build", Whose::Ours);
}

#[test]
fn golden_entries_of_real_sessions() {
    for (name, log) in real_sessions() {
        rounds(&log, name, Whose::Others);
    }
}
