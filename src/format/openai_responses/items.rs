//! The items, type by type.

use crate::error::Error;
use crate::format::{id_of, invalid, role_of, text_of};
use crate::json;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, Stop, View};

/// Sees an item of a type.
pub(super) fn view<'a>(item: &'a Value<'a>, kind: &str) -> Result<View<'a>, Error> {
    let opaque = |role, matter, price| Ok(whole(role, vec![Piece::Opaque { matter, price }]));
    match kind {
        "message" => message(item),
        "reasoning" => reasoning(item),
        "function_call" => {
            // Some servers give the arguments as an object.
            let arguments = match item.get("arguments") {
                Some(value @ Value::Object(_)) => Arguments::Value(value),
                _ => Arguments::Text(text_of(item, "arguments", Place::WHOLE)?),
            };
            call(item, text_of(item, "name", Place::WHOLE)?, arguments)
        }
        "custom_tool_call" => {
            text_of(item, "input", Place::WHOLE)?;
            // The input of a custom tool is free text: as a value, it is not taken for JSON.
            call(item, text_of(item, "name", Place::WHOLE)?, Arguments::Value(key(item, "input")))
        }
        // Tools of the provider that the host runs.
        "local_shell_call" => call(item, "local_shell", Arguments::Value(key(item, "action"))),
        "shell_call" => {
            let mut view = call(item, "shell", Arguments::Value(key(item, "action")))?;
            // In a container of the provider, the provider does.
            let place = key(item, "environment").get_str("type").unwrap_or_default();
            if let (Some(Piece::Call(call)), true) = (first(&mut view), place.starts_with("container")) {
                call.by_provider = true;
            }
            Ok(view)
        }
        "apply_patch_call" => call(item, "apply_patch", Arguments::Value(key(item, "operation"))),
        "computer_call" => {
            let actions = item.get("actions").or_else(|| item.get("action")).unwrap_or(&Value::Null);
            call(item, "computer", Arguments::Value(actions))
        }
        "program" => {
            let mut view = call(item, "program", Arguments::Value(key(item, "code")))?;
            if let Some(Piece::Call(call)) = first(&mut view) {
                call.by_provider = true;
            }
            Ok(view)
        }
        "function_call_output"
        | "custom_tool_call_output"
        | "computer_call_output"
        | "local_shell_call_output"
        | "shell_call_output"
        | "apply_patch_call_output" => output(item),
        "program_output" => {
            let id = id_of(item, "call_id", Place::WHOLE)?;
            let mut result = ResultView { id, by_provider: true, ..ResultView::default() };
            say(key(item, "result"), &mut result);
            Ok(whole(Role::Assistant, vec![Piece::Result(result)]))
        }
        "file_search_call" | "web_search_call" | "code_interpreter_call" | "image_generation_call" | "mcp_call" => {
            provided(item, kind)
        }
        "mcp_list_tools" => opaque(Role::Assistant, Matter::Plain, estimate::opaque(item)),
        "mcp_approval_request" => {
            let id = id_of(item, "id", Place::WHOLE)?;
            let arguments = Arguments::Text(text_of(item, "arguments", Place::WHOLE)?);
            let name = text_of(item, "name", Place::WHOLE)?;
            // What it asks for; the provider runs it, as an item of its own.
            let call = Piece::Call(CallView { id, name, arguments, by_provider: true });
            Ok(whole(Role::Assistant, vec![Piece::Ask { id, call: id }, call]))
        }
        "mcp_approval_response" => {
            let id = id_of(item, "approval_request_id", Place::WHOLE)?;
            Ok(whole(Role::Tool, vec![Piece::Decision { id, approved: key(item, "approve").is_true() }]))
        }
        "compaction" | "compaction_summary" => {
            opaque(Role::Assistant, Matter::Barrier, estimate::opaque(key(item, "encrypted_content")))
        }
        "compaction_trigger" => opaque(Role::Developer, Matter::Plain, 0),
        // What it stands for only the provider knows: the model's items are what is referred to.
        "item_reference" => opaque(Role::Assistant, Matter::Plain, 0),
        "additional_tools" | "configuration_update" => opaque(Role::Developer, Matter::State, estimate::opaque(item)),
        "tool_search_call" | "tool_search_output" => tool_search(item, kind),
        _ => opaque(Role::Assistant, Matter::Plain, estimate::opaque(item)),
    }
}

/// A view of pieces that are the whole item.
fn whole<'a>(role: Role, pieces: Vec<Piece<'a>>) -> View<'a> {
    let parts = pieces.into_iter().map(|piece| Part { place: Place::WHOLE, piece }).collect();
    View::new(role, parts)
}

fn first<'v, 'a>(view: &'v mut View<'a>) -> Option<&'v mut Piece<'a>> {
    view.parts.first_mut().map(|part| &mut part.piece)
}

fn key<'a>(item: &'a Value<'a>, key: &str) -> &'a Value<'a> {
    item.get(key).unwrap_or(&Value::Null)
}

fn call<'a>(item: &'a Value<'a>, name: &'a str, arguments: Arguments<'a>) -> Result<View<'a>, Error> {
    let id = id_of(item, "call_id", Place::WHOLE)?;
    Ok(whole(Role::Assistant, vec![Piece::Call(CallView { id, name, arguments, by_provider: false })]))
}

fn message<'a>(item: &'a Value<'a>) -> Result<View<'a>, Error> {
    let role = match role_of(item)? {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "system" => Role::System,
        "developer" => Role::Developer,
        role => {
            // The likeliest slip: the messages of the other interface.
            let hint = if role == "tool" { "; is it \"openai-chat\"?" } else { "" };
            let message = format!("there is no role {} in the openai-responses format{hint}", json::quoted(role));
            return Err(invalid("role", message));
        }
    };
    if item.get("content").is_none_or(Value::is_null) {
        return Err(invalid("content", "is missing"));
    }
    let cut_off = role == Role::Assistant && item.get_str("status") == Some("incomplete");
    Ok(View { stop: cut_off.then_some(Stop::Length), ..View::new(role, content(item, "content")?) })
}

/// A field that holds text, or parts; nothing where it is missing.
fn content<'a>(item: &'a Value<'a>, field: &'static str) -> Result<Vec<Part<'a>>, Error> {
    match item.get(field) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => {
            Ok(vec![Part { place: Place::field(field), piece: Piece::Text(text.as_ref().into()) }])
        }
        Some(Value::Array(items)) => {
            let mut parts = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                let place = Place::item(field, index);
                parts.push(Part { place, piece: part(item, place)? });
            }
            Ok(parts)
        }
        Some(other) => Err(invalid(field, format!("must be text or parts, this is {}", other.kind()))),
    }
}

fn part<'a>(part: &'a Value<'a>, place: Place) -> Result<Piece<'a>, Error> {
    Ok(match text_of(part, "type", place)? {
        "input_text" | "output_text" | "text" => Piece::Text(text_of(part, "text", place)?.into()),
        "refusal" => Piece::Text(text_of(part, "refusal", place)?.into()),
        "input_image" | "computer_screenshot" => Piece::Image,
        "input_file" => {
            let data = part.get_str("file_data");
            let media = data.and_then(|data| data.strip_prefix("data:")?.split(';').next()).unwrap_or_default();
            let price = estimate::file(media, data.map(estimate::base64_bytes));
            Piece::Opaque { matter: Matter::File, price }
        }
        _ => Piece::Opaque { matter: Matter::Plain, price: estimate::opaque(part) },
    })
}

/// The reasoning as the model wrote it, else its summary. What is encrypted costs its bytes, where it cannot be read; it
/// stands before the reasoning, since that leads the next item.
fn reasoning<'a>(item: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut text = String::new();
    for field in ["content", "summary"] {
        let parts = item.get(field).and_then(Value::as_array).unwrap_or_default();
        for (index, part) in parts.iter().enumerate() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(text_of(part, "text", Place::item(field, index))?);
        }
        if !text.is_empty() {
            break;
        }
    }
    let mut pieces = Vec::with_capacity(2);
    let is_readable = key(item, "content").as_array().is_some_and(|parts| !parts.is_empty());
    if let Some(encrypted) = item.get_str("encrypted_content").filter(|_| !is_readable) {
        pieces.push(Piece::Opaque { matter: Matter::Plain, price: encrypted.len() as u64 });
    }
    pieces.push(Piece::Thinking { text: text.into(), bond: Bond::Next });
    Ok(whole(Role::Assistant, pieces))
}

/// The output of a call that the host ran.
fn output<'a>(item: &'a Value<'a>) -> Result<View<'a>, Error> {
    let mut result = ResultView {
        // The output of a local shell may name its call by `id`.
        id: match id_of(item, "call_id", Place::WHOLE)? {
            "" if item.get_str("type") == Some("local_shell_call_output") => id_of(item, "id", Place::WHOLE)?,
            id => id,
        },
        name: item.get_str("name"),
        is_error: item.get_str("status") == Some("failed"),
        ..ResultView::default()
    };
    match (item.get_str("type"), item.get("output")) {
        (Some("computer_call_output"), Some(screenshot @ Value::Object(_))) => {
            part(screenshot, Place::field("output"))?;
            result.images = 1;
        }
        (Some("shell_call_output"), Some(Value::Array(commands))) => {
            for command in commands {
                say(key(command, "stdout"), &mut result);
                say(key(command, "stderr"), &mut result);
            }
        }
        _ => {
            for part in content(item, "output")? {
                match part.piece {
                    Piece::Text(text) => result.texts.push(text),
                    Piece::Image => result.images += 1,
                    other => result.other += estimate::piece(&other),
                }
            }
        }
    }
    Ok(whole(Role::Tool, vec![Piece::Result(result)]))
}

/// What the provider ran: call and result in one item.
fn provided<'a>(item: &'a Value<'a>, kind: &str) -> Result<View<'a>, Error> {
    let id = id_of(item, "id", Place::WHOLE)?;
    let value = |field| Arguments::Value(key(item, field));
    let (name, arguments, results) = match kind {
        "file_search_call" => ("file_search", value("queries"), "results"),
        "web_search_call" => ("web_search", value("action"), ""),
        "code_interpreter_call" => ("code_interpreter", value("code"), "outputs"),
        "image_generation_call" => ("image_generation", value("revised_prompt"), "result"),
        _ => {
            let arguments = Arguments::Text(text_of(item, "arguments", Place::WHOLE)?);
            (text_of(item, "name", Place::WHOLE)?, arguments, "output")
        }
    };
    let mut result = ResultView { id, name: Some(name), by_provider: true, ..ResultView::default() };
    match key(item, results) {
        Value::String(_) if kind == "image_generation_call" => result.images = 1,
        Value::Array(outputs) => {
            for output in outputs {
                if output.get_str("type") == Some("image") {
                    result.images += 1;
                }
                for field in ["filename", "text", "logs"] {
                    say(key(output, field), &mut result);
                }
            }
        }
        output => say(output, &mut result),
    }
    if let Some(error) = item.get("error").filter(|error| !error.is_null()) {
        result.is_error = true;
        match error.as_str() {
            Some(_) => say(error, &mut result),
            None => result.texts.push(json::to_text(error).into()),
        }
    }
    let mut pieces = vec![Piece::Call(CallView { id, name, arguments, by_provider: true })];
    if result.is_error || !key(item, results).is_null() {
        pieces.push(Piece::Result(result));
    }
    Ok(whole(Role::Assistant, pieces))
}

/// A search for tools and what it found, which the model has from there on. They are a pair where the host searches.
fn tool_search<'a>(item: &'a Value<'a>, kind: &str) -> Result<View<'a>, Error> {
    let id = id_of(item, "call_id", Place::WHOLE)?;
    let by_provider = item.get_str("execution") != Some("client");
    if id.is_empty() {
        let piece = Piece::Opaque { matter: Matter::State, price: estimate::opaque(item) };
        return Ok(whole(Role::Assistant, vec![piece]));
    }
    let state = Piece::Opaque { matter: Matter::State, price: 0 };
    if kind == "tool_search_call" {
        let arguments = Arguments::Value(key(item, "arguments"));
        let call = CallView { id, name: "tool_search", arguments, by_provider };
        return Ok(whole(Role::Assistant, vec![state, Piece::Call(call)]));
    }
    let other = estimate::opaque(key(item, "tools"));
    let result = ResultView { id, other, by_provider, ..ResultView::default() };
    let role = if by_provider { Role::Assistant } else { Role::Tool };
    Ok(whole(role, vec![state, Piece::Result(result)]))
}

/// Adds a text on a line of its own.
fn say<'a>(text: &'a Value<'a>, into: &mut ResultView<'a>) {
    let Some(text) = text.as_str().filter(|text| !text.is_empty()) else { return };
    if into.texts.last().is_some_and(|last| !last.ends_with('\n')) {
        into.texts.push("\n".into());
    }
    into.texts.push(text.into());
}
