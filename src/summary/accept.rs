//! Is a reply a summary? Taken is the text without its wrapping; refused is what would lose the history.

use std::error::Error;
use std::fmt;

use super::RequestKind;
use crate::gather::Gather;
use crate::seek;
use crate::tokens::estimate;

/// Why a reply is no summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Nothing that can be read: empty, white space, invisible characters, bare punctuation, or thoughts alone.
    Blank,
    /// It ends before its end.
    CutOff,
    /// The template: headings and placeholders, but no content.
    Hollow,
    /// An excuse or an error message in place of a summary.
    NotASummary,
}

impl Refusal {
    /// The stable text form.
    pub fn code(self) -> &'static str {
        match self {
            Self::Blank => "blank-summary",
            Self::CutOff => "cut-off-summary",
            Self::Hollow => "hollow-summary",
            Self::NotASummary => "not-a-summary",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Blank => "the summary is blank",
            Self::CutOff => "the summary was cut off at the output limit",
            Self::Hollow => "the summary has headings but no content",
            Self::NotASummary => "the reply is an excuse or an error, not a summary",
        })
    }
}

impl Error for Refusal {}

/// Takes a reply as a summary: trimmed, without thoughts, and without a fence or `<summary>` tags around the whole.
///
/// # Errors
/// A [`Refusal`] where the reply would lose what it stands for. `cut_off`: the model reached its output limit.
pub fn accept(reply: &str, cut_off: bool, kind: RequestKind) -> Result<String, Refusal> {
    if cut_off {
        return Err(Refusal::CutOff);
    }
    let text = unwrap(reply)?;
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Refusal::Blank);
    }
    if is_excuse(text) {
        return Err(Refusal::NotASummary);
    }
    if text.lines().all(is_hollow) {
        return Err(Refusal::Hollow);
    }
    if kind == RequestKind::Short {
        let said = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        return Ok(seek::join(&said.gather(), " "));
    }
    Ok(text.into())
}

/// Whether an accepted text says too little for the tokens that it stands for: the template with a word in it, or a
/// sentence about the summary in place of one. A few thousand tokens always leave more to say.
pub fn is_thin(text: &str, replaced_tokens: u32) -> bool {
    const MUCH: u32 = 4_000;
    let is_heading = |line: &&str| line.trim_start().starts_with('#');
    let least = if text.lines().any(|line| is_heading(&line)) { 8 } else { 16 };
    let said = text.lines().filter(|line| !is_heading(line) && !is_hollow(line));
    replaced_tokens >= MUCH && said.map(estimate::quarters).sum::<u64>() < least * 4
}

/// Without white space and invisible characters at both ends.
fn trim(text: &str) -> &str {
    seek::trim_by(text, &|letter| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
    })
}

/// Takes off what models put around an answer, layer by layer.
fn unwrap(reply: &str) -> Result<&str, Refusal> {
    let mut text = trim(reply);
    loop {
        let inner = if let Some(rest) = after_thoughts(text) {
            rest?
        } else if let Some(body) = strip_tag(text, "<summary>", "</summary>") {
            body?
        } else if let Some(body) = strip_fence(text) {
            body
        } else {
            return Ok(text);
        };
        text = trim(inner);
    }
}

/// What follows a block of thoughts at the start.
fn after_thoughts(text: &str) -> Option<Result<&str, Refusal>> {
    ["think", "thinking", "analysis", "reasoning"].iter().find_map(|name| {
        let body = text.strip_prefix('<')?.strip_prefix(name)?.strip_prefix('>')?;
        Some(seek::split(body, &format!("</{name}>")).map(|(_, rest)| rest).ok_or(Refusal::CutOff))
    })
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
    let is_prose = matches!(label.as_str(), "" | "markdown" | "md" | "text" | "txt");
    // Fences inside open and close in pairs; else the text only begins and ends with code.
    let is_whole = inner.lines().filter(|line| line.starts_with(fence)).count() % 2 == 0;
    (is_prose && is_whole).then(|| seek::trim_end(inner, "`~"))
}

/// Words that stand where nothing is to be said.
const NOTHING: &str = "none|none yet|none so far|none recorded|none mentioned|n/a|nil|null|nothing|nothing yet|\
    empty|no|not applicable|not specified|not available|unknown|tbd|to be determined|pending|todo";

/// The headings of the common templates.
const TITLES: &str = "primary request and intent|primary request|key technical concepts|files and code sections|\
    files|errors and fixes|problem solving|all user messages|pending tasks|current work|optional next step|\
    next steps|goal|constraints & preferences|constraints|progress|key decisions|critical context|summary";

/// The templates, whose own lines say nothing when they come back.
const TEMPLATES: [&str; 2] = [include_str!("../prompts/compaction.md"), include_str!("../prompts/turn-prefix.md")];

/// Whether a line says nothing: blank, a heading, a placeholder, a line of the template, or "none" in one of its forms.
pub(super) fn is_hollow(line: &str) -> bool {
    let is_template = line.len() > 20 && TEMPLATES.iter().any(|template| template.lines().any(|own| own == line));
    let line = unmarked(line);
    if line.starts_with('#') || is_placeholder(line) || is_template {
        return true;
    }
    let plain = |letter: char| !letter.is_alphanumeric();
    let bare = seek::lowered(seek::trim_by(line, &plain));
    let titled = seek::list(TITLES).find_map(|title| bare.strip_prefix(title));
    let content = titled.filter(|rest| rest.chars().next().is_none_or(plain)).unwrap_or(&bare);
    let content = seek::trim_by(content, &plain);
    content.is_empty() || seek::is_one_of(content, NOTHING)
}

/// A line without its list marker.
fn unmarked(line: &str) -> &str {
    let line = seek::trim_start(line, "-*\u{2022}>| \t").trim_end();
    let rest = seek::trim_start_by(line, &|letter| letter.is_ascii_digit());
    if rest.len() < line.len() && seek::starts_with(rest, ".)") {
        rest.get(1..).map_or(line, str::trim_start)
    } else {
        line
    }
}

/// `[What the user asked for]`, `<description>`, `{summary}`.
fn is_placeholder(line: &str) -> bool {
    [('[', ']'), ('<', '>'), ('{', '}')].iter().any(|(open, close)| {
        let inner = line.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close));
        inner.is_some_and(|inner| !seek::is_of(*open, inner) && !seek::is_of(*close, inner))
    })
}

/// How excuses begin, and what errors say.
const EXCUSES: &str = "i'm sorry|i am sorry|sorry, |i apologize|i cannot |i can't |i'm unable|i am unable|\
    i'm not able|i am not able|as an ai|unfortunately, i|lo siento|es tut mir leid|d\u{e9}sol\u{e9}|\u{62b1}\u{6b49}|\
    \u{7533}\u{3057}\u{8a33}";
const ERRORS: &str = "prompt is too long|context length|context window|rate limit|too many requests|overloaded|\
    internal server error|service unavailable|bad gateway|gateway timeout|request timed out|api error|\
    api key|\"error\"";

/// Whether a short reply is nothing but an excuse or a provider's error. A summary may well tell of errors, so only a
/// text without headings that opens like one counts.
fn is_excuse(text: &str) -> bool {
    if text.len() > 600 || text.lines().any(|line| line.starts_with('#')) {
        return false;
    }
    let lower = seek::lowered(text);
    let opens_with_code =
        seek::starts_with(&lower, "45") && lower.chars().take_while(char::is_ascii_digit).count() == 3;
    let opens_like_error =
        opens_with_code || lower.starts_with("error") || lower.starts_with("api error") || lower.starts_with('{');
    seek::starts_with_any(&lower, EXCUSES)
        || seek::starts_with_any(&lower, ERRORS)
        || (opens_like_error && seek::has_any(&lower, ERRORS))
}
