//! What a summarizer is asked, and how its answer is put before the model later.
//!
//! A prompt is a template of `prompts/*.md` around its material: the conversation as role blocks, an earlier summary,
//! file lists, the host's context, the user's focus. The task stands first and is said once more at the end, where
//! models heed it most. All material is data: it passes [`crate::tags`], every part of it is capped, and the whole is
//! fitted to the summarizer's window.

mod arguments;
mod bound;
mod cap;
mod mask;
mod serialize;
mod transcript;

use std::borrow::Cow;
use std::rc::Rc;

pub use crate::frame::{frame_branch_summary, frame_summary, merge_split_summary, split_summary};
pub use crate::tags::neutralize;
pub use bound::bound_conversation;

pub use serialize::serialize_conversation;

use crate::entry::Entry;
use crate::files::{self, FileOperations};
use crate::gather::Gather;
use crate::seek;
use crate::settings::CompactionSettings;

const SYSTEM: &str = include_str!("../prompts/system.md");
const COMPACTION: &str = include_str!("../prompts/compaction.md");
const TURN_PREFIX: &str = include_str!("../prompts/turn-prefix.md");

/// Where a template takes its material.
const MATERIAL: &str = "{{material}}";

/// Shares of the window's room, in tenths. The conversation has [`bound::CONVERSATION`]; the rest stays free, since an
/// estimate may be too low.
const PRIOR_SUMMARY: u32 = 2;
const ADDITIONS: u32 = 1;

/// What goes into a prompt beside the conversation.
#[derive(Debug, Clone, Copy)]
pub struct PromptOptions<'a> {
    /// The summary of what came before these entries.
    pub prior_summary: Option<&'a str>,
    /// What the summary should look at most.
    pub instructions: Option<&'a str>,
    /// Further facts of the host, one a line.
    pub context: &'a [String],
    /// Files that the session read and changed.
    pub files: &'a FileOperations,
    /// Caps and masking.
    pub settings: &'a CompactionSettings,
    /// The summarizer's window in tokens, where known.
    pub window: Option<u32>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
}

/// The system prompt of every summary request.
pub fn system_prompt() -> &'static str {
    SYSTEM.trim_end()
}

/// Asks for the summary that takes the place of some entries, in the nine sections of seed 000.
///
/// Compaction entries among them are passed over: the newest one's summary is `prior_summary`.
pub fn compaction_prompt(entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    fill(COMPACTION, entries, options)
}

/// Asks for notes on the first part of a turn whose newer part stays.
pub fn turn_prefix_prompt(entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    fill(TURN_PREFIX, entries, options)
}

fn fill(template: &str, entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    let (task, closing) = seek::split(template, MATERIAL).unwrap_or((template, ""));
    let mut pieces = vec![task.trim_end().to_owned(), conversation(entries, options)];
    pieces.extend(files::block("read-files", &options.files.read_files));
    pieces.extend(files::block("modified-files", &options.files.modified_files));
    pieces.extend(additional_context(options));
    let focus = options.instructions.unwrap_or_default().trim();
    let focus = fit(neutralize(focus), "the focus", options, ADDITIONS);
    if !focus.is_empty() {
        pieces.push(format!("Additional focus: {focus}"));
    }
    pieces.push(closing.trim().to_owned());
    seek::join(&pieces, "\n\n")
}

fn conversation(entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    let mut pieces = vec!["<conversation>".to_owned()];
    // The file lists stand behind the conversation, brought up to date.
    let prior = options.prior_summary.map(files::without_file_tags).unwrap_or_default();
    let prior = fit(neutralize(prior.trim()), "the prior summary", options, PRIOR_SUMMARY);
    if !prior.is_empty() {
        pieces.push(format!("<prior-summary>\n{prior}\n</prior-summary>\n"));
    }
    let blocks = transcript::blocks(entries, options.settings);
    pieces.push(bound::blocks(&blocks, options.window, options.max_tokens).into_owned());
    pieces.push("</conversation>".to_owned());
    seek::join(&pieces, "\n")
}

fn additional_context(options: &PromptOptions<'_>) -> Option<String> {
    let lines = options.context.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
    let list: Vec<String> = lines.map(|line| format!("- {}", seek::replace(line, "\n", "\n  "))).gather();
    let list = seek::join(&list, "\n");
    let list = fit(neutralize(&list), "the context", options, ADDITIONS);
    (!list.is_empty()).then(|| format!("<additional-context>\n{list}\n</additional-context>"))
}

fn fit(text: Cow<'_, str>, what: &str, options: &PromptOptions<'_>, tenths: u32) -> String {
    bound::fit(text.into_owned(), what, options.window, options.max_tokens, tenths)
}
