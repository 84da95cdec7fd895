//! `gemini`: the contents of Gemini's `generateContent`, as the Gemini API and Vertex AI take them.
//!
//! The system text stands outside of them, in `systemInstruction`. Of a part's fields one holds what it is; signatures and
//! other metadata stand beside it and are never touched.

use super::{Answer, Lens, Results, Rules, Seen, Text, invalid, join};
use crate::error::Error;
use crate::json;
use crate::patch::Op;
use crate::tokens::estimate;
use crate::validity::{Situation, Violation};
use crate::value::{Host, Value};
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, View};

/// The lens.
#[derive(Debug)]
pub(super) struct Gemini;

/// What code execution is called: its parts have no name.
const CODE: &str = "code_execution";

/// The arguments of a call that has none.
pub(super) static NO_ARGUMENTS: Value<'static> = Value::Object(Vec::new());

const RULES: Rules = Rules {
    results: Results::Next,
    orphan: "G2",
    unanswered: "G2",
    user_first: "G1",
    user_last: "G1",
    joined: "G3",
    ..Rules::NONE
};

impl Lens for Gemini {
    fn name(&self) -> &'static str {
        "gemini"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        if !matches!(message, Value::Object(_)) {
            return Err(invalid("", format!("a content is an object, this is {}", message.kind())));
        }
        let role = match message.get("role") {
            None | Some(Value::Null) => Role::User,
            Some(Value::String(role)) => match role.as_ref() {
                // `function` is the older role of responses.
                "user" | "function" => Role::User,
                "model" => Role::Assistant,
                // It is seen, so that it can be reported.
                "system" => Role::System,
                _ => {
                    let message = format!("there is no role {} in the gemini format", json::quoted(role));
                    return Err(invalid("role", message));
                }
            },
            Some(other) => return Err(invalid("role", format!("must be a string, this is {}", other.kind()))),
        };
        let mut parts = Vec::new();
        match message.get("parts") {
            None | Some(Value::Null) => {}
            Some(Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    let place = Place::item("parts", index);
                    parts.push(Part { place, piece: piece(item, place)? });
                }
                signature_alone(items, &mut parts);
            }
            Some(other) => return Err(invalid("parts", format!("must be an array, this is {}", other.kind()))),
        }
        let answers = |part: &Part<'_>| matches!(part.piece, Piece::Result(_));
        let only_answers = role == Role::User && !parts.is_empty() && parts.iter().all(answers);
        Ok(View::new(if only_answers { Role::Tool } else { role }, parts))
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    /// G3 to G6: G3 a call comes directly behind the user's content; G4 where the model signs calls, the first one of each step
    /// of the current turn is signed; G5 there is no role `system`; G6 neither a content nor a part is empty.
    fn check(&self, history: &[Seen<'_>], _situation: Situation, found: &mut Vec<Violation>) {
        let turn = history.iter().rposition(|seen| seen.view.starts_turn).unwrap_or(0);
        // Models that sign no calls ask for no signatures: older ones, those of other servers.
        let is_signed_call = |part: &Value<'_>| part.get("functionCall").is_some() && is_signed(part);
        let signs = history.iter().any(|seen| items(seen.message).iter().any(is_signed_call));
        let mut before = Role::User;
        for (index, seen) in history.iter().enumerate() {
            let mut report = |rule, place, message: &str| found.push(Violation::new(rule, seen.at, place, message));
            let parts = items(seen.message);
            if let Some((call, part)) = first_call(parts) {
                let place = Place::item("parts", call);
                if before == Role::Assistant {
                    report("G3", place, "a call stands right behind another content of the model");
                }
                if signs && index > turn && !is_signed(part) {
                    report("G4", place, "the first call of a step in the current turn has no thoughtSignature");
                }
            }
            if seen.view.role == Role::System {
                report("G5", Place::field("role"), "system text stands in systemInstruction, not in the contents");
            }
            if seen.view.parts.is_empty() {
                report("G6", Place::WHOLE, "the content has no parts");
            }
            for (at, part) in parts.iter().enumerate() {
                if is_empty(part) {
                    report("G6", Place::item("parts", at), "the part has nothing in it");
                }
            }
            before = seen.view.role;
        }
    }

    /// A call whose signature is lost says so, in Google's word for it: without the call, its response would go too. System
    /// text becomes the user's.
    fn mend(&self, history: &[Seen<'_>], violation: &Violation) -> Vec<(usize, Op)> {
        let seen = history.iter().find(|seen| seen.at == violation.at);
        let op = match (violation.rule, seen.and_then(|seen| first_call(items(seen.message)))) {
            ("G4", Some((call, _))) => {
                let path = [&Place::item("parts", call).pointer(), "/thoughtSignature"].concat();
                Op::Add { path, value: Value::text("skip_thought_signature_validator") }
            }
            ("G5", _) => Op::Replace { path: "/role".into(), value: Value::text("user") },
            _ => return Vec::new(),
        };
        vec![(violation.at, op)]
    }

    /// The role is always the user's: system text does not stand among the contents.
    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        user(vec![self.text_part(text.text)])
    }

    fn custom_message(&self, content: &Value<'_>, _stamp: &Text<'_>) -> Value<'static> {
        let part = |block: &Value<'_>| match block.get_str("type") {
            Some("image") => {
                let field = |key: &str| Value::text(block.get_str(key).unwrap_or_default().to_owned());
                let data = Value::object([("mimeType", field("mimeType")), ("data", field("data"))]);
                Value::object([("inlineData", data)])
            }
            _ => self.text_part(block.get_str("text").unwrap_or_default()),
        };
        user(match content {
            Value::Array(blocks) => blocks.iter().map(part).collect(),
            other => vec![self.text_part(other.as_str().unwrap_or_default())],
        })
    }

    fn content_field(&self, _message: &Value<'_>) -> &'static str {
        "parts"
    }

    fn text_part(&self, text: &str) -> Value<'static> {
        Value::object([("text", Value::text(text.to_owned()))])
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        let mut pairs = Vec::new();
        if !call.id.is_empty() {
            pairs.push(("id".into(), Value::text(call.id.to_owned())));
        }
        pairs.push(("name".into(), Value::text(call.name.to_owned())));
        pairs.push(("response".into(), Value::object([("error", Value::text(text.to_owned()))])));
        let part = Value::object([("functionResponse", Value::Object(pairs))]);
        Answer::Part { part, message: user(Vec::new()) }
    }
}

/// The fields of which each part has one.
const DATA: [&str; 9] = [
    "functionCall",
    "functionResponse",
    "text",
    "inlineData",
    "fileData",
    "toolCall",
    "toolResponse",
    "executableCode",
    "codeExecutionResult",
];

/// The fields that stand beside them.
const METADATA: [&str; 8] = [
    "thought",
    "thoughtSignature",
    "partMetadata",
    "videoMetadata",
    "mediaResolution",
    "mediaProcessing",
    "audioTranscription",
    "speechMetadata",
];

/// A content of the user.
fn user(parts: Vec<Value<'static>>) -> Value<'static> {
    Value::object([("role", Value::text("user")), ("parts", Value::Array(parts))])
}

fn items<'a>(message: &'a Value<'a>) -> &'a [Value<'a>] {
    message.get("parts").and_then(Value::as_array).unwrap_or_default()
}

/// The first call among parts, with its index.
fn first_call<'a>(parts: &'a [Value<'a>]) -> Option<(usize, &'a Value<'a>)> {
    parts.iter().enumerate().find(|(_, part)| part.get("functionCall").is_some())
}

/// The field that holds what a part is, where it is one that is known.
fn data_of<'a>(part: &'a Value<'a>) -> Option<(&'static str, &'a Value<'a>)> {
    DATA.into_iter().find_map(|key| Some((key, part.get(key).filter(|data| !data.is_null())?)))
}

/// Whether a part holds nothing. Empty text may carry a signature; what is not known may be something.
fn is_empty(part: &Value<'_>) -> bool {
    match (data_of(part), part) {
        (Some(("text", text)), _) => text.as_str().is_some_and(|text| text.trim().is_empty()) && !is_signed(part),
        (None, Value::Object(pairs)) => {
            pairs.iter().all(|(key, value)| value.is_null() || METADATA.contains(&key.as_ref()))
        }
        _ => false,
    }
}

fn is_signed(part: &Value<'_>) -> bool {
    part.get_str("thoughtSignature").is_some_and(|signature| !signature.is_empty())
}

/// A signature may come in a content of its own, beside empty text: that is not nothing.
fn signature_alone(items: &[Value<'_>], parts: &mut [Part<'_>]) {
    let blank = |part: &Part<'_>| matches!(&part.piece, Piece::Text(text) | Piece::Thinking { text, .. } if text.trim().is_empty());
    if parts.iter().all(blank)
        && let Some((_, part)) = items.iter().zip(parts).find(|(item, _)| is_signed(item))
    {
        part.piece = Piece::Opaque { matter: Matter::Plain, price: 0 };
    }
}

fn piece<'a>(part: &'a Value<'a>, place: Place) -> Result<Piece<'a>, Error> {
    if !matches!(part, Value::Object(_)) {
        return Err(invalid(place.path(), format!("must be an object, this is {}", part.kind())));
    }
    let Some((key, data)) = data_of(part) else {
        return Ok(Piece::Opaque { matter: Matter::Plain, price: estimate::opaque(part) });
    };
    let text = |of: &'a Value<'a>, name: &str| -> Result<&'a str, Error> {
        of.get_str(name).ok_or_else(|| {
            let kind = of.get(name).map_or("missing", Value::kind);
            let path = if key == name { key.into() } else { format!("{key}.{name}") };
            invalid(join(place, &path), format!("must be a string, this is {kind}"))
        })
    };
    let id = || if data.get("id").is_none_or(Value::is_null) { Ok("") } else { text(data, "id") };
    let call = |name: &'a str, arguments: Option<&'a Value<'a>>, by_provider: bool| {
        let arguments = Arguments::Value(arguments.unwrap_or(&NO_ARGUMENTS));
        Ok::<_, Error>(Piece::Call(CallView { id: id()?, name, arguments, by_provider }))
    };
    let result = |name: &'a str, by_provider: bool| {
        Ok::<_, Error>(ResultView { id: id()?, name: Some(name), by_provider, ..ResultView::default() })
    };
    Ok(match key {
        "text" => {
            let said = text(part, "text")?.into();
            match part.get("thought") {
                // Signatures of Gemini do not depend on what comes before.
                Some(Value::Bool(true)) => Piece::Thinking { text: said, bond: Bond::Free },
                _ => Piece::Text(said),
            }
        }
        "functionCall" => call(text(data, "name")?, data.get("args"), false)?,
        "toolCall" => call(text(data, "toolType")?, data.get("args"), true)?,
        // The code as a call, what it wrote as its result: a summary quotes both.
        "executableCode" => call(CODE, Some(data), true)?,
        "functionResponse" => {
            let mut result = result(text(data, "name")?, false)?;
            respond(&mut result, data);
            let media = data.get("parts").and_then(Value::as_array).unwrap_or_default();
            for part in media {
                match ["inlineData", "fileData"].into_iter().find_map(|key| part.get(key)).map(medium) {
                    Some(Piece::Image) => result.images += 1,
                    Some(other) => result.other += estimate::piece(&other),
                    None => result.other += estimate::opaque(part),
                }
            }
            Piece::Result(result)
        }
        "toolResponse" => {
            let mut result = result(text(data, "toolType")?, true)?;
            respond(&mut result, data);
            Piece::Result(result)
        }
        "codeExecutionResult" => {
            let mut result = result(CODE, true)?;
            result.is_error = data.get_str("outcome").is_some_and(|outcome| outcome != "OUTCOME_OK");
            result.texts.extend(data.get_str("output").map(Into::into));
            Piece::Result(result)
        }
        _ => medium(data),
    })
}

/// Reads the response of a function: by convention its output stands under `output`, a failure under `error`. Where that
/// is text and all there is, it is read as it is; everything else as its JSON.
fn respond<'a>(result: &mut ResultView<'a>, data: &'a Value<'a>) {
    let Some(response) = data.get("response") else { return };
    result.is_error = response.get("error").is_some_and(|error| !error.is_null());
    result.texts.push(match response {
        Value::Object(pairs) => match pairs.as_slice() {
            [(key, Value::String(text))] if matches!(key.as_ref(), "output" | "error" | "result") => {
                text.as_ref().into()
            }
            _ => json::to_text(response).into(),
        },
        other => json::to_text(other).into(),
    });
}

/// An image, or a file with its size where the data is here.
fn medium<'a>(data: &Value<'_>) -> Piece<'a> {
    let media = data.get_str("mimeType").unwrap_or_default();
    if media.starts_with("image/") {
        return Piece::Image;
    }
    let bytes = match data.get("data") {
        Some(Value::String(text)) => Some(estimate::base64_bytes(text)),
        Some(Value::Host(Host::Bytes { length })) => Some(u64::from(*length)),
        _ => None,
    };
    Piece::Opaque { matter: Matter::File, price: estimate::file(media, bytes) }
}
