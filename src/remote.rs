//! What a provider has made of a conversation by itself: opaque items that stand for all that came before them, in the
//! place of a compaction's summary, or in one of its replies.
//!
//! Such items are kept as the provider gave them, in the `preserveData` of a compaction entry, and only that provider can
//! read them. The entry's text stands beside them for all others.

use crate::format::Lens;
use crate::message::{Record, RecordPart};
use crate::seek;
use crate::validity::{Situation, validate_messages};
use crate::value::Value;
use crate::view::Matter;

/// What a compaction entry holds of a provider's own compaction, for the session's format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    /// Who can read it.
    pub provider: String,
    /// The estimate of its items, in tokens; 0 where it is inline.
    pub tokens: u32,
    /// Whether it stands in the first message that is kept, where the provider has put it.
    pub inline: bool,
}

impl Remote {
    /// Reads an entry's `preserveData`: `openaiRemoteCompaction`, `anthropicRemoteCompaction`. `None` where there is nothing
    /// that the provider would take: another format's, or damaged.
    pub(crate) fn read(entry: &Value<'_>, lens: &dyn Lens) -> Option<Self> {
        let (vendor, _) = seek::split(lens.name(), "-").unwrap_or((lens.name(), ""));
        let data = entry.get("preserveData")?.get(&[vendor, "RemoteCompaction"].concat())?;
        let inline = data.has_flag("inline");
        let items = data.get("replacementHistory").unwrap_or(&Value::Null);
        let reported = data.get_number("tokens").unwrap_or(0.0);
        let tokens = if inline { 0 } else { tokens(items, reported, lens)? };
        data.says("format", lens.name()).then(|| Self { provider: data.text_of("provider").into(), tokens, inline })
    }

    /// Whether a provider can read it; an empty name is one that is not known.
    pub fn is_of(&self, provider: &str) -> bool {
        provider.is_empty() || self.provider == provider
    }
}

/// The estimate of the items that a provider gave in the place of a conversation, in tokens; `reported` is what it counted as
/// its output, 0 where it did not. `None` where it would not take them: they hold no compaction of its own, or break a rule.
pub fn tokens(items: &Value<'_>, reported: f64, lens: &dyn Lens) -> Option<u32> {
    let faults = validate_messages(lens, items, Situation::default()).ok()?;
    let (mut compactions, mut others) = (None, 0u32);
    for item in items.as_array()? {
        let record = Record::new(&lens.view(item).ok()?);
        let own = record.compaction_tokens().filter(|_| record.is_barrier);
        others = others.saturating_add(record.tokens.saturating_sub(own.unwrap_or(0)));
        compactions = own.map_or(compactions, |own| Some(own.saturating_add(compactions.unwrap_or(0))));
    }
    // What it counted, it knows better.
    let compactions = compactions.map(|estimate| if reported > 0.0 { reported as u32 } else { estimate })?;
    faults.is_empty().then(|| others.saturating_add(compactions))
}

impl Record {
    /// The estimate of the provider's own compaction in this message, be it one that failed, in tokens; `None` where it holds none.
    pub(crate) fn compaction_tokens(&self) -> Option<u32> {
        let own = |part: &RecordPart| match part {
            RecordPart::Opaque(Matter::Barrier | Matter::Failed, tokens) => Some(*tokens),
            _ => None,
        };
        self.parts.iter().filter_map(own).reduce(u32::saturating_add)
    }
}
