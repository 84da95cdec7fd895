//! The items, type by type.

use crate::error::Error;
use crate::format::read::{Reader, Shape, Shapes, hold, hold_line, id_of, needed, role_in, role_of, text_of};
use crate::json;
use crate::seek;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Arguments, Bond, Matter, Piece, Place, ResultView, Role, Stop, View};

/// The items. They are the model's, unless the function that reads them says otherwise.
const ITEMS: &Shapes = &[
    ("message", Shape::Read(message)),
    ("reasoning", Shape::Read(reasoning)),
    ("function_call", Shape::Read(function_call)),
    ("function_call_output", Shape::Read(output)),
    ("custom_tool_call", Shape::Read(function_call)),
    ("custom_tool_call_output", Shape::Read(output)),
    // Tools of the provider that the host runs.
    ("local_shell_call", Shape::Read(hosted)),
    ("local_shell_call_output", Shape::Read(output)),
    ("shell_call", Shape::Read(hosted)),
    ("shell_call_output", Shape::Read(output)),
    ("apply_patch_call", Shape::Read(hosted)),
    ("apply_patch_call_output", Shape::Read(output)),
    ("computer_call", Shape::Read(hosted)),
    ("computer_call_output", Shape::Read(output)),
    ("tool_search_call", Shape::Read(tool_search)),
    ("tool_search_output", Shape::Read(tool_search)),
    // Those that it runs.
    ("program", Shape::Read(hosted)),
    ("program_output", Shape::Read(program_output)),
    ("file_search_call", Shape::Read(provided)),
    ("web_search_call", Shape::Read(provided)),
    ("code_interpreter_call", Shape::Read(provided)),
    ("image_generation_call", Shape::Read(provided)),
    ("mcp_call", Shape::Read(provided)),
    ("mcp_approval_request", Shape::Read(request)),
    ("mcp_approval_response", Shape::Read(decision)),
    ("compaction", Shape::Read(compaction)),
    ("compaction_summary", Shape::Read(compaction)),
    // What it stands for only the provider knows: the model's items are what is referred to.
    ("item_reference", Shape::Nothing),
    ("compaction_trigger", Shape::Read(host)),
    ("additional_tools", Shape::Read(host)),
    ("configuration_update", Shape::Read(host)),
];

/// The parts of a message, and of the output of a call.
const PARTS: &Shapes = &[
    ("input_text", Shape::Text("text")),
    ("output_text", Shape::Text("text")),
    ("text", Shape::Text("text")),
    ("refusal", Shape::Text("refusal")),
    ("input_image", Shape::Image),
    ("computer_screenshot", Shape::Image),
    ("input_file", Shape::Read(file)),
];

const ROLES: &[(&str, Role)] =
    &[("user", Role::User), ("assistant", Role::Assistant), ("system", Role::System), ("developer", Role::Developer)];

/// Sees an item of a type.
pub(super) fn view<'a>(item: &'a Value<'a>, kind: &str) -> Result<View<'a>, Error> {
    let mut reader = Reader::new(Role::Assistant);
    reader.shaped(item, kind, ITEMS)?;
    Ok(reader.view)
}

fn key<'a>(item: &'a Value<'a>, key: &str) -> &'a Value<'a> {
    item.get(key).unwrap_or(&Value::Null)
}

fn message<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let role = role_in(role_of(item)?, ROLES, "openai-responses", &["tool"])?;
    reader.is_of(role);
    needed(item.given("content"), "content")?;
    if role == Role::Assistant && item.says("status", "incomplete") {
        reader.view.stop = Some(Stop::Length);
    }
    content(reader, item, "content")
}

/// A field that holds text, or parts; nothing where it is missing.
fn content<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>, field: &'static str) -> Result<(), Error> {
    match item.given(field) {
        Some(content) => reader.content(content, field, "text or parts", part),
        None => Ok(()),
    }
}

pub(super) fn part<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    reader.typed(part, PARTS)
}

fn file<'a>(reader: &mut Reader<'a>, part: &'a Value<'a>) -> Result<(), Error> {
    let data = part.get_str("file_data");
    let media = data.and_then(|data| seek::split(data.strip_prefix("data:")?, ";")).map_or("", |(media, _)| media);
    reader.opaque(Matter::File, estimate::file(media, data.map(estimate::base64_bytes)));
    Ok(())
}

/// The reasoning as the model wrote it, else its summary. What is encrypted costs its bytes, where it cannot be read; it
/// stands before the reasoning, since that leads the next item.
fn reasoning<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let mut text = String::new();
    for field in ["content", "summary"] {
        for (index, part) in item.items(field).iter().enumerate() {
            if !text.is_empty() {
                text.push('\n');
            }
            let place = Place::item(field, index);
            text.push_str(text_of(part, "text").map_err(|error| error.within(&place.path()))?);
        }
        if !text.is_empty() {
            break;
        }
    }
    if let Some(encrypted) = item.get_str("encrypted_content").filter(|_| item.items("content").is_empty()) {
        reader.opaque(Matter::Plain, encrypted.len() as u64);
    }
    reader.add(Piece::Thinking { text: text.into(), bond: Bond::Next });
    Ok(())
}

/// A call of a tool of the host's.
fn function_call<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let arguments = match item.get("arguments") {
        // The input of a custom tool is free text: as a value, it is not taken for JSON.
        _ if item.says("type", "custom_tool_call") => {
            text_of(item, "input")?;
            Arguments::Value(key(item, "input"))
        }
        // Some servers give the arguments as an object.
        Some(value @ Value::Object(_)) => Arguments::Value(value),
        _ => Arguments::Text(text_of(item, "arguments")?),
    };
    let name = text_of(item, "name")?;
    reader.call(item, id_of(item, "call_id")?, name, arguments, false);
    Ok(())
}

/// A call of a tool that has no name but its type. The provider runs programs, and shells in a container of its own.
fn hosted<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let kind = item.text_of("type");
    let (arguments, by_provider) = match kind {
        "shell_call" => (item.get("action"), key(item, "environment").text_of("type").starts_with("container")),
        "apply_patch_call" => (item.get("operation"), false),
        "computer_call" => (item.get("actions").or_else(|| item.get("action")), false),
        "program" => (item.get("code"), true),
        _ => (item.get("action"), false),
    };
    let name = kind.strip_suffix("_call").unwrap_or(kind);
    let arguments = Arguments::Value(arguments.unwrap_or(&Value::Null));
    reader.call(item, id_of(item, "call_id")?, name, arguments, by_provider);
    reader.fix_call();
    Ok(())
}

/// The output of a call that the host ran.
fn output<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let kind = item.text_of("type");
    let mut id = id_of(item, "call_id")?;
    // The output of a local shell may name its call by `id`.
    if id.is_empty() && kind == "local_shell_call_output" {
        id = id_of(item, "id")?;
    }
    let is_error = item.says("status", "failed");
    let mut result = ResultView { id, name: item.get_str("name"), is_error, ..ResultView::default() };
    reader.is_of(Role::Tool);
    let mut inner = Reader::new(Role::Tool);
    match (kind, item.get("output")) {
        ("computer_call_output", Some(screenshot @ Value::Object(_))) => {
            inner.item(screenshot, Place::field("output"), part)?;
            (result.images, result.is_fixed) = (1, true);
        }
        ("shell_call_output", Some(Value::Array(commands))) => {
            for command in commands {
                hold_line(&mut result, command.text_of("stdout"));
                hold_line(&mut result, command.text_of("stderr"));
            }
        }
        _ => {
            content(&mut inner, item, "output")?;
            hold(&mut result, inner.view.parts);
        }
    }
    reader.result(result);
    Ok(())
}

fn program_output<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let mut result = ResultView { id: id_of(item, "call_id")?, by_provider: true, ..ResultView::default() };
    hold_line(&mut result, item.text_of("result"));
    reader.result(result);
    Ok(())
}

/// What the provider ran: call and result in one item.
fn provided<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let id = id_of(item, "id")?;
    let kind = item.text_of("type");
    let (arguments, results) = match kind {
        "file_search_call" => ("queries", "results"),
        "web_search_call" => ("action", ""),
        "code_interpreter_call" => ("code", "outputs"),
        "image_generation_call" => ("revised_prompt", "result"),
        _ => ("arguments", "output"),
    };
    let (name, arguments) = if kind == "mcp_call" {
        let arguments = Arguments::Text(text_of(item, arguments)?);
        (text_of(item, "name")?, arguments)
    } else {
        (kind.strip_suffix("_call").unwrap_or(kind), Arguments::Value(key(item, arguments)))
    };
    let mut result = ResultView { id, name: Some(name), by_provider: true, ..ResultView::default() };
    let results = key(item, results);
    match results {
        Value::String(_) if kind == "image_generation_call" => result.images = 1,
        Value::String(text) => hold_line(&mut result, text),
        Value::Array(outputs) => {
            for output in outputs {
                result.images += u32::from(output.says("type", "image"));
                for field in ["filename", "text", "logs"] {
                    hold_line(&mut result, output.text_of(field));
                }
            }
        }
        _ => {}
    }
    if let Some(error) = item.given("error") {
        result.is_error = true;
        match error {
            Value::String(text) => hold_line(&mut result, text),
            _ => result.texts.push(json::to_text(error).into()),
        }
    }
    reader.call(item, id, name, arguments, true);
    if result.is_error || !results.is_null() {
        reader.result(result);
    }
    Ok(())
}

/// A request to let a server's tool be called: what it asks for, and the call, which the provider runs as an item of its own.
fn request<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let id = id_of(item, "id")?;
    let arguments = Arguments::Text(text_of(item, "arguments")?);
    let name = text_of(item, "name")?;
    reader.add(Piece::Ask { id, call: id });
    reader.call(item, id, name, arguments, true);
    Ok(())
}

fn decision<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    reader.is_of(Role::Tool);
    reader.add(Piece::Decision { id: id_of(item, "approval_request_id")?, approved: item.has_flag("approve") });
    Ok(())
}

fn compaction<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let content = item.text_of("encrypted_content");
    reader
        .keep(if content.trim().is_empty() { Matter::Failed } else { Matter::Barrier }, key(item, "encrypted_content"));
    Ok(())
}

/// What the host asks of the provider.
fn host<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    reader.is_of(Role::Developer);
    if item.says("type", "compaction_trigger") {
        reader.opaque(Matter::Plain, 0);
    } else {
        reader.keep(Matter::State, item);
    }
    Ok(())
}

/// A search for tools and what it found, which the model has from there on. They are a pair where the host searches.
fn tool_search<'a>(reader: &mut Reader<'a>, item: &'a Value<'a>) -> Result<(), Error> {
    let id = id_of(item, "call_id")?;
    if id.is_empty() {
        reader.keep(Matter::State, item);
        return Ok(());
    }
    reader.opaque(Matter::State, 0);
    let by_provider = !item.says("execution", "client");
    if item.says("type", "tool_search_call") {
        reader.call(item, id, "tool_search", Arguments::Value(key(item, "arguments")), by_provider);
        reader.fix_call();
        return Ok(());
    }
    if !by_provider {
        reader.is_of(Role::Tool);
    }
    let other = estimate::opaque(key(item, "tools"));
    reader.result(ResultView { id, other, by_provider, is_fixed: true, ..ResultView::default() });
    Ok(())
}
