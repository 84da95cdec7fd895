//! Pruning: old tool outputs give their place to short notices. It costs no model call, and nothing is lost by it, since the
//! originals stay where they are.
//!
//! Most of a long session is tool output that nobody will read again. The newest outputs stay, and so do the newest turns;
//! what is older goes, and what a later call made worthless goes first ([`PruneReason`]). Instructions that were loaded and files
//! that were read stay, a file's text only as long as no later read covers it and nothing changed the file.
//!
//! A prune changes what a provider has in its cache, so that it pays only as a batch: where all of it together saves less
//! than a minimum, nothing is pruned at all.
//!
//! What is planned here depends on the entries and the settings alone. What the model does not see any more, since a
//! compaction summarized it or the session went on elsewhere, is neither counted nor touched; what is pinned stays.

mod arguments;
mod cover;
mod duplicates;
mod notice;
mod outputs;
mod stale;
mod survey;
mod target;
mod tool;

use serde::Serialize;

use crate::error::Error;
use crate::settings::{PruneConfig, fill};
use crate::value::Value;

pub use arguments::prune_arguments;
pub use outputs::prune;

/// What a prune does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Pruning {
    /// What gives its place to a notice, oldest first.
    pub edits: Vec<PruneEdit>,
    /// Tokens that all of them save.
    pub tokens_saved: u32,
}

/// An output that gives its place to a notice; or the arguments of a call, whose notice is the JSON text of an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PruneEdit {
    /// The entry of its message.
    pub entry_id: String,
    /// Which part of the message it is; messages of some formats hold several outputs.
    pub part: u32,
    /// The call; empty where the format has no ids.
    pub tool_call_id: String,
    /// The tool.
    pub tool_name: String,
    /// Why it goes.
    pub reason: PruneReason,
    /// What stands in its place.
    pub notice: String,
    /// Tokens of all of it, as it was at first.
    pub original_tokens: u32,
    /// Tokens that the notice saves.
    pub tokens_saved: u32,
    /// Whether it is text and nothing else, so that a copy of its text is a copy of all of it. Else the notice stands for its
    /// text, and the rest stays (unless `images` is set). Of a duplicate no copy is needed: this is false.
    pub complete: bool,
    /// What the notice saves in quarters of a token: each ASCII character more is one less.
    pub room: u32,
}

/// Why something is pruned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PruneReason {
    /// It is older than what is protected.
    Old,
    /// A later call of the same shows how things stand now.
    Repeated,
    /// A later read shows these lines, and more.
    Covered,
    /// The file that it shows, or that it was written to, was changed later.
    Changed,
    /// The same call gave the same output again, which stays.
    Duplicate,
}

impl Pruning {
    fn add(&mut self, edit: PruneEdit) {
        self.tokens_saved = self.tokens_saved.saturating_add(edit.tokens_saved);
        self.edits.push(edit);
    }

    /// The plan, found newest first; nothing at all where it saves too little.
    fn worth(mut self, saved: u32, config: &PruneConfig) -> Self {
        if saved < config.minimum_savings {
            return Self::default();
        }
        self.edits.reverse();
        self
    }
}

/// Reads what a host that owns its loop gave as `config`. What the seeds do not have is off unless it says otherwise.
///
/// # Errors
/// [`InvalidSettings`](crate::error::ErrorKind::InvalidSettings) with the place.
pub fn read_config(value: &Value<'_>) -> Result<PruneConfig, Error> {
    let mut config = PruneConfig { duplicates: false, ..PruneConfig::default() };
    fill(&mut config, value, "config")?;
    Ok(config)
}
