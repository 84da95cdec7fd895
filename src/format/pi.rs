//! `pi`: the messages of pi's session files, of all its versions.

use std::borrow::Cow;

use super::{Lens, Rules, invalid, join, role_of, text_of};
use crate::error::Error;
use crate::json;
use crate::message::{Arguments, Part, Role, Stop, View};
use crate::settings::SummaryRole;
use crate::tokens::usage;
use crate::value::Value;

/// The lens.
#[derive(Debug)]
pub(super) struct Pi;

impl Lens for Pi {
    fn name(&self) -> &'static str {
        "pi"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        match role {
            "user" => spoken(Role::User, true, blocks(message)?),
            "custom" | "hookMessage" => spoken(Role::User, true, blocks(message)?),
            "developer" => spoken(Role::Developer, false, blocks(message)?),
            "system" => spoken(Role::System, false, blocks(message)?),
            "assistant" => assistant(message),
            "toolResult" => tool_result(message),
            "bashExecution" => execution(message, "command"),
            "pythonExecution" => execution(message, "code"),
            "fileMention" => file_mention(message),
            "branchSummary" | "compactionSummary" => {
                spoken(Role::User, false, vec![Part::Text(text_of(message, "summary", "")?.into())])
            }
            _ => {
                // The likeliest slip: OpenAI's messages without their format's name.
                let hint = if matches!(role, "tool" | "function") { "; is it \"openai-chat\"?" } else { "" };
                Err(invalid("role", format!("there is no role {} in the pi format{hint}", json::quoted(role))))
            }
        }
    }

    fn text_message(&self, text: &str, role: SummaryRole, time: f64) -> Value<'static> {
        let role = match role {
            SummaryRole::User => "user",
            SummaryRole::System => "system",
            SummaryRole::Developer => "developer",
        };
        let block = Value::object([("type", Value::text("text")), ("text", Value::text(text.to_owned()))]);
        Value::object([
            ("role", Value::text(role)),
            ("content", Value::Array(vec![block])),
            ("timestamp", Value::Number(time)),
        ])
    }

    fn custom_message(&self, content: &Value<'_>, time: f64) -> Value<'static> {
        Value::object([
            ("role", Value::text("user")),
            ("content", content.clone().into_owned()),
            ("timestamp", Value::Number(time)),
        ])
    }

    fn rules(&self) -> Rules {
        Rules { adjacent_results: true, ..Rules::default() }
    }
}

fn spoken(role: Role, starts_turn: bool, parts: Vec<Part<'_>>) -> Result<View<'_>, Error> {
    Ok(View { role, starts_turn, parts, usage: None, stop: None })
}

/// The content of a message: text, or blocks of text and images.
fn blocks<'a>(message: &'a Value<'a>) -> Result<Vec<Part<'a>>, Error> {
    match message.get("content") {
        Some(Value::String(text)) => Ok(vec![Part::Text(Cow::Borrowed(text))]),
        Some(Value::Array(blocks)) => {
            blocks.iter().enumerate().map(|(index, block)| content_block(block, &format!("content[{index}]"))).collect()
        }
        Some(other) => Err(invalid("content", format!("must be text or blocks, this is {}", other.kind()))),
        None => Err(invalid("content", "is missing")),
    }
}

fn content_block<'a>(block: &'a Value<'a>, path: &str) -> Result<Part<'a>, Error> {
    match text_of(block, "type", path)? {
        "text" => Ok(Part::Text(text_of(block, "text", path)?.into())),
        "image" => Ok(Part::Image),
        _ => Ok(opaque(block)),
    }
}

fn opaque<'a>(value: &Value<'_>) -> Part<'a> {
    Part::Opaque { bytes: u32::try_from(json::to_text(value).len()).unwrap_or(u32::MAX) }
}

fn assistant<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let parts = match message.get("content") {
        Some(Value::Array(blocks)) => blocks
            .iter()
            .enumerate()
            .map(|(index, block)| assistant_block(block, &format!("content[{index}]")))
            .collect::<Result<_, _>>()?,
        _ => blocks(message)?,
    };
    let stop = match message.get_str("stopReason") {
        Some("stop") => Some(Stop::Stop),
        Some("length") => Some(Stop::Length),
        Some("toolUse") => Some(Stop::ToolUse),
        Some("error") => Some(Stop::Error),
        Some("aborted") => Some(Stop::Aborted),
        _ => None,
    };
    let usage = message.get("usage").map(usage::read);
    Ok(View { role: Role::Assistant, starts_turn: false, parts, usage, stop })
}

fn assistant_block<'a>(block: &'a Value<'a>, path: &str) -> Result<Part<'a>, Error> {
    match text_of(block, "type", path)? {
        "text" => Ok(Part::Text(text_of(block, "text", path)?.into())),
        "thinking" => Ok(Part::Thinking(text_of(block, "thinking", path)?.into())),
        "toolCall" => Ok(Part::Call {
            id: text_of(block, "id", path)?,
            name: text_of(block, "name", path)?,
            arguments: Arguments::Value(
                block.get("arguments").ok_or_else(|| invalid(join(path, "arguments"), "is missing"))?,
            ),
        }),
        "image" => Ok(Part::Image),
        _ => Ok(opaque(block)),
    }
}

fn tool_result<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let id = text_of(message, "toolCallId", "")?;
    let mut texts = Vec::new();
    let mut images = 0;
    for part in blocks(message)? {
        match part {
            Part::Text(Cow::Borrowed(text)) => texts.push(text),
            Part::Image => images += 1,
            _ => {}
        }
    }
    let result = Part::Result {
        id,
        name: message.get_str("toolName"),
        is_error: message.get("isError").is_some_and(Value::is_true),
        texts,
        images,
    };
    spoken(Role::Tool, false, vec![result])
}

/// A command that the user ran: its text and its output, as the user's words.
fn execution<'a>(message: &'a Value<'a>, key: &str) -> Result<View<'a>, Error> {
    let command = text_of(message, key, "")?;
    let output = message.get_str("output").unwrap_or_default();
    let text = if output.is_empty() { command.into() } else { Cow::Owned(format!("{command}\n{output}")) };
    spoken(Role::User, true, vec![Part::Text(text)])
}

fn file_mention<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let files = message.get("files").and_then(Value::as_array).unwrap_or_default();
    let texts = files.iter().flat_map(|file| [file.get_str("path"), file.get_str("content")]).flatten();
    spoken(Role::User, false, texts.map(|text| Part::Text(text.into())).collect())
}
