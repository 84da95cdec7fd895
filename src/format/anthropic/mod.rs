//! `anthropic`: the Messages API's messages, its betas included.
//!
//! Calls and results stand among the blocks of a message. A message of the user that holds results and nothing else is
//! [`Role::Tool`]. With text beside the results it is the user's, and begins a turn: somebody spoke while the tools ran.
//! Only text that hosts tag as their own reminder begins none.
//!
//! There are no instructions among the messages but for a beta, so a summary is the user's whatever role is asked for.

mod blocks;
mod rules;

use super::read::{Reader, no_role, role_of};
use super::write::fill;
use super::{Answer, Lens, Marks, Rules, Seen, Templates};
use crate::error::Error;
use crate::patch::Op;
use crate::shorten::is_stand_in;
use crate::tokens::usage;
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{CallView, Matter, Piece, Place, Role, Stop, View};

/// The lens.
#[derive(Debug)]
pub(super) struct Anthropic;

impl Lens for Anthropic {
    fn name(&self) -> &'static str {
        "anthropic"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        match role_of(message)? {
            "user" => user(message),
            "assistant" => assistant(message),
            "system" => system(message),
            role => Err(no_role(role, "anthropic", &["tool"])),
        }
    }

    fn rules(&self) -> &'static Rules {
        &rules::RULES
    }

    fn check(&self, history: &[Seen<'_>], situation: Situation, found: &mut Vec<Violation>) {
        rules::check(history, situation, found);
    }

    fn marks(&self) -> Marks {
        (&["stop_reason"], &["source"])
    }

    fn mend(&self, history: &[Seen<'_>], violation: &Violation) -> Vec<(usize, Op)> {
        rules::mend(history, violation)
    }

    fn templates(&self) -> &'static Templates {
        &Templates {
            message: r#"{"role":"user","content":[{"type":"text","text":"$0"}]}"#,
            text: Templates::TEXT,
            image: r#"{"type":"image","source":{"type":"base64","media_type":"$0","data":"$1"}}"#,
            ids: ["id", "tool_use_id"],
        }
    }

    fn is_text(&self, item: &Value<'_>) -> bool {
        blocks::is_text(item)
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        const PART: &str = r#"{"type":"tool_result","tool_use_id":"$0","content":"$1","is_error":true}"#;
        let message = fill(r#"{"role":"user","content":[]}"#, &[]);
        Answer::Part { part: fill(PART, &[call.id, text]), message }
    }
}

fn user<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut reader = Reader::new(Role::User);
    blocks::content(&mut reader, message)?;
    let mut view = reader.view;
    let (mut results, mut others, mut speaks) = (false, false, false);
    for part in &view.parts {
        match &part.piece {
            Piece::Result(_) => results = true,
            Piece::Text(text) => {
                others = true;
                speaks |= !is_reminder(text) && !is_stand_in(text);
            }
            _ => others = true,
        }
    }
    if results {
        view.starts_turn = speaks;
        view.role = if others { Role::User } else { Role::Tool };
    }
    Ok(view)
}

/// Whether text beside results is the host's own, as its tag says. Blank text is nobody's.
fn is_reminder(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with("<system-reminder>") && text.ends_with("</system-reminder>")
}

/// A message of the model, or the whole object that the API answered with.
fn assistant<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut reader = Reader::new(Role::Assistant);
    blocks::content(&mut reader, message)?;
    let mut view = reader.view;
    view.stop = match message.text_of("stop_reason") {
        "end_turn" | "stop_sequence" | "refusal" | "compaction" => Some(Stop::Stop),
        "max_tokens" | "model_context_window_exceeded" => Some(Stop::Length),
        // The provider's own tools are at work.
        "tool_use" | "pause_turn" => Some(Stop::ToolUse),
        _ => None,
    };
    view.usage = message.given("usage").map(usage::read);
    view.response = message.get_str("id");
    let managed = message.get("context_management").unwrap_or(&Value::Null);
    view.is_cleared = !managed.items("applied_edits").is_empty();
    view.stands_first = message.items("content").iter().any(blocks::is_signed_compaction);
    Ok(view)
}

/// Instructions in the middle of a conversation (beta). They hold for all that comes behind them, save where they say that
/// they end with the next message of the user.
fn system<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut reader = Reader::new(Role::System);
    if message.given("content").is_some() {
        blocks::content(&mut reader, message)?;
    }
    if let Some(config) = message.given("output_config") {
        reader.at = Place::field("output_config");
        reader.keep(Matter::State, config);
    } else if !reader.view.parts.is_empty() && !message.says("clear_at", "next_user_message") {
        reader.at = Place::WHOLE;
        reader.opaque(Matter::State, 0);
    }
    Ok(reader.view)
}
