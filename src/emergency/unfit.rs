//! What does not fit, in numbers.

use serde::Serialize;

use super::Item;

/// Why the least that can be sent is too much. What takes the room adds up to `tokens`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Unfit {
    /// What there is room for.
    pub max_tokens: u32,
    /// What the least costs.
    pub tokens: u32,
    /// By how much that is too much.
    pub over_by: u32,
    /// What each request costs beside its messages: instructions given elsewhere, tools.
    pub overhead: u32,
    /// In it, the system prompt, where the host has told of it.
    pub system: u32,
    /// In it, the tools, where the host has told of them.
    pub tools: u32,
    /// The host's instructions among the messages.
    pub instructions: u32,
    /// The summary of what came before.
    pub summary: u32,
    /// What is pinned, and what changes the tools or the configuration.
    pub pinned: u32,
    /// The newest turn: what the user asked for last, and all that came behind it.
    pub newest_turn: u32,
    /// In it, the user's own message.
    pub request: u32,
    /// All else.
    pub rest: u32,
}

impl Unfit {
    /// Counts items that do not fit; `newest` is where the newest turn begins. Nothing where they fit.
    pub fn new(items: &[Item<'_>], newest: usize, overhead: u32, max_tokens: u32) -> Option<Self> {
        Some(Self::count(items, newest, overhead, max_tokens)).filter(|counted| counted.over_by > 0)
    }

    /// Adds what is about to be sent with the newest turn, and names the host's parts of the overhead.
    pub fn with(mut self, pending: u32, (system, tools): (u32, u32)) -> Self {
        (self.system, self.tools) = (system, tools);
        self.newest_turn = self.newest_turn.saturating_add(pending);
        self.tokens = self.tokens.saturating_add(pending);
        self.over_by = self.tokens.saturating_sub(self.max_tokens);
        self
    }

    /// Counts items; `newest` is where the newest turn begins.
    pub fn count(items: &[Item<'_>], newest: usize, overhead: u32, max_tokens: u32) -> Self {
        let mut counted = Self { max_tokens, overhead, tokens: overhead, ..Self::default() };
        for (at, item) in items.iter().enumerate() {
            let of = if item.is_summary {
                &mut counted.summary
            } else if item.record.is_some_and(|record| record.role.instructs()) {
                &mut counted.instructions
            } else if item.pinned || item.record.is_none_or(|record| record.is_state || record.is_barrier) {
                &mut counted.pinned
            } else if at >= newest {
                &mut counted.newest_turn
            } else {
                &mut counted.rest
            };
            *of = of.saturating_add(item.tokens);
            counted.tokens = counted.tokens.saturating_add(item.tokens);
            if at == newest {
                counted.request = item.tokens;
            }
        }
        counted.over_by = counted.tokens.saturating_sub(max_tokens);
        counted
    }
}
