//! What is known of each file and each command: counted from the calls, written as a word or two, and read back.

use super::carry::Carried;
use super::facts::{Facts, Outcome};
use super::form::Section;
use crate::files::{FileAccess, FileOperations};
use crate::names::NameMap;
use crate::seek;

/// A file that was used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FileNote {
    /// Whether it was ever changed.
    pub(super) changed: bool,
    /// Changes that went well, or reads of a file that was never changed.
    pub(super) times: u32,
    /// Whether the last try to change it failed.
    pub(super) failed: bool,
    /// The newest message that used it.
    pub(super) at: u32,
}

const FAILED: &str = ", the last try failed";

impl FileNote {
    /// The last operation and how often.
    pub(super) fn status(&self) -> String {
        let word = if self.changed { "changed" } else { "read" };
        let times = if self.times > 1 { format!(" {}×", self.times) } else { String::new() };
        let failed = if self.failed { FAILED } else { "" };
        format!("{word}{times}{failed}")
    }

    /// Reads `path (changed 3×): names` back: the path, the note, the names.
    pub(super) fn read(line: &str) -> Option<(&str, Self, &str)> {
        let (path, rest) = seek::split(line, " (")?;
        let (status, names) = rest.split_once(')')?;
        let (status, failed) = status.strip_suffix(FAILED).map_or((status, false), |status| (status, true));
        let (word, times) = status.split_once(' ').unwrap_or((status, "1×"));
        let changed = matches!((word, failed), ("changed", _));
        let times = times.strip_suffix('×')?.parse().ok()?;
        let note = Self { changed, times, failed, at: 0 };
        (changed || word == "read").then_some((path, note, seek::trim_start(names, ": ")))
    }
}

/// A command that was run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CommandNote {
    /// How often.
    pub(super) times: u32,
    /// Whether it failed the last time.
    pub(super) failed: bool,
    /// The newest message that ran it.
    pub(super) at: u32,
}

impl CommandNote {
    /// How often it ran, and how it ended the last time.
    pub(super) fn status(&self) -> String {
        let times = if self.times > 1 { format!("{}×, ", self.times) } else { String::new() };
        format!("{times}{}", if self.failed { "failed" } else { "passed" })
    }

    /// Reads `command (3×, passed)` back.
    fn read(line: &str) -> Option<(&str, Self)> {
        let (command, status) = seek::split_last(line.strip_suffix(')')?, "(")?;
        let command = command.strip_suffix(' ')?;
        let (times, outcome) = seek::split(status, "×, ").unwrap_or(("1", status));
        let failed = outcome == "failed";
        let note = Self { times: times.parse().ok()?, failed, at: 0 };
        (failed || outcome == "passed").then_some((command, note))
    }
}

/// Files and commands, by name.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) files: NameMap<FileNote>,
    pub(super) commands: NameMap<CommandNote>,
}

impl Ledger {
    /// Adds up what an earlier summary says, what the host knows, and what the calls did.
    pub(super) fn new(carried: &Carried, known: &FileOperations, facts: &Facts<'_>) -> Self {
        let mut ledger = Self::default();
        for (path, note, _) in carried.of(Section::Files).filter_map(FileNote::read) {
            // The notes on a parted turn may name a file of the history once more.
            let times =
                ledger.files.get(path).filter(|known| known.changed == note.changed).map_or(0, |known| known.times);
            ledger.files.set(path, FileNote { times: note.times.max(times), ..note });
        }
        for (command, note) in carried.of(Section::Index).filter_map(CommandNote::read) {
            ledger.commands.set(command, note);
        }
        for path in &known.read_files {
            ledger.files.slot(path);
        }
        for path in &known.modified_files {
            ledger.files.slot(path).into_iter().for_each(|note| note.changed = true);
        }
        for step in &facts.steps {
            let failed = matches!(step.outcome, Outcome::Failed(_));
            for file in step.files {
                ledger.file(&file.path, file.access, failed, step.at);
            }
            if step.subject.is_command
                && let Some(note) = ledger.commands.slot(&step.subject.text)
            {
                *note = CommandNote { times: note.times + 1, failed, at: step.at };
            }
        }
        ledger
    }

    fn file(&mut self, path: &str, access: FileAccess, failed: bool, at: u32) {
        let Some(note) = self.files.slot(path) else { return };
        note.at = at;
        let changes = access == FileAccess::Modified;
        if changes && !note.changed {
            note.changed = true;
            note.times = 0;
        }
        if changes {
            note.failed = failed;
        }
        if changes == note.changed {
            note.times += u32::from(!failed);
        }
    }
}
