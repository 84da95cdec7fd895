//! The conversation as role blocks, in seed 000's form: what a summary prompt quotes.
//!
//! One block is one message; the results of a message's calls stand in its block, so that a tool group is never torn.

use std::ops::Range;
use std::rc::Rc;

use super::mask::{self, Asked};
use super::{PromptOptions, arguments, bound, cap};
use crate::entry::{Body, Entry};
use crate::files;
use crate::message::{Call, Record, RecordPart, Role, ToolResult};
use crate::names::NameMap;
use crate::seek;
use crate::settings::RedactionSettings;
use crate::tags::{self, neutralize};
use crate::text::Quote;
use crate::view::Matter;

/// How much of each part is shown, in UTF-16 units.
#[derive(Clone, Copy)]
struct Caps {
    text: usize,
    arguments: usize,
    output: usize,
}

/// The caps for what is only quoted so that it is known: a few lines of each part.
const GLANCE: Caps = Caps { text: 600, arguments: 200, output: 300 };

/// How many entries are looked at for the beginning of what stays.
const GLANCED: usize = 40;

/// The newest request is shown whole where it takes no more than this of the room, in twentieths: a fourth of the
/// conversation's share.
const REQUEST: u32 = bound::CONVERSATION / 4;

/// A message of the transcript.
pub(super) struct Block {
    /// The entry with which it begins.
    pub(super) at: usize,
    /// Whether it holds the newest request, whole.
    pub(super) is_request: bool,
    pub(super) text: String,
    /// Where entries were not written: about how much they say, in UTF-16 units.
    pub(super) omitted: usize,
}

impl AsRef<str> for Block {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// The blocks of some entries, every part capped, older tool outputs masked where the settings say so. What comes behind
/// the first that goes beyond the room, in quarters of a token, is left out.
/// Of those in `skip` only the newest request is written.
pub(super) fn blocks(entries: &[Rc<Entry>], options: &PromptOptions<'_>, room: u64, skip: &Range<usize>) -> Vec<Block> {
    let settings = options.settings;
    let caps = Caps {
        text: settings.max_text_chars as usize,
        arguments: settings.max_tool_args_chars as usize,
        output: settings.max_tool_output_chars as usize,
    };
    let results = entries.iter().filter_map(|entry| entry.record()).flat_map(Record::results).count();
    let keep = settings.preserve_recent_outputs as usize;
    let mut writer = Writer::new(caps, options.redaction);
    writer.masked = if settings.mask_observations { results.saturating_sub(keep) } else { 0 };
    writer.request = newest_request(entries, options);
    writer.write(entries, room, skip)
}

/// The newest request that is shown whole.
fn newest_request(entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> Option<usize> {
    entries.iter().rposition(|entry| {
        let asks = |record: &&Record| {
            record.starts_turn && !(record.is_host || record.is_excluded) && record.summary.is_none()
        };
        let record = entry.message().filter(asks);
        record.is_some_and(|record| options.share(REQUEST).is_none_or(|most| record.tokens <= most))
    })
}

/// How many entries are written the same where others follow: neither the newest outputs nor the newest request.
pub(super) fn lasting(entries: &[Rc<Entry>], options: &PromptOptions<'_>) -> usize {
    let mut left = options.settings.preserve_recent_outputs as usize;
    let request = newest_request(entries, options).unwrap_or(entries.len());
    if left == 0 || !options.settings.mask_observations {
        return request;
    }
    let newest = entries.iter().rposition(|entry| {
        left = left.saturating_sub(entry.record().map_or(0, |record| record.results().count()));
        left == 0
    });
    request.min(newest.unwrap_or(0))
}

/// The beginning of what stays, in at most so many tokens.
pub(super) fn beginning(entries: &[Rc<Entry>], redaction: &RedactionSettings, tokens: u32) -> String {
    let mut room = u64::from(tokens) * 4;
    let blocks = Writer::new(GLANCE, redaction).write(entries.get(..GLANCED).unwrap_or(entries), room, &(0..0));
    let mut fitting = Vec::new();
    for block in blocks {
        let Some(rest) = room.checked_sub(bound::size(&block.text)) else {
            if fitting.is_empty() {
                fitting.push(bound::fit(block.text, "the message", Some(tokens)));
            }
            break;
        };
        room = rest;
        fitting.push(block.text);
    }
    seek::join(&fitting, "\n\n")
}

struct Writer<'a> {
    caps: Caps,
    redaction: &'a RedactionSettings,
    /// How many of the next results are masked.
    masked: usize,
    /// The entry whose text is shown whole.
    request: Option<usize>,
    /// The entry that is being written.
    at: usize,
    asked: NameMap<Asked>,
    open: Option<(&'static str, usize, Vec<String>)>,
    blocks: Vec<Block>,
}

impl<'a> Writer<'a> {
    fn new(caps: Caps, redaction: &'a RedactionSettings) -> Self {
        let (asked, blocks) = (NameMap::default(), Vec::new());
        Self { caps, redaction, masked: 0, request: None, at: 0, asked, open: None, blocks }
    }

    fn write(mut self, entries: &'a [Rc<Entry>], room: u64, skip: &Range<usize>) -> Vec<Block> {
        let (mut used, mut counted) = (0, 0);
        for (at, entry) in entries.iter().enumerate() {
            if skip.contains(&at) && self.request != Some(at) {
                self.skip(entry, at);
                continue;
            }
            self.at = at;
            self.entry(entry);
            for block in self.blocks.iter().skip(counted) {
                used += bound::size(&block.text);
                counted += 1;
            }
            if used > room {
                break;
            }
        }
        self.close();
        self.blocks
    }

    /// Leaves an entry out.
    fn skip(&mut self, entry: &Entry, at: usize) {
        self.close();
        let results = entry.record().map_or(0, |record| record.results().count());
        self.masked = self.masked.saturating_sub(results);
        let units = entry.tokens() as usize * 4;
        match self.blocks.last_mut() {
            Some(last) if last.omitted > 0 => last.omitted += units,
            _ => self.blocks.push(Block { at, is_request: false, text: String::new(), omitted: units.max(1) }),
        }
    }

    fn entry(&mut self, entry: &'a Entry) {
        match &entry.body {
            Body::Message(record) if !record.is_excluded => self.message(record, None),
            Body::CustomMessage { custom_type, record, .. } => {
                self.message(record, Some(format!("[custom message: {}]", neutralize(custom_type))));
            }
            Body::BranchSummary(branch) if !branch.summary.trim().is_empty() => {
                self.earlier("[branch summary: what happened on another course of the session]\n", &branch.summary);
            }
            // An earlier summary is quoted once, before the blocks.
            _ => {}
        }
    }

    fn message(&mut self, record: &'a Record, label: Option<String>) {
        let tag = match record.role {
            Role::System | Role::Developer => "system",
            Role::User | Role::Tool => "user",
            Role::Assistant => "assistant",
        };
        // Results join the block of their calls; the first thing that is none begins a block of its own.
        let mut begun = false;
        let mut label = label;
        let mut parts = &record.parts;
        if let Some((summary, rest)) = &record.summary {
            self.earlier("[custom message: the summary of what came before]\n", summary);
            (begun, parts) = (true, rest);
        }
        for part in parts {
            if let RecordPart::Result(result) = part {
                self.result(result);
                continue;
            }
            let Some(line) = self.part(part) else { continue };
            if !begun {
                self.close();
                begun = true;
            }
            if let Some(label) = label.take() {
                self.line(tag, label);
            }
            self.line(tag, line);
        }
    }

    fn part(&mut self, part: &'a RecordPart) -> Option<String> {
        let limit = if self.request == Some(self.at) { usize::MAX } else { self.caps.text };
        let text = |quote: &Quote| (!quote.is_blank()).then(|| cap::both_ends(quote, limit, self.redaction));
        match part {
            RecordPart::Text(quote) => text(quote),
            RecordPart::Thinking(quote) => text(quote).map(|text| format!("[reasoning: {text}]")),
            RecordPart::Call(call) => Some(self.call(call)),
            RecordPart::Image => Some("[image]".into()),
            RecordPart::Opaque(matter, _) => Some(opaque(*matter).into()),
            RecordPart::Decision { approved, .. } => Some(decision(*approved).into()),
            RecordPart::Result(_) | RecordPart::Ask(_) => None,
        }
    }

    fn call(&mut self, call: &'a Call) -> String {
        let asked = Asked {
            name: call.name.clone(),
            target: arguments::target(call),
            file: call.files.iter().any(|file| !file.shell),
        };
        if let Some(slot) = self.asked.slot(&call.id) {
            *slot = asked;
        }
        let arguments = cap::inline(&call.arguments, self.caps.arguments, self.redaction);
        format!("[tool_call: {}({arguments})]", neutralize(&call.name))
    }

    fn result(&mut self, result: &'a ToolResult) {
        let asked = self.asked.get(&result.id).cloned().unwrap_or_default();
        let masked = self.masked > 0;
        self.masked = self.masked.saturating_sub(1);
        let notice = if masked { mask::notice(result, &asked, self.redaction) } else { None };
        let output = notice.unwrap_or_else(|| {
            let mut output = cap::both_ends(&result.text, self.caps.output, self.redaction);
            output.extend((0..result.images).map(|_| "[image]"));
            output
        });
        let name = [result.name.as_str(), &asked.name].into_iter().find(|name| !name.is_empty()).unwrap_or("tool");
        let failed = if result.is_error { " (failed)" } else { "" };
        self.line("assistant", format!("[tool_result: {}{failed} = {output}]", neutralize(name)));
    }

    /// A summary that stands in a place of its own. Its files are in the lists behind the conversation.
    fn earlier(&mut self, title: &str, summary: &str) {
        let text = files::without_file_tags(summary.trim());
        self.close();
        self.line("user", [title, &neutralize(&self.redaction.redact(&text))].concat());
    }

    /// Adds a line to the open block of a tag, or opens one.
    fn line(&mut self, tag: &'static str, line: String) {
        match &mut self.open {
            Some((open, _, lines)) if *open == tag => lines.push(line),
            _ => {
                self.close();
                self.open = Some((tag, self.at, vec![line]));
            }
        }
    }

    fn close(&mut self) {
        if let Some((tag, at, lines)) = self.open.take() {
            // Once more over the whole: a tag may be spread over two parts.
            let lines = seek::join(&lines, "\n");
            let body = tags::neutralize_tags(&lines, tags::TAGS);
            self.blocks.push(Block {
                at,
                is_request: self.request == Some(at),
                text: format!("<{tag}>\n{body}\n</{tag}>"),
                omitted: 0,
            });
        }
    }
}

/// What stands for a part that is no text.
pub(super) fn opaque(matter: Matter) -> &'static str {
    if matter == Matter::File { "[file]" } else { "[other content]" }
}

/// What a person decided about a call.
pub(super) fn decision(approved: bool) -> &'static str {
    if approved { "[the user approved the call]" } else { "[the user denied the call]" }
}
