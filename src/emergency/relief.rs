//! Which outputs to shorten, and to what; which images and files to leave out.

use super::Item;
use crate::message::{Record, RecordPart, Role, ToolResult};
use crate::shorten;
use crate::tokens::estimate;
use crate::view::Matter;

/// What the word for an image costs, and at most that for a file.
const IMAGE: u32 = 4;
const FILE: u32 = 25;

/// A part that gets less room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// The index of its item.
    pub item: usize,
    /// Its index among the parts of the message.
    pub part: usize,
    /// What it may cost ([`shorten::stand_in`]).
    pub max_tokens: u32,
    /// What that saves at least.
    pub saved: u32,
}

/// Outputs that get less room, and what the items cost then at most.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relief {
    /// What to shorten.
    pub edits: Vec<Edit>,
    /// What all items cost then at most. It may still be more than was wanted.
    pub tokens: u64,
}

/// Shortens the largest outputs until the items fit `target`: all to the same size, the largest one at which they fit, but
/// none below `floor`. With a floor of 0 that goes down to a bare notice.
pub fn relief(items: &[Item<'_>], target: u64, floor: u32) -> Relief {
    let total: u64 = items.iter().map(|item| u64::from(item.tokens)).sum();
    if total <= target {
        return Relief { edits: Vec::new(), tokens: total };
    }
    let outputs = outputs(items);
    let at = |size: u32| -> u64 { outputs.iter().map(|(_, _, result)| u64::from(saved(result, size))).sum() };
    let largest = outputs.iter().map(|(_, _, result)| result.tokens).max().unwrap_or(0);
    let (mut fits, mut fails) = (floor, largest.max(floor));
    while fits + 1 < fails {
        let middle = fits + (fails - fits) / 2;
        if total.saturating_sub(at(middle)) <= target { fits = middle } else { fails = middle }
    }
    let mut edits = Vec::new();
    for (item, part, result) in &outputs {
        let saved = saved(result, fits);
        if saved > 0 {
            edits.push(Edit { item: *item, part: *part, max_tokens: fits, saved });
        }
    }
    Relief { edits, tokens: total.saturating_sub(at(fits)) }
}

/// Leaves images and files out until the items fit `target`, the oldest first: those of the user, with `in_results` also
/// those that tools gave, whose text stays. What the model made stays as it is.
pub fn media(items: &[Item<'_>], target: u64, in_results: bool) -> Vec<Edit> {
    let mut total: u64 = items.iter().map(|item| u64::from(item.tokens)).sum();
    let mut edits = Vec::new();
    for (item, record) in open(items) {
        for (part, piece) in record.parts.iter().enumerate() {
            let (tokens, max_tokens) = match piece {
                RecordPart::Image if record.role != Role::Assistant => {
                    (estimate::round(estimate::IMAGE_QUARTERS), IMAGE)
                }
                RecordPart::Opaque(Matter::File, tokens) if record.role != Role::Assistant => (*tokens, FILE),
                RecordPart::Result(result) if in_results && !result.is_fixed => {
                    // Both numbers are rounded up: with two more the text has room as it is.
                    let text = result.tokens.saturating_sub(result.media).saturating_add(2);
                    (result.tokens, text.saturating_add(shorten::notice_tokens(result.images)))
                }
                _ => continue,
            };
            let saved = tokens.saturating_sub(max_tokens.saturating_add(1));
            if total > target && saved > 0 {
                edits.push(Edit { item, part, max_tokens, saved });
                total = total.saturating_sub(u64::from(saved));
            }
        }
    }
    edits
}

fn open<'i, 'a>(items: &'i [Item<'a>]) -> impl Iterator<Item = (usize, &'a Record)> + 'i {
    items.iter().enumerate().filter_map(|(at, item)| Some((at, item.open()?)))
}

/// The outputs that can be shortened and are more than a notice, each with the indices of its item and its part.
fn outputs<'a>(items: &[Item<'a>]) -> Vec<(usize, usize, &'a ToolResult)> {
    let mut found = Vec::new();
    for (item, record) in open(items) {
        for (part, piece) in record.parts.iter().enumerate() {
            if let RecordPart::Result(result) = piece
                && !result.is_fixed
                && !shorten::is_notice(&result.text.head)
            {
                found.push((item, part, result));
            }
        }
    }
    found
}

/// What an output saves at least when it is given so many tokens. Its message's tokens are rounded up once, its own again.
fn saved(result: &ToolResult, max_tokens: u32) -> u32 {
    result.tokens.saturating_sub(max_tokens.max(shorten::notice_tokens(result.images)).saturating_add(1))
}
