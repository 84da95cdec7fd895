//! What the document looks like: which headings it has, in which order, and what stands under each.

use crate::seek;
use crate::summary::RequestKind;

/// What a line is. Which heading it stands under is the form's to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Section {
    /// The newest request.
    Request,
    #[default]
    Concepts,
    Files,
    Errors,
    Decisions,
    /// The requests before the newest.
    Messages,
    Pending,
    Current,
    Next,
    /// The exact identifiers.
    Index,
    /// The user's conditions, as a model has listed them. This and what follows is not told apart in the nine sections.
    Constraints,
    /// What was done.
    Done,
    /// What failed and is not mended.
    Blocked,
    /// Nothing but what stands under the smaller headings that follow.
    Head,
}

/// A heading, as it is written, and what stands under it. Without a heading, lines go on under the one before.
type Row = (&'static str, Section);

/// The nine sections of a compaction, and the index.
const NINE: &[Row] = &[
    ("## Primary Request and Intent", Section::Request),
    ("## Key Technical Concepts", Section::Concepts),
    ("## Files and Code Sections", Section::Files),
    ("## Errors and fixes", Section::Errors),
    ("## Problem Solving", Section::Decisions),
    ("## All user messages", Section::Messages),
    ("## Pending Tasks", Section::Pending),
    ("## Current Work", Section::Current),
    ("## Optional Next Step", Section::Next),
    ("## Exact identifiers", Section::Index),
];

/// Those of a branch that is left. What was to come next on it has no place.
const BRANCH: &[Row] = &[
    ("## What Was Tried", Section::Request),
    ("### Conditions told before", Section::Constraints),
    ("### User messages before that", Section::Messages),
    ("### Attempts, calls and words of the agent", Section::Current),
    ("### Errors", Section::Errors),
    ("## What Was Learned", Section::Decisions),
    ("", Section::Concepts),
    ("## Files Left Changed", Section::Files),
    ("## Left Open", Section::Pending),
    ("## Exact identifiers", Section::Index),
];

/// Those of a handoff.
const GOAL: &[Row] = &[
    ("## Goal", Section::Request),
    ("## Constraints & Preferences", Section::Constraints),
    ("### User messages before that", Section::Messages),
    ("## Progress", Section::Head),
    ("### Done", Section::Done),
    ("### In Progress", Section::Current),
    ("### Blocked", Section::Blocked),
    ("## Key Decisions", Section::Decisions),
    ("## Next Steps", Section::Next),
    ("### Pending tasks", Section::Pending),
    ("## Critical Context", Section::Concepts),
    ("### Files", Section::Files),
    ("### Errors", Section::Errors),
    ("### Exact identifiers", Section::Index),
];

/// Which headings there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::summary) enum Form {
    Nine,
    Branch,
    Goal,
}

impl Form {
    pub(super) fn of(kind: RequestKind, goal_progress: bool) -> Self {
        match kind {
            RequestKind::Branch => Self::Branch,
            RequestKind::Handoff => Self::Goal,
            RequestKind::History if goal_progress => Self::Goal,
            _ => Self::Nine,
        }
    }

    pub(super) fn rows(self) -> &'static [Row] {
        match self {
            Self::Nine => NINE,
            Self::Branch => BRANCH,
            Self::Goal => GOAL,
        }
    }

    /// Where a section stands; none where the form has no place for it.
    pub(super) fn row(self, section: Section) -> Option<usize> {
        self.rows().iter().position(|row| row.1 == section)
    }

    /// The row with the large heading that a row stands under, which may be itself.
    pub(super) fn above(self, row: Option<usize>) -> Option<usize> {
        self.rows().get(..=row?)?.iter().rposition(|(heading, _)| heading.starts_with("## "))
    }

    /// Whether a heading stands even with nothing under it.
    pub(super) fn is_needed(self, at: usize) -> bool {
        let section = self.rows().get(at).map(|row| row.1);
        let is_optional = match self {
            Self::Goal => !matches!(section, Some(Section::Request | Section::Head)),
            _ => section == Some(Section::Index),
        };
        !is_optional && self.above(Some(at)) == Some(at)
    }

    /// What a heading announces, in our words or in a model's.
    pub(super) fn announced(self, heading: &str) -> Option<Section> {
        /// What the nine sections do not tell apart.
        const MORE: [(&str, Section); 9] = [
            ("tried", Section::Current),
            ("attempt", Section::Current),
            ("learned", Section::Decisions),
            ("left open", Section::Pending),
            ("in progress", Section::Current),
            ("blocked", Section::Errors),
            ("condition", Section::Constraints),
            ("constraint", Section::Constraints),
            ("done", Section::Done),
        ];
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
        let more: &[_] = if self == Self::Nine { &[] } else { &MORE };
        let mut words = more.iter().chain(&WORDS);
        words.find(|(word, _)| seek::find(&heading, word).is_some()).map(|(_, section)| *section)
    }
}
