//! What is asked for, by kind: the task that stands above the material, and the headings that no answer can lack.

use super::PromptOptions;
use crate::gather::Gather;
use crate::seek;
use crate::settings::{CompactionSettings, Template};
use crate::summary::RequestKind;
use crate::tags;

const COMPACTION: &str = include_str!("../prompts/compaction.md");
const UPDATE: &str = include_str!("../prompts/update.md");
const TURN_PREFIX: &str = include_str!("../prompts/turn-prefix.md");
const BRANCH: &str = include_str!("../prompts/branch.md");
const HANDOFF: &str = include_str!("../prompts/handoff.md");
const SHORT: &str = include_str!("../prompts/short.md");
const GOAL_PROGRESS: &str = include_str!("../prompts/goal-progress.md");

/// How to read the material.
const TRANSCRIPT: &str = include_str!("../prompts/transcript.md");

/// Where a task says how its material is read; its sections stand behind it.
const MARK: &str = "{{transcript}}";

/// All that ask for sections: their own lines say nothing when they come back as an answer.
pub(crate) const TEMPLATES: [&str; 4] = [COMPACTION, TURN_PREFIX, BRANCH, GOAL_PROGRESS];

/// The headings that an answer cannot lack; for a host's own task all that stand on lines `## …`.
pub fn required_headings(kind: RequestKind, settings: &CompactionSettings, task: Option<&str>) -> Vec<String> {
    if let Some(own) = own(kind, &settings.template, task) {
        let heading = |line: &str| line.trim().strip_prefix("## ").map(|title| title.trim().to_owned());
        // What is to be filled in cannot be looked for.
        return own.lines().filter_map(heading).filter(|title| !seek::has(title, "<[{")).gather();
    }
    let headings = match (kind, &settings.template) {
        (RequestKind::Handoff, _) | (RequestKind::History, Template::GoalProgress) => "Goal|Progress",
        (RequestKind::History, _) => "Primary Request and Intent|Current Work",
        (RequestKind::TurnPrefix, _) => "Original Request",
        (RequestKind::Branch, _) => "What Was Tried",
        (RequestKind::Short, _) => return Vec::new(),
    };
    seek::list(headings).map(String::from).gather()
}

/// The task of a host: a hook's for any kind, that of the settings for a compaction.
fn own<'a>(kind: RequestKind, template: &'a Template, task: Option<&'a str>) -> Option<&'a str> {
    let setting = match template {
        Template::Own(text) if matches!(kind, RequestKind::History | RequestKind::TurnPrefix) => Some(text.as_str()),
        _ => None,
    };
    task.filter(|text| !text.trim().is_empty()).or(setting).filter(|_| kind != RequestKind::Short)
}

/// The task, in its tag. Without a transcript it speaks of the conversation above it.
pub(super) fn task(kind: RequestKind, options: &PromptOptions<'_>, template: &Template, transcript: bool) -> String {
    let text = match kind {
        RequestKind::History => COMPACTION,
        RequestKind::TurnPrefix => TURN_PREFIX,
        RequestKind::Branch => BRANCH,
        RequestKind::Handoff => HANDOFF,
        RequestKind::Short => SHORT,
    };
    let (mut lead, mut sections) = seek::split(text, MARK).unwrap_or((text, ""));
    if matches!((kind, template), (RequestKind::Handoff, _) | (RequestKind::History, Template::GoalProgress)) {
        sections = GOAL_PROGRESS;
    }
    let own = own(kind, template, options.task).map(|text| tags::neutralize_tags(text, tags::TAGS));
    if let Some(own) = &own {
        sections = own;
        // Only of a turn's start must be said what it is; else the host's words are the whole task.
        if kind != RequestKind::TurnPrefix {
            lead = "";
        }
    }
    let update = if options.has_prior() { UPDATE } else { "" };
    let how = if transcript { TRANSCRIPT } else { "" };
    let pieces = [lead, how, update, sections].into_iter().map(str::trim).filter(|piece| !piece.is_empty());
    ["<task>\n", &seek::join(&pieces.gather(), "\n\n"), "\n</task>"].concat()
}
