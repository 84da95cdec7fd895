//! Wire formats are lenses: all that is known of a provider's or framework's message shape stands in this folder.
//!
//! A lens sees a wire message ([`Lens::view`]), writes a summary as one ([`Lens::text_message`]), and knows which
//! rules a valid history obeys ([`Lens::rules`]). The rest of the core names no format. A further one is one file
//! here, one line in [`lens`], and its tests.

mod openai_chat;
mod pi;

use crate::error::{Error, ErrorKind};
use crate::json;
use crate::message::View;
use crate::settings::SummaryRole;
use crate::value::Value;

/// What the pipeline asks of a wire format.
pub trait Lens: std::fmt::Debug + Sync {
    /// Its public name.
    fn name(&self) -> &'static str;

    /// Sees one wire message.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidMessage`] with the place inside the message.
    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error>;

    /// Writes framed text as a wire message. `time` is in milliseconds since 1970, for formats that stamp messages.
    fn text_message(&self, text: &str, role: SummaryRole, time: f64) -> Value<'static>;

    /// Writes the content of a `custom_message` entry (text, or blocks of text and images) as a message of the user.
    fn custom_message(&self, content: &Value<'_>, time: f64) -> Value<'static>;

    /// The rules that its histories obey.
    fn rules(&self) -> Rules;
}

/// Which rules a format's provider enforces, beyond those that all share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rules {
    /// Results stand directly behind the message that calls, with nothing but other results between.
    pub adjacent_results: bool,
    /// Call ids are unique in the whole request.
    pub unique_call_ids: bool,
    /// Arguments given as text must parse as JSON.
    pub json_arguments: bool,
    /// A message of the model needs text or calls.
    pub assistant_content: bool,
}

/// The lens of a name.
///
/// # Errors
/// [`ErrorKind::UnknownFormat`], with the names that there are.
pub fn lens(name: &str) -> Result<&'static dyn Lens, Error> {
    match name {
        "pi" => Ok(&pi::Pi),
        "openai-chat" => Ok(&openai_chat::OpenAiChat),
        _ => Err(Error::new(
            ErrorKind::UnknownFormat,
            "format",
            format!("there is no format {}; the formats are \"pi\" and \"openai-chat\"", json::quoted(name)),
        )),
    }
}

fn invalid(path: impl Into<String>, message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidMessage, path, message)
}

/// The role of a message, or why it has none.
fn role_of<'a>(message: &'a Value<'a>) -> Result<&'a str, Error> {
    if !matches!(message, Value::Object(_)) {
        return Err(invalid("", format!("a message is an object, this is {}", message.kind())));
    }
    match message.get("role") {
        Some(Value::String(role)) => Ok(role),
        Some(other) => Err(invalid("role", format!("must be a string, this is {}", other.kind()))),
        None => Err(invalid("role", "is missing")),
    }
}

/// The text of a key that must be there.
fn text_of<'a>(value: &'a Value<'a>, key: &str, path: &str) -> Result<&'a str, Error> {
    value.get_str(key).ok_or_else(|| {
        let kind = value.get(key).map_or("missing", Value::kind);
        invalid(join(path, key), format!("must be a string, this is {kind}"))
    })
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.into() } else { format!("{path}.{key}") }
}
