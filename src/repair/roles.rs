//! Who speaks: neighbours of one role, the first message and the last.

use super::draft::{Draft, Kind, Message};
use crate::format::{Results, Text, find, merge};
use crate::patch::Op;
use crate::settings::SummaryRole;
use crate::validity::{Situation, path_of};
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
    let mut at = draft.messages.len();
    for violation in draft.violations(situation).into_iter().rev() {
        // A fault may have two names.
        if violation.at < at && violation.path == path_of(violation.at, Place::WHOLE) && join(draft, violation.at) {
            at = violation.at;
        }
    }
}

/// Joins a message to the one before it, if they are of one side and the one before has no calls. Whether it was done.
pub(super) fn join(draft: &mut Draft<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let Some((first, second)) = draft.messages.get(before).zip(draft.messages.get(at)) else { return false };
    let is_next = draft.lens.rules().results == Results::Next;
    // Where results are parts of a message, it is the user's.
    let side = |role: Role| if is_next && role == Role::Tool { Role::User } else { role };
    let calls = first.facts.iter().any(|fact| fact.kind == Kind::Call && !fact.by_provider);
    let whole = |message: &Message<'_>| message.facts.iter().any(|fact| fact.place == Place::WHOLE);
    if side(first.role) != side(second.role) || calls || whole(first) || whole(second) {
        return false;
    }
    let mut ops = Vec::new();
    let content = draft.lens.content_field(&first.value);
    let lacks = |message: &Message<'_>, field: &str| find(&message.value, field).is_none_or(Value::is_null);
    if !lacks(first, content) && !lacks(second, content) {
        ops = merge(draft.lens, &Value::Array(vec![first.value.clone(), second.value.clone()]));
        ops.pop();
    }
    // What else the first one has goes along where its place is free.
    for fact in &first.facts {
        let field = fact.place.field;
        let (from, path) = (["/0/", field].concat(), ["/1/", field].concat());
        let is_moved = ops.iter().any(|op| matches!(op, Op::Move { path: to, .. } if *to == path));
        if !is_moved && lacks(second, field) {
            ops.push(Op::Move { from, path });
        }
    }
    ops.push(Op::Remove { path: "/0".into() });
    draft.report("same-role", at, None, &["the message was joined to the one before it, of the same role"]);
    draft.join(before, ops);
    true
}

/// Sees to it that the user speaks, and first where the format wants it.
pub(super) fn first(draft: &mut Draft<'_>, situation: Situation) {
    let user_first = draft.lens.rules().user_first;
    let instructs = |message: &Message<'_>| message.role.instructs();
    let at = draft.messages.iter().take_while(|message| instructs(message)).count();
    let others = draft.messages.get(at).is_some_and(|message| message.role != Role::User);
    let mut kind = "";
    for violation in &draft.violations(situation) {
        if violation.rule == "C1" {
            kind = "no-user-message";
        } else if kind.is_empty() && others && violation.at == at && [user_first, "S1"].contains(&violation.rule) {
            kind = "first-message";
        }
    }
    if kind.is_empty() {
        return;
    }
    let path = draft.messages.get(at).and_then(|message| message.origin);
    let path = path.map_or_else(|| "messages".to_owned(), |at| path_of(at, Place::WHOLE));
    let why = "the user does not speak first here, so that a message says that the start is not available";
    draft.note(kind, path, &[why]);
    draft.insert(at, said(draft, NO_START));
}

/// Sees to it that a request does not end with the model's words, where the format wants it.
pub(super) fn last(draft: &mut Draft<'_>, situation: Situation) {
    let Some(last) = draft.messages.last() else { return };
    let inside = draft.lens.rules().results == Results::Inside;
    let calls = !inside && last.facts.iter().any(|fact| fact.kind == Kind::Call && !fact.by_provider);
    if !situation.is_request || last.role != Role::Assistant || calls {
        return;
    }
    // What is wrong with the last message only because nothing follows it.
    let at = draft.messages.len();
    let count = |situation| draft.violations(situation).iter().filter(|violation| violation.at + 1 == at).count();
    if count(situation) > count(Situation { is_request: false, ..situation }) {
        let why = "the model speaks last, so that a message asks it to continue";
        draft.report("last-message", at - 1, None, &[why]);
        draft.insert(at, said(draft, CONTINUE));
    }
}

fn said(draft: &Draft<'_>, text: &str) -> Value<'static> {
    let id = ["repaired-", draft.keys().to_string().as_str()].concat();
    let form =
        draft.messages.iter().find_map(|message| draft.lens.view(&message.value).ok()).map_or(0, |view| view.form);
    draft.lens.text_message(&Text { text, role: SummaryRole::User, time: 0.0, id: &id, form })
}
