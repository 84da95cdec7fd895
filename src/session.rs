//! A session: its log read as a tree, where it stands, and what the model sees from there.

use std::rc::Rc;

use crate::context::{Context, Item};
use crate::entry::{Body, Entry};
use crate::error::{Error, ErrorKind};
use crate::format::Lens;
use crate::json::quoted;
use crate::names::Names;

/// The log, the active leaf, and the context that follows from them.
#[derive(Debug)]
pub struct Session {
    lens: &'static dyn Lens,
    entries: Vec<Rc<Entry>>,
    /// The ids of the entries: an id's number is its entry's place.
    ids: Names,
    /// For each entry, the one before it on its branch.
    parents: Vec<Option<u32>>,
    /// Root to leaf.
    path: Vec<u32>,
    context: Context,
    breaks: Vec<Break>,
    failures: u32,
}

/// A place where the log did not say what came before: an entry whose parent is not in the log before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Break {
    /// The entry.
    pub entry_id: String,
    /// The parent that it names.
    pub parent_id: String,
}

impl Session {
    /// An empty session in a wire format.
    pub fn new(lens: &'static dyn Lens) -> Self {
        Self {
            lens,
            entries: Vec::new(),
            ids: Names::default(),
            parents: Vec::new(),
            path: Vec::new(),
            context: Context::default(),
            breaks: Vec::new(),
            failures: 0,
        }
    }

    /// Appends entries: all of them, or none. The session then stands at the last one, or where a `leaf` entry says.
    ///
    /// An entry whose parent is not in the log is read as following the entry before it in the log, so that nothing
    /// is lost; [`Session::breaks`] tells.
    ///
    /// # Errors
    /// [`ErrorKind::DuplicateEntry`], [`ErrorKind::UnknownEntry`] (a `leaf` entry's target), with the place.
    pub fn append(&mut self, entries: Vec<Entry>) -> Result<(), Error> {
        self.verify(&entries)?;
        let mut leaf = self.path.last().copied();
        let mut linear = true;
        for entry in entries {
            let at = self.entries.len() as u32;
            let before = leaf;
            let parent = match &entry.parent_id {
                None => None,
                Some(id) => self.place_of(id).or_else(|| {
                    self.breaks.push(Break { entry_id: entry.id.clone(), parent_id: id.clone() });
                    at.checked_sub(1)
                }),
            };
            leaf = match &entry.body {
                Body::Leaf { target_id } => target_id.as_ref().and_then(|id| self.place_of(id)),
                _ => Some(at),
            };
            linear &= leaf == Some(at) && parent == before;
            if matches!(&entry.body, Body::Message(record) if record.starts_turn) {
                self.failures = 0;
            }
            self.ids.add(&entry.id);
            self.parents.push(parent);
            self.entries.push(Rc::new(entry));
            if linear {
                self.path.push(at);
                self.context.push(&self.entries, &self.path);
            }
        }
        if !linear {
            self.stand_at(leaf);
        }
        Ok(())
    }

    /// Whether these entries could be appended, without appending them.
    ///
    /// # Errors
    /// As [`Session::append`].
    pub fn verify(&self, entries: &[Entry]) -> Result<(), Error> {
        let mut fresh = Names::default();
        for (at, entry) in entries.iter().enumerate() {
            let place = |field: &str| format!("entries[{at}].{field}");
            if self.ids.has(&entry.id) || fresh.has(&entry.id) {
                let message = format!("the session holds an entry {} already", quoted(&entry.id));
                return Err(Error::new(ErrorKind::DuplicateEntry, place("id"), message));
            }
            if let Body::Leaf { target_id: Some(id) } = &entry.body
                && !self.ids.has(id)
                && !fresh.has(id)
            {
                return Err(unknown(&place("targetId"), id));
            }
            fresh.add(&entry.id);
        }
        Ok(())
    }

    /// Stands at another entry, or before the first. The log itself stays as it is.
    fn stand_at(&mut self, leaf: Option<u32>) {
        self.path.clear();
        let mut at = leaf;
        while let Some(entry) = at {
            self.path.push(entry);
            // A parent always lies before its entry in the log, so this ends.
            at = self.parents.get(entry as usize).copied().flatten();
        }
        self.path.reverse();
        self.context.rebuild(&self.entries, &self.path);
    }

    /// Stands at the entry of an id without writing to the log: how a reader looks at a branch.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownEntry`].
    pub fn look_from(&mut self, leaf_id: &str) -> Result<(), Error> {
        let at = self.place_of(leaf_id).ok_or_else(|| unknown("", leaf_id))?;
        self.stand_at(Some(at));
        Ok(())
    }

    /// The place of an entry in the log.
    pub fn place_of(&self, id: &str) -> Option<u32> {
        self.ids.find(id).map(|at| at as u32)
    }

    /// The wire format's lens.
    pub fn lens(&self) -> &'static dyn Lens {
        self.lens
    }

    /// All entries, in the order of the log.
    pub fn entries(&self) -> &[Rc<Entry>] {
        &self.entries
    }

    /// The entry at a place of the log.
    pub fn entry(&self, at: u32) -> Option<&Rc<Entry>> {
        self.entries.get(at as usize)
    }

    /// The entry of an id.
    pub fn find(&self, id: &str) -> Option<&Rc<Entry>> {
        self.place_of(id).and_then(|at| self.entry(at))
    }

    /// Places in the log, root to leaf.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// The entries of the path, root to leaf.
    pub fn path_entries(&self) -> impl DoubleEndedIterator<Item = &Rc<Entry>> {
        self.path.iter().filter_map(|at| self.entry(*at))
    }

    /// The entries from an entry back to its root, that entry first; empty for an unknown id.
    pub fn ancestry(&self, id: &str) -> Vec<Rc<Entry>> {
        let mut found = Vec::new();
        let mut at = self.place_of(id);
        while let Some(entry) = at {
            found.extend(self.entry(entry).cloned());
            at = self.parents.get(entry as usize).copied().flatten();
        }
        found
    }

    /// The entry where the session stands.
    pub fn leaf(&self) -> Option<&Rc<Entry>> {
        self.path.last().and_then(|at| self.entry(*at))
    }

    /// What the model sees.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The entries behind what the model sees, in order.
    pub fn visible(&self) -> impl Iterator<Item = (&Rc<Entry>, bool)> {
        self.context.items().iter().filter_map(|item| match item {
            Item::Entry(at) => self.entry(*at).map(|entry| (entry, false)),
            Item::Summary(at) => self.entry(*at).map(|entry| (entry, true)),
        })
    }

    /// Counts a compaction that was tried and refused. A new message of the user sets the count back.
    pub fn note_failure(&mut self) {
        self.failures += 1;
    }

    /// Refused compactions since the newest user message.
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// Entries whose parent is not in the log.
    pub fn breaks(&self) -> &[Break] {
        &self.breaks
    }
}

/// What is said of an entry that is not in the log.
fn unknown(path: &str, id: &str) -> Error {
    Error::new(ErrorKind::UnknownEntry, path, format!("there is no entry {}", quoted(id)))
}
