//! `openai-responses`: the input items of OpenAI's Responses API. Each item is a message here, so a reply of the model is
//! as many messages as it has items: its reasoning, each call, its text.
//!
//! A call stands under its `call_id`; what the provider ran itself, under its item's `id`, its result in the same item.

mod items;
mod rules;

use super::{Answer, Lens, Rules, Seen, Text, invalid, role_of, text_of};
use crate::error::Error;
use crate::patch::Op;
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{Arguments, CallView, Place, View};

/// The lens.
#[derive(Debug)]
pub(super) struct OpenAiResponses;

/// An image of one pixel: what a screenshot is that nobody made.
const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

impl Lens for OpenAiResponses {
    fn name(&self) -> &'static str {
        "openai-responses"
    }

    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error> {
        items::view(message, kind_of(message)?)
    }

    fn rules(&self) -> &'static Rules {
        &rules::RULES
    }

    fn check(&self, history: &[Seen<'_>], situation: Situation, found: &mut Vec<Violation>) {
        rules::check(history, situation, found);
    }

    /// An item's own id may be left out, save that of reasoning.
    fn mend(&self, history: &[Seen<'_>], violation: &Violation) -> Vec<(usize, Op)> {
        let item = history.iter().find(|seen| seen.at == violation.at).map(|seen| seen.message);
        let is_free = item.is_some_and(|item| item.get("id").is_some() && item.get_str("type") != Some("reasoning"));
        if violation.rule == "R9" && is_free {
            return vec![(violation.at, Op::Remove { path: "/id".into() })];
        }
        Vec::new()
    }

    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        said(text.role(), vec![self.text_part(text.text)])
    }

    fn custom_message(&self, content: &Value<'_>, _stamp: &Text<'_>) -> Value<'static> {
        let parts = match content {
            Value::Array(blocks) => blocks.iter().map(|block| content_part(self, block)).collect(),
            other => vec![self.text_part(other.as_str().unwrap_or_default())],
        };
        said("user", parts)
    }

    fn text_part(&self, text: &str) -> Value<'static> {
        Value::object([("type", Value::text("input_text")), ("text", Value::text(text.to_owned()))])
    }

    /// The kinds of calls show in their arguments: JSON text is a function's, other text a custom tool's, and the
    /// provider's own tools, which the host runs, have objects.
    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        let said = || Value::text(text.to_owned());
        let object = matches!(call.arguments, Arguments::Value(Value::Object(_) | Value::Array(_)));
        let mut rest = ("", Value::Null);
        let (kind, output) = match (&call.arguments, call.name) {
            (Arguments::Value(Value::String(_)), _) => ("custom_tool_call_output", ("output", said())),
            (_, "local_shell") if object => ("local_shell_call_output", ("output", said())),
            (_, "shell") if object => {
                let outcome = Value::object([("type", Value::text("exit")), ("exit_code", Value::Number(1.0))]);
                let output = [("stdout", Value::text("")), ("stderr", said()), ("outcome", outcome)];
                ("shell_call_output", ("output", Value::Array(vec![Value::object(output)])))
            }
            (_, "apply_patch") if object => {
                rest = ("status", Value::text("failed"));
                ("apply_patch_call_output", ("output", said()))
            }
            // Nothing but a screenshot is an answer to it.
            (_, "computer") if object => {
                let image = [("type", Value::text("computer_screenshot")), ("image_url", Value::text(PIXEL))];
                ("computer_call_output", ("output", Value::object(image)))
            }
            (_, "tool_search") if object => {
                rest = ("execution", Value::text("client"));
                ("tool_search_output", ("tools", Value::Array(Vec::new())))
            }
            _ => ("function_call_output", ("output", said())),
        };
        let id = ("call_id", Value::text(call.id.to_owned()));
        let mut pairs: Vec<_> = [("type", Value::text(kind)), id, output, rest].into();
        pairs.retain(|(key, _)| !key.is_empty());
        Answer::Message(Value::Object(pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()))
    }
}

/// The type of an item. Messages may leave it out, and so may references.
fn kind_of<'a>(item: &'a Value<'a>) -> Result<&'a str, Error> {
    if !matches!(item, Value::Object(_)) {
        return Err(invalid("", format!("an item is an object, this is {}", item.kind())));
    }
    match item.get("type") {
        None | Some(Value::Null) if item.get("role").is_none() && item.get_str("id").is_some() => Ok("item_reference"),
        None | Some(Value::Null) => role_of(item).map(|_| "message"),
        _ => text_of(item, "type", Place::WHOLE),
    }
}

fn said(role: &'static str, parts: Vec<Value<'static>>) -> Value<'static> {
    Value::object([("type", Value::text("message")), ("role", Value::text(role)), ("content", Value::Array(parts))])
}

/// A text or image block of a `custom_message` entry as a part of this format.
fn content_part(lens: &OpenAiResponses, block: &Value<'_>) -> Value<'static> {
    if block.get_str("type") == Some("image") {
        let (mime, data) = (block.get_str("mimeType").unwrap_or_default(), block.get_str("data").unwrap_or_default());
        return Value::object([
            ("type", Value::text("input_image")),
            ("detail", Value::text("auto")),
            ("image_url", Value::text(format!("data:{mime};base64,{data}"))),
        ]);
    }
    lens.text_part(block.get_str("text").unwrap_or_default())
}
