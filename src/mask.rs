//! Old outputs give their place to one short text, on plain messages: nothing is kept of what stood there but by the host.

use crate::cut::open_loop;
use crate::error::Error;
use crate::format::{Lens, StandIn, replace, unbind};
use crate::gather::Gather;
use crate::message::{Record, RecordPart};
use crate::patch::{self, Op};
use crate::seek;
use crate::text;
use crate::tokens::estimate;
use crate::value::Value;
use crate::view::{Part, Piece, Place};

/// What tells how long an output was: between these stands the number of its bytes.
const START: &str = "[tool output left out: ";
const END: &str = "; run the tool again if you need it]";

/// Which outputs give their place, and to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Masking<'a> {
    /// So many of the newest outputs stay.
    pub keep_outputs: usize,
    /// The outputs in so many of the newest messages stay.
    pub keep_messages: usize,
    /// Outputs of no more bytes stay.
    pub max_bytes: usize,
    /// What stands in their place, even of one that is shorter; nothing: how long each was, where that is shorter.
    pub placeholder: Option<&'a str>,
    /// Whether their images and files go, too.
    pub media: bool,
}

/// The edits, over the array of messages, by which old outputs give their place. Ids and marks of failure stay. Reasoning that
/// depends on all that comes before it goes from the first change on, but for a loop of calls that the model has not ended.
///
/// # Errors
/// A message that cannot be read, by its place.
pub fn mask(lens: &dyn Lens, messages: &[Value<'_>], records: &[Record], how: &Masking<'_>) -> Result<Vec<Op>, Error> {
    let mut newer: usize = records.iter().map(|record| record.results().count()).sum();
    let unended = open_loop(&records.iter().map(Some).gather());
    let mut groups: Vec<Vec<Op>> = Vec::new();
    for (at, (message, record)) in messages.iter().zip(records).enumerate() {
        let place = Place { field: "", index: Some(at as u32) }.pointer();
        let is_old = at.saturating_add(how.keep_messages) < messages.len();
        let mut parts = Vec::new();
        for (part, piece) in record.parts.iter().enumerate() {
            if let RecordPart::Result(result) = piece {
                newer -= 1;
                if is_old && newer >= how.keep_outputs && !result.is_fixed {
                    parts.push(part);
                }
            }
        }
        let mut ops = if parts.is_empty() { Vec::new() } else { masked(lens, message, &parts, how)? };
        let is_changed = !ops.is_empty() || !groups.is_empty();
        if is_changed && at < unended && record.is_all_bound() {
            groups.push(vec![Op::Remove { path: place }]);
            continue;
        }
        if is_changed && at < unended && record.is_bound {
            // Texts have taken the places of parts, so that nothing has moved yet.
            ops.extend(unbind(lens, message)?);
        }
        if !ops.is_empty() {
            groups.push(ops.into_iter().map(|op| op.within(&place)).gather());
        }
    }
    // From the end, so that each index is still right when its turn comes.
    Ok(groups.into_iter().rev().flatten().gather())
}

/// An output that would give its place to a text.
#[derive(Debug, Clone)]
struct Planned {
    part: usize,
    text: String,
    /// Its length in UTF-16 units, and what it costs.
    units: usize,
    quarters: u64,
    has_media: bool,
}

/// The edits for outputs of a message; none for those that stay.
fn masked(lens: &dyn Lens, message: &Value<'_>, parts: &[usize], how: &Masking<'_>) -> Result<Vec<Op>, Error> {
    let mut planned: Vec<Planned> = Vec::new();
    let view = lens.view(message)?;
    for part in parts {
        let Some(Part { piece: piece @ Piece::Result(result), .. }) = view.parts.get(*part) else { continue };
        let said = seek::join(&result.texts, "");
        let has_media = result.images > 0 || result.other > 0;
        let goes = said.len() > how.max_bytes || how.media && has_media;
        let text = match how.placeholder {
            Some(placeholder) => placeholder.to_owned(),
            None if is_told(&said) => said.clone(),
            None => tell(said.len(), if how.media { result.images } else { 0 }),
        };
        if goes && (said != text || how.media && has_media) {
            let (units, quarters) = (text::units(&said), estimate::piece(piece));
            planned.push(Planned { part: *part, text, units, quarters, has_media });
        }
    }
    let edits = |planned: &[Planned]| {
        let keeps_media = !how.media;
        replace(
            lens,
            message,
            &planned.iter().map(|one| StandIn { part: one.part, text: &one.text, keeps_media }).gather(),
        )
    };
    let ops = edits(&planned)?;
    if how.placeholder.is_some() {
        return Ok(ops);
    }
    let mut edited = message.clone();
    for op in &ops {
        patch::apply(&mut edited, op);
    }
    let view = lens.view(&edited)?;
    let count = planned.len();
    planned.retain(|one| {
        let Some(Part { piece: piece @ Piece::Result(left), .. }) = view.parts.get(one.part) else { return false };
        // Fewer tokens may be more characters.
        let is_shorter = text::units(&seek::join(&left.texts, "")) < one.units;
        estimate::piece(piece) < one.quarters && (is_shorter || how.media && one.has_media)
    });
    if planned.len() == count { Ok(ops) } else { edits(&planned) }
}

/// What tells of an output of so many bytes, and of the images that go with them.
fn tell(bytes: usize, images: u32) -> String {
    let images = match images {
        0 => String::new(),
        1 => ", 1 image".into(),
        images => [", ", images.to_string().as_str(), " images"].concat(),
    };
    [START, &bytes.to_string(), " bytes", &images, END].concat()
}

/// Whether a text is nothing but what tells of an output.
fn is_told(text: &str) -> bool {
    text.starts_with(START) && text.ends_with(END) && text.len() < START.len() + END.len() + 60
}
