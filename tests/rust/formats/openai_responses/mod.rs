//! `openai-responses`: what the lens sees and writes.

mod rules;

use epitome::view::{Role, Stop};
use serde_json::{Value, json};

use super::show;

const FORMAT: &str = "openai-responses";
const DATA: &str = "data:image/png;base64,AAAA";

fn parts(item: &Value) -> Vec<String> {
    show::parts(FORMAT, item)
}

/// The parts of an item, and who speaks.
fn seen(item: Value) -> (Role, Vec<String>) {
    let (role, starts_turn) = show::role(FORMAT, &item);
    assert_eq!(starts_turn, role == Role::User);
    (role, parts(&item))
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

fn agent(text: &str) -> Value {
    json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text, "annotations": []}]})
}

fn reasoning(id: &str) -> Value {
    json!({"type": "reasoning", "id": id, "summary": [], "encrypted_content": "abcd"})
}

fn call(id: &str) -> Value {
    json!({"type": "function_call", "call_id": id, "name": "read", "arguments": "{\"path\": \"a.ts\"}"})
}

fn output(id: &str) -> Value {
    json!({"type": "function_call_output", "call_id": id, "output": "done"})
}

#[test]
fn sees_messages_in_all_three_shapes() {
    let easy = |role: &str| json!({"role": role, "content": "hello"});
    assert_eq!(seen(easy("user")), (Role::User, vec!["content text hello".into()]));
    assert_eq!(show::role(FORMAT, &easy("system")), (Role::System, false));
    assert_eq!(show::role(FORMAT, &easy("developer")), (Role::Developer, false));
    assert_eq!(show::role(FORMAT, &easy("assistant")), (Role::Assistant, false));
    let pdf = format!("data:application/pdf;base64,{}", "A".repeat(200_000));
    let message = json!({"type": "message", "role": "user", "content": [
        {"type": "input_text", "text": "look", "prompt_cache_breakpoint": {"mode": "explicit"}},
        {"type": "input_image", "detail": "auto", "image_url": DATA},
        {"type": "input_image", "detail": "low", "file_id": "f1"},
        {"type": "input_file", "filename": "a.pdf", "file_data": pdf},
        {"type": "input_file", "file_data": "data:text/plain;base64,QUFBQUFB"},
        {"type": "input_file", "file_url": "https://a.example/a.pdf"},
        {"type": "hologram"},
    ]});
    let expected = [
        "content[0] text look",
        "content[1] image",
        "content[2] image",
        "content[3] File 30000",
        "content[4] File 6",
        "content[5] File 10000",
        "content[6] Plain 19",
    ];
    assert_eq!(parts(&message), expected);
    let answer = json!({"type": "message", "id": "msg_1", "role": "assistant", "status": "incomplete", "phase": "final_answer",
        "content": [{"type": "output_text", "text": "hi", "annotations": []}, {"type": "refusal", "refusal": "no"}]});
    assert_eq!(parts(&answer), ["content[0] text hi", "content[1] text no"]);
    show::seen(FORMAT, &answer, |view| assert_eq!(view.unwrap().stop, Some(Stop::Length)));
    show::seen(FORMAT, &agent("hi"), |view| assert_eq!(view.unwrap().stop, None));
}

#[test]
fn sees_calls_that_the_host_runs_and_their_outputs() {
    let pairs = [
        (call("a"), r#" call a read {"path": "a.ts"}"#),
        (json!({"type": "function_call", "call_id": "a", "name": "f", "arguments": {"x": 1}}), r#" call a f {"x":1}"#),
        (json!({"type": "function_call", "name": "f", "arguments": ""}), " call  f "),
        (json!({"type": "custom_tool_call", "call_id": "a", "name": "run", "input": "ls"}), r#" call a run "ls""#),
        (
            json!({"type": "local_shell_call", "id": "i", "call_id": "a", "action": {"command": ["ls"]}}),
            r#" call a local_shell {"command":["ls"]}"#,
        ),
        (json!({"type": "shell_call", "call_id": "a", "action": {"commands": []}}), r#" call a shell {"commands":[]}"#),
        (
            json!({"type": "shell_call", "call_id": "a", "action": null, "environment": {"type": "container_reference"}}),
            " call by provider a shell null",
        ),
        (
            json!({"type": "apply_patch_call", "call_id": "a", "operation": {"type": "delete_file", "path": "x"}}),
            r#" call a apply_patch {"type":"delete_file","path":"x"}"#,
        ),
        (
            json!({"type": "computer_call", "call_id": "a", "action": {"type": "wait"}}),
            r#" call a computer {"type":"wait"}"#,
        ),
        (json!({"type": "computer_call", "call_id": "a", "actions": []}), " call a computer []"),
        (json!({"type": "program", "call_id": "a", "code": "f()"}), r#" call by provider a program "f()""#),
    ];
    for (item, expected) in pairs {
        assert_eq!(seen(item), (Role::Assistant, vec![expected.into()]));
    }
    let listed = json!([{"type": "input_text", "text": "one"}, {"type": "input_image", "image_url": DATA},
        {"type": "input_text", "text": "two"}, {"type": "input_file", "file_id": "f"}]);
    let results = [
        (output("a"), r#" result a "done""#),
        (json!({"type": "function_call_output", "call_id": null, "name": "f", "output": "x"}), r#" result  of f "x""#),
        (
            json!({"type": "custom_tool_call_output", "call_id": "a", "output": listed}),
            r#" result a images 1 other 10000 "onetwo""#,
        ),
        (json!({"type": "local_shell_call_output", "id": "a", "output": "x"}), r#" result a "x""#),
        (json!({"type": "local_shell_call_output", "id": "i", "call_id": "a", "output": "x"}), r#" result a "x""#),
        (
            json!({"type": "shell_call_output", "call_id": "a", "output": [
                {"stdout": "out\n", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}, {"stdout": "", "stderr": "err"}]}),
            r#" result a "out\nerr""#,
        ),
        (json!({"type": "apply_patch_call_output", "call_id": "a", "status": "completed"}), r#" result a """#),
        (
            json!({"type": "apply_patch_call_output", "call_id": "a", "status": "failed", "output": "no"}),
            r#" result a failed "no""#,
        ),
        (
            json!({"type": "computer_call_output", "call_id": "a", "output": {"type": "computer_screenshot", "image_url": DATA}}),
            r#" result a images 1 """#,
        ),
    ];
    for (item, expected) in results {
        assert_eq!(seen(item), (Role::Tool, vec![expected.into()]));
    }
    let program = json!({"type": "program_output", "call_id": "a", "result": "x", "status": "completed"});
    assert_eq!(seen(program), (Role::Assistant, vec![r#" result by provider a "x""#.into()]));
}

#[test]
fn sees_what_the_provider_ran() {
    let base64 = "A".repeat(10_000);
    let cases: [(Value, &[&str]); 11] = [
        (
            json!({"type": "web_search_call", "id": "w", "status": "completed", "action": {"type": "search", "query": "x"}}),
            &[r#" call by provider w web_search {"type":"search","query":"x"}"#],
        ),
        (
            json!({"type": "file_search_call", "id": "f", "queries": ["x"], "results": null}),
            &[r#" call by provider f file_search ["x"]"#],
        ),
        (
            json!({"type": "file_search_call", "id": "f", "queries": [], "results": [{"filename": "a", "text": "one", "score": 1}]}),
            &[" call by provider f file_search []", r#" result by provider f of file_search "a\none""#],
        ),
        (
            json!({"type": "code_interpreter_call", "id": "c", "code": "f()", "outputs": [
                {"type": "logs", "logs": "x"}, {"type": "image", "url": DATA}]}),
            &[
                r#" call by provider c code_interpreter "f()""#,
                r#" result by provider c of code_interpreter images 1 "x""#,
            ],
        ),
        (
            json!({"type": "image_generation_call", "id": "g", "status": "completed", "result": base64}),
            &[" call by provider g image_generation null", r#" result by provider g of image_generation images 1 """#],
        ),
        (
            json!({"type": "image_generation_call", "id": "g", "status": "failed", "result": null, "revised_prompt": "a cat"}),
            &[r#" call by provider g image_generation "a cat""#],
        ),
        (
            json!({"type": "mcp_call", "id": "m", "name": "look", "arguments": "{}", "output": "x", "error": null}),
            &[" call by provider m look {}", r#" result by provider m of look "x""#],
        ),
        (
            json!({"type": "mcp_call", "name": "look", "arguments": "{}", "output": null, "error": "gone"}),
            &[" call by provider  look {}", r#" result by provider  of look failed "gone""#],
        ),
        (
            json!({"type": "mcp_call", "id": "m", "name": "look", "arguments": "{}", "error": {"code": 1}}),
            &[" call by provider m look {}", r#" result by provider m of look failed "{\"code\":1}""#],
        ),
        (
            json!({"type": "mcp_approval_request", "id": "r", "name": "look", "arguments": "{}", "server_label": "docs"}),
            &[" ask r", " call by provider r look {}"],
        ),
        (json!({"type": "mcp_list_tools", "id": "l", "tools": []}), &[" Plain 45"]),
    ];
    for (item, expected) in cases {
        let expected = expected.iter().map(ToString::to_string).collect();
        assert_eq!(seen(item), (Role::Assistant, expected));
    }
    let decided =
        |approve: bool| json!({"type": "mcp_approval_response", "approval_request_id": "r", "approve": approve});
    assert_eq!(seen(decided(true)), (Role::Tool, vec![" decision r true".into()]));
    assert_eq!(seen(decided(false)), (Role::Tool, vec![" decision r false".into()]));
}

#[test]
fn reasoning_leads_the_next_item() {
    let summary =
        |texts: &[&str]| texts.iter().map(|text| json!({"type": "summary_text", "text": text})).collect::<Vec<_>>();
    let item =
        json!({"type": "reasoning", "id": "r", "summary": summary(&["one", "two"]), "encrypted_content": "abcdefgh"});
    // What is encrypted costs a byte each; the reasoning stands last.
    assert_eq!(seen(item), (Role::Assistant, vec![" Plain 8".into(), " thinking next one\ntwo".into()]));
    let open = json!({"type": "reasoning", "summary": summary(&["short"]), "encrypted_content": "abcdefgh",
        "content": [{"type": "reasoning_text", "text": "in full"}]});
    assert_eq!(seen(open), (Role::Assistant, vec![" thinking next in full".into()]));
    assert_eq!(parts(&json!({"type": "reasoning", "id": "r", "summary": []})), [" thinking next "]);
}

#[test]
fn sees_state_barriers_and_references() {
    for (item, role, expected) in [
        (json!({"type": "compaction", "id": "c", "encrypted_content": "abcdefgh"}), Role::Assistant, " Barrier 10"),
        (json!({"type": "compaction_trigger"}), Role::Developer, " Plain 0"),
        (json!({"type": "item_reference", "id": "x"}), Role::Assistant, " Plain 0"),
        (json!({"id": "x"}), Role::Assistant, " Plain 0"),
        (json!({"type": "additional_tools", "role": "developer", "tools": []}), Role::Developer, " State 57"),
        (json!({"type": "configuration_update", "reasoning": {}}), Role::Developer, " State 46"),
        (json!({"type": "tool_search_call", "call_id": null, "arguments": {}}), Role::Assistant, " State 57"),
        (json!({"type": "tool_search_output", "execution": "server", "tools": []}), Role::Assistant, " State 61"),
        (json!({"type": "hologram"}), Role::Assistant, " Plain 19"),
    ] {
        assert_eq!(seen(item), (role, vec![expected.into()]));
    }
    // Where the host searches, the two are a pair.
    let search = json!({"type": "tool_search_call", "call_id": "a", "execution": "client", "arguments": {"x": 1}});
    assert_eq!(seen(search), (Role::Assistant, vec![" State 0".into(), r#" call a tool_search {"x":1}"#.into()]));
    let tools = json!({"type": "tool_search_output", "call_id": "a", "execution": "client", "tools": [{}]});
    assert_eq!(seen(tools), (Role::Tool, vec![" State 0".into(), r#" result a other 4 """#.into()]));
}

#[test]
fn says_where_an_item_is_broken() {
    for (item, expected) in [
        (json!("hello"), ": an item is an object, this is a string"),
        (json!({}), "role: is missing"),
        (json!({"type": 7}), "type: must be a string, this is a number"),
        (json!({"role": "robot", "content": "x"}), r#"role: there is no role "robot" in the openai-responses format"#),
        (
            json!({"role": "tool", "content": "x"}),
            r#"role: there is no role "tool" in the openai-responses format; is it "openai-chat"?"#,
        ),
        (json!({"type": "message", "content": "x"}), "role: is missing"),
        (json!({"role": "user"}), "content: is missing"),
        (json!({"role": "user", "content": 7}), "content: must be text or parts, this is a number"),
        (json!({"role": "user", "content": [{"text": "x"}]}), "content[0].type: must be a string, this is missing"),
        (
            json!({"role": "user", "content": [{"type": "input_text"}]}),
            "content[0].text: must be a string, this is missing",
        ),
        (json!({"type": "function_call", "arguments": "{}"}), "name: must be a string, this is missing"),
        (
            json!({"type": "function_call", "name": "f", "arguments": 7}),
            "arguments: must be a string, this is a number",
        ),
        (
            json!({"type": "function_call", "name": "f", "arguments": "", "call_id": 7}),
            "call_id: must be a string, this is a number",
        ),
        (json!({"type": "custom_tool_call", "name": "f"}), "input: must be a string, this is missing"),
        (
            json!({"type": "function_call_output", "call_id": "a", "output": [{"type": "input_text"}]}),
            "output[0].text: must be a string, this is missing",
        ),
        (json!({"type": "reasoning", "summary": [{}]}), "summary[0].text: must be a string, this is missing"),
        (json!({"type": "mcp_call", "name": "f"}), "arguments: must be a string, this is missing"),
    ] {
        assert_eq!(show::refused(FORMAT, &item), expected);
    }
}

#[test]
fn writes_messages() {
    let text = json!({"type": "input_text", "text": "So far."});
    let message = |role: &str| json!({"type": "message", "role": role, "content": [text]});
    assert_eq!(show::written(FORMAT, "So far."), ["user", "system", "developer"].map(message));
    assert_eq!(show::custom(FORMAT, &json!("So far.")), message("user"));
    let blocks =
        json!([{"type": "text", "text": "So far."}, {"type": "image", "mimeType": "image/png", "data": "AAAA"}]);
    let image = json!({"type": "input_image", "detail": "auto", "image_url": DATA});
    assert_eq!(show::custom(FORMAT, &blocks), json!({"type": "message", "role": "user", "content": [text, image]}));
}

#[test]
fn answers_each_kind_of_call_in_its_kind() {
    let custom = json!({"type": "custom_tool_call", "call_id": "a", "name": "shell", "input": "ls"});
    let local = json!({"type": "local_shell_call", "id": "i", "call_id": "a", "action": {"command": []}});
    let shell = json!({"type": "shell_call", "call_id": "a", "action": {"commands": []}});
    let patch = json!({"type": "apply_patch_call", "call_id": "a", "operation": {"type": "delete_file", "path": "x"}});
    let search = json!({"type": "tool_search_call", "call_id": "a", "execution": "client", "arguments": {}});
    let function = json!({"type": "function_call", "call_id": "a", "name": "shell", "arguments": "{}"});
    for (item, expected) in [
        (function, json!({"type": "function_call_output", "call_id": "a", "output": "gone"})),
        (custom, json!({"type": "custom_tool_call_output", "call_id": "a", "output": "gone"})),
        (local, json!({"type": "local_shell_call_output", "call_id": "a", "output": "gone"})),
        (
            shell,
            json!({"type": "shell_call_output", "call_id": "a",
                "output": [{"stdout": "", "stderr": "gone", "outcome": {"type": "exit", "exit_code": 1}}]}),
        ),
        (patch, json!({"type": "apply_patch_call_output", "call_id": "a", "output": "gone", "status": "failed"})),
        (search, json!({"type": "tool_search_output", "call_id": "a", "tools": [], "execution": "client"})),
    ] {
        let answer = show::answers(FORMAT, &item, "gone").remove(0);
        assert_eq!(answer, expected);
        assert_eq!(rules::found(&[user("go"), item, answer]), [""; 0]);
    }
    // A screenshot that nobody made is still an image.
    let computer = json!({"type": "computer_call", "call_id": "a", "action": {"type": "wait"}});
    let answer = show::answers(FORMAT, &computer, "gone").remove(0);
    assert_eq!(parts(&answer), [r#" result a images 1 """#]);
    assert_eq!(rules::found(&[user("go"), computer, answer]), [""; 0]);
}
