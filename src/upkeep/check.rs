//! Numbers only: how large the context is, and what maintenance would do about it.

use serde::Serialize;

use super::Upkeep;
use crate::budget;

/// What [`Upkeep::check`] answers. All sizes are in tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// All that would be sent: the context, pending messages, and what every request carries beside them.
    pub tokens: u32,
    /// The part of it that the provider counted; 0 where nothing it reported is still true.
    pub usage_tokens: u32,
    /// The part of it that is estimated.
    pub trailing_tokens: u32,
    /// System prompt and tools outside the messages, as the host or the provider's counts tell; they are in `tokens`.
    pub overhead_tokens: u32,
    /// Where the number comes from.
    pub source: Source,
    /// The model's window, or what a provider has said that it is; `null` where it is unknown.
    pub context_window: Option<u32>,
    /// Above this maintenance acts; `null` where the window is unknown and no threshold is set.
    pub threshold: Option<u32>,
    /// Above this a provider is expected to refuse; `null` where the window is unknown.
    pub limit: Option<u32>,
    /// Messages that the model sees, pending ones included.
    pub messages: u32,
    /// Above this many messages the context is compacted; `null` where that is off.
    pub max_messages: Option<u32>,
    /// What `maintain()` would do.
    pub action: Action,
    /// Why.
    pub reason: Reason,
    /// Which of the larger models it would go on with, from 0; `null` where it would not.
    pub promote_to: Option<u32>,
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
    /// Nothing; but for a prune, which asks no model, where one is due by its cost, while idle, or where nothing else can be done.
    None,
    /// Go on with a larger model.
    Promote,
    /// Prune, where that is due and enough; else fold the older part into a summary.
    Compact,
    /// Make it fit without asking a model.
    Emergency,
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
    /// Nobody works, and it is large enough to be worth it.
    Idle,
    /// The window is unknown and no other trigger is set.
    UnknownWindow,
    /// `compaction.enabled` is off, or `compaction.idleEnabled` where the reason is idleness.
    Disabled,
    /// The provider's cache may still hold the prompt, or the model is at work: idle maintenance waits.
    NotIdle,
    /// It is too large, but what can be folded away was, or compaction was tried often enough since the newest user message.
    Exhausted,
}

/// Why maintenance looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trigger {
    /// A turn or a tool call has ended, or a request is about to be sent.
    Threshold,
    /// A provider has refused the context.
    Overflow,
    /// Nothing happened for so many milliseconds.
    Idle(f64),
}

impl Upkeep {
    /// Sizes the context. The work does not grow with the session: nothing is read but sums that are kept anyway.
    /// `pending` is how many messages are about to be sent, and their tokens.
    pub fn check(&self, pending: (u32, u32), trigger: Trigger) -> Check {
        let context = self.session.context();
        let compaction = &self.settings.compaction;
        let limits = self.limits();
        let tokens = context.tokens_with(pending.1);
        let usage_tokens = context.usage_tokens().unwrap_or(0);
        let messages = u32::try_from(context.items().len()).unwrap_or(u32::MAX).saturating_add(pending.0);
        let (threshold, limit) = (self.threshold(), budget::limit(&limits, compaction));
        let max_messages = (compaction.max_messages > 0).then_some(compaction.max_messages);
        let mut check = Check {
            tokens,
            usage_tokens,
            trailing_tokens: tokens.saturating_sub(usage_tokens),
            overhead_tokens: context.overhead_tokens(),
            source: if usage_tokens > 0 { Source::Anchor } else { Source::Estimate },
            context_window: limits.window,
            threshold,
            limit,
            messages,
            max_messages,
            action: Action::None,
            reason: Reason::BelowThreshold,
            promote_to: None,
            compactions: context.compactions(),
            compactions_since_user: context.compactions_since_user(),
        };
        (check.action, check.reason) = self.decide(&check, trigger);
        if check.action == Action::Compact && check.reason != Reason::OverMessageCount && check.reason != Reason::Idle {
            check.promote_to = self.larger_model(tokens);
            if check.promote_to.is_some() {
                check.action = Action::Promote;
            }
        }
        check
    }

    fn decide(&self, check: &Check, trigger: Trigger) -> (Action, Reason) {
        let compaction = &self.settings.compaction;
        let over = |most: Option<u32>| most.is_some_and(|most| check.tokens > most);
        let reason = match trigger {
            Trigger::Overflow => Reason::Overflow,
            _ if over(check.threshold) => Reason::OverThreshold,
            _ if check.max_messages.is_some_and(|most| check.messages > most) => Reason::OverMessageCount,
            Trigger::Idle(_) if check.tokens > compaction.idle_threshold_tokens => Reason::Idle,
            _ if check.threshold.is_none() && check.max_messages.is_none() => {
                return (Action::None, Reason::UnknownWindow);
            }
            _ => return (Action::None, Reason::BelowThreshold),
        };
        if !compaction.is_enabled() || (matches!(trigger, Trigger::Idle(_)) && !compaction.idle_enabled) {
            return (Action::None, Reason::Disabled);
        }
        if let Trigger::Idle(ms) = trigger
            && (ms < f64::from(compaction.idle_after_ms) || self.session.is_waiting())
        {
            return (Action::None, Reason::NotIdle);
        }
        if !self.guard.is_exhausted(check.compactions_since_user, compaction.max_without_user) {
            return (Action::Compact, reason);
        }
        // What a provider would refuse, or has refused, cannot wait for the user.
        let must = reason == Reason::Overflow || over(check.limit);
        if must { (Action::Emergency, reason) } else { (Action::None, Reason::Exhausted) }
    }

    /// The smallest of the larger models that this much is not too much for.
    fn larger_model(&self, tokens: u32) -> Option<u32> {
        if !self.settings.context_promotion.enabled {
            return None;
        }
        // What a provider has told of this model's limit says nothing of which model is the larger one.
        let window = self.model.context_window.or(self.limits().window).unwrap_or(0);
        let mut best: Option<(u32, u32)> = None;
        for (at, model) in self.larger.iter().enumerate() {
            let limits = budget::Limits::of(model, self.learned_of(model));
            let fits = budget::threshold(&limits, &self.settings.compaction).is_some_and(|most| tokens <= most);
            if let Some(larger) = limits.window.filter(|larger| fits && *larger > window)
                && best.is_none_or(|(_, found)| larger < found)
            {
                best = Some((at as u32, larger));
            }
        }
        best.map(|(at, _)| at)
    }
}
