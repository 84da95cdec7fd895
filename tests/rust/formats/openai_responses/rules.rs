//! The rules R1 to R9.

use epitome::validity::Situation;
use serde_json::{Value, json};

use super::super::show;
use super::{FORMAT, agent, call, output, reasoning, user};

const NONE: [&str; 0] = [];

pub(super) fn found(items: &[Value]) -> Vec<String> {
    show::found(FORMAT, items, Situation::default())
}

fn request(id: &str) -> Value {
    json!({"type": "mcp_approval_request", "id": id, "server_label": "docs", "name": "look", "arguments": "{}"})
}

fn decision(id: &str) -> Value {
    json!({"type": "mcp_approval_response", "approval_request_id": id, "approve": true})
}

fn compaction(id: &str) -> Value {
    json!({"type": "compaction", "id": id, "encrypted_content": "abcd"})
}

fn trigger() -> Value {
    json!({"type": "compaction_trigger"})
}

fn with_id(mut item: Value, id: &str) -> Value {
    item["id"] = id.into();
    item
}

#[test]
fn a_valid_history_has_no_violations() {
    let history = [
        json!({"role": "developer", "content": "Be brief."}),
        user("go"),
        reasoning("rs_1"),
        with_id(call("a"), "fc_1"),
        json!({"type": "custom_tool_call", "id": "ctc_1", "call_id": "b", "name": "run", "input": "ls"}),
        json!({"type": "custom_tool_call_output", "call_id": "b", "output": ""}),
        output("a"),
        reasoning("rs_2"),
        json!({"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}),
        request("mcpr_1"),
        decision("mcpr_1"),
        json!({"type": "mcp_call", "id": "mcp_1", "name": "look", "arguments": "{}", "output": "x"}),
        with_id(agent("done"), "msg_1"),
        user("more"),
        trigger(),
    ];
    assert_eq!(found(&history), NONE);
    // A program calls the host's tools, a shell in the provider's container, calls without ids of the provider's.
    let others = [
        user("go"),
        json!({"type": "program", "id": "p", "call_id": "prog", "code": "f()", "fingerprint": "x"}),
        json!({"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}", "caller": {"type": "program", "caller_id": "prog"}}),
        output("a"),
        json!({"type": "program_output", "id": "po", "call_id": "prog", "result": "x", "status": "completed"}),
        json!({"type": "mcp_call", "name": "look", "arguments": "{}", "output": "x"}),
        json!({"type": "mcp_call", "name": "look", "arguments": "{}", "output": "x"}),
        agent("done"),
    ];
    assert_eq!(found(&others), NONE);
    let in_flight = Situation { in_flight: true, ..Situation::default() };
    assert_eq!(show::found(FORMAT, &[user("go"), reasoning("rs"), call("a")], in_flight), NONE);
    assert_eq!(show::found(FORMAT, &[user("go"), reasoning("rs")], in_flight), NONE);
}

#[test]
fn names_the_rule_and_the_place_of_every_fault() {
    let go = || user("go");
    let bare = |key: &str| {
        let mut item = reasoning("rs_1");
        item.as_object_mut().unwrap().remove("encrypted_content");
        item.as_object_mut().unwrap().remove(key);
        item
    };
    let custom = json!({"type": "custom_tool_call_output", "call_id": "a", "output": "x"});
    let note = json!({"role": "developer", "content": "note"});
    let cases: Vec<(&str, Vec<Value>, &[&str])> = vec![
        ("R1 no call", vec![go(), output("a")], &["R1 messages[1]", "C2 messages[1]"]),
        ("R1 twice", vec![go(), call("a"), output("a"), output("a")], &["R1 messages[3]", "C2 messages[3]"]),
        ("R1 another kind", vec![go(), call("a"), custom], &["R1 messages[2]"]),
        (
            "R1 before its call",
            vec![go(), output("a"), call("a")],
            &["R1 messages[1]", "C2 messages[1]", "R2 messages[2]", "C3 messages[2]"],
        ),
        ("R1 no request", vec![go(), decision("x")], &["R1 messages[1]"]),
        ("R1 request behind", vec![go(), decision("x"), request("x")], &["R1 messages[1]"]),
        ("R2", vec![go(), call("a"), call("b"), output("b")], &["R2 messages[1]", "C3 messages[1]"]),
        ("R3 last", vec![go(), reasoning("rs_1")], &["R3 messages[1]"]),
        ("R3 before the user", vec![go(), reasoning("rs_1"), go()], &["R3 messages[1]"]),
        ("R3 before an output", vec![go(), call("a"), reasoning("rs_1"), output("a")], &["R3 messages[2]"]),
        ("R5", vec![go(), bare("id"), agent("x")], &["R5 messages[1]"]),
        ("R6", vec![json!({"type": "compaction", "id": "c"}), go()], &["R6 messages[0]"]),
        ("R6 blank", vec![json!({"type": "compaction", "encrypted_content": " "}), go()], &["R6 messages[0]"]),
        ("R6 number", vec![json!({"type": "compaction", "encrypted_content": 42}), go()], &["R6 messages[0]"]),
        ("R6 empty", vec![json!({"type": "compaction", "encrypted_content": ""}), go()], &["R6 messages[0]"]),
        ("R7", vec![go(), trigger(), go()], &["R7 messages[1]"]),
        ("R7 twice", vec![go(), trigger(), trigger()], &["R7 messages[1]"]),
        ("R7 id", vec![go(), with_id(trigger(), "t")], &["R7 messages[1]"]),
        ("R9 compaction", vec![go(), compaction("c"), compaction("c"), go()], &["R9 messages[2]"]),
        ("R8 user", vec![go(), call("a"), go(), output("a")], &["R8 messages[2]", "C4 messages[2]"]),
        ("R8 developer", vec![go(), call("a"), note, output("a")], &["R8 messages[2]", "C4 messages[2]"]),
        ("R9 item", vec![go(), with_id(agent("x"), "m"), with_id(agent("y"), "m")], &["R9 messages[2]"]),
        ("R9 reasoning", vec![go(), reasoning("r"), agent("x"), reasoning("r"), agent("y")], &["R9 messages[3]"]),
        (
            "R9 reference",
            vec![go(), with_id(agent("x"), "m"), json!({"type": "item_reference", "id": "m"})],
            &["R9 messages[2]"],
        ),
        (
            "R9 provider's call",
            vec![go(), request("x"), decision("x"), request("x"), decision("x")],
            &["R9 messages[3]"],
        ),
        ("R9 call", vec![go(), call("a"), output("a"), call("a"), output("a")], &["R9 messages[3]"]),
        ("R9 no id", vec![go(), call(""), output("")], &["R9 messages[1]", "C2 messages[1]"]),
        ("blank", vec![user(" ")], &["C6 messages[0]"]),
        ("nobody", vec![agent("x")], &["C1 messages"]),
    ];
    for (name, history, expected) in cases {
        assert_eq!(found(&history), expected, "{name}");
    }
    // An id says that it may be stored, and reasoning in the open needs neither.
    assert_eq!(found(&[go(), bare("")]), ["R3 messages[1]"]);
    let open = json!({"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "hm"}]});
    assert_eq!(found(&[go(), open, agent("x")]), NONE);
}

#[test]
fn parallel_calls_may_be_spread_and_answered_in_any_order() {
    let items =
        [user("go"), reasoning("r"), call("a"), call("b"), output("b"), agent("meanwhile"), output("a"), agent("done")];
    assert_eq!(found(&items), NONE);
}

#[test]
fn several_compactions_are_no_fault() {
    let items =
        [user("kept"), compaction("c1"), compaction("c2"), user("go"), agent("x"), compaction("c3"), user("more")];
    assert_eq!(found(&items), NONE);
    // The provider's compaction may stand first.
    assert_eq!(found(&[compaction("c1"), user("go")]), NONE);
}

#[test]
fn a_reference_may_be_the_call_that_is_answered() {
    let reference = json!({"type": "item_reference", "id": "fc_1"});
    assert_eq!(found(&[user("go"), reference.clone(), output("a"), agent("x")]), NONE);
    assert_eq!(found(&[user("go"), json!({"id": "mcpr_1"}), decision("mcpr_1")]), NONE);
    assert_eq!(found(&[user("go"), reference.clone(), reasoning("r"), reference.clone()]), ["R9 messages[3]"]);
    // Not one that stands behind, and not a call that is there.
    assert_eq!(found(&[user("go"), output("a"), reference.clone()]), ["R1 messages[1]", "C2 messages[1]"]);
    let twice = [user("go"), reference, call("a"), output("a"), output("a")];
    assert_eq!(found(&twice), ["R1 messages[4]", "C2 messages[4]"]);
}

#[test]
fn what_stands_before_the_newest_compaction_is_not_read() {
    let before = [output("x"), call("a"), reasoning("rs_1"), compaction("c1"), call("b"), decision("q")];
    let after = |rest: &[Value]| found(&[&before[..], &[compaction("c2")], rest].concat());
    assert_eq!(after(&[]), NONE);
    assert_eq!(after(&[reasoning("rs_2"), call("a"), output("a")]), NONE);
    // What stands behind it is: no call from before has its output there.
    assert_eq!(after(&[user("go"), output("b")]), ["R1 messages[8]", "C2 messages[8]"]);
    assert_eq!(after(&[call("a")]), ["R2 messages[7]", "C3 messages[7]"]);
    // Ids are those of the whole request.
    assert_eq!(after(&[reasoning("rs_1"), agent("x")]), ["R9 messages[7]"]);
}
