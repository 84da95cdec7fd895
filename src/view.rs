//! A wire message as its lens shows it: who speaks, what in which order, and where each piece stands in the host's object.

use std::borrow::Cow;

use serde::Serialize;

use crate::json;
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

impl Role {
    /// Whether it is the host that speaks, and what it says holds for all that follows.
    pub fn instructs(self) -> bool {
        matches!(self, Self::System | Self::Developer)
    }
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
    /// The tokens in the model's context after the call; 0 where nothing usable was reported. Some totals leave the cached
    /// part out.
    pub fn context(&self) -> u32 {
        // A float cast saturates, and NaN becomes 0.
        self.total_tokens.max(self.read() + self.output) as u32
    }

    /// The tokens that the model was sent; 0 where nothing usable was reported.
    pub fn prompt(&self) -> u32 {
        let read = self.read();
        (if read > 0.0 { read } else { self.total_tokens - self.output }) as u32
    }

    fn read(&self) -> f64 {
        self.input + self.cache_read + self.cache_write
    }
}

/// One message, seen through its format's lens. It borrows from the host's value.
#[derive(Debug, Clone, PartialEq)]
pub struct View<'a> {
    /// Who speaks.
    pub role: Role,
    /// Whether a turn begins here: a real message of the user, not a tool result or a reminder of the host.
    pub starts_turn: bool,
    /// Whether the host speaks as the person: a hook, an extension.
    pub is_host: bool,
    /// Whether the host keeps it from the model: it is told of nowhere, and counts all the same.
    pub is_excluded: bool,
    /// The shell command that the user ran, on a message that holds what it gave.
    pub command: Option<&'a str>,
    /// What is said, in order.
    pub parts: Vec<Part<'a>>,
    /// What the provider reported, on a message of the model.
    pub usage: Option<Usage>,
    /// Why the model stopped.
    pub stop: Option<Stop>,
    /// The provider's response that this message is a part of, where a response may be spread over several messages.
    pub response: Option<&'a str>,
    /// Whether the provider says that it has left out parts of what it was sent.
    pub is_cleared: bool,
    /// Whether the provider's own compaction in it is one that must be the first of all.
    pub stands_first: bool,
    /// Which of its format's serialized forms it has, where there are several: what is written beside it takes the same one.
    pub form: u8,
}

impl<'a> View<'a> {
    /// A message of these parts, and nothing further.
    pub fn new(role: Role, parts: Vec<Part<'a>>) -> Self {
        Self {
            role,
            starts_turn: role == Role::User,
            is_host: false,
            is_excluded: false,
            command: None,
            parts,
            usage: None,
            stop: None,
            response: None,
            is_cleared: false,
            stands_first: false,
            form: 0,
        }
    }

    /// All text: what is said, and what tools answered, whole.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match &part.piece {
                Piece::Text(said) => text.push_str(said),
                Piece::Result(result) => result.texts.iter().for_each(|said| text.push_str(said)),
                _ => {}
            }
        }
        text
    }

    /// The calls, each with the place of its part.
    pub fn calls(&self) -> impl Iterator<Item = (Place, &CallView<'a>)> {
        self.parts.iter().filter_map(|part| match &part.piece {
            Piece::Call(call) => Some((part.place, call)),
            _ => None,
        })
    }

    /// The results, each with the place of its part.
    pub fn results(&self) -> impl Iterator<Item = (Place, &ResultView<'a>)> {
        self.parts.iter().filter_map(|part| match &part.piece {
            Piece::Result(result) => Some((part.place, result)),
            _ => None,
        })
    }
}

/// A piece of a message, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Part<'a> {
    /// Where, inside the message.
    pub place: Place,
    /// What.
    pub piece: Piece<'a>,
}

/// Where a part stands in its message. A path is made of it only where one is needed: in an error, in an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The field, as a JSON pointer without its first slash: `content`, `data/content`. Empty: the whole message.
    pub field: &'static str,
    /// The index in the field's array; nothing where the field itself is the part.
    pub index: Option<u32>,
}

impl Place {
    /// The whole message.
    pub const WHOLE: Self = Self { field: "", index: None };

    /// A field that is the part.
    pub const fn field(field: &'static str) -> Self {
        Self { field, index: None }
    }

    /// An item of a field.
    pub fn item(field: &'static str, index: usize) -> Self {
        Self { field, index: u32::try_from(index).ok() }
    }

    /// As written in code: `content[3]`, `data.content`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for letter in self.field.chars() {
            path.push(if letter == '/' { '.' } else { letter });
        }
        if let Some(index) = self.index {
            path.push('[');
            path.push_str(&index.to_string());
            path.push(']');
        }
        path
    }

    /// As a JSON pointer: `/content/3`.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        if !self.field.is_empty() {
            pointer.push('/');
            pointer.push_str(self.field);
        }
        if let Some(index) = self.index {
            pointer.push('/');
            pointer.push_str(&index.to_string());
        }
        pointer
    }
}

/// What a part of a message is.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// The model's reasoning.
    Thinking {
        /// What can be read of it.
        text: Cow<'a, str>,
        /// What it depends on.
        bond: Bond,
    },
    /// A call of a tool.
    Call(CallView<'a>),
    /// The answer to a call.
    Result(ResultView<'a>),
    /// A person is asked to approve a call.
    Ask {
        /// The request's id, by which the decision answers.
        id: &'a str,
        /// The call's id; empty where the request does not name it.
        call: &'a str,
    },
    /// The person's decision.
    Decision {
        /// The request's id.
        id: &'a str,
        /// Whether the call may run.
        approved: bool,
    },
    /// An image.
    Image,
    /// Anything else: files, and what the lens does not read. It is kept as it is.
    Opaque {
        /// What it does to the rest of the history.
        matter: Matter,
        /// Its price, in quarters of a token ([`crate::tokens::estimate::opaque`], [`crate::tokens::estimate::file`]).
        price: u64,
    },
}

/// What the model's reasoning depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bond {
    /// Nothing: it stays valid wherever it stands.
    #[default]
    Free,
    /// All that comes before it: a provider refuses it once anything there was changed (Claude's signatures).
    Prefix,
    /// The item behind it, which the provider refuses without it (OpenAI's reasoning items).
    Next,
}

/// What an opaque part does to the rest of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Matter {
    /// Nothing.
    #[default]
    Plain,
    /// It is a file.
    File,
    /// It changes what holds from there on, the tools or the configuration: without it the rest means something else.
    State,
    /// The provider's own compaction: it stands for all that comes before it, and only the provider can read it.
    Barrier,
    /// One that failed: it stands for nothing, and only the provider takes it back.
    Failed,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct CallView<'a> {
    /// Its id, by which the result answers. Empty where the format or the server gives none: then it pairs by the tool's
    /// name and the order.
    pub id: &'a str,
    /// The tool.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: Arguments<'a>,
    /// Whether the provider runs it (web search, code execution, MCP connectors): the host owes no result.
    pub by_provider: bool,
    /// Whether no others can stand for its arguments: it is signed, it is the provider's, its shape is one of the API's own, or
    /// there are none.
    pub is_fixed: bool,
}

/// The answer to a call.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResultView<'a> {
    /// The call's id; empty as there.
    pub id: &'a str,
    /// The tool, where the format repeats it.
    pub name: Option<&'a str>,
    /// Whether the tool failed.
    pub is_error: bool,
    /// Its texts; data other than text as its JSON.
    pub texts: Vec<Cow<'a, str>>,
    /// How many images it holds.
    pub images: u32,
    /// The price of all else that it holds, in quarters of a token.
    pub other: u64,
    /// Whether it was given by the provider's own tool, in a message of the model.
    pub by_provider: bool,
    /// Whether its shape says more than its text, so that no text can stand for it: a screenshot, tools that were found.
    pub is_fixed: bool,
    /// What the tool reports for programs, where the format keeps that beside what the model sees.
    pub details: Option<&'a Value<'a>>,
    /// Whether a notice stands here in place of what the tool answered, where the message says so.
    pub is_pruned: bool,
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
