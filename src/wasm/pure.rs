//! The pipeline's pure functions, for hosts that own their loop: `epitome/core`.
//!
//! The tape's data are entries or messages; its options are `format`, `leafId`, `settings` (those of compaction),
//! `model`, `usageRatio`, `priorSummary`, `instructions`, as far as a function has a use for them.

use std::rc::Rc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::convert::{read_entries, records, sizes, to_js, to_ts, with_tape};
use crate::branch::{self, BranchEntries, PreparedBranch};
use crate::budget;
use crate::compaction::{Compaction, Options, Output, Preparation, PreparedIds, prepare};
use crate::context::Item;
use crate::cut::{self, CutPoint};
use crate::emergency;
use crate::entry::{Body, Entry};
use crate::error::Error;
use crate::files::{self, FileOperations};
use crate::format::{Lens, lens};
use crate::message::Record;
use crate::prompt::{self, PromptOptions};
use crate::session::Session;
use crate::settings::{CompactionSettings, Model, Settings};
use crate::tokens::usage::{self, ContextTokens};
use crate::validity;
use crate::value::Value;

fn lens_of(options: &Value<'_>) -> Result<&'static dyn Lens, Error> {
    lens(options.get_str("format").unwrap_or("pi"))
}

fn settings_of(options: &Value<'_>) -> Result<CompactionSettings, Error> {
    CompactionSettings::read(options.get("settings").unwrap_or(&Value::Null), "settings")
}

fn owned(options: &Value<'_>, key: &str) -> Option<String> {
    options.get_str(key).map(Into::into)
}

/// A session from entries, standing at `leafId` or at the last entry.
fn session_of(entries: &Value<'_>, options: &Value<'_>) -> Result<Session, Error> {
    let lens = lens_of(options)?;
    let mut session = Session::new(lens);
    session.append(read_entries(entries, lens)?)?;
    // An unknown leaf means the last entry, as in pi.
    if let Some(id) = options.get_str("leafId").filter(|id| session.find(id).is_some()) {
        session.look_from(id)?;
    }
    Ok(session)
}

fn with_session<T>(length: u32, work: impl FnOnce(&Session, &Value<'_>) -> Result<T, Error>) -> Result<T, JsValue> {
    with_tape(length, |entries, options| work(&session_of(entries, options)?, options))
}

fn with_records<T>(length: u32, work: impl FnOnce(Vec<Record>, &Value<'_>) -> Result<T, Error>) -> Result<T, JsValue> {
    with_tape(length, |messages, options| work(records(messages, lens_of(options)?)?, options))
}

/// Messages as entries without a place in a log.
fn loose(records: Vec<Record>) -> Vec<Rc<Entry>> {
    let entry = |(at, record): (usize, Record)| {
        let id = at.to_string();
        Rc::new(Entry { id, parent_id: None, timestamp: String::new(), pinned: false, body: Body::Message(record) })
    };
    records.into_iter().enumerate().map(entry).collect()
}

/// The tokens of each message.
///
/// # Errors
/// A message that cannot be read, by its place.
#[wasm_bindgen(js_name = estimateMessages)]
pub fn estimate_messages(length: u32) -> Result<Vec<u32>, JsValue> {
    with_tape(length, |messages, options| sizes(messages, lens_of(options)?))
}

/// Sizes messages by the newest usage among them.
///
/// # Errors
/// A message that cannot be read, by its place.
#[wasm_bindgen(js_name = contextTokens)]
pub fn context_tokens(length: u32) -> Result<Ts<ContextTokens>, JsValue> {
    Ok(to_ts(&with_records(length, |records, _| Ok(usage::context_tokens(&records)))?))
}

/// See [`budget::resolve_threshold`].
///
/// # Errors
/// Settings that cannot be read.
#[wasm_bindgen(js_name = resolveThreshold)]
pub fn resolve_threshold(length: u32, window: f64, max_output: f64) -> Result<u32, JsValue> {
    with_tape(length, |_, options| {
        Ok(budget::resolve_threshold(window as u32, &settings_of(options)?, max_output as u32))
    })
}

/// See [`budget::should_compact`].
///
/// # Errors
/// Settings that cannot be read.
#[wasm_bindgen(js_name = shouldCompact)]
pub fn should_compact(length: u32, tokens: f64, window: f64) -> Result<bool, JsValue> {
    with_tape(length, |_, options| Ok(budget::should_compact(tokens as u32, window as u32, &settings_of(options)?)))
}

/// See [`cut::find_cut_point`].
///
/// # Errors
/// An entry that cannot be read, by its place.
#[wasm_bindgen(js_name = findCutPoint)]
pub fn find_cut_point(length: u32, keep: f64, start: u32, end: u32) -> Result<Ts<CutPoint>, JsValue> {
    let find = |session: &Session, _: &Value<'_>| {
        Ok(cut::find_cut_point(session.entries(), start as usize, end as usize, keep as u32))
    };
    Ok(to_ts(&with_session(length, find)?))
}

/// See [`cut::find_preserve_boundary`]; the host clamps the budget to the seed's 2,000 to 15,000.
///
/// # Errors
/// A message that cannot be read, by its place.
#[wasm_bindgen(js_name = findPreserveBoundary)]
pub fn find_preserve_boundary(length: u32, budget: u32) -> Result<u32, JsValue> {
    with_records(length, |records, _| Ok(cut::find_preserve_boundary(&loose(records), budget) as u32))
}

fn prepared(session: &Session, options: &Value<'_>) -> Result<Option<(Preparation, Options)>, Error> {
    let compaction = settings_of(options)?;
    let model = Model::read(options.get("model").unwrap_or(&Value::Null));
    let preparation = prepare(session, &compaction, model.window(), options.get_number("usageRatio"));
    let options = Options {
        settings: Settings { compaction, ..Settings::default() },
        window: model.window(),
        max_output: model.output(),
        candidates: 1,
        instructions: owned(options, "instructions"),
        fallback: false,
    };
    Ok(preparation.map(|preparation| (preparation, options)))
}

/// See [`prepare`]. Nothing where there is nothing to fold away.
///
/// # Errors
/// An entry or settings that cannot be read.
#[wasm_bindgen(js_name = prepareCompaction)]
pub fn prepare_compaction(length: u32) -> Result<Option<Ts<PreparedIds>>, JsValue> {
    let found = with_session(length, prepared)?;
    Ok(found.map(|(preparation, _)| to_ts(&PreparedIds::from(&preparation))))
}

/// The requests that a compaction of these entries would make of its first summarizer.
///
/// # Errors
/// An entry or settings that cannot be read.
#[wasm_bindgen(js_name = summaryRequests, unchecked_return_type = "SummaryRequest[]")]
pub fn summary_requests(length: u32) -> Result<Vec<JsValue>, JsValue> {
    let Some((preparation, options)) = with_session(length, prepared)? else { return Ok(Vec::new()) };
    let mut machine = Compaction::new(preparation, options);
    let mut requests = Vec::new();
    while let Output::Summarize(request) = machine.poll_output() {
        requests.push(to_js(&request));
    }
    Ok(requests)
}

/// See [`prompt::serialize_conversation`].
///
/// # Errors
/// A message or settings that cannot be read.
#[wasm_bindgen(js_name = serializeConversation)]
pub fn serialize_conversation(length: u32) -> Result<String, JsValue> {
    with_records(length, |records, options| Ok(prompt::serialize_conversation(&loose(records), &settings_of(options)?)))
}

/// See [`prompt::bound_conversation`].
#[wasm_bindgen(js_name = boundConversation)]
pub fn bound_conversation(text: &str, window: f64, max_tokens: f64) -> String {
    prompt::bound_conversation(text, window as u32, max_tokens as u32).into_owned()
}

/// The compaction prompt of messages.
///
/// # Errors
/// A message or settings that cannot be read.
#[wasm_bindgen(js_name = compactionPrompt)]
pub fn compaction_prompt(length: u32) -> Result<String, JsValue> {
    with_records(length, |records, options| {
        let files = files_of(&records);
        let options = PromptOptions {
            prior_summary: options.get_str("priorSummary"),
            instructions: options.get_str("instructions"),
            context: &[],
            files: &files,
            settings: &settings_of(options)?,
            window: None,
            max_tokens: 0,
        };
        Ok(prompt::compaction_prompt(&loose(records), &options))
    })
}

fn files_of(records: &[Record]) -> FileOperations {
    files::file_operations(records.iter().flat_map(Record::calls), std::iter::empty(), true)
}

/// The files of entries: seed 002's rules, earlier summaries' lists included.
///
/// # Errors
/// An entry that cannot be read, by its place.
#[wasm_bindgen(js_name = fileOperations)]
pub fn file_operations(length: u32) -> Result<Ts<FileOperations>, JsValue> {
    let find =
        |session: &Session, _: &Value<'_>| Ok(branch::prepare_branch(session.entries(), u32::MAX).file_operations);
    Ok(to_ts(&with_session(length, find)?))
}

/// The files of messages: seed 000's rules, shell commands included.
///
/// # Errors
/// A message that cannot be read, by its place.
#[wasm_bindgen(js_name = trackFiles)]
pub fn track_files(length: u32) -> Result<Ts<FileOperations>, JsValue> {
    Ok(to_ts(&with_records(length, |records, _| Ok(files_of(&records)))?))
}

/// See [`files::set_file_tags`]. The tape's data are the lists, `readFiles` and `modifiedFiles`.
///
/// # Errors
/// None that a caller can cause.
#[wasm_bindgen(js_name = setFileTags)]
pub fn set_file_tags(summary: &str, length: u32) -> Result<String, JsValue> {
    with_tape(length, |lists, _| Ok(files::set_file_tags(summary, &FileOperations::read(lists))))
}

/// What the model sees from a leaf: places in the entries.
///
/// # Errors
/// An entry that cannot be read, by its place.
#[wasm_bindgen(js_name = buildContext)]
pub fn build_context(length: u32) -> Result<Vec<u32>, JsValue> {
    let place = |item: &Item| match item {
        Item::Entry(at) | Item::Summary(at) => *at,
    };
    with_session(length, |session, _| Ok(session.context().items().iter().map(place).collect()))
}

/// See [`branch::collect_branch`].
///
/// # Errors
/// An entry that cannot be read, by its place.
#[wasm_bindgen(js_name = collectBranch)]
pub fn collect_branch(length: u32, old_leaf_id: Option<String>, target_id: &str) -> Result<Ts<BranchEntries>, JsValue> {
    let collect =
        |session: &Session, _: &Value<'_>| Ok(branch::collect_branch(session, old_leaf_id.as_deref(), target_id));
    Ok(to_ts(&with_session(length, collect)?))
}

/// See [`branch::prepare_branch`].
///
/// # Errors
/// An entry that cannot be read, by its place.
#[wasm_bindgen(js_name = prepareBranch)]
pub fn prepare_branch(length: u32, token_budget: f64) -> Result<Ts<PreparedBranch>, JsValue> {
    Ok(to_ts(&with_session(length, |session, _| Ok(branch::prepare_branch(session.entries(), token_budget as u32)))?))
}

/// Every rule that messages break. `in_flight` allows calls of the newest batch to be unanswered.
///
/// # Errors
/// A message that cannot be read, by its place.
#[wasm_bindgen(unchecked_return_type = "Violation[]")]
pub fn validate(length: u32, in_flight: bool) -> Result<Vec<JsValue>, JsValue> {
    let found = with_records(length, |records, options| {
        Ok(validity::validate(&records, lens_of(options)?.rules(), in_flight))
    })?;
    Ok(found.iter().map(to_js).collect())
}

/// Places of the messages that stay when only so many tokens fit.
///
/// # Errors
/// A message that cannot be read, by its place.
#[wasm_bindgen(js_name = emergencyPrune)]
pub fn emergency_prune(length: u32, max_tokens: f64) -> Result<Vec<u32>, JsValue> {
    with_records(length, |records, _| {
        let kept = emergency::emergency_prune(&records, emergency::lead_of(&records), max_tokens as u32);
        Ok(kept.into_iter().map(|at| at as u32).collect())
    })
}
