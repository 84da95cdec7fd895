//! Random histories, damaged at random: what is repaired is valid, and nothing is lost that was not at fault.

use epitome::repair::{Repair, RepairOptions};
use epitome::validity::Situation;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::build::{FORMATS, build, has_ids, turns};
use super::repaired;
use crate::rust::validity::found;

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
    (prop::bool::weighted(0.2), prop::bool::weighted(0.3), prop::bool::weighted(0.3)).prop_map(
        |(in_flight, is_request, alternates)| {
            // A request has no calls in flight.
            Situation { in_flight: in_flight && !is_request, is_request, alternates }
        },
    )
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
        let (format, history) = build(format, &turns);
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
        let (format, mut history) = build(format, &turns);
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
        prop_assume!(has_ids(format));
        let (format, mut history) = build(format, &turns);
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
        let mut outputs = texts(&history, "output c");
        outputs.retain(|output| calls(&history, output.trim_start_matches("output ")));
        prop_assert_eq!(texts(&valid, "output c"), outputs, "{:#?}", repairs);
        let kinds = ["displaced-result", "orphan-result", "missing-result", "no-user-message", "first-message", "same-role"];
        // Reasoning of OpenAI goes where the item behind it went.
        let mends = |note: &str| note.contains("(R3)") || !note.ends_with("left out");
        let is_known = |repair: &Repair| {
            kinds.contains(&repair.kind) || repair.kind == "format-rule" && mends(&repair.message)
        };
        prop_assert!(repairs.iter().all(is_known), "{repairs:#?}");
    }
}

/// Whether the model calls by an id.
fn calls(messages: &[Value], id: &str) -> bool {
    let asks = |value: &Value| {
        let keys = ["id", "call_id", "toolCallId"];
        let has = |key: &&str| value.get(key).is_some();
        let is_answer = ["output", "response", "isError"].iter().any(has) && value.get("input").is_none();
        !is_answer && keys.iter().any(|key| value[*key] == id)
    };
    messages.iter().any(|message| {
        let mut places = vec![String::new()];
        pointers(message, "", &mut places);
        places.iter().any(|place| asks(message.pointer(place).unwrap()))
    })
}

fn show(messages: &[Value]) -> String {
    messages.iter().map(|message| format!("{message}\n")).collect()
}
