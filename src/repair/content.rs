//! What says nothing is dropped, and reasoning that providers no longer accept.

use super::draft::{Draft, Kind};
use crate::validity::Situation;
use crate::view::{Bond, Place, Role};

/// Drops blank texts that a rule forbids, and messages without content.
pub(super) fn blank(draft: &mut Draft<'_>, situation: Situation) {
    // Index, part, and the message's key: one that is gone already leaves its index to the next.
    let mut found: Vec<(usize, Option<usize>, usize)> = Vec::new();
    for violation in draft.violations(situation) {
        let Some(key) = draft.messages.get(violation.at).map(|message| message.key) else { continue };
        let part = draft.part_of(&violation);
        let is_blank = |part: usize| {
            let fact = draft.fact(violation.at, part);
            fact.is_some_and(|fact| fact.kind == Kind::Text { blank: true } && fact.place != Place::WHOLE)
        };
        if part.is_some_and(is_blank) {
            found.push((violation.at, part, key));
        } else if violation.rule == "C6" {
            found.push((violation.at, None, key));
        }
    }
    // By their places, from the end, so that indices hold; a message behind its parts.
    let sorted = crate::order::sorted(found.len(), &mut |a, b| found.get(a) > found.get(b));
    let mut last = None;
    for item in sorted.into_iter().filter_map(|at| found.get(at).copied()) {
        if last.replace(item) == Some(item) {
            continue;
        }
        if draft.messages.get(item.0).is_none_or(|message| message.key != item.2) {
            continue;
        }
        match item {
            (at, Some(part), _) => {
                draft.report("blank-text", at, Some(part), "a blank text was left out");
                draft.drop_part(at, part);
            }
            (at, None, _) => {
                draft.report("empty-message", at, None, "a message without content was left out");
                draft.drop_message(at);
            }
        }
    }
}

/// Drops reasoning that is bound to all before it, from an edit on. A tool loop that is still open at the end keeps its
/// own: there, a provider wants it.
pub(super) fn bound_thinking(draft: &mut Draft<'_>, edited_at: Option<usize>) {
    let Some(edited) = edited_at else { return };
    let end = open_loop(draft);
    for (at, part) in draft.all(Kind::Thinking(Bond::Prefix)).into_iter().rev() {
        let origin = draft.messages.get(at).and_then(|message| message.origin);
        if at < end && origin.is_some_and(|origin| origin >= edited) {
            let why = "reasoning was left out: the messages before it are no longer those that it is bound to";
            draft.report("bound-thinking", at, Some(part), why);
            draft.drop_part(at, part);
        }
    }
}

/// Where the tool loop begins that is still open at the end; the number of messages where none is.
fn open_loop(draft: &Draft<'_>) -> usize {
    let is_open = draft
        .messages
        .last()
        .is_some_and(|last| last.has(Kind::Result) || last.has(Kind::Call) || last.role == Role::Tool);
    let messages = draft.messages.len();
    if !is_open {
        return messages;
    }
    let starts = |message: &super::draft::Message<'_>| message.starts_turn && !message.has(Kind::Result);
    draft.messages.iter().rposition(starts).unwrap_or(0)
}
