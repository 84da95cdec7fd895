//! Which files the conversation read and which it changed.
//!
//! A call's [`FileUse`]s are read off its arguments when the message is appended ([`uses_of_call`]); a compaction adds
//! them up ([`file_operations`]) and writes them behind its summary ([`set_file_tags`]), so that no model has to
//! remember them.

mod list;
mod patch;
mod path;
mod shell;
mod tools;

use std::collections::HashSet;

use serde::Serialize;

pub use list::{set_file_tags, without_file_tags};
pub use tools::uses_of_call;

pub(crate) use list::block;

use crate::message::Call;
use crate::value::Value;

/// A call that names more files than this is about a folder; a record stays small whatever the call's size.
const MAX_USES: usize = 100;

/// What a call does with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileAccess {
    /// It reads it.
    Read,
    /// It creates, changes, moves or deletes it.
    Modified,
}

/// One file that a call uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileUse {
    /// The file, as the call names it.
    pub path: String,
    /// What the call does with it.
    pub access: FileAccess,
    /// Whether a shell command names it, rather than a file tool's argument.
    pub shell: bool,
}

/// The files that a conversation used. A file that was changed is in the second list only.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FileOperations {
    /// Files that were read and not changed.
    pub read_files: Vec<String>,
    /// Files that were created, changed, moved or deleted.
    pub modified_files: Vec<String>,
}

impl FileOperations {
    /// Reads the lists of an object with `readFiles` and `modifiedFiles`; what is missing, or no text, is left out.
    pub fn read(value: &Value<'_>) -> Self {
        let list = |key: &str| {
            let items = value.get(key).and_then(Value::as_array).unwrap_or_default();
            items.iter().filter_map(Value::as_str).map(String::from).collect()
        };
        Self { read_files: list("readFiles"), modified_files: list("modifiedFiles") }
    }
}

/// Adds up the files of some calls and of what earlier summaries already list.
///
/// With `shell` false only file tools count, as seed 002 has it. Both lists are in the order of UTF-16 units, which is
/// how JavaScript sorts.
pub fn file_operations<'a>(
    calls: impl Iterator<Item = &'a Call>,
    prior: impl Iterator<Item = &'a FileOperations>,
    shell: bool,
) -> FileOperations {
    let mut read: HashSet<&str> = HashSet::new();
    let mut modified: HashSet<&str> = HashSet::new();
    for files in prior {
        read.extend(files.read_files.iter().map(String::as_str));
        modified.extend(files.modified_files.iter().map(String::as_str));
    }
    for file in calls.flat_map(|call| &call.files).filter(|file| shell || !file.shell) {
        match file.access {
            FileAccess::Read => read.insert(&file.path),
            FileAccess::Modified => modified.insert(&file.path),
        };
    }
    read.retain(|path| !modified.contains(path));
    FileOperations { read_files: sorted(&read), modified_files: sorted(&modified) }
}

fn sorted(paths: &HashSet<&str>) -> Vec<String> {
    let mut paths: Vec<String> = paths.iter().map(|path| String::from(*path)).collect();
    paths.sort_unstable_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    paths
}
