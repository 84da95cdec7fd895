//! The scripts in which texts are written, and their words, as far as a check needs them.

/// Where Latin letters are counted among the scripts.
const LATIN: usize = 0;

/// How much of a text is in each script, by the block of its letters. A letter that is a word or half of one counts for
/// several.
fn shares(text: &str) -> [u32; 256] {
    let mut shares = [0; 256];
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        let (block, weight) = match u32::from(letter) >> 8 {
            // With the Vietnamese letters.
            0..=2 | 0x1e => (LATIN, 1),
            0x34..=0x9f => (0x34, 3),
            block @ 0x30..=0xff => (block.min(0xac) as usize, 3),
            block => (block as usize, 1),
        };
        if let Some(share) = shares.get_mut(block) {
            *share += weight;
        }
    }
    shares
}

/// Whether the writer of `words` writes mostly in a script that `text` has hardly any of; of Latin letters, which stand in paths
/// and code everywhere, whether the text is mostly in another one.
pub(super) fn is_foreign(words: &str, text: &str) -> bool {
    const FEW: u32 = 6;
    let (own, other) = (shares(words), shares(text));
    let (mut script, mut most) = (LATIN, FEW);
    for (block, share) in own.iter().enumerate() {
        if *share > most {
            (script, most) = (block, *share);
        }
    }
    let (all, share) = (other.iter().sum::<u32>(), other.get(script).copied().unwrap_or_default());
    if script == LATIN { own.get(LATIN).is_some_and(|own| *own > 40) && share * 2 < all } else { share * 20 < all }
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
