//! The plan for the arguments of calls: what a file tool was given to write is worthless once the file was written again.

use super::survey::{Asked, Survey};
use super::target::changes;
use super::{PruneEdit, PruneReason, Pruning};
use crate::files::MAX_USES;
use crate::json;
use crate::names::NameMap;
use crate::settings::PruneConfig;
use crate::text;
use crate::tokens::estimate;
use crate::value::Value;

/// So many files are named where arguments were.
const MOST_PATHS: usize = 20;

/// The longest name there, in UTF-16 units.
const LONGEST_PATH: usize = 200;

/// How arguments begin that were pruned.
const START: &str = "{\"pruned\":true";

/// All arguments that can go, oldest first. `changed` says where each file was changed last.
pub(super) fn arguments(survey: &Survey<'_>, changed: &NameMap<usize>, config: &PruneConfig) -> Pruning {
    let mut pruning = Pruning::default();
    let (mut newer, mut counted) = (0_u32, survey.outputs.len());
    for asked in survey.calls.iter().rev() {
        while let Some(last) = counted.checked_sub(1).filter(|last| *last >= asked.outputs_before) {
            newer = newer.saturating_add(survey.outputs.get(last).map_or(0, |output| output.tokens));
            counted = last;
        }
        if newer >= config.protect_tokens
            && asked.at < survey.fence
            && let Some(edit) = edit(survey, asked, changed)
        {
            let saved = edit.tokens_saved;
            pruning.add(edit, saved);
        }
    }
    pruning.edits.reverse();
    pruning
}

fn edit(survey: &Survey<'_>, asked: &Asked<'_>, changed: &NameMap<usize>) -> Option<PruneEdit> {
    let call = asked.call;
    let number = asked.output?;
    let failed = survey.outputs.get(number).is_none_or(|output| output.failed);
    let is_settled = asked.is_settled || call.arguments.head.starts_with(START);
    if failed || call.is_fixed || asked.entry.pinned || is_settled {
        return None;
    }
    let groups = changes(call, survey.tool(asked.tool)?);
    // Of so many files, some are not noted: nothing is known of those.
    if groups.is_empty() || call.files.len() >= MAX_USES {
        return None;
    }
    let mut paths = Vec::new();
    for group in &groups {
        if !group.iter().any(|path| changed.get(path).is_some_and(|last| *last > number)) {
            return None;
        }
        for path in group {
            if paths.len() < MOST_PATHS {
                paths.push(Value::text(text::head(path, LONGEST_PATH)));
            }
        }
    }
    let notice = json::to_text(&Value::object([
        ("pruned", Value::Bool(true)),
        ("reason", Value::text("the same files were changed again later")),
        ("paths", Value::Array(paths)),
        ("originalChars", Value::Number(call.arguments.units() as f64)),
    ]));
    // Fewer tokens may be more characters. That is no gain to those who read it.
    if text::units(&notice) > call.arguments.units() {
        return None;
    }
    let tokens = estimate::round(estimate::quarters(&call.name) + estimate::quarters(&notice));
    let tokens_saved = call.tokens.checked_sub(tokens).filter(|saved| *saved > 0)?;
    Some(PruneEdit {
        entry_id: asked.entry.id.clone(),
        part: asked.part as u32,
        tool_call_id: call.id.clone(),
        tool_name: call.name.clone(),
        reason: PruneReason::Changed,
        notice,
        original_tokens: call.tokens,
        tokens_saved,
        complete: true,
        keeps_media: false,
        room: tokens_saved.saturating_mul(4),
    })
}
