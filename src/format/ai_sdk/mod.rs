//! `ai-sdk`: the Vercel AI SDK's `ModelMessage`, of SDK 5 to 7, and what SDK 4 called `CoreMessage`.

mod approvals;
pub(super) mod file;
pub(super) mod output;
pub(super) mod provider;

use super::{Answer, Lens, Marks, Results, Rules, Seen, Text, id_of, invalid, join, role_of, text_of};
use approvals::Approvals;

use crate::error::Error;
use crate::json::quoted;
use crate::patch::Op;
use crate::tokens::estimate;
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, View};

/// The lens.
#[derive(Debug)]
pub(super) struct AiSdk;

const RULES: Rules = Rules { results: Results::Following, unanswered: "V2", needs_ids: true, ..Rules::NONE };

impl Lens for AiSdk {
    fn name(&self) -> &'static str {
        "ai-sdk"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_of(message)?;
        let content = message.get("content");
        let (role, expected, fits) = match role {
            "system" => (Role::System, "text", matches!(content, Some(Value::String(_)))),
            "user" => (Role::User, "text or parts", matches!(content, Some(Value::String(_) | Value::Array(_)))),
            "assistant" => {
                (Role::Assistant, "text or parts", matches!(content, Some(Value::String(_) | Value::Array(_))))
            }
            "tool" => (Role::Tool, "parts", matches!(content, Some(Value::Array(_)))),
            _ => {
                return Err(invalid("role", format!("there is no role {} in the ai-sdk format", quoted(role))));
            }
        };
        let mut parts = Vec::new();
        match content {
            Some(Value::String(text)) if fits => {
                let place = Place::field("content");
                parts.push(Part { place, piece: Piece::Text(text.as_ref().into()) });
                if role == Role::System {
                    let state = provider::state(message.get("providerOptions"), true);
                    parts.extend(state.map(|piece| Part { place: Place::field("providerOptions"), piece }));
                }
            }
            Some(Value::Array(items)) if fits => {
                for (index, item) in items.iter().enumerate() {
                    let place = Place::item("content", index);
                    parts.push(Part { place, piece: piece(item, place)? });
                    if item.get_str("type") == Some("tool-result") {
                        let state = provider::state(item.get("providerOptions"), false);
                        parts.extend(state.map(|piece| Part { place, piece }));
                    }
                }
            }
            other => {
                let kind = other.map_or("missing", Value::kind);
                return Err(invalid("content", format!("must be {expected}, this is {kind}")));
            }
        }
        for part in &mut parts {
            if let Piece::Result(result) = &mut part.piece {
                result.by_provider = role == Role::Assistant;
            }
        }
        Ok(View::new(role, parts))
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn check(&self, history: &[Seen<'_>], _situation: Situation, found: &mut Vec<Violation>) {
        no_messages(history, found);
        let mut approvals = Approvals::default();
        let mut spoken = false;
        for seen in history {
            let system = seen.view.role == Role::System;
            let state = seen.view.parts.iter().any(|part| part.place.field == "providerOptions");
            if system && spoken && !state {
                let message =
                    "instructions stand behind the start of the conversation; the SDK wants them in `instructions`";
                found.push(Violation::new("V1", seen.at, Place::WHOLE, message));
            }
            spoken |= !system;
            for part in &seen.view.parts {
                if let Some(message) = misplaced(seen.view.role, &part.piece) {
                    found.push(Violation::new("V3", seen.at, part.place, message));
                }
            }
            approvals.message(seen, found);
        }
    }

    fn marks(&self) -> Marks {
        (&["providerOptions"], &["image", "data", "mediaType", "providerOptions"])
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        message(role_word(text), Value::text(text.text.to_owned()))
    }

    fn custom_message(&self, content: &Value<'_>, _stamp: &Text<'_>) -> Value<'static> {
        let content = match content {
            Value::Array(blocks) => Value::Array(blocks.iter().map(|block| content_block(self, block)).collect()),
            other => other.clone().into_owned(),
        };
        message("user", content)
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        let output = Value::object([("type", Value::text("error-text")), ("value", Value::text(text.to_owned()))]);
        let part = Value::object([
            ("type", Value::text("tool-result")),
            ("toolCallId", Value::text(call.id.to_owned())),
            ("toolName", Value::text(call.name.to_owned())),
            ("output", output),
        ]);
        Answer::Part { part, message: message("tool", Value::Array(Vec::new())) }
    }

    fn mend(&self, history: &[Seen<'_>], violation: &Violation) -> Vec<(usize, Op)> {
        let Some(seen) = history.iter().find(|seen| seen.at == violation.at) else { return Vec::new() };
        // Late instructions become the host's words to the model; a message whose parts all belong under another role gets it.
        let all = |fits: fn(&Piece<'_>) -> bool| seen.view.parts.iter().all(|part| fits(&part.piece));
        let role = match violation.rule {
            "V1" => "user",
            "V3" if all(|piece| matches!(piece, Piece::Result(_) | Piece::Decision { .. })) => "tool",
            "V3" if all(|piece| matches!(piece, Piece::Text(_) | Piece::Image)) => "user",
            _ => return Vec::new(),
        };
        vec![(seen.at, Op::Replace { path: "/role".into(), value: Value::text(role) })]
    }
}

fn message(role: &'static str, content: Value<'static>) -> Value<'static> {
    Value::object([("role", Value::text(role)), ("content", content)])
}

/// The role's word; the SDK has no role for a developer.
pub(super) fn role_word(text: &Text<'_>) -> &'static str {
    if text.role() == "user" { "user" } else { "system" }
}

/// V1: the SDK refuses an empty prompt.
pub(super) fn no_messages(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    if history.is_empty() {
        let message = "there are no messages".into();
        found.push(Violation { rule: "V1", path: "messages".into(), message, at: 0 });
    }
}

fn piece<'a>(part: &'a Value<'a>, place: Place) -> Result<Piece<'a>, Error> {
    let options = part.get("providerOptions");
    let text = || text_of(part, "text", place);
    let media = || part.get_str("mediaType").or_else(|| part.get_str("mimeType"));
    Ok(match text_of(part, "type", place)? {
        "text" => provider::text(text()?, options),
        "image" => Piece::Image,
        "file" | "reasoning-file" => file::piece(media(), part.get("data")),
        "reasoning" => {
            // SDK 4 has the signature beside the text.
            let signed = part.get_str("signature").is_some_and(|signature| !signature.is_empty());
            let bond = if signed { Bond::Prefix } else { provider::bond(options) };
            Piece::Thinking { text: text()?.into(), bond }
        }
        "redacted-reasoning" => Piece::Thinking { text: "".into(), bond: Bond::Prefix },
        "custom" => provider::custom(part, options),
        "tool-call" => Piece::Call(CallView {
            id: id_of(part, "toolCallId", place)?,
            name: text_of(part, "toolName", place)?,
            arguments: Arguments::Value(part.get("input").or_else(|| part.get("args")).unwrap_or(&Value::Null)),
            by_provider: part.get("providerExecuted").is_some_and(Value::is_true),
        }),
        "tool-result" => {
            let id = id_of(part, "toolCallId", place)?;
            let mut result = ResultView { id, name: part.get_str("toolName"), ..ResultView::default() };
            output::read(part, place, &mut result)?;
            Piece::Result(result)
        }
        "tool-approval-request" => {
            Piece::Ask { id: id_of(part, "approvalId", place)?, call: id_of(part, "toolCallId", place)? }
        }
        "tool-approval-response" => match part.get("approved") {
            Some(Value::Bool(approved)) => {
                Piece::Decision { id: id_of(part, "approvalId", place)?, approved: *approved }
            }
            other => {
                let kind = other.map_or("missing", Value::kind);
                return Err(invalid(join(place, "approved"), format!("must be a boolean, this is {kind}")));
            }
        },
        _ => Piece::Opaque { matter: Matter::Plain, price: estimate::opaque(part) },
    })
}

/// V3: why a part may not stand in a message of this role. What the lens does not know may stand anywhere but in a message
/// of results.
fn misplaced(role: Role, piece: &Piece<'_>) -> Option<&'static str> {
    match (role, piece) {
        (Role::Tool, Piece::Result(_) | Piece::Decision { .. } | Piece::Opaque { matter: Matter::State, .. }) => None,
        (Role::Tool, _) => Some("a tool message holds results and approval responses only"),
        (_, Piece::Decision { .. }) => Some("an approval response stands in a tool message"),
        (Role::User, Piece::Result(_)) => Some("a result stands in a tool message"),
        (Role::User, Piece::Call(_) | Piece::Ask { .. } | Piece::Thinking { .. }) => {
            Some("what the model does stands in a message of the model")
        }
        _ => None,
    }
}

/// A text or image block of a `custom_message` entry as a part. SDK 6 and 7 both take images as files.
fn content_block(lens: &AiSdk, block: &Value<'_>) -> Value<'static> {
    let text = |key: &str| Value::text(block.get_str(key).unwrap_or_default().to_owned());
    if block.get_str("type") == Some("image") {
        return Value::object([("type", Value::text("file")), ("mediaType", text("mimeType")), ("data", text("data"))]);
    }
    lens.text_part(block.get_str("text").unwrap_or_default())
}
