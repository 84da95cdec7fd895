//! A session: its log read as a tree, where it stands, and what the model sees from there.

use std::rc::Rc;

use crate::context::Context;
use crate::cut::open_loop;
use crate::entry::{Body, Entry};
use crate::error::{Error, ErrorKind};
use crate::format::{Lens, StandIn};
use crate::gather::Gather;
use crate::json::quoted;
use crate::names::Names;
use crate::projection::Projection;
use crate::settings::CompactionSettings;
use crate::tree::Tree;

/// The log, the active leaf, and the context that follows from them.
#[derive(Debug)]
pub struct Session {
    lens: &'static dyn Lens,
    projection: Projection,
    tree: Tree,
    /// Root to leaf.
    path: Vec<u32>,
    context: Context,
}

impl Session {
    /// An empty session in a wire format, with the default settings.
    pub fn new(lens: &'static dyn Lens) -> Self {
        Self::with_settings(lens, &CompactionSettings::default())
    }

    /// An empty session whose context is shown as these settings say.
    pub fn with_settings(lens: &'static dyn Lens, settings: &CompactionSettings) -> Self {
        let projection = Projection::new(lens, settings);
        let context = Context::new(projection);
        Self { lens, projection, tree: Tree::default(), path: Vec::new(), context }
    }

    /// Appends entries: all of them, or none. The session then stands at the last one, or where a `leaf` entry says.
    ///
    /// # Errors
    /// [`ErrorKind::DuplicateEntry`], [`ErrorKind::UnknownEntry`] (a `leaf` entry's target), with the place.
    pub fn append(&mut self, entries: Vec<Entry>) -> Result<(), Error> {
        self.verify(&entries)?;
        self.load(entries);
        Ok(())
    }

    /// Takes over entries of a stored log, whatever they say: nothing is refused and nothing lost. Where the log leaves
    /// something open, it is decided as [`FindingKind`](crate::tree::FindingKind) says, and [`Tree::findings`] tells.
    pub fn load(&mut self, entries: Vec<Entry>) {
        let mut leaf = self.path.last().copied();
        let mut linear = true;
        for entry in entries {
            let before = leaf;
            let target = match &entry.body {
                Body::Leaf { target_id: Some(id) } => Some(self.tree.find(id).or(before)),
                Body::Leaf { target_id: None } => Some(None),
                _ => None,
            };
            let at = self.tree.add(entry);
            leaf = target.unwrap_or(Some(at));
            linear &= leaf == Some(at) && self.tree.parent(at) == before;
            if linear {
                self.path.push(at);
                self.context.push(self.tree.entries(), &self.path);
            }
        }
        if !linear {
            self.stand_at(leaf);
        }
    }

    /// Forgets the log, to be given it anew: the context's generation rises.
    pub fn clear(&mut self) {
        self.tree = Tree::default();
        self.path.clear();
        self.context.rebuild(&[], &[]);
    }

    /// Whether these entries could be appended, without appending them.
    ///
    /// # Errors
    /// As [`Session::append`].
    pub fn verify(&self, entries: &[Entry]) -> Result<(), Error> {
        let mut fresh = Names::default();
        for (at, entry) in entries.iter().enumerate() {
            let place = |field: &str| format!("entries[{at}].{field}");
            if self.place_of(&entry.id).is_some() || fresh.has(&entry.id) {
                let message = format!("the session holds an entry {} already", quoted(&entry.id));
                return Err(Error::new(ErrorKind::DuplicateEntry, place("id"), message));
            }
            if let Body::Leaf { target_id: Some(id) } = &entry.body
                && self.place_of(id).is_none()
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
        self.path.extend(self.tree.up(leaf));
        self.path.reverse();
        self.context.rebuild(self.tree.entries(), &self.path);
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
        self.tree.find(id)
    }

    /// The wire format's lens.
    pub fn lens(&self) -> &'static dyn Lens {
        self.lens
    }

    /// How entries are shown.
    pub fn projection(&self) -> Projection {
        self.projection
    }

    /// The serialized form of the newest message on the path ([`crate::view::View::form`]).
    pub fn form(&self) -> u8 {
        self.path_entries().rev().find_map(|entry| entry.message()).map_or(0, |record| record.form)
    }

    /// The log as a tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// All entries, in the order of the log.
    pub fn entries(&self) -> &[Rc<Entry>] {
        self.tree.entries()
    }

    /// The entry at a place of the log.
    pub fn entry(&self, at: u32) -> Option<&Rc<Entry>> {
        self.tree.entry(at)
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
        self.tree.up(self.place_of(id)).filter_map(|at| self.entry(at).cloned()).gather()
    }

    /// The entry where the session stands.
    pub fn leaf(&self) -> Option<&Rc<Entry>> {
        self.path.last().and_then(|at| self.entry(*at))
    }

    /// What the model sees.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// What the host says that every request holds beside the messages, in tokens; `None`: it says nothing.
    pub fn set_overhead(&mut self, tokens: Option<u32>) {
        self.context.set_overhead(tokens);
    }

    /// A provider has refused a request and said how large it was, by its own count. `pending` is the estimate of its messages
    /// that are not in the log.
    pub fn learn(&mut self, observed: u32, pending: u32) {
        let estimate = u64::from(self.context.estimate()) + u64::from(pending);
        self.context.learn(observed, estimate);
    }

    /// The session is shown to this provider from now on; an empty name is one that is not known.
    pub fn set_provider(&mut self, provider: &str) {
        self.context.set_provider(self.tree.entries(), &self.path, provider);
    }

    /// A stored log was read, and is shown to this provider now.
    pub fn opened(&mut self) {
        self.context.opened(self.tree.entries(), &self.path);
    }

    /// The model is another one.
    pub fn forget_model(&mut self) {
        let head = self.entries().len() as u32;
        self.context.forget_model(head);
    }

    /// The entries behind what the model sees, in order.
    pub fn visible(&self) -> impl Iterator<Item = (&Rc<Entry>, bool)> {
        self.context.items().iter().filter_map(|item| Some((self.entry(item.at)?, item.is_summary)))
    }

    /// The entry at a place of the log, with the size that it has in the context after what prunes have changed of it; the
    /// same object where that is nothing, none where it has left the context.
    pub fn shown(&self, at: u32) -> Option<Rc<Entry>> {
        self.context.shown(self.entries(), at)
    }

    /// The texts that stand for parts of the message at a place.
    pub fn texts(&self, at: u32) -> Vec<StandIn<'_>> {
        self.context.texts(self.entries(), at)
    }

    /// The places of the messages that prunes have changed, or taken out, and that the model would see otherwise.
    pub fn pruned(&self) -> Vec<u32> {
        self.context.pruned(self.entries())
    }

    /// The place of the newest prune that changed parts of the message at a place.
    pub fn edited_by(&self, at: u32) -> Option<u32> {
        self.context.edited_by(self.entries(), at)
    }

    /// Whether the model has yet to answer: calls are open, or results are the newest that it sees.
    pub fn is_waiting(&self) -> bool {
        let newest = self.context.items().last().and_then(|item| self.entry(item.at)?.message());
        self.context.has_open_calls() || newest.is_some_and(|record| open_loop(&[Some(record)]) == 0)
    }
}

/// What is said of an entry that is not in the log.
fn unknown(path: &str, id: &str) -> Error {
    Error::new(ErrorKind::UnknownEntry, path, format!("there is no entry {}", quoted(id)))
}
