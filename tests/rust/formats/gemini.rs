//! `gemini`: contents, their parts, and when a request's contents are accepted.

use epitome::cut::whole_before;
use epitome::message::Record;
use epitome::repair::RepairOptions;
use epitome::settings::SummaryRole;
use epitome::validity::Situation;
use epitome::view::Piece;
use serde_json::{Value, json};

use super::shown::{answers, custom, merged, refused, see, shown, without, written};
use crate::rust::repair::repaired;
use crate::rust::validity::found;

const F: &str = "gemini";

fn seen(role: &str, parts: Value) -> Vec<String> {
    shown(F, &json!({"role": role, "parts": parts}))
}

fn check(contents: &[Value]) -> Vec<String> {
    found(F, contents, Situation::default())
}

fn user(text: &str) -> Value {
    json!({"role": "user", "parts": [{"text": text}]})
}

fn model(text: &str) -> Value {
    json!({"role": "model", "parts": [{"text": text}]})
}

/// A call for each id; `-` gives none.
fn calls(ids: &[&str]) -> Value {
    let part = |id: &&str| match *id {
        "-" => json!({"functionCall": {"name": "read", "args": {}}}),
        id => json!({"functionCall": {"id": id, "name": "read", "args": {}}}),
    };
    json!({"role": "model", "parts": ids.iter().map(part).collect::<Vec<_>>()})
}

fn responses(ids: &[&str]) -> Value {
    let part = |id: &&str| match *id {
        "-" => json!({"functionResponse": {"name": "read", "response": {"output": "ok"}}}),
        id => json!({"functionResponse": {"id": id, "name": "read", "response": {"output": "ok"}}}),
    };
    json!({"role": "user", "parts": ids.iter().map(part).collect::<Vec<_>>()})
}

/// The same call, signed.
fn signed(mut content: Value) -> Value {
    content["parts"][0]["thoughtSignature"] = "c2ln".into();
    content
}

#[test]
fn sees_who_speaks() {
    let said = json!([{"text": "hi"}]);
    assert_eq!(seen("user", said.clone()), ["User turn", "parts[0] text hi"]);
    assert_eq!(shown(F, &json!({"parts": said})), ["User turn", "parts[0] text hi"]);
    assert_eq!(shown(F, &json!({"role": null, "parts": said})), ["User turn", "parts[0] text hi"]);
    assert_eq!(seen("model", said.clone()), ["Assistant", "parts[0] text hi"]);
    assert_eq!(seen("system", said), ["System", "parts[0] text hi"]);
    assert_eq!(shown(F, &json!({"role": "model"})), ["Assistant"]);
    // Responses alone are a tool's; words beside them are the user's, and begin a turn.
    let response = json!({"functionResponse": {"name": "read", "response": {"output": "x"}}});
    let line = "parts[0] result \"\" read [\"x\"] 0 0";
    assert_eq!(seen("user", json!([response])), ["Tool", line]);
    assert_eq!(seen("function", json!([response])), ["Tool", line]);
    assert_eq!(seen("user", json!([response, {"text": "stop"}])), ["User turn", line, "parts[1] text stop"]);
}

#[test]
fn sees_every_kind_of_part() {
    let parts = json!([
        {"text": "plan", "thought": true, "thoughtSignature": "c2ln"},
        {"text": "hi", "thought": false, "thoughtSignature": "c2ln"},
        {"functionCall": {"id": "f1", "name": "read", "args": {"path": "a"}}, "thoughtSignature": "c2ln"},
        {"functionCall": {"name": "list"}},
        {"toolCall": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["q"]}}},
        {"toolResponse": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "response": {"found": true}}},
        {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1\n"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_FAILED"}},
        {"inlineData": {"mimeType": "image/png", "data": "AAAA"}},
        {"inlineData": {"mimeType": "text/plain", "data": "A".repeat(400)}},
        {"inlineData": {"mimeType": "application/pdf", "data": "A".repeat(400)}},
        {"fileData": {"mimeType": "image/png", "fileUri": "gs://a"}},
        {"fileData": {"mimeType": "video/mp4", "fileUri": "gs://b"}, "videoMetadata": {"fps": 1}},
        {"hologram": [1]},
    ]);
    let expected = [
        "Assistant",
        "parts[0] thinking Free plan",
        "parts[1] text hi",
        "parts[2] call \"f1\" read {\"path\":\"a\"}",
        "parts[3] call \"\" list {}",
        "parts[4] call \"t1\" GOOGLE_SEARCH_WEB {\"queries\":[\"q\"]} by provider",
        "parts[5] result \"t1\" GOOGLE_SEARCH_WEB by provider [\"{\\\"found\\\":true}\"] 0 0",
        "parts[6] call \"\" code_execution {\"language\":\"PYTHON\",\"code\":\"print(1)\"} by provider",
        "parts[7] result \"\" code_execution by provider [\"1\\n\"] 0 0",
        "parts[8] result \"\" code_execution failed by provider [] 0 0",
        "parts[9] image",
        "parts[10] File 300",
        "parts[11] File 10000",
        "parts[12] image",
        "parts[13] File 1280",
        "parts[14] Plain 16",
    ];
    assert_eq!(seen("model", parts), expected);
}

#[test]
fn reads_responses_as_text_where_they_are_text() {
    let line = |response: Value| {
        let response = json!({"name": "read", "id": "f1", "response": response});
        seen("user", json!([{"functionResponse": response}]))[1].replace("parts[0] result \"f1\" read", "")
    };
    assert_eq!(line(json!({"output": "a\nb"})), " [\"a\\nb\"] 0 0");
    assert_eq!(line(json!({"result": "a"})), " [\"a\"] 0 0");
    assert_eq!(line(json!({"error": "gone"})), " failed [\"gone\"] 0 0");
    assert_eq!(line(json!({"error": {"code": 5}})), " failed [\"{\\\"error\\\":{\\\"code\\\":5}}\"] 0 0");
    assert_eq!(line(json!({"rows": 2})), " [\"{\\\"rows\\\":2}\"] 0 0");
    assert_eq!(line(json!({"output": "a", "rows": 2})), " [\"{\\\"output\\\":\\\"a\\\",\\\"rows\\\":2}\"] 0 0");
    let media = json!([
        {"inlineData": {"mimeType": "image/png", "data": "AAAA"}},
        {"fileData": {"mimeType": "audio/wav", "fileUri": "gs://a"}},
        {"sound": 1},
    ]);
    let response = json!({"functionResponse": {"name": "shot", "response": {"output": "x"}, "parts": media}});
    assert_eq!(seen("user", json!([response]))[1], "parts[0] result \"\" shot [\"x\"] 1 1291");
}

#[test]
fn tells_where_a_content_cannot_be_read() {
    let cases = [
        (json!(["hi"]), "", "a content is an object, this is an array"),
        (json!({"role": "assistant"}), "role", "there is no role \"assistant\" in the gemini format"),
        (json!({"role": 1}), "role", "must be a string, this is a number"),
        (json!({"parts": "hi"}), "parts", "must be an array, this is a string"),
        (json!({"parts": [{"text": "a"}, "b"]}), "parts[1]", "must be an object, this is a string"),
        (json!({"parts": [{"text": 1}]}), "parts[0].text", "must be a string, this is a number"),
        (json!({"parts": [{"functionCall": {}}]}), "parts[0].functionCall.name", "must be a string, this is missing"),
        (
            json!({"parts": [{"functionCall": {"id": 1, "name": "a"}}]}),
            "parts[0].functionCall.id",
            "must be a string, this is a number",
        ),
        (
            json!({"parts": [{"functionResponse": {"response": {}}}]}),
            "parts[0].functionResponse.name",
            "must be a string, this is missing",
        ),
    ];
    for (content, path, message) in cases {
        assert_eq!(refused(F, &content), (path.into(), message.into()), "{content}");
    }
}

#[test]
fn writes_contents_of_the_user() {
    let expected = json!({"role": "user", "parts": [{"text": "sum"}]});
    for role in [SummaryRole::User, SummaryRole::System, SummaryRole::Developer] {
        assert_eq!(written(F, role), expected);
    }
    assert_eq!(custom(F, &json!("sum")), expected);
    let blocks = json!([{"type": "text", "text": "a"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"}]);
    let image = json!({"inlineData": {"mimeType": "image/png", "data": "AAAA"}});
    assert_eq!(custom(F, &blocks), json!({"role": "user", "parts": [{"text": "a"}, image]}));
    let both = json!({"role": "user", "parts": [{"text": "sum"}, {"text": "go"}]});
    assert_eq!(merged(F, &written(F, SummaryRole::User), &user("go")), both);
}

#[test]
fn answers_calls_with_and_without_ids() {
    let empty = json!({"role": "user", "parts": []});
    let error = json!({"error": "interrupted"});
    let with = json!({"functionResponse": {"id": "a", "name": "read", "response": error}});
    let without = json!({"functionResponse": {"name": "read", "response": error}});
    let expected = [("part", vec![with, empty.clone()]), ("part", vec![without, empty])];
    assert_eq!(answers(F, &calls(&["a", "-"])), expected);
}

#[test]
fn takes_a_part_out() {
    let content = json!({"role": "model", "parts": [{"text": "plan", "thought": true}, {"text": "a"}]});
    assert_eq!(without(F, &content, |piece| matches!(piece, Piece::Thinking { .. })), model("a"));
}

#[test]
fn accepts_what_the_api_accepts() {
    let go = || user("go");
    let code = json!({"role": "model", "parts": [
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
        {"toolCall": {"id": "t", "toolType": "URL_CONTEXT", "args": {}}, "thoughtSignature": "c2ln"},
        {"toolResponse": {"id": "t", "toolType": "URL_CONTEXT", "response": {}}},
        {"text": "one"},
    ]});
    let signature = json!({"role": "model", "parts": [{"text": "", "thoughtSignature": "c2ln"}]});
    let stop = json!({"role": "user", "parts": [responses(&["-"])["parts"][0], {"text": "stop"}]});
    let histories = [
        vec![go(), model("a"), go()],
        // Neighbours of one role are fine, and so are several rounds.
        vec![go(), go(), model("a"), model("b"), go()],
        vec![go(), calls(&["a", "b"]), responses(&["b", "a"]), calls(&["c"]), responses(&["c"]), model("done")],
        vec![go(), calls(&["-", "-"]), responses(&["-", "-"]), calls(&["-"]), responses(&["-"])],
        // Clients leave the ids out of their responses; an id may come again.
        vec![go(), calls(&["a", "b"]), responses(&["-", "-"])],
        vec![go(), calls(&["-"]), responses(&["made"])],
        vec![go(), calls(&["a"]), responses(&["a"]), go(), calls(&["a"]), responses(&["a"])],
        vec![go(), calls(&["-"]), stop, model("stopped")],
        // What the provider runs owes no response.
        vec![go(), code.clone(), go()],
        vec![go(), code, go(), calls(&["a"]), responses(&["a"])],
        vec![go(), signature, go()],
        vec![go(), json!({"role": "model", "parts": [{"text": "a"}, {"hologram": 1}]})],
        // Signatures are asked for in the current turn, on the first call of a step, of models that give them.
        vec![go(), calls(&["a"]), responses(&["a"]), user("more"), signed(calls(&["b", "c"])), responses(&["b", "c"])],
        vec![go(), calls(&["a"]), responses(&["a"]), model("x")],
    ];
    for history in histories {
        assert_eq!(check(&history), Vec::<String>::new(), "{history:?}");
    }
}

#[test]
fn names_every_broken_rule() {
    let go = || user("go");
    let parts = |role: &str, parts: Value| json!({"role": role, "parts": parts});
    let response = || responses(&["a"])["parts"][0].clone();
    let cases: Vec<(&str, Vec<Value>, &[&str])> = vec![
        ("G1: the model first", vec![model("a"), go()], &["G1 messages[0]"]),
        (
            "G1: a response first",
            vec![responses(&["a"]), go()],
            &["G2 messages[0].parts[0]", "C2 messages[0].parts[0]", "G1 messages[0]"],
        ),
        ("G2: no response", vec![go(), calls(&["a"])], &["G2 messages[1].parts[0]", "C3 messages[1].parts[0]"]),
        (
            "G2: one of two",
            vec![go(), calls(&["a", "b"]), responses(&["a"]), model("x")],
            &["G2 messages[1].parts[1]", "C3 messages[1].parts[1]"],
        ),
        (
            "G2: one too many",
            vec![go(), calls(&["-"]), responses(&["-", "-"])],
            &["G2 messages[2].parts[1]", "C2 messages[2].parts[1]"],
        ),
        (
            "G2: another tool's",
            vec![go(), calls(&["-"]), parts("user", json!([{"functionResponse": {"name": "list", "response": {}}}]))],
            &[
                "G2 messages[1].parts[0]",
                "C3 messages[1].parts[0]",
                "G2 messages[2].parts[0]",
                "C2 messages[2].parts[0]",
            ],
        ),
        (
            "G2: words first",
            vec![go(), calls(&["a"]), parts("user", json!([{"text": "well"}, response()]))],
            &["G2 messages[2].parts[1]"],
        ),
        (
            "G2: in two contents",
            vec![go(), calls(&["a", "b"]), responses(&["a"]), responses(&["b"])],
            &["G2 messages[3].parts[0]"],
        ),
        (
            "G2: the user between",
            vec![go(), calls(&["a"]), go(), responses(&["a"])],
            &["G2 messages[2]", "C4 messages[2]"],
        ),
        (
            "G3: behind the model's own words",
            vec![go(), model("well"), calls(&["a"]), responses(&["a"])],
            &["G3 messages[2].parts[0]"],
        ),
        (
            "G4: the second step",
            vec![go(), signed(calls(&["a"])), responses(&["a"]), calls(&["b"]), responses(&["b"])],
            &["G4 messages[3].parts[0]"],
        ),
        (
            "G4: the wrong one of two",
            vec![
                go(),
                parts("model", json!([calls(&["a"])["parts"][0], signed(calls(&["b"]))["parts"][0]])),
                responses(&["a", "b"]),
            ],
            &["G4 messages[1].parts[0]"],
        ),
        ("G5", vec![parts("system", json!([{"text": "Be kind."}])), go()], &["G5 messages[0].role"]),
        ("G6: no part", vec![go(), parts("model", json!([])), go()], &["C6 messages[1]", "G6 messages[1]"]),
        ("G6: no field", vec![go(), json!({"role": "model"}), go()], &["C6 messages[1]", "G6 messages[1]"]),
        (
            "G6: an empty part",
            vec![go(), parts("model", json!([{"text": "a"}, {}, {"text": null}]))],
            &["G6 messages[1].parts[1]", "G6 messages[1].parts[2]"],
        ),
        (
            "G6: a signature of nothing",
            vec![go(), parts("model", json!([{"text": "a"}, {"thoughtSignature": "c"}]))],
            &["G6 messages[1].parts[1]"],
        ),
        (
            "G6: blank text",
            vec![go(), parts("model", json!([{"text": " "}]))],
            &["C6 messages[1]", "G6 messages[1].parts[0]"],
        ),
        ("shape", vec![go(), parts("robot", json!([]))], &["shape messages[1].role"]),
    ];
    for (name, history, expected) in cases {
        assert_eq!(check(&history), expected, "{name}");
    }
    let request = Situation { is_request: true, ..Situation::default() };
    assert_eq!(found(F, &[go(), model("a")], request), ["G1 messages[1]"]);
    assert_eq!(found(F, &[go(), calls(&["a"]), responses(&["a"])], request), Vec::<String>::new());
}

#[test]
fn repairs_keep_what_was_called() {
    let repaired = |history: &[Value]| repaired(F, history, Situation::default(), RepairOptions::default()).0;
    let reply = |parts: Value| json!({"role": "model", "parts": parts});
    let done = responses(&["a"]);
    // G3: the call joins the model's own words before it.
    let history = [user("go"), model("well"), calls(&["a"]), done.clone()];
    let both = reply(json!([{"text": "well"}, calls(&["a"])["parts"][0]]));
    assert_eq!(repaired(&history), [user("go"), both, done.clone()]);
    // G4: a signature cannot be made, but its loss can be told.
    let history = [user("go"), signed(calls(&["b"])), responses(&["b"]), calls(&["a"]), done.clone()];
    let mut expected = history.to_vec();
    expected[3]["parts"][0]["thoughtSignature"] = "skip_thought_signature_validator".into();
    assert_eq!(repaired(&history), expected);
    // G5: what the system said stays, as the user's.
    let system = json!({"role": "system", "parts": [{"text": "be kind"}]});
    assert_eq!(repaired(&[system, user("go")]), [user("be kind"), user("go")]);
    // G6: parts with nothing in them go.
    assert_eq!(repaired(&[user("go"), reply(json!([{"text": "a"}, {}, {"text": " "}]))]), [user("go"), model("a")]);
    // G2: a result goes back to its call, beside those that are there; a lost one is told.
    let error = json!({"error": "[no result: interrupted]"});
    let lost = json!({"functionResponse": {"id": "b", "name": "read", "response": error}});
    let history = [user("go"), calls(&["a", "b"]), user("hm"), done.clone()];
    let results = json!({"role": "user", "parts": [done["parts"][0], lost]});
    assert_eq!(repaired(&history), [user("go"), calls(&["a", "b"]), results, user("hm")]);
}

#[test]
fn words_beside_responses_begin_a_turn_that_is_not_cut_off() {
    let both = json!({"role": "user", "parts": [responses(&["-"])["parts"][0], {"text": "stop"}]});
    let history = [user("go"), calls(&["-"]), both, model("stopped"), user("more")];
    let records: Vec<Record> = history.iter().map(|content| see(F, content, Record::new).unwrap()).collect();
    let whole = whole_before(&records.iter().map(Some).collect::<Vec<_>>(), false);
    assert_eq!(whole, [true, true, false, true, true]);
}
