//! Where ids and arguments stand in the parts of most formats.

use super::Templates;
use super::read::{find, part_at};
use crate::value::Value;
use crate::view::{Part, Piece};

/// The keys of ids in results, and in calls. The more special ones come first: an item may have an `id` of its own beside.
const RESULT_KEYS: &[&str] = &["tool_call_id", "toolCallId", "tool_use_id", "call_id", "id"];
const CALL_KEYS: &[&str] = &["toolCallId", "call_id", "id"];
const ARGUMENT_KEYS: &[&str] = &["arguments", "input", "args", "function/arguments"];

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
    let value = part_at(message, part.place)?;
    let is_text = |key: &&&str| matches!(find(value, key), Some(Value::String(_)));
    ARGUMENT_KEYS.iter().find(is_text).map(|key| [&part.place.pointer(), "/", key].concat())
}
