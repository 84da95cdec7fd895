//! Cutting text, always on code-point boundaries, measured in UTF-16 units as JavaScript measures it.

/// The length in UTF-16 units.
pub fn units(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    // One for each byte that begins a letter, and one more where it takes four bytes.
    text.bytes().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum()
}

/// The longest start of at most `limit` UTF-16 units.
pub fn head(text: &str, limit: usize) -> &str {
    if let Some(start) = text.get(..limit).filter(|start| start.is_ascii()) {
        return start;
    }
    let mut used = 0;
    for (at, letter) in text.char_indices() {
        used += letter.len_utf16();
        if used > limit {
            return text.get(..at).unwrap_or_default();
        }
    }
    text
}

/// The longest end of at most `limit` UTF-16 units.
pub fn tail(text: &str, limit: usize) -> &str {
    if let Some(end) = text.len().checked_sub(limit).and_then(|from| text.get(from..)).filter(|end| end.is_ascii()) {
        return end;
    }
    let mut used = 0;
    for (at, letter) in text.char_indices().rev() {
        used += letter.len_utf16();
        if used > limit {
            return text.get(at + letter.len_utf8()..).unwrap_or_default();
        }
    }
    text
}

/// A number that tells texts apart: equal for equal ones, and all but never for others, unless somebody makes them so.
pub fn fingerprint(text: &str) -> u64 {
    let mut hash = text.len() as u64;
    let mut mix = |word: u64| {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    };
    let (words, rest) = text.as_bytes().as_chunks();
    words.iter().for_each(|word| mix(u64::from_le_bytes(*word)));
    rest.iter().for_each(|byte| mix(u64::from(*byte)));
    hash
}

/// A bounded copy of a text: whole where it is short, else its head and tail and how much lies between.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Quote {
    /// The start, or the whole text.
    pub head: String,
    /// The end, empty where the head is the whole.
    pub tail: String,
    /// UTF-16 units between head and tail.
    pub omitted: usize,
    /// Exact names from between, apart by spaces, as far as the keeper of the quote wants them.
    pub names: String,
    /// The [`fingerprint`] of the original where it is not held whole; else 0.
    pub fingerprint: u64,
}

impl Quote {
    /// Keeps at most `head_units` and `tail_units`; a text no longer than their sum is kept whole.
    pub fn new(text: &str, head_units: usize, tail_units: usize) -> Self {
        let most = head_units + tail_units;
        // No text has more units than bytes.
        let total = if text.len() <= most { text.len() } else { units(text) };
        if total <= most {
            return Self { head: text.into(), ..Self::default() };
        }
        let head = head(text, head_units);
        let tail = tail(text, tail_units);
        Self {
            head: head.into(),
            tail: tail.into(),
            omitted: total - units(head) - units(tail),
            names: String::new(),
            fingerprint: fingerprint(text),
        }
    }

    /// The length of the original in UTF-16 units.
    pub fn units(&self) -> usize {
        units(&self.head) + self.omitted + units(&self.tail)
    }

    /// Whether the original is held whole.
    pub fn is_whole(&self) -> bool {
        self.omitted == 0
    }

    /// Whether the original is empty or white space.
    pub fn is_blank(&self) -> bool {
        self.omitted == 0 && self.head.trim().is_empty() && self.tail.trim().is_empty()
    }

    /// What is held, the gap marked by its size.
    pub fn text(&self) -> String {
        if self.is_whole() {
            return format!("{}{}", self.head, self.tail);
        }
        format!("{}\n[... {} characters omitted ...]\n{}", self.head, self.omitted, self.tail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_between_code_points() {
        assert_eq!(head("ab\u{1f600}c", 3), "ab");
        assert_eq!(head("ab\u{1f600}c", 4), "ab\u{1f600}");
        assert_eq!(tail("ab\u{1f600}c", 2), "c");
        assert_eq!(units("é\u{1f600}"), 3);
    }

    #[test]
    fn tells_texts_apart() {
        let texts =
            ["", "a", "b", "ab", "ba", "a\0", "\0\0", "12345678", "12345687", "1234567812345678", "123456781234567"];
        for (at, text) in texts.iter().enumerate() {
            let same = texts.iter().position(|other| fingerprint(other) == fingerprint(text));
            assert_eq!(same, Some(at), "{text:?}");
        }
    }

    #[test]
    fn quotes_short_texts_whole_and_long_ones_at_both_ends() {
        assert!(Quote::new("short", 3, 2).is_whole());
        let quote = Quote::new("abcdefghij", 3, 2);
        assert_eq!((quote.head.as_str(), quote.tail.as_str(), quote.omitted, quote.units()), ("abc", "ij", 5, 10));
    }
}
