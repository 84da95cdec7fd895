//! Texts word for word: how they stand in the document, how they are cut to fit, and how they are read back.

use crate::gather::Gather;
use crate::seek;
use crate::text;
use crate::tokens::estimate::quarters;

/// What fences a text of several lines; a text with such lines gets a longer fence.
const FENCE: char = '~';
/// How a gap begins.
pub(super) const CUT: &str = "(… ";
/// Below this, a cut text keeps only its head.
const SHORTEST_GAP: u64 = 64;

/// A text behind its mark where it is one line, else in a fence below it.
pub(in crate::summary) fn quoted(mark: &str, text: &str) -> String {
    if !seek::is_of('\n', text) {
        return format!("{mark} {text}");
    }
    let longest = text.lines().map(|line| line.chars().take_while(|letter| *letter == FENCE).count()).max();
    let fence = FENCE.to_string().repeat(longest.unwrap_or(0).max(2) + 1);
    let mark = if mark.is_empty() { String::new() } else { format!("{mark}\n") };
    format!("{mark}{fence}\n{text}\n{fence}")
}

/// The same, cut so that it costs at most so many quarters of a token; empty where that says too little.
pub(in crate::summary) fn fitted(mark: &str, text: &str, limit: u64) -> String {
    let whole = quoted(mark, text);
    if quarters(&whole) <= limit {
        return whole;
    }
    let overhead = quarters(&quoted(mark, "\n"));
    let cut = clip(text, limit.saturating_sub(overhead));
    if cut.is_empty() { cut } else { quoted(mark, &cut) }
}

/// The text behind a mark, which may be fenced on the lines that follow.
pub(super) fn unquoted<'a>(behind: &str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    if !behind.is_empty() {
        return behind.into();
    }
    lines.next().map_or_else(String::new, |fence| unfenced(fence, lines))
}

/// The lines up to the fence that closes; a line that is no fence stands for itself.
pub(super) fn unfenced<'a>(fence: &str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    if !is_fence(fence) {
        return fence.into();
    }
    seek::join(&lines.take_while(|line| *line != fence).gather(), "\n")
}

pub(super) fn is_fence(line: &str) -> bool {
    line.len() > 2 && line.chars().all(|letter| letter == FENCE)
}

/// The head and tail of a text within so many quarters of a token, with a word on what lies between.
pub(in crate::summary) fn clip(text: &str, limit: u64) -> String {
    if quarters(text) <= limit {
        return text.into();
    }
    if limit < SHORTEST_GAP {
        let head = prefix(text, limit.saturating_sub(1));
        return if head.is_empty() { String::new() } else { format!("{head}…") };
    }
    let room = limit - 48;
    let head = prefix(text, room * 2 / 3);
    let tail = suffix(text, room / 3);
    // What an earlier cut has left out counts, too.
    let gap = text.get(head.len()..text.len() - tail.len()).unwrap_or_default();
    let before = seek::split(gap, CUT).and_then(|(_, behind)| behind.split_once(' ')?.0.parse::<u32>().ok());
    let omitted = text::units(gap) as u32 + before.unwrap_or(0);
    format!("{head} {CUT}{omitted} characters left out …) {tail}")
}

fn prefix(text: &str, limit: u64) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, letter)| {
        used += cost(*letter);
        used > limit
    });
    end.map_or(text, |(at, _)| text.get(..at).unwrap_or_default())
}

fn suffix(text: &str, limit: u64) -> &str {
    let mut used = 0;
    let end = text.char_indices().rev().find(|(_, letter)| {
        used += cost(*letter);
        used > limit
    });
    end.map_or(text, |(at, letter)| text.get(at + letter.len_utf8()..).unwrap_or_default())
}

fn cost(letter: char) -> u64 {
    quarters(letter.encode_utf8(&mut [0; 4]))
}
