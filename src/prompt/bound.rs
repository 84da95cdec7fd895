//! Fits text to a summarizer's window.

use std::borrow::Cow;

use super::transcript::Block;
use crate::gather::Gather;
use crate::seek;
use crate::text;
use crate::tokens::estimate;

const CONVERSATION_TEXT: &str = "older conversation";

/// Shares of the room, in twentieths: six tenths for the conversation, two for the summary before it, two for all that is
/// added, a twentieth for each.
pub(super) const CONVERSATION: u32 = 12;
pub(super) const PRIOR_SUMMARY: u32 = 4;
pub(super) const ADDITION: u32 = 1;

/// Tokens of the window that a request needs beside its material and its answer: prompts, framing, tool schemas that
/// a gateway adds.
const OVERHEAD: u32 = 4_096;

/// What is left of a text that is cut: its start, in hundredths. Requests stand at the start, but what is being worked
/// on stands at the end.
const HEAD: u64 = 35;

/// Cuts the middle out of a serialized conversation so that a request with an answer of `max_tokens` fits `window`.
///
/// The result is at most six tenths of `window − max_tokens − 4,096` tokens. A conversation that fits is given back as
/// it is; where there is no room at all, nothing is left of it.
pub fn bound_conversation(text: &str, window: u32, max_tokens: u32) -> Cow<'_, str> {
    bound(text, part(window.saturating_sub(max_tokens).saturating_sub(OVERHEAD), CONVERSATION), CONVERSATION_TEXT)
}

/// Cuts the middle out of another text that has no room. `what` names the text.
pub(super) fn fit(text: String, what: &str, room: Option<u32>) -> String {
    match room {
        Some(room) => bound(&text, room, what).into_owned(),
        None => text,
    }
}

/// Joins the blocks of a conversation. Where they do not fit, whole blocks are left out of the middle, but not the newest
/// request; only a block that is too large by itself is cut.
pub(super) fn blocks(blocks: &[Block], budget: Option<u32>) -> String {
    let whole = seek::join(blocks, "\n\n");
    let is_whole = blocks.iter().all(|block| block.omitted == 0);
    let Some(budget) = budget.filter(|budget| !is_whole || estimate::text(&whole) > *budget) else { return whole };
    let mark = size(&marker(usize::MAX, CONVERSATION_TEXT));
    let mut room = (u64::from(budget) * 4).saturating_sub(mark);
    let (mut head, mut tail) = ends(blocks, room);
    let request = blocks.iter().position(|block| block.is_request).filter(|at| (head..tail).contains(at));
    if let Some(request) = request.and_then(|at| blocks.get(at)) {
        room = room.saturating_sub(size(&request.text) + mark);
        (head, tail) = ends(blocks, room);
    }
    if tail == blocks.len() {
        return bound(&whole, budget, CONVERSATION_TEXT).into_owned();
    }
    let mut pieces = Vec::new();
    let mut omitted = 0;
    for (at, block) in blocks.iter().enumerate() {
        if at >= head && at < tail && Some(at) != request {
            omitted += text::units(&block.text) + block.omitted;
            continue;
        }
        if omitted > 0 {
            pieces.push(marker(omitted, CONVERSATION_TEXT));
            omitted = 0;
        }
        pieces.push(block.text.clone());
    }
    seek::join(&pieces, "\n\n")
}

/// How many blocks have room at the start, and where those begin that have room at the end.
fn ends(blocks: &[Block], room: u64) -> (usize, usize) {
    let (mut head, mut tail, mut used) = (0, blocks.len(), 0);
    for block in blocks {
        if block.omitted > 0 || used + size(&block.text) > room * HEAD / 100 {
            break;
        }
        used += size(&block.text);
        head += 1;
    }
    for block in blocks.iter().rev() {
        if block.omitted > 0 || used + size(&block.text) > room {
            break;
        }
        used += size(&block.text);
        tail -= 1;
    }
    (head, tail)
}

/// A block's size in quarters of a token, with the blank line behind it.
pub(super) fn size(block: &str) -> u64 {
    estimate::quarters(block) + 2
}

/// Some twentieths of the room that the answer and the overhead leave, in tokens.
pub(super) fn share(window: u32, max_tokens: u32, share: u32) -> u32 {
    // A small window has no such gateway, and would have no room left.
    let overhead = OVERHEAD.min(window / 3);
    part(window.saturating_sub(max_tokens).saturating_sub(overhead), share)
}

fn part(room: u32, twentieths: u32) -> u32 {
    u32::try_from(u64::from(room) * u64::from(twentieths) / 20).unwrap_or(u32::MAX)
}

fn bound<'a>(text: &'a str, budget: u32, what: &str) -> Cow<'a, str> {
    if estimate::text(text) <= budget {
        return Cow::Borrowed(text);
    }
    let whole = u64::from(budget) * 4;
    let units = text::units(text);
    let framing = size(&marker(units, what)) + 2;
    let Some(room) = whole.checked_sub(framing) else { return Cow::Borrowed("") };
    let head = line_end(head(text, room * HEAD / 100));
    let tail = line_start(tail(text, room - estimate::quarters(head)));
    let marker = marker(units - text::units(head) - text::units(tail), what);
    let pieces = [head, &marker, tail].into_iter().filter(|piece| !piece.is_empty());
    Cow::Owned(seek::join(&pieces.gather(), "\n\n"))
}

fn marker(characters: usize, what: &str) -> String {
    format!("[... {characters} characters of {what} elided so this summarization request fits the model's window ...]")
}

/// The longest start of at most so many quarters of a token.
fn head(text: &str, quarters: u64) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, letter)| {
        used += weight(*letter);
        used > quarters
    });
    end.map_or(text, |(at, _)| text.get(..at).unwrap_or_default())
}

/// The longest end of at most so many quarters of a token.
fn tail(text: &str, quarters: u64) -> &str {
    let mut used = 0;
    let start = text.char_indices().rev().find(|(_, letter)| {
        used += weight(*letter);
        used > quarters
    });
    start.map_or(text, |(at, letter)| text.get(at + letter.len_utf8()..).unwrap_or_default())
}

fn weight(letter: char) -> u64 {
    estimate::quarters(letter.encode_utf8(&mut [0; 4]))
}

/// Cuts at a line's end, where that costs less than half.
fn line_end(head: &str) -> &str {
    match head.rfind('\n') {
        Some(at) if at >= head.len() / 2 => head.get(..at).unwrap_or(head),
        _ => head,
    }
}

/// Cuts at a line's start, where that costs less than half.
fn line_start(tail: &str) -> &str {
    match tail.find('\n') {
        Some(at) if at < tail.len() / 2 => tail.get(at + 1..).unwrap_or(tail),
        _ => tail,
    }
}
