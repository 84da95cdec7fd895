//! Shortens one part of a message for a prompt, in UTF-16 units and never inside a code point.

use crate::message::ToolResult;
use crate::tags::neutralize;
use crate::text::{self, Quote};

/// A part as a prompt shows it: whole, or its head and tail and how much lies between. Marks in it are harmless.
pub(super) fn both_ends(quote: &Quote, limit: usize) -> String {
    shorten(quote, limit, "\n")
}

/// The same on one line, for arguments.
pub(super) fn inline(quote: &Quote, limit: usize) -> String {
    shorten(quote, limit, " ")
}

/// Seed 002's form for tool results: the start, and how much follows.
pub(super) fn head_only(result: &ToolResult, limit: usize) -> String {
    let quote = &result.text;
    let total = quote.units();
    // What a record does not hold in one piece can only be shown at both ends.
    if total <= limit || (!quote.is_whole() && limit > text::units(&quote.head)) {
        return both_ends(quote, limit);
    }
    let head = text::head(&quote.head, limit);
    format!("{}\n\n[... {} more characters truncated]", neutralize(head), total - text::units(head))
}

fn shorten(quote: &Quote, limit: usize, gap: &str) -> String {
    let total = quote.units();
    let (head, tail) = if total > limit {
        let tail_limit = limit / 3;
        let held = if quote.tail.is_empty() { &quote.head } else { &quote.tail };
        (text::head(&quote.head, limit - tail_limit), text::tail(held, tail_limit))
    } else {
        (quote.head.as_str(), quote.tail.as_str())
    };
    let omitted = total - text::units(head) - text::units(tail);
    if omitted == 0 {
        return neutralize(&format!("{head}{tail}")).into_owned();
    }
    format!("{}{gap}[... {omitted} characters omitted ...]{gap}{}", neutralize(head), neutralize(tail))
}
