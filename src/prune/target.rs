//! What a call is about: by what a later call of the same can make its output worthless.

use std::borrow::Cow;

use super::cover::Lines;
use super::tool::Tool;
use crate::files::{self, FileAccess, FileUse, Kind, MAX_USES, Selection};
use crate::gather::Gather;
use crate::json;
use crate::message::Call;
use crate::names::Names;
use crate::order;
use crate::seek;
use crate::text::Quote;
use crate::value::Value;
use crate::view::Arguments;

/// Arguments that say nothing of what comes back.
const NOISE: &str = "description|explanation|reason|purpose|intent|timeout|timeoutms|timeoutseconds";

/// Arguments that hold the first line of a read, the last one, how many, and both ends in a list.
const FIRST: &str = "offset|startline|start|linestart|firstline|startlineonebased";
const LAST: &str = "endline|end|lineend|lastline|endlineonebasedinclusive";
const COUNT: &str = "limit|numlines|linecount|maxlines";
const ENDS: &str = "viewrange|linerange|range";

/// All of them.
const LINES: &str = "offset|startline|start|linestart|firstline|startlineonebased|endline|end|lineend|lastline|\
    endlineonebasedinclusive|limit|numlines|linecount|maxlines|viewrange|linerange|range";

/// Commands that show how things stand, and do nothing else that lasts: a later one makes an earlier one worthless.
const REPEATABLE: &str = "git status|cargo build|cargo test|cargo check|cargo clippy|make build|make test|make check|\
    just build|just test|just check|go build|go test|go vet|pytest|tsc";

/// What runs a package's scripts.
const RUNNERS: &str = "bun|npm|pnpm|yarn";

/// What a call is about.
#[derive(Debug, Default)]
pub(super) struct Target {
    /// What calls of the same have in common; empty where a repetition proves nothing.
    pub(super) key: String,
    /// The files that it reads.
    pub(super) reads: Vec<String>,
    /// Which lines of its only file, where it says both ends and nothing further; and what such reads have in common.
    pub(super) lines: Option<(Lines, String)>,
}

/// The arguments that are held of a call.
pub(super) fn held(call: &Call) -> &str {
    if call.arguments.is_whole() { &call.arguments.head } else { &call.brief }
}

/// What calls have in common that are the same: the tool, and all arguments that matter.
pub(super) fn identity(call: &Call) -> String {
    let Quote { head, tail, fingerprint, .. } = &call.arguments;
    let arguments = match json::parse(if call.arguments.is_whole() { head } else { "" }) {
        Ok(arguments) => canonical(&arguments),
        Err(_) => [head, "\0", tail, "\0", &fingerprint.to_string()].concat(),
    };
    [&call.name, "\0", &arguments].concat()
}

/// The files of a call, by the host's table where it names the tool.
fn files_of<'a>(call: &'a Call, tool: &Tool) -> Cow<'a, [FileUse]> {
    if tool.is_custom {
        return files::uses(tool.kind, &tool.paths, &Arguments::Text(held(call))).into();
    }
    Cow::Borrowed(&call.files)
}

/// The paths among a call's arguments, as they stand there.
pub(super) fn paths<'v>(arguments: &'v Value<'_>, tool: &Tool) -> Vec<&'v str> {
    let mut paths = Vec::new();
    let included = if tool.kind == Kind::Read { arguments.get(files::INCLUDED) } else { None };
    for value in files::named(arguments, &tool.paths).map(|(_, value)| value).chain(included) {
        for path in value.as_array().unwrap_or(std::slice::from_ref(value)) {
            paths.extend(path.as_str());
        }
    }
    paths
}

/// A path as paths are compared.
pub(super) fn plain(path: &str) -> &str {
    let mut path = path;
    while let Some(rest) = path.strip_prefix("./").filter(|rest| !rest.is_empty()) {
        path = rest.trim_start_matches('/');
    }
    path
}

/// What a call changes: for each change the names of its file, two where it is moved.
pub(super) fn changes(call: &Call, tool: &Tool) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let files = files_of(call, tool);
    for file in files.iter().filter(|file| file.access == FileAccess::Modified && !file.shell) {
        let path = plain(&file.path).to_owned();
        match groups.last_mut().filter(|_| file.renames) {
            Some(group) => group.push(path),
            None => groups.push(vec![path]),
        }
    }
    groups
}

/// What a call is about.
pub(super) fn target(call: &Call, tool: &Tool) -> Target {
    let mut target = Target::default();
    // A key for what is not held whole would be that of other calls, too.
    let arguments = json::parse(if call.arguments.is_whole() { &call.arguments.head } else { "" }).unwrap_or_default();
    let key = |kind: &str, what: &str| [&call.name, "\0", kind, "\0", what].concat();
    match files::of_editor(tool.kind, &arguments) {
        Kind::Read => read(call, tool, &arguments, &mut target),
        Kind::Modify | Kind::Copy | Kind::Editor => {
            if let [group] = changes(call, tool).as_slice()
                && let [path] = group.as_slice()
            {
                target.key = key("change", path);
            }
        }
        Kind::Shell => {
            if let Some(command) = command(call, tool, &arguments) {
                let folder = first(&arguments, "cwd|workdir|workingdirectory|dirpath|directory|dir");
                let folder = folder.and_then(Value::as_str).unwrap_or_default();
                target.key = key("command", &[&command, "\0", folder].concat());
            }
        }
        Kind::Search | Kind::Other => {
            let looks = first(&arguments, &tool.patterns).is_some_and(|what| what.as_str().is_some());
            if looks || first(&arguments, &tool.paths).is_some() {
                target.key = key("call", &canonical(&arguments));
            }
        }
        Kind::Skill => {}
    }
    target
}

/// A call that reads files.
fn read(call: &Call, tool: &Tool, arguments: &Value<'_>, target: &mut Target) {
    let paths = paths(arguments, tool);
    if paths.is_empty() {
        return;
    }
    target.key = [&call.name, "\0call\0", &canonical(arguments)].concat();
    for file in files_of(call, tool).iter() {
        if file.access == FileAccess::Read {
            target.reads.push(plain(&file.path).to_owned());
        }
    }
    let mut bases = Names::default();
    for path in &paths {
        bases.add(files::selection(path.trim()).0);
    }
    // Of a page, or of files that a pattern stands for, it is not known whether they were changed.
    if target.reads.len() < bases.len() || target.reads.len() >= MAX_USES {
        target.reads.clear();
    }
    let [path] = paths.as_slice() else { return };
    let (base, selection) = files::selection(path);
    // Line numbers may begin at 0 in one tool and at 1 in another, so that both ways of telling them stand apart.
    let (form, lines, names) = match selection {
        Selection::Lines(from, to) => (":", Some((from, to)), ""),
        Selection::Whole => ("", ends(arguments), LINES),
        Selection::Other => return,
    };
    let known = |name: &str| [&tool.paths, NOISE, names].iter().any(|names| seek::is_one_of(name, names));
    let mut others = keys(arguments).filter(|name| !known(&files::argument_key(name)));
    // Beside it an editor is told to show the file.
    if let (Some(lines), None) = (lines, others.find(|name| tool.kind != Kind::Editor || *name != "command")) {
        target.lines = Some((lines, [&call.name, "\0", form, "\0", plain(base)].concat()));
    }
}

/// The keys of arguments that are given.
fn keys<'v>(arguments: &'v Value<'_>) -> impl Iterator<Item = &'v str> {
    let pairs = match arguments {
        Value::Object(pairs) => pairs.as_slice(),
        _ => &[],
    };
    pairs.iter().filter(|(_, value)| !value.is_null()).map(|(key, _)| key.as_ref())
}

/// The lines that arguments say beside the path, where they say both ends.
fn ends(arguments: &Value<'_>) -> Option<Lines> {
    let whole = |value: Option<&Value<'_>>| {
        let number = value?.as_number()?;
        (f64::from(number as u32) == number).then_some(number as u32)
    };
    let (from, to) = match first(arguments, ENDS).and_then(Value::as_array) {
        Some([from, to]) => (whole(Some(from))?, whole(Some(to))?),
        Some(_) => return None,
        None => {
            let from = whole(first(arguments, FIRST))?;
            let to = match whole(first(arguments, COUNT)) {
                Some(count) => from.checked_add(count)?.checked_sub(1)?,
                None => whole(first(arguments, LAST))?,
            };
            (from, to)
        }
    };
    (from <= to).then_some((from, to))
}

/// The first argument of some names.
fn first<'v, 'a>(arguments: &'v Value<'a>, names: &str) -> Option<&'v Value<'a>> {
    files::named(arguments, names).next().map(|(_, value)| value)
}

/// A command that a later one makes worthless, its white space made single spaces.
fn command(call: &Call, tool: &Tool, arguments: &Value<'_>) -> Option<String> {
    let background = "runinbackground|isbackground|background";
    if first(arguments, background).is_some_and(Value::is_true) {
        return None;
    }
    let script = match first(arguments, &tool.commands) {
        Some(Value::String(script)) => script.clone(),
        Some(Value::Array(words)) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).gather();
            match words.as_slice() {
                // `["bash", "-lc", "the command"]`
                [_, "-c" | "-lc", script] => Cow::Borrowed(*script),
                words => seek::join(words, " ").into(),
            }
        }
        None if arguments.is_null() => Cow::Borrowed(held(call)),
        _ => return None,
    };
    let script = script.trim();
    let bare = script.strip_suffix("2>&1").unwrap_or(script).trim_end();
    if seek::has(bare, ";&|\n\r`") || seek::find(bare, "$(").is_some() {
        return None;
    }
    let words: Vec<&str> = script.split_whitespace().gather();
    let start = seek::join(words.get(..2).unwrap_or(&words), " ");
    let runs = || {
        let (runner, rest) = words.split_first()?;
        let rest = rest.strip_prefix(&["run"]).unwrap_or(rest);
        let task = seek::until(rest.first()?, &|letter| !letter.is_alphanumeric() && letter != '_');
        (seek::is_one_of(runner, RUNNERS) && matches!(task, "test" | "build")).then_some(())
    };
    let first = words.first().copied().unwrap_or_default();
    let repeatable = seek::is_one_of(&start, REPEATABLE) || seek::is_one_of(first, REPEATABLE) || runs().is_some();
    repeatable.then(|| seek::join(&words, " "))
}

/// All arguments that matter, as JSON, in the order of their names.
fn canonical(arguments: &Value<'_>) -> String {
    let Value::Object(pairs) = arguments else { return json::to_text(arguments) };
    let pair = |at: usize| pairs.get(at).map(|(name, value)| (name.as_ref(), value)).unwrap_or(("", &Value::Null));
    let mut matter = Vec::new();
    for at in order::sorted(pairs.len(), &mut |a, b| pair(a).0 < pair(b).0) {
        let (name, value) = pair(at);
        let key = files::argument_key(name);
        let usual = match key.as_str() {
            "skip" => value.as_number() == Some(0.0),
            "i" | "ignorecase" | "caseinsensitive" | "multiline" => !value.is_true(),
            "gitignore" | "respectgitignore" => !matches!(value, Value::Bool(false)),
            _ => value.is_null() || seek::is_one_of(&key, NOISE),
        };
        if !usual {
            matter.push((name.into(), value.clone()));
        }
    }
    json::to_text(&Value::Object(matter))
}
