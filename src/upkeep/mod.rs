//! A session under the limits of its model: when maintenance is due, what it may do, and when it stops.
//!
//! [`Upkeep::check`] says in numbers what would be done; [`Upkeep::plan_prune`] plans a prune; [`Upkeep::begin`] begins a compaction; [`Upkeep::outputs_to_shorten`]
//! and its like name what can be shortened where that is not enough. What was tried in vain is remembered ([`Guard`]) until
//! the user speaks or a limit changes.

mod check;
mod door;
mod guard;
mod overhead;
mod plan;
mod prune;

pub use check::{Action, Check, Reason, Source, Trigger};
pub use guard::Guard;
pub use overhead::Overhead;
pub use plan::{Ask, Begun, Cut, Mode};
pub use prune::{Occasion, PrunePlan};

use crate::budget::{self, Limits};
use crate::entry::{Body, Entry};
use crate::error::Error;
use crate::message::{Role, Stop};
use crate::model::Model;
use crate::session::Session;
use crate::settings::Settings;

/// No model's window is smaller than this: what is refused with less was not refused for what we know of.
const LEAST_WINDOW: u32 = 1_000;

/// A session, and what its size is held against.
#[derive(Debug)]
pub struct Upkeep {
    session: Session,
    settings: Settings,
    model: Model,
    larger: Vec<Model>,
    overhead: Overhead,
    guard: Guard,
    /// What providers' refusals have told of the limits of models.
    learned: Vec<(Model, u32)>,
    /// After a refusal without numbers: a size that ought to be accepted, until a reply shows what is.
    rescue: Option<u32>,
}

impl Upkeep {
    /// An empty session.
    pub fn new(mut session: Session, settings: Settings, model: Model) -> Self {
        session.set_provider(&model.provider);
        Self {
            session,
            settings,
            model,
            larger: Vec::new(),
            overhead: Overhead::default(),
            guard: Guard::default(),
            learned: Vec::new(),
            rescue: None,
        }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Appends entries, as [`Session::append`].
    ///
    /// # Errors
    /// As there.
    pub fn append(&mut self, entries: Vec<Entry>) -> Result<(), Error> {
        self.session.verify(&entries)?;
        self.load(entries);
        Ok(())
    }

    /// Takes over entries of a stored log, as [`Session::load`].
    pub fn load(&mut self, entries: Vec<Entry>) {
        for entry in &entries {
            match &entry.body {
                Body::Message(record) if record.starts_turn => self.guard.reset(),
                // What the provider has answered, it has accepted.
                Body::Message(record) if record.role == Role::Assistant && record.stop != Some(Stop::Error) => {
                    self.rescue = None
                }
                Body::Compaction(compaction) => {
                    self.recall(compaction.learned_limit.as_ref());
                    if compaction.is_stuck {
                        self.guard.note_stuck();
                    }
                }
                Body::Prune(prune) => self.recall(prune.learned_limit.as_ref()),
                _ => {}
            }
        }
        self.session.load(entries);
        // A limit that a provider goes over by itself was none.
        let prompt = self.session.context().prompt();
        if self.learned().is_some_and(|learned| prompt > learned) {
            self.set_learned(prompt);
        }
        // A server that cut the prompt in silence reads so much, or what it has read whole before.
        if let Some(read) = self.session.context().truncated_at() {
            self.limit_to(read.max(self.session.context().accepted()));
        }
    }

    /// Forgets the log, to be given it anew.
    pub fn clear(&mut self) {
        self.session.clear();
    }

    /// Says that the log was given anew as it is stored, as [`Session::opened`].
    pub fn opened(&mut self) {
        self.session.opened();
    }

    /// Changes the model. What was learned of another one holds for that one.
    pub fn set_model(&mut self, model: Model) {
        if model != self.model {
            self.guard.reset();
            self.rescue = None;
            self.session.set_provider(&model.provider);
            self.session.forget_model();
        }
        self.model = model;
    }

    /// Says which larger models the host could go on with.
    pub fn set_larger_models(&mut self, models: Vec<Model>) {
        self.larger = models;
    }

    /// Says what every request carries beside the messages.
    pub fn set_overhead(&mut self, overhead: Overhead) {
        if overhead != self.overhead {
            self.guard.reset();
        }
        self.overhead = overhead;
        self.session.set_overhead(Some(overhead.total()).filter(|tokens| *tokens > 0));
    }

    /// The limits as far as they are known, a provider's word included.
    pub fn limits(&self) -> Limits {
        Limits::of(&self.model, self.learned())
    }

    /// What a provider has told of its limit, by refusing, in tokens.
    pub fn learned(&self) -> Option<u32> {
        self.learned_of(&self.model)
    }

    fn learned_of(&self, model: &Model) -> Option<u32> {
        self.learned.iter().find(|(of, _)| of == model).map(|(_, tokens)| *tokens)
    }

    fn set_learned(&mut self, tokens: u32) {
        self.learned.retain(|(of, _)| *of != self.model);
        self.learned.push((self.model.clone(), tokens));
    }

    /// The size above which maintenance acts.
    pub fn threshold(&self) -> Option<u32> {
        let threshold = budget::threshold(&self.limits(), &self.settings.compaction);
        match (threshold, self.rescue) {
            (Some(threshold), Some(rescue)) => Some(threshold.min(rescue)),
            (threshold, rescue) => threshold.or(rescue),
        }
    }

    /// Takes note of a refusal: how many tokens the provider counted in the context and `pending` further tokens of ours, and
    /// how many it allows, as far as it said so (0: it did not). `told`: it has said that it is too much; else the host says so.
    pub fn learn(&mut self, told: bool, observed: u32, maximum: u32, pending: u32) {
        let expected = self.session.context().tokens_with(pending);
        // It counted more than it allows, whatever we expected.
        let counted = if observed > 0 { observed } else { maximum.saturating_add(u32::from(maximum > 0)) };
        if observed > 0 || counted > expected {
            self.session.learn(counted, pending);
        }
        if maximum > 0 {
            self.limit_to(maximum);
        }
        if observed > 0 && observed <= maximum {
            // The prompt fits, but leaves too little room for the reply that is asked for.
            self.rescue = Some((observed / 2).max(1));
        }
        if maximum > 0 {
            return;
        }
        let refused = counted.max(expected);
        if told && refused >= LEAST_WINDOW {
            self.limit_to((u64::from(refused) * 95 / 100) as u32);
        }
        // How much is accepted nobody knows, but for what was before. Half of it, or that; and that, if half is refused, too.
        let accepted = Some(self.session.context().accepted()).filter(|accepted| *accepted > 0 && *accepted < refused);
        let half = (refused / 2).max(1);
        self.rescue = Some(match accepted {
            Some(accepted) if self.rescue.is_some() => accepted,
            accepted => half.max(accepted.unwrap_or(0)),
        });
    }

    fn limit_to(&mut self, tokens: u32) {
        let tokens = tokens.max(1);
        if self.learned().is_none_or(|known| tokens < known) {
            self.set_learned(tokens);
            self.guard.reset();
        }
    }

    /// What an earlier run of the session learned, where it is of the same model.
    fn recall(&mut self, learned: Option<&(u32, String)>) {
        if let Some((tokens, _)) = learned.filter(|(_, model)| *model == self.model.id) {
            self.set_learned(*tokens);
        }
    }

    /// Whether compaction was tried often enough since the user spoke last.
    pub fn is_tried(&self) -> bool {
        let made = self.session.context().compactions_since_user();
        self.guard.is_tried(made, self.settings.compaction.max_without_user)
    }

    /// Counts a compaction that was tried and refused.
    pub fn note_failure(&mut self) {
        self.guard.note_failure();
    }

    /// Takes note that what can be folded away is not enough.
    pub fn note_stuck(&mut self) {
        self.guard.note_stuck();
    }
}
