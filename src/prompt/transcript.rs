//! The conversation as role blocks, in seed 000's form: what a summary prompt quotes.
//!
//! One block is one message; the results of a message's calls stand in its block, so that a tool group is never torn.

use std::rc::Rc;

use super::mask::{self, Asked};
use super::{arguments, cap};
use crate::entry::{Body, Entry};
use crate::message::{Call, Record, RecordPart, Role, ToolResult};
use crate::names::NameMap;
use crate::seek;
use crate::settings::CompactionSettings;
use crate::tags::{self, neutralize};
use crate::text::Quote;
use crate::view::Matter;

/// The blocks of some entries, every part capped, older tool outputs masked where the settings say so.
pub(super) fn blocks(entries: &[Rc<Entry>], settings: &CompactionSettings) -> Vec<String> {
    let results = entries.iter().filter_map(|entry| entry.record()).flat_map(Record::results).count();
    let masked =
        if settings.mask_observations { results.saturating_sub(settings.preserve_recent_outputs as usize) } else { 0 };
    let mut writer = Writer { settings, masked, asked: NameMap::default(), open: None, blocks: Vec::new() };
    for entry in entries {
        writer.entry(entry);
    }
    writer.close();
    writer.blocks
}

struct Writer<'a> {
    settings: &'a CompactionSettings,
    /// How many of the next results are masked.
    masked: usize,
    asked: NameMap<Asked>,
    open: Option<(&'static str, Vec<String>)>,
    blocks: Vec<String>,
}

impl<'a> Writer<'a> {
    fn entry(&mut self, entry: &'a Entry) {
        match &entry.body {
            Body::Message(record) => self.message(record, None),
            Body::CustomMessage { custom_type, record } => {
                self.message(record, Some(format!("[custom message: {}]", neutralize(custom_type))));
            }
            Body::BranchSummary(branch) if !branch.summary.trim().is_empty() => {
                let summary = neutralize(branch.summary.trim());
                self.close();
                self.line(
                    "user",
                    format!("[branch summary: what happened on another course of the session]\n{summary}"),
                );
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
        for part in &record.parts {
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
        let text =
            |quote: &Quote| (!quote.is_blank()).then(|| cap::both_ends(quote, self.settings.max_text_chars as usize));
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
        let arguments = cap::inline(&call.arguments, self.settings.max_tool_args_chars as usize);
        format!("[tool_call: {}({arguments})]", neutralize(&call.name))
    }

    fn result(&mut self, result: &'a ToolResult) {
        let asked = self.asked.get(&result.id).cloned().unwrap_or_default();
        let masked = self.masked > 0;
        self.masked = self.masked.saturating_sub(1);
        let notice = if masked { mask::notice(result, &asked) } else { None };
        let output = notice.unwrap_or_else(|| {
            let mut output = cap::both_ends(&result.text, self.settings.max_tool_output_chars as usize);
            output.extend((0..result.images).map(|_| "[image]"));
            output
        });
        let name = [result.name.as_str(), &asked.name].into_iter().find(|name| !name.is_empty()).unwrap_or("tool");
        let failed = if result.is_error { " (failed)" } else { "" };
        self.line("assistant", format!("[tool_result: {}{failed} = {output}]", neutralize(name)));
    }

    /// Adds a line to the open block of a tag, or opens one.
    fn line(&mut self, tag: &'static str, line: String) {
        match &mut self.open {
            Some((open, lines)) if *open == tag => lines.push(line),
            _ => {
                self.close();
                self.open = Some((tag, vec![line]));
            }
        }
    }

    fn close(&mut self) {
        if let Some((tag, lines)) = self.open.take() {
            // Once more over the whole: a tag may be spread over two parts.
            let lines = seek::join(&lines, "\n");
            let body = tags::neutralize_tags(&lines, tags::TAGS);
            self.blocks.push(format!("<{tag}>\n{body}\n</{tag}>"));
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
