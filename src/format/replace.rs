//! Text in the place of a result's whole output, of an image, or of a file.

use super::read::find;
use super::write::fill;
use super::{Lens, Templates};
use crate::error::Error;
use crate::patch::Op;
use crate::value::Value;
use crate::view::{Matter, Piece, Place, Role, View};

/// What hosts and providers note on an item and which outlives what it says: above all that a cache ends there.
const MARKS: [&str; 3] = ["cache_control", "providerOptions", "providerMetadata"];

/// The edits that put texts in the place of parts of a message, each by its index in the view's parts. Of a result its
/// whole output becomes the text, media in it included; its id, its error flag and the host's marks stay. An image or a
/// file becomes a text of the same message. Of two texts for one part the later one counts; where nothing can be replaced
/// ([`can_replace`]), nothing is.
///
/// # Errors
/// A message that cannot be read, by its place.
pub fn replace(lens: &dyn Lens, message: &Value<'_>, edits: &[(usize, &str)]) -> Result<Vec<Op>, Error> {
    let view = lens.view(message)?;
    let mut ops = Vec::new();
    for (at, (part, text)) in edits.iter().enumerate() {
        let later = edits.iter().skip(at + 1);
        if !later.clone().any(|(other, _)| other == part) {
            ops.extend(put(lens, message, &view, *part, text));
        }
    }
    Ok(ops)
}

/// Whether a text can stand in the place of a part. What the provider's own tools gave and what the model made stays as it
/// is: it may be signed or encrypted. So does an output that the format wants in one shape only.
pub fn can_replace(lens: &dyn Lens, message: &Value<'_>, part: usize) -> bool {
    lens.view(message).is_ok_and(|view| !put(lens, message, &view, part, "").is_empty())
}

fn put(lens: &dyn Lens, message: &Value<'_>, view: &View<'_>, at: usize, text: &str) -> Vec<Op> {
    let Some(part) = view.parts.get(at) else { return Vec::new() };
    let is_free = match &part.piece {
        Piece::Result(result) => !result.is_fixed && !result.by_provider,
        Piece::Image | Piece::Opaque { matter: Matter::File, .. } => view.role != Role::Assistant,
        _ => false,
    };
    if is_free { lens.put(message, part, text) } else { Vec::new() }
}

/// See [`Lens::put`]. `content` is the field of the message's parts.
pub(super) fn put_as_usual(
    templates: &Templates,
    content: &str,
    message: &Value<'_>,
    (place, piece): (Place, &Piece<'_>),
    text: &str,
) -> Vec<Op> {
    let path = place.pointer();
    if matches!(piece, Piece::Result(_)) {
        let key = if place == Place::WHOLE { content } else { "content" };
        return put_output(templates, message, &[&path, "/", key].concat(), text);
    }
    put_medium(templates, message, place, text)
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

/// Makes what stands at a path this text: in a list, the item that stays is the one with the host's marks, else the first
/// text, and marks on what goes move to it.
pub(super) fn put_output(templates: &Templates, message: &Value<'_>, path: &str, text: &str) -> Vec<Op> {
    let mut edits = Edits::at(path.into());
    let Some(items) = find(message, path).and_then(Value::as_array) else {
        edits.say("", text);
        return edits.ops;
    };
    let fresh = fill(templates.text, &[text]);
    let says = |item: &Value<'_>| item.get("text").is_some() && item.get("type") == fresh.get("type");
    let marked = items.iter().rposition(has_mark);
    let stays = match marked.filter(|at| items.get(*at).is_some_and(says)) {
        None => items.iter().position(says),
        marked => marked,
    };
    let shift = usize::from(stays.is_none());
    let stays = stays.unwrap_or(0);
    if shift == 0 {
        edits.say(&step(stays, "text"), text);
    } else {
        edits.set("/0", fresh);
    }
    if let Some(at) = marked.filter(|at| at + shift != stays)
        && let Some(item) = items.get(at)
    {
        edits.move_marks(item, at + shift, stays);
    }
    for index in (0..items.len() + shift).rev().filter(|index| *index != stays) {
        edits.take(&step(index, ""));
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
