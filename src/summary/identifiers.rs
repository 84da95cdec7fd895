//! The exact words of a conversation: paths, symbols, codes, references and numbers, found in one pass over a text.

use crate::names::Names;
use crate::seek;

/// What kind of word it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A path of two or more parts, or a file name with a known extension.
    Path,
    /// A name in code that is no plain word: `setMode`, `max_len`, `HttpError`, `parse` in backticks.
    Symbol,
    /// Names joined by `.` or `::`: `settings.setMode`.
    Qualified,
    /// An option of a command: `--locked`.
    Flag,
    /// A code of an error or a ticket: `TS2345`, `E0308`, `ENOENT`, `ABC-12`.
    Code,
    /// A hash, a UUID, a colour, an issue's number, a URL.
    Reference,
    /// A number of three or more digits, or a version.
    Number,
}

/// Longer words are data, not names.
const LONGEST: usize = 200;

/// Finds the identifiers of a text, in order; one that occurs twice comes twice.
///
/// ```
/// use epitome::summary::identifiers::{Kind, scan};
/// let mut found = Vec::new();
/// scan("see src/main.rs:12, setMode() fails with E0308", &mut |word, kind| found.push((word, kind)));
/// assert_eq!(found, [("src/main.rs", Kind::Path), ("setMode", Kind::Symbol), ("E0308", Kind::Code)]);
/// ```
pub fn scan<'a>(text: &'a str, found: &mut dyn FnMut(&'a str, Kind)) {
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        // Most words are plain ones with a space behind; they need no closer look.
        if first.is_ascii_lowercase() && before != '`' {
            let plain = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            if matches!(rest.as_bytes().get(plain), None | Some(b' ' | b'\n')) {
                before = ' ';
                rest = rest.get(plain + 1..).unwrap_or_default();
                continue;
            }
        }
        if !is_word_start(first) {
            let step = separator(rest, first);
            before = first;
            rest = rest.get(step..).unwrap_or_default();
            continue;
        }
        let length = word_length(rest);
        let word = rest.get(..length).unwrap_or_default();
        rest = rest.get(length..).unwrap_or_default();
        if word.len() <= LONGEST {
            classify(word, before == '`' && rest.starts_with('`'), found);
        }
        before = word.chars().next_back().unwrap_or(' ');
    }
}

/// The identifiers of a piece of text, each once and in order, with a space behind each: at most so many bytes of
/// them. Words that the ends of the piece tore are left out, and so are numbers, which are seldom needed again.
pub fn names(piece: &str, limit: usize) -> String {
    let mut seen = Names::default();
    let mut names = String::new();
    scan(without_torn_start(without_torn_end(piece)), &mut |word, kind| {
        if kind != Kind::Number && names.len() + word.len() < limit && seen.is_new(word) {
            names.push_str(word);
            names.push(' ');
        }
    });
    names
}

/// A piece of text without the word that its start may have torn.
pub fn without_torn_start(piece: &str) -> &str {
    seek::trim_start_by(piece, &is_inner)
}

/// A piece of text without the word that its end may have torn.
pub fn without_torn_end(piece: &str) -> &str {
    seek::trim_end_by(piece, &is_inner)
}

/// How many bytes a character between words takes along: an escape of a terminal or of JSON is no start of a word.
fn separator(rest: &str, first: char) -> usize {
    let bytes = rest.as_bytes();
    match first {
        '\u{1b}' if bytes.get(1) == Some(&b'[') => {
            let body = bytes.iter().skip(2).take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
            (2 + body + usize::from(bytes.get(2 + body).is_some_and(u8::is_ascii_alphabetic))).min(rest.len())
        }
        '\\' if matches!(bytes.get(1), Some(b'n' | b't' | b'r' | b'"')) => 2,
        _ => first.len_utf8(),
    }
}

fn is_word_start(letter: char) -> bool {
    is_letter(letter) || matches!(letter, '/' | '.' | '~' | '@' | '#' | '$' | '-')
}

/// What stands inside of words.
fn is_inner(letter: char) -> bool {
    is_word_start(letter) || matches!(letter, ':' | '+' | '%')
}

/// Letters and digits of names. East Asian text has no spaces between words, so that its letters only separate.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || letter == '_'
        || (!letter.is_ascii() && u32::from(letter) < 0x1100 && letter.is_alphabetic())
}

fn word_length(rest: &str) -> usize {
    let mut url = false;
    let mut drive = false;
    let (mut last, mut last_but_one) = (' ', ' ');
    for (at, letter) in rest.char_indices() {
        url |= (last_but_one, last, letter) == (':', '/', '/');
        drive |= at == 2 && last == ':' && letter == '\\';
        let inside = if url {
            !letter.is_whitespace()
                && !matches!(letter, '"' | '\'' | '`' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | '\\')
        } else {
            is_inner(letter)
                || (letter == '\\' && drive)
                || (letter == ','
                    && last.is_ascii_digit()
                    && rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit))
        };
        if !inside {
            return at;
        }
        (last_but_one, last) = (last, letter);
    }
    rest.len()
}

fn classify<'a>(word: &'a str, quoted: bool, found: &mut dyn FnMut(&'a str, Kind)) {
    // Most words are plain ones.
    if !quoted && word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return;
    }
    let word = seek::trim_end(word, ".:-,/+@#$%~\\");
    if seek::find(word, "://").is_some() {
        return found(word, Kind::Reference);
    }
    if let Some(name) = word.strip_prefix("--") {
        if name.len() > 1 && name.as_bytes().first().is_some_and(u8::is_ascii_lowercase) {
            found(word, Kind::Flag);
        }
        return;
    }
    let word = seek::trim_start(word, "-");
    let is_drive = word.get(1..3) == Some(":\\");
    if is_drive {
        return found(word, Kind::Path);
    }
    if seek::is_of('/', word) {
        let (path, behind) = word.split_once(':').unwrap_or((word, ""));
        let path = seek::trim_end(path, ".-,/");
        if is_path(path) {
            found(path, Kind::Path);
        }
        return behind.split(':').for_each(|piece| name(piece, false, found));
    }
    if seek::find(word, "::").is_some() {
        return chain(word, "::", found);
    }
    let mut rest = word;
    loop {
        let piece = seek::until(rest, &|letter| seek::is_of(letter, ":@$~%+"));
        name(piece, quoted, found);
        // Each of these is one byte long.
        match rest.get(piece.len() + 1..) {
            Some(behind) => rest = behind,
            None => break,
        }
    }
}

/// Two parts or more, with a letter: no fraction, no comment, no closing tag.
fn is_path(path: &str) -> bool {
    let names = path.split('/').filter(|part| part.chars().any(char::is_alphabetic)).count();
    let is_deep = names > 1 || (names == 1 && has_extension(path));
    is_deep && !path.starts_with("//") && seek::is_of('/', path)
}

const EXTENSIONS: &str = "ts|tsx|js|jsx|mjs|cjs|mts|cts|json|jsonl|md|mdx|rs|toml|go|mod|py|pyi|ipynb|sh|yml|\
    yaml|lock|html|css|scss|svelte|vue|txt|c|h|cc|cpp|hpp|java|kt|swift|rb|php|cs|sql|xml|csv|png|jpg|svg|pdf|\
    wasm|proto|gradle";

pub(super) fn has_extension(name: &str) -> bool {
    seek::split_last(name, ".").is_some_and(|(stem, end)| {
        let last = seek::behind_last(stem, "/");
        seek::is_one_of(end, EXTENSIONS) && last.chars().any(char::is_alphanumeric)
    })
}

/// A word without slashes and colons.
fn name<'a>(word: &'a str, quoted: bool, found: &mut dyn FnMut(&'a str, Kind)) {
    let word = seek::trim(word, ".-,");
    let bare = word.strip_prefix('#').unwrap_or(word);
    if bare.is_empty() || seek::is_of('#', bare) {
        return;
    }
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    if digits > 0 && (is_hash(bare) || (bare.len() < word.len() && digits == bare.len())) {
        found(word, Kind::Reference);
    } else if digits > 0 && is_number(bare, digits) {
        found(bare, Kind::Number);
    } else if has_extension(bare) {
        found(bare, Kind::Path);
    } else if is_code(bare) {
        found(bare, Kind::Code);
    } else if seek::is_of('.', bare) {
        chain(bare, ".", found);
    } else if is_symbol(bare) || (quoted && bare.len() > 2 && bare.chars().next().is_some_and(is_letter)) {
        found(bare, Kind::Symbol);
    }
}

/// Names joined by dots or colons: the symbols among them, and the whole where it is short.
fn chain<'a>(word: &'a str, joint: &str, found: &mut dyn FnMut(&'a str, Kind)) {
    let word = ["this", "self", "crate", "super"]
        .iter()
        .fold(word, |word, start| word.strip_prefix(start).and_then(|rest| rest.strip_prefix(joint)).unwrap_or(word));
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some((part, behind)) = seek::split(rest, joint) {
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    let symbols = parts.iter().filter(|part| is_symbol(part)).count();
    let is_clean = parts.iter().all(|part| !part.is_empty() && part.chars().all(is_letter));
    if is_clean && (2..=3).contains(&parts.len()) && (symbols > 0 || joint == "::") {
        found(word, Kind::Qualified);
    }
    for part in parts.into_iter().filter(|part| is_symbol(part)) {
        found(part, Kind::Symbol);
    }
}

/// Seven hexadecimal digits or more, letters and digits mixed; a colour; a UUID.
fn is_hash(word: &str) -> bool {
    let word = word.strip_prefix("0x").unwrap_or(word);
    let hex = word.bytes().filter(u8::is_ascii_hexdigit).count();
    let dashes = word.bytes().filter(|byte| *byte == b'-').count();
    let is_mixed = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    (hex == word.len() && hex >= 6 && is_mixed && hex <= 64) || (hex == 32 && dashes == 4 && word.len() == 36)
}

fn is_number(word: &str, digits: usize) -> bool {
    let bare = word.strip_prefix('v').unwrap_or(word);
    let dots = bare.bytes().filter(|byte| *byte == b'.').count();
    let is_plain = bare.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'_'));
    is_plain && (digits > 2 || dots > 1)
}

fn is_code(word: &str) -> bool {
    const ERRNO: &str = "ENO|EACC|EPERM|EEXIST|EISDIR|EPIPE|EADDR|ECONN|ETIME|EAI_|EBUSY|EINVAL|EMFILE|ELIFE|\
        ERESOLVE|EAGAIN|ERR_|SIG|EHOST";
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let tail = word.get(letters..).unwrap_or_default();
    let number = tail.strip_prefix('-').unwrap_or(tail);
    let is_numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_upper = word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let short = (1..=5).contains(&letters) && is_numbered && (2..=6).contains(&number.len());
    let ticket = (2..=10).contains(&letters) && is_numbered && tail.len() > number.len();
    short || ticket || (is_upper && word.len() > 4 && seek::starts_with_any(word, ERRNO))
}

/// A name that is no plain word: a hump, an underscore, a digit, a hyphen twice, or capitals alone.
fn is_symbol(word: &str) -> bool {
    let bytes = word.as_bytes();
    if bytes.len() < 4 || !word.chars().next().is_some_and(|letter| is_letter(letter) && !letter.is_ascii_digit()) {
        return false;
    }
    let pair = |test: fn(u8, u8) -> bool| bytes.windows(2).any(|pair| matches!(pair, [a, b] if test(*a, *b)));
    if bytes.contains(&b'-') {
        let parts = || word.split('-');
        return (parts().count() > 2 && parts().all(|part| part.len() > 1))
            || pair(|a, b| a.is_ascii_alphabetic() && b.is_ascii_digit());
    }
    word.chars().all(is_letter)
        && (pair(|a, b| a.is_ascii_lowercase() && b.is_ascii_uppercase())
            || pair(|a, b| a.is_ascii_alphabetic() && b.is_ascii_digit())
            || seek::is_of('_', seek::trim(word, "_"))
            || (word.starts_with('_') && word.len() > 5)
            || (bytes.iter().all(u8::is_ascii_uppercase) && bytes.len() > 4)
            || bytes.windows(4).any(|four| {
                matches!(four, [a, b, c, d] if a.is_ascii_uppercase() && b.is_ascii_uppercase() && c.is_ascii_lowercase() && d.is_ascii_lowercase())
            }))
}
