//! The model that a context is for, as far as its limits decide anything.

use serde::Serialize;

use crate::value::Value;

/// The model that the context is for. Limits are in tokens; what is unknown stays 0.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Model {
    /// The whole window. 0, a negative number or NaN: unknown, so that nothing is compacted for its sake.
    pub context_window: f64,
    /// The longest reply.
    pub max_output: f64,
}

impl Model {
    /// Reads what a host gave. A limit that is missing or no positive number is unknown; other keys are the host's own.
    pub fn read(value: &Value<'_>) -> Self {
        let number = |key: &str| value.get_number(key).unwrap_or(0.0);
        Self { context_window: number("contextWindow"), max_output: number("maxOutput") }
    }

    /// The window in tokens, where it is known.
    pub fn window(&self) -> Option<u32> {
        known(self.context_window)
    }

    /// The longest reply in tokens, where it is known.
    pub fn output(&self) -> Option<u32> {
        known(self.max_output)
    }
}

fn known(tokens: f64) -> Option<u32> {
    (tokens >= 1.0).then_some(tokens as u32)
}
