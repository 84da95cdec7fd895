//! Old outputs give their place to a short text, on plain messages.

use epitome::format::{Lens, lens};
use epitome::json;
use epitome::mask::{Masking, mask};
use epitome::message::Record;
use epitome::patch;
use epitome::tokens::estimate;
use epitome::validity::{Situation, validate_messages};
use epitome::value::Value;
use epitome::view::Piece;
use proptest::prelude::*;
use serde_json::json;

use super::emergency::{inflate, sized};
use super::repair::build::{FORMATS, build, turns};

/// Seed 000's masking, and seed 001's `PruneForModel`.
const OBSERVATIONS: Masking<'_> = Masking {
    keep_outputs: 5,
    keep_messages: 0,
    max_bytes: 0,
    placeholder: Some("[output masked for compaction]"),
    media: false,
};
const FOR_MODEL: Masking<'_> =
    Masking { keep_outputs: 0, keep_messages: 8, max_bytes: 2_000, placeholder: None, media: false };

/// The messages as they are masked.
fn masked(format: &str, messages: &[serde_json::Value], how: &Masking<'_>) -> Vec<serde_json::Value> {
    let text = serde_json::to_string(messages).unwrap();
    let mut document = json::parse(&text).unwrap();
    let lens = lens(format).unwrap();
    let records: Vec<Record> = values(&document).iter().map(|one| Record::new(&lens.view(one).unwrap())).collect();
    let ops = mask(lens, values(&document), &records, how).unwrap();
    for op in &ops {
        assert!(patch::apply(&mut document, op), "{op:?} leads nowhere");
    }
    values(&document).iter().map(|message| serde_json::from_str(&json::to_text(message)).unwrap()).collect()
}

fn values<'v, 'a>(document: &'v Value<'a>) -> &'v [Value<'a>] {
    document.as_array().unwrap()
}

fn ask(ids: &[&str]) -> serde_json::Value {
    let calls: Vec<_> = ids
        .iter()
        .map(|id| json!({"id": id, "type": "function", "function": {"name": "read", "arguments": "{}"}}))
        .collect();
    json!({"role": "assistant", "content": null, "tool_calls": calls})
}

fn answer(id: &str, text: &str) -> serde_json::Value {
    json!({"role": "tool", "tool_call_id": id, "content": text})
}

#[test]
fn the_newest_outputs_stay_and_older_ones_are_masked() {
    let mut messages = vec![json!({"role": "user", "content": "go"})];
    for id in ["a", "b", "c", "d", "e", "f", "g"] {
        messages.extend([ask(&[id]), answer(id, &format!("{id}: {}", sized(20)))]);
    }
    // A short one, too: what is masked does not depend on what it was. An empty one says nothing that could be.
    messages[2] = answer("a", "ok");
    messages[4] = answer("b", "");
    let out = masked("openai-chat", &messages, &OBSERVATIONS);
    assert_eq!(out[2], answer("a", "[output masked for compaction]"));
    let changed: Vec<usize> = (0..out.len()).filter(|at| out[*at] != messages[*at]).collect();
    assert_eq!(changed, [2]);
    let none = Masking { keep_outputs: 0, placeholder: Some("…"), ..OBSERVATIONS };
    let out = masked("openai-chat", &messages, &none);
    assert!((1..=7).all(|turn| out[2 * turn]["content"] == if turn == 2 { "" } else { "…" }));
}

#[test]
fn each_output_of_a_message_counts() {
    let result = |id: &str, fails: bool| json!({"type": "tool_result", "tool_use_id": id, "content": sized(20), "is_error": fails});
    let calls: Vec<_> =
        ["a", "b", "c"].iter().map(|id| json!({"type": "tool_use", "id": id, "name": "read", "input": {}})).collect();
    let messages = [
        json!({"role": "user", "content": "go"}),
        json!({"role": "assistant", "content": calls}),
        json!({"role": "user", "content": [result("a", true), result("b", false), result("c", false)]}),
    ];
    let out = masked("anthropic", &messages, &Masking { keep_outputs: 1, ..OBSERVATIONS });
    let mut wanted = messages[2].clone();
    for at in 0..2 {
        wanted["content"][at]["content"] = "[output masked for compaction]".into();
    }
    assert_eq!(out[2], wanted, "ids and the mark of failure stay");
}

#[test]
fn images_stay_unless_they_are_to_go() {
    let image = json!({"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"});
    let said = |text: &str| json!({"type": "text", "text": text});
    let shot = |id: &str, content: serde_json::Value| json!({"role": "toolResult", "toolCallId": id, "toolName": "shot", "isError": false, "content": content});
    let messages = [
        json!({"role": "user", "content": "go"}),
        json!({"role": "assistant", "content": [{"type": "toolCall", "id": "a", "name": "shot", "arguments": {}},
            {"type": "toolCall", "id": "b", "name": "shot", "arguments": {}}]}),
        shot("a", json!([said(&sized(300)), image, said(&sized(300)), image])),
        shot("b", json!([image])),
    ];
    let all = Masking { keep_outputs: 0, ..OBSERVATIONS };
    let stays = masked("pi", &messages, &all);
    let mask = "[output masked for compaction]";
    assert_eq!(stays[2]["content"], json!([said(mask), image, image]));
    assert_eq!(stays[3], messages[3]);
    assert_eq!(masked("pi", &stays, &all), stays);
    // Also of what was masked before.
    let gone = masked("pi", &stays, &Masking { media: true, ..all });
    assert_eq!([&gone[2]["content"], &gone[3]["content"]], [&json!([said(mask)]); 2]);
    let told = masked("pi", &messages, &Masking { keep_messages: 0, media: true, ..FOR_MODEL });
    let text = "[tool output left out: 2400 bytes, 2 images; run the tool again if you need it]";
    assert_eq!(told[2]["content"], json!([said(text)]));
    assert_eq!(
        told[3]["content"][0]["text"],
        "[tool output left out: 0 bytes, 1 image; run the tool again if you need it]"
    );
}

#[test]
fn what_was_left_out_tells_its_length() {
    let mut messages = vec![json!({"role": "user", "content": "go"})];
    for (id, bytes) in [("a", 2_000), ("b", 2_001), ("c", 1_000), ("d", 2_001)] {
        messages.extend([ask(&[id]), answer(id, &if id == "c" { "é".repeat(1_001) } else { "x".repeat(bytes) })]);
    }
    messages.extend((0..6).map(|at| json!({"role": "user", "content": format!("word {at}")})));
    let out = masked("openai-chat", &messages, &FOR_MODEL);
    assert_eq!(out[4]["content"], "[tool output left out: 2001 bytes; run the tool again if you need it]");
    assert_eq!(out[6]["content"], "[tool output left out: 2002 bytes; run the tool again if you need it]");
    let changed: Vec<usize> = (0..out.len()).filter(|at| out[*at] != messages[*at]).collect();
    assert_eq!(changed, [4, 6], "of no more bytes, or among the newest messages");
    // Also where it is itself longer than what may stay.
    let all = Masking { max_bytes: 0, keep_messages: 0, ..FOR_MODEL };
    let once = masked("openai-chat", &messages, &all);
    assert_eq!(masked("openai-chat", &once, &all), once);
}

#[test]
fn reasoning_that_is_bound_to_what_was_there_goes() {
    let think = |at: usize| json!({"type": "thinking", "thinking": "hm", "signature": format!("s{at}")});
    let call = |at: usize| json!({"type": "tool_use", "id": format!("t{at}"), "name": "read", "input": {}});
    let step = |at: usize| json!({"role": "assistant", "content": [think(at), call(at)]});
    let gives = |at: usize| json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": format!("t{at}"), "content": sized(50)}]});
    let user = |text: &str| json!({"role": "user", "content": text});
    let end = |at: usize| json!({"role": "assistant", "content": [think(at), {"type": "text", "text": "Done."}]});
    let only = json!({"role": "assistant", "content": [think(5)]});
    let messages =
        [user("a"), step(0), gives(0), end(1), user("b"), only, user("c"), end(2), user("d"), step(3), gives(3)];
    let out = masked("anthropic", &messages, &Masking { keep_outputs: 1, ..OBSERVATIONS });
    assert_eq!(out[1], messages[1], "before the first change");
    let text = json!([{"type": "text", "text": "Done."}]);
    assert_eq!((&out[3]["content"], &out[6]["content"]), (&text, &text), "behind it");
    assert_eq!(out[5], messages[6], "what was nothing else goes whole");
    assert_eq!(out[8..], messages[9..], "the loop that is open keeps it");
    assert_eq!(masked("anthropic", &out, &Masking { keep_outputs: 1, ..OBSERVATIONS }), out);
}

/// The outputs of messages, in order.
fn outputs(lens: &dyn Lens, messages: &[serde_json::Value]) -> Vec<String> {
    let mut found = Vec::new();
    for message in messages {
        let text = message.to_string();
        let value = json::parse(&text).unwrap();
        for part in lens.view(&value).unwrap().parts {
            if let Piece::Result(result) = part.piece {
                found.push(result.texts.concat());
            }
        }
    }
    found
}

fn size(lens: &dyn Lens, message: &serde_json::Value) -> u32 {
    let text = message.to_string();
    estimate::message(&lens.view(&json::parse(&text).unwrap()).unwrap())
}

fn is_valid(lens: &dyn Lens, messages: &[serde_json::Value]) -> bool {
    let text = serde_json::to_string(messages).unwrap();
    validate_messages(lens, &json::parse(&text).unwrap(), Situation::default()).unwrap().is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// In every format: valid stays valid, what tells of its length never grows, the newest outputs are what they were, once
    /// more changes nothing.
    #[test]
    fn a_valid_history_stays_one(
        format in 0..FORMATS.len(),
        turns in turns(),
        sizes in prop::collection::vec(prop_oneof![0..4_usize, 0..400_usize], 1..6),
        keep_outputs in 0..6_usize,
        keep_messages in 0..10_usize,
        max_bytes in prop_oneof![Just(0_usize), Just(2_000)],
        tells in any::<bool>(),
        media in any::<bool>(),
    ) {
        let (format, mut messages) = build(format, &turns);
        let mut next = 0;
        for message in &mut messages {
            inflate(message, &sizes, &mut next);
        }
        let placeholder = (!tells).then_some("[output masked for compaction]");
        let how = Masking { keep_outputs, keep_messages, max_bytes, placeholder, media };
        let lens = lens(format).unwrap();
        prop_assume!(is_valid(lens, &messages));
        let out = masked(format, &messages, &how);
        prop_assert!(is_valid(lens, &out));
        let (before, after) = (outputs(lens, &messages), outputs(lens, &out));
        prop_assert_eq!(before.len(), after.len());
        for (at, (before, after)) in before.iter().zip(&after).enumerate() {
            prop_assert!(after == before || placeholder.is_some_and(|text| after == text) || after.len() < before.len());
            prop_assert!(after == before || before.len() > max_bytes && at + keep_outputs < outputs(lens, &messages).len());
        }
        let sum = |messages: &[serde_json::Value]| messages.iter().map(|one| size(lens, one)).sum::<u32>();
        prop_assert!(!tells || sum(&out) <= sum(&messages));
        let newest = outputs(lens, &messages[messages.len().saturating_sub(keep_messages)..]);
        prop_assert!(after.ends_with(&newest), "{:?} {:?}", after, newest);
        prop_assert_eq!(masked(format, &out, &how), out);
    }
}

#[test]
fn a_message_of_thousands_of_outputs_takes_its_length() {
    let results: Vec<_> = (0..3_000)
        .map(|at| json!({"type": "tool_result", "tool_use_id": format!("c{at}"), "content": "x".repeat(at % 120)}))
        .collect();
    let calls: Vec<_> =
        (0..3_000).map(|at| json!({"type": "tool_use", "id": format!("c{at}"), "name": "f", "input": {}})).collect();
    let messages = [json!({"role": "assistant", "content": calls}), json!({"role": "user", "content": results})];
    let since = std::time::Instant::now();
    let all = Masking { keep_messages: 0, max_bytes: 50, ..FOR_MODEL };
    let out = masked("anthropic", &messages, &all);
    assert!(since.elapsed().as_secs() < 20, "{:?}", since.elapsed());
    for (at, result) in out[1]["content"].as_array().unwrap().iter().enumerate() {
        let length = at % 120;
        let told = format!("[tool output left out: {length} bytes; run the tool again if you need it]");
        // One that would be no shorter stays, beside those that go.
        let goes = length > 50 && told.len() < length;
        assert_eq!(result["content"], if goes { told } else { "x".repeat(length) }, "{at}");
    }
}
