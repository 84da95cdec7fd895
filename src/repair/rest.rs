//! What the common steps leave: faults against rules that are one format's alone.

use super::draft::{Draft, Kind};
use super::roles::join;
use crate::format::Seen;
use crate::validity::Situation;
use crate::view::Place;

/// Mends the violations that are left, from the end, as the lens knows; else takes out the part or message that is at
/// fault, unless it holds what somebody said. Whether anything was done.
pub(super) fn mend(draft: &mut Draft<'_>, situation: Situation) -> bool {
    let before = draft.ops.len();
    let mut last = None;
    for violation in draft.violations(situation).into_iter().rev() {
        // One fault a message and round: an edit may have moved what the next one names.
        if last == Some(violation.at) || matches!(violation.rule, "C1" | "C3" | "C4" | "C5" | "S1") {
            continue;
        }
        let part = draft.part_of(&violation);
        let at = violation.at;
        let note = format!("{} ({})", violation.message, violation.rule);
        if let Some(before) = at.checked_sub(1).filter(|_| violation.rule == draft.lens.rules().joined) {
            draft.report("format-rule", at, None, format!("{note}: the message was joined to it"));
            join(draft, before, at);
            last = Some(at);
            continue;
        }
        let ops = match (draft.view(at), draft.messages.get(at)) {
            (Some(view), Some(message)) => {
                draft.lens.mend(Seen { at, message: &message.value, view: &view }, &violation)
            }
            _ => Vec::new(),
        };
        if !ops.is_empty() {
            draft.report("format-rule", at, part, format!("{note}: mended"));
            draft.edit(at, ops);
            last = Some(at);
            continue;
        }
        let says = |fact: &super::draft::Fact| fact.kind == Kind::Text { blank: false };
        let Some(message) = draft.messages.get(at) else { continue };
        match part.and_then(|part| message.facts.get(part)) {
            Some(fact) if fact.place != Place::WHOLE => {
                if says(fact) {
                    continue;
                }
                draft.report("format-rule", at, part, format!("{note}: the part was left out"));
                draft.drop_part(at, part.unwrap_or(0));
            }
            _ => {
                if message.facts.iter().any(says) {
                    continue;
                }
                draft.report("format-rule", at, None, format!("{note}: the message was left out"));
                draft.drop_message(at);
            }
        }
        last = Some(at);
    }
    draft.ops.len() > before
}
