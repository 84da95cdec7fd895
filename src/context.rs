//! What the model sees: the host's instructions, the latest summary, what was kept, and what came after.
//!
//! The context is kept up to date entry by entry. Appending a message costs the same however long the session is; a
//! compaction or a move to another branch rebuilds the list from the path.

use std::rc::Rc;

use crate::entry::{Body, Compaction, Entry};
use crate::message::Role;
use crate::prompt;
use crate::tokens::{estimate, usage};

/// One message of the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// An entry in its place: a message, a custom message, a branch summary.
    Entry(u32),
    /// The summary of a compaction.
    Summary(u32),
}

/// The context and its size.
#[derive(Debug, Clone, Default)]
pub struct Context {
    items: Vec<Item>,
    /// Sum of the items' estimates.
    estimate: u64,
    /// What the provider counted, and the estimate of the same part.
    anchor: Option<(u32, u64)>,
    /// How much the provider counted for each token of our estimate before the latest compaction: until it reports
    /// anew, what it counts beside the messages has not changed.
    ratio: Option<f64>,
    /// Rises whenever the items change other than by appending.
    generation: u32,
    /// How many entries at the path's start are the host's instructions, as the latest compaction says.
    lead: Option<u32>,
    /// Compactions on the path.
    compactions: u32,
    /// Compactions on the path since the newest user message.
    compactions_since_user: u32,
}

impl Context {
    /// Follows the entry that was just added to the path's end.
    pub(crate) fn push(&mut self, entries: &[Rc<Entry>], path: &[u32]) {
        let Some(at) = path.last().copied() else { return };
        match entries.get(at as usize).map(|entry| &entry.body) {
            Some(Body::Compaction(_)) => self.rebuild(entries, path),
            Some(_) => self.add(entries, at),
            None => {}
        }
    }

    fn add(&mut self, entries: &[Rc<Entry>], at: u32) {
        let Some(entry) = entries.get(at as usize).filter(|entry| entry.is_visible()) else { return };
        self.items.push(Item::Entry(at));
        self.estimate += u64::from(match &entry.body {
            Body::BranchSummary(branch) => estimate::text(&prompt::frame_branch_summary(&branch.summary)),
            _ => entry.tokens(),
        });
        if let Body::Message(record) = &entry.body {
            if let Some(tokens) = usage::anchor(record) {
                self.anchor = Some((tokens, self.estimate));
            }
            if record.starts_turn {
                self.compactions_since_user = 0;
            }
        }
    }

    /// Follows a path from its root.
    pub(crate) fn rebuild(&mut self, entries: &[Rc<Entry>], path: &[u32]) {
        let entry = |place: usize| path.get(place).and_then(|at| entries.get(*at as usize));
        let compaction = |place: usize| match entry(place).map(|entry| &entry.body) {
            Some(Body::Compaction(compaction)) => Some(compaction),
            _ => None,
        };
        *self = Self { generation: self.generation.wrapping_add(1), ..Self::default() };
        let places: Vec<usize> = (0..path.len()).filter(|place| compaction(*place).is_some()).collect();
        let latest = places.last().copied();
        let newest_user = (0..path.len()).rev().find(|place| {
            entry(*place).is_some_and(|entry| matches!(&entry.body, Body::Message(record) if record.starts_turn))
        });
        let mut start = 0;
        if let Some((place, latest)) = latest.and_then(|place| Some((place, compaction(place)?))) {
            start = self.fold(entries, path, place, latest);
            self.ratio = latest.usage_ratio;
        }
        for (place, at) in path.iter().enumerate().skip(start) {
            if compaction(place).is_none() {
                self.add(entries, *at);
            }
            // What the provider counted before the compaction is no longer what the model sees.
            if Some(place) == latest {
                self.anchor = None;
            }
        }
        let since_user = places.iter().filter(|place| newest_user.is_none_or(|user| **place > user)).count() as u32;
        let said = latest.and_then(compaction).map_or((0, 0), |latest| (latest.number, latest.since_user));
        // The latest one knows of those that are not held.
        self.compactions = said.0.max(places.len() as u32);
        self.compactions_since_user = if since_user == 0 { 0 } else { said.1.max(since_user) };
    }

    /// Puts what stands before the kept entries: instructions, the summary, single messages that were kept. Returns
    /// the place in the path from which on everything is kept.
    fn fold(&mut self, entries: &[Rc<Entry>], path: &[u32], place: usize, latest: &Compaction) -> usize {
        let id_at = |at: u32| entries.get(at as usize).map(|entry| entry.id.as_str());
        let first_kept = path
            .iter()
            .take(place)
            .position(|at| id_at(*at) == Some(&latest.first_kept_entry_id))
            // Not on the path: nothing before the compaction is kept.
            .unwrap_or(place);
        self.lead = latest.lead;
        let lead = self.lead(entries, path).min(first_kept);
        for at in path.iter().take(lead) {
            self.add(entries, *at);
        }
        if let Some(at) = path.get(place) {
            self.items.push(Item::Summary(*at));
            // As the model gets it: in its frame.
            self.estimate += u64::from(estimate::text(&prompt::frame_summary(&latest.summary)));
        }
        for at in path.iter().take(first_kept).skip(lead) {
            if id_at(*at).is_some_and(|id| latest.kept_entry_ids.iter().any(|kept| kept == id)) {
                self.add(entries, *at);
            }
        }
        first_kept
    }

    /// The messages, in order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Rises whenever the items change other than by appending.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The estimate of all items, in tokens.
    pub fn estimate(&self) -> u32 {
        u32::try_from(self.estimate).unwrap_or(u32::MAX)
    }

    /// What the provider counted, where that is still true.
    pub fn usage_tokens(&self) -> Option<u32> {
        self.anchor.map(|(tokens, _)| tokens)
    }

    /// The estimate of what came after the anchor; of everything where there is none.
    pub fn trailing_tokens(&self) -> u32 {
        match self.anchor {
            Some((_, counted)) => u32::try_from(self.estimate - counted).unwrap_or(u32::MAX),
            // The cast saturates.
            None => (self.estimate as f64 * self.ratio.unwrap_or(1.0)) as u32,
        }
    }

    /// The size of the context in tokens: the anchor and the estimate of what came after.
    pub fn tokens(&self) -> u32 {
        self.usage_tokens().unwrap_or(0).saturating_add(self.trailing_tokens())
    }

    /// How much the provider counts for each token of our estimate, where it is known.
    pub fn usage_ratio(&self) -> Option<f64> {
        let measured = self.anchor.filter(|(_, estimate)| *estimate > 0);
        measured.map(|(tokens, estimate)| f64::from(tokens) / estimate as f64).or(self.ratio)
    }

    /// How many compactions lie on the path.
    pub fn compactions(&self) -> u32 {
        self.compactions
    }

    /// How many of them came after the newest user message.
    pub fn compactions_since_user(&self) -> u32 {
        self.compactions_since_user
    }

    /// How many entries at the path's start are the host's instructions: they are never summarized. Metadata among them
    /// counts with them. A compaction says how many there were: where not the whole path is held, it does not show.
    pub fn lead(&self, entries: &[Rc<Entry>], path: &[u32]) -> usize {
        let instructs = |at: &u32| match entries.get(*at as usize).map(|entry| &entry.body) {
            Some(Body::Message(record)) => Some(matches!(record.role, Role::System | Role::Developer)),
            Some(Body::Other { .. } | Body::Leaf { .. }) => None,
            _ => Some(false),
        };
        let end = path.iter().position(|at| instructs(at) == Some(false)).unwrap_or(path.len());
        // Without an instruction there is no lead: metadata alone goes with what follows.
        let lead = path.iter().take(end).rposition(|at| instructs(at) == Some(true)).map_or(0, |last| last + 1);
        self.lead.map_or(lead, |said| lead.min(said as usize))
    }
}
