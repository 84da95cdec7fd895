//! `anthropic`: the Messages API's messages, its betas included.
//!
//! Calls and results stand among the blocks of a message. A message of the user that holds results and nothing else is
//! [`Role::Tool`]. With text beside the results it is the user's, and begins a turn: somebody spoke while the tools ran.
//! Only text that hosts tag as their own reminder begins none.
//!
//! There are no instructions among the messages but for a beta, so a summary is the user's whatever role is asked for.

mod blocks;
mod rules;

use super::{Answer, Lens, Marks, Rules, Seen, Text, invalid, role_of};
use crate::error::Error;
use crate::json;
use crate::patch::Op;
use crate::tokens::{estimate, usage};
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{CallView, Matter, Part, Piece, Place, Role, Stop, View};

/// The lens.
#[derive(Debug)]
pub(super) struct Anthropic;

impl Lens for Anthropic {
    fn name(&self) -> &'static str {
        "anthropic"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        match role {
            "user" => user(message),
            "assistant" => assistant(message),
            "system" => system(message),
            _ => {
                // The likeliest slip: OpenAI's messages without their format's name.
                let hint = if role == "tool" { "; is it \"openai-chat\"?" } else { "" };
                let message = format!("there is no role {} in the anthropic format{hint}", json::quoted(role));
                Err(invalid("role", message))
            }
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

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        said(vec![self.text_part(text.text)])
    }

    fn custom_message(&self, content: &Value<'_>, _stamp: &Text<'_>) -> Value<'static> {
        said(match content {
            Value::Array(blocks) => blocks.iter().map(|block| content_block(self, block)).collect(),
            other => vec![self.text_part(other.as_str().unwrap_or_default())],
        })
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        let part = Value::object([
            ("type", Value::text("tool_result")),
            ("tool_use_id", Value::text(call.id.to_owned())),
            ("content", Value::text(text.to_owned())),
            ("is_error", Value::Bool(true)),
        ]);
        Answer::Part { part, message: said(Vec::new()) }
    }
}

/// A message of the user.
fn said(blocks: Vec<Value<'static>>) -> Value<'static> {
    Value::object([("role", Value::text("user")), ("content", Value::Array(blocks))])
}

fn user<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let parts = blocks::content(message)?;
    let (mut results, mut others, mut speaks) = (false, false, false);
    for part in &parts {
        match &part.piece {
            Piece::Result(_) => results = true,
            Piece::Text(text) => {
                others = true;
                speaks |= !is_reminder(text);
            }
            _ => others = true,
        }
    }
    if !results {
        return Ok(View::new(Role::User, parts));
    }
    let role = if others { Role::User } else { Role::Tool };
    Ok(View { starts_turn: speaks, ..View::new(role, parts) })
}

/// Whether text beside results is the host's own, as its tag says. Blank text is nobody's.
fn is_reminder(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with("<system-reminder>") && text.ends_with("</system-reminder>")
}

/// A message of the model, or the whole object that the API answered with.
fn assistant<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let stop = match message.get_str("stop_reason") {
        Some("end_turn" | "stop_sequence" | "refusal" | "compaction") => Some(Stop::Stop),
        Some("max_tokens" | "model_context_window_exceeded") => Some(Stop::Length),
        // The provider's own tools are at work.
        Some("tool_use" | "pause_turn") => Some(Stop::ToolUse),
        _ => None,
    };
    let usage = message.get("usage").filter(|usage| !usage.is_null()).map(usage::read);
    Ok(View { usage, stop, response: message.get_str("id"), ..View::new(Role::Assistant, blocks::content(message)?) })
}

/// Instructions in the middle of a conversation (beta). They hold for all that comes behind them, save where they say that
/// they end with the next message of the user.
fn system<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let has_content = message.get("content").is_some_and(|content| !content.is_null());
    let mut parts = if has_content { blocks::content(message)? } else { Vec::new() };
    if let Some(config) = message.get("output_config").filter(|config| !config.is_null()) {
        let piece = Piece::Opaque { matter: Matter::State, price: estimate::opaque(config) };
        parts.push(Part { place: Place::field("output_config"), piece });
    } else if !parts.is_empty() && message.get_str("clear_at") != Some("next_user_message") {
        parts.push(Part { place: Place::WHOLE, piece: Piece::Opaque { matter: Matter::State, price: 0 } });
    }
    Ok(View::new(Role::System, parts))
}

/// A text or image block of a `custom_message` entry as a block of this format.
fn content_block(lens: &Anthropic, block: &Value<'_>) -> Value<'static> {
    if block.get_str("type") == Some("image") {
        let text = |key: &str| Value::text(block.get_str(key).unwrap_or_default().to_owned());
        let source =
            Value::object([("type", Value::text("base64")), ("media_type", text("mimeType")), ("data", text("data"))]);
        return Value::object([("type", Value::text("image")), ("source", source)]);
    }
    lens.text_part(block.get_str("text").unwrap_or_default())
}
