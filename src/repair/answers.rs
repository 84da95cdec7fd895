//! Results without a call are dropped, calls without a result are answered.

use super::draft::{Draft, Kind};
use super::pairs::pair;
use super::results::{behind_results, gathering, slot};
use crate::format::Answer;
use crate::json::quoted;
use crate::names::NameMap;
use crate::patch::{self, Op};
use crate::validity::Situation;
use crate::view::{Piece, Place};

/// What stands in the place of a result that was lost.
const INTERRUPTED: &str = "[no result: interrupted]";

/// Drops the results that no call waits for: a further one for the same call, and those whose call is not there.
pub(super) fn orphans(draft: &mut Draft<'_>, situation: Situation) {
    let mut found = Vec::new();
    for violation in draft.violations(situation) {
        if violation.rule == "C2" {
            let whole = draft.messages.get(violation.at).is_some_and(|message| message.has(Kind::Result));
            let part = draft.part_of(&violation).or(whole.then_some(0));
            let fact = part.and_then(|part| Some((part, draft.fact(violation.at, part)?)));
            found.extend(fact.filter(|(_, fact)| fact.kind == Kind::Result).map(|(part, _)| (violation.at, part)));
        }
    }
    let mut first_call: NameMap<usize> = NameMap::default();
    for (at, part) in draft.all(Kind::Call) {
        if let Some(fact) = draft.fact(at, part)
            && first_call.get(&fact.id).is_none()
        {
            first_call.set(&fact.id, at);
        }
    }
    for (at, part) in found.into_iter().rev() {
        let Some(fact) = draft.fact(at, part) else { continue };
        let name = quoted(if fact.id.is_empty() { &fact.name } else { &fact.id });
        let is_second = !fact.id.is_empty() && first_call.get(&fact.id).is_some_and(|call| *call < at);
        let (kind, why) = if is_second {
            ("duplicate-result", format!("a further result for the call {name} was left out: the first one stands"))
        } else {
            ("orphan-result", format!("the result of {name} was left out: its call is not there"))
        };
        draft.report(kind, at, Some(part), &why);
        draft.drop_part(at, part);
    }
}

/// Answers the calls that validity misses a result for.
pub(super) fn missing(draft: &mut Draft<'_>, situation: Situation) {
    pair(draft);
    let mut unanswered: Vec<(usize, Place)> = Vec::new();
    for violation in draft.violations(situation) {
        if violation.rule == "C3"
            && let Some(fact) = draft.part_of(&violation).and_then(|part| draft.fact(violation.at, part))
        {
            unanswered.push((violation.at, fact.place));
        }
    }
    // From the end, so that indices hold; the calls of one message in their order.
    unanswered.reverse();
    for group in unanswered.chunk_by_mut(|a, b| a.0 == b.0) {
        group.reverse();
        for (at, place) in group {
            let is_call = |fact: &super::draft::Fact| fact.kind == Kind::Call && fact.place == *place;
            let part = draft.messages.get(*at).and_then(|message| message.facts.iter().position(is_call));
            if let Some(part) = part.filter(|part| answer(draft, *at, *part)) {
                draft.report(
                    "missing-result",
                    *at,
                    Some(part),
                    "the call had no result and is answered as interrupted",
                );
            }
        }
    }
}

fn answer(draft: &mut Draft<'_>, at: usize, part: usize) -> bool {
    let (answer, key) = {
        let (Some(view), Some(message)) = (draft.view(at), draft.messages.get(at)) else { return false };
        let Some(seen) = view.parts.get(part) else { return false };
        let Piece::Call(call) = &seen.piece else { return false };
        (draft.lens.answer(&message.value, call, seen.place, INTERRUPTED), message.key)
    };
    let to = slot(draft, at);
    let (part, mut message) = match answer {
        Answer::Edit(ops) => return draft.edit(at, ops),
        Answer::Message(message) => {
            draft.insert(to, message);
            return true;
        }
        Answer::Part { part, message } => (part, message),
    };
    match gathering(draft, key, at) {
        Some(found) => match behind_results(draft, found) {
            Some((path, index)) => draft.add_part(found, (&path, index), part),
            None => false,
        },
        None => {
            let path = format!("/{}/0", draft.lens.content_field(&message));
            let added = patch::apply(&mut message, &Op::Add { path, value: part });
            draft.insert(to, message);
            // Further answers to this message's calls join it.
            for fact in draft.messages.get_mut(to).into_iter().flat_map(|message| &mut message.facts) {
                fact.call = Some(key);
            }
            added
        }
    }
}
