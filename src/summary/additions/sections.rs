//! Sections in tags behind a summary's text: how they are written, and how they are taken off again.

use crate::seek;
use crate::tags::{self, Found};

/// The user's messages, word for word.
pub(crate) const REQUESTS: &str = "user-requests";
/// What the summary before said and the new text does not.
pub(crate) const CARRIED: &str = "carried-over";
/// Lines of the host.
pub(crate) const CONTEXT: &str = "additional-context";
/// What is open: goal, skills, tasks.
pub(crate) const STATE: &str = "session-state";
const READ: &str = "read-files";
const MODIFIED: &str = "modified-files";
/// Files that were read, and those that were changed.
pub(crate) const FILES: [&str; 2] = [READ, MODIFIED];

/// All sections, in the order in which they stand.
pub(crate) const ALL: [&str; 6] = [REQUESTS, CARRIED, CONTEXT, STATE, READ, MODIFIED];

/// A section's name, and what stands in it.
pub(crate) type Section<'a> = (&'static str, &'a str);

/// A text without the sections of some names, and those sections in order. A tag that is left, since it stands alone or
/// within a sentence, becomes plain text, or it would pair with one of ours later.
pub(crate) fn take<'a>(text: &'a str, names: &[&'static str]) -> (String, Vec<Section<'a>>) {
    let found = tags::find_tags(text, names);
    let mut sections = Vec::new();
    let mut rest = String::new();
    let mut taken = 0;
    for (tag, partner) in found.iter().zip(partners(&found)) {
        // What stands inside a section that is taken has nothing before it.
        let (Some(before), Some(partner)) = (text.get(taken..tag.start), partner.and_then(|at| found.get(at))) else {
            continue;
        };
        if begins_line(before) {
            append(&mut rest, before.trim_end(), taken > 0);
            sections.push((tag.name, text.get(tag.end..partner.start).unwrap_or_default()));
            taken = partner.end;
        }
    }
    append(&mut rest, text.get(taken..).unwrap_or_default(), taken > 0);
    (tags::neutralize_tags(&rest, names).into_owned(), sections)
}

/// What stood before and behind a section becomes paragraphs of their own.
fn append(rest: &mut String, piece: &str, is_behind: bool) {
    let piece = if is_behind { piece.trim_start() } else { piece };
    if !rest.is_empty() && !piece.is_empty() {
        rest.push_str("\n\n");
    }
    rest.push_str(piece);
}

/// For each tag that opens the place of the one that closes it, where there is one.
fn partners(found: &[Found]) -> Vec<Option<usize>> {
    let mut partners = vec![None; found.len()];
    let mut open = Vec::new();
    for (at, tag) in found.iter().enumerate() {
        if !tag.closes {
            open.push(at);
            continue;
        }
        while let Some(opening) = open.pop() {
            if found.get(opening).is_some_and(|opening| opening.name == tag.name) {
                partners.get_mut(opening).into_iter().for_each(|partner| *partner = Some(at));
                break;
            }
        }
    }
    partners
}

/// A model that copies a section puts its tag on a line; a tag within a sentence is talk about it.
fn begins_line(before: &str) -> bool {
    let text = before.trim_end();
    text.is_empty() || before.get(text.len()..).is_some_and(|blank| seek::has(blank, "\n"))
}

/// A text with some sections behind it, the file lists apart; those that are empty are left out. Nothing in a section can
/// end it.
pub(crate) fn put(text: &str, sections: &[Section<'_>]) -> String {
    let mut out = text.to_owned();
    let mut before = None;
    for (name, inside) in sections {
        let Some(block) = block(name, inside) else { continue };
        out.truncate(out.trim_end().len());
        let is_file = FILES.contains(name);
        if !out.is_empty() {
            out.push_str(if before == Some(is_file) { "\n" } else { "\n\n" });
        }
        out.push_str(&block);
        before = Some(is_file);
    }
    out
}

/// One section in its tags; `None` for an empty one.
pub(crate) fn block(name: &str, inside: &str) -> Option<String> {
    let inside = seek::trim(inside, "\n");
    (!inside.is_empty()).then(|| ["<", name, ">\n", &tags::neutralize(inside), "\n</", name, ">"].concat())
}
