//! The document that is written: the nine sections of the template and an index, with an account of what it costs.

use crate::order;
use crate::seek;
use crate::tokens::estimate::quarters;

/// A section. The order is the document's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Section {
    Request,
    #[default]
    Concepts,
    Files,
    Errors,
    Decisions,
    Messages,
    Pending,
    Current,
    Next,
    Index,
}

/// Their headings, in the same order: the nine of the template, and the index.
const TITLES: [&str; 10] = [
    "Primary Request and Intent",
    "Key Technical Concepts",
    "Files and Code Sections",
    "Errors and fixes",
    "Problem Solving",
    "All user messages",
    "Pending Tasks",
    "Current Work",
    "Optional Next Step",
    "Exact identifiers",
];
const NINE: usize = 9;

impl Section {
    fn title(self) -> &'static str {
        TITLES.get(self as usize).copied().unwrap_or_default()
    }

    /// The section that a heading names, in our words or in a model's.
    pub(super) fn of_heading(heading: &str) -> Option<Self> {
        const WORDS: [(&str, Section); 19] = [
            ("user message", Section::Messages),
            ("request", Section::Request),
            ("goal", Section::Request),
            ("identifiers", Section::Index),
            ("current work", Section::Current),
            ("next step", Section::Next),
            ("pending", Section::Pending),
            ("remaining", Section::Pending),
            ("error", Section::Errors),
            ("file", Section::Files),
            ("problem", Section::Decisions),
            ("decision", Section::Decisions),
            ("progress", Section::Decisions),
            ("done", Section::Decisions),
            ("concept", Section::Concepts),
            ("constraint", Section::Concepts),
            ("preference", Section::Concepts),
            ("context", Section::Concepts),
            ("needed", Section::Concepts),
        ];
        let heading = seek::lowered(heading);
        WORDS.iter().find(|(word, _)| seek::find(&heading, word).is_some()).map(|(_, section)| *section)
    }
}

/// Quarters of a token for a heading with its mark, its line break and the blank line before it.
fn heading_cost(title: &str) -> u64 {
    quarters(title) + 5
}

/// What stands in a section without lines, where all sections are shown.
pub(super) const EMPTY: &str = "None recorded.";

/// The document so far. All costs are in quarters of a token, so that sums are exact.
#[derive(Debug)]
pub(super) struct Document {
    /// For each section whether it is shown.
    shown: [bool; TITLES.len()],
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
    /// An empty document that may cost so much. With `all`, the nine headings stand in any case.
    pub(super) fn new(budget: u64, all: bool) -> Self {
        let mut document = Self { shown: [false; TITLES.len()], lines: Vec::new(), left: budget };
        if all {
            for (title, shown) in TITLES.iter().zip(&mut document.shown).take(NINE) {
                *shown = true;
                document.left = document.left.saturating_sub(heading_cost(title) + quarters(EMPTY) + 1);
            }
        }
        document
    }

    /// What is still free.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Adds a line if it fits and costs no more than `limit`.
    pub(super) fn add(&mut self, section: Section, order: u32, text: &str, limit: u64) -> bool {
        let cost = self.opening_cost(section) + quarters(text) + 1;
        let fits = cost <= limit && self.reserve(cost);
        if fits {
            self.place(section, order, text.into());
        }
        fits
    }

    /// Takes room for a section's heading, where it has none yet.
    pub(super) fn open(&mut self, section: Section) -> bool {
        let fits = self.reserve(self.opening_cost(section));
        if fits {
            self.show(section);
        }
        fits
    }

    /// What a section's heading still costs.
    fn opening_cost(&self, section: Section) -> u64 {
        let shown = self.shown.get(section as usize) == Some(&true);
        if shown { 0 } else { heading_cost(section.title()) }
    }

    fn show(&mut self, section: Section) {
        if let Some(shown) = self.shown.get_mut(section as usize) {
            *shown = true;
        }
    }

    /// Takes room for something that is placed later.
    pub(super) fn reserve(&mut self, cost: u64) -> bool {
        let left = self.left.checked_sub(cost);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Adds a line whose room is reserved.
    pub(super) fn place(&mut self, section: Section, order: u32, text: String) {
        self.show(section);
        self.lines.push(Line { section, order, text });
    }

    /// All lines so far.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// The document as text.
    pub(super) fn render(self) -> String {
        let place = |at: usize| self.lines.get(at).map(|line| (line.section, line.order));
        let sorted = order::sorted(self.lines.len(), &mut |a, b| place(a) < place(b));
        let mut lines = sorted.iter().filter_map(|at| self.lines.get(*at)).peekable();
        let mut out = String::new();
        for (at, title) in TITLES.iter().enumerate() {
            let mut next = || lines.next_if(|line| line.section as usize == at);
            let first = next();
            // The words of the index may all have found a better place.
            if first.is_none() && (at == NINE || self.shown.get(at) != Some(&true)) {
                continue;
            }
            let gap = if out.is_empty() { "" } else { "\n" };
            for piece in [gap, "## ", title, "\n", first.map_or(EMPTY, |line| &line.text), "\n"] {
                out.push_str(piece);
            }
            while let Some(line) = next() {
                out.push_str(&line.text);
                out.push('\n');
            }
        }
        out.truncate(out.trim_end().len());
        out
    }
}
