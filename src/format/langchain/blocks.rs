//! Content blocks: those of OpenAI, Anthropic, Bedrock and Gemini as LangChain keeps them, and its own of both versions.

use super::super::gemini::NO_ARGUMENTS;
use super::{id_of, invalid, join, take, text_of};
use crate::error::Error;
use crate::json;
use crate::tokens::estimate;
use crate::value::{Host, Value};
use crate::view::{Arguments, Bond, CallView, Matter, Piece, Place, ResultView};

/// Reads a block. With `claude`, signed reasoning depends on all that comes before it.
pub(super) fn piece<'a>(block: &'a Value<'a>, place: Place, claude: bool) -> Result<Piece<'a>, Error> {
    if let Value::String(text) = block {
        return Ok(Piece::Text(text.as_ref().into()));
    }
    if !matches!(block, Value::Object(_)) {
        return Err(invalid(place.path(), format!("must be a block, this is {}", block.kind())));
    }
    let thinking = |text: Option<&'a str>, signed: bool| {
        let bond = if signed && claude { Bond::Prefix } else { Bond::Free };
        Piece::Thinking { text: text.unwrap_or_default().into(), bond }
    };
    let signed = |of: &Value<'_>| of.get_str("signature").is_some_and(|signature| !signature.is_empty());
    let opaque = |matter| Piece::Opaque { matter, price: estimate::opaque(block) };
    let kind = block.get_str("type").unwrap_or_default();
    Ok(match kind {
        "text" | "text_delta" => Piece::Text(text_of(block, "text", place)?.into()),
        "refusal" => Piece::Text(text_of(block, "refusal", place)?.into()),
        "text-plain" if block.get_str("text").is_some() => Piece::Text(text_of(block, "text", place)?.into()),
        "image" | "image_url" => Piece::Image,
        "thinking" => thinking(block.get_str("thinking"), signed(block)),
        "redacted_thinking" => thinking(None, true),
        "reasoning" => thinking(block.get_str("reasoning"), signed(block)),
        // Claude on Bedrock.
        "reasoning_content" => match block.get("reasoningText") {
            Some(text) => thinking(text.get_str("text"), signed(text)),
            None => thinking(None, true),
        },
        "tool_use" | "server_tool_use" | "mcp_tool_use" => call(block, "input", kind != "tool_use", place)?,
        "tool_call" | "server_tool_call" => call(block, "args", kind != "tool_call", place)?,
        "functionCall" => match block.get("functionCall") {
            Some(inner) => {
                let arguments = Arguments::Value(inner.get("args").unwrap_or(&NO_ARGUMENTS));
                let (id, name) = (id_of(inner, "id", place)?, text_of(inner, "name", place)?);
                Piece::Call(CallView { id, name, arguments, by_provider: false })
            }
            None => opaque(Matter::Plain),
        },
        "tool_result" => result(block, "tool_use_id", "content", place, claude)?,
        "server_tool_call_result" => result(block, "toolCallId", "output", place, claude)?,
        _ if kind.ends_with("_tool_result") => result(block, "tool_use_id", "content", place, claude)?,
        // Pieces of a stream that stand elsewhere as a whole, and calls that are not sent.
        "input_json_delta" | "tool_call_chunk" | "server_tool_call_chunk" | "invalid_tool_call" => {
            Piece::Opaque { matter: Matter::Plain, price: 0 }
        }
        // A compaction that failed has no content, and does nothing.
        "compaction" if block.get("content").is_some_and(|content| !content.is_null()) => opaque(Matter::Barrier),
        "tool_addition" | "tool_removal" => opaque(Matter::State),
        "non_standard" => match block.get("value").map(|value| (value, value.get_str("type"))) {
            Some((_, Some("redacted_thinking"))) => thinking(None, true),
            Some((value, Some("compaction" | "tool_addition" | "tool_removal"))) => piece(value, place, claude)?,
            _ => opaque(Matter::Plain),
        },
        "file" | "audio" | "video" | "document" | "media" | "input_audio" | "inlineData" | "fileData"
        | "text-plain" => medium(block, kind),
        // Gemini's data in the older version: the type is the media type.
        _ if kind.contains('/') => medium(block, kind),
        _ => opaque(Matter::Plain),
    })
}

/// A call, in a block or in `tool_calls`. Arguments that were not yet read whole are text.
pub(super) fn call<'a>(of: &'a Value<'a>, key: &str, by_provider: bool, place: Place) -> Result<Piece<'a>, Error> {
    let arguments = match of.get(key) {
        Some(Value::String(text)) => Arguments::Text(text),
        Some(value) => Arguments::Value(value),
        None => return Err(invalid(join(place, key), "is missing")),
    };
    let (id, name) = (id_of(of, "id", place)?, text_of(of, "name", place)?);
    Ok(Piece::Call(CallView { id, name, arguments, by_provider }))
}

/// A result in a block: Anthropic's in a message of the user, all others the provider's own.
fn result<'a>(block: &'a Value<'a>, id: &str, content: &str, place: Place, claude: bool) -> Result<Piece<'a>, Error> {
    let by_provider = block.get_str("type") != Some("tool_result");
    let failed = block.get("is_error").is_some_and(Value::is_true) || block.get_str("status") == Some("error");
    let mut result = ResultView {
        id: id_of(block, id, place)?,
        name: block.get_str("name"),
        is_error: failed,
        by_provider,
        ..ResultView::default()
    };
    match block.get(content) {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => result.texts.push(text.as_ref().into()),
        Some(Value::Array(items)) => {
            for item in items {
                // What a search found: its page is encrypted.
                if let Some(url) = item.get_str("url").filter(|_| by_provider) {
                    let title = item.get_str("title").unwrap_or_default();
                    result.texts.push([title, " ", url, "\n"].concat().into());
                }
                take(&mut result, piece(item, place, claude)?);
            }
        }
        Some(other) => {
            result.is_error |= other.get_str("type").is_some_and(|kind| kind.ends_with("_error"));
            result.texts.push(json::to_text(other).into());
        }
    }
    Ok(Piece::Result(result))
}

/// A file with its size, where its data is here: in the block, or one object deeper.
fn medium<'a>(block: &Value<'_>, kind: &str) -> Piece<'a> {
    const INNER: [&str; 5] = ["source", "inlineData", "fileData", "input_audio", "file"];
    let inner = INNER.into_iter().find_map(|key| block.get(key)).unwrap_or(block);
    let media = ["mimeType", "mime_type", "media_type"].into_iter().find_map(|key| inner.get_str(key));
    let media = media.unwrap_or(match kind {
        "audio" | "input_audio" => "audio/",
        "video" => "video/",
        _ if kind.contains('/') => kind,
        _ => "",
    });
    if media.starts_with("image/") {
        return Piece::Image;
    }
    let (media, bytes) = match ["data", "file_data", "text"].into_iter().find_map(|key| inner.get(key)) {
        Some(Value::String(text)) if inner.get("text").is_some() || inner.get_str("type") == Some("text") => {
            ("text/", Some(text.len() as u64))
        }
        Some(Value::String(text)) => (media, Some(estimate::base64_bytes(text))),
        Some(Value::Host(Host::Bytes { length })) => (media, Some(u64::from(*length))),
        _ => (media, inner.get_str("url").filter(|url| url.contains(";base64,")).map(estimate::base64_bytes)),
    };
    Piece::Opaque { matter: Matter::File, price: estimate::file(media, bytes) }
}
