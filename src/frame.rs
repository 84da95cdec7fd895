//! How stored summaries stand before the model: framed as a record, never as a request.

use crate::seek;
use crate::tags::neutralize_tags;

const SUMMARY_FRAME: &str = include_str!("prompts/summary-frame.md");
const BRANCH_FRAME: &str = include_str!("prompts/branch-frame.md");
const HANDOFF_FRAME: &str = include_str!("prompts/handoff-frame.md");

/// Where a frame takes its summary.
const SUMMARY: &str = "{{summary}}";

/// The text of the message that carries a compaction's summary.
pub fn frame_summary(summary: &str) -> String {
    frame(SUMMARY_FRAME, summary)
}

/// The text of the message that carries what was learned on a branch that was left.
pub fn frame_branch_summary(summary: &str) -> String {
    frame(BRANCH_FRAME, summary)
}

/// The text of the message that carries the document with which a session begins that goes on from another one.
pub fn frame_handoff(document: &str) -> String {
    frame(HANDOFF_FRAME, document)
}

/// Whether a text begins as those that [`frame_summary`] makes: what need not be looked at further does not.
pub fn is_framed(text: &str) -> bool {
    let line = SUMMARY_FRAME.lines().next().unwrap_or_default();
    text.starts_with(line)
}

/// The summary in a text that begins with what [`frame_summary`] made, and the text behind it; nothing for any other text.
pub fn split_summary(text: &str) -> Option<(&str, &str)> {
    let (before, after) = seek::split(SUMMARY_FRAME.trim_end(), SUMMARY)?;
    // The end of the frame cannot stand in the summary: its tag is escaped there.
    let (summary, rest) = seek::split(text.strip_prefix(before)?, after)?;
    Some((summary, rest))
}

/// Our file lists in the summary stay tags; the frame's own tag must not occur inside it, nor that of the host's notes,
/// which a model takes for orders: a page that was read may have put it there.
fn frame(template: &str, summary: &str) -> String {
    let (before, after) = seek::split(template.trim_end(), SUMMARY).unwrap_or((template, ""));
    format!("{before}{}{after}", neutralize_tags(summary.trim(), &["summary", "handoff-context", "system-reminder"]))
}

/// Joins the summary of the history with the notes on the start of a split turn, in seed 002's form.
pub fn merge_split_summary(history: &str, prefix: &str) -> String {
    let (history, prefix) = (history.trim(), prefix.trim());
    if prefix.is_empty() {
        return history.to_owned();
    }
    let turn = format!("**Turn Context (split turn):**\n\n{prefix}");
    if history.is_empty() { turn } else { format!("{history}\n\n---\n\n{turn}") }
}
