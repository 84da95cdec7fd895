//! Messages that a session has from another one, and those that go along when it is handed off.

use epitome::compaction::prepare_handoff;
use epitome::format::lens;
use epitome::session::Session;
use serde_json::{Value, json};

use super::support::read;

fn session(format: &str, messages: &[(Value, Value)]) -> Session {
    let mut entries: Vec<Value> = Vec::new();
    for (at, (message, carried)) in messages.iter().enumerate() {
        let parent = at.checked_sub(1).map(|before| format!("e{before}"));
        let mut entry = json!({"type": "message", "id": format!("e{at}"), "parentId": parent,
            "timestamp": "2026-01-01T00:00:00.000Z", "message": message});
        if carried == "pinned" {
            entry["pinned"] = json!(true);
        } else if !carried.is_null() {
            entry["carried"] = carried.clone();
        }
        entries.push(entry);
    }
    let lens = lens(format).unwrap();
    let mut session = Session::new(lens);
    session.load(read(lens, &entries).unwrap());
    session
}

/// The items of the context: `+` joins the one before, `-` is without its bound reasoning.
fn shown(session: &Session) -> String {
    let items = session.context().items().iter();
    let mark = |is: bool, mark: &'static str| if is { mark } else { "" };
    let item =
        |item: &epitome::context::Item| format!("{}{}{}", mark(item.joins, "+"), mark(item.unbound, "-"), item.at);
    items.map(item).collect::<Vec<_>>().join(" ")
}

fn gemini(role: &str, part: Value) -> Value {
    json!({"role": role, "parts": [part]})
}

#[test]
fn carried_messages_of_the_model_become_one_where_a_provider_wants_that() {
    let talk = |carried: Value| {
        vec![
            (gemini("user", json!({"text": "From before:"})), Value::Null),
            (gemini("model", json!({"text": "Never."})), carried.clone()),
            (gemini("model", json!({"functionCall": {"name": "read", "args": {}}})), carried.clone()),
            (gemini("user", json!({"functionResponse": {"name": "read", "response": {"output": "x"}}})), carried),
            (gemini("user", json!({"text": "Go on"})), Value::Null),
        ]
    };
    assert_eq!(shown(&session("gemini", &talk(json!(true)))), "0 1 +2 3 4");
    assert_eq!(shown(&session("gemini", &talk(json!("loop")))), "0 1 +2 3 4");
    // What the host appended side by side is its own.
    assert_eq!(shown(&session("gemini", &talk(Value::Null))), "0 1 2 3 4");
}

#[test]
fn their_reasoning_is_bound_to_what_stayed_behind_save_in_a_loop_that_is_not_ended() {
    let talk = |carried: Value| {
        let thought = json!({"type": "thinking", "thinking": "hm", "signature": "c2ln"});
        let call = json!({"type": "tool_use", "id": "c", "name": "read", "input": {}});
        let result = json!({"type": "tool_result", "tool_use_id": "c", "content": "x"});
        vec![
            (json!({"role": "user", "content": "From before:"}), Value::Null),
            (json!({"role": "assistant", "content": [thought, call]}), carried.clone()),
            (json!({"role": "user", "content": [result]}), carried),
        ]
    };
    assert_eq!(shown(&session("anthropic", &talk(json!(true)))), "0 -1 2");
    assert_eq!(shown(&session("anthropic", &talk(json!("loop")))), "0 1 2");
    assert_eq!(shown(&session("anthropic", &talk(Value::Null))), "0 1 2");
}

#[test]
fn the_answer_to_results_goes_along_with_them() {
    let says = |text: &str| json!({"role": "assistant", "content": text});
    let asks = |text: &str| json!({"role": "user", "content": text});
    let call = json!({"role": "assistant", "content": null,
        "tool_calls": [{"id": "c", "type": "function", "function": {"name": "read", "arguments": "{}"}}]});
    let result = json!({"role": "tool", "tool_call_id": "c", "content": "x"});
    let kept = |rest: &[Value]| {
        let start = [(asks("Read"), Value::Null), (call.clone(), Value::Null), (result.clone(), json!("pinned"))];
        let rest = rest.iter().map(|message| (message.clone(), Value::Null));
        let talk: Vec<_> = start.into_iter().chain(rest).collect();
        prepare_handoff(&session("openai-chat", &talk)).unwrap().kept_entry_ids
    };
    assert_eq!(kept(&[says("Read."), asks("And?"), says("Yes.")]), ["e1", "e2", "e3"]);
    // Where the user spoke first, or nobody has yet, there is none.
    assert_eq!(kept(&[asks("Stop"), says("Stopped.")]), ["e1", "e2"]);
    assert_eq!(kept(&[]), ["e1", "e2"]);
}
