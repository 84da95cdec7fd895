//! The cut that needs no model: the newest whole turns that fit, when no summary can be had.

use std::collections::BTreeMap;

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
        let open = spanned(records);
        for (at, record) in records.iter().enumerate().skip(lead).rev() {
            let cost = u64::from(record.tokens);
            if cost > room && found.is_some() {
                break;
            }
            room = room.saturating_sub(cost);
            if record.starts_turn && open.get(at) == Some(&false) {
                found = Some(at);
            }
        }
        start = found.unwrap_or(lead);
    }
    (0..lead).chain(start..records.len()).collect()
}

/// For each message, whether a call before it is answered in it or behind it. Calls and results pair by occurrence; a
/// call that is never answered spans nothing: when the user speaks again, it was given up.
fn spanned(records: &[Record]) -> Vec<bool> {
    let mut open: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut change = vec![0_i32; records.len() + 1];
    for (at, record) in records.iter().enumerate() {
        for result in record.results() {
            if let Some(call) = open.get_mut(result.id.as_str()).and_then(Vec::pop) {
                for (place, step) in [(call + 1, 1), (at + 1, -1)] {
                    if let Some(slot) = change.get_mut(place) {
                        *slot += step;
                    }
                }
            }
        }
        for call in record.calls() {
            open.entry(&call.id).or_default().push(at);
        }
    }
    let mut depth = 0;
    change.pop();
    change
        .into_iter()
        .map(|step| {
            depth += step;
            depth > 0
        })
        .collect()
}
