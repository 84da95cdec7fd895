//! Options and operands of a command's words.

use super::lexer::Word;
use crate::seek;

/// Which options of a command take the next word as their value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Options {
    /// Letters of short ones.
    pub(super) short: &'static str,
    /// Names of long ones.
    pub(super) long: &'static str,
}

impl Options {
    /// None does.
    pub(super) const NONE: Self = Self { short: "", long: "" };

    /// Short ones only.
    pub(super) const fn short(short: &'static str) -> Self {
        Self { short, long: "" }
    }
}

/// A command's words, told apart.
#[derive(Debug, Default)]
pub(super) struct Operands<'a> {
    /// Options, their dashes included; the values that stand in words of their own are left out.
    pub(super) options: Vec<&'a str>,
    /// All else, in order.
    pub(super) rest: Vec<&'a Word>,
}

impl<'a> Operands<'a> {
    /// Reads the words after a command's name.
    pub(super) fn read(words: &'a [Word], taking: Options) -> Self {
        let mut operands = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.text.as_str() {
                "--" if word.literal => {
                    operands.rest.extend(words);
                    break;
                }
                text if word.literal && text.len() > 1 && text.starts_with('-') => {
                    operands.options.push(text);
                    if takes_next(text, taking) {
                        words.next();
                    }
                }
                _ => operands.rest.push(word),
            }
        }
        operands
    }

    /// Whether a short option's letter was given, alone or in a cluster.
    pub(super) fn has(&self, letter: char) -> bool {
        self.options.iter().any(|option| !option.starts_with("--") && seek::is_of(letter, option))
    }

    /// Whether a long option was given, with or without a value.
    pub(super) fn has_long(&self, name: &str) -> bool {
        let names = self.options.iter().filter_map(|option| option.strip_prefix("--"));
        names.map(|option| option.split('=').next().unwrap_or(option)).any(|option| option == name)
    }

    /// Whether each operand is one word: an unquoted variable may be none or many, and shift the others.
    pub(super) fn are_certain(&self) -> bool {
        self.rest.iter().all(|word| word.single)
    }
}

/// Whether an option takes the next word as its value.
pub(super) fn takes_next(option: &str, taking: Options) -> bool {
    match option.strip_prefix("--") {
        Some(name) => seek::is_one_of(name, taking.long),
        // In a cluster the first letter that takes a value takes the rest of the word, or the next word.
        None => match option.find(|letter| seek::is_of(letter, taking.short)) {
            Some(at) => at + 1 == option.len(),
            None => false,
        },
    }
}
