//! Where a path may be parted, and where it is parted best.
//!
//! A cut at index `k` keeps `entries[k..]` and gives up what lies before. It is legal where no tool call is open and
//! the entry is something that a model may see first: never a tool result.

use std::borrow::Cow;
use std::rc::Rc;

use serde::Serialize;

use crate::entry::{Body, Entry};
use crate::message::{Record, RecordPart, Role, Stop};
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

/// What a format adds to where a path may be parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Grid {
    /// Items of the model that follow each other belong to one response ([`crate::format::Rules::one_response`]).
    pub one_response: bool,
    /// An open tool loop with reasoning that depends on what comes before stays whole.
    pub whole_loops: bool,
}

/// For each entry, whether the path may be parted before it. Entries before `entries` are taken as complete.
pub fn legal_cuts(entries: &[Rc<Entry>], grid: Grid) -> Vec<bool> {
    let seen = |entry: &Rc<Entry>| {
        matches!(entry.body, Body::Message(_) | Body::CustomMessage { .. } | Body::BranchSummary(_))
    };
    // Text of the host between a call and its result is no word of the user: it gives up no call.
    let records: Vec<Option<&Record>> = entries.iter().map(|entry| entry.message()).collect();
    // What the provider's own compaction stands for, nothing may be kept of; it stays itself.
    // Several in a row are one.
    let is_barrier = |record: &Option<&Record>| record.is_some_and(|record| record.is_barrier);
    let newest = newest_barrier(&records).unwrap_or(0);
    let barrier = newest - records.iter().take(newest).rev().take_while(|record| is_barrier(record)).count();
    let mut loop_start = records.len();
    if grid.whole_loops {
        let start = open_loop(&records);
        if records.iter().skip(start).flatten().any(|record| record.is_bound) {
            loop_start = start;
        }
    }
    let whole = whole_before(&records, grid.one_response);
    let legal = |(at, (entry, whole))| whole && seen(entry) && at >= barrier && at <= loop_start;
    entries.iter().zip(whole).enumerate().map(legal).collect()
}

/// The newest message with the provider's own compaction.
pub fn newest_barrier(messages: &[Option<&Record>]) -> Option<usize> {
    messages.iter().rposition(|record| record.is_some_and(|record| record.is_barrier))
}

/// Where the turn begins that the model has not ended: its last message calls, or was answered, and it has yet to speak.
/// The number of messages where it has.
pub fn open_loop(messages: &[Option<&Record>]) -> usize {
    let newest = messages.iter().rev().flatten().next();
    let answers = |record: &Record| record.role != Role::Assistant && record.results().next().is_some();
    let open = newest.is_some_and(|record| {
        // Words of the user beside results end nothing: the model has yet to answer both.
        if answers(record) {
            return true;
        }
        let speaks = |part: &&RecordPart| !matches!(part, RecordPart::Thinking(_) | RecordPart::Opaque(..));
        matches!(record.parts.iter().rfind(speaks), Some(RecordPart::Call(_) | RecordPart::Result(_)))
    });
    let begins = |record: &Record| record.starts_turn && !answers(record);
    let start = messages.iter().rposition(|record| record.is_some_and(begins));
    if open { start.unwrap_or(0) } else { messages.len() }
}

/// For each message, whether all that comes before it is whole: it answers no call, no call and no approval is open, and
/// it does not go on with a response of the provider that began before.
///
/// Calls and results pair by occurrence, since ids may recur in later turns; without ids, by the tool's name and the order.
/// A call without a result binds everything behind it while it may still be answered; once the user has spoken again it was
/// given up, and binds nothing.
pub fn whole_before(messages: &[Option<&Record>], one_response: bool) -> Vec<bool> {
    let mut spans = Spans { opens: vec![0; messages.len() + 1] };
    let mut unanswered: NameMap<Vec<usize>> = NameMap::default();
    // What the provider runs binds only what its result, if there is one, stands behind.
    let mut by_provider: NameMap<Vec<usize>> = NameMap::default();
    let mut asked: NameMap<Vec<usize>> = NameMap::default();
    let mut responses: NameMap<usize> = NameMap::default();
    let mut newest_turn = 0;
    let mut before: Option<(usize, &Record)> = None;
    for (at, record) in messages.iter().enumerate() {
        let Some(record) = record else { continue };
        if record.starts_turn {
            newest_turn = at;
        }
        for part in &record.parts {
            match part {
                RecordPart::Result(result) => {
                    spans.close(&mut unanswered, &result.id, &result.name, at);
                    spans.close(&mut by_provider, &result.id, &result.name, at);
                }
                RecordPart::Decision { id, .. } => spans.close(&mut asked, id, "", at),
                RecordPart::Call(call) => {
                    let calls = if call.by_provider { &mut by_provider } else { &mut unanswered };
                    open(calls, &call.id, &call.name, at);
                }
                RecordPart::Ask(id) => open(&mut asked, id, "", at),
                _ => {}
            }
        }
        if let Some((last, before)) = before {
            // The provider's own compaction is a response by itself.
            let is_model = before.role == Role::Assistant && record.role == Role::Assistant;
            let one = one_response && is_model && !before.is_barrier && !record.is_barrier;
            if one || before.leads_next {
                spans.add(last + 1, at + 1);
            }
        }
        if let Some(response) = record.response.as_deref().filter(|_| record.role == Role::Assistant)
            && let Some(slot) = responses.slot(response)
        {
            // The slot holds the place behind the response's newest message; an older turn's is another's.
            if *slot > newest_turn {
                spans.add(*slot, at + 1);
            }
            *slot = at + 1;
        }
        before = Some((at, record));
    }
    for call in unanswered.values().iter().chain(asked.values()).flatten().filter(|call| **call >= newest_turn) {
        spans.add(call + 1, messages.len());
    }
    let mut open = 0;
    let whole = |(record, change): (&Option<&Record>, i32)| {
        open += change;
        open == 0 && record.is_none_or(|record| record.role == Role::Assistant || record.results().next().is_none())
    };
    messages.iter().zip(spans.opens).map(whole).collect()
}

/// How many pairs begin to span the gap before a message, and how many cease to.
struct Spans {
    opens: Vec<i32>,
}

impl Spans {
    fn add(&mut self, from: usize, to: usize) {
        if let Some(slot) = self.opens.get_mut(from) {
            *slot += 1;
        }
        if let Some(slot) = self.opens.get_mut(to) {
            *slot -= 1;
        }
    }

    /// Pairs an answer with the newest open call of its id, or with the oldest one of its name where there are no ids.
    fn close(&mut self, calls: &mut NameMap<Vec<usize>>, id: &str, name: &str, at: usize) {
        let key = pairing(id, name);
        let Some(calls) = calls.slot(&key).filter(|calls| !calls.is_empty()) else { return };
        let call = if id.is_empty() { Some(calls.remove(0)) } else { calls.pop() };
        if let Some(call) = call {
            self.add(call + 1, at + 1);
        }
    }
}

fn open(calls: &mut NameMap<Vec<usize>>, id: &str, name: &str, at: usize) {
    if let Some(calls) = calls.slot(&pairing(id, name)) {
        calls.push(at);
    }
}

/// By what a call and its result find each other. No id begins with a control character.
pub(crate) fn pairing<'a>(id: &'a str, name: &str) -> Cow<'a, str> {
    if id.is_empty() { format!("\0{name}").into() } else { id.into() }
}

/// The messages with a call that may still be answered although the user has spoken since: one that waits for a person,
/// say. Calls of a reply that failed or was cut off wait for nothing: they are among these only with `failed`.
pub fn waiting(messages: &[Option<&Record>], failed: bool) -> Vec<usize> {
    let mut unanswered: Vec<(Cow<'_, str>, usize)> = Vec::new();
    for (at, record) in messages.iter().enumerate() {
        let Some(record) = record else { continue };
        let given_up = !failed && matches!(record.stop, Some(Stop::Error | Stop::Aborted));
        for part in &record.parts {
            match part {
                RecordPart::Call(call) if !given_up && !call.by_provider => {
                    unanswered.push((pairing(&call.id, &call.name), at));
                }
                RecordPart::Result(result) => {
                    let key = pairing(&result.id, &result.name);
                    if let Some(place) = unanswered.iter().rposition(|(call, _)| *call == key) {
                        unanswered.remove(place);
                    }
                }
                _ => {}
            }
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
pub fn find_cut_point(
    entries: &[Rc<Entry>],
    start: usize,
    end: usize,
    keep_recent_tokens: u32,
    grid: Grid,
) -> CutPoint {
    let end = end.min(entries.len());
    let start = start.min(end);
    let window = entries.get(start..end).unwrap_or_default();
    let legal: Vec<usize> =
        (start..).zip(legal_cuts(window, grid)).filter(|(_, legal)| *legal).map(|(at, _)| at).collect();
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
    cut_at(entries, start, cut)
}

/// The cut before an entry, whether it is a legal one or not.
pub(crate) fn cut_at(entries: &[Rc<Entry>], start: usize, cut: usize) -> CutPoint {
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
    let metadata = |at: usize| entries.get(at).is_some_and(|entry| entry.is_metadata());
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
pub fn find_preserve_boundary(entries: &[Rc<Entry>], budget: u32, grid: Grid) -> usize {
    let legal: Vec<usize> =
        legal_cuts(entries, grid).into_iter().enumerate().filter(|(_, legal)| *legal).map(|(at, _)| at).collect();
    let mut sum = 0_u32;
    let over = entries.iter().enumerate().rev().find_map(|(at, entry)| {
        sum = sum.saturating_add(entry.tokens());
        (sum > budget).then_some(at + 1)
    });
    let Some(over) = over else { return 0 };
    legal.iter().copied().find(|cut| *cut >= over).or(legal.last().copied()).unwrap_or(0)
}
