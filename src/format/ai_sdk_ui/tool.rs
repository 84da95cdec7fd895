//! Tools in UIMessages: one part is a call, then also its approval, then also its result, by its `state`.

use crate::error::Error;
use crate::format::ai_sdk::output;
use crate::format::read::{Reader, find, id_of, part_at, text_of};
use crate::format::replace::{Edits, put_output};
use crate::format::write::fill;
use crate::format::{Stays, Templates};
use crate::patch::Op;
use crate::value::Value;
use crate::view::{Arguments, Piece, Place, ResultView};

/// Reads a part of a tool: `tool-<name>`, `dynamic-tool`, or SDK 4's `tool-invocation`.
pub(super) fn read<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let kind = text_of(item, "type")?;
    // A tool may have the name `invocation`.
    if let Some(older) = item.get("toolInvocation").filter(|_| kind == "tool-invocation") {
        return invocation(reader, older).map_err(|error| error.within("toolInvocation"));
    }
    let name = match kind.strip_prefix("tool-") {
        Some(name) => name,
        None => text_of(item, "toolName")?,
    };
    let state = text_of(item, "state")?;
    let id = id_of(item, "toolCallId")?;
    let by_provider = item.has_flag("providerExecuted");
    let arguments = match (item.given("input"), item.given("rawInput")) {
        // What could not be parsed is kept as text.
        (None, Some(Value::String(text))) => Arguments::Text(text),
        (input, raw) => Arguments::Value(input.or(raw).unwrap_or(&Value::Null)),
    };
    reader.call(item, id, name, arguments, by_provider);
    let approval = item.given("approval").unwrap_or(&Value::Null);
    if !approval.is_null() {
        let request = id_of(approval, "id")?;
        reader.add(Piece::Ask { id: request, call: id });
        if let Some(Value::Bool(approved)) = approval.get("approved") {
            reader.add(Piece::Decision { id: request, approved: *approved });
        }
    }
    let mut result = ResultView { id, name: Some(name), by_provider, is_error: true, ..ResultView::default() };
    match state {
        "output-available" => answered(item.get("output"), &mut result)?,
        "output-error" => result.texts.push(text_of(item, "errorText")?.into()),
        "output-denied" => result.texts.push(approval.get_str("reason").unwrap_or(output::DENIED).into()),
        // The call is under way, or waits for a person.
        _ => return Ok(()),
    }
    reader.result(result);
    Ok(())
}

/// Reads a tool invocation of SDK 4.
pub(super) fn invocation<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let (id, name) = (id_of(item, "toolCallId")?, text_of(item, "toolName")?);
    reader.call(item, id, name, Arguments::Value(item.get("args").unwrap_or(&Value::Null)), false);
    if text_of(item, "state")? == "result" {
        let mut result = ResultView { id, name: Some(name), ..ResultView::default() };
        answered(item.get("result"), &mut result)?;
        reader.result(result);
    }
    Ok(())
}

/// Where the fields of a tool stand, as a JSON pointer: in its part, or in the invocation there.
pub(super) fn pointer(message: &Value<'_>, place: Place) -> String {
    let mut path = place.pointer();
    if part_at(message, place).is_some_and(|part| part.get("toolInvocation").is_some()) {
        path.push_str("/toolInvocation");
    }
    path
}

/// The edits that make an unanswered call one that failed.
pub(super) fn failed(message: &Value<'_>, place: Place, text: &str) -> Vec<Op> {
    let part = part_at(message, place).unwrap_or(&Value::Null);
    let path = pointer(message, place);
    let set = |key: &str, value| Op::Add { path: [&path, "/", key].concat(), value };
    let said = Value::text(text.to_owned());
    if path.ends_with("/toolInvocation") || place.field.ends_with("toolInvocations") {
        return vec![set("state", Value::text("result")), set("result", said)];
    }
    let mut ops = vec![set("state", Value::text("output-error")), set("errorText", said)];
    if part.given("input").is_none() && part.given("rawInput").is_none() {
        ops.push(set("input", Value::Object(Vec::new())));
    }
    // An approval without a yes belongs to other states.
    if part.get("approval").is_some_and(|approval| !approval.has_flag("approved")) {
        ops.push(Op::Remove { path: path + "/approval" });
    }
    ops
}

/// Makes the output of a tool this text. What an MCP server gave keeps its shape, which the SDK and hosts look into.
pub(super) fn put(
    templates: &Templates,
    message: &Value<'_>,
    (place, result): (Place, &ResultView<'_>),
    (text, stays): (&str, Stays<'_>),
) -> Vec<Op> {
    let path = pointer(message, place);
    let tool = find(message, &path).unwrap_or(&Value::Null);
    let key = match tool.text_of("state") {
        "output-error" => "errorText",
        "output-denied" if tool.given("approval").is_some() => "approval/reason",
        "output-available" => "output",
        "result" => "result",
        _ => return Vec::new(),
    };
    let output = tool.get(key).unwrap_or(&Value::Null);
    let content = output.get("content");
    if output.items("content").iter().any(stays) {
        let mut edits = Edits::at([&path, "/", key].concat());
        edits.ops = put_output(templates, message, &[&path, "/", key, "/content"].concat(), (text, stays));
        // The same once more, for programs.
        if output.get("structuredContent").is_some() {
            edits.take("/structuredContent");
        }
        return edits.ops;
    }
    let template = match (content, result.is_error) {
        (Some(Value::Array(_)), true) => r#"{"content":[{"type":"text","text":"$0"}],"isError":true}"#,
        (Some(Value::Array(_)), false) => r#"{"content":[{"type":"text","text":"$0"}]}"#,
        _ => r#""$0""#,
    };
    vec![Op::Add { path: [&path, "/", key].concat(), value: fill(template, &[text]) }]
}

/// The output of a tool: text, a JSON value, or what an MCP server gives, whose content the SDK sends item by item.
fn answered<'a>(value: Option<&'a Value<'a>>, result: &mut ResultView<'a>) -> Result<(), Error> {
    let value = value.unwrap_or(&Value::Null);
    let known = |item: &Value<'_>| match item.get_str("type") {
        Some("text") => item.get_str("text").is_some(),
        Some("image") => item.get_str("data").is_some(),
        kind => kind.is_some(),
    };
    result.is_error = false;
    match value.get("content") {
        Some(Value::Array(items)) if !items.is_empty() && items.iter().all(known) => {
            result.is_error = value.has_flag("isError");
            output::content(items, "output/content", result)
        }
        _ => {
            result.texts.push(output::text(value));
            Ok(())
        }
    }
}
