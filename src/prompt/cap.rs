//! Shortens one part of a message for a prompt, in UTF-16 units and never inside a code point.
//!
//! Secrets are taken out before anything is cut: half a key is still a secret, and no longer to be known as one.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::message::ToolResult;
use crate::redact::without_torn_key;
use crate::settings::RedactionSettings;
use crate::tags::neutralize;
use crate::text::{self, Quote};

/// A piece of a key that is shorter is of no use to anybody; what is longer is no key, but data.
const TORN_BYTES: RangeInclusive<usize> = 8..=512;

/// So much is looked through beyond what is shown, in UTF-16 units: keys are shorter.
const MARGIN: usize = 512;

/// A part as a prompt shows it: whole, or its head and tail and how much lies between. Marks in it are harmless.
pub(super) fn both_ends(quote: &Quote, limit: usize, redaction: &RedactionSettings) -> String {
    shorten(&Safe::of(quote, limit, redaction), limit, "\n")
}

/// The same on one line, for arguments.
pub(super) fn inline(quote: &Quote, limit: usize, redaction: &RedactionSettings) -> String {
    shorten(&Safe::of(quote, limit, redaction), limit, " ")
}

/// Seed 002's form for tool results: the start, and how much follows.
pub(super) fn head_only(result: &ToolResult, limit: usize, redaction: &RedactionSettings) -> String {
    let safe = Safe::of(&result.text, limit, redaction);
    // What a record does not hold in one piece can only be shown at both ends.
    if safe.units() <= limit || (safe.omitted > 0 && limit > text::units(&safe.head)) {
        return shorten(&safe, limit, "\n");
    }
    let head = text::head(&safe.head, limit);
    format!("{}\n\n[... {} more characters truncated]", neutralize(head), safe.units() - text::units(head))
}

fn shorten(safe: &Safe<'_>, limit: usize, gap: &str) -> String {
    let total = safe.units();
    let (head, tail) = if total > limit {
        let tail_limit = limit / 3;
        let held = if safe.tail.is_empty() { &safe.head } else { &safe.tail };
        (text::head(&safe.head, limit - tail_limit), text::tail(held, tail_limit))
    } else {
        (&*safe.head, &*safe.tail)
    };
    let omitted = total - text::units(head) - text::units(tail);
    if omitted == 0 {
        return neutralize(&[head, tail].concat()).into_owned();
    }
    format!("{}{gap}[... {omitted} characters omitted ...]{gap}{}", neutralize(head), neutralize(tail))
}

/// A quote without secrets, and without the halves of keys that its own cut may have left.
struct Safe<'q> {
    head: Cow<'q, str>,
    tail: Cow<'q, str>,
    omitted: usize,
}

impl<'q> Safe<'q> {
    /// Of what is far beyond the limit nothing is shown, so that it need not be looked through.
    fn of(quote: &'q Quote, limit: usize, redaction: &RedactionSettings) -> Self {
        let (mut head, mut tail) = (quote.head.as_str(), quote.tail.as_str());
        let most = limit.saturating_add(MARGIN);
        let is_long = quote.units() / 2 > most;
        if is_long {
            tail = text::tail(if tail.is_empty() { head } else { tail }, limit / 3 + MARGIN);
            head = text::head(head, most);
        }
        if redaction.enabled && (is_long || !quote.is_whole()) {
            head = untorn(head, false);
            tail = untorn(tail, true);
        }
        let omitted = quote.units() - text::units(head) - text::units(tail);
        Self { head: redaction.redact(head), tail: redaction.redact(tail), omitted }
    }

    fn units(&self) -> usize {
        text::units(&self.head) + self.omitted + text::units(&self.tail)
    }
}

fn untorn(text: &str, at_start: bool) -> &str {
    let rest = without_torn_key(text, at_start);
    if TORN_BYTES.contains(&(text.len() - rest.len())) { rest } else { text }
}
