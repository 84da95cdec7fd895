//! Edits that are the same in every format, written with what its lens says of the shape.

use super::Lens;
use crate::error::Error;
use crate::frame;
use crate::patch::{self, Op};
use crate::value::Value;
use crate::view::{Bond, Part, Piece};

/// Takes the reasoning out of a message that depends on all that comes before it.
///
/// # Errors
/// A message that cannot be read, by its place.
pub fn unbind(lens: &dyn Lens, message: &Value<'_>) -> Result<Vec<Op>, Error> {
    let mut ops = Vec::new();
    let view = lens.view(message)?;
    // From the end, so that each place is still right when its turn comes.
    for part in view.parts.iter().rev() {
        if matches!(part.piece, Piece::Thinking { bond: Bond::Prefix, .. }) {
            ops.extend(lens.remove(message, part));
        }
    }
    Ok(ops)
}

/// Makes one message of two, an array: the second, with the first one's parts before its own. The parts are moved, so that
/// they stay the host's own objects; two texts become one.
pub fn merge(lens: &dyn Lens, pair: &Value<'_>) -> Vec<Op> {
    let [first, second] = pair.as_array().unwrap_or_default() else { return Vec::new() };
    let field = |message| lens.content_field(message);
    let content = |message| field(message).split('/').try_fold(message, |value: &Value<'_>, key| value.get(key));
    let (from, to) = (format!("/0/{}", field(first)), format!("/1/{}", field(second)));
    let mut ops = Vec::new();
    match (content(first), content(second)) {
        (Some(Value::String(before)), Some(Value::String(after))) => {
            let text = if after.is_empty() { before.to_string() } else { format!("{before}\n\n{after}") };
            ops.push(Op::Replace { path: to, value: Value::text(text) });
        }
        (before, after) => {
            match after {
                Some(Value::Array(_)) => {}
                Some(Value::String(_)) => wrap(lens, &to, &mut ops),
                _ => ops.push(Op::Add { path: to.clone(), value: Value::Array(Vec::new()) }),
            }
            match before {
                Some(Value::Array(items)) => {
                    for at in 0..items.len() {
                        ops.push(Op::Move { from: format!("{from}/0"), path: format!("{to}/{at}") });
                    }
                }
                Some(Value::String(_)) => {
                    ops.push(Op::Add { path: format!("{to}/0"), value: lens.text_part("") });
                    ops.push(Op::Move { from, path: format!("{to}/0/text") });
                }
                _ => {}
            }
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
    let behind = behind.trim_start_matches('\n');
    let ops = match (behind, rest) {
        ("", []) => return Ok(Some((summary.into(), String::new()))),
        ("", _) => lens.remove(message, &Part { place: *place, piece: Piece::Text(text.clone()) }),
        _ => {
            let path = if place.index.is_none() { place.pointer() } else { format!("{}/text", place.pointer()) };
            vec![Op::Replace { path, value: Value::text(behind.to_owned()) }]
        }
    };
    Ok(Some((summary.into(), patch::to_text(&ops))))
}

/// Makes an item of a text: it is moved, so that it stays the same to the unit.
fn wrap(lens: &dyn Lens, path: &str, ops: &mut Vec<Op>) {
    let aside = format!("{path}~0parts");
    ops.push(Op::Add { path: aside.clone(), value: Value::Array(vec![lens.text_part("")]) });
    ops.push(Op::Move { from: path.to_owned(), path: format!("{aside}/0/text") });
    ops.push(Op::Move { from: aside, path: path.to_owned() });
}
