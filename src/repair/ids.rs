//! The ids of calls and results: those that are missing are given, those that come twice are renamed, in the call and its
//! result alike.

use super::draft::{Draft, Fact, Kind, Spot};
use super::pairs::{agree, take, take_newest};
use crate::names::{NameMap, Names};
use crate::patch::Op;
use crate::value::Value;

/// An id to be written: message, part, id.
type Written = Vec<(usize, usize, String)>;

/// Gives ids to calls and results without one. Where only one of the two has lost its id, it gets the other's.
pub(super) fn missing(draft: &mut Draft<'_>) {
    if !draft.lens.rules().needs_ids {
        return;
    }
    let spots = draft.spots();
    let mut ids = Ids::of(&spots);
    let mut left: NameMap<usize> = NameMap::default();
    let mut called = Names::default();
    for Spot { fact, .. } in &spots {
        match fact.kind {
            Kind::Call => {
                called.add(&fact.id);
            }
            Kind::Result => left.slot(&fact.id).into_iter().for_each(|count| *count += 1),
            _ => {}
        }
    }
    let mut open: Vec<Spot<'_>> = Vec::new();
    let mut written = Written::new();
    for spot in &spots {
        let fact = spot.fact;
        if fact.kind == Kind::Call {
            open.push(*spot);
        }
        if fact.kind != Kind::Result {
            continue;
        }
        left.slot(&fact.id).into_iter().for_each(|count| *count -= 1);
        let nameless = |call: &Fact| call.id.is_empty() && agree(call, fact);
        if fact.id.is_empty() {
            let waits = |call: &Fact| left.get(&call.id).is_none_or(|count| *count == 0) && agree(call, fact);
            if let Some(call) = take(&mut open, &nameless).or_else(|| take(&mut open, &waits)) {
                let mut id = call.fact.id.clone();
                if id.is_empty() {
                    id = ids.fresh();
                    written.push((call.at, call.part, id.clone()));
                }
                written.push((spot.at, spot.part, id));
            }
        } else if let Some(newest) = open.iter().rposition(|open| open.fact.id == fact.id) {
            open.remove(newest);
        } else if !called.has(&fact.id)
            && let Some(call) = take(&mut open, &nameless)
        {
            called.add(&fact.id);
            written.push((call.at, call.part, fact.id.clone()));
        }
    }
    for call in open {
        if call.fact.id.is_empty() {
            written.push((call.at, call.part, ids.fresh()));
        }
    }
    write(draft, written, "missing-id", "it had no id and was given ");
}

/// Renames ids that an earlier call has, where the format wants them to be unique.
pub(super) fn duplicate(draft: &mut Draft<'_>) {
    if draft.lens.rules().unique_ids.is_empty() {
        return;
    }
    let spots = draft.spots();
    let mut ids = Ids::of(&spots);
    let mut seen = Names::default();
    let mut open: Vec<Spot<'_>> = Vec::new();
    let mut written = Written::new();
    for spot in &spots {
        let fact = spot.fact;
        if fact.kind == Kind::Call && !fact.id.is_empty() {
            // An id that is the tool's name is none: the older form of calls.
            if fact.id != fact.name && !seen.is_new(&fact.id) {
                written.push((spot.at, spot.part, ids.fresh()));
            }
            open.push(*spot);
        } else if fact.kind == Kind::Result
            && let Some(call) = take_newest(&mut open, &fact.id)
            && let Some(id) = written.iter().rfind(|(at, part, _)| (*at, *part) == (call.at, call.part))
        {
            let id = id.2.clone();
            written.push((spot.at, spot.part, id));
        }
    }
    write(draft, written, "duplicate-id", "its id was that of an earlier call and is now ");
}

fn write(draft: &mut Draft<'_>, written: Written, kind: &'static str, why: &str) {
    for (at, part, id) in written {
        let mut ops = Vec::new();
        if let Some(path) = draft.look(at, part, &|message, part| draft.lens.id_pointer(message, part)) {
            ops.push(Op::Add { path, value: Value::text(id.clone()) });
        }
        if draft.edit(at, ops) {
            draft.report(kind, at, Some(part), &[why, &id]);
        }
    }
}

/// The ids that there are, and new ones: of nine letters and digits, which all servers take.
struct Ids {
    taken: Names,
    last: usize,
}

impl Ids {
    fn of(spots: &[Spot<'_>]) -> Self {
        let mut taken = Names::default();
        for spot in spots {
            taken.add(&spot.fact.id);
        }
        Self { taken, last: 0 }
    }

    fn fresh(&mut self) -> String {
        loop {
            self.last += 1;
            let number = self.last.to_string();
            let zeros = "00000".get(number.len()..).unwrap_or_default();
            let id = ["call", zeros, &number].concat();
            if self.taken.is_new(&id) {
                return id;
            }
        }
    }
}
