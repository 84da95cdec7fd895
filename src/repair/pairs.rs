//! Which result answers which call, also where one of them stands in the wrong place.

use super::draft::{Draft, Fact, Kind, NONE, Spot};

/// Notes at each result whose call it answers. The first result of a call has it; a result that stands before its call has
/// it where no result behind the call has.
pub(super) fn pair(draft: &mut Draft<'_>) {
    let needs_ids = draft.lens.rules().needs_ids;
    let mut called = vec![false; draft.names.len()];
    let mut open: Vec<Spot> = Vec::new();
    let mut early: Vec<Spot> = Vec::new();
    for spot in draft.spots() {
        let fact = spot.fact;
        if fact.kind == Kind::Call {
            mark(&mut called, fact.id);
            open.push(spot);
        } else if fact.kind == Kind::Result {
            let call = take_newest(&mut open, fact.id).or_else(|| {
                // Where one of the two may have no id, the oldest of its name.
                take(&mut open, &|call| {
                    let (lacks, nameless) = (call.fact.id == NONE, fact.id == NONE);
                    (if needs_ids { lacks && nameless } else { lacks || nameless }) && agree(&call.fact, &fact)
                })
            });
            note(draft, spot, call);
            if call.is_none() && (fact.id == NONE || called.get(fact.id) == Some(&false)) {
                early.push(spot);
            }
        }
    }
    for spot in early {
        let fact = spot.fact;
        let call = take(&mut open, &|call| {
            let is_later = call.at > spot.at;
            is_later && if fact.id == NONE { !needs_ids && agree(&call.fact, &fact) } else { call.fact.id == fact.id }
        });
        note(draft, spot, call);
    }
}

fn note(draft: &mut Draft<'_>, result: Spot, call: Option<Spot>) {
    let key = call.and_then(|call| draft.messages.get(call.at)).map(|message| message.key);
    if let Some(fact) = draft.fact_mut(result.at, result.part) {
        fact.call = key;
    }
}

/// Marks the name of a number; false where it was marked already.
pub(super) fn mark(marks: &mut [bool], name: usize) -> bool {
    marks.get_mut(name).is_some_and(|mark| !std::mem::replace(mark, true))
}

/// Takes the first call out of a list that fits.
pub(super) fn take(open: &mut Vec<Spot>, fits: &dyn Fn(&Spot) -> bool) -> Option<Spot> {
    let found = open.iter().position(fits)?;
    Some(open.remove(found))
}

/// Takes out the first call of an id in the newest message that calls by it.
pub(super) fn take_newest(open: &mut Vec<Spot>, id: usize) -> Option<Spot> {
    let newest = open.iter().rfind(|call| call.fact.id == id && id != NONE)?.at;
    take(open, &|call| call.at == newest && call.fact.id == id)
}

/// Whether a call and a result may be of the same tool.
pub(super) fn agree(call: &Fact, result: &Fact) -> bool {
    result.name == NONE || call.name == NONE || result.name == call.name
}
