//! The notice that stands for a masked tool output in a prompt.

use crate::message::ToolResult;
use crate::seek;
use crate::settings::RedactionSettings;
use crate::tags::neutralize;
use crate::text;

/// Longest error line, in UTF-16 units.
const ERROR_UNITS: usize = 240;

/// What marks a line as an error's.
const ERROR_WORDS: &str = "error|failed|failure|exception|panic|fatal|traceback|denied";

/// How errors begin in the outputs of tools that do not say that they failed.
const ERROR_STARTS: &str = "error:|error[|error |fatal:|traceback (most recent|npm err|failed|uncaught|exit code|\
    command exited with code|thread 'main' panicked|assertionerror|typeerror|syntaxerror";

/// The call that a result answers, as far as the prompt knows it.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    /// The tool.
    pub(super) name: String,
    /// What the call was about.
    pub(super) target: String,
    /// Whether it was about a file: such an output may hold the word "error" for any reason.
    pub(super) file: bool,
}

/// The notice for an output: what the call was about, the output's size, and the error if it failed.
///
/// `None` where the output is no longer than its notice.
pub(super) fn notice(result: &ToolResult, asked: &Asked, redaction: &RedactionSettings) -> Option<String> {
    let mut notice = String::from("[output masked: ");
    if !asked.target.is_empty() {
        notice.push_str(&neutralize(&redaction.redact(&asked.target)));
        notice.push_str("; ");
    }
    notice.push_str(&format!("{} tokens", result.tokens));
    if let Some(line) = error_line(result, asked) {
        notice.push_str("; failed: ");
        notice.push_str(&neutralize(text::head(&redaction.redact(line), ERROR_UNITS)));
    } else if result.is_error {
        notice.push_str("; failed");
    }
    notice.push(']');
    (result.images > 0 || result.text.units() > text::units(&notice)).then_some(notice)
}

fn error_line<'a>(result: &'a ToolResult, asked: &Asked) -> Option<&'a str> {
    let lines =
        || result.text.head.lines().chain(result.text.tail.lines()).map(str::trim).filter(|line| !line.is_empty());
    if result.is_error {
        let named = lines().find(|line| contains_any(line, ERROR_WORDS));
        named.or_else(|| lines().next())
    } else if asked.file {
        None
    } else {
        lines().find(|line| seek::list(ERROR_STARTS).any(|start| starts_with(line, start)))
    }
}

fn contains_any(line: &str, words: &str) -> bool {
    seek::has_any(&line.to_ascii_lowercase(), words)
}

fn starts_with(line: &str, start: &str) -> bool {
    line.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}
