//! What a conversation holds for a summary, gathered in one pass over its entries.

use std::rc::Rc;

use super::calls::{self, Subject};
use super::index::{Index, Source};
use crate::entry::{Body, Entry};
use crate::files::FileUse;
use crate::message::{Call, Record, RecordPart, Role, ToolResult};
use crate::names::NameMap;
use crate::redact::{redact, without_torn_key};
use crate::seek;
use crate::settings::RedactionSettings;
use crate::summary::identifiers;
use crate::text::Quote;

/// A text of the agent.
#[derive(Debug)]
pub(super) struct Remark {
    pub(super) at: u32,
    pub(super) text: String,
}

/// A call and what came of it.
#[derive(Debug)]
pub(super) struct Step<'a> {
    pub(super) at: u32,
    pub(super) tool: &'a str,
    pub(super) subject: Subject,
    pub(super) files: &'a [FileUse],
    pub(super) outcome: Outcome,
    home: Option<usize>,
}

/// What came of a call.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No result yet.
    Open,
    /// It went well.
    Done,
    /// It failed; the line that says how.
    Failed(String),
}

/// Everything that the sections are made of, oldest first.
#[derive(Debug, Default)]
pub(super) struct Facts<'a> {
    pub(super) requests: Vec<String>,
    /// The message that has the newest of them.
    pub(super) asked: u32,
    pub(super) remarks: Vec<Remark>,
    pub(super) steps: Vec<Step<'a>>,
    /// What branch summaries on the way say.
    pub(super) branches: Vec<&'a str>,
    /// The newest list of open tasks.
    pub(super) open_tasks: Option<Vec<String>>,
    pub(super) index: Index,
    /// How many messages there are.
    pub(super) messages: u32,
    open: NameMap<Vec<usize>>,
}

impl<'a> Facts<'a> {
    /// Gathers from entries.
    pub(super) fn gather(entries: &'a [Rc<Entry>]) -> Self {
        let mut facts = Self::default();
        for entry in entries {
            match &entry.body {
                Body::Message(record) => facts.message(record),
                Body::CustomMessage { record, .. } => facts.texts(record, Source::Agent),
                Body::BranchSummary(branch) => facts.branches.push(&branch.summary),
                _ => {}
            }
        }
        facts
    }

    fn message(&mut self, record: &'a Record) {
        self.messages += 1;
        match record.role {
            Role::User if record.starts_turn => {
                if let Some(text) = request(record, &RedactionSettings::default()) {
                    self.requests.push(text);
                    self.asked = self.messages;
                }
                self.texts(record, Source::User);
            }
            Role::Assistant => {
                for quote in record.texts().filter(|quote| !quote.is_blank()) {
                    let text = said(quote, &RedactionSettings::default());
                    self.remarks.push(Remark { at: self.messages, text });
                }
                self.texts(record, Source::Agent);
            }
            _ => self.texts(record, Source::Output),
        }
        for part in &record.parts {
            match part {
                RecordPart::Call(call) => self.call(call),
                RecordPart::Result(result) => self.result(result),
                _ => {}
            }
        }
    }

    fn texts(&mut self, record: &Record, source: Source) {
        for quote in record.texts() {
            for piece in pieces(quote) {
                self.index.add(&redact(piece), source, self.messages, None);
            }
        }
    }

    fn call(&mut self, call: &'a Call) {
        let file = call.files.iter().find(|file| !file.shell && is_source(&file.path));
        let home = file.map(|file| self.index.home(&file.path));
        for piece in pieces(&call.arguments) {
            let text = calls::values(piece);
            self.index.add(&redact(&text), Source::Arguments, self.messages, home);
        }
        if let Some(tasks) = super::tasks::open_tasks(call) {
            self.open_tasks = Some(tasks);
        }
        let step = self.steps.len();
        self.open.slot(&call.id).into_iter().for_each(|steps| steps.push(step));
        self.steps.push(Step {
            at: self.messages,
            tool: &call.name,
            subject: Subject::of(call),
            files: &call.files,
            outcome: Outcome::Open,
            home,
        });
    }

    fn result(&mut self, result: &'a ToolResult) {
        let step = self.open.slot(&result.id).and_then(Vec::pop);
        let step = step.and_then(|step| self.steps.get_mut(step));
        let mut home = None;
        if let Some(step) = step {
            home = step.home;
            step.outcome = match calls::failure(result, &step.subject) {
                Some(line) => Outcome::Failed(line),
                None => Outcome::Done,
            };
        }
        for piece in pieces(&result.text) {
            self.index.add(&redact(piece), Source::Output, self.messages, home);
        }
    }
}

/// What the user asks in a message that begins a turn; nothing where only the host speaks.
pub(in crate::summary) fn request(record: &Record, redaction: &RedactionSettings) -> Option<String> {
    // A message that carries an earlier summary, as a page of another session may, says the rest of it.
    let parts = record.summary.as_ref().map_or(&record.parts, |(_, rest)| rest);
    let mut said = Vec::new();
    for part in parts {
        if let RecordPart::Text(quote) = part {
            said.push(self::said(quote, redaction));
        }
    }
    let text = seek::replace(seek::join(&said, "\n").trim(), "\r\n", "\n");
    (!record.is_host && is_request(&text)).then_some(text)
}

/// A text as it is quoted: without secrets, and with a word on what the record does not hold.
fn said(quote: &Quote, redaction: &RedactionSettings) -> String {
    let head = redaction.redact(&quote.head);
    if quote.is_whole() {
        return head.into_owned();
    }
    let tail = quote.tail.split_once('\n').map_or(quote.tail.as_str(), |(_, whole)| whole);
    let tail = redaction.redact(tail);
    let head = without_torn_key(&head, false);
    format!("{head}\n(… {} characters left out …)\n{tail}", quote.omitted)
}

/// The two ends of a text, without the words that the cut tore, and the names from between.
fn pieces(quote: &Quote) -> impl Iterator<Item = &str> {
    let (head, tail) = match quote.is_whole() {
        true => (quote.head.as_str(), quote.tail.as_str()),
        false => (identifiers::without_torn_end(&quote.head), identifiers::without_torn_start(&quote.tail)),
    };
    [head, tail, &quote.names].into_iter().filter(|piece| !piece.is_empty())
}

/// Whether symbols live in a file, rather than being spoken of.
fn is_source(path: &str) -> bool {
    let end = seek::split_last(path, ".").map_or("", |(_, end)| end);
    !end.is_empty() && !seek::is_one_of(end, "md|mdx|txt|json|jsonl|lock|toml|yml|yaml|csv|log")
}

/// Whether a person said it. Hosts also send notes of their own in the user's name, in tags that they agreed on.
fn is_request(text: &str) -> bool {
    const NOTES: &str = "<system-reminder>|<local-command|<command-name>|<task-notification>|<environment_context>|\
        <user_instructions>|[Request interrupted|Caveat: The messages below";
    !text.is_empty() && !seek::starts_with_any(text, NOTES)
}

/// Passes every text of some entries, as far as it is held.
pub(super) fn each_text(entries: &[Rc<Entry>], pass: &mut dyn FnMut(&str)) {
    for record in entries.iter().filter_map(|entry| entry.record()) {
        for part in &record.parts {
            match part {
                RecordPart::Text(quote) => pieces(quote).for_each(&mut *pass),
                RecordPart::Call(call) => pieces(&call.arguments).for_each(|piece| pass(&calls::values(piece))),
                RecordPart::Result(result) => pieces(&result.text).for_each(&mut *pass),
                _ => {}
            }
        }
    }
}
