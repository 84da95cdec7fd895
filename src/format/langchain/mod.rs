//! `langchain`: LangChain's messages in both of their serialized forms.
//!
//! | form | who writes it | a message |
//! |---|---|---|
//! | dict | `toDict()`, stores of chat histories | `{type, data}` |
//! | constructor | `toJSON()`, `JSON.stringify` | `{lc: 1, type: "constructor", id: […, class], kwargs}` |
//!
//! `data` and `kwargs` hold the same fields. What is written (a summary, a custom message) has the dict form; the answer to
//! a call has the form of the call's message.
//!
//! Content is text or blocks: those of the message's provider, or LangChain's own. `additional_kwargs` and
//! `response_metadata` stay as they are, and an `artifact` costs nothing: it is not sent to the model.

mod blocks;
mod calls;
mod form;

use form::{CONSTRUCTOR, DICT, Form, Kind, Opened, content_field, open, write};

use super::{Answer, Lens, Results, Rules, Text, id_of, invalid, join, openai_chat, text_of};
use crate::error::Error;
use crate::patch::Op;
use crate::settings::SummaryRole;
use crate::tokens::{estimate, usage};
use crate::value::Value;
use crate::view::{Bond, CallView, Part, Piece, Place, ResultView, Role, Stop, View};

/// The lens.
#[derive(Debug)]
pub(super) struct LangChain;

const RULES: Rules = Rules { results: Results::Following, needs_ids: true, ..Rules::NONE };

impl Lens for LangChain {
    fn name(&self) -> &'static str {
        "langchain"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        let opened = open(message)?;
        let form = u8::from(opened.form.fields == CONSTRUCTOR.fields);
        Ok(View { form, ..view(&opened)? })
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        let kind = if text.role == SummaryRole::User { Kind::Human } else { Kind::System };
        let mut fields = vec![("content".into(), Value::text(text.text.to_owned()))];
        if !text.id.is_empty() {
            fields.push(("id".into(), Value::text(text.id.to_owned())));
        }
        // Its stores know no type of that name: LangChain itself writes a developer's words so.
        let developer = text.role == SummaryRole::Developer;
        let role = developer.then(|| ("__openai_role__".into(), Value::text("developer")));
        write(form_of(text), kind, fields, Value::Object(role.into_iter().collect()))
    }

    fn custom_message(&self, content: &Value<'_>, stamp: &Text<'_>) -> Value<'static> {
        let content = match content {
            Value::Array(blocks) => {
                Value::Array(blocks.iter().map(|block| openai_chat::content_block(self, block)).collect())
            }
            other => other.clone().into_owned(),
        };
        let mut fields = vec![("content".into(), content)];
        if !stamp.id.is_empty() {
            fields.push(("id".into(), Value::text(stamp.id.to_owned())));
        }
        write(form_of(stamp), Kind::Human, fields, Value::Object(Vec::new()))
    }

    fn content_field(&self, message: &Value<'_>) -> &'static str {
        match open(message) {
            Ok(opened) => content_field(&opened),
            Err(_) => DICT.content,
        }
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, place: Place, text: &str) -> Answer {
        let form = if place.field.starts_with(CONSTRUCTOR.fields) { &CONSTRUCTOR } else { &DICT };
        let mut fields =
            vec![("content".into(), Value::text(text.to_owned())), ("name".into(), Value::text(call.name.to_owned()))];
        let kind = if place.field == form.function_call { Kind::Function } else { Kind::Tool };
        if kind == Kind::Tool {
            fields.push(("tool_call_id".into(), Value::text(call.id.to_owned())));
            fields.push(("status".into(), Value::text("error")));
        }
        Answer::Message(write(form, kind, fields, Value::Object(Vec::new())))
    }

    fn id_pointer(&self, message: &Value<'_>, part: &Part<'_>) -> Option<String> {
        let opened = open(message).ok()?;
        let at = part.place.pointer();
        match &part.piece {
            Piece::Result(_) if part.place != Place::WHOLE => Some(at + "/tool_use_id"),
            Piece::Result(_) if opened.kind == Kind::Tool => Some(["/", opened.form.fields, "/tool_call_id"].concat()),
            Piece::Call(_) if calls::is_geminis(opened.form, opened.data, part) => Some(at + "/functionCall/id"),
            // The older form of calls has no ids: what stands for one is the function's name.
            Piece::Call(_) if part.place.field != opened.form.function_call => Some(at + "/id"),
            _ => None,
        }
    }

    /// A call is kept in up to four places, and content in two: the part goes from all of them.
    fn remove(&self, message: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
        match open(message) {
            Ok(opened) => calls::remove(opened.form, opened.data, part),
            Err(_) => vec![Op::Remove { path: part.place.pointer() }],
        }
    }
}

/// What an opened message shows, but for its form.
fn view<'a>(opened: &Opened<'a>) -> Result<View<'a>, Error> {
    let (form, data) = (opened.form, opened.data);
    let place = Place::field(form.fields);
    let role = match opened.kind {
        Kind::Ai => return assistant(opened),
        Kind::Tool => return result(opened, id_of(data, "tool_call_id", place)?),
        // The older form of calls has names instead of ids.
        Kind::Function => return result(opened, text_of(data, "name", place)?),
        Kind::Remove => {
            let message = "a RemoveMessage is an order to a graph's state, not a message: carry it out first";
            return Err(invalid(if form.fields == "data" { "type" } else { "id" }, message));
        }
        Kind::Human => Role::User,
        Kind::Developer => Role::Developer,
        Kind::System => match keyword(data, "__openai_role__").and_then(Value::as_str) {
            Some("developer") => Role::Developer,
            _ => Role::System,
        },
        Kind::Chat => match text_of(data, "role", place)? {
            "assistant" | "ai" | "model" => return assistant(opened),
            "system" => Role::System,
            "developer" => Role::Developer,
            // Whoever else speaks there speaks to the model.
            _ => Role::User,
        },
    };
    let parts = content(opened)?;
    // Results in Anthropic's shape, alone in a message, are a tool's.
    let only_results = !parts.is_empty() && parts.iter().all(|part| matches!(part.piece, Piece::Result(_)));
    Ok(View::new(if only_results && role == Role::User { Role::Tool } else { role }, parts))
}

/// The form in which text is written.
fn form_of(text: &Text<'_>) -> &'static Form {
    if text.form == 1 { &CONSTRUCTOR } else { &DICT }
}

/// A field of `additional_kwargs`.
fn keyword<'a>(data: &'a Value<'a>, key: &str) -> Option<&'a Value<'a>> {
    data.get("additional_kwargs")?.get(key).filter(|value| !value.is_null())
}

/// The content of a message. Where there is none, LangChain takes it for empty.
fn content<'a>(opened: &Opened<'a>) -> Result<Vec<Part<'a>>, Error> {
    let field = content_field(opened);
    let key = field.rsplit('/').next().unwrap_or_default();
    let mut parts = Vec::new();
    match opened.data.get(key) {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => {
            parts.push(Part { place: Place::field(field), piece: Piece::Text(text.as_ref().into()) });
        }
        Some(Value::Array(items)) => {
            let claude = !is_gemini(opened.data);
            for (index, item) in items.iter().enumerate() {
                let place = Place::item(field, index);
                parts.push(Part { place, piece: blocks::piece(item, place, claude)? });
            }
        }
        Some(other) => {
            let message = format!("must be text or blocks, this is {}", other.kind());
            return Err(invalid(Place::field(field).path(), message));
        }
    }
    Ok(parts)
}

/// Whether the signatures in a message are Gemini's: they stand in the same blocks as Claude's, and depend on nothing.
fn is_gemini(data: &Value<'_>) -> bool {
    let metadata = |key: &str| data.get("response_metadata").and_then(|of| of.get_str(key)).unwrap_or_default();
    let model = [metadata("model_name"), metadata("model")].concat();
    let google = metadata("model_provider").starts_with("google") || model.contains("gemini");
    (google || keyword(data, "__gemini_function_call_thought_signatures__").is_some()) && !model.contains("claude")
}

fn assistant<'a>(opened: &Opened<'a>) -> Result<View<'a>, Error> {
    let data = opened.data;
    let mut parts = content(opened)?;
    if !parts.iter().any(|part| matches!(part.piece, Piece::Thinking { .. })) {
        parts.splice(0..0, reasoning(opened));
    }
    calls::add(opened, &mut parts)?;
    let metadata = |key: &str| data.get("response_metadata").and_then(|of| of.get(key)).filter(|of| !of.is_null());
    let usage = data.get("usage_metadata").filter(|usage| !usage.is_null());
    let usage = usage.or_else(|| ["usage", "tokenUsage", "token_usage"].into_iter().find_map(metadata));
    let stop = ["stop_reason", "finish_reason", "finishReason"].into_iter().find_map(metadata);
    let stop = stop.or_else(|| keyword(data, "finishReason")).and_then(Value::as_str).and_then(stop_of);
    let response = data.get_str("id");
    Ok(View { usage: usage.map(usage::read), stop, response, ..View::new(Role::Assistant, parts) })
}

/// Reasoning that stands beside the content: that of compatible servers, and OpenAI's items.
fn reasoning<'a>(opened: &Opened<'a>) -> Option<Part<'a>> {
    let part = |field, text| {
        let piece = Piece::Thinking { text, bond: Bond::Free };
        Some(Part { place: Place::field(field), piece })
    };
    if let Some(text) = keyword(opened.data, "reasoning_content").and_then(Value::as_str) {
        return part(opened.form.reasoning_content, text.into());
    }
    let item = keyword(opened.data, "reasoning")?;
    let summary = item.get("summary").and_then(Value::as_array).unwrap_or_default();
    part(opened.form.reasoning, summary.iter().filter_map(|text| text.get_str("text")).collect())
}

/// Why the model stopped, in the words of any provider.
fn stop_of(reason: &str) -> Option<Stop> {
    Some(match reason {
        "stop" | "end_turn" | "stop_sequence" | "STOP" => Stop::Stop,
        "length" | "max_tokens" | "MAX_TOKENS" => Stop::Length,
        "tool_calls" | "tool_use" | "function_call" => Stop::ToolUse,
        _ => return None,
    })
}

fn result<'a>(opened: &Opened<'a>, id: &'a str) -> Result<View<'a>, Error> {
    let data = opened.data;
    let is_error = data.get_str("status") == Some("error");
    let mut result = ResultView { id, name: data.get_str("name"), is_error, ..ResultView::default() };
    for part in content(opened)? {
        take(&mut result, part.piece);
    }
    Ok(View::new(Role::Tool, vec![Part { place: Place::WHOLE, piece: Piece::Result(result) }]))
}

/// Adds a piece of content to a result.
fn take<'a>(result: &mut ResultView<'a>, piece: Piece<'a>) {
    match piece {
        Piece::Text(text) => result.texts.push(text),
        Piece::Image => result.images += 1,
        other => result.other += estimate::piece(&other),
    }
}
