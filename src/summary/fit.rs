//! Making a summary fit its budget where the model would not.

use crate::gather::Gather;
use crate::seek;
use crate::summary::extractive::quote::clip;
use crate::tokens::estimate::quarters;

/// More than any mark of a loss costs, in quarters of a token.
const MARK: u64 = 48;

/// The least room for which a long line is cut rather than left out.
const PARAGRAPH: u64 = 80;

/// What a line costs, with its end.
fn cost(line: &str) -> u64 {
    quarters(line) + 1
}

/// A text of at most so many tokens: all headings stay, and the longest sections lose lines from their middle, each loss
/// marked. A text that fits stays as it is; one whose headings alone are too many keeps its start and end.
pub fn fit(text: &str, max_tokens: u32) -> String {
    let budget = u64::from(max_tokens) * 4;
    if quarters(text) <= budget {
        return text.into();
    }
    let lines = text.lines().gather();
    let (headings, sections) = sections(&lines);
    let total = |level: u64| headings + sections.iter().map(|(_, size)| level.min(*size)).sum::<u64>();
    // About the highest level at which all sections that stand above it can be cut.
    let mut level = budget;
    while level > MARK && total(level) > budget {
        level = (level - level / 16 - 1).max(MARK);
    }
    let bare = total(level) > budget;
    let mut out = String::new();
    for (at, (start, size)) in sections.iter().enumerate() {
        let end = sections.get(at + 1).map_or(lines.len(), |(next, _)| next - 1);
        let own = lines.get(*start..end).unwrap_or_default();
        put(&mut out, lines.get(start.saturating_sub(1)..*start).unwrap_or_default());
        if bare {
            continue;
        }
        if *size <= level {
            put(&mut out, own);
        } else {
            cut(own, level - MARK, &mut out);
        }
    }
    if bare {
        out.push_str(&lost(lines.len() + 1 - sections.len()));
        return if quarters(&out) <= budget { out } else { clip(text, budget) };
    }
    out.pop();
    out
}

fn put(out: &mut String, lines: &[&str]) {
    for line in lines {
        out.push_str(line);
        out.push('\n');
    }
}

/// What the headings cost, and for each section where its lines begin and what they cost.
fn sections(lines: &[&str]) -> (u64, Vec<(usize, u64)>) {
    // A fence that nothing closes is none.
    let mut fences = lines.iter().filter(|line| is_fence(line)).count() & !1;
    let mut is_code = false;
    let mut headings = 0;
    let mut sections = vec![(0, 0)];
    for (at, line) in lines.iter().enumerate() {
        if fences > 0 && is_fence(line) {
            fences -= 1;
            is_code = !is_code;
        }
        if !is_code && is_heading(line) {
            headings += cost(line);
            sections.push((at + 1, 0));
        } else if let Some((_, size)) = sections.last_mut() {
            *size += cost(line);
        }
    }
    (headings, sections)
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

/// A heading of Markdown, or a line that is bold as a whole.
fn is_heading(line: &str) -> bool {
    let bare = seek::trim_start(line, "0123456789.) ");
    (line.starts_with('#') && seek::starts_with(seek::trim_start(line, "#"), " "))
        || (bare.starts_with("**") && seek::trim_end(line, ": ").ends_with("**") && bare.len() > 4)
}

/// The first and the last of some lines, as far as there is room for them, and what is lost between.
fn cut(mut lines: &[&str], mut room: u64, out: &mut String) {
    let mut fences = 0;
    let mut take = |line: &str, room: &mut u64, least: u64| {
        let left = room.checked_sub(cost(line)).filter(|left| *left >= least);
        *room = left.unwrap_or(*room);
        fences += usize::from(left.is_some() && is_fence(line));
        left.is_some()
    };
    let half = room / 2;
    while let Some((line, rest)) = lines.split_first().filter(|(line, _)| take(line, &mut room, half)) {
        put(out, &[line]);
        lines = rest;
    }
    let mut tail: &[&str] = &[];
    let all = lines;
    while let Some((_, rest)) = lines.split_last().filter(|(line, _)| take(line, &mut room, 0)) {
        lines = rest;
        tail = all.get(rest.len()..).unwrap_or_default();
    }
    // A paragraph on one line keeps its ends.
    if let Some((line, rest)) = lines.split_first().filter(|_| room > PARAGRAPH) {
        put(out, &[&clip(line, room - 1)]);
        lines = rest;
    }
    if !lines.is_empty() {
        put(out, &[&lost(lines.len())]);
    }
    if fences % 2 == 1 {
        put(out, &["```"]);
    }
    put(out, tail);
}

fn lost(lines: usize) -> String {
    ["[... ", &lines.to_string(), " lines left out ...]"].concat()
}
