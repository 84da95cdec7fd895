//! Making a summary fit its budget where the model would not.

use crate::gather::Gather;
use crate::seek;
use crate::tokens::estimate::quarters;

/// More than any mark of a loss costs, in quarters of a token.
const MARK: u64 = 48;

/// The least room for which a long line is cut rather than left out.
const PARAGRAPH: u64 = 80;

/// A heading and the lines under it.
#[derive(Default)]
struct Section<'a> {
    heading: Option<&'a str>,
    lines: Vec<&'a str>,
    size: u64,
}

/// What a line costs, with its end.
fn cost(line: &str) -> u64 {
    quarters(line) + 1
}

/// A text of at most so many tokens: all headings stay, and the longest sections lose lines from their middle, each loss
/// marked. A text that fits stays as it is; one whose headings alone are too many keeps its start.
pub fn fit(text: &str, max_tokens: u32) -> String {
    let budget = u64::from(max_tokens) * 4;
    if quarters(text) <= budget {
        return text.into();
    }
    let sections = sections(text);
    let headings: u64 = sections.iter().filter_map(|section| section.heading).map(cost).sum();
    let total = |level: u64| headings + sections.iter().map(|section| section.size.min(level.max(MARK))).sum::<u64>();
    // The highest level at which all sections that stand above it can be cut.
    let (mut low, mut high) = (0, budget);
    while low < high {
        let level = (low + high).div_ceil(2);
        if total(level) <= budget { low = level } else { high = level - 1 }
    }
    if total(low) > budget {
        let kept = sections.iter().filter_map(|section| section.heading).gather();
        let bare = [&seek::join(&kept, "\n"), "\n", &lost(text.lines().count() - kept.len())].concat();
        return if quarters(&bare) <= budget { bare } else { clip(text, budget).into() };
    }
    let mut out = String::new();
    for section in &sections {
        put(&mut out, section.heading.as_slice());
        let room = low.max(MARK);
        if section.size <= room { put(&mut out, &section.lines) } else { cut(&section.lines, room - MARK, &mut out) }
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

fn sections(text: &str) -> Vec<Section<'_>> {
    // A fence that nothing closes is none.
    let mut fences = text.lines().filter(|line| is_fence(line)).count() & !1;
    let mut open = false;
    let mut sections = vec![Section::default()];
    for line in text.lines() {
        if is_fence(line) && fences > 0 {
            fences -= 1;
            open = !open;
        }
        if !open && is_heading(line) {
            sections.push(Section { heading: Some(line), ..Section::default() });
        } else if let Some(section) = sections.last_mut() {
            section.size += cost(line);
            section.lines.push(line);
        }
    }
    sections
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
    // A paragraph on one line keeps its start.
    if let Some((line, rest)) = lines.split_first().filter(|_| room > PARAGRAPH) {
        put(out, &[&[clip(line, room - 2), "\u{2026}"].concat()]);
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

/// The longest start of a text that costs no more.
fn clip(text: &str, most: u64) -> &str {
    let mut used = 0;
    for (at, letter) in text.char_indices() {
        used += quarters(text.get(at..at + letter.len_utf8()).unwrap_or_default());
        if used > most {
            return text.get(..at).unwrap_or_default();
        }
    }
    text
}
