//! How large the context is: what the provider counted, while that is true, and what came after.
//!
//! An anchor is the newest count that is still true. It ends with a compaction, and with a prune of what it covers; from
//! then on, how the provider counts is known from what it has counted before ([`crate::tokens::meter`]).

use std::rc::Rc;

use super::Context;
use super::edits::Span;
use super::silent::Watch;
use crate::entry::Entry;
use crate::message::Usage;
use crate::tokens::meter::{Calibration, Line, Meter};
use crate::tokens::usage;

/// A reply's prompt count between these shares of the size before a compaction, where the context has by now less than the
/// third: the reply was late.
const LATE: (f64, f64) = (0.85, 1.15);
const FOLDED: f64 = 0.6;

/// What providers have counted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) anchor: Option<Anchor>,
    meter: Meter,
    /// How the provider counted before the latest compaction or prune, as far as one count tells it.
    carried: Option<Line>,
    /// The anchor that a prune has ended, and what was known then of how the provider counts.
    ended: Option<(Anchor, Meter)>,
    /// The newest prompt count that was believed; 0 where nothing can be held against it.
    pub(super) prompt: u32,
    /// The largest one.
    pub(super) accepted: u32,
    /// Up to which place of the log they were looked at for that.
    seen: u32,
    /// Up to which place they are of another provider, which was shown something else.
    pub(super) others: u32,
    /// What they are held against.
    pub(super) watch: Watch,
    /// The estimate of what stands before the provider's own compaction, where there is one: it is in no count.
    covered: Option<u64>,
    /// The context's size before the latest compaction, until a first reply has come behind it.
    before: u32,
}

/// A provider's count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchor {
    tokens: u32,
    /// The estimate of the same part.
    estimate: u64,
    /// How many items it covers.
    items: usize,
    /// The place of the message that reported.
    at: u32,
    pub(super) usage: Usage,
    /// What the provider was sent.
    sent: Sent,
}

/// What the provider was sent for a reply, as far as we know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sent {
    /// The estimate.
    pub(super) estimate: u64,
    /// The size that it was held to have.
    pub(super) tokens: u32,
    pub(super) items: usize,
}

impl Counts {
    /// What is counted next cannot be held against what was.
    fn begin_afresh(&mut self) {
        (self.prompt, self.watch) = (0, Watch::default());
    }

    /// What stays known when the path is followed anew.
    pub(super) fn anew(&self) -> Self {
        let mut meter = Meter::default();
        meter.declare(self.meter.declared());
        Self { meter, accepted: self.accepted, seen: self.seen, others: self.others, ..Self::default() }
    }

    /// A compaction has made the context smaller. The first reply behind it may still be one to what was sent before.
    pub(super) fn fold(&mut self, before: u32) {
        self.before = before;
    }

    /// Goes on from what an entry has noted.
    pub(super) fn restore(&mut self, noted: Option<&Calibration>) {
        if let Some(noted) = noted {
            self.meter.restore(noted);
            self.carried = Some(noted.line());
        }
    }
}

impl Context {
    /// What the next reply will be an answer to.
    pub(super) fn sent(&self) -> Sent {
        Sent { estimate: self.estimate, tokens: self.tokens(), items: self.items.len() }
    }

    /// Takes note of what the message that was just shown reports.
    pub(super) fn note_usage(&mut self, entries: &[Rc<Entry>], at: u32, sent: Sent) {
        let record = |at: u32| entries.get(at as usize).and_then(|entry| entry.message());
        let (Some(entry), Some(reply)) = (entries.get(at as usize), record(at)) else { return };
        // What it leaves out of what it is sent is no reason to doubt its counts, and none to count by it.
        if reply.is_cleared {
            self.counts.begin_afresh();
        }
        if reply.is_barrier && !self.is_foreign(entry) {
            self.counts.covered = Some(sent.estimate);
            self.counts.meter.forget_counts();
            // It makes a context smaller, and rightly so.
            self.counts.begin_afresh();
        }
        let (estimate, items) = (self.estimate, self.items.len());
        // Nothing stands between it and the message that reported.
        let follows = self.counts.anchor.filter(|anchor| anchor.items == sent.items);
        let Some(usage) = usage::anchor(reply).filter(|_| at >= self.counts.others) else {
            let is_counted =
                follows.and_then(|anchor| record(anchor.at)).is_some_and(|reporter| usage::is_counted(reply, reporter));
            if let Some(anchor) = self.counts.anchor.as_mut().filter(|_| is_counted) {
                (anchor.estimate, anchor.items) = (estimate, items);
            }
            return;
        };
        let prompt = usage.prompt();
        let anchor = Anchor { tokens: usage.context(), estimate, items, at, usage: *usage, sent };
        // One response whose messages all report the same: it was sent what the first of them was.
        if let Some(first) = follows.filter(|first| first.usage == *usage) {
            self.counts.anchor = Some(Anchor { sent: first.sent, ..anchor });
            return;
        }
        // Of one whose calls were answered one by one, the rest has come later than what it was sent.
        let reporter = self.counts.anchor.and_then(|anchor| record(anchor.at));
        let is_rest = reporter.is_some_and(|reporter| reply.response.is_some() && reply.response == reporter.response);
        if let Some(anchor) = self.counts.anchor.as_mut().filter(|anchor| is_rest && anchor.usage.prompt() == prompt) {
            anchor.estimate += estimate - sent.estimate;
            anchor.tokens = anchor.tokens.max(usage.context());
            return;
        }
        // As large as before the compaction, once: it answers what was sent before.
        let before = f64::from(std::mem::take(&mut self.counts.before));
        let is_late = f64::from(prompt) >= LATE.0 * before && f64::from(prompt) <= LATE.1 * before;
        if is_late && f64::from(sent.tokens) < FOLDED * before {
            return;
        }
        if self.is_cut(entries, prompt, sent) {
            return;
        }
        let counts = &mut self.counts;
        if at >= counts.seen {
            counts.accepted = counts.accepted.max(prompt);
            counts.seen = at + 1;
        }
        counts.prompt = prompt;
        counts.anchor = Some(anchor);
        if counts.covered.is_none() && !counts.watch.doubts() && !reply.is_cleared {
            counts.meter.observe(sent.estimate, prompt);
        }
    }

    /// A prune changes the items from one on: what was counted with them is no longer true. How the provider counts has not
    /// changed.
    pub(super) fn end_anchor(&mut self, first: usize) {
        if let Some(anchor) = self.counts.anchor.filter(|anchor| anchor.items > first) {
            self.counts.ended = Some((anchor, self.counts.meter));
            let noted = self.calibration();
            self.counts.restore(noted.as_ref());
            self.counts.meter.forget_counts();
            self.counts.anchor = None;
            self.counts.begin_afresh();
        }
        self.counts.watch.end(first);
    }

    /// A prune has undone what others did: a count that one of them has ended is true again where all that it covers is as it was
    /// then. `before` ended earlier; `otherwise` are the times when messages were shown otherwise, each behind its place in the log.
    pub(super) fn revive_anchor(&mut self, before: Option<(Anchor, Meter)>, otherwise: &[(u32, Span)]) {
        let is_true = |(anchor, _): &(Anchor, Meter)| {
            let covered = self.items.get(..anchor.items).unwrap_or_default();
            let estimate: u64 = covered.iter().map(|item| u64::from(item.tokens)).sum();
            let last = covered.last().map_or(0, |item| item.at);
            let differs = |(at, (from, to)): &(u32, Span)| *at <= last && *from <= anchor.at && anchor.at < *to;
            estimate == anchor.estimate && !otherwise.iter().any(differs)
        };
        let ended = self.counts.ended;
        let found = ended.filter(is_true).or(before.filter(is_true)).filter(|_| self.counts.anchor.is_none());
        let counts = &mut self.counts;
        if let Some((anchor, meter)) = found {
            (counts.anchor, counts.prompt) = (Some(anchor), anchor.usage.prompt());
            if !counts.meter.has_counted() {
                counts.meter = meter;
            }
        }
        counts.ended = if found.is_some() { None } else { before.or(ended) };
    }

    /// The anchor that a prune has ended last.
    pub(super) fn ended_anchor(&self) -> Option<(Anchor, Meter)> {
        self.counts.ended
    }

    /// How the provider counts, as far as it is known: as we estimate, and what the host has declared, where it is not.
    pub fn line(&self) -> Line {
        let counts = &self.counts;
        let single = || {
            let anchor = counts.anchor.filter(|_| self.counted() > 0)?;
            let tokens = anchor.tokens.saturating_add(self.since(&anchor));
            Some(Line::single(f64::from(tokens) / self.counted() as f64, tokens))
        };
        let declared = Line { overhead: counts.meter.declared().unwrap_or(0), ..Line::default() };
        counts.meter.line().or_else(single).or(counts.carried).unwrap_or(declared)
    }

    /// The calibration.
    pub fn meter(&self) -> &Meter {
        &self.counts.meter
    }

    /// What the provider counted, where that is still true.
    pub fn usage_tokens(&self) -> Option<u32> {
        self.counts.anchor.map(|anchor| anchor.tokens)
    }

    /// What came after the anchor; all messages where there is none.
    pub fn trailing_tokens(&self) -> u32 {
        match &self.counts.anchor {
            Some(anchor) => self.since(anchor),
            None => self.line().scale(self.counted()),
        }
    }

    /// The estimate of what the provider reads.
    fn counted(&self) -> u64 {
        self.estimate.saturating_sub(self.counts.covered.unwrap_or(0))
    }

    fn since(&self, anchor: &Anchor) -> u32 {
        // The cast saturates.
        ((self.estimate - anchor.estimate) as f64 * self.counts.meter.inflation()) as u32
    }

    /// What every request holds beside the messages: as it was inferred, else as it was declared. An anchor has counted it.
    pub fn overhead_tokens(&self) -> u32 {
        self.line().overhead
    }

    /// The size of the context in tokens: the anchor and what came after; without one, what the provider would count.
    pub fn tokens(&self) -> u32 {
        match &self.counts.anchor {
            Some(anchor) => anchor.tokens.saturating_add(self.since(anchor)),
            None => self.predict(self.counted()),
        }
    }

    /// The same with messages of a further estimate, which are about to be sent with it.
    pub fn tokens_with(&self, pending: u32) -> u32 {
        let added = match &self.counts.anchor {
            Some(_) => (f64::from(pending) * self.counts.meter.inflation()) as u32,
            None => self.line().scale(pending.into()),
        };
        self.tokens().saturating_add(added)
    }

    /// What the context, with messages of a further estimate, will measure once a prune has saved so much of it from an item on.
    pub fn tokens_pruned(&self, first: usize, saved: u32, pending: u32) -> u32 {
        match &self.counts.anchor {
            Some(anchor) if anchor.items <= first => {
                let since = (self.estimate - anchor.estimate).saturating_sub(saved.into()) as f64;
                let since = (since * self.counts.meter.inflation()) as u32;
                anchor.tokens.saturating_add(since).saturating_add(self.tokens_with(pending) - self.tokens())
            }
            anchor => {
                let noted = anchor.and_then(|_| self.calibration());
                let line = noted.map_or_else(|| self.line(), |noted| noted.line());
                line.predict(self.counted().saturating_sub(saved.into())).saturating_add(line.scale(pending.into()))
            }
        }
    }

    /// What a context of this estimate will measure.
    pub fn predict(&self, estimate: u64) -> u32 {
        self.line().predict(estimate)
    }

    /// How much the provider counts for each token of our estimate, where it is known.
    pub fn usage_ratio(&self) -> Option<f64> {
        let slope = |line: Line| line.slope;
        let single = self.counts.anchor.and_then(|anchor| {
            let estimate = anchor.estimate.saturating_sub(self.counts.covered.unwrap_or(0));
            (estimate > 0).then(|| f64::from(anchor.tokens) / estimate as f64)
        });
        self.counts.meter.line().map(slope).or(single).or(self.counts.carried.map(slope))
    }

    /// What a compaction or a prune notes of it; `None` where nothing is known. It meets the size that the context has now:
    /// what is left then is that size less what has gone.
    pub fn calibration(&self) -> Option<Calibration> {
        let (tokens, estimate) = (self.tokens(), self.counted());
        let (line, declared_tokens) = (self.counts.meter.line(), self.counts.meter.declared());
        self.usage_ratio()?;
        Calibration::through(line, declared_tokens, estimate, tokens)
    }

    /// What a server read of the newest prompt, where it seems to have left the rest out and said nothing.
    pub fn truncated_at(&self) -> Option<u32> {
        self.counts.watch.truncated
    }

    /// The newest prompt count that was believed; 0 where there was none since a compaction, a prune of what it covers,
    /// another model, or another overhead.
    pub fn prompt(&self) -> u32 {
        self.counts.prompt
    }

    /// The largest prompt that the provider has taken since the model was set, as it counted; 0 where it has not counted.
    pub fn accepted(&self) -> u32 {
        self.counts.accepted
    }

    /// What the host says that every request holds beside the messages. A change of it counts at once.
    pub(crate) fn set_overhead(&mut self, tokens: Option<u32>) {
        let counts = &mut self.counts;
        let was = counts.meter.declared();
        if was == tokens {
            return;
        }
        counts.meter.declare(tokens);
        counts.begin_afresh();
        counts.ended = None;
        let Some(anchor) = &mut counts.anchor else { return };
        if let (Some(was), Some(is)) = (was, tokens) {
            anchor.tokens = anchor.tokens.saturating_add(is).saturating_sub(was);
        } else if was.is_none() && counts.covered.is_none() {
            counts.meter.observe(anchor.sent.estimate, anchor.usage.prompt());
        }
    }

    /// A provider has refused a request and said how large it was: `estimate` is that of all its messages.
    pub(crate) fn learn(&mut self, observed: u32, estimate: u64) {
        (self.counts.watch, self.counts.ended) = (Watch::default(), None);
        let held = self.line();
        self.counts.meter.learn(observed, estimate, held);
        // What was not yet appended then was a part of it.
        let pending = self.line().scale(estimate.saturating_sub(self.estimate));
        let tokens = observed.saturating_sub(pending);
        let is_larger = tokens > self.tokens();
        if let Some(anchor) = self.counts.anchor.as_mut().filter(|_| is_larger) {
            (anchor.tokens, anchor.estimate, anchor.items) = (tokens, self.estimate, self.items.len());
        }
    }

    /// The model is another one: what it takes and how it counts is to be seen. `head` is how many entries the log has.
    pub(crate) fn forget_model(&mut self, head: u32) {
        self.counts.meter.forget_counts();
        self.counts.begin_afresh();
        (self.counts.accepted, self.counts.ended) = (0, None);
        self.counts.seen = head;
    }
}
