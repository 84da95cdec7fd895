//! What the prunes of a path have changed: parts of messages that another text stands for, and messages that have left.

use std::rc::Rc;

use crate::entry::{Body, Change, Entry, Prune};
use crate::format::StandIn;
use crate::json;
use crate::message::{Record, RecordPart, Role};
use crate::names::{NameMap, Names};
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::Matter;

/// What has become of messages, by the id of each one's entry.
#[derive(Debug, Clone, Default)]
pub(super) struct Edits {
    states: NameMap<State>,
}

/// From one place of the log on to before another one.
pub(super) type Span = (u32, u32);

#[derive(Debug, Clone, Default)]
struct State {
    /// Whether the message has left.
    dropped: bool,
    /// The edits of parts: which part, the prune's place, the edit's number there.
    parts: Vec<(u32, u32, u32)>,
    /// The places of the first prune since it was last shown as it is, and of the newest one.
    changed: Span,
    /// When it was shown otherwise until it was restored.
    before: Vec<Span>,
    /// Whether the host wanted to have it back.
    restored: bool,
}

impl State {
    fn is_changed(&self) -> bool {
        self.dropped || !self.parts.is_empty()
    }
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
    /// Takes note of a prune. Returns the ids that it names, and whether it undoes something. Of two edits of one part the
    /// later one counts.
    pub(super) fn note(&mut self, entries: &[Rc<Entry>], at: u32) -> (Names, bool) {
        let (mut named, mut undoes) = (Names::default(), false);
        let Some(prune) = prune_at(entries, at) else { return (named, undoes) };
        for (number, edit) in prune.edits.iter().enumerate() {
            named.add(&edit.entry_id);
            let Some(state) = self.states.slot(&edit.entry_id) else { continue };
            let since = if state.is_changed() { state.changed.0 } else { at };
            match edit.change {
                Change::Drop => state.dropped = true,
                Change::Restore => {
                    state.restored = true;
                    if state.is_changed() {
                        undoes = true;
                        state.before.push((since, at));
                        (state.dropped, state.parts) = (false, Vec::new());
                    }
                }
                Change::StandIn { part, .. } => state.parts.push((part, at, number as u32)),
            }
            state.changed = (since, at);
        }
        (named, undoes)
    }

    /// Whether a message has left the context.
    pub(super) fn drops(&self, entry: &Entry) -> bool {
        !self.states.names().is_empty()
            && entry.record().is_some()
            && self.states.get(&entry.id).is_some_and(|state| state.dropped)
    }

    /// Whether the host wanted to have a message back as it is.
    pub(super) fn is_restored(&self, entry: &Entry) -> bool {
        self.states.get(&entry.id).is_some_and(|state| state.restored)
    }

    /// When the message at a place was shown otherwise than it is now: what the model said then was said to other words.
    pub(super) fn otherwise(&self, entries: &[Rc<Entry>], entry: &Entry, at: u32, spans: &mut Vec<(u32, Span)>) {
        let Some(state) = self.states.get(&entry.id) else { return };
        for span in &state.before {
            spans.push((at, *span));
        }
        if self.changes(entries, entry) {
            spans.push((at, (0, state.changed.1)));
        }
    }

    /// Whether a message has left, or a text stands for a part of it.
    pub(super) fn changes(&self, entries: &[Rc<Entry>], entry: &Entry) -> bool {
        self.drops(entry) || !self.texts(entries, entry).is_empty()
    }

    /// The texts that stand for parts of a message: of each part the newest one that can.
    pub(super) fn texts<'e>(&self, entries: &'e [Rc<Entry>], entry: &Entry) -> Vec<StandIn<'e>> {
        let (Some(record), Some(state)) = (entry.record(), self.states.get(&entry.id)) else { return Vec::new() };
        let mut texts: Vec<StandIn<'_>> = Vec::new();
        for (part, at, number) in state.parts.iter().rev() {
            if let Some(edit) = prune_at(entries, *at).and_then(|prune| prune.edits.get(*number as usize))
                && let Change::StandIn { text, keeps_media, .. } = &edit.change
                && !texts.iter().any(|later| later.part == *part as usize)
            {
                let edit = StandIn { part: *part as usize, text, keeps_media: *keeps_media };
                texts.extend(part_tokens(record, &edit).map(|_| edit));
            }
        }
        texts.reverse();
        texts
    }

    /// The place of the newest prune that changed parts of a message.
    pub(super) fn newest(&self, entry: &Entry) -> Option<u32> {
        self.states.get(&entry.id).filter(|state| !state.parts.is_empty()).map(|state| state.changed.1)
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
