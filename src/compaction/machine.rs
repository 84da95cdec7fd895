//! The state machine: which summarizer is asked for what, and when an answer is taken.

use std::rc::Rc;

use super::Preparation;
use super::exchange::{Answer, Draft, Failure, Options, Output, Refused, SummaryRequest, Verdict};
use crate::budget::{self, Limits};
use crate::entry::Entry;
use crate::files;
use crate::prompt::{self, PromptOptions};
use crate::summary::{self, ExtractiveOptions, Refusal, RequestKind};
use crate::tokens::estimate;

/// What stands for the history where not even a short summary has room.
const LEFT_OUT: &str = "Earlier messages of this conversation were left out: there was no room for them.";

/// A wait, in milliseconds, that is too long where another summarizer can be asked (seed 002).
const LONG_WAIT_MS: u32 = 30_000;

/// A run.
#[derive(Debug)]
pub struct Compaction {
    preparation: Preparation,
    options: Options,
    parts: Vec<Part>,
    next_id: u32,
    failures: Vec<Failure>,
    degraded: bool,
    verdict: Option<Verdict>,
}

#[derive(Debug)]
struct Part {
    kind: RequestKind,
    entries: Vec<Rc<Entry>>,
    prior: Option<String>,
    max_tokens: u32,
    candidate: u32,
    attempt: u32,
    state: State,
}

impl Part {
    /// The tokens of what is summarized.
    fn tokens(&self) -> u32 {
        self.entries.iter().map(|entry| entry.tokens()).fold(0, u32::saturating_add)
    }
}

#[derive(Debug, PartialEq)]
enum State {
    Ready { delay_ms: u32 },
    InFlight(u32),
    Summary(String),
}

impl Compaction {
    /// A run over what was prepared.
    pub fn new(preparation: Preparation, options: Options) -> Self {
        let compaction = &options.settings.compaction;
        let Limits { window, output, .. } = options.limits;
        let reserve = window.map_or(compaction.reserve_tokens, |window| budget::reserve(window, compaction, 0));
        // A summary that fills what the threshold leaves beside the kept part would be due again at once.
        let most = options.target.or(budget::threshold(&options.limits, compaction));
        let room = most.map_or(u32::MAX, |most| {
            most.saturating_sub(preparation.line.predict(preparation.estimate_kept.into())) / 2
        });
        let limit = |tenths: u32| (reserve / 10 * tenths).min(output.unwrap_or(u32::MAX)).min(room).max(256);
        let part = |kind, entries: &[Rc<Entry>], prior: Option<String>, max_tokens| Part {
            kind,
            entries: entries.to_vec(),
            prior,
            max_tokens,
            candidate: 0,
            attempt: 0,
            state: State::Ready { delay_ms: 0 },
        };
        let previous = preparation.previous_summary.clone();
        let mut parts = Vec::new();
        if preparation.history.is_empty() && previous.is_some() {
            // A turn that outlives several compactions: its start joins the summary, or the summary would grow a
            // section each time.
            parts.push(part(RequestKind::History, &preparation.turn_prefix, previous, limit(8)));
        } else {
            if !preparation.history.is_empty() {
                parts.push(part(RequestKind::History, &preparation.history, previous, limit(8)));
            }
            if !preparation.turn_prefix.is_empty() {
                parts.push(part(RequestKind::TurnPrefix, &preparation.turn_prefix, None, limit(5)));
            }
        }
        Self { preparation, options, parts, next_id: 0, failures: Vec::new(), degraded: false, verdict: None }
    }

    /// What was prepared.
    pub fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    /// What to do next.
    #[must_use]
    pub fn poll_output(&mut self) -> Output {
        if let Some(verdict) = &self.verdict {
            return Output::Done(verdict.clone());
        }
        for at in 0..self.parts.len() {
            let Some(part) = self.parts.get_mut(at) else { continue };
            let State::Ready { delay_ms } = part.state else { continue };
            if part.candidate < self.options.candidates {
                let id = self.next_id;
                let request = self.request(at, id, delay_ms);
                if self.fits(&request) {
                    self.next_id += 1;
                    if let Some(part) = self.parts.get_mut(at) {
                        part.state = State::InFlight(id);
                    }
                    return Output::Summarize(request);
                }
                self.pass_over_all(at, "no-room", "the request would not fit the model's window");
            }
            if !self.options.fallback {
                return self.refuse();
            }
            self.degraded = true;
            let text = self.extract_part(at);
            if let Some(part) = self.parts.get_mut(at) {
                part.state = State::Summary(text);
            }
        }
        if self.parts.iter().any(|part| matches!(part.state, State::InFlight(_))) {
            return Output::Wait;
        }
        self.conclude()
    }

    /// Whether a request and its answer fit the window.
    fn fits(&self, request: &SummaryRequest) -> bool {
        let size = estimate::text(&request.system).saturating_add(estimate::text(&request.prompt));
        self.options.limits.window.is_none_or(|window| size.saturating_add(request.max_tokens) <= window)
    }

    /// No summarizer can be asked for a part.
    fn pass_over_all(&mut self, at: usize, reason: &str, message: &str) {
        let Some(part) = self.parts.get_mut(at) else { return };
        let (candidate, attempt) = (part.candidate, part.attempt);
        part.candidate = self.options.candidates;
        self.failures.push(Failure {
            candidate,
            attempt,
            reason: reason.into(),
            message: message.into(),
            ..Failure::default()
        });
    }

    /// Takes the answer to a request. An answer that nobody waits for is ignored.
    pub fn handle_answer(&mut self, id: u32, answer: Answer) {
        let Some(part) = self.parts.iter_mut().find(|part| part.state == State::InFlight(id)) else { return };
        let failure = match answer {
            Answer { failure: Some(failure), .. } => {
                Failure { candidate: part.candidate, attempt: part.attempt, ..failure }
            }
            Answer { text, cut_off, .. } => match summary::accept(&text, cut_off, part.kind) {
                Ok(text) if summary::is_thin(&text, part.tokens()) => Failure {
                    candidate: part.candidate,
                    attempt: part.attempt,
                    reason: Refusal::Hollow.code().into(),
                    message: "the summary says next to nothing for what it stands for".into(),
                    ..Failure::default()
                },
                Ok(text) => {
                    part.state = State::Summary(text);
                    return;
                }
                Err(refusal) => Failure {
                    candidate: part.candidate,
                    attempt: part.attempt,
                    reason: refusal.code().into(),
                    message: refusal.to_string(),
                    ..Failure::default()
                },
            },
        };
        let retry = &self.options.settings.retry;
        let delay = retry
            .base_delay_ms
            .saturating_mul(1 << part.attempt.min(16))
            .min(retry.max_delay_ms)
            .max(failure.retry_after_ms);
        // Nobody waits longer than the limit; nor long, while another summarizer can be asked.
        let has_other = part.candidate + 1 < self.options.candidates;
        let patience = if has_other { retry.max_delay_ms.min(LONG_WAIT_MS) } else { retry.max_delay_ms };
        if failure.retryable && retry.enabled && part.attempt < retry.max_retries && delay <= patience {
            part.attempt += 1;
            part.state = State::Ready { delay_ms: delay };
        } else {
            part.candidate += 1;
            part.attempt = 0;
            part.state = State::Ready { delay_ms: 0 };
        }
        self.failures.push(failure);
    }

    /// The model-free summary of what a request asks for: what a host's own summarizer may fall back on.
    pub fn extract(&self, id: u32) -> Option<String> {
        let at = self.parts.iter().position(|part| part.state == State::InFlight(id))?;
        Some(self.extract_part(at))
    }

    fn extract_part(&self, at: usize) -> String {
        let Some(part) = self.parts.get(at) else { return String::new() };
        let size = part.tokens();
        let prior = part.prior.as_deref().map_or(0, estimate::text);
        let options = ExtractiveOptions {
            kind: part.kind,
            prior_summary: part.prior.as_deref(),
            kept: &self.preparation.kept,
            files: &self.preparation.files,
            // A tenth of what it replaces, and never so little that it says nothing.
            budget_tokens: part.max_tokens.min((size / 10).max(prior).max(600)),
        };
        summary::extractive(&part.entries, &options)
    }

    fn request(&self, at: usize, id: u32, delay_ms: u32) -> SummaryRequest {
        let Some(part) = self.parts.get(at) else { return self.request(0, id, delay_ms) };
        let options = PromptOptions {
            prior_summary: part.prior.as_deref(),
            instructions: self.options.instructions.as_deref(),
            context: &[],
            files: &self.preparation.files,
            settings: &self.options.settings.compaction,
            window: self.options.limits.window,
            max_tokens: part.max_tokens,
        };
        let prompt = match part.kind {
            RequestKind::TurnPrefix => prompt::turn_prefix_prompt(&part.entries, &options),
            _ => prompt::compaction_prompt(&part.entries, &options),
        };
        SummaryRequest {
            id,
            kind: part.kind,
            system: prompt::system_prompt().into(),
            prompt,
            max_tokens: part.max_tokens,
            candidate: part.candidate,
            attempt: part.attempt,
            delay_ms,
        }
    }

    /// All summaries are there: they are joined, and taken only if the context becomes smaller.
    fn conclude(&mut self) -> Output {
        let mut history = None;
        let mut prefix = None;
        for part in &self.parts {
            if let State::Summary(text) = &part.state {
                match part.kind {
                    RequestKind::TurnPrefix => prefix = Some(text.as_str()),
                    _ => history = Some(text.as_str()),
                }
            }
        }
        let text = match (history, prefix) {
            (Some(history), Some(prefix)) => prompt::merge_split_summary(history, prefix),
            (None, Some(prefix)) => prompt::merge_split_summary("No prior history.", prefix),
            (history, None) => history.unwrap_or_default().into(),
        };
        let mut summary = files::set_file_tags(&text, &self.preparation.files);
        if self.options.last_resort {
            summary = self.shortest(summary);
        }
        let before = self.preparation.tokens_before;
        let (estimate, after) = self.sizes_with(&summary);
        if let Some((reason, message)) = self.in_vain(before, after, estimate) {
            let was_degraded = self.degraded;
            for part in &mut self.parts {
                self.failures.push(Failure {
                    candidate: part.candidate,
                    attempt: part.attempt,
                    reason: reason.into(),
                    message: message.clone(),
                    ..Failure::default()
                });
                part.candidate += 1;
                part.attempt = 0;
                part.state = State::Ready { delay_ms: 0 };
            }
            return if was_degraded { self.refuse() } else { self.poll_output() };
        }
        let messages = self.preparation.history.len() + self.preparation.turn_prefix.len();
        self.finish(Verdict::Draft(Draft {
            summary,
            first_kept_entry_id: self.preparation.first_kept_entry_id.clone(),
            kept_entry_ids: self.preparation.kept_entry_ids.clone(),
            tokens_before: self.preparation.tokens_before,
            tokens_after: after,
            usage_ratio: self.preparation.calibration.map(|known| known.usage_ratio),
            overhead_tokens: self.preparation.calibration.and_then(|known| known.overhead_tokens),
            declared_tokens: self.preparation.calibration.and_then(|known| known.declared_tokens),
            file_operations: self.preparation.files.clone(),
            is_split_turn: self.preparation.is_split_turn,
            messages_summarized: u32::try_from(messages).unwrap_or(u32::MAX),
            degraded: self.degraded,
            failures: self.failures.clone(),
            leaf_id: self.preparation.leaf_id.clone(),
        }))
    }

    /// The context with this summary: our estimate, and what the provider will count.
    fn sizes_with(&self, summary: &str) -> (u32, u32) {
        let framed = estimate::text(&prompt::frame_summary(summary));
        let estimate = self.preparation.estimate_kept.saturating_add(framed);
        (estimate, self.preparation.line.predict(estimate.into()))
    }

    /// The summary, or what says less where the context would still not fit: the one before it, or a sentence alone.
    fn shortest(&self, summary: String) -> String {
        let previous = self.preparation.previous_summary.as_deref().map(|prior| [prior, "\n\n", LEFT_OUT].concat());
        let fits = |summary: &String| self.options.target.is_none_or(|most| self.sizes_with(summary).1 <= most);
        [Some(summary), previous].into_iter().flatten().find(fits).unwrap_or_else(|| LEFT_OUT.into())
    }

    /// Why a summary is not worth it: the context would not become smaller, or hardly.
    fn in_vain(&self, before: u32, after: u32, estimate: u32) -> Option<(&'static str, String)> {
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

    fn refuse(&mut self) -> Output {
        let last = self.failures.last().cloned().unwrap_or_else(|| Failure {
            reason: "no-summarizer".into(),
            message: "there is no summarizer to ask; give openSession one".into(),
            ..Failure::default()
        });
        self.finish(Verdict::Refused(Refused {
            reason: last.reason,
            message: last.message,
            tokens_before: self.preparation.tokens_before,
            failures: self.failures.clone(),
        }))
    }

    fn finish(&mut self, verdict: Verdict) -> Output {
        self.verdict = Some(verdict.clone());
        Output::Done(verdict)
    }
}
