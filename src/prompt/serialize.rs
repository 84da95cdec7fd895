//! The conversation in seed 002's plain form: a label for each speaker, blank lines between.

use std::rc::Rc;

use super::{arguments, cap, transcript};
use crate::entry::{Body, Entry};
use crate::message::{Record, RecordPart, Role};
use crate::settings::CompactionSettings;
use crate::tags::{self, neutralize};

/// Writes entries as labelled text.
///
/// Every part is capped, tool results at their end as the seed has it, all else in the middle; images are noted. Inside
/// a message of the model the order is thinking, text, calls.
pub fn serialize_conversation(entries: &[Rc<Entry>], settings: &CompactionSettings) -> String {
    let mut blocks = Vec::new();
    for entry in entries {
        match &entry.body {
            Body::Message(record) | Body::CustomMessage { record, .. } => message(record, settings, &mut blocks),
            Body::Compaction(compaction) => push(&mut blocks, "User", neutralize(compaction.summary.trim()).into()),
            Body::BranchSummary(branch) => push(&mut blocks, "User", neutralize(branch.summary.trim()).into()),
            Body::Leaf { .. } | Body::Other { .. } => {}
        }
    }
    blocks.join("\n\n")
}

fn push(blocks: &mut Vec<String>, label: &str, text: String) {
    if !text.trim().is_empty() {
        blocks.push(format!("[{label}]: {}", tags::neutralize_tags(&text, tags::TAGS)));
    }
}

fn message(record: &Record, settings: &CompactionSettings, blocks: &mut Vec<String>) {
    let text_limit = settings.max_text_chars as usize;
    let assistant = record.role == Role::Assistant;
    let mut thinking = Vec::new();
    let mut texts = Vec::new();
    let mut calls = Vec::new();
    let mut results = Vec::new();
    for part in &record.parts {
        match part {
            RecordPart::Text(quote) if quote.is_blank() => {}
            RecordPart::Text(quote) => texts.push(cap::both_ends(quote, text_limit)),
            RecordPart::Thinking(quote) if quote.is_blank() => {}
            RecordPart::Thinking(quote) => thinking.push(cap::both_ends(quote, text_limit)),
            RecordPart::Call(call) => {
                let arguments = cap::inline(&arguments::named(&call.arguments), settings.max_tool_args_chars as usize);
                calls.push(format!("{}({arguments})", neutralize(&call.name)));
            }
            RecordPart::Result(result) => {
                let mut text = cap::head_only(result, settings.max_tool_output_chars as usize);
                text.extend((0..result.images).map(|_| "[image]"));
                results.push(text);
            }
            RecordPart::Image => texts.push("[image]".into()),
            RecordPart::Opaque(matter) => texts.push(transcript::opaque(*matter).into()),
            RecordPart::Ask(_) => {}
            RecordPart::Decision { approved, .. } => texts.push(transcript::decision(*approved).into()),
        }
    }
    push(blocks, "Assistant thinking", thinking.join("\n"));
    let label = match record.role {
        Role::System => "System",
        Role::Developer => "Developer",
        Role::User | Role::Tool => "User",
        Role::Assistant => "Assistant",
    };
    push(blocks, label, texts.join(if assistant { "\n" } else { "" }));
    push(blocks, "Assistant tool calls", calls.join("; "));
    for result in results {
        push(blocks, "Tool result", result);
    }
}
