//! `openai-chat`: OpenAI's Chat Completions messages, as OpenAI and the many compatible servers take them.

use super::{Lens, Rules, invalid, join, role_of, text_of};
use crate::error::Error;
use crate::json;
use crate::message::{Arguments, Part, Role, View};
use crate::settings::SummaryRole;
use crate::tokens::usage;
use crate::value::Value;

/// The lens.
#[derive(Debug)]
pub(super) struct OpenAiChat;

impl Lens for OpenAiChat {
    fn name(&self) -> &'static str {
        "openai-chat"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        let (role, starts_turn) = match role {
            "user" => (Role::User, true),
            "assistant" => return assistant(message),
            "tool" => return result(message, text_of(message, "tool_call_id", "")?),
            // The older form of calls has names instead of ids, one open call at a time.
            "function" => return result(message, text_of(message, "name", "")?),
            "system" => (Role::System, false),
            "developer" => (Role::Developer, false),
            _ => {
                return Err(invalid(
                    "role",
                    format!("there is no role {} in the openai-chat format", json::quoted(role)),
                ));
            }
        };
        let parts = content(message)?;
        if message.get("content").is_none_or(Value::is_null) {
            return Err(invalid("content", "is missing"));
        }
        Ok(View { role, starts_turn, parts, usage: None, stop: None })
    }

    fn text_message(&self, text: &str, role: SummaryRole, _time: f64) -> Value<'static> {
        let role = match role {
            SummaryRole::User => "user",
            SummaryRole::System => "system",
            SummaryRole::Developer => "developer",
        };
        Value::object([("role", Value::text(role)), ("content", Value::text(text.to_owned()))])
    }

    fn custom_message(&self, content: &Value<'_>, _time: f64) -> Value<'static> {
        let content = match content {
            Value::Array(blocks) => Value::Array(blocks.iter().map(content_block).collect()),
            other => other.clone().into_owned(),
        };
        Value::object([("role", Value::text("user")), ("content", content)])
    }

    fn rules(&self) -> Rules {
        Rules { adjacent_results: true, unique_call_ids: true, json_arguments: true, assistant_content: true }
    }
}

/// The content of a message: text, parts, or nothing.
fn content<'a>(message: &'a Value<'a>) -> Result<Vec<Part<'a>>, Error> {
    match message.get("content") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => Ok(vec![Part::Text(text.as_ref().into())]),
        Some(Value::Array(parts)) => {
            parts.iter().enumerate().map(|(index, part)| content_part(part, &format!("content[{index}]"))).collect()
        }
        Some(other) => Err(invalid("content", format!("must be text or parts, this is {}", other.kind()))),
    }
}

fn content_part<'a>(part: &'a Value<'a>, path: &str) -> Result<Part<'a>, Error> {
    match text_of(part, "type", path)? {
        "text" => Ok(Part::Text(text_of(part, "text", path)?.into())),
        "refusal" => Ok(Part::Text(text_of(part, "refusal", path)?.into())),
        "image_url" => Ok(Part::Image),
        _ => Ok(opaque(part)),
    }
}

fn opaque<'a>(value: &Value<'_>) -> Part<'a> {
    Part::Opaque { bytes: u32::try_from(json::to_text(value).len()).unwrap_or(u32::MAX) }
}

fn assistant<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut parts = Vec::new();
    for key in ["reasoning_content", "reasoning"] {
        if let Some(text) = message.get_str(key).filter(|text| !text.is_empty()) {
            parts.push(Part::Thinking(text.into()));
            break;
        }
    }
    parts.extend(content(message)?);
    if let Some(refusal) = message.get_str("refusal") {
        parts.push(Part::Text(refusal.into()));
    }
    match message.get("tool_calls") {
        None | Some(Value::Null) => {}
        Some(Value::Array(calls)) => {
            for (index, call) in calls.iter().enumerate() {
                parts.push(tool_call(call, &format!("tool_calls[{index}]"))?);
            }
        }
        Some(other) => return Err(invalid("tool_calls", format!("must be an array, this is {}", other.kind()))),
    }
    if let Some(call) = message.get("function_call").filter(|call| !call.is_null()) {
        let name = text_of(call, "name", "function_call")?;
        let arguments = Arguments::Text(text_of(call, "arguments", "function_call")?);
        parts.push(Part::Call { id: name, name, arguments });
    }
    Ok(View {
        role: Role::Assistant,
        starts_turn: false,
        parts,
        usage: message.get("usage").map(usage::read),
        stop: None,
    })
}

fn tool_call<'a>(call: &'a Value<'a>, path: &str) -> Result<Part<'a>, Error> {
    let id = text_of(call, "id", path)?;
    if let Some(custom) = call.get("custom") {
        let path = join(path, "custom");
        let name = text_of(custom, "name", &path)?;
        text_of(custom, "input", &path)?;
        // The input of a custom tool is free text: as a value, it is not taken for JSON.
        let arguments = Arguments::Value(custom.get("input").unwrap_or(&Value::Null));
        return Ok(Part::Call { id, name, arguments });
    }
    let path = join(path, "function");
    let function = call.get("function").ok_or_else(|| invalid(path.clone(), "is missing"))?;
    let name = text_of(function, "name", &path)?;
    // Some servers give the arguments as an object.
    let arguments = match function.get("arguments") {
        Some(value @ Value::Object(_)) => Arguments::Value(value),
        _ => Arguments::Text(text_of(function, "arguments", &path)?),
    };
    Ok(Part::Call { id, name, arguments })
}

fn result<'a>(message: &'a Value<'a>, id: &'a str) -> Result<View<'a>, Error> {
    let mut texts = Vec::new();
    let mut images = 0;
    match message.get("content") {
        Some(Value::String(text)) => texts.push(text.as_ref()),
        Some(Value::Array(parts)) => {
            for (index, part) in parts.iter().enumerate() {
                match content_part(part, &format!("content[{index}]"))? {
                    Part::Text(_) => texts.push(part.get_str("text").unwrap_or_default()),
                    Part::Image => images += 1,
                    _ => {}
                }
            }
        }
        None | Some(Value::Null) => {}
        Some(other) => return Err(invalid("content", format!("must be text or parts, this is {}", other.kind()))),
    }
    let result = Part::Result { id, name: message.get_str("name"), is_error: false, texts, images };
    Ok(View { role: Role::Tool, starts_turn: false, parts: vec![result], usage: None, stop: None })
}

/// A text or image block of a `custom_message` entry as a content part.
fn content_block(block: &Value<'_>) -> Value<'static> {
    if block.get_str("type") == Some("image") {
        let (mime, data) = (block.get_str("mimeType").unwrap_or_default(), block.get_str("data").unwrap_or_default());
        let url = Value::object([("url", Value::text(format!("data:{mime};base64,{data}")))]);
        return Value::object([("type", Value::text("image_url")), ("image_url", url)]);
    }
    let text = block.get_str("text").unwrap_or_default().to_owned();
    Value::object([("type", Value::text("text")), ("text", Value::text(text))])
}
