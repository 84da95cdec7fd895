//! Whole turns go, the oldest first.

use super::Item;
use crate::cut::{newest_barrier, whole_before};
use crate::gather::Gather;
use crate::message::Record;

/// The places of what stays: what must, and the newest whole turns that fit into `room` together with that.
///
/// What goes is one range directly behind the instructions, but for what must stay: what is pinned, the summary, what changes
/// the tools or the configuration, and the provider's own compaction with what belongs to it. The range ends where a turn of
/// the user begins (`asks`) and no call is open, so that no call is parted from its result. The newest such turn stays even
/// when it is too large by itself. Where no turn begins, or all fits, everything stays.
pub(super) fn newest(items: &[Item<'_>], asks: &[bool], room: u64) -> Vec<usize> {
    let records: Vec<Option<&Record>> = items.iter().map(|item| item.record).gather();
    let whole = whole_before(&records, false);
    let is_whole = |at: usize| whole.get(at) == Some(&true);
    let lead = items.iter().take_while(|item| item.record.is_some_and(|record| record.role.instructs())).count();
    let barrier = newest_barrier(&records);
    let behind = barrier.and_then(|barrier| (barrier + 1..items.len()).find(|at| is_whole(*at)));
    let stays = |at: usize, item: &Item<'_>| {
        let of_barrier = barrier.is_some_and(|barrier| at >= barrier) && at < behind.unwrap_or(items.len());
        let is_state = item.record.is_none_or(|record| record.is_state);
        at < lead || item.pinned || item.is_summary || is_state || of_barrier
    };
    let (mut total, mut kept) = (0_u64, 0_u64);
    for (at, item) in items.iter().enumerate() {
        total += u64::from(item.tokens);
        kept += if stays(at, item) { u64::from(item.tokens) } else { 0 };
    }
    let mut start = None;
    if total > room {
        for (at, item) in items.iter().enumerate().skip(lead).rev() {
            kept += if stays(at, item) { 0 } else { u64::from(item.tokens) };
            if kept > room && start.is_some() {
                break;
            }
            if asks.get(at) == Some(&true) && is_whole(at) {
                start = Some(at);
            }
        }
    }
    let start = start.unwrap_or(lead);
    let mut places = Vec::new();
    for (at, item) in items.iter().enumerate() {
        if at >= start || stays(at, item) {
            places.push(at);
        }
    }
    places
}

/// Whether a person asks for something: a summary alone is no request.
pub(super) fn asks(record: &Record) -> bool {
    record.starts_turn && !record.is_excluded && record.summary.as_ref().is_none_or(|(_, rest)| !rest.is_empty())
}
