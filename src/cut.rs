//! Where a path may be parted, and where it is parted best.
//!
//! A cut at index `k` keeps `entries[k..]` and gives up what lies before. It is legal where no tool call is open and
//! the entry is something that a model may see first: never a tool result.

use std::rc::Rc;

use serde::Serialize;

use crate::entry::{Body, Entry};
use crate::message::{Record, Stop};
use crate::names::NameMap;

/// Where to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CutPoint {
    /// The first entry that stays.
    pub first_kept_entry_index: i32,
    /// Where the turn begins that the cut parts; `-1` where it parts none.
    pub turn_start_index: i32,
    /// Whether the cut lies inside a turn.
    pub is_split_turn: bool,
}

/// For each entry, whether the path may be parted before it. Entries before `entries` are taken as complete.
pub fn legal_cuts(entries: &[Rc<Entry>]) -> Vec<bool> {
    let seen = |entry: &Rc<Entry>| {
        matches!(entry.body, Body::Message(_) | Body::CustomMessage { .. } | Body::BranchSummary(_))
    };
    // Text of the host between a call and its result is no word of the user: it gives up no call.
    let records: Vec<Option<&Record>> = entries.iter().map(|entry| entry.message()).collect();
    entries.iter().zip(whole_before(&records)).map(|(entry, whole)| whole && seen(entry)).collect()
}

/// For each message, whether all that comes before it is whole: it is no tool result, and no call is open.
///
/// Calls and results pair by occurrence, since ids may recur in later turns. A call without a result binds everything
/// behind it while it may still be answered; once the user has spoken again it was given up, and binds nothing.
pub fn whole_before(messages: &[Option<&Record>]) -> Vec<bool> {
    // How many pairs begin to span the gap before a message, and how many cease to.
    let mut opens = vec![0_i32; messages.len() + 1];
    let mut unanswered: NameMap<Vec<usize>> = NameMap::default();
    let mut newest_turn = 0;
    let mut span = |from: usize, to: usize| {
        if let Some(slot) = opens.get_mut(from) {
            *slot += 1;
        }
        if let Some(slot) = opens.get_mut(to) {
            *slot -= 1;
        }
    };
    for (at, record) in messages.iter().enumerate() {
        let Some(record) = record else { continue };
        for result in record.results() {
            if let Some(call) = unanswered.slot(&result.id).and_then(Vec::pop) {
                span(call + 1, at + 1);
            }
        }
        for call in record.calls() {
            unanswered.slot(&call.id).into_iter().for_each(|calls| calls.push(at));
        }
        if record.starts_turn {
            newest_turn = at;
        }
    }
    for call in unanswered.values().iter().flatten().filter(|call| **call >= newest_turn) {
        span(call + 1, messages.len());
    }
    let mut open = 0;
    let whole = |(record, change): (&Option<&Record>, i32)| {
        open += change;
        open == 0 && record.is_none_or(|record| record.results().next().is_none())
    };
    messages.iter().zip(opens).map(whole).collect()
}

/// The messages with a call that may still be answered although the user has spoken since: one that waits for a person,
/// say. Calls of a reply that failed or was cut off wait for nothing.
pub fn waiting(messages: &[Option<&Record>]) -> Vec<usize> {
    let mut unanswered: Vec<(&str, usize)> = Vec::new();
    for (at, record) in messages.iter().enumerate() {
        let Some(record) = record else { continue };
        for result in record.results() {
            if let Some(place) = unanswered.iter().rposition(|(id, _)| *id == result.id) {
                unanswered.remove(place);
            }
        }
        if !matches!(record.stop, Some(Stop::Error | Stop::Aborted)) {
            unanswered.extend(record.calls().map(|call| (call.id.as_str(), at)));
        }
    }
    unanswered.into_iter().map(|(_, at)| at).collect()
}

/// Finds the cut that keeps about `keep_recent_tokens` of the newest entries within `start..end`.
///
/// Walking back from the end, the entry at which the sum reaches the budget is the last that is looked at; the cut is
/// the first legal one at or after it, or the last legal one where none follows (a newest group larger than the budget
/// stays whole). An entry that would make the kept part more than twice the
/// budget does not drag the cut along: what follows it stays.
pub fn find_cut_point(entries: &[Rc<Entry>], start: usize, end: usize, keep_recent_tokens: u32) -> CutPoint {
    let end = end.min(entries.len());
    let start = start.min(end);
    let window = entries.get(start..end).unwrap_or_default();
    let legal: Vec<usize> = (start..).zip(legal_cuts(window)).filter(|(_, legal)| *legal).map(|(at, _)| at).collect();
    let (Some(first), Some(last)) = (legal.first().copied(), legal.last().copied()) else {
        return CutPoint { first_kept_entry_index: index(start), turn_start_index: -1, is_split_turn: false };
    };
    let mut sum = 0_u32;
    let mut reached = None;
    for (offset, entry) in window.iter().enumerate().rev() {
        let tokens = if entry.is_visible() { entry.tokens() } else { 0 };
        let oversized = sum > 0
            && sum.saturating_add(tokens) > keep_recent_tokens.saturating_mul(2)
            && legal.iter().any(|cut| *cut > start + offset);
        sum = sum.saturating_add(tokens);
        if oversized {
            reached = Some(start + offset + 1);
            break;
        }
        if sum >= keep_recent_tokens {
            reached = Some(start + offset);
            break;
        }
    }
    let cut = match reached {
        Some(reached) => legal.iter().copied().find(|cut| *cut >= reached).unwrap_or(last),
        None => first,
    };
    // Whether a turn is parted is decided before metadata moves the cut: a label before a user message parts nothing.
    let starts_turn = |at: usize| entries.get(at).is_some_and(|entry| entry.starts_turn());
    let turn_start = if starts_turn(cut) { None } else { (start..cut).rev().find(|at| starts_turn(*at)) };
    CutPoint {
        first_kept_entry_index: index(pull_back(entries, start, cut)),
        turn_start_index: turn_start.map_or(-1, index),
        is_split_turn: turn_start.is_some(),
    }
}

/// Metadata directly before the cut (model changes, labels, …) belongs to what stays.
fn pull_back(entries: &[Rc<Entry>], start: usize, cut: usize) -> usize {
    let metadata =
        |at: usize| entries.get(at).is_some_and(|entry| matches!(entry.body, Body::Other { .. } | Body::Leaf { .. }));
    let mut at = cut;
    while at > start && metadata(at - 1) {
        at -= 1;
    }
    at
}

fn index(at: usize) -> i32 {
    i32::try_from(at).unwrap_or(i32::MAX)
}

/// Where seed 000's preserve zone starts: as many of the newest messages as fit `budget` tokens, moved to a legal
/// cut; at least the newest group, however large. 0 where everything fits.
pub fn find_preserve_boundary(entries: &[Rc<Entry>], budget: u32) -> usize {
    let legal: Vec<usize> =
        legal_cuts(entries).into_iter().enumerate().filter(|(_, legal)| *legal).map(|(at, _)| at).collect();
    let mut sum = 0_u32;
    let over = entries.iter().enumerate().rev().find_map(|(at, entry)| {
        sum = sum.saturating_add(entry.tokens());
        (sum > budget).then_some(at + 1)
    });
    let Some(over) = over else { return 0 };
    legal.iter().copied().find(|cut| *cut >= over).or(legal.last().copied()).unwrap_or(0)
}
