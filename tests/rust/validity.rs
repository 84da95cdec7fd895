//! Which histories a provider accepts.

use epitome::format::{Rules, lens};
use epitome::json;
use epitome::message::{Record, Role};
use epitome::validity::validate;
use proptest::prelude::*;

use super::histories::{agent, call, histories, record, result, text, user};

const STRICT: Rules =
    Rules { adjacent_results: true, unique_call_ids: true, json_arguments: true, assistant_content: true };

/// `rule path`, one a violation.
fn found(records: &[Record], rules: Rules, in_flight: bool) -> Vec<String> {
    let list = validate(records, rules, in_flight);
    assert!(list.iter().all(|violation| !violation.message.is_empty()));
    list.iter().map(|violation| format!("{} {}", violation.rule, violation.path)).collect()
}

fn calling(ids: &[&str]) -> Record {
    record(Role::Assistant, ids.iter().map(|id| call(id, "read", "{\"path\":\"a.ts\"}")).collect())
}

fn answer(id: &str) -> Record {
    record(Role::Tool, vec![result(id, "done", false)])
}

fn host_text(said: &str) -> Record {
    Record { starts_turn: false, ..user(said) }
}

#[test]
fn a_valid_history_has_no_violations() {
    let system = record(Role::System, vec![text("You are a careful agent.")]);
    let history = [system, user("go"), calling(&["a", "b"]), answer("b"), answer("a"), agent("done"), user("more")];
    assert_eq!(found(&history, STRICT, false), Vec::<String>::new());
    // After a compaction: the summary, then the kept tail.
    let rebuilt = [host_text("summary"), user("go"), calling(&["a"]), answer("a")];
    assert_eq!(found(&rebuilt, STRICT, false), Vec::<String>::new());
}

#[test]
fn names_the_rule_and_the_place_of_every_fault() {
    let go = || user("go");
    let cases: [(&str, Vec<Record>, &[&str]); 15] = [
        ("empty", vec![], &["C1 messages"]),
        ("no user", vec![agent("hello")], &["C1 messages"]),
        ("result without a call", vec![go(), answer("a")], &["C2 messages[1]"]),
        ("result before its call", vec![go(), answer("a"), calling(&["a"])], &["C2 messages[1]", "C3 messages[2]"]),
        ("second result", vec![go(), calling(&["a"]), answer("a"), answer("a")], &["C2 messages[3]"]),
        ("call without a result", vec![go(), calling(&["a"])], &["C3 messages[1]"]),
        ("given up", vec![go(), calling(&["a", "b"]), answer("a"), go()], &["C3 messages[1]"]),
        ("user between", vec![go(), calling(&["a"]), go(), answer("a")], &["C4 messages[2]"]),
        ("summary between", vec![go(), calling(&["a"]), host_text("sum"), answer("a")], &["C5 messages[2]"]),
        ("blank", vec![go(), user(" \n"), agent("ok")], &["C6 messages[1]"]),
        ("agent between", vec![go(), calling(&["a"]), calling(&["b"]), answer("a"), answer("b")], &["O1 messages[2]"]),
        (
            "bad arguments",
            vec![go(), record(Role::Assistant, vec![call("a", "f", "{x")]), answer("a")],
            &["O3 messages[1]"],
        ),
        ("silent agent", vec![go(), agent("")], &["O4 messages[1]"]),
        ("id twice", vec![go(), calling(&["a"]), answer("a"), calling(&["a"]), answer("a")], &["O5 messages[3]"]),
        (
            "instruction between",
            {
                let note = record(Role::Developer, vec![text("note")]);
                vec![go(), calling(&["a"]), note, answer("a")]
            },
            &["C4 messages[2]"],
        ),
    ];
    for (name, history, expected) in cases {
        assert_eq!(found(&history, STRICT, false), expected, "{name}");
    }
}

#[test]
fn only_a_trailing_batch_may_be_in_flight() {
    let open = [user("go"), calling(&["a", "b"]), answer("a")];
    assert_eq!(found(&open, STRICT, true), Vec::<String>::new());
    let interrupted = [user("go"), calling(&["a"]), user("stop"), calling(&["b"])];
    assert_eq!(found(&interrupted, STRICT, true), ["C3 messages[1]"]);
}

#[test]
fn a_format_asks_only_for_what_its_provider_enforces() {
    let history = [user("go"), calling(&["a"]), calling(&["a"]), answer("a"), answer("a"), agent(" "), user("x")];
    assert_eq!(found(&history, Rules::default(), false), ["C6 messages[5]"]);
}

#[test]
fn long_arguments_are_not_judged_by_their_ends() {
    let arguments = format!("{{\"content\":\"{}\"}}", "x".repeat(5_000));
    let history = [user("go"), record(Role::Assistant, vec![call("a", "write", &arguments)]), answer("a")];
    assert_eq!(found(&history, STRICT, false), Vec::<String>::new());
}

#[test]
fn sees_wire_messages_through_their_lens() {
    let lens = lens("openai-chat").unwrap();
    let read = |messages: &[&str]| -> Vec<Record> {
        messages.iter().map(|text| Record::new(&lens.view(&json::parse(text).unwrap()).unwrap())).collect()
    };
    let calls = r#"{"role":"assistant","content":null,"tool_calls":[
        {"id":"a","type":"function","function":{"name":"read","arguments":"{\"path\":\"x.ts\"}"}},
        {"id":"b","type":"function","function":{"name":"bash","arguments":"{\"command\":\"npm test\"}"}}]}"#;
    let history = read(&[
        r#"{"role":"system","content":"You are a careful agent."}"#,
        r#"{"role":"user","content":"please look"}"#,
        calls,
        r#"{"role":"tool","tool_call_id":"a","content":"code"}"#,
        r#"{"role":"tool","tool_call_id":"b","content":""}"#,
        r#"{"role":"assistant","content":"Done."}"#,
    ]);
    assert_eq!(found(&history, lens.rules(), false), Vec::<String>::new());
    assert_eq!(found(&history[3..], lens.rules(), false), ["C1 messages", "C2 messages[0]", "C2 messages[1]"]);
}

proptest! {
    #[test]
    fn every_cut_between_a_call_and_its_result_is_found(records in histories(), at in any::<prop::sample::Index>()) {
        let rules = Rules { adjacent_results: true, ..Rules::default() };
        prop_assert_eq!(validate(&records, rules, false), vec![]);
        let cut = at.index(records.len());
        let tail = &records[cut..];
        let begins_with_result = tail[0].results().next().is_some();
        let orphaned = validate(tail, rules, false).iter().any(|violation| violation.rule == "C2");
        prop_assert_eq!(orphaned, begins_with_result);
    }
}
