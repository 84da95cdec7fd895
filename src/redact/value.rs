//! Values: how far they go, and whether they are secrets or code that stands for one.

use super::finder::{has_byte, part};
use super::forms::turns;
use crate::seek;

/// What ends a value; within quotes only its quote does, and in `NAME=value` of a shell or an .env file not so much.
pub(super) const PLAIN: &str = "\"'`,;)}]&<>|\\";
pub(super) const SHELL: &str = "\"'`;<>|\\";

/// A value to what ends it. White space always does, and all but ASCII outside of quotes; `\/` is a slash of JSON.
pub(super) fn value<'t>(text: &'t str, ends: &str) -> &'t str {
    let quoted = ends.len() < 3;
    let end = text.char_indices().find(|(at, letter)| {
        let is_slash = *letter == '\\' && text.as_bytes().get(at + 1) == Some(&b'/');
        !is_slash && (letter.is_whitespace() || seek::is_of(*letter, ends) || !(quoted || letter.is_ascii()))
    });
    let value = end.map_or(text, |(at, _)| part(text, 0, at));
    // In a query another name follows; else the sign belongs to the value.
    match text.get(value.len()..).and_then(|rest| rest.strip_prefix('&')) {
        Some(rest) if seek::is_of('&', ends) && !value.is_empty() => {
            let more = self::value(rest, ends);
            let is_next = more.is_empty() || seek::is_of('=', more);
            if is_next { value } else { part(text, 0, value.len() + 1 + more.len()) }
        }
        _ => value,
    }
}

/// Whether a value can be no secret: a variable, a call, a path, a type, a placeholder.
pub(super) fn is_code(value: &str, quoted: bool) -> bool {
    const WORDS: &str = "null|none|nil|true|false|undefined|string|str|text|number|boolean|bool|any|unknown|never|bytes|\
        required|optional|option|argument|parameter|value|default|stdin|example|hidden|redacted|prompt|password|secret|\
        token|bearer|basic|missing|invalid|incorrect|disabled|enabled|changed";
    const STARTS: &str = "process.|os.|import.|env.|self.|this.|config.|settings.|args.|secrets.|vars.|vault:|arn:|\
        op://|your|!vault|my-|my_|test-|fake-|dummy";
    let bare = seek::trim_end(value, "?!.,:;").to_ascii_lowercase();
    let masked = value.chars().all(|letter| seek::is_of(letter, "xX*.-_#0\u{2022}\u{2026}"));
    let path = seek::has(value, "/") && (seek::has(value, ".") || !has_digit(value)) && !seek::has(value, "+=");
    seek::starts_with(value, "${%<[@*&(")
        || seek::starts_with(value, "/.~") && seek::has(value, "/")
        || seek::has_any(value, "${|{{|://")
        || (!quoted && seek::has(value, "({<["))
        || seek::is_one_of(&bare, WORDS)
        || seek::starts_with_any(&bare, STARTS)
        || masked
        || path
}

fn has_digit(value: &str) -> bool {
    has_byte(value, &u8::is_ascii_digit)
}

/// Whether a value looks as words do not: digits in it, or signs.
pub(super) fn looks_random(value: &str) -> bool {
    has_digit(value) || seek::has(value, "!@#^+$%&")
}

/// The same beside a name that may mean something else, as a parser's `token`.
pub(super) fn looks_drawn(value: &str) -> bool {
    let letters = has_byte(value, &u8::is_ascii_alphabetic);
    let mixed = looks_random(value) && turns(value) > 1 && value.len() >= 8;
    letters && (mixed || (turns(value) > 3 && value.len() >= 20 && !seek::has(value, "_-. ")))
}
