//! What a call is about, and whether its result tells of a failure.

use std::borrow::Cow;

use crate::digest::exit_code;
use crate::gather::Gather;
use crate::json;
use crate::message::{Call, ToolResult};
use crate::redact::redact;
use crate::seek;
use crate::text::{self, Quote};
use crate::value::Value;

/// The longest command or argument that is quoted, in UTF-16 units.
const LONGEST_SUBJECT: usize = 160;

/// What a call is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Subject {
    /// A command, a path, or the start of the arguments.
    pub(super) text: String,
    /// Whether it is a command for a shell.
    pub(super) is_command: bool,
}

impl Subject {
    pub(super) fn of(call: &Call) -> Self {
        if let Some(file) = call.files.iter().find(|file| !file.shell) {
            return Self { text: file.path.clone(), is_command: false };
        }
        // Some editors have a `command` too, beside the path that it is for.
        match command(&call.arguments).filter(|_| seek::find(&call.arguments.head, "\"path\":").is_none()) {
            Some(command) => Self { text: essence(&redact(&command)), is_command: true },
            None => {
                let text = one_line(&redact(&plain(&call.arguments.head)), LONGEST_SUBJECT);
                Self { text, is_command: false }
            }
        }
    }
}

/// The command of a shell tool: a string, or a list of words as Codex writes it.
fn command(arguments: &Quote) -> Option<String> {
    const KEYS: [&str; 3] = ["command", "cmd", "script"];
    if let Some(value) = whole(arguments).as_ref().and_then(|value| KEYS.iter().find_map(|key| value.get(key))) {
        return match value {
            Value::String(command) => Some(command.clone().into_owned()),
            // `["bash", "-lc", "the command"]`
            Value::Array(words) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).gather();
                let start = usize::from(matches!(words.get(1), Some(&("-lc" | "-c")))) * 2;
                Some(seek::join(words.get(start..).unwrap_or_default(), " "))
            }
            _ => None,
        };
    }
    let start = KEYS.iter().find_map(|key| seek::split(&arguments.head, &format!("\"{key}\":")))?.1;
    let body = start.trim_start().strip_prefix('"')?;
    Some(plain(body).into_owned())
}

/// The arguments as a value, where they are held whole.
pub(super) fn whole(arguments: &Quote) -> Option<Value<'_>> {
    if arguments.is_whole() { json::parse(&arguments.head).ok() } else { None }
}

/// A command without what only surrounds it: a change of directory, pipes that shorten its output, further lines.
fn essence(command: &str) -> String {
    let mut rest = command.trim();
    while let Some((_, behind)) = rest.strip_prefix("cd ").and_then(|tail| seek::split(tail, "&&")) {
        rest = behind.trim_start();
    }
    let line = rest.lines().next().unwrap_or_default();
    let end =
        [" | ", " 2>", " > /dev/null"].iter().filter_map(|mark| seek::find(line, mark)).min().unwrap_or(line.len());
    one_line(line.get(..end).unwrap_or(line), LONGEST_SUBJECT)
}

/// White space made single spaces, cut to a length.
pub(in crate::summary) fn one_line(text: &str, limit: usize) -> String {
    let joined = seek::join(&text.split_whitespace().gather(), " ");
    let head = text::head(&joined, limit);
    if head.len() < joined.len() { format!("{}…", text::head(head, limit.saturating_sub(1))) } else { joined }
}

/// JSON text with its escapes undone, whether it is whole or not.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !seek::is_of('\\', text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n' | 'r') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(escaped) => out.push(escaped),
                None => {}
            },
            _ => out.push(letter),
        }
    }
    Cow::Owned(out)
}

/// The values of a call's arguments as text, without the keys, which are the tool's words and not the agent's.
pub(super) fn values(arguments: &str) -> Cow<'_, str> {
    if !seek::starts_with(arguments, "{[") {
        return plain(arguments);
    }
    let mut out = String::with_capacity(arguments.len());
    let mut rest = arguments;
    while let Some((between, string)) = rest.split_once('"') {
        out.push_str(between);
        let mut escaped = false;
        let end = string.bytes().position(|byte| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let (inside, behind) = string.split_at_checked(end.unwrap_or(string.len())).unwrap_or((string, ""));
        rest = behind.strip_prefix('"').unwrap_or_default();
        if !rest.trim_start().starts_with(':') {
            out.push_str(&plain(inside));
            out.push(' ');
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The line that tells of a failure, where a result does. A format's own mark decides, then the exit code that a shell
/// tells, then the look of a command's output; what only shows a text may well show errors.
pub(super) fn failure(result: &ToolResult, subject: &Subject) -> Option<String> {
    const SHOWS: &str = "grep|rg|cat|head|tail|sed|ls|find|git|jq";
    let lines = || result.text.head.lines().chain(result.text.tail.lines()).map(str::trim);
    let shows = subject.text.split(' ').next().is_some_and(|program| seek::is_one_of(program, SHOWS));
    let by_look = || !shows && lines().any(opens_error);
    let failed =
        result.is_error || (subject.is_command && exit_code(&mut lines()).map_or_else(by_look, |code| code != 0));
    if !failed {
        return None;
    }
    let telling = [is_precise, opens_error, mentions_error].iter().find_map(|test| lines().find(|line| test(line)));
    let line = telling.or_else(|| lines().find(|line| !line.is_empty())).unwrap_or("(no output)");
    Some(one_line(&redact(line), 240))
}

/// An error with its code or place, rather than a tool's word that there was one.
fn is_precise(line: &str) -> bool {
    let named = seek::split(line, "Error: ")
        .is_some_and(|(name, _)| !name.is_empty() && name.chars().all(char::is_alphanumeric));
    named
        || seek::has_any(line, "error TS|error[E|: error: |panicked at|AssertionError|SyntaxError")
        || line.starts_with("error: ")
}

fn opens_error(line: &str) -> bool {
    const STARTS: &str = "error:|error[|Error:|ERROR|error TS|fatal:|FATAL|panicked at|thread '|Traceback (|npm ERR!|\
        npm error|FAILED|FAIL |Exception in";
    seek::starts_with_any(line, STARTS)
        || line.ends_with(": command not found")
        || line.ends_with(": No such file or directory")
        || is_precise(line) && !seek::is_of('=', line)
}

fn mentions_error(line: &str) -> bool {
    seek::has_any(line, "error|Error|failed|not found|cannot|Cannot|denied|refused")
}
