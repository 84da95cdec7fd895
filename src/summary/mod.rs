//! Summaries: taking or refusing what a model wrote, and writing one without a model.

pub mod accept;
pub mod additions;
pub mod extractive;
pub mod fit;
pub mod identifiers;

use serde::{Deserialize, Serialize};

pub(crate) use additions::sections;

pub use accept::{Expected, Flaw, Refusal, accept, flaws, is_echo, is_thin, sample};
pub use extractive::{ExtractiveOptions, extractive};
pub use fit::fit;

/// What a summary is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RequestKind {
    /// The conversation before the cut.
    #[default]
    History,
    /// The start of the turn that the cut parts.
    TurnPrefix,
    /// A branch that is left.
    Branch,
    /// A briefing for a new session.
    Handoff,
    /// A sentence or two for a list of sessions.
    Short,
}
