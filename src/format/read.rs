//! What lenses read messages with. Each of these is compiled once, whatever the formats that are read with it.
//!
//! Most items of a message say by a `type` what they are, and most types are alike in all formats: text, an image, a call.
//! Those are told in a table ([`Shapes`]); what a table cannot tell is a function of its own.

use crate::error::{Error, ErrorKind};
use crate::json;
use crate::seek;
use crate::tokens::estimate;
use crate::value::{Host, Value};
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, View};

/// Reads an item: adds to the view what it is. Paths of errors begin at the item.
pub(super) type Read = for<'a> fn(&mut Reader<'a>, &'a Value<'a>) -> Result<(), Error>;

/// How items of a type are read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// Text, under a key that must be there.
    Text(&'static str),
    /// Reasoning: the key of its text, which must be there, and that of its signature, by which it depends on what comes
    /// before it.
    Thinking(&'static [&'static str; 2]),
    /// Reasoning that only its provider can read, and which depends on what comes before it.
    Sealed,
    /// An image.
    Image,
    /// A call: the keys of its id, its name and its arguments, which must be there. Whether the provider runs it.
    Call(&'static [&'static str; 3], bool),
    /// What is not read.
    Opaque(Matter),
    /// What is not sent.
    Nothing,
    /// Anything else.
    Read(Read),
}

/// How items are read by their types. A star stands for any start or end of a type, alone for any type.
pub(super) type Shapes = [(&'static str, Shape)];

/// A message while it is read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// What has been read of it.
    pub(super) view: View<'a>,
    /// Where the item stands that is being read.
    pub(super) at: Place,
}

impl<'a> Reader<'a> {
    pub(super) fn new(role: Role) -> Self {
        Self { view: View::new(role, Vec::new()), at: Place::WHOLE }
    }

    /// Says whose message it is.
    pub(super) fn is_of(&mut self, role: Role) {
        self.view.role = role;
        self.view.starts_turn = role == Role::User;
    }

    /// Adds a piece, at the place of the item that is being read.
    pub(super) fn add(&mut self, piece: Piece<'a>) {
        self.view.parts.push(Part { place: self.at, piece });
    }

    pub(super) fn say(&mut self, text: &'a str) {
        self.add(Piece::Text(text.into()));
    }

    pub(super) fn think(&mut self, text: &'a str, bond: Bond) {
        self.add(Piece::Thinking { text: text.into(), bond });
    }

    pub(super) fn opaque(&mut self, matter: Matter, price: u64) {
        self.add(Piece::Opaque { matter, price });
    }

    /// Adds what is kept as it is, for the price of its JSON.
    pub(super) fn keep(&mut self, matter: Matter, value: &Value<'_>) {
        self.opaque(matter, estimate::opaque(value));
    }

    /// Adds a call. `item` is where it stands, with what is said beside it.
    pub(super) fn call(
        &mut self,
        item: &Value<'_>,
        id: &'a str,
        name: &'a str,
        arguments: Arguments<'a>,
        by_provider: bool,
    ) {
        let is_open = match &arguments {
            Arguments::Value(Value::Object(pairs)) => !pairs.is_empty(),
            Arguments::Value(value) => value.as_str().is_some(),
            Arguments::Text(_) => true,
        };
        let is_fixed = by_provider || !is_open || is_sealed(item, id);
        self.add(Piece::Call(CallView { id, name, arguments, by_provider, is_fixed }));
    }

    /// Says that the arguments of the call that was just added are as they must be.
    pub(super) fn fix_call(&mut self) {
        if let Some(Part { piece: Piece::Call(call), .. }) = self.view.parts.last_mut() {
            call.is_fixed = true;
        }
    }

    /// Adds a result; by whose tool, the message's role tells.
    pub(super) fn result(&mut self, result: ResultView<'a>) {
        self.add(Piece::Result(result));
    }

    /// Adds an image, or a file with its size where its data is here: base64 text, or bytes.
    pub(super) fn file(&mut self, media: &str, data: Option<&Value<'_>>) {
        if media.starts_with("image/") {
            return self.add(Piece::Image);
        }
        let bytes = match data {
            Some(Value::String(text)) => Some(estimate::base64_bytes(text)),
            Some(Value::Host(Host::Bytes { length })) => Some(u64::from(*length)),
            _ => None,
        };
        self.opaque(Matter::File, estimate::file(media, bytes));
    }

    /// Makes all that was read the content of a result, which is the whole message.
    pub(super) fn whole_result(&mut self, mut result: ResultView<'a>) {
        hold(&mut result, std::mem::take(&mut self.view.parts));
        self.at = Place::WHOLE;
        self.result(result);
    }

    /// Reads one thing at a place.
    pub(super) fn item(&mut self, item: &'a Value<'a>, place: Place, read: Read) -> Result<(), Error> {
        self.at = place;
        read(self, item).map_err(|error| error.within(&place.path()))
    }

    /// Reads the items of a field.
    pub(super) fn items(&mut self, items: &'a [Value<'a>], field: &'static str, read: Read) -> Result<(), Error> {
        for (index, item) in items.iter().enumerate() {
            self.item(item, Place::item(field, index), read)?;
        }
        Ok(())
    }

    /// Reads a field that holds what an error would call `wanted`: `text`, an array, or (`text or …`) either.
    pub(super) fn content(
        &mut self,
        content: &'a Value<'a>,
        field: &'static str,
        wanted: &str,
        read: Read,
    ) -> Result<(), Error> {
        match content {
            Value::String(text) if wanted.starts_with("text") => {
                self.at = Place::field(field);
                self.say(text);
                Ok(())
            }
            Value::Array(items) if wanted != "text" => self.items(items, field, read),
            other => Err(must_be(&Place::field(field).path(), wanted, Some(other))),
        }
    }

    /// Reads an item as its type says.
    pub(super) fn shaped(&mut self, item: &'a Value<'a>, kind: &str, shapes: &Shapes) -> Result<(), Error> {
        let fits = |name: &str| match (name.strip_prefix('*'), name.strip_suffix('*')) {
            (Some(end), _) => kind.ends_with(end),
            (_, Some(start)) => kind.starts_with(start),
            _ => kind == name,
        };
        match shapes.iter().find(|(name, _)| fits(name)).map_or(Shape::Opaque(Matter::Plain), |(_, shape)| *shape) {
            Shape::Text(key) => self.say(text_of(item, key)?),
            Shape::Thinking([key, seal]) => {
                let bond = if item.has_text(seal) { Bond::Prefix } else { Bond::Free };
                self.think(text_of(item, key)?, bond);
            }
            Shape::Sealed => self.think("", Bond::Prefix),
            Shape::Image => self.add(Piece::Image),
            Shape::Call([id, name, arguments], by_provider) => {
                let arguments = Arguments::Value(needed(item.get(arguments), arguments)?);
                self.call(item, id_of(item, id)?, text_of(item, name)?, arguments, by_provider);
            }
            Shape::Opaque(matter) => self.keep(matter, item),
            Shape::Nothing => self.opaque(Matter::Plain, 0),
            Shape::Read(read) => return read(self, item),
        }
        Ok(())
    }

    /// Reads an item as its `type` says, which must be there.
    pub(super) fn typed(&mut self, item: &'a Value<'a>, shapes: &Shapes) -> Result<(), Error> {
        self.shaped(item, text_of(item, "type")?, shapes)
    }
}

/// Whether an item of an output is text and nothing else.
pub(super) fn is_text(item: &Value<'_>, read: Read) -> bool {
    let mut reader = Reader::new(Role::Tool);
    let parts = read(&mut reader, item).map(|()| reader.view.parts).unwrap_or_default();
    !parts.is_empty() && parts.iter().all(|part| matches!(part.piece, Piece::Text(_)))
}

/// What is said beside a call: by providers, and of its approval.
const BESIDE: &str = "providerOptions|providerMetadata|callProviderMetadata|extra_content|extras|approval";

/// Whether a call must stay as it is: it is signed, or a program of the provider's has made it.
pub(super) fn is_sealed(item: &Value<'_>, id: &str) -> bool {
    let Value::Object(pairs) = item else { return false };
    pairs.iter().any(|(key, value)| seals(key, value, id, seek::is_one_of(key, BESIDE)))
}

/// Whether what stands under a key seals a call; `deep`: whatever stands in it, too. Gemini's signature of a call stands among
/// OpenRouter's details under the call's id.
pub(super) fn seals(key: &str, value: &Value<'_>, id: &str, deep: bool) -> bool {
    match value {
        Value::String(text) => !text.is_empty() && key.ends_with("ignature"),
        Value::Object(pairs) => {
            key == "caller" && !value.says("type", "direct")
                || deep && pairs.iter().any(|(key, value)| seals(key, value, id, true))
        }
        Value::Array(details) => {
            deep && details.iter().any(|detail| detail.says("type", "reasoning.encrypted") && detail.says("id", id))
        }
        _ => false,
    }
}

/// Adds to a result what was read of its content.
pub(super) fn hold<'a>(result: &mut ResultView<'a>, content: Vec<Part<'a>>) {
    for part in content {
        match part.piece {
            Piece::Text(text) => result.texts.push(text),
            Piece::Image => result.images += 1,
            other => result.other += estimate::piece(&other),
        }
    }
}

/// Adds a text to a result, on a line of its own.
pub(super) fn hold_line<'a>(result: &mut ResultView<'a>, text: &'a str) {
    if text.is_empty() {
        return;
    }
    if result.texts.last().is_some_and(|last| !last.ends_with('\n')) {
        result.texts.push("\n".into());
    }
    result.texts.push(text.into());
}

pub(super) fn invalid(path: &str, message: &str) -> Error {
    Error::new(ErrorKind::InvalidMessage, path, message)
}

/// What was found is not what is wanted there.
pub(crate) fn must_be(path: &str, wanted: &str, found: Option<&Value<'_>>) -> Error {
    invalid(path, &["must be ", wanted, ", this is ", found.map_or("missing", Value::kind)].concat())
}

/// What must be there.
pub(super) fn needed<'a>(value: Option<&'a Value<'a>>, key: &str) -> Result<&'a Value<'a>, Error> {
    value.ok_or_else(|| invalid(key, "is missing"))
}

/// Sees to it that a message is an object; `what` names it with its article.
pub(super) fn object(message: &Value<'_>, what: &str) -> Result<(), Error> {
    match message {
        Value::Object(_) => Ok(()),
        _ => Err(invalid("", &[what, " is an object, this is ", message.kind()].concat())),
    }
}

/// The role of a message, or why it has none.
pub(super) fn role_of<'a>(message: &'a Value<'a>) -> Result<&'a str, Error> {
    object(message, "a message")?;
    match message.get("role") {
        None => Err(invalid("role", "is missing")),
        _ => text_of(message, "role"),
    }
}

/// The role that a word stands for in a format; `slips` as in [`no_role`].
pub(super) fn role_in(word: &str, roles: &[(&str, Role)], format: &str, slips: &[&str]) -> Result<Role, Error> {
    let known = roles.iter().find(|(name, _)| *name == word);
    known.map(|(_, role)| *role).ok_or_else(|| no_role(word, format, slips))
}

/// There is no such role. Of `slips` each is a likely one: of somebody who gives OpenAI's messages without their name.
pub(super) fn no_role(word: &str, format: &str, slips: &[&str]) -> Error {
    let hint = if slips.contains(&word) { "; is it \"openai-chat\"?" } else { "" };
    invalid("role", &["there is no role ", &json::quoted(word), " in the ", format, " format", hint].concat())
}

/// The text of a key that must be there.
pub(super) fn text_of<'a>(value: &'a Value<'a>, key: &str) -> Result<&'a str, Error> {
    match value.get(key) {
        Some(Value::String(text)) => Ok(text),
        other => Err(must_be(key, "a string", other)),
    }
}

/// An id, empty where there is none.
pub(super) fn id_of<'a>(value: &'a Value<'a>, key: &str) -> Result<&'a str, Error> {
    match value.given(key) {
        None => Ok(""),
        _ => text_of(value, key),
    }
}

/// What stands at a pointer whose steps need no escapes; it may lack its first slash.
pub(crate) fn find<'v, 'a>(value: &'v Value<'a>, pointer: &str) -> Option<&'v Value<'a>> {
    let mut found = value;
    for step in pointer.split('/').filter(|step| !step.is_empty()) {
        found = match found {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?)?,
            other => other.get(step)?,
        };
    }
    Some(found)
}

/// The part of a message that stands at a place.
pub(super) fn part_at<'v, 'a>(message: &'v Value<'a>, place: Place) -> Option<&'v Value<'a>> {
    find(message, &place.pointer())
}
