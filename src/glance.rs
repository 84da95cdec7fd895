//! What people are shown of messages, and in which format a list of them is.

use serde::Serialize;

use crate::error::Error;
use crate::format::{LENSES, Lens};
use crate::names::NameMap;
use crate::text;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Matter, Part, Piece, Role, View};

/// How much of a message's text is shown, in UTF-16 units.
const UNITS: usize = 2_000;

/// A message as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Glance {
    /// Who speaks: `system`, `developer`, `user`, `assistant` or `tool`.
    pub role: &'static str,
    /// Whether a turn begins here.
    pub starts_turn: bool,
    /// What is said, called and answered, in lines of their own: the first 2,000 UTF-16 units of it.
    pub text: String,
    /// The results that it carries, in order.
    pub results: Vec<GlanceResult>,
}

/// A result of a tool, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GlanceResult {
    /// The tool; empty where neither the result nor an earlier call of its id names it.
    pub tool: String,
    /// Whether it failed, where the format says so.
    pub failed: bool,
    /// Its estimate, in tokens.
    pub tokens: u32,
}

/// Shows a list of messages.
///
/// # Errors
/// A message that the lens cannot read, by its place.
pub fn glance<'a>(lens: &dyn Lens, messages: &'a [Value<'a>]) -> Result<Vec<Glance>, Error> {
    let mut tools = NameMap::default();
    let mut shown = Vec::with_capacity(messages.len());
    for (at, message) in messages.iter().enumerate() {
        let view = lens.view(message).map_err(|error| error.within(&format!("messages[{at}]")))?;
        shown.push(show(&view, &mut tools));
    }
    Ok(shown)
}

/// Shows a message; `tools` are the calls so far, by their ids.
fn show<'a>(view: &View<'a>, tools: &mut NameMap<&'a str>) -> Glance {
    let mut text = String::new();
    let mut results = Vec::new();
    for Part { piece, .. } in &view.parts {
        match piece {
            Piece::Text(said) | Piece::Thinking { text: said, .. } => add(&mut text, said),
            Piece::Call(call) => {
                tools.set(call.id, call.name);
                add(&mut text, "→ ");
                text.push_str(call.name);
                text.push(' ');
                text.push_str(text::head(&call.arguments.text(), UNITS));
            }
            Piece::Result(result) => {
                let called = tools.get(result.id).copied();
                let tool = result.name.filter(|name| !name.is_empty()).or(called).unwrap_or_default().into();
                results.push(GlanceResult {
                    tool,
                    failed: result.is_error,
                    tokens: estimate::round(estimate::piece(piece)),
                });
                for said in &result.texts {
                    add(&mut text, said);
                }
                if result.images > 0 {
                    add(&mut text, "[image]");
                }
            }
            Piece::Image => add(&mut text, "[image]"),
            Piece::Opaque { matter: Matter::File, .. } => add(&mut text, "[file]"),
            Piece::Opaque { matter: Matter::Barrier, .. } => add(&mut text, "[compaction]"),
            Piece::Decision { approved, .. } => add(&mut text, if *approved { "[approved]" } else { "[denied]" }),
            Piece::Ask { .. } | Piece::Opaque { .. } => {}
        }
    }
    text.truncate(text::head(&text, UNITS).len());
    let role = match view.role {
        Role::System => "system",
        Role::Developer => "developer",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    };
    Glance { role, starts_turn: view.starts_turn, text, results }
}

/// Adds a line, unless it is blank.
fn add(text: &mut String, line: &str) {
    if line.trim().is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(text::head(line, UNITS));
}

/// The name of the format that reads these messages best; nothing where none reads any of them.
///
/// The best is the one with the fewest messages that it cannot read or sees nothing in; among these, with the fewest parts
/// that it does not know; then with the most marks of its own ([`Lens::marks`]). What is left is text that several read
/// alike: then the order of the lenses decides. How valid a list is says nothing: whoever reads the same finds the same
/// faults, and the format with the most rules of its own would never be found.
pub fn format_of(messages: &[Value<'_>]) -> Option<&'static str> {
    let mut best = None;
    for lens in LENSES {
        if let Some(misfit) = misfit(*lens, messages)
            && best.is_none_or(|(least, _)| misfit < least)
        {
            best = Some((misfit, lens.name()));
        }
    }
    best.map(|(_, name)| name)
}

/// How badly a lens reads messages, what counts most first; nothing where it makes nothing of them.
fn misfit(lens: &dyn Lens, messages: &[Value<'_>]) -> Option<[i32; 3]> {
    let [mut unread, mut unknown, mut unmarked] = [0; 3];
    let (marks, marks_of_parts) = lens.marks();
    let mut reads = false;
    for message in messages {
        let Some(view) = lens.view(message).ok().filter(|view| !view.parts.is_empty()) else {
            unread += 1;
            continue;
        };
        unmarked -= count(message, marks);
        for part in &view.parts {
            if matches!(part.piece, Piece::Opaque { matter: Matter::Plain, .. }) {
                unknown += 1;
            } else {
                reads = true;
            }
            let items = message.get(part.place.field).and_then(Value::as_array).unwrap_or_default();
            if let Some(item) = part.place.index.and_then(|index| items.get(index as usize)) {
                unmarked -= count(item, marks_of_parts);
            }
        }
    }
    reads.then_some([unread, unknown, unmarked])
}

/// How many of these keys a value has.
fn count(value: &Value<'_>, keys: &[&str]) -> i32 {
    keys.iter().filter(|key| value.get(key).is_some()).count() as i32
}
