//! Settings, each with its default and meaning in one table, from which the README's table is made.

use std::borrow::Cow;

use serde::Serialize;

use crate::error::{Error, ErrorKind};
use crate::gather::Gather;
use crate::number;
use crate::seek;
use crate::value::Value;

/// One row of the settings table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The concern that the setting belongs to.
    pub group: &'static str,
    /// The field's name in Rust (its public name is the same in camel case).
    pub field: &'static str,
    /// The default, as Rust writes it.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

macro_rules! group {
    ($(#[doc = $about:literal])+ $name:ident $group:literal { $($(#[doc = $doc:literal])+ $field:ident: $kind:ty = $default:expr,)+ }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[doc = $doc])+ #[cfg_attr(target_arch = "wasm32", tsify(optional))] pub $field: $kind,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $name {
            /// The rows of this group.
            pub const ROWS: &'static [Row] = &[$(Row {
                group: $group,
                field: stringify!($field),
                default: stringify!($default),
                meaning: concat!($($doc,)+),
            },)+];

            /// Reads what a host gave; what it left out has its default. `place` is where the host gave it.
            ///
            /// # Errors
            /// [`ErrorKind::InvalidSettings`] for an unknown key or a value that the setting cannot have.
            pub fn read(value: &Value<'_>, place: &str) -> Result<Self, Error> {
                let mut settings = Self::default();
                fill(&mut settings, value, place)?;
                Ok(settings)
            }
        }

        impl Group for $name {
            // Apart from the rows, so that no program carries their texts.
            fn fields(&self) -> &'static [&'static str] {
                &[$(stringify!($field),)+]
            }

            fn set(&mut self, field: &str, value: &Value<'_>) -> Result<(), String> {
                match field {
                    $(stringify!($field) => self.$field = Setting::read(value)?,)+
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

/// A group of settings, as the reader sees it.
trait Group {
    /// The fields' names in Rust.
    fn fields(&self) -> &'static [&'static str];

    /// Sets one of them, or says what it must be.
    fn set(&mut self, field: &str, value: &Value<'_>) -> Result<(), String>;
}

/// Takes over what a host gave.
fn fill(group: &mut dyn Group, value: &Value<'_>, place: &str) -> Result<(), Error> {
    for (key, value) in pairs(value, place)? {
        let Some(field) = group.fields().iter().find(|field| camel(field) == *key) else {
            return Err(unknown(place, key, group.fields()));
        };
        group.set(field, value).map_err(|message| invalid(&format!("{place}.{key}"), message))?;
    }
    Ok(())
}

/// A value that a setting can have.
trait Setting: Sized {
    /// Reads it, or says what it must be.
    fn read(value: &Value<'_>) -> Result<Self, String>;
}

impl Setting for bool {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        match value {
            Value::Bool(flag) => Ok(*flag),
            other => Err(must("be true or false", other)),
        }
    }
}

impl Setting for f64 {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        value.as_number().ok_or_else(|| must("be a number", value))
    }
}

impl Setting for u32 {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        let number = f64::read(value)?;
        if f64::from(number as Self) == number {
            return Ok(number as Self);
        }
        let mut message = String::from("must be a whole number of at least 0, this is ");
        number::write(number, &mut message);
        Err(message)
    }
}

fn must(what: &str, value: &Value<'_>) -> String {
    format!("must {what}, this is {}", value.kind())
}

impl<T: Setting> Setting for Option<T> {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        if value.is_null() { Ok(None) } else { T::read(value).map(Some) }
    }
}

macro_rules! words {
    ($name:ident { $($word:literal = $variant:ident),+ }) => {
        impl Setting for $name {
            fn read(value: &Value<'_>) -> Result<Self, String> {
                match value.as_str() {
                    $(Some($word) => Ok(Self::$variant),)+
                    _ => Err(concat!("must be one of", $(" \"", $word, "\"",)+).into()),
                }
            }
        }
    };
}

words!(Estimator { "chars" = Chars });
words!(Fallback { "extractive" = Extractive, "none" = None });
words!(BoundThinking { "auto" = Auto, "strip" = Strip, "keep" = Keep });
words!(SummaryRole { "user" = User, "system" = System, "developer" = Developer });

/// A field's public name: `keep_recent_tokens` is `keepRecentTokens`.
pub fn camel(field: &str) -> String {
    let mut name = String::new();
    for (at, word) in field.split('_').enumerate() {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if at > 0 => name.push(first.to_ascii_uppercase()),
            Some(first) => name.push(first),
            None => {}
        }
        name.push_str(letters.as_str());
    }
    name
}

/// The keys and values of an object; none for nothing at all.
fn pairs<'v, 'a>(value: &'v Value<'a>, place: &str) -> Result<&'v [(Cow<'a, str>, Value<'a>)], Error> {
    match value {
        Value::Null => Ok(&[]),
        Value::Object(pairs) => Ok(pairs),
        other => Err(invalid(place, must("be an object", other))),
    }
}

fn invalid(place: &str, message: String) -> Error {
    Error::new(ErrorKind::InvalidSettings, place, message)
}

fn unknown(place: &str, key: &str, known: &[&str]) -> Error {
    let known: Vec<String> = known.iter().map(|field| camel(field)).gather();
    invalid(&format!("{place}.{key}"), format!("is not a setting; there are {}", seek::join(&known, ", ")))
}

/// How tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Estimator {
    /// UTF-16 units / 4; wide East Asian characters 1, surrogate halves ½, images 1,200; rounded up once per message.
    #[default]
    Chars,
}

/// What is done when every summarizer has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Fallback {
    /// The model-free summary is taken; the outcome says that it was.
    Extractive,
    /// The compaction is refused.
    None,
}

/// What becomes of reasoning whose signature binds it to all that comes before it, once a compaction has changed that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BoundThinking {
    /// It is left out, but for a tool loop that is not ended: that stays whole.
    #[default]
    Auto,
    /// It is left out everywhere.
    Strip,
    /// It stays.
    Keep,
}

/// The role of the message that carries a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SummaryRole {
    /// As the user: accepted everywhere, and tool text in it gains no authority.
    #[default]
    User,
    /// As the host's instructions.
    System,
    /// As the host's instructions, in the newer word for them.
    Developer,
}

group! {
    /// How tokens are counted.
    TokenSettings "tokens" {
        /// How text is counted: `"chars"` is UTF-16 units / 4, wide East Asian characters 1.
        estimator: Estimator = Estimator::Chars,
    }
}

group! {
    /// When and how the conversation is compacted.
    CompactionSettings "compaction" {
        /// Whether `maintain()` may compact. A manual `compact()` works all the same.
        enabled: bool = true,
        /// Tokens left free for the prompt's growth and the reply.
        reserve_tokens: u32 = 16_384,
        /// Tokens of the newest messages that stay verbatim, adapted to the window and the measured usage.
        keep_recent_tokens: u32 = 20_000,
        /// Compact above this share of the window, 1 to 99 per cent; `-1` is off.
        threshold_percent: f64 = -1.0,
        /// Compact above this many tokens; `-1` is off. It goes before `thresholdPercent`.
        threshold_tokens: f64 = -1.0,
        /// Compact above this many messages; `0` is off.
        max_messages: u32 = 0,
        /// Compactions, and failed tries in a row, without a new user message before `maintain()` gives up.
        max_without_user: u32 = 3,
        /// Whether tool outputs older than the newest few become notices in the summary prompt.
        mask_observations: bool = true,
        /// How many of the newest tool outputs of the summarized part stay in the summary prompt.
        preserve_recent_outputs: u32 = 5,
        /// Longest text or reasoning in the summary prompt, in UTF-16 units.
        max_text_chars: u32 = 2_000,
        /// Longest tool arguments in the summary prompt, in UTF-16 units.
        max_tool_args_chars: u32 = 500,
        /// Longest tool output in the summary prompt, in UTF-16 units.
        max_tool_output_chars: u32 = 2_000,
        /// What happens when every summarizer has failed: `"extractive"` or `"none"`. Unset: `maintain()` takes the model-free
        /// summary, and a manual `compact()` refuses.
        fallback: Option<Fallback> = None,
        /// The role of the summary's message: `"user"`, `"system"` or `"developer"`.
        summary_role: SummaryRole = SummaryRole::User,
        /// Whether the server wants the roles of user and model to alternate strictly (Mistral, many chat templates): then a
        /// summary makes one message with the user's message behind it. Formats that need it do so anyway.
        strict_alternation: bool = false,
        /// Claude's reasoning in what a compaction keeps: `"auto"` leaves it out but for a tool loop that is not ended, `"strip"`
        /// leaves all out (for models that bind signatures to the whole prefix), `"keep"` keeps all.
        bound_thinking: BoundThinking = BoundThinking::Auto,
        /// Longest time for one call of a summarizer, in milliseconds.
        timeout_ms: u32 = 180_000,
    }
}

group! {
    /// How a failed summarizer is tried again.
    RetrySettings "retry" {
        /// Whether a transient failure is tried again before the next summarizer is asked.
        enabled: bool = true,
        /// Tries after the first, for each summarizer.
        max_retries: u32 = 3,
        /// Wait before the first of them, in milliseconds; doubled for each further one.
        base_delay_ms: u32 = 2_000,
        /// Longest wait, in milliseconds.
        max_delay_ms: u32 = 300_000,
    }
}

/// All settings, by concern.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// How tokens are counted.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tokens: TokenSettings,
    /// When and how the conversation is compacted.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub compaction: CompactionSettings,
    /// How a failed summarizer is tried again.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub retry: RetrySettings,
}

impl Settings {
    /// Reads what a host gave; what it left out has its default.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidSettings`] with the place: `settings.compaction.keepRecentTokens`.
    pub fn read(value: &Value<'_>) -> Result<Self, Error> {
        let mut settings = Self::default();
        for (key, value) in pairs(value, "settings")? {
            let group: &mut dyn Group = match key.as_ref() {
                "tokens" => &mut settings.tokens,
                "compaction" => &mut settings.compaction,
                "retry" => &mut settings.retry,
                _ => return Err(unknown("settings", key, &["tokens", "compaction", "retry"])),
            };
            fill(group, value, &format!("settings.{key}"))?;
        }
        Ok(settings)
    }

    /// Every setting, in order.
    pub fn rows() -> impl Iterator<Item = &'static Row> {
        TokenSettings::ROWS.iter().chain(CompactionSettings::ROWS).chain(RetrySettings::ROWS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn reads_what_is_given_and_keeps_the_other_defaults() {
        let given = r#"{"compaction":{"keepRecentTokens":3000,"fallback":"none","thresholdPercent":80.5},"retry":{"enabled":false}}"#;
        let settings = Settings::read(&parse(given).unwrap()).unwrap();
        assert_eq!(settings.compaction.keep_recent_tokens, 3_000);
        assert_eq!(settings.compaction.fallback, Some(Fallback::None));
        assert_eq!(settings.compaction.threshold_percent, 80.5);
        assert_eq!(settings.compaction.reserve_tokens, 16_384);
        assert!(!settings.retry.enabled);
        assert_eq!(Settings::read(&Value::Null).unwrap(), Settings::default());
    }

    #[test]
    fn names_the_place_of_what_it_cannot_take() {
        for (given, place) in [
            (r#"{"compactions":{}}"#, "settings.compactions"),
            (r#"{"compaction":{"keepRecent":1}}"#, "settings.compaction.keepRecent"),
            (r#"{"compaction":{"keepRecentTokens":-1}}"#, "settings.compaction.keepRecentTokens"),
            (r#"{"compaction":{"keepRecentTokens":1.5}}"#, "settings.compaction.keepRecentTokens"),
            (r#"{"compaction":{"enabled":"yes"}}"#, "settings.compaction.enabled"),
            (r#"{"compaction":{"summaryRole":"assistant"}}"#, "settings.compaction.summaryRole"),
            (r#"{"retry":3}"#, "settings.retry"),
            ("[]", "settings"),
        ] {
            let error = Settings::read(&parse(given).unwrap()).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidSettings, place), "{error}");
        }
    }
}
