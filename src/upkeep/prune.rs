//! When a prune is due, and whether it is worth it.
//!
//! A prune changes the prompt far from its end, so that the provider's cache of all behind that is lost. So it waits until the
//! context is over its trigger, and is made only where it brings it under: else a summary is due at once, and the cache would be
//! lost twice. Where the cache is cold anyway, whatever is worth an entry in the log goes.

use std::rc::Rc;

use serde::Serialize;

use super::{Trigger, Upkeep};
use crate::entry::Entry;
use crate::message::Role;
use crate::names::Names;
use crate::prune::{PruneEdit, everything};
use crate::settings::Batch;
use crate::time::epoch_ms;

/// The longest reference to a copy of an output, in characters.
const LONGEST_REFERENCE: u32 = 64;

/// What a prune does to the context, as far as that is known before copies of outputs are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PrunePlan {
    /// Outputs that give their place to notices; none where no prune is due.
    pub outputs: Vec<PruneEdit>,
    /// Calls whose arguments do.
    pub arguments: Vec<PruneEdit>,
    /// What all of it must save, in tokens, to be worth it: where less is left of the plan, it is not to be made.
    pub least_savings: u32,
    /// The longest reference that a notice has room for; 0 where the settings want none.
    pub longest_reference: u32,
    /// The context's generation: once it is another one, the plan is void.
    pub generation: u32,
}

/// Why a prune is thought of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Occasion {
    /// Maintenance, for a reason.
    Maintenance(Trigger),
    /// The context must become smaller, by whatever can go.
    Emergency,
}

/// What a batch must save.
enum Least {
    /// So much.
    Tokens(u32),
    /// So much, and as much as brings the context under its trigger.
    Enough(u32),
    /// So much, or as much as brings the context under its trigger.
    Either(u32),
    /// As much as rewriting the provider's cache costs.
    Worth,
}

impl Upkeep {
    /// Plans the prune that is due. `pending` is how many messages are about to be sent, and their tokens; `now` is the time, in
    /// milliseconds since 1970. The work grows with the path only where one may be due.
    pub fn plan_prune(&self, occasion: Occasion, pending: (u32, u32), now: f64) -> PrunePlan {
        let config = &self.settings.prune;
        let Some(least) = self.least(occasion, pending, now).filter(|_| config.enabled) else {
            return PrunePlan::default();
        };
        let longest_reference = if config.spill { LONGEST_REFERENCE } else { 0 };
        let (outputs, arguments) = everything(&self.session, config, longest_reference);
        let saved = outputs.least.saturating_add(arguments.least);
        let Some(first) = self.first_of([&outputs.edits, &arguments.edits]) else { return PrunePlan::default() };
        let enough = || self.enough(first, pending.1);
        let least_savings = match least {
            Least::Tokens(tokens) => tokens,
            Least::Enough(tokens) => tokens.max(enough()),
            Least::Either(tokens) => tokens.min(enough()),
            Least::Worth => self.cost_of(first, saved),
        };
        if saved < least_savings.max(1) {
            return PrunePlan::default();
        }
        let (outputs, arguments) = (outputs.edits, arguments.edits);
        let generation = self.session.context().generation();
        PrunePlan { outputs, arguments, least_savings, longest_reference, generation }
    }

    /// What a prune must save; `None` where none is due.
    fn least(&self, occasion: Occasion, pending: (u32, u32), now: f64) -> Option<Least> {
        let config = &self.settings.prune;
        let Occasion::Maintenance(trigger) = occasion else { return Some(Least::Tokens(1)) };
        let check = self.check(pending, Trigger::Threshold);
        let is_over = check.threshold.is_some_and(|most| check.tokens > most);
        // Messages do not become fewer by it.
        let is_full = check.max_messages.is_some_and(|most| check.messages > most);
        let worthwhile = config.minimum_savings / 4;
        match trigger {
            _ if self.is_cold(now) && (is_full || is_over) => {
                Some(if is_full { Least::Tokens(worthwhile) } else { Least::Either(worthwhile) })
            }
            _ if is_full => None,
            // What was refused is in no cache.
            Trigger::Overflow if is_over => Some(Least::Enough(1)),
            // It has too many bytes.
            Trigger::Overflow => Some(Least::Tokens(config.minimum_savings)),
            _ if is_over => Some(Least::Enough(config.minimum_savings)),
            Trigger::Idle(_) if self.is_cold(now) && !self.session.is_waiting() => Some(Least::Tokens(worthwhile)),
            Trigger::Threshold if config.batch == Batch::Cost && self.is_cold(now) => Some(Least::Tokens(worthwhile)),
            Trigger::Threshold if config.batch == Batch::Cost => Some(Least::Worth),
            _ => None,
        }
    }

    /// Whether the provider's cache has forgotten the prompt: the model's last reply is too long ago.
    fn is_cold(&self, now: f64) -> bool {
        let ttl = f64::from(self.settings.prune.cache_ttl_ms);
        let replied = |entry: &&Rc<Entry>| entry.message().is_some_and(|record| record.role == Role::Assistant);
        let newest = self.session.path_entries().rev().find(replied).map_or(0.0, |entry| epoch_ms(&entry.timestamp));
        ttl > 0.0 && newest > 0.0 && now - newest > ttl
    }

    /// Which item of the context is the first that changes.
    fn first_of(&self, edits: [&[PruneEdit]; 2]) -> Option<usize> {
        let mut changed = Names::default();
        edits.into_iter().flatten().for_each(|edit| _ = changed.add(&edit.entry_id));
        let items = self.session.context().items();
        items.iter().position(|item| self.session.entry(item.at).is_some_and(|entry| changed.has(&entry.id)))
    }

    /// The least that brings the context under its trigger, saved from an item on; all that there is where nothing does.
    fn enough(&self, first: usize, pending: u32) -> u32 {
        let context = self.session.context();
        let most = self.threshold().unwrap_or(u32::MAX);
        let (mut fails, mut fits) = (0, context.estimate());
        if context.tokens_pruned(first, fails, pending) <= most {
            return 0;
        }
        while fails + 1 < fits {
            let middle = fails + (fits - fails) / 2;
            if context.tokens_pruned(first, middle, pending) <= most { fits = middle } else { fails = middle }
        }
        fits
    }

    /// How much a batch must save from an item on, so that it saves more than rewriting the cache costs: √(2bPG/a), where all that
    /// stays behind its first change (P) is written anew (b, beyond reading it), what it saves is no longer read (a), and each call
    /// of the model adds so much (G) that the next batch is made of.
    fn cost_of(&self, first: usize, saved: u32) -> u32 {
        let config = &self.settings.prune;
        let (mut behind, mut grown, mut calls) = (0.0, 0.0, 0.0);
        for (place, item) in self.session.context().items().iter().enumerate() {
            behind += if place < first { 0.0 } else { f64::from(item.tokens) };
            if let Some(record) = self.session.entry(item.at).and_then(|entry| entry.record()) {
                // As it was when it came.
                grown += f64::from(record.tokens);
                calls += if record.role == Role::Assistant { 1.0 } else { 0.0 };
            }
        }
        let read = config.cache_read_price.of_one();
        let rewrite = 2.0 * (config.cache_write_price - read) * (behind - f64::from(saved)) * grown / calls;
        // The casts of what is infinite or no number, where nothing is ever or always worth it, are the largest number and 0.
        (rewrite / read).max(0.0).sqrt() as u32
    }
}
