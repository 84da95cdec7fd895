//! How much entries will take in a prompt, about, without writing them: of a long conversation most is never shown.

use std::ops::Range;
use std::rc::Rc;

use super::PromptOptions;
use crate::entry::Entry;
use crate::message::RecordPart;

/// What a masked output takes, and what stands around each message, in UTF-16 units.
const MASKED: usize = 160;
const FRAMING: usize = 32;

/// An entry's weight, in quarters of a token.
pub(super) fn of(entry: &Rc<Entry>, options: &PromptOptions<'_>) -> u64 {
    let settings = options.settings;
    let Some(record) = entry.record() else { return u64::from(entry.tokens()) * 4 };
    let (mut shown, mut whole) = (FRAMING, FRAMING);
    for part in &record.parts {
        let (units, cap) = match part {
            RecordPart::Text(quote) | RecordPart::Thinking(quote) => (quote.units(), settings.max_text_chars as usize),
            RecordPart::Call(call) => (call.arguments.units(), settings.max_tool_args_chars as usize),
            RecordPart::Result(result) => {
                let cap = settings.max_tool_output_chars as usize;
                (result.text.units(), if settings.mask_observations { cap.min(MASKED) } else { cap })
            }
            _ => (FRAMING, FRAMING),
        };
        whole += units;
        shown += units.min(cap);
    }
    // Dense scripts take more than a quarter of a token for each unit.
    let dense = (u64::from(record.tokens) * 4).max(whole as u64);
    shown as u64 * dense / (whole as u64).max(1)
}

/// Whether entries fit a room, in quarters of a token, beyond doubt.
pub(super) fn is_small(entries: &[Rc<Entry>], options: &PromptOptions<'_>, room: u64) -> bool {
    let settings = options.settings;
    // The newest outputs are shown as they are.
    let shown = u64::from(settings.preserve_recent_outputs) * u64::from(settings.max_tool_output_chars);
    let mut used = shown.saturating_mul(4);
    let most = room / 4 * 3;
    entries.iter().all(|entry| {
        used = used.saturating_add(of(entry, options));
        used <= most
    })
}

/// The stretch of entries that need not be written: at each end so much is left, in quarters of a token. Results stay with
/// their calls.
pub(super) fn middle(entries: &[Rc<Entry>], options: &PromptOptions<'_>, most: u64) -> Range<usize> {
    let reach = |entries: &mut dyn Iterator<Item = &Rc<Entry>>| {
        let mut used = 0;
        let fits = |entry: &&Rc<Entry>| {
            used += of(entry, options);
            used <= most
        };
        entries.take_while(fits).count()
    };
    let behind_results = |at: usize| {
        let answers = |entry: &&Rc<Entry>| entry.record().is_some_and(|record| record.results().next().is_some());
        at + entries.iter().skip(at).take_while(answers).count()
    };
    let end = behind_results(entries.len() - reach(&mut entries.iter().rev()));
    let start = behind_results(reach(&mut entries.iter()));
    start.min(end)..end
}
