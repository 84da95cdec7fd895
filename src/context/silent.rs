//! What a server leaves out of a prompt without saying so: its counts tell.
//!
//! A context only grows between two replies, and so must the counts. One that has fallen far below what was counted before
//! tells at once. One that stands still though much was added may have another cause (a provider that has cleared old
//! outputs of tools, once); two in a row have none.

use std::rc::Rc;

use super::size::{Anchor, Sent};
use super::{Context, Item};
use crate::entry::Entry;
use crate::message::{Record, RecordPart, Role};
use crate::tokens::estimate;

/// A prompt count of less than this share of the one before it, and of what was expected, is not believed: a server that
/// takes in what fits and says nothing counts so.
const FALLEN: f64 = 0.6;
/// Of smaller contexts nothing is told by that.
const LEAST_BEFORE: u32 = 2_000;
/// No server's window is smaller than this: it has counted something else, such as what was not in its cache.
const LEAST_READ: u32 = 1_000;
/// The estimate of the text that must have been added for a count to be judged by it.
const LEAST_ADDED: u64 = 500;
/// A prompt that grew by less than this share of it stands still: no tokenizer counts so little.
const GROWTH: f64 = 0.2;
/// A prompt of less than so many times all that came since the one before may be just that, what was not in a cache.
const FRESH: f64 = 1.5;
/// After prompts that were cut, one that has this share of what was expected is believed again; so is one that is a tenth
/// larger than any before.
const WHOLE: f64 = 0.8;

/// What counts are held against.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Watch {
    /// The newest count, believed or not; none where the next one cannot be held against it.
    mark: Option<Mark>,
    /// While the newest counts may have stood still: the anchor before them.
    before: Option<Anchor>,
    /// What a server read of the newest prompt, where it has left the rest out.
    pub(super) truncated: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    prompt: u32,
    /// What was sent.
    estimate: u64,
    /// With the reply.
    items: usize,
}

impl Watch {
    /// Items from one on have changed.
    pub(super) fn end(&mut self, first: usize) {
        if self.mark.is_some_and(|mark| mark.items > first) {
            *self = Self::default();
        }
    }

    /// Whether the newest count that was believed may yet prove to be wrong.
    pub(super) fn doubts(&self) -> bool {
        self.before.is_some()
    }
}

/// The estimate of the text in a message that is not the model's: what every provider counts much as we do.
fn text_tokens(record: &Record, tokens: u32) -> u32 {
    if record.role == Role::Assistant {
        return 0;
    }
    record.parts.iter().fold(tokens, |left, part| {
        let media = match part {
            RecordPart::Image => estimate::round(estimate::IMAGE_QUARTERS),
            RecordPart::Opaque(_, tokens) => *tokens,
            RecordPart::Result(result) => result.media,
            _ => 0,
        };
        left.saturating_sub(media)
    })
}

impl Context {
    /// Whether the provider has left out a part of what it was sent, as its count tells.
    pub(super) fn is_cut(&mut self, entries: &[Rc<Entry>], prompt: u32, sent: Sent) -> bool {
        let newest = Mark { prompt, estimate: sent.estimate, items: self.items.len() };
        let Some(anchor) = self.counts.anchor else {
            self.counts.watch = Watch { mark: Some(newest), ..Watch::default() };
            return false;
        };
        let stands = self.stands_still(entries, prompt, sent);
        let fell = |from: u32| from > LEAST_BEFORE && f64::from(prompt) < FALLEN * f64::from(from);
        let has_fallen = fell(self.counts.prompt) && fell(sent.tokens);
        let accepted = self.counts.accepted;
        let watch = &mut self.counts.watch;
        // What was added little by little is judged once it is enough.
        if stands.is_some() || has_fallen || watch.mark.is_none() {
            watch.mark = Some(newest);
        }
        let is_much = f64::from(prompt) >= WHOLE * f64::from(sent.tokens) || prompt - prompt / 10 > accepted;
        let is_whole = is_much && stands == Some(false);
        let stood_before = watch.before.is_some();
        let is_cut = has_fallen || watch.truncated.is_some() && !is_whole || stood_before && stands == Some(true);
        if !is_cut {
            watch.before = match stands {
                Some(true) => Some(anchor),
                Some(false) => None,
                None => watch.before,
            };
            watch.truncated = None;
            return false;
        }
        watch.truncated = Some(prompt).filter(|read| *read >= LEAST_READ);
        // What was believed though it stood still was cut as well.
        if let Some(before) = watch.before.take() {
            self.counts.anchor = Some(before);
            self.counts.prompt = before.usage.prompt();
        }
        true
    }

    /// Whether a prompt has not grown though text was added; `None` where that cannot be told.
    fn stands_still(&self, entries: &[Rc<Entry>], prompt: u32, sent: Sent) -> Option<bool> {
        let mark = self.counts.watch.mark?;
        let text = |item: &Item| {
            let record = entries.get(item.at as usize).and_then(|entry| entry.record());
            record.map_or(0, |record| u64::from(text_tokens(record, item.tokens)))
        };
        let added: u64 = self.items.get(mark.items..sent.items).unwrap_or_default().iter().map(text).sum();
        let fresh = sent.estimate.saturating_sub(mark.estimate);
        let grown = u64::from(prompt.saturating_sub(mark.prompt));
        let grows = grown as f64 >= GROWTH * added as f64;
        if f64::from(prompt) < FRESH * fresh as f64 || added.max(grown) < LEAST_ADDED {
            return None;
        }
        Some(!grows)
    }
}
