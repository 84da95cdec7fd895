//! The same in every format: several results in a message, results beside their calls, formats without a mark of failure.

use epitome::prune::{Pruning, prune};
use serde_json::{Value, json};

use super::super::support::session;
use super::all;

fn plan(format: &str, messages: &[Value]) -> Pruning {
    let entries: Vec<Value> = messages
        .iter()
        .enumerate()
        .map(|(at, message)| {
            json!({"type": "message", "id": format!("e{at}"), "timestamp": "2026-01-01T00:00:00.000Z", "message": message,
                "parentId": at.checked_sub(1).map(|before| format!("e{before}"))})
        })
        .collect();
    prune(&session(format, &entries), &all(), 0)
}

fn long() -> String {
    "x ".repeat(4_000)
}

/// The edits as entry, part, call.
fn edits(plan: &Pruning) -> Vec<(&str, u32, &str)> {
    plan.edits.iter().map(|edit| (edit.entry_id.as_str(), edit.part, edit.tool_call_id.as_str())).collect()
}

#[test]
fn anthropic_has_several_results_in_a_message() {
    let calls = json!([{"type": "text", "text": "now"}, {"type": "tool_use", "id": "a", "name": "Bash", "input": {"command": "x"}},
        {"type": "tool_use", "id": "b", "name": "Read", "input": {"file_path": "/a"}},
        {"type": "tool_use", "id": "c", "name": "mcp__x__y", "input": {}}]);
    let result =
        |id: &str, fails: bool| json!({"type": "tool_result", "tool_use_id": id, "content": long(), "is_error": fails});
    let messages = [
        json!({"role": "assistant", "content": calls}),
        json!({"role": "user", "content": [result("a", true), result("b", false), result("c", false)]}),
    ];
    let plan = plan("anthropic", &messages);
    assert_eq!(edits(&plan), [("e1", 0, "a"), ("e1", 2, "c")]);
    assert!(plan.edits[0].notice.contains("; exit=1; "));
    assert_eq!(plan.edits[1].tool_name, "mcp__x__y");
}

#[test]
fn anthropic_keeps_what_its_own_tools_found() {
    let found = json!([{"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "s",
         "content": [{"type": "web_search_result", "url": "u", "title": "t", "encrypted_content": "e".repeat(9_000)}]}]);
    assert_eq!(plan("anthropic", &[json!({"role": "assistant", "content": found})]).edits, []);
}

#[test]
fn gemini_pairs_by_name_and_order() {
    let call = |name: &str, path: &str| json!({"functionCall": {"name": name, "args": {"absolute_path": path}}});
    let answer = |name: &str| json!({"functionResponse": {"name": name, "response": {"output": long()}}});
    let messages = [
        json!({"role": "model", "parts": [call("read_file", "/a"), call("read_file", "/b")]}),
        json!({"role": "user", "parts": [answer("read_file"), answer("read_file")]}),
        json!({"role": "model", "parts": [call("replace", "/b")]}),
        json!({"role": "user", "parts": [json!({"functionResponse": {"name": "replace", "response": {"output": "ok"}}})]}),
    ];
    assert_eq!(edits(&plan("gemini", &messages)), [("e1", 1, "")]);
}

#[test]
fn the_ai_sdk_in_both_shapes() {
    let calls = json!([{"type": "tool-call", "toolCallId": "a", "toolName": "bash", "input": {"command": "x"}},
        {"type": "tool-call", "toolCallId": "b", "toolName": "find_it", "input": {}}]);
    let result = |id: &str, name: &str| json!({"type": "tool-result", "toolCallId": id, "toolName": name, "output": {"type": "text", "value": long()}});
    let messages = [
        json!({"role": "assistant", "content": calls}),
        json!({"role": "tool", "content": [result("a", "bash"), result("b", "find_it")]}),
    ];
    assert_eq!(edits(&plan("ai-sdk", &messages)), [("e1", 0, "a"), ("e1", 1, "b")]);
    let parts = json!([{"type": "text", "text": "now"},
        {"type": "tool-bash", "toolCallId": "a", "state": "output-available", "input": {"command": "x"}, "output": long()}]);
    let message = json!({"id": "m", "role": "assistant", "parts": parts});
    let plan = plan("ai-sdk-ui", &[message]);
    assert_eq!(edits(&plan), [("e0", 2, "a")]);
    assert_eq!(plan.edits[0].tool_name, "bash");
}

#[test]
fn openai_tells_a_failure_by_the_text() {
    let call = |id: &str, name: &str, arguments: &str| {
        json!({"role": "assistant", "content": null, "tool_calls": [
            {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}]})
    };
    let answer = |id: &str, text: &str| json!({"role": "tool", "tool_call_id": id, "content": text});
    let read = [call("a", "read_file", "{\"path\":\"a.py\"}"), answer("a", &long())];
    let failed =
        [call("b", "edit_file", "{\"path\":\"a.py\"}"), answer("b", &format!("Error: no such text\n{}", long()))];
    let done = [call("c", "edit_file", "{\"path\":\"a.py\"}"), answer("c", "done")];
    let messages = [&read[..], &failed[..]].concat();
    let one = plan("openai-chat", &messages);
    assert_eq!(edits(&one), [("e3", 0, "b")]);
    assert!(one.edits[0].notice.ends_with("; error=Error: no such text; path=a.py]"), "{}", one.edits[0].notice);
    let messages = [&read[..], &failed[..], &done[..]].concat();
    assert_eq!(edits(&plan("openai-chat", &messages)), [("e1", 0, "a"), ("e3", 0, "b")]);
    // No exit code is made up where nothing tells one.
    let command = [call("d", "bash", "{\"command\":\"x\"}"), answer("d", &long())];
    assert!(!plan("openai-chat", &command).edits[0].notice.contains("exit="));
}

#[test]
fn codex_runs_commands_and_patches() {
    let call = |id: &str, name: &str, arguments: Value| json!({"type": "function_call", "call_id": id, "name": name, "arguments": arguments.to_string()});
    let output = |id: &str, text: &str| json!({"type": "function_call_output", "call_id": id, "output": text});
    let status = json!({"command": ["bash", "-lc", "git status"], "workdir": "/r"});
    let items = [
        call("a", "shell", status.clone()),
        output("a", &format!("Exit code: 0\nWall time: 1 s\nOutput:\n{}", long())),
        call("b", "shell", status),
        output("b", &long()),
    ];
    let plan = plan("openai-responses", &items);
    assert_eq!(edits(&plan), [("e1", 0, "a"), ("e3", 0, "b")]);
    assert!(plan.edits[0].notice.contains("; exit=0; "), "{}", plan.edits[0].notice);
    assert_eq!(format!("{:?} {:?}", plan.edits[0].reason, plan.edits[1].reason), "Repeated Old");
}

#[test]
fn codex_tells_failures_in_its_ways() {
    let call = |id: &str, name: &str, arguments: Value| json!({"type": "function_call", "call_id": id, "name": name, "arguments": arguments.to_string()});
    let output = |id: &str, text: &str| json!({"type": "function_call_output", "call_id": id, "output": text});
    let patch = json!({"input": format!("*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+{}\n*** End Patch", long())});
    let json_of = |code: u32| {
        json!({"output": long() + "exit code 7", "metadata": {"exit_code": code, "duration_seconds": 0.1}}).to_string()
    };
    for (text, failed) in [
        ("apply_patch verification failed: Failed to find expected lines in a.ts", true),
        ("execution error: denied", true),
        ("failed to parse function arguments: EOF", true),
        ("Exit code: 2\nWall time: 0.1 seconds\nOutput:\nno such line", true),
        ("Exit code: 0\nWall time: 0.1 seconds\nOutput:\nexit code: 1", false),
        ("Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno", true),
        ("Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nexited with code 1", false),
        (&json_of(1), true),
        (&json_of(0), false),
        ("{\"output\":\"no\",\"metadata\":{\"exit_code\":127}}", true),
        ("{\"output\": 5}", false),
        ("Success. Updated the following files:\nM a.ts", false),
    ] {
        let read = call("r", "read_file", json!({"file_path": "a.ts"}));
        let items = [read, output("r", &long()), call("p", "apply_patch", patch.clone()), output("p", text)];
        let names: Vec<String> = plan("openai-responses", &items).edits.into_iter().map(|edit| edit.entry_id).collect();
        assert_eq!(names.contains(&"e1".to_owned()), !failed, "{text}");
    }
}
