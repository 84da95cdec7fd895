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

/// A heading as it is written, what stands under it, the row of the large heading above it or its own, and whether it
/// stands with nothing under it. Without a heading, lines go on under the one before.
pub(super) type Row = (&'static str, Section, u8, bool);

/// The nine sections of a compaction, and the index.
const NINE: &[Row] = &[
    ("## Primary Request and Intent", Section::Request, 0, true),
    ("## Key Technical Concepts", Section::Concepts, 1, true),
    ("## Files and Code Sections", Section::Files, 2, true),
    ("## Errors and fixes", Section::Errors, 3, true),
    ("## Problem Solving", Section::Decisions, 4, true),
    ("## All user messages", Section::Messages, 5, true),
    ("## Pending Tasks", Section::Pending, 6, true),
    ("## Current Work", Section::Current, 7, true),
    ("## Optional Next Step", Section::Next, 8, true),
    ("## Exact identifiers", Section::Index, 9, false),
];

/// Those of a branch that is left. What was to come next on it has no place.
const BRANCH: &[Row] = &[
    ("## What Was Tried", Section::Request, 0, true),
    ("### Conditions told before", Section::Constraints, 0, false),
    ("### User messages before that", Section::Messages, 0, false),
    ("### Attempts, calls and words of the agent", Section::Current, 0, false),
    ("### Errors", Section::Errors, 0, false),
    ("## What Was Learned", Section::Decisions, 5, true),
    ("", Section::Concepts, 5, false),
    ("## Files Left Changed", Section::Files, 7, true),
    ("## Left Open", Section::Pending, 8, true),
    ("## Exact identifiers", Section::Index, 9, false),
];

/// Those of a handoff.
const GOAL: &[Row] = &[
    ("## Goal", Section::Request, 0, true),
    ("## Constraints & Preferences", Section::Constraints, 1, false),
    ("### User messages before that", Section::Messages, 1, false),
    ("## Progress", Section::Head, 3, true),
    ("### Done", Section::Done, 3, false),
    ("### In Progress", Section::Current, 3, false),
    ("### Blocked", Section::Blocked, 3, false),
    ("## Key Decisions", Section::Decisions, 7, false),
    ("## Next Steps", Section::Next, 8, false),
    ("### Pending tasks", Section::Pending, 8, false),
    ("## Critical Context", Section::Concepts, 10, false),
    ("### Files", Section::Files, 10, false),
    ("### Errors", Section::Errors, 10, false),
    ("### Exact identifiers", Section::Index, 10, false),
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

    /// What a heading announces, in our words or in a model's.
    pub(super) fn announced(self, heading: &str) -> Option<Section> {
        /// So many of the words are of what the nine sections do not tell apart.
        const FINER: usize = 9;
        const WORDS: [(&str, Section); FINER + 19] = [
            ("tried", Section::Current),
            ("attempt", Section::Current),
            ("learned", Section::Decisions),
            ("left open", Section::Pending),
            ("in progress", Section::Current),
            ("blocked", Section::Errors),
            ("condition", Section::Constraints),
            ("constraint", Section::Constraints),
            ("done", Section::Done),
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
        let coarse = if self == Self::Nine { FINER } else { 0 };
        let mut words = WORDS.iter().skip(coarse);
        words.find(|(word, _)| seek::find(&heading, word).is_some()).map(|(_, section)| *section)
    }
}
