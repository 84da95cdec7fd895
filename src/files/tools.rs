//! The tools whose files are known, of the agents and editors in use. A further tool is one word in [`TOOLS`].

use super::{FileAccess, FileUse, MAX_USES, patch, path, shell};
use crate::gather::Gather;
use crate::json;
use crate::seek;
use crate::value::Value;
use crate::view::Arguments;

/// What a tool does, above all with the files in its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    /// It reads them.
    Read,
    /// It creates, changes, moves or deletes them; a patch among the arguments names more.
    Modify,
    /// It writes a copy of one: what it copies stays as it was.
    Copy,
    /// One tool for both: its `command` says which.
    Editor,
    /// It runs a command.
    Shell,
    /// It looks for text in files.
    Search,
    /// It loads instructions that hold from there on.
    Skill,
    /// Anything else.
    #[default]
    Other,
}

/// Names without case, spaces and punctuation: `read_file`, `readFile` and `ReadFile` are one.
const TOOLS: &[(Kind, &str)] = &[
    (
        Kind::Read,
        "read|readfile|readfiles|readtextfile|readmediafile|readmultiplefiles|readmanyfiles|readnotebook|\
         notebookread|fileread|view|viewfile|viewimage|viewcodeitem|openfile|cat|catfile|head|tail|getfile|\
         loadfile|showfile",
    ),
    (
        Kind::Modify,
        "write|writefile|writetofile|filewrite|create|createfile|createnewfile|newfile|savefile|edit|\
         editfile|editexistingfile|fileedit|editnotebook|editnotebookfile|notebookedit|multiedit|\
         multieditfile|multireplacestringinfile|patch|applypatch|applydiff|applyedit|strreplace|\
         strreplaceinfile|searchreplace|searchandreplace|replace|replaceinfile|replacestringinfile|\
         replacefilecontent|multireplacefilecontent|insert|insertcontent|insertintofile|inserteditintofile|\
         insertatline|append|appendfile|appendtofile|deletefile|removefile|movefile|renamefile|\
         astedit|undoedit|singlefindandreplace|resolve|\
         createtextfile|replacesymbolbody|insertbeforesymbol|insertaftersymbol|replacecontent|replaceregex",
    ),
    (Kind::Copy, "copyfile|copypath|copy"),
    (Kind::Editor, "strreplacebasededittool|strreplaceeditor|texteditor|editor"),
    (
        Kind::Shell,
        "bash|sh|zsh|shell|localshell|exec|execcommand|containerexec|execute|executecommand|executebash|\
         executeshellcommand|runcommand|runcommands|runshellcommand|runterminalcmd|runterminalcommand|\
         runinterminal|terminal|shellcommand|cmd|developershell|unifiedexec",
    ),
    (
        Kind::Search,
        "search|grep|ripgrep|rg|greptool|grepsearch|grepfiles|greprepo|searchfiles|searchfilecontent|searchcode|searchtext|\
         searchproject|searchworkspace|codesearch|codebasesearch|astgrep|findtext|textsearch",
    ),
    (Kind::Skill, "skill|skills|activateskill|useskill|loadskill|readskill"),
];

/// Arguments that hold a path, or several.
pub(crate) const PATHS: &str = "path|filepath|file|filename|notebookpath|targetfile|absolutepath|relativepath|\
    relativeworkspacepath|paths|files|filepaths|filenames|oldpath|newpath|source|destination|sourcepath|\
    destinationpath";

/// What one reader of many files calls them. Of a search it says where not to look.
pub(crate) const INCLUDED: &str = "include";

/// Those of them that a copy only reads.
const SOURCES: &str = "source|sourcepath|oldpath";

/// Arguments that hold a command, as text or as words.
pub(crate) const COMMANDS: &str = "command|cmd|commands|commandline|script";

/// Arguments that hold a patch.
const PATCHES: &str = "input|patch|patchtext|diff";

/// Objects in arguments may hold arguments: `files: [{ path }]`, `edits: [{ file_path }]`, `action: { command }`.
const MAX_DEPTH: u32 = 3;

/// The files that a call reads or changes. Unknown tools use none; nothing in the arguments is an error.
pub fn uses_of_call(name: &str, arguments: &Arguments<'_>) -> Vec<FileUse> {
    uses(kind_of(name), PATHS, arguments)
}

/// The files that a call of such a tool uses; `paths` are the names of the arguments that hold them.
pub(crate) fn uses(kind: Kind, paths: &str, arguments: &Arguments<'_>) -> Vec<FileUse> {
    if matches!(kind, Kind::Search | Kind::Skill | Kind::Other) {
        return Vec::new();
    }
    let parsed;
    let value = match arguments {
        Arguments::Value(Value::String(text)) => return uses_of_text(kind, text),
        Arguments::Value(value) => *value,
        Arguments::Text(text) => match json::parse(text) {
            Ok(Value::String(text)) => return uses_of_text(kind, &text),
            Ok(value) => {
                parsed = value;
                &parsed
            }
            Err(_) => return uses_of_text(kind, text),
        },
    };
    let mut uses = Uses { paths, list: Vec::new() };
    match of_editor(kind, value) {
        Kind::Read => {
            uses.paths(value, FileAccess::Read, 0);
            value.get(INCLUDED).into_iter().for_each(|files| uses.path_value(files, FileAccess::Read, 0));
        }
        Kind::Modify => uses.changes(value),
        Kind::Copy => {
            uses.changes(value);
            for source in named(value, SOURCES).filter_map(|(_, source)| source.as_str()) {
                let copied = uses.list.iter_mut().find(|file| file.path == source);
                copied.into_iter().for_each(|file| file.access = FileAccess::Read);
            }
        }
        Kind::Shell => uses.commands(value, 0),
        _ => {}
    }
    uses.list
}

/// What a call does, where its tool is one for both: its `command` says it.
pub(crate) fn of_editor(kind: Kind, arguments: &Value<'_>) -> Kind {
    match (kind, arguments.get_str("command")) {
        (Kind::Editor, Some("view" | "read" | "open")) => Kind::Read,
        (Kind::Editor, Some(_)) => Kind::Modify,
        _ => kind,
    }
}

/// Free text as the only argument: a patch or a command.
fn uses_of_text(kind: Kind, text: &str) -> Vec<FileUse> {
    let mut uses = Uses { paths: PATHS, list: Vec::new() };
    match kind {
        Kind::Modify => uses.patch(text),
        Kind::Shell => return shell::uses_of_script(text),
        _ => {}
    }
    uses.list
}

/// What a tool of this name does. Prefixes of servers and name spaces (`mcp__files__read_file`, `functions.read`) do
/// not matter.
pub(crate) fn kind_of(name: &str) -> Kind {
    let of = |name: &str| {
        let key = key(name);
        TOOLS.iter().find(|(_, names)| seek::is_one_of(&key, names)).map(|(kind, _)| *kind)
    };
    let mut rest = without_server(name);
    let mut kind = of(name).or_else(|| of(rest));
    // Some write a server's name as one word more (`files_read_file`, `files-read_file`): what is known then has two words or
    // more, since `search` and `read` are the ends of many names.
    while let Some((_, behind)) =
        rest.split_once(['_', '-']).filter(|(_, behind)| kind.is_none() && seek::has(behind, "_-"))
    {
        rest = behind;
        kind = of(rest);
    }
    kind.unwrap_or_default()
}

/// A tool's name without those of its server and its name space.
pub(crate) fn without_server(name: &str) -> &str {
    ["__", ".", "/", ":"].iter().fold(name, |rest, mark| seek::behind_last(rest, mark))
}

/// A tool's name as names are compared: without case, spaces, punctuation and version.
pub(crate) fn key(name: &str) -> String {
    // Versions are no part of a name: `text_editor_20250728`, `bash_20250124`.
    let name = seek::trim_end_by(name, &|letter| letter.is_ascii_digit() || letter == '_');
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

struct Uses<'n> {
    /// The names of the arguments that hold paths.
    paths: &'n str,
    list: Vec<FileUse>,
}

impl Uses<'_> {
    fn add(&mut self, argument: &str, access: FileAccess, renames: bool) {
        let Some(path) = path::of_argument(argument) else { return };
        let path = if access == FileAccess::Read { path::without_selector(path) } else { path };
        let file = FileUse { path: path.to_owned(), access, shell: false, renames };
        if self.list.len() < MAX_USES && !self.list.contains(&file) {
            self.list.push(file);
        }
    }

    fn changes(&mut self, value: &Value<'_>) {
        // It shows what would be changed.
        if named(value, "dryrun").any(|(_, flag)| flag.is_true()) {
            return;
        }
        self.paths(value, FileAccess::Modified, 0);
        for (_, text) in named(value, PATCHES).filter_map(|(key, value)| Some((key, value.as_str()?))) {
            self.patch(text);
        }
    }

    fn patch(&mut self, text: &str) {
        for (path, renames) in patch::paths(text) {
            self.add(path, FileAccess::Modified, renames);
        }
    }

    fn paths(&mut self, value: &Value<'_>, access: FileAccess, depth: u32) {
        if depth > MAX_DEPTH {
            return;
        }
        for (_, argument) in named(value, self.paths) {
            self.path_value(argument, access, depth);
        }
        for nested in ["edits", "replacements", "args", "operations"].iter().filter_map(|key| value.get(key)) {
            for item in nested.as_array().unwrap_or(std::slice::from_ref(nested)) {
                self.paths(item, access, depth + 1);
            }
        }
    }

    fn path_value(&mut self, value: &Value<'_>, access: FileAccess, depth: u32) {
        match value {
            // A pattern of names stands for files that are not known here.
            Value::String(text) if !seek::has(text, "*?") => self.add(text, access, false),
            Value::Array(items) if depth < MAX_DEPTH => {
                for item in items {
                    self.path_value(item, access, depth + 1);
                }
            }
            Value::Object(_) => self.paths(value, access, depth + 1),
            _ => {}
        }
    }

    fn commands(&mut self, value: &Value<'_>, depth: u32) {
        for (name, command) in named(value, COMMANDS) {
            match command {
                Value::String(script) => self.list.extend(shell::uses_of_script(script)),
                // Several scripts; else the words of one.
                Value::Array(items) if argument_key(name) == "commands" => {
                    items
                        .iter()
                        .filter_map(Value::as_str)
                        .for_each(|script| self.list.extend(shell::uses_of_script(script)));
                }
                Value::Array(items) => {
                    let words: Vec<&str> = items.iter().filter_map(Value::as_str).gather();
                    if words.len() == items.len() {
                        self.list.extend(shell::uses_of_words(&words));
                    }
                }
                _ => {}
            }
        }
        if let Some(action) = value.get("action").filter(|_| depth < MAX_DEPTH) {
            self.commands(action, depth + 1);
        }
        self.list.truncate(MAX_USES);
    }
}

/// The arguments of some names, whatever their case and punctuation (`file_path`, `filePath`).
pub(crate) fn named<'v, 'a>(value: &'v Value<'a>, names: &str) -> impl Iterator<Item = (&'v str, &'v Value<'a>)> {
    let pairs = match value {
        Value::Object(pairs) => pairs.as_slice(),
        _ => &[],
    };
    pairs
        .iter()
        .map(|(name, value)| (name.as_ref(), value))
        .filter(move |(name, _)| seek::is_one_of(&argument_key(name), names))
}

/// An argument's name as names are compared: without case and punctuation.
pub(crate) fn argument_key(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}
