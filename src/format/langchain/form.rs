//! The two serialized forms: where fields stand in each, which kinds of messages there are, and how one is written.

use crate::error::Error;
use crate::format::read::{invalid, must_be, object, text_of};
use crate::format::write::fill;
use crate::json;
use crate::value::{Host, Value};

/// A serialized form: where its fields stand, as JSON pointers without their first slash.
#[derive(Debug)]
pub(super) struct Form {
    /// What holds all others.
    pub(super) fields: &'static str,
    pub(super) content: &'static str,
    /// The content of messages that were made of LangChain's own blocks; often a copy of `content`.
    pub(super) content_blocks: &'static str,
    pub(super) tool_calls: &'static str,
    /// The same calls as OpenAI gave them.
    pub(super) raw_calls: &'static str,
    /// The older form of calls.
    pub(super) function_call: &'static str,
    pub(super) reasoning: &'static str,
    pub(super) reasoning_content: &'static str,
}

macro_rules! form {
    ($fields:literal) => {
        Form {
            fields: $fields,
            content: concat!($fields, "/content"),
            content_blocks: concat!($fields, "/content_blocks"),
            tool_calls: concat!($fields, "/tool_calls"),
            raw_calls: concat!($fields, "/additional_kwargs/tool_calls"),
            function_call: concat!($fields, "/additional_kwargs/function_call"),
            reasoning: concat!($fields, "/additional_kwargs/reasoning"),
            reasoning_content: concat!($fields, "/additional_kwargs/reasoning_content"),
        }
    };
}

pub(super) static DICT: Form = form!("data");
pub(super) static CONSTRUCTOR: Form = form!("kwargs");

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Human,
    Ai,
    System,
    Developer,
    Tool,
    Function,
    Chat,
    Remove,
}

/// The kinds of messages: their types in the dict form, and their classes. Pieces of a stream are written alike.
const KINDS: [(&str, &str, Kind); 9] = [
    ("human", "HumanMessage", Kind::Human),
    ("ai", "AIMessage", Kind::Ai),
    ("tool", "ToolMessage", Kind::Tool),
    ("system", "SystemMessage", Kind::System),
    ("developer", "", Kind::Developer),
    ("function", "FunctionMessage", Kind::Function),
    ("generic", "ChatMessage", Kind::Chat),
    ("chat", "", Kind::Chat),
    ("remove", "RemoveMessage", Kind::Remove),
];

/// A message, opened.
#[derive(Debug)]
pub(super) struct Opened<'a> {
    pub(super) form: &'static Form,
    pub(super) kind: Kind,
    /// Its fields.
    pub(super) data: &'a Value<'a>,
}

/// Tells the form and the kind of a message.
///
/// # Errors
/// Where it is no message of LangChain's.
pub(super) fn open<'a>(message: &'a Value<'a>) -> Result<Opened<'a>, Error> {
    if matches!(message, Value::Host(Host::Other(_))) {
        return Err(invalid("", "must be serialized: mapChatMessagesToStoredMessages() does that"));
    }
    object(message, "a message")?;
    let is_constructed = message.get("kwargs").is_some();
    let form = if is_constructed { &CONSTRUCTOR } else { &DICT };
    let (name, key) = if is_constructed {
        let class = message.items("id").last().and_then(Value::as_str);
        (class.ok_or_else(|| invalid("id", "must be an array that ends with the name of a class"))?, "id")
    } else {
        (text_of(message, "type")?, "type")
    };
    let whole = name.strip_suffix("Chunk").unwrap_or(name);
    let found = KINDS.iter().find(|(of_dict, class, _)| *of_dict == whole || *class == whole);
    let Some((_, _, kind)) = found.filter(|_| !whole.is_empty()) else {
        let message = ["there is no message ", &json::quoted(name), " in the langchain format"].concat();
        return Err(invalid(key, &message));
    };
    match message.get(form.fields) {
        Some(data @ Value::Object(_)) => Ok(Opened { form, kind: *kind, data }),
        // A live message has its fields itself.
        None => Err(invalid(
            form.fields,
            "is missing: messages must be serialized, as mapChatMessagesToStoredMessages() does",
        )),
        other => Err(must_be(form.fields, "an object", other)),
    }
}

/// Makes a message of a kind of these fields, as JSON for [`fill`]; they end with `additional_kwargs`. A kind without a type
/// or class of its own is not written.
pub(super) fn write(form: &Form, kind: Kind, fields: &str, texts: &[&str]) -> Value<'static> {
    let (of_dict, class) = KINDS.iter().find(|row| row.2 == kind).map_or(("", ""), |row| (row.0, row.1));
    let (start, name, middle) = if form.fields == DICT.fields {
        (r#"{"type":""#, of_dict, r#"","data":{"#)
    } else {
        (r#"{"lc":1,"type":"constructor","id":["langchain_core","messages",""#, class, r#""],"kwargs":{"#)
    };
    fill(&[start, name, middle, fields, r#","response_metadata":{}}}"#].concat(), texts)
}

/// Where the content stands: messages that were made of LangChain's own blocks are written with `content_blocks` alone.
pub(super) fn content_field(opened: &Opened<'_>) -> &'static str {
    let has = |key: &str| opened.data.given(key).is_some();
    if !has("content") && has("content_blocks") { opened.form.content_blocks } else { opened.form.content }
}
