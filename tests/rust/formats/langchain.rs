//! `langchain`: both serialized forms, content blocks of every provider, and calls that are kept in several places.

use epitome::repair::RepairOptions;
use epitome::settings::SummaryRole;
use epitome::validity::Situation;
use epitome::view::{Bond, Piece, Stop, Usage};
use serde_json::{Value, json};

use super::shown::{answers, custom, merged, refused, see, shown, without, written};
use crate::rust::repair::repaired;
use crate::rust::validity::found;

const F: &str = "langchain";

fn dict(kind: &str, data: Value) -> Value {
    json!({"type": kind, "data": data})
}

fn constructor(class: &str, kwargs: Value) -> Value {
    json!({"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", class], "kwargs": kwargs})
}

/// What is seen of an AI message with these fields, in lines without the role.
fn ai(data: Value) -> Vec<String> {
    shown(F, &dict("ai", data)).split_off(1)
}

/// What is seen of one block in an AI message.
fn block(block: Value) -> String {
    ai(json!({"content": [block]})).join(" | ").replace("data.content[0] ", "")
}

fn check(messages: &[Value]) -> Vec<String> {
    found(F, messages, Situation::default())
}

fn call(id: &str) -> Value {
    json!({"id": id, "name": "read", "args": {"path": "a"}, "type": "tool_call"})
}

fn raw(id: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": "read", "arguments": "{\"path\":\"a\"}"}})
}

fn tool_use(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "read", "input": {"path": "a"}})
}

const READ: &str = "read {\"path\":\"a\"}";

#[test]
fn both_forms_of_a_conversation_look_the_same() {
    let ai = json!({"id": "run-1", "content": [{"type": "text", "text": "hi"}, tool_use("a")],
        "tool_calls": [call("a")], "additional_kwargs": {}, "response_metadata": {},
        "usage_metadata": {"input_tokens": 9, "output_tokens": 2, "total_tokens": 11}});
    let tool = json!({"content": "ok", "tool_call_id": "a", "name": "read", "status": "success"});
    let said = |text: &str| json!({"content": text});
    let messages = [
        ("system", "SystemMessage", said("be kind"), vec!["System", "data.content text be kind"]),
        ("human", "HumanMessage", said("go"), vec!["User turn", "data.content text go"]),
        (
            "ai",
            "AIMessage",
            ai.clone(),
            vec!["Assistant", "data.content[0] text hi", "data.tool_calls[0] call \"a\" read {\"path\":\"a\"}"],
        ),
        (
            "ai",
            "AIMessageChunk",
            ai,
            vec!["Assistant", "data.content[0] text hi", "data.tool_calls[0] call \"a\" read {\"path\":\"a\"}"],
        ),
        ("tool", "ToolMessage", tool, vec!["Tool", " result \"a\" read [\"ok\"] 0 0"]),
        (
            "function",
            "FunctionMessage",
            json!({"name": "f", "content": "ok"}),
            vec!["Tool", " result \"f\" f [\"ok\"] 0 0"],
        ),
        (
            "generic",
            "ChatMessage",
            json!({"role": "critic", "content": "no"}),
            vec!["User turn", "data.content text no"],
        ),
    ];
    for (kind, class, fields, expected) in messages {
        let (one, other) = (dict(kind, fields.clone()), constructor(class, fields));
        assert_eq!(shown(F, &one), expected, "{kind}");
        let moved: Vec<String> = expected.iter().map(|line| line.replace("data.", "kwargs.")).collect();
        assert_eq!(shown(F, &other), moved, "{class}");
        let facts = |message| see(F, message, |view| (view.usage, view.stop, view.response.map(String::from))).unwrap();
        assert_eq!(facts(&one), facts(&other), "{class}");
    }
}

#[test]
fn sees_who_speaks() {
    let role = |message: Value| shown(F, &message)[0].clone();
    let openai = json!({"content": "a", "additional_kwargs": {"__openai_role__": "developer"}});
    assert_eq!(role(dict("system", openai)), "Developer");
    assert_eq!(role(dict("developer", json!({"content": "a"}))), "Developer");
    for (said, seen) in
        [("assistant", "Assistant"), ("model", "Assistant"), ("system", "System"), ("user", "User turn")]
    {
        assert_eq!(role(dict("chat", json!({"role": said, "content": "a"}))), seen);
    }
    // Results in Anthropic's shape, alone and with words beside them.
    let result = json!({"type": "tool_result", "tool_use_id": "a", "content": "gone", "is_error": true});
    let line = "data.content[0] result \"a\" - failed [\"gone\"] 0 0";
    assert_eq!(shown(F, &dict("human", json!({"content": [result]}))), ["Tool", line]);
    let both = json!({"content": [result, {"type": "text", "text": "stop"}]});
    assert_eq!(shown(F, &dict("human", both)), ["User turn", line, "data.content[1] text stop"]);
    // Made of LangChain's own blocks, and nothing at all.
    let standard = json!({"content_blocks": [{"type": "text", "text": "a"}]});
    assert_eq!(shown(F, &dict("human", standard)), ["User turn", "data.content_blocks[0] text a"]);
    assert_eq!(shown(F, &dict("human", json!({"content": null}))), ["User turn"]);
    assert_eq!(shown(F, &dict("human", json!({"content": ["a"]}))), ["User turn", "data.content[0] text a"]);
}

#[test]
fn sees_every_kind_of_block() {
    let data = "A".repeat(400);
    for (written, seen) in [
        (json!({"type": "text", "text": "a"}), "text a"),
        (json!({"type": "refusal", "refusal": "no"}), "text no"),
        (json!({"type": "text-plain", "text": "a"}), "text a"),
        (json!({"type": "thinking", "thinking": "p", "signature": "s"}), "thinking Prefix p"),
        (json!({"type": "thinking", "thinking": "p"}), "thinking Free p"),
        (json!({"type": "redacted_thinking", "data": "x"}), "thinking Prefix "),
        (json!({"type": "reasoning", "reasoning": "p"}), "thinking Free p"),
        (json!({"type": "reasoning", "reasoning": "p", "signature": "s"}), "thinking Prefix p"),
        (json!({"type": "reasoning_content", "reasoningText": {"text": "p", "signature": "s"}}), "thinking Prefix p"),
        (json!({"type": "reasoning_content", "redactedContent": "x"}), "thinking Prefix "),
        (json!({"type": "non_standard", "value": {"type": "redacted_thinking", "data": "x"}}), "thinking Prefix "),
        (json!({"type": "non_standard", "value": {"x": 1}}), "Plain 39"),
        (json!({"type": "compaction", "content": "x"}), "Barrier 35"),
        (json!({"type": "compaction", "content": null}), "Plain 36"),
        (json!({"type": "non_standard", "value": {"type": "compaction", "content": "x"}}), "Barrier 35"),
        (json!({"type": "tool_removal", "tool": 1}), "State 32"),
        (json!({"type": "hologram"}), "Plain 19"),
        (json!({"no": "type"}), "Plain 13"),
        (json!({"type": "input_json_delta", "input": "{"}), "Plain 0"),
        (json!({"type": "invalid_tool_call", "id": "a", "name": "b", "args": "{"}), "Plain 0"),
        (tool_use("a"), "call \"a\" read {\"path\":\"a\"}"),
        (json!({"type": "tool_call", "id": "a", "name": "b", "args": {}}), "call \"a\" b {}"),
        (json!({"type": "functionCall", "functionCall": {"name": "b"}}), "call \"\" b {}"),
        (json!({"type": "server_tool_use", "id": "a", "name": "b", "input": {}}), "call \"a\" b {} by provider"),
        (json!({"type": "mcp_tool_use", "id": "a", "name": "b", "input": {}}), "call \"a\" b {} by provider"),
        (json!({"type": "server_tool_call", "id": "a", "name": "b", "args": {}}), "call \"a\" b {} by provider"),
        (
            json!({"type": "server_tool_call_result", "toolCallId": "a", "status": "error", "output": {"x": 1}}),
            "result \"a\" - failed by provider [\"{\\\"x\\\":1}\"] 0 0",
        ),
        (
            json!({"type": "web_search_tool_result", "tool_use_id": "a",
                "content": [{"type": "web_search_result", "title": "T", "url": "u", "encrypted_content": "x"}]}),
            "result \"a\" - by provider [\"T u\\n\"] 0 74",
        ),
        (
            json!({"type": "web_search_tool_result", "tool_use_id": "a", "content": {"type": "x_error"}}),
            "result \"a\" - failed by provider [\"{\\\"type\\\":\\\"x_error\\\"}\"] 0 0",
        ),
        (
            json!({"type": "mcp_tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "t"}]}),
            "result \"a\" - by provider [\"t\"] 0 0",
        ),
        (json!({"type": "image_url", "image_url": {"url": "https://a"}}), "image"),
        (json!({"type": "image", "source_type": "base64", "data": data}), "image"),
        (json!({"type": "image/png", "data": data}), "image"),
        (json!({"type": "inlineData", "inlineData": {"mimeType": "image/png", "data": data}}), "image"),
        (json!({"type": "audio", "mimeType": "audio/wav", "data": data}), "File 128"),
        (json!({"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}), "File 128"),
        (json!({"type": "video", "fileId": "f"}), "File 1280"),
        (json!({"type": "file", "mime_type": "application/pdf", "source_type": "base64", "data": data}), "File 10000"),
        (json!({"type": "file", "source_type": "text", "text": "abc"}), "File 3"),
        (json!({"type": "file", "mimeType": "text/csv", "url": format!("data:text/csv;base64,{data}")}), "File 300"),
        (json!({"type": "file", "file": {"file_data": data}}), "File 10000"),
        (json!({"type": "document", "source": {"type": "text", "data": "abcd"}}), "File 4"),
        (json!({"type": "media", "mimeType": "audio/mp3", "fileUri": "gs://a"}), "File 1280"),
    ] {
        assert_eq!(block(written.clone()), seen, "{written}");
    }
}

#[test]
fn knows_whose_signatures_bind() {
    let content = json!([{"type": "thinking", "thinking": "p", "signature": "s"}]);
    let bond = |metadata: Value, kwargs: Value| {
        ai(json!({"content": content, "response_metadata": metadata, "additional_kwargs": kwargs}))[0].clone()
    };
    let (free, prefix) = ("data.content[0] thinking Free p", "data.content[0] thinking Prefix p");
    assert_eq!(bond(json!({"model_provider": "anthropic"}), json!({})), prefix);
    assert_eq!(bond(json!({"model_provider": "google-genai"}), json!({})), free);
    assert_eq!(bond(json!({"model_provider": "google-vertexai", "model_name": "claude-opus"}), json!({})), prefix);
    assert_eq!(bond(json!({"model_name": "gemini-3-pro"}), json!({})), free);
    assert_eq!(bond(json!({}), json!({"__gemini_function_call_thought_signatures__": {}})), free);
}

#[test]
fn sees_a_call_once_wherever_it_is_kept() {
    let listed = |at: usize, id: &str| format!("data.tool_calls[{at}] call \"{id}\" {READ}");
    let listed_block = |at: usize, id: &str| format!("data.content[{at}] call \"{id}\" {READ}");
    // In the content, in OpenAI's list, in pieces of a stream.
    let data = json!({"content": [tool_use("a"), {"type": "tool_call", "id": "b", "name": "read", "args": {"path": "a"}}],
        "tool_calls": [call("a"), call("b")], "additional_kwargs": {"tool_calls": [raw("a"), raw("b")]},
        "tool_call_chunks": [{"id": "a", "name": "read", "args": "{\"path\":\"a\"}"}]});
    assert_eq!(ai(data), [listed(0, "a"), listed(1, "b")]);
    // Gemini's block has no id.
    let function = json!({"type": "functionCall", "functionCall": {"name": "read", "args": {"path": "a"}}});
    assert_eq!(ai(json!({"content": [function], "tool_calls": [call("a")]})), [listed(0, "a")]);
    // Without the list.
    assert_eq!(ai(json!({"content": [tool_use("a")], "tool_calls": []})), [listed_block(0, "a")]);
    let openai = json!({"content": "", "additional_kwargs": {"tool_calls": [raw("a")]}});
    let from_openai = format!("data.additional_kwargs.tool_calls[0] call \"a\" {READ}");
    assert_eq!(ai(openai), ["data.content text ", &from_openai]);
    let function = json!({"additional_kwargs": {"function_call": {"name": "f", "arguments": "{}"}}});
    assert_eq!(ai(function), ["data.additional_kwargs.function_call call \"f\" f {}"]);
    // A block that the list lacks is sent all the same.
    let data = json!({"content": [tool_use("x"), tool_use("a")], "tool_calls": [call("a")]});
    assert_eq!(ai(data), [listed_block(0, "x"), listed(0, "a")]);
    // The provider's own call is not the host's, though it is listed.
    let search = json!({"type": "server_tool_use", "id": "a", "name": "read", "input": {"path": "a"}});
    let data = json!({"content": [search], "tool_calls": [call("a")]});
    assert_eq!(ai(data), [format!("{} by provider", listed_block(0, "a"))]);
    // Two calls of one id are two faults, not one call.
    assert_eq!(ai(json!({"tool_calls": [call("a"), call("a")]})), [listed(0, "a"), listed(1, "a")]);
}

#[test]
fn calls_that_could_not_be_read_count_where_they_are_sent() {
    let invalid = json!({"id": "a", "name": "read", "args": "{x", "error": "no JSON", "type": "invalid_tool_call"});
    assert_eq!(ai(json!({"invalid_tool_calls": [invalid]})), Vec::<String>::new());
    let mut broken = raw("a");
    broken["function"]["arguments"] = "{x".into();
    let openai =
        json!({"tool_calls": [], "invalid_tool_calls": [invalid], "additional_kwargs": {"tool_calls": [broken]}});
    assert_eq!(ai(openai), ["data.additional_kwargs.tool_calls[0] call \"a\" read {x"]);
    // Beside valid ones, ChatOpenAI sends the valid ones alone.
    let both = json!({"tool_calls": [call("b")], "invalid_tool_calls": [invalid],
        "additional_kwargs": {"tool_calls": [broken, raw("b")]}});
    assert_eq!(ai(both), [format!("data.tool_calls[0] call \"b\" {READ}")]);
    let anthropic = json!({"content": [{"type": "tool_use", "id": "a", "name": "read", "input": "{x"}],
        "invalid_tool_calls": [invalid]});
    assert_eq!(ai(anthropic), ["data.content[0] call \"a\" read {x"]);
}

#[test]
fn sees_reasoning_beside_the_content() {
    let beside = |kwargs: Value, content: Value| ai(json!({"content": content, "additional_kwargs": kwargs}));
    assert_eq!(
        beside(json!({"reasoning_content": "p"}), json!("a")),
        ["data.additional_kwargs.reasoning_content thinking Free p", "data.content text a"]
    );
    let item = json!({"id": "rs", "type": "reasoning", "summary": [{"text": "p"}, {"text": "q"}]});
    let line = "data.additional_kwargs.reasoning thinking Free pq";
    assert_eq!(beside(json!({"reasoning": item}), json!([])), [line]);
    // The content has it already.
    let block = json!([{"type": "reasoning", "reasoning": "p"}]);
    assert_eq!(beside(json!({"reasoning": item}), block), ["data.content[0] thinking Free p"]);
}

#[test]
fn reads_results_and_leaves_artifacts_out() {
    let content = json!([{"type": "text", "text": "a"}, {"type": "image_url", "image_url": "x"}, {"type": "x"}]);
    let tool = json!({"content": content, "tool_call_id": "a", "status": "error", "artifact": {"rows": [1, 2, 3]}});
    assert_eq!(shown(F, &dict("tool", tool)), ["Tool", " result \"a\" - failed [\"a\"] 1 12"]);
    assert_eq!(shown(F, &dict("tool", json!({"content": ""})))[1], " result \"\" - [\"\"] 0 0");
}

#[test]
fn reads_usage_and_why_the_model_stopped() {
    let facts =
        |data| see(F, &dict("ai", data), |view| (view.usage, view.stop, view.response.map(String::from))).unwrap();
    let details = json!({"cache_read": 60, "cache_creation": 10});
    let usage = json!({"input_tokens": 100, "output_tokens": 5, "total_tokens": 105, "input_token_details": details});
    let read = Usage { input: 30.0, output: 5.0, cache_read: 60.0, cache_write: 10.0, total_tokens: 105.0 };
    let data = json!({"id": "run-1", "content": "a", "usage_metadata": usage, "response_metadata": {"stop_reason": "end_turn"}});
    assert_eq!(facts(data), (Some(read), Some(Stop::Stop), Some("run-1".into())));
    let metadata = json!({"tokenUsage": {"promptTokens": 7, "completionTokens": 2}, "finish_reason": "tool_calls"});
    let (usage, stop, _) = facts(json!({"content": "a", "response_metadata": metadata}));
    assert_eq!((usage.unwrap().context(), stop), (9, Some(Stop::ToolUse)));
    let google = json!({"content": "a", "additional_kwargs": {"finishReason": "MAX_TOKENS"}});
    assert_eq!(facts(google), (None, Some(Stop::Length), None));
    assert_eq!(facts(json!({"response_metadata": {"finish_reason": "content_filter"}})), (None, None, None));
}

#[test]
fn tells_where_a_message_cannot_be_read() {
    let cases = [
        (json!("hi"), "", "a message is an object, this is a string"),
        (json!({"role": "user"}), "type", "must be a string, this is missing"),
        (json!({"type": "robot", "data": {}}), "type", "there is no message \"robot\" in the langchain format"),
        (json!({"type": "Chunk", "data": {}}), "type", "there is no message \"Chunk\" in the langchain format"),
        (
            json!({"type": "human", "content": "a"}),
            "data",
            "is missing: messages must be serialized, as mapChatMessagesToStoredMessages() does",
        ),
        (json!({"id": ["a", 1], "kwargs": {}}), "id", "must be an array that ends with the name of a class"),
        (
            constructor("PromptTemplate", json!({})),
            "id",
            "there is no message \"PromptTemplate\" in the langchain format",
        ),
        (dict("human", json!({"content": 1})), "data.content", "must be text or blocks, this is a number"),
        (dict("human", json!({"content": [1]})), "data.content[0]", "must be a block, this is a number"),
        (
            constructor("HumanMessage", json!({"content": [{"type": "text"}]})),
            "kwargs.content[0].text",
            "must be a string, this is missing",
        ),
        (dict("chat", json!({"content": "a"})), "data.role", "must be a string, this is missing"),
        (dict("function", json!({"content": "a"})), "data.name", "must be a string, this is missing"),
        (dict("tool", json!({"tool_call_id": 1})), "data.tool_call_id", "must be a string, this is a number"),
        (dict("ai", json!({"tool_calls": [{"name": "a"}]})), "data.tool_calls[0].args", "is missing"),
        (
            dict("ai", json!({"tool_calls": [{"args": {}}]})),
            "data.tool_calls[0].name",
            "must be a string, this is missing",
        ),
    ];
    for (message, path, why) in cases {
        assert_eq!(refused(F, &message), (path.into(), why.into()), "{message}");
    }
    let (path, why) = refused(F, &dict("remove", json!({"id": "a"})));
    assert_eq!((path.as_str(), why.contains("carry it out")), ("type", true));
    assert_eq!(refused(F, &constructor("RemoveMessage", json!({"id": "a"}))).0, "id");
}

#[test]
fn writes_messages_of_the_dict_form() {
    let expected = |kind: &str, kwargs: Value| {
        let data = json!({"content": "sum", "id": "id-1", "additional_kwargs": kwargs, "response_metadata": {}});
        dict(kind, data)
    };
    assert_eq!(written(F, SummaryRole::User), expected("human", json!({})));
    assert_eq!(written(F, SummaryRole::System), expected("system", json!({})));
    let developer = written(F, SummaryRole::Developer);
    assert_eq!(developer, expected("system", json!({"__openai_role__": "developer"})));
    assert_eq!(shown(F, &developer), ["Developer", "data.content text sum"]);
    assert_eq!(custom(F, &json!("sum")), expected("human", json!({})));
    let blocks = json!([{"type": "text", "text": "a"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"}]);
    let image = json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}});
    assert_eq!(custom(F, &blocks)["data"]["content"], json!([{"type": "text", "text": "a"}, image]));
}

#[test]
fn a_summary_joins_a_message_of_the_user() {
    let joined = |message: Value| merged(F, &written(F, SummaryRole::User), &message);
    let text = |text: &str| json!({"type": "text", "text": text});
    let both = json!([text("sum"), text("go")]);
    assert_eq!(joined(dict("human", json!({"content": "go"}))), dict("human", json!({"content": "sum\n\ngo"})));
    let blocks = constructor("HumanMessage", json!({"content": [text("go")]}));
    assert_eq!(joined(blocks), constructor("HumanMessage", json!({"content": both})));
    let standard = dict("human", json!({"content_blocks": [text("go")]}));
    assert_eq!(joined(standard), dict("human", json!({"content_blocks": both})));
}

#[test]
fn answers_calls_in_the_form_of_their_message() {
    let fields = json!({"content": "interrupted", "name": "read", "tool_call_id": "a", "status": "error",
        "additional_kwargs": {}, "response_metadata": {}});
    let calling = json!({"tool_calls": [call("a")]});
    assert_eq!(answers(F, &dict("ai", calling.clone())), [("message", vec![dict("tool", fields.clone())])]);
    let expected = [("message", vec![constructor("ToolMessage", fields)])];
    assert_eq!(answers(F, &constructor("AIMessage", calling)), expected);
    let function = json!({"additional_kwargs": {"function_call": {"name": "f", "arguments": "{}"}}});
    let fields = json!({"content": "interrupted", "name": "f", "additional_kwargs": {}, "response_metadata": {}});
    assert_eq!(answers(F, &dict("ai", function)), [("message", vec![dict("function", fields)])]);
}

#[test]
fn takes_a_call_out_of_every_place() {
    let text = json!({"type": "text", "text": "hi"});
    let invalid = |id: &str| json!({"id": id, "name": "read", "args": "{"});
    let fields = |ids: &[&str]| {
        let all = |of: fn(&str) -> Value| ids.iter().map(|id| of(id)).collect::<Vec<Value>>();
        let mut content = vec![text.clone()];
        content.extend(all(tool_use));
        json!({"content": content, "content_blocks": content, "tool_calls": all(call),
            "tool_call_chunks": ids.iter().map(|id| invalid(id)).collect::<Vec<_>>(),
            "additional_kwargs": {"tool_calls": all(raw), "x": 1}})
    };
    let is = |id: &'static str| move |piece: &Piece<'_>| matches!(piece, Piece::Call(call) if call.id == id);
    for form in [dict as fn(&str, Value) -> Value, |_: &str, fields| constructor("AIMessage", fields)] {
        assert_eq!(without(F, &form("ai", fields(&["a", "b", "c"])), is("b")), form("ai", fields(&["a", "c"])));
    }
    // An empty list of OpenAI's would be refused.
    let mut left = fields(&[]);
    left["additional_kwargs"] = json!({"x": 1});
    assert_eq!(without(F, &dict("ai", fields(&["a"])), is("a")), dict("ai", left));
    // Where the call stands in one place.
    let openai = dict("ai", json!({"content": "", "additional_kwargs": {"tool_calls": [raw("a")]}}));
    assert_eq!(without(F, &openai, is("a")), dict("ai", json!({"content": "", "additional_kwargs": {}})));
    let block = dict("ai", json!({"content": [tool_use("a")], "invalid_tool_calls": [invalid("a")]}));
    assert_eq!(without(F, &block, is("a")), dict("ai", json!({"content": [], "invalid_tool_calls": []})));
    let legacy = dict("ai", json!({"additional_kwargs": {"function_call": {"name": "f", "arguments": "{}"}}}));
    assert_eq!(without(F, &legacy, is("f")), dict("ai", json!({"additional_kwargs": {}})));
    // Gemini's block has no id.
    let function = json!({"type": "functionCall", "functionCall": {"name": "read", "args": {"path": "a"}}});
    let gemini = dict("ai", json!({"content": [text, function], "tool_calls": [call("a")]}));
    assert_eq!(without(F, &gemini, is("a")), dict("ai", json!({"content": [text], "tool_calls": []})));
}

#[test]
fn takes_reasoning_out_of_both_copies_of_the_content() {
    let thinking = json!({"type": "thinking", "thinking": "p", "signature": "s"});
    let bound = |piece: &Piece<'_>| matches!(piece, Piece::Thinking { bond: Bond::Prefix, .. });
    let data = |content: &[&Value]| json!({"content": content, "content_blocks": content, "tool_calls": [call("a")]});
    let use_a = tool_use("a");
    let message = dict("ai", data(&[&thinking, &use_a]));
    assert_eq!(without(F, &message, bound), dict("ai", data(&[&use_a])));
    let alone = constructor("AIMessage", json!({"content": [thinking, {"type": "text", "text": "a"}]}));
    let left = constructor("AIMessage", json!({"content": [{"type": "text", "text": "a"}]}));
    assert_eq!(without(F, &alone, bound), left);
}

fn user(text: &str) -> Value {
    dict("human", json!({"content": text}))
}

fn calling(ids: &[&str]) -> Value {
    let calls: Vec<Value> = ids.iter().map(|id| call(id)).collect();
    let blocks: Vec<Value> = ids.iter().map(|id| tool_use(id)).collect();
    dict("ai", json!({"content": blocks, "tool_calls": calls}))
}

fn answer(id: &str) -> Value {
    constructor("ToolMessage", json!({"content": "ok", "tool_call_id": id}))
}

#[test]
fn accepts_valid_histories() {
    let system = dict("system", json!({"content": "be kind"}));
    let done = || constructor("AIMessage", json!({"content": "done"}));
    let search = dict(
        "ai",
        json!({"content": [
            {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
            {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
            {"type": "text", "text": "found"},
        ]}),
    );
    let histories = [
        vec![system, user("go"), calling(&["a", "b"]), answer("b"), answer("a"), done(), user("more")],
        vec![user("go"), user("on"), done(), done()],
        // An id may come back in a later turn.
        vec![user("go"), calling(&["a"]), answer("a"), calling(&["a"]), answer("a")],
        vec![user("go"), search, user("more")],
    ];
    for history in histories {
        assert_eq!(check(&history), Vec::<String>::new(), "{history:?}");
    }
}

#[test]
fn names_every_broken_rule() {
    let go = || user("go");
    let cases: Vec<(&str, Vec<Value>, &[&str])> = vec![
        ("C1", vec![calling(&["a"]), answer("a")], &["C1 messages"]),
        ("C2: no call", vec![go(), answer("a")], &["C2 messages[1]"]),
        ("C2: twice", vec![go(), calling(&["a"]), answer("a"), answer("a")], &["C2 messages[3]"]),
        ("C2: no id", vec![go(), calling(&[""]), answer("")], &["C2 messages[1].data.tool_calls[0]"]),
        ("C3", vec![go(), calling(&["a", "b"]), answer("a")], &["C3 messages[1].data.tool_calls[1]"]),
        ("C4: the user", vec![go(), calling(&["a"]), go(), answer("a")], &["C4 messages[2]"]),
        ("C4: the model", vec![go(), calling(&["a"]), calling(&["b"]), answer("a"), answer("b")], &["C4 messages[2]"]),
        ("C6", vec![go(), dict("ai", json!({"content": "", "invalid_tool_calls": [call("a")]}))], &["C6 messages[1]"]),
        ("shape", vec![go(), dict("remove", json!({"id": "a"}))], &["shape messages[1].type"]),
    ];
    for (name, history, expected) in cases {
        assert_eq!(check(&history), expected, "{name}");
    }
}

#[test]
fn repairs_write_in_the_form_of_the_call() {
    let repaired = |history: &[Value]| repaired(F, history, Situation::default(), RepairOptions::default()).0;
    let calling = |id: Value| json!({"content": "", "tool_calls": [{"id": id, "name": "read", "args": {}}]});
    let result = |id: Value| json!({"content": "ok", "name": "read", "tool_call_id": id});
    for (ai, tool) in [
        (dict as fn(&str, Value) -> Value, dict as fn(&str, Value) -> Value),
        (|_, fields| constructor("AIMessage", fields), |_, fields| constructor("ToolMessage", fields)),
    ] {
        // Ids that are missing on one side, or on both.
        let given = [user("go"), ai("ai", calling(json!("a"))), tool("tool", result(json!("a")))];
        let nameless = [user("go"), ai("ai", calling(json!("a"))), tool("tool", result(json!(null)))];
        assert_eq!(repaired(&nameless), given);
        let nameless = [user("go"), ai("ai", calling(json!(""))), tool("tool", result(json!("a")))];
        assert_eq!(repaired(&nameless), given);
        let nameless = [user("go"), ai("ai", calling(json!(null))), tool("tool", result(json!(null)))];
        let made = [user("go"), ai("ai", calling(json!("call00001"))), tool("tool", result(json!("call00001")))];
        assert_eq!(repaired(&nameless), made);
        // A result that was lost.
        let answer = json!({"content": "[no result: interrupted]", "name": "read", "tool_call_id": "a",
            "status": "error", "additional_kwargs": {}, "response_metadata": {}});
        let lost = [user("go"), ai("ai", calling(json!("a"))), user("hm")];
        assert_eq!(repaired(&lost), [user("go"), lost[1].clone(), tool("tool", answer), user("hm")]);
    }
    // An order to a graph is no message.
    assert_eq!(repaired(&[user("go"), dict("remove", json!({"id": "x"}))]), [user("go")]);
}

#[test]
fn an_id_is_written_where_geminis_block_has_it() {
    let block = json!({"type": "functionCall", "functionCall": {"name": "read", "args": {}}});
    let history = [user("go"), dict("ai", json!({"content": [block]})), answer("")];
    let valid = repaired(F, &history, Situation::default(), RepairOptions::default()).0;
    assert_eq!(valid[1]["data"]["content"][0]["functionCall"]["id"], "call00001");
    assert_eq!(valid[2]["kwargs"]["tool_call_id"], "call00001");
}
