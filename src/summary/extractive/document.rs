//! The document that is written: lines in the sections of a form, with an account of what it costs.

use super::form::{Form, Row, Section};
use crate::order;
use crate::tokens::estimate::quarters;

/// Quarters of a token for a heading with its line break and the blank line before it; one that is empty is no line.
fn heading_cost(heading: &str) -> u64 {
    if heading.is_empty() { 0 } else { quarters(heading) + 2 }
}

/// What stands in a section without lines, where all sections are shown.
pub(super) const EMPTY: &str = "None recorded.";

/// No form has more rows.
const MOST_ROWS: usize = 16;

/// The document so far. All costs are in quarters of a token, so that sums are exact.
#[derive(Debug)]
pub(super) struct Document {
    rows: &'static [Row],
    /// For each row whether its heading is shown.
    shown: [bool; MOST_ROWS],
    /// Whether those stand that the form cannot lack, with or without lines.
    all: bool,
    lines: Vec<Line>,
    left: u64,
}

#[derive(Debug)]
struct Line {
    row: usize,
    /// Its place in its section.
    order: u32,
    text: String,
}

impl Document {
    /// An empty document that may cost so much. With `all`, the headings that a form cannot lack stand in any case.
    pub(super) fn new(budget: u64, all: bool, form: Form) -> Self {
        let mut document = Self { rows: form.rows(), shown: [false; MOST_ROWS], all, lines: Vec::new(), left: budget };
        for (heading, section, ..) in form.rows().iter().filter(|row| all && row.3) {
            document.show(*section);
            document.left = document.left.saturating_sub(heading_cost(heading) + quarters(EMPTY) + 1);
        }
        document
    }

    /// What is still free.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Adds a line if it fits and costs no more than `limit`, and the form has a place for it.
    pub(super) fn add(&mut self, section: Section, order: u32, text: &str, limit: u64) -> bool {
        let cost = self.opening_cost(section) + quarters(text) + 1;
        let fits = cost <= limit && self.reserve(cost);
        if fits {
            self.place(section, order, text.into());
        }
        fits
    }

    /// Adds a line to a section as long as the whole document may still cost `until` more.
    pub(super) fn add_until(&mut self, section: Section, order: u32, text: &str, until: u64) -> bool {
        self.add(section, order, text, self.left.saturating_sub(until))
    }

    /// Takes room for a section's heading, where it has none yet.
    pub(super) fn open(&mut self, section: Section) -> bool {
        let fits = self.reserve(self.opening_cost(section));
        if fits {
            self.show(section);
        }
        fits
    }

    /// The rows of the heading above a section and of itself; past all rows where the form has no such section.
    fn rows_of(&self, section: Section) -> [usize; 2] {
        let row = self.rows.iter().position(|row| row.1 == section).unwrap_or(MOST_ROWS);
        [self.rows.get(row).map_or(row, |row| row.2.into()), row]
    }

    /// What a section's heading still costs, with the one above it; more than there is where the form has no such section.
    fn opening_cost(&self, section: Section) -> u64 {
        let cost = |at: usize| match self.shown.get(at) {
            Some(true) => 0,
            Some(false) => self.rows.get(at).map_or(0, |(heading, ..)| heading_cost(heading)),
            None => u64::MAX / 4,
        };
        let [above, row] = self.rows_of(section);
        if above == row { cost(row) } else { cost(row) + cost(above) }
    }

    fn show(&mut self, section: Section) {
        for at in self.rows_of(section) {
            if let Some(shown) = self.shown.get_mut(at) {
                *shown = true;
            }
        }
    }

    /// Takes room for something that is placed later.
    pub(super) fn reserve(&mut self, cost: u64) -> bool {
        let left = self.left.checked_sub(cost);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Gives back what was reserved.
    pub(super) fn release(&mut self, cost: u64) {
        self.left += cost;
    }

    /// Adds a line whose room is reserved.
    pub(super) fn place(&mut self, section: Section, order: u32, text: String) {
        self.show(section);
        let [_, row] = self.rows_of(section);
        self.lines.push(Line { row, order, text });
    }

    /// All lines so far.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// The document as text.
    pub(super) fn render(self) -> String {
        let place = |at: usize| self.lines.get(at).map(|line| (line.row, line.order));
        let sorted = order::sorted(self.lines.len(), &mut |a, b| place(a) < place(b));
        let mut lines = sorted.iter().filter_map(|at| self.lines.get(*at)).peekable();
        let mut out = String::new();
        for (at, (heading, .., is_needed)) in self.rows.iter().enumerate() {
            let is_under =
                |line: &&Line| line.row == at || self.rows.get(line.row).is_some_and(|row| usize::from(row.2) == at);
            let has_more = lines.peek().is_some_and(is_under);
            let is_empty = !has_more && self.all && *is_needed;
            if !(has_more || is_empty) {
                continue;
            }
            if !heading.is_empty() {
                let gap = if out.is_empty() { "" } else { "\n" };
                [gap, heading, "\n"].iter().for_each(|piece| out.push_str(piece));
            }
            if is_empty {
                out.push_str(EMPTY);
                out.push('\n');
            }
            while let Some(line) = lines.next_if(|line| line.row == at) {
                out.push_str(&line.text);
                out.push('\n');
            }
        }
        out.truncate(out.trim_end().len());
        out
    }
}
