//! The pipeline's pure functions, for hosts that own their loop: `epitome/core`.
//!
//! There is one entrance for all, since an export of its own costs each function more than its work. The tape's data are
//! entries or messages; what else a function takes is in the tape's options.

use std::rc::Rc;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{read_entries, records, sizes, to_js, with_tape};
use crate::branch;
use crate::budget::{self, Limits};
use crate::compaction::{
    Candidate, Compaction, Options, Output, Preparation, PreparedIds, Sizing, is_compacted, prepare,
};
use crate::context::Context;
use crate::cut::{self, Grid};
use crate::emergency;
use crate::entry::{Body, Entry, Parent};
use crate::error::{Error, ErrorKind};
use crate::files::{self, FileOperations};
use crate::format::{self, Lens, lens};
use crate::glance;
use crate::mask::{Masking, mask};
use crate::message::Record;
use crate::model::Model;
use crate::patch;
use crate::prompt::{self, PromptOptions};
use crate::prune::{prune, prune_arguments, read_config};
use crate::repair::{Repair, RepairOptions, repair};
use crate::session::Session;
use crate::settings::{CompactionSettings, RedactionSettings, Settings};
use crate::summary::additions;
use crate::tokens::usage;
use crate::validity::{self, Situation};
use crate::value::Value;

#[wasm_bindgen(typescript_custom_section)]
const PURE: &str = r#"
/** What a tool is: `edit` creates, changes, moves or deletes files; `skill` loads instructions; `other` is anything else. */
export type ToolKind = "read" | "edit" | "bash" | "search" | "skill" | "other";

/** Tools by name. With a kind may stand which of the tool's arguments hold the path, the command, what is looked for. */
export type Tools = Record<string, ToolKind | { kind: ToolKind; path?: string; command?: string; pattern?: string }>;
/** Tools by name. */
export type ToolNames = readonly string[];
/** What a summary is asked to hold: one of two lists of sections, or a task of the host's own. */
export type Template = "nine-sections" | "goal-progress" | (string & {});
/** Names whose values are secret. */
export type SecretNames = readonly string[];
/** Forms of secrets, by what their placeholder says. */
export type Forms = Readonly<Record<string, string>>;

/** What each pure function gives. All take `format`; `settings` are those of compaction. */
export interface Pure {
    /** Of messages: the tokens of each. */
    estimateMessages: number[];
    /** Of messages: their size by the newest usage among them. */
    contextTokens: ContextTokens;
    /** `contextWindow`, `maxOutputTokens`, `settings`. */
    resolveThreshold: number;
    /** Of usage in any provider's shape: the prompt's tokens and the reply's; null where no count of it is known. */
    readUsage: [number, number] | null;
    /** `tokens`, `contextWindow`, `settings`. */
    shouldCompact: boolean;
    /** Of entries: `keepRecentTokens`, `startIndex`, `endIndex`. */
    findCutPoint: CutPoint;
    /** Of messages: `budgetTokens`; the host clamps it to the seed's 2,000 to 15,000. */
    findPreserveBoundary: number;
    /** Of entries: `settings`, `model`, `usageRatio`, `leafId`; null where there is nothing to fold away. */
    prepareCompaction: PreparedIds | null;
    /** Of entries: the same and `instructions`; the requests that a compaction makes of its first summarizer. */
    summaryRequests: SummaryRequest[];
    /** Of messages: `settings`. */
    serializeConversation: string;
    /** Of a text: `contextWindow`, `maxTokens`. */
    boundConversation: string;
    /** Of messages: `priorSummary`, `instructions`, `settings`. */
    compactionPrompt: string;
    /** Of entries: seed 002's rules, earlier summaries' lists included. */
    fileOperations: FileOperations;
    /** Of messages: seed 000's rules, shell commands included. */
    trackFiles: FileOperations;
    /** Of file lists: `summary`. */
    setFileTags: string;
    /**
     * Of messages: the summary of ours with which the conversation begins, behind the host's instructions. Its place, its text,
     * and the JSON Patch, as text, that leaves the rest of its message; "" where that is nothing.
     */
    earlierSummary: [number, string, string] | null;
    /** Of entries: `leafId`; places in the entries. */
    buildContext: number[];
    /** Of entries: `oldLeafId`, `targetId`. */
    collectBranch: BranchEntries;
    /** Of entries: `tokenBudget`. */
    prepareBranch: PreparedBranch;
    /** Of messages: `inFlight` allows calls of the newest batch to be unanswered; `request`, `strictAlternation`. */
    validate: Violation[];
    /** Of messages: the same and `editedAt`; `patch` is a JSON Patch over the array, as text. */
    repair: { patch: string; repairs: Repair[] };
    /** Of messages: what people are shown of each. */
    glance: Glance[];
    /** Of messages in whatever format: its name; null where none reads them. */
    formatOf: string | null;
    /** Of messages: `maxTokens`, `overhead`; what stays when only so many tokens fit. */
    emergencyPrune: Emergency;
    /**
     * Of messages: `keepOutputs`, `keepMessages`, `maxBytes`, `placeholder`, `media`; a JSON Patch over the array, as text, by which
     * old outputs give their place to a short text.
     */
    mask: string;
    /** Of entries: `config`, `leafId`, `reserve` (longest reference to a copy of an output, 0 for none). */
    prune: Pruning;
    /** Of entries: `config`, `leafId`. */
    pruneArguments: Pruning;
}
"#;

/// Calls a pure function by its name.
///
/// # Errors
/// Data or options that cannot be read, by their place.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn pure(#[wasm_bindgen(unchecked_param_type = "keyof Pure")] name: &str, length: u32) -> Result<JsValue, JsValue> {
    with_tape(length, |data, options| call(name, data, options))
}

fn call(name: &str, data: &Value<'_>, options: &Value<'_>) -> Result<JsValue, Error> {
    let number = |key: &str| options.get_number(key).unwrap_or(0.0);
    let tokens = |key: &str| number(key) as u32;
    let session = || session_of(data, options);
    let records = || records(data, lens_of(options)?);
    Ok(match name {
        "estimateMessages" => to_js(&sizes(data, lens_of(options)?)?),
        "contextTokens" => to_js(&usage::context_tokens(&records()?)),
        "readUsage" => {
            let read = usage::is_known(data).then(|| usage::read(data));
            to_js(&read.map(|usage| (usage.prompt(), usage.output)))
        }
        "resolveThreshold" => {
            let settings = settings_of(options)?;
            to_js(&budget::resolve_threshold(tokens("contextWindow"), &settings, tokens("maxOutputTokens")))
        }
        "shouldCompact" => {
            to_js(&budget::should_compact(tokens("tokens"), tokens("contextWindow"), &settings_of(options)?))
        }
        "findCutPoint" => {
            let (start, end) = (number("startIndex") as usize, number("endIndex") as usize);
            to_js(&cut::find_cut_point(session()?.entries(), start, end, tokens("keepRecentTokens"), grid(options)?))
        }
        "findPreserveBoundary" => {
            let grid = grid(options)?;
            to_js(&(cut::find_preserve_boundary(&loose(records()?), tokens("budgetTokens"), grid) as u32))
        }
        "prepareCompaction" => match prepared(&session()?, options)? {
            Some((preparation, _)) => to_js(&PreparedIds::from(&preparation)),
            None => JsValue::NULL,
        },
        "summaryRequests" => {
            let mut requests = Vec::new();
            if let Some((preparation, options)) = prepared(&session()?, options)? {
                let mut machine = Compaction::new(preparation, options);
                while let Output::Summarize(request) = machine.poll_output() {
                    requests.push(request);
                }
            }
            to_js(&requests)
        }
        "serializeConversation" => {
            let (settings, redaction) = (settings_of(options)?, RedactionSettings::default());
            to_js(&prompt::serialize_conversation(&loose(records()?), &settings, &redaction))
        }
        "boundConversation" => {
            let text = data.as_str().unwrap_or_default();
            to_js(&prompt::bound_conversation(text, tokens("contextWindow"), tokens("maxTokens")))
        }
        "compactionPrompt" => to_js(&compaction_prompt(records()?, options)?),
        "fileOperations" => to_js(&branch::prepare_branch(session()?.entries(), u32::MAX).file_operations),
        "trackFiles" => to_js(&files_of(&records()?)),
        "setFileTags" => {
            let summary = options.get_str("summary").unwrap_or_default();
            to_js(&files::set_file_tags(summary, &FileOperations::read(data)))
        }
        "earlierSummary" => to_js(&earlier_summary(data, lens_of(options)?)?),
        "buildContext" => to_js(&places(session()?.context())),
        "collectBranch" => {
            let target = options.get_str("targetId").unwrap_or_default();
            to_js(&branch::collect_branch(&session()?, options.get_str("oldLeafId"), target))
        }
        "prepareBranch" => to_js(&branch::prepare_branch(session()?.entries(), tokens("tokenBudget"))),
        "validate" => to_js(&validity::validate_messages(lens_of(options)?, data, situation(options))?),
        "repair" => {
            let edited_at = options.get_number("editedAt").map(|at| at as usize);
            let found = repair(lens_of(options)?, data, situation(options), RepairOptions { edited_at })?;
            to_js(&Patched { patch: patch::to_text(&found.ops), repairs: found.repairs })
        }
        "glance" => to_js(&glance::glance(lens_of(options)?, data.as_array().unwrap_or_default())?),
        "formatOf" => to_js(&glance::format_of(data.as_array().unwrap_or_default())),
        "prune" | "pruneArguments" => {
            let config = read_config(options.get("config").unwrap_or(&Value::Null))?;
            let (session, reserve) = (session()?, tokens("reserve"));
            to_js(&if name == "prune" { prune(&session, &config, reserve) } else { prune_arguments(&session, &config) })
        }
        "mask" => {
            let how = Masking {
                keep_outputs: number("keepOutputs") as usize,
                keep_messages: number("keepMessages") as usize,
                max_bytes: number("maxBytes") as usize,
                placeholder: options.get_str("placeholder"),
                media: options.get("media").is_some_and(Value::is_true),
            };
            let messages = data.as_array().unwrap_or_default();
            to_js(&patch::to_text(&mask(lens_of(options)?, messages, &records()?, &how)?))
        }
        "emergencyPrune" => {
            let messages = data.as_array().unwrap_or_default();
            let (lens, records) = (lens_of(options)?, records()?);
            to_js(&emergency::emergency(lens, messages, &records, tokens("maxTokens"), tokens("overhead"))?)
        }
        _ => return Err(Error::new(ErrorKind::Internal, "", format!("there is no pure function {name}"))),
    })
}

fn earlier_summary(messages: &Value<'_>, lens: &dyn Lens) -> Result<Option<(usize, String, String)>, Error> {
    for (at, message) in messages.as_array().unwrap_or_default().iter().enumerate() {
        let place = |error: Error| error.within(&format!("messages[{at}]"));
        if let Some((summary, edits)) = format::split_summary(lens, message).map_err(place)? {
            return Ok(Some((at, summary, edits)));
        }
        let record = Record::new(&lens.view(message).map_err(place)?);
        if !record.is_barrier && !record.role.instructs() {
            break;
        }
    }
    Ok(None)
}

fn grid(options: &Value<'_>) -> Result<Grid, Error> {
    Ok(Grid { one_response: lens_of(options)?.rules().one_response, whole_loops: true })
}

/// A repair, its edits as text.
#[derive(Serialize)]
struct Patched {
    patch: String,
    repairs: Vec<Repair>,
}

fn situation(options: &Value<'_>) -> Situation {
    let flag = |key: &str| options.get(key).is_some_and(Value::is_true);
    Situation { in_flight: flag("inFlight"), is_request: flag("request"), alternates: flag("strictAlternation") }
}

fn lens_of(options: &Value<'_>) -> Result<&'static dyn Lens, Error> {
    lens(options.get_str("format").unwrap_or("pi"))
}

fn settings_of(options: &Value<'_>) -> Result<CompactionSettings, Error> {
    CompactionSettings::read(options.get("settings").unwrap_or(&Value::Null), "settings")
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

/// Messages as entries without a place in a log.
fn loose(records: Vec<Record>) -> Vec<Rc<Entry>> {
    let mut entries = Vec::new();
    for record in records {
        let (id, timestamp) = (String::new(), String::new());
        let body = Body::Message(record);
        entries.push(Rc::new(Entry { id, parent: Parent::Root, timestamp, pinned: false, carried: None, body }));
    }
    entries
}

/// All that is seen from here, also what waits for open calls.
fn places(context: &Context) -> Vec<u32> {
    let mut places = Vec::new();
    context.items().iter().for_each(|item| places.push(item.at));
    places.extend(context.held());
    places
}

fn files_of(records: &[Record]) -> FileOperations {
    let mut uses = Vec::new();
    records.iter().for_each(|record| record.add_files(&mut uses));
    files::file_operations(&uses, &[], true)
}

fn prepared(session: &Session, options: &Value<'_>) -> Result<Option<(Preparation, Options)>, Error> {
    let compaction = settings_of(options)?;
    let model = Model::read(options.get("model").unwrap_or(&Value::Null), "model")?;
    let preparation = if is_compacted(session) {
        None
    } else {
        let (limits, usage_ratio) = (Limits::of(&model, None), options.get_number("usageRatio"));
        prepare(session, &compaction, Sizing { limits, usage_ratio, ..Sizing::default() })
    };
    let options = Options {
        settings: Settings { compaction, ..Settings::default() },
        limits: Limits::of(&model, None),
        candidates: vec![Candidate::default()],
        instructions: options.get_str("instructions").map(Into::into),
        ..Options::default()
    };
    Ok(preparation.map(|preparation| (preparation, options)))
}

fn compaction_prompt(records: Vec<Record>, options: &Value<'_>) -> Result<String, Error> {
    let files = files_of(&records);
    let (settings, redaction) = (settings_of(options)?, RedactionSettings::default());
    let prior = options.get_str("priorSummary").map(additions::strip);
    let options = PromptOptions {
        prior_summary: prior.as_deref(),
        instructions: options.get_str("instructions"),
        ..PromptOptions::new(&files, &settings, &redaction)
    };
    Ok(prompt::compaction_prompt(&loose(records), &options))
}
