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
        *self = Self {
            generation: self.generation.wrapping_add(1),
            projection: self.projection,
            counts: self.counts.anew(),
            ..Self::default()
        };
        let places: Vec<usize> = (0..path.len()).filter(|place| compaction(*place).is_some()).collect();
        let latest = places.last().copied();
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
        let unbound = |place: usize| {
            let record = records.get(place).copied().flatten();
            record.is_some_and(|record| projection.unbinds(record, place >= unended))
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
            if Some(place) == latest {
                self.counts = self.counts.anew();
                if let Some(latest) = compaction(place) {
                    self.counts.restore(latest.calibration.as_ref());
                    self.counts.fold(latest.tokens_before);
                }
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
        if let Some(at) = path.get(place) {
            self.sum_up(entries, *at);
        }
        for (place, at) in singles {
            self.leave_out();
            self.add(entries, at, unbound(place));
        }
        self.leave_out();
        first_kept
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
