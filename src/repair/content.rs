//! What says nothing is dropped, and reasoning that providers no longer accept.

use super::draft::{Draft, Kind};
use crate::order;
use crate::validity::Situation;
use crate::view::{Place, Role};

/// Drops blank texts that a rule forbids, and messages without content.
pub(super) fn blank(draft: &mut Draft<'_>, situation: Situation) {
    // The message, the number of its part (0 for the whole), and the message's key: one that is gone already leaves its
    // index to the next.
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    for violation in &draft.violations(situation) {
        let Some(key) = draft.messages.get(violation.at).map(|message| message.key) else { continue };
        let part = draft.part_of(violation).unwrap_or(usize::MAX);
        let fact = draft.fact(violation.at, part);
        if fact.is_some_and(|fact| fact.kind == Kind::Blank && fact.place != Place::WHOLE) {
            found.push((violation.at, part + 1, key));
        } else if violation.rule == "C6" {
            found.push((violation.at, 0, key));
        }
    }
    // By their places, from the end, so that indices hold; a message behind its parts.
    let mut last = None;
    for place in order::sorted(found.len(), &mut |a, b| found.get(a) > found.get(b)) {
        let Some(item) = found.get(place).copied() else { continue };
        let (at, number, key) = item;
        if last.replace(item) == Some(item) || draft.messages.get(at).is_none_or(|message| message.key != key) {
            continue;
        }
        match number {
            0 => {
                draft.report("empty-message", at, None, &["a message without content was left out"]);
                draft.drop_message(at);
            }
            part => {
                draft.report("blank-text", at, Some(part - 1), &["a blank text was left out"]);
                draft.drop_part(at, part - 1);
            }
        }
    }
}

/// Drops reasoning that is bound to all before it, from an edit on. A tool loop that is still open at the end keeps its
/// own: there, a provider wants it.
pub(super) fn bound_thinking(draft: &mut Draft<'_>, edited_at: Option<usize>) {
    let Some(edited) = edited_at else { return };
    for at in (0..open_loop(draft)).rev() {
        let Some(message) = draft.messages.get(at) else { continue };
        if message.origin.is_none_or(|origin| origin < edited) {
            continue;
        }
        for part in (0..message.facts.len()).rev() {
            if draft.is(at, part, Kind::Bound) {
                let why = "reasoning was left out: the messages before it are no longer those that it is bound to";
                draft.report("bound-thinking", at, Some(part), &[why]);
                draft.drop_part(at, part);
            }
        }
    }
}

/// Where the tool loop begins that is still open at the end; the number of messages where none is.
fn open_loop(draft: &Draft<'_>) -> usize {
    let messages = &draft.messages;
    let Some(last) = messages.last() else { return 0 };
    if !last.has(Kind::Result) && !last.has(Kind::Call) && last.role != Role::Tool {
        return messages.len();
    }
    messages.iter().rposition(|message| message.starts_turn && !message.has(Kind::Result)).unwrap_or(0)
}
