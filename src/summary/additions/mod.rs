//! What stands behind the model's text in a summary, added by machine, since it must not hang on a model's mood: the
//! user's requests, what the model has dropped, the host's facts, what is open, and the files.
//!
//! Each is a section in a tag of its own, is replaced at each round, and is no model's to write: what one writes in such
//! a tag is taken out. The sections never make a summary larger than its budget: what has no room goes, first what was
//! carried over, then the oldest requests, then the host's facts; what is open and the files always stand.

pub(crate) mod sections;

use std::rc::Rc;

use self::sections::{ALL, CARRIED, CONTEXT, REQUESTS, STATE};
use super::extractive::{self, Carried, Form, Request, fitted, one_line, quoted};
use super::identifiers::{self, Kind};
use crate::entry::{Body, Entry};
use crate::files::{self, FileOperations};
use crate::seek;
use crate::settings::RedactionSettings;
use crate::tags;
use crate::tokens::estimate::quarters;

/// The longest line that is carried over, in UTF-16 units.
const LONGEST: usize = 400;
/// Each older request keeps room for so many quarters of a token, where a newer one is longer; one that is cut to less
/// than the second says too little.
const FOR_EACH: u64 = 240;
const SHORTEST: u64 = 64;

/// What stands first in a section.
const LEADS: [(&str, &str); 2] =
    [(REQUESTS, "Word for word, the newest first:"), (CARRIED, "Said before, and not in the text above:")];

/// What is added behind a summary's text.
#[derive(Debug, Clone, Default)]
pub struct Additions {
    requests: Vec<Request>,
    /// Facts of the host, one a line.
    pub context: Vec<String>,
    /// What is open, one a line.
    pub state: Vec<String>,
    /// Files of everything that is folded away.
    pub files: FileOperations,
    /// Which secrets are kept out.
    pub redaction: RedactionSettings,
}

/// How much room there is for a summary, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Room {
    /// For the whole summary.
    pub total: u32,
    /// For the requests, which never take more than a quarter of the whole.
    pub requests: u32,
    /// For what is carried over.
    pub carried: u32,
}

impl Additions {
    /// The user's requests among what is folded away, behind those that the summary before lists or, where it needed no
    /// model, quotes. Those of the `kept` entries stay word for word, and are no additions.
    pub fn gather(
        prior_summary: Option<&str>,
        folded: &[Rc<Entry>],
        kept: &[String],
        redaction: &RedactionSettings,
    ) -> Self {
        let mut stays = Vec::new();
        let mut said = Vec::new();
        for entry in folded {
            if let Body::Message(record) = &entry.body
                && record.starts_turn
                && let Some(text) = extractive::request(record, redaction)
            {
                if kept.contains(&entry.id) {
                    stays.push(text.clone());
                }
                said.push(text);
            }
        }
        let requests = Carried::read(prior_summary, Form::Nine, redaction).exact().followed_by(&said, &stays);
        Self { requests, redaction: redaction.clone(), ..Self::default() }
    }

    /// A summary with all sections behind its text, and what the summary before said and the text does not. What stands
    /// in sections of the text itself goes.
    pub fn attach(&self, text: &str, prior_summary: Option<&str>, room: Room) -> String {
        let text = strip(text);
        let state = seek::join(&list(&self.state, "", &self.redaction), "\n");
        let [read, modified] = files::lists(&self.files);
        let whole = |requests: &str, carried: &str, context: &str| {
            let [read_tag, modified_tag] = sections::FILES;
            let first = [(REQUESTS, requests), (CARRIED, carried), (CONTEXT, context)];
            let last = [(STATE, state.as_str()), (read_tag, read.as_str()), (modified_tag, modified.as_str())];
            sections::put(&text, &[first, last].concat())
        };
        let mut left = (u64::from(room.total) * 4).saturating_sub(quarters(&whole("", "", "")));
        let context = section(CONTEXT, &list(&self.context, "- ", &self.redaction), u64::MAX, &mut left);
        let requests = self.requests(&text, u64::from(room.requests.min(room.total / 4)) * 4, &mut left);
        let carried =
            prior_summary.map(|prior| carried_over(prior, &text, room.carried, &self.redaction)).unwrap_or_default();
        let carried = section(CARRIED, &list(&carried, "- ", &self.redaction), u64::from(room.carried) * 4, &mut left);
        whole(&requests, &carried, &context)
    }

    /// The requests that the text does not quote itself, the newest first.
    fn requests(&self, text: &str, most: u64, left: &mut u64) -> String {
        let quoted_by = Carried::read(Some(text), Form::Nine, &self.redaction);
        let is_quoted =
            |request: &Request| quoted_by.is_ours && quoted_by.requests.iter().any(|other| other.is(request));
        let mut room = most.min(*left).saturating_sub(opening(REQUESTS));
        let mut wanted = Vec::new();
        let mut for_older = 0;
        for request in self.requests.iter().rev().filter(|request| !is_quoted(request)) {
            // For those before it there is no room in any case.
            if for_older > room {
                break;
            }
            let text = clean(&request.text, &self.redaction);
            let mark = [&request.number.to_string(), "."].concat();
            let cost = quarters(&quoted(&mark, &text)) + 1;
            wanted.push((mark, text, cost));
            for_older += cost.min(FOR_EACH);
        }
        let mut lines = Vec::new();
        for (mark, text, cost) in &wanted {
            for_older -= cost.min(&FOR_EACH);
            let limit = room.saturating_sub(for_older).max(room / 8).max(FOR_EACH).min(room).saturating_sub(1);
            if limit < SHORTEST.min(*cost - 1) {
                break;
            }
            // What a cut has bared is made harmless once more.
            let line = tags::neutralize(&fitted(mark, text, limit)).into_owned();
            room = room.saturating_sub(quarters(&line) + 1);
            lines.push(line);
        }
        section(REQUESTS, &lines, most, left)
    }
}

/// The text of a summary alone, as its model wrote it.
pub fn strip(summary: &str) -> String {
    let mut text = sections::take(summary, &ALL).0;
    text.truncate(text.trim_end().len());
    text
}

/// A summary with these lines on what is open, in the place of those that it has.
pub fn with_state(summary: &str, lines: &[String], redaction: &RedactionSettings) -> String {
    let (text, sections) = sections::take(summary, &ALL);
    let state = seek::join(&list(lines, "", redaction), "\n");
    let mut ordered = Vec::new();
    for wanted in ALL {
        if wanted == STATE {
            ordered.push((STATE, state.as_str()));
            continue;
        }
        for section in &sections {
            if section.0 == wanted {
                ordered.push(*section);
            }
        }
    }
    sections::put(&text, &ordered)
}

/// The lines of the summary before whose exact names have no place in the new text, neither as a whole nor in part: as
/// many as a budget, in tokens, has room for. What was carried over once is not carried over again.
pub fn carried_over(prior_summary: &str, new_text: &str, budget: u32, redaction: &RedactionSettings) -> Vec<String> {
    let mut left = u64::from(budget) * 4;
    let mut lines = Vec::new();
    for line in Carried::read(Some(prior_summary), Form::Nine, redaction).lines {
        let text = one_line(&line.text, LONGEST);
        let (mut names, mut found) = (0, false);
        identifiers::scan(&text, &mut |word, kind| {
            // Of a path, its last part is enough.
            let word = seek::behind_last(word, "/");
            if kind != Kind::Number && !word.is_empty() {
                names += 1;
                found |= seek::find(new_text, word).is_some();
            }
        });
        let cost = quarters(&text) + 3;
        if names > 0 && !found && cost <= left {
            left -= cost;
            lines.push(text);
        }
    }
    lines
}

/// Lines as they stand in a section, behind a mark; a line that has several stays one point.
fn list(lines: &[String], mark: &str, redaction: &RedactionSettings) -> Vec<String> {
    let mut list = Vec::new();
    for line in lines {
        let text = clean(line.trim(), redaction);
        if !text.is_empty() {
            list.push([mark, &seek::replace(&text, "\n", "\n  ")].concat());
        }
    }
    list
}

/// A text without secrets and with nothing in it that poses as ours.
fn clean(text: &str, redaction: &RedactionSettings) -> String {
    tags::neutralize(&redaction.redact(text)).into_owned()
}

fn lead(name: &str) -> &'static str {
    LEADS.iter().find(|(section, _)| *section == name).map_or("", |(_, lead)| lead)
}

/// What a section costs beside its lines, in quarters of a token: its tags, its lead and the line breaks around them.
fn opening(name: &str) -> u64 {
    2 * quarters(name) + quarters(lead(name)) + 10
}

/// What stands in a section: the lines for which there is room.
fn section(name: &str, lines: &[String], most: u64, left: &mut u64) -> String {
    let room = most.min(*left);
    let mut inside = lead(name).to_owned();
    let mut cost = opening(name);
    let mut any = false;
    for line in lines {
        let more = quarters(line) + 1;
        if cost + more <= room {
            cost += more;
            any = true;
            inside.push('\n');
            inside.push_str(line);
        }
    }
    if !any {
        return String::new();
    }
    *left -= cost;
    inside
}
