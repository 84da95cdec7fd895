//! What people are shown of messages, and how the format of a list is found.

use epitome::format::lens;
use epitome::glance::{Glance, format_of, glance};
use epitome::json;
use epitome::value::Value;
use serde_json::json;

fn with_messages<T>(messages: &serde_json::Value, look: impl FnOnce(&[Value<'_>]) -> T) -> T {
    let text = messages.to_string();
    look(json::parse(&text).unwrap().as_array().unwrap())
}

fn found(messages: &serde_json::Value) -> Option<&'static str> {
    with_messages(messages, format_of)
}

fn shown(format: &str, messages: &serde_json::Value) -> Vec<Glance> {
    with_messages(messages, |messages| glance(lens(format).unwrap(), messages).unwrap())
}

/// The role (and whether a turn begins), the text, and the results with their tools.
fn lines(format: &str, messages: &serde_json::Value) -> Vec<String> {
    let line = |one: Glance| {
        let results: Vec<String> = one
            .results
            .iter()
            .map(|result| format!("<{}{}>", result.tool, if result.failed { " failed" } else { "" }))
            .collect();
        let turn = if one.starts_turn { "*" } else { "" };
        format!("{}{turn}{}: {}", one.role, results.concat(), one.text)
    };
    shown(format, messages).into_iter().map(line).collect()
}

/// The same small conversation in every format: a question, a call with its reasoning, a result that failed, an answer.
fn conversations() -> [(&'static str, serde_json::Value, usize); 8] {
    let arguments = json!({"path": "a.txt"});
    let written = arguments.to_string();
    [
        (
            "openai-chat",
            json!([
                {"role": "user", "content": "Read it."},
                {"role": "assistant", "content": null, "reasoning_content": "Hm.", "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "read", "arguments": written}}]},
                {"role": "tool", "tool_call_id": "c1", "content": "no such file"},
                {"role": "assistant", "content": "There is none."},
            ]),
            4,
        ),
        (
            "pi",
            json!([
                {"role": "user", "content": "Read it.", "timestamp": 1},
                {"role": "assistant", "content": [
                    {"type": "thinking", "thinking": "Hm."},
                    {"type": "toolCall", "id": "c1", "name": "read", "arguments": arguments}]},
                {"role": "toolResult", "toolCallId": "c1", "toolName": "read", "isError": true,
                    "content": [{"type": "text", "text": "no such file"}]},
                {"role": "assistant", "content": [{"type": "text", "text": "There is none."}]},
            ]),
            4,
        ),
        (
            "openai-responses",
            json!([
                {"role": "user", "content": "Read it."},
                {"type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "Hm."}]},
                {"type": "function_call", "call_id": "c1", "name": "read", "arguments": written},
                {"type": "function_call_output", "call_id": "c1", "output": "no such file"},
                {"type": "message", "id": "m1", "role": "assistant", "status": "completed",
                    "content": [{"type": "output_text", "text": "There is none.", "annotations": []}]},
            ]),
            5,
        ),
        (
            "anthropic",
            json!([
                {"role": "user", "content": "Read it."},
                {"role": "assistant", "content": [
                    {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
                    {"type": "tool_use", "id": "c1", "name": "read", "input": arguments}]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "c1", "is_error": true, "content": "no such file"}]},
                {"role": "assistant", "content": "There is none."},
            ]),
            4,
        ),
        (
            "gemini",
            json!([
                {"role": "user", "parts": [{"text": "Read it."}]},
                {"role": "model", "parts": [
                    {"text": "Hm.", "thought": true},
                    {"functionCall": {"name": "read", "args": arguments}, "thoughtSignature": "c2ln"}]},
                {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"error": "no such file"}}}]},
                {"role": "model", "parts": [{"text": "There is none."}]},
            ]),
            4,
        ),
        (
            "ai-sdk",
            json!([
                {"role": "user", "content": "Read it."},
                {"role": "assistant", "content": [
                    {"type": "reasoning", "text": "Hm."},
                    {"type": "tool-call", "toolCallId": "c1", "toolName": "read", "input": arguments}]},
                {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "read",
                    "output": {"type": "error-text", "value": "no such file"}}]},
                {"role": "assistant", "content": "There is none."},
            ]),
            4,
        ),
        (
            "ai-sdk-ui",
            json!([
                {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Read it."}]},
                {"id": "m2", "role": "assistant", "parts": [
                    {"type": "step-start"},
                    {"type": "reasoning", "text": "Hm."},
                    {"type": "tool-read", "toolCallId": "c1", "state": "output-error", "input": arguments,
                        "errorText": "no such file"},
                    {"type": "text", "text": "There is none."}]},
            ]),
            2,
        ),
        (
            "langchain",
            json!([
                {"type": "human", "data": {"content": "Read it."}},
                {"type": "ai", "data": {"content": [{"type": "reasoning", "reasoning": "Hm."}],
                    "tool_calls": [{"id": "c1", "name": "read", "args": arguments, "type": "tool_call"}]}},
                {"type": "tool", "data": {"tool_call_id": "c1", "status": "error", "content": "no such file"}},
                {"type": "ai", "data": {"content": "There is none."}},
            ]),
            4,
        ),
    ]
}

#[test]
fn every_format_is_found_and_shown_alike() {
    for (format, messages, count) in conversations() {
        assert_eq!(found(&messages), Some(format));
        let shown = shown(format, &messages);
        assert_eq!(shown.len(), count, "{format}");
        let text: Vec<&str> = shown.iter().map(|one| one.text.as_str()).collect();
        let expected = "Read it.\nHm.\n→ read {\"path\":\"a.txt\"}\nno such file\nThere is none.";
        assert_eq!(text.join("\n"), expected, "{format}");
        let results: Vec<_> = shown.iter().flat_map(|one| &one.results).collect();
        assert_eq!(results.len(), 1, "{format}");
        assert_eq!((results[0].tool.as_str(), results[0].tokens), ("read", 3), "{format}");
        // These two do not say whether a tool failed.
        assert_eq!(results[0].failed, !matches!(format, "openai-chat" | "openai-responses"), "{format}");
        assert_eq!(shown.iter().filter(|one| one.starts_turn).count(), 1, "{format}");
        assert_eq!((shown[0].role, shown[count - 1].role), ("user", "assistant"), "{format}");
        let tools = shown.iter().filter(|one| one.role == "tool").count();
        assert_eq!(tools, usize::from(format != "ai-sdk-ui"), "{format}");
    }
}

#[test]
fn what_several_formats_read_alike_is_openais() {
    assert_eq!(found(&json!([{"role": "user", "content": "Hello."}])), Some("openai-chat"));
    let plain = json!([
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Hello."}], "timestamp": 1},
        {"role": "assistant", "content": "Hello."},
        {"role": "assistant", "content": ""},
    ]);
    assert_eq!(found(&plain), Some("openai-chat"));
}

#[test]
fn a_part_that_only_one_format_has_decides() {
    let user = |part: serde_json::Value| json!([{"role": "user", "content": [{"type": "text", "text": "See."}, part]}]);
    let cases = [
        ("openai-chat", json!({"type": "image_url", "image_url": {"url": "https://x.test/a.png"}})),
        ("openai-chat", json!({"type": "file", "file": {"file_id": "f1"}})),
        ("openai-responses", json!({"type": "input_image", "image_url": "https://x.test/a.png"})),
        ("openai-responses", json!({"type": "input_text", "text": "a"})),
        ("anthropic", json!({"type": "image", "source": {"type": "url", "url": "https://x.test/a.png"}})),
        ("anthropic", json!({"type": "document", "source": {"type": "text", "data": "a"}})),
        ("ai-sdk", json!({"type": "image", "image": "https://x.test/a.png"})),
        ("ai-sdk", json!({"type": "image", "image": "aGk=", "mimeType": "image/png"})),
        ("ai-sdk", json!({"type": "file", "data": "aGk=", "mediaType": "application/pdf"})),
        ("ai-sdk", json!({"type": "file", "data": "aGk=", "mimeType": "application/pdf"})),
        ("pi", json!({"type": "image", "data": "aGk=", "mimeType": "image/png"})),
    ];
    for (format, part) in cases {
        assert_eq!(found(&user(part.clone())), Some(format), "{part}");
    }
    let older = json!([
        {"id": "1", "role": "user", "content": "Hello.", "parts": [{"type": "text", "text": "Hello."}]},
        {"id": "2", "role": "assistant", "content": "Hello.", "parts": [{"type": "text", "text": "Hello."}]},
    ]);
    assert_eq!(found(&older), Some("ai-sdk-ui"));
    let answered = |key: &str| {
        json!([{"role": "user", "content": "Hello."},
            {"role": "assistant", "content": [{"type": "text", "text": "Hello."}], key: "x"}])
    };
    assert_eq!(found(&answered("stopReason")), Some("pi"));
    assert_eq!(found(&answered("stop_reason")), Some("anthropic"));
    let contents = json!([{"parts": [{"text": "Hello."}]}]);
    assert_eq!(found(&contents), Some("gemini"));
    let page = json!([{"id": "1", "role": "user", "parts": [{"type": "text", "text": "Hello."}]}]);
    assert_eq!(found(&page), Some("ai-sdk-ui"));
    let constructor = json!([{"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"],
        "kwargs": {"content": "Hello."}}]);
    assert_eq!(found(&constructor), Some("langchain"));
    assert_eq!(found(&json!([{"role": "compactionSummary", "summary": "So far."}])), Some("pi"));
}

#[test]
fn damage_does_not_hide_a_format() {
    for (format, messages, _) in conversations() {
        let mut messages = messages.as_array().unwrap().clone();
        if messages.len() > 3 {
            messages.remove(2);
        }
        messages.insert(1, json!({"rubble": true}));
        assert_eq!(found(&json!(messages)), Some(format));
    }
}

#[test]
fn what_no_format_reads_has_none() {
    for messages in [
        json!([]),
        json!([1, null, "text"]),
        json!([{}]),
        json!([{"role": "alien", "content": "x"}]),
        json!([{"type": "Feature", "geometry": null}]),
        json!([{"role": "user", "content": 7}]),
    ] {
        assert_eq!(found(&messages), None, "{messages}");
    }
}

#[test]
fn pictures_and_files_are_named_and_text_is_bounded() {
    let long = "é".repeat(3_000);
    let messages = json!([
        {"role": "user", "content": [
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
            {"type": "file", "file": {"file_data": "aGk="}},
            {"type": "text", "text": " \n"},
            {"type": "text", "text": "See."}]},
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "a", "arguments": "{}"}},
            {"id": "c2", "type": "function", "function": {"name": "b", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c2", "content": "B"},
        {"role": "tool", "tool_call_id": "c1", "content": "A"},
        {"role": "tool", "tool_call_id": "lost", "content": "?"},
        {"role": "developer", "content": long},
    ]);
    let lines = lines("openai-chat", &messages);
    assert_eq!(
        lines[..5],
        ["user*: [image]\n[file]\nSee.", "assistant: → a {}\n→ b {}", "tool<b>: B", "tool<a>: A", "tool<>: ?"]
    );
    assert_eq!(lines[5], format!("developer: {}", "é".repeat(2_000)));
}

#[test]
fn results_of_one_message_are_told_apart() {
    let messages = json!([
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "c1", "name": "a", "input": {}},
            {"type": "tool_use", "id": "c2", "name": "b", "input": {}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "A"}]},
            {"type": "tool_result", "tool_use_id": "c2", "is_error": true, "content": [{"type": "image", "source": {}}]}]},
    ]);
    assert_eq!(lines("anthropic", &messages), ["assistant: → a {}\n→ b {}", "tool<a><b failed>: A\n[image]"]);
    assert_eq!(shown("anthropic", &messages)[1].results[1].tokens, 1_200);
}

#[test]
fn a_message_that_cannot_be_read_is_named() {
    let messages = json!([{"role": "user", "content": "x"}, {"role": "user", "content": 7}]);
    let error = with_messages(&messages, |messages| glance(lens("openai-chat").unwrap(), messages)).unwrap_err();
    assert_eq!(error.path(), "messages[1].content");
}
