//! Tool arguments as a prompt shows them, from their JSON text, which may be cut.

use crate::gather::Gather;
use crate::json;
use crate::message::Call;
use crate::seek;
use crate::text::{self, Quote};

/// Arguments that say best what a call was about.
const TARGETS: &[&str] = &[
    "command",
    "cmd",
    "script",
    "path",
    "file_path",
    "filePath",
    "pattern",
    "query",
    "url",
    "code",
    "description",
    "prompt",
];

/// Longest target, in UTF-16 units.
const TARGET_UNITS: usize = 80;

/// `name(key=<JSON>, …)` for a call's arguments, as seed 002 writes them; text that is no object stays as it is.
pub(super) fn named(quote: &Quote) -> Quote {
    let Some(pairs) = pairs(&quote.head) else { return quote.clone() };
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).gather();
    let tail = if quote.is_whole() { "" } else { seek::trim_end(quote.tail.trim_end(), "}") };
    Quote { head: seek::join(&pairs, ", "), tail: tail.to_owned(), ..quote.clone() }
}

/// What a call was about, in a few words: its file, its command, its query. Empty where the arguments do not tell.
pub(super) fn target(call: &Call) -> String {
    if let Some(file) = call.files.iter().find(|file| !file.shell) {
        // Of a long path the end tells more.
        let tail = text::tail(&file.path, TARGET_UNITS);
        return if tail.len() < file.path.len() { format!("…{tail}") } else { tail.to_owned() };
    }
    let pairs = pairs(&call.arguments.head).unwrap_or_default();
    let found = TARGETS.iter().find_map(|name| pairs.iter().find(|(key, _)| key == name));
    found.map(|(_, value)| line(&plain(value))).unwrap_or_default()
}

/// A JSON value as plain text: a string without its quotes, also where its end is cut off.
fn plain(value: &str) -> String {
    match json::parse(value) {
        Ok(parsed) => parsed.as_str().map_or_else(|| value.to_owned(), str::to_owned),
        Err(_) => seek::replace(&seek::replace(seek::trim_start(value, "\""), "\\n", "\n"), "\\\"", "\""),
    }
}

fn line(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default().trim_end();
    let head = text::head(line, TARGET_UNITS);
    if head.len() < text.trim().len() { format!("{head}…") } else { head.to_owned() }
}

/// The top level of a JSON object, keys without quotes, values as they are written. The text may end anywhere.
fn pairs(raw: &str) -> Option<Vec<(String, String)>> {
    let body = raw.trim_start().strip_prefix('{')?;
    let mut pairs = Vec::new();
    let mut key = String::new();
    let mut value = String::new();
    let (mut in_key, mut depth, mut quoted, mut escaped) = (true, 0_u32, false, false);
    for letter in body.chars() {
        let top = depth == 0 && !quoted;
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => {
                quoted = !quoted;
                if in_key {
                    continue;
                }
            }
            _ if quoted => {}
            ':' if top && in_key => {
                in_key = false;
                continue;
            }
            ',' if top => {
                pairs.push((std::mem::take(&mut key), std::mem::take(&mut value)));
                in_key = true;
                continue;
            }
            '}' if top => break,
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ if top && letter.is_whitespace() => continue,
            _ => {}
        }
        if in_key { key.push(letter) } else { value.push(letter) }
    }
    if !key.is_empty() || !value.is_empty() {
        pairs.push((key, value));
    }
    Some(pairs)
}
