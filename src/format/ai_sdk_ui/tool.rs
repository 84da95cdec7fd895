//! Tools in UIMessages: one part is a call, then also its approval, then also its result, by its `state`.

use crate::error::Error;
use crate::format::ai_sdk::output;
use crate::format::{id_of, text_of};
use crate::patch::Op;
use crate::value::Value;
use crate::view::{Arguments, CallView, Part, Piece, Place, ResultView};

/// Reads a part of a tool: `tool-<name>`, `dynamic-tool`, or SDK 4's `tool-invocation`. False where it is none.
pub(super) fn read<'a>(
    item: &'a Value<'a>,
    kind: &'a str,
    place: Place,
    out: &mut Vec<Part<'a>>,
) -> Result<bool, Error> {
    // A tool may have the name `invocation`.
    if let Some(older) = item.get("toolInvocation").filter(|_| kind == "tool-invocation") {
        let from = out.len();
        let inside = format!("{}.toolInvocation", place.path());
        invocation(older, Place::WHOLE, out).map_err(|error| error.within(&inside))?;
        out.iter_mut().skip(from).for_each(|part| part.place = place);
        return Ok(true);
    }
    let name = match kind.strip_prefix("tool-") {
        Some(name) => name,
        None if kind == "dynamic-tool" => text_of(item, "toolName", place)?,
        None => return Ok(false),
    };
    let state = text_of(item, "state", place)?;
    let id = id_of(item, "toolCallId", place)?;
    let by_provider = item.get("providerExecuted").is_some_and(Value::is_true);
    let arguments = match (given(item, "input"), given(item, "rawInput")) {
        // What could not be parsed is kept as text.
        (None, Some(Value::String(text))) => Arguments::Text(text),
        (input, raw) => Arguments::Value(input.or(raw).unwrap_or(&Value::Null)),
    };
    let mut push = |piece| out.push(Part { place, piece });
    push(Piece::Call(CallView { id, name, arguments, by_provider }));
    let approval = given(item, "approval");
    if let Some(approval) = approval {
        let request = id_of(approval, "id", place)?;
        push(Piece::Ask { id: request, call: id });
        if let Some(Value::Bool(approved)) = approval.get("approved") {
            push(Piece::Decision { id: request, approved: *approved });
        }
    }
    let mut result = ResultView { id, name: Some(name), by_provider, ..ResultView::default() };
    match state {
        "output-available" => answered(item.get("output").unwrap_or(&Value::Null), place, &mut result)?,
        "output-error" => {
            result.is_error = true;
            result.texts.push(text_of(item, "errorText", place)?.into());
        }
        "output-denied" => {
            result.is_error = true;
            let reason = approval.and_then(|approval| approval.get_str("reason"));
            result.texts.push(reason.unwrap_or(output::DENIED).into());
        }
        // The call is under way, or waits for a person.
        _ => return Ok(true),
    }
    push(Piece::Result(result));
    Ok(true)
}

/// Reads a tool invocation of SDK 4.
pub(super) fn invocation<'a>(item: &'a Value<'a>, place: Place, out: &mut Vec<Part<'a>>) -> Result<(), Error> {
    let (id, name) = (id_of(item, "toolCallId", place)?, text_of(item, "toolName", place)?);
    let arguments = Arguments::Value(item.get("args").unwrap_or(&Value::Null));
    out.push(Part { place, piece: Piece::Call(CallView { id, name, arguments, by_provider: false }) });
    if text_of(item, "state", place)? == "result" {
        let mut result = ResultView { id, name: Some(name), ..ResultView::default() };
        answered(item.get("result").unwrap_or(&Value::Null), place, &mut result)?;
        out.push(Part { place, piece: Piece::Result(result) });
    }
    Ok(())
}

/// What stands at the place of a tool.
fn at<'v, 'a>(message: &'v Value<'a>, place: Place) -> Option<&'v Value<'a>> {
    let list = place.field.split('/').try_fold(message, |value, key| value.get(key)).and_then(Value::as_array);
    list?.get(place.index? as usize)
}

/// Where the fields of a tool stand, as a JSON pointer: in its part, or in the invocation there.
pub(super) fn pointer(message: &Value<'_>, place: Place) -> String {
    let mut path = place.pointer();
    if at(message, place).is_some_and(|part| part.get("toolInvocation").is_some()) {
        path.push_str("/toolInvocation");
    }
    path
}

/// The edits that make an unanswered call one that failed.
pub(super) fn failed(message: &Value<'_>, place: Place, text: &str) -> Vec<Op> {
    let part = at(message, place).unwrap_or(&Value::Null);
    let path = pointer(message, place);
    let set = |key: &str, value| Op::Add { path: format!("{path}/{key}"), value };
    if path.ends_with("/toolInvocation") || place.field.ends_with("toolInvocations") {
        return vec![set("state", Value::text("result")), set("result", Value::text(text.to_owned()))];
    }
    let mut ops = vec![set("state", Value::text("output-error")), set("errorText", Value::text(text.to_owned()))];
    if given(part, "input").is_none() && given(part, "rawInput").is_none() {
        ops.push(set("input", Value::object([])));
    }
    // An approval without a yes belongs to other states.
    let approval = part.get("approval");
    if approval.is_some_and(|approval| !approval.get("approved").is_some_and(Value::is_true)) {
        ops.push(Op::Remove { path: format!("{path}/approval") });
    }
    ops
}

/// The output of a tool: text, a JSON value, or what an MCP server gives, whose content the SDK sends item by item.
fn answered<'a>(value: &'a Value<'a>, place: Place, result: &mut ResultView<'a>) -> Result<(), Error> {
    let known = |item: &Value<'_>| match item.get_str("type") {
        Some("text") => item.get_str("text").is_some(),
        Some("image") => item.get_str("data").is_some(),
        kind => kind.is_some(),
    };
    match value.get("content") {
        Some(Value::Array(items)) if !items.is_empty() && items.iter().all(known) => {
            result.is_error = value.get("isError").is_some_and(Value::is_true);
            output::content(items, "output.content", place, result)
        }
        _ => {
            result.texts.push(output::text(value));
            Ok(())
        }
    }
}

fn given<'a>(item: &'a Value<'a>, key: &str) -> Option<&'a Value<'a>> {
    item.get(key).filter(|value| !value.is_null())
}
