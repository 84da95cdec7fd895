//! The calibration: how a provider counts, seen beside our estimates of the same.
//!
//! What a provider counts is a line over the estimate of the messages: a part that is the same for every request (the
//! system prompt, the tools), and so much for each token of the estimate. One count alone does not tell the two apart; a
//! host that says how large the fixed part is does, and so do two counts of one context before and after it has grown:
//! those of contexts that share no messages differ by what is in them, too. The fixed part follows from the newest count
//! alone; the fewer the messages are, the better it shows.

use serde::Serialize;

use crate::value::Value;

/// Estimates that differ by less do not tell the slope: as tokens, and as one part of so many of the larger one.
const APART: u64 = 2_000;
const SHARE: u64 = 4;
/// No tokenizer counts more or less than this for each token of the estimate: the rest is the fixed part.
const SLOPES: (f64, f64) = (0.5, 2.0);
/// What is left beside the messages by chance, as a share of a count.
const NOISE: f64 = 0.05;
/// By how much what came after a count is raised.
const INFLATION: (f64, f64) = (1.0, 1.3);

/// How a provider counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// What it counts for each token of the estimate.
    pub slope: f64,
    /// What it counts beside the messages, in tokens.
    pub overhead: u32,
}

impl Default for Line {
    /// As we estimate.
    fn default() -> Self {
        Self { slope: 1.0, overhead: 0 }
    }
}

impl Line {
    /// The line of a slope that meets a count.
    fn through(slope: f64, estimate: u64, tokens: u32) -> Self {
        let slope = clamp(slope, SLOPES);
        // The cast saturates, at 0 too, and makes 0 of what is no number.
        Self { slope, overhead: (f64::from(tokens) - slope * estimate as f64) as u32 }
    }

    /// The line of one count of so many tokens for each one of the estimate, as far as that can be the slope. It meets the
    /// count, however little that is.
    pub fn single(ratio: f64, tokens: u32) -> Self {
        let slope = ratio.min(SLOPES.1);
        let overhead = if ratio > slope { f64::from(tokens) * (1.0 - slope / ratio) } else { 0.0 };
        Self { slope, overhead: overhead as u32 }
    }

    /// The line after the host has changed its word for the fixed part.
    fn shifted(self, was: u32, is: u32) -> Self {
        Self { overhead: self.overhead.saturating_add(is).saturating_sub(was), ..self }
    }

    /// What the provider will count for messages of an estimate.
    pub fn predict(&self, estimate: u64) -> u32 {
        self.overhead.saturating_add(self.scale(estimate))
    }

    /// The largest estimate of messages for which the provider will count no more than this.
    pub fn room(&self, tokens: u32) -> u32 {
        (f64::from(tokens.saturating_sub(self.overhead)) / self.slope) as u32
    }

    /// The same without the fixed part.
    pub fn scale(&self, estimate: u64) -> u32 {
        (self.slope * estimate as f64) as u32
    }
}

fn clamp(slope: f64, (least, most): (f64, f64)) -> f64 {
    // The panic of `f64::clamp` carries the writing of floats into the program: 8 KB.
    if slope.is_nan() { 1.0 } else { slope.max(least).min(most) }
}

/// What a compaction and a prune note of it, so that a session that is opened anew goes on from there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// What the provider counted for each token of our estimate.
    pub usage_ratio: f64,
    /// What it counted beside the messages; `None` where that is a part of the ratio.
    pub overhead_tokens: Option<u32>,
    /// What the host then said of that.
    pub declared_tokens: Option<u32>,
    /// What the context measured then.
    pub tokens: u32,
}

impl Calibration {
    /// What is noted of a context of this size: the known slope, and what is left beside it for the fixed part. Where that
    /// is too little to be one, or less than the host has declared, the slope is what must give way.
    pub fn through(line: Option<Line>, declared_tokens: Option<u32>, estimate: u64, tokens: u32) -> Option<Self> {
        let noted = |usage_ratio, overhead_tokens| Self { usage_ratio, overhead_tokens, declared_tokens, tokens };
        let (size, estimate) = (f64::from(tokens), estimate.max(1) as f64);
        let least = declared_tokens.map_or(size * NOISE, |tokens| tokens.into());
        let found = match line {
            Some(line) if size - line.slope * estimate >= least => {
                noted(line.slope, Some((size - line.slope * estimate) as u32))
            }
            Some(_) if declared_tokens.is_some() && size > least => noted((size - least) / estimate, declared_tokens),
            _ => noted(size / estimate, None),
        };
        (tokens > 0).then_some(found)
    }

    /// Reads it off an entry: its `details`, and the size that it names.
    pub fn read(entry: &Value<'_>) -> Option<Self> {
        let details = entry.get("details")?;
        let usage_ratio = details.get_number("usageRatio").filter(|ratio| *ratio > 0.0 && ratio.is_finite())?;
        let count = |key| details.get_number(key).map(|tokens| tokens as u32);
        let tokens = entry.get_number("tokensBefore").unwrap_or(0.0) as u32;
        let (overhead_tokens, declared_tokens) = (count("overheadTokens"), count("declaredTokens"));
        Some(Self { usage_ratio, overhead_tokens, declared_tokens, tokens })
    }

    /// The line that it tells.
    pub fn line(&self) -> Line {
        match self.overhead_tokens {
            Some(overhead) => Line { slope: self.usage_ratio.min(SLOPES.1), overhead },
            None => Line::single(self.usage_ratio, self.tokens),
        }
    }
}

/// What was seen of how a provider counts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Meter {
    /// The fixed part, as the host says it.
    declared: Option<u32>,
    line: Option<Line>,
    /// The count against which later ones are held: an estimate, and what was counted for it. The context has only grown
    /// since.
    point: Option<(u64, u32)>,
}

impl Meter {
    /// The line, once the slope was told apart from the fixed part.
    pub fn line(&self) -> Option<Line> {
        self.line
    }

    /// The fixed part, as the host says it.
    pub fn declared(&self) -> Option<u32> {
        self.declared
    }

    /// Whether a count stands against which later ones are held.
    pub fn has_counted(&self) -> bool {
        self.point.is_some()
    }

    /// By how much an estimate of what came after a count is raised.
    pub fn inflation(&self) -> f64 {
        self.line.map_or(1.0, |line| clamp(line.slope, INFLATION))
    }

    /// Takes the host's word for the fixed part. A change of it shifts what was known.
    pub fn declare(&mut self, overhead: Option<u32>) {
        if self.declared != overhead {
            self.forget_counts();
        }
        self.line = match (self.declared, overhead) {
            (Some(was), Some(is)) => self.line.map(|line| line.shifted(was, is)),
            (None, None) => self.line,
            // Known from another source now.
            _ => None,
        };
        self.declared = overhead;
    }

    /// Takes note of what a provider counted for messages of an estimate.
    pub fn observe(&mut self, estimate: u64, tokens: u32) {
        let known = self.line.map(|line| line.slope);
        let slope = match (self.declared, self.point) {
            // Of few messages, what stands around each of them weighs too much.
            (Some(overhead), _) if estimate >= APART => {
                Some((f64::from(tokens) - f64::from(overhead)) / estimate as f64)
            }
            (Some(_), _) => Some(known.unwrap_or(1.0)),
            (None, Some((other, counted))) if is_apart(estimate, other) => {
                Some((f64::from(tokens) - f64::from(counted)) / (estimate as f64 - other as f64))
            }
            (None, _) => known,
        };
        self.point = self.point.or(Some((estimate, tokens)));
        self.line = slope.map(|slope| Line::through(slope, estimate, tokens)).or(self.line);
    }

    /// Takes note of what a provider counted when it refused a request whose messages we had estimated: what was held for
    /// true is raised to that, never lowered. `held` is what was.
    pub fn learn(&mut self, observed: u32, estimate: u64, held: Line) {
        if observed > held.predict(estimate) {
            let slope = (f64::from(observed) - f64::from(held.overhead)) / estimate.max(1) as f64;
            self.line = Some(Line::through(slope, estimate, observed));
        }
    }

    /// Goes on from what a compaction or a prune has noted.
    pub fn restore(&mut self, noted: &Calibration) {
        let messages = f64::from(noted.tokens.saturating_sub(noted.overhead_tokens.unwrap_or(0)));
        self.line = noted.overhead_tokens.map(|_| noted.line());
        match (noted.declared_tokens, self.declared) {
            (Some(was), Some(is)) => self.line = self.line.map(|line| line.shifted(was, is)),
            // Only now is it known how much of the count the fixed part was.
            (None, Some(_)) => {
                self.line = None;
                self.observe((messages / noted.usage_ratio) as u64, noted.tokens);
            }
            _ => {}
        }
        self.forget_counts();
    }

    /// What is counted next cannot be held against what was: other messages stand there, or another model counts. What is
    /// known of the one before is the best guess until then.
    pub fn forget_counts(&mut self) {
        self.point = None;
    }
}

/// Whether one estimate has grown enough from another to tell a slope.
fn is_apart(one: u64, other: u64) -> bool {
    one.saturating_sub(other) >= APART.max(one / SHARE)
}
