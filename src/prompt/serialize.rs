//! The conversation in seed 002's plain form: a label for each speaker, blank lines between.

use std::rc::Rc;

use super::{arguments, cap, transcript};
use crate::entry::{Body, BranchSummary, Compaction, Entry};
use crate::message::{Record, RecordPart, Role};
use crate::seek;
use crate::settings::{CompactionSettings, RedactionSettings};
use crate::tags::{self, neutralize};

/// Writes entries as labelled text.
///
/// Every part is capped, tool results at their end as the seed has it, all else in the middle; images are noted. Inside
/// a message of the model the order is thinking, text, calls.
pub fn serialize_conversation(
    entries: &[Rc<Entry>],
    settings: &CompactionSettings,
    redaction: &RedactionSettings,
) -> String {
    let mut blocks = Vec::new();
    for entry in entries {
        match &entry.body {
            Body::Message(record) | Body::CustomMessage { record, .. } => {
                message(record, settings, redaction, &mut blocks);
            }
            Body::Compaction(Compaction { summary, .. }) | Body::BranchSummary(BranchSummary { summary, .. }) => {
                push(&mut blocks, "User", neutralize(&redaction.redact(summary.trim())).into());
            }
            Body::Prune(_) | Body::Leaf { .. } | Body::Other { .. } => {}
        }
    }
    seek::join(&blocks, "\n\n")
}

fn push(blocks: &mut Vec<String>, label: &str, text: String) {
    if !text.trim().is_empty() {
        blocks.push(format!("[{label}]: {}", tags::neutralize_tags(&text, tags::TAGS)));
    }
}

/// What one step of a message says, by its kind.
#[derive(Default)]
struct Step {
    thinking: Vec<String>,
    texts: Vec<String>,
    calls: Vec<String>,
    results: Vec<String>,
}

impl Step {
    fn push_to(self, role: Role, blocks: &mut Vec<String>) {
        push(blocks, "Assistant thinking", seek::join(&self.thinking, "\n"));
        let label = match role {
            Role::System => "System",
            Role::Developer => "Developer",
            Role::User | Role::Tool => "User",
            Role::Assistant => "Assistant",
        };
        push(blocks, label, seek::join(&self.texts, if role == Role::Assistant { "\n" } else { "" }));
        push(blocks, "Assistant tool calls", seek::join(&self.calls, "; "));
        for result in self.results {
            push(blocks, "Tool result", result);
        }
    }
}

fn message(record: &Record, settings: &CompactionSettings, redaction: &RedactionSettings, blocks: &mut Vec<String>) {
    let text_limit = settings.max_text_chars as usize;
    let mut step = Step::default();
    for part in &record.parts {
        // Where a message holds several steps, each begins behind the results of the one before.
        if !step.results.is_empty() && !matches!(part, RecordPart::Result(_)) {
            std::mem::take(&mut step).push_to(record.role, blocks);
        }
        match part {
            RecordPart::Text(quote) if quote.is_blank() => {}
            RecordPart::Text(quote) => step.texts.push(cap::both_ends(quote, text_limit, redaction)),
            RecordPart::Thinking(quote) if quote.is_blank() => {}
            RecordPart::Thinking(quote) => step.thinking.push(cap::both_ends(quote, text_limit, redaction)),
            RecordPart::Call(call) => {
                let limit = settings.max_tool_args_chars as usize;
                let arguments = cap::inline(&arguments::named(&call.arguments), limit, redaction);
                step.calls.push(format!("{}({arguments})", neutralize(&call.name)));
            }
            RecordPart::Result(result) => {
                let mut text = cap::head_only(result, settings.max_tool_output_chars as usize, redaction);
                text.extend((0..result.images).map(|_| "[image]"));
                step.results.push(text);
            }
            RecordPart::Image => step.texts.push("[image]".into()),
            RecordPart::Opaque(matter, _) => step.texts.push(transcript::opaque(*matter).into()),
            RecordPart::Ask(_) => {}
            RecordPart::Decision { approved, .. } => step.texts.push(transcript::decision(*approved).into()),
        }
    }
    step.push_to(record.role, blocks);
}
