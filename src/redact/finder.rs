//! Finds secrets.

use std::borrow::Cow;
use std::ops::Range;

use crate::seek;

/// What stands in a secret's place.
const REDACTED: &str = "[redacted]";

/// A text without its secrets.
pub(super) fn redact(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(word) = next_word(text, at) {
        let found = private_key(text, &word).or_else(|| secret(text, &word));
        let Some(found) = found.filter(|range| range.start >= copied) else {
            at = word.end;
            continue;
        };
        out.push_str(text.get(copied..found.start).unwrap_or_default());
        out.push_str(REDACTED);
        copied = found.end;
        at = found.end.max(word.end);
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// The next run of characters that keys are made of.
fn next_word(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let start = from + bytes.get(from..)?.iter().position(|byte| is_key_byte(*byte))?;
    let length = bytes.get(start..)?.iter().take_while(|byte| is_key_byte(**byte)).count();
    Some(start..start + length)
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// A PEM block of a private key, to its end line or, where that is missing, to the end of the text.
fn private_key(text: &str, word: &Range<usize>) -> Option<Range<usize>> {
    if text.get(word.clone())? != "-----BEGIN" {
        return None;
    }
    let rest = text.get(word.end..)?;
    // Inside JSON the line breaks are written as `\n`.
    let title = seek::until(rest, &|letter| matches!(letter, '\n' | '\\'));
    seek::find(title, "PRIVATE KEY")?;
    let end = seek::find(rest, "-----END").and_then(|end| {
        let tail = rest.get(end + 8..)?;
        let dashes = seek::find(tail, "-----")?;
        Some(word.end + end + 8 + dashes + 5)
    });
    Some(word.start..end.unwrap_or(text.len()))
}

fn secret(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let word = text.get(range.clone())?;
    let bare = seek::trim_end(word, ".");
    if is_known_form(bare) {
        return Some(range.start..range.start + bare.len());
    }
    let rest = text.get(range.end..)?;
    if word.eq_ignore_ascii_case("bearer") || word == "Basic" {
        let value = value(rest.strip_prefix(' ').or_else(|| rest.strip_prefix('\t'))?);
        let is_token = value.len() >= 12 && value.bytes().any(|byte| byte.is_ascii_digit());
        return is_token.then(|| range.end + 1..range.end + 1 + value.len());
    }
    if let Some(authority) = rest.strip_prefix("://") {
        return in_url(authority).map(|found| range.end + 3 + found.start..range.end + 3 + found.end);
    }
    let name = Name::of(word)?;
    let (gap, quoted) = assignment(rest, &name)?;
    let value = value(rest.get(gap..)?);
    is_secret_value(value, word, &name, quoted, gap == 1).then(|| range.end + gap..range.end + gap + value.len())
}

/// How the keys begin that providers give out, by the shortest length of the whole.
const FORMS: [(usize, &str); 4] = [
    (20, "sk-|sk_live_|sk_test_|rk_live_|glpat-|xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xapp-"),
    (20, "AKIA|ASIA|tvly-|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|whsec_|ya29."),
    (30, "hf_|dop_v1_|lin_api_|gsk_|xai-|shpat_|npm_|AIza"),
    (40, "SG.|pypi-|eyJ|AGE-SECRET-KEY-"),
];
const SHORTEST_FORM: usize = 20;

fn is_known_form(word: &str) -> bool {
    word.len() >= SHORTEST_FORM
        && FORMS.iter().any(|(length, starts)| word.len() >= *length && seek::starts_with_any(word, starts))
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// The password in `user:password@host`.
fn in_url(authority: &str) -> Option<Range<usize>> {
    let authority = seek::until(authority, &|letter| letter.is_whitespace() || seek::is_of(letter, "/?#\"'`<>"));
    let (login, _) = seek::split_last(authority, "@")?;
    let (user, password) = login.split_once(':')?;
    let is_variable = password.is_empty() || seek::starts_with(password, "${<%");
    (!is_variable && password != REDACTED).then(|| user.len() + 1..login.len())
}

/// A name whose value is a secret.
struct Name {
    /// Whether it can be nothing else, as `password`; a `token` may be a word of a parser.
    strong: bool,
    /// Whether it is an option of a command, whose value may follow behind a space.
    option: bool,
}

impl Name {
    fn of(word: &str) -> Option<Self> {
        const STRONG: [&str; 9] =
            ["password", "passwd", "passphrase", "pwd", "secret", "apikey", "accesskey", "secretkey", "privatekey"];
        const WEAK: [&str; 3] = ["token", "credential", "authorization"];
        // Most words end otherwise: this is asked of every word there is.
        let last = word.bytes().rev().find(u8::is_ascii_alphanumeric)?.to_ascii_lowercase();
        if !matches!(last, b'd' | b'e' | b'l' | b'n' | b't' | b'y') {
            return None;
        }
        let strong = STRONG.iter().any(|name| ends_with_name(word, name));
        let is_name = strong || WEAK.iter().any(|name| ends_with_name(word, name));
        is_name.then(|| Self { strong, option: word.starts_with("--") })
    }
}

/// Whether a word ends with a name, in whatever case and with whatever stands between: `API_KEY`, `apiKey`, `api-key`.
fn ends_with_name(word: &str, name: &str) -> bool {
    let mut letters = word.bytes().rev().filter(u8::is_ascii_alphanumeric);
    name.bytes().rev().all(|byte| letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&byte)))
}

/// How far behind a name its value begins, and whether the value is quoted.
fn assignment(rest: &str, name: &Name) -> Option<(usize, bool)> {
    let skip = |at: usize, set: &str| -> usize {
        let tail = rest.get(at..).unwrap_or_default();
        at + tail.len() - seek::trim_start(tail, set).len()
    };
    let after_name = skip(skip(0, "\\\"']"), " ");
    let tail = rest.get(after_name..)?;
    let sign = if tail.starts_with("is ") && name.strong {
        2
    } else if seek::starts_with(tail, ":=") {
        tail.len() - seek::trim_start(tail, ":=>").len()
    } else if name.option && after_name > 0 {
        0
    } else {
        return None;
    };
    let before_quote = skip(after_name + sign, " \t");
    let start = skip(before_quote, "\\\"'`");
    Some((start, start > before_quote))
}

/// A value to its end.
fn value(text: &str) -> &str {
    seek::until(text, &|letter| letter.is_whitespace() || seek::is_of(letter, "\"'`,;)}]&<>|\\"))
}

fn is_secret_value(value: &str, word: &str, name: &Name, quoted: bool, adjacent: bool) -> bool {
    const WORDS: &str = "string|number|boolean|undefined|process.env|os.environ|required|optional|example";
    let is_code = value.len() < 6
        || seek::starts_with(value, "$/%*.")
        || seek::has(value, "({<[")
        || seek::starts_with_any(value, WORDS)
        || value.eq_ignore_ascii_case(word);
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let has_letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let looks_random = (has_digit && has_letter) || seek::has(value, "!@#^+");
    !is_code && (looks_random || (name.strong && (quoted || adjacent)) || (quoted && value.len() >= 16))
}
