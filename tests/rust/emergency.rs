//! The ladder that needs no model.

use epitome::emergency::{Emergency, Item, Unfit, emergency, media, relief};
use epitome::format::lens;
use epitome::json;
use epitome::message::{Record, Role};
use epitome::patch::{self, Op};
use epitome::shorten::notice_tokens;
use epitome::tokens::estimate;
use epitome::validity::{Situation, validate_messages};
use epitome::view::Piece;
use proptest::prelude::*;
use serde_json::json;

use super::histories::{call, record, result, user};
use super::repair::build::{FORMATS, build, turns};

const CHAT: &str = "openai-chat";

/// A text of so many tokens.
pub(super) fn sized(tokens: usize) -> String {
    "word".repeat(tokens)
}

fn says(role: &str, tokens: usize) -> serde_json::Value {
    json!({"role": role, "content": sized(tokens)})
}

fn calling(id: &str) -> serde_json::Value {
    json!({"role": "assistant", "content": sized(8), "tool_calls": [{"id": id, "type": "function",
        "function": {"name": "read", "arguments": "{}"}}]})
}

fn answer(id: &str, tokens: usize) -> serde_json::Value {
    json!({"role": "tool", "tool_call_id": id, "content": sized(tokens)})
}

/// What the ladder leaves, and the messages then.
fn climb(
    format: &str,
    messages: &[serde_json::Value],
    max_tokens: u32,
    overhead: u32,
) -> (Emergency, Vec<serde_json::Value>) {
    let text = serde_json::to_string(messages).unwrap();
    let value = json::parse(&text).unwrap();
    let values = value.as_array().unwrap();
    let lens = lens(format).unwrap();
    let records: Vec<Record> = values.iter().map(|message| Record::new(&lens.view(message).unwrap())).collect();
    let left = emergency(lens, values, &records, max_tokens, overhead).unwrap();
    let mut out = Vec::new();
    for at in &left.places {
        let mut message = values[*at].clone();
        for (_, edits) in left.patches.iter().filter(|(place, _)| place == at) {
            for op in ops(edits) {
                assert!(patch::apply(&mut message, &op), "{op:?} leads nowhere");
            }
        }
        out.push(serde_json::from_str(&json::to_text(&message)).unwrap());
    }
    (left, out)
}

fn ops(text: &str) -> Vec<Op> {
    let list: Vec<serde_json::Value> = serde_json::from_str(text).unwrap();
    let value = |op: &serde_json::Value| json::parse(&op["value"].to_string()).unwrap().into_owned();
    let read = |op: &serde_json::Value| {
        let path = op["path"].as_str().unwrap().to_owned();
        match op["op"].as_str().unwrap() {
            "add" => Op::Add { path, value: value(op) },
            "remove" => Op::Remove { path },
            "replace" => Op::Replace { path, value: value(op) },
            _ => Op::Move { from: op["from"].as_str().unwrap().into(), path },
        }
    };
    list.iter().map(read).collect()
}

fn places(messages: &[serde_json::Value], max_tokens: u32) -> Vec<usize> {
    climb(CHAT, messages, max_tokens, 0).0.places
}

fn size(format: &str, messages: &[serde_json::Value]) -> u32 {
    let lens = lens(format).unwrap();
    let tokens = |message: &serde_json::Value| {
        let text = message.to_string();
        estimate::message(&lens.view(&json::parse(&text).unwrap()).unwrap())
    };
    messages.iter().map(tokens).sum()
}

#[test]
fn keeps_the_instructions_and_the_newest_turns_that_fit() {
    let mut messages = vec![says("system", 5)];
    for id in ["a", "b", "c"] {
        messages.extend([says("user", 10), calling(id), answer(id, 10), says("assistant", 10)]);
    }
    // A call has 8 tokens of text, 1 of its name and half a one of its arguments.
    assert_eq!(places(&messages, 200), (0..13).collect::<Vec<_>>(), "all fits");
    assert_eq!(places(&messages, 124), [0, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(places(&messages, 85), [0, 5, 6, 7, 8, 9, 10, 11, 12], "exactly");
    assert_eq!(places(&messages, 84), [0, 9, 10, 11, 12]);
    assert_eq!(places(&messages, 0), [0, 9, 10, 11, 12], "never fewer than the newest turn");
}

#[test]
fn without_a_turn_nothing_goes() {
    let messages = [says("system", 5), says("assistant", 500), calling("a"), answer("a", 10)];
    assert_eq!(places(&messages, 10), [0, 1, 2, 3]);
    assert_eq!(places(&[], 10), Vec::<usize>::new());
}

#[test]
fn a_call_that_is_answered_in_a_later_turn_is_not_parted() {
    // The user goes on while a call waits for an answer.
    let messages = [
        says("user", 10),
        calling("ask"),
        says("user", 10),
        says("assistant", 10),
        says("user", 10),
        answer("ask", 10),
        says("user", 10),
    ];
    assert_eq!(places(&messages, 45), [6]);
    assert_eq!(places(&messages[..6], 25), [0, 1, 2, 3, 4, 5], "every later turn begins between the two");
    // A call that was given up binds nothing.
    let given_up = [says("user", 50), calling("lost"), says("user", 10), says("assistant", 10)];
    assert_eq!(places(&given_up, 30), [2, 3]);
}

/// #94, #104, rb19, rb75: one output is larger than all there is room for, and stands in the newest turn.
#[test]
fn a_huge_newest_output_keeps_its_ends_and_its_call() {
    let messages = [
        says("system", 5),
        says("user", 20),
        says("assistant", 300),
        says("user", 20),
        calling("c"),
        answer("c", 400_000),
    ];
    let (left, out) = climb(CHAT, &messages, 10_000, 0);
    assert_eq!(left.places, [0, 1, 2, 3, 4, 5], "nothing else has to go");
    let content = out[5]["content"].as_str().unwrap();
    assert!(content.starts_with("wordword") && content.ends_with("wordword"));
    assert!(content.contains("[… 390,"));
    assert_eq!(left.unfit, None);
    let tokens = size(CHAT, &out);
    assert!((9_990..=10_000).contains(&tokens), "{tokens}: as much as fits stays");
}

#[test]
fn outputs_keep_a_quarter_of_the_room_before_turns_go() {
    let turn = |id: &str| [says("user", 10), calling(id), answer(id, 5_000), says("assistant", 10)];
    let messages: Vec<_> = ["a", "b", "c", "d", "e", "f"].iter().flat_map(|id| turn(id)).collect();
    let (left, out) = climb(CHAT, &messages, 4_000, 0);
    // Three turns fit at a quarter each; their outputs then have all the room that is left.
    assert_eq!(left.places, (12..24).collect::<Vec<_>>());
    assert!((3_990..=4_000).contains(&size(CHAT, &out)));
    // In the newest turn alone, they go below that.
    let mut one = vec![says("user", 10)];
    for id in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        one.extend([calling(id), answer(id, 5_000)]);
    }
    let (left, out) = climb(CHAT, &one, 1_000, 0);
    assert_eq!((left.places.len(), left.unfit), (17, None));
    assert!((940..=1_000).contains(&size(CHAT, &out)));
    let (left, out) = climb(CHAT, &one, 0, 0);
    assert_eq!(left.places.len(), 17);
    assert_eq!(out[2]["content"], "[… 5,000 tokens left out …]");
    let unfit = left.unfit.unwrap();
    assert_eq!((unfit.tokens, unfit.over_by, unfit.request), (size(CHAT, &out), size(CHAT, &out), 10));
}

#[test]
fn media_go_last_and_the_oldest_first() {
    let image = json!({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}});
    let see = |text: &str| json!({"role": "user", "content": [{"type": "text", "text": text}, image, image]});
    let messages = [see("old"), says("assistant", 10), see("new"), calling("c"), answer("c", 500)];
    let (left, out) = climb(CHAT, &messages, 2_440, 0);
    assert_eq!(left.places, [2, 3, 4], "whole turns go first, and the output is shortened");
    assert_eq!(out[0], messages[2]);
    let (left, out) = climb(CHAT, &messages, 1_300, 0);
    assert_eq!(left.unfit, None);
    let placeholder = json!({"type": "text", "text": "[image left out]"});
    assert_eq!(out[0]["content"], json!([{"type": "text", "text": "new"}, placeholder, image]));
    assert!(size(CHAT, &out) > 1_290, "with an image gone, the output has its room");
    let (left, out) = climb(CHAT, &messages, 10, 0);
    assert_eq!(out[0]["content"], json!([{"type": "text", "text": "new"}, placeholder, placeholder]));
    assert!(left.unfit.unwrap().over_by > 0);
}

/// What cannot be left out is not counted as if it could: attachments of the AI SDK 4.
#[test]
fn outputs_make_room_for_media_that_must_stay() {
    let attached = json!([{"contentType": "image/png", "url": "https://example.com/a.png"}]);
    let tool = json!({"state": "result", "toolCallId": "c", "toolName": "f", "args": {}, "result": sized(2_000)});
    let messages = [
        json!({"id": "u", "role": "user", "content": "See", "experimental_attachments": attached}),
        json!({"id": "m", "role": "assistant", "content": "", "toolInvocations": [tool]}),
    ];
    let (left, out) = climb("ai-sdk-ui", &messages, 1_250, 0);
    assert_eq!((left.places.len(), left.unfit), (2, None));
    assert_eq!(out[0], messages[0]);
    let (left, out) = climb("ai-sdk-ui", &messages, 1_000, 0);
    assert_eq!(out[0], messages[0]);
    assert_eq!(out[1]["toolInvocations"][0]["result"], "[… 2,000 tokens left out …]");
    assert!(left.unfit.is_some());
}

#[test]
fn a_summary_of_ours_what_changes_the_tools_and_reminders() {
    let summary = epitome::frame::frame_summary("## Goal\nParse.");
    let messages = [
        says("system", 5),
        json!({"role": "user", "content": summary}),
        says("user", 500),
        says("assistant", 500),
        says("user", 10),
        json!({"role": "user", "content": "<system-reminder>Mind the time.</system-reminder>"}),
        json!({"role": "user", "content": "{\"type\":\"heartbeat\"}", "synthetic": true}),
    ];
    // rb17: what the host says in the user's name is no request.
    let (left, _) = climb(CHAT, &messages, 120, 0);
    assert_eq!(left.places, [0, 1, 4, 5, 6]);
    let unfit = climb(CHAT, &messages, 50, 10).0.unfit.unwrap();
    let Unfit { tokens, overhead, instructions, summary, pinned, newest_turn, request, rest, .. } = unfit;
    assert_eq!(tokens, overhead + instructions + summary + pinned + newest_turn + rest);
    assert_eq!((overhead, instructions, pinned, request, rest), (10, 5, 0, 10, 0));
    let state = [
        says("user", 100),
        json!({"role": "system", "output_config": {"effort": "low"}}),
        says("assistant", 100),
        says("user", 10),
    ];
    assert_eq!(climb("anthropic", &state, 40, 0).0.places, [1, 3]);
}

#[test]
fn reasoning_behind_a_shortened_output_goes_but_in_the_open_turn() {
    let think = |at: usize| json!({"type": "thinking", "thinking": "hm", "signature": format!("s{at}")});
    let use_ = |at: usize| json!({"type": "tool_use", "id": format!("t{at}"), "name": "read", "input": {}});
    let step = |at: usize| json!({"role": "assistant", "content": [think(at), use_(at)]});
    let gives = |at: usize, tokens: usize| json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": format!("t{at}"), "content": sized(tokens)}]});
    let end = json!({"role": "assistant", "content": [think(9), {"type": "text", "text": "Done."}]});
    let messages = [says("user", 5), step(0), gives(0, 9_000), end, says("user", 5), step(1), gives(1, 5)];
    let (left, out) = climb("anthropic", &messages, 8_000, 0);
    assert_eq!(left.places.len(), 7);
    assert_eq!(out[1], messages[1], "before the edit");
    assert_eq!(out[3]["content"].as_array().unwrap().len(), 1, "behind it");
    assert_eq!(out[5], messages[5], "in the open turn");
}

#[test]
fn relief_finds_the_largest_size_that_fits() {
    let messages = [
        user("see"),
        record(Role::Assistant, vec![call("a", "read", "{}"), call("b", "read", "{}")]),
        record(Role::Tool, vec![result("a", &sized(4_000), false)]),
        record(Role::Tool, vec![result("b", &sized(200), false)]),
        record(Role::Tool, vec![result("c", &sized(1_000), false)]),
    ];
    let items: Vec<Item<'_>> = messages
        .iter()
        .map(|record| Item { record: Some(record), tokens: record.tokens, pinned: false, is_summary: false })
        .collect();
    let total: u64 = items.iter().map(|item| u64::from(item.tokens)).sum();
    assert_eq!(relief(&items, total, 0).edits, []);
    let found = relief(&items, 2_000, 0);
    assert!((1_995..=2_000).contains(&found.tokens), "{found:?}");
    let of: Vec<usize> = found.edits.iter().map(|edit| edit.item).collect();
    assert_eq!(of, [2, 4], "the small one is left alone");
    assert_eq!(found.edits[0].max_tokens, found.edits[1].max_tokens);
    assert_eq!(relief(&items, 2_000, 3_000).edits.len(), 1, "none below the floor");
    // What is pinned stays.
    let pinned: Vec<Item<'_>> = items.iter().enumerate().map(|(at, item)| Item { pinned: at == 2, ..*item }).collect();
    let found = relief(&pinned, 2_000, 0);
    assert_eq!(found.edits.iter().map(|edit| edit.item).collect::<Vec<_>>(), [3, 4]);
    assert!(found.tokens > 2_000);
    assert_eq!(media(&items, 0, true), []);
    let none = Item { record: None, tokens: 50, pinned: false, is_summary: true };
    assert_eq!(relief(&[none], 10, 0).tokens, 50);
}

/// The texts of the newest request.
fn newest_request(format: &str, messages: &[serde_json::Value]) -> Vec<String> {
    let lens = lens(format).unwrap();
    let mut newest = Vec::new();
    for message in messages {
        let text = message.to_string();
        let value = json::parse(&text).unwrap();
        let view = lens.view(&value).unwrap();
        if view.starts_turn {
            let said = |piece: &Piece<'_>| match piece {
                Piece::Text(text) => Some(text.to_string()),
                _ => None,
            };
            newest = view.parts.iter().filter_map(|part| said(&part.piece)).collect();
        }
    }
    newest
}

/// Makes the outputs of a history large, each as large as the sizes say in turn.
pub(super) fn inflate(value: &mut serde_json::Value, sizes: &[usize], next: &mut usize) {
    match value {
        serde_json::Value::String(text) if text.starts_with("output ") => {
            text.push_str(&" and so on".repeat(sizes[*next % sizes.len()]));
            *next += 1;
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| inflate(item, sizes, next)),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(|item| inflate(item, sizes, next)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// In every format: valid, fits or is the least, smaller or the same, the newest request word for word; once more
    /// changes nothing.
    #[test]
    fn a_valid_history_stays_one_and_fits(
        format in 0..FORMATS.len(),
        turns in turns(),
        sizes in prop::collection::vec(prop_oneof![0..20_usize, 0..400_usize], 1..6),
        share in 0..130_u32,
        overhead in prop_oneof![Just(0_u32), 0..300_u32],
    ) {
        let (name, mut history) = build(format, &turns);
        inflate_all(&mut history, &sizes);
        let before = size(name, &history);
        let max_tokens = before * share / 100 + overhead;
        let (left, out) = climb(name, &history, max_tokens, overhead);
        let text = serde_json::to_string(&out).unwrap();
        let found = validate_messages(lens(name).unwrap(), &json::parse(&text).unwrap(), Situation::default()).unwrap();
        prop_assert_eq!(found, vec![]);
        prop_assert_eq!(newest_request(name, &out), newest_request(name, &history));
        let after = size(name, &out);
        let is_same = left.places.len() == history.len() && left.patches.is_empty();
        prop_assert!((is_same && out == history) || (!is_same && after < before));
        prop_assert_eq!(left.unfit.is_none(), after + overhead <= max_tokens);
        prop_assert!(share < 100 || is_same);
        if let Some(unfit) = left.unfit {
            prop_assert_eq!(unfit.tokens, after + overhead);
            // Nothing more could go: one turn, and its outputs are notices.
            for message in &out {
                let text = message.to_string();
                let value = json::parse(&text).unwrap();
                let record = Record::new(&lens(name).unwrap().view(&value).unwrap());
                prop_assert!(record.results().all(|result| result.tokens <= notice_tokens(result.images) + 1));
            }
        }
        let (again, same) = climb(name, &out, max_tokens, overhead);
        prop_assert!(again.patches.is_empty());
        prop_assert_eq!(same, out);
    }
}

fn inflate_all(history: &mut [serde_json::Value], sizes: &[usize]) {
    let mut next = 0;
    history.iter_mut().for_each(|message| inflate(message, sizes, &mut next));
}
