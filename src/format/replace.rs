//! Text in the place of a result's output, of an image, of a file; another object in the place of a call's arguments.

use super::pointers::given_arguments;
use super::read::find;
use super::write::fill;
use super::{Lens, Stays, Templates};
use crate::error::Error;
use crate::json;
use crate::patch::Op;
use crate::value::Value;
use crate::view::{Matter, Piece, Place, Role, View};

/// What hosts and providers note on an item and which outlives what it says: above all that a cache ends there.
const MARKS: [&str; 3] = ["cache_control", "providerOptions", "providerMetadata"];

/// A text that stands for a part of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandIn<'e> {
    /// The part's index in the view's parts.
    pub part: usize,
    /// The text. For a call, the JSON text of an object.
    pub text: &'e str,
    /// Whether it stands for the texts of an output alone: images and files stay in their places.
    pub keeps_media: bool,
}

/// The edits that put texts in the place of parts of a message. Of a result its output becomes the text, media in it included
/// unless they are kept; its id, its error flag and the host's marks stay. An image or a file becomes a text of the same
/// message. Of a call the arguments become the object, or its text where the format has text there. Of two texts for one part
/// the later one counts; where nothing can be replaced ([`can_replace`]), nothing is: so with a call and a text that is no
/// object's, and with an output that holds no text and keeps its media.
///
/// # Errors
/// A message that cannot be read, by its place.
pub fn replace(lens: &dyn Lens, message: &Value<'_>, edits: &[StandIn<'_>]) -> Result<Vec<Op>, Error> {
    let view = lens.view(message)?;
    let mut ops = Vec::new();
    for (at, edit) in edits.iter().enumerate() {
        let mut later = edits.iter().skip(at + 1);
        if !later.any(|other| other.part == edit.part) {
            ops.extend(put(lens, message, &view, edit));
        }
    }
    Ok(ops)
}

/// Whether a text can stand in the place of a part. What the provider's own tools gave and called stays as it is, and so do
/// calls that are signed, and what the model made: it may be signed or encrypted. So does an output, or a call, that the format
/// wants in one shape only.
pub fn can_replace(lens: &dyn Lens, message: &Value<'_>, part: usize) -> bool {
    let edit = StandIn { part, text: "{}", keeps_media: false };
    lens.view(message).is_ok_and(|view| !put(lens, message, &view, &edit).is_empty())
}

fn put(lens: &dyn Lens, message: &Value<'_>, view: &View<'_>, edit: &StandIn<'_>) -> Vec<Op> {
    let Some(part) = view.parts.get(edit.part) else { return Vec::new() };
    let is_free = match &part.piece {
        Piece::Call(call) => !call.is_fixed,
        Piece::Result(result) => {
            let says = || result.texts.iter().any(|text| !text.is_empty());
            !result.is_fixed && !result.by_provider && (!edit.keeps_media || says())
        }
        Piece::Image | Piece::Opaque { matter: Matter::File, .. } => view.role != Role::Assistant,
        _ => false,
    };
    let stays = |item: &Value<'_>| edit.keeps_media && !lens.is_text(item);
    if is_free { lens.put(message, part, edit.text, &stays) } else { Vec::new() }
}

/// See [`Lens::put`]. `content` is the field of the message's parts.
pub(super) fn put_as_usual(
    templates: &Templates,
    content: &str,
    message: &Value<'_>,
    (place, piece): (Place, &Piece<'_>),
    (text, stays): (&str, Stays<'_>),
) -> Vec<Op> {
    let path = place.pointer();
    match piece {
        Piece::Call(_) => put_arguments(message, &path, text),
        Piece::Result(_) => {
            let key = if place == Place::WHOLE { content } else { "content" };
            put_output(templates, message, &[&path, "/", key].concat(), (text, stays))
        }
        _ => put_medium(templates, message, place, text),
    }
}

/// Gives the call whose item stands at a path other arguments: as an object, or as its text where text stands there.
pub(super) fn put_arguments(message: &Value<'_>, path: &str, text: &str) -> Vec<Op> {
    let mut edits = Edits::at(path.into());
    let given = find(message, path).and_then(given_arguments);
    if let (Some((key, old)), Ok(object @ Value::Object(_))) = (given, json::parse(text)) {
        let new = if old.as_str().is_some() { Value::text(text.to_owned()) } else { object.into_owned() };
        edits.set(&["/", key].concat(), new);
    }
    edits.ops
}

/// The edits of one part while they are made. Where they lead begins with the same path.
#[derive(Debug)]
pub(super) struct Edits {
    path: String,
    pub(super) ops: Vec<Op>,
}

impl Edits {
    pub(super) fn at(path: String) -> Self {
        Self { path, ops: Vec::new() }
    }

    fn to(&self, key: &str) -> String {
        [&self.path, key].concat()
    }

    /// Puts a value under a key, whether there was one or not; before an item of a list.
    pub(super) fn set(&mut self, key: &str, value: Value<'static>) {
        self.ops.push(Op::Add { path: self.to(key), value });
    }

    /// Puts a text under a key.
    pub(super) fn say(&mut self, key: &str, text: &str) {
        self.set(key, Value::text(text.to_owned()));
    }

    /// Takes away what stands under a key.
    pub(super) fn take(&mut self, key: &str) {
        self.ops.push(Op::Remove { path: self.to(key) });
    }

    /// Moves the marks that an item has to another one.
    fn move_marks(&mut self, item: &Value<'_>, from: usize, to: usize) {
        for mark in MARKS {
            if item.given(mark).is_some() {
                let (from, path) = (self.to(&step(from, mark)), self.to(&step(to, mark)));
                self.ops.push(Op::Move { from, path });
            }
        }
    }
}

/// An item of a list, and a key of it where one is given.
fn step(index: usize, key: &str) -> String {
    let slash = if key.is_empty() { "" } else { "/" };
    ["/", index.to_string().as_str(), slash, key].concat()
}

/// Makes what stands at a path this text, but for the items of a list that stay: the text takes the place of the text with
/// the host's marks, else of the first text, and marks on what goes move to it.
pub(super) fn put_output(
    templates: &Templates,
    message: &Value<'_>,
    path: &str,
    (text, stays): (&str, Stays<'_>),
) -> Vec<Op> {
    let mut edits = Edits::at(path.into());
    let Some(items) = find(message, path).and_then(Value::as_array) else {
        edits.say("", text);
        return edits.ops;
    };
    let fresh = fill(templates.text, &[text]);
    let says = |item: &Value<'_>| !stays(item) && item.get("text").is_some() && item.get("type") == fresh.get("type");
    let marked = items.iter().rposition(|item| !stays(item) && has_mark(item));
    let place = match marked.filter(|at| items.get(*at).is_some_and(says)) {
        None => items.iter().position(says),
        marked => marked,
    };
    let shift = usize::from(place.is_none());
    let place = place.unwrap_or(0);
    if shift == 0 {
        edits.say(&step(place, "text"), text);
    } else {
        edits.set("/0", fresh);
    }
    if let Some(at) = marked.filter(|at| at + shift != place)
        && let Some(item) = items.get(at)
    {
        edits.move_marks(item, at + shift, place);
    }
    for (index, item) in items.iter().enumerate().rev() {
        if index + shift != place && !stays(item) {
            edits.take(&step(index + shift, ""));
        }
    }
    edits.ops
}

fn has_mark(item: &Value<'_>) -> bool {
    MARKS.iter().any(|mark| item.given(mark).is_some())
}

/// Makes an item of a list a text, with the marks that the item had.
fn put_medium(templates: &Templates, message: &Value<'_>, place: Place, text: &str) -> Vec<Op> {
    let mut edits = Edits::at(Place { index: None, ..place }.pointer());
    if let (Some(old), Some(index)) = (find(message, &place.pointer()), place.index) {
        let index = index as usize;
        edits.set(&step(index, ""), fill(templates.text, &[text]));
        edits.move_marks(old, index + 1, index);
        edits.take(&step(index + 1, ""));
    }
    edits.ops
}
