//! Edits that are the same in every format, written with what its lens says of the shape.

use super::Lens;
use super::read::find;
use crate::error::Error;
use crate::frame;
use crate::patch::{self, Op};
use crate::seek;
use crate::value::Value;
use crate::view::{Bond, Matter, Part, Piece, Place, Role, View};

/// Takes out of a message what only its provider can read, and only behind what it stood behind: bound reasoning, and the
/// provider's own compaction.
///
/// # Errors
/// A message that cannot be read, by its place.
pub fn unbind(lens: &dyn Lens, message: &Value<'_>) -> Result<Vec<Op>, Error> {
    let mut ops = Vec::new();
    let view = lens.view(message)?;
    // From the end, so that each place is still right when its turn comes.
    for part in view.parts.iter().rev() {
        let is_bound = matches!(part.piece, Piece::Thinking { bond: Bond::Prefix, .. });
        if is_bound || matches!(part.piece, Piece::Opaque { matter: Matter::Barrier | Matter::Failed, .. }) {
            ops.extend(lens.remove(message, part));
        }
    }
    Ok(ops)
}

/// Whether two messages can be made one by [`merge`] alone: all that the first one says stands among its parts, and so does
/// what the user says in the second. Items that are one part each stay apart.
pub fn can_merge(lens: &dyn Lens, pair: &Value<'_>) -> bool {
    let [first, second] = pair.as_array().unwrap_or_default() else { return false };
    let (Ok(before), Ok(after)) = (lens.view(first), lens.view(second)) else { return false };
    let is_inside = |message, view: &View<'_>| {
        let field = lens.content_field(message);
        view.parts.iter().all(|part| part.place.field == field)
    };
    let whole = after.parts.iter().any(|part| part.place == Place::WHOLE);
    is_inside(first, &before) && !whole && (after.role == Role::Assistant || is_inside(second, &after))
}

/// Makes one message of two, an array: the second, with the first one's parts before its own. The parts are moved, so that
/// they stay the host's own objects; two texts become one.
pub fn merge(lens: &dyn Lens, pair: &Value<'_>) -> Vec<Op> {
    let [first, second] = pair.as_array().unwrap_or_default() else { return Vec::new() };
    let (from, to) = (lens.content_field(first), lens.content_field(second));
    let (before, after) = (find(first, from), find(second, to));
    let (from, to) = (["/0/", from].concat(), ["/1/", to].concat());
    let mut ops = Vec::new();
    if let (Some(Value::String(before)), Some(Value::String(after))) = (before, after) {
        let between = if after.is_empty() { "" } else { "\n\n" };
        ops.push(Op::Replace { path: to, value: Value::text([before, between, after].concat()) });
    } else {
        match after {
            Some(Value::Array(_)) => {}
            Some(Value::String(_)) => {
                // An item is made of the text, which is moved, so that it stays the same to the unit.
                let aside = [&to, "~0parts"].concat();
                ops.push(Op::Add { path: aside.clone(), value: Value::Array(vec![lens.text_part("")]) });
                ops.push(Op::Move { from: to.clone(), path: [&aside, "/0/text"].concat() });
                ops.push(Op::Move { from: aside, path: to.clone() });
            }
            _ => ops.push(Op::Add { path: to.clone(), value: Value::Array(Vec::new()) }),
        }
        match before {
            Some(Value::Array(items)) => {
                for at in 0..items.len() {
                    let path = [&to, "/", at.to_string().as_str()].concat();
                    ops.push(Op::Move { from: [&from, "/0"].concat(), path });
                }
            }
            Some(Value::String(_)) => {
                ops.push(Op::Add { path: [&to, "/0"].concat(), value: lens.text_part("") });
                ops.push(Op::Move { from, path: to + "/0/text" });
            }
            _ => {}
        }
    }
    ops.push(Op::Remove { path: "/0".into() });
    ops
}

/// The summary of ours that a message begins with, and the edits, as text, that leave the rest of it; none where that is
/// nothing. Such a message comes of [`merge`].
///
/// # Errors
/// A message that cannot be read, by its place.
pub fn split_summary(lens: &dyn Lens, message: &Value<'_>) -> Result<Option<(String, String)>, Error> {
    let view = lens.view(message)?;
    let Some((Part { place, piece: Piece::Text(text) }, rest)) = view.parts.split_first() else { return Ok(None) };
    let Some((summary, behind)) = frame::split_summary(text) else { return Ok(None) };
    let behind = seek::trim_start(behind, "\n");
    let ops = match (behind, rest) {
        ("", []) => return Ok(Some((summary.into(), String::new()))),
        ("", _) => lens.remove(message, &Part { place: *place, piece: Piece::Text(text.clone()) }),
        _ => {
            let path = place.pointer() + if place.index.is_none() { "" } else { "/text" };
            vec![Op::Replace { path, value: Value::text(behind.to_owned()) }]
        }
    };
    Ok(Some((summary.into(), patch::to_text(&ops))))
}
