//! What every request carries beside the messages.

use serde::Serialize;

use crate::json;
use crate::tokens::estimate;
use crate::value::Value;

/// What every request carries beside the messages, in tokens of our estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Overhead {
    /// The system prompt that stands outside the messages.
    pub system: u32,
    /// The schemas of the tools.
    pub tools: u32,
    /// Whatever else the host says that there is.
    pub other: u32,
}

impl Overhead {
    /// Reads what a host gave: `system` and `tools` as they are sent, `tokens` for what it counted itself.
    pub fn read(value: &Value<'_>) -> Self {
        let size = |key: &str| value.get(key).map_or(0, tokens);
        let counted = value.get_number("tokens").filter(|tokens| *tokens > 0.0).unwrap_or(0.0);
        Self { system: size("system"), tools: size("tools"), other: counted as u32 }
    }

    /// All of it.
    pub fn total(self) -> u32 {
        self.system.saturating_add(self.tools).saturating_add(self.other)
    }
}

/// Text counts as text; blocks and schemas as the JSON that is sent of them.
fn tokens(value: &Value<'_>) -> u32 {
    match value {
        Value::Null => 0,
        Value::String(text) => estimate::text(text),
        other => estimate::text(&json::to_text(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn counts_what_is_sent() {
        let given = r#"{"system":"abcdefgh","tools":[{"name":"read"}],"tokens":100}"#;
        let overhead = Overhead::read(&parse(given).unwrap());
        assert_eq!(overhead, Overhead { system: 2, tools: 5, other: 100 });
        assert_eq!(overhead.total(), 107);
        assert_eq!(Overhead::read(&Value::Null).total(), 0);
        assert_eq!(Overhead::read(&parse(r#"{"system":null,"tokens":-3}"#).unwrap()).total(), 0);
    }
}
