//! The rules A1 to A16.

use epitome::validity::Situation;
use serde_json::{Value, json};

use super::super::show;
use super::{FORMAT, agent, call, hits, result, search, text, thinking, user};

const NONE: [&str; 0] = [];

/// A history that keeps all rules.
fn valid() -> Vec<Value> {
    vec![
        user("go"),
        agent(json!([thinking("hm"), text("Reading."), call("a"), call("b")])),
        user(json!([result("b"), result("a"), text("<system-reminder>x</system-reminder>")])),
        agent(json!([search("s"), hits("s"), text("done")])),
        user("more"),
        agent(json!([thinking("hm"), call("c")])),
        user(json!([result("c")])),
        // Without interleaved thinking, the loop goes on without it.
        agent(json!([call("d")])),
        user(json!([result("d")])),
    ]
}

fn found(messages: &[Value]) -> Vec<String> {
    show::found(FORMAT, messages, Situation::default())
}

fn requested(messages: &[Value]) -> Vec<String> {
    show::found(FORMAT, messages, Situation { is_request: true, ..Situation::default() })
}

#[test]
fn a_valid_history_has_no_violations() {
    let history = valid();
    assert_eq!(found(&history), NONE);
    assert_eq!(requested(&history), NONE);
    let alternates = Situation { alternates: true, is_request: true, ..Situation::default() };
    assert_eq!(show::found(FORMAT, &history, alternates), NONE);
    // The beta's instructions, the API's own compaction at the start, and a failed one.
    let compacted = [
        agent(
            json!([{"type": "compaction", "content": "so far"}, {"type": "compaction", "content": null}, text("ok")]),
        ),
        json!({"role": "system", "output_config": {"effort": "low"}}),
        user("go"),
    ];
    assert_eq!(found(&compacted), NONE);
    let in_flight = Situation { in_flight: true, ..Situation::default() };
    assert_eq!(show::found(FORMAT, &history[..2], in_flight), NONE);
}

#[test]
fn names_the_rule_and_the_place_of_every_fault() {
    let go = || user("go");
    let calls = |ids: &[&str]| agent(ids.iter().map(|id| call(id)).collect::<Vec<_>>());
    let results = |ids: &[&str]| user(ids.iter().map(|id| result(id)).collect::<Vec<_>>());
    let marked = |count: usize| {
        let block = json!({"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}});
        user(vec![block; count])
    };
    let cases: Vec<(&str, Vec<Value>, &[&str])> = vec![
        ("A1", vec![agent("hi"), go()], &["A1 messages[0]"]),
        (
            "A2",
            vec![go(), json!({"role": "robot", "content": "x"})],
            &["shape messages[1].role", "A2 messages[1].role"],
        ),
        ("A4 empty", vec![go(), agent(json!([]))], &["C6 messages[1]", "A4 messages[1].content"]),
        ("A4 blank", vec![user(" \n")], &["C6 messages[0]", "A4 messages[0].content"]),
        ("A4 blank block", vec![go(), agent(json!([text("a"), text("")]))], &["A4 messages[1].content[1]"]),
        (
            "A4 blank block in a result",
            vec![
                go(),
                calls(&["a"]),
                user(json!([{"type": "tool_result", "tool_use_id": "a", "content": [text(" ")]}])),
            ],
            &["A4 messages[2].content[0]"],
        ),
        ("A5 no result", vec![go(), calls(&["a"])], &["A5 messages[1].content[0]", "C3 messages[1].content[0]"]),
        (
            "A5 one of two",
            vec![go(), calls(&["a", "b"]), results(&["a"]), agent("ok")],
            &["A5 messages[1].content[1]", "C3 messages[1].content[1]"],
        ),
        (
            "A5 text first",
            vec![go(), calls(&["a"]), user(json!([text("here"), result("a")]))],
            &["A5 messages[2].content[1]"],
        ),
        (
            "A5 in two messages",
            vec![go(), calls(&["a", "b"]), results(&["a"]), results(&["b"])],
            &["A5 messages[3].content[0]"],
        ),
        ("A5 not next", vec![go(), calls(&["a"]), go(), results(&["a"])], &["A5 messages[2]", "C4 messages[2]"]),
        (
            "A5 instructions between",
            vec![go(), calls(&["a"]), json!({"role": "system", "content": "x"}), results(&["a"])],
            &["A5 messages[2]", "C4 messages[2]"],
        ),
        ("A6 no call", vec![go(), results(&["a"])], &["A6 messages[1].content[0]", "C2 messages[1].content[0]"]),
        (
            "A6 twice",
            vec![go(), calls(&["a"]), results(&["a", "a"])],
            &["A6 messages[2].content[1]", "C2 messages[2].content[1]"],
        ),
        (
            "A7",
            vec![go(), calls(&["a"]), results(&["a"]), calls(&["a"]), results(&["a"])],
            &["A7 messages[3].content[0]"],
        ),
        (
            "A7 no id",
            vec![go(), calls(&[""]), results(&[""])],
            &["A7 messages[1].content[0]", "C2 messages[1].content[0]"],
        ),
        (
            "A8 no call",
            vec![go(), agent(json!([hits("s"), text("x")]))],
            &["A6 messages[1].content[0]", "C2 messages[1].content[0]", "A8 messages[1].content[0]"],
        ),
        ("A8 no result", vec![go(), agent(json!([search("s"), text("x")])), go()], &["A8 messages[1].content[0]"]),
        (
            "A8 in another turn",
            vec![go(), agent(json!([search("s")])), go(), agent(json!([hits("s")]))],
            &["A8 messages[1].content[0]", "A8 messages[3].content[0]"],
        ),
        (
            "A9 no signature",
            vec![go(), agent(json!([thinking("a"), {"type": "thinking", "thinking": "b"}, text("x")]))],
            &["A9 messages[1].content[1]"],
        ),
        (
            "A9 no data",
            vec![go(), agent(json!([{"type": "redacted_thinking"}, text("x")]))],
            &["A9 messages[1].content[0]"],
        ),
        (
            "A10",
            vec![go(), calls(&["a"]), results(&["a"]), agent(json!([thinking("hm"), call("b")])), results(&["b"])],
            &["A10 messages[1]"],
        ),
        (
            "A10 text first",
            vec![go(), agent(json!([text("x"), thinking("hm"), call("a")])), results(&["a"])],
            &["A10 messages[1]"],
        ),
        ("A13", vec![marked(2), agent("ok"), marked(3)], &["A13 messages[2].content[2]"]),
        (
            "A13 on reasoning",
            vec![
                go(),
                agent(json!([
                    {"type": "thinking", "thinking": "", "signature": "x", "cache_control": {"type": "ephemeral"}}, text("x")])),
            ],
            &["A13 messages[1].content[0]"],
        ),
    ];
    for (name, history, expected) in cases {
        assert_eq!(found(&history), expected, "{name}");
    }
}

#[test]
fn marks_inside_of_results_count() {
    let mark = json!({"type": "ephemeral"});
    let inner = json!({"type": "text", "text": "x", "cache_control": mark});
    let outer =
        json!({"type": "tool_result", "tool_use_id": "a", "content": [inner, inner, inner], "cache_control": mark});
    let history = |last: Value| vec![user("go"), agent(json!([call("a")])), user(json!([outer, last]))];
    assert_eq!(found(&history(text("x"))), NONE);
    assert_eq!(found(&history(inner.clone())), ["A13 messages[2].content[1]"]);
}

#[test]
fn a_turn_of_the_model_may_be_spread_over_messages() {
    let go = || user("go");
    let paused = vec![go(), agent(json!([text("x"), search("s")]))];
    assert_eq!(requested(&paused), NONE);
    assert_eq!(requested(&[paused, vec![agent(json!([hits("s"), text("x")])), go()]].concat()), NONE);
    // A program of the provider calls the host's tools, in several rounds.
    let program = json!({"type": "server_tool_use", "id": "p", "name": "code_execution", "input": {}});
    let output = json!({"type": "code_execution_tool_result", "tool_use_id": "p", "content": {"stdout": "x"}});
    let history = [
        go(),
        agent(json!([program, call("a")])),
        user(json!([result("a")])),
        agent(json!([call("b")])),
        user(json!([result("b")])),
        agent(json!([output, text("done")])),
    ];
    assert_eq!(found(&history), NONE);
}

#[test]
fn servers_that_sign_nothing_are_let_be() {
    let unsigned = json!({"type": "thinking", "thinking": "hm", "signature": ""});
    assert_eq!(found(&[user("go"), agent(json!([unsigned, text("x")]))]), NONE);
}

#[test]
fn thinking_binds_only_the_open_loop() {
    let go = || user("go");
    // In closed turns, and where the loop does not think, reasoning may be missing.
    let history =
        [go(), agent(json!([call("a")])), user(json!([result("a")])), agent(json!([thinking("x"), text("done")]))];
    assert_eq!(found(&history), NONE);
    let next = [go(), agent(json!([call("b")])), user(json!([result("b")]))];
    assert_eq!(found(&[&history[..], &next[..]].concat()), NONE);
    // What somebody says beside the results begins a new loop.
    let said = [
        go(),
        agent(json!([call("a")])),
        user(json!([result("a"), text("and think")])),
        agent(json!([thinking("x"), call("b")])),
        user(json!([result("b")])),
    ];
    assert_eq!(found(&said), NONE);
}

#[test]
fn a_request_ends_with_the_user() {
    let end = |content: Value| requested(&[user("go"), agent(content)]);
    assert_eq!(end(json!("Once upon")), ["A4 messages[1].content"]);
    assert_eq!(end(json!([text("Once ")])), ["A4 messages[1].content[0]", "A4 messages[1].content[0]"]);
    assert_eq!(end(json!([thinking("hm")])), ["A14 messages[1].content[0]"]);
    assert_eq!(end(json!([text("x"), {"type": "compaction", "content": "so far"}])), NONE);
    assert_eq!(found(&[user("go"), agent("Once upon ")]), NONE);
}

#[test]
fn instructions_at_the_start_stand_outside_of_the_messages() {
    let system = json!({"role": "system", "content": "Be brief."});
    assert_eq!(found(&[system.clone(), user("go")]), ["A2 messages[0].role"]);
    // A beta has them on the way.
    assert_eq!(found(&[user("go"), agent(json!([text("x")])), system, user("on")]), NONE);
}

#[test]
fn no_message_ends_with_reasoning() {
    let ends = |content: Value| found(&[user("go"), agent(content), user("on")]);
    assert_eq!(ends(json!([text("x"), thinking("hm")])), ["A14 messages[1].content[1]"]);
    assert_eq!(ends(json!([thinking("hm"), text("x")])), NONE);
}

#[test]
fn some_servers_do_not_merge_neighbours() {
    let alternates = Situation { alternates: true, ..Situation::default() };
    let history = [user("a"), user("b"), agent(json!([call("x")])), user(json!([result("x")])), user("c"), agent("d")];
    assert_eq!(show::found(FORMAT, &history, alternates), ["S1 messages[1]", "A3 messages[1]", "A3 messages[4]"]);
    assert_eq!(found(&history), NONE);
}

#[test]
fn compactions_of_the_api_stand_where_they_were_given() {
    let said = |content: Value| json!({"type": "compaction", "content": content, "encrypted_content": "e"});
    let signed = |sign: &str| json!({"type": "compaction", "content": "all", "signature": sign});
    let own = |block: Value| agent(json!([block]));
    let none = || own(json!({"type": "compaction", "content": null}));
    let go = || user("go");
    let cases: [(&str, Vec<Value>, &[&str]); 12] = [
        ("in a reply", vec![go(), agent(json!([text("x"), said(json!("all")), text("y")])), go()], &[]),
        ("several in replies", vec![go(), own(said(json!("a"))), go(), own(said(json!("b")))], &[]),
        ("one that failed", vec![go(), agent(json!([{"type": "compaction", "content": null}, text("x")])), go()], &[]),
        ("empty", vec![go(), own(said(json!(""))), go()], &["A16 messages[1].content[0]"]),
        ("the user's", vec![json!({"role": "user", "content": [said(json!("a"))]})], &["A16 messages[0].content[0]"]),
        ("first and alone", vec![own(signed("s")), go()], &[]),
        (
            "first, and the model goes on",
            vec![own(signed("s")), agent(json!([call("a")])), user(json!([result("a")]))],
            &[],
        ),
        ("behind one that failed", vec![none(), own(signed("s")), go()], &["A1 messages[0]"]),
        ("behind others", vec![go(), own(signed("s"))], &["A16 messages[1].content[0]"]),
        ("behind a block", vec![agent(json!([text("x"), signed("s")])), go()], &["A16 messages[0].content[1]"]),
        ("two", vec![own(signed("s")), own(signed("t"))], &["A16 messages[1].content[0]"]),
        ("beside another", vec![own(signed("s")), go(), own(said(json!("b"))), go()], &["A16 messages[0].content[0]"]),
    ];
    for (name, history, expected) in cases {
        assert_eq!(found(&history), expected, "{name}");
    }
    for content in [json!(42), json!([]), json!({}), json!(true), json!(" \n")] {
        let history = [go(), own(said(content.clone())), go()];
        assert_eq!(found(&history), ["A16 messages[1].content[0]"], "{content}");
    }
    for encrypted in [json!(42), json!([]), json!({})] {
        for content in [json!("all"), Value::Null] {
            let block = json!({"type": "compaction", "content": content, "encrypted_content": encrypted});
            assert_eq!(found(&[go(), own(block), go()]), ["A16 messages[1].content[0]"], "{encrypted}");
        }
    }
}

#[test]
fn a_compaction_without_text_covers_nothing() {
    let open = ["A5 messages[1].content[0]", "C3 messages[1].content[0]"];
    for block in [json!({"content": null}), json!({"content": null, "encrypted_content": "e"}), json!({})] {
        let mut block = block;
        block["type"] = json!("compaction");
        let history = [user("go"), agent(json!([call("a")])), agent(json!([block])), user("on")];
        assert_eq!(found(&history), open, "{:?}", history[2]);
    }
}

#[test]
fn what_stands_before_the_newest_compaction_is_not_read() {
    let barrier = json!({"type": "compaction", "content": "all"});
    let before = [user(json!([text("go"), result("x")])), agent(json!([call("a"), search("s")]))];
    let after = |rest: &[Value]| found(&[&before[..], rest].concat());
    assert_eq!(after(&[agent(json!([barrier, call("a")])), user(json!([result("a")]))]), NONE);
    assert_eq!(after(&[agent(json!([barrier])), user("on")]), NONE);
    let orphan = after(&[agent(json!([barrier])), user(json!([result("a")]))]);
    assert_eq!(orphan, ["A6 messages[3].content[0]", "C2 messages[3].content[0]"]);
    let open = after(&[agent(json!([barrier, call("b")])), user("on")]);
    assert_eq!(open, ["A5 messages[2].content[1]", "C3 messages[2].content[1]"]);
}
