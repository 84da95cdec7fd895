//! Where a conversation is parted that does not fit one request.

use std::rc::Rc;

use epitome::entry::Entry;
use epitome::prompt::{PromptOptions, chunk, summary_prompt};
use epitome::settings::CompactionSettings;
use epitome::summary::RequestKind;
use proptest::prelude::*;

use super::{Ask, chat_call, chat_result, conversation, entries, user};

/// All runs of a conversation.
fn runs<'e>(entries: &'e [Rc<Entry>], options: &PromptOptions<'_>) -> Vec<&'e [Rc<Entry>]> {
    let mut runs = Vec::new();
    let mut start = 0;
    while start < entries.len() {
        let end = chunk(entries, start, options);
        assert!(end > start && end <= entries.len(), "{start}..{end}");
        runs.push(&entries[start..end]);
        start = end;
    }
    runs
}

fn shown(run: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    conversation(&summary_prompt(RequestKind::History, run, options)).to_owned()
}

fn is_whole(run: &[Rc<Entry>], options: &PromptOptions<'_>) -> bool {
    !shown(run, options).contains("of older conversation elided")
}

/// Turns of a request, calls side by side, their results, and an answer.
fn turns(count: usize, calls: usize, words: usize) -> Vec<String> {
    let mut messages = Vec::new();
    for turn in 0..count {
        messages.push(user(&format!("request {turn}")));
        let ids: Vec<String> = (0..calls).map(|n| format!("c{turn}.{n}")).collect();
        let list: Vec<String> = ids
            .iter()
            .map(|id| format!(r#"{{"id":"{id}","type":"function","function":{{"name":"bash","arguments":"{{}}"}}}}"#))
            .collect();
        messages.push(format!(r#"{{"role":"assistant","content":null,"tool_calls":[{}]}}"#, list.join(",")));
        messages.extend(ids.iter().map(|id| chat_result(id, &"word ".repeat(words))));
        messages.push(r#"{"role":"assistant","content":"Done."}"#.to_owned());
    }
    messages
}

fn chat(messages: &[String]) -> Vec<Rc<Entry>> {
    entries("openai-chat", &messages.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn what_fits_or_has_no_bound_is_one_run() {
    let entries = chat(&turns(50, 2, 100));
    for window in [None, Some(200_000)] {
        let ask = Ask { window, ..Ask::default() };
        assert_eq!(chunk(&entries, 0, &ask.options()), entries.len());
        assert_eq!(chunk(&entries, 7, &ask.options()), entries.len());
    }
    assert_eq!(chunk(&[], 0, &Ask { window: Some(8_000), ..Ask::default() }.options()), 0);
}

#[test]
fn runs_are_whole_and_as_long_as_they_can_be() {
    let entries = chat(&turns(120, 2, 200));
    let ask = Ask { window: Some(16_000), ..Ask::default() };
    let options = ask.options();
    let runs = runs(&entries, &options);
    assert!(runs.len() > 3, "{}", runs.len());
    let mut start = 0;
    for run in &runs {
        assert!(is_whole(run, &options));
        start += run.len();
        // One group more would not fit.
        if start < entries.len() {
            let more = (start + 1..=entries.len())
                .find(|end| entries.get(*end).is_none_or(|entry| entry.record().unwrap().results().next().is_none()));
            assert!(!is_whole(&entries[start - run.len()..more.unwrap()], &options));
        }
    }
}

#[test]
fn masking_makes_runs_longer() {
    let entries = chat(&turns(120, 2, 300));
    let ask = Ask { window: Some(16_000), ..Ask::default() };
    let masked = Ask { settings: CompactionSettings::default(), window: Some(16_000), ..Ask::default() };
    let (plain, masked) = (runs(&entries, &ask.options()), (runs(&entries, &masked.options()), masked));
    assert!(masked.0.len() * 2 < plain.len(), "{} {}", masked.0.len(), plain.len());
    assert!(masked.0.iter().all(|run| is_whole(run, &masked.1.options())));
}

#[test]
fn a_group_that_is_too_large_makes_a_run_of_its_own() {
    let mut messages = turns(2, 1, 10);
    messages.extend(turns(1, 60, 380));
    messages.extend(turns(2, 1, 10));
    let entries = chat(&messages);
    let ask = Ask { window: Some(8_000), ..Ask::default() };
    let runs = runs(&entries, &ask.options());
    let cut: Vec<usize> = runs.iter().filter(|run| !is_whole(run, &ask.options())).map(|run| run.len()).collect();
    assert_eq!(cut, [61]);
}

#[test]
fn calls_that_stand_in_messages_of_their_own_stay_together() {
    let mut messages = Vec::new();
    for turn in 0..80 {
        let call = |n: usize| {
            format!(
                r#"{{"type":"function_call","call_id":"{turn}.{n}","name":"bash","arguments":"{{\"command\":\"{}\"}}"}}"#,
                "ls ".repeat(60)
            )
        };
        let result = |n: usize| {
            format!(r#"{{"type":"function_call_output","call_id":"{turn}.{n}","output":"{}"}}"#, "word ".repeat(60))
        };
        messages.extend((0..3).map(call));
        messages.extend((0..3).map(result));
    }
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let entries = entries("openai-responses", &messages);
    let ask = Ask { window: Some(8_000), ..Ask::default() };
    let runs = runs(&entries, &ask.options());
    assert!(runs.len() > 3 && runs.iter().all(|run| run.len() % 6 == 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_run_parts_a_call_from_its_result(
        shapes in prop::collection::vec((0_usize..4, 0_usize..300), 1..24),
        window in 5_000_u32..12_000,
        masks: bool,
    ) {
        let mut messages = Vec::new();
        for (turn, (calls, words)) in shapes.iter().enumerate() {
            messages.push(user(&"ask ".repeat(words + 1)));
            for n in 0..*calls {
                messages.push(chat_call(&format!("{turn}.{n}"), "bash", "{}"));
                messages.push(chat_result(&format!("{turn}.{n}"), &"word ".repeat(*words)));
            }
        }
        let entries = chat(&messages);
        let settings = CompactionSettings { mask_observations: masks, ..CompactionSettings::default() };
        let ask = Ask { window: Some(window), settings, ..Ask::default() };
        let options = ask.options();
        for run in runs(&entries, &options) {
            let calls = run.iter().filter_map(|entry| entry.record()).flat_map(|record| record.calls()).count();
            let results = run.iter().filter_map(|entry| entry.record()).flat_map(|record| record.results()).count();
            prop_assert_eq!(calls, results);
            prop_assert!(is_whole(run, &options) || run.len() <= 2);
        }
    }
}
