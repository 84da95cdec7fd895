//! Every identifier of the conversation with what tells its worth, and the ranking of those most likely needed again.

use std::cmp::Reverse;

use super::choice::Covered;
use crate::gather::Gather;
use crate::names::{NameMap, Names};
use crate::order;
use crate::seek;
use crate::summary::identifiers::{self, Kind};
use crate::tokens::estimate::quarters;

/// Who wrote a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    User,
    Agent,
    Arguments,
    Output,
}

/// What is known of an identifier.
#[derive(Debug, Clone, Default)]
struct Mention {
    /// What it is; nothing where it is data rather than a name.
    kind: Option<Kind>,
    user: u32,
    agent: u32,
    arguments: u32,
    output: u32,
    /// The newest message that has it.
    last: u32,
    /// The newest text that has it: a text counts once.
    text: u32,
    /// The file in whose call it was last seen.
    home: Option<usize>,
}

impl Mention {
    fn count(&mut self, source: Source) {
        *match source {
            Source::User => &mut self.user,
            Source::Agent => &mut self.agent,
            Source::Arguments => &mut self.arguments,
            Source::Output => &mut self.output,
        } += 1;
    }
}

/// The identifiers of a conversation.
#[derive(Debug, Default)]
pub(super) struct Index {
    mentions: NameMap<Mention>,
    homes: Names,
    texts: u32,
    last: u32,
}

/// An identifier that may be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate<'a> {
    pub(super) text: &'a str,
    pub(super) kind: Kind,
    pub(super) home: Option<&'a str>,
    /// Worth for each quarter of a token.
    pub(super) rank: u64,
}

impl Index {
    /// The number by which [`Index::add`] knows a file.
    pub(super) fn home(&mut self, path: &str) -> usize {
        self.homes.add(path)
    }

    /// Counts the identifiers of a text. `at` is the message's place.
    pub(super) fn add(&mut self, text: &str, source: Source, at: u32, home: Option<usize>) {
        self.texts += 1;
        self.last = self.last.max(at);
        let number = self.texts;
        identifiers::scan(text, &mut |word, kind| self.count(word, kind, source, at, home, number));
    }

    fn count(&mut self, word: &str, kind: Kind, source: Source, at: u32, home: Option<usize>, text: u32) {
        let Some(mention) = self.mentions.slot(word) else { return };
        // Texts are counted from 1: this is the first that has the word.
        if mention.text == 0 && !looks_random(word, kind) {
            mention.kind = Some(kind);
        }
        if mention.text == text {
            return;
        }
        mention.text = text;
        mention.last = at;
        mention.home = home.or(mention.home);
        mention.count(source);
    }

    /// All that are not covered, best first.
    pub(super) fn ranked(&self, covered: &Covered) -> Vec<Candidate<'_>> {
        let mut list = Vec::new();
        for (number, mention) in self.mentions.values().iter().enumerate() {
            let text = self.mentions.names().name(number);
            let Some(kind) = mention.kind.filter(|_| !covered.has(text)) else { continue };
            let rank = self.worth(text, kind, mention) * 64 / (quarters(text) + 2);
            if rank > 0 {
                let home = mention.home.map(|home| self.homes.name(home));
                list.push(Candidate { text, kind, home, rank });
            }
        }
        let key = |at: usize| list.get(at).map(|candidate: &Candidate<'_>| (Reverse(candidate.rank), candidate.text));
        let sorted = order::sorted(list.len(), &mut |a, b| key(a) < key(b));
        sorted.into_iter().filter_map(|at| list.get(at)).copied().gather()
    }

    fn worth(&self, word: &str, kind: Kind, mention: &Mention) -> u64 {
        let written = mention.user + mention.agent + mention.arguments;
        let kind: u64 = match kind {
            Kind::Path if is_prose(word) => 4,
            Kind::Path if is_plain(word) => 15,
            Kind::Path if !seek::is_of('/', word) => 160,
            Kind::Path if identifiers::has_extension(word) => 150,
            Kind::Path => 50,
            Kind::Symbol if is_common(word) => 25,
            Kind::Symbol | Kind::Code => 80,
            Kind::Flag => 60,
            Kind::Qualified => 50,
            Kind::Reference => 45,
            Kind::Number if written > 0 => 25,
            Kind::Number if mention.output > 1 => 4,
            Kind::Number => 0,
        };
        let source: u64 = 8
            + u64::from(mention.user > 0) * 8
            + u64::from(mention.agent > 0) * 2
            + u64::from(mention.arguments > 0) * 4;
        let times = u64::from(written * 2 + mention.output).max(1);
        let often = 2 + u64::from(times.ilog2());
        let age = u64::from(self.last - mention.last.min(self.last));
        let recent = 64 + 128 * 100 / (100 + age);
        kind * source * often * recent
    }
}

/// Words with slashes between, as prose has them: `Image/file`, `I/O`.
fn is_prose(path: &str) -> bool {
    is_plain(path) && path.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Letters and slashes alone.
fn is_plain(path: &str) -> bool {
    !path.starts_with('/') && path.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'/')
}

/// A word in backticks, or in capitals for emphasis.
fn is_common(word: &str) -> bool {
    let is_upper = |byte: u8| byte.is_ascii_uppercase();
    word.bytes().all(|byte| byte.is_ascii_lowercase()) || word.bytes().all(is_upper)
}

/// Data and keys rather than names: long runs of mixed letters and digits.
fn looks_random(word: &str, kind: Kind) -> bool {
    if kind == Kind::Path || word.len() < 24 {
        return false;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let upper = word.bytes().filter(u8::is_ascii_uppercase).count();
    let lower = word.bytes().filter(u8::is_ascii_lowercase).count();
    digits > 3 && upper > 3 && lower > 3 && !seek::has(word, "/_.")
}
