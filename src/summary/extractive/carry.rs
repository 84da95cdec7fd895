//! What an earlier summary hands on: its requests, tasks, notes, files and identifiers, to be merged and not nested.
//!
//! Our own form is read back exactly; of a model's summary, the known headings say what its lines are.

use super::calls::one_line;
use super::document::{EMPTY, Section};
use super::facts::Request;
use super::quote::{is_fence, unfenced, unquoted};
use crate::files::without_file_tags;
use crate::order;
use crate::redact::redact;
use crate::seek;
use crate::summary::accept;

/// The line before the newest request; by it a summary of ours is known.
pub(super) const NEWEST: &str = "The newest request:";
/// The longest line that a model's summary hands on, in UTF-16 units.
const LONGEST: usize = 400;

/// A line of an earlier summary, its list mark taken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) section: Section,
    pub(super) text: String,
}

/// The parts of an earlier summary.
#[derive(Debug, Default)]
pub(super) struct Carried {
    /// Whether we wrote it, or a part of it.
    pub(super) is_ours: bool,
    /// Requests, oldest first.
    pub(super) requests: Vec<Request>,
    /// All other lines, in order.
    pub(super) lines: Vec<Line>,
    /// The whole, without file lists and secrets.
    pub(super) text: String,
}

impl Carried {
    pub(super) fn read(summary: Option<&str>) -> Self {
        let text = without_file_tags(summary.unwrap_or_default());
        let text = redact(&text).into_owned();
        let mut carried = Self { is_ours: text.lines().any(|line| line == NEWEST), ..Self::default() };
        let mut section = Section::Concepts;
        let mut lines = text.lines();
        let mut newest = false;
        while let Some(line) = lines.next() {
            let is_newest = std::mem::replace(&mut newest, line == NEWEST);
            if (is_newest || section == Section::Messages)
                && let Some((number, start)) = numbered(line).or_else(|| bullet(line))
            {
                let text = unquoted(start, &mut lines);
                carried.request(number, text);
                continue;
            }
            if let Some(next) = heading(line, carried.is_ours) {
                section = next;
            } else if is_fence(line) {
                let text = unfenced(line, &mut lines);
                carried.lines.push(Line { section, text });
            } else if !(accept::is_hollow(line)
                || line == EMPTY
                || line == NEWEST
                || line.starts_with("**Turn Context"))
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

    /// A request without a number is newer than those before it.
    fn request(&mut self, number: Option<u32>, text: String) {
        let next = self.last_number() + 1;
        self.requests.push(Request { number: number.unwrap_or(next), text });
    }

    /// The highest number of a request.
    pub(super) fn last_number(&self) -> u32 {
        self.requests.iter().map(|request| request.number).max().unwrap_or(0)
    }

    /// The lines of a section.
    pub(super) fn of(&self, section: Section) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(move |line| line.section == section).map(|line| line.text.as_str())
    }
}

/// The section that a line begins. Models write headings as `## Title`, `**Title**` or `3. Title:`.
fn heading(line: &str, is_ours: bool) -> Option<Section> {
    let line = line.trim();
    let is_marked = line.starts_with('#') || (!is_ours && (line.starts_with("**") || line.ends_with(':')));
    if !is_marked || line.len() > 60 {
        return None;
    }
    // What stands under an unknown heading is kept with what explains.
    Section::of_heading(line).or_else(|| line.starts_with('#').then_some(Section::Concepts))
}

/// `12. text`.
fn numbered(line: &str) -> Option<(Option<u32>, &str)> {
    let (number, text) = line.trim_start().split_once('.')?;
    let number = number.parse().ok()?;
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
