//! What the pipeline keeps of a message: a bounded [`Record`] of its lens's [`View`].

use std::borrow::Cow;

use crate::digest::{self, Digest, Report};
use crate::files::{self, FileUse};
use crate::frame::{is_framed, split_summary};
use crate::redact::redact;
use crate::seek;
use crate::summary::identifiers;
use crate::text::Quote;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Bond, Matter, Part, Piece, View};

pub use crate::view::{Role, Stop, Usage};

/// How much of each kind of part a record keeps, in UTF-16 units: head, tail.
const USER_TEXT: (usize, usize) = (12_000, 4_000);
const OTHER_TEXT: (usize, usize) = (2_000, 1_000);
const ARGUMENTS: (usize, usize) = (1_000, 500);
/// How much room the exact names of what is left out may take, in UTF-16 units.
const NAMES: usize = 2_000;

/// How much of what is left out is searched for them at each of its ends, in bytes.
const SEARCHED: usize = 4_000;

/// Quotes a text, with the exact names near the ends of what is left out: no secrets, since apart from what stood
/// before them they are not known for such any more.
fn quote(text: &str, (head, tail): (usize, usize)) -> Quote {
    let mut quote = Quote::new(text, head, tail);
    if !quote.is_whole() {
        let gap = text.get(quote.head.len()..text.len() - quote.tail.len()).unwrap_or_default();
        quote.names = if gap.len() <= 2 * SEARCHED {
            identifiers::names(&redact(gap), NAMES)
        } else {
            let start = identifiers::names(&redact(crate::text::head(gap, SEARCHED)), NAMES / 2);
            start + &identifiers::names(&redact(crate::text::tail(gap, SEARCHED)), NAMES / 2)
        };
    }
    quote
}

/// The summary that a message begins with, and the parts of the rest. A page may have changed line ends and the space at
/// the end.
fn carried(text: &str, parts: &[RecordPart], limits: (usize, usize)) -> Option<(String, Vec<RecordPart>)> {
    if !is_framed(text) {
        return None;
    }
    let plain = seek::replace(text, "\r\n", "\n");
    let (summary, behind) = split_summary(&plain)?;
    let mut rest = Vec::new();
    if !behind.trim().is_empty() {
        rest.push(RecordPart::Text(quote(seek::trim_start(behind, "\n"), limits)));
    }
    rest.extend(parts.iter().skip(1).cloned());
    Some((summary.into(), rest))
}

/// Whether a host says of a message that it wrote it in the user's name.
pub fn is_synthetic(message: &Value<'_>) -> bool {
    message.has_flag("synthetic")
}

fn is_reminder(quote: &Quote) -> bool {
    let end = if quote.is_whole() { &quote.head } else { &quote.tail };
    quote.head.trim_start().starts_with("<system-reminder>") && end.trim_end().ends_with("</system-reminder>")
}

/// What the core keeps of a message: bounded, whatever the message's size.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Who speaks.
    pub role: Role,
    /// Whether a turn begins here.
    pub starts_turn: bool,
    /// Whether the host speaks as the person: a hook, an extension.
    pub is_host: bool,
    /// Whether the host keeps it from the model: no summary tells of it, and no summarizer is told.
    pub is_excluded: bool,
    /// The estimate, in tokens.
    pub tokens: u32,
    /// The files that the user's own command reads or changes.
    pub files: Vec<FileUse>,
    /// What is said, bounded.
    pub parts: Vec<RecordPart>,
    /// What the provider reported.
    pub usage: Option<Usage>,
    /// Why the model stopped.
    pub stop: Option<Stop>,
    /// The provider's response that this message is a part of, where a response may be spread over several messages.
    pub response: Option<String>,
    /// Tokens of the reasoning that depends on all that comes before it ([`Bond::Prefix`]); 0 where there is none.
    pub bound_tokens: u32,
    /// Whether it holds reasoning of that kind.
    pub is_bound: bool,
    /// Whether it ends with reasoning that the next message must follow ([`Bond::Next`]).
    pub leads_next: bool,
    /// Whether it changes what holds from there on ([`Matter::State`]).
    pub is_state: bool,
    /// Whether it holds the provider's own compaction ([`Matter::Barrier`]).
    pub is_barrier: bool,
    /// Whether that must be the first of all that is sent.
    pub stands_first: bool,
    /// Whose it is, where the entry says so.
    pub compacted_by: String,
    /// Whether the provider says that it has left out parts of what it was sent: its count tells nothing of the rest.
    pub is_cleared: bool,
    /// The summary that it begins with, where it is one that this package framed, and what else it says.
    pub summary: Option<(String, Vec<RecordPart>)>,
    /// Which of its format's serialized forms it has ([`View::form`]).
    pub form: u8,
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
    /// A person is asked to approve a call, by the request's id.
    Ask(String),
    /// The person's decision.
    Decision {
        /// The request's id.
        id: String,
        /// Whether the call may run.
        approved: bool,
    },
    /// An image.
    Image,
    /// A file, or something that the lens does not read, and what it costs in tokens.
    Opaque(Matter, u32),
}

/// A tool call, bounded.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Call {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments as text.
    pub arguments: Quote,
    /// Its estimate, in tokens.
    pub tokens: u32,
    /// The files that it reads or changes.
    pub files: Vec<FileUse>,
    /// The short ones of its arguments as JSON, where they are not held whole and name no file that is known.
    pub brief: String,
    /// Whether the provider runs it.
    pub by_provider: bool,
    /// Whether nothing can stand in the place of its arguments ([`crate::format::can_replace`]).
    pub is_fixed: bool,
}

/// A tool result, bounded.
#[derive(Debug, Clone, PartialEq, Default)]
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
    /// What of that is no text: images, files.
    pub media: u32,
    /// How many images it holds.
    pub images: u32,
    /// Whether no text can stand in its place ([`crate::format::can_replace`]).
    pub is_fixed: bool,
    /// Whether a notice stands in place of what the tool answered.
    pub is_pruned: bool,
    /// What it says, where the text is not held whole.
    pub digest: Option<Box<Digest>>,
    /// What the tool reports beside it.
    pub report: Option<Box<Report>>,
}

impl Record {
    /// Keeps what the pipeline needs of a message.
    pub fn new(view: &View<'_>) -> Self {
        let text_limits = if view.role == Role::User { USER_TEXT } else { OTHER_TEXT };
        let mut record = Self::empty(view.role);
        record.starts_turn = view.starts_turn;
        record.is_host = view.is_host;
        record.is_excluded = view.is_excluded;
        record.files = view.command.map(files::uses_of_command).unwrap_or_default();
        let mut quarters = 0;
        let mut bound = 0;
        for part in &view.parts {
            // A call's arguments are written as text, once.
            let size = if matches!(part.piece, Piece::Call(_)) { 0 } else { estimate::piece(&part.piece) };
            quarters += size;
            record.leads_next = false;
            record.parts.push(match &part.piece {
                Piece::Text(text) => RecordPart::Text(quote(text, text_limits)),
                Piece::Thinking { text, bond } => {
                    record.leads_next = *bond == Bond::Next;
                    if *bond == Bond::Prefix {
                        record.is_bound = true;
                        bound += size;
                    }
                    RecordPart::Thinking(quote(text, OTHER_TEXT))
                }
                Piece::Call(call) => {
                    let text = call.arguments.text();
                    let size = estimate::quarters(call.name) + estimate::quarters(&text);
                    quarters += size;
                    let arguments = quote(&text, ARGUMENTS);
                    let files = files::uses_of_call(call.name, &call.arguments);
                    let known = arguments.is_whole() || !files.is_empty();
                    RecordPart::Call(Call {
                        id: call.id.into(),
                        name: call.name.into(),
                        arguments,
                        tokens: estimate::round(size),
                        files,
                        brief: if known { String::new() } else { digest::brief(&call.arguments) },
                        by_provider: call.by_provider,
                        is_fixed: call.is_fixed,
                    })
                }
                Piece::Result(result) => {
                    let text = match result.texts.as_slice() {
                        [text] => Cow::Borrowed(text.as_ref()),
                        texts => Cow::Owned(seek::join(texts, "")),
                    };
                    let whole = quote(&text, OTHER_TEXT);
                    RecordPart::Result(ToolResult {
                        id: result.id.into(),
                        name: result.name.unwrap_or_default().into(),
                        is_error: result.is_error,
                        tokens: estimate::round(size),
                        media: estimate::round(estimate::media(result)),
                        images: result.images,
                        is_fixed: result.is_fixed || result.by_provider,
                        is_pruned: result.is_pruned || digest::is_notice(&text),
                        digest: (!whole.is_whole()).then(|| Box::new(Digest::of(&text))),
                        report: result.details.map(|details| Box::new(Report::read(details))),
                        text: whole,
                    })
                }
                Piece::Ask { id, .. } => RecordPart::Ask((*id).into()),
                Piece::Decision { id, approved } => RecordPart::Decision { id: (*id).into(), approved: *approved },
                Piece::Image => RecordPart::Image,
                Piece::Opaque { matter, .. } => {
                    record.is_state |= *matter == Matter::State;
                    record.is_barrier |= *matter == Matter::Barrier;
                    RecordPart::Opaque(*matter, estimate::round(size))
                }
            });
        }
        if let Some(Part { piece: Piece::Text(text), .. }) = view.parts.first() {
            record.summary = carried(text, &record.parts, text_limits);
        }
        // What a host tags as its own reminder is no word of the person's.
        let reminds = |part: &RecordPart| matches!(part, RecordPart::Text(quote) if is_reminder(quote));
        record.starts_turn &= record.parts.is_empty() || !record.parts.iter().all(reminds);
        record.tokens = estimate::round(quarters);
        record.bound_tokens = estimate::round(bound).min(record.tokens);
        record.form = view.form;
        record.is_cleared = view.is_cleared;
        record.stands_first = record.is_barrier && view.stands_first;
        record.usage = view.usage;
        record.stop = view.stop;
        record.response = view.response.map(Into::into);
        record
    }

    /// A record of nothing.
    pub fn empty(role: Role) -> Self {
        Self {
            role,
            starts_turn: false,
            is_host: false,
            is_excluded: false,
            tokens: 0,
            files: Vec::new(),
            parts: Vec::new(),
            usage: None,
            stop: None,
            response: None,
            bound_tokens: 0,
            is_bound: false,
            leads_next: false,
            is_state: false,
            is_barrier: false,
            stands_first: false,
            compacted_by: String::new(),
            is_cleared: false,
            summary: None,
            form: 0,
        }
    }

    /// Whether nothing is left of it without its bound reasoning, and the provider's own compaction.
    pub fn is_all_bound(&self) -> bool {
        self.parts.iter().all(|part| match part {
            RecordPart::Thinking(_) => self.is_bound,
            part => matches!(part, RecordPart::Opaque(Matter::Barrier | Matter::Failed, _)),
        })
    }

    /// Whether it may be a reply that says nothing but that it failed: it says so, or it is a line of text for which no
    /// provider has counted anything.
    pub fn may_be_failure(&self) -> bool {
        const LINE: usize = 300;
        let is_line = || {
            let texts = self.parts.iter().all(|part| matches!(part, RecordPart::Text(text) if text.head.len() < LINE));
            texts && self.usage.is_none_or(|usage| usage.output <= 0.0)
        };
        self.role == Role::Assistant && (self.stop == Some(Stop::Error) || is_line())
    }

    /// The calls that this message makes.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.parts.iter().filter_map(|part| match part {
            RecordPart::Call(call) => Some(call),
            _ => None,
        })
    }

    /// Adds the files that its calls, or the user's own command, read or change; none of what the host keeps from the model.
    pub fn add_files<'a>(&'a self, files: &mut Vec<&'a FileUse>) {
        if self.is_excluded {
            return;
        }
        files.extend(&self.files);
        for call in self.calls() {
            files.extend(&call.files);
        }
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
