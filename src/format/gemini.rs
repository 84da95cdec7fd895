//! `gemini`: the contents of Gemini's `generateContent`, as the Gemini API and Vertex AI take them.
//!
//! The system text stands outside of them, in `systemInstruction`. Of a part's fields one holds what it is; signatures and
//! other metadata stand beside it and are never touched.

use std::borrow::Cow;

use super::read::{Reader, find, hold, id_of, must_be, object, role_in, text_of};
use super::replace::{Edits, put_as_usual};
use super::write::fill;
use super::{Answer, Lens, Results, Rules, Seen, Stays, Templates};
use crate::error::Error;
use crate::json;
use crate::patch::Op;
use crate::validity::{Situation, Violation, report};
use crate::value::Value;
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
        object(message, "a content")?;
        let role = match message.given("role") {
            None => Role::User,
            Some(_) => role_in(text_of(message, "role")?, ROLES, "gemini", &[])?,
        };
        let mut reader = Reader::new(role);
        match message.given("parts") {
            None => {}
            Some(Value::Array(items)) => {
                reader.items(items, "parts", part)?;
                signature_alone(items, &mut reader.view.parts);
            }
            other => return Err(must_be("parts", "an array", other)),
        }
        // Responses alone are a tool's.
        let answers = |part: &Part<'_>| matches!(part.piece, Piece::Result(_));
        let parts = &reader.view.parts;
        if role == Role::User && !parts.is_empty() && parts.iter().all(answers) {
            reader.is_of(Role::Tool);
        }
        Ok(reader.view)
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
            let mut fault = |rule, place, message| report(found, rule, seen.at, place, &[message]);
            let parts = items(seen.message);
            if let Some((call, part)) = first_call(parts) {
                let place = Place::item("parts", call);
                if before == Role::Assistant {
                    fault("G3", place, "a call stands right behind another content of the model");
                }
                if signs && index > turn && !is_signed(part) {
                    fault("G4", place, "the first call of a step in the current turn has no thoughtSignature");
                }
            }
            if seen.view.role == Role::System {
                fault("G5", Place::field("role"), "system text stands in systemInstruction, not in the contents");
            }
            if seen.view.parts.is_empty() {
                fault("G6", Place::WHOLE, "the content has no parts");
            }
            for (at, part) in parts.iter().enumerate() {
                if is_empty(part) {
                    fault("G6", Place::item("parts", at), "the part has nothing in it");
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
    fn templates(&self) -> &'static Templates {
        &Templates {
            message: r#"{"role":"user","parts":[{"text":"$0"}]}"#,
            text: r#"{"text":"$0"}"#,
            image: r#"{"inlineData":{"mimeType":"$0","data":"$1"}}"#,
            ids: [""; 2],
        }
    }

    fn content_field(&self, _message: &Value<'_>) -> &'static str {
        "parts"
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        let template = match call.id {
            "" => r#"{"functionResponse":{"name":"$1","response":{"error":"$2"}}}"#,
            _ => r#"{"functionResponse":{"id":"$0","name":"$1","response":{"error":"$2"}}}"#,
        };
        let message = fill(r#"{"role":"user","parts":[]}"#, &[]);
        Answer::Part { part: fill(template, &[call.id, call.name, text]), message }
    }

    /// What a response holds beside its value is never text.
    fn is_text(&self, _item: &Value<'_>) -> bool {
        false
    }

    fn put(&self, message: &Value<'_>, part: &Part<'_>, text: &str, stays: Stays<'_>) -> Vec<Op> {
        let Piece::Result(result) = &part.piece else {
            return put_as_usual(self.templates(), "parts", message, (part.place, &part.piece), (text, stays));
        };
        let path = part.place.pointer() + "/functionResponse";
        let media = find(message, &path).and_then(|response| response.get("parts"));
        let template = if result.is_error { r#"{"error":"$0"}"# } else { r#"{"output":"$0"}"# };
        let mut edits = Edits::at(path);
        edits.set("/response", fill(template, &[text]));
        if media.is_some_and(|media| !stays(media)) {
            edits.take("/parts");
        }
        edits.ops
    }
}

const ROLES: &[(&str, Role)] = &[
    ("user", Role::User),
    // The older role of responses.
    ("function", Role::User),
    ("model", Role::Assistant),
    // It is seen, so that it can be reported.
    ("system", Role::System),
];

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

fn items<'a>(message: &'a Value<'a>) -> &'a [Value<'a>] {
    message.items("parts")
}

/// The first call among parts, with its index.
fn first_call<'a>(parts: &'a [Value<'a>]) -> Option<(usize, &'a Value<'a>)> {
    parts.iter().enumerate().find(|(_, part)| part.get("functionCall").is_some())
}

/// The field that holds what a part is, where it is one that is known.
fn data_of<'a>(part: &'a Value<'a>) -> Option<(&'static str, &'a Value<'a>)> {
    for key in DATA {
        if let Some(data) = part.given(key) {
            return Some((key, data));
        }
    }
    None
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
    part.has_text("thoughtSignature")
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

/// The fields that are calls of tools, or their results: under which key the tool's name stands, and whether the host runs
/// it. The parts of code execution have no name.
const TOOLS: [(&str, &str); 6] = [
    ("functionCall", "name"),
    ("functionResponse", "name"),
    ("toolCall", "toolType"),
    ("toolResponse", "toolType"),
    ("executableCode", ""),
    ("codeExecutionResult", ""),
];

fn part<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    if !matches!(part, Value::Object(_)) {
        return Err(must_be("", "an object", Some(part)));
    }
    let Some((key, data)) = data_of(part) else {
        reader.keep(Matter::Plain, part);
        return Ok(());
    };
    if key == "text" {
        let text = text_of(part, "text")?;
        // Signatures of Gemini do not depend on what comes before.
        if part.has_flag("thought") { reader.think(text, Bond::Free) } else { reader.say(text) }
    } else if let Some((_, name)) = TOOLS.iter().find(|(field, _)| *field == key) {
        tool(reader, (key, name), part, data).map_err(|error| error.within(key))?;
    } else {
        reader.file(data.text_of("mimeType"), data.get("data"));
    }
    Ok(())
}

/// A call or a result.
fn tool<'a>(
    reader: &mut Reader<'a>,
    (field, key): (&str, &str),
    item: &Value<'_>,
    data: &'a Value<'a>,
) -> Result<(), Error> {
    let name = if key.is_empty() { CODE } else { text_of(data, key)? };
    let id = id_of(data, "id")?;
    let by_provider = key != "name";
    if matches!(field, "functionCall" | "toolCall" | "executableCode") {
        // The code as a call, what it wrote as its result: a summary quotes both.
        let arguments = if key.is_empty() { data } else { data.get("args").unwrap_or(&NO_ARGUMENTS) };
        reader.call(item, id, name, Arguments::Value(arguments), by_provider);
        return Ok(());
    }
    let mut result = ResultView { id, name: Some(name), by_provider, ..ResultView::default() };
    if key.is_empty() {
        result.is_error = data.get_str("outcome").is_some_and(|outcome| outcome != "OUTCOME_OK");
        result.texts.extend(data.get_str("output").map(Into::into));
    } else if let Some(response) = data.get("response") {
        result.is_error = response.given("error").is_some();
        result.texts.push(said(response));
    }
    if key == "name" {
        let mut media = Reader::new(Role::Tool);
        for part in data.items("parts") {
            match part.get("inlineData").or_else(|| part.get("fileData")) {
                Some(data) => media.file(data.text_of("mimeType"), data.get("data")),
                None => media.keep(Matter::Plain, part),
            }
        }
        hold(&mut result, media.view.parts);
    }
    reader.result(result);
    Ok(())
}

/// The response of a function: by convention its output stands under `output`, a failure under `error`. Where that is text
/// and all there is, it is read as it is; everything else as its JSON.
fn said<'a>(response: &'a Value<'a>) -> Cow<'a, str> {
    match response {
        Value::Object(pairs) => match pairs.as_slice() {
            [(key, Value::String(text))] if matches!(key.as_ref(), "output" | "error" | "result") => {
                text.as_ref().into()
            }
            _ => json::to_text(response).into(),
        },
        other => json::to_text(other).into(),
    }
}
