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

use serde::Serialize;

pub use list::{set_file_tags, without_file_tags};
pub use tools::uses_of_call;

pub(crate) use list::{block, lists};
pub(crate) use path::{Selection, selection};
pub(crate) use tools::{
    COMMANDS, INCLUDED, Kind, PATHS, argument_key, key, kind_of, named, of_editor, uses, without_server,
};

use crate::gather::Gather;
use crate::names::Names;
use crate::order;
use crate::value::Value;

/// A call that names more files than this is about a folder; a record stays small whatever the call's size.
pub(crate) const MAX_USES: usize = 100;

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
    /// Whether it is the new name of the file before it in the list: both are one change of a patch.
    pub renames: bool,
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
            items.iter().filter_map(Value::as_str).map(String::from).gather()
        };
        Self { read_files: list("readFiles"), modified_files: list("modifiedFiles") }
    }
}

/// The files that a shell script reads or changes, where it says so beyond doubt.
pub fn uses_of_command(script: &str) -> Vec<FileUse> {
    shell::uses_of_script(script)
}

/// Adds up the files that were used and what earlier summaries already list.
///
/// With `shell` false only file tools count, as seed 002 has it. Both lists are in the order of UTF-16 units, which is
/// how JavaScript sorts.
pub fn file_operations(uses: &[&FileUse], prior: &[FileOperations], shell: bool) -> FileOperations {
    let mut read = Names::default();
    let mut modified = Names::default();
    for files in prior {
        files.read_files.iter().for_each(|file| _ = read.add(file));
        files.modified_files.iter().for_each(|file| _ = modified.add(file));
    }
    for file in uses.iter().filter(|file| shell || !file.shell) {
        match file.access {
            FileAccess::Read => read.add(&file.path),
            FileAccess::Modified => modified.add(&file.path),
        };
    }
    FileOperations { read_files: listed(&read, &modified), modified_files: listed(&modified, &Names::default()) }
}

/// The names, without some of them, in the order of UTF-16 units.
fn listed(names: &Names, without: &Names) -> Vec<String> {
    let before = |a: usize, b: usize| names.name(a).encode_utf16().lt(names.name(b).encode_utf16());
    let sorted = order::sorted(names.len(), &mut |a, b| before(a, b));
    let names = sorted.into_iter().map(|number| names.name(number)).filter(|name| !without.has(name));
    names.map(String::from).gather()
}
