//! The document that is written: the nine sections of the template and an index, with an account of what it costs.

use std::collections::BTreeMap;

use crate::tokens::estimate::quarters;

/// A section. The order is the document's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Request,
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

impl Section {
    /// The sections of the template, without the index.
    const NINE: [Self; 9] = [
        Self::Request,
        Self::Concepts,
        Self::Files,
        Self::Errors,
        Self::Decisions,
        Self::Messages,
        Self::Pending,
        Self::Current,
        Self::Next,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::Request => "Primary Request and Intent",
            Self::Concepts => "Key Technical Concepts",
            Self::Files => "Files and Code Sections",
            Self::Errors => "Errors and fixes",
            Self::Decisions => "Problem Solving",
            Self::Messages => "All user messages",
            Self::Pending => "Pending Tasks",
            Self::Current => "Current Work",
            Self::Next => "Optional Next Step",
            Self::Index => "Exact identifiers",
        }
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
        let heading = heading.to_lowercase();
        WORDS.iter().find(|(word, _)| heading.contains(word)).map(|(_, section)| *section)
    }

    /// Quarters of a token for the heading with its mark, its line break and the blank line before it.
    fn heading_cost(self) -> u64 {
        quarters(self.title()) + 5
    }
}

/// What stands in a section without lines, where all sections are shown.
pub(super) const EMPTY: &str = "None recorded.";

/// The document so far. All costs are in quarters of a token, so that sums are exact.
#[derive(Debug)]
pub(super) struct Document {
    /// Lines with their place in their section.
    sections: BTreeMap<Section, Vec<(u32, String)>>,
    left: u64,
}

impl Document {
    /// An empty document that may cost so much. With `all`, the nine headings stand in any case.
    pub(super) fn new(budget: u64, all: bool) -> Self {
        let mut document = Self { sections: BTreeMap::new(), left: budget };
        for section in Section::NINE.into_iter().filter(|_| all) {
            document.left = document.left.saturating_sub(section.heading_cost() + quarters(EMPTY) + 1);
            document.sections.insert(section, Vec::new());
        }
        document
    }

    /// What is still free.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Adds a line if it fits and costs no more than `limit`.
    pub(super) fn add(&mut self, section: Section, order: u32, text: &str, limit: u64) -> bool {
        let heading = if self.sections.contains_key(&section) { 0 } else { section.heading_cost() };
        let cost = heading + quarters(text) + 1;
        let fits = cost <= limit && self.reserve(cost);
        if fits {
            self.place(section, order, text.into());
        }
        fits
    }

    /// Takes room for a section's heading, where it has none yet.
    pub(super) fn open(&mut self, section: Section) -> bool {
        let fits = self.sections.contains_key(&section) || self.reserve(section.heading_cost());
        if fits {
            self.sections.entry(section).or_default();
        }
        fits
    }

    /// Takes room for something that is placed later.
    pub(super) fn reserve(&mut self, cost: u64) -> bool {
        let left = self.left.checked_sub(cost);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Adds a line whose room is reserved.
    pub(super) fn place(&mut self, section: Section, order: u32, text: String) {
        self.sections.entry(section).or_default().push((order, text));
    }

    /// All lines so far.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.sections.values().flatten().map(|(_, text)| text.as_str())
    }

    /// The document as text.
    pub(super) fn render(self) -> String {
        let mut out = String::new();
        for (section, mut lines) in self.sections {
            if lines.is_empty() {
                // The words of the index may all have found a better place.
                if section == Section::Index {
                    continue;
                }
                lines.push((0, EMPTY.into()));
            }
            lines.sort_by_key(|(order, _)| *order);
            let gap = if out.is_empty() { "" } else { "\n" };
            out.push_str(&format!("{gap}## {}\n", section.title()));
            for (_, line) in lines {
                out.push_str(&line);
                out.push('\n');
            }
        }
        out.truncate(out.trim_end().len());
        out
    }
}
