//! What a run is given, asks, is told, and ends with.

use serde::Serialize;

use crate::budget::Limits;
use crate::files::FileOperations;
use crate::settings::Settings;
use crate::summary::RequestKind;

/// What a summarizer is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SummaryRequest {
    /// Which of the requests of this run it is; the answer names it.
    pub id: u32,
    /// What is wanted.
    pub kind: RequestKind,
    /// The system prompt.
    pub system: String,
    /// The prompt: the conversation as data, and the task.
    pub prompt: String,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// Which of the host's summarizers is asked, from 0.
    pub candidate: u32,
    /// The how-many-th try of this summarizer it is, from 0.
    pub attempt: u32,
    /// How long to wait before asking, in milliseconds.
    pub delay_ms: u32,
    /// Why it is asked again, or after another one, as the code of the failure before; empty at first.
    pub reason: String,
    /// Which piece of a conversation that is too long for one request it is about, from 0: each carries on the summary of
    /// those before it.
    pub chunk: u32,
}

/// A summarizer of the host's, as far as its limits are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Candidate {
    /// Its window in tokens; the session's model's where it is not known.
    pub window: Option<u32>,
    /// Its longest answer in tokens; likewise.
    pub output: Option<u32>,
}

/// What became of a request: a text, or a failure.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Answer {
    /// What the summarizer wrote.
    pub text: String,
    /// Whether the text ended at the output limit.
    pub cut_off: bool,
    /// A shorter summary that was written along.
    pub short_summary: Option<String>,
    /// The request was too long: how many tokens the summarizer takes, 0 where it did not say.
    pub overflow: Option<u32>,
    /// Why there is no text.
    pub failure: Option<Failure>,
}

/// Why a summarizer gave no usable answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// What was wanted.
    pub kind: RequestKind,
    /// Which summarizer, from 0.
    pub candidate: u32,
    /// Which try of it, from 0.
    pub attempt: u32,
    /// A stable code: `blank-summary`, `cut-off-summary`, `not-smaller`, `summarizer-timeout`, ….
    pub reason: String,
    /// A sentence for people.
    pub message: String,
    /// Whether the same request may succeed later.
    pub retryable: bool,
    /// How long the provider asked to wait, in milliseconds; 0 where it did not.
    pub retry_after_ms: u32,
}

/// What the machine wants next.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Ask a summarizer, then answer with [`Compaction::handle_answer`](super::Compaction::handle_answer).
    Summarize(SummaryRequest),
    /// Nothing until an answer comes.
    Wait,
    /// The end; further polls give the same.
    Done(Verdict),
}

/// How a run ends.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Verdict {
    /// A compaction that is right to commit.
    Draft(Draft),
    /// None; the session is as it was.
    Refused(Refused),
}

/// A compaction entry without the host's id and timestamp; or the summary of a branch, or a handoff's document, which have no
/// first kept entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The summary, with what is added to it by machine.
    pub summary: String,
    /// A sentence or two for a list of sessions.
    pub short_summary: Option<String>,
    /// The first entry that stays verbatim.
    pub first_kept_entry_id: String,
    /// Entries before it that stay too; of a handoff, those that the other session begins with, beside the host's
    /// instructions: pinned ones, and the newest request where the document does not have all of it.
    pub kept_entry_ids: Vec<String>,
    /// Tokens of the context before; of a branch, of what is summarized.
    pub tokens_before: u32,
    /// Tokens of the context after, counted on the same basis; where no compaction is made, of the summary.
    pub tokens_after: u32,
    /// How much the provider counted for each token of our estimate, where it is known.
    pub usage_ratio: Option<f64>,
    /// How much it counted beside the messages, where that is known; where it is not, it is a part of the ratio.
    pub overhead_tokens: Option<u32>,
    /// What the host said of that.
    pub declared_tokens: Option<u32>,
    /// Files of everything that is folded away.
    pub file_operations: FileOperations,
    /// Whether the cut parts a turn.
    pub is_split_turn: bool,
    /// How many messages the summary replaces.
    pub messages_summarized: u32,
    /// Whether every summarizer failed and the model-free summary stands in.
    pub degraded: bool,
    /// What the summary lacks although it was taken, as stable codes: `missing-sections`, `too-long`, …; `elided`: of the
    /// oldest part only the ends were read, since more pieces would be needed than calls are allowed.
    pub flaws: Vec<String>,
    /// Failed tries on the way.
    pub failures: Vec<Failure>,
    /// Where the session stood when this was prepared.
    pub leaf_id: String,
}

/// A refusal, with every failed try.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    /// The reason of the last failed try.
    pub reason: String,
    /// A sentence for people.
    pub message: String,
    /// Tokens of the context, as it still is.
    pub tokens_before: u32,
    /// Failed tries, in order.
    pub failures: Vec<Failure>,
}

/// What a run goes by.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// All settings.
    pub settings: Settings,
    /// The limits of the model, as far as they are known.
    pub limits: Limits,
    /// What the context is to measure afterwards, in tokens; nothing where that does not matter.
    pub target: Option<u32>,
    /// What it may measure, or the summary is refused: the same or more.
    pub most: Option<u32>,
    /// Whether it must become smaller at any price: a summary that is too long gives way to a sentence.
    pub last_resort: bool,
    /// Whether the provider has made the context smaller already, and the text stands beside that.
    pub adopts: bool,
    /// The host's summarizers, in the order of preference.
    pub candidates: Vec<Candidate>,
    /// What the summary should look at most.
    pub instructions: Option<String>,
    /// Whether the model-free summary may stand in when all have failed.
    pub fallback: bool,
}

/// What a host says of a run before it begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Customized {
    /// The task, in place of the one that the settings say.
    pub task: Option<String>,
    /// Further facts, one a line: they go into the requests and behind the summary.
    pub context: Vec<String>,
    /// The state of the work, one a line: likewise.
    pub state: Vec<String>,
}

/// A summary that the host has written itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Supplied {
    /// The summary.
    pub summary: String,
    /// A sentence or two for a list of sessions.
    pub short_summary: Option<String>,
}
