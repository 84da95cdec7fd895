//! Who speaks: neighbours of one role, the first message and the last.

use super::draft::{Draft, Kind};
use crate::format::Text;
use crate::patch::Op;
use crate::settings::SummaryRole;
use crate::validity::Situation;
use crate::value::Value;
use crate::view::{Place, Role};

/// What the user is taken to have said where the start is not there.
const NO_START: &str = "[The conversation's start is not available.]";
/// What asks the model to go on.
const CONTINUE: &str = "Continue.";

/// Joins a message to the one before it, where the server wants the roles to alternate.
pub(super) fn same(draft: &mut Draft<'_>, situation: Situation) {
    if !situation.alternates {
        return;
    }
    for violation in draft.violations(situation).into_iter().rev() {
        let whole = |at: usize| {
            draft.messages.get(at).is_none_or(|message| message.facts.iter().any(|fact| fact.place == Place::WHOLE))
        };
        if let ("S1", Some(before)) = (violation.rule, violation.at.checked_sub(1))
            && !whole(before)
            && !whole(violation.at)
        {
            draft.report("same-role", violation.at, None, "the message was joined to the one before, of the same role");
            join(draft, before, violation.at);
        }
    }
}

/// Joins two messages; the second goes.
pub(super) fn join(draft: &mut Draft<'_>, first: usize, second: usize) {
    let Some((head, tail)) = draft.messages.get(first).zip(draft.messages.get(second)) else { return };
    let mut fields = vec![draft.lens.content_field(&head.value)];
    for fact in &tail.facts {
        if !fields.contains(&fact.place.field) {
            fields.push(fact.place.field);
        }
    }
    for field in fields {
        join_field(draft, field, first, second);
    }
    draft.drop_message(second);
    draft.refresh(first);
}

fn join_field(draft: &mut Draft<'_>, field: &'static str, first: usize, second: usize) {
    let path = format!("/{field}");
    let value = |draft: &Draft<'_>, at: usize| -> Shape {
        let message = draft.messages.get(at).map(|message| &message.value);
        match message.and_then(|message| field.split('/').try_fold(message, |value, key| value.get(key))) {
            Some(Value::String(text)) => Shape::Text(text.to_string()),
            Some(Value::Array(items)) => Shape::Items(items.len()),
            None | Some(Value::Null) => Shape::Nothing,
            Some(_) => Shape::Other,
        }
    };
    match (value(draft, first), value(draft, second)) {
        (_, Shape::Nothing | Shape::Other) => {}
        (Shape::Nothing, _) => {
            draft.carry((second, &path), (first, &path));
        }
        // Servers with templates of this kind often take text only: two texts stay one.
        (Shape::Text(text), Shape::Text(more)) => {
            let value = Value::text(format!("{text}\n\n{more}"));
            draft.edit(first, vec![Op::Replace { path, value }]);
        }
        (Shape::Text(_), Shape::Items(count)) => {
            let aside = format!("/{field}~0parts");
            let parts = Value::Array(vec![draft.lens.text_part("")]);
            let ops = vec![
                Op::Add { path: aside.clone(), value: parts },
                Op::Move { from: path.clone(), path: format!("{aside}/0/text") },
                Op::Move { from: aside, path: path.clone() },
            ];
            draft.edit(first, ops);
            carry_items(draft, &path, count, first, second);
        }
        (Shape::Items(_), Shape::Items(count)) => carry_items(draft, &path, count, first, second),
        (Shape::Items(count), Shape::Text(_)) => {
            let part = draft.lens.text_part("");
            draft.edit(first, vec![Op::Add { path: format!("{path}/-"), value: part }]);
            draft.carry((second, &path), (first, &format!("{path}/{count}/text")));
        }
        (Shape::Other, _) => {}
    }
}

/// What a field holds.
enum Shape {
    Nothing,
    Text(String),
    Items(usize),
    Other,
}

fn carry_items(draft: &mut Draft<'_>, path: &str, count: usize, first: usize, second: usize) {
    for _ in 0..count {
        draft.carry((second, &format!("{path}/0")), (first, &format!("{path}/-")));
    }
}

/// Sees to it that the user speaks, and first where the format wants it.
pub(super) fn first(draft: &mut Draft<'_>, situation: Situation) {
    let user_first = draft.lens.rules().user_first;
    let instructs = |message: &super::draft::Message<'_>| matches!(message.role, Role::System | Role::Developer);
    let at = draft.messages.iter().take_while(|message| instructs(message)).count();
    let mut kind = "";
    for violation in draft.violations(situation) {
        if violation.rule == "C1" {
            kind = "no-user-message";
        // The rule may be named like the one on the last message.
        } else if kind.is_empty() && !user_first.is_empty() && violation.rule == user_first && violation.at == at {
            kind = "first-message";
        }
    }
    if kind.is_empty() {
        return;
    }
    let path = draft.messages.get(at).and_then(|message| message.origin);
    let path = path.map_or_else(|| "messages".to_owned(), |at| crate::validity::path_of(at, Place::WHOLE));
    draft.note(
        kind,
        path,
        "the user does not speak first here, so that a message says that the start is not available",
    );
    draft.insert(at, said(draft, NO_START));
}

/// Sees to it that a request does not end with the model's words, where the format wants it.
pub(super) fn last(draft: &mut Draft<'_>, situation: Situation) {
    let user_last = draft.lens.rules().user_last;
    let at = draft.messages.len();
    let is_open = draft.messages.last().is_none_or(|last| situation.in_flight && last.has(Kind::Call));
    if user_last.is_empty() || is_open {
        return;
    }
    if draft.violations(situation).iter().any(|violation| violation.rule == user_last && violation.at + 1 == at) {
        draft.report("last-message", at - 1, None, "the model speaks last, so that a message asks it to continue");
        draft.insert(at, said(draft, CONTINUE));
    }
}

fn said(draft: &Draft<'_>, text: &str) -> Value<'static> {
    let id = format!("repaired-{}", draft.keys());
    draft.lens.text_message(&Text { text, role: SummaryRole::User, time: 0.0, id: &id })
}
