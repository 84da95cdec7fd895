//! A session as JavaScript holds it: a handle whose methods copy in what is new and give back places in the log.

use std::cell::RefCell;
use std::rc::Rc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::convert::{self, fail, read_entries, sizes, to_ts, with_tape};
use super::drive::Run;
use crate::check::{Check, Reason, check};
use crate::compaction::{Compaction, Options, is_compacted, prepare};
use crate::entry::{Body, Entry};
use crate::format::{self, Text, lens};
use crate::gather::Gather;
use crate::json;
use crate::message::Role;
use crate::model::Model;
use crate::patch;
use crate::prompt;
use crate::session::Session;
use crate::settings::{Fallback, Settings, SummaryRole};
use crate::time::epoch_ms;
use crate::value::Value;

/// Marks in [`Log::context`] what is not simply the entry's message: a summary is written by [`Log::render`], bound reasoning
/// is left out by [`Log::unbind`], and a message that joins the one before it by [`Log::join`].
const SUMMARY: u32 = 1 << 31;
const UNBOUND: u32 = 1 << 30;
const JOINS: u32 = 1 << 29;

/// A session's log in the core.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Log {
    inner: Rc<RefCell<Inner>>,
}

#[derive(Debug)]
struct Inner {
    session: Session,
    settings: Settings,
    model: Model,
    /// Entries that were read and found right, and wait for the store's word.
    pending: Vec<Entry>,
}

#[wasm_bindgen]
impl Log {
    /// An empty log in a wire format. The tape's options are `model` and `settings`.
    ///
    /// # Errors
    /// An unknown format, or settings that cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(format: &str, length: u32) -> Result<Self, JsValue> {
        let lens = lens(format).map_err(|error| fail(&error))?;
        let (settings, model) = with_tape(length, |_, options| {
            let part = |key| options.get(key).unwrap_or(&Value::Null);
            Ok((Settings::read(part("settings"))?, Model::read(part("model"))))
        })?;
        let session = Session::with_settings(lens, &settings.compaction);
        let inner = Inner { session, settings, model, pending: Vec::new() };
        Ok(Self { inner: Rc::new(RefCell::new(inner)) })
    }

    /// Replaces the model by the tape's data.
    ///
    /// # Errors
    /// None that a caller can cause.
    #[wasm_bindgen(js_name = setModel)]
    pub fn set_model(&self, length: u32) -> Result<(), JsValue> {
        self.inner.borrow_mut().model = with_tape(length, |model, _| Ok(Model::read(model)))?;
        Ok(())
    }

    /// Reads the entries of a tape (an array) and holds them until [`Log::commit`]: all of them are right, or none is
    /// held. A host calls this before it stores them, so that nothing is stored that cannot be read. The answer names the
    /// messages that are summaries of this log's own, which a host's page has sent back, in pairs: the place in the tape, the
    /// compaction's place in the log.
    ///
    /// # Errors
    /// The entry that cannot be read, by its place.
    pub fn propose(&self, length: u32) -> Result<Vec<u32>, JsValue> {
        let inner = &mut *self.inner.borrow_mut();
        inner.pending = with_tape(length, |value, _| {
            let entries = read_entries(value, inner.session.lens())?;
            inner.session.verify(&entries)?;
            Ok(entries)
        })?;
        let mut repeated = Vec::new();
        for (at, entry) in inner.pending.iter().enumerate() {
            let Some((summary, rest)) = entry.message().and_then(|record| record.summary.as_ref()) else { continue };
            let framed = prompt::frame_summary(summary);
            let is_whole = rest.is_empty();
            let same = |entry: &Rc<Entry>| match &entry.body {
                Body::Compaction(found) => is_whole && prompt::frame_summary(&found.summary) == framed,
                // The summary was made one message with this one.
                Body::Message(record) => !is_whole && record.parts == *rest,
                _ => false,
            };
            let known = |entry: &Rc<Entry>| matches!(&entry.body, Body::Compaction(found) if prompt::frame_summary(&found.summary) == framed);
            let entries = inner.session.entries();
            let place = entries.iter().rposition(same).filter(|_| entries.iter().any(known));
            if let Some(place) = place {
                repeated.extend([at as u32, place as u32]);
            }
        }
        Ok(repeated)
    }

    /// Appends the entries that [`Log::propose`] read.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn commit(&self) -> Result<(), JsValue> {
        let inner = &mut *self.inner.borrow_mut();
        let entries = std::mem::take(&mut inner.pending);
        inner.session.append(entries).map_err(|error| fail(&error))
    }

    /// Takes over the entries of a tape (an array) as a store has them: nothing is refused but what cannot be read;
    /// [`Log::findings`] tells what had to be decided.
    ///
    /// # Errors
    /// The entry that cannot be read, by its place.
    pub fn adopt(&self, length: u32) -> Result<(), JsValue> {
        let inner = &mut *self.inner.borrow_mut();
        let entries = with_tape(length, |value, _| read_entries(value, inner.session.lens()))?;
        inner.session.load(entries);
        Ok(())
    }

    /// Forgets the entries, to be given them anew.
    pub fn clear(&self) {
        self.inner.borrow_mut().session.clear();
    }

    /// Counts a compaction that was tried and refused.
    #[wasm_bindgen(js_name = noteFailure)]
    pub fn note_failure(&self) {
        self.inner.borrow_mut().session.note_failure();
    }

    /// How many entries the log has.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> u32 {
        self.inner.borrow().session.entries().len() as u32
    }

    /// Places in the log, root to leaf.
    pub fn path(&self) -> Vec<u32> {
        self.inner.borrow().session.path().to_vec()
    }

    /// The place of the leaf.
    pub fn leaf(&self) -> Option<u32> {
        self.inner.borrow().session.path().last().copied()
    }

    /// Whether an entry is on the path.
    #[wasm_bindgen(js_name = isOnPath)]
    pub fn is_on_path(&self, id: &str) -> bool {
        self.inner.borrow().session.path_entries().rev().any(|entry| entry.id == id)
    }

    /// What had to be decided because the log does not say it, from the `skip`th on, as triples: what, the entry's id,
    /// the id that it names.
    pub fn findings(&self, skip: u32) -> Vec<String> {
        let inner = self.inner.borrow();
        let found = inner.session.tree().findings().iter().skip(skip as usize);
        found.flat_map(|found| [found.kind.code().into(), found.entry_id.clone(), found.other_id.clone()]).gather()
    }

    /// The place of the entry before another one on its branch.
    #[wasm_bindgen(js_name = parentOf)]
    pub fn parent_of(&self, at: u32) -> Option<u32> {
        self.inner.borrow().session.tree().parent(at)
    }

    /// The deepest entry that lies on the paths of both.
    #[wasm_bindgen(js_name = commonAncestor)]
    pub fn common_ancestor(&self, one: Option<u32>, other: Option<u32>) -> Option<u32> {
        self.inner.borrow().session.tree().common_ancestor(one, other)
    }

    /// The branches, as triples: the last entry's place, that of the entry of the path where it begins (-1 where there
    /// is none), how many entries lie between.
    pub fn branches(&self) -> Vec<i32> {
        let inner = self.inner.borrow();
        let found = inner.session.tree().branches(inner.session.path());
        found
            .iter()
            .flat_map(|branch| [branch.tip as i32, branch.fork.map_or(-1, |at| at as i32), branch.entries as i32])
            .gather()
    }

    /// How many entries at the path's start are the host's instructions, which every compaction keeps.
    pub fn lead(&self) -> u32 {
        let inner = self.inner.borrow();
        inner.session.context().lead(inner.session.entries(), inner.session.path()) as u32
    }

    /// Whether a turn begins with this entry: a message of the user, a custom message.
    #[wasm_bindgen(js_name = startsTurn)]
    pub fn starts_turn(&self, at: u32) -> bool {
        self.inner.borrow().session.entry(at).is_some_and(|entry| entry.record().is_some() && entry.starts_turn())
    }

    /// All text of the message on the tape: what is said, and what tools answered.
    ///
    /// # Errors
    /// A message that cannot be read, by its place.
    #[wasm_bindgen(js_name = textOf)]
    pub fn text_of(&self, length: u32) -> Result<String, JsValue> {
        let lens = self.inner.borrow().session.lens();
        with_tape(length, |message, _| Ok(lens.view(message)?.text()))
    }

    /// What the model sees, as places in the log; the highest bits say what is to be done with it (1 << 31: a summary, 1 <<
    /// 30: without bound reasoning, 1 << 29: makes one message with the one before). The first number is the
    /// generation: while it stays, the list only grows, and `have` items that the host knows are left out.
    pub fn context(&self, generation: u32, have: u32) -> Vec<u32> {
        let inner = self.inner.borrow();
        let context = inner.session.context();
        let skip = if generation == context.generation() { have as usize } else { 0 };
        let mut out = vec![context.generation()];
        for item in context.items().iter().skip(skip) {
            let flag = |set: bool, bit: u32| if set { bit } else { 0 };
            let flags = flag(item.is_summary, SUMMARY) | flag(item.unbound, UNBOUND) | flag(item.joins, JOINS);
            out.push(item.at | flags);
        }
        out
    }

    /// The edits, as a JSON Patch, that take the bound reasoning out of the message on the tape.
    ///
    /// # Errors
    /// A message that cannot be read, by its place.
    pub fn unbind(&self, length: u32) -> Result<String, JsValue> {
        let lens = self.inner.borrow().session.lens();
        with_tape(length, |message, _| Ok(patch::to_text(&format::unbind(lens, message)?)))
    }

    /// The edits, as a JSON Patch, that make one message of the two in the array on the tape; none where something of them
    /// would be lost, so that they stay two.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn join(&self, length: u32) -> Result<String, JsValue> {
        let lens = self.inner.borrow().session.lens();
        with_tape(length, |pair, _| {
            let ops = if format::can_merge(lens, pair) { format::merge(lens, pair) } else { Vec::new() };
            Ok(patch::to_text(&ops))
        })
    }

    /// The index of the newest message of the model in the array on the tape; the last one's where there is none.
    ///
    /// # Errors
    /// A message that cannot be read, by its place.
    #[wasm_bindgen(js_name = newestReply)]
    pub fn newest_reply(&self, length: u32) -> Result<u32, JsValue> {
        let lens = self.inner.borrow().session.lens();
        with_tape(length, |messages, _| {
            let records = convert::records(messages, lens)?;
            let reply = records.iter().rposition(|record| record.role == Role::Assistant);
            Ok(reply.unwrap_or(records.len().saturating_sub(1)) as u32)
        })
    }

    /// The wire message, as JSON, of a compaction or a branch summary.
    pub fn render(&self, at: u32) -> Option<String> {
        let inner = self.inner.borrow();
        let entry = inner.session.entry(at)?;
        let (text, role) = match &entry.body {
            Body::Compaction(compaction) => {
                (prompt::frame_summary(&compaction.summary), inner.settings.compaction.summary_role)
            }
            Body::BranchSummary(branch) => (prompt::frame_branch_summary(&branch.summary), SummaryRole::User),
            _ => return None,
        };
        let form = inner.session.form();
        let text = Text { text: &text, role, time: epoch_ms(&entry.timestamp), id: &entry.id, form };
        Some(json::to_text(&inner.session.lens().text_message(&text)))
    }

    /// The wire message, as JSON, of a `custom_message` entry, which is on the tape.
    ///
    /// # Errors
    /// An entry without content.
    #[wasm_bindgen(js_name = renderCustom)]
    pub fn render_custom(&self, length: u32) -> Result<String, JsValue> {
        let (lens, form) = (self.inner.borrow().session.lens(), self.inner.borrow().session.form());
        with_tape(length, |entry, _| {
            let field = |key: &str| entry.get_str(key).unwrap_or_default();
            let time = epoch_ms(field("timestamp"));
            let stamp = Text { text: "", role: SummaryRole::User, time, id: field("id"), form };
            Ok(json::to_text(&lens.custom_message(entry.get("content").unwrap_or(&Value::Null), &stamp)))
        })
    }

    /// Sizes the context; `pending` bytes of tape are messages that are about to be sent; `overflow`: a
    /// provider has refused the context.
    ///
    /// # Errors
    /// A pending message that cannot be read, by its place.
    pub fn check(&self, pending: u32, overflow: bool) -> Result<Ts<Check>, JsValue> {
        let inner = self.inner.borrow();
        let mut extra = (0, 0);
        if pending > 0 {
            let lens = inner.session.lens();
            let sizes = with_tape(pending, |value, _| sizes(value, lens))?;
            extra = (sizes.len() as u32, sizes.into_iter().fold(0, u32::saturating_add));
        }
        Ok(to_ts(&check(&inner.session, &inner.settings, &inner.model, extra, overflow)))
    }

    /// Estimates, in tokens, of the items of the context, in order.
    #[wasm_bindgen(js_name = contextTokens)]
    pub fn context_tokens(&self) -> Vec<u32> {
        self.inner.borrow().session.visible().map(|(entry, _)| entry.tokens()).gather()
    }

    /// Begins a compaction; nothing where there is nothing to fold away. A `manual` one falls back on the model-free
    /// summary only where the settings say so.
    #[wasm_bindgen(js_name = beginCompaction)]
    pub fn begin_compaction(&self, candidates: u32, manual: bool, instructions: Option<String>) -> Option<Run> {
        let inner = self.inner.borrow();
        let compaction = &inner.settings.compaction;
        let over =
            || check(&inner.session, &inner.settings, &inner.model, (0, 0), false).reason == Reason::OverThreshold;
        if is_compacted(&inner.session) && (manual || !over()) {
            return None;
        }
        let ratio = inner.session.context().usage_ratio();
        let preparation = prepare(&inner.session, compaction, inner.model.window(), ratio)?;
        let options = Options {
            settings: inner.settings.clone(),
            window: inner.model.window(),
            max_output: inner.model.output(),
            candidates,
            instructions,
            fallback: compaction.fallback.map_or(!manual, |fallback| fallback == Fallback::Extractive),
        };
        Some(Run::new(Compaction::new(preparation, options)))
    }

    /// The longest time for one call of a summarizer, in milliseconds.
    #[wasm_bindgen(getter, js_name = timeoutMs)]
    pub fn timeout_ms(&self) -> u32 {
        self.inner.borrow().settings.compaction.timeout_ms
    }

    /// The place of an entry in the log.
    #[wasm_bindgen(js_name = placeOf)]
    pub fn place_of(&self, id: &str) -> Option<u32> {
        self.inner.borrow().session.place_of(id)
    }

    /// An entry id that the log does not hold: 8 hexadecimal characters, as in pi's session files.
    ///
    /// # Errors
    /// Where the runtime gives no randomness (a worker's global scope).
    #[wasm_bindgen(js_name = newEntryId)]
    pub fn new_entry_id(&self) -> Result<String, JsError> {
        let inner = self.inner.borrow();
        loop {
            let id = format!("{:08x}", convert::random()?);
            if inner.session.place_of(&id).is_none() {
                return Ok(id);
            }
        }
    }
}
