//! Goes over a text word by word, and puts placeholders where secrets stand.

use std::borrow::Cow;

use super::{forms, login, named, pem};
use crate::seek;
use crate::settings::RedactionSettings;

/// A run of characters that keys are made of, in its text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'t> Word<'t> {
    fn next(text: &'t str, from: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        let start = from + bytes.get(from..)?.iter().position(|byte| is_key_byte(*byte))?;
        let length = bytes.get(start..)?.iter().take_while(|byte| is_key_byte(**byte)).count();
        Some(Self { text, start, end: start + length })
    }

    pub(super) fn word(&self) -> &'t str {
        part(self.text, self.start, self.end)
    }

    pub(super) fn before(&self) -> &'t str {
        part(self.text, 0, self.start)
    }

    /// What stands behind the word.
    pub(super) fn rest(&self) -> &'t str {
        part(self.text, self.end, self.text.len())
    }

    /// As much of it as is looked at before it is known that a secret stands there.
    pub(super) fn near(&self) -> &'t str {
        let rest = self.rest();
        part(rest, 0, rest.floor_char_boundary(WINDOW))
    }

    /// The character behind the word, where it is ASCII; else 0.
    pub(super) fn next_byte(&self) -> u8 {
        self.text.as_bytes().get(self.end).copied().unwrap_or_default()
    }

    /// How much at the start of the word belongs to an escape before it: `\nghp_…`, `\u003dghp_…`, `%3Dghp_…`, `ESC[32mghp_…`.
    pub(super) fn escape(&self) -> usize {
        let bytes = self.word().as_bytes();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match self.before().as_bytes().last() {
            Some(b'\\') => match bytes.first() {
                Some(b'u') => 5,
                Some(b'x') => 3,
                _ => 1,
            },
            Some(b'%') => 2,
            Some(b'[' | b';') if bytes.get(digits) == Some(&b'm') => digits + 1,
            _ => 0,
        }
    }
}

pub(super) fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

// What follows is compiled once; the standard library's own is written out at each place.

/// A part of a text; nothing where it has no such part.
#[inline(never)]
pub(super) fn part(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// A text from a place on.
pub(super) fn from(text: &str, at: usize) -> &str {
    part(text, at, text.len())
}

/// The first of a list of texts that a test takes.
#[inline(never)]
pub(super) fn first_of(list: &'static str, test: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    seek::list(list).find(|one| test(one))
}

/// Whether a text has a byte that a test takes.
#[inline(never)]
pub(super) fn has_byte(text: &str, test: &dyn Fn(&u8) -> bool) -> bool {
    text.as_bytes().iter().any(test)
}

/// So far it is looked for what makes a secret, in bytes: a search takes no longer for a longer text.
pub(super) const WINDOW: usize = 1_024;

/// A secret: where it stands, and what it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'k> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: &'k str,
}

pub(super) fn redact<'t>(text: &'t str, settings: &RedactionSettings) -> Cow<'t, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(word) = Word::next(text, at) {
        at = word.end;
        if is_plain(&word, settings) {
            continue;
        }
        if let Some(length) = placeholder(&word, settings) {
            at += length;
            continue;
        }
        let Some(found) = find(&word, copied, settings).filter(|found| found.start >= copied) else { continue };
        // A name or a user may stand between the word and the secret that it leads to.
        let clear = found.start.min(word.end);
        out.push_str(part(text, copied, clear));
        out.push_str(&redact(part(text, clear, found.start), settings));
        out.push_str("[redacted: ");
        out.extend(found.kind.chars().filter(|letter| !is_outside_kinds(*letter)));
        out.push(']');
        copied = found.end;
        at = at.max(found.end);
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(from(text, copied));
    Cow::Owned(out)
}

/// Whether a word is one of prose that leads to no secret: most are, and need no closer look.
fn is_plain(word: &Word<'_>, settings: &RedactionSettings) -> bool {
    let bytes = word.word().as_bytes();
    if !bytes.iter().all(u8::is_ascii_lowercase) || !settings.names.0.is_empty() || !settings.forms.0.is_empty() {
        return false;
    }
    // A key may go on in the next line, and a URL have any scheme.
    let next = word.next_byte();
    if matches!(next, b'\r' | b'\n' | b'\\') || (next == b':' && word.rest().starts_with("://")) {
        return false;
    }
    const LEADS: &str = "redacted|bearer|basic|cookie";
    let start = bytes.get(..2).unwrap_or(bytes);
    let leads = matches!(start, b"re" | b"be" | b"ba" | b"co") && seek::is_one_of(word.word(), LEADS);
    !leads && !named::may_end(bytes)
}

fn find<'s>(word: &Word<'_>, copied: usize, settings: &'s RedactionSettings) -> Option<Found<'s>> {
    if word.word().ends_with("-----BEGIN") {
        return pem::from_begin(word);
    }
    if word.word().ends_with("-----END") {
        return pem::to_end(word, copied);
    }
    let in_place = forms::known(word).or_else(|| forms::own(word, &settings.forms.0)).or_else(|| login::option(word));
    in_place.or_else(|| login::find(word)).or_else(|| named::find(word, &settings.names.0))
}

/// How much of a placeholder follows its first word, where one stands here: nothing in it is looked at again.
fn placeholder(word: &Word<'_>, settings: &RedactionSettings) -> Option<usize> {
    const KINDS: &str = "api-key|token|jwt|aws-key|private-key|password|secret|cookie|connection-string";
    if word.word() != "redacted" || !word.before().ends_with('[') {
        return None;
    }
    let kind = seek::until(word.near().strip_prefix(": ")?, &is_outside_kinds);
    let is_own = |own: &str| own.chars().filter(|letter| !is_outside_kinds(*letter)).eq(kind.chars());
    let known = seek::is_one_of(kind, KINDS) || settings.forms.0.iter().any(|(own, _)| is_own(own));
    known.then_some(2 + kind.len())
}

/// What would end a placeholder early.
fn is_outside_kinds(letter: char) -> bool {
    letter.is_control() || seek::is_of(letter, "[]")
}
