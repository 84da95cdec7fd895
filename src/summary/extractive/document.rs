//! The document that is written: lines in the sections of a form, with an account of what it costs.

use super::form::{Form, Section};
use crate::order;
use crate::tokens::estimate::quarters;

/// Quarters of a token for a heading with its line break and the blank line before it; one that is empty is no line.
fn heading_cost(heading: &str) -> u64 {
    if heading.is_empty() { 0 } else { quarters(heading) + 2 }
}

/// What stands in a section without lines, where all sections are shown.
pub(super) const EMPTY: &str = "None recorded.";

/// The document so far. All costs are in quarters of a token, so that sums are exact.
#[derive(Debug)]
pub(super) struct Document {
    form: Form,
    /// For each heading of the form whether it is shown.
    shown: Vec<bool>,
    /// Whether those stand that the form cannot lack, with or without lines.
    all: bool,
    lines: Vec<Line>,
    left: u64,
}

#[derive(Debug)]
struct Line {
    section: Section,
    /// Its place in its section.
    order: u32,
    text: String,
}

impl Document {
    /// An empty document that may cost so much. With `all`, the headings that a form cannot lack stand in any case.
    pub(super) fn new(budget: u64, all: bool, form: Form) -> Self {
        let shown = vec![false; form.rows().len()];
        let mut document = Self { form, shown, all, lines: Vec::new(), left: budget };
        for (at, (heading, _)) in form.rows().iter().enumerate().filter(|(at, _)| all && form.is_needed(*at)) {
            document.show(Some(at));
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
        let fits = cost <= limit && self.form.row(section).is_some() && self.reserve(cost);
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
            self.show(self.form.row(section));
        }
        fits
    }

    /// What a section's heading still costs, with the one above it.
    fn opening_cost(&self, section: Section) -> u64 {
        let cost = |at: Option<usize>| match at {
            Some(at) if self.shown.get(at) == Some(&false) => {
                self.form.rows().get(at).map_or(0, |(heading, _)| heading_cost(heading))
            }
            _ => 0,
        };
        let row = self.form.row(section);
        let above = self.form.above(row);
        cost(row) + if above == row { 0 } else { cost(above) }
    }

    fn show(&mut self, row: Option<usize>) {
        for at in [row, self.form.above(row)].into_iter().flatten() {
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
        self.show(self.form.row(section));
        self.lines.push(Line { section, order, text });
    }

    /// All lines so far.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// The document as text.
    pub(super) fn render(self) -> String {
        let form = self.form;
        let place = |at: usize| self.lines.get(at).map(|line| (form.row(line.section), line.order));
        let sorted = order::sorted(self.lines.len(), &mut |a, b| place(a) < place(b));
        let mut lines = sorted.iter().filter_map(|at| self.lines.get(*at)).peekable();
        let mut out = String::new();
        for (at, (heading, _)) in form.rows().iter().enumerate() {
            let row = |line: &Line| form.row(line.section);
            let has_more = lines.peek().is_some_and(|line| row(line) == Some(at) || form.above(row(line)) == Some(at));
            let is_empty = !has_more && self.all && form.is_needed(at);
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
            while let Some(line) = lines.next_if(|line| row(line) == Some(at)) {
                out.push_str(&line.text);
                out.push('\n');
            }
        }
        out.truncate(out.trim_end().len());
        out
    }
}
