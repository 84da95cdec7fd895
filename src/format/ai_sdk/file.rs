//! Images and files, in every way in which the AI SDK carries them.

use crate::format::read::Reader;
use crate::seek;
use crate::tokens::estimate;
use crate::value::{Host, Value};
use crate::view::{Matter, Piece};

/// Adds an image or a file of a media type. Its data is base64 text, a URL as text or object (often a `data:` URL), raw
/// bytes, a provider's reference to an upload, or, in SDK 7, a tagged object with one of these or with plain text.
pub(in crate::format) fn read<'a>(reader: &mut Reader<'a>, media: Option<&'a str>, data: Option<&'a Value<'a>>) {
    let mut data = data.unwrap_or(&Value::Null);
    if let Some(text) = data.get_str("text").filter(|_| data.says("type", "text")) {
        return reader.say(text);
    }
    while let Some(inner) = data.get("data").or_else(|| data.get("url")) {
        data = inner;
    }
    let (text, bytes) = match data {
        Value::String(text) | Value::Host(Host::Url(text)) => (text.as_ref(), bytes_of(text)),
        Value::Host(Host::Bytes { length }) => ("", Some(u64::from(*length))),
        // Bytes that went through JSON.
        Value::Array(bytes) => ("", Some(bytes.len() as u64)),
        _ => ("", None),
    };
    // As in the SDK, what a data URL says of itself comes first.
    let own = seek::until(text.strip_prefix("data:").unwrap_or_default(), &|letter| matches!(letter, ';' | ','));
    let media = if own.is_empty() { media.unwrap_or_default() } else { own };
    if seek::until(media, &|letter| letter == '/') == "image" {
        return reader.add(Piece::Image);
    }
    reader.opaque(Matter::File, estimate::file(media, bytes));
}

/// How many bytes stand in base64 text or in a data URL; nothing is known of what another URL leads to.
fn bytes_of(text: &str) -> Option<u64> {
    match text.strip_prefix("data:").map(|rest| seek::split(rest, ",")) {
        Some(Some((head, data))) if !head.ends_with(";base64") => Some(data.len() as u64),
        Some(_) => Some(estimate::base64_bytes(text)),
        // A scheme ends within the first letters; base64 has no colon.
        None if text.bytes().take(32).any(|byte| byte == b':') => None,
        None => Some(estimate::base64_bytes(text)),
    }
}
