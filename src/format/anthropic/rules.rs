//! When the Messages API takes a history.
//!
//! | rule | a history breaks it with |
//! |---|---|
//! | A1 | a first message that is not the user's |
//! | A2 | a role other than user and assistant, and `system` of a beta (the shape's error) |
//! | A3 | neighbours of the same side, where the server does not merge them itself |
//! | A4 | no content, a blank text; in a request, the model's text at the end |
//! | A5 | a call whose result does not stand in the next message, before all else in it |
//! | A6 | a result without a call in the message before |
//! | A7 | the id of a call used twice |
//! | A8 | a result of the provider's tool without a call before it in the model's turn; a call left without one |
//! | A9 | reasoning that lost its signature, where other reasoning is signed; redacted reasoning without its data |
//! | A10 | an open tool loop that thinks and does not begin with it |
//! | A13 | more than four cache marks, or one on reasoning |
//! | A14 | a message of the model that ends with reasoning |
//!
//! Much of three rules cannot be seen in a history. That reasoning is unchanged otherwise (A9) and stands behind what it
//! stood behind when it was signed (A12), only the provider can tell from the signatures; the tools that a request declares
//! (A11) are not in it.
//!
//! A10: whether thinking is on shows in the loop alone. Without interleaved thinking the model thinks once, before the
//! first call of the loop, so later messages of a loop may begin with anything.

use crate::format::{Results, Rules, Seen};
use crate::json::quoted;
use crate::patch::Op;
use crate::validity::{Situation, Violation};
use crate::value::Value;
use crate::view::{Matter, Piece, Place, Role};

pub(super) const RULES: Rules = Rules {
    results: Results::Next,
    orphan: "A6",
    unanswered: "A5",
    unique_ids: "A7",
    needs_ids: true,
    user_first: "A1",
    alternates: true,
    ..Rules::NONE
};

/// The most cache marks that a request may have.
const MARKS: u32 = 4;

pub(super) fn check(history: &[Seen<'_>], situation: Situation, found: &mut Vec<Violation>) {
    contents(history, found);
    provider_calls(history, found);
    signatures(history, found);
    open_loop(history, found);
    if situation.alternates {
        neighbours(history, found);
    }
    if situation.is_request {
        end(history, found);
    }
}

/// Whether a value is a text block with nothing in it.
fn is_blank(block: &Value<'_>) -> bool {
    block.get_str("type") == Some("text") && block.get_str("text").is_some_and(|text| text.trim().is_empty())
}

fn is_reasoning(block: &Value<'_>) -> bool {
    matches!(block.get_str("type"), Some("thinking" | "redacted_thinking"))
}

/// A4, A13 and A14, block by block, those inside of results too.
fn contents(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let mut marks = 0;
    for seen in history {
        let blocks = match seen.message.get("content") {
            Some(Value::String(text)) if text.trim().is_empty() => {
                found.push(Violation::new("A4", seen.at, Place::field("content"), "the text is blank"));
                continue;
            }
            Some(Value::Array(blocks)) => blocks,
            _ => continue,
        };
        if blocks.is_empty() {
            found.push(Violation::new("A4", seen.at, Place::field("content"), "there is no content"));
        }
        if blocks.last().is_some_and(is_reasoning) {
            let place = Place::item("content", blocks.len() - 1);
            found.push(Violation::new("A14", seen.at, place, "the message ends with reasoning"));
        }
        for (index, block) in blocks.iter().enumerate() {
            let place = Place::item("content", index);
            let inner = block.get("content").and_then(Value::as_array).unwrap_or_default();
            for block in std::iter::once(block).chain(inner) {
                if is_blank(block) {
                    found.push(Violation::new("A4", seen.at, place, "a text is blank"));
                }
                if block.get("cache_control").is_none_or(Value::is_null) {
                    continue;
                }
                marks += 1;
                if marks == MARKS + 1 {
                    let message = "this is the fifth cache mark, and four are allowed";
                    found.push(Violation::new("A13", seen.at, place, message));
                }
                if is_reasoning(block) {
                    found.push(Violation::new("A13", seen.at, place, "reasoning cannot have a cache mark"));
                }
            }
        }
    }
}

/// A9. Servers that only look like Anthropic's sign nothing.
fn signatures(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let mut is_signed = false;
    let mut bare = Vec::new();
    for seen in history {
        let blocks = seen.message.get("content").and_then(Value::as_array).unwrap_or_default();
        for (index, block) in blocks.iter().enumerate() {
            let key = match block.get_str("type") {
                Some("thinking") => "signature",
                Some("redacted_thinking") => "data",
                _ => continue,
            };
            let has_key = block.get_str(key).is_some_and(|text| !text.is_empty());
            is_signed |= has_key || key == "data";
            if !has_key {
                bare.push((seen.at, Place::item("content", index), key));
            }
        }
    }
    for (at, place, key) in bare.into_iter().filter(|_| is_signed) {
        found.push(Violation::new("A9", at, place, format!("the reasoning has lost its {key}")));
    }
}

/// A8. A turn of the model may be spread over messages: where it was paused, and where a program of the provider calls
/// tools of the host, whose results come between. Once the user speaks it is over.
fn provider_calls(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let mut open: Vec<(&str, usize, Place)> = Vec::new();
    for seen in history {
        if seen.view.role == Role::User {
            for (id, at, place) in open.drain(..) {
                let message = format!("the provider's call {} has no result", quoted(id));
                found.push(Violation::new("A8", at, place, message));
            }
        }
        for part in &seen.view.parts {
            match &part.piece {
                Piece::Call(call) if call.by_provider => open.push((call.id, seen.at, part.place)),
                Piece::Result(result) if result.by_provider => {
                    if let Some(call) = open.iter().rposition(|(id, ..)| *id == result.id) {
                        open.remove(call);
                    } else {
                        let id = quoted(result.id);
                        let message = format!("the provider's call {id} does not stand before its result");
                        found.push(Violation::new("A8", seen.at, part.place, message));
                    }
                }
                _ => {}
            }
        }
    }
}

/// A10: the messages behind the last one of the user, where the model's last one calls tools.
fn open_loop(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let start = history.iter().rposition(|seen| seen.view.role == Role::User).map_or(0, |last| last + 1);
    let model = || history.iter().skip(start).filter(|seen| seen.view.role == Role::Assistant);
    let thinks = |piece: &Piece<'_>| matches!(piece, Piece::Thinking { .. });
    let (Some(first), Some(last)) = (model().next(), model().next_back()) else { return };
    let is_open = last.view.calls().any(|(_, call)| !call.by_provider);
    if !is_open || !model().any(|seen| seen.view.parts.iter().any(|part| thinks(&part.piece))) {
        return;
    }
    // What stands for an earlier part of the conversation may come first.
    let mut parts = first.view.parts.iter().filter(|part| !matches!(part.piece, Piece::Opaque { .. }));
    if parts.next().is_some_and(|part| !thinks(&part.piece)) {
        let message = "the model thinks in this tool loop, and the loop does not begin with it";
        found.push(Violation::new("A10", first.at, Place::WHOLE, message));
    }
}

/// A3: results are the user's side.
fn neighbours(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let mut before = None;
    for seen in history.iter().filter(|seen| seen.view.role != Role::System) {
        let is_model = seen.view.role == Role::Assistant;
        if before == Some(is_model) {
            found.push(Violation::new("A3", seen.at, Place::WHOLE, "the message before is of the same side"));
        }
        before = Some(is_model);
    }
}

/// A4, the end of a request. What the provider paused goes on from there; open calls are noticed as such.
fn end(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let Some(last) = history.last().filter(|seen| seen.view.role == Role::Assistant) else { return };
    let Some(part) = last.view.parts.last() else { return };
    let mut report = |message| found.push(Violation::new("A4", last.at, part.place, message));
    match &part.piece {
        Piece::Text(text) => {
            if text.ends_with(char::is_whitespace) {
                report("the model's text at the end ends in white space");
            }
            report("the last message is the model's: newer models, and all that think, refuse to go on from it");
        }
        Piece::Opaque { matter, .. } if *matter != Matter::Barrier => report("the last message is the model's"),
        _ => {}
    }
}

/// Mends a blank text inside a result, too many cache marks (the newest stay), and a tool loop that thinks too late, whose
/// reasoning goes.
pub(super) fn mend(history: &[Seen<'_>], violation: &Violation) -> Vec<(usize, Op)> {
    let mut ops = Vec::new();
    let mut left = MARKS;
    // From the end, so that indices hold.
    for seen in history.iter().rev() {
        let blocks = seen.message.get("content").and_then(Value::as_array).unwrap_or_default();
        for (index, block) in blocks.iter().enumerate().rev() {
            let path = Place::item("content", index).pointer();
            let thinks = is_reasoning(block);
            if violation.rule == "A10" && seen.at >= violation.at && thinks {
                ops.push((seen.at, Op::Remove { path: path.clone() }));
            }
            let inner = block.get("content").and_then(Value::as_array).unwrap_or_default();
            for (item, block) in
                inner.iter().enumerate().map(|(item, block)| (Some(item), block)).rev().chain([(None, block)])
            {
                let path = item.map_or_else(|| path.clone(), |item| format!("{path}/content/{item}"));
                match violation.rule {
                    "A4" if item.is_some() && seen.at == violation.at && is_blank(block) => {
                        ops.push((seen.at, Op::Remove { path }));
                    }
                    "A13" if block.get("cache_control").is_some_and(|mark| !mark.is_null()) => {
                        if left == 0 || thinks {
                            ops.push((seen.at, Op::Remove { path: format!("{path}/cache_control") }));
                        } else {
                            left -= 1;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    ops
}
