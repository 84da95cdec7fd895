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
use super::{blocks, keyword, openai_chat, text_of};
use crate::error::Error;
use crate::patch::Op;
use crate::value::Value;
use crate::view::{Arguments, CallView, Part, Piece, Place};

/// OpenAI's own list.
const RAW: &str = "additional_kwargs/tool_calls";

/// The lists that hold calls, in the fields of a message.
const LISTS: [&str; 6] = ["content", "content_blocks", "tool_calls", "invalid_tool_calls", RAW, "tool_call_chunks"];

/// Adds the calls that stand beside the content, and takes away those of its blocks that are the same calls once more.
pub(super) fn add<'a>(opened: &Opened<'a>, parts: &mut Vec<Part<'a>>) -> Result<(), Error> {
    let (form, data) = (opened.form, opened.data);
    let listed = list(data, "tool_calls");
    let own = |part: &Part<'a>| call_of(part).is_some_and(|call| !call.by_provider);
    let kept_twice = |call: &CallView<'_>| {
        listed.iter().any(|item| call_in("tool_calls", item).is_some_and(|listed| is_same(&listed, call)))
    };
    parts.retain(|part| !own(part) || call_of(part).is_none_or(|call| !kept_twice(call)));
    let spoken = parts.len();
    for (index, item) in listed.iter().enumerate() {
        // A call that the provider ran is listed by some versions, too.
        let ran =
            |part: &Part<'a>| call_of(part).is_some_and(|call| call.by_provider && item.get_str("id") == Some(call.id));
        if parts.iter().take(spoken).any(ran) {
            continue;
        }
        let place = Place::item(form.tool_calls, index);
        parts.push(Part { place, piece: blocks::call(item, "args", false, place)? });
    }
    if parts.iter().any(own) {
        return Ok(());
    }
    for (index, item) in list(data, RAW).iter().enumerate() {
        let place = Place::item(form.raw_calls, index);
        parts.push(Part { place, piece: Piece::Call(openai_chat::tool_call(item, place)?) });
    }
    if let Some(call) = keyword(data, "function_call") {
        let place = Place::field(form.function_call);
        let name = text_of(call, "name", place)?;
        let arguments = Arguments::Text(text_of(call, "arguments", place)?);
        parts.push(Part { place, piece: Piece::Call(CallView { id: name, name, arguments, by_provider: false }) });
    }
    Ok(())
}

/// Takes a part out of every place where it is kept.
pub(super) fn remove(form: &Form, data: &Value<'_>, part: &Part<'_>) -> Vec<Op> {
    let own = key_of(form, part);
    let Some(index) = part.place.index.filter(|_| LISTS.contains(&own)) else {
        return vec![Op::Remove { path: part.place.pointer() }];
    };
    let item = list(data, own).get(index as usize);
    let call = call_of(part).filter(|call| !call.by_provider);
    let mut ops = Vec::new();
    for key in LISTS {
        let items = list(data, key);
        let same = |other: &Value<'_>| match call {
            Some(call) => call_in(key, other).is_some_and(|other| is_same(call, &other)),
            // The content may be kept twice.
            None => key.starts_with("content") && item == Some(other),
        };
        let beside = call.is_none() && items.get(index as usize).is_some_and(same);
        let at = if key == own || beside { Some(index as usize) } else { items.iter().position(same) };
        let Some(at) = at else { continue };
        let mut path = ["/", form.fields, "/", key].concat();
        // An empty list there would be sent, and refused.
        if key != RAW || items.len() > 1 {
            path.push('/');
            path.push_str(&at.to_string());
        }
        ops.push(Op::Remove { path });
    }
    ops
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
    let found = key.split('/').try_fold(data, |value, key| value.get(key));
    found.and_then(Value::as_array).unwrap_or_default()
}

fn call_of<'p, 'a>(part: &'p Part<'a>) -> Option<&'p CallView<'a>> {
    match &part.piece {
        Piece::Call(call) => Some(call),
        _ => None,
    }
}

/// An item of a list, where it is a call that the host runs.
fn call_in<'a>(key: &str, item: &'a Value<'a>) -> Option<CallView<'a>> {
    let piece = match key {
        RAW => return openai_chat::tool_call(item, Place::WHOLE).ok(),
        "content" | "content_blocks" => blocks::piece(item, Place::WHOLE, false),
        _ => blocks::call(item, "args", false, Place::WHOLE),
    };
    match piece {
        Ok(Piece::Call(call)) if !call.by_provider => Some(call),
        _ => None,
    }
}

/// Whether two are one call. Gemini's blocks may have no id, while the list was given one: there the rest decides.
fn is_same(one: &CallView<'_>, other: &CallView<'_>) -> bool {
    if one.id.is_empty() || other.id.is_empty() {
        return one.name == other.name && one.arguments.text() == other.arguments.text();
    }
    one.id == other.id
}
