//! Random histories and small helpers for the other tests.

use std::rc::Rc;

use epitome::compaction::{
    Answer, Candidate, Compaction, Draft, Failure, Options, Output, Sizing, SummaryRequest, Verdict, prepare,
};
use epitome::entry::{Body, Entry};
use epitome::format::{Seen, lens};
use epitome::json;
use epitome::message::{Record, RecordPart, Role};
use epitome::session::Session;
use epitome::settings::{CompactionSettings, Settings};
use epitome::text::Quote;
use epitome::validity::{Situation, validate};
use epitome::value::Value;
use epitome::view::{Arguments, Bond, CallView, Part, Piece, Place, ResultView, View};
use proptest::prelude::*;
use serde_json::json;

/// One turn of a history: what the user says, then for each step of the model how many tools it calls and how much they
/// answer.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub(super) words: usize,
    pub(super) steps: Vec<(usize, usize)>,
    pub(super) pinned: bool,
}

pub(super) fn turns(most: usize) -> impl Strategy<Value = Vec<Turn>> {
    let step = (0_usize..4, 1_usize..600);
    let turn = (1_usize..200, prop::collection::vec(step, 0..6), prop::bool::weighted(0.05))
        .prop_map(|(words, steps, pinned)| Turn { words, steps, pinned });
    prop::collection::vec(turn, 1..most)
}

/// A session of these turns, as entries of the format.
pub(super) fn entries(format: &str, turns: &[Turn]) -> Vec<serde_json::Value> {
    let mut out: Vec<serde_json::Value> = Vec::new();
    let mut push = |message: serde_json::Value, pinned: bool| {
        let at = out.len();
        let parent = at.checked_sub(1).map(|before| format!("e{before}"));
        out.push(json!({"type": "message", "id": format!("e{at}"), "parentId": parent, "pinned": pinned,
            "timestamp": "2026-01-01T00:00:00.000Z", "message": message}));
    };
    let text =
        |words: usize, seed: usize| (0..words).map(|at| format!("word{}", at % 7 + seed)).collect::<Vec<_>>().join(" ");
    let mut call = 0;
    push(json!({"role": if format == "pi" { "developer" } else { "system" }, "content": "You are careful."}), false);
    for (at, turn) in turns.iter().enumerate() {
        push(json!({"role": "user", "content": format!("request {at}: {}", text(turn.words, at))}), turn.pinned);
        for (calls, size) in &turn.steps {
            let ids: Vec<String> = (0..*calls).map(|offset| format!("call{}", call + offset)).collect();
            call += calls;
            if format == "pi" {
                let mut blocks = vec![json!({"type": "text", "text": text(5, call)})];
                blocks.extend(
                    ids.iter().map(
                        |id| json!({"type": "toolCall", "id": id, "name": "bash", "arguments": {"command": "ls"}}),
                    ),
                );
                push(json!({"role": "assistant", "content": blocks, "stopReason": "stop"}), false);
            } else {
                let calls: Vec<_> = ids
                    .iter()
                    .map(|id| {
                        json!({"id": id, "type": "function",
                    "function": {"name": "bash", "arguments": "{\"command\":\"ls\"}"}})
                    })
                    .collect();
                let mut message = json!({"role": "assistant", "content": text(5, call)});
                if !calls.is_empty() {
                    message["tool_calls"] = json!(calls);
                }
                push(message, false);
            }
            for id in &ids {
                push(
                    if format == "pi" {
                        json!({"role": "toolResult", "toolCallId": id, "toolName": "bash", "isError": false,
                            "content": [{"type": "text", "text": text(*size, call)}]})
                    } else {
                        json!({"role": "tool", "tool_call_id": id, "content": text(*size, call)})
                    },
                    false,
                );
            }
        }
    }
    out
}

/// An empty session that the entries are appended to.
pub(super) fn session(format: &str, entries: &[serde_json::Value]) -> Session {
    let mut session = Session::new(lens(format).unwrap());
    append(&mut session, entries).unwrap();
    session
}

pub(super) fn append(session: &mut Session, entries: &[serde_json::Value]) -> Result<(), epitome::error::Error> {
    session.append(read(session.lens(), entries)?)
}

pub(super) fn read(
    lens: &dyn epitome::format::Lens,
    entries: &[serde_json::Value],
) -> Result<Vec<Entry>, epitome::error::Error> {
    let texts: Vec<String> = entries.iter().map(ToString::to_string).collect();
    let values: Vec<Value<'_>> = texts.iter().map(|text| json::parse(text).unwrap()).collect();
    values.iter().map(|value| Entry::read(value, lens)).collect()
}

/// Entries in pi's format, as a store has them.
pub(super) fn read_stored(entries: &[serde_json::Value]) -> Vec<Entry> {
    read(lens("pi").unwrap(), entries).unwrap()
}

/// A session in pi's format with a stored log, whatever it says.
pub(super) fn session_of_stored(entries: &[serde_json::Value]) -> Session {
    let mut session = Session::new(lens("pi").unwrap());
    session.load(read_stored(entries));
    session
}

pub(super) fn settings(keep_recent_tokens: u32) -> Settings {
    let compaction = CompactionSettings { keep_recent_tokens, ..CompactionSettings::default() };
    Settings { compaction, ..Settings::default() }
}

/// Runs a compaction with a summarizer that answers at once; `None` where there was nothing to do.
pub(super) fn run(
    session: &Session,
    settings: &Settings,
    candidates: u32,
    mut summarize: impl FnMut(&SummaryRequest) -> Result<String, Failure>,
) -> Option<Verdict> {
    let preparation = prepare(session, &settings.compaction, Sizing::default())?;
    let candidates = vec![Candidate::default(); candidates as usize];
    let options = Options { settings: settings.clone(), candidates, ..Options::default() };
    let mut machine = Compaction::new(preparation, options);
    let mut waiting = Vec::new();
    loop {
        match machine.poll_output() {
            Output::Summarize(request) => waiting.push(request),
            Output::Wait => {
                // The newest first: answers may come in any order.
                let request = waiting.pop().expect("a machine that waits has asked");
                let answer = match summarize(&request) {
                    Ok(text) => Answer { text, ..Answer::default() },
                    Err(failure) => Answer { failure: Some(failure), ..Answer::default() },
                };
                machine.handle_answer(request.id, answer);
            }
            Output::Done(verdict) => return Some(verdict),
        }
    }
}

/// Appends a draft as the host does.
pub(super) fn commit(session: &mut Session, draft: &Draft) {
    let id = format!("c{}", session.entries().len());
    let leaf = session.leaf().map(|entry| entry.id.clone());
    let details = json!({"readFiles": draft.file_operations.read_files,
        "modifiedFiles": draft.file_operations.modified_files, "keptEntryIds": draft.kept_entry_ids,
        "usageRatio": draft.usage_ratio, "overheadTokens": draft.overhead_tokens, "declaredTokens": draft.declared_tokens});
    let entry = json!({"type": "compaction", "id": id, "parentId": leaf, "timestamp": "2026-01-01T00:00:00.000Z",
        "summary": draft.summary, "firstKeptEntryId": draft.first_kept_entry_id,
        "tokensBefore": draft.tokens_before, "details": details});
    append(session, &[entry]).unwrap();
}

/// What the model sees, as records; a summary as the user message that carries it.
pub(super) fn visible(session: &Session) -> Vec<Record> {
    session
        .visible()
        .map(|(entry, _)| match &entry.body {
            Body::Message(record) | Body::CustomMessage { record, .. } => record.clone(),
            Body::Compaction(found) => said(&found.summary),
            Body::BranchSummary(found) => said(&found.summary),
            other => panic!("the model sees {other:?}"),
        })
        .collect()
}

fn said(text: &str) -> Record {
    let parts = vec![RecordPart::Text(Quote::new(text, 9_999, 0))];
    Record { tokens: 1, parts, ..Record::empty(Role::User) }
}

pub(super) fn ids(entries: &[Rc<Entry>]) -> Vec<&str> {
    entries.iter().map(|entry| entry.id.as_str()).collect()
}

/// The rules that records break, `rule path` each: records are seen as messages of the format again.
pub(super) fn broken(format: &str, records: &[Record]) -> Vec<String> {
    let views: Vec<View<'_>> = records.iter().map(view).collect();
    let history: Vec<Seen<'_>> =
        views.iter().enumerate().map(|(at, view)| Seen { at, message: &Value::Null, view }).collect();
    let found = validate(lens(format).unwrap(), &history, Situation::default());
    found.iter().map(|violation| format!("{} {}", violation.rule, violation.path)).collect()
}

fn view(record: &Record) -> View<'_> {
    let parts = record.parts.iter().map(|part| Part { place: Place::WHOLE, piece: piece(part) }).collect();
    View { starts_turn: record.starts_turn, ..View::new(record.role, parts) }
}

fn piece(part: &RecordPart) -> Piece<'_> {
    match part {
        RecordPart::Text(quote) => Piece::Text(quote.head.as_str().into()),
        RecordPart::Thinking(quote) => Piece::Thinking { text: quote.head.as_str().into(), bond: Bond::Free },
        RecordPart::Call(call) => {
            let arguments = Arguments::Value(&Value::Null);
            let (by_provider, is_fixed) = (call.by_provider, call.is_fixed);
            Piece::Call(CallView { id: &call.id, name: &call.name, arguments, by_provider, is_fixed })
        }
        RecordPart::Result(result) => Piece::Result(ResultView { id: &result.id, ..ResultView::default() }),
        _ => Piece::Image,
    }
}
