//! A prune, as it comes: what it names is shown anew, and nothing else is looked at again than what stands behind.

use std::rc::Rc;

use super::{Context, edits};
use crate::cut::open_loop;
use crate::entry::{Body, Entry};
use crate::format::StandIn;
use crate::gather::Gather;
use crate::message::Record;

impl Context {
    /// Follows the prune at a place of the log.
    pub(super) fn prune(&mut self, entries: &[Rc<Entry>], at: u32) {
        let named = self.edits.note(entries, at);
        let entry = |at: u32| entries.get(at as usize);
        let edits = &self.edits;
        self.held.retain(|at| !entry(*at).is_some_and(|entry| edits.drops(entry)));
        let touched = |at: u32| {
            let entry = entry(at).filter(|entry| named.has(&entry.id));
            entry.is_some_and(|entry| edits.drops(entry) || !edits.texts(entries, entry).is_empty())
        };
        let first = self.items.iter().position(|item| touched(item.at));
        if let Some(first) = first {
            self.generation = self.generation.wrapping_add(1);
            self.end_anchor(first);
            self.show_again(entries, first);
        }
        if let Some(Body::Prune(prune)) = entry(at).map(|entry| &entry.body) {
            self.counts.restore(prune.calibration.as_ref());
        }
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
