//! The session under its limits, as JavaScript asks for it: sizes, what is due, what a refusal tells.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::Log;
use crate::compaction::Candidate;
use crate::emergency::Unfit;
use crate::entry::Body;
use crate::gather::Gather;
use crate::message::{Role, Stop};
use crate::model::Model;
use crate::settings::{Fallback, Strategy};
use crate::upkeep::{Ask, Begun, Check, Mode, Occasion, Overhead, PrunePlan, Trigger};
use crate::value::Value;
use crate::wasm::convert::{sizes, to_ts, with_tape};
use crate::wasm::drive::Run;

#[wasm_bindgen]
impl Log {
    /// Replaces the model by the tape's data.
    ///
    /// # Errors
    /// What is no model, by its place.
    #[wasm_bindgen(js_name = setModel)]
    pub fn set_model(&mut self, length: u32) -> Result<(), JsValue> {
        self.upkeep.set_model(with_tape(length, |model, _| Model::read(model, "model"))?);
        Ok(())
    }

    /// Replaces the larger models that the host could go on with by those on the tape (an array).
    ///
    /// # Errors
    /// A model that cannot be read, by its place.
    #[wasm_bindgen(js_name = setLargerModels)]
    pub fn set_larger_models(&mut self, length: u32) -> Result<(), JsValue> {
        let models = with_tape(length, |models, _| {
            let mut read = Vec::new();
            for (at, model) in models.as_array().unwrap_or_default().iter().enumerate() {
                read.push(Model::read(model, &["largerModels[", &at.to_string(), "]"].concat())?);
            }
            Ok(read)
        })?;
        self.upkeep.set_larger_models(models);
        Ok(())
    }

    /// Says what every request carries beside the messages: the tape's `system`, `tools`, `tokens`.
    ///
    /// # Errors
    /// None that a caller can cause.
    #[wasm_bindgen(js_name = setOverhead)]
    pub fn set_overhead(&mut self, length: u32) -> Result<(), JsValue> {
        self.upkeep.set_overhead(with_tape(length, |value, _| Ok(Overhead::read(value)))?);
        Ok(())
    }

    /// The model, as the host said.
    pub fn model(&self) -> Ts<Model> {
        to_ts(self.upkeep.model())
    }

    /// The model's window, where it is known.
    #[wasm_bindgen(getter, js_name = contextWindow)]
    pub fn context_window(&self) -> Option<u32> {
        self.upkeep.model().context_window
    }

    /// What a provider's refusal has told of its limit, in tokens.
    pub fn learned(&self) -> Option<u32> {
        self.upkeep.learned()
    }

    /// Counts a compaction that was tried and refused.
    #[wasm_bindgen(js_name = noteFailure)]
    pub fn note_failure(&mut self) {
        self.upkeep.note_failure();
    }

    /// Takes note that what can be folded away is not enough.
    #[wasm_bindgen(js_name = noteStuck)]
    pub fn note_stuck(&mut self) {
        self.upkeep.note_stuck();
    }

    /// Takes note of a refusal: how many tokens the provider counted, and allows (0: it did not say); `pending` tokens were sent
    /// with the context. `told`: it has said that this is too much, else the host says so.
    pub fn learn(&mut self, told: bool, observed: u32, maximum: u32, pending: u32) {
        self.upkeep.learn(told, observed, maximum, pending);
    }

    /// Whether something is so: `stuck` (the last compaction was not begun because it would not have been enough; the last handoff because a call has no result yet),
    /// `tried` (often enough since the user spoke last), `enabled`, `handoff`, `auto-continue`, `without-fallback`, `summarizes` (settings; the last one: branches that are left), `calling` (the model sees calls of tools), `waiting` (the model has yet to answer), `cut-off` (its newest
    /// reply reached the output limit).
    pub fn is(
        &self,
        #[wasm_bindgen(
            unchecked_param_type = "'stuck' | 'tried' | 'enabled' | 'handoff' | 'auto-continue' | 'without-fallback' | 'summarizes' | 'calling' | 'waiting' | 'cut-off'"
        )]
        what: &str,
    ) -> bool {
        let compaction = &self.upkeep.settings().compaction;
        let newest = || self.upkeep.session().path_entries().rev().find_map(|entry| entry.message());
        match what {
            "stuck" => self.is_stuck,
            "tried" => self.upkeep.is_tried(),
            "enabled" => compaction.is_enabled(),
            "handoff" => compaction.strategy == Strategy::Handoff,
            "calling" => {
                let session = self.upkeep.session();
                let items = session.context().items().iter().filter_map(|item| session.entry(item.at)?.record());
                items.flat_map(|record| record.calls()).next().is_some()
            }
            "auto-continue" => compaction.auto_continue,
            "without-fallback" => compaction.fallback == Some(Fallback::None),
            "summarizes" => self.upkeep.settings().branch_summary.enabled,
            "waiting" => self.upkeep.session().is_waiting(),
            _ => newest().is_some_and(|record| record.stop == Some(Stop::Length)),
        }
    }

    /// The place of the newest message on the path, where no compaction has come after it.
    #[wasm_bindgen(js_name = newestMessage)]
    pub fn newest_message(&self) -> Option<u32> {
        let session = self.upkeep.session();
        for at in session.path().iter().rev() {
            match session.entry(*at).map(|entry| &entry.body) {
                Some(Body::Message(_)) => return Some(*at),
                Some(Body::Compaction(_)) => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether the message of an entry is the model's and may show that the window is full: 0 no, 1 yes, 2 yes, and it says
    /// nothing but that it failed. An answer that ended as it should, with a count below the window, shows nothing.
    pub fn reply(&self, at: u32) -> u8 {
        let record = self.upkeep.session().entry(at).and_then(|entry| entry.message());
        let Some(record) = record.filter(|record| record.role == Role::Assistant) else { return 0 };
        let window = self.upkeep.model().context_window.unwrap_or(u32::MAX);
        let is_below = record.usage.is_none_or(|usage| usage.prompt() < window);
        let has_ended = matches!(record.stop, Some(Stop::Stop | Stop::ToolUse));
        if record.may_be_failure() { 2 } else { u8::from(!(has_ended && is_below)) }
    }

    /// The tokens of messages that are about to be sent: an array on the tape.
    ///
    /// # Errors
    /// A message that cannot be read, by its place.
    #[wasm_bindgen(js_name = sizeOf)]
    pub fn size_of(&self, length: u32) -> Result<u32, JsValue> {
        let lens = self.upkeep.session().lens();
        Ok(with_tape(length, |value, _| sizes(value, lens))?.into_iter().fold(0, u32::saturating_add))
    }

    /// Sizes the context with `messages` of `tokens` that are about to be sent. `overflow`: a provider has refused it; `idle`: for
    /// so many milliseconds nothing has happened.
    pub fn check(&self, messages: u32, tokens: u32, overflow: bool, idle: Option<f64>) -> Ts<Check> {
        let trigger = match idle {
            _ if overflow => Trigger::Overflow,
            Some(ms) => Trigger::Idle(ms),
            None => Trigger::Threshold,
        };
        to_ts(&self.upkeep.check((messages, tokens), trigger))
    }

    /// How the provider counts, as a prune notes it: how much for each token of our estimate, and how much beside the messages
    /// (NaN where that is a part of the ratio), and what the host said of that (NaN where nothing). Empty where nothing is known.
    pub fn calibration(&self) -> Vec<f64> {
        let known = self.upkeep.session().context().calibration();
        known.map_or(Vec::new(), |known| {
            let number = |count: Option<u32>| count.map_or(f64::NAN, f64::from);
            vec![known.usage_ratio, number(known.overhead_tokens), number(known.declared_tokens)]
        })
    }

    /// What does not fit, in numbers, with `pending` tokens that are about to be sent.
    pub fn unfit(&self, pending: u32) -> Ts<Unfit> {
        to_ts(&self.upkeep.unfit(pending))
    }

    /// Plans the prune that is due, of the context with `messages` of `tokens` that are about to be sent; `now` is the time in ms
    /// since 1970.
    #[wasm_bindgen(js_name = planPrune)]
    pub fn plan_prune(
        &self,
        #[wasm_bindgen(unchecked_param_type = "'threshold' | 'idle' | 'overflow' | 'emergency'")] occasion: &str,
        messages: u32,
        tokens: u32,
        now: f64,
    ) -> Ts<PrunePlan> {
        let occasion = match occasion {
            "threshold" => Occasion::Maintenance(Trigger::Threshold),
            "idle" => Occasion::Maintenance(Trigger::Idle(0.0)),
            "overflow" => Occasion::Maintenance(Trigger::Overflow),
            _ => Occasion::Emergency,
        };
        to_ts(&self.upkeep.plan_prune(occasion, (messages, tokens), now))
    }

    /// What can be shortened so that the context fits, in fours: a place in the log, a part of its message, the tokens that it is
    /// to have, what that saves at least. `what`: 0 outputs of tools that are far too large, 1 all outputs, 2 images and files, 3 all images and files, of
    /// the user's newest request only where there are no others.
    pub fn relief(&self, what: u8, pending: u32) -> Vec<u32> {
        let upkeep = &self.upkeep;
        let found = match what {
            0 | 1 => upkeep.outputs_to_shorten(what == 1, pending),
            2 => upkeep.media_to_drop(pending),
            _ => upkeep.all_media(),
        };
        found.into_iter().flat_map(|(place, part, tokens, saved)| [place, part, tokens, saved]).gather()
    }

    /// Begins a compaction; nothing where there is none to make, and then [`Log::is`] `stuck` tells whether it would not have
    /// been enough, or for a document that a call has no result yet. `mode`: 0 when it is due, 1 as the host asks for it (then it falls back on the model-free summary only where
    /// the settings say so), 2 when a provider has refused the context or would, 3 without a model, 6 when the provider has
    /// compacted by itself in the reply `firstKept`; or no compaction: 4 the
    /// summary of the branch that is left when the session moves, 5 a document for another session. The tape has
    /// `candidates` (`contextWindow` and `maxOutput` of each summarizer), the `pending` tokens that are about to be sent,
    /// `instructions`, `firstKept`, the first entry that is to stay, where the host says so, and `target`, the entry that the
    /// session moves to, where there is one.
    ///
    /// # Errors
    /// None that a caller can cause.
    #[wasm_bindgen(js_name = beginCompaction)]
    pub fn begin_compaction(&mut self, mode: u8, length: u32) -> Result<Option<Run>, JsValue> {
        let mode = match mode {
            0 => Mode::Automatic,
            1 => Mode::Manual,
            2 => Mode::Urgent,
            4 => Mode::Branch,
            5 => Mode::Handoff,
            6 => Mode::Adopted,
            _ => Mode::Emergency,
        };
        let ask = with_tape(length, |value, _| {
            let mut candidates = Vec::new();
            for given in value.get("candidates").and_then(Value::as_array).unwrap_or_default() {
                let limit = |key| given.get_number(key).map(|tokens| tokens as u32).filter(|tokens| *tokens > 0);
                candidates.push(Candidate { window: limit("contextWindow"), output: limit("maxOutput") });
            }
            let text = |key| value.get_str(key).map(String::from);
            let pending = value.get_number("pending").unwrap_or(0.0) as u32;
            let (instructions, first_kept, target) = (text("instructions"), text("firstKept"), text("target"));
            Ok(Ask { candidates, pending, instructions, first_kept, target })
        })?;
        let begun = self.upkeep.begin(mode, ask);
        self.is_stuck = matches!(begun, Begun::Stuck);
        Ok(match begun {
            Begun::Run(compaction) => Some(Run::new(*compaction)),
            _ => None,
        })
    }

    /// The longest time for all calls of summarizers together, in milliseconds.
    #[wasm_bindgen(getter, js_name = totalTimeoutMs)]
    pub fn total_timeout_ms(&self) -> u32 {
        self.upkeep.settings().compaction.total_timeout_ms
    }

    /// The longest time that a move waits for its summary, in milliseconds.
    #[wasm_bindgen(getter, js_name = branchTimeoutMs)]
    pub fn branch_timeout_ms(&self) -> u32 {
        self.upkeep.settings().branch_summary.timeout_ms
    }

    /// The longest time for one call of a summarizer, in milliseconds.
    #[wasm_bindgen(getter, js_name = timeoutMs)]
    pub fn timeout_ms(&self) -> u32 {
        self.upkeep.settings().compaction.timeout_ms
    }
}
