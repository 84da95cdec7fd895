//! What lies on a branch that is left: which entries, and which of them a summary of the branch can hold.

use std::rc::Rc;

use serde::Serialize;

use crate::entry::{Body, Entry};
use crate::files::{self, FileOperations};
use crate::gather::Gather;
use crate::message::{Role, Stop};
use crate::names::Names;
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
    let old = old_leaf_id.map(|id| session.ancestry(id)).unwrap_or_default();
    let target = session.ancestry(target_id);
    // Both run leaf to root: the deepest entry that is on both is the first of the old path that the target's has.
    let mut targets = Names::default();
    for entry in &target {
        targets.add(&entry.id);
    }
    let common = old.iter().position(|entry| targets.has(&entry.id));
    let left = old.iter().take(common.unwrap_or(old.len()));
    let mut entry_ids: Vec<String> = left.map(|entry| entry.id.clone()).gather();
    entry_ids.reverse();
    BranchEntries { entry_ids, common_ancestor_id: common.and_then(|at| old.get(at)).map(|entry| entry.id.clone()) }
}

/// Longest share of a tool result in a branch summary, in tokens (2,000 UTF-16 units).
const RESULT_CAP: u32 = 500;

/// Takes entries newest first until the budget is spent. A summary at the budget's edge is still taken while less
/// than nine tenths are used: it stands for more than its size. Replies that failed are left out.
pub fn prepare_branch(entries: &[Rc<Entry>], token_budget: u32) -> PreparedBranch {
    let mut taken: Vec<&Rc<Entry>> = Vec::new();
    let mut total = 0_u32;
    for entry in entries.iter().rev() {
        let Some((tokens, is_summary)) = weight(entry) else { continue };
        if total.saturating_add(tokens) > token_budget {
            if is_summary && f64::from(total) < f64::from(token_budget) * 0.9 {
                total = total.saturating_add(tokens);
                taken.push(entry);
            }
            break;
        }
        total += tokens;
        taken.push(entry);
    }
    taken.reverse();
    let prior = entries.iter().filter_map(|entry| match &entry.body {
        Body::BranchSummary(branch) => branch.files.as_ref(),
        Body::Compaction(compaction) => compaction.files.as_ref(),
        _ => None,
    });
    let calls = entries.iter().filter_map(|entry| entry.record()).flat_map(|record| record.calls());
    PreparedBranch {
        entry_ids: taken.into_iter().map(|entry| entry.id.clone()).gather(),
        total_tokens: total,
        file_operations: files::file_operations(calls, prior, false),
    }
}

fn weight(entry: &Entry) -> Option<(u32, bool)> {
    match &entry.body {
        Body::Message(record) if matches!(record.stop, Some(Stop::Error | Stop::Aborted)) => None,
        Body::Message(record) if record.role == Role::Tool => Some((record.tokens.min(RESULT_CAP), false)),
        Body::Message(record) | Body::CustomMessage { record, .. } => Some((record.tokens, false)),
        Body::Compaction(_) | Body::BranchSummary(_) => Some((entry.tokens(), true)),
        Body::Prune(_) | Body::Leaf { .. } | Body::Other { .. } => None,
    }
}
