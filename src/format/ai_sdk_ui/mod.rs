//! `ai-sdk-ui`: the Vercel AI SDK's `UIMessage`, what a chat page shows and posts back, of SDK 5 to 7, and the older shape of
//! SDK 4 with `content` and `toolInvocations`. Mastra keeps either inside the `content` of its rows.
//!
//! One message of the model holds a whole answer: all its steps, and in one part a call and its result. Since nothing is
//! ever taken apart inside a message, a cut falls between messages only.

mod tool;

use super::ai_sdk::{file, no_messages, output, provider};
use super::read::{Reader, Shape, Shapes, invalid, is_text, must_be, role_in, role_of, text_of};
use super::replace::{put_arguments, put_as_usual};
use super::{Answer, Lens, Marks, Results, Rules, Seen, Stays, Templates};
use crate::error::Error;
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
        let word = role_of(message)?;
        let mut reader = Reader::new(role_in(word, ROLES, "ai-sdk-ui", &[])?);
        if word == "data" {
            reader.view.starts_turn = false;
            return data(&mut reader, message).map(|()| reader.view);
        }
        // A row of Mastra holds all but id and role in its content.
        let (inner, fields) = match message.get("content") {
            Some(row @ Value::Object(_)) if message.given("parts").is_none() => (row, ROW),
            _ => (message, PLAIN),
        };
        match inner.given("parts") {
            None => older(&mut reader, inner, fields)?,
            Some(Value::Array(items)) => reader.items(items, fields.parts, part)?,
            other => return Err(must_be(fields.parts, "an array", other)),
        }
        reader.items(inner.items("experimental_attachments"), fields.attachments, attachment)?;
        Ok(reader.view)
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

    fn templates(&self) -> &'static Templates {
        &Templates {
            message: r#"{"id":"$3","role":"$2","parts":[{"type":"text","text":"$0"}]}"#,
            text: Templates::TEXT,
            image: r#"{"type":"file","mediaType":"$0","url":"data:$0;base64,$1"}"#,
            ids: [""; 2],
        }
    }

    fn content_field(&self, message: &Value<'_>) -> &'static str {
        let has_parts = |holder: &Value<'_>| holder.given("parts").is_some();
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

    fn is_text(&self, item: &Value<'_>) -> bool {
        is_text(item, output::item)
    }

    fn put(&self, message: &Value<'_>, part: &Part<'_>, text: &str, stays: Stays<'_>) -> Vec<Op> {
        match &part.piece {
            Piece::Call(_) => put_arguments(message, &tool::pointer(message, part.place), text),
            Piece::Result(result) => tool::put(self.templates(), message, (part.place, result), (text, stays)),
            // Attachments hold nothing but files.
            _ if part.place.field.ends_with(PLAIN.attachments) => Vec::new(),
            _ => put_as_usual(self.templates(), PLAIN.parts, message, (part.place, &part.piece), (text, stays)),
        }
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
        tool.then(|| tool::pointer(message, part.place) + "/toolCallId")
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

const ROLES: &[(&str, Role)] = &[
    ("user", Role::User),
    ("assistant", Role::Assistant),
    ("system", Role::System),
    // SDK 4 has messages of data only, which are not sent.
    ("data", Role::User),
];

/// The parts of a message.
const PARTS: &Shapes = &[
    ("text", Shape::Read(text)),
    ("file", Shape::Read(file)),
    ("reasoning", Shape::Read(reasoning)),
    ("reasoning-file", Shape::Read(file)),
    ("custom", Shape::Read(custom)),
    // The bounds of steps, and what an answer rests on, for the page only.
    ("step-start", Shape::Read(unsent)),
    ("source-url", Shape::Read(unsent)),
    ("source-document", Shape::Read(unsent)),
    ("source", Shape::Read(unsent)),
    ("steering-message", Shape::Read(steering)),
    ("dynamic-tool", Shape::Read(tool::read)),
    ("tool-*", Shape::Read(tool::read)),
    ("data-*", Shape::Read(data)),
];

/// What the user said while the model was at work.
const SAID: &Shapes = &[("text", Shape::Read(text)), ("file", Shape::Read(file)), ("*", Shape::Read(unsent))];

/// The parts of SDK 4 and later whose metadata may change the tools, in a message of instructions.
const STATEFUL: [&str; 5] = ["text", "file", "reasoning", "reasoning-file", "custom"];

fn part<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let kind = text_of(item, "type")?;
    reader.shaped(item, kind, PARTS)?;
    if reader.view.role == Role::System && STATEFUL.contains(&kind) {
        provider::state(reader, item.get("providerMetadata"), true);
    }
    Ok(())
}

fn unsent<'a>(_reader: &mut Reader<'a>, _item: &'a Value<'a>) -> Result<(), Error> {
    Ok(())
}

fn steering<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    for said in item.items("parts") {
        reader.shaped(said, said.text_of("type"), SAID)?;
    }
    Ok(())
}

fn text<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    provider::text(reader, text_of(item, "text")?, item.get("providerMetadata"));
    Ok(())
}

/// A file: a URL, mostly with its data; in SDK 4 base64 text.
fn file<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let media = item.get_str("mediaType").or_else(|| item.get_str("mimeType"));
    file::read(reader, media, item.get("url").or_else(|| item.get("data")));
    Ok(())
}

fn attachment<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    file::read(reader, item.get_str("contentType"), item.get("url"));
    Ok(())
}

/// Reasoning; in SDK 4 the signature stands in its details.
fn reasoning<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let is_older = item.get("text").is_none() && item.get("reasoning").is_some();
    let text = text_of(item, if is_older { "reasoning" } else { "text" })?;
    let seals = |detail: &Value<'_>| detail.get("signature").is_some() || detail.get("data").is_some();
    let is_sealed = item.items("details").iter().any(seals);
    reader.think(text, if is_sealed { Bond::Prefix } else { provider::bond(item.get("providerMetadata")) });
    Ok(())
}

fn custom<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    provider::custom(reader, item, item.get("providerMetadata"));
    Ok(())
}

/// Data of the page.
fn data<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    reader.opaque(Matter::Plain, estimate::opaque(item).min(DATA));
    Ok(())
}

/// A message of SDK 4 without parts: the tools of its steps, then what it says in the end.
fn older<'a>(reader: &mut Reader<'a>, inner: &'a Value<'a>, fields: &'static Fields) -> Result<(), Error> {
    if inner.has_text("reasoning") {
        reader.at = Place::field(fields.reasoning);
        reader.think(inner.text_of("reasoning"), Bond::Free);
    }
    let invocations = inner.items("toolInvocations");
    reader.items(invocations, fields.invocations, tool::invocation)?;
    match inner.given("content") {
        // Calls alone have empty text.
        Some(Value::String(text)) if text.is_empty() && !invocations.is_empty() => Ok(()),
        Some(content @ (Value::String(_) | Value::Array(_))) => {
            reader.content(content, fields.content, "text or parts", part)
        }
        None if !invocations.is_empty() => Ok(()),
        _ => {
            let path = Place::field(fields.parts).path();
            Err(invalid(&path, "is missing, and there is no content either"))
        }
    }
}
