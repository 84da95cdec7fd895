//! The state machine: which summarizer is asked for what, and when an answer is taken.
//!
//! A summarizer is asked again where its failure passes by itself, with less where the request was too long for it, and
//! once more where its answer was none, told why. Then the next one is asked. What no summarizer gave, an answer with
//! lesser flaws gives, or the model-free summary where that is allowed: of the piece in question alone, so that one bad
//! answer does not spoil the rest.

use super::answers::MOST_SHRINKS;
use super::exchange::{Candidate, Customized, Failure, Options, Output, Refused, SummaryRequest, Supplied, Verdict};
use super::part::{Part, State, least};
use super::whole::USUAL_WINDOW;
use super::{Preparation, Purpose};
use crate::budget::{self, Limits};
use crate::files::{self, FileOperations};
use crate::gather::Gather;
use crate::prompt::{self, PromptOptions};
use crate::settings::{RedactionSettings, Template};
use crate::summary::{self, ExtractiveOptions, RequestKind, additions};
use crate::tokens::estimate;

/// A run.
#[derive(Debug)]
pub struct Compaction {
    pub(super) preparation: Preparation,
    pub(super) options: Options,
    pub(super) customized: Customized,
    /// The model's part of the summary so far.
    pub(super) prior: Option<String>,
    pub(super) parts: Vec<Part>,
    pub(super) failures: Vec<Failure>,
    /// What the summary lacks although it was taken.
    pub(super) flaws: Vec<&'static str>,
    pub(super) short_summary: Option<String>,
    /// What the host wrote itself.
    pub(super) supplied: Option<String>,
    pub(super) degraded: bool,
    /// The windows of summarizers that have found a request too long, by what they said; 0 is one that cannot be asked.
    pub(super) windows: Vec<Option<u32>>,
    calls: u32,
    /// Why no summarizer is asked any more.
    pub(super) spent: &'static str,
    verdict: Option<Verdict>,
}

impl Compaction {
    /// A run over what was prepared.
    pub fn new(mut preparation: Preparation, options: Options) -> Self {
        preparation.files = safe(&preparation.files, &options.settings.redaction);
        let compaction = &options.settings.compaction;
        let Limits { window, output, .. } = options.limits;
        let mut reserve = window.map_or(compaction.reserve_tokens, |window| budget::reserve(window, compaction, 0));
        if preparation.purpose == Purpose::Branch {
            reserve = reserve.min(options.settings.branch_summary.reserve_tokens);
        }
        // A summary that fills what the threshold leaves beside the kept part would be due again at once.
        let most = options.target.or(budget::threshold(&options.limits, compaction));
        let room = most.map_or(u32::MAX, |most| {
            most.saturating_sub(preparation.line.predict(preparation.estimate_kept.into())) / 2
        });
        let limit = |tenths: u32| (reserve / 10 * tenths).min(output.unwrap_or(u32::MAX)).min(room).max(256);
        let prior = preparation.previous_summary.as_deref().map(additions::strip);
        let (history, prefix, kept) = (&preparation.history, &preparation.turn_prefix, &preparation.kept);
        let part = |kind, of: &[_], kept: &[_], so_far: Option<String>, budget| Part {
            kind,
            entries: of.to_vec(),
            kept: kept.to_vec(),
            so_far,
            budget,
            ..Part::default()
        };
        let mut parts = Vec::new();
        if preparation.purpose == Purpose::Branch {
            parts.push(part(RequestKind::Branch, history, kept, prior.clone(), limit(5)));
        } else if preparation.purpose == Purpose::Handoff {
            parts.push(part(RequestKind::Handoff, history, kept, prior.clone(), limit(8)));
        } else if history.is_empty() && prior.is_some() {
            // A turn that outlives several compactions: its start joins the summary, or the summary would grow a
            // section each time.
            parts.push(part(RequestKind::History, prefix, kept, prior.clone(), limit(8)));
        } else {
            if !history.is_empty() {
                let behind = if prefix.is_empty() { kept } else { prefix };
                parts.push(part(RequestKind::History, history, behind, prior.clone(), limit(8)));
            }
            if !prefix.is_empty() {
                parts.push(part(RequestKind::TurnPrefix, prefix, kept, None, limit(5)));
            }
        }
        Self {
            windows: vec![None; options.candidates.len()],
            preparation,
            options,
            customized: Customized::default(),
            prior,
            parts,
            failures: Vec::new(),
            flaws: Vec::new(),
            short_summary: None,
            supplied: None,
            degraded: false,
            calls: 0,
            spent: "",
            verdict: None,
        }
    }

    /// What was prepared.
    pub fn preparation(&self) -> &Preparation {
        &self.preparation
    }

    /// Takes over what the host says of the run, before it begins.
    pub fn customize(&mut self, mut customized: Customized) {
        let redaction = &self.options.settings.redaction;
        customized.task = customized.task.map(|task| redaction.redact(&task).into_owned());
        self.customized = customized;
    }

    /// Takes a summary that the host has written: no summarizer is asked.
    pub fn supply(&mut self, supplied: Supplied) {
        self.supplied = Some(supplied.summary);
        self.short_summary = supplied.short_summary;
    }

    /// What to do next.
    #[must_use]
    pub fn poll_output(&mut self) -> Output {
        if let Some(verdict) = &self.verdict {
            return Output::Done(verdict.clone());
        }
        if self.supplied.is_some() {
            return self.conclude();
        }
        for at in 0..self.parts.len() {
            while let Some(State::Ready(delay_ms)) = self.parts.get(at).map(|part| &part.state) {
                let delay_ms = *delay_ms;
                if let Some(request) = self.ask(at, delay_ms) {
                    return Output::Summarize(request);
                }
                if !self.do_without(at) {
                    return self.refuse();
                }
            }
        }
        if self.parts.iter().any(|part| matches!(part.state, State::InFlight(..))) {
            return Output::Wait;
        }
        self.conclude()
    }

    /// The next request for a part; none where nobody is left to ask.
    fn ask(&mut self, at: usize, delay_ms: u32) -> Option<SummaryRequest> {
        let model = Candidate { window: self.options.limits.window, output: self.options.limits.output };
        loop {
            let candidate = self.parts.get(at)?.candidate;
            let own = *self.options.candidates.get(candidate)?;
            if self.calls >= self.options.settings.compaction.max_calls {
                self.spent = "call-budget";
            }
            if !self.spent.is_empty() {
                return None;
            }
            let told = self.windows.get(candidate).copied().flatten();
            if told == Some(0) {
                let part = self.parts.get_mut(at)?;
                let reason = std::mem::take(&mut part.reason);
                part.pass_on(&reason);
                continue;
            }
            let Candidate { window, output } = own.or(model);
            let limits = Candidate { window: least(window, told), output };
            let mut part = std::mem::take(self.parts.get_mut(at)?);
            if part.attempt == 0 {
                // Another summarizer has other limits.
                part.end = 0;
            }
            let (prompt, max_tokens, size) = self.write(&mut part, limits);
            let (attempt, chunk, kind, id) = (part.attempt, part.chunk, part.kind, self.calls);
            let (reason, system) = (part.reason.clone(), prompt::system_prompt());
            if let Some(window) = limits.window.filter(|window| size > *window) {
                let message = format!("the request takes {size} tokens, more than the summarizer's window of {window}");
                self.failures.push(part.failure("no-room", &message));
                part.pass_on("no-room");
            } else {
                part.state = State::InFlight(id, prompt.clone());
            }
            let is_asked = part.state != State::Ready(0);
            *self.parts.get_mut(at)? = part;
            if is_asked {
                self.calls += 1;
                let (candidate, system) = (candidate as u32, system.to_owned());
                return Some(SummaryRequest {
                    id,
                    kind,
                    system,
                    prompt,
                    max_tokens,
                    candidate,
                    attempt,
                    delay_ms,
                    reason,
                    chunk,
                });
            }
        }
    }

    /// Writes a request for the piece at work: its prompt, the longest answer, and the tokens of it all. Where that is
    /// too much for the window, it is written for less of one.
    fn write(&self, part: &mut Part, limits: Candidate) -> (String, u32, u32) {
        let pieces = (self.options.settings.compaction.max_calls / 4 * 3).max(1) as usize;
        let mut told = limits;
        let mut shrinks = 0;
        loop {
            // Of a small window, most is for what is read.
            let room = told.window.unwrap_or(USUAL_WINDOW) / 4;
            let max_tokens = part.budget.min(told.output.unwrap_or(u32::MAX)).min(room);
            part.measure(
                pieces,
                &|part, start| prompt::chunk(&part.entries, start, &self.prompt_options(part, told, max_tokens)),
                &|part, most| {
                    let options = self.prompt_options(part, told, max_tokens);
                    prompt::last_runs(&part.entries, part.start, most as u64, &options)
                },
            );
            let options = self.prompt_options(part, told, max_tokens);
            let prompt = match part.kind {
                RequestKind::Short => prompt::short_prompt(part.so_far.as_deref().unwrap_or_default(), &options),
                kind => prompt::summary_prompt(kind, part.piece(), &options),
            };
            let system = estimate::text(prompt::system_prompt());
            let size = system.saturating_add(estimate::text(&prompt)).saturating_add(max_tokens);
            let is_over = limits.window.is_some_and(|window| size > window);
            if !is_over || shrinks == MOST_SHRINKS {
                return (prompt, max_tokens, size);
            }
            shrinks += 1;
            told.window = told.window.map(|window| window / 4 * 3);
            part.end = 0;
        }
    }

    fn prompt_options<'a>(&'a self, part: &'a Part, limits: Candidate, max_tokens: u32) -> PromptOptions<'a> {
        PromptOptions {
            prior_summary: part.so_far.as_deref(),
            instructions: self.options.instructions.as_deref(),
            context: &self.customized.context,
            state: &self.customized.state,
            files: &self.preparation.files,
            settings: &self.options.settings.compaction,
            redaction: &self.options.settings.redaction,
            window: Some(limits.window.unwrap_or(USUAL_WINDOW)),
            max_tokens,
            task: self.task(),
            kept: part.behind(),
            complaint: part.complaint.as_deref(),
        }
    }

    /// The task of the host's own.
    pub(super) fn task(&self) -> Option<&str> {
        let own = match &self.options.settings.compaction.template {
            Template::Own(task) => Some(task.as_str()),
            _ => None,
        };
        self.customized.task.as_deref().or(own)
    }

    /// Nobody is left to ask: an answer with flaws is taken, or the model-free summary. False where neither is to be had.
    fn do_without(&mut self, at: usize) -> bool {
        if !self.spent.is_empty() && self.failures.last().is_none_or(|last| last.reason != self.spent) {
            let message = "no more summarizers are asked: the calls, or the time, for one compaction are used up";
            self.failures.extend(self.parts.get(at).map(|part| part.failure(self.spent, message)));
        }
        let Some(mut part) = self.parts.get_mut(at).map(std::mem::take) else { return false };
        let spare = part.spare.take();
        let has_text = spare.is_some();
        if let Some((text, flaws)) = spare {
            self.flaws.extend(flaws);
            let most = longest(part.budget);
            part.take(if estimate::text(&text) > most { summary::fit(&text, most) } else { text });
        } else if part.kind == RequestKind::Short {
            part.take(String::new());
        } else if self.options.fallback {
            self.degraded = true;
            // Without a model all of it is read.
            part.is_elided = false;
            let text = self.extract_part(&part);
            part.take(text);
        }
        let is_settled = has_text || part.kind == RequestKind::Short || self.options.fallback;
        self.put(at, part);
        is_settled
    }

    /// The model-free summary of what a request asks for: what a host's own summarizer may fall back on.
    pub fn extract(&self, id: u32) -> Option<String> {
        self.in_flight(id).map(|part| self.extract_part(part))
    }

    /// The prompt of the document that a request asks for, without the conversation: for a model that has it above the
    /// prompt, message for message. None of other requests, and of those for a piece of the conversation.
    pub fn live(&self, id: u32) -> Option<String> {
        let part = self.in_flight(id).filter(|part| part.kind == RequestKind::Handoff)?;
        if part.piece().len() < part.entries.len() {
            return None;
        }
        let Limits { window, output, .. } = self.options.limits;
        let options = self.prompt_options(part, Candidate { window, output }, part.budget);
        Some(prompt::summary_prompt(part.kind, &[], &PromptOptions { prior_summary: None, ..options }))
    }

    fn in_flight(&self, id: u32) -> Option<&Part> {
        self.parts.iter().find(|part| matches!(part.state, State::InFlight(found, _) if found == id))
    }

    pub(super) fn extract_part(&self, part: &Part) -> String {
        let size = part.tokens();
        // The machine's sections of the summary so far have requests that it need not number anew.
        let previous = self.preparation.previous_summary.as_deref();
        let prior = if part.chunk == 0 && part.so_far.is_some() { previous } else { part.so_far.as_deref() };
        let prior = prior.filter(|_| part.kind != RequestKind::Short).or(part.so_far.as_deref());
        let options = ExtractiveOptions {
            kind: part.kind,
            goal_progress: self.task().is_none() && self.options.settings.compaction.template == Template::GoalProgress,
            prior_summary: prior,
            kept: part.behind(),
            files: &self.preparation.files,
            // A tenth of what it replaces, and never so little that it says nothing.
            budget_tokens: part.budget.min((size / 10).max(prior.map_or(0, estimate::text)).max(600)),
        };
        self.options.settings.redaction.redact(&summary::extractive(part.piece(), &options)).into_owned()
    }

    pub(super) fn refuse(&mut self) -> Output {
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

    pub(super) fn finish(&mut self, verdict: Verdict) -> Output {
        self.verdict = Some(verdict.clone());
        Output::Done(verdict)
    }
}

/// The files without secrets in their names: also what an entry lists for programs is read by many.
fn safe(files: &FileOperations, redaction: &RedactionSettings) -> FileOperations {
    let list = |names: &[String]| names.iter().map(|name| redaction.redact(name).into_owned()).gather();
    let safe = FileOperations { read_files: list(&files.read_files), modified_files: list(&files.modified_files) };
    // What is left of two names may be the same.
    files::file_operations(&[], &[safe], true)
}

/// The longest text that is no too long for what was asked: models count otherwise than we estimate.
pub(super) fn longest(budget: u32) -> u32 {
    budget.saturating_add(budget / 4)
}
