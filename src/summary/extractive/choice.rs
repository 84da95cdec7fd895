//! Which files, commands and identifiers are listed: the best for the room there is, and nothing twice.

use std::cmp::Reverse;

use super::document::Document;
use super::form::{Form, Section};
use super::index::Candidate;
use super::ledger::{FileNote, Ledger};
use super::quote::CUT;
use crate::names::{NameMap, Names};
use crate::order;
use crate::seek;
use crate::summary::identifiers::{self, Kind};
use crate::tokens::estimate::quarters;

/// Identifiers that need not be said again.
#[derive(Debug, Default)]
pub(super) struct Covered(Names);

impl Covered {
    /// Counts what a text says; of a path also the shorter ways to name it.
    pub(super) fn text(&mut self, text: &str) {
        identifiers::scan(text, &mut |word, kind| self.word(word, kind));
    }

    fn word(&mut self, word: &str, kind: Kind) {
        self.0.add(word);
        let mut rest = word;
        while let Some((_, shorter)) = rest.split_once('/').filter(|_| kind == Kind::Path) {
            self.0.add(shorter);
            rest = shorter;
        }
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.0.has(word)
    }
}

/// The lists of the index, in order.
const GROUPS: [&str; 5] = ["Paths", "Names", "Codes", "References", "Numbers"];
const COMMANDS: &str = "Commands:";
/// What is said of a file of which only tries to change it are known that failed.
const UNCHANGED: &str = "no change seen to succeed";
/// What is said of files that found no room, behind their number, and the room for it in quarters of a token.
const MORE_FILES: &str = " more files)";
const FOR_OMITTED: u64 = 80;
/// What stands above a branch's files: calls tell what was changed, and not what was undone by hand.
const LEFT_CHANGED: &str = "Changed there; not checked whether put back since:";

/// In which of them a kind is.
fn group(kind: Kind) -> usize {
    match kind {
        Kind::Path => 0,
        Kind::Symbol | Kind::Qualified | Kind::Flag => NAMES,
        Kind::Code => 2,
        Kind::Reference => 3,
        Kind::Number => 4,
    }
}
const NAMES: usize = 1;

/// What was chosen; its room is taken as it is chosen, its lines are written at the end.
#[derive(Debug)]
pub(super) struct Choice<'a> {
    ledger: &'a Ledger,
    form: Form,
    covered: Covered,
    /// Files, and the names that live in them.
    files: NameMap<Vec<&'a str>>,
    commands: Vec<&'a str>,
    /// The words of each group.
    groups: [Vec<Candidate<'a>>; GROUPS.len()],
}

impl<'a> Choice<'a> {
    pub(super) fn new(ledger: &'a Ledger, form: Form, covered: Covered) -> Self {
        let (files, commands, groups) = Default::default();
        Self { ledger, form, covered, files, commands, groups }
    }

    /// Takes files, the changed and the newest first: those changed in a third of the room, the others in a tenth. Of a
    /// branch only what it may have left changed, in most of the room, with a word on those that find none.
    pub(super) fn files(&mut self, document: &mut Document) {
        let room = document.left();
        let files = &self.ledger.files;
        let is_branch = self.form == Form::Branch;
        let mut omitted = 0_u32;
        let key = |at: usize| files.at(at).map(|note| (!note.changed, Reverse(note.at), files.names().name(at)));
        for number in order::sorted(files.names().len(), &mut |a, b| key(a) < key(b)) {
            let Some(note) = files.at(number) else { continue };
            let path = files.names().name(number);
            let floor = match note.changed {
                true if is_branch => (room / 5).max(FOR_OMITTED),
                true => room - room / 3,
                false if is_branch => break,
                false => room - room * 43 / 100,
            };
            let cost = quarters(path) + quarters(&note.status()) + 6;
            if document.left() >= floor + cost && document.open(Section::Files) && document.reserve(cost) {
                self.covered.text(path);
                self.files.slot(path);
            } else {
                omitted += 1;
            }
        }
        if is_branch && !self.files.values().is_empty() {
            document.add(Section::Files, 0, LEFT_CHANGED, u64::MAX);
        }
        if is_branch && omitted > 0 {
            document.add(Section::Files, u32::MAX, &format!("{CUT}{omitted}{MORE_FILES}"), u64::MAX);
        }
    }

    /// Takes commands that ran more than once or failed, in a twelfth of the room.
    pub(super) fn commands(&mut self, document: &mut Document) {
        let floor = document.left() - document.left() / 12;
        let notes = &self.ledger.commands;
        let key = |at: usize| notes.at(at).map(|note| (Reverse(note.times), Reverse(note.at), notes.names().name(at)));
        for number in order::sorted(notes.names().len(), &mut |a, b| key(a) < key(b)) {
            let Some(note) = notes.at(number).filter(|note| note.times > 1 || note.failed) else { continue };
            let command = notes.names().name(number);
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
            let label = group(candidate.kind);
            let (Some(title), Some(words)) = (GROUPS.get(label), self.groups.get_mut(label)) else { continue };
            if self.covered.has(candidate.text) {
                continue;
            }
            let fresh = if words.is_empty() { quarters(title) + 3 } else { 0 };
            let cost = fresh + quarters(candidate.text) + 2;
            if document.open(Section::Index) && document.reserve(cost) {
                self.covered.text(candidate.text);
                words.push(*candidate);
            }
        }
    }

    /// Writes the lines: a name stands with the file that it lives in, where that is listed.
    pub(super) fn write(mut self, document: &mut Document) {
        for (order, (title, words)) in GROUPS.iter().zip(&self.groups).enumerate() {
            let mut list = String::new();
            for word in words {
                let home = word.home.filter(|home| order == NAMES && self.files.names().has(home));
                match home.and_then(|home| self.files.slot(home)) {
                    Some(names) => names.push(word.text),
                    None => {
                        list.push_str(if list.is_empty() { ": " } else { ", " });
                        list.push_str(word.text);
                    }
                }
            }
            if !list.is_empty() {
                document.place(Section::Index, order as u32, format!("{title}{list}"));
            }
        }
        for (order, names) in self.files.values().iter().enumerate() {
            let path = self.files.names().name(order);
            let status = match self.ledger.files.get(path) {
                Some(note) if self.form == Form::Branch && note.failed && note.times == 0 => UNCHANGED.into(),
                note => note.map(FileNote::status).unwrap_or_default(),
            };
            let names = if names.is_empty() { String::new() } else { format!(": {}", seek::join(names, ", ")) };
            document.place(Section::Files, order as u32, format!("- {path} ({status}){names}"));
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
