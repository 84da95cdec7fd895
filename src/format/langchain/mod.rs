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

use super::read::{Reader, id_of, invalid, is_text, text_of};
use super::replace::put_as_usual;
use super::{Answer, Lens, Results, Rules, Stays, Templates, Text, openai_chat};
use crate::error::Error;
use crate::patch::Op;
use crate::seek;
use crate::settings::SummaryRole;
use crate::tokens::usage;
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

    fn templates(&self) -> &'static Templates {
        &Templates { message: "", text: Templates::TEXT, image: openai_chat::IMAGE, ids: [""; 2] }
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        let kind = if text.role == SummaryRole::User { Kind::Human } else { Kind::System };
        // Its stores know no developer: LangChain itself writes a developer's words so.
        let fields = match (text.id, text.role) {
            ("", SummaryRole::Developer) => r#""content":"$0","additional_kwargs":{"__openai_role__":"developer"}"#,
            ("", _) => r#""content":"$0","additional_kwargs":{}"#,
            (_, SummaryRole::Developer) => {
                r#""content":"$0","id":"$1","additional_kwargs":{"__openai_role__":"developer"}"#
            }
            _ => r#""content":"$0","id":"$1","additional_kwargs":{}"#,
        };
        write(form_of(text), kind, fields, &[text.text, text.id])
    }

    fn content_field(&self, message: &Value<'_>) -> &'static str {
        match open(message) {
            Ok(opened) => content_field(&opened),
            Err(_) => DICT.content,
        }
    }

    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, place: Place, text: &str) -> Answer {
        let form = if place.field.starts_with(CONSTRUCTOR.fields) { &CONSTRUCTOR } else { &DICT };
        let (kind, fields) = if place.field == form.function_call {
            (Kind::Function, r#""content":"$0","name":"$1","additional_kwargs":{}"#)
        } else {
            (Kind::Tool, r#""content":"$0","name":"$1","tool_call_id":"$2","status":"error","additional_kwargs":{}"#)
        };
        Answer::Message(write(form, kind, fields, &[text, call.name, call.id]))
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

    fn is_text(&self, item: &Value<'_>) -> bool {
        is_text(item, blocks::read)
    }

    /// Content may be kept twice: as it is, and once more as LangChain's own blocks.
    fn put(&self, message: &Value<'_>, part: &Part<'_>, text: &str, stays: Stays<'_>) -> Vec<Op> {
        let Ok(opened) = open(message) else { return Vec::new() };
        let (form, content) = (opened.form, content_field(&opened));
        if let Piece::Call(_) = part.piece {
            return calls::put(form, message, opened.data, part, text);
        }
        let ops =
            |field: &str, place| put_as_usual(self.templates(), field, message, (place, &part.piece), (text, stays));
        let mut all = ops(content, part.place);
        let copy = opened.data.given("content_blocks");
        if copy.is_none() || content == form.content_blocks {
            return all;
        }
        if part.place == Place::WHOLE {
            all.extend(ops(form.content_blocks, part.place));
        } else if copy == opened.data.get("content") {
            all.extend(ops(content, Place { field: form.content_blocks, ..part.place }));
        }
        all
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
    let within = |error: Error| error.within(form.fields);
    let role = match opened.kind {
        Kind::Ai => return assistant(opened),
        Kind::Tool => return result(opened, id_of(data, "tool_call_id").map_err(within)?),
        // The older form of calls has names instead of ids.
        Kind::Function => return result(opened, text_of(data, "name").map_err(within)?),
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
        Kind::Chat => match text_of(data, "role").map_err(within)? {
            "assistant" | "ai" | "model" => return assistant(opened),
            "system" => Role::System,
            "developer" => Role::Developer,
            // Whoever else speaks there speaks to the model.
            _ => Role::User,
        },
    };
    let mut reader = Reader::new(role);
    content(&mut reader, opened)?;
    // Results in Anthropic's shape, alone in a message, are a tool's.
    let parts = &reader.view.parts;
    if role == Role::User && !parts.is_empty() && parts.iter().all(|part| matches!(part.piece, Piece::Result(_))) {
        reader.is_of(Role::Tool);
    }
    Ok(reader.view)
}

/// The form in which text is written.
fn form_of(text: &Text<'_>) -> &'static Form {
    if text.form == 1 { &CONSTRUCTOR } else { &DICT }
}

/// A field of `additional_kwargs`.
fn keyword<'a>(data: &'a Value<'a>, key: &str) -> Option<&'a Value<'a>> {
    data.get("additional_kwargs")?.given(key)
}

/// The content of a message. Where there is none, LangChain takes it for empty.
fn content<'a>(reader: &mut Reader<'a>, opened: &Opened<'a>) -> Result<(), Error> {
    let field = content_field(opened);
    let key = field.get(opened.form.fields.len() + 1..).unwrap_or_default();
    let Some(content) = opened.data.given(key) else { return Ok(()) };
    reader.content(content, field, "text or blocks", blocks::read)?;
    if is_gemini(opened.data) {
        for part in &mut reader.view.parts {
            if let Piece::Thinking { bond, .. } = &mut part.piece {
                *bond = Bond::Free;
            }
        }
    }
    Ok(())
}

/// Whether the signatures in a message are Gemini's: they stand in the same blocks as Claude's, and depend on nothing.
fn is_gemini(data: &Value<'_>) -> bool {
    let metadata = data.get("response_metadata").unwrap_or(&Value::Null);
    let named = |key: &str, part: &str| seek::find(metadata.text_of(key), part).is_some();
    let of_model = |part: &str| named("model_name", part) || named("model", part);
    let google = metadata.text_of("model_provider").starts_with("google") || of_model("gemini");
    (google || keyword(data, "__gemini_function_call_thought_signatures__").is_some()) && !of_model("claude")
}

fn assistant<'a>(opened: &Opened<'a>) -> Result<View<'a>, Error> {
    let data = opened.data;
    let mut reader = Reader::new(Role::Assistant);
    content(&mut reader, opened)?;
    if !reader.view.parts.iter().any(|part| matches!(part.piece, Piece::Thinking { .. })) {
        let said = std::mem::take(&mut reader.view.parts);
        reasoning(&mut reader, opened);
        reader.view.parts.extend(said);
    }
    calls::add(&mut reader, opened)?;
    let mut view = reader.view;
    let metadata = |keys: &[&str]| {
        let metadata = data.get("response_metadata")?;
        keys.iter().find_map(|key| metadata.given(key))
    };
    let usage = data.given("usage_metadata");
    view.usage = usage.or_else(|| metadata(&["usage", "tokenUsage", "token_usage"])).map(usage::read);
    let stop = metadata(&["stop_reason", "finish_reason", "finishReason"]).or_else(|| keyword(data, "finishReason"));
    view.stop = stop.and_then(Value::as_str).and_then(stop_of);
    view.response = data.get_str("id");
    Ok(view)
}

/// Reasoning that stands beside the content: that of compatible servers, and OpenAI's items.
fn reasoning<'a>(reader: &mut Reader<'a>, opened: &Opened<'a>) {
    if let Some(text) = keyword(opened.data, "reasoning_content").and_then(Value::as_str) {
        reader.at = Place::field(opened.form.reasoning_content);
        reader.think(text, Bond::Free);
    } else if let Some(item) = keyword(opened.data, "reasoning") {
        let mut text = String::new();
        for part in item.items("summary") {
            text.push_str(part.text_of("text"));
        }
        reader.at = Place::field(opened.form.reasoning);
        reader.add(Piece::Thinking { text: text.into(), bond: Bond::Free });
    }
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
    let is_error = data.says("status", "error");
    let is_fixed = blocks::gives_tools(data.items("content"));
    let mut reader = Reader::new(Role::Tool);
    content(&mut reader, opened)?;
    reader.whole_result(ResultView { id, name: data.get_str("name"), is_error, is_fixed, ..ResultView::default() });
    Ok(reader.view)
}
