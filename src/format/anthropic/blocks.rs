//! The blocks of a message: what each is, and what a result holds.

use crate::error::Error;
use crate::format::{id_of, invalid, join, text_of};
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView};

/// The content of a message: text, or blocks.
pub(super) fn content<'a>(message: &'a Value<'a>) -> Result<Vec<Part<'a>>, Error> {
    match message.get("content") {
        Some(Value::String(text)) => {
            Ok(vec![Part { place: Place::field("content"), piece: Piece::Text(text.as_ref().into()) }])
        }
        Some(Value::Array(blocks)) => {
            let mut parts = Vec::with_capacity(blocks.len());
            for (index, item) in blocks.iter().enumerate() {
                let place = Place::item("content", index);
                parts.push(Part { place, piece: block(item, place)? });
            }
            Ok(parts)
        }
        None | Some(Value::Null) => Err(invalid("content", "is missing")),
        Some(other) => Err(invalid("content", format!("must be text or blocks, this is {}", other.kind()))),
    }
}

fn block<'a>(block: &'a Value<'a>, place: Place) -> Result<Piece<'a>, Error> {
    let opaque = |matter| Piece::Opaque { matter, price: estimate::opaque(block) };
    Ok(match text_of(block, "type", place)? {
        "text" => Piece::Text(text_of(block, "text", place)?.into()),
        "image" => Piece::Image,
        "thinking" => {
            // Servers that only look like Anthropic's do not sign: what is not signed depends on nothing.
            let signed = block.get_str("signature").is_some_and(|signature| !signature.is_empty());
            let bond = if signed { Bond::Prefix } else { Bond::Free };
            Piece::Thinking { text: text_of(block, "thinking", place)?.into(), bond }
        }
        "redacted_thinking" => Piece::Thinking { text: "".into(), bond: Bond::Prefix },
        "tool_use" => Piece::Call(call(block, place, false)?),
        "tool_result" => Piece::Result(result(block, place)?),
        "document" | "search_result" => {
            let mut held = ResultView::default();
            gather(block, &mut held);
            Piece::Opaque { matter: Matter::File, price: estimate::piece(&Piece::Result(held)) }
        }
        // The file goes into the container of the tools, not into the context.
        "container_upload" => opaque(Matter::File),
        "compaction" => compaction(block),
        "tool_addition" | "tool_removal" => opaque(Matter::State),
        // The provider's tools, and those of servers that it calls: there are more of them every year.
        kind if kind.ends_with("_tool_use") => Piece::Call(call(block, place, true)?),
        kind if kind.ends_with("_tool_result") => Piece::Result(provider_result(block, place)?),
        _ => opaque(Matter::Plain),
    })
}

/// The API's own compaction. Without content it failed and stands for nothing. Its price is the summary's: what the model
/// reads of it.
fn compaction<'a>(block: &Value<'_>) -> Piece<'a> {
    let summary = block.get_str("content").filter(|text| !text.is_empty());
    let encrypted = block.get("encrypted_content").filter(|content| !content.is_null());
    match (summary, encrypted) {
        (Some(text), _) => Piece::Opaque { matter: Matter::Barrier, price: estimate::quarters(text) },
        (None, Some(content)) => Piece::Opaque { matter: Matter::Barrier, price: estimate::opaque(content) },
        (None, None) => Piece::Opaque { matter: Matter::Plain, price: 0 },
    }
}

fn call<'a>(block: &'a Value<'a>, place: Place, by_provider: bool) -> Result<CallView<'a>, Error> {
    let input = block.get("input").ok_or_else(|| invalid(join(place, "input"), "is missing"))?;
    let (id, name) = (id_of(block, "id", place)?, text_of(block, "name", place)?);
    Ok(CallView { id, name, arguments: Arguments::Value(input), by_provider })
}

/// A result of a host's tool: text, or blocks.
fn result<'a>(block: &'a Value<'a>, place: Place) -> Result<ResultView<'a>, Error> {
    let mut result = ResultView {
        id: id_of(block, "tool_use_id", place)?,
        is_error: block.get("is_error").is_some_and(Value::is_true),
        ..ResultView::default()
    };
    match block.get("content") {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => result.texts.push(text.as_ref().into()),
        Some(Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                let missing = |key: &str| {
                    let kind = item.get(key).map_or("missing", Value::kind);
                    invalid(
                        join(place, &format!("content[{index}].{key}")),
                        format!("must be a string, this is {kind}"),
                    )
                };
                match item.get_str("type").ok_or_else(|| missing("type"))? {
                    "text" => result.texts.push(item.get_str("text").ok_or_else(|| missing("text"))?.into()),
                    _ => gather(item, &mut result),
                }
            }
        }
        Some(other) => {
            let message = format!("must be text or blocks, this is {}", other.kind());
            return Err(invalid(join(place, "content"), message));
        }
    }
    Ok(result)
}

/// A result of a provider's tool. Each has a shape of its own: what is text in it is read, the rest has its price.
fn provider_result<'a>(block: &'a Value<'a>, place: Place) -> Result<ResultView<'a>, Error> {
    let content = block.get("content").unwrap_or(&Value::Null);
    let failed = content.get_str("type").is_some_and(|kind| kind.ends_with("_error"));
    let mut result = ResultView {
        id: id_of(block, "tool_use_id", place)?,
        is_error: failed || block.get("is_error").is_some_and(Value::is_true),
        by_provider: true,
        ..ResultView::default()
    };
    gather(content, &mut result);
    Ok(result)
}

/// Adds what a value holds to a result: documents, search hits, the output of programs.
fn gather<'a>(value: &'a Value<'a>, into: &mut ResultView<'a>) {
    let pairs = match value {
        Value::Null => return,
        Value::String(text) => return say(text, into),
        Value::Array(items) => return items.iter().for_each(|item| gather(item, into)),
        Value::Object(pairs) => pairs,
        _ => return into.other += estimate::opaque(value),
    };
    match value.get_str("type") {
        Some("image") => {
            into.images += 1;
            return;
        }
        Some("base64" | "url" | "file") => {
            let media = value.get_str("media_type").unwrap_or("application/pdf");
            into.other += estimate::file(media, value.get_str("data").map(estimate::base64_bytes));
            return;
        }
        _ => {}
    }
    for (key, value) in pairs {
        match key.as_ref() {
            // Marks for the API, which the model does not see.
            "type" | "tool_use_id" | "cache_control" | "citations" | "caller" | "media_type" => {}
            "title" | "url" | "source" | "context" | "text" | "data" | "stdout" | "stderr" | "error_code"
            | "content" => {
                gather(value, into);
            }
            _ if value.is_null() => {}
            _ => into.other += estimate::opaque(value),
        }
    }
}

/// Adds a text on a line of its own.
fn say<'a>(text: &'a str, into: &mut ResultView<'a>) {
    if text.is_empty() {
        return;
    }
    if into.texts.last().is_some_and(|last| !last.ends_with('\n')) {
        into.texts.push("\n".into());
    }
    into.texts.push(text.into());
}
