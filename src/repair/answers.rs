//! Results without a call are dropped, calls without a result are answered.

use super::draft::{Draft, Kind, NONE, Spot};
use super::pairs::pair;
use super::results::{behind_results, gathering, slot};
use crate::format::Answer;
use crate::order;
use crate::patch;
use crate::validity::Situation;
use crate::view::{Piece, Place};

/// What stands in the place of a result that was lost.
const INTERRUPTED: &str = "[no result: interrupted]";

/// Drops the results that no call waits for: a further one for the same call, and those whose call is not there.
pub(super) fn orphans(draft: &mut Draft<'_>, situation: Situation) {
    let mut found = Vec::new();
    for violation in &draft.violations(situation) {
        // A result that is a whole message is its first part.
        let part = draft.part_of(violation).unwrap_or(0);
        if violation.rule == "C2" && draft.is(violation.at, part, Kind::Result) {
            found.push((violation.at, part));
        }
    }
    // The first message that calls by each id.
    let mut first_call = vec![usize::MAX; draft.names.len()];
    for Spot { at, fact, .. } in draft.spots() {
        if let Some(first) = first_call.get_mut(fact.id)
            && fact.kind == Kind::Call
        {
            *first = at.min(*first);
        }
    }
    for (at, part) in found.iter().rev() {
        let Some(fact) = draft.fact(*at, *part) else { continue };
        let is_second = fact.id != NONE && first_call.get(fact.id).is_some_and(|call| call < at);
        let (kind, before, behind) = if is_second {
            ("duplicate-result", "a further result for the call ", " was left out: the first one stands")
        } else {
            ("orphan-result", "the result of ", " was left out: its call is not there")
        };
        draft.report(kind, *at, Some(*part), &[before, &draft.named(&fact), behind]);
        draft.drop_part(*at, *part);
    }
}

/// Answers the calls that validity misses a result for.
pub(super) fn missing(draft: &mut Draft<'_>, situation: Situation) {
    pair(draft);
    let mut unanswered = Vec::new();
    for violation in &draft.violations(situation) {
        if violation.rule == "C3"
            && let Some(part) = draft.part_of(violation)
            && let Some(fact) = draft.fact(violation.at, part)
        {
            unanswered.push((violation.at, fact.place));
        }
    }
    // From the end, so that indices hold; the calls of one message in their order.
    let is_before = |a: Option<&(usize, Place)>, b: Option<&(usize, Place)>| a.map(|a| a.0) > b.map(|b| b.0);
    for index in order::sorted(unanswered.len(), &mut |a, b| is_before(unanswered.get(a), unanswered.get(b))) {
        let Some((at, place)) = unanswered.get(index).copied() else { continue };
        let Some(message) = draft.messages.get(at) else { continue };
        let part = message.facts.iter().position(|fact| fact.kind == Kind::Call && fact.place == place);
        if let Some(part) = part.filter(|part| answer(draft, at, *part)) {
            let why = "the call had no result and is answered as interrupted";
            draft.report("missing-result", at, Some(part), &[why]);
        }
    }
}

fn answer(draft: &mut Draft<'_>, at: usize, part: usize) -> bool {
    let Some(key) = draft.messages.get(at).map(|message| message.key) else { return false };
    let answer = draft.look(at, part, &|message, part| match &part.piece {
        Piece::Call(call) => Some(draft.lens.answer(message, call, part.place, INTERRUPTED)),
        _ => None,
    });
    let to = slot(draft, at);
    let (part, mut message) = match answer {
        None => return false,
        Some(Answer::Edit(ops)) => return draft.edit(at, ops),
        Some(Answer::Message(message)) => {
            draft.insert(to, message);
            return true;
        }
        Some(Answer::Part { part, message }) => (part, message),
    };
    match gathering(draft, key, at) {
        Some(found) => match behind_results(draft, found) {
            Some((path, index)) => draft.add_part(found, path, index, part),
            None => false,
        },
        None => {
            let path = ["/", draft.lens.content_field(&message), "/0"].concat();
            let is_added = patch::add(&mut message, &path, part);
            draft.insert(to, message);
            // Further answers to this message's calls join it.
            if let Some(message) = draft.messages.get_mut(to) {
                for fact in &mut message.facts {
                    fact.call = Some(key);
                }
            }
            is_added
        }
    }
}
