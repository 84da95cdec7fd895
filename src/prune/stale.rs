//! Which outputs a later call made worthless.
//!
//! What failed shows no state: it makes nothing worthless, and is made so by nothing. Commands of a shell change files in
//! ways that their text does not prove, so that only file tools make a read worthless.

use super::PruneReason;
use super::cover::{self, Lines};
use super::survey::{Output, Survey};
use super::target::{Target, changes, plain, target};
use super::tool::Tool;
use crate::message::Call;
use crate::names::NameMap;
use crate::seek;

/// The longest output that may say no more than that nothing has changed, in UTF-16 units.
const LONGEST_STUB: usize = 400;

/// For each output, why it is worthless, where it is; `changed` is [`last_changes`]. The work grows with the outputs, not with
/// their pairs.
pub(super) fn stale(survey: &Survey<'_>, changed: &NameMap<usize>) -> Vec<Option<PruneReason>> {
    let mut repeated: NameMap<usize> = NameMap::default();
    let mut ranges: NameMap<Vec<usize>> = NameMap::default();
    let mut targets = Vec::new();
    for (number, output) in survey.outputs.iter().enumerate() {
        let mut found = Target::default();
        if let Some((call, tool)) = known(survey, output).filter(|_| !output.failed) {
            found = target(call, tool);
        }
        // What was pruned shows nothing any more.
        if !output.is_pruned && !refers_back(output) && !found.key.is_empty() {
            repeated.set(&found.key, number);
            if let Some(group) = found.lines.as_ref().and_then(|(_, group)| ranges.slot(group)) {
                group.push(number);
            }
        }
        targets.push(found);
    }
    let mut stale = Vec::new();
    for (number, (target, output)) in targets.iter().zip(&survey.outputs).enumerate() {
        let later = |place: Option<&usize>| place.is_some_and(|place| *place > number);
        let changed = |path: &str| later(changed.get(plain(path)));
        let resolved = output.result.report.as_ref().is_some_and(|report| changed(&report.resolved_path));
        stale.push(if later(repeated.get(&target.key)) {
            Some(PruneReason::Repeated)
        } else if !target.reads.is_empty() && (resolved || target.reads.iter().all(|path| changed(path))) {
            Some(PruneReason::Changed)
        } else {
            None
        });
    }
    for numbers in ranges.values() {
        let mut all: Vec<Lines> = Vec::new();
        for number in numbers {
            if let Some((lines, _)) = targets.get(*number).and_then(|target| target.lines.as_ref()) {
                all.push(*lines);
            }
        }
        for (number, covered) in numbers.iter().zip(cover::covered(&all)) {
            if let Some(reason) = stale.get_mut(*number).filter(|_| covered) {
                reason.get_or_insert(PruneReason::Covered);
            }
        }
    }
    stale
}

/// Whether an output only says that nothing has changed since an earlier one, which then shows it: agents answer so where the
/// same file is read again.
fn refers_back(output: &Output<'_>) -> bool {
    let said = &output.result.text;
    said.units() <= LONGEST_STUB && seek::has_any(&seek::lowered(&said.head), "unchanged|not changed|no change")
}

fn known<'s, 'a>(survey: &'s Survey<'a>, output: &Output<'a>) -> Option<(&'a Call, &'s Tool)> {
    Some((survey.call_of(output)?.call, survey.tool(output.tool)?))
}

/// For each file the last output that says that it was changed.
pub(super) fn last_changes(survey: &Survey<'_>) -> NameMap<usize> {
    let mut last = NameMap::default();
    for (number, output) in survey.outputs.iter().enumerate() {
        let Some((call, tool)) = known(survey, output) else { continue };
        let report = output.result.report.as_deref();
        let applied = report.and_then(|report| report.applied);
        if !output.failed && applied != Some(false) {
            let told = report.filter(|report| report.is_by_file);
            let done = |path: &String| told.is_none_or(|told| told.changed.iter().any(|done| plain(done) == path));
            for group in changes(call, tool) {
                if group.iter().any(done) {
                    group.iter().for_each(|path| last.set(path, number));
                }
            }
        }
        // Some changes are proposed first, and one that was applied may be told beside a failure.
        if let Some(report) = report.filter(|_| applied == Some(true) && tool.changes_files()) {
            report.files.iter().for_each(|file| last.set(plain(file), number));
        }
    }
    last
}
