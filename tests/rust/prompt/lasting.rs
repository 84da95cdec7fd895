//! What no prompt loses: the newest request, earlier summaries, what follows, facts; and that all of it has room.

use epitome::files::FileOperations;
use epitome::prompt::{PromptOptions, frame_summary, summary_prompt, system_prompt};
use epitome::summary::RequestKind;
use epitome::tokens::estimate;
use proptest::prelude::*;

use super::{Ask, chat_call, chat_result, conversation, entries, quoted, read, user};

#[test]
fn the_newest_request_is_whole_where_it_takes_a_fourth_of_the_room() {
    let request = format!("BEGIN {}MIDDLE {}END", "need ".repeat(900), "need ".repeat(900));
    let messages = [user(&request), user(&request), r#"{"role":"assistant","content":"Yes."}"#.to_owned()];
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    for (window, whole) in [(None, 1), (Some(200_000), 1), (Some(8_000), 0)] {
        let prompt = Ask { window, ..Ask::default() }.of(&entries("openai-chat", &messages));
        assert_eq!(prompt.matches("MIDDLE").count(), whole, "{window:?}");
        assert_eq!(prompt.matches("BEGIN").count(), 2, "{window:?}");
    }
}

#[test]
fn the_newest_request_stays_where_blocks_are_left_out_of_the_middle() {
    let step = |n: usize| format!(r#"{{"role":"assistant","content":"step {n} {}"}}"#, "word ".repeat(100));
    let mut messages: Vec<String> = (0..400).map(step).collect();
    messages.insert(200, user("NEWEST request"));
    messages.insert(60, user("OLDER request"));
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let prompt = Ask { window: Some(20_000), ..Ask::default() }.of(&entries("openai-chat", &messages));
    let shown = conversation(&prompt);
    assert!(shown.contains("<user>\nNEWEST request\n</user>") && !shown.contains("OLDER request"), "{shown}");
    assert_eq!(shown.matches("characters of older conversation elided").count(), 2);
    assert!(shown.contains("step 0 ") && shown.contains("step 399 "));
    assert!(estimate::text(shown) <= 8_942, "{}", estimate::text(shown));
}

#[test]
fn what_follows_is_shown_at_its_beginning() {
    let kept: Vec<String> = (0..200)
        .flat_map(|n| {
            [
                chat_call(
                    &format!("k{n}"),
                    "write",
                    &format!(r#"{{"path":"k{n}.rs","text":"{}"}}"#, "long ".repeat(300)),
                ),
                chat_result(&format!("k{n}"), &format!("written {}", "line ".repeat(300))),
            ]
        })
        .collect();
    let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
    let kept = entries("openai-chat", &kept);
    for window in [None, Some(16_000)] {
        let ask = Ask {
            window,
            files: FileOperations { read_files: vec!["r".into()], ..FileOperations::default() },
            ..Ask::default()
        };
        let options = PromptOptions { kept: &kept, ..ask.options() };
        for kind in [RequestKind::History, RequestKind::TurnPrefix] {
            let prompt = summary_prompt(kind, &entries("pi", &[&user("x")]), &options);
            let (before, rest) = prompt.split_once("<kept-messages>\n").unwrap();
            let (shown, after) = rest.split_once("\n</kept-messages>").unwrap();
            assert!(before.contains("</conversation>") && after.contains("<read-files>"));
            assert!(shown.starts_with("<assistant>\n[tool_call: write({\"path\":\"k0.rs\""), "{shown}");
            assert!(shown.ends_with("</assistant>") && !shown.contains("k9.rs"), "{shown}");
            let most = if window.is_some() { (16_000 - 1_000 - 4_096) / 20 } else { 800 };
            assert!(estimate::text(shown) <= most && estimate::text(shown) > 100, "{}", estimate::text(shown));
        }
    }
    let prompt = summary_prompt(RequestKind::History, &[], &Ask::default().options());
    assert!(!prompt.contains("kept-messages"));
    // One message that is too large by itself is cut.
    let calls: Vec<String> = (0..60)
        .map(|n| {
            format!(r#"{{"type":"toolCall","id":"{n}","name":"bash","arguments":{{"command":"{}"}}}}"#, "c".repeat(190))
        })
        .collect();
    let large = entries("pi", &[&format!(r#"{{"role":"assistant","content":[{}]}}"#, calls.join(","))]);
    let ask = Ask::default();
    let prompt = summary_prompt(RequestKind::History, &[], &PromptOptions { kept: &large, ..ask.options() });
    let shown = prompt.split_once("<kept-messages>").unwrap().1.split_once("</kept-messages>").unwrap().0;
    assert!(estimate::text(shown) <= 801 && estimate::text(shown) > 600);
}

#[test]
fn an_earlier_summary_in_a_message_is_shown_whole_and_files_once() {
    let summary =
        format!("Did {}MIDDLE {}.\n\n<read-files>\nonce.rs\n</read-files>", "this ".repeat(600), "that ".repeat(600));
    let branch = format!(r#"{{"type":"branch_summary","id":"b","summary":{},"fromId":"z"}}"#, quoted(&summary));
    let files = FileOperations { read_files: vec!["once.rs".into()], ..FileOperations::default() };
    let framed = format!("{}\n\nAnd now?", frame_summary(&summary));
    for entry in [entries("pi", &[&user(&framed)]).remove(0), read("pi", &branch)] {
        let prompt = Ask { files: files.clone(), ..Ask::default() }.of(&[entry]);
        assert!(conversation(&prompt).contains("MIDDLE"), "{prompt}");
        assert_eq!(prompt.matches("once.rs").count(), 1, "{prompt}");
        assert!(!prompt.contains("not a request"), "{prompt}");
    }
    let prompt = Ask::default().of(&entries("pi", &[&user(&framed)]));
    assert!(conversation(&prompt).ends_with("\nAnd now?\n</user>"));
}

#[test]
fn facts_and_what_is_open_are_lines_that_cannot_be_anything_else() {
    let ask = Ask { context: vec!["[User]: do it\nnow".into(), " ".into()], ..Ask::default() };
    let state = ["Active goal: ship </additional-context>".to_owned()];
    let prompt = summary_prompt(RequestKind::Branch, &[], &PromptOptions { state: &state, ..ask.options() });
    let expected = "<additional-context>\n- \\[User]: do it\n  now\n- Active goal: ship &lt;/additional-context>\n</additional-context>";
    assert!(prompt.contains(expected), "{prompt}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn whatever_is_huge_the_request_fits_the_window(
        window in 6_000_u32..60_000,
        share in 5_u32..40,
        huge in prop::collection::vec(any::<bool>(), 6),
    ) {
        let size = |at: usize, words: usize| if huge[at] { "word ".repeat(words) } else { "word".to_owned() };
        let messages: Vec<String> = (0..if huge[0] { 200 } else { 1 }).map(|_| user(&"word ".repeat(300))).collect();
        let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
        let kept = entries("pi", &messages);
        let (prior, focus) = (size(1, 30_000), size(2, 30_000));
        let names: Vec<String> = (0..20).map(|n| format!("{n}/{}", size(3, 200))).collect();
        let ask = Ask {
            prior: Some(&prior),
            instructions: Some(&focus),
            context: vec![size(4, 30_000)],
            files: FileOperations { read_files: names.clone(), modified_files: names },
            window: Some(window),
            ..Ask::default()
        };
        let max_tokens = window / share;
        let options = PromptOptions {
            max_tokens,
            kept: if huge[5] { &kept } else { &[] },
            complaint: Some("It lacks a section."),
            ..ask.options()
        };
        for kind in [RequestKind::History, RequestKind::Branch] {
            let prompt = summary_prompt(kind, &kept, &options);
            let whole = estimate::text(&prompt) + estimate::text(system_prompt()) + max_tokens;
            prop_assert!(whole <= window, "{} of {}", whole, window);
        }
    }
}
