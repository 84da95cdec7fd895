//! What pruning must know of a tool's output and of a call, beyond what a record quotes of them: bounded, and taken once,
//! when the message is appended.

use crate::json;
use crate::seek;
use crate::text;
use crate::value::Value;
use crate::view::Arguments;

/// The longest line that is kept of an output, in UTF-16 units.
pub const LONGEST_LINE: usize = 240;

/// The longest key behind which a value is looked for, in bytes.
const LONGEST_KEY: usize = 64;

/// The longest path that is taken from what a tool reports, in bytes.
const LONGEST_PATH: usize = 1_024;

/// So many files of one report are kept.
const MOST_FILES: usize = 100;

/// A line that holds the error is cut so that this much stands before the error, in UTF-16 units.
const BEFORE_ERROR: usize = 80;

/// How a notice for a pruned output begins.
pub const NOTICE_START: &str = "[Output truncated - ";

/// What leads to the whole output in a notice.
pub const NOTICE_REFERENCE: &str = "; full output: ";

/// The longest reference to a spilled output, in UTF-16 units.
pub const LONGEST_REFERENCE: usize = 16_384;

/// What an output says, in a few lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Digest {
    /// The first line that tells of an error.
    pub error: String,
    /// The last line that is not blank.
    pub last: String,
    /// How many matches it says that there are.
    pub matches: Option<u32>,
    /// How many files it says that there are.
    pub files: Option<u32>,
}

impl Digest {
    /// Reads a whole output, once.
    pub fn of(output: &str) -> Self {
        let bytes = output.as_bytes();
        let mut digest = Self::default();
        let mut tells = None;
        for (at, byte) in bytes.iter().enumerate() {
            let is = |word: &str| is_word(bytes, at, word);
            match byte | 0x20 {
                b'e' if tells.is_none() && (is("error") || is("exception")) && !is_none(bytes, at) => tells = Some(at),
                b'p' if tells.is_none() && is("panic") && !is_none(bytes, at) => tells = Some(at),
                b'f' if tells.is_none() && is("failed") && !is_none(bytes, at) => tells = Some(at),
                b'f' if digest.files.is_none() && is("file") => {
                    digest.files = counted(bytes, at, is("filesWithMatches"));
                }
                b'm' if digest.matches.is_none() && is("match") => {
                    let total = at.checked_sub(5).is_some_and(|start| is_word(bytes, start, "total"));
                    digest.matches = counted(bytes, at, total);
                }
                _ => {}
            }
        }
        if let Some(at) = tells {
            digest.error = error_line(output, at);
        }
        digest.last = lines(output).next_back().map(|line| clean(line, LONGEST_LINE)).unwrap_or_default();
        digest
    }
}

/// What a whole output says that its head and tail may not: the first error, how many there are of what was looked for.
pub fn brief_of(output: &str) -> String {
    let Digest { error, matches, files, .. } = Digest::of(output);
    let mut fields = String::new();
    let count = |count: Option<u32>| count.map(|count| count.to_string()).unwrap_or_default();
    for (name, value) in [("error=", error), ("matches=", count(matches)), ("files=", count(files))] {
        if !value.is_empty() {
            let between = if fields.is_empty() { "" } else { "; " };
            fields = [&fields, between, name, &value].concat();
        }
    }
    fields
}

/// The lines of an output that are not blank. A carriage return ends one, too: progress is written over itself.
pub fn lines(output: &str) -> impl DoubleEndedIterator<Item = &str> {
    output.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty())
}

/// The exit code of a command, where the lines of its output tell it.
pub fn exit_code(lines: &mut dyn Iterator<Item = &str>) -> Option<i32> {
    const MARKS: &str = "exited with code |xit code: |xit code |exit status |\"exit_code\":|\"exitCode\":";
    let mut told = None;
    for line in lines {
        if let Some((_, code)) = seek::list(MARKS).find_map(|mark| seek::split(line, mark)) {
            let code = seek::until(code.trim_start(), &|letter| !letter.is_ascii_digit() && letter != '-');
            told = code.parse::<i32>().ok().or(told);
        }
    }
    told
}

/// Whether a word begins at a place, in any case.
fn is_word(bytes: &[u8], at: usize, word: &str) -> bool {
    bytes.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether what is said of errors at a place is that there is none: `0 errors`, `no errors`, `"error": null`.
fn is_none(bytes: &[u8], at: usize) -> bool {
    let no = at.checked_sub(3).is_some_and(|start| is_word(bytes, start, "no "));
    let value = value_behind(bytes, at);
    let nothing = ["null", "false", "[]"].iter().any(|nothing| is_word(value, 0, nothing));
    no || nothing || number_before(bytes, at) == Some(0) || number_at(value) == Some(0)
}

/// How many there are of what is named at a place: `12 matches`; with `keyed` also `"totalMatches": 12`.
fn counted(bytes: &[u8], at: usize, keyed: bool) -> Option<u32> {
    let value = if keyed { number_at(value_behind(bytes, at)) } else { None };
    value.or_else(|| number_before(bytes, at))
}

/// What stands behind the key that is, or ends, with the word at a place: behind its quote, a colon, spaces.
fn value_behind(bytes: &[u8], at: usize) -> &[u8] {
    let rest = bytes.get(at..).unwrap_or_default();
    // No key is longer. A text that is one long word must not be read anew for each word in it.
    let end = rest.iter().take(LONGEST_KEY).position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len());
    let rest = rest.get(end..).unwrap_or_default();
    let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
    match rest.split_first() {
        Some((b':' | b'=', value)) => value.trim_ascii_start(),
        _ => &[],
    }
}

/// The number before a word, with a space between.
fn number_before(bytes: &[u8], at: usize) -> Option<u32> {
    let before = bytes.get(..at)?.strip_suffix(b" ")?;
    let start = before.iter().rposition(|byte| !byte.is_ascii_digit() && *byte != b',').map_or(0, |last| last + 1);
    number_at(before.get(start..)?)
}

/// The number at the start, where there is one; commas may part its digits.
fn number_at(bytes: &[u8]) -> Option<u32> {
    let mut number = None;
    for byte in bytes {
        match byte {
            b'0'..=b'9' => number = number.unwrap_or(0_u32).checked_mul(10)?.checked_add(u32::from(byte - b'0')),
            b',' => {}
            _ => break,
        }
    }
    number
}

/// The line around a place. Of a long one the part in which the error stands.
fn error_line(output: &str, at: usize) -> String {
    let (before, behind) = output.split_at_checked(at).unwrap_or((output, ""));
    let start = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let rest = behind.split(['\n', '\r']).next().unwrap_or_default();
    let near = text::tail(start, BEFORE_ERROR);
    // Where the line has room for all that stands before the error, it begins at its start.
    let start = if start.len() <= LONGEST_LINE / 2 || near.len() == start.len() { start } else { near };
    let line = [start, text::head(rest, 2 * LONGEST_LINE)].concat();
    clean(line.trim(), LONGEST_LINE)
}

/// A line without control characters, escapes of a terminal and what is not seen; cut on a code point with `…`, to at most
/// so many UTF-16 units.
pub fn clean(line: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut units = 0;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' || letter == '\u{9b}' {
            // `ESC [ … final` and the same in one letter; `ESC ] … BEL` or `ESC \`; `ESC` and one letter.
            let kind = if letter == '\u{9b}' { Some('[') } else { letters.next() };
            let mut before = ' ';
            while let (Some('[' | ']'), Some(letter)) = (kind, letters.next()) {
                let ends_sequence = kind == Some('[') && matches!(letter, '\u{40}'..='\u{7e}');
                let ends_command = kind == Some(']') && (letter == '\u{7}' || (before, letter) == ('\u{1b}', '\\'));
                if ends_sequence || ends_command {
                    break;
                }
                before = letter;
            }
            continue;
        }
        let letter = match letter {
            '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                continue;
            }
            _ if letter.is_control() => continue,
            _ => letter,
        };
        units += letter.len_utf16();
        out.push(letter);
        if units > limit {
            return cut(&out, limit);
        }
    }
    out
}

/// A text of at most so many UTF-16 units; where it was longer, its last is `…`.
pub fn cut(text: &str, limit: usize) -> String {
    if text::units(text) <= limit {
        return text.into();
    }
    let mut out = String::from(text::head(text, limit.saturating_sub(1)));
    out.push('…');
    out
}

/// Whether a text is a notice for a pruned output, and nothing beside it.
pub fn is_notice(output: &str) -> bool {
    let Some(rest) = output.strip_prefix(NOTICE_START) else { return false };
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let Some(rest) = rest.strip_prefix(" tokens").filter(|rest| !seek::has(rest, "\n\r")) else { return false };
    // A long output must not pass as one.
    let short = rest.len() <= 4 * 256 && rest.starts_with("; ") && rest.ends_with(']');
    rest == "]" || short || rest.strip_prefix(NOTICE_REFERENCE).is_some_and(is_referring)
}

/// Whether this is a reference to a copy, `]` and a digest.
fn is_referring(text: &str) -> bool {
    let is_id = |letter: char| letter.is_ascii_alphanumeric() || seek::is_of(letter, "_.~-");
    let Some((reference, digest)) = text.split_once(']') else { return false };
    let Some((_, id)) = seek::split(reference, "://") else { return false };
    reference.len() <= LONGEST_REFERENCE && id.chars().all(is_id) && digest.len() <= 4 * 256
}

/// What a tool reports beside its output.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// The exit code of a command.
    pub exit_code: Option<i32>,
    /// The file that was read, by its whole path.
    pub resolved_path: String,
    /// Whether a change was applied, where the tool may only have proposed it.
    pub applied: Option<bool>,
    /// The files that were changed.
    pub files: Vec<String>,
    /// Whether it tells of each file of a patch how it went.
    pub is_by_file: bool,
    /// Those of them that were changed.
    pub changed: Vec<String>,
}

impl Report {
    /// Reads what a tool reports.
    pub fn read(details: &Value<'_>) -> Self {
        let source = details.get("sourceResultDetails").unwrap_or(&Value::Null);
        let mut report = Self {
            // The cast saturates.
            exit_code: details.get_number("exitCode").map(|code| code as i32),
            resolved_path: path(details, "resolvedPath"),
            ..Self::default()
        };
        if details.has_flag("applied") || source.has_flag("applied") {
            report.applied = Some(true);
        } else if let Some(Value::Bool(false)) = details.get("applied") {
            report.applied = Some(false);
        }
        for file in details.items("files").iter().chain(source.items("files")).take(MOST_FILES) {
            report.files.push(file.as_str().map_or_else(|| path(file, "path"), Into::into));
        }
        if let Some(Value::Array(rows)) = details.get("perFileResults") {
            report.is_by_file = true;
            for row in rows.iter().take(MOST_FILES) {
                let changed = match row.given("isError") {
                    Some(flag) => matches!(flag, Value::Bool(false)),
                    None => row.get_str("diff").is_some(),
                };
                if changed {
                    report.changed.push(path(row, "path"));
                }
            }
        }
        report
    }
}

/// A path that is reported; what is too long for one is none.
fn path(value: &Value<'_>, key: &str) -> String {
    let path = value.text_of(key);
    if path.len() <= LONGEST_PATH { path.into() } else { String::new() }
}

/// The short texts among a call's arguments, as a JSON object: what a call is about, where the arguments are not held whole.
pub fn brief(arguments: &Arguments<'_>) -> String {
    let parsed;
    let value = match arguments {
        Arguments::Value(value) => *value,
        Arguments::Text(text) => {
            parsed = json::parse(text).unwrap_or_default();
            &parsed
        }
    };
    let Value::Object(pairs) = value else { return String::new() };
    let mut short = Vec::new();
    for (key, value) in pairs {
        let is_short = value.as_str().is_some_and(|text| key.len() + text.len() <= LONGEST_LINE);
        if is_short && short.len() < 10 {
            short.push((key.clone(), value.clone()));
        }
    }
    json::to_text(&Value::Object(short))
}
