//! The blocks of a message: what each is, and what a result holds.

use crate::error::Error;
use crate::format::read::{Reader, Shape, Shapes, hold_line, id_of, must_be, needed, text_of};
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Matter, Piece, Place, ResultView};

const CALL: &[&str; 3] = &["id", "name", "input"];

/// The blocks of a message.
const BLOCKS: &Shapes = &[
    ("text", Shape::Text("text")),
    ("image", Shape::Image),
    // Servers that only look like Anthropic's do not sign: what is not signed depends on nothing.
    ("thinking", Shape::Thinking(&["thinking", "signature"])),
    ("redacted_thinking", Shape::Sealed),
    ("tool_use", Shape::Call(CALL, false)),
    ("tool_result", Shape::Read(result)),
    ("document", Shape::Read(document)),
    ("search_result", Shape::Read(document)),
    // The file goes into the container of the tools, not into the context.
    ("container_upload", Shape::Opaque(Matter::File)),
    ("compaction", Shape::Read(compaction)),
    ("tool_addition", Shape::Opaque(Matter::State)),
    ("tool_removal", Shape::Opaque(Matter::State)),
    // The provider's tools, and those of servers that it calls: there are more of them every year.
    ("*_tool_use", Shape::Call(CALL, true)),
    ("*_tool_result", Shape::Read(provider_result)),
];

/// The content of a message: text, or blocks.
pub(super) fn content<'a>(reader: &mut Reader<'a>, message: &'a Value<'a>) -> Result<(), Error> {
    reader.content(needed(message.given("content"), "content")?, "content", "text or blocks", block)
}

fn block<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    reader.typed(block, BLOCKS)
}

/// A document, and whatever else holds texts, for the price of what it holds.
fn document<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let mut held = ResultView::default();
    gather(block, &mut held);
    reader.opaque(Matter::File, estimate::piece(&Piece::Result(held)));
    Ok(())
}

/// The API's own compaction. Without text it failed and stands for nothing. Its price is the summary's: what the model
/// reads of it.
fn compaction<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let text = block.text_of("content");
    match block.given("encrypted_content") {
        _ if !text.trim().is_empty() => reader.opaque(Matter::Barrier, estimate::quarters(text)),
        Some(content) => reader.keep(Matter::Failed, content),
        None => reader.opaque(Matter::Failed, 0),
    }
    Ok(())
}

/// Whether a block is a compaction that the host has asked for by itself: it stands first and alone.
pub(super) fn is_signed_compaction(block: &Value<'_>) -> bool {
    block.says("type", "compaction") && block.has_text("signature")
}

/// A result of a host's tool: text, or blocks.
fn result<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let mut result =
        ResultView { id: id_of(block, "tool_use_id")?, is_error: block.has_flag("is_error"), ..ResultView::default() };
    match block.given("content") {
        None => {}
        Some(Value::String(text)) => result.texts.push(text.as_ref().into()),
        Some(Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                hold(item, &mut result).map_err(|error| error.within(&Place::item("content", index).path()))?;
            }
        }
        other => return Err(must_be("content", "text or blocks", other)),
    }
    reader.result(result);
    Ok(())
}

fn hold<'a>(item: &'a Value<'a>, result: &mut ResultView<'a>) -> Result<(), Error> {
    let kind = text_of(item, "type")?;
    // With a reference the model gets a tool.
    result.is_fixed |= kind == "tool_reference";
    if kind == "text" {
        result.texts.push(text_of(item, "text")?.into());
    } else {
        gather(item, result);
    }
    Ok(())
}

/// Whether an item of a result is text and nothing else. So are documents and search results of text.
pub(super) fn is_text(item: &Value<'_>) -> bool {
    let mut held = ResultView::default();
    hold(item, &mut held).is_ok() && estimate::media(&held) == 0 && !held.texts.is_empty()
}

/// A result of a provider's tool. Each has a shape of its own: what is text in it is read, the rest has its price.
fn provider_result<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let content = block.get("content").unwrap_or(&Value::Null);
    let mut result = ResultView {
        id: id_of(block, "tool_use_id")?,
        is_error: content.text_of("type").ends_with("_error") || block.has_flag("is_error"),
        by_provider: true,
        ..ResultView::default()
    };
    gather(content, &mut result);
    reader.result(result);
    Ok(())
}

/// Adds what a value holds to a result: documents, search hits, the output of programs.
fn gather<'a>(value: &'a Value<'a>, into: &mut ResultView<'a>) {
    let pairs = match value {
        Value::Null => return,
        Value::String(text) => return hold_line(into, text),
        Value::Array(items) => return items.iter().for_each(|item| gather(item, into)),
        Value::Object(pairs) => pairs,
        _ => return into.other += estimate::opaque(value),
    };
    match value.text_of("type") {
        "image" => return into.images += 1,
        "base64" | "url" | "file" => {
            let media = value.get_str("media_type").unwrap_or("application/pdf");
            return into.other += estimate::file(media, value.get_str("data").map(estimate::base64_bytes));
        }
        _ => {}
    }
    for (key, value) in pairs {
        if TEXTS.contains(&key.as_ref()) {
            gather(value, into);
        } else if !value.is_null() && !MARKS.contains(&key.as_ref()) {
            into.other += estimate::opaque(value);
        }
    }
}

/// The fields of a result that hold texts.
const TEXTS: [&str; 10] =
    ["title", "url", "source", "context", "text", "data", "stdout", "stderr", "error_code", "content"];

/// Its fields for the API, which the model does not see.
const MARKS: [&str; 6] = ["type", "tool_use_id", "cache_control", "citations", "caller", "media_type"];
