//! The ids of calls and results: those that are missing are given, those that come twice are renamed, in the call and its
//! result alike.

use super::draft::{Draft, Fact, Kind, NONE, Spot};
use super::pairs::{agree, mark, take, take_newest};
use crate::patch::Op;
use crate::value::Value;

/// Gives ids to calls and results without one. Where only one of the two has lost its id, it gets the other's.
pub(super) fn missing(draft: &mut Draft<'_>) {
    if !draft.lens.rules().needs_ids {
        return;
    }
    let mut ids = Ids::of(draft);
    let spots = draft.spots();
    // By ids: how many results are still to come, and whether there is a call.
    let mut left = vec![0_usize; draft.names.len()];
    let mut called = vec![false; draft.names.len()];
    for Spot { fact, .. } in &spots {
        if fact.kind == Kind::Call {
            mark(&mut called, fact.id);
        }
        if fact.kind == Kind::Result
            && let Some(count) = left.get_mut(fact.id)
        {
            *count += 1;
        }
    }
    let mut open: Vec<Spot> = Vec::new();
    for spot in &spots {
        let fact = spot.fact;
        if fact.kind == Kind::Call {
            open.push(*spot);
        }
        if fact.kind != Kind::Result {
            continue;
        }
        if let Some(count) = left.get_mut(fact.id) {
            *count -= 1;
        }
        let nameless = |call: &Spot| call.fact.id == NONE && agree(&call.fact, &fact);
        let waits = |call: &Spot| left.get(call.fact.id).is_none_or(|count| *count == 0) && agree(&call.fact, &fact);
        if fact.id == NONE {
            if let Some(call) = take(&mut open, &nameless).or_else(|| take(&mut open, &waits)) {
                let mut id = call.fact.id;
                if id == NONE {
                    id = ids.fresh(draft);
                    ids.write(call, id);
                }
                ids.write(*spot, id);
            }
        } else if let Some(newest) = open.iter().rposition(|open| open.fact.id == fact.id) {
            open.remove(newest);
        } else if called.get(fact.id) == Some(&false)
            && let Some(call) = take(&mut open, &nameless)
        {
            mark(&mut called, fact.id);
            ids.write(call, fact.id);
        }
    }
    for call in open {
        if call.fact.id == NONE {
            let id = ids.fresh(draft);
            ids.write(call, id);
        }
    }
    ids.finish(draft, "missing-id", "it had no id and was given ");
}

/// Renames ids that an earlier call has, where the format wants them to be unique.
pub(super) fn duplicate(draft: &mut Draft<'_>) {
    if draft.lens.rules().unique_ids.is_empty() {
        return;
    }
    let mut ids = Ids::of(draft);
    let mut seen = vec![false; draft.names.len()];
    let mut open: Vec<Spot> = Vec::new();
    for mut spot in draft.spots() {
        let Fact { kind, id, name, .. } = spot.fact;
        if kind == Kind::Call && id != NONE {
            // What its result is to be called; an id that is the tool's name is none: the older form of calls.
            spot.fact.call = None;
            if id != name && !mark(&mut seen, id) {
                let new = ids.fresh(draft);
                ids.write(spot, new);
                spot.fact.call = Some(new);
            }
            open.push(spot);
        } else if kind == Kind::Result
            && let Some(call) = take_newest(&mut open, id)
            && let Some(new) = call.fact.call
        {
            ids.write(spot, new);
        }
    }
    ids.finish(draft, "duplicate-id", "its id was that of an earlier call and is now ");
}

/// New ids, of nine letters and digits, which all servers take, and where ids are to be written.
struct Ids {
    /// Which of the names are ids already.
    taken: Vec<bool>,
    last: usize,
    written: Vec<(Spot, usize)>,
}

impl Ids {
    fn of(draft: &Draft<'_>) -> Self {
        let mut taken = vec![false; draft.names.len()];
        for spot in draft.spots() {
            mark(&mut taken, spot.fact.id);
        }
        Self { taken, last: 0, written: Vec::new() }
    }

    /// An id that is new.
    fn fresh(&mut self, draft: &mut Draft<'_>) -> usize {
        loop {
            self.last += 1;
            let number = self.last.to_string();
            let zeros = "00000".get(number.len()..).unwrap_or_default();
            let id = draft.names.add(&["call", zeros, &number].concat());
            if self.taken.get(id) != Some(&true) {
                return id;
            }
        }
    }

    fn write(&mut self, spot: Spot, id: usize) {
        self.written.push((spot, id));
    }

    fn finish(self, draft: &mut Draft<'_>, kind: &'static str, why: &str) {
        for (Spot { at, part, .. }, id) in &self.written {
            let id = draft.names.name(*id).to_owned();
            let mut ops = Vec::new();
            if let Some(path) = draft.look(*at, *part, &|message, part| draft.lens.id_pointer(message, part)) {
                ops.push(Op::Add { path, value: Value::text(id.clone()) });
            }
            if draft.edit(*at, ops) {
                draft.report(kind, *at, Some(*part), &[why, &id]);
            }
        }
    }
}
