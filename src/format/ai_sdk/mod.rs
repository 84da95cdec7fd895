//! `ai-sdk`: the Vercel AI SDK's `ModelMessage`, of SDK 5 to 7, and what SDK 4 called `CoreMessage`.

mod approvals;
pub(super) mod file;
pub(super) mod output;
pub(super) mod provider;

use super::read::{Reader, Shape, Shapes, id_of, is_text, must_be, role_in, role_of, text_of};
use super::replace::put_as_usual;
use super::write::fill;
use super::{Answer, Lens, Marks, Results, Rules, Seen, Stays, Templates};
use approvals::Approvals;

use crate::error::Error;
use crate::patch::Op;
use crate::validity::{Situation, Violation, report, report_all};
use crate::value::Value;
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, View};

/// The lens.
#[derive(Debug)]
pub(super) struct AiSdk;

const RULES: Rules =
    Rules { results: Results::Following, unanswered: "V2", speaker: "", needs_ids: true, ..Rules::NONE };

impl Lens for AiSdk {
    fn name(&self) -> &'static str {
        "ai-sdk"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let role = role_in(role_of(message)?, ROLES, "ai-sdk", &[])?;
        let wanted = match role {
            Role::System => "text",
            Role::Tool => "parts",
            _ => "text or parts",
        };
        let Some(content) = message.get("content") else { return Err(must_be("content", wanted, None)) };
        let mut reader = Reader::new(role);
        reader.content(content, "content", wanted, part)?;
        if role == Role::System {
            reader.at = Place::field("providerOptions");
            provider::state(&mut reader, message.get("providerOptions"), true);
        }
        Ok(reader.view)
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
                report(found, "V1", seen.at, Place::WHOLE, &[message]);
            }
            spoken |= !system;
            for part in &seen.view.parts {
                if let Some(message) = misplaced(seen.view.role, &part.piece) {
                    report(found, "V3", seen.at, part.place, &[message]);
                }
            }
            approvals.message(seen, found);
        }
    }

    fn marks(&self) -> Marks {
        (&["providerOptions"], &["image", "data", "mediaType", "providerOptions"])
    }

    fn templates(&self) -> &'static Templates {
        &Templates {
            message: r#"{"role":"$2","content":"$0"}"#,
            text: Templates::TEXT,
            // SDK 6 and 7 both take images as files.
            image: r#"{"type":"file","mediaType":"$0","data":"$1"}"#,
            ids: ["toolCallId"; 2],
        }
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        const PART: &str =
            r#"{"type":"tool-result","toolCallId":"$0","toolName":"$1","output":{"type":"error-text","value":"$2"}}"#;
        let message = fill(r#"{"role":"tool","content":[]}"#, &[]);
        Answer::Part { part: fill(PART, &[call.id, call.name, text]), message }
    }

    fn is_text(&self, item: &Value<'_>) -> bool {
        is_text(item, output::item)
    }

    fn put(&self, message: &Value<'_>, part: &Part<'_>, text: &str, stays: Stays<'_>) -> Vec<Op> {
        match part.piece {
            Piece::Result(_) => output::put(self.templates(), message, part.place, (text, stays)),
            _ => put_as_usual(self.templates(), "content", message, (part.place, &part.piece), (text, stays)),
        }
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

const ROLES: &[(&str, Role)] =
    &[("user", Role::User), ("assistant", Role::Assistant), ("system", Role::System), ("tool", Role::Tool)];

/// V1: the SDK refuses an empty prompt.
pub(super) fn no_messages(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    if history.is_empty() {
        report_all(found, "V1", "there are no messages");
    }
}

/// The parts of a message.
const PARTS: &Shapes = &[
    ("text", Shape::Read(text)),
    ("image", Shape::Image),
    ("file", Shape::Read(file)),
    ("reasoning-file", Shape::Read(file)),
    ("reasoning", Shape::Read(reasoning)),
    ("redacted-reasoning", Shape::Sealed),
    ("custom", Shape::Read(custom)),
    ("tool-call", Shape::Read(call)),
    ("tool-result", Shape::Read(result)),
    ("tool-approval-request", Shape::Read(request)),
    ("tool-approval-response", Shape::Read(response)),
];

fn part<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    reader.typed(part, PARTS)
}

fn text<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    provider::text(reader, text_of(part, "text")?, part.get("providerOptions"));
    Ok(())
}

fn file<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    file::read(reader, part.get_str("mediaType").or_else(|| part.get_str("mimeType")), part.get("data"));
    Ok(())
}

fn reasoning<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    // SDK 4 has the signature beside the text.
    let is_signed = part.has_text("signature");
    let bond = if is_signed { Bond::Prefix } else { provider::bond(part.get("providerOptions")) };
    reader.think(text_of(part, "text")?, bond);
    Ok(())
}

fn custom<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    provider::custom(reader, part, part.get("providerOptions"));
    Ok(())
}

fn call<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    let arguments = part.get("input").or_else(|| part.get("args")).unwrap_or(&Value::Null);
    let by_provider = part.has_flag("providerExecuted");
    let id = id_of(part, "toolCallId")?;
    reader.call(part, id, text_of(part, "toolName")?, Arguments::Value(arguments), by_provider);
    Ok(())
}

/// A result: in a message of the model, of the provider's own tool.
fn result<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    let mut result = ResultView {
        id: id_of(part, "toolCallId")?,
        name: part.get_str("toolName"),
        by_provider: reader.view.role == Role::Assistant,
        ..ResultView::default()
    };
    output::read(part, &mut result)?;
    reader.result(result);
    provider::state(reader, part.get("providerOptions"), false);
    Ok(())
}

fn request<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    reader.add(Piece::Ask { id: id_of(part, "approvalId")?, call: id_of(part, "toolCallId")? });
    Ok(())
}

fn response<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    match part.get("approved") {
        Some(Value::Bool(approved)) => {
            reader.add(Piece::Decision { id: id_of(part, "approvalId")?, approved: *approved });
            Ok(())
        }
        other => Err(must_be("approved", "a boolean", other)),
    }
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
