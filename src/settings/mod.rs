//! Settings, each with its default and meaning in one table, from which the README's table is made.

mod prune;
mod redaction;
mod table;
mod template;

use serde::Serialize;

pub(crate) use self::prune::word_of;
pub use self::prune::{Batch, PruneConfig, ToolNames, Tools};
pub use self::redaction::{Forms, RedactionSettings, SecretNames};
pub(crate) use self::table::fill;
use self::table::{Group, Setting, group, invalid, pairs, words};
pub use self::table::{Row, Share, camel};
pub use self::template::Template;
use crate::error::Error;
use crate::gather::Gather;
use crate::nearest;
use crate::seek;
use crate::value::Value;

/// The groups and their fields.
const GROUPS: [(&str, &[&str]); 7] = [
    ("tokens", TokenSettings::FIELDS),
    ("prune", PruneConfig::FIELDS),
    ("compaction", CompactionSettings::FIELDS),
    ("redaction", RedactionSettings::FIELDS),
    ("branchSummary", BranchSummarySettings::FIELDS),
    ("retry", RetrySettings::FIELDS),
    ("contextPromotion", ContextPromotionSettings::FIELDS),
];

/// The error for a key that is none of the `known` ones. It names what may have been meant, in another group, too.
fn unknown(place: &str, key: &str, known: &[&str]) -> Error {
    let mut names: Vec<String> = known.iter().map(|field| camel(field)).gather();
    let mut message = ["is not a setting; there are ", &seek::join(&names, ", ")].concat();
    for (group, fields) in GROUPS {
        fields.iter().for_each(|field| names.push([group, ".", &camel(field)].concat()));
    }
    if let Some(name) = nearest::nearest(key, names.iter().map(String::as_str)) {
        message = [&message, ". Did you mean ", name, "?"].concat();
    }
    invalid(&[place, ".", key].concat(), message)
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

/// What maintenance does when the context is over its trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// A summary takes the place of old messages.
    #[default]
    ContextFull,
    /// A new session begins with a document that tells what it must know of this one.
    Handoff,
    /// Nothing, as with `enabled: false`.
    Off,
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
        /// What `maintain()` does over the threshold: `"context-full"` compacts; `"handoff"` begins a new session with a document
        /// in hand, and compacts where that fails, or once a provider has refused the context; `"off"` is as `enabled: false`.
        strategy: Strategy = Strategy::ContextFull,
        /// Tokens left free for the prompt's growth and the reply; 15 % of the window or the model's `maxOutput` where that is more.
        reserve_tokens: u32 = 16_384,
        /// Tokens of the newest messages that stay verbatim. In a window of 66,000 or more it becomes 30 % of the window, also
        /// where you set it: `maxPreserve` holds it. In a small one it is what the threshold leaves, half of it or more. Where the
        /// provider counts more than we estimate, it is that much less.
        keep_recent_tokens: u32 = 20_000,
        /// The least of them; `0` is off.
        min_preserve: u32 = 0,
        /// The most of them; `0` is off. It goes before `keepRecentTokens` and `minPreserve`.
        max_preserve: u32 = 0,
        /// Compact above this share of the window, or of `inputLimit` where that is smaller, 1 to 99 per cent; `-1` is off.
        threshold_percent: f64 = -1.0,
        /// Compact above this many tokens; `-1` is off. It goes before `thresholdPercent`. A number that is not below the
        /// model's limit is left out of account.
        threshold_tokens: f64 = -1.0,
        /// Compact above this many messages; `0` is off.
        max_messages: u32 = 0,
        /// Compactions, and failed tries in a row, without a new user message before `maintain()` gives up.
        max_without_user: u32 = 3,
        /// The share by which a compaction must make the context smaller, from 0 to 1; a summary that gains less is refused.
        min_reduction: Share = Share(0.05),
        /// Whether the outcome of a compaction says how to go on (`continue`) where work is unfinished.
        auto_continue: bool = true,
        /// Whether `maintain({ reason: "idle" })` may compact, once the provider's cache of the prompt is cold.
        idle_enabled: bool = false,
        /// Idle maintenance compacts above this many tokens, where the threshold is not lower.
        idle_threshold_tokens: u32 = 200_000,
        /// How long after the last message the cache counts as cold, in milliseconds.
        idle_after_ms: u32 = 300_000,
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
        /// What a summary is asked to hold: `"nine-sections"` (request, concepts, files, errors, problem solving, all user
        /// messages, pending tasks, current work, next step), `"goal-progress"` (goal, constraints, progress, decisions, next
        /// steps, critical context), or a text of your own, which takes the place of the task; the conversation stays below it,
        /// and the headings of its lines `## …` must be in the answer.
        template: Template = Template::NineSections,
        /// Tokens of the user's requests that stand word for word behind the model's text, the newest first; `0` is off.
        request_tokens: u32 = 2_000,
        /// Tokens of what the summary before this one said and the model has dropped: it stays for one round more; `0` is off.
        carry_over_tokens: u32 = 500,
        /// Whether a summarizer is asked for a sentence or two for a list of sessions, too (`shortSummary` of the entry).
        short_summary: bool = false,
        /// Whether summaries may be made elsewhere than by a model's plain answer: by an `endpoint`, by a provider's own compaction.
        remote_enabled: bool = true,
        /// The most calls of summarizers for one compaction, with all retries and parts. What is left then is done without a model.
        max_calls: u32 = 16,
        /// The longest time for all of them together, in milliseconds.
        total_timeout_ms: u32 = 600_000,
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
    /// Summaries of branches that are left.
    BranchSummarySettings "branchSummary" {
        /// Whether `navigate()` summarizes what it leaves where the call does not say.
        enabled: bool = false,
        /// Tokens of the window that are not for the branch's messages in the request, but for the prompt and the answer.
        reserve_tokens: u32 = 16_384,
        /// How long a move with a summary may take, in milliseconds; handlers that are asked before it, and a compaction that it
        /// waits for, count. Then the model-free summary is taken.
        timeout_ms: u32 = 60_000,
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

group! {
    /// Going on with a larger model instead of compacting.
    ContextPromotionSettings "contextPromotion" {
        /// Whether one of `largerModels` is taken, where one is large enough, before anything is compacted.
        enabled: bool = false,
    }
}

words!(Estimator { "chars" = Chars });
words!(Fallback { "extractive" = Extractive, "none" = None });
words!(BoundThinking { "auto" = Auto, "strip" = Strip, "keep" = Keep });
words!(Strategy { "context-full" = ContextFull, "handoff" = Handoff, "off" = Off });
words!(SummaryRole { "user" = User, "system" = System, "developer" = Developer });

impl CompactionSettings {
    /// Whether maintenance may act.
    pub fn is_enabled(&self) -> bool {
        self.enabled && self.strategy != Strategy::Off
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
    /// What is pruned, and when.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub prune: PruneConfig,
    /// When and how the conversation is compacted.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub compaction: CompactionSettings,
    /// Which secrets are kept from summarizers and summaries.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub redaction: RedactionSettings,
    /// Summaries of branches that are left.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub branch_summary: BranchSummarySettings,
    /// How a failed summarizer is tried again.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub retry: RetrySettings,
    /// Going on with a larger model instead of compacting.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub context_promotion: ContextPromotionSettings,
}

impl Settings {
    /// Reads what a host gave; what it left out has its default.
    ///
    /// # Errors
    /// [`InvalidSettings`](crate::error::ErrorKind::InvalidSettings) with the place: `settings.compaction.keepRecentTokens`.
    pub fn read(value: &Value<'_>) -> Result<Self, Error> {
        let mut settings = Self::default();
        for (key, value) in pairs(value, "settings")? {
            let group: &mut dyn Group = match key.as_ref() {
                "tokens" => &mut settings.tokens,
                "prune" => &mut settings.prune,
                "compaction" => &mut settings.compaction,
                "redaction" => &mut settings.redaction,
                "branchSummary" => &mut settings.branch_summary,
                "retry" => &mut settings.retry,
                "contextPromotion" => &mut settings.context_promotion,
                _ => return Err(unknown("settings", key, &GROUPS.map(|(group, _)| group))),
            };
            fill(group, value, &format!("settings.{key}"))?;
        }
        let percent = settings.compaction.threshold_percent;
        if percent > 0.0 && percent < 1.0 {
            return Err(invalid("settings.compaction.thresholdPercent", "is a percentage: 80, not 0.8".into()));
        }
        let limits = [
            ("compaction.timeoutMs", settings.compaction.timeout_ms),
            ("compaction.totalTimeoutMs", settings.compaction.total_timeout_ms),
            ("branchSummary.timeoutMs", settings.branch_summary.timeout_ms),
        ];
        if let Some((name, _)) = limits.iter().find(|(_, ms)| *ms == 0) {
            return Err(invalid(&["settings.", name].concat(), "must be a number of milliseconds above 0".into()));
        }
        if !(0.0..f64::MAX).contains(&settings.prune.cache_write_price) {
            return Err(invalid("settings.prune.cacheWritePrice", "must be a number of at least 0".into()));
        }
        Ok(settings)
    }

    /// Every setting, in order.
    pub fn rows() -> impl Iterator<Item = &'static Row> {
        let groups = [
            TokenSettings::ROWS,
            PruneConfig::ROWS,
            CompactionSettings::ROWS,
            RedactionSettings::ROWS,
            BranchSummarySettings::ROWS,
            RetrySettings::ROWS,
            ContextPromotionSettings::ROWS,
        ];
        groups.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
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
            (r#"{"compaction":{"thresholdPercent":0.8}}"#, "settings.compaction.thresholdPercent"),
            (r#"{"retry":3}"#, "settings.retry"),
            (r#"{"prune":{"batch":"always"}}"#, "settings.prune.batch"),
            (r#"{"prune":{"protectedTools":"read"}}"#, "settings.prune.protectedTools"),
            (r#"{"prune":{"tools":{"lookup":"shell"}}}"#, "settings.prune.tools"),
            (r#"{"prune":{"maxOutputShare":25}}"#, "settings.prune.maxOutputShare"),
            (r#"{"prune":{"cacheReadPrice":-1}}"#, "settings.prune.cacheReadPrice"),
            (r#"{"prune":{"cacheWritePrice":-1}}"#, "settings.prune.cacheWritePrice"),
            ("[]", "settings"),
        ] {
            let error = Settings::read(&parse(given).unwrap()).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidSettings, place), "{error}");
        }
    }
}
