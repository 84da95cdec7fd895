//! `openai-chat`: OpenAI's Chat Completions messages, as OpenAI and the many compatible servers take them.

use super::read::{Reader, Shape, Shapes, id_of, is_text, must_be, needed, role_in, role_of, seals, text_of};
use super::write::fill;
use super::{Answer, Lens, Results, Rules, Templates, is_claude_detail};
use crate::error::Error;
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
    hides_errors: true,
    ..Rules::NONE
};

impl Lens for OpenAiChat {
    fn name(&self) -> &'static str {
        "openai-chat"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        match role {
            "tool" => return result(message, id_of(message, "tool_call_id")?),
            // The older form of calls has names instead of ids, one open call at a time.
            "function" => return result(message, text_of(message, "name")?),
            _ => {}
        }
        let mut reader = Reader::new(role_in(role, ROLES, "openai-chat", &[])?);
        if reader.view.role == Role::Assistant {
            assistant(&mut reader, message)?;
        } else {
            needed(message.given("content"), "content")?;
            content(&mut reader, message)?;
        }
        Ok(reader.view)
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn templates(&self) -> &'static Templates {
        &Templates { message: r#"{"role":"$1","content":"$0"}"#, text: Templates::TEXT, image: IMAGE, ids: [""; 2] }
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, place: Place, text: &str) -> Answer {
        let template = match place.field {
            "function_call" => r#"{"role":"function","name":"$2","content":"$0"}"#,
            _ => r#"{"role":"tool","tool_call_id":"$1","content":"$0"}"#,
        };
        Answer::Message(fill(template, &[text, call.id, call.name]))
    }

    fn remove(&self, message: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
        let field = part.place.field;
        let is_only = message.items(field).len() == 1;
        let path = if is_only { Place::field(field).pointer() } else { part.place.pointer() };
        // Empty lists are refused.
        vec![match field {
            "content" if is_only || part.place.index.is_none() => Op::Replace { path, value: Value::Null },
            _ => Op::Remove { path },
        }]
    }

    fn is_text(&self, item: &Value<'_>) -> bool {
        is_text(item, part)
    }

    fn id_pointer(&self, message: &Value<'_>, part: &Part<'_>) -> Option<String> {
        // The older form of calls has no ids: what stands for one is the function's name.
        let is_older = part.place.field == "function_call" || message.says("role", "function");
        let key = if part.place == Place::WHOLE { "tool_call_id" } else { "id" };
        (!is_older).then(|| [&part.place.pointer(), "/", key].concat())
    }
}

const ROLES: &[(&str, Role)] =
    &[("user", Role::User), ("assistant", Role::Assistant), ("system", Role::System), ("developer", Role::Developer)];

/// An image as an item of content.
pub(super) const IMAGE: &str = r#"{"type":"image_url","image_url":{"url":"data:$0;base64,$1"}}"#;

/// The parts of a message's content.
const PARTS: &Shapes = &[
    ("text", Shape::Text("text")),
    ("refusal", Shape::Text("refusal")),
    ("image_url", Shape::Image),
    ("input_audio", Shape::Read(file)),
    ("file", Shape::Read(file)),
];

fn part<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    reader.typed(part, PARTS)
}

fn file<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    let (media, data) = match part.get("file") {
        Some(file) if part.says("type", "file") => ("", file.get_str("file_data")),
        None if part.says("type", "file") => ("", None),
        _ => ("audio/", part.get("input_audio").and_then(|audio| audio.get_str("data"))),
    };
    reader.opaque(Matter::File, estimate::file(media, data.map(estimate::base64_bytes)));
    Ok(())
}

/// The content of a message: text, parts, or nothing.
fn content<'a>(reader: &mut Reader<'a>, message: &'a Value<'a>) -> Result<(), Error> {
    match message.given("content") {
        Some(content) => reader.content(content, "content", "text or parts", part),
        None => Ok(()),
    }
}

fn assistant<'a>(reader: &mut Reader<'a>, message: &'a Value<'a>) -> Result<(), Error> {
    reasoning(reader, message);
    content(reader, message)?;
    if let Some(refusal) = message.get_str("refusal") {
        reader.at = Place::field("refusal");
        reader.say(refusal);
    }
    // What the model said aloud: the server has it under its id.
    if message.given("audio").is_some() {
        reader.at = Place::field("audio");
        reader.opaque(Matter::File, estimate::file("audio/", None));
    }
    match message.given("tool_calls") {
        None => {}
        Some(Value::Array(calls)) => reader.items(calls, "tool_calls", tool_call)?,
        other => return Err(must_be("tool_calls", "an array", other)),
    }
    if let Some(call) = message.given("function_call") {
        reader.item(call, Place::field("function_call"), function_call)?;
    }
    if let Some(details) = message.get("reasoning_details") {
        for part in &mut reader.view.parts {
            if let Piece::Call(call) = &mut part.piece {
                call.is_fixed |= seals("", details, call.id, true);
            }
        }
    }
    reader.view.usage = message.get("usage").map(usage::read);
    Ok(())
}

/// Reasoning as compatible servers give it. Where it carries Claude's signatures, it depends on all that comes before.
fn reasoning<'a>(reader: &mut Reader<'a>, message: &'a Value<'a>) {
    for key in ["reasoning_content", "reasoning"] {
        if message.has_text(key) {
            reader.at = Place::field(key);
            reader.think(message.text_of(key), Bond::Free);
            break;
        }
    }
    let details = message.items("reasoning_details");
    if details.iter().any(is_claude_detail) {
        let mut text = String::new();
        // The text stands beside it already, where the server gives it in both forms.
        if reader.view.parts.is_empty() {
            for detail in details {
                text.push_str(detail.text_of("text"));
            }
        }
        reader.at = Place::field("reasoning_details");
        reader.add(Piece::Thinking { text: text.into(), bond: Bond::Prefix });
    }
}

/// A call of `tool_calls`.
pub(super) fn tool_call<'a>(reader: &mut Reader<'a>, call: &'a Value<'a>) -> Result<(), Error> {
    let id = id_of(call, "id")?;
    let is_custom = call.get("custom").is_some();
    let key = if is_custom { "custom" } else { "function" };
    let inner = needed(call.get(key), key)?;
    let text = |key_of_text| text_of(inner, key_of_text).map_err(|error| error.within(key));
    let arguments = match inner.get("arguments") {
        // The input of a custom tool is free text: as a value, it is not taken for JSON.
        _ if is_custom => {
            text("input")?;
            Arguments::Value(inner.get("input").unwrap_or(&Value::Null))
        }
        // Some servers give the arguments as an object.
        Some(value @ Value::Object(_)) => Arguments::Value(value),
        _ => Arguments::Text(text("arguments")?),
    };
    reader.call(call, id, text("name")?, arguments, false);
    Ok(())
}

/// The older form of a call. Its name stands for an id.
pub(super) fn function_call<'a>(reader: &mut Reader<'a>, call: &'a Value<'a>) -> Result<(), Error> {
    let name = text_of(call, "name")?;
    reader.call(call, name, name, Arguments::Text(text_of(call, "arguments")?), false);
    Ok(())
}

fn result<'a>(message: &'a Value<'a>, id: &'a str) -> Result<View<'a>, Error> {
    let mut reader = Reader::new(Role::Tool);
    content(&mut reader, message)?;
    reader.whole_result(ResultView { id, name: message.get_str("name"), ..ResultView::default() });
    Ok(reader.view)
}
