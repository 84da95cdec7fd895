//! Making a summary fit its budget where the model would not.

use crate::gather::Gather;
use crate::seek;
use crate::tokens::estimate::quarters;

/// More than any mark of a loss costs, in quarters of a token.
const MARK: u64 = 48;

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
    let mut out = Vec::new();
    for section in &sections {
        out.extend(section.heading.map(str::to_owned));
        if section.size <= low.max(MARK) {
            out.extend(section.lines.iter().map(|line| (*line).to_owned()));
        } else {
            cut(&section.lines, low.max(MARK) - MARK, &mut out);
        }
    }
    seek::join(&out, "\n")
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let is_fence = |line: &&str| line.trim_start().starts_with("```");
    // A fence that nothing closes is none.
    let mut fences = text.lines().filter(is_fence).count() & !1;
    let mut open = false;
    let mut sections = vec![Section::default()];
    for line in text.lines() {
        if is_fence(&line) && fences > 0 {
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

/// A heading of Markdown, or a line that is bold as a whole.
fn is_heading(line: &str) -> bool {
    let bare = seek::trim_start(line, "0123456789.) ");
    (line.starts_with('#') && seek::starts_with(seek::trim_start(line, "#"), " "))
        || (bare.starts_with("**") && seek::trim_end(line, ": ").ends_with("**") && bare.len() > 4)
}

/// The first and the last of some lines, as far as there is room for them, and what is lost between.
fn cut(lines: &[&str], room: u64, out: &mut Vec<String>) {
    let mut used = 0;
    let mut take = |line: &&&str, most: u64| {
        let fits = used + cost(line) <= most;
        used += if fits { cost(line) } else { 0 };
        fits
    };
    let head = lines.iter().take_while(|line| take(line, room / 2)).gather();
    let rest = lines.get(head.len()..).unwrap_or_default();
    let tail = rest.iter().rev().take_while(|line| take(line, room)).count();
    let (middle, tail) = rest.split_at_checked(rest.len() - tail).unwrap_or((rest, &[]));
    let mut lost_lines = middle.len();
    let mut kept: Vec<String> = head.into_iter().map(|line| (*line).to_owned()).gather();
    // A paragraph on one line keeps its start.
    if let Some(line) = middle.first().filter(|_| room - used > 80) {
        let start = clip(line, room - used - 2);
        if !start.trim().is_empty() {
            kept.push([start, "\u{2026}"].concat());
            lost_lines -= 1;
        }
    }
    let is_fence = |line: &str| line.trim_start().starts_with("```");
    let fences = kept.iter().filter(|line| is_fence(line)).count() + tail.iter().filter(|line| is_fence(line)).count();
    out.append(&mut kept);
    if lost_lines > 0 {
        out.push(lost(lost_lines));
    }
    if fences % 2 == 1 {
        out.push("```".into());
    }
    out.extend(tail.iter().map(|line| (*line).to_owned()));
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
