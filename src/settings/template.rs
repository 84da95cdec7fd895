//! What a summary is asked to hold.

use serde::Serialize;

use super::table::Setting;
use crate::value::Value;

/// The form of a summary.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub enum Template {
    /// The nine sections of seed 000.
    #[default]
    #[serde(rename = "nine-sections")]
    NineSections,
    /// The sections of seed 002.
    #[serde(rename = "goal-progress")]
    GoalProgress,
    /// The host's own task.
    #[serde(untagged)]
    Own(String),
}

impl Setting for Template {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        match value.as_str().map(str::trim) {
            Some("nine-sections") => Ok(Self::NineSections),
            Some("goal-progress") => Ok(Self::GoalProgress),
            // A word alone is no task: it is a name that was mistyped.
            Some(text) if text.contains(char::is_whitespace) => Ok(Self::Own(text.into())),
            _ => Err("must be \"nine-sections\", \"goal-progress\", or the text of a task".into()),
        }
    }
}
