//! How the entries of a path are shown to the model where they cannot stand as they are: what a compaction changed for those
//! behind it, and which neighbours make one message.

use crate::entry::{Body, Entry};
use crate::format::{Lens, Results, Text};
use crate::message::{Record, Role};
use crate::settings::{BoundThinking, CompactionSettings, SummaryRole};

/// What follows from the format and the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Projection {
    /// Neighbours of the same role that the host did not put side by side make one message: in the format, or for this
    /// server, which is stricter.
    alternates: bool,
    strict: bool,
    /// Messages of the model do so, too.
    models: bool,
    /// What becomes of reasoning that depends on what a compaction changed.
    thinking: BoundThinking,
    /// The role of a summary's message in this format.
    summary: Role,
    /// Results stand in messages of the user.
    results_are_user: bool,
    /// Whose the compactions in this format's messages are, where nothing else is said; empty where there is no telling.
    vendor: &'static str,
}

impl Default for Projection {
    fn default() -> Self {
        Self {
            alternates: false,
            strict: false,
            models: false,
            thinking: BoundThinking::Auto,
            summary: Role::User,
            results_are_user: false,
            vendor: "",
        }
    }
}

impl Projection {
    /// Reads what a format and the settings say.
    pub fn new(lens: &dyn Lens, settings: &CompactionSettings) -> Self {
        let summary = lens.text_message(&Text { text: "", role: settings.summary_role, time: 0.0, id: "", form: 0 });
        let user = if settings.summary_role == SummaryRole::User { Role::User } else { Role::System };
        Self {
            alternates: lens.rules().alternates || settings.strict_alternation,
            strict: settings.strict_alternation,
            models: settings.strict_alternation || !lens.rules().joined.is_empty(),
            thinking: settings.bound_thinking,
            summary: lens.view(&summary).map_or(user, |view| view.role),
            results_are_user: lens.rules().results == Results::Next,
            vendor: match lens.name() {
                "openai-responses" => "openai",
                "anthropic" => "anthropic",
                _ => "",
            },
        }
    }

    /// Whether a message before a compaction is shown without its bound reasoning. `in_loop`: it belongs to the turn that
    /// the model had not ended; there a provider asks for the reasoning.
    pub fn unbinds(&self, record: &Record, in_loop: bool) -> bool {
        record.is_bound
            && match self.thinking {
                BoundThinking::Auto => !in_loop,
                BoundThinking::Strip => true,
                BoundThinking::Keep => false,
            }
    }

    /// Whether an open tool loop with bound reasoning stays whole.
    pub fn keeps_loops(&self) -> bool {
        self.thinking == BoundThinking::Auto
    }

    /// Whether the server wants user and model to take turns: a provider's own items do not.
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Whether what a message holds of a provider's own compaction, or what a provider has counted in it while it left parts of
    /// its prompt out, is another's than this one's; never for one that is not known.
    pub fn is_foreign(&self, record: &Record, provider: &str) -> bool {
        let owner = if record.compacted_by.is_empty() { self.vendor } else { &record.compacted_by };
        !provider.is_empty() && !owner.is_empty() && owner != provider
    }

    /// Whether an entry makes one message with the one shown before it. `seam`: a compaction has taken out what stood
    /// between them.
    pub fn joins(&self, before: &Entry, entry: &Entry, seam: bool) -> bool {
        let (Some((last, ours)), Some((role, mine))) = (self.role(before), self.role(entry)) else { return false };
        let wanted = match role {
            Role::User => self.alternates,
            Role::Assistant => self.models,
            _ => false,
        };
        // A pinned message stays the object that it is, and what was shown stays as it was, unless the server insists.
        let changes = seam || matches!(before.body, Body::Compaction(_));
        let spared = role == Role::User && (entry.pinned || !changes);
        last == role && wanted && (ours || mine || seam) && (self.strict || !spared)
    }

    /// In whose role an entry is shown, and whether this package writes its message.
    fn role(&self, entry: &Entry) -> Option<(Role, bool)> {
        match &entry.body {
            Body::Message(record) if record.role == Role::Tool && self.results_are_user => Some((Role::User, false)),
            Body::Message(record) => Some((record.role, false)),
            Body::CustomMessage { .. } | Body::BranchSummary(_) => Some((Role::User, true)),
            Body::Compaction(_) => Some((self.summary, true)),
            _ => None,
        }
    }
}
