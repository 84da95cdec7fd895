//! What is pruned: the policy's numbers, and the tools that it knows.

use std::borrow::Cow;

use serde::Serialize;

use crate::error::Error;
use crate::files::{self, Kind};
use crate::seek;
use crate::settings::{Group, Row, Setting, fill, group, must};
use crate::value::Value;

group! {
    /// What is pruned, and what is not.
    PruneConfig "prune" {
        /// The newest tool outputs of so many tokens stay. An output that a later call made worthless goes all the same.
        protect_tokens: u32 = 40_000,
        /// Nothing is pruned where all of it together would save fewer tokens: each batch costs the provider's cache.
        minimum_savings: u32 = 20_000,
        /// The newest user turns that stay whole; `0` is off. Only messages of the person count, and commands that the person ran.
        protect_recent_turns: f64 = 2.0,
        /// Whether a path with fewer user turns than `protectRecentTurns` is pruned: a run of hours on one prompt. Its newest
        /// tokens stay protected. Off, the oldest turn protects all behind it.
        single_turn: bool = false,
        /// Tools whose outputs stay, by name; `read`, `edit`, `bash`, `search` and `skill` stand for every known tool of that kind.
        protected_tools: ToolNames = ToolNames("skill|read|".into()),
        /// Those of them whose outputs go once a later call made them worthless.
        stale_overridable_tools: ToolNames = ToolNames("read|".into()),
        /// Whether a notice stands for the images of an output, too. Off, it stands for its text, and the images stay: only a host
        /// that keeps the originals can show them again.
        images: bool = false,
        /// Further tools by name, or known ones otherwise: what each is, and which of its arguments say what it is about.
        tools: Tools = Tools::default(),
    }
}

/// Names of tools, as they are compared, with `|` behind each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct ToolNames(String);

impl Setting for ToolNames {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        let mut names = Self::default();
        let Value::Array(items) = value else { return Err(must("be a list of tools", value)) };
        for item in items {
            let Value::String(name) = item else { return Err(must("be a list of tools, by name", item)) };
            names.0.push_str(&files::key(name));
            names.0.push('|');
        }
        Ok(names)
    }
}

/// The host's own tools.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Tools(Vec<Rule>);

/// What a tool of the host is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
struct Rule {
    /// Its name, as it is compared.
    name: String,
    /// Its kind, an index of [`KINDS`].
    kind: usize,
    /// The argument that holds the path, the command, what is looked for; empty: the usual ones.
    arguments: [String; 3],
}

/// Kinds of tools, as hosts write them.
const KINDS: [(&str, Kind); 6] = [
    ("read", Kind::Read),
    ("edit", Kind::Modify),
    ("bash", Kind::Shell),
    ("search", Kind::Search),
    ("skill", Kind::Skill),
    ("other", Kind::Other),
];

impl Setting for Tools {
    fn read(value: &Value<'_>) -> Result<Self, String> {
        const WANTED: &str = "be an object: for each tool \"read\", \"edit\", \"bash\", \"search\", \"skill\" or \"other\", or \
            { kind, path?, command?, pattern? }";
        let Value::Object(pairs) = value else { return Err(must(WANTED, value)) };
        let mut tools = Self::default();
        for (name, value) in pairs {
            let mut rule = Rule { name: files::key(name), kind: KINDS.len(), ..Rule::default() };
            let [path, command, pattern] = &mut rule.arguments;
            let whole = [(Cow::Borrowed("kind"), value.clone())];
            let fields = if let Value::Object(fields) = value { fields.as_slice() } else { &whole };
            for (field, value) in fields {
                let text = value.as_str().unwrap_or_default();
                let slot = match field.as_ref() {
                    "kind" => {
                        rule.kind = KINDS.iter().position(|(word, _)| *word == text).unwrap_or(KINDS.len());
                        continue;
                    }
                    "path" => &mut *path,
                    "command" => &mut *command,
                    "pattern" => &mut *pattern,
                    _ => return Err(must(WANTED, value)),
                };
                *slot = files::argument_key(text);
            }
            if rule.kind == KINDS.len() {
                return Err(must(WANTED, value));
            }
            tools.0.push(rule);
        }
        Ok(tools)
    }
}

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
        let rule = config.tools.0.iter().find(|rule| rule.name == key || rule.name == bare);
        let kind = rule.and_then(|rule| KINDS.get(rule.kind)).map_or_else(|| files::kind_of(name), |(_, kind)| *kind);
        let patterns = if kind == Kind::Search { "pattern|query|regex|searchterm" } else { "pattern" };
        let named = |at: usize, usual: &str| {
            let own = rule.and_then(|rule| rule.arguments.get(at)).filter(|own| !own.is_empty());
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
        let word = KINDS.iter().find(|(_, known)| *known == kind && kind != Kind::Other).map_or("", |(word, _)| word);
        seek::list(&list.0).any(|listed| !listed.is_empty() && (listed == word || listed == self.name))
    }
}

/// Reads what a host gave as `config`.
///
/// # Errors
/// [`crate::error::ErrorKind::InvalidSettings`] with the place.
pub fn read_config(value: &Value<'_>) -> Result<PruneConfig, Error> {
    PruneConfig::read(value, "config")
}
