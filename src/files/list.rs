//! The file lists behind a summary, as seed 002 writes them.

use super::FileOperations;
use crate::gather::Gather;
use crate::seek;
use crate::tags::{self, Found};

const READ: &str = "read-files";
const MODIFIED: &str = "modified-files";

/// So many names are written out; the rest is a number.
const LONGEST_LIST: usize = 20;

/// Writes the file lists behind a summary, in the place of those that it already carries.
///
/// ```
/// use epitome::files::{FileOperations, set_file_tags};
/// let files = FileOperations { read_files: vec!["a.rs".into()], modified_files: vec![] };
/// let summary = set_file_tags("Done.", &files);
/// assert_eq!(summary, "Done.\n\n<read-files>\na.rs\n</read-files>");
/// assert_eq!(set_file_tags(&summary, &FileOperations::default()), "Done.");
/// ```
pub fn set_file_tags(summary: &str, files: &FileOperations) -> String {
    let mut text = without_file_tags(summary);
    let blocks = [block(READ, &files.read_files), block(MODIFIED, &files.modified_files)];
    let blocks: Vec<String> = blocks.into_iter().flatten().gather();
    if blocks.is_empty() {
        return text;
    }
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(&seek::join(&blocks, "\n"));
    text
}

/// A summary without file lists. A tag that stands alone becomes plain text, or it would pair with one of ours later.
pub fn without_file_tags(summary: &str) -> String {
    let mut pieces = vec![String::new()];
    let mut at = 0;
    let found = tags::find_tags(summary, &[READ, MODIFIED]);
    let mut found = found.iter().peekable();
    while let Some(tag) = found.next() {
        let before = summary.get(at..tag.start).unwrap_or_default();
        let partner = found.next_if(|next| begins_line(before) && closes(tag, next));
        let mut piece = pieces.pop().unwrap_or_default();
        piece.push_str(before);
        if let Some(partner) = partner {
            at = partner.end;
            pieces.extend([piece.trim_end().to_owned(), String::new()]);
        } else {
            let angle = summary.get(tag.start..).and_then(|text| text.chars().next());
            at = tag.start + angle.map_or(1, char::len_utf8);
            piece.push_str("&lt;");
            pieces.push(piece);
        }
    }
    let rest = summary.get(at..).unwrap_or_default();
    if let Some(last) = pieces.last_mut() {
        last.push_str(rest);
    }
    let mut text = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        let piece = if index == 0 { piece } else { piece.trim_start() };
        if !text.is_empty() && !piece.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(piece);
    }
    text
}

/// A model that copies a list puts its tag on a line; a tag within a sentence is talk about it.
fn begins_line(before: &str) -> bool {
    let text = before.trim_end();
    text.is_empty() || before.get(text.len()..).is_some_and(|blank| seek::has(blank, "\n"))
}

fn closes(opening: &Found, next: &Found) -> bool {
    !opening.closes && next.closes && next.name == opening.name
}

/// One list in its tags; `None` for an empty one. No name can close the tag or take two lines.
pub(crate) fn block(tag: &str, names: &[String]) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let mut lines: Vec<String> = names
        .iter()
        .take(LONGEST_LIST)
        .map(|name| name.replace(|letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'), " "))
        .gather();
    if names.len() > LONGEST_LIST {
        lines.push(format!("… ({} more files omitted)", names.len() - LONGEST_LIST));
    }
    let list = seek::join(&lines, "\n");
    Some(format!("<{tag}>\n{}\n</{tag}>", tags::neutralize_tags(&list, tags::TAGS)))
}
