//! Numbers only: how large the context is, and what maintenance would do about it.

use serde::Serialize;

use crate::budget;
use crate::model::Model;
use crate::session::Session;
use crate::settings::Settings;

/// What [`check`] answers. All sizes are in tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// The context, pending messages included.
    pub tokens: u32,
    /// The part of it that the provider counted; 0 where nothing it reported is still true.
    pub usage_tokens: u32,
    /// The part of it that is estimated.
    pub trailing_tokens: u32,
    /// Where the number comes from.
    pub source: Source,
    /// The model's window; `null` where it is unknown.
    pub context_window: Option<u32>,
    /// Above this the context is compacted; `null` where the window is unknown and no threshold is set.
    pub threshold: Option<u32>,
    /// Messages that the model sees, pending ones included.
    pub messages: u32,
    /// Above this many messages the context is compacted; `null` where that is off.
    pub max_messages: Option<u32>,
    /// What `maintain()` would do.
    pub action: Action,
    /// Why.
    pub reason: Reason,
    /// Compactions on the path so far.
    pub compactions: u32,
    /// Compactions since the newest user message.
    pub compactions_since_user: u32,
}

/// Where a number comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The provider's count and an estimate of what came after.
    Anchor,
    /// The estimate alone.
    Estimate,
}

/// What maintenance would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Nothing.
    None,
    /// Fold the older part into a summary.
    Compact,
}

/// Why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The context is small enough.
    BelowThreshold,
    /// It is over the token threshold.
    OverThreshold,
    /// It has more messages than are wanted.
    OverMessageCount,
    /// The provider said so.
    Overflow,
    /// The window is unknown and no other trigger is set.
    UnknownWindow,
    /// `compaction.enabled` is off.
    Disabled,
    /// It is too large, but compaction was tried often enough since the newest user message.
    Exhausted,
}

/// Sizes the context. The work does not grow with the session: nothing is read but sums that are kept anyway.
/// `pending` is how many messages are about to be sent, and their tokens; `overflow` that a provider has refused them.
pub fn check(session: &Session, settings: &Settings, model: &Model, pending: (u32, u32), overflow: bool) -> Check {
    let context = session.context();
    let compaction = &settings.compaction;
    let (pending_messages, pending_tokens) = pending;
    let usage_tokens = context.usage_tokens().unwrap_or(0);
    let trailing_tokens = context.trailing_tokens().saturating_add(pending_tokens);
    let tokens = usage_tokens.saturating_add(trailing_tokens);
    let messages = u32::try_from(context.items().len()).unwrap_or(u32::MAX).saturating_add(pending_messages);
    let window = model.window();
    let threshold = match window {
        Some(window) => Some(budget::resolve_threshold(window, compaction, 0)),
        None if compaction.threshold_tokens >= 1.0 => Some(compaction.threshold_tokens as u32),
        None => None,
    };
    let max_messages = (compaction.max_messages > 0).then_some(compaction.max_messages);
    let over = if overflow {
        Some(Reason::Overflow)
    } else if threshold.is_some_and(|threshold| tokens > threshold) {
        Some(Reason::OverThreshold)
    } else if max_messages.is_some_and(|most| messages > most) {
        Some(Reason::OverMessageCount)
    } else {
        None
    };
    let exhausted = context.compactions_since_user().max(session.failures()) >= compaction.max_without_user;
    let (action, reason) = match over {
        Some(_) if !compaction.enabled => (Action::None, Reason::Disabled),
        Some(_) if exhausted => (Action::None, Reason::Exhausted),
        Some(reason) => (Action::Compact, reason),
        None if threshold.is_none() && max_messages.is_none() => (Action::None, Reason::UnknownWindow),
        None => (Action::None, Reason::BelowThreshold),
    };
    Check {
        tokens,
        usage_tokens,
        trailing_tokens,
        source: if usage_tokens > 0 { Source::Anchor } else { Source::Estimate },
        context_window: window,
        threshold,
        messages,
        max_messages,
        action,
        reason,
        compactions: context.compactions(),
        compactions_since_user: context.compactions_since_user(),
    }
}
