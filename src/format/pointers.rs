//! Where ids and arguments stand in the parts of most formats.

use super::Templates;
use super::read::{find, part_at};
use crate::value::Value;
use crate::view::{Part, Piece};

/// The keys of ids in results, and in calls. The more special ones come first: an item may have an `id` of its own beside.
const RESULT_KEYS: &[&str] = &["tool_call_id", "toolCallId", "tool_use_id", "call_id", "id"];
const CALL_KEYS: &[&str] = &["toolCallId", "call_id", "id"];
const ARGUMENT_KEYS: &[&str] =
    &["arguments", "input", "args", "rawInput", "function/arguments", "custom/input", "functionCall/args"];

/// See [`super::Lens::id_pointer`].
pub(super) fn id(templates: &Templates, message: &Value<'_>, part: &Part<'_>) -> Option<String> {
    let [of_calls, of_results] = templates.ids;
    let (keys, known, own) = match &part.piece {
        Piece::Call(call) => (CALL_KEYS, call.id, of_calls),
        Piece::Result(result) => (RESULT_KEYS, result.id, of_results),
        _ => return None,
    };
    let value = part_at(message, part.place)?;
    let holds = |key: &&&str| match value.get(key) {
        Some(Value::String(text)) => text == known,
        Some(Value::Null) => known.is_empty(),
        _ => false,
    };
    // Where no key is there, the format's own is.
    let key = match keys.iter().find(holds) {
        Some(key) => key,
        None if known.is_empty() && !own.is_empty() => own,
        None => return None,
    };
    Some([&part.place.pointer(), "/", key].concat())
}

/// Where the text of a call's arguments stands, as a JSON pointer inside its message.
pub fn arguments(message: &Value<'_>, part: &Part<'_>) -> Option<String> {
    let (key, value) = given_arguments(part_at(message, part.place)?)?;
    value.as_str().map(|_| [&part.place.pointer(), "/", key].concat())
}

/// The arguments of a call, and where they stand in its item.
pub(super) fn given_arguments<'v, 'a>(item: &'v Value<'a>) -> Option<(&'static str, &'v Value<'a>)> {
    let given = |key: &&'static str| Some((*key, find(item, key).filter(|value| !value.is_null())?));
    ARGUMENT_KEYS.iter().find_map(given)
}
