//! `ai-sdk`: the messages of the Vercel AI SDK, from version 4 to 7.

use epitome::format::{Answer, Text, lens};
use epitome::json;
use epitome::patch;
use epitome::repair::{RepairOptions, repair};
use epitome::settings::SummaryRole;
use epitome::tokens::estimate;
use epitome::validity::Situation;
use epitome::value::{Host, Value as Wire};
use epitome::view::{Bond, Part, Piece, Place, Role, View};
use serde_json::{Value, json};

use super::super::validity::found;

/// What a part is, in a line: its place, its kind, what matters of it.
pub(in super::super) fn line(part: &Part<'_>) -> String {
    let what = match &part.piece {
        Piece::Text(text) => format!("text {text}"),
        Piece::Thinking { text, bond } => format!("thinking {bond:?} {text}"),
        Piece::Call(call) => {
            let provider = if call.by_provider { " by provider" } else { "" };
            format!("call {} {}({}){provider}", call.id, call.name, call.arguments.text())
        }
        Piece::Result(result) => {
            let mut line = format!("result {} {}", result.id, result.texts.join(" | "));
            let notes = [(result.is_error, "failed"), (result.by_provider, "by provider")];
            notes.iter().filter(|(holds, _)| *holds).for_each(|(_, note)| line.push_str(&format!(" [{note}]")));
            if result.images > 0 {
                line.push_str(&format!(" [{} images]", result.images));
            }
            if result.other > 0 {
                line.push_str(&format!(" [and {}]", result.other));
            }
            line
        }
        Piece::Ask { id, call } => format!("ask {id} of {call}"),
        Piece::Decision { id, approved } => format!("decision {id} {approved}"),
        Piece::Image => "image".into(),
        Piece::Opaque { matter, price } => format!("{matter:?} {price}"),
    };
    format!("{} {what}", part.place.path())
}

pub(in super::super) fn lines(view: &View<'_>) -> Vec<String> {
    view.parts.iter().map(line).collect()
}

/// The parts of a message, a line each.
pub(in super::super) fn shown(format: &str, message: &Value) -> Vec<String> {
    let text = message.to_string();
    lines(&lens(format).unwrap().view(&json::parse(&text).unwrap()).unwrap())
}

/// Where and why a message cannot be read.
pub(in super::super) fn refused(format: &str, message: &Value) -> String {
    let text = message.to_string();
    let error = lens(format).unwrap().view(&json::parse(&text).unwrap()).unwrap_err();
    format!("{}: {}", error.path(), error.message())
}

pub(in super::super) fn price(value: &Value) -> u64 {
    estimate::opaque(&json::parse(&value.to_string()).unwrap())
}

fn parts(role: &str, content: Value) -> Vec<String> {
    shown("ai-sdk", &json!({"role": role, "content": content}))
}

/// One part in a message of a role.
fn part(role: &str, part: Value) -> String {
    let mut lines = parts(role, json!([part]));
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}

fn result(output: Value) -> String {
    part("tool", json!({"type": "tool-result", "toolCallId": "a", "toolName": "read", "output": output}))
}

#[test]
fn messages_of_text_and_of_parts() {
    let view = |message: Value| {
        let text = message.to_string();
        let message = json::parse(&text).unwrap();
        let view = lens("ai-sdk").unwrap().view(&message).unwrap();
        (view.role, view.starts_turn, lines(&view))
    };
    assert_eq!(
        view(json!({"role": "system", "content": "Be."})),
        (Role::System, false, vec!["content text Be.".into()])
    );
    assert_eq!(view(json!({"role": "user", "content": "Hi"})), (Role::User, true, vec!["content text Hi".into()]));
    assert_eq!(
        view(json!({"role": "assistant", "content": "Yes"})),
        (Role::Assistant, false, vec!["content text Yes".into()])
    );
    let text = json!({"type": "text", "text": "a", "providerOptions": {"openai": {"itemId": "msg_1"}}});
    assert_eq!(
        view(json!({"role": "user", "content": [text, {"type": "text", "text": "b"}]})).2,
        ["content[0] text a", "content[1] text b"]
    );
    assert_eq!(view(json!({"role": "tool", "content": []})), (Role::Tool, false, vec![]));
}

#[test]
fn images_and_files_in_every_shape() {
    let png = || "iVBORw0KGgo=".to_owned();
    for image in [json!(png()), json!(format!("data:image/png;base64,{}", png())), json!({"openai": "file-1"})] {
        assert_eq!(part("user", json!({"type": "image", "image": image})), "content[0] image");
    }
    let file = |media: &str, data: Value| part("user", json!({"type": "file", "mediaType": media, "data": data}));
    let mega = "A".repeat(400_000);
    let page = 4 * 2_500;
    let cases = [
        ("image/png", json!(png()), "image".to_owned()),
        ("image", json!({"type": "reference", "reference": {"openai": "file-1"}}), "image".into()),
        ("application/pdf", json!(mega), format!("File {}", 6 * page)),
        ("application/pdf", json!({"type": "data", "data": mega}), format!("File {}", 6 * page)),
        ("application/pdf", json!(format!("data:application/pdf;base64,{mega}")), format!("File {}", 6 * page)),
        ("application/pdf", json!("https://example.com/a.pdf"), format!("File {page}")),
        ("application/pdf", json!({"type": "url", "url": "https://example.com/a.pdf"}), format!("File {page}")),
        ("application/pdf", json!({"openai": "file-1", "anthropic": "file_2"}), format!("File {page}")),
        ("text/plain", json!("aGVsbG8gd29ybGQh"), "File 12".into()),
        ("text/plain", json!("data:,hello"), "File 5".into()),
        ("text/plain", json!({"type": "text", "text": "hello"}), "text hello".into()),
        ("audio/wav", json!("data:image/gif;base64,R0lG"), "image".into()),
        ("text/plain", json!({"type": "Buffer", "data": [104, 105]}), "File 2".into()),
    ];
    for (media, data, expected) in cases {
        assert_eq!(file(media, data), format!("content[0] {expected}"));
    }
    // A file of the model, and one of its reasoning.
    assert_eq!(part("assistant", json!({"type": "file", "mediaType": "image/png", "data": png()})), "content[0] image");
    let reasoning =
        json!({"type": "reasoning-file", "mediaType": "text/csv", "data": {"type": "data", "data": "YSxi"}});
    assert_eq!(part("assistant", reasoning), "content[0] File 3");
}

#[test]
fn bytes_and_urls_of_the_host_are_files_of_their_size() {
    let bytes = |length: u32| Wire::Host(Host::Bytes { length });
    let url = |text: &str| Wire::Host(Host::Url(text.to_owned().into()));
    let tagged = |kind: &'static str, key: &'static str, data| Wire::object([("type", Wire::text(kind)), (key, data)]);
    let file = |media: &'static str, data| {
        Wire::object([("type", Wire::text("file")), ("mediaType", Wire::text(media)), ("data", data)])
    };
    let image = Wire::object([("type", Wire::text("image")), ("image", url("https://example.com/a.png"))]);
    let items = vec![
        image,
        file("application/pdf", bytes(120_000)),
        file("application/pdf", tagged("data", "data", bytes(120_000))),
        file("application/pdf", url("https://example.com/a.pdf")),
        file("text/plain", tagged("url", "url", url("data:text/plain;base64,aGVsbG8h"))),
        file("application/pdf", url("data:image/png;base64,AAAA")),
    ];
    let message = Wire::object([("role", Wire::text("user")), ("content", Wire::Array(items))]);
    let view = lens("ai-sdk").unwrap().view(&message).unwrap();
    let expected = [
        "content[0] image",
        "content[1] File 30000",
        "content[2] File 30000",
        "content[3] File 10000",
        "content[4] File 6",
        "content[5] image",
    ];
    assert_eq!(lines(&view), expected);
}

#[test]
fn only_claudes_reasoning_depends_on_what_comes_before() {
    let bond = |options: Value| {
        let line = part("assistant", json!({"type": "reasoning", "text": "hm", "providerOptions": options}));
        line.strip_prefix("content[0] thinking ").unwrap().to_owned()
    };
    for options in [
        json!({"anthropic": {"signature": "Eo4B"}}),
        json!({"anthropic": {"redactedData": "Eo4B"}}),
        json!({"bedrock": {"signature": "Eo4B"}}),
        json!({"amazonBedrock": {"redactedContent": "Eo4B"}, "openai": {}}),
        json!({"my-gateway": {"signature": "Eo4B"}}),
        json!({"openrouter": {"reasoning_details": [
            {"type": "reasoning.text", "signature": "Eo4B", "format": "anthropic-claude-v1"}]}}),
    ] {
        assert_eq!(bond(options), "Prefix hm");
    }
    for options in [
        json!(null),
        json!({}),
        json!({"anthropic": {"signature": ""}}),
        json!({"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}}),
        json!({"google": {"thoughtSignature": "Cg0B"}}),
        json!({"openrouter": {"reasoning_details": [{"type": "reasoning.encrypted", "data": "x", "format": "google"}]}}),
    ] {
        assert_eq!(bond(options), "Free hm");
    }
    let older =
        json!([{"type": "reasoning", "text": "hm", "signature": "Eo4B"}, {"type": "redacted-reasoning", "data": "x"}]);
    assert_eq!(parts("assistant", older), ["content[0] thinking Prefix hm", "content[1] thinking Prefix "]);
}

#[test]
fn compactions_of_the_provider_are_barriers() {
    let text = json!({"type": "text", "text": "What was.", "providerOptions": {"anthropic": {"type": "compaction"}}});
    assert_eq!(part("assistant", text), "content[0] Barrier 9");
    let openai = json!({"type": "custom", "kind": "openai.compaction", "providerOptions": {
        "openai": {"type": "compaction", "itemId": "cmp_1", "encryptedContent": "gAAA"}}});
    assert_eq!(part("assistant", openai.clone()), format!("content[0] Barrier {}", price(&openai)));
    let anthropic = json!({"type": "custom", "kind": "anthropic.compaction"});
    assert_eq!(part("assistant", anthropic.clone()), format!("content[0] Barrier {}", price(&anthropic)));
    let fallback = json!({"type": "custom", "kind": "anthropic.fallback"});
    assert_eq!(part("assistant", fallback.clone()), format!("content[0] Plain {}", price(&fallback)));
    let unknown = json!({"type": "hologram", "depth": 3});
    assert_eq!(part("assistant", unknown.clone()), format!("content[0] Plain {}", price(&unknown)));
}

#[test]
fn what_changes_tools_or_configuration_is_state() {
    let system =
        |options: &Value| shown("ai-sdk", &json!({"role": "system", "content": "", "providerOptions": options}));
    for options in [
        json!({"openai": {"reasoningEffortUpdate": "high"}}),
        json!({"openai": {"textFormatUpdate": {"type": "text"}}}),
        json!({"azure": {"additionalTools": [{"type": "function", "name": "read"}]}}),
        json!({"anthropic": {"toolChanges": [{"type": "tool_removal", "toolName": "read"}]}}),
        json!({"anthropic": {"effort": "low"}}),
    ] {
        let expected = ["content text ".to_owned(), format!("providerOptions State {}", price(&options))];
        assert_eq!(system(&options), expected);
    }
    assert_eq!(system(&json!({"anthropic": {"cacheControl": {"type": "ephemeral"}}})), ["content text "]);
    let options = json!({"openai": {"additionalTools": [{"type": "function", "name": "write"}]}});
    let result = json!([{"type": "tool-result", "toolCallId": "a", "toolName": "find", "output": {"type": "text", "value": "x"},
        "providerOptions": options}]);
    let expected = ["content[0] result a x".to_owned(), format!("content[0] State {}", price(&options))];
    assert_eq!(parts("tool", result), expected);
}

#[test]
fn calls_and_results_of_the_host_and_of_the_provider() {
    let call = json!({"type": "tool-call", "toolCallId": "a", "toolName": "read", "input": {"path": "a.ts"}});
    assert_eq!(part("assistant", call), r#"content[0] call a read({"path":"a.ts"})"#);
    let search = json!([
        {"type": "tool-call", "toolCallId": "s", "toolName": "web_search", "input": {"q": 1}, "providerExecuted": true},
        {"type": "tool-result", "toolCallId": "s", "toolName": "web_search", "output": {"type": "json", "value": [{"url": "u"}]}},
    ]);
    let expected =
        [r#"content[0] call s web_search({"q":1}) by provider"#, r#"content[1] result s [{"url":"u"}] [by provider]"#];
    assert_eq!(parts("assistant", search), expected);
    let older = json!([{"type": "tool-call", "toolCallId": "a", "toolName": "read", "args": {"path": "a.ts"}}]);
    assert_eq!(parts("assistant", older), [r#"content[0] call a read({"path":"a.ts"})"#]);
    let bare = json!({"type": "tool-call", "toolName": "now"});
    assert_eq!(part("assistant", bare), "content[0] call  now(null)");
}

#[test]
fn every_kind_of_output() {
    let cases = [
        (json!({"type": "text", "value": "done"}), "done"),
        (json!({"type": "error-text", "value": "no"}), "no [failed]"),
        (json!({"type": "json", "value": {"a": [1]}}), r#"{"a":[1]}"#),
        (json!({"type": "json", "value": "plain"}), "plain"),
        (json!({"type": "json", "value": null}), "null"),
        (json!({"type": "error-json", "value": {"code": 1}}), r#"{"code":1} [failed]"#),
        (json!({"type": "execution-denied", "reason": "not now"}), "not now [failed]"),
        (json!({"type": "execution-denied"}), "Tool call execution denied. [failed]"),
        (json!({"type": "content", "value": []}), ""),
    ];
    for (output, expected) in cases {
        assert_eq!(result(output), format!("content[0] result a {expected}"));
    }
    let custom = json!({"type": "custom", "providerOptions": {"x": {}}});
    let items = json!([
        {"type": "text", "text": "one"},
        {"type": "text", "text": "two"},
        {"type": "image-data", "data": "A".repeat(8_000), "mediaType": "image/png"},
        {"type": "image-url", "url": "https://example.com/a.png"},
        {"type": "image-file-id", "fileId": "f"},
        {"type": "image-file-reference", "providerReference": {"openai": "f"}},
        {"type": "media", "data": "A".repeat(8_000), "mediaType": "image/png"},
        {"type": "file", "data": {"type": "data", "data": "AAAA"}, "mediaType": "image/png"},
        {"type": "file", "data": {"type": "text", "text": "three"}, "mediaType": "text/plain"},
        {"type": "file-data", "data": "AAAA", "mediaType": "text/plain"},
        {"type": "file-url", "url": "https://example.com/a.pdf"},
        {"type": "file-id", "fileId": "f"},
        {"type": "file-reference", "providerReference": {"openai": "f"}},
        custom,
    ]);
    let other = 3 + 3 * 4 * 2_500 + price(&custom);
    let expected = format!("content[0] result a one | two | three [6 images] [and {other}]");
    assert_eq!(result(json!({"type": "content", "value": items})), expected);
    let unknown = json!({"type": "hologram"});
    assert_eq!(result(unknown.clone()), format!("content[0] result a  [and {}]", price(&unknown)));
    // SDK 4.
    let older = |result: Value| part("tool", result);
    let head = |rest: Value| {
        let mut part = json!({"type": "tool-result", "toolCallId": "a", "toolName": "read"});
        part.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        part
    };
    assert_eq!(older(head(json!({"result": "done"}))), "content[0] result a done");
    assert_eq!(older(head(json!({"result": {"a": 1}, "isError": true}))), r#"content[0] result a {"a":1} [failed]"#);
    let shot = json!([{"type": "text", "text": "shot"}, {"type": "image", "data": "A".repeat(8_000)}]);
    let both = head(json!({"result": shot, "experimental_content": shot}));
    assert_eq!(older(both), "content[0] result a shot [1 images]");
}

#[test]
fn approvals() {
    let request = json!({"type": "tool-approval-request", "approvalId": "p", "toolCallId": "a", "signature": "x"});
    assert_eq!(part("assistant", request), "content[0] ask p of a");
    let response = json!({"type": "tool-approval-response", "approvalId": "p", "approved": false, "reason": "no"});
    assert_eq!(part("tool", response), "content[0] decision p false");
}

#[test]
fn names_the_place_that_cannot_be_read() {
    let message = |role: &str, content: Value| json!({"role": role, "content": content});
    let cases = [
        (json!({"role": "developer", "content": "x"}), "role: there is no role \"developer\" in the ai-sdk format"),
        (json!({"role": "user"}), "content: must be text or parts, this is missing"),
        (message("system", json!([])), "content: must be text, this is an array"),
        (message("tool", json!("done")), "content: must be parts, this is a string"),
        (message("assistant", json!([{"type": "text"}])), "content[0].text: must be a string, this is missing"),
        (message("user", json!(["x"])), "content[0].type: must be a string, this is missing"),
        (
            message("assistant", json!([{"type": "text", "text": ""}, {"type": "tool-call", "toolCallId": "a"}])),
            "content[1].toolName: must be a string, this is missing",
        ),
        (
            message("assistant", json!([{"type": "tool-call", "toolCallId": 7, "toolName": "x"}])),
            "content[0].toolCallId: must be a string, this is a number",
        ),
        (message("tool", json!([{"type": "tool-result", "toolCallId": "a"}])), "content[0].output: is missing"),
        (
            message("tool", json!([{"type": "tool-result", "toolCallId": "a", "output": {"type": "text"}}])),
            "content[0].output.value: must be there, of its type, this is missing",
        ),
        (
            message(
                "tool",
                json!([{"type": "tool-result", "output": {"type": "content", "value": [{"type": "text"}]}}]),
            ),
            "content[0].output.value[0].text: must be a string",
        ),
        (
            message("tool", json!([{"type": "tool-approval-response", "approvalId": "p"}])),
            "content[0].approved: must be a boolean, this is missing",
        ),
    ];
    for (message, expected) in cases {
        assert_eq!(refused("ai-sdk", &message), expected);
    }
}

#[test]
fn writes_summaries_words_of_the_host_and_answers() {
    let lens = lens("ai-sdk").unwrap();
    let stamp = |role| Text { text: "What was.", role, time: 5.0, id: "s1", form: 0 };
    let written = |value: &Wire<'_>| json::to_text(value);
    for (role, word) in
        [(SummaryRole::User, "user"), (SummaryRole::System, "system"), (SummaryRole::Developer, "system")]
    {
        let message = lens.text_message(&stamp(role));
        assert_eq!(written(&message), format!(r#"{{"role":"{word}","content":"What was."}}"#));
        assert_eq!(lens.view(&message).unwrap().text(), "What was.");
    }
    let custom = |content: Value| {
        let text = content.to_string();
        written(&lens.custom_message(&json::parse(&text).unwrap(), &stamp(SummaryRole::User)))
    };
    assert_eq!(custom(json!("hello")), r#"{"role":"user","content":"hello"}"#);
    let blocks = json!([{"type": "text", "text": "see"}, {"type": "image", "mimeType": "image/png", "data": "AAAA"}]);
    assert_eq!(
        custom(blocks),
        r#"{"role":"user","content":[{"type":"text","text":"see"},{"type":"file","mediaType":"image/png","data":"AAAA"}]}"#
    );
    let call = json::parse(
        r#"{"role":"assistant","content":[{"type":"tool-call","toolCallId":"a","toolName":"read","input":{}}]}"#,
    )
    .unwrap();
    let view = lens.view(&call).unwrap();
    let (place, call) = view.calls().next().unwrap();
    let Answer::Part { part, message } = lens.answer(&Wire::Null, call, place, "[interrupted]") else {
        panic!("a part")
    };
    assert_eq!(
        written(&part),
        r#"{"type":"tool-result","toolCallId":"a","toolName":"read","output":{"type":"error-text","value":"[interrupted]"}}"#
    );
    assert_eq!(written(&message), r#"{"role":"tool","content":[]}"#);
}

#[test]
fn takes_parts_out_by_their_place() {
    let lens = lens("ai-sdk").unwrap();
    let part =
        Part { place: Place::item("content", 2), piece: Piece::Thinking { text: "".into(), bond: Bond::Prefix } };
    let ops = lens.remove(&Wire::Null, &part);
    assert_eq!(patch::to_text(&ops), r#"[{"op":"remove","path":"/content/2"}]"#);
}

fn user() -> Value {
    json!({"role": "user", "content": "go"})
}

fn agent(parts: Value) -> Value {
    json!({"role": "assistant", "content": parts})
}

fn tool(parts: Value) -> Value {
    json!({"role": "tool", "content": parts})
}

fn call(id: &str) -> Value {
    json!({"type": "tool-call", "toolCallId": id, "toolName": "read", "input": {}})
}

fn done(id: &str) -> Value {
    json!({"type": "tool-result", "toolCallId": id, "toolName": "read", "output": {"type": "text", "value": "done"}})
}

fn ask(id: &str, call: &str) -> Value {
    json!({"type": "tool-approval-request", "approvalId": id, "toolCallId": call})
}

fn decided(id: &str) -> Value {
    json!({"type": "tool-approval-response", "approvalId": id, "approved": true})
}

fn search(id: &str) -> Value {
    json!({"type": "tool-call", "toolCallId": id, "toolName": "search", "input": {}, "providerExecuted": true})
}

fn broken(history: &[Value]) -> Vec<String> {
    found("ai-sdk", history, Situation::default())
}

#[test]
fn valid_histories_have_no_violations() {
    let system = json!({"role": "system", "content": "Be."});
    let effort = json!({"role": "system", "content": "", "providerOptions": {"anthropic": {"effort": "low"}}});
    let valid = [
        vec![system.clone(), system, user(), agent(json!("yes")), user()],
        // Results of one message in several, in any order.
        vec![user(), agent(json!([call("a"), call("b")])), tool(json!([done("b")])), tool(json!([done("a")])), user()],
        // An id that comes back in a later turn.
        vec![
            user(),
            agent(json!([call("a")])),
            tool(json!([done("a")])),
            agent(json!([call("a")])),
            tool(json!([done("a")])),
        ],
        // A call that waits for the host, since a person has just decided about it.
        vec![user(), agent(json!([call("a"), ask("p", "a")])), tool(json!([decided("p")]))],
        vec![
            user(),
            agent(json!([call("a"), ask("p", "a")])),
            tool(json!([decided("p")])),
            tool(json!([done("a")])),
            user(),
        ],
        vec![user(), agent(json!([call("a"), ask("p", "a")])), tool(json!([decided("p"), done("a")])), user()],
        // Tools of the provider owe nothing; their results may come later.
        vec![user(), agent(json!([search("s")])), user()],
        vec![user(), agent(json!([search("s"), call("a")])), tool(json!([done("a")])), agent(json!([done("s")]))],
        vec![
            user(),
            agent(json!([search("s"), ask("p", "s")])),
            tool(json!([decided("p")])),
            agent(json!([done("s")])),
        ],
        // Configuration changes where it is meant to.
        vec![user(), agent(json!("yes")), effort, user()],
        // The request waits for the person at the very end.
        vec![user(), agent(json!([search("s"), ask("p", "s")]))],
    ];
    for history in valid {
        assert_eq!(broken(&history), Vec::<String>::new(), "{history:?}");
    }
    let open = [user(), agent(json!([call("a"), ask("p", "a")]))];
    assert_eq!(found("ai-sdk", &open, Situation { in_flight: true, ..Situation::default() }), Vec::<String>::new());
}

#[test]
fn each_rule_is_found_broken() {
    let system = json!({"role": "system", "content": "Be."});
    let asking = || agent(json!([call("a"), ask("p", "a")]));
    let text = json!({"type": "text", "text": "x"});
    let cases: [(&str, Vec<Value>, &[&str]); 17] = [
        ("V1 empty", vec![], &["C1 messages", "V1 messages"]),
        ("V1 late instructions", vec![user(), system.clone(), agent(json!("ok"))], &["V1 messages[1]"]),
        (
            "V2 at the end",
            vec![user(), agent(json!([call("a")]))],
            &["V2 messages[1].content[0]", "C3 messages[1].content[0]"],
        ),
        (
            "V2 before the user",
            vec![user(), agent(json!([call("a")])), user(), tool(json!([done("a")]))],
            &["V2 messages[2]", "C4 messages[2]"],
        ),
        (
            "V2 before an instruction",
            vec![user(), agent(json!([call("a")])), system, tool(json!([done("a")]))],
            &["V2 messages[2]", "C4 messages[2]", "V1 messages[2]"],
        ),
        (
            "V2 asked, and spoken past",
            vec![user(), asking(), user()],
            &["V2 messages[1].content[0]", "C3 messages[1].content[0]", "V4 messages[1].content[1]"],
        ),
        (
            "V2 decided, and given up",
            vec![user(), asking(), tool(json!([decided("p")])), user()],
            &["V2 messages[1].content[0]", "C3 messages[1].content[0]"],
        ),
        (
            "V3 text among results",
            vec![user(), agent(json!([call("a")])), tool(json!([done("a"), text]))],
            &["V3 messages[2].content[1]"],
        ),
        (
            "V3 unknown among results",
            vec![user(), agent(json!([call("a")])), tool(json!([done("a"), {"type": "hologram"}]))],
            &["V3 messages[2].content[1]"],
        ),
        (
            "V3 result of the user",
            vec![user(), agent(json!([call("a")])), json!({"role": "user", "content": [done("a")]})],
            &["V3 messages[2].content[0]"],
        ),
        (
            "V3 decision of the model",
            vec![user(), asking(), agent(json!([decided("p"), done("a")]))],
            &["V3 messages[2].content[0]"],
        ),
        (
            "V3 call of the user",
            vec![json!({"role": "user", "content": [search("s")]})],
            &["V3 messages[0].content[0]"],
        ),
        (
            "V4 no request",
            vec![user(), agent(json!("ok")), tool(json!([decided("p")]))],
            &["V4 messages[2].content[0]"],
        ),
        (
            "V4 two responses",
            vec![user(), asking(), tool(json!([decided("p"), done("a"), decided("p")]))],
            &["V4 messages[2].content[2]"],
        ),
        (
            "V4 no response",
            vec![user(), agent(json!([search("s"), ask("p", "s")])), user()],
            &["V4 messages[1].content[1]"],
        ),
        ("C2 no call", vec![user(), agent(json!("ok")), tool(json!([done("a")]))], &["C2 messages[2].content[0]"]),
        ("C2 no id", vec![user(), agent(json!([call("")])), tool(json!([done("")]))], &["C2 messages[1].content[0]"]),
    ];
    for (name, history, expected) in cases {
        assert_eq!(broken(&history), expected, "{name}");
    }
    // What waits for a person may wait, but cannot be sent.
    let waiting = [user(), asking()];
    assert_eq!(broken(&waiting), Vec::<String>::new());
    let request = Situation { is_request: true, ..Situation::default() };
    assert_eq!(found("ai-sdk", &waiting, request), ["V2 messages[1].content[0]", "C3 messages[1].content[0]"]);
}

/// A history as its repair leaves it, and what was repaired.
pub(in super::super) fn repaired(format: &str, history: &[Value]) -> (Vec<Value>, Vec<&'static str>) {
    let text = serde_json::to_string(history).unwrap();
    let mut document = json::parse(&text).unwrap();
    let found = repair(lens(format).unwrap(), &document, Situation::default(), RepairOptions::default()).unwrap();
    assert!(found.ops.iter().all(|op| patch::apply(&mut document, op)), "{:?}", found.ops);
    let history = serde_json::from_str(&json::to_text(&document)).unwrap();
    (history, found.repairs.iter().map(|repair| repair.kind).collect())
}

#[test]
fn repairs_what_can_be() {
    let system = json!({"role": "system", "content": "Be."});
    let interrupted = |id: &str| {
        json!({"type": "tool-result", "toolCallId": id, "toolName": "read",
            "output": {"type": "error-text", "value": "[no result: interrupted]"}})
    };
    let text = json!([{"type": "text", "text": "x"}]);
    let cases: [(Vec<Value>, Vec<Value>, &[&str]); 7] = [
        (
            vec![user(), agent(json!([call("a"), call("b")])), tool(json!([done("a")])), user()],
            vec![user(), agent(json!([call("a"), call("b")])), tool(json!([done("a"), interrupted("b")])), user()],
            &["missing-result"],
        ),
        (
            vec![user(), agent(json!([call("a"), ask("p", "a")])), tool(json!([decided("p")])), user()],
            vec![
                user(),
                agent(json!([call("a"), ask("p", "a")])),
                tool(json!([interrupted("a")])),
                tool(json!([decided("p")])),
                user(),
            ],
            &["missing-result"],
        ),
        (
            vec![user(), system, agent(json!("ok"))],
            vec![user(), json!({"role": "user", "content": "Be."}), agent(json!("ok"))],
            &["format-rule"],
        ),
        (
            vec![user(), agent(json!([call("a")])), json!({"role": "user", "content": [done("a")]})],
            vec![user(), agent(json!([call("a")])), tool(json!([done("a")]))],
            &["format-rule"],
        ),
        (
            vec![user(), agent(json!("ok")), tool(text.clone())],
            vec![user(), agent(json!("ok")), json!({"role": "user", "content": text})],
            &["format-rule"],
        ),
        (
            vec![user(), agent(json!([search("s"), ask("p", "s")])), user()],
            vec![user(), agent(json!([search("s")])), user()],
            &["format-rule"],
        ),
        (
            vec![
                user(),
                agent(json!([call("a"), ask("p", "a")])),
                tool(json!([decided("p"), done("a"), decided("p")])),
            ],
            vec![user(), agent(json!([call("a"), ask("p", "a")])), tool(json!([decided("p"), done("a")]))],
            &["format-rule"],
        ),
    ];
    for (history, expected, kinds) in cases {
        assert_eq!(repaired("ai-sdk", &history), (expected.clone(), kinds.to_vec()));
        assert_eq!(broken(&expected), Vec::<String>::new());
    }
}
