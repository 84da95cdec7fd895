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

use self::stale::last_changes;
use self::survey::Survey;
use crate::error::Error;
use crate::session::Session;
use crate::settings::{PruneConfig, fill};
use crate::value::Value;

/// What a prune does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Pruning {
    /// What gives its place to a notice, oldest first.
    pub edits: Vec<PruneEdit>,
    /// Tokens that all of them save.
    pub tokens_saved: u32,
    /// What they save at least, whatever reference to a copy each notice gets.
    #[serde(skip)]
    pub(crate) least: u32,
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
    /// Whether it is text and nothing else, so that a copy of its text is a copy of all of it. Of a duplicate no copy is needed:
    /// this is false.
    pub complete: bool,
    /// Whether images and files stay beside the notice, which then stands for the texts alone.
    pub keeps_media: bool,
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
    fn add(&mut self, edit: PruneEdit, least: u32) {
        self.tokens_saved = self.tokens_saved.saturating_add(edit.tokens_saved);
        self.least = self.least.saturating_add(least);
        self.edits.push(edit);
    }

    /// The plan; nothing at all where it saves too little.
    fn worth(self, config: &PruneConfig) -> Self {
        if self.least < config.minimum_savings { Self::default() } else { self }
    }
}

/// Plans a prune of what the model sees of a session. `reserve` is the length of the longest reference to a copy of an output,
/// in ASCII characters; 0 where there will be none. With it each output that can have one pays in the plan for the longest, so
/// that no notice is longer than what it replaces, whatever its reference.
pub fn prune(session: &Session, config: &PruneConfig, reserve: u32) -> Pruning {
    let survey = Survey::new(session, config);
    outputs::outputs(&survey, &last_changes(&survey), config, reserve).worth(config)
}

/// Plans which arguments go: of calls that changed files and did not fail, and each of whose files was changed again later.
/// What is protected from [`prune`] by its age is so here, and the same minimum holds.
pub fn prune_arguments(session: &Session, config: &PruneConfig) -> Pruning {
    let survey = Survey::new(session, config);
    arguments::arguments(&survey, &last_changes(&survey), config).worth(config)
}

/// All that can go, whatever it saves: outputs; and arguments, where the settings have them go, too.
pub fn everything(session: &Session, config: &PruneConfig, reserve: u32) -> (Pruning, Pruning) {
    let survey = Survey::new(session, config);
    let changed = last_changes(&survey);
    let arguments = if config.arguments { arguments::arguments(&survey, &changed, config) } else { Pruning::default() };
    (outputs::outputs(&survey, &changed, config, reserve), arguments)
}

/// Reads what a host that owns its loop gave as `config`. What the seeds do not have is off unless it says otherwise.
///
/// # Errors
/// [`InvalidSettings`](crate::error::ErrorKind::InvalidSettings) with the place.
pub fn read_config(value: &Value<'_>) -> Result<PruneConfig, Error> {
    let mut config = PruneConfig { duplicates: false, single_turn: false, ..PruneConfig::default() };
    fill(&mut config, value, "config")?;
    Ok(config)
}
