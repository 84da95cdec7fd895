//! `anthropic`: what the lens sees and writes.

mod rules;

use epitome::view::{Role, Stop};
use serde_json::{Value, json};

use super::show;

const FORMAT: &str = "anthropic";

fn parts(message: &Value) -> Vec<String> {
    show::parts(FORMAT, message)
}

fn user(content: impl Into<Value>) -> Value {
    json!({"role": "user", "content": content.into()})
}

fn agent(content: impl Into<Value>) -> Value {
    json!({"role": "assistant", "content": content.into()})
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn thinking(text: &str) -> Value {
    json!({"type": "thinking", "thinking": text, "signature": "c2ln"})
}

fn call(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "read", "input": {"path": "a.ts"}})
}

fn result(id: &str) -> Value {
    json!({"type": "tool_result", "tool_use_id": id, "content": "done"})
}

fn search(id: &str) -> Value {
    json!({"type": "server_tool_use", "id": id, "name": "web_search", "input": {"query": "x"}})
}

fn hits(id: &str) -> Value {
    json!({"type": "web_search_tool_result", "tool_use_id": id, "content": [
        {"type": "web_search_result", "url": "https://a.example", "title": "A", "encrypted_content": "abcd", "page_age": null}
    ]})
}

#[test]
fn sees_what_the_user_says() {
    assert_eq!(parts(&user("hello")), ["content text hello"]);
    assert_eq!(show::role(FORMAT, &user("hello")), (Role::User, true));
    let pdf = json!({"type": "base64", "media_type": "application/pdf", "data": "A".repeat(200_000)});
    let message = user(json!([
        text("look"),
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        {"type": "document", "source": pdf, "title": "Plan"},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "eight by"}},
        {"type": "document", "source": {"type": "url", "url": "https://a.example/a.pdf"}},
        {"type": "document", "source": {"type": "content", "content": [text("four"), {"type": "image", "source": {}}]}},
        {"type": "search_result", "source": "wiki", "title": "Four", "content": [text("hits")], "citations": {"enabled": true}},
        {"type": "container_upload", "file_id": "f1"},
        {"type": "hologram"},
    ]));
    let expected = [
        "content[0] text look",
        "content[1] image",
        // 150,000 bytes are three pages of 2,500 tokens; the title is text, on a line of its own.
        "content[2] File 30004",
        "content[3] File 8",
        "content[4] File 10000",
        "content[5] File 4804",
        "content[6] File 14",
        "content[7] File 42",
        "content[8] Plain 19",
    ];
    assert_eq!(parts(&message), expected);
}

#[test]
fn results_alone_are_no_turn_and_text_beside_them_is_one() {
    let results = user(json!([
        {"type": "tool_result", "tool_use_id": "a", "content": "whole", "is_error": true},
        {"type": "tool_result", "tool_use_id": "b", "content": [
            text("one"), {"type": "image", "source": {}}, text("two"), {"type": "tool_reference", "tool_name": "x"},
            {"type": "document", "source": {"type": "text", "data": "three"}}]},
        {"type": "tool_result", "tool_use_id": "c"},
        {"type": "tool_result", "content": null},
    ]));
    let expected = [
        r#"content[0] result a failed "whole""#,
        r#"content[1] result b images 1 other 3 "onetwo\nthree""#,
        r#"content[2] result c """#,
        r#"content[3] result  """#,
    ];
    assert_eq!(parts(&results), expected);
    assert_eq!(show::role(FORMAT, &results), (Role::Tool, false));
    assert_eq!(show::role(FORMAT, &user(json!([result("a"), text("stop that")]))), (Role::User, true));
    let reminder = text("\n<system-reminder>Mind the tests.</system-reminder>");
    assert_eq!(show::role(FORMAT, &user(json!([result("a"), reminder]))), (Role::User, false));
    assert_eq!(show::role(FORMAT, &user(json!([result("a"), {"type": "image"}]))), (Role::User, false));
    // By itself it is all that the message says.
    assert_eq!(show::role(FORMAT, &user(json!([reminder]))), (Role::User, true));
}

#[test]
fn sees_what_the_model_says_and_does() {
    let message = agent(json!([
        thinking("hm"),
        {"type": "thinking", "thinking": "unsigned", "signature": ""},
        {"type": "redacted_thinking", "data": "ZGF0YQ=="},
        {"type": "text", "text": "Reading.", "citations": null},
        call("a"),
        search("s"),
        hits("s"),
        {"type": "mcp_tool_use", "id": "m", "name": "lookup", "server_name": "docs", "input": {}},
        {"type": "mcp_tool_result", "tool_use_id": "m", "is_error": true, "content": [text("unreachable")]},
        {"type": "compaction", "content": null},
        {"type": "compaction", "content": "twelve chars", "encrypted_content": "xxxxxxxxxxxxxxxxxxxx"},
        {"type": "compaction", "content": null, "encrypted_content": "opaque"},
        {"type": "fallback", "from": {}, "to": {}},
        {"type": "tool_addition", "tool": {}},
    ]));
    let expected = [
        "content[0] thinking prefix hm",
        "content[1] thinking free unsigned",
        "content[2] thinking prefix ",
        "content[3] text Reading.",
        r#"content[4] call a read {"path":"a.ts"}"#,
        r#"content[5] call by provider s web_search {"query":"x"}"#,
        r#"content[6] result by provider s other 6 "https://a.example\nA""#,
        "content[7] call by provider m lookup {}",
        r#"content[8] result by provider m failed "unreachable""#,
        "content[9] Failed 0",
        "content[10] Barrier 12",
        "content[11] Failed 8",
        "content[12] Plain 37",
        "content[13] State 34",
    ];
    assert_eq!(parts(&message), expected);
    assert_eq!(show::role(FORMAT, &message), (Role::Assistant, false));
    assert_eq!(parts(&agent("done")), ["content text done"]);
}

#[test]
fn reads_the_results_of_every_tool_of_the_provider() {
    let page = json!({"type": "document", "title": "T", "source": {"type": "text", "data": "page"}});
    let references = json!([{"type": "tool_reference", "tool_name": "x"}]);
    for (kind, content, expected) in [
        (
            "web_search",
            json!({"type": "web_search_tool_result_error", "error_code": "unavailable"}),
            r#"failed "unavailable""#,
        ),
        (
            "web_fetch",
            json!({"type": "web_fetch_result", "url": "https://a.example", "content": page, "retrieved_at": null}),
            r#""https://a.example\nT\npage""#,
        ),
        (
            "code_execution",
            json!({"type": "code_execution_result", "stdout": "out", "stderr": "", "return_code": 0, "content": []}),
            r#"other 1 "out""#,
        ),
        (
            "text_editor_code_execution",
            json!({"type": "text_editor_code_execution_view_result", "content": "file"}),
            r#""file""#,
        ),
        (
            "tool_search",
            json!({"type": "tool_search_tool_search_result", "tool_references": references}),
            r#"other 43 """#,
        ),
        ("advisor", json!({"type": "advisor_redacted_result", "encrypted_content": "abcd"}), r#"other 6 """#),
    ] {
        let block = json!({"type": format!("{kind}_tool_result"), "tool_use_id": "s", "content": content});
        assert_eq!(parts(&agent(json!([block]))), [format!("content[0] result by provider s {expected}")], "{kind}");
    }
}

#[test]
fn instructions_of_the_beta_hold_until_they_say_otherwise() {
    let state = |message: Value| parts(&message);
    assert_eq!(state(json!({"role": "system", "content": "Be brief."})), ["content text Be brief.", " State 0"]);
    let once = json!({"role": "system", "content": [text("Once.")], "clear_at": "next_user_message"});
    assert_eq!(state(once), ["content[0] text Once."]);
    let tools =
        json!({"role": "system", "clear_at": "next_user_message", "content": [{"type": "tool_removal", "tool": {}}]});
    assert_eq!(state(tools), ["content[0] State 33"]);
    let effort = json!({"role": "system", "output_config": {"effort": "low"}});
    assert_eq!(state(effort), ["output_config State 16"]);
    assert_eq!(show::role(FORMAT, &json!({"role": "system", "content": "x"})), (Role::System, false));
}

#[test]
fn reads_the_whole_object_that_the_api_answers_with() {
    let message = |stop: &str| {
        json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": [text("hi")],
            "stop_reason": stop, "usage": {"input_tokens": 10, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 2,
            "output_tokens": 3}})
    };
    for (word, stop) in [
        ("end_turn", Stop::Stop),
        ("stop_sequence", Stop::Stop),
        ("max_tokens", Stop::Length),
        ("model_context_window_exceeded", Stop::Length),
        ("tool_use", Stop::ToolUse),
        ("pause_turn", Stop::ToolUse),
    ] {
        show::seen(FORMAT, &message(word), |view| {
            let view = view.unwrap();
            assert_eq!((view.stop, view.response), (Some(stop), Some("msg_1")));
            assert_eq!(view.usage.map(|usage| usage.context()), Some(20));
        });
    }
    show::seen(FORMAT, &agent("hi"), |view| {
        let view = view.unwrap();
        assert_eq!((view.stop, view.response, view.usage), (None, None, None));
    });
}

#[test]
fn says_where_a_message_is_broken() {
    let nested = |content: Value| user(json!([{"type": "tool_result", "tool_use_id": "a", "content": content}]));
    for (message, expected) in [
        (json!("hello"), ": a message is an object, this is a string"),
        (json!({"content": "x"}), "role: is missing"),
        (json!({"role": "developer", "content": "x"}), r#"role: there is no role "developer" in the anthropic format"#),
        (
            json!({"role": "tool", "content": "x"}),
            r#"role: there is no role "tool" in the anthropic format; is it "openai-chat"?"#,
        ),
        (json!({"role": "user"}), "content: is missing"),
        (user(7), "content: must be text or blocks, this is a number"),
        (user(json!(["x"])), "content[0].type: must be a string, this is missing"),
        (user(json!([text("a"), {"type": "text"}])), "content[1].text: must be a string, this is missing"),
        (nested(json!(7)), "content[0].content: must be text or blocks, this is a number"),
        (
            nested(json!([{"type": "text", "text": 7}])),
            "content[0].content[0].text: must be a string, this is a number",
        ),
        (nested(json!([{}])), "content[0].content[0].type: must be a string, this is missing"),
        (agent(json!([{"type": "thinking"}])), "content[0].thinking: must be a string, this is missing"),
        (
            agent(json!([{"type": "tool_use", "id": "a", "input": {}}])),
            "content[0].name: must be a string, this is missing",
        ),
        (agent(json!([{"type": "tool_use", "id": "a", "name": "x"}])), "content[0].input: is missing"),
        (
            agent(json!([{"type": "tool_use", "id": 7, "name": "x", "input": {}}])),
            "content[0].id: must be a string, this is a number",
        ),
    ] {
        assert_eq!(show::refused(FORMAT, &message), expected);
    }
}

#[test]
fn writes_messages() {
    let summary = user(json!([text("So far.")]));
    assert_eq!(show::written(FORMAT, "So far."), [summary.clone(), summary.clone(), summary]);
    assert_eq!(show::custom(FORMAT, &json!("note")), user(json!([text("note")])));
    let blocks = json!([{"type": "text", "text": "see"}, {"type": "image", "mimeType": "image/png", "data": "AAAA"}]);
    let image = json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}});
    assert_eq!(show::custom(FORMAT, &blocks), user(json!([text("see"), image])));
    let answer = json!({"type": "tool_result", "tool_use_id": "a", "content": "gone", "is_error": true});
    let expected = json!({"part": answer, "message": user(json!([]))});
    assert_eq!(show::answers(FORMAT, &agent(json!([call("a")])), "gone"), [expected]);
}
