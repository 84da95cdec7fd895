//! Reads the messages. What the lens cannot read is taken out: the part that it names, else the message.

use super::draft::Draft;
use crate::error::Error;
use crate::format::Lens;
use crate::patch::{self, Op};
use crate::validity::path_of;
use crate::value::Value;
use crate::view::Place;

/// The messages as a draft.
pub(super) fn read<'a>(lens: &'a dyn Lens, messages: &'a [Value<'a>]) -> Draft<'a> {
    let mut draft = Draft::new(lens);
    for (index, message) in messages.iter().enumerate() {
        let at = draft.messages.len();
        match readable(&mut draft, at, index, message) {
            Ok(gone) => {
                if let Some(message) = draft.messages.get_mut(at) {
                    for fact in &mut message.facts {
                        fact.origin = Some((index, original(fact.place, &gone)));
                    }
                }
            }
            Err(error) => {
                let path = error.path().to_owned();
                draft.ops.push(Op::Remove { path: format!("/{at}") });
                draft.note("unreadable-message", path, &format!("the message was left out: {}", error.message()));
            }
        }
    }
    draft
}

/// A part that was taken out: its field as written in code, and its index as it was given.
type Gone = Vec<(String, u32)>;

/// Holds a message, less the parts that cannot be read.
fn readable<'a>(draft: &mut Draft<'a>, at: usize, index: usize, message: &Value<'a>) -> Result<Gone, Error> {
    let mut message = message.clone();
    let mut gone = Gone::new();
    let mut ops = Vec::new();
    let mut notes = Vec::new();
    while let Some(error) = draft.lens.view(&message).err() {
        let whole = error.clone().within(&path_of(index, Place::WHOLE));
        let (field, part, rest) = item_in(error.path()).ok_or_else(|| whole.clone())?;
        let op = removal(draft.lens, &message, field, part).ok_or_else(|| whole.clone())?;
        if !patch::apply(&mut message, &op) {
            return Err(whole);
        }
        ops.push(op.within(&format!("/{at}")));
        let first = first_index(field, part, &gone);
        let path = format!("messages[{index}].{field}[{first}]{rest}");
        notes.push((path, format!("the part was left out: {}", error.message())));
        gone.push((field.into(), first));
    }
    draft.ops.extend(ops);
    for (path, note) in notes {
        draft.note("unreadable-part", path, &note);
    }
    draft.hold(at, message, Some(index));
    Ok(gone)
}

/// The innermost item of an array that a path names: the array's path, the index, and the path inside the item.
fn item_in(path: &str) -> Option<(&str, u32, &str)> {
    let (head, rest) = (path.get(..path.rfind(']')?)?, path.get(path.rfind(']')? + 1..)?);
    let open = head.rfind('[')?;
    Some((head.get(..open)?, head.get(open + 1..)?.parse().ok()?, rest))
}

/// The edit that takes an item out; its array with it where it is the only one and not the message's content.
fn removal(lens: &dyn Lens, message: &Value<'_>, field: &str, part: u32) -> Option<Op> {
    let steps = field.replace('[', ".").replace(']', "");
    let mut array = message;
    for step in steps.split('.') {
        array = match array {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?)?,
            other => other.get(step)?,
        };
    }
    let pointer = format!("/{}", steps.replace('.', "/"));
    let is_only = array.as_array().is_some_and(|items| items.len() == 1);
    let is_content = pointer.get(1..) == Some(lens.content_field(message));
    Some(Op::Remove { path: if is_only && !is_content { pointer } else { format!("{pointer}/{part}") } })
}

/// The index that an item had at first.
fn first_index(field: &str, index: u32, gone: &Gone) -> u32 {
    let mut before: Vec<u32> = Vec::new();
    for (of, index) in gone {
        if of == field {
            before.push(*index);
        }
    }
    let mut first = index;
    // Each that stood at or before it pushes it on by one; they may come in any order.
    loop {
        let pushed = index + before.iter().filter(|gone| **gone <= first).count() as u32;
        if pushed == first {
            return first;
        }
        first = pushed;
    }
}

fn original(place: Place, gone: &Gone) -> Place {
    match place.index {
        Some(index) if !gone.is_empty() => {
            let field = place.field.replace('/', ".");
            Place { index: Some(first_index(&field, index, gone)), ..place }
        }
        _ => place,
    }
}
