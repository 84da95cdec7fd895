//! Secrets that are known by the name before them: `API_KEY=…`, `"clientSecret": "…"`, `--password …`, `<token>…</token>`.

use super::finder::{Found, Word, first_of, from, has_byte, part};
use super::value::{PLAIN, SHELL, is_code, looks_drawn, looks_random, value};
use crate::seek;

/// What a value is, by the end of its name. What stands behind `_` is a word of its own: no `compass`.
const STRONG: [(&str, &str); 5] = [
    ("aws-key", "secretaccesskey|awssecretkey"),
    ("api-key", "apikey|accesskey|authkey|accountkey|sharedkey|subscriptionkey"),
    ("password", "password|passwd|passphrase|passcode|passwort|pwd|_pass"),
    ("private-key", "privatekey"),
    ("secret", "secret|secretkey|signingkey|encryptionkey|masterkey"),
];
/// Names that may mean something else: their values must look like keys.
const WEAK: &str = "token|credential|credentials|authorization|_auth|_jwt|_sig|_signature|_sid";

/// A name whose value is a secret.
#[derive(Clone, Copy)]
struct Name {
    kind: &'static str,
    strong: bool,
    /// Whether the host gave it: any value of it is a secret.
    own: bool,
}

fn name(word: &str, own: &[String]) -> Option<Name> {
    if own.iter().any(|name| ends_with_name(word, name, true)) {
        return Some(Name { kind: "secret", strong: true, own: true });
    }
    if !may_end(word.as_bytes()) {
        return None;
    }
    let ends = |name: &str| ends_with_name(word, name, name.starts_with('_'));
    let strong = STRONG.iter().find(|(_, names)| first_of(names, &ends).is_some()).map(|(kind, _)| *kind);
    let weak = || first_of(WEAK, &ends).map(|_| "token");
    Some(Name { kind: strong.or_else(weak)?, strong: strong.is_some(), own: false })
}

/// Whether a word may end with a name. Most words end otherwise: this is asked of every word there is.
pub(super) fn may_end(word: &[u8]) -> bool {
    let mut ends = word.iter().rev().filter(|byte| byte.is_ascii_alphanumeric()).map(|byte| byte | 0x20);
    let mut end = || ends.next().unwrap_or_default();
    // The last letters of the names above, backwards.
    matches!(
        &[end(), end(), end()],
        b"dro"
            | b"dws"
            | b"dwp"
            | b"dis"
            | b"esa"
            | b"edo"
            | b"eru"
            | b"ter"
            | b"tro"
            | b"twj"
            | b"ssa"
            | b"sla"
            | b"nek"
            | b"noi"
            | b"yek"
            | b"lai"
            | b"htu"
            | b"gis"
    )
}

/// Whether a word ends with a name, in whatever case and with whatever stands between: `API_KEY`, `apiKey`, `api-key`.
/// `whole`: no other word may go before it in one piece.
fn ends_with_name(word: &str, name: &str, whole: bool) -> bool {
    let mut letters = word.bytes().rev().enumerate().filter(|(_, byte)| byte.is_ascii_alphanumeric());
    let mut start = None;
    for wanted in name.bytes().rev().filter(u8::is_ascii_alphanumeric) {
        match letters.next() {
            Some((at, letter)) if letter.eq_ignore_ascii_case(&wanted) => start = Some((at, letter)),
            _ => return false,
        }
    }
    let Some((at, first)) = start else { return false };
    let before = word.bytes().rev().nth(at + 1);
    !whole
        || before.is_none_or(|byte| {
            !byte.is_ascii_alphanumeric() || (first.is_ascii_uppercase() && byte.is_ascii_lowercase())
        })
}

/// The secret that a word names.
pub(super) fn find(word: &Word<'_>, own: &[String]) -> Option<Found<'static>> {
    const LEADS: &[u8] = b" \t\r\n\"'\\`]:=>|,";
    if !LEADS.contains(&word.next_byte()) {
        return None;
    }
    let text = word.word();
    let name = name(text, own)?;
    let rest = word.near();
    let mut gap = Gap::of(word, &name)?;
    // Behind a type: `password: str = "…"`.
    if let Some(next) = gap.behind_type(rest) {
        gap = next;
    }
    let value = gap.value(word, rest)?;
    let known = name.own && value.len() > 2 && !is_code(value, gap.quoted);
    let is_secret = known || is_secret(value, text, &name, &gap, rest);
    let start = word.end + gap.at;
    // The end of a long value lies farther away.
    let length = if is_secret { gap.value(word, word.rest())?.len() } else { 0 };
    is_secret.then(|| Found { start, end: start + length, kind: name.kind })
}

/// What lies between a name and its value.
#[derive(Clone, Copy)]
struct Gap {
    /// How far behind the name the value begins.
    at: usize,
    quoted: bool,
    /// Whether it stands directly behind a sign, as in `name=value`.
    adjacent: bool,
    /// Whether nothing but the look of the value says that it belongs to the name.
    loose: bool,
    xml: bool,
}

/// What lies between a name and the word `value`.
const BESIDE: &str = "\\\"', \t\r\n";

fn skip(rest: &str, at: usize, set: &str) -> usize {
    let tail = from(rest, at);
    at + tail.len() - seek::trim_start(tail, set).len()
}

impl Gap {
    fn of(word: &Word<'_>, name: &Name) -> Option<Self> {
        let rest = word.near();
        let after_name = skip(rest, skip(rest, 0, "\\\"'`]"), " \t");
        let tail = from(rest, after_name);
        // `{ "name": "DB_PASSWORD", "value": "…" }`
        let beside = skip(rest, 0, BESIDE);
        let is_break = part(rest, 0, beside + 1).ends_with("\\n");
        let beside = if is_break { skip(rest, beside + 1, BESIDE) } else { beside };
        // `${DB_PASSWORD:-…}`
        let signs = if word.before().ends_with("${") { ":=-?+" } else { ":=>" };
        let sign = |at: usize| skip(rest, at, signs) - at;
        let xml = tail.starts_with('>') && word.before().ends_with('<');
        let is_option = word.word().starts_with("--");
        let (at, loose) = if xml {
            (after_name + 1, false)
        } else if seek::starts_with(tail, ":=") {
            (after_name + sign(after_name), false)
        } else if name.strong && tail.starts_with("is ") {
            (after_name + 2, false)
        } else if from(rest, beside).starts_with("value") {
            let at = skip(rest, beside + "value".len(), "\\\"' ");
            (at + Some(sign(at)).filter(|sign| *sign > 0)?, false)
        } else if is_option && after_name > 0 {
            (0, false)
        } else if tail.starts_with(',') && after_name > 0 {
            (after_name + 1, true)
        } else if after_name == 1 && name.strong {
            (0, true)
        } else {
            return None;
        };
        Some(Self { xml, loose, ..Self::behind(rest, at) })
    }

    /// Behind a sign: blanks, the letter of Rust's `b"…"` and such, the quote.
    fn behind(rest: &str, at: usize) -> Self {
        let blank = skip(rest, at, " \t");
        let bytes = rest.as_bytes();
        let prefix = matches!(bytes.get(blank), Some(b'b' | b'r' | b'f' | b'u' | b'@'))
            && matches!(bytes.get(blank + 1), Some(b'"' | b'\'' | b'\\'));
        let before_quote = blank + usize::from(prefix);
        let start = skip(rest, before_quote, "\\\"'`");
        Self { at: start, quoted: start > before_quote, adjacent: start == 1, loose: false, xml: false }
    }

    fn behind_type(&self, rest: &str) -> Option<Self> {
        let tail = from(rest, self.at);
        let kind = seek::until(tail, &|letter| !(letter.is_alphanumeric() || seek::is_of(letter, "_.?")));
        let at = skip(rest, self.at + kind.len(), " ");
        let is_type = !self.quoted && !self.adjacent && !kind.is_empty() && from(rest, at).starts_with("= ");
        is_type.then(|| Self::behind(rest, at + 1))
    }

    /// The value, to its end. A quote that holds more than one word is prose: its first word is taken as if unquoted.
    fn value<'t>(&mut self, word: &Word<'_>, rest: &'t str) -> Option<&'t str> {
        let tail = from(rest, self.at);
        let before = part(rest, 0, self.at);
        let quote = before.chars().next_back().filter(|_| self.quoted);
        if let Some(quote) = quote {
            let ends = match quote {
                '"' => "\"\\",
                '\'' => "'\\",
                _ => "`\\",
            };
            let whole = value(tail, ends);
            if !seek::starts_with(from(tail, whole.len()), " \t") {
                return Some(whole);
            }
            self.quoted = false;
            self.adjacent = false;
        }
        let name = from(word.word(), word.escape());
        let in_shell = before == "=" && !has_byte(name, &u8::is_ascii_lowercase);
        let ends = if self.xml {
            "<"
        } else if in_shell {
            SHELL
        } else {
            PLAIN
        };
        let whole = value(tail, ends);
        Some(if in_shell { seek::trim_end(whole, ",)}]&") } else { whole })
    }
}

fn is_secret(value: &str, word: &str, name: &Name, gap: &Gap, rest: &str) -> bool {
    let in_query = rest.starts_with('=') && gap.adjacent;
    if value.len() < 6 || is_code(value, gap.quoted) || ends_with_name(value, word, false) || same_end(value, name) {
        return false;
    }
    if gap.loose {
        return looks_drawn(value) && (gap.quoted || super::forms::turns(value) > 2 && value.len() >= 12);
    }
    if !name.strong {
        return looks_drawn(value) || (in_query && looks_random(value) && value.len() >= 20);
    }
    // An argument of a call in code: `connect(password=db_pass)`.
    let behind = from(rest, gap.at + value.len());
    let argument = !gap.quoted && seek::starts_with(behind, ",)");
    looks_random(value) || gap.xml || ((gap.quoted || gap.adjacent) && !argument)
}

/// `password=user_password`, `apiKey: config.apiKey`.
fn same_end(value: &str, name: &Name) -> bool {
    let is_end = |end: &str| ends_with_name(value, end, false);
    !looks_random(value)
        && (STRONG.iter().any(|(kind, names)| *kind == name.kind && first_of(names, &is_end).is_some())
            || is_end("token"))
}
