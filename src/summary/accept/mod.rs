//! Is a reply a summary? Taken is the text without its wrapping; refused is what would lose the history; what it lacks
//! beside that is told, so that the model can be asked once more.

mod flaws;
mod hollow;
mod instead;
mod sample;
mod script;
mod wrapping;

use std::error::Error;
use std::fmt;

use super::RequestKind;
use crate::files;
use crate::gather::Gather;
use crate::seek;
use crate::tokens::estimate;

pub use flaws::{Expected, Flaw, flaws};
pub(super) use hollow::is_hollow;
pub use instead::is_echo;
pub use sample::sample;

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
    /// An excuse, a promise or an error message in place of a summary.
    NotASummary,
    /// The model called a tool in place of answering.
    ToolCall,
    /// The transcript given back ([`is_echo`]).
    Echo,
}

impl Refusal {
    /// The stable text form.
    pub fn code(self) -> &'static str {
        match self {
            Self::Blank => "blank-summary",
            Self::CutOff => "cut-off-summary",
            Self::Hollow => "hollow-summary",
            Self::NotASummary => "not-a-summary",
            Self::ToolCall => "tool-call",
            Self::Echo => "echo",
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Self::Blank => "the summary is blank",
            Self::CutOff => "the summary was cut off at the output limit",
            Self::Hollow => "the summary has headings but no content",
            Self::NotASummary => "the reply is an excuse or an error, not a summary",
            Self::ToolCall => "the reply is a tool call, not a summary",
            Self::Echo => "the reply repeats the conversation, and is no summary of it",
        }
    }

    /// What a model is told that gave such an answer.
    pub fn complaint(self) -> String {
        ["Your last answer was not taken: ", self.reason(), ". Write the whole document, and nothing else."].concat()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.reason())
    }
}

impl Error for Refusal {}

/// Takes a reply as a summary: trimmed, without thoughts, without a fence, `<summary>` tags or chatter around the whole,
/// and without the sections that the core writes.
///
/// # Errors
/// A [`Refusal`] where the reply would lose what it stands for. `cut_off`: the model reached its output limit.
pub fn accept(reply: &str, cut_off: bool, kind: RequestKind) -> Result<String, Refusal> {
    if cut_off {
        return Err(Refusal::CutOff);
    }
    let mut text = reply.to_owned();
    // What is left when one thing is taken off may have another around it.
    for _ in 0..4 {
        let next = take(&text, kind)?;
        if next == text {
            return Ok(text);
        }
        text = next;
    }
    Err(Refusal::NotASummary)
}

fn take(reply: &str, kind: RequestKind) -> Result<String, Refusal> {
    let inner = wrapping::unwrap(reply)?;
    let own = files::without_file_tags(&inner);
    let text = wrapping::trim(&own);
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Refusal::Blank);
    }
    if let Some(refusal) = instead::of(text) {
        return Err(refusal);
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
    // Without any heading, more must be said: one in five hundred tokens, up to 64.
    let plain = u64::from(replaced_tokens / 500).clamp(16, 64);
    let least = if text.lines().any(|line| is_heading(&line)) { 8 } else { plain };
    let said = text.lines().filter(|line| !is_heading(line) && !is_hollow(line));
    replaced_tokens >= MUCH && said.map(estimate::quarters).sum::<u64>() < least * 4
}
