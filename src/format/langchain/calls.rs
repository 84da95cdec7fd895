//! Calls of an AI message. One call may stand in several places: which of them count, and how a call goes from all.
//!
//! | place | counts |
//! |---|---|
//! | `tool_calls` | always |
//! | a call block in the content | where `tool_calls` has no such call: `ChatAnthropic` sends such a block as it is |
//! | `additional_kwargs.tool_calls` | where there is no other call: then `ChatOpenAI` sends these |
//! | `additional_kwargs.function_call` | likewise |
//! | `invalid_tool_calls`, `tool_call_chunks` | never: no chat model of LangChain.js sends them; what is sent stands above |

use super::form::{Form, Opened};
use super::{blocks, keyword, openai_chat};
use crate::error::Error;
use crate::format::read::{Read, Reader, find, is_sealed};
use crate::format::replace::put_arguments;
use crate::patch::Op;
use crate::value::Value;
use crate::view::{CallView, Part, Piece, Place, Role};

/// OpenAI's own list.
const RAW: &str = "additional_kwargs/tool_calls";

/// The lists that hold calls, in the fields of a message.
const LISTS: [&str; 6] = ["content", "content_blocks", "tool_calls", "invalid_tool_calls", RAW, "tool_call_chunks"];

/// Adds the calls that stand beside the content, and takes away those of its blocks that are the same calls once more.
pub(super) fn add<'a>(reader: &mut Reader<'a>, opened: &Opened<'a>) -> Result<(), Error> {
    let (form, data) = (opened.form, opened.data);
    let listed = list(data, "tool_calls");
    reader.view.parts.retain(|part| own_call(part).is_none_or(|call| position("tool_calls", listed, call).is_none()));
    let spoken = reader.view.parts.len();
    for (index, item) in listed.iter().enumerate() {
        // A call that the provider ran is listed by some versions, too.
        let ran =
            |part: &Part<'a>| matches!(&part.piece, Piece::Call(call) if call.by_provider && item.says("id", call.id));
        if !reader.view.parts.iter().take(spoken).any(ran) {
            reader.item(item, Place::item(form.tool_calls, index), blocks::listed)?;
        }
    }
    if !reader.view.parts.iter().any(|part| own_call(part).is_some()) {
        reader.items(list(data, RAW), form.raw_calls, openai_chat::tool_call)?;
        if let Some(call) = keyword(data, "function_call") {
            reader.item(call, Place::field(form.function_call), openai_chat::function_call)?;
        }
    }
    seal(reader, data);
    Ok(())
}

/// Fixes the calls that are signed: where they stand once more, or in Gemini's list of signatures, by their ids.
fn seal(reader: &mut Reader<'_>, data: &Value<'_>) {
    let signatures = keyword(data, "__gemini_function_call_thought_signatures__").unwrap_or(&Value::Null);
    for part in &mut reader.view.parts {
        let Piece::Call(call) = &mut part.piece else { continue };
        call.is_fixed |= signatures.has_text(call.id);
        for key in ["content", "content_blocks"] {
            let items = list(data, key);
            let copy = position(key, items, call).and_then(|at| items.get(at));
            call.is_fixed |= copy.is_some_and(|copy| is_sealed(copy, call.id));
        }
    }
}

/// Takes a part out of every place where it is kept.
pub(super) fn remove(form: &Form, data: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
    let Some(places) = places(form, data, part) else { return vec![Op::Remove { path: part.place.pointer() }] };
    let mut ops = Vec::new();
    for place in places {
        // An empty list there would be sent, and refused.
        let is_last = place.field == RAW && list(data, RAW).len() == 1;
        let place = if is_last { Place::field(RAW) } else { place };
        ops.push(Op::Remove { path: ["/", form.fields, &place.pointer()].concat() });
    }
    ops
}

/// Puts other arguments into a call, in every place where it is kept.
pub(super) fn put(form: &Form, message: &Value<'_>, data: &Value<'_>, part: &Part<'_>, text: &str) -> Vec<Op> {
    let Some(places) = places(form, data, part) else { return put_arguments(message, &part.place.pointer(), text) };
    let mut ops = Vec::new();
    for place in places {
        ops.extend(put_arguments(message, &["/", form.fields, &place.pointer()].concat(), text));
    }
    ops
}

/// All places of a part, in the fields of its message; nothing where it stands in none of the lists.
fn places(form: &Form, data: &Value<'_>, part: &Part<'_>) -> Option<Vec<Place>> {
    let own = key_of(form, part);
    let index = part.place.index.filter(|_| LISTS.contains(&own))? as usize;
    let item = list(data, own).get(index);
    let mut places = Vec::new();
    for key in LISTS {
        let items = list(data, key);
        let at = match own_call(part) {
            _ if key == own => Some(index),
            Some(call) => position(key, items, call),
            // The content may be kept twice.
            None if !key.starts_with("content") => None,
            None if item.is_some() && items.get(index) == item => Some(index),
            None => items.iter().position(|other| Some(other) == item),
        };
        places.extend(at.map(|at| Place::item(key, at)));
    }
    Some(places)
}

/// Whether a part is a call in a block of Gemini's, one object deeper.
pub(super) fn is_geminis(form: &Form, data: &Value<'_>, part: &Part<'_>) -> bool {
    let items = list(data, key_of(form, part));
    let item = part.place.index.and_then(|index| items.get(index as usize));
    item.is_some_and(|item| item.get("functionCall").is_some())
}

/// Where a part stands in the fields of its message.
fn key_of(form: &Form, part: &Part<'_>) -> &'static str {
    part.place.field.strip_prefix(form.fields).and_then(|field| field.strip_prefix('/')).unwrap_or_default()
}

fn list<'a>(data: &'a Value<'a>, key: &str) -> &'a [Value<'a>] {
    find(data, key).and_then(Value::as_array).unwrap_or_default()
}

/// The call that a part is, where the host runs it.
fn own_call<'p, 'a>(part: &'p Part<'a>) -> Option<&'p CallView<'a>> {
    match &part.piece {
        Piece::Call(call) if !call.by_provider => Some(call),
        _ => None,
    }
}

/// Where a call of the host stands in a list.
fn position<'a>(key: &str, items: &'a [Value<'a>], call: &CallView<'_>) -> Option<usize> {
    let read: Read = match key {
        RAW => openai_chat::tool_call,
        "content" | "content_blocks" => blocks::read,
        _ => blocks::listed,
    };
    items.iter().position(|item| {
        let mut reader = Reader::new(Role::Assistant);
        let is_read = read(&mut reader, item).is_ok();
        is_read && reader.view.parts.first().and_then(own_call).is_some_and(|other| is_same(call, other))
    })
}

/// Whether two are one call. Gemini's blocks may have no id, while the list was given one: there the rest decides.
fn is_same(one: &CallView<'_>, other: &CallView<'_>) -> bool {
    if one.id.is_empty() || other.id.is_empty() {
        return one.name == other.name && one.arguments.text() == other.arguments.text();
    }
    one.id == other.id
}
