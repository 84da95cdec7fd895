//! What models put around an answer: thoughts, fences, tags, a sentence before it and an offer behind it.

use super::Refusal;
use crate::json;
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
        let inner = if let Some(rest) = after_thoughts(text) {
            rest?
        } else if let Some(body) = strip_tag(text, "<summary>", "</summary>") {
            body?
        } else if let Some(inner) = strip_fence(text).or_else(|| tagged(text)).or_else(|| without_chatter(text)) {
            inner
        } else {
            return Ok(from_json(text).unwrap_or_else(|| text.into()));
        };
        text = trim(inner);
    }
    Err(Refusal::NotASummary)
}

/// The summary in an object that is nothing but its wrapping.
fn from_json(text: &str) -> Option<String> {
    let value = text.starts_with('{').then(|| json::parse(text).ok())??;
    value.get_str("summary").map(|text| trim(text).into())
}

/// The tags in which models think.
const THOUGHTS: &str = "think|thinking|thought|thoughts|analysis|reasoning|scratchpad|reflection";

/// What follows the thoughts at the start.
fn after_thoughts(text: &str) -> Option<Result<&str, Refusal>> {
    if text.starts_with("<|") {
        return seek::split_last(text, "<|message|>").map(|(_, answer)| Ok(answer));
    }
    if let Some(rest) = text.strip_prefix('<') {
        let name = seek::until(rest, &|letter| !letter.is_ascii_alphabetic());
        if !seek::is_one_of(&seek::lowered(name), THOUGHTS) {
            return None;
        }
        let close = ["</", name, ">"].concat();
        let behind = seek::split(rest, &close).map(|(_, behind)| behind);
        let answer = || seek::find(rest, "\n<summary>").and_then(|at| rest.get(at..));
        return Some(behind.or_else(answer).ok_or(Refusal::CutOff));
    }
    // A server may have taken their opening for its own. In a sentence, in code or between sections it is talked about.
    let (thoughts, answer) = ["</think>", "</thinking>"].iter().find_map(|close| seek::split(text, close))?;
    let ends_line = answer.is_empty() || seek::starts_with(answer, "\r\n#<");
    let is_code = thoughts.ends_with('`') || thoughts.lines().filter(|line| line.starts_with("```")).count() % 2 == 1;
    let has_heading = thoughts.lines().any(|line| line.starts_with('#'));
    let is_whole = !has_heading || answer.trim_start().starts_with('#');
    (ends_line && !is_code && is_whole).then_some(Ok(answer))
}

/// The inside of tags around the whole text. Some hosts stop the model at the closing tag, so that it may be missing;
/// a closing tag that is only begun tells that the end is.
fn strip_tag<'a>(text: &'a str, open: &str, close: &str) -> Option<Result<&'a str, Refusal>> {
    let body = text.strip_prefix(open)?;
    if let Some(inner) = body.strip_suffix(close) {
        return Some(Ok(inner));
    }
    let begun = (2..close.len()).any(|end| close.get(..end).is_some_and(|start| body.ends_with(start)));
    Some(if begun { Err(Refusal::CutOff) } else { Ok(body) })
}

/// The inside of a Markdown fence around the whole text.
fn strip_fence(text: &str) -> Option<&str> {
    let fence = ["```", "~~~"].into_iter().find(|fence| text.starts_with(fence))?;
    let body = text.strip_suffix(fence)?;
    let (label, inner) = body.split_once('\n')?;
    let label = seek::lowered(seek::trim_start(label, "`~").trim());
    let is_prose = seek::is_one_of(&label, "|markdown|md|text|txt|json");
    // Fences inside open and close in pairs; else the text only begins and ends with code.
    let is_whole = inner.lines().filter(|line| line.starts_with(fence)).count() % 2 == 0;
    (is_prose && is_whole).then(|| seek::trim_end(inner, "`~"))
}

/// The inside of tags that stand on lines of their own, where it is most of the text.
fn tagged(text: &str) -> Option<&str> {
    let (before, body) = seek::split(text, "\n<summary>\n")?;
    let (inner, behind) = seek::split_last(body, "</summary>").unwrap_or((body, ""));
    (before.len() + behind.len() < inner.len() && seek::find(before, "\n#").is_none()).then_some(inner)
}

/// How sentences before an answer begin, and what they are about.
const LEADS: &str = "here is|here's|here are|sure|certainly|of course|below is|okay|ok,|absolutely|i've |i have |\
    the following|this is|hier ist|hier die|nat\u{fc}rlich|gerne|aqu\u{ed} |aqui |claro|voici|bien s\u{fb}r|ecco|certo|\
    \u{432}\u{43e}\u{442}|\u{43a}\u{43e}\u{43d}\u{435}\u{447}\u{43d}\u{43e}|\u{4ee5}\u{4e0b}|\u{4e0b}\u{9762}|\
    \u{597d}\u{7684}|\u{3053}\u{308c}|\u{627f}\u{77e5}|\u{b2e4}\u{c74c}|\u{c544}\u{b798}";
const DOCUMENTS: &str = "summar|document|handoff|hand-off|briefing|notes|checkpoint|zusammenfassung|resum|r\u{e9}sum|\
    riassunt|riepilogo|\u{441}\u{432}\u{43e}\u{434}\u{43a}|\u{438}\u{442}\u{43e}\u{433}|\u{6458}\u{8981}|\
    \u{603b}\u{7ed3}|\u{7e3d}\u{7d50}|\u{8981}\u{7d04}|\u{307e}\u{3068}\u{3081}|\u{c694}\u{c57d}";

/// How offers behind an answer begin, and what they offer. A question to the user that is open is none.
const OFFERS: &str = "let me know|please let me know|feel free|i hope|hope this|is there anything|if you need|\
    if you'd like|if you have|would you like|lassen sie mich|lass mich|ich hoffe|wenn du|wenn sie|av\u{ed}same|\
    si necesitas|si tienes|espero que|me avise|se precisar|n'h\u{e9}sitez|si vous|fammi sapere|se hai|\
    \u{435}\u{441}\u{43b}\u{438} |\u{5982}\u{679c}|\u{5982}\u{9700}|\u{5e0c}\u{671b}|\u{3054}|\u{4f55}\u{304b}";
const OFFERED: &str = "summary|summaries|any question|anything else|more detail|any section|clarif|this helps|\
    zusammenfassung|fragen|resumen|resumo|pregunta|d\u{fa}vida|r\u{e9}sum\u{e9}|des questions|riassunto|domande|\
    \u{432}\u{43e}\u{43f}\u{440}\u{43e}\u{441}|\u{5e2e}\u{52a9}|\u{7591}\u{95ee}|\u{603b}\u{7ed3}|\u{6458}\u{8981}|\
    \u{8cea}\u{554f}|\u{8981}\u{7d04}";

/// Lines that are longer say something.
const CHATTER: usize = 240;

/// A text without the sentence that announces it, or without the offer behind it, where one stands apart.
fn without_chatter(text: &str) -> Option<&str> {
    if let Some((first, rest)) = text.split_once('\n').filter(|(first, _)| first.len() < CHATTER) {
        let lower = seek::lowered(first.trim());
        let announces = seek::has_any(&lower, DOCUMENTS) && seek::starts_with_any(rest.trim_start(), "#|<|```|**|---");
        if seek::starts_with_any(&lower, LEADS) && (announces || lower.len() < 12) {
            return Some(seek::trim_start(rest.trim_start(), "-"));
        }
    }
    let (before, last) = seek::split_last(text, "\n\n").filter(|(_, last)| last.len() < CHATTER)?;
    let lower = seek::lowered(last.trim_start());
    let under = before.trim_end().lines().next_back().unwrap_or_default();
    let offers = seek::starts_with_any(&lower, OFFERS) && seek::has_any(&lower, OFFERED);
    (offers && !under.starts_with('#')).then(|| seek::trim_end(before.trim_end(), "-"))
}
