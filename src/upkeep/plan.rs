//! What a maintenance may do: a compaction where that can be enough, or what can be shortened where it cannot.

use super::Upkeep;
use crate::budget;
use crate::compaction::{
    Candidate, Compaction, Options, Preparation, Sizing, has_open_call, is_compacted, prepare, prepare_at,
    prepare_branch, prepare_handoff,
};
use crate::emergency::{self, Edit, Item, Unfit};
use crate::gather::Gather;
use crate::settings::Fallback;

/// How a compaction is made, or what else a summary is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// When it is due: only where it brings the context below its trigger.
    Automatic,
    /// When a provider has refused the context, or would: only where it brings it below its limit.
    Urgent,
    /// When the host asks for it.
    Manual,
    /// Without a model, whatever it gains.
    Emergency,
    /// When the provider has compacted by itself in a reply, which is the first entry that stays.
    Adopted,
    /// No compaction: the summary of the branch that is left when the session moves to [`Ask::target`].
    Branch,
    /// No compaction: a document for another session to go on from.
    Handoff,
}

/// How a compaction begins.
#[derive(Debug)]
pub enum Begun {
    /// With this run.
    Run(Box<Compaction>),
    /// There is nothing to fold away.
    Nothing,
    /// What stays is over the trigger by itself: no model need be asked. Of a handoff, a call has no result yet.
    Stuck,
}

/// What a compaction is begun with.
#[derive(Debug, Clone, Default)]
pub struct Ask {
    /// The host's summarizers.
    pub candidates: Vec<Candidate>,
    /// Tokens of messages that are about to be sent with the context.
    pub pending: u32,
    /// What the summary should look at most.
    pub instructions: Option<String>,
    /// The first entry that is to stay, where the host says so.
    pub first_kept: Option<String>,
    /// Where the session is about to move; nothing is before the first entry.
    pub target: Option<String>,
}

/// A part of a message that is to be shortened: the message's place in the log, the part, the tokens that it is to have, and what
/// that saves at least.
pub type Cut = (u32, u32, u32, u32);

impl Upkeep {
    /// Begins a compaction, or what else the mode names.
    pub fn begin(&self, mode: Mode, ask: Ask) -> Begun {
        let Ask { candidates, pending, instructions, first_kept, target } = ask;
        let (limits, settings) = (self.limits(), self.settings.clone());
        let fallback = settings.compaction.fallback;
        let mut options = Options { settings, limits, candidates, instructions, ..Options::default() };
        let preparation = match mode {
            Mode::Branch => {
                let target = target.and_then(|id| self.session.place_of(&id));
                options.fallback = fallback != Some(Fallback::None);
                prepare_branch(&self.session, &options.settings.branch_summary, &limits, target)
            }
            Mode::Handoff => {
                if has_open_call(&self.session) {
                    return Begun::Stuck;
                }
                // Without a document there can still be a compaction.
                options.fallback = fallback == Some(Fallback::Extractive);
                prepare_handoff(&self.session)
            }
            _ => {
                let automatic = mode != Mode::Manual;
                options.fallback = fallback.map_or(automatic, |fallback| fallback == Fallback::Extractive);
                match self.fold(mode, pending, first_kept.as_deref(), &mut options) {
                    Ok(preparation) => Some(preparation),
                    Err(begun) => return begun,
                }
            }
        };
        preparation.map_or(Begun::Nothing, |found| Begun::Run(Box::new(Compaction::new(found, options))))
    }

    /// What a compaction folds away, and what it is held to; or how it ends before it has begun.
    fn fold(
        &self,
        mode: Mode,
        pending: u32,
        first_kept: Option<&str>,
        options: &mut Options,
    ) -> Result<Preparation, Begun> {
        let settings = &self.settings.compaction;
        let context = self.session.context();
        let trigger = self.threshold();
        let is_over = trigger.is_some_and(|most| context.tokens_with(pending) > most);
        let adopts = mode == Mode::Adopted;
        if !adopts && is_compacted(&self.session) && (mode == Mode::Manual || !is_over) {
            return Err(Begun::Nothing);
        }
        let automatic = !adopts && mode != Mode::Manual;
        let limits = options.limits;
        let pending = self.beside(pending);
        let target = trigger.filter(|_| automatic && is_over).map(|most| most.saturating_sub(pending));
        let limit = budget::limit(&limits, settings).map(|limit| limit.saturating_sub(pending));
        // What may not be passed by: the trigger, or once that is too late the limit.
        let most = match mode {
            Mode::Automatic => target,
            Mode::Urgent => target.map(|target| target.max(limit.unwrap_or(target))),
            _ => None,
        };
        let last_resort = adopts || mode == Mode::Emergency;
        let sizing = Sizing { limits, usage_ratio: context.usage_ratio(), target, shrinks: last_resort, adopts };
        let preparation = match first_kept {
            Some(first_kept) => prepare_at(&self.session, settings, sizing, first_kept),
            None => prepare(&self.session, settings, sizing),
        };
        let Some(preparation) = preparation else {
            return Err(if automatic && is_over { Begun::Stuck } else { Begun::Nothing });
        };
        if most.is_some_and(|most| preparation.least() > most) {
            return Err(Begun::Stuck);
        }
        (options.target, options.most, options.last_resort) = (target, most, last_resort);
        options.adopts = adopts;
        if last_resort {
            options.candidates.clear();
            options.fallback = true;
        }
        Ok(preparation)
    }

    /// The outputs of tools to be shortened so that the context fits. Without `all` only those that are far too large by themselves, down to an eighth of
    /// the room.
    pub fn outputs_to_shorten(&self, all: bool, pending: u32) -> Vec<Cut> {
        self.relieve(pending, |items, target| {
            // Where what must stay is too much by itself, shortening is in vain.
            if !all && fixed_of(items) >= target {
                return Vec::new();
            }
            let floor = if all { 0 } else { target / 8 };
            emergency::relief(items, target, u32::try_from(floor).unwrap_or(u32::MAX)).edits
        })
    }

    /// The images and files that a notice is to stand for so that the context fits.
    pub fn media_to_drop(&self, pending: u32) -> Vec<Cut> {
        self.relieve(pending, |items, target| emergency::media(items, target, true))
    }

    /// All images and files; those of the user's newest request only where there are no others.
    pub fn all_media(&self) -> Vec<Cut> {
        self.relieve(0, |items, _| {
            let newest = newest_turn(items);
            let all = emergency::media(items, 0, true);
            let others: Vec<Edit> = all.iter().copied().filter(|edit| edit.item != newest).gather();
            if others.is_empty() { all } else { others }
        })
    }

    /// What can be shortened of the context, `pending` tokens beside it.
    fn relieve(&self, pending: u32, find: impl Fn(&[Item<'_>], u64) -> Vec<Edit>) -> Vec<Cut> {
        let most = self.threshold().unwrap_or(u32::MAX);
        let target = self.session.context().line().room(most.saturating_sub(self.beside(pending)));
        let mut cuts = Vec::new();
        self.with_items(&mut |items, places| {
            for edit in find(items, u64::from(target)) {
                let place = places.get(edit.item).copied().unwrap_or_default();
                cuts.push((place, edit.part as u32, edit.max_tokens, edit.saved));
            }
        });
        cuts
    }

    /// What does not fit, in numbers as the provider counts, with `pending` tokens beside the context.
    pub fn unfit(&self, pending: u32) -> Unfit {
        let context = self.session.context();
        let limits = (self.threshold(), budget::limit(&self.limits(), &self.settings.compaction));
        let tokens = context.tokens_with(pending);
        let most = limits.1.filter(|limit| tokens > *limit).or(limits.0).unwrap_or(0);
        let line = context.line();
        let mut unfit = Unfit::default();
        self.with_items(&mut |items, _| {
            let mut counted = Vec::new();
            for item in items {
                counted.push(Item { tokens: line.scale(item.tokens.into()), ..*item });
            }
            unfit = Unfit::count(&counted, newest_turn(items), context.overhead_tokens(), most);
        });
        let said = self.overhead;
        unfit.with(self.beside(pending), (said.system, said.tools))
    }

    /// What a provider counts for messages of an estimate that are about to be sent with the context.
    fn beside(&self, pending: u32) -> u32 {
        let context = self.session.context();
        context.tokens_with(pending).saturating_sub(context.tokens())
    }

    /// Shows the messages of the context as they are now, each with its place in the log.
    fn with_items(&self, look: &mut dyn FnMut(&[Item<'_>], &[u32])) {
        let context = self.session.context();
        let mut shown = Vec::new();
        let mut places = Vec::new();
        for item in context.items() {
            shown.push((item, context.shown(self.session.entries(), item.at)));
            places.push(item.at);
        }
        let mut items = Vec::new();
        for (item, entry) in &shown {
            let record = entry.as_ref().and_then(|entry| entry.message());
            let pinned = entry.as_ref().is_some_and(|entry| entry.pinned);
            items.push(Item { record, tokens: item.tokens, pinned, is_summary: item.is_summary });
        }
        look(&items, &places);
    }
}

/// What nothing can be taken from: the host's instructions, what is pinned, and the newest request.
fn fixed_of(items: &[Item<'_>]) -> u64 {
    let newest = newest_turn(items);
    let stays = |(at, item): &(usize, &Item<'_>)| {
        item.pinned || *at == newest || item.record.is_some_and(|record| record.role.instructs())
    };
    items.iter().enumerate().filter(stays).map(|(_, item)| u64::from(item.tokens)).sum()
}

/// Where the newest turn of the user begins; at the start where there is none.
fn newest_turn(items: &[Item<'_>]) -> usize {
    items.iter().rposition(|item| item.record.is_some_and(|record| record.starts_turn)).unwrap_or(0)
}
