//! Random histories, damaged at random: what is repaired is valid, and nothing is lost that was not at fault.

use epitome::repair::RepairOptions;
use epitome::validity::Situation;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::repaired;
use crate::rust::validity::found;

/// A turn of the user: what is said, then for each step of the model whether it thinks, what it says and how many calls.
#[derive(Debug, Clone)]
struct Step {
    thinks: bool,
    says: bool,
    calls: usize,
    reversed: bool,
}

type Turns = Vec<(bool, Vec<Step>)>;

fn turns() -> impl Strategy<Value = Turns> {
    let step = (any::<bool>(), any::<bool>(), 0..4_usize, any::<bool>())
        .prop_map(|(thinks, says, calls, reversed)| Step { thinks, says, calls, reversed });
    prop::collection::vec((any::<bool>(), prop::collection::vec(step, 0..4)), 1..5)
}

type Build = fn(&Turns) -> Vec<Value>;

/// The formats, and how each writes a history. A further one needs its line here.
const FORMATS: &[(&str, Build)] =
    &[("pi", pi), ("openai-chat", openai_chat), ("langchain", langchain), ("gemini", gemini)];

fn pi(turns: &Turns) -> Vec<Value> {
    let mut out = vec![json!({"role": "developer", "content": "You are careful."})];
    let mut calls = 0;
    for (turn, (in_parts, steps)) in turns.iter().enumerate() {
        let said = format!("request {turn}");
        let content = if *in_parts { json!([{"type": "text", "text": said}]) } else { json!(said) };
        out.push(json!({"role": "user", "content": content}));
        for step in steps {
            let mut blocks = Vec::new();
            let mut results = Vec::new();
            if step.thinks {
                blocks.push(json!({"type": "thinking", "thinking": "hm", "thinkingSignature": "s"}));
            }
            if step.says || step.calls == 0 {
                blocks.push(json!({"type": "text", "text": format!("reply {calls}")}));
            }
            for _ in 0..step.calls {
                calls += 1;
                let id = format!("c{calls}");
                blocks.push(json!({"type": "toolCall", "id": id, "name": "read", "arguments": {"path": id}}));
                results.push(json!({"role": "toolResult", "toolCallId": id, "toolName": "read", "isError": false,
                    "content": [{"type": "text", "text": format!("output {id}")}]}));
            }
            if step.reversed {
                results.reverse();
            }
            out.push(json!({"role": "assistant", "api": "anthropic-messages", "content": blocks}));
            out.extend(results);
        }
    }
    out
}

fn openai_chat(turns: &Turns) -> Vec<Value> {
    let mut out = vec![json!({"role": "system", "content": "You are careful."})];
    let mut calls = 0;
    for (turn, (in_parts, steps)) in turns.iter().enumerate() {
        let said = format!("request {turn}");
        let content = if *in_parts { json!([{"type": "text", "text": said}]) } else { json!(said) };
        out.push(json!({"role": "user", "content": content}));
        for step in steps {
            let mut message = json!({"role": "assistant", "content": null});
            let mut results = Vec::new();
            if step.thinks {
                message["reasoning_content"] = "hm".into();
            }
            if step.says || step.calls == 0 {
                message["content"] = format!("reply {calls}").into();
            }
            let mut list = Vec::new();
            for _ in 0..step.calls {
                calls += 1;
                let id = format!("c{calls}");
                let function = json!({"name": "read", "arguments": format!("{{\"path\":\"{id}\"}}")});
                list.push(json!({"id": id, "type": "function", "function": function}));
                results.push(json!({"role": "tool", "tool_call_id": id, "content": format!("output {id}")}));
            }
            if !list.is_empty() {
                message["tool_calls"] = list.into();
            }
            if step.reversed {
                results.reverse();
            }
            out.push(message);
            out.extend(results);
        }
    }
    out
}

fn gemini(turns: &Turns) -> Vec<Value> {
    let mut out = Vec::new();
    let mut calls = 0;
    for (turn, (with_ids, steps)) in turns.iter().enumerate() {
        out.push(json!({"role": "user", "parts": [{"text": format!("request {turn}")}]}));
        for step in steps {
            let mut parts = Vec::new();
            let mut results = Vec::new();
            if step.thinks {
                parts.push(json!({"text": "hm", "thought": true}));
            }
            if step.says || step.calls == 0 {
                parts.push(json!({"text": format!("reply {calls}")}));
            }
            for at in 0..step.calls {
                calls += 1;
                let mut call =
                    json!({"functionCall": {"name": format!("read{at}"), "args": {"path": calls.to_string()}}});
                let response = json!({"output": format!("output {calls}")});
                let mut result = json!({"functionResponse": {"name": format!("read{at}"), "response": response}});
                if *with_ids {
                    call["functionCall"]["id"] = format!("c{calls}").into();
                    result["functionResponse"]["id"] = format!("c{calls}").into();
                }
                if at == 0 {
                    call["thoughtSignature"] = "c2ln".into();
                }
                parts.push(call);
                results.push(result);
            }
            if step.reversed {
                results.reverse();
            }
            out.push(json!({"role": "model", "parts": parts}));
            // No call stands behind the model's own words.
            if results.is_empty() {
                break;
            }
            out.push(json!({"role": "user", "parts": results}));
        }
    }
    out
}

fn langchain(turns: &Turns) -> Vec<Value> {
    let mut out = Vec::new();
    let mut calls = 0;
    // A store writes all messages in one form.
    let as_json = turns[0].0;
    for (turn, (_, steps)) in turns.iter().enumerate() {
        let written = |kind: &str, class: &str, data: Value| {
            if as_json {
                json!({"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", class], "kwargs": data})
            } else {
                json!({"type": kind, "data": data})
            }
        };
        out.push(written("human", "HumanMessage", json!({"content": format!("request {turn}")})));
        for step in steps {
            let mut blocks = Vec::new();
            let mut list = Vec::new();
            let mut results = Vec::new();
            if step.thinks {
                blocks.push(json!({"type": "thinking", "thinking": "hm", "signature": "s"}));
            }
            if step.says || step.calls == 0 {
                blocks.push(json!({"type": "text", "text": format!("reply {calls}")}));
            }
            for _ in 0..step.calls {
                calls += 1;
                let id = format!("c{calls}");
                blocks.push(json!({"type": "tool_use", "id": id, "name": "read", "input": {"path": id}}));
                list.push(json!({"id": id, "name": "read", "args": {"path": id}, "type": "tool_call"}));
                let data = json!({"content": format!("output {id}"), "tool_call_id": id, "name": "read"});
                results.push(written("tool", "ToolMessage", data));
            }
            if step.reversed {
                results.reverse();
            }
            out.push(written("ai", "AIMessage", json!({"content": blocks, "tool_calls": list})));
            out.extend(results);
        }
    }
    out
}

/// What may have happened to a history, wherever an index leads.
#[derive(Debug, Clone)]
enum Damage {
    DropMessage(Index),
    Duplicate(Index, Index),
    Move(Index, Index),
    Insert(Index, Index),
    /// A value inside a message, by its index among all, is taken away.
    Take(Index, Index),
    /// It is replaced by one of these.
    Replace(Index, Index, Index),
    /// A text is cut off in the middle.
    Truncate(Index, Index),
    /// The history ends early.
    Stop(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        3 => at().prop_map(Damage::DropMessage),
        2 => (at(), at()).prop_map(|(from, to)| Damage::Duplicate(from, to)),
        3 => (at(), at()).prop_map(|(from, to)| Damage::Move(from, to)),
        2 => (at(), at()).prop_map(|(to, which)| Damage::Insert(to, which)),
        4 => (at(), at()).prop_map(|(message, value)| Damage::Take(message, value)),
        3 => (at(), at(), at()).prop_map(|(message, value, by)| Damage::Replace(message, value, by)),
        3 => (at(), at()).prop_map(|(message, value)| Damage::Truncate(message, value)),
        1 => at().prop_map(Damage::Stop),
    ]
}

/// The pointers of all values inside one.
fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    let mut inside = |key: &str, value: &Value| {
        let at = format!("{at}/{key}");
        out.push(at.clone());
        pointers(value, &at, out);
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(at, item)| inside(&at.to_string(), item)),
        Value::Object(pairs) => pairs.iter().for_each(|(key, item)| inside(key, item)),
        _ => {}
    }
}

fn inflict(messages: &mut Vec<Value>, damage: &Damage) {
    if messages.is_empty() {
        return;
    }
    let count = messages.len();
    let chosen = |message: &Value, index: &Index| {
        let mut all = Vec::new();
        pointers(message, "", &mut all);
        (!all.is_empty()).then(|| all[index.index(all.len())].clone())
    };
    match damage {
        Damage::DropMessage(at) => {
            messages.remove(at.index(count));
        }
        Damage::Duplicate(from, to) => {
            let copy = messages[from.index(count)].clone();
            messages.insert(to.index(count + 1), copy);
        }
        Damage::Move(from, to) => {
            let message = messages.remove(from.index(count));
            messages.insert(to.index(count), message);
        }
        Damage::Insert(to, which) => {
            let strange = [
                json!({"role": "user", "content": "inserted"}),
                json!({"role": "user", "content": " \n"}),
                json!({"role": "assistant", "content": [{"type": "text", "text": "inserted"}]}),
                json!({"role": "robot"}),
                json!("text"),
                json!(null),
            ];
            messages.insert(to.index(count + 1), strange[which.index(strange.len())].clone());
        }
        Damage::Take(at, value) => {
            let message = &mut messages[at.index(count)];
            let Some(pointer) = chosen(message, value) else { return };
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            match message.pointer_mut(parent).unwrap() {
                Value::Array(items) => {
                    items.remove(key.parse().unwrap());
                }
                Value::Object(pairs) => {
                    pairs.remove(key);
                }
                _ => unreachable!(),
            }
        }
        Damage::Replace(at, value, by) => {
            let by = [json!(""), json!(" "), json!(null), json!(7), json!([]), json!({}), json!("{x"), json!("c1")]
                [by.index(8)]
            .clone();
            let message = &mut messages[at.index(count)];
            if let Some(pointer) = chosen(message, value) {
                *message.pointer_mut(&pointer).unwrap() = by;
            }
        }
        Damage::Truncate(at, value) => {
            let message = &mut messages[at.index(count)];
            if let Some(pointer) = chosen(message, value)
                && let Some(Value::String(text)) = message.pointer_mut(&pointer)
            {
                text.truncate(text.len() / 2);
            }
        }
        Damage::Stop(at) => messages.truncate(at.index(count) + 1),
    }
}

fn situation() -> impl Strategy<Value = Situation> {
    (prop::bool::weighted(0.2), prop::bool::weighted(0.3), prop::bool::weighted(0.3))
        .prop_map(|(in_flight, is_request, alternates)| Situation { in_flight, is_request, alternates })
}

/// All texts below the keys `text` and `content`, sorted.
fn texts(messages: &[Value], like: &str) -> Vec<String> {
    let mut all = Vec::new();
    for message in messages {
        let mut places = Vec::new();
        pointers(message, "", &mut places);
        for place in places {
            if let Some(text) = message.pointer(&place).and_then(Value::as_str) {
                all.extend(text.split("\n\n").filter(|text| text.starts_with(like)).map(str::to_owned));
            }
        }
    }
    all.sort();
    all
}

proptest! {
    #[test]
    fn a_valid_history_is_left_alone(turns in turns(), format in 0..FORMATS.len()) {
        let (format, build) = FORMATS[format];
        let history = build(&turns);
        prop_assert_eq!(found(format, &history, Situation::default()), Vec::<String>::new());
        let (same, repairs) = repaired(format, &history, Situation::default(), RepairOptions::default());
        prop_assert_eq!(same, history);
        prop_assert!(repairs.is_empty());
    }

    #[test]
    fn whatever_happened_to_it_a_history_becomes_valid(
        turns in turns(),
        format in 0..FORMATS.len(),
        damages in prop::collection::vec(damage(), 1..6),
        situation in situation(),
    ) {
        let (format, build) = FORMATS[format];
        let mut history = build(&turns);
        damages.iter().for_each(|damage| inflict(&mut history, damage));
        prop_assume!(!history.is_empty());
        let (valid, repairs) = repaired(format, &history, situation, RepairOptions::default());
        let left = found(format, &valid, situation);
        prop_assert!(left.is_empty(), "{left:?}\n{repairs:#?}\n{}\n{}", show(&history), show(&valid));
        let (again, more) = repaired(format, &valid, situation, RepairOptions::default());
        prop_assert_eq!(again, valid);
        prop_assert!(more.is_empty());
        let was_valid = found(format, &history, situation).is_empty();
        prop_assert_eq!(was_valid, repairs.is_empty());
        for repair in &repairs {
            let index = repair.path.strip_prefix("messages[").and_then(|rest| rest.split_once(']'));
            prop_assert!(
                repair.path == "messages" || index.is_some_and(|(at, _)| at.parse::<usize>().unwrap() < history.len()),
                "{repair:?}"
            );
            prop_assert!(repair.message.len() > 10);
        }
    }

    #[test]
    fn what_is_said_survives_and_so_do_results(
        turns in turns(),

        format in 0..FORMATS.len(),
        moves in prop::collection::vec((any::<Index>(), any::<Index>()), 0..4),
        dropped in prop::collection::vec(any::<Index>(), 0..3),
        alternates in any::<bool>(),
    ) {
        let (format, build) = FORMATS[format];
        // Without ids, results that were moved are taken for those of other calls of the tool.
        prop_assume!(format != "gemini" || turns.iter().all(|(with_ids, _)| *with_ids));
        let mut history = build(&turns);
        let situation = Situation { alternates, ..Situation::default() };
        for at in dropped {
            inflict(&mut history, &Damage::DropMessage(at));
        }
        for (from, to) in moves {
            inflict(&mut history, &Damage::Move(from, to));
        }
        prop_assume!(!history.is_empty());
        let (valid, repairs) = repaired(format, &history, situation, RepairOptions::default());
        for like in ["request", "reply", "You are"] {
            prop_assert_eq!(texts(&valid, like), texts(&history, like), "{:#?}", repairs);
        }
        // A result whose call is there is there still, and nothing else than results without a call is gone.
        let calls = texts(&history, "c");
        let mut outputs = texts(&history, "output");
        outputs.retain(|output| {
            let id = output.trim_start_matches("output ");
            calls.iter().filter(|text| *text == id).count() > 1 + usize::from(format == "pi")
                || history.iter().any(|message| is_models(message) && message.to_string().contains(&format!("\"{id}\"")))
        });
        prop_assert_eq!(texts(&valid, "output"), outputs);
        let kinds = ["displaced-result", "orphan-result", "missing-result", "no-user-message", "first-message", "format-rule", "same-role"];
        prop_assert!(repairs.iter().all(|repair| kinds.contains(&repair.kind)), "{repairs:#?}");
    }
}

fn is_models(message: &Value) -> bool {
    ["assistant", "model"].iter().any(|role| message["role"] == *role)
        || message["type"] == "ai"
        || message["id"][2] == "AIMessage"
}

fn show(messages: &[Value]) -> String {
    messages.iter().map(|message| format!("{message}\n")).collect()
}
