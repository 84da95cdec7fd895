//! Looking for things in text.
//!
//! The standard library's searches are compiled anew for every kind of pattern and closure, which is most of what they
//! would weigh here; these are compiled once. What is looked for is short.

use std::str::Split;

/// Where a part first stands in a text, in bytes.
pub fn find(text: &str, part: &str) -> Option<usize> {
    let Some((first, _)) = part.as_bytes().split_first() else { return Some(0) };
    let mut rest = text.as_bytes();
    while let Some(step) = rest.iter().position(|byte| byte == first) {
        rest = rest.get(step..)?;
        if rest.starts_with(part.as_bytes()) {
            return Some(text.len() - rest.len());
        }
        rest = rest.get(1..)?;
    }
    None
}

/// The texts of a list, which is one text with `|` between them: an array would add eight bytes to each.
pub fn list(texts: &str) -> Split<'_, char> {
    texts.split('|')
}

/// Whether a text is one of a [`list`].
pub fn is_one_of(text: &str, texts: &str) -> bool {
    list(texts).any(|one| one == text)
}

/// Whether a text holds one part of a [`list`].
pub fn has_any(text: &str, parts: &str) -> bool {
    list(parts).any(|part| find(text, part).is_some())
}

/// Whether a text begins with one part of a [`list`].
pub fn starts_with_any(text: &str, parts: &str) -> bool {
    list(parts).any(|part| text.as_bytes().starts_with(part.as_bytes()))
}

/// What stands before and behind the first place of a mark.
pub fn split<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let at = find(text, mark)?;
    Some((text.get(..at)?, text.get(at + mark.len()..)?))
}

/// What stands before and behind the last place of a mark.
pub fn split_last<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let behind = behind_last(text, mark);
    Some((text.get(..text.len().checked_sub(behind.len() + mark.len())?)?, behind))
}

/// A text with something else in every place of a part, which is not empty.
pub fn replace(text: &str, part: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = split(rest, part) {
        out.push_str(before);
        out.push_str(by);
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// What stands behind the last place of a mark, or the whole text where it does not stand.
pub fn behind_last<'a>(text: &'a str, mark: &str) -> &'a str {
    let mut last = text;
    while let Some((_, behind)) = split(last, mark) {
        last = behind;
    }
    last
}

/// The texts one behind the other, with something between each two.
pub fn join(texts: &[impl AsRef<str>], between: &str) -> String {
    let mut out = String::new();
    for (at, text) in texts.iter().enumerate() {
        if at > 0 {
            out.push_str(between);
        }
        out.push_str(text.as_ref());
    }
    out
}

/// Whether a text begins with one of some characters.
pub fn starts_with(text: &str, of: &str) -> bool {
    text.chars().next().is_some_and(|letter| is_of(letter, of))
}

/// Whether a text ends with one of some characters.
pub fn ends_with(text: &str, of: &str) -> bool {
    text.chars().next_back().is_some_and(|letter| is_of(letter, of))
}

/// Whether a text holds one of some characters.
pub fn has(text: &str, of: &str) -> bool {
    text.chars().any(|letter| is_of(letter, of))
}

/// The start of a text, up to the first character that ends it.
pub fn until<'a>(text: &'a str, ends: &dyn Fn(char) -> bool) -> &'a str {
    let end = text.char_indices().find(|(_, letter)| ends(*letter));
    end.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// A text without some characters at its start.
pub fn trim_start<'a>(text: &'a str, of: &str) -> &'a str {
    trim_start_by(text, &|letter| is_of(letter, of))
}

/// A text without some characters at its end.
pub fn trim_end<'a>(text: &'a str, of: &str) -> &'a str {
    trim_end_by(text, &|letter| is_of(letter, of))
}

/// A text without some characters at both ends.
pub fn trim<'a>(text: &'a str, of: &str) -> &'a str {
    trim_by(text, &|letter| is_of(letter, of))
}

/// A text without the characters at its start that a test takes.
pub fn trim_start_by<'a>(text: &'a str, test: &dyn Fn(char) -> bool) -> &'a str {
    let taken = until(text, &|letter| !test(letter)).len();
    text.get(taken..).unwrap_or_default()
}

/// A text without the characters at its end that a test takes.
pub fn trim_end_by<'a>(text: &'a str, test: &dyn Fn(char) -> bool) -> &'a str {
    let last = text.char_indices().rev().find(|(_, letter)| !test(*letter));
    last.and_then(|(at, letter)| text.get(..at + letter.len_utf8())).unwrap_or_default()
}

/// A text without the characters at both ends that a test takes.
pub fn trim_by<'a>(text: &'a str, test: &dyn Fn(char) -> bool) -> &'a str {
    trim_end_by(trim_start_by(text, test), test)
}

/// Whether a character is one of some.
pub fn is_of(letter: char, of: &str) -> bool {
    of.chars().any(|other| other == letter)
}

/// A text as it is compared: Latin, Greek and Cyrillic capitals made small, the typographic apostrophe plain.
pub fn lowered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        let code = u32::from(letter);
        let small = match code {
            0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde | 0x391..=0x3a1 | 0x3a3..=0x3a9 | 0x410..=0x42f => code + 32,
            0x400..=0x40f => code + 80,
            // Latin letters in pairs; a few odd ones between them stay.
            0x100..=0x136 | 0x14a..=0x177 => code | 1,
            0x139..=0x148 | 0x179..=0x17e if code % 2 == 1 => code + 1,
            0x2019 => u32::from('\''),
            _ => code,
        };
        out.push(char::from_u32(small).unwrap_or(letter));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lowers_what_has_a_small_letter() {
        assert_eq!(
            lowered("I’M ÄRGERLICH, DÉSOLÉ; ПОТОМУ ЧТО Ё; ΣΟΦΙΑ; ŁÓDŹ?"),
            "i'm ärgerlich, désolé; потому что ё; σοφια; łódź?"
        );
    }

    proptest! {
        #[test]
        fn agrees_with_the_standard_library(text in "[abé—]{0,12}", part in "[abé—]{0,3}") {
            prop_assert_eq!(find(&text, &part), text.find(&part));
            prop_assert_eq!(split(&text, &part), text.split_once(&part));
            if !part.is_empty() {
                prop_assert_eq!(replace(&text, &part, "xy"), text.replace(&part, "xy"));
                let parts: Vec<&str> = text.split(&part).collect();
                prop_assert_eq!(Some(&behind_last(&text, &part)), parts.last());
                prop_assert_eq!(join(&parts, ", "), parts.join(", "));
            }
            if part.chars().count() == 1 {
                prop_assert_eq!(split_last(&text, &part), text.rsplit_once(&part));
            }
            let set: Vec<char> = part.chars().collect();
            prop_assert_eq!(trim(&text, &part), text.trim_matches(&set[..]));
            prop_assert_eq!(trim_start(&text, &part), text.trim_start_matches(&set[..]));
            prop_assert_eq!(trim_end(&text, &part), text.trim_end_matches(&set[..]));
            prop_assert_eq!(has(&text, &part), text.contains(&set[..]));
            prop_assert_eq!(starts_with(&text, &part), text.starts_with(&set[..]));
            prop_assert_eq!(ends_with(&text, &part), text.ends_with(&set[..]));
        }
    }
}
