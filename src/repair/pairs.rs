//! Which result answers which call, also where one of them stands in the wrong place.

use super::draft::{Draft, Fact, Kind, Spot};
use crate::names::Names;

/// Notes at each result whose call it answers. The first result of a call has it; a result that stands before its call has
/// it where no result behind the call has.
pub(super) fn pair(draft: &mut Draft<'_>) {
    let needs_ids = draft.lens.rules().needs_ids;
    let spots = draft.spots();
    let mut open: Vec<Spot<'_>> = Vec::new();
    let mut early: Vec<Spot<'_>> = Vec::new();
    // Message and part of each result, and the index of its call's message.
    let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
    let mut called = Names::default();
    for spot in &spots {
        let fact = spot.fact;
        if fact.kind == Kind::Call {
            called.add(&fact.id);
            open.push(*spot);
        } else if fact.kind == Kind::Result {
            if let Some(call) = partner(&mut open, fact, needs_ids) {
                pairs.push((spot.at, spot.part, call.at));
            } else if fact.id.is_empty() || !called.has(&fact.id) {
                early.push(*spot);
            }
        }
    }
    for Spot { at, part, fact } in early {
        let found = open.iter().position(|call| {
            let is_later = call.at > at;
            is_later && if fact.id.is_empty() { !needs_ids && agree(call.fact, fact) } else { call.fact.id == fact.id }
        });
        if let Some(found) = found {
            pairs.push((at, part, open.remove(found).at));
        }
    }
    for message in &mut draft.messages {
        for fact in &mut message.facts {
            fact.call = None;
        }
    }
    for (at, part, call) in pairs {
        let key = draft.messages.get(call).map(|message| message.key);
        if let Some(fact) = draft.fact_mut(at, part) {
            fact.call = key;
        }
    }
}

/// Takes out the open call that a result answers: the newest message's first of its id; else, where one of the two may have
/// no id, the oldest of its name.
fn partner<'d>(open: &mut Vec<Spot<'d>>, result: &Fact, needs_ids: bool) -> Option<Spot<'d>> {
    take_newest(open, &result.id).or_else(|| {
        take(open, &|call| {
            let (lacks, nameless) = (call.id.is_empty(), result.id.is_empty());
            (if needs_ids { lacks && nameless } else { lacks || nameless }) && agree(call, result)
        })
    })
}

/// Takes the first call out of a list that fits.
pub(super) fn take<'d>(open: &mut Vec<Spot<'d>>, fits: &dyn Fn(&Fact) -> bool) -> Option<Spot<'d>> {
    let found = open.iter().position(|call| fits(call.fact))?;
    Some(open.remove(found))
}

/// Takes out the first call of an id in the newest message that calls by it.
pub(super) fn take_newest<'d>(open: &mut Vec<Spot<'d>>, id: &str) -> Option<Spot<'d>> {
    let same = |call: &&Spot<'_>| call.fact.id == id && !id.is_empty();
    let newest = open.iter().rfind(same)?.at;
    let found = open.iter().position(|call| call.at == newest && same(&call))?;
    Some(open.remove(found))
}

/// Whether a call and a result may be of the same tool.
pub(super) fn agree(call: &Fact, result: &Fact) -> bool {
    result.name.is_empty() || call.name.is_empty() || result.name == call.name
}
