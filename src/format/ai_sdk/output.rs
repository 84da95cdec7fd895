//! What a tool answered.

use std::borrow::Cow;

use super::file;
use crate::error::Error;
use crate::format::read::{Reader, Shape, Shapes, hold, invalid, must_be, needed, part_at};
use crate::format::replace::{Edits, put_output};
use crate::format::{Stays, Templates};
use crate::json;
use crate::patch::Op;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Place, ResultView, Role};

/// What the SDK tells the model of a call that was denied without a reason.
pub(in crate::format) const DENIED: &str = "Tool call execution denied.";

/// Reads the answer of a `tool-result` part: `output`, a union since SDK 5, or the bare `result` of SDK 4, which may stand
/// beside the same as content.
pub(super) fn read<'a>(part: &'a Value<'a>, result: &mut ResultView<'a>) -> Result<(), Error> {
    let Some(output) = part.get("output") else {
        result.is_error = part.has_flag("isError");
        if let Some(Value::Array(items)) = part.get("experimental_content") {
            return content(items, "experimental_content", result);
        }
        result.texts.push(text(needed(part.get("result"), "output")?));
        return Ok(());
    };
    let kind = output.text_of("type");
    result.is_error = matches!(kind, "error-text" | "error-json" | "execution-denied");
    match (kind, output.get("value")) {
        ("execution-denied", _) => result.texts.push(output.get_str("reason").unwrap_or(DENIED).into()),
        ("content", Some(Value::Array(items))) => return content(items, "output/value", result),
        ("text" | "error-text", Some(value @ Value::String(_))) | ("json" | "error-json", Some(value)) => {
            result.texts.push(text(value));
        }
        ("content", value) => return Err(must_be("output.value", "an array", value)),
        ("text" | "error-text" | "json" | "error-json", value) => {
            return Err(must_be("output.value", "there, of its type", value));
        }
        _ => result.other += estimate::opaque(output),
    }
    Ok(())
}

/// Makes the answer of a `tool-result` part this text.
pub(super) fn put(
    templates: &Templates,
    message: &Value<'_>,
    place: Place,
    (text, stays): (&str, Stays<'_>),
) -> Vec<Op> {
    let part = part_at(message, place).unwrap_or(&Value::Null);
    let path = place.pointer();
    let kind = part.get("output").map(|output| output.text_of("type"));
    if kind == Some("content") {
        return put_output(templates, message, &(path + "/output/value"), (text, stays));
    }
    let beside = [&path, "/experimental_content"].concat();
    let mut edits = Edits::at(path);
    match kind {
        None => {
            edits.say("/result", text);
            if part.items("experimental_content").iter().any(stays) {
                edits.ops.extend(put_output(templates, message, &beside, (text, stays)));
            } else if part.get("experimental_content").is_some() {
                edits.take("/experimental_content");
            }
        }
        Some("execution-denied") => edits.say("/output/reason", text),
        Some(kind) => {
            edits.say("/output/type", if kind.starts_with("error") { "error-text" } else { "text" });
            edits.say("/output/value", text);
        }
    }
    edits.ops
}

/// A value of a tool as text: a string as it is, all else as JSON.
pub(in crate::format) fn text<'a>(value: &'a Value<'a>) -> Cow<'a, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(json::to_text(other)),
    }
}

/// Items of text, images and files; `field` is where they stand in the part. Their names have changed with each version.
pub(in crate::format) fn content<'a>(
    items: &'a [Value<'a>],
    field: &'static str,
    result: &mut ResultView<'a>,
) -> Result<(), Error> {
    let mut reader = Reader::new(Role::Tool);
    reader.items(items, field, item)?;
    hold(result, reader.view.parts);
    Ok(())
}

const ITEMS: &Shapes = &[
    ("text", Shape::Read(said)),
    ("image*", Shape::Image),
    ("file*", Shape::Read(held_file)),
    ("media", Shape::Read(held_file)),
];

pub(in crate::format) fn item<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    reader.shaped(item, item.text_of("type"), ITEMS)
}

fn said<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    reader.say(item.get_str("text").ok_or_else(|| invalid("text", "must be a string"))?);
    Ok(())
}

fn held_file<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    file::read(reader, item.get_str("mediaType"), item.get("data").or_else(|| item.get("url")));
    Ok(())
}
