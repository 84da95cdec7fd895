//! The `chars` estimator of the seeds: UTF-16 units / 4, wide East Asian characters 1, surrogate halves ½, images
//! 1,200 tokens; rounded up once per message. Ids, signatures and framing cost nothing.
//!
//! Sums are kept in quarters of a token, so that they are exact whole numbers.

use crate::json;
use crate::seek;
use crate::value::Value;
use crate::view::{Piece, ResultView, View};

/// An image, in quarters of a token.
pub const IMAGE_QUARTERS: u64 = 4 * 1_200;

/// The tokens of a text by itself.
pub fn text(text: &str) -> u32 {
    round(quarters(text))
}

/// The tokens of a message.
pub fn message(view: &View<'_>) -> u32 {
    round(view.parts.iter().map(|part| piece(&part.piece)).sum())
}

/// Quarters of a token, rounded up to tokens.
pub fn round(quarters: u64) -> u32 {
    u32::try_from(quarters.div_ceil(4)).unwrap_or(u32::MAX)
}

/// A text in quarters of a token. Byte by byte: most text is ASCII, and a wide letter shows in its first three bytes.
pub fn quarters(text: &str) -> u64 {
    let (mut rest, mut sum) = (text.as_bytes(), 0);
    loop {
        let ascii = ascii_run(rest);
        sum += ascii as u64;
        rest = rest.get(ascii..).unwrap_or_default();
        let (length, quarters) = match rest {
            [] => return sum,
            [0xf0..=0xff, ..] => (4, 4),
            [lead @ 0xe0..=0xef, second, third, ..] => {
                let code = u32::from(lead & 0x0f) << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
                (3, if is_wide(code) { 4 } else { 1 })
            }
            _ => (2, 1),
        };
        sum += quarters;
        rest = rest.get(length..).unwrap_or_default();
    }
}

/// How many bytes at the start are ASCII, eight at a time.
fn ascii_run(bytes: &[u8]) -> usize {
    let high = |eight: &[u8]| eight.iter().fold(0, |all, byte| all | byte) & 0x80 != 0;
    let eights = bytes.chunks_exact(8).take_while(|eight| !high(eight)).count() * 8;
    eights + bytes.iter().skip(eights).take_while(|byte| byte.is_ascii()).count()
}

/// A part of a message, in quarters of a token.
pub fn piece(piece: &Piece<'_>) -> u64 {
    match piece {
        Piece::Text(text) | Piece::Thinking { text, .. } => quarters(text),
        Piece::Call(call) => quarters(call.name) + quarters(&call.arguments.text()),
        Piece::Result(result) => {
            let texts: u64 = result.texts.iter().map(|text| quarters(text)).sum();
            texts + media(result)
        }
        Piece::Ask { .. } | Piece::Decision { .. } => 0,
        Piece::Image => IMAGE_QUARTERS,
        Piece::Opaque { price, .. } => *price,
    }
}

/// What is no text in a result, in quarters of a token.
pub fn media(result: &ResultView<'_>) -> u64 {
    u64::from(result.images) * IMAGE_QUARTERS + result.other
}

/// What cannot be read, in quarters of a token: its JSON, a byte each, but for data in it, which no provider counts as text.
pub fn opaque(value: &Value<'_>) -> u64 {
    let mut sum = 2;
    match value {
        Value::String(text) if is_data(text) => sum = file("", Some(base64_bytes(text))).min(text.len() as u64),
        Value::Array(items) => {
            sum += items.len().saturating_sub(1) as u64;
            items.iter().for_each(|item| sum += opaque(item));
        }
        Value::Object(pairs) => {
            sum += pairs.len().saturating_sub(1) as u64;
            pairs.iter().for_each(|(key, value)| sum += key.len() as u64 + 3 + opaque(value));
        }
        other => sum = json::to_text(other).len() as u64,
    }
    sum
}

/// Whether a text is a file's bytes: long, and all base64 but for the start of a data URL.
fn is_data(text: &str) -> bool {
    let data = text.get(64..).unwrap_or_default();
    let letter =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_' | b'\n' | b'\r');
    data.len() > 1_000 && data.bytes().all(letter)
}

/// A file of a media type and a size in bytes, in quarters of a token. Providers count pages (about 2,500 tokens, 50 KB
/// each) and seconds of sound (32 tokens, 16 KB each); text counts as text. Of unknown size, it is one page or ten seconds.
pub fn file(media: &str, bytes: Option<u64>) -> u64 {
    match (media.split('/').next(), bytes) {
        (Some("image"), _) => IMAGE_QUARTERS,
        (Some("text"), Some(bytes)) => bytes,
        (Some("audio" | "video"), bytes) => bytes.map_or(10, |bytes| bytes.div_ceil(16_000)) * 4 * 32,
        (_, bytes) => bytes.map_or(1, |bytes| bytes.div_ceil(50_000)).max(1) * 4 * 2_500,
    }
}

/// How many bytes stand in base64 text, or in a data URL of it.
pub fn base64_bytes(text: &str) -> u64 {
    let data = seek::split(text, ";base64,").map_or(text, |(_, data)| data);
    data.len() as u64 * 3 / 4
}

/// Hangul, Han, kana, East Asian punctuation and full-width forms.
fn is_wide(code: u32) -> bool {
    matches!(
        code,
        0x1100..=0x11ff | 0x3000..=0x30ff | 0x3130..=0x318f | 0x3400..=0x4dbf | 0x4e00..=0x9fff
        | 0xac00..=0xd7af | 0xf900..=0xfaff | 0xff00..=0xffef)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_quarters() {
        for (sample, tokens) in [
            ("", 0),
            ("abcd", 1),
            ("abcde", 2),
            ("漢字", 2),
            ("한국어", 3),
            ("\u{1f600}", 1),
            ("Привет", 2),
            ("a漢", 2),
        ] {
            assert_eq!(text(sample), tokens, "{sample}");
        }
    }
}
