//! `ai-sdk-ui`: the Vercel AI SDK's `UIMessage`, what a chat page shows and posts back, of SDK 5 to 7, and the older shape of
//! SDK 4 with `content` and `toolInvocations`. Mastra keeps either inside the `content` of its rows.
//!
//! One message of the model holds a whole answer: all its steps, and in one part a call and its result. Since nothing is
//! ever taken apart inside a message, a cut falls between messages only.

mod tool;

use super::ai_sdk::{file, no_messages, provider, role_word};
use super::{Answer, Lens, Marks, Results, Rules, Seen, Text, invalid, role_of, text_of};
use crate::error::Error;
use crate::json::quoted;
use crate::patch::Op;
use crate::tokens::estimate;
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{Bond, CallView, Matter, Part, Piece, Place, Role, View};

/// The lens.
#[derive(Debug)]
pub(super) struct AiSdkUi;

const RULES: Rules = Rules { results: Results::Inside, unanswered: "V5", needs_ids: true, ..Rules::NONE };

/// The most that data of the page costs, in quarters of a token. The SDK leaves it out, unless the host has it converted,
/// which mostly gives a line or two.
const DATA: u64 = 4 * 64;

impl Lens for AiSdkUi {
    fn name(&self) -> &'static str {
        "ai-sdk-ui"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        let role = match role {
            "system" => Role::System,
            "user" => Role::User,
            "assistant" => Role::Assistant,
            // SDK 4 has messages of data only, which are not sent.
            "data" => {
                let part = Part { place: Place::WHOLE, piece: data(message) };
                return Ok(View { starts_turn: false, ..View::new(Role::User, vec![part]) });
            }
            _ => {
                return Err(invalid("role", format!("there is no role {} in the ai-sdk-ui format", quoted(role))));
            }
        };
        // A row of Mastra holds all but id and role in its content.
        let (inner, fields) = match message.get("content") {
            Some(row @ Value::Object(_)) if message.get("parts").is_none_or(Value::is_null) => (row, ROW),
            _ => (message, PLAIN),
        };
        let mut parts = Vec::new();
        let attachments = inner.get("experimental_attachments").and_then(Value::as_array).unwrap_or_default();
        match inner.get("parts") {
            None | Some(Value::Null) => older(inner, fields, role, &mut parts)?,
            Some(Value::Array(items)) => read_parts(items, fields.parts, role, &mut parts)?,
            Some(other) => return Err(invalid(fields.parts, format!("must be an array, this is {}", other.kind()))),
        }
        for (index, attachment) in attachments.iter().enumerate() {
            let piece = file::piece(attachment.get_str("contentType"), attachment.get("url"));
            parts.push(Part { place: Place::item(fields.attachments, index), piece });
        }
        Ok(View::new(role, parts))
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn check(&self, history: &[Seen<'_>], _situation: Situation, found: &mut Vec<Violation>) {
        no_messages(history, found);
    }

    /// Until SDK 4 the text of a message stood in `content`, too, where other formats read it.
    fn marks(&self) -> Marks {
        (&["parts", "toolInvocations"], &[])
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        message(text.id, role_word(text), vec![self.text_part(text.text)])
    }

    fn custom_message(&self, content: &Value<'_>, stamp: &Text<'_>) -> Value<'static> {
        let mut parts = Vec::new();
        match content {
            Value::Array(blocks) => blocks.iter().for_each(|block| parts.push(content_block(self, block))),
            other => parts.push(self.text_part(other.as_str().unwrap_or_default())),
        }
        message(stamp.id, "user", parts)
    }

    fn content_field(&self, message: &Value<'_>) -> &'static str {
        let has_parts = |holder: &Value<'_>| holder.get("parts").is_some_and(|parts| !parts.is_null());
        match message.get("content") {
            _ if has_parts(message) => PLAIN.parts,
            Some(row) if has_parts(row) => ROW.parts,
            Some(Value::Object(_)) => ROW.content,
            Some(_) => PLAIN.content,
            None => PLAIN.parts,
        }
    }

    fn answer(&self, message: &Value<'_>, _call: &CallView<'_>, place: Place, text: &str) -> Answer {
        Answer::Edit(tool::failed(message, place, text))
    }

    fn remove(&self, _message: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
        let path = part.place.pointer();
        // The text of SDK 4 must be there, if only empty.
        if part.place.index.is_none() && path.ends_with("content") {
            return vec![Op::Replace { path, value: Value::text("") }];
        }
        vec![Op::Remove { path }]
    }

    fn id_pointer(&self, message: &Value<'_>, part: &Part<'_>) -> Option<String> {
        let tool = matches!(part.piece, Piece::Call(_) | Piece::Result(_));
        tool.then(|| format!("{}/toolCallId", tool::pointer(message, part.place)))
    }
}

/// Where a message has its fields.
struct Fields {
    parts: &'static str,
    content: &'static str,
    reasoning: &'static str,
    invocations: &'static str,
    attachments: &'static str,
}

const PLAIN: &Fields = &Fields {
    parts: "parts",
    content: "content",
    reasoning: "reasoning",
    invocations: "toolInvocations",
    attachments: "experimental_attachments",
};

const ROW: &Fields = &Fields {
    parts: "content/parts",
    content: "content/content",
    reasoning: "content/reasoning",
    invocations: "content/toolInvocations",
    attachments: "content/experimental_attachments",
};

fn message(id: &str, role: &'static str, parts: Vec<Value<'static>>) -> Value<'static> {
    Value::object([("id", Value::text(id.to_owned())), ("role", Value::text(role)), ("parts", Value::Array(parts))])
}

fn read_parts<'a>(
    items: &'a [Value<'a>],
    field: &'static str,
    role: Role,
    out: &mut Vec<Part<'a>>,
) -> Result<(), Error> {
    for (index, item) in items.iter().enumerate() {
        part(item, Place::item(field, index), role, out)?;
    }
    Ok(())
}

/// What a part of a message says: nothing, where it is not sent to the model.
fn part<'a>(item: &'a Value<'a>, place: Place, role: Role, out: &mut Vec<Part<'a>>) -> Result<(), Error> {
    let kind = text_of(item, "type", place)?;
    let options = item.get("providerMetadata");
    let piece = match kind {
        "text" | "file" => spoken(item, kind, place)?,
        "reasoning" => reasoning(item, options, place)?,
        "reasoning-file" => file::piece(item.get_str("mediaType"), item.get("url")),
        "custom" => provider::custom(item, options),
        // The bounds of steps, and what an answer rests on, for the page only.
        "step-start" | "source-url" | "source-document" | "source" => return Ok(()),
        "steering-message" => {
            // What the user said while the model was at work.
            for said in item.get("parts").and_then(Value::as_array).unwrap_or_default() {
                let kind = said.get_str("type").unwrap_or_default();
                if matches!(kind, "text" | "file") {
                    out.push(Part { place, piece: spoken(said, kind, place)? });
                }
            }
            return Ok(());
        }
        _ => {
            if !tool::read(item, kind, place, out)? {
                let piece = if kind.starts_with("data-") { data(item) } else { plain(item) };
                out.push(Part { place, piece });
            }
            return Ok(());
        }
    };
    out.push(Part { place, piece });
    if role == Role::System {
        out.extend(provider::state(options, true).map(|piece| Part { place, piece }));
    }
    Ok(())
}

/// A part of text, or a file: a URL, mostly with its data; in SDK 4 base64 text.
fn spoken<'a>(item: &'a Value<'a>, kind: &str, place: Place) -> Result<Piece<'a>, Error> {
    if kind == "text" {
        return Ok(provider::text(text_of(item, "text", place)?, item.get("providerMetadata")));
    }
    let media = item.get_str("mediaType").or_else(|| item.get_str("mimeType"));
    Ok(file::piece(media, item.get("url").or_else(|| item.get("data"))))
}

/// Reasoning; in SDK 4 the signature stands in its details.
fn reasoning<'a>(item: &'a Value<'a>, options: Option<&Value<'_>>, place: Place) -> Result<Piece<'a>, Error> {
    let older = item.get("text").is_none() && item.get("reasoning").is_some();
    let text = text_of(item, if older { "reasoning" } else { "text" }, place)?;
    let details = item.get("details").and_then(Value::as_array).unwrap_or_default();
    let sealed = |detail: &Value<'_>| ["signature", "data"].iter().any(|key| detail.get(key).is_some());
    let bond = if details.iter().any(sealed) { Bond::Prefix } else { provider::bond(options) };
    Ok(Piece::Thinking { text: text.into(), bond })
}

/// A message of SDK 4 without parts: the tools of its steps, then what it says in the end.
fn older<'a>(inner: &'a Value<'a>, fields: &'static Fields, role: Role, out: &mut Vec<Part<'a>>) -> Result<(), Error> {
    if let Some(text) = inner.get_str("reasoning").filter(|text| !text.is_empty()) {
        let piece = Piece::Thinking { text: text.into(), bond: Bond::Free };
        out.push(Part { place: Place::field(fields.reasoning), piece });
    }
    let invocations = inner.get("toolInvocations").and_then(Value::as_array).unwrap_or_default();
    for (index, invocation) in invocations.iter().enumerate() {
        tool::invocation(invocation, Place::item(fields.invocations, index), out)?;
    }
    match inner.get("content") {
        // Calls alone have empty text.
        Some(Value::String(text)) if text.is_empty() && !invocations.is_empty() => Ok(()),
        Some(Value::String(text)) => {
            out.push(Part { place: Place::field(fields.content), piece: Piece::Text(text.as_ref().into()) });
            Ok(())
        }
        Some(Value::Array(items)) => read_parts(items, fields.content, role, out),
        None | Some(Value::Null) if !invocations.is_empty() => Ok(()),
        _ => Err(invalid(fields.parts.replace('/', "."), "is missing, and there is no content either")),
    }
}

fn data<'a>(item: &Value<'_>) -> Piece<'a> {
    Piece::Opaque { matter: Matter::Plain, price: estimate::opaque(item).min(DATA) }
}

fn plain<'a>(item: &Value<'_>) -> Piece<'a> {
    Piece::Opaque { matter: Matter::Plain, price: estimate::opaque(item) }
}

/// A text or image block of a `custom_message` entry as a part.
fn content_block(lens: &AiSdkUi, block: &Value<'_>) -> Value<'static> {
    if block.get_str("type") == Some("image") {
        let (mime, data) = (block.get_str("mimeType").unwrap_or_default(), block.get_str("data").unwrap_or_default());
        return Value::object([
            ("type", Value::text("file")),
            ("mediaType", Value::text(mime.to_owned())),
            ("url", Value::text(format!("data:{mime};base64,{data}"))),
        ]);
    }
    lens.text_part(block.get_str("text").unwrap_or_default())
}
