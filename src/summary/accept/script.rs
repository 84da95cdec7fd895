//! The scripts in which texts are written, and their words, as far as a check needs them.

/// Scripts other than the Latin, by their first and last letters. A letter of the later ones is a word or half of one.
const SCRIPTS: [(u32, u32); 8] = [
    (0x370, 0x3ff),
    (0x400, 0x52f),
    (0x590, 0x5ff),
    (0x600, 0x77f),
    (0x900, 0xdff),
    (0xe00, 0xfff),
    (0x3040, 0x30ff),
    (0x3400, 0x9fff),
];
const HANGUL: (u32, u32) = (0xac00, 0xd7a3);

/// How much of a text is Latin, and how much is in each of the other scripts.
fn shares(text: &str) -> (u32, [u32; 9]) {
    let mut latin = 0;
    let mut others = [0; 9];
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        let code = u32::from(letter);
        if code < 0x370 {
            latin += 1;
            continue;
        }
        let at = SCRIPTS.iter().chain([&HANGUL]).position(|(first, last)| (*first..=*last).contains(&code));
        if let Some(share) = at.and_then(|at| others.get_mut(at)) {
            *share += if code < 0x3040 { 1 } else { 3 };
        }
    }
    (latin, others)
}

/// Whether the writer of `words` writes mostly in a script that `text` has hardly any of.
pub(super) fn is_foreign(words: &str, text: &str) -> bool {
    let (latin, others) = shares(words);
    let Some((at, most)) = others.iter().enumerate().max_by_key(|(_, share)| **share) else { return false };
    let (other, text) = shares(text);
    let all: u32 = other + text.iter().sum::<u32>();
    *most > latin && *most > 6 && text.get(at).is_some_and(|share| share * 20 < all)
}

/// The words of a text of small letters, by their starts; where words have no spaces between them, pairs of letters.
pub(super) fn stems(text: &str, found: &mut dyn FnMut(&str)) {
    const LONGEST: usize = 5;
    for word in text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'') {
        let dense =
            word.chars().any(|letter| u32::from(letter) >= 0xe00 && !(0x1e00..0x2000).contains(&u32::from(letter)));
        let ends = || word.char_indices().map(|(at, letter)| at + letter.len_utf8());
        if dense {
            let starts = word.char_indices().map(|(at, _)| at);
            for (start, end) in starts.zip(ends().skip(1)) {
                found(word.get(start..end).unwrap_or_default());
            }
        } else if ends().nth(3).is_some() {
            found(word.get(..ends().nth(LONGEST - 1).unwrap_or(word.len())).unwrap_or_default());
        }
    }
}
