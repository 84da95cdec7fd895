//! When the Responses API takes a list of items.
//!
//! | rule | a history breaks it with |
//! |---|---|
//! | R1 | an output without an earlier call of its id and kind, a decision without its request |
//! | R2 | a call without an output |
//! | R3 | reasoning at the end, or before an item that is not the model's |
//! | R5 | reasoning that only says that there was some: neither encrypted nor readable, and without an id |
//! | R6 | a compaction without its encrypted content, which is text |
//! | R7 | a compaction trigger that is not last, or has an id |
//! | R8 | a message between a call and its output |
//! | R9 | an item's id or a `call_id` used twice |
//!
//! What the provider keeps cannot be seen in a history. Whether an item with an id was produced behind reasoning that is
//! missing now (R4) only the provider knows, and whether reasoning with an id is stored at all (R5). Nor does it show
//! whether all that came behind a compaction is still there, unchanged (R6). Several compactions are no fault: some servers
//! give two at once, and what stands before the newest is not read: calls, outputs and reasoning need not be whole there. An item that is a mere reference may be any call: an
//! output behind it may be that call's (R1).

use crate::format::{Results, Rules, Seen};
use crate::json::quoted;
use crate::names::{NameMap, Names};
use crate::validity::{Situation, Violation, is_barrier, report};
use crate::value::Value;
use crate::view::{Part, Piece, Place, Role};

pub(super) const RULES: Rules = Rules {
    results: Results::Anywhere,
    orphan: "R1",
    unanswered: "R2",
    between: "R8",
    unique_ids: "R9",
    needs_ids: true,
    one_response: true,
    hides_errors: true,
    covers: true,
    ..Rules::NONE
};

pub(super) fn check(history: &[Seen<'_>], situation: Situation, found: &mut Vec<Violation>) {
    let start = history.iter().rposition(|seen| is_barrier(seen.view)).unwrap_or(0);
    pairs(history.get(start..).unwrap_or_default(), found);
    let mut ids = Names::default();
    for (index, seen) in history.iter().enumerate() {
        let next = history.get(index + 1);
        let item = seen.message;
        if let Some(id) = own_id(seen).filter(|id| !ids.is_new(id)) {
            let message = ["the item id ", &quoted(id), " is used twice"];
            report(found, "R9", seen.at, Place::WHOLE, &message);
        }
        let mut fault = |rule, message| report(found, rule, seen.at, Place::WHOLE, &[message]);
        match item.text_of("type") {
            "reasoning" if index >= start => {
                if next.map_or(!situation.in_flight, |next| next.view.role != Role::Assistant) {
                    fault("R3", "the item that this reasoning led to does not follow it");
                }
                if !item.has_text("encrypted_content") && !item.has_text("id") && item.items("content").is_empty() {
                    fault("R5", "the reasoning has neither content nor an id by which it may be stored");
                }
            }
            "compaction_trigger" if next.is_some() => fault("R7", "a compaction trigger must be the last item"),
            "compaction_trigger" if item.has_text("id") => fault("R7", "a compaction trigger has no id"),
            "compaction" | "compaction_summary" if !is_barrier(seen.view) => {
                fault("R6", "the compaction has no encrypted content, which is text");
            }
            _ => {}
        }
    }
}

/// The id of an item, where it is not that of a call, which the shared rules compare.
fn own_id<'a>(seen: &Seen<'a>) -> Option<&'a str> {
    let id = seen.message.get_str("id").filter(|id| !id.is_empty())?;
    let pairs = |part: &Part<'_>| match &part.piece {
        Piece::Call(call) => call.id == id,
        Piece::Result(result) => result.id == id,
        _ => false,
    };
    (!seen.view.parts.iter().any(pairs)).then_some(id)
}

/// R1: kinds of calls and outputs, requests and decisions, and what a reference may stand for.
fn pairs(history: &[Seen<'_>], found: &mut Vec<Violation>) {
    let mut kinds: NameMap<&str> = NameMap::default();
    let mut requests = Names::default();
    let mut refers = false;
    for seen in history {
        let kind = seen.message.text_of("type");
        refers |= is_reference(seen.message);
        for part in &seen.view.parts {
            let fault = match &part.piece {
                Piece::Call(call) if !call.id.is_empty() => {
                    kinds.set(call.id, kind);
                    continue;
                }
                Piece::Ask { id, .. } => {
                    requests.add(id);
                    continue;
                }
                Piece::Decision { id, .. } if !refers && !requests.has(id) => {
                    ["there is no earlier request ", &quoted(id)].concat()
                }
                Piece::Result(result) => match kinds.get(result.id) {
                    Some(called) if !answers(kind, called) => ["a ", called, " is not answered by a ", kind].concat(),
                    None if refers => {
                        found.retain(|fault| fault.at != seen.at || !matches!(fault.rule, "C2" | "R1"));
                        continue;
                    }
                    _ => continue,
                },
                _ => continue,
            };
            report(found, "R1", seen.at, part.place, &[&fault]);
        }
    }
}

/// Whether an item of a type answers a call of a type: itself, `shell_call_output`, `tool_search_output`.
fn answers(kind: &str, called: &str) -> bool {
    let of = |base: &str| base == called || called.strip_suffix("_call") == Some(base);
    kind == called || kind.strip_suffix("_output").is_some_and(of)
}

fn is_reference(item: &Value<'_>) -> bool {
    let is_bare = item.get("role").is_none() && item.given("type").is_none() && item.get_str("id").is_some();
    is_bare || item.says("type", "item_reference")
}
