//! What a tool answered.

use std::borrow::Cow;

use super::file;
use crate::error::Error;
use crate::format::{invalid, join};
use crate::json;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Piece, Place, ResultView};

/// What the SDK tells the model of a call that was denied without a reason.
pub(in crate::format) const DENIED: &str = "Tool call execution denied.";

/// Reads the answer of a `tool-result` part: `output`, a union since SDK 5, or the bare `result` of SDK 4, which may stand
/// beside the same as content.
pub(super) fn read<'a>(part: &'a Value<'a>, place: Place, result: &mut ResultView<'a>) -> Result<(), Error> {
    let Some(output) = part.get("output") else {
        result.is_error = part.get("isError").is_some_and(Value::is_true);
        return match (part.get("experimental_content"), part.get("result")) {
            (Some(Value::Array(items)), _) => content(items, "experimental_content", place, result),
            (_, Some(value)) => {
                result.texts.push(text(value));
                Ok(())
            }
            _ => Err(invalid(join(place, "output"), "is missing")),
        };
    };
    let kind = output.get_str("type").unwrap_or_default();
    result.is_error = matches!(kind, "error-text" | "error-json" | "execution-denied");
    let value = output.get("value");
    match (kind, value) {
        ("execution-denied", _) => result.texts.push(output.get_str("reason").unwrap_or(DENIED).into()),
        ("content", Some(Value::Array(items))) => return content(items, "output.value", place, result),
        ("text" | "error-text", Some(Value::String(value))) => result.texts.push(value.as_ref().into()),
        ("json" | "error-json", Some(value)) => result.texts.push(text(value)),
        ("text" | "error-text" | "json" | "error-json" | "content", value) => {
            let wanted = if kind == "content" { "an array" } else { "there, of its type" };
            let kind = value.map_or("missing", Value::kind);
            return Err(invalid(join(place, "output.value"), format!("must be {wanted}, this is {kind}")));
        }
        _ => result.other += estimate::opaque(output),
    }
    Ok(())
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
    field: &str,
    place: Place,
    result: &mut ResultView<'a>,
) -> Result<(), Error> {
    for (index, item) in items.iter().enumerate() {
        let kind = item.get_str("type").unwrap_or_default();
        let piece = if kind == "text" {
            let Some(text) = item.get_str("text") else {
                let path = join(place, &format!("{field}[{index}].text"));
                return Err(invalid(path, "must be a string"));
            };
            Piece::Text(text.into())
        } else if kind.starts_with("image") {
            Piece::Image
        } else if kind.starts_with("file") || kind == "media" {
            file::piece(item.get_str("mediaType"), item.get("data").or_else(|| item.get("url")))
        } else {
            result.other += estimate::opaque(item);
            continue;
        };
        match piece {
            Piece::Text(text) => result.texts.push(text),
            Piece::Image => result.images += 1,
            other => result.other += estimate::piece(&other),
        }
    }
    Ok(())
}
