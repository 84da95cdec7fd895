//! The cut that needs no model: the newest whole turns that fit, when no summary can be had.

use crate::cut::whole_before;
use crate::message::{Record, Role};

/// How many messages at the start are the host's instructions.
pub fn lead_of(records: &[Record]) -> usize {
    records.iter().take_while(|record| matches!(record.role, Role::System | Role::Developer)).count()
}

/// The indices of the messages that stay: the first `lead` of them, and the newest whole turns that fit into
/// `max_tokens` together with those.
///
/// What goes is one range directly behind the lead. It ends where a turn of the user begins and no call is open, so
/// that no call is parted from its result. The newest such turn stays even when it is too large by itself: the least
/// that can be sent. Where no turn begins, or all fits, everything stays.
pub fn emergency_prune(records: &[Record], lead: usize, max_tokens: u32) -> Vec<usize> {
    let lead = lead.min(records.len());
    let tokens = |from: usize, to: usize| -> u64 {
        records.get(from..to).unwrap_or_default().iter().map(|record| u64::from(record.tokens)).sum()
    };
    let mut room = u64::from(max_tokens).saturating_sub(tokens(0, lead));
    let mut start = lead;
    if tokens(lead, records.len()) > room {
        let mut found = None;
        let whole = whole_before(&records.iter().map(Some).collect::<Vec<_>>());
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
    (0..lead).chain(start..records.len()).collect()
}
