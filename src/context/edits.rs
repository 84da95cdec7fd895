//! What the prunes of a path have changed: parts of messages that another text stands for, and messages that have left.

use std::rc::Rc;

use crate::entry::{Body, Entry, Prune};
use crate::format::StandIn;
use crate::gather::Gather;
use crate::json;
use crate::message::{Record, RecordPart, Role};
use crate::names::{NameMap, Names};
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::Matter;

/// The changes, by the id of the message's entry.
#[derive(Debug, Clone, Default)]
pub(super) struct Edits {
    changes: NameMap<Change>,
}

#[derive(Debug, Clone, Default)]
struct Change {
    /// Whether the message has left.
    dropped: bool,
    /// The place of the newest prune that changed a part.
    by: u32,
    /// The changed parts: which, the prune's place, the edit's number there.
    parts: Vec<(u32, u32, u32)>,
}

/// The tokens of a part that this text can stand for, as [`crate::format::replace`] puts it there, and what they are with it.
fn part_tokens(record: &Record, edit: &StandIn<'_>) -> Option<(u32, u32)> {
    let text = || estimate::text(edit.text);
    match record.parts.get(edit.part)? {
        RecordPart::Call(call) if !call.is_fixed && matches!(json::parse(edit.text), Ok(Value::Object(_))) => {
            let tokens = estimate::round(estimate::quarters(&call.name) + estimate::quarters(edit.text));
            Some((call.tokens, tokens))
        }
        RecordPart::Result(result) if edit.keeps_media && !result.is_fixed => {
            (result.text.units() > 0).then(|| (result.tokens, result.media.saturating_add(text())))
        }
        RecordPart::Result(result) if !result.is_fixed => Some((result.tokens, text())),
        RecordPart::Image if record.role != Role::Assistant => {
            Some((estimate::round(estimate::IMAGE_QUARTERS), text()))
        }
        RecordPart::Opaque(Matter::File, tokens) if record.role != Role::Assistant => Some((*tokens, text())),
        _ => None,
    }
}

impl Edits {
    /// Takes note of a prune, and returns the ids that it names. Of two edits of one part the later one counts.
    pub(super) fn note(&mut self, entries: &[Rc<Entry>], at: u32) -> Names {
        let mut named = Names::default();
        let Some(prune) = prune_at(entries, at) else { return named };
        for (number, edit) in prune.edits.iter().enumerate() {
            named.add(&edit.entry_id);
            let Some(change) = self.changes.slot(&edit.entry_id) else { continue };
            let Some(part) = edit.part else {
                change.dropped = true;
                continue;
            };
            change.by = at;
            change.parts.retain(|(earlier, ..)| *earlier != part);
            change.parts.push((part, at, number as u32));
        }
        named
    }

    /// Whether a message has left the context.
    pub(super) fn drops(&self, entry: &Entry) -> bool {
        !self.changes.names().is_empty()
            && entry.record().is_some()
            && self.changes.get(&entry.id).is_some_and(|change| change.dropped)
    }

    /// The texts that stand for parts of a message, each with the part's index. What names no part that can be changed is
    /// left out.
    pub(super) fn texts<'e>(&self, entries: &'e [Rc<Entry>], entry: &Entry) -> Vec<StandIn<'e>> {
        let (Some(record), Some(change)) = (entry.record(), self.changes.get(&entry.id)) else { return Vec::new() };
        let text = |(part, at, number): &(u32, u32, u32)| {
            let edit = prune_at(entries, *at)?.edits.get(*number as usize)?;
            let edit = StandIn { part: *part as usize, text: &edit.text, keeps_media: edit.keeps_media };
            part_tokens(record, &edit).map(|_| edit)
        };
        change.parts.iter().filter_map(text).gather()
    }

    /// The place of the newest prune that changed parts of a message.
    pub(super) fn newest(&self, entry: &Entry) -> Option<u32> {
        self.changes.get(&entry.id).filter(|change| !change.parts.is_empty()).map(|change| change.by)
    }
}

/// The tokens of a message with these texts in it.
pub(super) fn tokens(record: &Record, texts: &[StandIn<'_>]) -> u32 {
    texts.iter().fold(record.tokens, |sum, edit| {
        let (was, is) = part_tokens(record, edit).unwrap_or_default();
        sum.saturating_sub(was).saturating_add(is)
    })
}

/// Gives a record the size that it has with these texts in it. What it quotes stays: a summary is made of the whole.
pub(super) fn resize(record: &mut Record, texts: &[StandIn<'_>]) {
    record.tokens = tokens(record, texts);
    for edit in texts {
        let (_, tokens) = part_tokens(record, edit).unwrap_or_default();
        match record.parts.get_mut(edit.part) {
            Some(RecordPart::Call(call)) => call.tokens = tokens,
            Some(RecordPart::Result(result)) if edit.keeps_media => result.tokens = tokens,
            // No media is left in it that could be left out once more.
            Some(RecordPart::Result(result)) => (result.tokens, result.media, result.images) = (tokens, 0, 0),
            Some(media) => *media = RecordPart::Opaque(Matter::Plain, tokens),
            None => {}
        }
    }
}

fn prune_at(entries: &[Rc<Entry>], at: u32) -> Option<&Prune> {
    match entries.get(at as usize).map(|entry| &entry.body) {
        Some(Body::Prune(prune)) => Some(prune),
        _ => None,
    }
}
