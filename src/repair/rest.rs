//! What the common steps leave: faults against rules that are one format's alone.

use super::draft::{Draft, Fact, Kind};
use super::roles::join;
use crate::validity::Situation;
use crate::view::{Place, Role};

/// Mends the violations that are left, from the end, as the lens knows; else takes out the part or message that is at
/// fault, unless it holds what somebody said. Whether anything was done.
pub(super) fn mend(draft: &mut Draft<'_>, situation: Situation) -> bool {
    let before = draft.ops.len();
    let mut last = draft.messages.len();
    for violation in draft.violations(situation).into_iter().rev() {
        let at = violation.at;
        // One fault a message and round: an edit may have moved what the next one names.
        if at >= last || matches!(violation.rule, "C1" | "C3" | "C4" | "C5" | "S1") {
            continue;
        }
        let part = draft.part_of(&violation);
        let done = draft.ops.len();
        if violation.rule == draft.lens.rules().joined && join(draft, at) {
            last = at;
            continue;
        }
        let mut edits = Vec::new();
        draft.seen(&mut |history| edits = draft.lens.mend(history, &violation));
        let note = [&violation.message, " (", violation.rule, "): "].concat();
        if !edits.is_empty() {
            draft.report("format-rule", at, part, &[&note, "mended"]);
            for (index, op) in edits {
                draft.edit(index, vec![op]);
            }
            // The edits may be anywhere.
            return true;
        }
        take_out(draft, at, part, &note);
        if draft.ops.len() > done {
            last = at;
        }
    }
    draft.ops.len() > before
}

fn take_out(draft: &mut Draft<'_>, at: usize, part: Option<usize>, note: &str) {
    let Some(message) = draft.messages.get(at) else { return };
    // In a message of results, text is nobody's.
    let says = |fact: &Fact| fact.kind == Kind::Text && message.role != Role::Tool;
    let fact = part.and_then(|part| message.facts.get(part)).filter(|fact| fact.place != Place::WHOLE);
    let (is_kept, what) = match fact {
        Some(fact) => (says(fact), "the part was left out"),
        None => (message.facts.iter().any(says), "the message was left out"),
    };
    if is_kept {
        return;
    }
    let part = part.filter(|_| fact.is_some());
    draft.report("format-rule", at, part, &[note, what]);
    match part {
        Some(part) => draft.drop_part(at, part),
        None => draft.drop_message(at),
    }
}
