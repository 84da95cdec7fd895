//! What is made of an answer: it is taken, or the same summarizer is asked again, with less or told what was wrong, or
//! the next one is.

use std::rc::Rc;

use super::exchange::{Answer, Failure};
use super::machine::{Compaction, longest};
use super::part::{Part, State, least};
use crate::entry::Entry;
use crate::gather::Gather;
use crate::message::Record;
use crate::prompt;
use crate::seek;
use crate::summary::{self, Expected, Flaw, Refusal, additions};
use crate::tokens::estimate;

/// A wait, in milliseconds, that is too long where another summarizer can be asked (seed 002).
const LONG_WAIT_MS: u32 = 30_000;
/// How often a summarizer that finds a request too long is asked with less.
pub(super) const MOST_SHRINKS: u32 = 3;
/// What so many tokens are told in is looked at closely: they always leave something to say.
const MUCH: u32 = 4_000;
/// How many exact names are looked for in a summary.
const SAMPLE: usize = 12;

impl Compaction {
    /// Takes the answer to a request. An answer that nobody waits for is ignored.
    pub fn handle_answer(&mut self, id: u32, answer: Answer) {
        let waits = |part: &Part| matches!(part.state, State::InFlight(found, _) if found == id);
        let Some(at) = self.parts.iter().position(waits) else { return };
        let Answer { text, cut_off, short_summary, overflow, failure } = answer;
        match (failure, overflow) {
            (None, _) => {
                let short = short_summary.filter(|short| !short.trim().is_empty());
                self.short_summary = short.or(self.short_summary.take());
                self.read(at, &text, cut_off);
            }
            (Some(failure), Some(maximum)) => self.shrink(at, failure, maximum),
            (Some(failure), None) => self.retry(at, failure),
        }
    }

    /// After a failure: the same again, if it passes by itself, or the next summarizer.
    fn retry(&mut self, at: usize, failure: Failure) {
        let candidates = self.options.candidates.len();
        let Some(part) = self.parts.get_mut(at) else { return };
        let retry = &self.options.settings.retry;
        let delay = retry
            .base_delay_ms
            .saturating_mul(1 << part.retries.min(16))
            .min(retry.max_delay_ms)
            .max(failure.retry_after_ms);
        // Nobody waits longer than the limit; nor long, while another summarizer can be asked.
        let has_other = part.candidate + 1 < candidates;
        let patience = if has_other { retry.max_delay_ms.min(LONG_WAIT_MS) } else { retry.max_delay_ms };
        let failure = Failure { kind: part.kind, candidate: part.candidate as u32, attempt: part.attempt, ..failure };
        let passes = failure.retryable && retry.enabled;
        if failure.reason == "time-budget" {
            self.spent = "time-budget";
        }
        if passes && part.retries < retry.max_retries && delay <= patience {
            part.retries += 1;
            part.again(delay, &failure.reason);
        } else {
            // One that is down, or refuses the key, does so for the rest as well; what it made of the text, it may not
            // make of the rest.
            let is_of_text = matches!(failure.reason.as_str(), "summarizer-refused" | "summarizer-invalid-reply");
            if !is_of_text && let Some(window) = self.windows.get_mut(part.candidate) {
                *window = Some(0);
            }
            part.pass_on(&failure.reason);
        }
        self.failures.push(failure);
    }

    /// The request was too long: less is asked, as far as the summarizer says how much it takes.
    fn shrink(&mut self, at: usize, failure: Failure, maximum: u32) {
        let Some(part) = self.parts.get_mut(at) else { return };
        let State::InFlight(_, prompt) = &part.state else { return };
        let asked = estimate::text(prompt).saturating_add(part.budget);
        // What it counts is not what we count: of what it takes, a part is left free.
        let half = asked / 2;
        let window = if maximum > 0 { (maximum / 5 * 4).min(asked / 5 * 4) } else { half };
        self.failures.push(Failure {
            kind: part.kind,
            candidate: part.candidate as u32,
            attempt: part.attempt,
            ..failure
        });
        if part.shrinks >= MOST_SHRINKS {
            part.pass_on("overflow");
            return;
        }
        part.shrinks += 1;
        part.end = 0;
        part.again(0, "overflow");
        if let Some(known) = self.windows.get_mut(part.candidate) {
            *known = least(*known, Some(window.max(1)));
        }
    }

    /// Reads a text: it is taken, or the summarizer is told once what is wrong with it, or the next one is asked.
    fn read(&mut self, at: usize, text: &str, cut_off: bool) {
        let Some(mut part) = self.parts.get_mut(at).map(std::mem::take) else { return };
        let State::InFlight(_, prompt) = std::mem::take(&mut part.state) else { return };
        let text = self.options.settings.redaction.redact(text);
        let tokens = part.tokens();
        let taken = match summary::accept(&additions::strip(&text), cut_off, part.kind) {
            Ok(text) if summary::is_thin(&text, tokens) => Err(Refusal::Hollow),
            Ok(text) if summary::is_echo(&text, &prompt) => Err(Refusal::Echo),
            taken => taken,
        };
        let complaint = match taken {
            Err(refusal) => (refusal.code(), refusal.to_string(), refusal.complaint().to_owned()),
            Ok(text) => {
                let flaws = self.flaws_of(&part, &text, tokens);
                let Some(first) = flaws.first() else {
                    part.take(text);
                    return self.put(at, part);
                };
                let said: Vec<String> = flaws.iter().map(Flaw::complaint).gather();
                let said = seek::join(&said, " ");
                let message = seek::replace(&said, "Your last answer", "The answer");
                let complaint = (first.code(), message, said);
                if part.spare.as_ref().is_none_or(|(_, lacks)| flaws.len() < lacks.len()) {
                    part.spare = Some((text, flaws.iter().map(Flaw::code).gather()));
                }
                complaint
            }
        };
        // The model-free summary is what it is, and no better for being asked again.
        if !cut_off && text.trim() == self.extract_part(&part).trim() {
            part.take(text.into_owned());
            return self.put(at, part);
        }
        let (reason, message, complaint) = complaint;
        self.failures.push(part.failure(reason, &message));
        let retry = &self.options.settings.retry;
        if part.complaint.is_none() && retry.enabled && retry.max_retries > 0 {
            part.complaint = Some(complaint);
            part.again(0, reason);
        } else {
            part.pass_on(reason);
        }
        self.put(at, part);
    }

    pub(super) fn put(&mut self, at: usize, part: Part) {
        if let Some(slot) = self.parts.get_mut(at) {
            *slot = part;
        }
    }

    /// What a text lacks that stands for so many tokens.
    fn flaws_of(&self, part: &Part, text: &str, tokens: u32) -> Vec<Flaw> {
        let is_much = tokens >= MUCH;
        let compaction = &self.options.settings.compaction;
        let headings = if is_much { prompt::required_headings(part.kind, compaction, self.task()) } else { Vec::new() };
        let names = if is_much { summary::sample(part.piece(), part.so_far.as_deref(), SAMPLE) } else { Vec::new() };
        let asks = |entry: &&Rc<Entry>| entry.message().is_some_and(|record| record.starts_turn);
        // One that stays word for word need not be told.
        let newest = part.piece().iter().rev().find(asks);
        let newest = newest.filter(|entry| is_much && !self.preparation.kept_entry_ids.contains(&entry.id));
        let said = |record: &Record| seek::join(&record.texts().map(|quote| quote.head.as_str()).gather(), " ");
        let request = newest.and_then(|entry| entry.message()).map(said);
        let expected = Expected {
            headings: &headings,
            request: request.as_deref(),
            names: &names,
            user_text: request.as_deref().unwrap_or_default(),
            max_tokens: longest(part.budget),
        };
        summary::flaws(text, &expected)
    }
}
