//! What models and hosts give in place of a summary: excuses, errors, tool calls, the transcript.

use super::Refusal;
use super::hollow::unmarked;
use super::wrapping;
use crate::json;
use crate::names::Names;
use crate::seek;
use crate::value::Value;

/// How excuses and promises begin.
const EXCUSES: &str = "i'm sorry|i am sorry|sorry|my apolog|i apolog|i cannot |i can't |i'm unable|i am unable|\
    i'm not able|i am not able|i won't |i don't |i do not |as an ai|unfortunately, i|there is no conversation|\
    there's no conversation|no conversation|please provide|please share|it looks like you haven't|i will |i'll |\
    let me |i'm going to |lo siento|no puedo |desculpe|n\u{e3}o posso |es tut mir leid|tut mir leid|entschuldig|\
    ich kann |leider kann ich|d\u{e9}sol\u{e9}|je suis d\u{e9}sol\u{e9}|je ne peux |mi dispiace|non posso |\
    przepraszam|\u{438}\u{437}\u{432}\u{438}\u{43d}\u{438}\u{442}\u{435}|\
    \u{43f}\u{440}\u{43e}\u{441}\u{442}\u{438}\u{442}\u{435}|\u{44f} \u{43d}\u{435} \u{43c}\u{43e}\u{433}\u{443}|\
    \u{62b1}\u{6b49}|\u{5f88}\u{62b1}\u{6b49}|\u{975e}\u{5e38}\u{62b1}\u{6b49}|\u{5bf9}\u{4e0d}\u{8d77}|\
    \u{5c0d}\u{4e0d}\u{8d77}|\u{6211}\u{65e0}\u{6cd5}|\u{6211}\u{7121}\u{6cd5}|\u{6211}\u{4e0d}\u{80fd}|\
    \u{7533}\u{3057}\u{8a33}|\u{3059}\u{307f}\u{307e}\u{305b}\u{3093}|\u{c8c4}\u{c1a1}|\u{bbf8}\u{c548}";

/// How errors begin, and what they say.
const FAILURES: &str = "error:|error code|api error|typeerror|exception|http|status |request failed|traceback |{";
const ERRORS: &str = "prompt is too long|context length|maximum context|context window|rate limit|too many requests|\
    overloaded|server error|service unavailable|bad gateway|gateway time|timed out|api error|api key|\"error\"|\
    fetch failed|upstream connect|connection error|connection re|econnre|socket hang up|quota|credit balance|unauthorized|forbidden|invalid request";

/// What stands in place of a summary, where something does.
pub(super) fn of(text: &str) -> Option<Refusal> {
    let echo = || is_transcript(text).then_some(Refusal::Echo);
    call_or_error(text).or_else(echo).or_else(|| is_excuse(text).then_some(Refusal::NotASummary))
}

/// Whether a short reply is nothing but an excuse or a provider's error. A summary may well tell of errors, so only a
/// text without headings that opens like one counts.
fn is_excuse(text: &str) -> bool {
    let lower = seek::lowered(text);
    if seek::starts_with_any(&lower, "<!doctype html|<html") {
        return true;
    }
    if text.len() > 900 || wrapping::has_heading(text) {
        return false;
    }
    // Talk about the tags that we put around a summary is none (rb65).
    if text.len() < 300 && seek::has_any(&lower, "<summary>|</summary>") {
        return true;
    }
    let opens_with_code =
        seek::starts_with(&lower, "45") && lower.chars().take_while(char::is_ascii_digit).count() == 3;
    seek::starts_with_any(&lower, EXCUSES)
        || (text.len() < 100 && seek::starts_with_any(&lower, ERRORS))
        || ((opens_with_code || seek::starts_with_any(&lower, FAILURES)) && seek::has_any(&lower, ERRORS))
}

/// A text that is one JSON value.
pub(super) fn json_of(text: &str) -> Option<Value<'_>> {
    if seek::starts_with(text, "{[") { json::parse(text).ok() } else { None }
}

/// How calls are written where they are text, and as JSON.
const CALLS: &str = "<tool_call|<function_call|<function=|<invoke |<tool_use|<antml|<\u{ff5c}tool|[tool_call|```tool_c";
const KEYS: &str = "arguments|input|parameters|args|function|tool_calls|toolCalls|function_call|error";

/// What an object is that is no summary, by its keys; or a text with a call behind at most a sentence.
fn call_or_error(text: &str) -> Option<Refusal> {
    if let Some(value) = json_of(text) {
        let value = value.as_array().and_then(<[_]>::first).unwrap_or(&value);
        let key = seek::list(KEYS).find(|key| value.get(key).is_some())?;
        return Some(if key == "error" { Refusal::NotASummary } else { Refusal::ToolCall });
    }
    let mut before = 0;
    for line in text.lines().map(str::trim_start) {
        if line.starts_with('#') || before > 400 {
            break;
        }
        if line.starts_with("<|") || seek::starts_with_any(&seek::lowered(line), CALLS) {
            return Some(Refusal::ToolCall);
        }
        before += line.len();
    }
    None
}

/// How lines of the transcript begin.
const MARKS: &str = "<user>|</user>|<assistant>|</assistant>|<tool>|<conversation>|[tool_|[reasoning:|[user]:|\
    [assistant]:|[assistant t|[tool result]:|assistant: ";

/// Whether a text is made of the transcript's blocks.
fn is_transcript(text: &str) -> bool {
    let (mut marks, mut lines) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        lines += 1;
        marks += usize::from(seek::starts_with_any(&seek::lowered(crate::text::head(line, 24)), MARKS));
    }
    marks > 2 && marks * 5 >= lines
}

/// Shorter lines stand in many texts.
const LONG: usize = 40;

/// Less is a quotation, in bytes.
const MUCH: usize = 600;

/// Whether a text gives the transcript back: most of its long lines stand in the prompt word for word, or it is made of
/// the transcript's blocks. Neither the user's own words count, nor an earlier summary: a summary may keep their lines.
pub fn is_echo(text: &str, prompt: &str) -> bool {
    if is_transcript(text) {
        return true;
    }
    let mut quotable = Names::default();
    let mut known = Names::default();
    let mut inside = "";
    for line in prompt.lines() {
        match line {
            "<user>" => inside = "</user>",
            "<prior-summary>" => inside = "</prior-summary>",
            _ if line == inside => inside = "",
            _ if line.len() < LONG => {}
            _ => _ = if inside.is_empty() { &mut known } else { &mut quotable }.add(unmarked(line)),
        }
    }
    let (mut same, mut own) = (0, 0);
    for line in text.lines().map(unmarked).filter(|line| line.len() >= LONG && !quotable.has(line)) {
        *if known.has(line) { &mut same } else { &mut own } += line.len();
    }
    same > MUCH && same > own * 3
}
