//! The plan for tool outputs.

use super::duplicates::{self, Newest};
use super::notice::{self, notice};
use super::stale::stale;
use super::survey::{Output, Survey};
use super::{PruneEdit, PruneReason, Pruning};
use crate::names::NameMap;
use crate::settings::PruneConfig;
use crate::text;
use crate::tokens::estimate;

/// All outputs that can go, oldest first. `changed` says where each file was changed last; `reserve` as in [`super::prune`].
pub(super) fn outputs(survey: &Survey<'_>, changed: &NameMap<usize>, config: &PruneConfig, reserve: u32) -> Pruning {
    let stale = stale(survey, changed);
    let mut pruning = Pruning::default();
    let mut newest = Newest::default();
    let mut newer = 0_u32;
    for (number, (output, stale)) in survey.outputs.iter().zip(stale).enumerate().rev() {
        let overrides = stale.is_some() && survey.is_in(&config.stale_overridable_tools, output);
        let is_protected = !overrides && survey.is_in(&config.protected_tools, output);
        let is_recent = newer < config.protect_tokens && stale.is_none();
        newer = newer.saturating_add(output.tokens);
        if output.is_pruned {
            continue;
        }
        let key = duplicates::key(survey, output, config);
        let is_duplicate = newest.has(survey, output, &key);
        if (is_protected || is_recent) && !is_duplicate || is_fixed(survey, output) {
            newest.keep(&key, number);
            continue;
        }
        // Of an output that an earlier prune has shortened, the notice tells how long it was.
        let kept = if output.has_media && !config.images { output.result.media } else { 0 };
        let images = if kept == 0 { output.result.images } else { 0 };
        let tokens = output.result.tokens.saturating_sub(kept);
        let notice = if is_duplicate { notice::pointer(tokens) } else { notice(survey, output, tokens, images) };
        let complete = output.result.media == 0 && !is_duplicate;
        let reserve = if complete && reserve > 0 { notice::with_reference(reserve) } else { 0 };
        let quarters = estimate::quarters(&notice);
        let room = (u64::from(output.tokens.saturating_sub(kept)) * 4).saturating_sub(quarters);
        let tokens = |quarters: u64| u32::try_from(quarters / 4).unwrap_or(u32::MAX);
        let saved = tokens(room.saturating_sub(u64::from(reserve)));
        // Fewer tokens may be more characters. That is no gain to those who read it.
        let longer = (kept > 0 || !output.has_media) && text::units(&notice) + reserve as usize > output.units;
        if saved == 0 || longer {
            newest.keep(&key, number);
            continue;
        }
        let edit = PruneEdit {
            entry_id: output.entry.id.clone(),
            part: output.part as u32,
            tool_call_id: output.result.id.clone(),
            tool_name: survey.call_of(output).map_or(&output.result.name, |asked| &asked.call.name).clone(),
            reason: if is_duplicate { PruneReason::Duplicate } else { stale.unwrap_or(PruneReason::Old) },
            notice,
            original_tokens: output.result.tokens,
            tokens_saved: tokens(room),
            complete,
            keeps_media: kept > 0,
            room: u32::try_from(room).unwrap_or(u32::MAX),
        };
        pruning.add(edit, saved);
    }
    pruning.edits.reverse();
    pruning
}

/// Whether an output stays whatever the policy says.
fn is_fixed(survey: &Survey<'_>, output: &Output<'_>) -> bool {
    output.is_restored || output.result.is_fixed || output.entry.pinned || output.at >= survey.fence
}
