//! Which histories a provider accepts: the rules that all formats share.

use epitome::format::lens;
use epitome::json;
use epitome::validity::{Situation, validate_messages};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::histories::histories;
use super::support::broken;

/// `rule path`, one a violation.
pub(super) fn found(format: &str, messages: &[Value], situation: Situation) -> Vec<String> {
    let text = serde_json::to_string(messages).unwrap();
    let list = validate_messages(lens(format).unwrap(), &json::parse(&text).unwrap(), situation).unwrap();
    assert!(list.iter().all(|violation| !violation.message.is_empty()));
    list.iter().map(|violation| format!("{} {}", violation.rule, violation.path)).collect()
}

fn chat(messages: &[Value]) -> Vec<String> {
    found("openai-chat", messages, Situation::default())
}

fn user(said: &str) -> Value {
    json!({"role": "user", "content": said})
}

fn agent(said: &str) -> Value {
    json!({"role": "assistant", "content": said})
}

fn calling(ids: &[&str]) -> Value {
    let function = json!({"name": "read", "arguments": "{\"path\":\"a.ts\"}"});
    let calls: Vec<Value> = ids.iter().map(|id| json!({"id": id, "type": "function", "function": function})).collect();
    json!({"role": "assistant", "content": null, "tool_calls": calls})
}

fn answer(id: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": "done"})
}

#[test]
fn a_valid_history_has_no_violations() {
    let system = json!({"role": "system", "content": "You are a careful agent."});
    let history = [system, user("go"), calling(&["a", "b"]), answer("b"), answer("a"), agent("done"), user("more")];
    assert_eq!(chat(&history), Vec::<String>::new());
    // After a compaction: the summary, then the kept tail.
    let rebuilt = [user("summary"), user("go"), calling(&["a"]), answer("a")];
    assert_eq!(chat(&rebuilt), Vec::<String>::new());
}

#[test]
fn names_the_rule_and_the_place_of_every_fault() {
    let go = || user("go");
    let note = json!({"role": "developer", "content": "note"});
    let mut bad_arguments = calling(&["a"]);
    bad_arguments["tool_calls"][0]["function"]["arguments"] = "{x".into();
    let cases: [(&str, Vec<Value>, &[&str]); 17] = [
        ("empty", vec![], &["C1 messages"]),
        ("no user", vec![agent("hello")], &["C1 messages"]),
        ("result without a call", vec![go(), answer("a")], &["O2 messages[1]", "C2 messages[1]"]),
        (
            "result before its call",
            vec![go(), answer("a"), calling(&["a"])],
            &["O2 messages[1]", "C2 messages[1]", "O1 messages[2].tool_calls[0]", "C3 messages[2].tool_calls[0]"],
        ),
        ("second result", vec![go(), calling(&["a"]), answer("a"), answer("a")], &["O2 messages[3]", "C2 messages[3]"]),
        (
            "call without a result",
            vec![go(), calling(&["a"])],
            &["O1 messages[1].tool_calls[0]", "C3 messages[1].tool_calls[0]"],
        ),
        (
            "given up",
            vec![go(), calling(&["a", "b"]), answer("a"), go()],
            &["O1 messages[1].tool_calls[1]", "C3 messages[1].tool_calls[1]"],
        ),
        ("user between", vec![go(), calling(&["a"]), go(), answer("a")], &["O1 messages[2]", "C4 messages[2]"]),
        ("blank", vec![go(), user(" \n"), agent("ok")], &["C6 messages[1]"]),
        (
            "agent between",
            vec![go(), calling(&["a"]), calling(&["b"]), answer("a"), answer("b")],
            &["O1 messages[2]", "C4 messages[2]"],
        ),
        ("bad arguments", vec![go(), bad_arguments, answer("a")], &["O3 messages[1].tool_calls[0]"]),
        ("silent agent", vec![go(), agent("")], &["O4 messages[1]", "C6 messages[1]"]),
        (
            "id twice",
            vec![go(), calling(&["a"]), answer("a"), calling(&["a"]), answer("a")],
            &["O5 messages[3].tool_calls[0]"],
        ),
        (
            "no id",
            vec![go(), calling(&[""]), answer("")],
            &["O5 messages[1].tool_calls[0]", "C2 messages[1].tool_calls[0]"],
        ),
        ("instruction between", vec![go(), calling(&["a"]), note, answer("a")], &["O1 messages[2]", "C4 messages[2]"]),
        ("no message", vec![go(), json!({"role": "robot"})], &["shape messages[1].role"]),
        (
            "no part",
            vec![go(), json!({"role": "user", "content": [{"type": "text"}]})],
            &["shape messages[1].content[0].text"],
        ),
    ];
    for (name, history, expected) in cases {
        assert_eq!(chat(&history), expected, "{name}");
    }
}

#[test]
fn only_a_trailing_batch_may_be_in_flight() {
    let in_flight = Situation { in_flight: true, ..Situation::default() };
    let open = [user("go"), calling(&["a", "b"]), answer("a")];
    assert_eq!(found("openai-chat", &open, in_flight), Vec::<String>::new());
    let interrupted = [user("go"), calling(&["a"]), user("stop"), calling(&["b"])];
    let expected = ["O1 messages[1].tool_calls[0]", "C3 messages[1].tool_calls[0]"];
    assert_eq!(found("openai-chat", &interrupted, in_flight), expected);
}

#[test]
fn a_server_may_want_the_roles_to_alternate() {
    let alternates = Situation { alternates: true, ..Situation::default() };
    let history = [user("a"), user("b"), calling(&["x"]), answer("x"), agent("c"), agent("d"), user("e")];
    assert_eq!(found("openai-chat", &history, alternates), ["S1 messages[1]", "S1 messages[5]"]);
    assert_eq!(chat(&history), Vec::<String>::new());
    let system = json!({"role": "system", "content": "s"});
    assert_eq!(found("openai-chat", &[system, agent("a"), user("b")], alternates), ["S1 messages[1]"]);
}

#[test]
fn a_request_to_a_strict_server_does_not_end_with_the_model() {
    let strict = Situation { alternates: true, is_request: true, ..Situation::default() };
    assert_eq!(found("openai-chat", &[user("a"), agent("b")], strict), ["S2 messages[1]"]);
    assert_eq!(found("openai-chat", &[user("a"), calling(&["x"]), answer("x")], strict), Vec::<String>::new());
}

#[test]
fn only_the_model_calls_and_reasons_and_others_answer() {
    let call = json!({"type": "tool_use", "id": "a", "name": "f", "input": {}});
    let result = json!({"type": "tool_result", "tool_use_id": "a", "content": "ok"});
    let of = |role: &str, block: &Value| json!({"role": role, "content": [block]});
    let shapes = |messages: &[Value]| -> Vec<String> {
        let found = found("anthropic", messages, Situation::default());
        found.into_iter().filter(|violation| violation.starts_with("shape")).collect()
    };
    let go = || user("go");
    assert_eq!(shapes(&[go(), of("assistant", &call), of("user", &result)]), Vec::<String>::new());
    assert_eq!(shapes(&[of("user", &call), of("user", &result)]), ["shape messages[0].content[0]"]);
    assert_eq!(shapes(&[go(), of("assistant", &call), of("assistant", &result)]), ["shape messages[2].content[0]"]);
    let thought = json!({"type": "thinking", "thinking": "hm", "signature": "c2ln"});
    assert_eq!(shapes(&[of("user", &thought), go()]), ["shape messages[0].content[0]"]);
}

#[test]
fn what_the_model_said_aloud_is_content() {
    let aloud = json!({"role": "assistant", "audio": {"id": "audio_1"}});
    assert_eq!(chat(&[user("go"), aloud, user("more")]), Vec::<String>::new());
}

proptest! {
    #[test]
    fn every_cut_between_a_call_and_its_result_is_found(records in histories(), at in any::<prop::sample::Index>()) {
        prop_assert_eq!(broken("pi", &records), Vec::<String>::new());
        let cut = at.index(records.len());
        let tail = &records[cut..];
        let begins_with_result = tail[0].results().next().is_some();
        let orphaned = broken("pi", tail).iter().any(|violation| violation.starts_with("C2"));
        prop_assert_eq!(orphaned, begins_with_result);
    }
}
