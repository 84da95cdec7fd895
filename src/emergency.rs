//! The cut that needs no model: the newest whole turns that fit, when no summary can be had.

use serde::Serialize;

use crate::cut::{newest_barrier, open_loop, whole_before};
use crate::gather::Gather;
use crate::message::{Record, Role};

/// What an emergency cut leaves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// The indices of the messages that stay, in order.
    pub places: Vec<usize>,
    /// Those of them that lose the reasoning that depends on what is gone ([`crate::view::Bond::Prefix`]).
    pub unbound: Vec<usize>,
}

/// How many messages at the start are the host's instructions.
pub fn lead_of(records: &[Record]) -> usize {
    records.iter().take_while(|record| matches!(record.role, Role::System | Role::Developer)).count()
}

/// What stays: the first `lead` messages, and the newest whole turns that fit into
/// `max_tokens` together with those.
///
/// What goes is one range directly behind the lead. It ends where a turn of the user begins and no call is open, so
/// that no call is parted from its result. The newest such turn stays even when it is too large by itself: the least
/// that can be sent. Where no turn begins, or all fits, everything stays. What changes the tools or the configuration
/// stays too, and the provider's own compaction.
pub fn emergency_prune(records: &[Record], lead: usize, max_tokens: u32) -> Kept {
    let lead = lead.min(records.len());
    let tokens = |from: usize, to: usize| -> u64 {
        records.get(from..to).unwrap_or_default().iter().map(|record| u64::from(record.tokens)).sum()
    };
    let mut room = u64::from(max_tokens).saturating_sub(tokens(0, lead));
    let mut start = lead;
    if tokens(lead, records.len()) > room {
        let mut found = None;
        let whole = whole_before(&records.iter().map(Some).gather(), false);
        for (at, record) in records.iter().enumerate().skip(lead).rev() {
            let cost = u64::from(record.tokens);
            if cost > room && found.is_some() {
                break;
            }
            room = room.saturating_sub(cost);
            if record.starts_turn && whole.get(at) == Some(&true) {
                found = Some(at);
            }
        }
        start = found.unwrap_or(lead);
    }
    let all: Vec<Option<&Record>> = records.iter().map(Some).gather();
    let mut places: Vec<usize> = (0..lead).chain(carried(&all, lead, start)).gather();
    places.extend(start..records.len());
    // Once something is gone, reasoning that depends on it goes too, but in the turn that the model has not ended.
    let unended = if places.len() < records.len() { open_loop(&all) } else { 0 };
    let first = (0..places.len()).find(|at| places.get(*at) != Some(at)).unwrap_or(records.len());
    let is_bound = |at: &usize| records.get(*at).is_some_and(|record| record.is_bound);
    let unbound = places.iter().skip(first).copied().filter(|at| is_bound(at) && *at < unended).gather();
    Kept { places, unbound }
}

/// What goes with the newest turns although it lies before them: the provider's own compaction with what belongs to it, and
/// what changes the tools or the configuration.
fn carried(records: &[Option<&Record>], lead: usize, start: usize) -> Vec<usize> {
    let whole = whole_before(records, false);
    let barrier = newest_barrier(records).filter(|at| *at < start);
    let end =
        barrier.map_or(0, |barrier| (barrier + 1..start).find(|at| whole.get(*at) == Some(&true)).unwrap_or(start));
    let stays = |at: &usize| {
        let state = records.get(*at).copied().flatten().is_some_and(|record| record.is_state);
        state || barrier.is_some_and(|barrier| (barrier..end).contains(at))
    };
    (lead..start).filter(stays).gather()
}
