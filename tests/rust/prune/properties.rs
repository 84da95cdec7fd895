//! What holds of any history.

use epitome::prune::{PruneEdit, prune, prune_arguments};
use epitome::settings::PruneConfig;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::support::{append, session};
use super::{Log, config};

#[derive(Debug, Clone)]
enum Step {
    User,
    Run { tool: usize, path: usize, size: usize, fails: bool },
    Compact,
}

const TOOLS: &[&str] = &["read", "edit", "bash", "grep", "skill", "mcp__x__y"];

fn one_run() -> impl Strategy<Value = Step> {
    (0..TOOLS.len(), 0..6_usize, 0..900_usize, prop::bool::weighted(0.1))
        .prop_map(|(tool, path, size, fails)| Step::Run { tool, path, size, fails })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(prop_oneof![1 => Just(Step::User), 8 => one_run(), 1 => Just(Step::Compact)], 1..60)
}

fn runs() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(one_run(), 0..40)
}

fn build(steps: &[Step]) -> Log {
    let mut log = Log::default();
    for step in steps {
        match step {
            Step::User => _ = log.user("go on"),
            Step::Compact => {
                if let Some(kept) = log.entries.iter().rev().find(|entry| entry["message"]["role"] == "user") {
                    let kept = kept["id"].clone();
                    log.entry(
                        json!({"type": "compaction", "summary": "S", "firstKeptEntryId": kept, "tokensBefore": 1}),
                    );
                }
            }
            Step::Run { .. } => run(&mut log, "", step),
        }
    }
    log
}

/// A call and its output, in a folder.
fn run(log: &mut Log, folder: &str, step: &Step) {
    let Step::Run { tool, path, size, fails } = step else { return };
    let tool = TOOLS[*tool];
    let arguments = match (tool, path) {
        ("read", 0..3) => json!({"path": format!("{folder}f.ts:{}-{}", 10 - path, 10 + path * 3)}),
        ("bash", 0) => json!({"command": "npm test", "cwd": folder}),
        ("bash", _) => json!({"command": format!("run {path}")}),
        ("grep", _) => json!({"pattern": format!("p{path}"), "path": folder}),
        _ => json!({"path": format!("{folder}f{path}.ts"), "text": "y".repeat(*size)}),
    };
    log.call(tool, arguments);
    let text = if size % 3 == 0 { "漢字 error \u{1b}[1m " } else { "some words\n" };
    log.answer_with(tool, &text.repeat(*size / 3), json!({"isError": fails}));
}

/// The log as a host leaves it that puts each notice in the place of its output.
fn applied(log: &Log, config: &PruneConfig) -> Log {
    let mut done = log.clone();
    for edit in log.plan(config).edits {
        let entry = done.entries.iter_mut().find(|entry| entry["id"] == json!(edit.entry_id)).unwrap();
        entry["message"]["content"] = json!([{"type": "text", "text": edit.notice}]);
    }
    for edit in log.arguments(config).edits {
        let entry = done.entries.iter_mut().find(|entry| entry["id"] == json!(edit.entry_id)).unwrap();
        entry["message"]["content"][edit.part as usize]["arguments"] = serde_json::from_str(&edit.notice).unwrap();
    }
    done
}

fn size(log: &Log) -> usize {
    log.entries.iter().map(|entry| entry.to_string().len()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn is_idempotent_and_never_grows(steps in steps(), protect in 0..3_000_u32, turns in 0..3, single: bool, duplicates: bool) {
        let config = config(json!({"protectTokens": protect, "minimumSavings": 0, "protectRecentTurns": turns, "singleTurn": single,
            "duplicates": duplicates}));
        let log = build(&steps);
        prop_assert_eq!(log.plan(&config), log.plan(&config));
        let plan = log.plan(&config);
        for edit in &plan.edits {
            prop_assert!(edit.tokens_saved > 0 && edit.tokens_saved <= edit.original_tokens);
            prop_assert!(!edit.notice.contains(char::is_control), "{}", edit.notice);
            let text = log.entries.iter().find(|entry| entry["id"] == json!(edit.entry_id)).unwrap()["message"]["content"][0]["text"].clone();
            prop_assert!(edit.notice.encode_utf16().count() <= text.as_str().unwrap().encode_utf16().count());
        }
        prop_assert_eq!(plan.tokens_saved, plan.edits.iter().map(|edit| edit.tokens_saved).sum::<u32>());
        // What was pruned is smaller now, so that the protected tokens reach further back: nothing new may go but what was
        // protected by no more than its age.
        let once = applied(&log, &config);
        prop_assert!(size(&once) <= size(&log));
        let again = once.plan(&config);
        let gone: Vec<&str> = plan.edits.iter().map(|edit| edit.entry_id.as_str()).collect();
        prop_assert!(again.edits.iter().all(|edit| !gone.contains(&edit.entry_id.as_str())));
        prop_assert_eq!(again.edits.len(), 0, "{:?} {:?}", plan.edits, again.edits);
    }

    /// Text, labels and other calls between do not change which outputs are worthless.
    #[test]
    fn unrelated_entries_do_not_matter(steps in steps(), at in 0..60_usize) {
        let runs: Vec<Step> = steps.into_iter().filter(|step| matches!(step, Step::Run { .. })).collect();
        let config = config(json!({"protectTokens": 10_000_000, "minimumSavings": 0, "protectRecentTurns": 0}));
        let plain = build(&runs);
        let mut with = Log::default();
        let at = at % (plain.entries.len() + 1) / 2 * 2;
        for (place, entry) in plain.entries.iter().enumerate() {
            if place == at {
                with.entry(json!({"type": "label", "targetId": "e0", "label": "here"}));
                with.message(json!({"role": "assistant", "content": [{"type": "text", "text": "hm"}], "stopReason": "stop"}));
                with.message(json!({"role": "assistant", "content": [{"type": "toolCall", "id": "other", "name": "ls", "arguments": {}}]}));
                with.message(json!({"role": "toolResult", "toolCallId": "other", "toolName": "ls", "content": "a"}));
            }
            with.entry(entry.clone());
        }
        let calls = |log: &Log| -> Vec<(String, u32, String)> {
            log.plan(&config).edits.into_iter().map(|edit| (edit.tool_call_id, edit.tokens_saved, edit.notice)).collect()
        };
        prop_assert_eq!(calls(&plain), calls(&with));
    }

    /// Work on different things, one after the other or by turns, makes the same of it worthless.
    #[test]
    fn the_order_of_unrelated_work_does_not_matter(first in runs(), second in runs(), turns in prop::collection::vec(any::<bool>(), 80)) {
        let (mut by_turns, mut left, mut right) = (Vec::new(), first.iter(), second.iter());
        for first in turns {
            by_turns.extend(if first { left.next().map(|step| (0, step)) } else { right.next().map(|step| (1, step)) });
        }
        by_turns.extend(left.map(|step| (0, step)));
        by_turns.extend(right.map(|step| (1, step)));
        let in_a_row: Vec<(usize, &Step)> = first.iter().map(|step| (0, step)).chain(second.iter().map(|step| (1, step))).collect();
        let config = config(json!({"protectTokens": 10_000_000, "minimumSavings": 0, "protectRecentTurns": 0}));
        let gone = |work: &[(usize, &Step)]| {
            let mut log = Log::default();
            // The how-many-th step of which work each entry is.
            let mut names = Vec::new();
            let mut counts = [0, 0];
            for (side, step) in work {
                run(&mut log, &format!("side{side}/"), step);
                names.extend([(*side, counts[*side]); 2]);
                counts[*side] += 1;
            }
            let name = |edit: &PruneEdit| names[edit.entry_id.trim_start_matches(char::is_alphabetic).parse::<usize>().unwrap()];
            let mut gone: Vec<_> =
                log.plan(&config).edits.iter().map(|edit| (name(edit), edit.reason as u8, edit.notice.clone())).collect();
            gone.sort();
            gone
        };
        prop_assert_eq!(gone(&in_a_row), gone(&by_turns));
    }

    /// As an entry of the log a prune makes the context smaller by what it says, and there is no second one.
    #[test]
    fn a_session_becomes_smaller_by_what_was_planned(steps in steps(), protect in 0..3_000_u32, turns in 0..3) {
        let config = config(json!({"protectTokens": protect, "minimumSavings": 0, "protectRecentTurns": turns}));
        let log = build(&steps);
        let mut pruned = session("pi", &log.entries);
        let plan = prune(&pruned, &config, 0);
        let before = pruned.context().estimate();
        let ids: Vec<String> = shown(&pruned);
        let edits: Vec<Value> =
            plan.edits.iter().map(|edit| json!({"entryId": edit.entry_id, "part": edit.part, "text": edit.notice})).collect();
        let parent = log.entries.last().map(|entry| entry["id"].clone());
        let entry = json!({"type": "prune", "id": "p", "parentId": parent, "timestamp": "", "reason": "test", "edits": edits});
        append(&mut pruned, std::slice::from_ref(&entry)).unwrap();
        let saved = before - pruned.context().estimate();
        // A message is rounded as a whole, an output by itself.
        prop_assert!(saved.abs_diff(plan.tokens_saved) <= plan.edits.len() as u32, "{saved} {}", plan.tokens_saved);
        prop_assert_eq!(shown(&pruned), ids, "the same messages in the same order");
        prop_assert_eq!(prune(&pruned, &config, 0).edits, vec![]);
        // The newest tokens, which are protected, reach further back now; nothing new can go.
        let arguments = log.arguments(&config).edits;
        prop_assert!(prune_arguments(&pruned, &config).edits.iter().all(|edit| arguments.contains(edit)));
        // The log, read anew, is the same.
        let again = session("pi", &[log.entries, vec![entry]].concat());
        prop_assert_eq!(again.context().items(), pruned.context().items());
        prop_assert_eq!(prune(&again, &config, 0).edits, vec![]);
    }
}

/// The entries that the model sees.
fn shown(session: &epitome::session::Session) -> Vec<String> {
    session.visible().map(|(entry, _)| entry.id.clone()).collect()
}

#[test]
fn the_answer_depends_on_nothing_else() {
    let mut log = Log::default();
    (0..30).for_each(|n| _ = log.run("read", json!({"path": format!("f{}.ts", n % 7)})));
    let texts: Vec<Value> = (0..3).map(|_| json!(format!("{:?}", log.plan(&super::all())))).collect();
    assert!(texts.windows(2).all(|two| two[0] == two[1]));
}
