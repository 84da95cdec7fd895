//! A session as JavaScript holds it: a handle whose methods copy in what is new and give back places in the log.

mod shown;
mod upkeep;

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::convert::{self, fail, read_entries, with_tape};
use crate::entry::{Body, Entry};
use crate::format::lens;
use crate::gather::Gather;
use crate::model::Model;
use crate::prompt;
use crate::session::Session;
use crate::settings::Settings;
use crate::upkeep::Upkeep;
use crate::value::Value;

/// A session's log in the core.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Log {
    upkeep: Upkeep,
    /// Whether the last compaction was not begun because it would not have been enough.
    is_stuck: bool,
    /// Entries that were read and found right, and wait for the store's word.
    pending: Vec<Entry>,
}

#[wasm_bindgen]
impl Log {
    /// An empty log in a wire format. The tape's options are `model` and `settings`.
    ///
    /// # Errors
    /// An unknown format, or settings that cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(format: &str, length: u32) -> Result<Self, JsValue> {
        let lens = lens(format).map_err(|error| fail(&error))?;
        let (settings, model) = with_tape(length, |_, options| {
            let part = |key| options.get(key).unwrap_or(&Value::Null);
            Ok((Settings::read(part("settings"))?, Model::read(part("model"), "model")?))
        })?;
        let session = Session::with_settings(lens, &settings.compaction);
        Ok(Self { upkeep: Upkeep::new(session, settings, model), is_stuck: false, pending: Vec::new() })
    }

    /// Reads the entries of a tape (an array) and holds them until [`Log::commit`]: all of them are right, or none is
    /// held. A host calls this before it stores them, so that nothing is stored that cannot be read. The answer names the
    /// messages that are summaries of this log's own, which a host's page has sent back, in pairs: the place in the tape, the
    /// compaction's place in the log.
    ///
    /// # Errors
    /// The entry that cannot be read, by its place.
    pub fn propose(&mut self, length: u32) -> Result<Vec<u32>, JsValue> {
        self.pending = with_tape(length, |value, _| {
            let entries = read_entries(value, self.upkeep.session().lens())?;
            self.upkeep.session().verify(&entries)?;
            Ok(entries)
        })?;
        let mut repeated = Vec::new();
        for (at, entry) in self.pending.iter().enumerate() {
            let Some((summary, rest)) = entry.message().and_then(|record| record.summary.as_ref()) else { continue };
            let framed = prompt::frame_summary(summary);
            let is_whole = rest.is_empty();
            let same = |entry: &Rc<Entry>| match &entry.body {
                Body::Compaction(found) => is_whole && prompt::frame_summary(&found.summary) == framed,
                // The summary was made one message with this one.
                Body::Message(record) => !is_whole && record.parts == *rest,
                _ => false,
            };
            let known = |entry: &Rc<Entry>| matches!(&entry.body, Body::Compaction(found) if prompt::frame_summary(&found.summary) == framed);
            let entries = self.upkeep.session().entries();
            let place = entries.iter().rposition(same).filter(|_| entries.iter().any(known));
            if let Some(place) = place {
                repeated.extend([at as u32, place as u32]);
            }
        }
        Ok(repeated)
    }

    /// The outputs among these entries that are to be shown short from the start, in fours: the place in the tape, the part of the
    /// message, the tokens of its texts, and those that they are to have. Without those that a prune among the entries shortens.
    pub fn oversized(&self) -> Vec<u32> {
        self.upkeep.oversized(&self.pending).into_iter().flatten().gather()
    }

    /// Appends the entries that [`Log::propose`] read.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn commit(&mut self) -> Result<(), JsValue> {
        let entries = std::mem::take(&mut self.pending);
        self.upkeep.append(entries).map_err(|error| fail(&error))
    }

    /// Takes over the entries of a tape (an array) as a store has them: nothing is refused but what cannot be read;
    /// [`Log::findings`] tells what had to be decided.
    ///
    /// # Errors
    /// The entry that cannot be read, by its place.
    pub fn adopt(&mut self, length: u32) -> Result<(), JsValue> {
        let entries = with_tape(length, |value, _| read_entries(value, self.upkeep.session().lens()))?;
        self.upkeep.load(entries);
        Ok(())
    }

    /// Forgets the entries, to be given them anew.
    pub fn clear(&mut self) {
        self.upkeep.clear();
    }

    /// Says that the log was given anew as it is stored.
    pub fn opened(&mut self) {
        self.upkeep.opened();
    }

    /// How many entries the log has.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> u32 {
        self.upkeep.session().entries().len() as u32
    }

    /// Places in the log, root to leaf.
    pub fn path(&self) -> Vec<u32> {
        self.upkeep.session().path().to_vec()
    }

    /// The place of the leaf.
    pub fn leaf(&self) -> Option<u32> {
        self.upkeep.session().path().last().copied()
    }

    /// Whether an entry is on the path.
    #[wasm_bindgen(js_name = isOnPath)]
    pub fn is_on_path(&self, id: &str) -> bool {
        self.upkeep.session().path_entries().rev().any(|entry| entry.id == id)
    }

    /// What had to be decided because the log does not say it, from the `skip`th on, as triples: what, the entry's id,
    /// the id that it names.
    pub fn findings(&self, skip: u32) -> Vec<String> {
        let found = self.upkeep.session().tree().findings().iter().skip(skip as usize);
        found.flat_map(|found| [found.kind.code().into(), found.entry_id.clone(), found.other_id.clone()]).gather()
    }

    /// The place of the entry before another one on its branch.
    #[wasm_bindgen(js_name = parentOf)]
    pub fn parent_of(&self, at: u32) -> Option<u32> {
        self.upkeep.session().tree().parent(at)
    }

    /// The deepest entry that lies on the paths of both.
    #[wasm_bindgen(js_name = commonAncestor)]
    pub fn common_ancestor(&self, one: Option<u32>, other: Option<u32>) -> Option<u32> {
        self.upkeep.session().tree().common_ancestor(one, other)
    }

    /// The branches, as triples: the last entry's place, that of the entry of the path where it begins (-1 where there
    /// is none), how many entries lie between.
    pub fn branches(&self) -> Vec<i32> {
        let found = self.upkeep.session().tree().branches(self.upkeep.session().path());
        found
            .iter()
            .flat_map(|branch| [branch.tip as i32, branch.fork.map_or(-1, |at| at as i32), branch.entries as i32])
            .gather()
    }

    /// How many entries at the path's start are the host's instructions, which every compaction keeps.
    pub fn lead(&self) -> u32 {
        self.upkeep.session().context().lead(self.upkeep.session().entries(), self.upkeep.session().path()) as u32
    }

    /// Whether a turn begins with this entry: a message of the user, not one that has results beside its words, or a custom message.
    #[wasm_bindgen(js_name = startsTurn)]
    pub fn starts_turn(&self, at: u32) -> bool {
        let spoken = |entry: &Rc<Entry>| entry.record().is_some_and(|record| record.results().next().is_none());
        self.upkeep.session().entry(at).is_some_and(|entry| spoken(entry) && entry.starts_turn())
    }

    /// The place of an entry in the log.
    #[wasm_bindgen(js_name = placeOf)]
    pub fn place_of(&self, id: &str) -> Option<u32> {
        self.upkeep.session().place_of(id)
    }

    /// An entry id that the log does not hold: 8 hexadecimal characters, as in pi's session files.
    ///
    /// # Errors
    /// Where the runtime gives no randomness (a worker's global scope).
    #[wasm_bindgen(js_name = newEntryId)]
    pub fn new_entry_id(&self) -> Result<String, JsError> {
        loop {
            let id = format!("{:08x}", convert::random()?);
            if self.upkeep.session().place_of(&id).is_none() {
                return Ok(id);
            }
        }
    }
}
