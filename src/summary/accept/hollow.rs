//! Lines that say nothing: placeholders, bare headings, the template's own words.

use crate::prompt::TEMPLATES;
use crate::seek;

/// Words that stand where nothing is to be said.
const NOTHING: &str = "none|none yet|none so far|none recorded|none mentioned|n/a|nil|null|nothing|nothing yet|\
    empty|no|not applicable|not specified|not available|unknown|tbd|to be determined|pending|todo";

/// The headings of the common templates.
const TITLES: &str = "primary request and intent|primary request|key technical concepts|files and code sections|\
    files|errors and fixes|problem solving|all user messages|pending tasks|current work|optional next step|\
    next steps|goal|constraints & preferences|constraints|progress|key decisions|critical context|summary";

/// Whether a line says nothing: blank, a heading, a placeholder, a line of the template, or "none" in one of its forms.
pub(in crate::summary) fn is_hollow(line: &str) -> bool {
    let is_template = line.len() > 20 && TEMPLATES.iter().any(|template| template.lines().any(|own| own == line));
    let line = unmarked(line);
    if line.starts_with('#') || is_placeholder(line) || is_template {
        return true;
    }
    let plain = |letter: char| !letter.is_alphanumeric();
    let bare = seek::lowered(seek::trim_by(line, &plain));
    let titled = seek::list(TITLES).find_map(|title| bare.strip_prefix(title));
    let content = titled.filter(|rest| rest.chars().next().is_none_or(plain)).unwrap_or(&bare);
    let content = seek::trim_by(content, &plain);
    content.is_empty() || seek::is_one_of(content, NOTHING)
}

/// A line without its list marker.
pub(super) fn unmarked(line: &str) -> &str {
    let line = seek::trim_start(line, "-*\u{2022}>| \t").trim_end();
    let rest = seek::trim_start_by(line, &|letter| letter.is_ascii_digit());
    if rest.len() < line.len() && seek::starts_with(rest, ".)") {
        rest.get(1..).map_or(line, str::trim_start)
    } else {
        line
    }
}

/// `[What the user asked for]`, `<description>`, `{summary}`.
fn is_placeholder(line: &str) -> bool {
    [('[', ']'), ('<', '>'), ('{', '}')].iter().any(|(open, close)| {
        let inner = line.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close));
        // With quotation marks it is JSON.
        inner.is_some_and(|inner| !seek::has(inner, "\"") && !seek::is_of(*open, inner) && !seek::is_of(*close, inner))
    })
}
