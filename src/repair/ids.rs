//! The ids of calls and results: those that are missing are given, those that come twice are renamed, in the call and its
//! result alike.

use super::draft::{Draft, Fact, Kind};
use super::pairs::agree;
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
    let mut ids = Ids::of(draft);
    let mut left: NameMap<usize> = NameMap::default();
    let mut called = Names::default();
    for message in &draft.messages {
        for fact in &message.facts {
            match fact.kind {
                Kind::Call => {
                    called.add(&fact.id);
                }
                Kind::Result => left.slot(&fact.id).into_iter().for_each(|count| *count += 1),
                _ => {}
            }
        }
    }
    let mut open: Vec<(usize, usize, &Fact)> = Vec::new();
    let mut written = Written::new();
    for (at, message) in draft.messages.iter().enumerate() {
        for (part, fact) in message.facts.iter().enumerate() {
            if fact.kind == Kind::Call {
                open.push((at, part, fact));
            }
            if fact.kind != Kind::Result {
                continue;
            }
            if let Some(count) = left.slot(&fact.id) {
                *count -= 1;
            }
            let nameless = |call: &Fact| call.id.is_empty() && agree(call, fact);
            if !fact.id.is_empty() {
                if let Some(found) = open.iter().rposition(|open| open.2.id == fact.id) {
                    open.remove(found);
                } else if !called.has(&fact.id)
                    && let Some(found) = open.iter().position(|open| nameless(open.2))
                {
                    let (call_at, call_part, _) = open.remove(found);
                    called.add(&fact.id);
                    written.push((call_at, call_part, fact.id.clone()));
                }
                continue;
            }
            let waits = |call: &Fact| left.get(&call.id).is_none_or(|count| *count == 0) && agree(call, fact);
            let found = open.iter().position(|open| nameless(open.2));
            if let Some(found) = found.or_else(|| open.iter().position(|open| waits(open.2))) {
                let (call_at, call_part, call) = open.remove(found);
                let mut id = call.id.clone();
                if id.is_empty() {
                    id = ids.fresh();
                    written.push((call_at, call_part, id.clone()));
                }
                written.push((at, part, id));
            }
        }
    }
    for (at, part, _) in open.iter().filter(|open| open.2.id.is_empty()) {
        written.push((*at, *part, ids.fresh()));
    }
    write(draft, written, "missing-id", "it had no id and was given");
}

/// Renames ids that an earlier call has, where the format wants them to be unique.
pub(super) fn duplicate(draft: &mut Draft<'_>) {
    if draft.lens.rules().unique_ids.is_empty() {
        return;
    }
    let mut ids = Ids::of(draft);
    let mut seen = Names::default();
    // Message, part, the new id; empty where the old one stays.
    let mut open: Vec<(usize, &Fact, String)> = Vec::new();
    let mut written = Written::new();
    for (at, message) in draft.messages.iter().enumerate() {
        for (part, fact) in message.facts.iter().enumerate().filter(|(_, fact)| !fact.id.is_empty()) {
            if fact.kind == Kind::Call {
                // An id that is the tool's name is none: the older form of calls.
                let is_new = fact.id == fact.name || seen.is_new(&fact.id);
                let id = if is_new { String::new() } else { ids.fresh() };
                if !is_new {
                    written.push((at, part, id.clone()));
                }
                open.push((at, fact, id));
            } else if fact.kind == Kind::Result
                && let Some(newest) = open.iter().rev().find(|open| open.1.id == fact.id).map(|open| open.0)
                && let Some(found) = open.iter().position(|open| open.0 == newest && open.1.id == fact.id)
            {
                let (_, _, id) = open.remove(found);
                if !id.is_empty() {
                    written.push((at, part, id));
                }
            }
        }
    }
    write(draft, written, "duplicate-id", "its id was that of an earlier call and is now");
}

fn write(draft: &mut Draft<'_>, written: Written, kind: &'static str, why: &str) {
    for (at, part, id) in written {
        let mut ops = Vec::new();
        if let (Some(view), Some(message)) = (draft.view(at), draft.messages.get(at))
            && let Some(seen) = view.parts.get(part)
            && let Some(path) = draft.lens.id_pointer(&message.value, seen)
        {
            ops.push(Op::Add { path, value: Value::text(id.clone()) });
        }
        if draft.edit(at, ops) {
            draft.report(kind, at, Some(part), &format!("{why} {id}"));
        }
    }
}

/// The ids that there are, and new ones: of nine letters and digits, which all servers take.
struct Ids {
    taken: Names,
    last: usize,
}

impl Ids {
    fn of(draft: &Draft<'_>) -> Self {
        let mut taken = Names::default();
        for message in &draft.messages {
            for fact in &message.facts {
                taken.add(&fact.id);
            }
        }
        Self { taken, last: 0 }
    }

    fn fresh(&mut self) -> String {
        loop {
            self.last += 1;
            let id = format!("call{:05}", self.last);
            if self.taken.is_new(&id) {
                return id;
            }
        }
    }
}
