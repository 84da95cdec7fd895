//! What lies on a branch that is left: which entries, and which of them a summary of the branch can hold.

use std::rc::Rc;

use serde::Serialize;

use crate::entry::{Body, Entry, files_used};
use crate::files::{self, FileOperations};
use crate::gather::Gather;
use crate::message::{Role, Stop, ToolResult};
use crate::session::Session;

/// The entries from a leaf back to where another entry's path joins it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct BranchEntries {
    /// Their ids, oldest first.
    pub entry_ids: Vec<String>,
    /// The entry where the paths part; `null` where they share none.
    pub common_ancestor_id: Option<String>,
}

/// What fits a branch summary's budget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PreparedBranch {
    /// Ids of the entries that fit, oldest first.
    pub entry_ids: Vec<String>,
    /// Their estimate, in tokens.
    pub total_tokens: u32,
    /// Files of all entries, whether they fit or not, and of earlier summaries.
    pub file_operations: FileOperations,
}

/// Collects what is left behind when the session moves from `old_leaf_id` to `target_id`.
pub fn collect_branch(session: &Session, old_leaf_id: Option<&str>, target_id: &str) -> BranchEntries {
    let tree = session.tree();
    let old = old_leaf_id.and_then(|id| tree.find(id));
    let fork = tree.common_ancestor(old, tree.find(target_id));
    let id = |at: u32| tree.entry(at).map(|entry| entry.id.clone());
    let mut entry_ids: Vec<String> = tree.up(old).take_while(|at| Some(*at) != fork).filter_map(id).gather();
    entry_ids.reverse();
    BranchEntries { entry_ids, common_ancestor_id: fork.and_then(id) }
}

/// Longest share of a tool result in a branch summary, in tokens (2,000 UTF-16 units).
const RESULT_CAP: u32 = 500;

/// What a session leaves when it moves, as far as a model would see it.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// What a summary of it is made of, oldest first: what the budget has room for, and the newest at any rate.
    pub entries: Vec<Rc<Entry>>,
    /// The summary of what a compaction on the branch had folded away.
    pub prior_summary: Option<String>,
    /// The estimate of both, in tokens.
    pub tokens: u32,
    /// Files of everything that is left, seen or not, and of earlier summaries.
    pub files: FileOperations,
}

/// Finds what is left when the session moves from where it stands to the entry at a place of the log, or before the
/// first; `None` where that is nothing that a model would see. The work grows with what is left and with the way to the
/// target from where the paths part, not with the session.
///
/// Of the branch it is what the model saw of it: nothing that a prune took out, and what a compaction on it folded away by
/// its summary. A branch summary whose branch the session returns to is left out: there the originals are.
pub fn leave(session: &Session, target: Option<u32>, token_budget: u32) -> Option<Left> {
    let (tree, path) = (session.tree(), session.path());
    let fork = tree.common_ancestor(path.last().copied(), target);
    let depth = path.iter().rposition(|at| Some(*at) == fork).map_or(0, |depth| depth + 1);
    let left = path.get(depth..).unwrap_or_default();
    // Newest first, as the places are: a parent lies before its entry in the log.
    let ahead: Vec<u32> = tree.up(target).take_while(|at| Some(*at) > fork).collect();
    // What a model sees of the branch may end before the leaf that was left: at a label, a prune, a compaction.
    let says = |at: &u32| {
        let entry = tree.entry(*at);
        entry.is_some_and(|entry| entry.is_visible() && weight(entry).is_some())
    };
    let returns = |from: &str| {
        let last = tree.up(tree.find(from)).find(says);
        last.is_some_and(|last| ahead.binary_search_by(|at| last.cmp(at)).is_ok())
    };
    let entries: Vec<Rc<Entry>> = left.iter().filter_map(|at| session.entry(*at).cloned()).gather();
    let (mut start, mut latest) = (0, None);
    for (place, entry) in entries.iter().enumerate() {
        if let Body::Compaction(compaction) = &entry.body {
            let kept = tree.find(&compaction.first_kept_entry_id).filter(|kept| path.binary_search(kept).is_ok());
            // What it keeps may begin before the branch. Where it names nothing on its path, it keeps nothing.
            start = kept.map_or(place, |kept| left.partition_point(|at| *at < kept).min(place));
            latest = Some(compaction);
        }
    }
    let folds = entries.iter().take(start).any(|entry| entry.is_visible());
    let mut seen = Vec::new();
    for (place, at) in left.iter().enumerate() {
        let Some(entry) = session.shown(*at).filter(|entry| entry.is_visible()) else { continue };
        let is_seen = match &entry.body {
            Body::BranchSummary(branch) if returns(&branch.from_id) => false,
            _ => place >= start || latest.is_some_and(|latest| latest.kept_entry_ids.contains(&entry.id)),
        };
        if is_seen && weight(&entry).is_some() {
            seen.push(entry);
        }
    }
    let prior = latest.filter(|latest| !latest.summary.trim().is_empty());
    let prior_tokens = prior.map_or(0, |prior| prior.tokens);
    let (mut taken, mut tokens) = select(&seen, token_budget.saturating_sub(prior_tokens));
    if taken.is_empty() {
        taken = seen.split_off(seen.len().saturating_sub(1));
        tokens = taken.iter().map(|entry| entry.tokens()).sum();
    }
    (!taken.is_empty() || folds && prior.is_some()).then(|| Left {
        entries: taken,
        prior_summary: prior.map(|prior| prior.summary.clone()),
        tokens: tokens.saturating_add(prior_tokens),
        files: files_of(&entries, true),
    })
}

/// Takes entries newest first until the budget is spent. A summary at the budget's edge is still taken while less
/// than nine tenths are used: it stands for more than its size. Replies that failed are left
/// out, and what the host keeps from the model.
pub fn prepare_branch(entries: &[Rc<Entry>], token_budget: u32) -> PreparedBranch {
    let (taken, total_tokens) = select(entries, token_budget);
    PreparedBranch {
        entry_ids: taken.iter().map(|entry| entry.id.clone()).gather(),
        total_tokens,
        file_operations: files_of(entries, false),
    }
}

/// The entries that fit, oldest first, and their estimate.
fn select(entries: &[Rc<Entry>], token_budget: u32) -> (Vec<Rc<Entry>>, u32) {
    let mut taken: Vec<Rc<Entry>> = Vec::new();
    let mut total = 0_u32;
    for entry in entries.iter().rev() {
        let Some((tokens, is_summary)) = weight(entry) else { continue };
        if total.saturating_add(tokens) > token_budget {
            if is_summary && f64::from(total) < f64::from(token_budget) * 0.9 {
                total = total.saturating_add(tokens);
                taken.push(Rc::clone(entry));
            }
            break;
        }
        total += tokens;
        taken.push(Rc::clone(entry));
    }
    taken.reverse();
    (taken, total)
}

/// The files that the calls of entries name, and those of the summaries among them; `shell`: those that a command names,
/// too.
fn files_of(entries: &[Rc<Entry>], shell: bool) -> FileOperations {
    let prior: Vec<FileOperations> = entries.iter().filter_map(|entry| entry.files().cloned()).gather();
    files::file_operations(&files_used(entries), &prior, shell)
}

fn weight(entry: &Entry) -> Option<(u32, bool)> {
    match &entry.body {
        Body::Message(record) if record.is_excluded || matches!(record.stop, Some(Stop::Error | Stop::Aborted)) => None,
        Body::Message(record) => {
            let over = |result: &ToolResult| result.tokens.saturating_sub(RESULT_CAP);
            let capped = record.results().map(over).fold(record.tokens, u32::saturating_sub);
            Some((if record.role == Role::Tool { record.tokens.min(RESULT_CAP) } else { capped }, false))
        }
        Body::CustomMessage { record, .. } => Some((record.tokens, false)),
        Body::Compaction(_) | Body::BranchSummary(_) => Some((entry.tokens(), true)),
        Body::Prune(_) | Body::Leaf { .. } | Body::Other { .. } => None,
    }
}
