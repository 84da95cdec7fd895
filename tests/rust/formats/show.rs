//! What a lens sees, in lines that a test can compare.

use epitome::format::{Answer, Lens, Text, lens};
use epitome::json;
use epitome::patch;
use epitome::settings::SummaryRole;
use epitome::validity::{Situation, validate_messages};
use epitome::view::{Bond, CallView, Piece, Place, Role, View};
use serde_json::Value;

/// Calls `then` with what the lens sees of a message, or with `path: message` of its error.
pub(super) fn seen<T>(format: &str, message: &Value, then: impl FnOnce(Result<&View<'_>, String>) -> T) -> T {
    let text = message.to_string();
    let value = json::parse(&text).unwrap();
    match lens(format).unwrap().view(&value) {
        Ok(view) => then(Ok(&view)),
        Err(error) => then(Err(format!("{}: {}", error.path(), error.message()))),
    }
}

/// The parts, a line each: place, kind, and what the piece says.
pub(super) fn parts(format: &str, message: &Value) -> Vec<String> {
    seen(format, message, |view| {
        let line = |part: &epitome::view::Part<'_>| format!("{} {}", part.place.path(), piece(&part.piece));
        view.unwrap().parts.iter().map(line).collect()
    })
}

fn piece(piece: &Piece<'_>) -> String {
    match piece {
        Piece::Text(text) => format!("text {text}"),
        Piece::Thinking { text, bond } => {
            let bond = match bond {
                Bond::Free => "free",
                Bond::Prefix => "prefix",
                Bond::Next => "next",
            };
            format!("thinking {bond} {text}")
        }
        Piece::Call(call) => {
            let by = if call.by_provider { " by provider" } else { "" };
            format!("call{by} {} {} {}", call.id, call.name, call.arguments.text())
        }
        Piece::Result(result) => {
            let mut line = format!("result{} {}", if result.by_provider { " by provider" } else { "" }, result.id);
            if let Some(name) = result.name {
                line += &format!(" of {name}");
            }
            if result.is_error {
                line += " failed";
            }
            if result.images > 0 {
                line += &format!(" images {}", result.images);
            }
            if result.other > 0 {
                line += &format!(" other {}", result.other);
            }
            format!("{line} {:?}", result.texts.concat())
        }
        Piece::Ask { id, .. } => format!("ask {id}"),
        Piece::Decision { id, approved } => format!("decision {id} {approved}"),
        Piece::Image => "image".into(),
        Piece::Opaque { matter, price } => format!("{matter:?} {price}"),
    }
}

/// Who speaks, and whether a turn begins.
pub(super) fn role(format: &str, message: &Value) -> (Role, bool) {
    seen(format, message, |view| view.map(|view| (view.role, view.starts_turn)).unwrap())
}

/// Why a message is refused: `path: message`.
pub(super) fn refused(format: &str, message: &Value) -> String {
    seen(format, message, |view| view.map(|_| ()).unwrap_err())
}

/// The rules that a history breaks, `rule path`, one a violation.
pub(super) fn found(format: &str, messages: &[Value], situation: Situation) -> Vec<String> {
    let text = serde_json::to_string(messages).unwrap();
    let list = validate_messages(lens(format).unwrap(), &json::parse(&text).unwrap(), situation).unwrap();
    assert!(list.iter().all(|violation| !violation.message.is_empty()));
    list.iter().map(|violation| format!("{} {}", violation.rule, violation.path)).collect()
}

/// Text as a message, in each role.
pub(super) fn written(format: &str, text: &str) -> [Value; 3] {
    [SummaryRole::User, SummaryRole::System, SummaryRole::Developer].map(|role| {
        let message = lens(format).unwrap().text_message(&Text { text, role, time: 0.0, id: "m1", form: 0 });
        json_of(&message)
    })
}

/// The content of a `custom_message` entry as a message.
pub(super) fn custom(format: &str, content: &Value) -> Value {
    let text = content.to_string();
    let stamp = Text { text: "", role: SummaryRole::User, time: 0.0, id: "m1", form: 0 };
    json_of(&lens(format).unwrap().custom_message(&json::parse(&text).unwrap(), &stamp))
}

/// How each call of a message is answered, as JSON: a message; `{part, message}`; the operations of a patch.
pub(super) fn answers(format: &str, message: &Value, text: &str) -> Vec<Value> {
    let lens: &dyn Lens = lens(format).unwrap();
    let wire = message.to_string();
    let value = json::parse(&wire).unwrap();
    seen(format, message, |view| {
        let answer = |(place, call): (Place, &CallView<'_>)| match lens.answer(&value, call, place, text) {
            Answer::Message(message) => json_of(&message),
            Answer::Part { part, message } => {
                serde_json::json!({"part": json_of(&part), "message": json_of(&message)})
            }
            Answer::Edit(ops) => serde_json::from_str(&patch::to_text(&ops)).unwrap(),
        };
        view.unwrap().calls().map(answer).collect()
    })
}

fn json_of(value: &epitome::value::Value<'_>) -> Value {
    serde_json::from_str(&json::to_text(value)).unwrap()
}
