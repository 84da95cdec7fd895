//! Content blocks: those of OpenAI, Anthropic, Bedrock and Gemini as LangChain keeps them, and its own of both versions.

use super::super::gemini::NO_ARGUMENTS;
use crate::error::Error;
use crate::format::read::{Reader, Shape, Shapes, hold, id_of, must_be, needed, text_of};
use crate::json;
use crate::seek;
use crate::tokens::estimate;
use crate::value::{Host, Value};
use crate::view::{Arguments, Bond, Matter, ResultView, Role};

/// The blocks by their types. Signatures are taken for Claude's.
const BLOCKS: &Shapes = &[
    ("text", Shape::Text("text")),
    ("text_delta", Shape::Text("text")),
    ("refusal", Shape::Text("refusal")),
    ("text-plain", Shape::Read(plain_text)),
    ("image", Shape::Image),
    ("image_url", Shape::Image),
    ("thinking", Shape::Read(thinking)),
    ("redacted_thinking", Shape::Sealed),
    ("reasoning", Shape::Read(thinking)),
    ("reasoning_content", Shape::Read(bedrock_thinking)),
    ("tool_use", Shape::Read(call_block)),
    ("server_tool_use", Shape::Read(call_block)),
    ("mcp_tool_use", Shape::Read(call_block)),
    ("tool_call", Shape::Read(call_block)),
    ("server_tool_call", Shape::Read(call_block)),
    ("functionCall", Shape::Read(gemini_call)),
    ("server_tool_call_result", Shape::Read(result)),
    ("tool_result", Shape::Read(result)),
    ("*_tool_result", Shape::Read(result)),
    // Pieces of a stream that stand elsewhere as a whole, and calls that are not sent.
    ("input_json_delta", Shape::Nothing),
    ("tool_call_chunk", Shape::Nothing),
    ("server_tool_call_chunk", Shape::Nothing),
    ("invalid_tool_call", Shape::Nothing),
    ("compaction", Shape::Read(compaction)),
    ("tool_addition", Shape::Opaque(Matter::State)),
    ("tool_removal", Shape::Opaque(Matter::State)),
    ("non_standard", Shape::Read(non_standard)),
    ("file", Shape::Read(medium)),
    ("audio", Shape::Read(medium)),
    ("video", Shape::Read(medium)),
    ("document", Shape::Read(medium)),
    ("media", Shape::Read(medium)),
    ("input_audio", Shape::Read(medium)),
    ("inlineData", Shape::Read(medium)),
    ("fileData", Shape::Read(medium)),
];

/// What stands in a block of a kind that LangChain does not know.
const NON_STANDARD: &Shapes = &[
    ("redacted_thinking", Shape::Sealed),
    ("compaction", Shape::Read(compaction)),
    ("tool_addition", Shape::Opaque(Matter::State)),
    ("tool_removal", Shape::Opaque(Matter::State)),
];

/// Reads a block.
pub(super) fn read<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    match block {
        Value::String(text) => reader.say(text),
        Value::Object(_) => {
            let kind = block.text_of("type");
            // Gemini's data in the older version: the type is the media type.
            return if kind.contains('/') { medium(reader, block) } else { reader.shaped(block, kind, BLOCKS) };
        }
        other => return Err(must_be("", "a block", Some(other))),
    }
    Ok(())
}

/// Whether a result refers to tools, which the model has from there on.
pub(super) fn gives_tools(items: &[Value<'_>]) -> bool {
    items.iter().any(|item| item.says("type", "tool_reference"))
}

fn plain_text<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    match block.get_str("text") {
        Some(text) => reader.say(text),
        None => return medium(reader, block),
    }
    Ok(())
}

fn think<'a>(reader: &mut Reader<'a>, of: &'a Value<'a>, key: &str) {
    let bond = if of.has_text("signature") { Bond::Prefix } else { Bond::Free };
    reader.think(of.text_of(key), bond);
}

fn thinking<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    think(reader, block, block.text_of("type"));
    Ok(())
}

/// The reasoning of Claude on Bedrock.
fn bedrock_thinking<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    match block.get("reasoningText") {
        Some(text) => think(reader, text, "text"),
        None => reader.think("", Bond::Prefix),
    }
    Ok(())
}

fn call_block<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let kind = block.text_of("type");
    let is_anthropics = kind.ends_with("_use");
    call(reader, block, if is_anthropics { "input" } else { "args" }, !matches!(kind, "tool_use" | "tool_call"))
}

/// An item of `tool_calls`.
pub(super) fn listed<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    call(reader, item, "args", false)
}

/// A call. Arguments that were not yet read whole are text.
fn call<'a>(reader: &mut Reader<'a>, of: &'a Value<'a>, key: &str, by_provider: bool) -> Result<(), Error> {
    let arguments = match needed(of.get(key), key)? {
        Value::String(text) => Arguments::Text(text),
        value => Arguments::Value(value),
    };
    let id = id_of(of, "id")?;
    reader.call(of, id, text_of(of, "name")?, arguments, by_provider);
    Ok(())
}

fn gemini_call<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    match block.get("functionCall") {
        Some(inner) => {
            let arguments = Arguments::Value(inner.get("args").unwrap_or(&NO_ARGUMENTS));
            let id = id_of(inner, "id")?;
            reader.call(block, id, text_of(inner, "name")?, arguments, false);
        }
        None => reader.keep(Matter::Plain, block),
    }
    Ok(())
}

/// A compaction that failed has no content, and does nothing.
fn compaction<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let worked = block.given("content").is_some();
    reader.keep(if worked { Matter::Barrier } else { Matter::Plain }, block);
    Ok(())
}

fn non_standard<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let value = block.get("value").unwrap_or(&Value::Null);
    let kind = value.text_of("type");
    if NON_STANDARD.iter().any(|(known, _)| *known == kind) {
        return reader.shaped(value, kind, NON_STANDARD);
    }
    reader.keep(Matter::Plain, block);
    Ok(())
}

/// A result in a block: Anthropic's in a message of the user, all others the provider's own.
fn result<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let (id, content) = match block.text_of("type") {
        "server_tool_call_result" => ("toolCallId", "output"),
        _ => ("tool_use_id", "content"),
    };
    let by_provider = !block.says("type", "tool_result");
    let mut result = ResultView {
        id: id_of(block, id)?,
        name: block.get_str("name"),
        is_error: block.has_flag("is_error") || block.says("status", "error"),
        by_provider,
        ..ResultView::default()
    };
    match block.given(content) {
        None => {}
        Some(Value::String(text)) => result.texts.push(text.as_ref().into()),
        Some(Value::Array(items)) => {
            result.is_fixed = gives_tools(items);
            for item in items {
                // What a search found: its page is encrypted.
                if let Some(url) = item.get_str("url").filter(|_| by_provider) {
                    result.texts.push([item.text_of("title"), " ", url, "\n"].concat().into());
                }
                let mut inner = Reader::new(Role::Tool);
                read(&mut inner, item)?;
                hold(&mut result, inner.view.parts);
            }
        }
        Some(other) => {
            result.is_error |= other.text_of("type").ends_with("_error");
            result.texts.push(json::to_text(other).into());
        }
    }
    reader.result(result);
    Ok(())
}

/// A file with its size, where its data is here: in the block, or one object deeper.
fn medium<'a>(reader: &mut Reader<'a>, block: &'a Value<'a>) -> Result<(), Error> {
    let first = |of: &'a Value<'a>, keys: &[&str]| keys.iter().find_map(|key| of.get(key));
    let kind = block.text_of("type");
    let inner = first(block, &["source", "inlineData", "fileData", "input_audio", "file"]).unwrap_or(block);
    let media = ["mimeType", "mime_type", "media_type"].iter().find_map(|key| inner.get_str(key));
    let media = media.unwrap_or(match kind {
        "audio" | "input_audio" => "audio/",
        "video" => "video/",
        _ if kind.contains('/') => kind,
        _ => "",
    });
    match first(inner, &["data", "file_data", "text"]) {
        Some(Value::String(text))
            if !media.starts_with("image/") && (inner.get("text").is_some() || inner.says("type", "text")) =>
        {
            reader.opaque(Matter::File, estimate::file("text/", Some(text.len() as u64)));
        }
        Some(data @ (Value::String(_) | Value::Host(Host::Bytes { .. }))) => reader.file(media, Some(data)),
        _ => {
            let url = inner.get("url").filter(|url| seek::find(url.as_str().unwrap_or_default(), ";base64,").is_some());
            reader.file(media, url);
        }
    }
    Ok(())
}
