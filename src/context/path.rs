//! The context of a path, followed from its root: what the latest compaction says of it, and what came behind.

use std::rc::Rc;

use super::{Context, Step};
use crate::cut::open_loop;
use crate::entry::{Body, Compaction, Entry};
use crate::message::Record;

impl Context {
    /// Follows a path from its root.
    pub(crate) fn rebuild(&mut self, entries: &[Rc<Entry>], path: &[u32]) {
        let entry = |place: usize| path.get(place).and_then(|at| entries.get(*at as usize));
        let compaction = |place: usize| match entry(place).map(|entry| &entry.body) {
            Some(Body::Compaction(compaction)) => Some(compaction),
            _ => None,
        };
        let places: Vec<usize> = (0..path.len()).filter(|place| compaction(*place).is_some()).collect();
        let latest = places.last().copied();
        *self = Self { generation: self.generation.wrapping_add(1), counts: self.counts.anew(), ..Self::of(self) };
        let newest_user = (0..path.len()).rev().find(|place| {
            entry(*place).is_some_and(|entry| matches!(&entry.body, Body::Message(record) if record.starts_turn))
        });
        let projection = self.projection;
        let mut start = 0;
        // A compaction is made of what the prunes before it have left.
        for at in path.iter().take(latest.unwrap_or(0)) {
            self.edits.note(entries, *at);
        }
        // What stands before the latest compaction stands behind its summary now.
        let changed = latest.unwrap_or(0);
        let records: Vec<Option<&Record>> =
            (0..changed).map(|place| entry(place).and_then(|entry| self.message(entry))).collect();
        let unended = open_loop(&records);
        // What the provider counts in a reply that it has begun with its own compaction is what it sees from there on.
        let inline = latest.and_then(compaction).filter(|latest| self.remote(latest).is_some_and(|shown| shown.inline));
        if let Some(latest) = inline {
            self.counts.restore(latest.calibration.as_ref());
            self.counts.fold(latest.tokens_before);
        }
        let unbound = |place: usize| {
            let record = records.get(place).copied().flatten();
            inline.is_none() && record.is_some_and(|record| projection.unbinds(record, place >= unended))
        };
        if let Some((place, latest)) = latest.and_then(|place| Some((place, compaction(place)?))) {
            start = self.fold(entries, path, (place, latest), &unbound);
        }
        for (place, at) in path.iter().enumerate().skip(start) {
            if latest.is_none_or(|latest| place > latest) {
                self.follow(entries, *at);
            } else if compaction(place).is_none() {
                self.add(entries, *at, unbound(place));
            }
            // What the provider counted before the compaction is no longer what the model sees.
            if Some(place) == latest && inline.is_none() {
                self.counts = self.counts.anew();
                if let Some(latest) = compaction(place) {
                    self.counts.restore(latest.calibration.as_ref());
                    self.counts.fold(latest.tokens_before);
                }
            }
        }
        // One that the provider has made by itself was not tried by us.
        let ours = |place: &&usize| {
            let remote = compaction(**place).and_then(|compaction| compaction.remote.as_ref());
            newest_user.is_none_or(|user| **place > user) && remote.is_none_or(|remote| !remote.inline)
        };
        let since_user = places.iter().filter(ours).count() as u32;
        let said = latest.and_then(compaction).map_or((0, 0), |latest| (latest.number, latest.since_user));
        // The latest one knows of those that are not held.
        self.compactions = said.0.max(places.len() as u32);
        let is_behind = latest.is_some_and(|latest| newest_user.is_none_or(|user| latest > user));
        self.compactions_since_user = if is_behind { said.1.max(since_user) } else { 0 };
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
        let barrier = |at: u32| {
            let entry = entries.get(at as usize).filter(|entry| !self.is_foreign(entry));
            entry.is_some_and(|entry| entry.message().is_some_and(|record| record.is_barrier))
        };
        // The provider's own compaction stands before ours: it covers what came before, and the provider reads it first.
        let mut singles: Vec<(usize, u32)> =
            path.iter().copied().enumerate().take(first_kept).skip(lead).filter(|(_, at)| kept(at)).collect();
        if let Some(found) = singles.iter().rposition(|(_, at)| barrier(*at)) {
            // With the results of what is called in it. Where the provider has compacted once more, that stands for it, too.
            let is_covered = self.remote(latest).is_some();
            let mut end = found;
            while let Some((place, at)) = singles.get(end).copied().filter(|_| end == found || !self.open.is_empty()) {
                match entries.get(at as usize).and_then(|entry| entry.message()).filter(|_| is_covered) {
                    Some(record) => self.note_calls(record),
                    None => self.add(entries, at, unbound(place)),
                }
                end += 1;
            }
            singles.drain(found..end);
        }
        if let Some(at) = path.get(place) {
            self.sum_up(entries, *at);
        }
        // One that must stand first has them behind it.
        let (mut start, first) = (first_kept, path.get(first_kept).copied().filter(|_| first_kept < place));
        let stands_first = |at: &u32| {
            let entry = entries.get(*at as usize).filter(|entry| !self.is_foreign(entry));
            entry.is_some_and(|entry| entry.message().is_some_and(|record| record.stands_first))
        };
        if let Some(at) = first.filter(stands_first) {
            self.add(entries, at, false);
            start += 1;
        }
        for (place, at) in singles {
            self.leave_out();
            self.add(entries, at, unbound(place));
        }
        self.leave_out();
        start
    }

    /// Shows the path to another provider, where that makes a difference.
    pub(crate) fn set_provider(&mut self, entries: &[Rc<Entry>], path: &[u32], provider: &str) {
        let was = std::mem::replace(&mut self.provider, provider.into());
        let differs = |at: &u32| self.reads(entries, *at, &was) != self.reads(entries, *at, provider);
        if path.iter().any(differs) {
            self.distrust(entries, path);
        }
    }

    /// A stored log was read: where a provider has compacted, or left out, what this one is shown, the counts are that one's.
    pub(crate) fn opened(&mut self, entries: &[Rc<Entry>], path: &[u32]) {
        if path.iter().any(|at| !self.reads(entries, *at, &self.provider)) {
            self.distrust(entries, path);
        }
    }

    /// Whether a provider is shown the entry as the one that has compacted, or left parts out, is.
    fn reads(&self, entries: &[Rc<Entry>], at: u32, provider: &str) -> bool {
        match entries.get(at as usize).map(|entry| &entry.body) {
            Some(Body::Compaction(Compaction { remote: Some(remote), .. })) => remote.is_of(provider),
            Some(Body::Message(record)) if record.is_cleared || record.compaction_tokens().is_some() => {
                !self.projection.is_foreign(record, provider)
            }
            _ => true,
        }
    }

    /// Shows the path anew. What was counted until now was another provider's context.
    fn distrust(&mut self, entries: &[Rc<Entry>], path: &[u32]) {
        self.counts.others = entries.len() as u32;
        self.rebuild(entries, path);
    }

    /// Nothing yet, shown to whom another one is, and as that is.
    pub(super) fn of(other: &Self) -> Self {
        Self { projection: other.projection, provider: other.provider.clone(), ..Self::default() }
    }

    /// Shows a compaction's summary. What it stands for leaves no call open.
    pub(super) fn sum_up(&mut self, entries: &[Rc<Entry>], at: u32) {
        self.steps.push(Step::Summary(at));
        self.open.clear();
        self.show(entries, at, false);
    }

    /// Takes note that something is left out here.
    pub(super) fn leave_out(&mut self) {
        self.steps.push(Step::Gap);
        self.seam = true;
    }

    /// How many entries at the path's start are the host's instructions: they are never summarized. Metadata among them
    /// counts with them. A compaction says how many there were: where not the whole path is held, it does not show.
    pub fn lead(&self, entries: &[Rc<Entry>], path: &[u32]) -> usize {
        let instructs = |at: &u32| match entries.get(*at as usize).map(|entry| &entry.body) {
            Some(Body::Message(record)) => Some(record.role.instructs()),
            Some(Body::Prune(_) | Body::Other { .. } | Body::Leaf { .. }) => None,
            _ => Some(false),
        };
        let end = path.iter().position(|at| instructs(at) == Some(false)).unwrap_or(path.len());
        // Without an instruction there is no lead: metadata alone goes with what follows.
        let lead = path.iter().take(end).rposition(|at| instructs(at) == Some(true)).map_or(0, |last| last + 1);
        self.lead.map_or(lead, |said| lead.min(said as usize))
    }
}
