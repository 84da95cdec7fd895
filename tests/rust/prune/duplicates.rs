//! The same call with the same output, twice.

use epitome::prune::PruneReason;
use epitome::settings::PruneConfig;
use serde_json::{Value, json};

use super::{Log, config};

fn of_duplicates(more: Value) -> PruneConfig {
    let mut given = json!({"protectTokens": 10_000_000, "minimumSavings": 0, "duplicates": true});
    for (key, value) in more.as_object().unwrap() {
        given[key] = value.clone();
    }
    config(given)
}

/// What goes, and why.
fn pruned(log: &Log, config: &PruneConfig) -> Vec<(String, PruneReason)> {
    log.plan(config).edits.into_iter().map(|edit| (edit.entry_id, edit.reason)).collect()
}

/// A call of an unknown tool and its answer: such a call repeated proves nothing by itself.
fn ask(log: &mut Log, arguments: Value, text: &str) -> String {
    log.call("mcp__db__ask", arguments);
    log.answer_with("mcp__db__ask", text, json!({}))
}

fn long(end: &str) -> String {
    ["x ".repeat(4_000), end.into()].concat()
}

#[test]
fn the_older_becomes_a_pointer_to_the_newest() {
    let mut log = Log::default();
    let ids: Vec<String> = (0..3).map(|_| ask(&mut log, json!({"sql": "select 1"}), &long("."))).collect();
    let plan = log.plan(&of_duplicates(json!({})));
    let edits: Vec<_> = plan.edits.iter().map(|edit| (edit.entry_id.as_str(), edit.reason, edit.complete)).collect();
    let duplicate = PruneReason::Duplicate;
    assert_eq!(edits, [(ids[0].as_str(), duplicate, false), (ids[1].as_str(), duplicate, false)]);
    let notice = "[Output truncated - 2001 tokens; the same as the output of the newer call with these arguments]";
    assert_eq!(plan.edits[0].notice, notice);
    assert_eq!(plan.edits[0].tokens_saved, 2_000 - notice.len() as u32 / 4);
    assert_eq!(pruned(&log, &of_duplicates(json!({"duplicates": false}))), [], "the seeds know nothing of it");
}

#[test]
fn call_and_output_must_be_the_same_to_the_last_letter() {
    let text = long(".");
    // The same length, the same head and tail.
    let mut other = text.clone();
    other.replace_range(4_000..4_001, "y");
    for (first, second, same) in [
        ((json!({"a": 1, "b": 2}), &text), (json!({"b": 2, "a": 1}), &text), true),
        ((json!({"a": 1}), &text), (json!({"a": 1, "description": "again"}), &text), true),
        ((json!({"a": 1}), &text), (json!({"a": 2}), &text), false),
        ((json!({"a": 1}), &text), (json!({"a": 1}), &other), false),
        ((json!({"a": text}), &text), (json!({"a": text}), &text), true),
        ((json!({"a": text}), &text), (json!({"a": other}), &text), false),
        ((json!({}), &String::from("short")), (json!({}), &String::from("short")), false),
    ] {
        let mut log = Log::default();
        let id = ask(&mut log, first.0, first.1);
        ask(&mut log, second.0, second.1);
        let found = pruned(&log, &of_duplicates(json!({})));
        assert_eq!(found, if same { vec![(id, PruneReason::Duplicate)] } else { vec![] });
    }
    // Arguments that are no JSON, of another tool, a failure with the same words.
    let mut log = Log::default();
    let mut call = |tool: &str, arguments: Value, fails: bool| {
        log.call(tool, arguments);
        log.answer_with(tool, &text, json!({"isError": fails}));
    };
    call("one", json!("not json"), false);
    call("one", json!("other"), false);
    call("two", json!({}), false);
    call("three", json!({}), false);
    call("four", json!({}), true);
    call("four", json!({}), false);
    assert_eq!(pruned(&log, &of_duplicates(json!({}))), []);
}

#[test]
fn it_goes_whatever_protects_its_tool_but_not_what_is_fixed() {
    let mut log = Log::default();
    let skill = log.run("skill", json!({"name": "forms"}));
    log.run("skill", json!({"name": "forms"}));
    assert_eq!(pruned(&log, &of_duplicates(json!({}))), [(skill, PruneReason::Duplicate)]);
    // In the newest turns all stays, pinned messages stay, and so do images.
    let mut log = Log::default();
    log.user("one");
    log.run("skill", json!({"name": "forms"}));
    log.run("skill", json!({"name": "forms"}));
    assert_eq!(pruned(&log, &of_duplicates(json!({}))), []);
    let mut log = Log::default();
    log.run("ask", json!({}));
    log.entries.last_mut().unwrap()["pinned"] = json!(true);
    log.run("ask", json!({}));
    let image = json!({"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"});
    for _ in 0..2 {
        log.run_with("shot", json!({}), json!({"content": [{"type": "text", "text": long("")}, image]}));
    }
    assert_eq!(pruned(&log, &of_duplicates(json!({}))), []);
}

/// A pointer must lead somewhere.
#[test]
fn what_it_would_point_to_must_stay() {
    let mut log = Log::default();
    let first = ask(&mut log, json!({"sql": "select 1"}), &long("."));
    let second = ask(&mut log, json!({"sql": "select 1"}), &long("."));
    log.run("bash", json!({"command": "ls"}));
    let old = of_duplicates(json!({"protectTokens": 2_000}));
    let edits = log.plan(&old).edits;
    assert_eq!(pruned(&log, &old), [(first, PruneReason::Old), (second.clone(), PruneReason::Old)]);
    assert_eq!(edits[0].notice, "[Output truncated - 2001 tokens]");
    // One that was pruned before is none to point to.
    let mut log = Log::default();
    let first = ask(&mut log, json!({"sql": "select 1"}), &long("."));
    let second = ask(&mut log, json!({"sql": "select 1"}), &long("."));
    log.entry(
        json!({"type": "prune", "edits": [{"entryId": second, "part": 0, "text": "[Output truncated - 2001 tokens]"}]}),
    );
    assert_eq!(pruned(&log, &of_duplicates(json!({}))), []);
    let third = ask(&mut log, json!({"sql": "select 1"}), &long("."));
    assert_eq!(pruned(&log, &of_duplicates(json!({}))), [(first, PruneReason::Duplicate)]);
    assert_ne!(second, third);
}

#[test]
fn a_target_that_repeats_with_the_same_output_is_a_duplicate() {
    let mut log = Log::default();
    let first = log.run("read", json!({"path": "a.ts"}));
    log.run("read", json!({"path": "a.ts"}));
    assert_eq!(pruned(&log, &of_duplicates(json!({}))), [(first.clone(), PruneReason::Duplicate)]);
    assert_eq!(log.reasons(), [(first, PruneReason::Repeated)]);
}
