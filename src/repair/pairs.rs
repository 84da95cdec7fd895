//! Which result answers which call, also where one of them stands in the wrong place.

use super::draft::{Draft, Fact, Kind};
use crate::names::Names;

/// Notes at each result whose call it answers. The first result of a call has it; a result that stands before its call has
/// it where no result behind the call has.
pub(super) fn pair(draft: &mut Draft<'_>) {
    let needs_ids = draft.lens.rules().needs_ids;
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut early: Vec<(usize, usize)> = Vec::new();
    let mut pairs: Vec<((usize, usize), usize)> = Vec::new();
    let mut called = Names::default();
    for (at, message) in draft.messages.iter().enumerate() {
        for (part, fact) in message.facts.iter().enumerate() {
            match fact.kind {
                Kind::Call => {
                    called.add(&fact.id);
                    open.push((at, part));
                }
                Kind::Result => match partner(draft, &open, fact, needs_ids) {
                    Some(found) => pairs.push(((at, part), open.remove(found).0)),
                    None if fact.id.is_empty() || !called.has(&fact.id) => early.push((at, part)),
                    None => {}
                },
                _ => {}
            }
        }
    }
    for (at, part) in early {
        let later = |&(call_at, call_part): &(usize, usize)| {
            let (Some(call), Some(result)) = (draft.fact(call_at, call_part), draft.fact(at, part)) else {
                return false;
            };
            call_at > at && if result.id.is_empty() { !needs_ids && agree(call, result) } else { call.id == result.id }
        };
        if let Some(found) = open.iter().position(later) {
            pairs.push(((at, part), open.remove(found).0));
        }
    }
    for message in &mut draft.messages {
        for fact in &mut message.facts {
            fact.call = None;
        }
    }
    for ((at, part), call_at) in pairs {
        let key = draft.messages.get(call_at).map(|message| message.key);
        if let Some(fact) = draft.messages.get_mut(at).and_then(|message| message.facts.get_mut(part)) {
            fact.call = key;
        }
    }
}

/// Which of the open calls a result answers: the newest message's first of its id; else, where one of the two may have no
/// id, the oldest of its name.
fn partner(draft: &Draft<'_>, open: &[(usize, usize)], result: &Fact, needs_ids: bool) -> Option<usize> {
    let call = |found: &(usize, usize)| draft.fact(found.0, found.1);
    if !result.id.is_empty() {
        let same = |found: &(usize, usize)| call(found).is_some_and(|call| call.id == result.id);
        if let Some(newest) = open.iter().rev().find(|found| same(found)).map(|found| found.0) {
            return open.iter().position(|found| found.0 == newest && same(found));
        }
    }
    open.iter().position(|found| {
        call(found).is_some_and(|call| {
            let (lacks, nameless) = (call.id.is_empty(), result.id.is_empty());
            (if needs_ids { lacks && nameless } else { lacks || nameless }) && agree(call, result)
        })
    })
}

/// Whether a call and a result may be of the same tool.
pub(super) fn agree(call: &Fact, result: &Fact) -> bool {
    result.name.is_empty() || call.name.is_empty() || result.name == call.name
}
