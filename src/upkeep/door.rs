//! The cap at the door: an output that would take a large share of the window is shown short from the start.

use super::Upkeep;
use crate::entry::{Body, Change, Entry};
use crate::message::RecordPart;

/// An output over the cap is shown in the cap's share of so much: with as much as the cap, a few of them would still fill the
/// window.
const SHOWN: u32 = 4;

impl Upkeep {
    /// The outputs among entries that are about to be appended that are larger than `prune.maxOutputShare` allows: the place of the
    /// entry among these, the part of its message, the tokens of its texts, and those that they are to have. What is pinned is
    /// left alone, and so is what a prune among these entries has shortened already.
    pub fn oversized(&self, entries: &[Entry]) -> Vec<[u32; 4]> {
        let settings = &self.settings.prune;
        let Some(window) = self.limits().window.filter(|_| settings.enabled && settings.max_output_share.0 > 0.0)
        else {
            return Vec::new();
        };
        let most = settings.max_output_share.of(window);
        let line = self.session.context().line();
        let mut cuts = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let Some(record) = entry.message().filter(|_| !entry.pinned) else { continue };
            for (part, piece) in record.parts.iter().enumerate() {
                let RecordPart::Result(result) = piece else { continue };
                let text = result.tokens.saturating_sub(result.media);
                let is_large = !result.is_fixed && line.scale(u64::from(text)) > most;
                if is_large && !is_shortened(entries, &entry.id, part as u32) {
                    cuts.push([at as u32, part as u32, text, most / SHOWN]);
                }
            }
        }
        cuts
    }
}

fn is_shortened(entries: &[Entry], id: &str, part: u32) -> bool {
    entries.iter().any(|entry| match &entry.body {
        Body::Prune(prune) => prune
            .edits
            .iter()
            .any(|edit| edit.entry_id == id && matches!(&edit.change, Change::StandIn { part: of, .. } if *of == part)),
        _ => false,
    })
}
