//! The file lists behind a summary, as seed 002 writes them.

use super::FileOperations;
use crate::gather::Gather;
use crate::seek;
use crate::summary::sections;

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
    let [read, modified] = lists(files);
    let [read_tag, modified_tag] = sections::FILES;
    sections::put(&without_file_tags(summary), &[(read_tag, &read), (modified_tag, &modified)])
}

/// A summary without file lists. A tag that stands alone becomes plain text, or it would pair with one of ours later.
pub fn without_file_tags(summary: &str) -> String {
    sections::take(summary, &sections::FILES).0
}

/// One list in its tags; `None` for an empty one.
pub(crate) fn block(tag: &str, names: &[String]) -> Option<String> {
    sections::block(tag, &list(names))
}

/// What stands in the two lists.
pub(crate) fn lists(files: &FileOperations) -> [String; 2] {
    [list(&files.read_files), list(&files.modified_files)]
}

/// A name a line; no name can take two.
fn list(names: &[String]) -> String {
    let mut lines: Vec<String> = names
        .iter()
        .take(LONGEST_LIST)
        .map(|name| name.replace(|letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'), " "))
        .gather();
    if names.len() > LONGEST_LIST {
        lines.push(format!("… ({} more files omitted)", names.len() - LONGEST_LIST));
    }
    seek::join(&lines, "\n")
}
