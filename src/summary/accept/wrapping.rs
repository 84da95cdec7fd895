//! What models put around an answer: thoughts, fences, tags, a sentence before it and an offer behind it.

use super::Refusal;
use crate::seek;

/// Nobody wraps an answer in more layers.
const LAYERS: u32 = 16;

/// Without white space and invisible characters at both ends.
pub(super) fn trim(text: &str) -> &str {
    seek::trim_by(text, &|letter| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
    })
}

/// Takes off what models put around an answer, layer by layer.
pub(super) fn unwrap(reply: &str) -> Result<String, Refusal> {
    let mut text = trim(reply);
    for _ in 0..LAYERS {
        text = trim(match after_thoughts(text).or_else(|| tagged(text)) {
            Some(inner) => inner?,
            None => match strip_fence(text).or_else(|| without_chatter(text)) {
                Some(inner) => inner,
                // An object may be nothing but the summary's wrapping.
                None => {
                    let value = super::instead::json_of(text);
                    let summary = value.as_ref().and_then(|value| value.get_str("summary"));
                    return Ok(trim(summary.unwrap_or(text)).into());
                }
            },
        });
    }
    Err(Refusal::NotASummary)
}

/// The tags in which models think.
const THOUGHTS: &str = "think|thinking|thought|thoughts|analysis|reasoning|scratchpad|reflection";

/// What follows the thoughts at the start.
fn after_thoughts(text: &str) -> Option<Result<&str, Refusal>> {
    if let Some(rest) = text.strip_prefix('<') {
        let name = seek::until(rest, &|letter| !letter.is_ascii_alphabetic());
        if !seek::is_one_of(&seek::lowered(name), THOUGHTS) {
            return None;
        }
        let behind = seek::split(rest, &["</", name, ">"].concat()).map(|(_, behind)| behind);
        let answer = || seek::find(rest, "\n<summary>").and_then(|at| rest.get(at..));
        return Some(behind.or_else(answer).ok_or(Refusal::CutOff));
    }
    // A server may have taken their opening for its own. In a sentence, in code or between sections it is talked about.
    let (thoughts, answer) = seek::split(text, "</think>").or_else(|| seek::split(text, "</thinking>"))?;
    let is_code = thoughts.ends_with('`') || fences(thoughts, "```") % 2 == 1;
    let is_whole = answer.trim_start().starts_with('#') || !has_heading(thoughts);
    (!is_code && is_whole && (answer.is_empty() || seek::starts_with(answer, "\r\n#<"))).then_some(Ok(answer))
}

/// Whether a line is a heading of Markdown.
pub(super) fn has_heading(text: &str) -> bool {
    text.lines().any(|line| line.starts_with('#'))
}

/// How many lines begin with a fence.
fn fences(text: &str, fence: &str) -> usize {
    text.lines().filter(|line| line.starts_with(fence)).count()
}

/// The inside of tags around the text, or on lines of their own around most of it. Some hosts stop the model at the
/// closing tag, so that it may be missing; a closing tag that is only begun tells that the end is.
fn tagged(text: &str) -> Option<Result<&str, Refusal>> {
    let whole = text.strip_prefix("<summary>").map(|body| ("", body));
    let (before, body) = whole.or_else(|| seek::split(text, "\n<summary>\n"))?;
    // Behind headings it is quoted.
    if has_heading(before) {
        return None;
    }
    let Some((inner, behind)) = seek::split_last(body, "</summary>") else {
        let end = seek::behind_last(body, "</");
        let is_begun = end.len() < body.len() && "summary>".starts_with(end);
        return Some(if is_begun { Err(Refusal::CutOff) } else { Ok(body) });
    };
    (before.len() + behind.len() <= inner.len()).then_some(Ok(inner))
}

/// The inside of a Markdown fence around the whole text.
fn strip_fence(text: &str) -> Option<&str> {
    let fence = ["```", "~~~"].into_iter().find(|fence| text.starts_with(fence))?;
    let body = text.strip_suffix(fence)?;
    let (label, inner) = body.split_once('\n')?;
    let label = seek::lowered(seek::trim_start(label, "`~").trim());
    let is_prose = seek::is_one_of(&label, "|markdown|md|text|txt|json");
    // Fences inside open and close in pairs; else the text only begins and ends with code.
    let is_whole = fences(inner, fence).is_multiple_of(2);
    (is_prose && is_whole).then(|| seek::trim_end(inner, "`~"))
}

/// How sentences before an answer begin, and what they are about.
const LEADS: &str = "here is|here's|here are|sure|certainly|of course|below is|okay|absolutely|i've |i have |this is|\
    hier ist|gerne|aqu\u{ed} |claro|voici|ecco|\u{432}\u{43e}\u{442}|\u{4ee5}\u{4e0b}|\u{4e0b}\u{9762}|\
    \u{597d}\u{7684}|\u{3053}\u{308c}|\u{b2e4}\u{c74c}";
const TOPICS: &str = "summar|document|handoff|briefing|notes|zusammenfassung|resum|r\u{e9}sum|riassunt|\
    \u{441}\u{432}\u{43e}\u{434}\u{43a}|\u{438}\u{442}\u{43e}\u{433}|\u{6458}\u{8981}|\u{603b}\u{7ed3}|\
    \u{7e3d}\u{7d50}|\u{8981}\u{7d04}|\u{307e}\u{3068}\u{3081}|\u{c694}\u{c57d}";
/// How offers behind an answer begin, and what they offer. A question to the user that is open is none.
const OFFERS: &str = "let me know|please let me know|feel free|i hope|hope this|is there anything|if you need|\
    if you'd like|if you have|ich hoffe|wenn du|wenn sie|av\u{ed}same|si tienes|espero que|n'h\u{e9}sitez|si vous|\
    \u{435}\u{441}\u{43b}\u{438} |\u{5982}\u{679c}|\u{5982}\u{9700}|\u{5e0c}\u{671b}";
const OFFERED: &str = "any question|anything else|more detail|any section|clarif|this helps|fragen|pregunta|\
    des questions|\u{432}\u{43e}\u{43f}\u{440}\u{43e}\u{441}|\u{5e2e}\u{52a9}|\u{7591}\u{95ee}";

/// Lines that are longer say something.
const CHATTER: usize = 240;

/// A text without the sentence that announces it, or without the offer behind it, where one stands apart.
fn without_chatter(text: &str) -> Option<&str> {
    if let Some((first, rest)) = text.split_once('\n').filter(|(first, _)| first.len() < CHATTER) {
        let lower = seek::lowered(first.trim());
        let announces = seek::has_any(&lower, TOPICS) && seek::starts_with_any(rest.trim_start(), "#|<|```|**|---");
        if seek::starts_with_any(&lower, LEADS) && (announces || lower.len() < 12) {
            return Some(seek::trim_start(rest.trim_start(), "-"));
        }
    }
    let (before, last) = seek::split_last(text, "\n\n").filter(|(_, last)| last.len() < CHATTER)?;
    let lower = seek::lowered(last.trim_start());
    let before = before.trim_end();
    let offers =
        seek::starts_with_any(&lower, OFFERS) && (seek::has_any(&lower, TOPICS) || seek::has_any(&lower, OFFERED));
    (offers && !seek::behind_last(before, "\n").starts_with('#')).then(|| seek::trim_end(before, "-"))
}
