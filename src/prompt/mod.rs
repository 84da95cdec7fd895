//! What a summarizer is asked, and how its answer is put before the model later.
//!
//! A prompt is a task, by kind, of `prompts/*.md` or of the host, and its material: an earlier summary, the conversation as
//! role blocks, how what follows begins, file lists, the host's context, the user's focus. The task stands first and is
//! said once more at the end, where models heed it most. All material is data: it passes [`crate::redact`] before
//! anything is cut, then [`crate::tags`]; every part is capped, and the whole is fitted to the summarizer's window.

mod arguments;
mod bound;
mod cap;
mod chunk;
mod mask;
mod serialize;
mod task;
mod transcript;
mod weight;

use std::rc::Rc;

pub use crate::frame::{frame_branch_summary, frame_handoff, frame_summary, merge_split_summary, split_summary};
pub use crate::tags::neutralize;
pub use bound::bound_conversation;
pub use chunk::{chunk, last_runs};
pub use serialize::serialize_conversation;
pub use task::required_headings;

pub(crate) use task::TEMPLATES;

use crate::entry::Entry;
use crate::files::{self, FileOperations};
use crate::gather::Gather;
use crate::seek;
use crate::settings::{CompactionSettings, RedactionSettings, Template};
use crate::summary::RequestKind;
use crate::tokens::estimate;

const SYSTEM: &str = include_str!("../prompts/system.md");
const CLOSING: &str = include_str!("../prompts/closing.md");
const KEPT: &str = include_str!("../prompts/kept.md");

/// Where it takes what follows.
const KEPT_MARK: &str = "{{kept}}";

/// The most of it, in tokens.
const KEPT_TOKENS: u32 = 800;

/// What is written takes at most so many times the room there is, at each end: the weights are estimates.
const PLENTY: u64 = 3;

/// What goes into a prompt beside the conversation.
#[derive(Debug, Clone, Copy)]
pub struct PromptOptions<'a> {
    /// The summary of what came before these entries: the model's own text, without what the machine put behind it.
    pub prior_summary: Option<&'a str>,
    /// What the summary should look at most.
    pub instructions: Option<&'a str>,
    /// Further facts of the host, one a line.
    pub context: &'a [String],
    /// What is open in the session, one a line: goal, todos. It stands behind the facts.
    pub state: &'a [String],
    /// Files that the session read and changed.
    pub files: &'a FileOperations,
    /// Form, caps and masking.
    pub settings: &'a CompactionSettings,
    /// What is kept from the summarizer.
    pub redaction: &'a RedactionSettings,
    /// The summarizer's window in tokens, where known.
    pub window: Option<u32>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// A task of the host in place of ours. It goes before that of the settings.
    pub task: Option<&'a str>,
    /// What follows: what stays verbatim behind the summary, or what is summarized after it.
    pub kept: &'a [Rc<Entry>],
    /// Why the last answer was refused, in a sentence.
    pub complaint: Option<&'a str>,
}

impl<'a> PromptOptions<'a> {
    /// Nothing but the material.
    pub fn new(files: &'a FileOperations, settings: &'a CompactionSettings, redaction: &'a RedactionSettings) -> Self {
        Self {
            prior_summary: None,
            instructions: None,
            context: &[],
            state: &[],
            files,
            settings,
            redaction,
            window: None,
            max_tokens: 0,
            task: None,
            kept: &[],
            complaint: None,
        }
    }

    fn has_prior(&self) -> bool {
        self.prior_summary.is_some_and(|prior| !prior.trim().is_empty())
    }

    /// Some twentieths of the room, in tokens, where the window is known.
    fn share(&self, twentieths: u32) -> Option<u32> {
        self.window.map(|window| bound::share(window, self.max_tokens, twentieths))
    }

    /// A text that is quoted: without secrets, its marks harmless, and no larger than its share.
    fn quote(&self, text: &str, what: &str, twentieths: u32) -> String {
        let text = neutralize(&self.redaction.redact(text.trim())).into_owned();
        bound::fit(text, what, self.share(twentieths))
    }
}

/// The system prompt of every summary request.
pub fn system_prompt() -> &'static str {
    SYSTEM.trim_end()
}

/// Asks for the summary of some entries. Without any, of the conversation that stands above the prompt.
///
/// Compaction entries among them are passed over: the newest one's summary is `prior_summary`.
pub fn summary_prompt(kind: RequestKind, entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    prompt(kind, entries, options, &options.settings.template)
}

/// Asks for the summary that takes the place of some entries, in the nine sections of seed 000.
pub fn compaction_prompt(entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    prompt(RequestKind::History, entries, options, &Template::NineSections)
}

/// Asks for a sentence or two that name a summary in a list.
pub fn short_prompt(summary: &str, options: &PromptOptions<'_>) -> String {
    let options = PromptOptions { prior_summary: None, ..*options };
    let summary = options.quote(summary, "the summary", bound::CONVERSATION);
    let material = vec![["<summary>\n", &summary, "\n</summary>"].concat()];
    finish(task::task(RequestKind::Short, &options, &Template::NineSections, false), material, &options)
}

fn prompt(kind: RequestKind, entries: &[Rc<Entry>], options: &PromptOptions<'_>, template: &Template) -> String {
    // A briefing may be asked for where the conversation stands above.
    let quotes = kind != RequestKind::Handoff || !entries.is_empty();
    let mut material = Vec::new();
    if quotes {
        material.push(conversation(entries, options));
    }
    material.extend(kept(options));
    material.extend(files(options));
    let lines = options.context.iter().chain(options.state).map(|line| line.trim()).filter(|line| !line.is_empty());
    let list = lines.map(|line| ["- ", &seek::replace(&neutralize(line), "\n", "\n  ")].concat()).gather();
    let list = options.quote(&seek::join(&list, "\n"), "the context", bound::ADDITION);
    if !list.is_empty() {
        material.push(["<additional-context>\n", &list, "\n</additional-context>"].concat());
    }
    finish(task::task(kind, options, template, quotes), material, options)
}

/// The task, the material, and the task once more: what is asked for stands last.
fn finish(task: String, material: Vec<String>, options: &PromptOptions<'_>) -> String {
    let mut pieces = vec![task];
    pieces.extend(material);
    for (name, text) in [
        ("Additional focus: ", options.instructions),
        ("An earlier answer to this task was refused: ", options.complaint),
    ] {
        let text = options.quote(text.unwrap_or_default(), "the focus", bound::ADDITION);
        if !text.is_empty() {
            pieces.push([name, &text].concat());
        }
    }
    pieces.push(CLOSING.trim().to_owned());
    seek::join(&pieces, "\n\n")
}

fn conversation(entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> String {
    let mut pieces = vec!["<conversation>".to_owned()];
    let prior = options.quote(options.prior_summary.unwrap_or_default(), "the prior summary", bound::PRIOR_SUMMARY);
    if !prior.is_empty() {
        pieces.push(["<prior-summary>\n", &prior, "\n</prior-summary>\n"].concat());
    }
    let room = options.share(bound::CONVERSATION);
    let most = room.map_or(u64::MAX, |room| u64::from(room) * 4 * PLENTY);
    // What has no room is not written, but for the newest request.
    let skip = weight::middle(entries, options, most);
    let blocks = transcript::blocks(entries, options, u64::MAX, &skip);
    pieces.push(bound::blocks(&blocks, room));
    pieces.push("</conversation>".to_owned());
    seek::join(&pieces, "\n")
}

/// How what follows begins.
fn kept(options: &PromptOptions<'_>) -> Option<String> {
    let room = options.share(bound::ADDITION).unwrap_or(KEPT_TOKENS).min(KEPT_TOKENS);
    let text = transcript::beginning(options.kept, options.redaction, room);
    (!text.is_empty()).then(|| seek::replace(KEPT.trim_end(), KEPT_MARK, &text))
}

/// The lists of files, as far as there is room. The machine puts them behind the summary anyway.
fn files(options: &PromptOptions<'_>) -> Vec<String> {
    let FileOperations { read_files, modified_files } = options.files;
    let mut blocks = Vec::new();
    let mut room = options.share(bound::ADDITION).unwrap_or(u32::MAX);
    for (tag, names) in [("modified-files", modified_files), ("read-files", read_files)] {
        let Some(block) = files::block(tag, names) else { continue };
        let tokens = estimate::text(&block);
        if tokens <= room {
            room -= tokens;
            blocks.insert(0, options.redaction.redact(&block).into_owned());
        }
    }
    blocks
}
