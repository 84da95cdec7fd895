//! Whole prompts as they were last looked at. `EPITOME_BLESS=1` writes them anew.

use std::path::PathBuf;
use std::rc::Rc;
use std::{env, fs};

use epitome::budget::Limits;
use epitome::compaction::{Preparation, Sizing, prepare};
use epitome::entry::Entry;
use epitome::format::lens;
use epitome::json;
use epitome::model::Model;
use epitome::prompt::{PromptOptions, short_prompt, summary_prompt};
use epitome::session::Session;
use epitome::settings::{CompactionSettings, RedactionSettings, Template};
use epitome::summary::RequestKind;
use epitome::text;
use serde_json::Value;

use super::{entries, read};

/// Prompts up to this size are kept in full; of a larger one its ends and its fingerprint.
const FULL_UNITS: usize = 12_000;
const END_UNITS: usize = 3_000;

fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Holds a prompt against the one in `tests/fixtures/prompts`. Of sessions that are not ours only size and fingerprint are kept.
fn compare(name: &str, prompt: &str, is_ours: bool) {
    let size = format!("{} UTF-16 units, fingerprint {:016x}", text::units(prompt), text::fingerprint(prompt));
    let kept = if !is_ours {
        size
    } else if text::units(prompt) <= FULL_UNITS {
        prompt.to_owned()
    } else {
        let (head, tail) = (text::head(prompt, END_UNITS), text::tail(prompt, END_UNITS));
        format!("{head}\n\n=== {size} ===\n\n{tail}")
    };
    let path = root(&format!("tests/fixtures/prompts/{name}.txt"));
    if env::var_os("EPITOME_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, kept + "\n").unwrap();
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept + "\n", golden, "{name} has changed: if it is right, run EPITOME_BLESS=1 cargo test golden");
}

/// What a compaction of a pi session folds away.
fn prepared(log: &str, settings: &CompactionSettings, window: u32) -> Preparation {
    let mut session = Session::new(lens("pi").unwrap());
    let known = log.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty());
    session.append(known.map(|(at, line)| Rc::unwrap_or_clone(read("pi", &with_ids(at, line)))).collect()).unwrap();
    let model = Model { context_window: Some(window), ..Model::default() };
    prepare(&session, settings, Sizing { limits: Limits::of(&model, None), ..Sizing::default() }).unwrap()
}

/// A line of the format's first version has no ids, and names others by their line.
fn with_ids(at: usize, line: &str) -> String {
    let mut value: Value = serde_json::from_str(line).unwrap();
    if value.get("id").is_none() {
        value["id"] = at.to_string().into();
        value["parentId"] = if at > 1 { (at - 1).to_string().into() } else { Value::Null };
        if let Some(kept) = value.get("firstKeptEntryIndex").and_then(Value::as_u64) {
            value["firstKeptEntryId"] = kept.to_string().into();
        }
    }
    value.to_string()
}

fn prompts_of(log: &str, name: &str, is_ours: bool) {
    let (settings, redaction) = (CompactionSettings::default(), RedactionSettings::default());
    let window = 200_000;
    let prepared = prepared(log, &settings, window);
    let options = PromptOptions {
        window: Some(window),
        max_tokens: 13_107,
        kept: &prepared.kept,
        prior_summary: prepared.previous_summary.as_deref(),
        ..PromptOptions::new(&prepared.files, &settings, &redaction)
    };
    for (kind, entries) in [(RequestKind::History, &prepared.history), (RequestKind::TurnPrefix, &prepared.turn_prefix)]
    {
        if !entries.is_empty() {
            compare(
                &format!("{name}-{}", if kind == RequestKind::History { "history" } else { "turn-prefix" }),
                &summary_prompt(kind, entries, &options),
                is_ours,
            );
        }
    }
}

#[test]
fn golden_prompts_of_each_kind() {
    let messages = fs::read_to_string(root("tests/fixtures/chat.json")).unwrap();
    let messages = json::parse(&messages).unwrap();
    let messages: Vec<String> = messages.as_array().unwrap().iter().map(json::to_text).collect();
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let entries: Vec<Rc<Entry>> = entries("openai-chat", &messages);
    let (folded, kept) = entries.split_at(13);
    let nine = CompactionSettings::default();
    let goal = CompactionSettings { template: Template::GoalProgress, ..CompactionSettings::default() };
    let files = epitome::files::FileOperations {
        read_files: vec!["src/größe.ts".into()],
        modified_files: vec!["src/bytes.ts".into()],
    };
    let redaction = RedactionSettings::default();
    let first = PromptOptions { kept, max_tokens: 2_000, ..PromptOptions::new(&files, &nine, &redaction) };
    let context = ["The branch is fix/bytes.".to_owned()];
    let state = ["Active goal: count bytes (status: active)".to_owned()];
    let update = PromptOptions {
        prior_summary: Some("## Goal\nCount bytes."),
        instructions: Some("the counting"),
        context: &context,
        state: &state,
        complaint: Some("These sections are missing: Progress."),
        settings: &goal,
        ..first
    };
    compare("first", &summary_prompt(RequestKind::History, folded, &first), true);
    compare("update", &summary_prompt(RequestKind::History, folded, &update), true);
    compare("turn-prefix", &summary_prompt(RequestKind::TurnPrefix, &folded[6..], &first), true);
    compare("branch", &summary_prompt(RequestKind::Branch, folded, &PromptOptions { kept: &[], ..first }), true);
    compare("handoff", &summary_prompt(RequestKind::Handoff, &[], &PromptOptions { kept: &[], ..update }), true);
    compare("short", &short_prompt("## Goal\nCount bytes.", &first), true);
}

#[test]
fn golden_prompts_of_a_long_session() {
    let log = fs::read_to_string(root("tests/fixtures/sessions/epitome-build.jsonl")).unwrap();
    prompts_of(&log, "epitome-build", true);
}

#[test]
fn golden_prompts_of_real_sessions() {
    for name in ["pi-before-compaction", "pi-large-session"] {
        match fs::read_to_string(root(&format!("../shared/sessions/{name}.jsonl"))) {
            Ok(log) => prompts_of(&log, name, false),
            Err(_) => println!("skipped: ../shared/sessions/{name}.jsonl is not here"),
        }
    }
}
