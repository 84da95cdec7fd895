//! Makes a history that a provider accepts of one that it refuses: a projection, whose originals stay as they are.
//!
//! The faults are mended in a fixed order, each step on what the one before has left: what cannot be read, ids, arguments,
//! results away from their calls, results without a call, calls without a result, blank texts, reasoning that an edit has
//! made invalid, neighbours of one role, who speaks first and last. What is found there is found by the rules of
//! [`crate::validity`], so that a valid history is left alone. What is left then is mended as its lens knows
//! ([`Lens::mend`]), or taken out where it is not the words of anyone.
//!
//! The outcome is one JSON Patch over the array of messages. Results are moved, not written anew, and nothing is touched
//! that no fault names, so that the host gets its own objects back.

mod answers;
mod arguments;
mod content;
mod draft;
mod edits;
mod ids;
mod pairs;
mod reading;
mod rest;
mod results;
mod roles;

use serde::Serialize;

use crate::error::Error;
use crate::format::{Lens, must_be};
use crate::patch::Op;
use crate::validity::Situation;
use crate::value::Value;
use draft::Draft;

/// How often the steps are gone through: what one takes away may be what another needs.
const ROUNDS: usize = 6;

/// One change of a history that was not valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    /// What was wrong: `unreadable-message`, `unreadable-part`, `missing-id`, `duplicate-id`, `invalid-arguments`,
    /// `displaced-result`, `duplicate-result`, `orphan-result`, `missing-result`, `blank-text`, `empty-message`,
    /// `bound-thinking`, `same-role`, `no-user-message`, `first-message`, `last-message`, `format-rule`, `ill-formed-text`.
    pub kind: &'static str,
    /// Where, in the messages as they were given: `messages[7].content[2]`.
    pub path: String,
    /// What was wrong there and what was done, in a sentence.
    pub message: String,
}

/// A history's repair.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Repaired {
    /// The edits, over the array of messages; none for a valid history.
    pub ops: Vec<Op>,
    /// What they are for, in the order in which they were made.
    pub repairs: Vec<Repair>,
}

/// What a repair may be told beside the situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RepairOptions {
    /// The index of the first message that is not as the model saw it: from there on, reasoning that is bound to all before
    /// it is no longer accepted, and taken out. Nothing: no message was changed.
    pub edited_at: Option<usize>,
}

/// Repairs a history of wire messages, oldest first. No messages at all are left as they are: there is nothing to repair.
///
/// # Errors
/// Where this is no array.
pub fn repair(
    lens: &dyn Lens,
    messages: &Value<'_>,
    situation: Situation,
    options: RepairOptions,
) -> Result<Repaired, Error> {
    let Some(items) = messages.as_array() else {
        return Err(must_be("messages", "an array", Some(messages)));
    };
    if items.is_empty() {
        return Ok(Repaired::default());
    }
    let mut draft = reading::read(lens, items);
    for round in 0..ROUNDS {
        // A valid history takes no step but the one that validity does not show.
        if draft.violations(situation).is_empty() {
            let ops = draft.ops.len();
            content::bound_thinking(&mut draft, options.edited_at);
            if draft.ops.len() == ops {
                break;
            }
            continue;
        }
        if round > 0 && !rest::mend(&mut draft, situation) {
            break;
        }
        pass(&mut draft, situation, options);
    }
    Ok(Repaired { ops: draft.ops, repairs: draft.repairs })
}

fn pass(draft: &mut Draft<'_>, situation: Situation, options: RepairOptions) {
    ids::missing(draft);
    ids::duplicate(draft);
    arguments::parse(draft);
    results::displaced(draft);
    answers::orphans(draft, situation);
    answers::missing(draft, situation);
    content::blank(draft, situation);
    content::bound_thinking(draft, options.edited_at);
    roles::same(draft, situation);
    roles::first(draft, situation);
    roles::last(draft, situation);
}
