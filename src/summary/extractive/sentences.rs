//! The sentences of the agent's texts, and which of them state a decision or explain something.

use crate::seek;
use crate::summary::identifiers;

/// The sentences of a text that can stand alone: no code, no tables, no headings; list marks taken off.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines()
        .map(str::trim)
        .filter(move |line| {
            let is_fence = line.starts_with("```") || line.starts_with("~~~");
            in_code ^= is_fence;
            // Where only the end of a text is held, its fences may be seen the wrong way round: code shows itself.
            let is_code = seek::has_any(line, "  |=>") || seek::ends_with(line, "{};,|");
            !in_code && !is_fence && !is_code && !seek::starts_with(line, "|#</(")
        })
        .flat_map(|line| split(seek::trim_start(line, "-*>\u{2022} ")))
        .filter(|sentence| is_sentence(sentence))
}

/// Some words, neither a title nor a paragraph.
fn is_sentence(text: &str) -> bool {
    let spaced = text.split_whitespace().count() > 4 && text.len() <= 320;
    // East Asian text has no spaces: its length tells.
    let dense = !text.is_ascii() && (10..=120).contains(&text.chars().count());
    (spaced || dense) && !text.ends_with('?')
}

/// Cuts a line behind full stops that end a sentence.
fn split(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let end = text.char_indices().find_map(|(at, letter)| {
            let behind = at + letter.len_utf8();
            let tail = text.get(behind..)?;
            let ends = match letter {
                '.' | '!' | '?' => tail.starts_with(' ') && !tail.trim_start().starts_with(char::is_lowercase),
                '\u{3002}' | '\u{ff01}' | '\u{ff1f}' => true,
                _ => false,
            };
            ends.then_some(behind)
        });
        let (sentence, tail) = text.split_at_checked(end.unwrap_or(text.len()))?;
        rest = (!tail.is_empty()).then_some(tail);
        Some(sentence.trim())
    })
}

/// What a sentence does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// It states a decision, a cause or a rule.
    Decides,
    /// It says how something is.
    Explains,
    /// It says what comes next.
    Intends,
    /// None of these.
    Other,
}

/// Words by which a sense is known, in lower case; beside English those of the commonest languages.
const DECIDES: &str = "decid|instead|rather than|because|root cause|the problem|the issue|the fix|fixed|\
    turns out|so that|chose|must|should|trade-off|the reason|won't|will not|no longer|replaced|renamed|never|\
    always|therefore|due to|caused by|porque|en lugar|parce que|weil |stattdessen|\u{56e0}\u{4e3a}|\u{51b3}\u{5b9a}|\
    \u{4fee}\u{590d}|\u{305f}\u{3081}|\u{43f}\u{43e}\u{442}\u{43e}\u{43c}\u{443}";
const EXPLAINS: &str = " is | are | has | have | uses | calls | contains | returns | handles | needs | means | lives ";
const INTENDS: &str = "now |next|let me |let's |i'll |i will |i need to |first, |then i|good|great|perfect";

impl Sense {
    pub(super) fn of(sentence: &str) -> Self {
        let lower = seek::lowered(sentence);
        if seek::starts_with_any(&lower, INTENDS) {
            Self::Intends
        } else if seek::has_any(&lower, DECIDES) {
            Self::Decides
        } else if seek::has_any(&lower, EXPLAINS) {
            Self::Explains
        } else {
            Self::Other
        }
    }
}

/// How much a sentence carries: the names in it. `age` is how many messages came after it.
pub(super) fn weight(sentence: &str, age: u32) -> u32 {
    let mut names = 0;
    identifiers::scan(sentence, &mut |_, _| names += 1);
    (2 + names.min(4)) * 1_000 / (60 + age)
}
