//! Where a conversation is parted that does not fit one request.

use std::rc::Rc;

use super::{PromptOptions, bound, transcript, weight};
use crate::cut::whole_before;
use crate::entry::Entry;
use crate::gather::Gather;

/// Where to begin with runs so that there are about so many of them up to the end: the runs before are so many that
/// nobody will read them one by one.
pub fn last_runs(entries: &[Rc<Entry>], start: usize, most: u64, options: &PromptOptions<'_>) -> usize {
    let rest = entries.get(start..).unwrap_or_default();
    let Some(room) = options.share(bound::CONVERSATION) else { return start };
    start + weight::middle(rest, options, u64::from(room) * 4 * most).end
}

/// The end of the longest run of entries from `start` on of which one request shows every block. No call is parted from
/// its result. It is never empty: a group that is too large by itself makes a run, and is cut in its prompt.
pub fn chunk(entries: &[Rc<Entry>], start: usize, options: &PromptOptions<'_>) -> usize {
    let rest = entries.get(start..).unwrap_or_default();
    let Some(room) = options.share(bound::CONVERSATION) else { return entries.len() };
    let room = u64::from(room) * 4;
    if weight::is_small(rest, options, room) {
        return entries.len();
    }
    let whole = whole_before(&rest.iter().map(|entry| entry.message()).gather(), false);
    let is_whole = |at: usize| whole.get(at).is_some_and(|whole| *whole);
    // Where blocks begin, and how much stands before them.
    let mut places = Vec::new();
    let mut seen = 0;
    for block in transcript::blocks(rest, options, room, &(0..0)) {
        places.push((block.at, seen));
        seen += bound::size(&block.text);
    }
    let first = places.first().map_or(0, |(at, _)| *at);
    // The last place up to which all fits where a run may end.
    let last = |places: &[(usize, u64)]| {
        let fits = |(at, before): &&(usize, u64)| *at > first && *before <= room && is_whole(*at);
        places.iter().rev().find(fits).map(|(at, _)| *at)
    };
    if seen <= room {
        return entries.len();
    }
    // Which outputs are shown, and which request, depends on the end: of a shorter run, what may differ is written anew.
    while let Some(end) = last(&places) {
        let run = rest.get(..end).unwrap_or(rest);
        let lasting = transcript::lasting(run, options);
        let from = places.iter().rposition(|(at, _)| *at <= lasting && is_whole(*at)).unwrap_or(0);
        let (from, mut seen) = places.get(from).copied().unwrap_or_default();
        places.retain(|(at, _)| *at < from);
        for block in transcript::blocks(run.get(from..).unwrap_or_default(), options, room, &(0..0)) {
            places.push((from + block.at, seen));
            seen += bound::size(&block.text);
        }
        if seen <= room {
            return start + end;
        }
    }
    let group = (first + 1..rest.len()).find(|at| is_whole(*at));
    group.map_or(entries.len(), |group| start + group)
}
