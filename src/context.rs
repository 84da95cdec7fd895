//! What the model sees: the host's instructions, the latest summary, what was kept, and what came after.
//!
//! The context is kept up to date entry by entry. Appending a message costs the same however long the session is; a
//! compaction or a move to another branch rebuilds the list from the path.

use std::rc::Rc;

use crate::cut::open_loop;
use crate::entry::{Body, Compaction, Entry};
use crate::message::{Record, RecordPart, Role};
use crate::projection::Projection;
use crate::prompt;
use crate::tokens::{estimate, usage};

/// One message of the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The entry: a message, a custom message, a branch summary, a compaction.
    pub at: u32,
    /// Whether it is the summary of a compaction.
    pub is_summary: bool,
    /// Whether the reasoning that depends on what came before is left out: a compaction has changed that.
    pub unbound: bool,
    /// Whether it makes one message with the item before it.
    pub joins: bool,
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
    /// How messages are shown.
    projection: Projection,
    /// The calls that nothing has answered yet, by id and name, and the entry that made them.
    open: Vec<(String, String)>,
    /// Text of the host that came while calls were open: it is shown once they are answered or given up.
    held: Vec<u32>,
    /// Whether something was left out since the last item.
    seam: bool,
    /// Compactions on the path.
    compactions: u32,
    /// Compactions on the path since the newest user message.
    compactions_since_user: u32,
}

impl Context {
    /// An empty context.
    pub(crate) fn new(projection: Projection) -> Self {
        Self { projection, ..Self::default() }
    }

    /// Follows the entry that was just added to the path's end.
    pub(crate) fn push(&mut self, entries: &[Rc<Entry>], path: &[u32]) {
        let Some(at) = path.last().copied() else { return };
        match entries.get(at as usize).map(|entry| &entry.body) {
            Some(Body::Compaction(_)) => self.rebuild(entries, path),
            Some(_) => self.add(entries, at, false),
            None => {}
        }
    }

    /// Adds an entry that the model sees. `unbound`: without its bound reasoning.
    fn add(&mut self, entries: &[Rc<Entry>], at: u32, unbound: bool) {
        let Some(entry) = entries.get(at as usize).filter(|entry| entry.is_visible()) else { return };
        let Body::Message(record) = &entry.body else {
            // After a move to another place in the tree, nothing that was called before is still at work.
            if matches!(entry.body, Body::BranchSummary(_)) {
                self.open.clear();
                self.release(entries);
            }
            // No provider takes it between a call and its result.
            if self.open.is_empty() {
                self.show(entries, at, false);
            } else {
                self.held.push(at);
            }
            return;
        };
        // Once the user speaks, or the model without calling, what was not answered will not be.
        let says = record.role == Role::Assistant && record.calls().next().is_none() && record.texts().next().is_some();
        if record.results().next().is_none() && (record.starts_turn || says) {
            self.open.clear();
            self.release(entries);
        }
        self.show(entries, at, unbound);
        self.follow(record);
        if self.open.is_empty() {
            self.release(entries);
        }
        if let Some(tokens) = usage::anchor(record) {
            self.anchor = Some((tokens, self.estimate));
        }
        if record.starts_turn {
            self.compactions_since_user = 0;
        }
    }

    /// Notes which calls a message leaves open.
    fn follow(&mut self, record: &Record) {
        for part in &record.parts {
            match part {
                RecordPart::Call(call) if !call.by_provider => self.open.push((call.id.clone(), call.name.clone())),
                RecordPart::Result(result) => {
                    let answers = |(id, name): &(String, String)| {
                        let named = result.name.is_empty() || *name == result.name;
                        if id.is_empty() || result.id.is_empty() { named } else { *id == result.id }
                    };
                    if let Some(found) = self.open.iter().position(answers) {
                        self.open.remove(found);
                    }
                }
                _ => {}
            }
        }
    }

    fn release(&mut self, entries: &[Rc<Entry>]) {
        for at in std::mem::take(&mut self.held) {
            self.show(entries, at, false);
        }
    }

    /// Puts an entry behind the others.
    fn show(&mut self, entries: &[Rc<Entry>], at: u32, unbound: bool) {
        let Some(entry) = entries.get(at as usize) else { return };
        let mut tokens = entry.tokens();
        let mut is_summary = false;
        match &entry.body {
            Body::Message(record) if unbound => {
                if record.is_all_bound() {
                    self.seam = true;
                    return;
                }
                tokens -= record.bound_tokens;
            }
            Body::BranchSummary(branch) => tokens = estimate::text(&prompt::frame_branch_summary(&branch.summary)),
            // As the model gets it: in its frame.
            Body::Compaction(compaction) => {
                is_summary = true;
                tokens = estimate::text(&prompt::frame_summary(&compaction.summary));
            }
            _ => {}
        }
        let last = self.items.last().and_then(|last| entries.get(last.at as usize));
        let joins = last.is_some_and(|last| self.projection.joins(last, entry, self.seam));
        self.seam = false;
        self.estimate += u64::from(tokens);
        self.items.push(Item { at, is_summary, unbound, joins });
    }

    /// Follows a path from its root.
    pub(crate) fn rebuild(&mut self, entries: &[Rc<Entry>], path: &[u32]) {
        let entry = |place: usize| path.get(place).and_then(|at| entries.get(*at as usize));
        let compaction = |place: usize| match entry(place).map(|entry| &entry.body) {
            Some(Body::Compaction(compaction)) => Some(compaction),
            _ => None,
        };
        *self = Self { generation: self.generation.wrapping_add(1), projection: self.projection, ..Self::default() };
        let places: Vec<usize> = (0..path.len()).filter(|place| compaction(*place).is_some()).collect();
        let latest = places.last().copied();
        let newest_user = (0..path.len()).rev().find(|place| {
            entry(*place).is_some_and(|entry| matches!(&entry.body, Body::Message(record) if record.starts_turn))
        });
        let projection = self.projection;
        let mut start = 0;
        // What stands before the latest compaction stands behind its summary now.
        let changed = latest.unwrap_or(0);
        let records: Vec<Option<&Record>> =
            (0..changed).map(|place| entry(place).and_then(|entry| entry.message())).collect();
        let unended = open_loop(&records);
        let unbound = |place: usize| {
            let record = records.get(place).copied().flatten();
            record.is_some_and(|record| projection.unbinds(record, place >= unended))
        };
        if let Some((place, latest)) = latest.and_then(|place| Some((place, compaction(place)?))) {
            start = self.fold(entries, path, (place, latest), &unbound);
            self.ratio = latest.usage_ratio;
        }
        for (place, at) in path.iter().enumerate().skip(start) {
            if compaction(place).is_none() {
                self.add(entries, *at, unbound(place));
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
    fn fold(
        &mut self,
        entries: &[Rc<Entry>],
        path: &[u32],
        (place, latest): (usize, &Compaction),
        unbound: &dyn Fn(usize) -> bool,
    ) -> usize {
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
            self.add(entries, *at, false);
        }
        let kept = |at: &u32| id_at(*at).is_some_and(|id| latest.kept_entry_ids.iter().any(|kept| kept == id));
        let barrier =
            |at: u32| entries.get(at as usize).is_some_and(|entry| entry.message().is_some_and(|r| r.is_barrier));
        // The provider's own compaction stands before ours: it covers what came before, and the provider reads it first.
        let mut singles: Vec<(usize, u32)> =
            path.iter().copied().enumerate().take(first_kept).skip(lead).filter(|(_, at)| kept(at)).collect();
        if let Some(found) = singles.iter().rposition(|(_, at)| barrier(*at)) {
            // With the results of what is called in it.
            let mut end = found;
            while let Some((place, at)) = singles.get(end).copied().filter(|_| end == found || !self.open.is_empty()) {
                self.add(entries, at, unbound(place));
                end += 1;
            }
            singles.drain(found..end);
        }
        self.open.clear();
        if let Some(at) = path.get(place) {
            self.show(entries, *at, false);
        }
        for (place, at) in singles {
            self.seam = true;
            self.add(entries, at, unbound(place));
        }
        self.seam = true;
        first_kept
    }

    /// Text of the host that is not among the messages, since calls before it are open.
    pub fn held(&self) -> &[u32] {
        &self.held
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
