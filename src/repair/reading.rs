//! Reads the messages. What the lens cannot read is taken out: the part that it names, else the message.

use super::draft::Draft;
use super::edits::pointer;
use crate::error::Error;
use crate::format::{Lens, find};
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
                draft.ops.push(Op::Remove { path: pointer(at) });
                let path = error.path().to_owned();
                draft.note("unreadable-message", path, &["the message was left out: ", error.message()]);
            }
        }
    }
    draft
}

/// A part that was taken out.
struct Gone {
    /// Its field as written in code.
    field: String,
    /// Its index as it was given.
    index: u32,
    /// The path inside it of what could not be read.
    rest: String,
    /// The edit that took it out.
    op: Op,
}

/// Holds a message, less the parts that cannot be read.
fn readable<'a>(draft: &mut Draft<'a>, at: usize, index: usize, message: &Value<'a>) -> Result<Vec<Gone>, Error> {
    let mut message = message.clone();
    let mut gone: Vec<Gone> = Vec::new();
    let mut errors: Vec<Error> = Vec::new();
    while let Some(error) = draft.lens.view(&message).err() {
        match part_of(draft.lens, &message, error.path(), &gone) {
            Some(part) if patch::apply(&mut message, &part.op) => gone.push(part),
            _ => return Err(error.within(&path_of(index, Place::WHOLE))),
        }
        errors.push(error);
    }
    for (Gone { field, index: part, rest, op }, error) in gone.iter().zip(errors) {
        draft.ops.push(op.clone().within(&pointer(at)));
        let message = path_of(index, Place::WHOLE);
        let path = [&message, ".", field, "[", &part.to_string(), "]", rest].concat();
        draft.note("unreadable-part", path, &["the part was left out: ", error.message()]);
    }
    draft.hold(at, message, Some(index));
    Ok(gone)
}

/// The innermost item of an array that a path names, and the edit that takes it out: its array with it where it is the only
/// one and not the message's content.
fn part_of(lens: &dyn Lens, message: &Value<'_>, path: &str, gone: &[Gone]) -> Option<Gone> {
    let end = path.rfind(']')?;
    let (head, rest) = (path.get(..end)?, path.get(end + 1..)?);
    let open = head.rfind('[')?;
    let (field, index) = (head.get(..open)?, head.get(open + 1..)?);
    let mut array = String::from("/");
    for letter in field.chars() {
        match letter {
            '[' | '.' => array.push('/'),
            ']' => {}
            _ => array.push(letter),
        }
    }
    let is_only = find(message, &array)?.as_array().is_some_and(|items| items.len() == 1);
    let is_content = array.get(1..) == Some(lens.content_field(message));
    let path = if is_only && !is_content { array } else { [&array, "/", index].concat() };
    let index = first_index(field, index.parse().ok()?, gone);
    Some(Gone { field: field.into(), index, rest: rest.into(), op: Op::Remove { path } })
}

/// The index that an item had at first.
fn first_index(field: &str, index: u32, gone: &[Gone]) -> u32 {
    let mut first = index;
    // Each that stood at or before it pushes it on by one; they may come in any order.
    loop {
        let mut pushed = index;
        for part in gone {
            pushed += u32::from(part.field == field && part.index <= first);
        }
        if pushed == first {
            return first;
        }
        first = pushed;
    }
}

fn original(place: Place, gone: &[Gone]) -> Place {
    match place.index {
        Some(index) => {
            let field = Place::field(place.field).path();
            Place { index: Some(first_index(&field, index, gone)), ..place }
        }
        None => place,
    }
}
