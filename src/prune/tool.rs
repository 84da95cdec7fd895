//! A tool, as the policy sees it.

use crate::files::{self, Kind};
use crate::seek;
use crate::settings::{PruneConfig, ToolNames, word_of};

/// A tool, as the policy sees it.
#[derive(Debug, Clone, Default)]
pub(super) struct Tool {
    /// Its name, as it is compared.
    name: String,
    /// What it does.
    pub(super) kind: Kind,
    /// Whether the host says so, and not the table.
    pub(super) is_custom: bool,
    /// The names of the arguments that hold paths, a command, what is looked for.
    pub(super) paths: String,
    pub(super) commands: String,
    pub(super) patterns: String,
}

impl Tool {
    /// The tool of a name.
    pub(super) fn new(name: &str, config: &PruneConfig) -> Self {
        let (key, bare) = (files::key(name), files::key(files::without_server(name)));
        let rule = config.tools.find([&key, &bare]);
        let kind = rule.map_or_else(|| files::kind_of(name), |(kind, _)| kind);
        let patterns = if kind == Kind::Search { "pattern|query|regex|searchterm" } else { "pattern" };
        let named = |at: usize, usual: &str| {
            let own = rule.and_then(|(_, arguments)| arguments.get(at)).filter(|own| !own.is_empty());
            own.map_or(usual, String::as_str).to_owned()
        };
        Self {
            name: key,
            kind,
            is_custom: rule.is_some(),
            paths: named(0, files::PATHS),
            commands: named(1, files::COMMANDS),
            patterns: named(2, patterns),
        }
    }

    /// Whether it is a tool that changes files.
    pub(super) fn changes_files(&self) -> bool {
        matches!(self.kind, Kind::Modify | Kind::Copy | Kind::Editor)
    }

    /// Whether a list of tools names it. Many tools of servers are called like readers of files: those are meant where the
    /// call reads a file.
    pub(super) fn is_in(&self, list: &ToolNames, reads_file: bool) -> bool {
        let kind = match self.kind {
            Kind::Editor if reads_file => Kind::Read,
            _ if self.changes_files() => Kind::Modify,
            Kind::Read if !reads_file && !self.is_custom => Kind::Other,
            kind => kind,
        };
        let word = word_of(kind);
        seek::list(&list.0).any(|listed| !listed.is_empty() && (listed == word || listed == self.name))
    }
}
