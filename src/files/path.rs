//! What a path in an argument or a command names.

use crate::gather::Gather;
use crate::seek;

/// Longer names are no files but mistakes.
const LONGEST: usize = 1_024;

/// The file that a tool's argument names: `None` for URLs and for what can be no file name.
pub(super) fn of_argument(argument: &str) -> Option<&str> {
    let path = argument.trim();
    let path = path.strip_prefix("file://").unwrap_or(path);
    let plausible = !path.is_empty()
        && path.len() <= LONGEST
        && !path.chars().any(char::is_control)
        && !is_url(path)
        && !matches!(path, "." | ".." | "/" | "-");
    plausible.then_some(path)
}

/// The file that a word of a shell command names, seen from the directory where the command runs.
pub(super) fn of_word(word: &str, directory: &str) -> Option<String> {
    let path = of_argument(word).filter(|path| path.len() == word.len())?;
    let last = seek::behind_last(path, "/");
    if path.starts_with("/dev/") || path.starts_with("/proc/") || matches!(last, "" | "." | "..") {
        return None;
    }
    Some(join(directory, path))
}

/// Joins a path to the directory that it is relative to, and resolves `.` and `..` by their letters.
pub(super) fn join(directory: &str, path: &str) -> String {
    if path.starts_with(['/', '~']) {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = match directory {
        "" => Vec::new(),
        _ => seek::trim_end(directory, "/").split('/').gather(),
    };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "." | ".." | "~")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    seek::join(&parts, "/")
}

fn is_url(path: &str) -> bool {
    seek::split(path, "://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || seek::is_of(letter, "+-."))
    })
}

/// A read's path without what selects lines of it: `a.ts:1-50`, `a.ts:L3`, `a.ts:7+20`, `a.ts:raw`, `a.ts:1-5,9-12`.
pub(super) fn without_selector(path: &str) -> &str {
    let Some((base, selector)) = split_selector(path) else { return path };
    // One compound is known: a range and `raw`, in either order.
    match split_selector(base) {
        Some((inner, other)) if is_range(selector) && is_raw(other) || is_raw(selector) && is_range(other) => inner,
        _ => base,
    }
}

/// Which lines of a file a path selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selection {
    /// All.
    Whole,
    /// One range with both ends, which belong to it.
    Lines(u32, u32),
    /// Something that says no such range: one line, an open end, several ranges, `raw`, `conflicts`.
    Other,
}

/// The file that a path names, and which lines of it.
pub(crate) fn selection(path: &str) -> (&str, Selection) {
    let base = without_selector(path);
    let selector = path.get(base.len()..).unwrap_or_default();
    let selection = match selector.strip_prefix(':') {
        None => Selection::Whole,
        Some(selector) => lines(selector).map_or(Selection::Other, |(from, to)| Selection::Lines(from, to)),
    };
    (base, selection)
}

/// `n-m`, or `n+k`: `k` lines from `n` on.
fn lines(selector: &str) -> Option<(u32, u32)> {
    let (from, to) = selector.split_once(['-', '+'])?;
    let counts = selector.as_bytes().get(from.len()) == Some(&b'+');
    let from: u32 = without_l(from).parse().ok()?;
    let to: u32 = without_l(to).parse().ok()?;
    let to = if counts { from.checked_add(to)?.checked_sub(1)? } else { to };
    (from <= to).then_some((from, to))
}

fn without_l(text: &str) -> &str {
    text.trim().strip_prefix(['L', 'l']).unwrap_or(text.trim())
}

fn split_selector(path: &str) -> Option<(&str, &str)> {
    let (base, selector) = seek::split_last(path, ":")?;
    let known = is_raw(selector) || selector.eq_ignore_ascii_case("conflicts") || is_range(selector);
    (known && !base.is_empty()).then_some((base, selector))
}

fn is_raw(selector: &str) -> bool {
    selector.eq_ignore_ascii_case("raw")
}

fn is_range(selector: &str) -> bool {
    selector.split(',').all(|part| {
        let part = part.trim();
        match part.split_once(['-', '+']) {
            Some((from, "")) => part.ends_with('-') && is_line(from),
            Some((from, to)) => is_line(from) && is_line(to),
            None => is_line(part),
        }
    })
}

fn is_line(text: &str) -> bool {
    let digits = without_l(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
