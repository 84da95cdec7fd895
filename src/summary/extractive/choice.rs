//! Which files, commands and identifiers are listed: the best for the room there is, and nothing twice.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::document::{Document, Section};
use super::index::Candidate;
use super::ledger::Ledger;
use crate::summary::identifiers::{self, Kind};
use crate::tokens::estimate::quarters;

/// Identifiers that need not be said again.
#[derive(Debug, Default)]
pub(super) struct Covered(BTreeSet<String>);

impl Covered {
    /// Counts what a text says; of a path also the shorter ways to name it.
    pub(super) fn text(&mut self, text: &str) {
        identifiers::scan(text, &mut |word, kind| self.word(word, kind));
    }

    fn word(&mut self, word: &str, kind: Kind) {
        self.0.insert(word.into());
        let mut rest = word;
        while let Some((_, shorter)) = rest.split_once('/').filter(|_| kind == Kind::Path) {
            self.0.insert(shorter.into());
            rest = shorter;
        }
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// The lists of the index, in order.
const GROUPS: [&str; 5] = ["Paths", "Names", "Codes", "References", "Numbers"];
const COMMANDS: &str = "Commands:";

fn group(kind: Kind) -> &'static str {
    match kind {
        Kind::Path => "Paths",
        Kind::Symbol | Kind::Qualified | Kind::Flag => "Names",
        Kind::Code => "Codes",
        Kind::Reference => "References",
        Kind::Number => "Numbers",
    }
}

/// What was chosen; its room is taken as it is chosen, its lines are written at the end.
#[derive(Debug)]
pub(super) struct Choice<'a> {
    ledger: &'a Ledger,
    covered: Covered,
    /// Files, and the names that live in them.
    files: BTreeMap<&'a str, (u32, Vec<&'a str>)>,
    commands: Vec<&'a str>,
    words: Vec<Candidate<'a>>,
    groups: BTreeSet<&'static str>,
}

impl<'a> Choice<'a> {
    pub(super) fn new(ledger: &'a Ledger, covered: Covered) -> Self {
        let (files, commands, words, groups) = Default::default();
        Self { ledger, covered, files, commands, words, groups }
    }

    /// Takes files, the changed and the newest first: those changed in a third of the room, the others in a tenth.
    pub(super) fn files(&mut self, document: &mut Document) {
        let room = document.left();
        let mut files: Vec<_> = self.ledger.files.iter().collect();
        files.sort_by_key(|(path, note)| (!note.changed, Reverse(note.at), path.as_str()));
        for (path, note) in files {
            let floor = if note.changed { room - room / 3 } else { room - room * 43 / 100 };
            let cost = quarters(path) + quarters(&note.status()) + 6;
            if document.left() >= floor + cost && document.open(Section::Files) && document.reserve(cost) {
                self.covered.text(path);
                self.files.insert(path, (self.files.len() as u32, Vec::new()));
            }
        }
    }

    /// Takes commands that ran more than once or failed, in a twelfth of the room.
    pub(super) fn commands(&mut self, document: &mut Document) {
        let floor = document.left() - document.left() / 12;
        let again = self.ledger.commands.iter().filter(|(_, note)| note.times > 1 || note.failed);
        let mut again: Vec<_> = again.collect();
        again.sort_by_key(|(command, note)| (Reverse(note.times), Reverse(note.at), command.as_str()));
        for (command, note) in again {
            let label = if self.commands.is_empty() { quarters(COMMANDS) + 1 } else { 0 };
            let cost = label + quarters(command) + quarters(&note.status()) + 6;
            if document.left() >= floor + cost && document.open(Section::Index) && document.reserve(cost) {
                self.covered.text(command);
                self.commands.push(command);
            }
        }
    }

    /// Takes identifiers in the order of their rank, as long as there is room.
    pub(super) fn words(&mut self, document: &mut Document, ranked: &[Candidate<'a>]) {
        for candidate in ranked {
            if self.covered.has(candidate.text) {
                continue;
            }
            let label = group(candidate.kind);
            let fresh = if self.groups.contains(label) { 0 } else { quarters(label) + 3 };
            let cost = fresh + quarters(candidate.text) + 2;
            if document.open(Section::Index) && document.reserve(cost) {
                self.groups.insert(label);
                self.covered.text(candidate.text);
                self.words.push(*candidate);
            }
        }
    }

    /// Writes the lines: a name stands with the file that it lives in, where that is listed.
    pub(super) fn write(mut self, document: &mut Document) {
        let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for word in &self.words {
            let label = group(word.kind);
            let home = word.home.filter(|_| label == "Names").and_then(|home| self.files.get_mut(home));
            match home {
                Some((_, names)) => names.push(word.text),
                None => groups.entry(label).or_default().push(word.text),
            }
        }
        for (path, (order, names)) in &self.files {
            let status = self.ledger.files.get(*path).map(|note| note.status()).unwrap_or_default();
            let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
            document.place(Section::Files, *order, format!("- {path} ({status}){names}"));
        }
        for (order, label) in GROUPS.into_iter().enumerate() {
            if let Some(words) = groups.get(label) {
                document.place(Section::Index, order as u32, format!("{label}: {}", words.join(", ")));
            }
        }
        if !self.commands.is_empty() {
            document.place(Section::Index, 10, COMMANDS.into());
        }
        for command in self.commands {
            let status = self.ledger.commands.get(command).map(|note| note.status()).unwrap_or_default();
            document.place(Section::Index, 11, format!("- {command} ({status})"));
        }
    }
}
