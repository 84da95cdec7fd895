//! `openai-responses`: the input items of OpenAI's Responses API. Each item is a message here, so a reply of the model is
//! as many messages as it has items: its reasoning, each call, its text.
//!
//! A call stands under its `call_id`; what the provider ran itself, under its item's `id`, its result in the same item.

mod items;
mod rules;

use super::read::{is_text, object, role_of, text_of};
use super::replace::{Edits, put_as_usual};
use super::write::fill;
use super::{Answer, Lens, Rules, Seen, Stays, Templates};
use crate::error::Error;
use crate::patch::Op;
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{Arguments, CallView, Part, Place, View};

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
        let is_free = item.is_some_and(|item| item.get("id").is_some() && !item.says("type", "reasoning"));
        if violation.rule == "R9" && is_free {
            return vec![(violation.at, Op::Remove { path: "/id".into() })];
        }
        Vec::new()
    }

    fn templates(&self) -> &'static Templates {
        &Templates {
            message: r#"{"type":"message","role":"$1","content":[{"type":"input_text","text":"$0"}]}"#,
            text: r#"{"type":"input_text","text":"$0"}"#,
            image: r#"{"type":"input_image","detail":"auto","image_url":"data:$0;base64,$1"}"#,
            ids: ["call_id"; 2],
        }
    }

    /// The kinds of calls show in their arguments: JSON text is a function's, other text a custom tool's, and the
    /// provider's own tools, which the host runs, have objects.
    fn answer(&self, _message: &Value<'_>, call: &CallView<'_>, _place: Place, text: &str) -> Answer {
        const TEXT: &str = r#""output":"$1""#;
        const COMMANDS: &str = r#""output":[{"stdout":"","stderr":"$1","outcome":{"type":"exit","exit_code":1}}]"#;
        let own = match call.arguments {
            Arguments::Value(Value::Object(_) | Value::Array(_)) => call.name,
            _ => "",
        };
        let (kind, rest) = match own {
            "local_shell" => (own, TEXT),
            "shell" => (own, COMMANDS),
            "apply_patch" => (own, r#""output":"$1","status":"failed""#),
            // Nothing but a screenshot is an answer to it.
            "computer" => (own, r#""output":{"type":"computer_screenshot","image_url":"$2"}"#),
            "tool_search" => (own, r#""tools":[],"execution":"client""#),
            _ if matches!(call.arguments, Arguments::Value(Value::String(_))) => ("custom_tool", TEXT),
            _ => ("function", TEXT),
        };
        let end = if kind == "tool_search" { "_output" } else { "_call_output" };
        let template = [r#"{"type":""#, kind, end, r#"","call_id":"$0","#, rest, "}"].concat();
        Answer::Message(fill(&template, &[call.id, text, PIXEL]))
    }

    fn is_text(&self, item: &Value<'_>) -> bool {
        is_text(item, items::part)
    }

    fn put(&self, message: &Value<'_>, part: &Part<'_>, text: &str, stays: Stays<'_>) -> Vec<Op> {
        if !message.says("type", "shell_call_output") {
            return put_as_usual(self.templates(), "output", message, (part.place, &part.piece), (text, stays));
        }
        let mut edits = Edits::at(String::new());
        // Each command keeps how it ended.
        for at in 0..message.items("output").len() {
            let path = Place::item("output", at).pointer();
            edits.say(&[&path, "/stdout"].concat(), if at == 0 { text } else { "" });
            edits.say(&(path + "/stderr"), "");
        }
        edits.ops
    }
}

/// The type of an item. Messages may leave it out, and so may references.
fn kind_of<'a>(item: &'a Value<'a>) -> Result<&'a str, Error> {
    object(item, "an item")?;
    match item.given("type") {
        Some(_) => text_of(item, "type"),
        None if item.get("role").is_none() && item.get_str("id").is_some() => Ok("item_reference"),
        None => role_of(item).map(|_| "message"),
    }
}
