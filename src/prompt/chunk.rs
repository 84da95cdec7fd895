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
    let whole = whole_before(&rest.iter().map(|entry| entry.message()).gather(), false);
    let is_whole = |at: usize| whole.get(at).is_some_and(|whole| *whole);
    // Which outputs are masked depends on the end: it is looked for until all before it fits.
    let mut end = rest.len();
    loop {
        let blocks = transcript::blocks(rest.get(..end).unwrap_or(rest), options, room, &(0..0));
        let first = blocks.first().map_or(0, |block| block.at);
        let (mut used, mut last) = (0, 0);
        for block in &blocks {
            if block.at > first && is_whole(block.at) {
                last = block.at;
            }
            used += bound::size(&block.text);
            if used > room {
                break;
            }
        }
        if used <= room {
            return start + end;
        }
        if last == 0 {
            let group = (first + 1..end).find(|at| is_whole(*at));
            return start + group.unwrap_or(end);
        }
        end = last;
    }
}
