//! What providers report: their counts in one shape, and the newest one that is still true.

use serde::Serialize;

use crate::message::{Record, Role, Stop, Usage};
use crate::seek;
use crate::value::Value;

/// The names that a count goes by; a dot leads into an object. What stands first is taken first.
type Names = &'static [&'static str];

/// The prompt, with the part that came from a cache or went into one.
const PROMPT: Names = &[
    "prompt_tokens",
    "promptTokens",
    "promptTokenCount",
    "prompt_token_count",
    "inputTokens.total",
    "prompt_eval_count",
];
/// DeepSeek's two halves of it.
const HIT: Names = &["prompt_cache_hit_tokens"];
const MISS: Names = &["prompt_cache_miss_tokens"];
/// The prompt, of which other fields tell whether the cached part is in it.
const INPUT: Names = &["input", "input_tokens", "inputTokens"];
/// What is beside the prompt count: what Google's own tools have put there.
const BESIDE: Names = &["toolUsePromptTokenCount", "tool_use_prompt_token_count"];
/// What was read from a cache, as a part of the prompt count.
const READ_INSIDE: Names = &[
    "prompt_tokens_details.cached_tokens",
    "prompt_token_details.cached_tokens",
    "promptTokensDetails.cachedTokens",
    "input_tokens_details.cached_tokens",
    "input_token_details.cache_read",
    "inputTokenDetails.cacheReadTokens",
    "inputTokens.cacheRead",
    "cachedInputTokens",
    "cachedContentTokenCount",
    "cached_content_token_count",
    "prompt_cache_hit_tokens",
    "num_cached_tokens",
    "numCachedTokens",
];
/// What was written to a cache, as a part of it.
const WRITTEN_INSIDE: Names = &[
    "prompt_tokens_details.cache_write_tokens",
    "input_token_details.cache_creation",
    "inputTokenDetails.cacheWriteTokens",
    "inputTokens.cacheWrite",
];
/// The same beside the prompt count.
const READ_APART: Names = &["cacheRead", "cache_read_input_tokens", "cacheReadInputTokens", "cache.read"];
const WRITTEN_APART: Names =
    &["cacheWrite", "cache_creation_input_tokens", "cacheCreationInputTokens", "cacheWriteInputTokens", "cache.write"];
/// The reply.
const OUTPUT: Names = &[
    "output",
    "output_tokens",
    "completion_tokens",
    "completionTokens",
    "outputTokens",
    "outputTokens.total",
    "candidatesTokenCount",
    "candidates_token_count",
    "responseTokenCount",
    "eval_count",
];
/// Reasoning beside it.
const THOUGHTS: Names = &["thoughtsTokenCount", "thoughts_token_count"];
/// Reasoning that is a part of the reply with most providers, and beside it with xAI.
const REASONING: Names = &["completion_tokens_details.reasoning_tokens", "output_tokens_details.reasoning_tokens"];
const TOTAL: Names = &["totalTokens", "total_tokens", "totalTokenCount", "total_token_count"];

/// Where the counts stand when they are given with what is around them.
const INSIDE: Names = &["usage", "usageMetadata", "usage_metadata", "tokenUsage", "token_usage", "tokens"];

fn number(usage: &Value<'_>, name: &str) -> Option<f64> {
    match seek::split(name, ".") {
        Some((outer, inner)) => usage.get(outer)?.get_number(inner),
        None => usage.get_number(name),
    }
}

/// The first count that is one: more than nothing, and a number.
fn count(usage: &Value<'_>, names: Names) -> f64 {
    let counts = |name: &&str| number(usage, name).filter(|number| *number > 0.0 && number.is_finite());
    names.iter().find_map(counts).unwrap_or(0.0)
}

fn has_number(usage: &Value<'_>) -> bool {
    let all = [PROMPT, INPUT, OUTPUT, TOTAL, READ_APART, WRITTEN_APART, READ_INSIDE, HIT, MISS, THOUGHTS];
    all.iter().any(|names| names.iter().any(|name| number(usage, name).is_some()))
}

/// The object that holds the counts of the call that made the message.
fn source<'v, 'a>(usage: &'v Value<'a>) -> Option<&'v Value<'a>> {
    // Anthropic's own compaction and tools sample several times for one answer: the last time, the context was what it
    // is now.
    let samples = usage.items("iterations").iter();
    samples
        .rev()
        .find(|sample| !sample.says("type", "compaction") && has_number(sample))
        .or_else(|| Some(usage).filter(|usage| has_number(usage)))
        .or_else(|| INSIDE.iter().filter_map(|key| usage.get(key)).find_map(source))
}

/// Whether an object is usage in a shape that is known here: whether it has any number by a name that [`read`] knows.
pub fn is_known(usage: &Value<'_>) -> bool {
    source(usage).is_some()
}

/// Reads usage in the shape of any supported provider or framework: pi, OpenAI's two APIs and their many relatives,
/// Anthropic, Bedrock, Google, the AI SDK, LangChain. What a provider counts into its prompt tokens and also lists as
/// cached is counted once.
pub fn read(usage: &Value<'_>) -> Usage {
    let usage = source(usage).unwrap_or(&Value::Null);
    let total_tokens = count(usage, TOTAL);
    let mut prompt = count(usage, PROMPT);
    let is_whole = prompt > 0.0;
    if !is_whole {
        prompt = count(usage, INPUT);
    }
    if prompt == 0.0 {
        prompt = count(usage, HIT) + count(usage, MISS);
    }
    let mut output = count(usage, OUTPUT);
    let reasoning = count(usage, REASONING);
    if reasoning > output || (reasoning > 0.0 && total_tokens >= prompt + output + reasoning) {
        output += reasoning;
    }
    output += count(usage, THOUGHTS);
    let (mut read, mut written) = (count(usage, READ_INSIDE), count(usage, WRITTEN_INSIDE));
    let (read_apart, written_apart) = (count(usage, READ_APART), count(usage, WRITTEN_APART));
    // Proxies list what is in the whole prompt by Anthropic's names as well.
    if is_whole {
        (read, written) = (read.max(read_apart), written.max(written_apart));
    }
    // Some servers report more cached tokens than prompt tokens, or their sum as the total: there the two are apart.
    let (cached, beside) = (read + written, count(usage, BESIDE));
    let is_inside = cached <= prompt && !(cached > 0.0 && total_tokens >= prompt + beside + output + cached);
    let input = if is_inside { prompt - cached } else { prompt };
    Usage {
        input: input + beside,
        output,
        cache_read: if is_whole { read } else { read.max(read_apart) },
        cache_write: if is_whole { written } else { written.max(written_apart) },
        total_tokens,
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

/// What a message's provider reported for the whole context, where it can serve as an anchor: a prompt that is more than
/// nothing, and not from a reply that failed or was cut off by the host.
pub fn anchor(record: &Record) -> Option<&Usage> {
    let broken = matches!(record.stop, Some(Stop::Error | Stop::Aborted));
    record.usage.as_ref().filter(|usage| record.role == Role::Assistant && !broken && usage.prompt() > 0)
}

/// Whether a message that reports nothing itself is a part of the provider's response that another one reported: then it
/// is counted there.
pub fn is_counted(record: &Record, reporter: &Record) -> bool {
    anchor(record).is_none() && record.response.is_some() && record.response == reporter.response
}

/// Sizes a list of messages.
pub fn context_tokens(records: &[Record]) -> ContextTokens {
    let newest = records.iter().enumerate().rev().find_map(|(index, record)| Some((index, record, anchor(record)?)));
    let after = newest.map_or(0, |(index, ..)| index + 1);
    let counted = |record: &&Record| newest.is_some_and(|(_, reporter, _)| is_counted(record, reporter));
    let trailing = records.iter().skip(after).filter(|record| !counted(record));
    let trailing = trailing.fold(0_u32, |sum, record| sum.saturating_add(record.tokens));
    let usage_tokens = newest.map_or(0, |(.., usage)| usage.context());
    ContextTokens {
        tokens: usage_tokens.saturating_add(trailing),
        usage_tokens,
        trailing_tokens: trailing,
        last_usage_index: newest.and_then(|(index, ..)| u32::try_from(index).ok()),
    }
}
