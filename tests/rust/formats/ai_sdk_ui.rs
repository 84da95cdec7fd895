//! `ai-sdk-ui`: the messages of chat pages, of the AI SDK's versions 4 to 7.

use std::rc::Rc;

use epitome::cut::whole_before;
use epitome::entry::Entry;
use epitome::files::FileOperations;
use epitome::format::{Answer, Text, lens};
use epitome::json;
use epitome::message::Record;
use epitome::patch;
use epitome::prompt::{PromptOptions, compaction_prompt, serialize_conversation};
use epitome::settings::{CompactionSettings, RedactionSettings, SummaryRole};
use epitome::validity::Situation;
use epitome::value::Value as Wire;
use epitome::view::{Bond, Part, Piece, Place, Role};
use serde_json::{Value, json};

use super::super::validity::found;
use super::ai_sdk::{lines, price, refused, repaired, shown};

fn ui(role: &str, parts: Value) -> Value {
    json!({"id": "m1", "role": role, "parts": parts})
}

fn parts(role: &str, parts: Value) -> Vec<String> {
    shown("ai-sdk-ui", &ui(role, parts))
}

fn part(role: &str, part: Value) -> String {
    let mut lines = parts(role, json!([part]));
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines.remove(0)
}

/// A tool part: `rest` is what depends on its state.
fn tool(id: &str, state: &str, rest: Value) -> Value {
    let mut part = json!({"type": "tool-read", "toolCallId": id, "state": state, "input": {"path": "a.ts"}});
    part.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    part
}

fn done(id: &str) -> Value {
    tool(id, "output-available", json!({"output": "done"}))
}

#[test]
fn texts_reasoning_and_files() {
    let view = |message: Value| {
        let text = message.to_string();
        let message = json::parse(&text).unwrap();
        let view = lens("ai-sdk-ui").unwrap().view(&message).unwrap();
        (view.role, view.starts_turn, lines(&view))
    };
    let text = json!([{"type": "text", "text": "Hi", "state": "done"}]);
    assert_eq!(view(ui("user", text.clone())), (Role::User, true, vec!["parts[0] text Hi".into()]));
    assert_eq!(view(ui("system", text.clone())), (Role::System, false, vec!["parts[0] text Hi".into()]));
    assert_eq!(view(ui("assistant", text)), (Role::Assistant, false, vec!["parts[0] text Hi".into()]));

    let thinking =
        |metadata: Value| part("assistant", json!({"type": "reasoning", "text": "hm", "providerMetadata": metadata}));
    assert_eq!(thinking(json!({"anthropic": {"signature": "Eo4B"}})), "parts[0] thinking Prefix hm");
    assert_eq!(thinking(json!({"bedrock": {"redactedData": "Eo4B"}})), "parts[0] thinking Prefix hm");
    assert_eq!(thinking(json!({"openai": {"itemId": "rs_1"}})), "parts[0] thinking Free hm");
    assert_eq!(thinking(json!(null)), "parts[0] thinking Free hm");

    let page = 4 * 2_500;
    let file = |media: &str, url: &str| part("user", json!({"type": "file", "mediaType": media, "url": url}));
    let mega = format!("data:application/pdf;base64,{}", "A".repeat(400_000));
    assert_eq!(file("image/png", "data:image/png;base64,AAAA"), "parts[0] image");
    assert_eq!(file("image/png", "https://example.com/a.png"), "parts[0] image");
    assert_eq!(file("application/pdf", &mega), format!("parts[0] File {}", 6 * page));
    assert_eq!(file("application/pdf", "https://example.com/a.pdf"), format!("parts[0] File {page}"));
    let reasoning = json!({"type": "reasoning-file", "mediaType": "text/csv", "url": "data:text/csv;base64,YSxi"});
    assert_eq!(part("assistant", reasoning), "parts[0] File 3");
}

#[test]
fn what_is_not_sent_costs_nothing_and_data_little() {
    let quiet = json!([
        {"type": "step-start"},
        {"type": "source-url", "sourceId": "s", "url": "https://example.com"},
        {"type": "source-document", "sourceId": "s", "mediaType": "text/plain", "title": "T"},
        {"type": "source", "source": {"id": "s"}},
        {"type": "text", "text": "a"},
    ]);
    assert_eq!(parts("assistant", quiet), ["parts[4] text a"]);
    let small = json!({"type": "data-weather", "id": "w", "data": {"city": "Rome"}});
    assert_eq!(part("assistant", small.clone()), format!("parts[0] Plain {}", price(&small)));
    let large = json!({"type": "data-chart", "data": "x".repeat(10_000)});
    assert_eq!(part("assistant", large), "parts[0] Plain 256");
    let unknown = json!({"type": "hologram", "depth": "x".repeat(10_000)});
    assert_eq!(part("assistant", unknown.clone()), format!("parts[0] Plain {}", price(&unknown)));
}

#[test]
fn words_of_the_user_in_a_message_of_the_model() {
    let steering = json!({"type": "steering-message", "id": "s", "parts": [
        {"type": "text", "text": "Stop that."},
        {"type": "file", "mediaType": "image/png", "url": "data:image/png;base64,AAAA"},
    ]});
    assert_eq!(
        parts("assistant", json!([done("a"), steering])).get(2..).unwrap(),
        ["parts[1] text Stop that.", "parts[1] image"]
    );
}

#[test]
fn barriers_and_state() {
    let text = json!({"type": "text", "text": "What was.", "providerMetadata": {"anthropic": {"type": "compaction"}}});
    assert_eq!(part("assistant", text), "parts[0] Barrier 9");
    let custom =
        json!({"type": "custom", "kind": "openai.compaction", "providerMetadata": {"openai": {"itemId": "cmp"}}});
    assert_eq!(part("assistant", custom.clone()), format!("parts[0] Barrier {}", price(&custom)));
    let fallback = json!({"type": "custom", "kind": "anthropic.fallback"});
    assert_eq!(part("assistant", fallback.clone()), format!("parts[0] Plain {}", price(&fallback)));
    let options = json!({"anthropic": {"toolChanges": [{"type": "tool_removal", "toolName": "read"}]}});
    let system = json!([{"type": "text", "text": "", "providerMetadata": options}]);
    assert_eq!(parts("system", system), ["parts[0] text ".into(), format!("parts[0] State {}", price(&options))]);
}

#[test]
fn a_tool_in_each_of_its_states() {
    let call = r#"parts[0] call a read({"path":"a.ts"})"#;
    let shows = |state: &str, rest: Value, expected: &[&str]| {
        let mut all = vec![call];
        all.extend(expected);
        assert_eq!(parts("assistant", json!([tool("a", state, rest)])), all, "{state}");
    };
    shows("input-streaming", json!({}), &[]);
    shows("input-available", json!({}), &[]);
    shows("approval-requested", json!({"approval": {"id": "p"}}), &["parts[0] ask p of a"]);
    let no = json!({"approval": {"id": "p", "approved": false, "reason": "not now"}});
    let decision = ["parts[0] ask p of a", "parts[0] decision p false"];
    shows("approval-responded", no.clone(), &decision);
    shows("output-denied", no, &[decision[0], decision[1], "parts[0] result a not now [failed]"]);
    shows("output-denied", json!({}), &["parts[0] result a Tool call execution denied. [failed]"]);
    shows("output-available", json!({"output": "text"}), &["parts[0] result a text"]);
    shows("output-available", json!({"output": {"a": 1}}), &[r#"parts[0] result a {"a":1}"#]);
    shows("output-available", json!({}), &["parts[0] result a null"]);
    shows("output-available", json!({"output": "half", "preliminary": true}), &["parts[0] result a half"]);
    shows("output-error", json!({"errorText": "no"}), &["parts[0] result a no [failed]"]);
    shows("some-later-state", json!({}), &[]);
    let yes = json!({"output": "x", "approval": {"id": "p", "approved": true}});
    shows("output-available", yes, &["parts[0] ask p of a", "parts[0] decision p true", "parts[0] result a x"]);
}

#[test]
fn tools_by_any_name_and_of_the_provider() {
    let dynamic = json!({"type": "dynamic-tool", "toolName": "find", "toolCallId": "d", "state": "output-available",
        "input": "x", "output": 7, "providerExecuted": true});
    assert_eq!(
        parts("assistant", json!([dynamic])),
        [r#"parts[0] call d find("x") by provider"#, "parts[0] result d 7 [by provider]"]
    );
    let called = |kind: &str| {
        part("assistant", json!({"type": kind, "toolCallId": "a", "state": "input-available", "input": {}}))
    };
    assert_eq!(called("tool-read-file"), "parts[0] call a read-file({})");
    assert_eq!(called("tool-invocation"), "parts[0] call a invocation({})");
    let raw = |raw: Value| {
        let rest = json!({"input": null, "rawInput": raw, "errorText": "bad"});
        parts("assistant", json!([tool("a", "output-error", rest)])).remove(0)
    };
    assert_eq!(raw(json!("{\"path\":")), r#"parts[0] call a read({"path":)"#);
    assert_eq!(raw(json!({"path": 1})), r#"parts[0] call a read({"path":1})"#);
    assert_eq!(raw(json!(null)), "parts[0] call a read(null)");
}

#[test]
fn what_an_mcp_server_gives_is_read_item_by_item() {
    let link = json!({"type": "resource_link", "uri": "file:///a"});
    let output = json!({"content": [{"type": "text", "text": "shot"},
        {"type": "image", "data": "A".repeat(100_000), "mimeType": "image/png"}, link], "isError": true});
    let lines = parts("assistant", json!([tool("a", "output-available", json!({"output": output}))]));
    assert_eq!(lines[1], format!("parts[0] result a shot [failed] [1 images] [and {}]", price(&link)));
    for own in [json!({"content": []}), json!({"content": ["x"]}), json!({"content": [{"type": "text"}]})] {
        let lines = parts("assistant", json!([tool("a", "output-available", json!({"output": own}))]));
        assert_eq!(lines[1], format!("parts[0] result a {own}"));
    }
}

fn invocation(id: &str, state: &str) -> Value {
    let mut invocation = json!({"toolCallId": id, "toolName": "read", "args": {"path": "a.ts"}, "state": state});
    if state == "result" {
        invocation["result"] = json!({"lines": 3});
    }
    invocation
}

#[test]
fn messages_of_sdk_4() {
    let show = |message: Value| shown("ai-sdk-ui", &message);
    assert_eq!(show(json!({"id": "m", "role": "user", "content": "Hi"})), ["content text Hi"]);
    let attached = json!([{"name": "a.png", "contentType": "image/png", "url": "data:image/png;base64,AAAA"},
        {"contentType": "text/plain", "url": "data:text/plain;base64,aGVsbG8h"}]);
    let files = ["experimental_attachments[0] image", "experimental_attachments[1] File 6"];
    assert_eq!(
        show(json!({"id": "m", "role": "user", "content": "See", "experimental_attachments": attached})),
        ["content text See", files[0], files[1]]
    );
    let call = |at: &str, id: &str| format!(r#"{at} call {id} read({{"path":"a.ts"}})"#);
    let old = json!({"id": "m", "role": "assistant", "content": "Done.", "reasoning": "hm", "toolInvocations":
        [invocation("a", "result"), invocation("b", "call"), invocation("c", "partial-call")]});
    assert_eq!(
        show(old),
        [
            "reasoning thinking Free hm".to_owned(),
            call("toolInvocations[0]", "a"),
            r#"toolInvocations[0] result a {"lines":3}"#.into(),
            call("toolInvocations[1]", "b"),
            call("toolInvocations[2]", "c"),
            "content text Done.".into(),
        ]
    );
    // The text of calls alone is empty.
    let calls = json!({"id": "m", "role": "assistant", "content": "", "toolInvocations": [invocation("b", "call")]});
    assert_eq!(show(calls), [call("toolInvocations[0]", "b")]);
    // Parts win over the rest, attachments aside.
    let parts = json!([
        {"type": "step-start"},
        {"type": "reasoning", "reasoning": "hm", "details": [{"type": "text", "text": "hm", "signature": "Eo4B"}]},
        {"type": "reasoning", "reasoning": "ah", "details": [{"type": "text", "text": "ah"}]},
        {"type": "tool-invocation", "toolInvocation": invocation("a", "result")},
        {"type": "file", "mimeType": "text/plain", "data": "aGVsbG8h"},
        {"type": "text", "text": "Done."},
    ]);
    let new = json!({"id": "m", "role": "assistant", "content": "Done.", "toolInvocations": [invocation("a", "result")],
        "experimental_attachments": attached, "parts": parts});
    assert_eq!(
        show(new),
        [
            "parts[1] thinking Prefix hm".to_owned(),
            "parts[2] thinking Free ah".into(),
            call("parts[3]", "a"),
            r#"parts[3] result a {"lines":3}"#.into(),
            "parts[4] File 6".into(),
            "parts[5] text Done.".into(),
            files[0].into(),
            files[1].into(),
        ]
    );
    let data = json!({"id": "m", "role": "data", "content": "", "data": {"x": 1}});
    assert_eq!(show(data.clone()), [format!(" Plain {}", price(&data))]);
}

#[test]
fn rows_of_mastra() {
    let row = json!({"id": "m", "role": "assistant", "threadId": "t", "content": {"format": 2, "parts": [
        {"type": "tool-invocation", "toolInvocation": invocation("a", "call")}, {"type": "text", "text": "x"}]}});
    assert_eq!(
        shown("ai-sdk-ui", &row),
        [r#"content.parts[0] call a read({"path":"a.ts"})"#, "content.parts[1] text x"]
    );
    assert_eq!(answered(&row)["content"]["parts"][0]["toolInvocation"]["result"], "[interrupted]");
    let text = json!({"id": "m", "role": "user", "content": {"format": 2, "content": "Hi"}});
    assert_eq!(shown("ai-sdk-ui", &text), ["content.content text Hi"]);
}

#[test]
fn names_the_place_that_cannot_be_read() {
    let cases = [
        (json!({"role": "tool", "parts": []}), "role: there is no role \"tool\" in the ai-sdk-ui format"),
        (json!({"role": "user"}), "parts: is missing, and there is no content either"),
        (json!({"role": "user", "parts": "x"}), "parts: must be an array, this is a string"),
        (ui("user", json!([{"type": "text"}])), "parts[0].text: must be a string, this is missing"),
        (ui("user", json!([7])), "parts[0].type: must be a string, this is missing"),
        (ui("assistant", json!([{"type": "reasoning"}])), "parts[0].text: must be a string, this is missing"),
        (
            ui("assistant", json!([{"type": "step-start"}, {"type": "tool-read", "toolCallId": "a"}])),
            "parts[1].state: must be a string, this is missing",
        ),
        (
            ui("assistant", json!([{"type": "dynamic-tool", "state": "input-available"}])),
            "parts[0].toolName: must be a string, this is missing",
        ),
        (
            ui("assistant", json!([tool("a", "output-error", json!({}))])),
            "parts[0].errorText: must be a string, this is missing",
        ),
        (
            ui("assistant", json!([{"type": "tool-invocation", "toolInvocation": {"toolCallId": "a"}}])),
            "parts[0].toolInvocation.toolName: must be a string, this is missing",
        ),
        (
            json!({"role": "assistant", "content": "", "toolInvocations": [{"toolName": "x", "toolCallId": "a"}]}),
            "toolInvocations[0].state: must be a string, this is missing",
        ),
    ];
    for (message, expected) in cases {
        assert_eq!(refused("ai-sdk-ui", &message), expected);
    }
}

#[test]
fn writes_summaries_and_words_of_the_host() {
    let lens = lens("ai-sdk-ui").unwrap();
    let stamp = |role| Text { text: "What was.", role, time: 5.0, id: "s1", form: 0 };
    for (role, word) in
        [(SummaryRole::User, "user"), (SummaryRole::System, "system"), (SummaryRole::Developer, "system")]
    {
        let message = lens.text_message(&stamp(role));
        let expected = format!(r#"{{"id":"s1","role":"{word}","parts":[{{"type":"text","text":"What was."}}]}}"#);
        assert_eq!(json::to_text(&message), expected);
        assert_eq!(lens.view(&message).unwrap().text(), "What was.");
    }
    let custom = |content: Value| {
        let text = content.to_string();
        json::to_text(&lens.custom_message(&json::parse(&text).unwrap(), &stamp(SummaryRole::User)))
    };
    assert_eq!(custom(json!("hello")), r#"{"id":"s1","role":"user","parts":[{"type":"text","text":"hello"}]}"#);
    let blocks = json!([{"type": "text", "text": "see"}, {"type": "image", "mimeType": "image/png", "data": "AAAA"}]);
    assert_eq!(
        custom(blocks),
        r#"{"id":"s1","role":"user","parts":[{"type":"text","text":"see"},{"type":"file","mediaType":"image/png","url":"data:image/png;base64,AAAA"}]}"#
    );
}

/// A message whose first call was answered by the lens.
fn answered(message: &Value) -> Value {
    let lens = lens("ai-sdk-ui").unwrap();
    let text = message.to_string();
    let mut edited = json::parse(&text).unwrap();
    let value = json::parse(&text).unwrap();
    let view = lens.view(&value).unwrap();
    let (place, call) = view.calls().next().unwrap();
    let Answer::Edit(ops) = lens.answer(&value, call, place, "[interrupted]") else { panic!("edits") };
    assert!(ops.iter().all(|op| patch::apply(&mut edited, op)), "{ops:?}");
    serde_json::from_str(&json::to_text(&edited)).unwrap()
}

#[test]
fn answers_a_call_in_its_own_part() {
    for part in [
        tool("a", "input-available", json!({})),
        tool("a", "input-streaming", json!({})),
        tool("a", "approval-requested", json!({"approval": {"id": "p"}})),
        tool("a", "approval-responded", json!({"approval": {"id": "p", "approved": false}})),
    ] {
        let expected = tool("a", "output-error", json!({"errorText": "[interrupted]"}));
        assert_eq!(answered(&ui("assistant", json!([part]))), ui("assistant", json!([expected])));
    }
    let approved = json!({"id": "p", "approved": true});
    let part = tool("a", "approval-responded", json!({"approval": approved}));
    let expected = tool("a", "output-error", json!({"approval": approved, "errorText": "[interrupted]"}));
    assert_eq!(answered(&ui("assistant", json!([part]))), ui("assistant", json!([expected])));
    // What was never heard to its end has no input.
    let streaming = json!({"type": "dynamic-tool", "toolName": "x", "toolCallId": "a", "state": "input-streaming"});
    assert_eq!(answered(&ui("assistant", json!([streaming])))["parts"][0]["input"], json!({}));
    let raw = tool("a", "input-streaming", json!({"input": null, "rawInput": "{"}));
    assert_eq!(answered(&ui("assistant", json!([raw])))["parts"][0]["input"], json!(null));
    // SDK 4.
    let mut failed = invocation("a", "result");
    failed["result"] = json!("[interrupted]");
    let parts =
        |invocation: &Value| ui("assistant", json!([{"type": "tool-invocation", "toolInvocation": invocation}]));
    assert_eq!(answered(&parts(&invocation("a", "call"))), parts(&failed));
    let old =
        |invocation: &Value| json!({"id": "m", "role": "assistant", "content": "", "toolInvocations": [invocation]});
    assert_eq!(answered(&old(&invocation("a", "partial-call"))), old(&failed));
}

#[test]
fn takes_parts_out_by_their_place_and_finds_the_parts() {
    let lens = lens("ai-sdk-ui").unwrap();
    let remove = |place| {
        let part = Part { place, piece: Piece::Thinking { text: "".into(), bond: Bond::Free } };
        patch::to_text(&lens.remove(&Wire::Null, &part))
    };
    assert_eq!(remove(Place::item("parts", 2)), r#"[{"op":"remove","path":"/parts/2"}]"#);
    assert_eq!(remove(Place::field("reasoning")), r#"[{"op":"remove","path":"/reasoning"}]"#);
    assert_eq!(remove(Place::field("content")), r#"[{"op":"replace","path":"/content","value":""}]"#);
    for (message, field) in [
        (r#"{"role":"user","parts":[]}"#, "parts"),
        (r#"{"role":"user","content":"x","parts":[]}"#, "parts"),
        (r#"{"role":"user","content":"x"}"#, "content"),
        (r#"{"role":"user","content":{"parts":[]}}"#, "content/parts"),
        (r#"{"role":"user","content":{"content":"x"}}"#, "content/content"),
        (r#"{"role":"user"}"#, "parts"),
    ] {
        assert_eq!(lens.content_field(&json::parse(message).unwrap()), field, "{message}");
    }
}

/// An assistant's message of three steps.
fn steps() -> Value {
    ui(
        "assistant",
        json!([
            {"type": "step-start"},
            {"type": "reasoning", "text": "First the file."},
            {"type": "text", "text": "I read it."},
            tool("a", "output-available", json!({"output": "const answer = 42"})),
            {"type": "step-start"},
            tool("b", "output-error", json!({"input": {"path": "b.ts"}, "errorText": "no such file"})),
            tool("c", "output-available", json!({"input": {"path": "c.ts"}, "output": {"lines": 3}})),
            {"type": "step-start"},
            {"type": "text", "text": "All done."},
        ]),
    )
}

fn user() -> Value {
    ui("user", json!([{"type": "text", "text": "go"}]))
}

fn entries(messages: &[Value]) -> Vec<Rc<Entry>> {
    let entry = |(at, message): (usize, &Value)| {
        let line = json!({"type": "message", "id": format!("e{at}"), "message": message}).to_string();
        Rc::new(Entry::read(&json::parse(&line).unwrap(), lens("ai-sdk-ui").unwrap()).unwrap())
    };
    messages.iter().enumerate().map(entry).collect()
}

#[test]
fn a_summary_prompt_shows_each_step_with_its_calls_and_results() {
    let settings = CompactionSettings::default();
    let files = FileOperations::default();
    let redaction = RedactionSettings::default();
    let options = PromptOptions::new(&files, &settings, &redaction);
    let entries = entries(&[user(), steps(), user()]);
    let prompt = compaction_prompt(&entries, &options);
    let (_, rest) = prompt.split_once("<conversation>\n").unwrap();
    let block = "<assistant>\n[reasoning: First the file.]\nI read it.\n[tool_call: read({\"path\":\"a.ts\"})]\n\
        [tool_result: read = const answer = 42]\n[tool_call: read({\"path\":\"b.ts\"})]\n\
        [tool_result: read (failed) = no such file]\n[tool_call: read({\"path\":\"c.ts\"})]\n\
        [tool_result: read = {\"lines\":3}]\nAll done.\n</assistant>";
    assert!(rest.contains(block), "{rest}");

    let plain = serialize_conversation(&entries, &settings, &redaction);
    let places = ["I read it.", "a.ts", "answer = 42", "b.ts", "no such file", "c.ts", "lines", "All done."]
        .map(|said| plain.find(said).unwrap_or_else(|| panic!("{said} in {plain}")));
    assert!(places.is_sorted(), "{plain}");
}

#[test]
fn a_cut_falls_between_messages_that_are_whole() {
    let open = ui("assistant", json!([tool("a", "input-available", json!({}))]));
    let whole = |messages: &[Value]| {
        let entries = entries(messages);
        let records: Vec<Option<&Record>> = entries.iter().map(|entry| entry.record()).collect();
        whole_before(&records, false)
    };
    assert_eq!(whole(&[user(), steps(), user(), steps()]), [true; 4]);
    assert_eq!(whole(&[user(), open, steps()]), [true, true, false]);
}

fn broken(history: &[Value]) -> Vec<String> {
    found("ai-sdk-ui", history, Situation::default())
}

fn agent(parts: Value) -> Value {
    ui("assistant", parts)
}

#[test]
fn valid_histories_have_no_violations() {
    let system = ui("system", json!([{"type": "text", "text": "Be."}]));
    let approval = |approved: bool| json!({"approval": {"id": "p", "approved": approved}});
    let denied = tool("a", "output-denied", approval(false));
    let provider = tool("s", "input-available", json!({"providerExecuted": true}));
    let old = json!({"id": "m", "role": "assistant", "content": "", "toolInvocations": [invocation("a", "result")]});
    let valid = [
        vec![system, user(), steps(), user()],
        // The same id in two turns.
        vec![user(), agent(json!([done("a")])), user(), agent(json!([done("a")]))],
        vec![user(), agent(json!([denied])), user()],
        vec![user(), agent(json!([provider])), user()],
        // Decided, and about to run.
        vec![user(), agent(json!([tool("a", "approval-responded", approval(true))]))],
        vec![user(), agent(json!([tool("a", "approval-responded", approval(false)), done("b")]))],
        vec![user(), old, user()],
        vec![ui("user", json!([{"type": "data-form", "data": 1}])), steps()],
    ];
    for history in valid {
        assert_eq!(broken(&history), Vec::<String>::new(), "{history:?}");
    }
    // What still runs at the end.
    let in_flight = Situation { in_flight: true, ..Situation::default() };
    let open = agent(json!([done("a"), tool("b", "input-available", json!({}))]));
    assert_eq!(found("ai-sdk-ui", &[user(), open], in_flight), Vec::<String>::new());
}

#[test]
fn each_rule_is_found_broken() {
    let asking = tool("a", "approval-requested", json!({"approval": {"id": "p"}}));
    let decided = tool("a", "approval-responded", json!({"approval": {"id": "p", "approved": true}}));
    let old = json!({"id": "m", "role": "assistant", "content": "", "toolInvocations": [invocation("a", "call")]});
    let open = ["V5 messages[1].parts[0]", "C3 messages[1].parts[0]"];
    let cases: [(&str, Vec<Value>, &[&str]); 11] = [
        ("V1 empty", vec![], &["C1 messages", "V1 messages"]),
        ("V5 available", vec![user(), agent(json!([tool("a", "input-available", json!({}))]))], &open),
        ("V5 streaming", vec![user(), agent(json!([tool("a", "input-streaming", json!({}))])), user()], &open),
        ("V5 asked", vec![user(), agent(json!([asking])), user()], &open),
        ("V5 decided, and given up", vec![user(), agent(json!([decided])), user()], &open),
        (
            "V5 in one step of several",
            vec![user(), agent(json!([done("a"), tool("b", "input-available", json!({})), done("c")])), user()],
            &["V5 messages[1].parts[1]", "C3 messages[1].parts[1]"],
        ),
        (
            "V5 of SDK 4",
            vec![user(), old, user()],
            &["V5 messages[1].toolInvocations[0]", "C3 messages[1].toolInvocations[0]"],
        ),
        ("C1", vec![steps()], &["C1 messages"]),
        ("C2 no id", vec![user(), agent(json!([done("")]))], &["C2 messages[1].parts[0]"]),
        ("C6 blank", vec![user(), agent(json!([{"type": "text", "text": " "}])), user()], &["C6 messages[1]"]),
        ("C6 bounds of steps only", vec![user(), agent(json!([{"type": "step-start"}])), user()], &["C6 messages[1]"]),
    ];
    for (name, history, expected) in cases {
        assert_eq!(broken(&history), expected, "{name}");
    }
    // Later than the batch that the caller declares.
    let in_flight = Situation { in_flight: true, ..Situation::default() };
    let history = [user(), agent(json!([tool("a", "input-available", json!({}))])), user()];
    assert_eq!(found("ai-sdk-ui", &history, in_flight), open);
}

#[test]
fn repairs_what_can_be() {
    let failed = |id: &str| tool(id, "output-error", json!({"errorText": "[no result: interrupted]"}));
    let open = |id: &str| tool(id, "input-available", json!({}));
    let old = |invocation: Value| ui("assistant", json!([{"type": "tool-invocation", "toolInvocation": invocation}]));
    let mut answered = invocation("a", "result");
    answered["result"] = json!("[no result: interrupted]");
    let cases = [
        (agent(json!([done("a"), open("b"), done("c")])), agent(json!([done("a"), failed("b"), done("c")])), 1),
        (agent(json!([open("a"), open("b")])), agent(json!([failed("a"), failed("b")])), 2),
        (old(invocation("a", "call")), old(answered), 1),
    ];
    for (message, expected, repairs) in cases {
        let history = [user(), expected, user()];
        let (found, kinds) = repaired("ai-sdk-ui", &[user(), message, user()]);
        assert_eq!((found.as_slice(), kinds), (history.as_slice(), vec!["missing-result"; repairs]));
        assert_eq!(broken(&history), Vec::<String>::new());
    }
    // An empty id is written where it belongs.
    let mut nameless = invocation("", "result");
    let (found, kinds) = repaired("ai-sdk-ui", &[user(), old(nameless.clone()), user()]);
    assert_eq!(kinds.first(), Some(&"missing-id"));
    nameless["toolCallId"] = found[1]["parts"][0]["toolInvocation"]["toolCallId"].clone();
    assert_eq!(found[1], old(nameless));
    assert_eq!(broken(&found), Vec::<String>::new());
    // A message of bounds only says nothing.
    let (found, kinds) = repaired("ai-sdk-ui", &[user(), agent(json!([{"type": "step-start"}])), user()]);
    assert_eq!((found, kinds), (vec![user(), user()], vec!["empty-message"]));
}
