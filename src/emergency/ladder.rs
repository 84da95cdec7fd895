//! The ladder on messages.

use serde::Serialize;

use super::{Edit, Item, Unfit, media, relief, turns};
use crate::cut::open_loop;
use crate::error::Error;
use crate::format::{Lens, StandIn, can_replace, replace, unbind};
use crate::gather::Gather;
use crate::message::{Record, is_synthetic};
use crate::patch::{self, Op};
use crate::shorten;
use crate::tokens::estimate;
use crate::value::Value;

/// What the ladder leaves of messages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Emergency {
    /// The indices of the messages that stay, in order.
    pub places: Vec<usize>,
    /// Those of them that lose something: each with the edits that take it, a JSON Patch as text.
    pub patches: Vec<(usize, String)>,
    /// What is still too much.
    pub unfit: Option<Unfit>,
}

/// Makes messages fit into `max_tokens`, with what each request costs beside them (`overhead`); else gives the least that
/// can be sent. What the user asked for last stays word for word. Messages that fit stay as they are.
///
/// # Errors
/// A message that cannot be read.
pub fn emergency(
    lens: &dyn Lens,
    messages: &[Value<'_>],
    records: &[Record],
    max_tokens: u32,
    overhead: u32,
) -> Result<Emergency, Error> {
    let mut asks = Vec::new();
    for (record, message) in records.iter().zip(messages) {
        asks.push(turns::asks(record) && !is_synthetic(message));
    }
    let all = items_of(records);
    let is_free = |at: usize, part| messages.get(at).is_some_and(|message| can_replace(lens, message, part));
    let (places, edits) = steps(&all, &asks, max_tokens.saturating_sub(overhead), &is_free);
    let unbound_until = if places.len() < all.len() || !edits.is_empty() { unended(records) } else { 0 };
    let mut shorter = vec![Vec::new(); places.len()];
    for edit in edits {
        if let Some(of_item) = shorter.get_mut(edit.item) {
            of_item.push(edit);
        }
    }
    let mut left = Emergency::default();
    let mut items = Vec::new();
    let (mut newest, mut changed) = (0, false);
    for ((index, at), edits) in places.iter().enumerate().zip(&shorter) {
        let (Some(item), Some(message)) = (all.get(*at), messages.get(*at)) else { continue };
        let mut item = *item;
        let mut ops = shortened(lens, message, edits)?;
        changed |= index != *at || !ops.is_empty();
        if changed && *at < unbound_until && item.record.is_some_and(|record| record.is_bound) {
            // Nothing has moved yet: texts take the places of parts.
            ops.extend(unbind(lens, message)?);
        }
        if !ops.is_empty() {
            let mut after = message.clone();
            for op in &ops {
                patch::apply(&mut after, op);
            }
            item.tokens = estimate::message(&lens.view(&after)?);
            left.patches.push((*at, patch::to_text(&ops)));
        }
        if asks.get(*at) == Some(&true) {
            newest = index;
        }
        items.push(item);
    }
    left.unfit = Unfit::new(&items, newest, overhead, max_tokens);
    left.places = places;
    Ok(left)
}

/// The places of the messages that stay, and the parts of those that get less room; `is_free` tells whether an image or a
/// file at a place can be left out.
fn steps(
    all: &[Item<'_>],
    asks: &[bool],
    room: u32,
    is_free: &dyn Fn(usize, usize) -> bool,
) -> (Vec<usize>, Vec<Edit>) {
    let target = u64::from(room);
    let first = relief(all, target, room / 4);
    if first.tokens <= target {
        return ((0..all.len()).gather(), first.edits);
    }
    let places = turns::newest(&without(all, &first.edits), asks, target);
    let mut kept = Vec::new();
    places.iter().for_each(|at| kept.extend(all.get(*at).copied()));
    for floor in [room / 4, 0] {
        let shorter = relief(&kept, target, floor);
        if shorter.tokens <= target {
            return (places, shorter.edits);
        }
    }
    let mut edits = media(&without(&kept, &relief(&kept, target, 0).edits), target, false);
    edits.retain(|edit| places.get(edit.item).is_some_and(|at| is_free(*at, edit.part)));
    // With the media gone there may be room for more of the outputs again.
    let rest = relief(&without(&kept, &edits), target, 0);
    edits.extend(rest.edits);
    (places, edits)
}

/// The items with what edits save taken off.
fn without<'a>(items: &[Item<'a>], edits: &[Edit]) -> Vec<Item<'a>> {
    let mut items = items.to_vec();
    for edit in edits {
        if let Some(item) = items.get_mut(edit.item) {
            item.tokens = item.tokens.saturating_sub(edit.saved);
        }
    }
    items
}

/// The records as items. The summary is one of ours with which the conversation begins.
fn items_of(records: &[Record]) -> Vec<Item<'_>> {
    let first = records.iter().position(|record| !record.role.instructs() && !record.is_barrier);
    let mut items = Vec::new();
    for (at, record) in records.iter().enumerate() {
        let is_summary = first == Some(at) && record.summary.is_some();
        items.push(Item { record: Some(record), tokens: record.tokens, pinned: false, is_summary });
    }
    items
}

/// Where the turn begins that the model has not ended. In it, a provider asks for the reasoning that is bound to what comes
/// before; elsewhere it must go once something before it is another.
fn unended(records: &[Record]) -> usize {
    open_loop(&records.iter().map(Some).gather())
}

/// The edits that give parts of a message less room.
fn shortened(lens: &dyn Lens, message: &Value<'_>, edits: &[Edit]) -> Result<Vec<Op>, Error> {
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    let view = lens.view(message)?;
    let mut texts = Vec::new();
    for edit in edits {
        if let Some(part) = view.parts.get(edit.part) {
            texts.push((edit.part, shorten::stand_in(message, part, edit.max_tokens)));
        }
    }
    let mut edits = Vec::new();
    for (part, text) in &texts {
        edits.push(StandIn { part: *part, text, keeps_media: false });
    }
    replace(lens, message, &edits)
}
