//! Faults that are one format's alone: what is made of each.

use epitome::repair::RepairOptions;
use epitome::validity::Situation;
use serde_json::{Value, json};

use super::repaired;
use crate::rust::validity::found;

/// The messages, and the kinds of the repairs; what comes out is valid.
fn mended(format: &str, messages: &[Value], situation: Situation) -> (Vec<Value>, Vec<&'static str>) {
    let (messages, repairs) = repaired(format, messages, situation, RepairOptions::default());
    assert_eq!(found(format, &messages, situation), Vec::<String>::new());
    (messages, repairs.iter().map(|repair| repair.kind).collect())
}

fn quiet(format: &str, messages: &[Value]) -> (Vec<Value>, Vec<&'static str>) {
    mended(format, messages, Situation::default())
}

fn claude(role: &str, blocks: Value) -> Value {
    json!({"role": role, "content": blocks})
}

#[test]
fn anthropic_results_gather_in_the_next_message_before_all_else() {
    let text = |text: &str| json!({"type": "text", "text": text});
    let call = |id: &str| json!({"type": "tool_use", "id": id, "name": "read", "input": {}});
    let result = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": format!("output {id}")});
    let lost = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": "[no result: interrupted]", "is_error": true});
    let go = || claude("user", json!([text("go")]));
    let calls = || claude("assistant", json!([call("a"), call("b")]));
    for (name, history, expected) in [
        (
            "text before them",
            vec![go(), calls(), claude("user", json!([text("and"), result("a"), result("b")]))],
            vec![go(), calls(), claude("user", json!([result("a"), result("b"), text("and")]))],
        ),
        (
            "spread over two messages",
            vec![
                go(),
                calls(),
                claude("user", json!([result("a")])),
                claude("user", json!([result("b"), text("and")])),
            ],
            vec![
                go(),
                calls(),
                claude("user", json!([result("a"), result("b")])),
                claude("user", json!([text("and")])),
            ],
        ),
        (
            "behind a word of the user",
            vec![go(), calls(), go(), claude("user", json!([result("b"), result("a")]))],
            vec![go(), calls(), claude("user", json!([result("b"), result("a")])), go()],
        ),
        (
            "with a word of the user, behind another",
            vec![go(), calls(), go(), claude("user", json!([result("b"), result("a"), text("and")]))],
            vec![
                go(),
                calls(),
                claude("user", json!([result("b"), result("a")])),
                go(),
                claude("user", json!([text("and")])),
            ],
        ),
        (
            "one is missing",
            vec![go(), calls(), claude("user", json!([result("b"), text("and")]))],
            vec![go(), calls(), claude("user", json!([result("b"), lost("a"), text("and")]))],
        ),
        (
            "all are missing",
            vec![go(), calls(), go()],
            vec![go(), calls(), claude("user", json!([lost("a"), lost("b")])), go()],
        ),
        (
            "a further one",
            vec![go(), calls(), claude("user", json!([result("a"), result("b"), result("a")]))],
            vec![go(), calls(), claude("user", json!([result("a"), result("b")]))],
        ),
        (
            "no call at all",
            vec![go(), claude("assistant", json!([text("ok")])), claude("user", json!([result("a")])), go()],
            vec![go(), claude("assistant", json!([text("ok")])), go()],
        ),
    ] {
        assert_eq!(quiet("anthropic", &history).0, expected, "{name}");
    }
    let strict = Situation { alternates: true, is_request: true, ..Situation::default() };
    let history =
        [go(), calls(), claude("user", json!([result("a"), result("b")])), go(), claude("assistant", json!("ok "))];
    let expected = [
        go(),
        calls(),
        claude("user", json!([result("a"), result("b"), text("go")])),
        claude("assistant", json!("ok ")),
        claude("user", json!([text("Continue.")])),
    ];
    assert_eq!(mended("anthropic", &history, strict), (expected.into(), vec!["same-role", "last-message"]));
}

#[test]
fn anthropic_blocks() {
    let marked = |text: &str| json!({"type": "text", "text": text, "cache_control": {"type": "ephemeral"}});
    let blocks: Vec<Value> = (0..7).map(|at| marked(&at.to_string())).collect();
    let (messages, kinds) = quiet("anthropic", &[claude("user", json!(blocks))]);
    let marks: Vec<bool> = (0..7).map(|at| messages[0]["content"][at].get("cache_control").is_some()).collect();
    assert_eq!(marks, [false, false, false, true, true, true, true]);
    assert_eq!(kinds, ["format-rule"]);

    let blank = json!([{"type": "text", "text": " "}, {"type": "text", "text": "go"}]);
    let (messages, kinds) = quiet("anthropic", &[claude("user", blank)]);
    assert_eq!(messages, [claude("user", json!([{"type": "text", "text": "go"}]))]);
    assert_eq!(kinds, ["blank-text"]);

    let call = json!([{"type": "tool_use", "id": "a", "name": "read", "input": {}}]);
    let result = |inner: Value| claude("user", json!([{"type": "tool_result", "tool_use_id": "a", "content": inner}]));
    let text = |text: &str| json!({"type": "text", "text": text});
    let history =
        [claude("user", json!("go")), claude("assistant", call), result(json!([text(""), text("x"), text(" ")]))];
    let (messages, kinds) = quiet("anthropic", &history);
    assert_eq!(messages[2], result(json!([text("x")])));
    assert_eq!(kinds, ["format-rule"]);

    let thinks = json!([{"type": "thinking", "thinking": "t", "signature": "s"},
        {"type": "tool_use", "id": "b", "name": "read", "input": {}}]);
    let late = [
        history[0].clone(),
        history[1].clone(),
        result(json!("x")),
        claude("assistant", thinks),
        claude("user", json!([{"type": "tool_result", "tool_use_id": "b", "content": "y"}])),
    ];
    let (messages, kinds) = quiet("anthropic", &late);
    assert_eq!(messages[3]["content"].as_array().unwrap().len(), 1);
    assert_eq!(kinds, ["format-rule"]);
}

#[test]
fn gemini_calls_stand_behind_the_user_and_are_signed() {
    let said = |role: &str, parts: Value| json!({"role": role, "parts": parts});
    let call = |id: &str, signed: bool| {
        let mut part = json!({"functionCall": {"id": id, "name": "f", "args": {}}});
        if signed {
            part["thoughtSignature"] = "s".into();
        }
        part
    };
    let result = |id: &str| json!({"functionResponse": {"id": id, "name": "f", "response": {"output": id}}});
    let history = [
        said("system", json!([{"text": "Be brief."}])),
        said("user", json!([{"text": "go"}])),
        said("model", json!([{"text": "I look."}])),
        said("model", json!([call("a", true)])),
        said("user", json!([result("a")])),
        said("model", json!([call("b", false)])),
        said("user", json!([result("b")])),
    ];
    let (messages, kinds) = quiet("gemini", &history);
    assert_eq!(messages[0], said("user", json!([{"text": "Be brief."}])));
    assert_eq!(messages[2], said("model", json!([{"text": "I look."}, call("a", true)])));
    assert_eq!(messages[4]["parts"][0]["thoughtSignature"], "skip_thought_signature_validator");
    assert!(kinds.contains(&"same-role") && kinds.contains(&"format-rule"), "{kinds:?}");
}

#[test]
fn responses_items_keep_what_they_say() {
    let user = json!({"type": "message", "role": "user", "content": "go"});
    let reply = |id: &str| {
        json!({"type": "message", "id": id, "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": id, "annotations": []}]})
    };
    let reasoning = json!({"type": "reasoning", "summary": [], "encrypted_content": "x"});
    let history = [user.clone(), reply("m"), user.clone(), reasoning, user.clone(), reply("m")];
    let (messages, kinds) = quiet("openai-responses", &history);
    let mut bare = reply("m");
    bare.as_object_mut().unwrap().remove("id");
    assert_eq!(messages, [user.clone(), reply("m"), user.clone(), user.clone(), bare]);
    assert_eq!(kinds, ["format-rule", "format-rule"]);

    let call = |id: &str| json!({"type": "function_call", "call_id": id, "name": "f", "arguments": "{}"});
    let output = |id: &str| json!({"type": "function_call_output", "call_id": id, "output": "x"});
    let history = [user.clone(), call("a"), call("b"), user.clone(), output("b")];
    let lost = json!({"type": "function_call_output", "call_id": "a", "output": "[no result: interrupted]"});
    let (messages, kinds) = quiet("openai-responses", &history);
    assert_eq!(messages, [user.clone(), call("a"), call("b"), output("b"), lost, user]);
    assert_eq!(kinds, ["displaced-result", "missing-result"]);
}

#[test]
fn ai_sdk_late_instructions_are_the_users_and_results_stand_in_messages_of_their_own() {
    let says = |role: &str, content: Value| json!({"role": role, "content": content});
    let call = |id: &str| json!({"type": "tool-call", "toolCallId": id, "toolName": "f", "input": {}});
    let result = |id: &str, text: &str| {
        json!({"type": "tool-result", "toolCallId": id, "toolName": "f",
        "output": {"type": if text.starts_with('[') { "error-text" } else { "text" }, "value": text}})
    };
    let history = [
        says("user", json!("go")),
        says("system", json!("Be brief.")),
        says("assistant", json!([call("a"), call("b")])),
        says("user", json!("wait")),
        says("tool", json!([result("b", "x"), result("gone", "y")])),
    ];
    let (messages, _) = quiet("ai-sdk", &history);
    let expected = [
        says("user", json!("go")),
        says("user", json!("Be brief.")),
        says("assistant", json!([call("a"), call("b")])),
        says("tool", json!([result("b", "x"), result("a", "[no result: interrupted]")])),
        says("user", json!("wait")),
    ];
    assert_eq!(messages, expected);
}
