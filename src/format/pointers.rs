//! Where ids and arguments stand in the parts of most formats.

use super::{Answer, Lens};
use crate::value::Value;
use crate::view::{Arguments, CallView, Part, Piece};

/// The keys of ids in results, and in calls. The more special ones come first: an item may have an `id` of its own beside.
const RESULT_KEYS: &[&str] = &["tool_call_id", "toolCallId", "tool_use_id", "call_id", "id"];
const CALL_KEYS: &[&str] = &["toolCallId", "call_id", "id"];
const ARGUMENT_KEYS: &[&str] = &["arguments", "input", "args", "function/arguments"];

/// See [`Lens::id_pointer`].
pub(super) fn id(lens: &(impl Lens + ?Sized), message: &Value<'_>, part: &Part<'_>) -> Option<String> {
    let (keys, known) = match &part.piece {
        Piece::Call(call) => (CALL_KEYS, call.id),
        Piece::Result(result) => (RESULT_KEYS, result.id),
        _ => return None,
    };
    let at = part.place.pointer();
    let value = find(message, &at)?;
    let holds = |key: &&&str| match value.get(key) {
        Some(Value::String(text)) => text == known,
        Some(Value::Null) => known.is_empty(),
        _ => false,
    };
    let found = keys.iter().find(holds).copied();
    // Where no key is there, the lens's own answers tell how the format names it.
    found.or_else(|| known.is_empty().then(|| spelled(lens, message, part)).flatten()).map(|key| format!("{at}/{key}"))
}

fn spelled(lens: &(impl Lens + ?Sized), message: &Value<'_>, part: &Part<'_>) -> Option<&'static str> {
    const MARK: &str = "the id";
    let call = CallView { id: MARK, name: "", arguments: Arguments::Value(&Value::Null), by_provider: false };
    let answer = match lens.answer(message, &call, part.place, "") {
        Answer::Message(value) | Answer::Part { part: value, .. } => value,
        Answer::Edit(_) => return None,
    };
    let key = RESULT_KEYS.iter().find(|key| answer.get_str(key) == Some(MARK)).copied()?;
    let is_call = matches!(part.piece, Piece::Call(_));
    Some(if is_call && !CALL_KEYS.contains(&key) { "id" } else { key })
}

/// See [`Lens::arguments_pointer`].
pub(super) fn arguments(message: &Value<'_>, part: &Part<'_>) -> Option<String> {
    let at = part.place.pointer();
    let is_text = |key: &&&str| matches!(find(message, &format!("{at}/{key}")), Some(Value::String(_)));
    ARGUMENT_KEYS.iter().find(is_text).map(|key| format!("{at}/{key}"))
}

/// What stands at a pointer whose steps need no escapes.
fn find<'v, 'a>(value: &'v Value<'a>, pointer: &str) -> Option<&'v Value<'a>> {
    pointer.split('/').skip(1).try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    })
}
