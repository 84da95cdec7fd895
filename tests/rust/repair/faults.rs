//! Each fault by itself: what is made of it, and what is said of it.

use epitome::json as core_json;
use epitome::patch::Op;
use epitome::repair::{RepairOptions, repair};
use epitome::validity::Situation;
use serde_json::{Value, json};

use super::repaired;

fn user(said: &str) -> Value {
    json!({"role": "user", "content": said})
}

fn agent(said: &str) -> Value {
    json!({"role": "assistant", "content": said})
}

fn call(id: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": "read", "arguments": "{}"}})
}

fn calling(ids: &[&str]) -> Value {
    let calls: Vec<Value> = ids.iter().map(|id| call(id)).collect();
    json!({"role": "assistant", "content": null, "tool_calls": calls})
}

fn answer(id: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": format!("output of {id}")})
}

fn interrupted(id: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": "[no result: interrupted]"})
}

/// The messages, and `kind path` of each repair.
fn chat(messages: &[Value], situation: Situation) -> (Vec<Value>, Vec<String>) {
    let (messages, repairs) = repaired("openai-chat", messages, situation, RepairOptions::default());
    (messages, repairs.iter().map(|repair| format!("{} {}", repair.kind, repair.path)).collect())
}

fn check(name: &str, history: &[Value], expected: &[Value], repairs: &[&str]) {
    let (messages, found) = chat(history, Situation::default());
    assert_eq!(messages, expected, "{name}");
    assert_eq!(found, repairs, "{name}");
}

#[test]
fn what_cannot_be_read_is_left_out() {
    let go = || user("go");
    let parts =
        json!({"role": "user", "content": [{"type": "text"}, {"type": "text", "text": "go"}, 7, {"text": "x"}]});
    let kept = json!({"role": "user", "content": [{"type": "text", "text": "go"}]});
    let paths = ["messages[0].content[0].text", "messages[0].content[2].type", "messages[0].content[3].type"];
    let repairs: Vec<String> = paths.iter().map(|path| format!("unreadable-part {path}")).collect();
    check("parts", &[parts], &[kept], &repairs.iter().map(String::as_str).collect::<Vec<_>>());
    check(
        "messages",
        &[go(), json!(null), json!({"role": "robot"}), agent("ok")],
        &[go(), agent("ok")],
        &["unreadable-message messages[1]", "unreadable-message messages[2].role"],
    );
    let mut nameless = calling(&["a", "b"]);
    nameless["tool_calls"][0]["function"] = json!({"arguments": "{}"});
    check(
        "a call without a name, whose result has then no call",
        &[go(), nameless, answer("a"), answer("b")],
        &[go(), calling(&["b"]), answer("b")],
        &["unreadable-part messages[1].tool_calls[0].function.name", "orphan-result messages[2]"],
    );
    let mut only = calling(&["a"]);
    only["content"] = "I look.".into();
    only["tool_calls"][0]["function"] = json!({});
    check(
        "an empty list of calls does not stay",
        &[go(), only, answer("a")],
        &[go(), agent("I look.")],
        &["unreadable-part messages[1].tool_calls[0].function.arguments", "orphan-result messages[2]"],
    );
}

#[test]
fn ids_are_given_and_made_unique() {
    let go = || user("go");
    let without = |mut message: Value| {
        message.as_object_mut().unwrap().remove("tool_call_id");
        message
    };
    check(
        "no ids at all, in the order of the calls",
        &[go(), calling(&["", ""]), answer(""), answer("")],
        &[
            go(),
            calling(&["call00001", "call00002"]),
            json!({"role": "tool", "tool_call_id": "call00001", "content": "output of "}),
            json!({"role": "tool", "tool_call_id": "call00002", "content": "output of "}),
        ],
        &[
            "missing-id messages[1].tool_calls[0]",
            "missing-id messages[2]",
            "missing-id messages[1].tool_calls[1]",
            "missing-id messages[3]",
        ],
    );
    check(
        "a result takes its call's",
        &[go(), calling(&["a", "b"]), without(answer("a")), answer("b")],
        &[go(), calling(&["a", "b"]), answer("a"), answer("b")],
        &["missing-id messages[2]"],
    );
    check(
        "a call takes its result's",
        &[go(), calling(&["", "b"]), answer("a"), answer("b")],
        &[go(), calling(&["a", "b"]), answer("a"), answer("b")],
        &["missing-id messages[1].tool_calls[0]"],
    );
    let renamed = json!({"role": "tool", "tool_call_id": "call00001", "content": "output of a"});
    check(
        "an id that comes back, in both",
        &[go(), calling(&["a"]), answer("a"), go(), calling(&["a"]), answer("a")],
        &[go(), calling(&["a"]), answer("a"), go(), calling(&["call00001"]), renamed.clone()],
        &["duplicate-id messages[4].tool_calls[0]", "duplicate-id messages[5]"],
    );
    check(
        "twice in one message: the results in the order of the calls",
        &[go(), calling(&["a", "a"]), answer("a"), answer("a")],
        &[go(), calling(&["a", "call00001"]), answer("a"), renamed],
        &["duplicate-id messages[1].tool_calls[1]", "duplicate-id messages[3]"],
    );
    let older = json!({"role": "assistant", "content": null, "function_call": {"name": "f", "arguments": "{}"}});
    let result = json!({"role": "function", "name": "f", "content": "x"});
    let twice = [go(), older.clone(), result.clone(), older, result];
    check("the older form of calls has no ids", &twice, &twice, &[]);
}

#[test]
fn arguments_become_json_and_can_be_read_still() {
    for (arguments, expected) in [
        ("{\"path\": \"a", r#"{"invalid_arguments":"{\"path\": \"a"}"#),
        (" ", "{}"),
        ("ls -l", r#"{"invalid_arguments":"ls -l"}"#),
    ] {
        let mut broken = calling(&["a"]);
        broken["tool_calls"][0]["function"]["arguments"] = arguments.into();
        let mut mended = calling(&["a"]);
        mended["tool_calls"][0]["function"]["arguments"] = expected.into();
        let repairs = ["invalid-arguments messages[1].tool_calls[0]"];
        check(arguments, &[user("go"), broken, answer("a")], &[user("go"), mended, answer("a")], &repairs);
    }
}

#[test]
fn results_come_to_their_call() {
    let go = || user("go");
    check(
        "behind a message of the user",
        &[go(), calling(&["a"]), user("and this"), answer("a")],
        &[go(), calling(&["a"]), answer("a"), user("and this")],
        &["displaced-result messages[3]"],
    );
    check(
        "before its call",
        &[go(), answer("a"), calling(&["a"])],
        &[go(), calling(&["a"]), answer("a")],
        &["displaced-result messages[1]"],
    );
    check(
        "several, mixed",
        &[go(), calling(&["a", "b"]), calling(&["c"]), answer("c"), answer("b"), answer("a"), agent("done")],
        &[go(), calling(&["a", "b"]), answer("b"), answer("a"), calling(&["c"]), answer("c"), agent("done")],
        &["displaced-result messages[4]", "displaced-result messages[5]"],
    );
    check(
        "a summary between",
        &[calling(&["a"]), user("the summary"), answer("a")],
        &[calling(&["a"]), answer("a"), user("the summary")],
        &["displaced-result messages[2]"],
    );
    check(
        "the first of two results stands",
        &[go(), calling(&["a"]), answer("a"), interrupted("a"), go(), answer("a")],
        &[go(), calling(&["a"]), answer("a"), go()],
        &["duplicate-result messages[5]", "duplicate-result messages[3]"],
    );
    check("no call", &[go(), answer("a"), agent("ok")], &[go(), agent("ok")], &["orphan-result messages[1]"]);
    check(
        "no result",
        &[go(), calling(&["a", "b", "c"]), answer("b"), user("stop")],
        &[go(), calling(&["a", "b", "c"]), answer("b"), interrupted("a"), interrupted("c"), user("stop")],
        &["missing-result messages[1].tool_calls[0]", "missing-result messages[1].tool_calls[2]"],
    );
}

#[test]
fn calls_in_flight_wait_only_at_the_end() {
    let in_flight = Situation { in_flight: true, ..Situation::default() };
    let history = [user("go"), calling(&["a"]), user("stop"), calling(&["b", "c"]), answer("b")];
    let (messages, repairs) = chat(&history, in_flight);
    let expected = [user("go"), calling(&["a"]), interrupted("a"), user("stop"), calling(&["b", "c"]), answer("b")];
    assert_eq!(messages, expected);
    assert_eq!(repairs, ["missing-result messages[1].tool_calls[0]"]);
}

#[test]
fn what_says_nothing_is_left_out() {
    let blank = json!({"role": "assistant", "content": "", "reasoning_content": "hm"});
    check(
        "messages",
        &[user("go"), user(" \n"), blank, agent("ok")],
        &[user("go"), agent("ok")],
        &["empty-message messages[2]", "empty-message messages[1]"],
    );
    // Nothing forbids a blank text beside another.
    let beside = json!({"role": "user", "content": [{"type": "text", "text": ""}, {"type": "text", "text": "go"}]});
    let history = [beside];
    check("parts", &history, &history, &[]);
}

#[test]
fn reasoning_that_is_bound_to_an_edited_start_is_left_out() {
    let thought = |said: &str| {
        json!({"role": "assistant", "api": "anthropic-messages", "content": [
            {"type": "thinking", "thinking": said, "thinkingSignature": "s"}, {"type": "text", "text": said}]})
    };
    let only = json!({"role": "assistant", "api": "anthropic-messages", "content": [
        {"type": "thinking", "thinking": "x", "thinkingSignature": "s"}]});
    let calls = json!({"role": "assistant", "api": "anthropic-messages", "content": [
        {"type": "thinking", "thinking": "c", "thinkingSignature": "s"},
        {"type": "toolCall", "id": "a", "name": "f", "arguments": {}}]});
    let result = json!({"role": "toolResult", "toolCallId": "a", "content": "x"});
    let mut history = vec![user("0"), thought("1"), user("2"), thought("3"), only, user("5"), calls, result];
    let strip = |history: &[Value], edited_at| {
        let (messages, repairs) =
            repaired("pi", history, Situation::default(), RepairOptions { edited_at: Some(edited_at) });
        assert!(repairs.iter().all(|repair| repair.kind == "bound-thinking"));
        (messages, repairs.into_iter().map(|repair| repair.path).collect::<Vec<_>>())
    };
    let (messages, paths) = strip(&history, 2);
    assert_eq!(paths, ["messages[4].content[0]", "messages[3].content[0]"]);
    assert_eq!(messages[1], history[1]);
    assert_eq!(messages[3]["content"], json!([{"type": "text", "text": "3"}]));
    // The open loop at the end keeps its reasoning, and what had nothing else is not there.
    assert_eq!(messages[4..], history[5..]);
    // Once the loop is closed, it is like the rest.
    history.push(thought("done"));
    assert_eq!(strip(&history, 6).1, ["messages[8].content[0]", "messages[6].content[0]"]);
    assert_eq!(strip(&history, 9).1, Vec::<String>::new());
}

#[test]
fn neighbours_of_one_role_are_joined_where_the_server_wants_it() {
    let alternates = Situation { alternates: true, ..Situation::default() };
    let text = |text: &str| json!({"type": "text", "text": text});
    let parts =
        |texts: &[&str]| json!({"role": "user", "content": texts.iter().map(|said| text(said)).collect::<Vec<_>>()});
    for (history, expected) in [
        (vec![user("a"), user("b"), user("c")], vec![user("a\n\nb\n\nc")]),
        (vec![user("a"), parts(&["b", "c"])], vec![parts(&["a", "b", "c"])]),
        (vec![parts(&["a"]), user("b")], vec![parts(&["a", "b"])]),
        (vec![parts(&["a"]), parts(&["b"])], vec![parts(&["a", "b"])]),
        (
            vec![user("a"), agent("b"), calling(&["x"]), answer("x")],
            vec![user("a"), json!({"role": "assistant", "content": "b", "tool_calls": [call("x")]}), answer("x")],
        ),
    ] {
        let (messages, repairs) = chat(&history, alternates);
        assert_eq!(messages, expected);
        assert!(repairs.iter().all(|repair| repair.starts_with("same-role")));
        assert_eq!(chat(&history, Situation::default()).0, history);
    }
    // The parts are the host's own.
    let history = core_json::parse(
        r#"[{"role":"user","content":[{"type":"text","text":"a"}]},
        {"role":"user","content":[{"type":"text","text":"b"}]}]"#,
    );
    let lens = epitome::format::lens("openai-chat").unwrap();
    let found = repair(lens, &history.unwrap(), alternates, RepairOptions::default()).unwrap();
    let expected =
        [Op::Move { from: "/0/content/0".into(), path: "/1/content/0".into() }, Op::Remove { path: "/0".into() }];
    assert_eq!(found.ops, expected);
}

#[test]
fn without_a_word_of_the_user_one_is_put_first() {
    let start = user("[The conversation's start is not available.]");
    let system = json!({"role": "system", "content": "s"});
    check(
        "behind the instructions",
        &[system.clone(), agent("hello")],
        &[system, start.clone(), agent("hello")],
        &["no-user-message messages[1]"],
    );
    check(
        "where nothing is left",
        &[json!(7)],
        &[start],
        &["unreadable-message messages[0]", "no-user-message messages"],
    );
    check("nothing at all", &[], &[], &[]);
    let alternates = Situation { alternates: true, ..Situation::default() };
    let (messages, repairs) = chat(&[agent("hello"), user("go")], alternates);
    assert_eq!(messages[1..], [agent("hello"), user("go")]);
    assert_eq!(repairs, ["first-message messages[0]"]);
}

#[test]
fn what_is_no_list_is_an_error() {
    let lens = epitome::format::lens("pi").unwrap();
    let value = core_json::parse("{}").unwrap();
    let error = repair(lens, &value, Situation::default(), RepairOptions::default()).unwrap_err();
    assert_eq!(error.path(), "messages");
}
