//! What an earlier summary hands on: its requests, tasks, notes, files and identifiers, to be merged and not nested.
//!
//! Our own form is read back exactly; of a model's summary, the known headings say what its lines are.

use super::calls::one_line;
use super::form::{Form, Section};
use super::quote::{CUT, is_fence, unfenced, unquoted};
use crate::names::Names;
use crate::order;
use crate::seek;
use crate::settings::RedactionSettings;
use crate::summary::{accept, sections};
use crate::tags;
use crate::text;

/// The line before the newest request, which stays the newest only if the messages that are kept bring none; and the
/// one before the request of a turn that is parted. By these a summary of ours is known.
pub(super) const NEWEST: &str = "The newest request so far:";
pub(super) const OF_TURN: &str = "The request of this turn:";
/// How the line begins that says whether it was answered.
pub(super) const ASKED: &str = "- The newest request, \"";
/// Lines that say that there is nothing to say.
const NO_LINES: &str = "None recorded.|No prior history.|Changed there; not checked whether put back since:";
/// How lines begin that said something of the document before alone: whether its newest request was answered, and of what
/// there is more.
const NO_STARTS: &str = "- The newest request, \"|(… |**Turn Context";
/// How many requests may stay word for word beside a summary that tells of them.
const MOST_KEPT: usize = 3;
/// A higher number is a date or data.
const MOST: u32 = 1_000_000;
/// The longest line that a model's summary hands on, in UTF-16 units.
const LONGEST: usize = 400;

/// A message of the user.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::summary) struct Request {
    /// Which it is in the session, from 1.
    pub(in crate::summary) number: u32,
    /// Its text, secrets aside.
    pub(in crate::summary) text: String,
}

impl Request {
    /// Whether both are the same request; of a long one, one of them may hold the ends alone.
    pub(in crate::summary) fn is(&self, other: &Self) -> bool {
        self.number == other.number && same(text::head(&self.text, 20), text::head(&other.text, 20))
    }

    /// Whether this is a text or what a cut has left of it.
    fn is_start_of(&self, text: &str) -> bool {
        let start = seek::split(&self.text, CUT).map(|(start, _)| start.trim_end());
        same(&self.text, text) || start.is_some_and(|start| start.len() > 20 && text.starts_with(start))
    }
}

/// A line of an earlier summary, its list mark taken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::summary) struct Line {
    pub(super) section: Section,
    pub(in crate::summary) text: String,
}

/// The parts of an earlier summary.
#[derive(Debug, Default)]
pub(in crate::summary) struct Carried {
    /// Whether we wrote it, or a part of it.
    pub(in crate::summary) is_ours: bool,
    /// Requests, oldest first.
    pub(in crate::summary) requests: Vec<Request>,
    /// How many of them stand in a section of their own.
    listed: usize,
    /// All other lines, in order.
    pub(in crate::summary) lines: Vec<Line>,
    /// Its text, without secrets and what stands in sections behind it.
    pub(super) text: String,
}

impl Carried {
    pub(in crate::summary) fn read(summary: Option<&str>, form: Form, redaction: &RedactionSettings) -> Self {
        let (text, listed) = sections::take(summary.unwrap_or_default(), &sections::ALL);
        let text = redaction.redact(&text).into_owned();
        let mut carried = Self { is_ours: text.lines().any(is_mark), ..Self::default() };
        for (_, listed) in listed.iter().filter(|(name, _)| *name == sections::REQUESTS) {
            let listed = redaction.redact(listed);
            let mut lines = listed.lines();
            while let Some(line) = lines.next() {
                if let Some((number, start)) = numbered(line) {
                    let text = unquoted(start, &mut lines);
                    carried.request(number, text);
                }
            }
        }
        carried.listed = carried.requests.len();
        let oldest = carried.requests.iter().map(|request| request.number).min();
        let mut section = Section::Concepts;
        let mut lines = text.lines();
        let mut newest = false;
        while let Some(line) = lines.next() {
            let is_newest = std::mem::replace(&mut newest, is_mark(line));
            if (is_newest || section == Section::Messages)
                && let Some((number, start)) = numbered(line).or_else(|| bullet(line))
            {
                let text = unquoted(start, &mut lines);
                // Where the requests are listed word for word, a model's words for them say nothing more, but for those
                // that are no longer listed.
                let is_older = number.is_some_and(|number| oldest.is_some_and(|oldest| number < oldest));
                if oldest.is_none() || is_newest || is_older || (carried.is_ours && number.is_some()) {
                    carried.request(number, text);
                }
                continue;
            }
            if let Some(next) = heading(line, form, carried.is_ours) {
                section = next;
            } else if is_fence(line) {
                let text = unfenced(line, &mut lines);
                carried.lines.push(Line { section, text });
            } else if !(accept::is_hollow(line)
                || seek::is_one_of(line, NO_LINES)
                || is_mark(line)
                || seek::starts_with_any(line, NO_STARTS))
            {
                let bare = seek::trim_start(line.trim(), "-*\u{2022}").trim_start();
                let text = if carried.is_ours { bare.into() } else { one_line(bare, LONGEST) };
                carried.lines.push(Line { section, text });
            }
        }
        let number = |at: usize| carried.requests.get(at).map(|request| request.number);
        let sorted = order::sorted(carried.requests.len(), &mut |a, b| number(a) < number(b));
        carried.requests = order::arranged(std::mem::take(&mut carried.requests), &sorted);
        carried.text = text;
        carried
    }

    /// The same with those requests alone that are word for word: what a model says that the user said is not.
    pub(in crate::summary) fn exact(mut self) -> Self {
        if !self.is_ours {
            // A model's are older than those that are listed.
            self.requests = self.requests.split_off(self.requests.len().saturating_sub(self.listed));
        }
        self
    }

    /// A request that says something; one without a number of its own is newer than those before it.
    fn request(&mut self, number: Option<u32>, text: String) {
        let next = self.requests.iter().map(|request| request.number).max().unwrap_or(0).saturating_add(1);
        let mut new = Request { number: number.unwrap_or(next), text };
        if new.text.trim().is_empty() {
            return;
        }
        let is_free = self.requests.iter().all(|known| known.number != new.number);
        if number.is_none() || !is_free {
            if self.requests.iter().any(|known| known.is(&new) || same(&known.text, &new.text)) {
                return;
            }
            new.number = next;
        }
        self.requests.push(new);
    }

    /// All requests with those that came since, oldest first, and without some that are hidden; what was said twice counts
    /// as said the second time.
    pub(in crate::summary) fn followed_by(&self, new: &[String], hidden: &[String]) -> Vec<Request> {
        let mut all = self.requests.clone();
        let mut number = all.last().map_or(0, |last| last.number);
        let mut recent = all.len();
        let first = recent.saturating_sub(MOST_KEPT);
        for text in new {
            // The last ones before may have stayed word for word: then they come once more, and are the same.
            let known = all.get_mut(first..recent).unwrap_or_default();
            if let Some(known) = known.iter_mut().rev().find(|known| known.is_start_of(text)) {
                known.text.clone_from(text);
            } else {
                recent = 0;
                number += 1;
                all.push(Request { number, text: text.clone() });
            }
        }
        let mut seen = Names::default();
        hidden.iter().for_each(|text| _ = seen.add(&tags::neutralize(text)));
        let mut list = Vec::new();
        while let Some(request) = all.pop() {
            if seen.is_new(&tags::neutralize(&request.text)) {
                list.push(request);
            }
        }
        list.reverse();
        list
    }

    /// The lines of a section.
    pub(super) fn of(&self, section: Section) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(move |line| line.section == section).map(|line| line.text.as_str())
    }
}

/// Whether this line stands before the newest request, in today's words or in those of earlier versions.
fn is_mark(line: &str) -> bool {
    line == NEWEST || line == OF_TURN || line == "The newest request:"
}

/// Whether two texts are the same request: one of them may come from a section, where tags are escaped.
fn same(one: &str, other: &str) -> bool {
    tags::neutralize(one) == tags::neutralize(other)
}

/// The section that a line begins. Models write headings as `## Title`, `**Title**` or `3. Title:`.
fn heading(line: &str, form: Form, is_ours: bool) -> Option<Section> {
    let line = line.trim();
    let is_marked = line.starts_with('#') || (!is_ours && (line.starts_with("**") || line.ends_with(':')));
    if !is_marked || line.len() > 60 {
        return None;
    }
    // What stands under an unknown heading is kept with what explains.
    form.announced(line).or_else(|| line.starts_with('#').then_some(Section::Concepts))
}

/// `12. text`.
fn numbered(line: &str) -> Option<(Option<u32>, &str)> {
    let (number, text) = line.trim_start().split_once('.')?;
    let number = number.parse().ok().filter(|number| *number < MOST)?;
    Some((Some(number), text.strip_prefix(' ').unwrap_or(text)))
}

/// `- text`, or `- "text"` as models list what the user said.
fn bullet(line: &str) -> Option<(Option<u32>, &str)> {
    let line_start = line.trim_start();
    let mark = line_start.chars().next().filter(|letter| seek::is_of(*letter, "-*\u{2022}"))?;
    let text = line_start.strip_prefix(mark)?.trim();
    let text = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    (!accept::is_hollow(line) || text.is_empty()).then_some((None, text))
}
