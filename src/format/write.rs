//! What lenses write messages with: JSON in which the text to be written has a place.

use super::read::find;
use super::{Lens, Text};
use crate::json;
use crate::patch;
use crate::settings::SummaryRole;
use crate::value::Value;

/// What a format writes, as JSON in which `$0` to `$9` stand for texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Templates {
    /// A message of text: `$0` the text, `$1` the role's word where there are developers, `$2` where there are none, `$3` an
    /// id.
    pub message: &'static str,
    /// Text as an item of a message's content: `$0`. It stands under `text`.
    pub text: &'static str,
    /// An image as such an item: `$0` its media type, `$1` its base64 text. Empty: blocks are written as they are.
    pub image: &'static str,
    /// The keys of ids in calls and in results.
    pub ids: [&'static str; 2],
}

impl Templates {
    /// Text as most formats have it.
    pub(super) const TEXT: &'static str = r#"{"type":"text","text":"$0"}"#;
}

/// Makes a value of a template: in its strings `$0` to `$9` stand for texts.
pub(super) fn fill(template: &str, texts: &[&str]) -> Value<'static> {
    let mut value = json::parse(template).unwrap_or_default().into_owned();
    put(&mut value, texts);
    value
}

fn put(value: &mut Value<'_>, texts: &[&str]) {
    match value {
        Value::String(text) => {
            let mut out = String::new();
            let mut after_mark = false;
            for letter in text.chars() {
                match letter.to_digit(10).filter(|_| after_mark) {
                    Some(number) => out.push_str(texts.get(number as usize).copied().unwrap_or_default()),
                    None if letter != '$' => out.push(letter),
                    None => {}
                }
                after_mark = letter == '$';
            }
            *text = out.into();
        }
        Value::Array(items) => {
            for item in items {
                put(item, texts);
            }
        }
        Value::Object(pairs) => {
            for (_, item) in pairs {
                put(item, texts);
            }
        }
        _ => {}
    }
}

/// See [`Lens::text_message`].
pub(super) fn text_message(templates: &Templates, text: &Text<'_>) -> Value<'static> {
    let (role, without_developer) = match text.role {
        SummaryRole::User => ("user", "user"),
        SummaryRole::System => ("system", "system"),
        SummaryRole::Developer => ("developer", "system"),
    };
    fill(templates.message, &[text.text, role, without_developer, text.id])
}

impl dyn Lens + '_ {
    /// Text as an item of the content of a message of the user; its text stands under `text`.
    pub fn text_part(&self, text: &str) -> Value<'static> {
        fill(self.templates().text, &[text])
    }

    /// Writes the content of a `custom_message` entry (text, or blocks of text and images in pi's shape) as a message of
    /// the user. Of `stamp`, the text and the role say nothing.
    pub fn custom_message(&self, content: &Value<'_>, stamp: &Text<'_>) -> Value<'static> {
        let mut message = self.text_message(&Text { text: "", role: SummaryRole::User, ..*stamp });
        let field = self.content_field(&message);
        let is_list = matches!(find(&message, field), Some(Value::Array(_)));
        let image = self.templates().image;
        let content = match content {
            Value::Array(blocks) if !image.is_empty() => {
                let mut parts = Vec::with_capacity(blocks.len());
                for block in blocks {
                    parts.push(if block.says("type", "image") {
                        fill(image, &[block.text_of("mimeType"), block.text_of("data")])
                    } else {
                        self.text_part(block.text_of("text"))
                    });
                }
                Value::Array(parts)
            }
            other if is_list && !image.is_empty() => {
                Value::Array(vec![self.text_part(other.as_str().unwrap_or_default())])
            }
            other => other.clone().into_owned(),
        };
        patch::add(&mut message, &["/", field].concat(), content);
        message
    }
}
