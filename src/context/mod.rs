//! What the model sees: the host's instructions, the latest summary, what was kept, and what came after.
//!
//! The context is kept up to date entry by entry. Appending a message costs the same however long the session is; a
//! compaction or a move to another branch rebuilds the list from the path.

mod edits;
mod path;
mod pruned;
mod silent;
mod size;

use std::rc::Rc;

use self::edits::Edits;
use self::size::Counts;
use crate::entry::{Body, Compaction, Entry};
use crate::message::{Record, RecordPart, Role};
use crate::projection::Projection;
use crate::prompt;
use crate::remote::Remote;
use crate::tokens::estimate;

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
    /// Whether a prune has changed parts of it.
    pub edited: bool,
    /// Whether the provider's own items stand here in the place of the summary; none where they stand in a reply.
    pub remote: bool,
    /// The estimate of it as it is shown, in tokens.
    pub tokens: u32,
    /// Whether something was left out before it.
    seam: bool,
}

/// How the context grows.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A compaction left something out here.
    Gap,
    /// Its summary, by its place in the log.
    Summary(u32),
    /// An entry that the model is to see, and whether a compaction took its bound reasoning for good.
    Add(u32, bool),
}

/// The context and its size.
#[derive(Debug, Clone, Default)]
pub struct Context {
    items: Vec<Item>,
    /// Sum of the items' estimates.
    estimate: u64,
    /// What providers have counted.
    counts: Counts,
    /// Rises whenever the items change other than by appending.
    generation: u32,
    /// How many entries at the path's start are the host's instructions, as the latest compaction says.
    lead: Option<u32>,
    /// How messages are shown.
    projection: Projection,
    /// To whom; empty where that is not known.
    provider: String,
    /// The entries of replies with a compaction that would have to be the first of all, and is not.
    buried: Vec<String>,
    /// What prunes have changed.
    edits: Edits,
    /// The calls that nothing has answered yet, by id and name, and the entry that made them.
    open: Vec<(String, String)>,
    /// Text of the host that came while calls were open: it is shown once they are answered or given up.
    held: Vec<u32>,
    /// Whether something was left out since the last item.
    seam: bool,
    /// How it came to be, so that what prunes have taken from it can be given back.
    steps: Vec<Step>,
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
            _ => self.follow(entries, at),
        }
    }

    /// Follows an entry that is no compaction.
    fn follow(&mut self, entries: &[Rc<Entry>], at: u32) {
        match entries.get(at as usize).map(|entry| &entry.body) {
            Some(Body::Prune(_)) => self.prune(entries, at),
            _ => self.add(entries, at, false),
        }
    }

    /// Adds an entry that the model sees. `unbound`: without its bound reasoning.
    fn add(&mut self, entries: &[Rc<Entry>], at: u32, unbound: bool) {
        let Some(entry) = entries.get(at as usize).filter(|entry| entry.is_visible()) else { return };
        if entry.carried.is_some() {
            self.leave_out();
        }
        let is_bound = |record: &Record| self.projection.unbinds(record, false);
        let unbound = unbound || (entry.carried == Some(true) && entry.message().is_some_and(is_bound));
        self.steps.push(Step::Add(at, unbound));
        if self.edits.drops(entry) {
            self.seam = true;
            return;
        }
        // Text of the host, and what stays by itself: no provider takes it between a call and its result.
        let is_older = self.items.last().is_some_and(|last| last.at > at);
        if !self.open.is_empty() && (is_older || entry.message().is_none()) {
            self.held.push(at);
            return;
        }
        let Body::Message(record) = &entry.body else { return self.show(entries, at, false) };
        // Once the user speaks, or the model without calling, what was not answered will not be.
        let says = record.role == Role::Assistant && record.calls().next().is_none() && record.texts().next().is_some();
        if record.results().next().is_none() && (record.starts_turn || says) {
            self.open.clear();
            self.release(entries);
        }
        let sent = self.sent();
        self.show(entries, at, unbound);
        self.note_calls(record);
        if self.open.is_empty() {
            self.release(entries);
        }
        self.note_usage(entries, at, sent);
        if record.starts_turn {
            self.compactions_since_user = 0;
        }
    }

    /// Notes which calls a message leaves open.
    fn note_calls(&mut self, record: &Record) {
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
    fn show(&mut self, entries: &[Rc<Entry>], at: u32, mut unbound: bool) {
        let Some(entry) = entries.get(at as usize) else { return };
        let texts = self.edits.texts(entries, entry);
        let mut tokens = entry.record().map_or(0, |record| edits::tokens(record, &texts));
        let (mut is_summary, mut remote) = (false, false);
        match &entry.body {
            Body::Message(record) => {
                // The provider does not read what stands before its own compaction: what it thought behind that stays true.
                let own = record.compaction_tokens();
                let is_behind = |item: &Item| !item.remote || item.tokens > 0;
                if record.stands_first && self.items.iter().any(is_behind) {
                    self.buried.push(entry.id.clone());
                }
                let is_foreign = own.is_some() && self.is_foreign(entry);
                if record.is_barrier || is_foreign {
                    unbound = is_foreign;
                }
                if unbound && record.is_all_bound() {
                    self.seam = true;
                    return;
                }
                if unbound {
                    tokens = tokens.saturating_sub(record.bound_tokens).saturating_sub(own.unwrap_or(0));
                }
            }
            Body::BranchSummary(branch) => tokens = estimate::text(&prompt::frame_branch_summary(&branch.summary)),
            // As the model gets it: in its frame.
            Body::Compaction(compaction) => {
                is_summary = true;
                tokens = estimate::text(&prompt::frame_summary(&compaction.summary));
                if let Some(shown) = self.remote(compaction) {
                    remote = true;
                    tokens = if shown.inline { 0 } else { tokens.max(shown.tokens) };
                }
            }
            _ => {}
        }
        let last = self.items.last().and_then(|last| entries.get(last.at as usize));
        let stands_alone = remote || self.items.last().is_some_and(|last| last.remote);
        let joins = !stands_alone && last.is_some_and(|last| self.projection.joins(last, entry, self.seam));
        let seam = std::mem::take(&mut self.seam);
        self.estimate += u64::from(tokens);
        self.items.push(Item { at, is_summary, unbound, joins, edited: !texts.is_empty(), remote, tokens, seam });
    }

    /// Whether the provider would not take a compaction back that this message holds, since another one has made it, or since it
    /// would have to stand first: it is shown without.
    pub fn is_foreign(&self, entry: &Entry) -> bool {
        let is_others = |record: &Record| self.projection.is_foreign(record, &self.provider);
        entry.message().is_some_and(is_others) || self.buried.contains(&entry.id)
    }

    /// The provider's own compaction that is shown for this one.
    fn remote<'c>(&self, compaction: &'c Compaction) -> Option<&'c Remote> {
        let remote = compaction.remote.as_ref().filter(|remote| remote.is_of(&self.provider))?;
        (remote.inline || !self.projection.is_strict()).then_some(remote)
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

    /// Whether calls are open.
    pub fn has_open_calls(&self) -> bool {
        !self.open.is_empty()
    }

    /// How many compactions lie on the path.
    pub fn compactions(&self) -> u32 {
        self.compactions
    }

    /// How many of them came after the newest user message.
    pub fn compactions_since_user(&self) -> u32 {
        self.compactions_since_user
    }
}
