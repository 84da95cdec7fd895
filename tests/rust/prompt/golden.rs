//! Whole prompts as they were last looked at.

use std::fs;
use std::rc::Rc;

use epitome::budget::Limits;
use epitome::compaction::{Preparation, Sizing, prepare};
use epitome::entry::Entry;
use epitome::json;
use epitome::model::Model;
use epitome::prompt::{PromptOptions, short_prompt, summary_prompt};
use epitome::settings::{CompactionSettings, RedactionSettings, Template};
use epitome::summary::RequestKind;

use super::super::golden::{Whose, compare, lines_of, our_session, real_sessions, root, session_of};
use super::entries;

fn compare_prompt(name: &str, prompt: &str, whose: Whose) {
    compare(&format!("prompts/{name}"), prompt, whose);
}

/// What a compaction of a pi session folds away.
fn prepared(log: &str, settings: &CompactionSettings, window: u32) -> Preparation {
    let session = session_of(&lines_of(log));
    let model = Model { context_window: Some(window), ..Model::default() };
    prepare(&session, settings, Sizing { limits: Limits::of(&model, None), ..Sizing::default() }).unwrap()
}

fn prompts_of(log: &str, name: &str, whose: Whose) {
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
            compare_prompt(
                &format!("{name}-{}", if kind == RequestKind::History { "history" } else { "turn-prefix" }),
                &summary_prompt(kind, entries, &options),
                whose,
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
    compare_prompt("first", &summary_prompt(RequestKind::History, folded, &first), Whose::Ours);
    compare_prompt("update", &summary_prompt(RequestKind::History, folded, &update), Whose::Ours);
    compare_prompt("turn-prefix", &summary_prompt(RequestKind::TurnPrefix, &folded[6..], &first), Whose::Ours);
    compare_prompt(
        "branch",
        &summary_prompt(RequestKind::Branch, folded, &PromptOptions { kept: &[], ..first }),
        Whose::Ours,
    );
    compare_prompt(
        "handoff",
        &summary_prompt(RequestKind::Handoff, &[], &PromptOptions { kept: &[], ..update }),
        Whose::Ours,
    );
    compare_prompt("short", &short_prompt("## Goal\nCount bytes.", &first), Whose::Ours);
}

#[test]
fn golden_prompts_of_a_long_session() {
    prompts_of(&our_session(), "epitome-build", Whose::Ours);
}

#[test]
fn golden_prompts_of_real_sessions() {
    for (name, log) in real_sessions() {
        prompts_of(&log, name, Whose::Others);
    }
}
