//! What stands in the place of a pruned output: how much was there, and what matters most of it, the error first.

use super::survey::{Output, Survey};
use super::target::{held, paths};
use crate::digest::{self, Digest, NOTICE_REFERENCE, NOTICE_START, clean, cut, exit_code, lines};
use crate::files::Kind;
use crate::json;
use crate::seek;

/// The longest digest in a notice, in UTF-16 units.
const LONGEST: usize = 256;

/// The longest path, and the longest last line.
const LONGEST_PATH: usize = 120;
const LONGEST_TAIL: usize = 160;

/// The notice for an output of so many tokens; `images` is how many of its images go with it.
pub(super) fn notice(survey: &Survey<'_>, output: &Output<'_>, tokens: u32, images: u32) -> String {
    let digest = digest(survey, output, images);
    let between = if digest.is_empty() { "" } else { "; " };
    [NOTICE_START, &tokens.to_string(), " tokens", between, &digest, "]"].concat()
}

/// The notice for an output of so many tokens that stands in the context once more.
pub(super) fn pointer(tokens: u32) -> String {
    [NOTICE_START, &tokens.to_string(), " tokens; the same as the output of the newer call with these arguments]"]
        .concat()
}

/// How many ASCII characters a reference of a length adds to a notice, at most. The host writes it so:
/// `[Output truncated - N tokens; full output: REFERENCE] DIGEST`.
pub(super) fn with_reference(length: u32) -> u32 {
    length.saturating_add(NOTICE_REFERENCE.len() as u32)
}

/// The digest of an output; empty where nothing of it need stay.
fn digest(survey: &Survey<'_>, output: &Output<'_>, images: u32) -> String {
    let result = output.result;
    let fresh;
    let said = match &result.digest {
        Some(digest) => digest,
        None => {
            fresh = Box::new(Digest::of(&result.text.head));
            &fresh
        }
    };
    let mut fields = String::new();
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            let between = if fields.is_empty() { "" } else { "; " };
            fields = [&fields, between, name, "=", value].concat();
        }
    };
    let count = |count: Option<u32>| count.map(|count| count.to_string()).unwrap_or_default();
    let path = path_hint(survey, output);
    let kind = survey.tool(output.tool).map_or(Kind::Other, |tool| tool.kind);
    if kind == Kind::Shell {
        let code = exit_code_of(output, survey.hides_errors).map(|code| code.to_string());
        add("exit", &code.unwrap_or_default());
    }
    if output.failed || kind == Kind::Shell {
        add("error", &said.error);
    }
    if output.failed && said.error.is_empty() && kind != Kind::Shell {
        add("summary", &clean(lines(&result.text.head).next().unwrap_or_default(), digest::LONGEST_LINE));
    }
    if output.failed || matches!(kind, Kind::Shell | Kind::Search) {
        add("path", &path);
    }
    if kind == Kind::Shell {
        add("tail", &cut(&said.last, LONGEST_TAIL));
    }
    if kind == Kind::Search {
        add("matches", &count(said.matches));
        add("files", &count(said.files));
    }
    if images > 0 {
        add("images", &images.to_string());
    }
    if fields.is_empty() && kind == Kind::Search {
        fields = "search digest unavailable".into();
    }
    cut(&fields, LONGEST)
}

/// The file or folder that a call is about.
fn path_hint(survey: &Survey<'_>, output: &Output<'_>) -> String {
    let mut hint = String::new();
    if let (Some(asked), Some(tool)) = (survey.call_of(output), survey.tool(output.tool)) {
        let arguments = json::parse(held(asked.call)).unwrap_or_default();
        hint = seek::join(&paths(&arguments, tool), ",");
        if let Some(file) = asked.call.files.iter().find(|file| hint.is_empty() && !file.shell) {
            hint.push_str(&file.path);
        }
    }
    if let Some(report) = output.result.report.as_ref().filter(|_| hint.is_empty()) {
        hint.push_str(&report.resolved_path);
    }
    // One more, so that what is cut away shows.
    cut(&clean(&hint, LONGEST_PATH + 1), LONGEST_PATH)
}

/// The exit code of a command: as the tool reports it, as its output tells, else by whether it failed.
fn exit_code_of(output: &Output<'_>, hides_errors: bool) -> Option<i32> {
    let text = &output.result.text;
    let reported = output.result.report.as_ref().and_then(|report| report.exit_code);
    // The end is the likelier place.
    let told = || exit_code(&mut lines(&text.tail)).or_else(|| exit_code(&mut lines(&text.head)));
    let by_failure = || if output.failed { Some(1) } else { (!hides_errors).then_some(0) };
    reported.or_else(told).or_else(by_failure)
}
