//! Wire formats are lenses: all that is known of a provider's or framework's message shape stands in this folder.
//!
//! A lens sees a wire message ([`Lens::view`]), writes messages and edits in its shape, and knows which rules a valid
//! history obeys ([`Lens::rules`], [`Lens::check`]). The rest of the core names no format.
//!
//! # A further format
//!
//! 1. A file here with one type that implements [`Lens`], and a line for it in `LENSES`. What types of items there are is a
//!    table (`read::Shapes`), what is written is JSON with places for texts ([`Templates`]).
//! 2. Its tests: `tests/rust/formats/`, and a builder of random histories in `tests/wire/support/build/`.
//! 3. Its name in the type `Format` (`js/session/types.ts`).

mod ai_sdk;
mod ai_sdk_ui;
mod anthropic;
mod edits;
mod gemini;
mod langchain;
mod openai_chat;
mod openai_responses;
mod pi;
mod pointers;
mod read;
mod replace;
mod rules;
mod write;

pub use edits::{can_merge, merge, split_summary, unbind};
pub use pointers::arguments as arguments_pointer;
pub(crate) use read::{find, must_be};
pub use replace::{StandIn, can_replace, replace};
pub(crate) use rules::seen;
pub use rules::{Results, Rules, Seen};
pub use write::Templates;

use crate::error::{Error, ErrorKind};
use crate::json;
use crate::patch::Op;
use crate::settings::SummaryRole;
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{CallView, Part, Place, View};

/// Keys that only one format has: of its messages, and of such parts as others know by the same type.
pub type Marks = (&'static [&'static str], &'static [&'static str]);

/// Whether an item of an output stays when a text takes the output's place.
pub type Stays<'s> = &'s dyn Fn(&Value<'_>) -> bool;

/// What the pipeline asks of a wire format.
pub trait Lens: std::fmt::Debug + Sync {
    /// Its public name.
    fn name(&self) -> &'static str;

    /// Sees one wire message.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidMessage`] with the place inside the message.
    fn view<'a>(&self, message: &'a Value<'a>) -> Result<View<'a>, Error>;

    /// The rules that its histories obey, as far as they can be told in a table.
    fn rules(&self) -> &'static Rules;

    /// Checks the rules that are this format's alone, over a whole history.
    fn check(&self, _history: &[Seen<'_>], _situation: Situation, _found: &mut Vec<Violation>) {}

    /// What tells its messages from others' that are read alike.
    fn marks(&self) -> Marks {
        (&[], &[])
    }

    /// What it writes.
    fn templates(&self) -> &'static Templates;

    /// Writes text as a wire message.
    fn text_message(&self, text: &Text<'_>) -> Value<'static> {
        write::text_message(self.templates(), text)
    }

    /// The field that holds a message's parts, as a JSON pointer without its first slash.
    fn content_field(&self, _message: &Value<'_>) -> &'static str {
        "content"
    }

    /// The answer to a call of a message that nothing has answered: it failed, with this text.
    fn answer(&self, message: &Value<'_>, call: &CallView<'_>, place: Place, text: &str) -> Answer;

    /// Takes a part out of its message.
    fn remove(&self, _message: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
        vec![Op::Remove { path: part.place.pointer() }]
    }

    /// Whether an item of an output's list is text and nothing else.
    fn is_text(&self, item: &Value<'_>) -> bool;

    /// Puts a text in the place of a part: of a result's whole output but for the items that stay, of an image, or of a file.
    /// Of a call it is the JSON text of an object that stands for the arguments. No edits where the shape does not allow it.
    fn put(&self, message: &Value<'_>, part: &Part<'_>, text: &str, stays: Stays<'_>) -> Vec<Op> {
        let content = self.content_field(message);
        replace::put_as_usual(self.templates(), content, message, (part.place, &part.piece), (text, stays))
    }

    /// Where the id of a call or a result stands or belongs, as a JSON pointer inside its message; nothing where it cannot
    /// be written.
    fn id_pointer(&self, message: &Value<'_>, part: &Part<'_>) -> Option<String> {
        pointers::id(self.templates(), message, part)
    }

    /// The edits that mend a violation of a rule of this format alone, each with the index of its message in the history;
    /// none where there is no better way than to take the part out.
    fn mend(&self, _history: &[Seen<'_>], _violation: &Violation) -> Vec<(usize, Op)> {
        Vec::new()
    }
}

/// Text that is to become a message.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// What it says.
    pub text: &'a str,
    /// Whose it is.
    pub role: SummaryRole,
    /// When, in milliseconds since 1970, for formats that stamp messages.
    pub time: f64,
    /// An id that no other message has, for formats whose messages have one.
    pub id: &'a str,
    /// The serialized form of the messages beside it ([`View::form`]).
    pub form: u8,
}

/// How a format writes the answer to a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// As a message of its own.
    Message(Value<'static>),
    /// As an item of the message that holds the results of the call's message, which is this one where there is none yet.
    Part {
        /// The item.
        part: Value<'static>,
        /// A message without items.
        message: Value<'static>,
    },
    /// In the call's own message.
    Edit(Vec<Op>),
}

/// The lenses. A list that several read alike is taken for that of the first ([`crate::glance::format_of`]): plain text is
/// OpenAI's, since most others were made to look like it, and typed parts of a page are read as Gemini's untyped ones, too.
pub(crate) const LENSES: &[&dyn Lens] = &[
    &openai_chat::OpenAiChat,
    &openai_responses::OpenAiResponses,
    &anthropic::Anthropic,
    &ai_sdk::AiSdk,
    &ai_sdk_ui::AiSdkUi,
    &gemini::Gemini,
    &langchain::LangChain,
    &pi::Pi,
];

/// The lens of a name.
///
/// # Errors
/// [`ErrorKind::UnknownFormat`], with the names that there are.
pub fn lens(name: &str) -> Result<&'static dyn Lens, Error> {
    let mut known = String::new();
    for lens in LENSES {
        if lens.name() == name {
            return Ok(*lens);
        }
        known.push_str(if known.is_empty() { "" } else { ", " });
        json::write_string(lens.name(), &mut known);
    }
    let message = ["there is no format ", &json::quoted(name), "; the formats are ", &known].concat();
    Err(Error::new(ErrorKind::UnknownFormat, "format", message))
}

/// Whether a detail of OpenRouter's `reasoning_details` is Claude's, signed or sealed.
fn is_claude_detail(detail: &Value<'_>) -> bool {
    let claude = detail.get_str("format").is_none_or(|format| format.starts_with("anthropic"));
    claude && (detail.has_text("signature") || detail.has_text("data"))
}
