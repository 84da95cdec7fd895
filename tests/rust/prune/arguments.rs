//! Arguments of calls whose files were changed again.

use epitome::json as json_text;
use serde_json::{Value, json};

use super::{Log, all, config};

fn edited(log: &Log) -> Vec<String> {
    log.arguments(&all()).edits.into_iter().map(|edit| edit.entry_id).collect()
}

fn edit(log: &mut Log, path: &str, more: Value) -> String {
    let id = log.call("edit", json!({"path": path, "old_string": "a", "new_string": "b".repeat(2_000)}));
    log.answer_with("edit", "ok", more);
    id
}

#[test]
fn go_when_each_file_was_changed_again() {
    let mut log = Log::default();
    let first = edit(&mut log, "src/a.ts", json!({}));
    edit(&mut log, "src/b.ts", json!({}));
    log.call("write", json!({"path": "./src/a.ts", "content": "c"}));
    log.answer_with("write", "ok", json!({}));
    let plan = log.arguments(&all());
    let [only] = plan.edits.as_slice() else { panic!("{plan:?}") };
    assert_eq!(
        (only.entry_id.as_str(), only.tool_call_id.as_str(), only.part, only.tool_name.as_str()),
        (first.as_str(), "c1", 0, "edit")
    );
    let stand: Value = serde_json::from_str(&only.notice).unwrap();
    assert_eq!((&stand["pruned"], &stand["paths"]), (&json!(true), &json!(["src/a.ts"])));
    let whole = json!({"path": "src/a.ts", "old_string": "a", "new_string": "b".repeat(2_000)}).to_string();
    assert_eq!(stand["originalChars"], json!(whole.len()));
    let tokens = |arguments: &str| ("edit".len() + arguments.len()).div_ceil(4) as u32;
    assert_eq!((only.original_tokens, only.tokens_saved), (tokens(&whole), tokens(&whole) - tokens(&only.notice)));
    assert_eq!(plan.tokens_saved, only.tokens_saved);
    assert!(json_text::parse(&only.notice).is_ok());
    // Applied, there is nothing left to do.
    log.entries[0]["message"]["content"][0]["arguments"] = stand;
    assert_eq!(log.arguments(&all()).edits, []);
}

#[test]
fn stay_where_one_failed_or_the_later_one_did() {
    for (first, second) in [(json!({"isError": true}), json!({})), (json!({}), json!({"isError": true}))] {
        let mut log = Log::default();
        edit(&mut log, "a.ts", first);
        edit(&mut log, "a.ts", second);
        assert_eq!(edited(&log), Vec::<String>::new());
    }
    let mut log = Log::default();
    log.call("edit", json!({"path": "a.ts", "new_string": "b".repeat(2_000)}));
    edit(&mut log, "a.ts", json!({}));
    assert_eq!(edited(&log), Vec::<String>::new(), "nothing tells how it ended");
}

#[test]
fn of_a_patch_each_file_must_be_changed_again() {
    let body = "+x\n".repeat(900);
    let patch = format!(
        "*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n{body}*** Add File: c.ts\n{body}*** End Patch"
    );
    let mut log = Log::default();
    let id = log.call("apply_patch", json!({"input": patch}));
    log.answer_with("apply_patch", "ok", json!({}));
    edit(&mut log, "b.ts", json!({}));
    assert_eq!(edited(&log), Vec::<String>::new());
    edit(&mut log, "c.ts", json!({}));
    assert_eq!(edited(&log), [id]);
}

#[test]
fn are_protected_like_outputs() {
    let mut log = Log::default();
    let first = edit(&mut log, "a.ts", json!({}));
    let second = edit(&mut log, "a.ts", json!({}));
    log.run("bash", json!({"command": "x"}));
    edit(&mut log, "a.ts", json!({}));
    let with =
        |given: Value| log.arguments(&config(given)).edits.into_iter().map(|edit| edit.entry_id).collect::<Vec<_>>();
    assert_eq!(with(json!({"protectTokens": 2_000, "minimumSavings": 0})), [first.clone(), second.clone()]);
    assert_eq!(with(json!({"protectTokens": 2_003, "minimumSavings": 0})), [first]);
    assert_eq!(with(json!({"protectTokens": 0})), Vec::<String>::new(), "too little");
    log.user("new");
    let mut turn = Log::default();
    turn.user("one");
    edit(&mut turn, "a.ts", json!({}));
    edit(&mut turn, "a.ts", json!({}));
    assert_eq!(edited(&turn), Vec::<String>::new());
}

#[test]
fn short_ones_stay() {
    let mut log = Log::default();
    for _ in 0..3 {
        log.call("edit", json!({"path": "a.ts", "new_string": "b"}));
        log.answer_with("edit", "ok", json!({}));
    }
    assert_eq!(edited(&log), Vec::<String>::new());
}

#[test]
fn stay_where_a_patch_has_more_files_than_are_noted() {
    let patch = |count: usize| {
        let hunk = |at: usize| format!("*** Update File: {at}.ts\n@@\n-a\n+{}\n", "b".repeat(60));
        json!({"input": format!("*** Begin Patch\n{}*** End Patch", (0..count).map(hunk).collect::<String>())})
    };
    for (count, goes) in [(150, false), (99, true)] {
        let mut log = Log::default();
        for files in [count, 100] {
            log.call("apply_patch", patch(files));
            log.answer_with("apply_patch", "ok", json!({}));
        }
        assert_eq!(!edited(&log).is_empty(), goes, "{count}");
    }
}

#[test]
fn give_their_place_to_no_more_characters() {
    for count in 20..200 {
        let mut log = Log::default();
        let arguments = json!({"path": "a", "content": "漢".repeat(count)});
        for _ in 0..2 {
            log.call("write", arguments.clone());
            log.answer_with("write", "ok", json!({}));
        }
        let units = |text: &str| text.encode_utf16().count();
        for edit in log.arguments(&all()).edits {
            assert!(units(&edit.notice) <= units(&arguments.to_string()), "{count}: {}", edit.notice);
        }
    }
}
