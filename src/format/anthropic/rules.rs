//! When the Messages API takes a history.
//!
//! | rule | a history breaks it with |
//! |---|---|
//! | A1 | a first message that is not the user's |
//! | A2 | a role other than user and assistant; `system`, of a beta, at the start, where it stands outside of the messages |
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
//! | A16 | a compaction whose content is not null and no text or a blank one, whose encrypted content is no text, or that is not the model's; one that is signed, behind other content, or beside another compaction |
//!
//! Much of three rules cannot be seen in a history. That reasoning is unchanged otherwise (A9) and stands behind what it
//! stood behind when it was signed (A12), only the provider can tell from the signatures; the tools that a request declares
//! (A11) are not in it.
//!
//! A16: the API's own compaction in a reply may stand anywhere, and what comes before the newest one is not read. One that was
//! asked for by itself is signed, and stands first and alone. Without content (`null`) it failed, and stands for
//! nothing, whatever else it holds.
//!
//! A10: whether thinking is on shows in the loop alone. Without interleaved thinking the model thinks once, before the
//! first call of the loop, so later messages of a loop may begin with anything.

use crate::format::{Results, Rules, Seen};
use crate::json::quoted;
use crate::patch::Op;
use crate::validity::{Situation, Violation, is_barrier, report};
use crate::value::Value;
use crate::view::{Matter, Piece, Place, Role};

pub(super) const RULES: Rules = Rules {
    results: Results::Next,
    orphan: "A6",
    unanswered: "A5",
    unique_ids: "A7",
    needs_ids: true,
    user_first: "A1",
    roles: "A2",
    alternates: true,
    covers: true,
    ..Rules::NONE
};

/// The most cache marks that a request may have.
const MARKS: u32 = 4;

pub(super) fn check(history: &[Seen<'_>], situation: Situation, found: &mut Vec<Violation>) {
    let blocks = blocks(history);
    for seen in history.iter().take_while(|seen| seen.view.role == Role::System) {
        report(
            found,
            "A2",
            seen.at,
            Place::field("role"),
            &["instructions stand outside of the messages, in `system`"],
        );
    }
    contents(history, &blocks, found);
    compactions(history, found);
    let start = history.iter().rposition(|seen| is_barrier(seen.view)).unwrap_or(0);
    provider_calls(history.get(start..).unwrap_or_default(), found);
    signatures(&blocks, found);
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
    block.says("type", "text") && block.get_str("text").is_some_and(|text| text.trim().is_empty())
}

fn is_thinking(block: &Value<'_>) -> bool {
    matches!(block.text_of("type"), "thinking" | "redacted_thinking")
}

/// A block of a message, or one inside of a result.
struct Block<'a> {
    at: usize,
    place: Place,
    /// Its index in the block at that place, where it stands inside.
    inner: Option<usize>,
    block: &'a Value<'a>,
}

/// All blocks of a history, each before those inside of it.
fn blocks<'a>(history: &[Seen<'a>]) -> Vec<Block<'a>> {
    let mut found = Vec::new();
    for seen in history {
        for (index, block) in seen.message.items("content").iter().enumerate() {
            let (at, place) = (seen.at, Place::item("content", index));
            found.push(Block { at, place, inner: None, block });
            for (inner, block) in block.items("content").iter().enumerate() {
                found.push(Block { at, place, inner: Some(inner), block });
            }
        }
    }
    found
}

/// A4, A13 and A14, block by block, those inside of results too.
fn contents(history: &[Seen<'_>], blocks: &[Block<'_>], found: &mut Vec<Violation>) {
    for seen in history {
        let message = match seen.message.get("content") {
            Some(Value::String(text)) if text.trim().is_empty() => "the text is blank",
            Some(Value::Array(blocks)) if blocks.is_empty() => "there is no content",
            _ => continue,
        };
        report(found, "A4", seen.at, Place::field("content"), &[message]);
    }
    for seen in history {
        let items = seen.message.items("content");
        if items.last().is_some_and(is_thinking) {
            let place = Place::item("content", items.len() - 1);
            report(found, "A14", seen.at, place, &["the message ends with reasoning"]);
        }
    }
    let mut marks = 0;
    for Block { at, place, block, .. } in blocks {
        if is_blank(block) {
            report(found, "A4", *at, *place, &["a text is blank"]);
        }
        if block.given("cache_control").is_none() {
            continue;
        }
        marks += 1;
        if marks == MARKS + 1 {
            report(found, "A13", *at, *place, &["this is the fifth cache mark, and four are allowed"]);
        }
        if is_thinking(block) {
            report(found, "A13", *at, *place, &["reasoning cannot have a cache mark"]);
        }
    }
}

/// A16.
fn compactions(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let (mut others, mut compactions, mut signed) = (false, 0, None);
    for seen in history {
        let items = seen.message.items("content");
        for (index, block) in items.iter().enumerate() {
            let place = Place::item("content", index);
            if !block.says("type", "compaction") {
                others = true;
                continue;
            }
            let is_signed = block.has_text("signature");
            let (content, encrypted) = (block.given("content"), block.given("encrypted_content"));
            let fault = if content.is_some_and(|content| content.as_str().is_none_or(|text| text.trim().is_empty())) {
                "the compaction's content is not text that says something, or null where it failed"
            } else if encrypted.is_some_and(|encrypted| encrypted.as_str().is_none()) {
                "the compaction's encrypted content is not text, or null"
            } else if content.is_none() {
                continue;
            } else if seen.view.role != Role::Assistant {
                "only the model's message holds a compaction"
            } else if is_signed && others {
                "this compaction must be the first of the conversation's blocks"
            } else {
                compactions += 1;
                signed = signed.or(is_signed.then_some((seen.at, place)));
                others = true;
                continue;
            };
            report(found, "A16", seen.at, place, &[fault]);
        }
        others |= seen.message.get_str("content").is_some();
    }
    if let Some((at, place)) = signed.filter(|_| compactions > 1) {
        report(found, "A16", at, place, &["beside this compaction there is another one: send the newest alone"]);
    }
}

/// A9. Servers that only look like Anthropic's sign nothing.
fn signatures(blocks: &[Block<'_>], found: &mut Vec<Violation>) {
    let thinks = |block: &&Block<'_>| block.inner.is_none() && is_thinking(block.block);
    let key = |block: &Value<'_>| if block.says("type", "thinking") { "signature" } else { "data" };
    let seals = |block: &Block<'_>| key(block.block) == "data" || block.block.has_text("signature");
    if !blocks.iter().filter(thinks).any(seals) {
        return;
    }
    for Block { at, place, block, .. } in blocks.iter().filter(thinks) {
        if !block.has_text(key(block)) {
            report(found, "A9", *at, *place, &["the reasoning has lost its ", key(block)]);
        }
    }
}

/// A8. A turn of the model may be spread over messages: where it was paused, and where a program of the provider calls
/// tools of the host, whose results come between. Once the user speaks it is over.
fn provider_calls(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    // Where each call stands, and its id; an answered one has no more.
    let mut open: Vec<(usize, Place, Option<&str>)> = Vec::new();
    for seen in history {
        if seen.view.role == Role::User {
            for (at, place, id) in &open {
                if let Some(id) = id {
                    report(found, "A8", *at, *place, &["the provider's call ", &quoted(id), " has no result"]);
                }
            }
            open.clear();
        }
        for part in &seen.view.parts {
            match &part.piece {
                Piece::Call(call) if call.by_provider => open.push((seen.at, part.place, Some(call.id))),
                Piece::Result(result) if result.by_provider => {
                    if let Some(call) = open.iter_mut().rfind(|call| call.2 == Some(result.id)) {
                        call.2 = None;
                    } else {
                        let message = ["the provider's call ", &quoted(result.id), " does not stand before its result"];
                        report(found, "A8", seen.at, part.place, &message);
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
    let (mut first, mut is_open, mut thinks) = (None, false, false);
    for seen in history.iter().skip(start).filter(|seen| seen.view.role == Role::Assistant) {
        first = first.or(Some(seen));
        is_open = false;
        for part in &seen.view.parts {
            match &part.piece {
                Piece::Call(call) => is_open |= !call.by_provider,
                Piece::Thinking { .. } => thinks = true,
                _ => {}
            }
        }
    }
    let Some(first) = first.filter(|_| is_open && thinks) else { return };
    // What stands for an earlier part of the conversation may come first.
    let lead = first.view.parts.iter().find(|part| !matches!(part.piece, Piece::Opaque { .. }));
    if lead.is_some_and(|part| !matches!(part.piece, Piece::Thinking { .. })) {
        let message = "the model thinks in this tool loop, and the loop does not begin with it";
        report(found, "A10", first.at, Place::WHOLE, &[message]);
    }
}

/// A3: results are the user's side.
fn neighbours(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let mut before = None;
    for seen in history.iter().filter(|seen| seen.view.role != Role::System) {
        let is_model = seen.view.role == Role::Assistant;
        if before == Some(is_model) {
            report(found, "A3", seen.at, Place::WHOLE, &["the message before is of the same side"]);
        }
        before = Some(is_model);
    }
}

/// A4, the end of a request. What the provider paused goes on from there; open calls are noticed as such.
fn end(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let Some(last) = history.last().filter(|seen| seen.view.role == Role::Assistant) else { return };
    let Some(part) = last.view.parts.last() else { return };
    let message = match &part.piece {
        Piece::Text(text) => {
            if text.ends_with(char::is_whitespace) {
                let message = "the model's text at the end ends in white space";
                report(found, "A4", last.at, part.place, &[message]);
            }
            "the last message is the model's: newer models, and all that think, refuse to go on from it"
        }
        Piece::Opaque { matter, .. } if *matter != Matter::Barrier => "the last message is the model's",
        _ => return,
    };
    report(found, "A4", last.at, part.place, &[message]);
}

/// Mends instructions at the start, which become the user's, a blank text inside a result, too many cache marks (the newest stay), and a tool loop that thinks too late, whose
/// reasoning goes.
pub(super) fn mend(history: &[Seen<'_>], violation: &Violation) -> Vec<(usize, Op)> {
    let mut ops = Vec::new();
    if violation.rule == "A2" {
        ops.push((violation.at, Op::Replace { path: "/role".into(), value: Value::text("user") }));
        return ops;
    }
    let mut left = MARKS;
    // From the end, so that indices hold.
    for Block { at, place, inner, block } in blocks(history).into_iter().rev() {
        let mut path = place.pointer();
        if let Some(inner) = inner {
            path.push_str(&Place::item("content", inner).pointer());
        }
        let goes = match violation.rule {
            "A10" => inner.is_none() && at >= violation.at && is_thinking(block),
            "A4" => inner.is_some() && at == violation.at && is_blank(block),
            "A13" if block.given("cache_control").is_some() => {
                path.push_str("/cache_control");
                let goes = left == 0 || is_thinking(block);
                left -= u32::from(!goes);
                goes
            }
            _ => false,
        };
        if goes {
            ops.push((at, Op::Remove { path }));
        }
    }
    ops
}
