//! What becomes of the summaries once all are there: joined, completed by machine, and taken only if the context
//! becomes smaller.

use std::rc::Rc;

use super::exchange::{Draft, Output, Verdict};
use super::machine::{Compaction, longest};
use super::part::{Part, State};
use super::{Preparation, Purpose};
use crate::entry::Entry;
use crate::gather::Gather;
use crate::message::RecordPart;
use crate::prompt;
use crate::seek;
use crate::summary::additions::{Additions, Room};
use crate::summary::{self, RequestKind, additions};
use crate::tokens::estimate;

/// What stands for the history where not even a short summary has room.
const LEFT_OUT: &str = "Earlier messages of this conversation were left out: there was no room for them.";
/// The shortest text that a summary is fitted to, in tokens.
const LEAST_TEXT: u32 = 256;

impl Compaction {
    /// All summaries are there.
    pub(super) fn conclude(&mut self) -> Output {
        let text = self.supplied.clone().unwrap_or_else(|| self.merged());
        let purpose = self.preparation.purpose;
        if purpose != Purpose::Compaction {
            // It takes nothing's place, so that it need not be smaller than that.
            let summary = self.complete(&text, u32::from(purpose == Purpose::Handoff));
            return self.draft(summary);
        }
        if self.wants_short() {
            let (so_far, budget) = (Some(text), 256);
            self.parts.push(Part { kind: RequestKind::Short, so_far, budget, ..Part::default() });
            return self.poll_output();
        }
        let mut summary = self.complete(&text, 1);
        if self.options.last_resort {
            summary = self.shortest(summary);
        }
        let mut fault = self.in_vain(&summary);
        // What the machine adds, and what the text has too much, is left out before the whole is.
        for part in [4, 0] {
            if fault.is_some() {
                summary = self.complete(&text, part);
                fault = self.in_vain(&summary);
            }
        }
        if fault.is_some()
            && let Some(fitted) = self.fitted(&text)
        {
            summary = self.complete(&fitted, 0);
            fault = self.in_vain(&summary);
        }
        let Some((reason, message)) = fault else { return self.draft(summary) };
        let was_degraded = self.degraded || self.supplied.is_some();
        self.parts.retain(|part| part.kind != RequestKind::Short);
        // What was said of a text that is not taken says nothing of the next one.
        self.flaws.clear();
        self.short_summary = None;
        for part in &mut self.parts {
            self.failures.push(part.failure(reason, &message));
            let prior = self.prior.clone().filter(|_| part.kind == RequestKind::History);
            part.begin_anew(reason, prior);
        }
        if was_degraded { self.refuse() } else { self.poll_output() }
    }

    /// The texts of the parts as one, in seed 002's form.
    fn merged(&self) -> String {
        let text = |kind: RequestKind| {
            self.parts.iter().find(|part| part.kind == kind).and_then(|part| match &part.state {
                State::Done(text) => Some(text.as_str()),
                _ => None,
            })
        };
        let whole = [RequestKind::History, RequestKind::Branch, RequestKind::Handoff].into_iter().find_map(text);
        match (whole, text(RequestKind::TurnPrefix)) {
            (history, Some(prefix)) => prompt::merge_split_summary(history.unwrap_or("No prior history."), prefix),
            (history, None) => history.unwrap_or_default().into(),
        }
    }

    /// Whether a short summary is still to be asked for.
    fn wants_short(&mut self) -> bool {
        let done = self.parts.iter().find(|part| part.kind == RequestKind::Short);
        if let Some(State::Done(text)) = done.map(|part| &part.state) {
            self.short_summary = Some(text.clone()).filter(|text| !text.is_empty());
            return false;
        }
        let asks = self.options.settings.compaction.short_summary && !self.options.candidates.is_empty();
        asks && self.short_summary.is_none() && self.supplied.is_none()
    }

    /// The summary with what is added to it; of what can be done without, one `part`th.
    fn complete(&self, text: &str, part: u32) -> String {
        let settings = &self.options.settings;
        let Self { preparation, customized, .. } = self;
        if self.supplied.is_some() {
            let text = &settings.redaction.redact(text);
            return additions::with_state(text, &customized.state, &settings.redaction);
        }
        let folded: Vec<_> = preparation.history.iter().chain(&preparation.turn_prefix).cloned().gather();
        let previous = preparation.previous_summary.as_deref();
        let mut additions = Additions::gather(previous, &folded, &preparation.kept_entry_ids, &settings.redaction);
        additions.context.clone_from(&customized.context);
        additions.state.clone_from(&customized.state);
        additions.files.clone_from(&preparation.files);
        let budget = self.parts.iter().map(|part| part.budget).fold(0, u32::saturating_add);
        let share = |tokens: u32| tokens.min(budget / 4).checked_div(part).unwrap_or(0);
        let requests = share(settings.compaction.request_tokens);
        let carried = share(settings.compaction.carry_over_tokens);
        let total = longest(budget).saturating_add(requests).saturating_add(carried).saturating_add(budget / 4);
        additions.attach(text, self.prior.as_deref(), Room { total, requests, carried })
    }

    /// The context with this summary: our estimate, and what the provider will count.
    fn sizes_with(&self, summary: &str) -> (u32, u32) {
        self.sizes_of(estimate::text(&prompt::frame_summary(summary)))
    }

    /// The same with so many tokens in the summary's place.
    fn sizes_of(&self, tokens: u32) -> (u32, u32) {
        let estimate = self.preparation.estimate_kept.saturating_add(tokens);
        (estimate, self.preparation.line.predict(estimate.into()))
    }

    /// What the context will measure with a provider's items, of so many tokens, in the place of the summary that it has beside them.
    /// `None` where that frees too little: less than a summary must, or than half of what this one does.
    pub fn size_with_items(&self, items: u32, summary: &str) -> Option<u32> {
        let frees = |after: u32| self.preparation.tokens_before.saturating_sub(after);
        // They cost no less than what stands beside them.
        let text = self.sizes_with(summary);
        let sizes = self.sizes_of(items).max(text);
        (frees(sizes.1) >= frees(text.1) / 2 && self.fault_of(sizes).is_none()).then_some(sizes.1)
    }

    /// The summary, or what says less where the context would still not fit: the one before it, or a sentence alone.
    fn shortest(&self, summary: String) -> String {
        let previous = self.preparation.previous_summary.as_deref().map(|prior| [prior, "\n\n", LEFT_OUT].concat());
        let fits = |summary: &String| self.options.target.is_none_or(|most| self.sizes_with(summary).1 <= most);
        [Some(summary), previous].into_iter().flatten().find(fits).unwrap_or_else(|| LEFT_OUT.into())
    }

    /// A text that is cut to what there is room for, where at least half of it can stay.
    fn fitted(&mut self, text: &str) -> Option<String> {
        let before = self.preparation.tokens_before;
        let least = self.options.settings.compaction.min_reduction.of(before).max(1);
        let most = self.options.most.unwrap_or(u32::MAX).min(before.saturating_sub(least));
        let bare = self.sizes_with(&self.complete("", 0)).0;
        let room = self.preparation.line.room(most).min(self.preparation.estimate_before.saturating_sub(1));
        // A token for the seam, which is rounded up by itself.
        let room = room.saturating_sub(bare).saturating_sub(1);
        if self.supplied.is_some() || room < LEAST_TEXT || room < estimate::text(text) / 2 {
            return None;
        }
        self.flaws.push("too-long");
        Some(summary::fit(text, room))
    }

    /// Why a summary is not worth it: the context would not become smaller, or hardly.
    fn in_vain(&self, summary: &str) -> Option<(&'static str, String)> {
        self.fault_of(self.sizes_with(summary))
    }

    /// The same of a context of these sizes.
    fn fault_of(&self, (estimate, after): (u32, u32)) -> Option<(&'static str, String)> {
        if self.options.adopts {
            return None;
        }
        let before = self.preparation.tokens_before;
        if estimate >= self.preparation.estimate_before || after >= before {
            return Some(("not-smaller", format!("the context would grow from {before} to {after} tokens")));
        }
        if self.options.last_resort {
            return None;
        }
        // Due again at once, although a shorter summary would do.
        if let Some(most) = self.options.most.filter(|most| after > *most && self.preparation.least() <= *most) {
            return Some(("no-progress", format!("the context would shrink to {after} tokens only, more than {most}")));
        }
        let least = self.options.settings.compaction.min_reduction.of(before);
        (before - after < least)
            .then(|| ("no-progress", format!("the context would only shrink from {before} to {after} tokens")))
    }

    /// Whether a document has all of the newest request, word for word, as the other session shows it: what is redacted or escaped
    /// there is not.
    fn is_quoted(&self, document: &str) -> bool {
        let Preparation { history, request_ids, .. } = &self.preparation;
        let asks = |entry: &&Rc<Entry>| {
            entry.message().is_some_and(|record| record.starts_turn) && request_ids.contains(&entry.id)
        };
        let Some(record) = history.iter().rev().find(asks).and_then(|entry| entry.message()) else { return true };
        let shown = prompt::frame_handoff(document);
        record.parts.iter().all(|part| match part {
            RecordPart::Text(quote) => {
                let has = |text: &str| seek::find(text, quote.head.trim()).is_some();
                quote.is_whole() && has(document) && has(&shown)
            }
            _ => false,
        })
    }

    fn draft(&mut self, summary: String) -> Output {
        let preparation = &self.preparation;
        let redaction = &self.options.settings.redaction;
        let mut kept_entry_ids = preparation.kept_entry_ids.clone();
        if !self.is_quoted(&summary) {
            kept_entry_ids
                .extend(preparation.request_ids.iter().filter(|id| !preparation.kept_entry_ids.contains(id)).cloned());
        }
        let messages = preparation.history.len() + preparation.turn_prefix.len();
        let mut flaws: Vec<String> = Vec::new();
        if self.parts.iter().any(|part| part.has_gap) {
            flaws.push("elided".into());
        }
        for flaw in &self.flaws {
            if !flaws.iter().any(|known| known == flaw) {
                flaws.push((*flaw).into());
            }
        }
        let draft = Draft {
            tokens_after: self.sizes_with(&summary).1,
            summary,
            short_summary: self.short_summary.as_deref().map(|text| redaction.redact(text).into_owned()),
            first_kept_entry_id: preparation.first_kept_entry_id.clone(),
            kept_entry_ids,
            tokens_before: preparation.tokens_before,
            usage_ratio: preparation.calibration.map(|known| known.usage_ratio),
            overhead_tokens: preparation.calibration.and_then(|known| known.overhead_tokens),
            declared_tokens: preparation.calibration.and_then(|known| known.declared_tokens),
            file_operations: preparation.files.clone(),
            is_split_turn: preparation.is_split_turn,
            messages_summarized: u32::try_from(messages).unwrap_or(u32::MAX),
            degraded: self.degraded,
            flaws,
            failures: self.failures.clone(),
            leaf_id: preparation.leaf_id.clone(),
        };
        self.finish(Verdict::Draft(draft))
    }
}
