//! Native Rust's part of the test that every runtime gives the same bytes: plays `tests/runtimes/scenario.mjs` and leaves
//! the result in `target/epitome/everywhere.json`, where `npm test` holds the other runtimes against it.

use std::path::Path;

use epitome::budget;
use epitome::compaction::{Answer, Candidate, Output, Verdict};
use epitome::entry::{Body, Entry};
use epitome::format::{Lens, Text, lens};
use epitome::json::{parse, to_text};
use epitome::model::Model;
use epitome::prompt;
use epitome::session::Session;
use epitome::settings::{CompactionSettings, Settings, SummaryRole};
use epitome::time::epoch_ms;
use epitome::upkeep::{Ask, Begun, Mode, Trigger, Upkeep};
use epitome::value::Value;
use serde_json::json;

const NOW: &str = "2026-01-01T00:00:00.000Z";

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A lone surrogate of the data must lie in the summarized part: what is kept, native Rust can only write replaced.
/// Opens a session over entries, compacts it with the model-free summary, and gives all that a host would see of it.
fn compacted(entries: &[String], lens: &'static dyn Lens, model: &Model, settings: &Settings) -> String {
    let values: Vec<Value<'_>> = entries.iter().map(|text| parse(text).unwrap()).collect();
    let mut upkeep = Upkeep::new(Session::new(lens), settings.clone(), model.clone());
    upkeep.append(values.iter().map(|value| Entry::read(value, lens).unwrap()).collect()).unwrap();
    let checked = serde_json::to_string(&upkeep.check((0, 0), Trigger::Threshold)).unwrap();
    let ask = Ask { candidates: vec![Candidate::default()], ..Ask::default() };
    let Begun::Run(mut machine) = upkeep.begin(Mode::Manual, ask) else { panic!("nothing to compact") };
    let draft = loop {
        match machine.poll_output() {
            Output::Summarize(request) => {
                let text = machine.extract(request.id).unwrap();
                machine.handle_answer(request.id, Answer { text, ..Answer::default() });
            }
            Output::Wait => panic!("every request was answered"),
            Output::Done(Verdict::Draft(draft)) => break draft,
            Output::Done(Verdict::Refused(refused)) => panic!("{refused:?}"),
        }
    };
    let mut details =
        json!({"readFiles": draft.file_operations.read_files, "modifiedFiles": draft.file_operations.modified_files});
    if !draft.kept_entry_ids.is_empty() {
        details["keptEntryIds"] = json!(draft.kept_entry_ids);
    }
    if let Some(ratio) = draft.usage_ratio {
        details["usageRatio"] = json!(ratio);
    }
    if let Some(overhead) = draft.overhead_tokens {
        details["overheadTokens"] = json!(overhead);
    }
    if let Some(declared) = draft.declared_tokens {
        details["declaredTokens"] = json!(declared);
    }
    let session = upkeep.session();
    let before: Vec<String> = session
        .path_entries()
        .map(|entry| entry.id.clone())
        .take_while(|id| *id != draft.first_kept_entry_id)
        .collect();
    let place = |id: &String| json!({"id": id, "at": session.place_of(id).unwrap()});
    let lead = session.context().lead(session.entries(), session.path());
    let kept = before.iter().filter(|id| draft.kept_entry_ids.contains(*id));
    details["resume"] = json!({"lead": before.iter().take(lead).map(place).collect::<Vec<_>>(),
        "kept": kept.map(place).collect::<Vec<_>>(), "compactions": 1, "compactionsSinceUser": 1});
    let parent = session.leaf().unwrap().id.clone();
    let entry = json!({"type": "compaction", "id": "new0", "parentId": parent, "timestamp": NOW, "summary": draft.summary,
        "firstKeptEntryId": draft.first_kept_entry_id, "tokensBefore": draft.tokens_before, "details": details});
    let entry = entry.to_string();
    upkeep.append(vec![Entry::read(&parse(&entry).unwrap(), lens).unwrap()]).unwrap();
    let session = upkeep.session();
    let originals =
        |id: &str| values.iter().find(|value| value.get_str("id") == Some(id)).and_then(|value| value.get("message"));
    let messages: Vec<String> = session
        .visible()
        .map(|(entry, _)| match &entry.body {
            Body::Compaction(found) => {
                let text = prompt::frame_summary(&found.summary);
                let text = Text {
                    text: &text,
                    role: SummaryRole::User,
                    time: epoch_ms(&entry.timestamp),
                    id: &entry.id,
                    form: 0,
                };
                to_text(&lens.text_message(&text))
            }
            _ => to_text(originals(&entry.id).unwrap()),
        })
        .collect();
    let outcome = json!({"status": "compacted", "reason": "manual", "tokensBefore": draft.tokens_before,
        "tokensAfter": draft.tokens_after, "compactionNumber": session.context().compactions()});
    format!(
        r#"{{"check":{checked},"outcome":{outcome},"entry":{entry},"messages":[{}],"tokens":{}}}"#,
        messages.join(","),
        session.context().tokens()
    )
}

#[test]
fn native_rust_plays_the_scenario() {
    let recorded = std::fs::read_to_string(root("tests/fixtures/sessions/epitome-build.jsonl")).unwrap();
    let pi: Vec<String> = recorded.lines().skip(1).filter(|line| !line.is_empty()).map(String::from).collect();
    let model = Model { context_window: Some(200_000), max_output: Some(32_000), ..Model::default() };
    let pi = compacted(&pi, lens("pi").unwrap(), &model, &Settings::default());

    let messages = std::fs::read_to_string(root("tests/fixtures/chat.json")).unwrap();
    let messages = parse(&messages).unwrap();
    let chat: Vec<String> = (0..)
        .zip(messages.as_array().unwrap())
        .map(|(at, message): (usize, _)| {
            let parent = at.checked_sub(1).map_or("null".into(), |before| format!("\"m{before}\""));
            format!(
                r#"{{"type":"message","id":"m{at}","parentId":{parent},"timestamp":"{NOW}","message":{}}}"#,
                to_text(message)
            )
        })
        .collect();
    let model = Model { context_window: Some(16_000), ..Model::default() };
    let compaction = CompactionSettings { keep_recent_tokens: 300, ..CompactionSettings::default() };
    assert!(budget::resolve_threshold(16_000, &compaction, 0) > 0);
    let chat = compacted(&chat, lens("openai-chat").unwrap(), &model, &Settings { compaction, ..Settings::default() });

    std::fs::create_dir_all(root("target/epitome")).unwrap();
    std::fs::write(root("target/epitome/everywhere.json"), format!(r#"{{"pi":{pi},"chat":{chat}}}"#)).unwrap();
}
