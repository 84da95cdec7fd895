//! The summary that needs no model: a document in the sections that a model is asked for, of sentences and words that
//! were said.
//!
//! Nothing is invented. Requests are quoted, the newest first in full; files, failures and commands come from the
//! calls and their results; decisions and the current work are sentences of the agent; and the exact identifiers most
//! likely needed again are listed, since those are what a summary forgets. All of it is chosen by what it is worth for
//! its size, so that any budget gives the best document that fits. Equal input gives equal bytes.

mod calls;
mod carry;
mod choice;
mod document;
mod facts;
mod form;
mod index;
mod ledger;
mod notes;
mod plan;
pub(super) mod quote;
mod sentences;
mod tasks;

use std::rc::Rc;

pub(super) use self::calls::one_line;
pub(super) use self::carry::{Carried, Request};
use self::facts::Facts;
pub(super) use self::facts::request;
pub(super) use self::form::Form;
use self::plan::Plan;
use self::quote::clip;
pub(super) use self::quote::{fitted, quoted};
use super::RequestKind;
use crate::entry::Entry;
use crate::files::FileOperations;
use crate::gather::Gather;
use crate::seek;
use crate::settings::RedactionSettings;

/// What an extractive summary goes by.
#[derive(Debug, Clone, Copy)]
pub struct ExtractiveOptions<'a> {
    /// What it is for.
    pub kind: RequestKind,
    /// Whether a history's has the sections of the template "goal-progress", as a handoff's has in any case.
    pub goal_progress: bool,
    /// The summary of what came before the entries; what it holds is merged.
    pub prior_summary: Option<&'a str>,
    /// Entries that stay verbatim beside the summary: the index leaves out what they say. May be empty.
    pub kept: &'a [Rc<Entry>],
    /// Files of everything that is folded away, now and before.
    pub files: &'a FileOperations,
    /// The most that the text may cost, in tokens.
    pub budget_tokens: u32,
}

/// Writes the summary of some entries, oldest first. It never costs more than its budget.
pub fn extractive(entries: &[Rc<Entry>], options: &ExtractiveOptions<'_>) -> String {
    let form = Form::of(options.kind, options.goal_progress);
    let carried = Carried::read(options.prior_summary, form, &RedactionSettings::default());
    let facts = Facts::gather(entries);
    if options.kind == RequestKind::Short {
        return short(&carried, &facts, u64::from(options.budget_tokens) * 4);
    }
    let tokens = entries.iter().map(|entry| u64::from(entry.tokens())).sum();
    Plan::new(carried, facts, tokens, form, options).write(options)
}

/// A sentence or two: what is asked, and where the work stands.
fn short(carried: &Carried, facts: &Facts<'_>, budget: u64) -> String {
    let before = || carried.requests.last().map(|request| &request.text);
    let request = facts.requests.last().or_else(before);
    let work = facts.remarks.last().and_then(|remark| sentences::sentences(&remark.text).last());
    let half = if work.is_some() { budget / 2 } else { budget };
    let said =
        [request.map(|text| clip(&one_line(text, 400), half)), work.map(|text| clip(text, half.saturating_sub(1)))];
    seek::join(&said.into_iter().flatten().filter(|text| !text.is_empty()).gather(), " ")
}
