//! What stands in the place of what had no room: an output's head and tail with a notice between, a word for an image or
//! a file.

use crate::digest::{self, NOTICE_REFERENCE};
use crate::format::find;
use crate::seek;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Part, Piece, ResultView};

/// How a notice begins; the number of tokens that were left out follows.
const OPEN: &str = "[… ";
/// What stands behind the number.
const TOKENS: &str = " tokens left out";
/// How it ends.
const CLOSE: &str = " …]";

/// How a word for an image or a file begins.
const IMAGE: &str = "[image left out";
const FILE: &str = "[file left out";

/// Where an item says of what media type its file is: in itself, or in an object that it holds.
const MEDIA_KEYS: [&str; 5] = ["mimeType", "mediaType", "mime_type", "media_type", "contentType"];

/// The text for a part that is given only so many tokens: an output shortened, or a word for an image or a file. Other parts
/// have none.
pub fn stand_in(message: &Value<'_>, part: &Part<'_>, max_tokens: u32) -> String {
    match &part.piece {
        Piece::Result(result) => output(result, max_tokens),
        Piece::Image => [IMAGE, "]"].concat(),
        Piece::Opaque { .. } => match find(message, &part.place.pointer()).and_then(media_type) {
            Some(media) if media.len() < 80 => [FILE, ": ", media, "]"].concat(),
            _ => [FILE, "]"].concat(),
        },
        _ => String::new(),
    }
}

/// An output in so many tokens: the same where it fits, else its head and its tail with a notice between. Images and files
/// in it are left out then. Where there is room for no more, it is the notice alone, which costs [`notice_tokens`]; but never
/// is it larger than the output.
pub fn output(result: &ResultView<'_>, max_tokens: u32) -> String {
    let text = seek::join(&result.texts, "");
    shorten(&text, "", (result.images, estimate::media(result)), max_tokens)
}

/// The texts of an output in so many tokens, with what they say as a whole in the notice between head and tail, and by which
/// reference all of it can be read, where there is one. Of images and files in it nothing is said: they stay.
pub fn texts(result: &ResultView<'_>, max_tokens: u32, reference: &str) -> String {
    let text = seek::join(&result.texts, "");
    let most = most_of(max_tokens);
    let mut said = String::new();
    let mut brief = digest::brief_of(&text);
    if estimate::quarters(&brief) > most / 8 {
        brief = digest::cut(&brief, (most / 16) as usize);
    }
    // A notice that is all there is to see would help nobody.
    if !reference.is_empty() && estimate::quarters(reference) <= most / 8 {
        said = [NOTICE_REFERENCE, reference].concat();
    }
    if !brief.is_empty() {
        said = [&said, "; ", &brief].concat();
    }
    shorten(&text, &said, (0, 0), max_tokens)
}

/// What a notice costs at most when it stands alone.
pub fn notice_tokens(images: u32) -> u32 {
    estimate::text(&notice(u64::from(u32::MAX), images, ""))
}

/// Whether nothing is left of an output but the notice.
pub fn is_notice(text: &str) -> bool {
    text.starts_with(OPEN) && text.ends_with(CLOSE) && text.len() < 80
}

/// Whether a text of the user's is no word of his but stands for an image or a file.
pub fn is_stand_in(text: &str) -> bool {
    (text.starts_with(IMAGE) || text.starts_with(FILE)) && text.ends_with(']')
}

/// `media` is the price of all that is not text, in quarters of a token; `said` what the notice says beside the size.
fn shorten(text: &str, said: &str, (images, media): (u32, u64), max_tokens: u32) -> String {
    let (most, own) = (most_of(max_tokens), estimate::quarters(text));
    if media == 0 && own <= most {
        return text.into();
    }
    let room = most.saturating_sub(estimate::quarters(&notice(u64::from(u32::MAX), images, said)) + 2);
    let (head, tail) = if own <= room { (text, "") } else { ends(text, room) };
    let gap = text.get(head.len()..text.len() - tail.len()).unwrap_or_default();
    let mut out = head.to_owned();
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&notice((estimate::quarters(gap) + media).div_ceil(4) + earlier(gap), images, said));
    if !tail.is_empty() {
        out.push('\n');
        out.push_str(tail);
    }
    // A short output stays as it is: its notice would take more room.
    let is_less = estimate::quarters(&out) < own + media && (media > 0 || out.len() < text.len());
    if is_less { out } else { text.into() }
}

/// The head and the tail of a text that has no room, two to one, in quarters of a token; at the ends of lines where these
/// are near.
fn ends(text: &str, room: u64) -> (&str, &str) {
    let mut head = text.get(..fitting(&mut text.chars(), room - room / 3)).unwrap_or_default();
    let mut tail = text.get(text.len() - fitting(&mut text.chars().rev(), room / 3)..).unwrap_or_default();
    if let Some(line) = head.rfind('\n').filter(|at| *at > head.len() / 4 * 3) {
        head = head.get(..=line).unwrap_or_default();
    }
    if let Some(line) = seek::find(tail, "\n").filter(|at| *at < tail.len() / 4) {
        tail = tail.get(line + 1..).unwrap_or_default();
    }
    (head, tail)
}

/// How many bytes of letters have room.
fn fitting(letters: &mut dyn Iterator<Item = char>, mut room: u64) -> usize {
    let mut bytes = 0;
    for letter in letters {
        let price = estimate::quarters(letter.encode_utf8(&mut [0; 4]));
        if price > room {
            break;
        }
        room -= price;
        bytes += letter.len_utf8();
    }
    bytes
}

/// Tokens in quarters.
fn most_of(tokens: u32) -> u64 {
    u64::from(tokens) * 4
}

/// The notice in the place of so many tokens.
fn notice(tokens: u64, images: u32, said: &str) -> String {
    let mut out = String::from(OPEN);
    let digits = tokens.min(u64::from(u32::MAX)).to_string();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(TOKENS);
    if images > 0 {
        let plural = if images == 1 { " image" } else { " images" };
        out.push_str(&[", with ", images.to_string().as_str(), plural].concat());
    }
    out.push_str(said);
    out.push_str(CLOSE);
    out
}

/// The number in a notice that was already there: what it left out is left out still.
fn earlier(gap: &str) -> u64 {
    let Some((_, behind)) = seek::split(gap, OPEN) else { return 0 };
    let Some((number, _)) = seek::split(behind, TOKENS).filter(|(number, _)| number.len() < 14) else { return 0 };
    let mut digits = String::new();
    for letter in number.chars().filter(|letter| *letter != ',') {
        digits.push(letter);
    }
    digits.parse().unwrap_or(0)
}

/// The media type that an item gives, in itself or one object deeper.
fn media_type<'v>(item: &'v Value<'_>) -> Option<&'v str> {
    let own = |value: &'v Value<'_>| MEDIA_KEYS.iter().find_map(|key| value.get_str(key));
    own(item).or_else(|| match item {
        Value::Object(pairs) => pairs.iter().find_map(|(_, value)| own(value)),
        _ => None,
    })
}
