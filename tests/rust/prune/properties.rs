//! What holds of any history.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Log, config};

#[derive(Debug, Clone)]
enum Step {
    User,
    Run { tool: usize, path: usize, size: usize, fails: bool },
    Compact,
}

const TOOLS: &[&str] = &["read", "edit", "bash", "grep", "skill", "mcp__x__y"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let run = (0..TOOLS.len(), 0..6_usize, 0..900_usize, prop::bool::weighted(0.1))
        .prop_map(|(tool, path, size, fails)| Step::Run { tool, path, size, fails });
    prop::collection::vec(prop_oneof![1 => Just(Step::User), 8 => run, 1 => Just(Step::Compact)], 1..60)
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
            Step::Run { tool, path, size, fails } => {
                let tool = TOOLS[*tool];
                let arguments = match (tool, path) {
                    ("read", 0..3) => json!({"path": format!("f.ts:{}-{}", 10 - path, 10 + path * 3)}),
                    ("bash", 0) => json!({"command": "npm test"}),
                    ("bash", _) => json!({"command": format!("run {path}")}),
                    ("grep", _) => json!({"pattern": format!("p{path}")}),
                    _ => json!({"path": format!("f{path}.ts"), "text": "y".repeat(*size)}),
                };
                log.call(tool, arguments);
                let text = if size % 3 == 0 { "漢字 error \u{1b}[1m " } else { "some words\n" };
                log.answer_with(tool, &text.repeat(*size / 3), json!({"isError": fails}));
            }
        }
    }
    log
}

/// The log as a host leaves it that puts each notice in the place of its output.
fn applied(log: &Log, config: &epitome::settings::PruneConfig) -> Log {
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
}

#[test]
fn the_answer_depends_on_nothing_else() {
    let mut log = Log::default();
    (0..30).for_each(|n| _ = log.run("read", json!({"path": format!("f{}.ts", n % 7)})));
    let texts: Vec<Value> = (0..3).map(|_| json!(format!("{:?}", log.plan(&super::all())))).collect();
    assert!(texts.windows(2).all(|two| two[0] == two[1]));
}
