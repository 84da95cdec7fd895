//! Private keys in PEM blocks, also where a cut has taken the beginning or the end.
//!
//! The lines of a block are parted by line breaks, by `\n` as JSON writes them, or by spaces where a variable of the
//! environment has lost them.

use super::finder::{Found, Word, from, has_byte, part};
use crate::seek;

const KIND: &str = "private-key";
const DASHES: &str = "-----";

/// A block from its first line on, to its last one or as far as lines of a key follow.
pub(super) fn from_begin(word: &Word<'_>) -> Option<Found<'static>> {
    let mut rest = title(word.rest())?;
    let mut end = None;
    loop {
        let gap = rest;
        rest = seek::trim_start(rest, BETWEEN);
        // Behind a key, an empty line ends the block.
        let breaks = gap.bytes().take(gap.len() - rest.len()).filter(|byte| *byte == b'\n').count();
        if end.is_some() && breaks > 1 {
            break;
        }
        // The `n` of `\n`.
        if let Some(behind) = rest.strip_prefix('n').filter(|_| ends_with_escape(word.text, rest)) {
            rest = behind;
            continue;
        }
        if let Some(last) = rest.strip_prefix("-----END").and_then(title) {
            return end.map(|_| found(word, word.text.len() - last.len()));
        }
        let line = seek::until(rest, &|letter| seek::is_of(letter, BETWEEN));
        let is_line = !line.is_empty() && seek::find(line, DASHES).is_none() && line.chars().all(is_inner);
        if !is_line {
            break;
        }
        rest = from(rest, line.len());
        if is_key_line(line) || (end.is_some() && (rest.is_empty() || line.len() >= 16)) {
            end = Some(word.text.len() - rest.len());
        }
    }
    end.map(|end| found(word, end))
}

fn found(word: &Word<'_>, end: usize) -> Found<'static> {
    Found { start: word.end - "-----BEGIN".len(), end, kind: KIND }
}

/// A block of which only the end is left: the lines before that are of a key.
pub(super) fn to_end(word: &Word<'_>, copied: usize) -> Option<Found<'static>> {
    let last = title(word.rest())?;
    let mut before = part(word.text, copied, word.end - "-----END".len());
    let (mut start, mut sure) = (None, false);
    loop {
        let end = line_end(before);
        let at = end.char_indices().rev().find(|(_, letter)| seek::is_of(*letter, BETWEEN));
        let mut line = at.map_or(end, |(at, _)| from(end, at + 1));
        if at.is_some_and(|(_, letter)| letter == '\\') {
            line = line.strip_prefix('n').unwrap_or(line);
        }
        let is_line = !line.is_empty() && line.chars().all(|letter| is_inner(letter) && !seek::is_of(letter, ":,.-"));
        // The last line may be short, and the one that is torn.
        let torn = copied == 0 && line.len() == end.len() && has_byte(line, &|byte| !byte.is_ascii_lowercase());
        if !is_line || !(is_key_line(line) || start.is_none() || torn) {
            break;
        }
        sure |= is_key_line(line) || torn;
        start = Some(copied + end.len() - line.len());
        before = part(end, 0, end.len() - line.len());
    }
    let start = start.filter(|_| sure)?;
    Some(Found { start, end: word.text.len() - last.len(), kind: KIND })
}

/// A text without the line break at its end, however it is written.
fn line_end(mut text: &str) -> &str {
    loop {
        let end = seek::trim_end(text, BETWEEN);
        let escape = |letter: char| end.strip_suffix(letter).filter(|rest| rest.ends_with('\\'));
        match escape('n').or_else(|| escape('r')) {
            Some(rest) => text = rest,
            None => return end,
        }
    }
}

/// What stands between the lines of a block.
const BETWEEN: &str = "\r\n\t \\\"'>|";

/// What follows the title of a private key and its dashes.
fn title(rest: &str) -> Option<&str> {
    let title = seek::until(rest, &|letter| !(letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == ' '));
    seek::find(title, "PRIVATE KEY")?;
    from(rest, title.len()).strip_prefix(DASHES)
}

fn ends_with_escape(text: &str, rest: &str) -> bool {
    part(text, 0, text.len() - rest.len()).ends_with('\\')
}

/// What lines of a block are made of, with those that tell of its encryption.
fn is_inner(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || seek::is_of(letter, "+/=:,.-")
}

fn is_key_line(line: &str) -> bool {
    let has = |test: &dyn Fn(&u8) -> bool| has_byte(line, test);
    line.len() >= 16 && has(&u8::is_ascii_digit) && has(&u8::is_ascii_uppercase) && has(&u8::is_ascii_lowercase)
}
