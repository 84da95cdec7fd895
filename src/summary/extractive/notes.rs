//! The lines of the middle sections: failures and what became of them, decisions, explanations.

use std::cmp::Reverse;

use super::carry::Carried;
use super::facts::{Facts, Outcome};
use super::form::{Form, Section};
use super::ledger::FileNote;
use super::sentences::{Sense, sentences, weight};
use crate::gather::Gather;
use crate::names::{NameMap, Names};
use crate::order;
use crate::seek;

/// A line that may be taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Note {
    pub(super) section: Section,
    /// Its place in the order of time.
    pub(super) order: u32,
    pub(super) text: String,
    /// The higher, the sooner it is taken.
    pub(super) score: u32,
}

/// How a failure of an earlier summary is told apart: its subject stands in backticks, its outcome at the end.
const MENDED: &str = "; later it passed";
const OPEN: &str = "; not seen to pass since";

#[derive(Default)]
struct Failure {
    line: String,
    at: u32,
    times: u32,
    mended: bool,
}

/// All lines that there are, best first.
pub(super) fn notes(carried: &Carried, facts: &Facts<'_>, form: Form) -> Vec<Note> {
    let mut list = failures(carried, facts, form);
    let base = carried.lines.len() as u32;
    let mut seen = Names::default();
    let mut add = |section, order, text: &str, score| {
        if seen.is_new(text) {
            list.push(Note { section, order, text: format!("- {text}"), score });
        }
    };
    for (order, line) in carried.lines.iter().enumerate() {
        let section = match line.section {
            Section::Concepts | Section::Decisions | Section::Constraints => line.section,
            Section::Errors if read_failure(&line.text).is_none() => Section::Errors,
            Section::Files if FileNote::read(&line.text).is_none() => Section::Concepts,
            // What was under way then is history now.
            Section::Request if form == Form::Nine => Section::Decisions,
            Section::Request => Section::Constraints,
            Section::Current | Section::Next if !carried.is_ours && form != Form::Branch => Section::Decisions,
            _ => continue,
        };
        add(section, order as u32, &line.text, weight(&line.text, facts.messages));
    }
    for branch in &facts.branches {
        for sentence in sentences(branch) {
            add(Section::Decisions, base, sentence, weight(sentence, 20));
        }
    }
    for remark in &facts.remarks {
        for sentence in sentences(&remark.text).filter(|sentence| !sentence.ends_with(':')) {
            let section = match Sense::of(sentence) {
                Sense::Decides => Section::Decisions,
                Sense::Explains => Section::Concepts,
                Sense::Intends | Sense::Other => continue,
            };
            add(section, base + remark.at, sentence, weight(sentence, facts.messages.saturating_sub(remark.at)));
        }
    }
    let key = |at: usize| {
        let note: Option<&Note> = list.get(at);
        note.map(|note| (Reverse(note.score), Reverse(note.order), &note.text))
    };
    let sorted = order::sorted(list.len(), &mut |a, b| key(a) < key(b));
    order::arranged(list, &sorted)
}

/// Reads back a line on a failure: its subject, what it said, and whether it was mended.
fn read_failure(text: &str) -> Option<(&str, &str, bool)> {
    let (text, mended) = match text.strip_suffix(MENDED) {
        Some(text) => (text, true),
        None => (text.strip_suffix(OPEN)?, false),
    };
    let (subject, line) = seek::split(text.strip_prefix('`')?, "` failed: ")?;
    Some((subject, line, mended))
}

/// What failed, by what was tried; a later success of the same mends it.
fn failures(carried: &Carried, facts: &Facts<'_>, form: Form) -> Vec<Note> {
    let mut found: NameMap<Failure> = NameMap::default();
    let base = carried.lines.len() as u32;
    for (order, text) in carried.of(Section::Errors).enumerate() {
        if let Some((subject, line, mended)) = read_failure(text) {
            found.set(subject, Failure { line: line.into(), at: order as u32, times: 1, mended });
        }
    }
    for step in &facts.steps {
        let subject = if step.subject.is_command {
            step.subject.text.clone()
        } else {
            format!("{} {}", step.tool, step.subject.text)
        };
        match &step.outcome {
            Outcome::Failed(line) => {
                let Some(failure) = found.slot(&subject) else { continue };
                failure.times += 1;
                failure.mended = false;
                failure.at = base + step.at;
                failure.line.clone_from(line);
            }
            Outcome::Done => {
                if found.names().has(&subject)
                    && let Some(failure) = found.slot(&subject)
                {
                    failure.mended = true;
                }
            }
            Outcome::Open => {}
        }
    }
    let last = base + facts.messages;
    let note = |number: usize| {
        let (subject, failure) = (found.names().name(number), found.at(number)?);
        let times = if failure.times > 1 { format!(" ({} times)", failure.times) } else { String::new() };
        let outcome = if failure.mended { MENDED } else { OPEN };
        let weight = if failure.mended { 4_000 } else { 10_000 };
        Some(Note {
            section: if form == Form::Goal && !failure.mended { Section::Blocked } else { Section::Errors },
            order: failure.at,
            text: format!("- `{subject}` failed: {}{times}{outcome}", failure.line),
            score: weight / (20 + last.saturating_sub(failure.at)),
        })
    };
    (0..found.names().len()).filter_map(note).gather()
}
