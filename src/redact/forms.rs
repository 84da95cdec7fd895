//! Secrets that are known by their form, whatever stands around them.

use super::finder::{Found, WINDOW, Word, first_of, from, has_byte, is_key_byte, part};
use crate::seek;

/// How the keys begin that providers give out: what they are, and how long a run of letters and digits they have in them.
const FORMS: [(&str, usize, &str); 8] = [
    ("api-key", 10, "sk-|sk_live_|sk_test_|rk_live_|rk_test_|AIza|SG.|xai-|tvly-|pplx-|nvapi-|csk-|fc-|phx_|glsa_"),
    ("api-key", 20, "gsk_|lin_api_|r8_|shpat_|shpss_|ntn_|secret_|sbp_|sb_secret_|key-|PMAK-|NRAK-|dapi|sntrys_"),
    ("token", 6, "glpat-|glrt-|xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xoxe-|xoxe.|xapp-|ya29.|hvs.|hvb.|figd_|GOCSPX-"),
    ("token", 16, "ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|npm_|hf_|pypi-|dop_v1_|doo_v1_|dckr_pat_|ATATT3|sq0csp-|EAAC"),
    ("jwt", 10, "eyJ"),
    ("aws-key", 16, "AKIA|ASIA"),
    ("private-key", 40, "AGE-SECRET-KEY-"),
    ("secret", 20, "whsec_"),
];

/// The first and the second characters of all forms, as sets: most words have others.
const BEGINNINGS: [u128; 2] = {
    let (mut sets, mut forms) = ([0, 0], FORMS.as_slice());
    while let Some(((_, _, starts), others)) = forms.split_first() {
        forms = others;
        let (mut rest, mut at) = (starts.as_bytes(), 0);
        while let Some((byte, behind)) = rest.split_first() {
            rest = behind;
            let [first, second] = &mut sets;
            match at {
                0 => *first |= 1 << *byte,
                1 => *second |= 1 << *byte,
                _ => {}
            }
            at = if *byte == b'|' { 0 } else { at + 1 };
        }
    }
    sets
};

/// The least that the rest of a key has behind its beginning.
const SHORTEST: usize = 14;

/// A key of a provider in a word, also behind a part of the word that ends in `_`, `-` or `.`.
pub(super) fn known(word: &Word<'_>) -> Option<Found<'static>> {
    // A wrapped text goes on with a key in its next line.
    let line_end = matches!(word.next_byte(), b'\r' | b'\n' | b'\\');
    if word.end - word.start < if line_end { 4 } else { SHORTEST } {
        return None;
    }
    let bare = seek::trim_end(word.word(), ".");
    if !line_end && !has_run(bare, 6) {
        return None;
    }
    let mut edge = word.escape();
    loop {
        let tail = from(bare, edge);
        if tail.len() < if line_end { 4 } else { SHORTEST } {
            return None;
        }
        let may_begin = tail.bytes().zip(BEGINNINGS).all(|(byte, set)| byte.is_ascii() && set >> byte & 1 == 1);
        let found = FORMS.iter().filter(|_| may_begin).find_map(|(kind, run, starts)| {
            let start = first_of(starts, &|start| tail.starts_with(start))?;
            let length = length(word, tail, kind, *run, start, line_end)?;
            let start = word.start + edge;
            Some(Found { start, end: start + length, kind })
        });
        if found.is_some() {
            return found;
        }
        edge += tail.bytes().position(|byte| matches!(byte, b'_' | b'-' | b'.'))? + 1;
    }
}

/// How long a key is that begins with `start`, if it is one.
fn length(word: &Word<'_>, tail: &str, kind: &str, run: usize, start: &str, line_end: bool) -> Option<usize> {
    let window = part(tail, start.len(), tail.len().min(WINDOW));
    let has_dots = kind == "jwt" || start.ends_with('.');
    let rest = if has_dots { window } else { seek::until(window, &|letter| letter == '.') };
    let complete = has_run(rest, run)
        && match kind {
            "jwt" => seek::has(rest, "."),
            "aws-key" => rest.len() == run && !has_byte(rest, &u8::is_ascii_lowercase),
            _ => true,
        };
    let wrapped = if line_end && start.len() + rest.len() == tail.len() { next_line(word.near()) } else { None };
    let wrapped = wrapped.filter(|(_, next)| complete || has_run(&[rest, next].concat(), run));
    if let Some((gap, next)) = wrapped.filter(|(_, next)| kind != "aws-key" || rest.len() + next.len() == run) {
        return Some(tail.len() + gap + next.len());
    }
    let length = if has_dots { tail.len() } else { seek::until(tail, &|letter| letter == '.').len() };
    let more = |byte: &u8| kind == "secret" && (is_key_byte(*byte) || matches!(byte, b'+' | b'/' | b'='));
    complete.then(|| length + word.rest().bytes().take_while(more).count())
}

/// What the next line begins with, and what lies before it, where it goes on with a key: a word of mixed letters and digits.
fn next_line(rest: &str) -> Option<(usize, &str)> {
    // `\n`, and `\\n` in JSON within JSON.
    let behind = seek::trim_start(rest, "\\");
    let behind = behind.strip_prefix("r\\").map_or(behind, |behind| seek::trim_start(behind, "\\"));
    let escaped = behind.strip_prefix('n').filter(|_| rest.starts_with('\\'));
    let line = escaped.unwrap_or(rest);
    let start = seek::trim_start(line, "\r\n\\\t >|\"'+");
    let gap = rest.len() - start.len();
    let breaks = rest.bytes().take(gap).filter(|byte| *byte == b'\n').count() + usize::from(escaped.is_some());
    let next = seek::until(start, &|letter| !u8::try_from(letter).is_ok_and(is_key_byte));
    let next = seek::trim_end(next, ".");
    let behind = from(start, next.len());
    let goes_on = breaks == 1 && gap < 24 && turns(next) > 1 && next.len() > 5;
    (goes_on && !seek::starts_with(behind, ":=(/@")).then_some((gap, next))
}

/// Whether letters and digits stand together in a run of some length.
pub(super) fn has_run(word: &str, length: usize) -> bool {
    let (mut run, mut digits) = (0, 0);
    word.bytes().any(|byte| {
        let inner = byte.is_ascii_alphanumeric();
        run = if inner { run + 1 } else { 0 };
        digits = if inner { digits + usize::from(byte.is_ascii_digit()) } else { 0 };
        run >= length && digits > 0 && digits < run
    })
}

/// How often letters and digits, or a small letter and a capital, meet.
pub(super) fn turns(word: &str) -> usize {
    let kinds = |byte: u8| match byte {
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        b'a'..=b'z' => 3,
        _ => 0,
    };
    let pairs = word.bytes().zip(word.bytes().skip(1)).map(|(one, next)| (kinds(one), kinds(next)));
    // A capital before small letters is how words begin.
    pairs.filter(|pair| pair.0 != pair.1 && pair.0 * pair.1 > 0 && *pair != (2, 3)).count()
}

/// A secret of one of the host's forms.
pub(super) fn own<'s>(word: &Word<'_>, forms: &'s [(String, String)]) -> Option<Found<'s>> {
    forms.iter().find_map(|(kind, form)| {
        let form = form.trim().as_bytes();
        // What stands before the first character of a key is no part of a word.
        let lead = form.iter().take_while(|byte| !is_key_byte(**byte) && !matches!(byte, b'*' | b'?')).count();
        let mut edge = word.start + word.escape();
        loop {
            let start = edge.checked_sub(lead)?;
            if let Some(length) = word.text.as_bytes().get(start..).and_then(|text| matched(form, text)) {
                return Some(Found { start, end: start + length, kind });
            }
            let inner = word.text.as_bytes().get(edge..word.end)?;
            edge += inner.iter().position(|byte| matches!(byte, b'_' | b'-' | b'.'))? + 1;
        }
    })
}

/// The longest word that is looked at whole: what is longer is no key.
const LONGEST: usize = 512;

/// How much at the start of a text is of a form. Behind it a word must end.
fn matched(form: &[u8], text: &[u8]) -> Option<usize> {
    let text = text.get(..text.len().min(LONGEST))?;
    let is_key = |at: usize| text.get(at).is_some_and(|byte| is_key_byte(*byte));
    let (mut at, mut length) = (0, 0);
    let mut star = None;
    loop {
        match form.get(at) {
            None if !text.iter().skip(length).find(|byte| **byte != b'.').is_some_and(|byte| is_key_byte(*byte)) => {
                return Some(length);
            }
            Some(b'*') => {
                star = Some((at, length));
                at += 1;
                continue;
            }
            Some(b'?') if is_key(length) => {}
            Some(byte) if text.get(length) == Some(byte) => {}
            _ => {
                // The last `*` takes one more.
                let (form_at, taken) = star.filter(|(_, taken)| is_key(*taken))?;
                star = Some((form_at, taken + 1));
                (at, length) = (form_at + 1, taken + 1);
                continue;
            }
        }
        at += 1;
        length += 1;
    }
}
