//! What a lens sees of a message, as lines that can be compared.

use epitome::error::Error;
use epitome::format::{Answer, Text, lens};
use epitome::json;
use epitome::patch;
use epitome::settings::SummaryRole;
use epitome::view::{Piece, View};
use serde_json::Value;

/// The role, then a line for each part: its path and what it is.
pub(super) fn shown(format: &str, message: &Value) -> Vec<String> {
    see(format, message, |view| {
        let mut lines = vec![format!("{:?}{}", view.role, if view.starts_turn { " turn" } else { "" })];
        lines.extend(view.parts.iter().map(|part| format!("{} {}", part.place.path(), piece(&part.piece))));
        lines
    })
    .unwrap_or_else(|error| panic!("{}: {}", error.path(), error.message()))
}

/// The path of the fault that a lens finds in a message, and what it says.
pub(super) fn refused(format: &str, message: &Value) -> (String, String) {
    let error = see(format, message, |view| format!("{view:?}")).unwrap_err();
    (error.path().into(), error.message().into())
}

/// Does something with the view of a message.
pub(super) fn see<T>(format: &str, message: &Value, look: impl FnOnce(&View<'_>) -> T) -> Result<T, Error> {
    let text = message.to_string();
    let value = json::parse(&text).unwrap();
    lens(format).unwrap().view(&value).map(|view| look(&view))
}

/// A text as a message.
pub(super) fn written(format: &str, role: SummaryRole) -> Value {
    back(&lens(format).unwrap().text_message(&Text { text: "sum", role, time: 5.0, id: "id-1", form: 0 }))
}

/// The content of a custom entry as a message.
pub(super) fn custom(format: &str, content: &Value) -> Value {
    let text = content.to_string();
    let stamp = Text { text: "", role: SummaryRole::User, time: 5.0, id: "id-1", form: 0 };
    back(&lens(format).unwrap().custom_message(&json::parse(&text).unwrap(), &stamp))
}

/// The answers to the calls of a message, as `message`, `part` (with its empty message) or `edit` and what it is.
pub(super) fn answers(format: &str, message: &Value) -> Vec<(&'static str, Vec<Value>)> {
    let text = message.to_string();
    let value = json::parse(&text).unwrap();
    let answer = |view: &View<'_>| {
        let answers =
            view.calls().map(|(place, call)| lens(format).unwrap().answer(&value, call, place, "interrupted"));
        let kind = |answer| match answer {
            Answer::Message(message) => ("message", vec![back(&message)]),
            Answer::Part { part, message } => ("part", vec![back(&part), back(&message)]),
            Answer::Edit(ops) => ("edit", vec![serde_json::from_str(&patch::to_text(&ops)).unwrap()]),
        };
        answers.map(kind).collect()
    };
    see(format, message, answer).unwrap()
}

/// A message without the parts that `which` chooses, one after the other.
pub(super) fn without(format: &str, message: &Value, which: impl Fn(&Piece<'_>) -> bool) -> Value {
    let mut message = message.clone();
    loop {
        let text = message.to_string();
        let mut value = json::parse(&text).unwrap();
        let lens = lens(format).unwrap();
        let view = lens.view(&value).unwrap();
        let Some(part) = view.parts.iter().find(|part| which(&part.piece)) else { return message };
        let ops = lens.remove(&value, part);
        assert!(ops.iter().all(|op| patch::apply(&mut value, op)), "{ops:?}");
        message = back(&value);
    }
}

/// A value of the core as the test's.
pub(super) fn back(value: &epitome::value::Value<'_>) -> Value {
    serde_json::from_str(&json::to_text(value)).unwrap()
}

fn piece(piece: &Piece<'_>) -> String {
    let flag = |is: bool, word: &'static str| if is { word } else { "" };
    match piece {
        Piece::Text(text) => format!("text {text}"),
        Piece::Thinking { text, bond } => format!("thinking {bond:?} {text}"),
        Piece::Call(call) => {
            let provider = flag(call.by_provider, " by provider");
            format!("call {:?} {} {}{provider}", call.id, call.name, call.arguments.text())
        }
        Piece::Result(result) => {
            let said: Vec<&str> = result.texts.iter().map(AsRef::as_ref).collect();
            let (failed, provider) = (flag(result.is_error, " failed"), flag(result.by_provider, " by provider"));
            let (name, images, other) = (result.name.unwrap_or("-"), result.images, result.other);
            format!("result {:?} {name}{failed}{provider} {said:?} {images} {other}", result.id)
        }
        Piece::Image => "image".into(),
        Piece::Opaque { matter, price } => format!("{matter:?} {price}"),
        other => format!("{other:?}"),
    }
}

/// The one message that is made of two.
pub(super) fn merged(format: &str, first: &Value, second: &Value) -> Value {
    let text = Value::Array(vec![first.clone(), second.clone()]).to_string();
    let mut pair = json::parse(&text).unwrap();
    for op in epitome::format::merge(lens(format).unwrap(), &pair.clone()) {
        assert!(patch::apply(&mut pair, &op), "{op:?}");
    }
    back(&pair)[0].clone()
}
