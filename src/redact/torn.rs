//! What a cut has torn in half is known by nothing but its look.

use crate::seek;

/// A piece of text without the half of a key that the cut at its start, or else at its end, may have left.
///
/// Plain words stay. It is for a cut through text that was not redacted as a whole.
///
/// ```
/// use epitome::redact::without_torn_key;
/// assert_eq!(without_torn_key("export KEY=sk-proj-4f9aQ2", false), "export KEY=");
/// assert_eq!(without_torn_key("kd81mZx7LpT0 is the key", true), " is the key");
/// assert_eq!(without_torn_key("the build was suc", false), "the build was suc");
/// ```
pub fn without_torn_key(text: &str, at_start: bool) -> &str {
    let rest = if at_start { seek::trim_start_by(text, &is_key) } else { seek::trim_end_by(text, &is_key) };
    let cut = text.len() - rest.len();
    let torn = if at_start { text.get(..cut) } else { text.get(rest.len()..) };
    // Before a plain word may stand what makes it a value: `password=cor`.
    let is_value = !at_start && seek::ends_with(rest, "=:\"'`@");
    if torn.is_some_and(|torn| is_value || looks_like_key(torn)) { rest } else { text }
}

fn is_key(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || seek::is_of(letter, "_-.+/~%")
}

/// Whether this is more than a word: a digit in it, or a capital behind a small letter.
fn looks_like_key(torn: &str) -> bool {
    let mut small = false;
    torn.bytes().any(|byte| {
        let inner = small && byte.is_ascii_uppercase();
        small = byte.is_ascii_lowercase();
        inner || byte.is_ascii_digit()
    })
}
