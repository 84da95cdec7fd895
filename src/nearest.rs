//! Which name somebody meant who wrote another one.

use crate::gather::Gather;
use crate::seek;

/// A name without what spellings differ in: small letters, no separators.
pub fn fold(name: &str) -> String {
    let mut folded = String::new();
    for letter in name.chars().filter(|letter| !matches!(letter, '_' | '-' | '.' | ' ')) {
        folded.push(letter.to_ascii_lowercase());
    }
    folded
}

/// The name that `written` is most like, if it is like any: in another spelling, a part of it, or with a few letters wrong.
pub fn nearest<'n>(written: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let written = fold(written).into_bytes();
    let mut best = None;
    let mut least = written.len() / 3 + 1;
    for name in names {
        let own = seek::behind_last(name, ".");
        let folded = fold(own).into_bytes();
        let (long, short) = if folded.len() < written.len() { (&written, &folded) } else { (&folded, &written) };
        let is_part = short.len() > 3 && long.windows(short.len()).any(|part| part == short);
        let distance = if long == short {
            0
        } else if is_part {
            1
        } else {
            distance(&written, &folded)
        };
        if distance < least {
            least = distance;
            best = Some(name);
        }
    }
    best
}

/// How many bytes must be changed, added or taken away to make one of the other.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).gather();
    for (at, byte) in one.iter().enumerate() {
        // What stood to the left one row higher.
        let mut corner = at;
        let mut left = at + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, against) in row.iter_mut().skip(1).zip(other) {
            let above = *cell;
            left = (corner + usize::from(byte != against)).min(above + 1).min(left + 1);
            corner = above;
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let names = ["enabled", "reserveTokens", "keepRecentTokens", "thresholdTokens", "maxMessages", "timeoutMs"];
        for (written, meant) in [
            ("keepRecent", Some("keepRecentTokens")),
            ("keep_recent_tokens", Some("keepRecentTokens")),
            ("keepRecnetTokens", Some("keepRecentTokens")),
            ("reservedTokens", Some("reserveTokens")),
            ("maxMesages", Some("maxMessages")),
            ("timeout", Some("timeoutMs")),
            ("enable", Some("enabled")),
            ("colour", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, names), meant, "{written}");
        }
        assert_eq!(nearest("keepRecentTokens", ["compaction.keepRecentTokens"]), Some("compaction.keepRecentTokens"));
        assert_eq!((distance(b"kitten", b"sitting"), distance(b"", b"abc"), distance(b"abc", b"")), (3, 3, 3));
    }
}
