//! `openai-chat`: OpenAI's Chat Completions messages, as OpenAI and the many compatible servers take them.

use super::{Answer, Lens, Results, Rules, Text, id_of, invalid, is_claude_detail, join, role_of, text_of};
use crate::error::Error;
use crate::json;
use crate::patch::Op;
use crate::tokens::{estimate, usage};
use crate::value::Value;
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, View};

/// The lens.
#[derive(Debug)]
pub(super) struct OpenAiChat;

const RULES: Rules = Rules {
    results: Results::Following,
    orphan: "O2",
    unanswered: "O1",
    unique_ids: "O5",
    needs_ids: true,
    json_arguments: "O3",
    assistant_content: "O4",
    ..Rules::NONE
};

impl Lens for OpenAiChat {
    fn name(&self) -> &'static str {
        "openai-chat"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        let role = match role {
            "user" => Role::User,
            "assistant" => return assistant(message),
            "tool" => return result(message, id_of(message, "tool_call_id", Place::WHOLE)?),
            // The older form of calls has names instead of ids, one open call at a time.
            "function" => return result(message, text_of(message, "name", Place::WHOLE)?),
            "system" => Role::System,
            "developer" => Role::Developer,
            _ => {
                let message = format!("there is no role {} in the openai-chat format", json::quoted(role));
                return Err(invalid("role", message));
            }
        };
        if message.get("content").is_none_or(Value::is_null) {
            return Err(invalid("content", "is missing"));
        }
        Ok(View::new(role, content(message)?))
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        Value::object([("role", Value::text(text.role())), ("content", Value::text(text.text.to_owned()))])
    }

    fn custom_message(&self, content: &Value<'_>, _stamp: &Text<'_>) -> Value<'static> {
        let content = match content {
            Value::Array(blocks) => Value::Array(blocks.iter().map(|block| content_block(self, block)).collect()),
            other => other.clone().into_owned(),
        };
        Value::object([("role", Value::text("user")), ("content", content)])
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, place: Place, text: &str) -> Answer {
        let (role, key, id) = match place.field {
            "function_call" => ("function", "name", call.name),
            _ => ("tool", "tool_call_id", call.id),
        };
        Answer::Message(Value::object([
            ("role", Value::text(role)),
            (key, Value::text(id.to_owned())),
            ("content", Value::text(text.to_owned())),
        ]))
    }

    fn remove(&self, message: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
        let field = part.place.field;
        let is_only = message.get(field).and_then(Value::as_array).is_some_and(|items| items.len() == 1);
        let path = if is_only { format!("/{field}") } else { part.place.pointer() };
        // Empty lists are refused.
        vec![match field {
            "content" if is_only || part.place.index.is_none() => Op::Replace { path, value: Value::Null },
            _ => Op::Remove { path },
        }]
    }

    fn id_pointer(&self, message: &Value<'_>, part: &Part<'_>) -> Option<String> {
        // The older form of calls has no ids: what stands for one is the function's name.
        let is_older = part.place.field == "function_call" || message.get_str("role") == Some("function");
        let key = if part.place == Place::WHOLE { "tool_call_id" } else { "id" };
        (!is_older).then(|| format!("{}/{key}", part.place.pointer()))
    }
}

/// The content of a message: text, parts, or nothing.
fn content<'a>(message: &'a Value<'a>) -> Result<Vec<Part<'a>>, Error> {
    match message.get("content") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => {
            Ok(vec![Part { place: Place::field("content"), piece: Piece::Text(text.as_ref().into()) }])
        }
        Some(Value::Array(items)) => {
            let mut parts = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                let place = Place::item("content", index);
                parts.push(Part { place, piece: content_part(item, place)? });
            }
            Ok(parts)
        }
        Some(other) => Err(invalid("content", format!("must be text or parts, this is {}", other.kind()))),
    }
}

fn content_part<'a>(part: &'a Value<'a>, place: Place) -> Result<Piece<'a>, Error> {
    let data = |key: &str, of: &str| part.get(key).and_then(|file| file.get_str(of)).map(estimate::base64_bytes);
    let file = |media: &str, bytes| Piece::Opaque { matter: Matter::File, price: estimate::file(media, bytes) };
    Ok(match text_of(part, "type", place)? {
        "text" => Piece::Text(text_of(part, "text", place)?.into()),
        "refusal" => Piece::Text(text_of(part, "refusal", place)?.into()),
        "image_url" => Piece::Image,
        "input_audio" => file("audio/", data("input_audio", "data")),
        "file" => file("", data("file", "file_data")),
        _ => Piece::Opaque { matter: Matter::Plain, price: estimate::opaque(part) },
    })
}

fn assistant<'a>(message: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut parts = reasoning(message);
    parts.extend(content(message)?);
    if let Some(refusal) = message.get_str("refusal") {
        parts.push(Part { place: Place::field("refusal"), piece: Piece::Text(refusal.into()) });
    }
    match message.get("tool_calls") {
        None | Some(Value::Null) => {}
        Some(Value::Array(calls)) => {
            for (index, call) in calls.iter().enumerate() {
                let place = Place::item("tool_calls", index);
                parts.push(Part { place, piece: Piece::Call(tool_call(call, place)?) });
            }
        }
        Some(other) => return Err(invalid("tool_calls", format!("must be an array, this is {}", other.kind()))),
    }
    if let Some(call) = message.get("function_call").filter(|call| !call.is_null()) {
        let place = Place::field("function_call");
        let name = text_of(call, "name", place)?;
        let arguments = Arguments::Text(text_of(call, "arguments", place)?);
        parts.push(Part { place, piece: Piece::Call(CallView { id: name, name, arguments, by_provider: false }) });
    }
    Ok(View { usage: message.get("usage").map(usage::read), ..View::new(Role::Assistant, parts) })
}

/// Reasoning as compatible servers give it. Where it carries Claude's signatures, it depends on all that comes before.
fn reasoning<'a>(message: &'a Value<'a>) -> Vec<Part<'a>> {
    let details = message.get("reasoning_details").and_then(Value::as_array).unwrap_or_default();
    let bound = details.iter().any(is_claude_detail);
    let mut parts = Vec::new();
    for key in ["reasoning_content", "reasoning"] {
        if let Some(text) = message.get_str(key).filter(|text| !text.is_empty()) {
            parts.push(Part {
                place: Place::field(key),
                piece: Piece::Thinking { text: text.into(), bond: Bond::Free },
            });
            break;
        }
    }
    if bound {
        // The text stands beside it already, where the server gives it in both forms.
        let text = if parts.is_empty() {
            details.iter().filter_map(|detail| detail.get_str("text")).collect()
        } else {
            String::new()
        };
        let piece = Piece::Thinking { text: text.into(), bond: Bond::Prefix };
        parts.push(Part { place: Place::field("reasoning_details"), piece });
    }
    parts
}

/// A call of `tool_calls`.
pub(super) fn tool_call<'a>(call: &'a Value<'a>, place: Place) -> Result<CallView<'a>, Error> {
    let id = id_of(call, "id", place)?;
    let inside = |key: &str, field: &str| join(place, &format!("{key}.{field}"));
    let text = |of: &'a Value<'a>, key: &str, field: &str| {
        of.get_str(field).ok_or_else(|| {
            let kind = of.get(field).map_or("missing", Value::kind);
            invalid(inside(key, field), format!("must be a string, this is {kind}"))
        })
    };
    if let Some(custom) = call.get("custom") {
        text(custom, "custom", "input")?;
        // The input of a custom tool is free text: as a value, it is not taken for JSON.
        let arguments = Arguments::Value(custom.get("input").unwrap_or(&Value::Null));
        return Ok(CallView { id, name: text(custom, "custom", "name")?, arguments, by_provider: false });
    }
    let function = call.get("function").ok_or_else(|| invalid(join(place, "function"), "is missing"))?;
    // Some servers give the arguments as an object.
    let arguments = match function.get("arguments") {
        Some(value @ Value::Object(_)) => Arguments::Value(value),
        _ => Arguments::Text(text(function, "function", "arguments")?),
    };
    Ok(CallView { id, name: text(function, "function", "name")?, arguments, by_provider: false })
}

fn result<'a>(message: &'a Value<'a>, id: &'a str) -> Result<View<'a>, Error> {
    let mut result = ResultView { id, name: message.get_str("name"), ..ResultView::default() };
    for part in content(message)? {
        match part.piece {
            Piece::Text(text) => result.texts.push(text),
            Piece::Image => result.images += 1,
            other => result.other += estimate::piece(&other),
        }
    }
    Ok(View::new(Role::Tool, vec![Part { place: Place::WHOLE, piece: Piece::Result(result) }]))
}

/// A text or image block of a `custom_message` entry as a content part.
pub(super) fn content_block(lens: &dyn Lens, block: &Value<'_>) -> Value<'static> {
    if block.get_str("type") == Some("image") {
        let (mime, data) = (block.get_str("mimeType").unwrap_or_default(), block.get_str("data").unwrap_or_default());
        let url = Value::object([("url", Value::text(format!("data:{mime};base64,{data}")))]);
        return Value::object([("type", Value::text("image_url")), ("image_url", url)]);
    }
    lens.text_part(block.get_str("text").unwrap_or_default())
}
