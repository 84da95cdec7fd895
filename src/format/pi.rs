//! `pi`: the messages of pi's session files, of all its versions.

use std::borrow::Cow;

use super::{Answer, Lens, Marks, Results, Rules, Text, id_of, invalid, join, role_of, text_of};
use crate::error::Error;
use crate::json;
use crate::seek;
use crate::tokens::{estimate, usage};
use crate::value::Value;
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, Stop, View};

/// The lens.
#[derive(Debug)]
pub(super) struct Pi;

const RULES: Rules = Rules { results: Results::Following, needs_ids: true, ..Rules::NONE };

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
            "branchSummary" | "compactionSummary" => spoken(
                Role::User,
                false,
                vec![whole(Piece::Text(text_of(message, "summary", Place::WHOLE)?.into()), "summary")],
            ),
            _ => {
                // The likeliest slip: OpenAI's messages without their format's name.
                let hint = if matches!(role, "tool" | "function") { "; is it \"openai-chat\"?" } else { "" };
                Err(invalid("role", format!("there is no role {} in the pi format{hint}", json::quoted(role))))
            }
        }
    }

    fn marks(&self) -> Marks {
        (&["stopReason"], &["mimeType", "data", "url"])
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        Value::object([
            ("role", Value::text(text.role())),
            ("content", Value::Array(vec![self.text_part(text.text)])),
            ("timestamp", Value::Number(text.time)),
        ])
    }

    fn custom_message(&self, content: &Value<'_>, stamp: &Text<'_>) -> Value<'static> {
        Value::object([
            ("role", Value::text("user")),
            ("content", content.clone().into_owned()),
            ("timestamp", Value::Number(stamp.time)),
        ])
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        Answer::Message(Value::object([
            ("role", Value::text("toolResult")),
            ("toolCallId", Value::text(call.id.to_owned())),
            ("toolName", Value::text(call.name.to_owned())),
            ("content", Value::Array(vec![self.text_part(text)])),
            ("isError", Value::Bool(true)),
        ]))
    }

    fn id_pointer(&self, _message: &Value<'_>, part: &Part<'_>) -> Option<String> {
        let key = if matches!(part.piece, Piece::Call(_)) { "id" } else { "toolCallId" };
        Some(format!("{}/{key}", part.place.pointer()))
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }
}

fn spoken(role: Role, starts_turn: bool, parts: Vec<Part<'_>>) -> Result<View<'_>, Error> {
    Ok(View { starts_turn, ..View::new(role, parts) })
}

fn whole<'a>(piece: Piece<'a>, field: &'static str) -> Part<'a> {
    Part { place: Place::field(field), piece }
}

/// The content of a message: text, or blocks of text and images.
fn blocks<'a>(message: &'a Value<'a>) -> Result<Vec<Part<'a>>, Error> {
    items(message, content_block)
}

fn items<'a>(
    message: &'a Value<'a>,
    read: fn(&'a Value<'a>, Place) -> Result<Piece<'a>, Error>,
) -> Result<Vec<Part<'a>>, Error> {
    match message.get("content") {
        Some(Value::String(text)) => Ok(vec![whole(Piece::Text(Cow::Borrowed(text)), "content")]),
        Some(Value::Array(blocks)) => {
            let mut parts = Vec::with_capacity(blocks.len());
            for (index, block) in blocks.iter().enumerate() {
                let place = Place::item("content", index);
                parts.push(Part { place, piece: read(block, place)? });
            }
            Ok(parts)
        }
        Some(other) => Err(invalid("content", format!("must be text or blocks, this is {}", other.kind()))),
        None => Err(invalid("content", "is missing")),
    }
}

fn content_block<'a>(block: &'a Value<'a>, place: Place) -> Result<Piece<'a>, Error> {
    Ok(match text_of(block, "type", place)? {
        "text" => Piece::Text(text_of(block, "text", place)?.into()),
        "image" => Piece::Image,
        _ => Piece::Opaque { matter: Matter::Plain, price: estimate::opaque(block) },
    })
}

fn assistant<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut parts = items(message, assistant_block)?;
    if is_claude(message) {
        for part in &mut parts {
            if let (Piece::Thinking { bond, .. }, Some(index)) = (&mut part.piece, part.place.index) {
                let block =
                    message.get("content").and_then(Value::as_array).and_then(|blocks| blocks.get(index as usize));
                let signed = block.and_then(|block| block.get_str("thinkingSignature"));
                *bond = if signed.is_some_and(|signature| !signature.is_empty()) { Bond::Prefix } else { Bond::Free };
            }
        }
    }
    let stop = match message.get_str("stopReason") {
        Some("stop") => Some(Stop::Stop),
        Some("length") => Some(Stop::Length),
        Some("toolUse") => Some(Stop::ToolUse),
        Some("error") => Some(Stop::Error),
        Some("aborted") => Some(Stop::Aborted),
        _ => None,
    };
    let usage = message.get("usage").map(usage::read);
    Ok(View { usage, stop, response: message.get_str("responseId"), ..View::new(Role::Assistant, parts) })
}

/// Whether the signatures in a message are Claude's, which bind the reasoning to all that comes before it.
fn is_claude(message: &Value<'_>) -> bool {
    message.get_str("api").is_some_and(|api| api.starts_with("anthropic") || api.starts_with("bedrock"))
        || message.get_str("model").is_some_and(|model| seek::find(model, "claude").is_some())
}

fn assistant_block<'a>(block: &'a Value<'a>, place: Place) -> Result<Piece<'a>, Error> {
    Ok(match text_of(block, "type", place)? {
        "thinking" => Piece::Thinking { text: text_of(block, "thinking", place)?.into(), bond: Bond::Free },
        "toolCall" => Piece::Call(CallView {
            id: id_of(block, "id", place)?,
            name: text_of(block, "name", place)?,
            arguments: Arguments::Value(
                block.get("arguments").ok_or_else(|| invalid(join(place, "arguments"), "is missing"))?,
            ),
            by_provider: false,
        }),
        _ => return content_block(block, place),
    })
}

fn tool_result<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut result = ResultView {
        id: id_of(message, "toolCallId", Place::WHOLE)?,
        name: message.get_str("toolName"),
        is_error: message.get("isError").is_some_and(Value::is_true),
        ..ResultView::default()
    };
    for part in blocks(message)? {
        match part.piece {
            Piece::Text(text) => result.texts.push(text),
            Piece::Image => result.images += 1,
            other => result.other += estimate::piece(&other),
        }
    }
    spoken(Role::Tool, false, vec![Part { place: Place::WHOLE, piece: Piece::Result(result) }])
}

/// A command that the user ran: its text and its output, as the user's words.
fn execution<'a>(message: &'a Value<'a>, key: &'static str) -> Result<View<'a>, Error> {
    let command = text_of(message, key, Place::WHOLE)?;
    let output = message.get_str("output").unwrap_or_default();
    let text = if output.is_empty() { command.into() } else { Cow::Owned(format!("{command}\n{output}")) };
    spoken(Role::User, true, vec![whole(Piece::Text(text), key)])
}

fn file_mention<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let files = message.get("files").and_then(Value::as_array).unwrap_or_default();
    let texts = files.iter().flat_map(|file| [file.get_str("path"), file.get_str("content")]).flatten();
    spoken(Role::User, false, texts.map(|text| whole(Piece::Text(text.into()), "files")).collect())
}
