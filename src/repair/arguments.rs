//! Arguments that are not JSON are wrapped, so that they are, and what the model wrote can still be read.

use super::draft::{Draft, Kind};
use crate::format::arguments_pointer;
use crate::json;
use crate::patch::Op;
use crate::value::Value;
use crate::view::{Arguments, Piece};

/// Mends the arguments of all calls, where the format wants them to be JSON.
pub(super) fn parse(draft: &mut Draft<'_>) {
    if draft.lens.rules().json_arguments.is_empty() {
        return;
    }
    for (at, part) in draft.all(Kind::Call) {
        let mut ops = Vec::new();
        if let (Some(view), Some(message)) = (draft.view(at), draft.messages.get(at))
            && let Some(seen) = view.parts.get(part)
            && let Piece::Call(call) = &seen.piece
            && let Arguments::Text(text) = call.arguments
            && json::parse(text).is_err()
            && let Some(path) = arguments_pointer(&message.value, seen)
        {
            // Many servers write nothing where a tool takes no arguments.
            let object = if text.trim().is_empty() {
                Value::Object(Vec::new())
            } else {
                Value::object([("invalid_arguments", Value::text(text.to_owned()))])
            };
            ops.push(Op::Replace { path, value: Value::text(json::to_text(&object)) });
        }
        if draft.edit(at, ops) {
            draft.report(
                "invalid-arguments",
                at,
                Some(part),
                "the arguments are not JSON and were kept as text in JSON",
            );
        }
    }
}
