//! The usage anchor: the newest count that a provider reported and that is still true, and what came after it.

use serde::Serialize;

use crate::message::{Record, Role, Stop, Usage};
use crate::value::Value;

/// Reads usage in the shape of any supported provider or framework: pi, OpenAI's two
/// APIs and their many relatives, Anthropic, Bedrock, Gemini, the AI SDK, LangChain. What a provider counts into its prompt
/// tokens and also lists as cached is counted once.
pub fn read(usage: &Value<'_>) -> Usage {
    let number = |keys: &[&str]| keys.iter().find_map(|key| usage.get_number(key)).unwrap_or(0.0);
    let nested = |outer: &[&str], inner: &str| {
        outer.iter().filter_map(|key| usage.get(key)).find_map(|value| value.get_number(inner)).unwrap_or(0.0)
    };
    // Providers whose prompt count includes the cached part.
    let inclusive = number(&["prompt_tokens", "promptTokens", "promptTokenCount"]);
    let cached = nested(&["prompt_tokens_details", "input_tokens_details", "inputTokens"], "cached_tokens")
        .max(nested(&["inputTokens"], "cacheRead"))
        .max(nested(&["input_token_details"], "cache_read"))
        .max(number(&["cachedInputTokens", "cachedContentTokenCount", "prompt_cache_hit_tokens"]));
    let cache_read = number(&["cacheRead", "cache_read_input_tokens", "cacheReadInputTokens"]);
    let cache_write = number(&["cacheWrite", "cache_creation_input_tokens", "cacheWriteInputTokens"]);
    let plain = number(&["input", "input_tokens", "inputTokens"]).max(nested(&["inputTokens"], "total"));
    let output = number(&["output", "output_tokens", "completion_tokens", "completionTokens", "outputTokens"])
        .max(nested(&["outputTokens"], "total"))
        .max(number(&["candidatesTokenCount"]) + number(&["thoughtsTokenCount"]));
    let prompt = if inclusive > 0.0 { inclusive } else { plain };
    // Some servers report more cached tokens than prompt tokens: there the two are apart.
    let (input, cached) = if cached > prompt { (prompt, cached) } else { (prompt - cached, cached) };
    Usage {
        input,
        output,
        cache_read: cache_read.max(cached),
        cache_write,
        total_tokens: number(&["totalTokens", "total_tokens", "totalTokenCount"]),
    }
}

/// How large a context is, and where the number comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct ContextTokens {
    /// All of it.
    pub tokens: u32,
    /// What the provider reported, 0 without an anchor.
    pub usage_tokens: u32,
    /// The estimate of what came after the anchor; of everything where there is none.
    pub trailing_tokens: u32,
    /// The index of the message that reported.
    pub last_usage_index: Option<u32>,
}

/// What a message's provider reported for the whole context, where it can serve as an anchor: more than nothing, and
/// not from a reply that failed or was cut off by the host.
pub fn anchor(record: &Record) -> Option<u32> {
    let broken = matches!(record.stop, Some(Stop::Error | Stop::Aborted));
    let tokens = record.usage.filter(|_| record.role == Role::Assistant && !broken)?.context();
    (tokens > 0).then_some(tokens)
}

/// Sizes a list of messages.
pub fn context_tokens(records: &[Record]) -> ContextTokens {
    let newest = records.iter().enumerate().rev().find_map(|(index, record)| Some((index, anchor(record)?)));
    let after = newest.map_or(0, |(index, _)| index + 1);
    let trailing = records.iter().skip(after).fold(0_u32, |sum, record| sum.saturating_add(record.tokens));
    let usage_tokens = newest.map_or(0, |(_, tokens)| tokens);
    ContextTokens {
        tokens: usage_tokens.saturating_add(trailing),
        usage_tokens,
        trailing_tokens: trailing,
        last_usage_index: newest.and_then(|(index, _)| u32::try_from(index).ok()),
    }
}
