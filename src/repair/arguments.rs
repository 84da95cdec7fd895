//! Arguments that are not JSON are wrapped, so that they are, and what the model wrote can still be read.

use super::draft::{Draft, Kind};
use crate::format::arguments_pointer;
use crate::json;
use crate::patch::Op;
use crate::value::Value;
use crate::view::{Arguments, Part, Piece};

/// Mends the arguments of all calls, where the format wants them to be JSON.
pub(super) fn parse(draft: &mut Draft<'_>) {
    if draft.lens.rules().json_arguments.is_empty() {
        return;
    }
    for at in 0..draft.messages.len() {
        let parts = draft.messages.get(at).map_or(0, |message| message.facts.len());
        for part in 0..parts {
            if !draft.is(at, part, Kind::Call) {
                continue;
            }
            let ops = draft.look(at, part, &mended);
            if draft.edit(at, ops) {
                let why = "the arguments are not JSON and were kept as text in JSON";
                draft.report("invalid-arguments", at, Some(part), &[why]);
            }
        }
    }
}

fn mended(message: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
    let mut ops = Vec::new();
    if let Piece::Call(call) = &part.piece
        && let Arguments::Text(text) = call.arguments
        && json::parse(text).is_err()
        && let Some(path) = arguments_pointer(message, part)
    {
        // Many servers write nothing where a tool takes no arguments.
        let mut object = String::from("{");
        if !text.trim().is_empty() {
            object.push_str("\"invalid_arguments\":");
            json::write_string(text, &mut object);
        }
        object.push('}');
        ops.push(Op::Replace { path, value: Value::text(object) });
    }
    ops
}
