//! One summary that is wanted: of what, how far it is, and whose turn it is to write it.

use std::rc::Rc;

use super::exchange::{Candidate, Failure};
use crate::entry::Entry;
use crate::summary::RequestKind;

/// A summary that is wanted.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) kind: RequestKind,
    /// What it is of, oldest first.
    pub(super) entries: Vec<Rc<Entry>>,
    /// What comes behind that.
    pub(super) kept: Vec<Rc<Entry>>,
    /// The summary of what came before the piece that is at work.
    pub(super) so_far: Option<String>,
    /// The longest text, in tokens.
    pub(super) budget: u32,
    /// Where the piece begins and ends that is at work; it has no end yet where that is 0.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its number.
    pub(super) chunk: u32,
    /// Whether the conversation needs more pieces than there may be, so that of the oldest one only the ends are read.
    pub(super) is_elided: bool,
    /// Whether that is so of a piece whose text was taken.
    pub(super) has_gap: bool,
    /// Who is asked, and for the how-many-th time.
    pub(super) candidate: usize,
    pub(super) attempt: u32,
    /// How often it was tried again because of a failure that passes by itself, and with less because it was too much.
    pub(super) retries: u32,
    pub(super) shrinks: u32,
    /// Why the answer before this try was not taken, as the model is told, and as a code.
    pub(super) complaint: Option<String>,
    pub(super) reason: String,
    /// An answer that would do where nobody gives a better one, and what it lacks.
    pub(super) spare: Option<(String, Vec<&'static str>)>,
    pub(super) state: State,
}

/// How far the piece at work is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It is to be asked for, after so many milliseconds.
    Ready(u32),
    /// It was asked for: the request's id, and its prompt, to tell an echo.
    InFlight(u32, String),
    /// The whole summary is there.
    Done(String),
}

impl Default for State {
    fn default() -> Self {
        Self::Ready(0)
    }
}

impl Part {
    /// The entries of the piece that is at work.
    pub(super) fn piece(&self) -> &[Rc<Entry>] {
        let end = if self.end == 0 { self.entries.len() } else { self.end };
        self.entries.get(self.start..end).unwrap_or_default()
    }

    /// The tokens of that.
    pub(super) fn tokens(&self) -> u32 {
        self.piece().iter().map(|entry| entry.tokens()).fold(0, u32::saturating_add)
    }

    /// What comes behind it.
    pub(super) fn behind(&self) -> &[Rc<Entry>] {
        self.entries.get(self.end..).filter(|rest| self.end > 0 && !rest.is_empty()).unwrap_or(&self.kept)
    }

    /// Says where the piece ends, of at most so many. `next` gives the end of the longest run of entries from a start
    /// that one request has room for, `last` where about as many runs begin as are wanted.
    pub(super) fn measure(
        &mut self,
        most: usize,
        next: &dyn Fn(&Self, usize) -> usize,
        last: &dyn Fn(&Self, usize) -> usize,
    ) {
        if self.end > 0 || self.entries.is_empty() {
            return;
        }
        let left = most.saturating_sub(self.chunk as usize).max(1);
        // Of what is far too much, the oldest are one piece, which shows its ends.
        let from = last(self, left);
        let mut ends = if from > self.start { vec![self.start, from] } else { vec![self.start] };
        while let Some(last) = ends.last().filter(|last| **last < self.entries.len()) {
            ends.push(next(self, *last).max(last + 1));
        }
        self.is_elided = ends.len() > left + 1 || from > self.start;
        self.end = ends.get(ends.len().saturating_sub(left).max(1)).copied().unwrap_or(self.entries.len());
    }

    /// The same again, later, for a reason.
    pub(super) fn again(&mut self, delay_ms: u32, reason: &str) {
        self.attempt += 1;
        self.reason = reason.into();
        self.state = State::Ready(delay_ms);
    }

    /// The next summarizer is asked, for a reason.
    pub(super) fn pass_on(&mut self, reason: &str) {
        self.reason = reason.into();
        self.ask(self.candidate + 1);
    }

    fn ask(&mut self, candidate: usize) {
        self.candidate = candidate;
        (self.attempt, self.retries, self.shrinks) = (0, 0, 0);
        self.complaint = None;
        self.state = State::Ready(0);
    }

    /// Takes the text of the piece at work; another piece may follow.
    pub(super) fn take(&mut self, text: String) {
        self.spare = None;
        self.has_gap |= self.is_elided;
        if self.end == 0 || self.end >= self.entries.len() {
            self.state = State::Done(text);
            return;
        }
        (self.start, self.end) = (self.end, 0);
        self.chunk += 1;
        self.so_far = Some(text);
        self.reason.clear();
        self.ask(0);
    }

    /// Begins anew with the next summarizer: what it wrote made no smaller context. `prior` is the summary before all
    /// of it.
    pub(super) fn begin_anew(&mut self, reason: &str, prior: Option<String>) {
        (self.start, self.end, self.chunk, self.so_far) = (0, 0, 0, prior);
        self.has_gap = false;
        self.pass_on(reason);
    }

    /// What went wrong with the try that was made last.
    pub(super) fn failure(&self, reason: &str, message: &str) -> Failure {
        Failure {
            kind: self.kind,
            candidate: self.candidate as u32,
            attempt: self.attempt,
            reason: reason.into(),
            message: message.into(),
            ..Failure::default()
        }
    }
}

/// The narrower of two limits.
pub(super) fn least(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    one.into_iter().chain(other).min()
}

impl Candidate {
    /// Its limits, those of the session's model where it does not say its own.
    pub(super) fn or(self, other: Self) -> Self {
        Self { window: self.window.or(other.window), output: self.output.or(other.output) }
    }
}
