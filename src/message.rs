//! A message as the pipeline sees it: the lens's [`View`] of a wire message, and the bounded [`Record`] kept of it.

use std::borrow::Cow;

use serde::Serialize;

use crate::files::{self, FileUse};
use crate::json;
use crate::summary::identifiers;
use crate::text::Quote;
use crate::tokens::estimate;
use crate::value::Value;

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The host's instructions (`system`).
    System,
    /// The host's instructions (`developer`).
    Developer,
    /// The person, or text that the host sends as the person.
    User,
    /// The model.
    Assistant,
    /// Results of tool calls.
    Tool,
}

/// Why the model stopped, where the message says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// It was done.
    Stop,
    /// It reached its output limit.
    Length,
    /// It called tools.
    ToolUse,
    /// The provider failed.
    Error,
    /// The host cut it off.
    Aborted,
}

/// What a provider reported for one call, normalized: tokens, the cached ones apart from `input`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Prompt tokens that were not read from a cache.
    pub input: f64,
    /// Tokens of the reply.
    pub output: f64,
    /// Prompt tokens read from a cache.
    pub cache_read: f64,
    /// Prompt tokens written to a cache.
    pub cache_write: f64,
    /// All of them, where the provider gives a total; 0 where it does not.
    pub total_tokens: f64,
}

impl Usage {
    /// The tokens in the model's context after the call; 0 where nothing usable was reported.
    pub fn context(&self) -> u32 {
        let sum = if self.total_tokens > 0.0 {
            self.total_tokens
        } else {
            self.input + self.output + self.cache_read + self.cache_write
        };
        // A float cast saturates, and NaN becomes 0.
        sum as u32
    }
}

/// One message, seen through its format's lens. It borrows from the host's value.
#[derive(Debug, Clone, PartialEq)]
pub struct View<'a> {
    /// Who speaks.
    pub role: Role,
    /// Whether a turn begins here: a real message of the user, not a tool result or a reminder of the host.
    pub starts_turn: bool,
    /// What is said, in order.
    pub parts: Vec<Part<'a>>,
    /// What the provider reported, on a message of the model.
    pub usage: Option<Usage>,
    /// Why the model stopped.
    pub stop: Option<Stop>,
}

impl View<'_> {
    /// All text: what is said, and what tools answered, whole.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Text(said) => text.push_str(said),
                Part::Result { texts, .. } => texts.iter().for_each(|said| text.push_str(said)),
                _ => {}
            }
        }
        text
    }
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Part<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// The model's reasoning.
    Thinking(Cow<'a, str>),
    /// A call of a tool.
    Call {
        /// Its id, by which the result answers.
        id: &'a str,
        /// The tool.
        name: &'a str,
        /// Its arguments.
        arguments: Arguments<'a>,
    },
    /// The answer to a call.
    Result {
        /// The call's id.
        id: &'a str,
        /// The tool, where the format repeats it.
        name: Option<&'a str>,
        /// Whether the tool failed.
        is_error: bool,
        /// Its texts.
        texts: Vec<&'a str>,
        /// How many images it holds.
        images: u32,
    },
    /// An image.
    Image,
    /// Anything that the lens does not read; kept as it is, priced by its size.
    Opaque {
        /// Length of its JSON in bytes.
        bytes: u32,
    },
}

/// The arguments of a tool call: a JSON value, or text that ought to be JSON.
#[derive(Debug, Clone, PartialEq)]
pub enum Arguments<'a> {
    /// A value of the host.
    Value(&'a Value<'a>),
    /// Text as the model wrote it.
    Text(&'a str),
}

impl Arguments<'_> {
    /// The arguments as text; a value as `JSON.stringify` writes it.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Value(value) => Cow::Owned(json::to_text(value)),
            Self::Text(text) => Cow::Borrowed(text),
        }
    }
}

/// How much of each kind of part a record keeps, in UTF-16 units: head, tail.
const USER_TEXT: (usize, usize) = (12_000, 4_000);
const OTHER_TEXT: (usize, usize) = (2_000, 1_000);
const ARGUMENTS: (usize, usize) = (1_000, 500);
/// How much room the exact names of what is left out may take, in UTF-16 units.
const NAMES: usize = 2_000;

/// How much of what is left out is searched for them at each of its ends, in bytes.
const SEARCHED: usize = 4_000;

/// Quotes a text, with the exact names near the ends of what is left out.
fn quote(text: &str, (head, tail): (usize, usize)) -> Quote {
    let mut quote = Quote::new(text, head, tail);
    if !quote.is_whole() {
        let gap = text.get(quote.head.len()..text.len() - quote.tail.len()).unwrap_or_default();
        quote.names = if gap.len() <= 2 * SEARCHED {
            identifiers::names(gap, NAMES)
        } else {
            let start = identifiers::names(crate::text::head(gap, SEARCHED), NAMES / 2);
            start + &identifiers::names(crate::text::tail(gap, SEARCHED), NAMES / 2)
        };
    }
    quote
}

/// What the core keeps of a message: bounded, whatever the message's size.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Who speaks.
    pub role: Role,
    /// Whether a turn begins here.
    pub starts_turn: bool,
    /// The estimate, in tokens.
    pub tokens: u32,
    /// What is said, bounded.
    pub parts: Vec<RecordPart>,
    /// What the provider reported.
    pub usage: Option<Usage>,
    /// Why the model stopped.
    pub stop: Option<Stop>,
}

/// A bounded piece of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordPart {
    /// Text.
    Text(Quote),
    /// The model's reasoning.
    Thinking(Quote),
    /// A call of a tool.
    Call(Call),
    /// The answer to a call.
    Result(ToolResult),
    /// An image.
    Image,
    /// Something that the lens does not read.
    Opaque,
}

/// A tool call, bounded.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments as text.
    pub arguments: Quote,
    /// The files that it reads or changes.
    pub files: Vec<FileUse>,
}

/// A tool result, bounded.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// The call's id.
    pub id: String,
    /// The tool, empty where the format does not repeat it.
    pub name: String,
    /// Whether the tool failed.
    pub is_error: bool,
    /// Its text.
    pub text: Quote,
    /// Its estimate, in tokens.
    pub tokens: u32,
    /// How many images it holds.
    pub images: u32,
}

impl Record {
    /// Keeps what the pipeline needs of a message.
    pub fn new(view: &View<'_>) -> Self {
        let text_limits = if view.role == Role::User { USER_TEXT } else { OTHER_TEXT };
        let mut quarters = 0;
        let mut parts = Vec::with_capacity(view.parts.len());
        for part in &view.parts {
            parts.push(match part {
                Part::Text(text) => {
                    quarters += estimate::quarters(text);
                    RecordPart::Text(quote(text, text_limits))
                }
                Part::Thinking(text) => {
                    quarters += estimate::quarters(text);
                    RecordPart::Thinking(quote(text, OTHER_TEXT))
                }
                Part::Call { id, name, arguments } => {
                    let text = arguments.text();
                    quarters += estimate::quarters(name) + estimate::quarters(&text);
                    let files = files::uses_of_call(name, arguments);
                    let arguments = quote(&text, ARGUMENTS);
                    RecordPart::Call(Call { id: (*id).into(), name: (*name).into(), arguments, files })
                }
                Part::Result { id, name, is_error, texts, images } => {
                    let text = match texts.as_slice() {
                        [text] => Cow::Borrowed(*text),
                        texts => Cow::Owned(texts.concat()),
                    };
                    let size = estimate::quarters(&text) + u64::from(*images) * estimate::IMAGE_QUARTERS;
                    quarters += size;
                    RecordPart::Result(ToolResult {
                        id: (*id).into(),
                        name: name.unwrap_or_default().into(),
                        is_error: *is_error,
                        text: quote(&text, OTHER_TEXT),
                        tokens: estimate::round(size),
                        images: *images,
                    })
                }
                Part::Image => {
                    quarters += estimate::IMAGE_QUARTERS;
                    RecordPart::Image
                }
                Part::Opaque { bytes } => {
                    quarters += u64::from(*bytes);
                    RecordPart::Opaque
                }
            });
        }
        let (tokens, usage, stop) = (estimate::round(quarters), view.usage, view.stop);
        Self { role: view.role, starts_turn: view.starts_turn, tokens, parts, usage, stop }
    }

    /// The calls that this message makes.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.parts.iter().filter_map(|part| match part {
            RecordPart::Call(call) => Some(call),
            _ => None,
        })
    }

    /// The results that this message carries.
    pub fn results(&self) -> impl Iterator<Item = &ToolResult> {
        self.parts.iter().filter_map(|part| match part {
            RecordPart::Result(result) => Some(result),
            _ => None,
        })
    }

    /// The texts of this message, its own parts only.
    pub fn texts(&self) -> impl Iterator<Item = &Quote> {
        self.parts.iter().filter_map(|part| match part {
            RecordPart::Text(quote) => Some(quote),
            _ => None,
        })
    }
}
