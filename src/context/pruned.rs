//! A prune, as it comes: what it names is shown anew, and nothing else is looked at again than what stands behind.

use std::rc::Rc;

use super::edits::Span;
use super::{Context, Step, edits};
use crate::cut::open_loop;
use crate::entry::{Body, Entry};
use crate::format::StandIn;
use crate::gather::Gather;
use crate::message::Record;

impl Context {
    /// Follows the prune at a place of the log.
    pub(super) fn prune(&mut self, entries: &[Rc<Entry>], at: u32) {
        let (named, undoes) = self.edits.note(entries, at);
        let entry = |at: u32| entries.get(at as usize);
        let edits = &self.edits;
        self.held.retain(|at| !entry(*at).is_some_and(|entry| edits.drops(entry)));
        let touched = |at: u32| {
            let entry = entry(at).filter(|entry| named.has(&entry.id));
            entry.is_some_and(|entry| edits.changes(entries, entry))
        };
        let first = self.items.iter().position(|item| touched(item.at));
        if undoes {
            self.restore(entries, first);
        } else if let Some(first) = first {
            self.generation = self.generation.wrapping_add(1);
            self.end_anchor(first);
            self.show_again(entries, first);
        }
        if let Some(Body::Prune(prune)) = entry(at).map(|entry| &entry.body) {
            self.counts.restore(prune.calibration.as_ref());
        }
    }

    /// Shows everything anew as it came, now that a prune has undone what others did; what it has edited begins with the item
    /// `edited`. Reasoning stays, or comes back, where all that comes before it is as it was when the model thought it.
    fn restore(&mut self, entries: &[Rc<Entry>], edited: Option<usize>) {
        let edits = std::mem::take(&mut self.edits);
        let mut anew = Self { edits, ..Self::of(self) };
        let otherwise = anew.replay(entries, &self.steps);
        let ended = self.ended_anchor();
        let length = self.items.len().max(anew.items.len());
        let first = (0..length).find(|at| Some(*at) == edited || self.items.get(*at) != anew.items.get(*at));
        if let Some(first) = first {
            self.generation = self.generation.wrapping_add(1);
            self.end_anchor(first);
        }
        (self.items, self.estimate, self.seam) = (anew.items, anew.estimate, anew.seam);
        (self.open, self.held, self.edits) = (anew.open, anew.held, anew.edits);
        self.revive_anchor(ended, &otherwise);
    }

    /// Adds what was added, and returns when which messages were shown otherwise than now.
    fn replay(&mut self, entries: &[Rc<Entry>], steps: &[Step]) -> Vec<(u32, Span)> {
        let entry_of = |step: &Step| match step {
            Step::Add(at, _) => entries.get(*at as usize),
            _ => None,
        };
        let records: Vec<Option<&Record>> =
            steps.iter().map(|step| entry_of(step).and_then(|entry| self.message(entry))).gather();
        let unended = open_loop(&records);
        let mut otherwise = Vec::new();
        for (place, (step, record)) in steps.iter().zip(&records).enumerate() {
            match step {
                Step::Gap => self.leave_out(),
                Step::Summary(at) => self.sum_up(entries, *at),
                Step::Add(at, unbound) => {
                    if let Some(entry) = entry_of(step) {
                        self.edits.otherwise(entries, entry, *at, &mut otherwise);
                    }
                    let is_bound = record.is_some_and(|record| self.projection.unbinds(record, place >= unended));
                    let unbinds = is_bound && otherwise.iter().any(|(_, (from, to))| from <= at && at < to);
                    self.add(entries, *at, *unbound || unbinds);
                }
            }
        }
        otherwise
    }

    /// Shows the items from one on anew. Reasoning that depends on what came before is left out from there on.
    fn show_again(&mut self, entries: &[Rc<Entry>], first: usize) {
        let old = self.items.split_off(first.min(self.items.len()));
        let records: Vec<Option<&Record>> =
            old.iter().map(|item| entries.get(item.at as usize).and_then(|entry| self.message(entry))).gather();
        let unended = open_loop(&records);
        // What came behind it is shown in its turn.
        let behind = std::mem::take(&mut self.seam);
        for (place, item) in old.iter().enumerate() {
            self.estimate -= u64::from(item.tokens);
            let Some(entry) = entries.get(item.at as usize) else { continue };
            self.seam |= item.seam;
            if self.edits.drops(entry) {
                self.seam = true;
                let calls =
                    |id: &String| entry.record().is_some_and(|record| record.calls().any(|call| call.id == *id));
                self.open.retain(|(id, _)| !calls(id));
                continue;
            }
            let unbinds = entry.message().is_some_and(|record| self.projection.unbinds(record, place >= unended));
            self.show(entries, item.at, item.unbound || unbinds);
        }
        self.seam |= behind;
        if self.open.is_empty() {
            self.release(entries);
        }
    }

    /// The message of the conversation that an entry is, unless it has left.
    pub(super) fn message<'e>(&self, entry: &'e Entry) -> Option<&'e Record> {
        entry.message().filter(|_| !self.edits.drops(entry))
    }

    /// The texts that stand for parts of a message.
    pub fn texts<'e>(&self, entries: &'e [Rc<Entry>], at: u32) -> Vec<StandIn<'e>> {
        entries.get(at as usize).map_or(Vec::new(), |entry| self.edits.texts(entries, entry))
    }

    /// The place of the newest prune that changed parts of the message at a place.
    pub fn edited_by(&self, entries: &[Rc<Entry>], at: u32) -> Option<u32> {
        self.edits.newest(entries.get(at as usize)?)
    }

    /// The places of the messages that prunes have changed, or taken out, and that would be seen otherwise.
    pub fn pruned(&self, entries: &[Rc<Entry>]) -> Vec<u32> {
        let mut places = Vec::new();
        for step in &self.steps {
            if let Step::Add(at, _) = step
                && let Some(entry) = entries.get(*at as usize)
                && self.edits.changes(entries, entry)
            {
                places.push(*at);
            }
        }
        places
    }

    /// Whether the host has wanted to have a message back after a prune: it is not to be pruned again.
    pub fn is_restored(&self, entry: &Entry) -> bool {
        self.edits.is_restored(entry)
    }

    /// An entry as it is now shown: what it costs, and whether it is; the same object where nothing has changed.
    pub fn shown(&self, entries: &[Rc<Entry>], at: u32) -> Option<Rc<Entry>> {
        let entry = entries.get(at as usize).filter(|entry| !self.edits.drops(entry))?;
        let texts = self.edits.texts(entries, entry);
        let mut shown = Rc::clone(entry);
        if !texts.is_empty() {
            let entry = Rc::make_mut(&mut shown);
            if let Some(record) = entry.record_mut() {
                edits::resize(record, &texts);
            }
        }
        Some(shown)
    }
}
