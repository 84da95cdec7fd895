//! How the budget is shared out: requests first, then where the work stands, then what happened, then the index.

use super::carry::{self, Carried, Request};
use super::choice::{Choice, Covered};
use super::document::Document;
use super::facts::{self, Facts, Outcome, Remark, Step};
use super::form::{Form, Section};
use super::index::Source;
use super::ledger::{FileNote, Ledger};
use super::quote::{fitted, quoted};
use super::sentences::{Sense, sentences};
use super::{ExtractiveOptions, calls, notes, tasks};
use crate::files::{FileAccess, FileOperations};
use crate::gather::Gather;
use crate::names::Names;
use crate::seek;
use crate::summary::RequestKind;
use crate::tokens::estimate::quarters;

/// Below so many tokens, sections without content are left out.
const SMALL: u32 = 600;
/// How many of the newest requests are quoted before all else.
const LAST_REQUESTS: usize = 10;
/// An older request is cut to so many quarters of a token.
const LONG: u64 = 800;
/// What comes next where nobody said it.
const GO_ON: &str = "- Go on from the current work; the newest request decides.";
/// The middle sections: their shares of the budget, and of the room that the index leaves, in per cent.
const SHARES: [(Section, u64, u64); 5] = [
    (Section::Blocked, 6, 25),
    (Section::Errors, 6, 25),
    (Section::Decisions, 7, 45),
    (Section::Constraints, 7, 25),
    (Section::Concepts, 3, 25),
];

pub(super) struct Plan<'a> {
    document: Document,
    form: Form,
    /// The whole budget, in quarters of a token.
    budget: u64,
    /// What the requests may take of it, in per cent.
    for_requests: u64,
    /// Whether all sections are shown.
    all: bool,
    /// Whether requests have numbers: those of a turn's start do not know theirs.
    numbered: bool,
    /// What is held back for files, in quarters of a token.
    for_files: u64,
    /// Requests that found no room so far, oldest first.
    older: Vec<Request>,
    carried: Carried,
    facts: Facts<'a>,
}

impl<'a> Plan<'a> {
    /// A plan for what stands for so many tokens.
    pub(super) fn new(
        carried: Carried,
        facts: Facts<'a>,
        tokens: u64,
        form: Form,
        options: &ExtractiveOptions<'_>,
    ) -> Self {
        let budget = u64::from(options.budget_tokens) * 4;
        let numbered = options.kind != RequestKind::TurnPrefix;
        let all = numbered && options.budget_tokens >= SMALL;
        // Where the budget is a tenth of the conversation, the last ten requests are wanted whatever they cost; where
        // it is small, the rest needs its part.
        let permille = budget * 250 / (tokens + quarters(&carried.text) / 4).max(1);
        let for_requests = (permille * 8 / 10).clamp(30, 85);
        let document = Document::new(budget, all, form);
        Self { document, form, budget, for_requests, all, numbered, for_files: 0, older: Vec::new(), carried, facts }
    }

    /// Fills the sections in the order of their worth, and writes the document.
    pub(super) fn write(mut self, options: &ExtractiveOptions<'_>) -> String {
        self.requests();
        if self.form == Form::Branch {
            // What it has changed is told whatever else there is.
            self.for_files = self.share(20).min(self.document.left());
            self.document.reserve(self.for_files);
            self.reply();
        }
        self.tasks();
        self.current_work();
        match self.form {
            Form::Nine => {}
            Form::Branch => self.done(Section::Current),
            Form::Goal => self.done(Section::Done),
        }
        self.happenings_and_index(options)
    }

    fn share(&self, percent: u64) -> u64 {
        self.budget * percent / 100
    }

    /// The user's messages: the newest first, then the last ten, then the older ones.
    fn requests(&mut self) {
        let mut room = self.share(self.for_requests);
        let mut requests = self.carried.followed_by(&self.facts.requests, &[]);
        let Some(newest) = requests.pop() else { return };
        let before = self.document.left();
        let mark = if self.numbered { carry::NEWEST } else { carry::OF_TURN };
        self.document.add(Section::Request, 0, mark, self.share(20));
        let limit = self.share(40).max(room).min(self.document.left().saturating_sub(35));
        let text = fitted(&self.mark(&newest), &newest.text, limit);
        self.document.add(Section::Request, 1, &text, self.budget);
        room = room.saturating_sub(before - self.document.left());
        let older = requests.len().saturating_sub(LAST_REQUESTS - 1);
        let last = requests.split_off(older);
        for (behind, request) in last.iter().rev().enumerate() {
            // Those still to come keep room for a line each.
            let others = (last.len() - behind - 1) as u64 * 60;
            let limit = room.saturating_sub(others + 30);
            self.request(request, &mut room, limit);
        }
        self.older = requests;
        self.older_requests(room.min(self.share(10)));
    }

    /// Older requests, the newest of them first: whole, or the ends of a long one.
    fn older_requests(&mut self, mut room: u64) {
        let older = std::mem::take(&mut self.older);
        for request in older.into_iter().rev() {
            let limit = if quarters(&request.text) > LONG { LONG } else { u64::MAX };
            if !self.request(&request, &mut room, limit) {
                self.older.push(request);
            }
        }
        self.older.reverse();
    }

    /// Quotes a request, cut to `limit`, if it costs no more than `room`.
    fn request(&mut self, request: &Request, room: &mut u64, limit: u64) -> bool {
        let text = fitted(&self.mark(request), &request.text, limit);
        let before = self.document.left();
        let fits = !text.is_empty() && self.document.add(Section::Messages, request.number, &text, *room);
        *room -= before - self.document.left();
        fits
    }

    fn mark(&self, request: &Request) -> String {
        if self.numbered { format!("{}.", request.number) } else { "-".into() }
    }

    fn tasks(&mut self) {
        let until = self.document.left().saturating_sub(self.share(12));
        let carried = || self.carried.of(Section::Pending).map(String::from).gather();
        let tasks: Vec<String> = self.facts.open_tasks.take().unwrap_or_else(carried);
        for (order, task) in tasks.iter().enumerate() {
            self.document.add_until(Section::Pending, order as u32, &format!("- {task}"), until);
        }
    }

    /// Whether the newest request of a branch has a reply.
    fn reply(&mut self) {
        let until = self.document.left().saturating_sub(self.share(12));
        let Facts { requests, asked, remarks, steps, .. } = &self.facts;
        let newest = requests.last().or(self.carried.requests.last().map(|request| &request.text));
        if let Some(newest) = newest.filter(|_| self.facts.messages > 0) {
            let worked = steps.last().map_or(0, |step| step.at).max(*asked);
            let has_reply = remarks.last().is_some_and(|remark| remark.at > worked);
            let reply = if has_reply { "a reply" } else { "no final reply" };
            let line = format!("{}{}\", has {reply}.", carry::ASKED, calls::one_line(newest, 160));
            self.document.add_until(Section::Pending, 0, &line, until);
        }
    }

    /// The commands and the changes, and what an earlier summary tells of them: the newest first, and nothing twice.
    fn done(&mut self, section: Section) {
        let until = self.document.left().saturating_sub(self.share(15));
        let is_branch = self.form == Form::Branch;
        let base = self.carried.lines.len() as u32;
        let mut seen = Names::default();
        for step in self.facts.steps.iter().rev() {
            let changes = step.subject.is_command || step.files.iter().any(|file| file.access == FileAccess::Modified);
            let (counts, section) = match step.outcome {
                Outcome::Done => (changes, section),
                Outcome::Failed(_) => (changes && is_branch, section),
                Outcome::Open => (is_branch, Section::Pending),
            };
            let text = step_line(if is_branch { "-" } else { "- [x]" }, step);
            if counts && seen.is_new(&text) {
                self.document.add_until(section, base + step.at * 2 + 1, &text, until);
            }
        }
        for (at, line) in self.carried.lines.iter().enumerate().rev() {
            if line.section == Section::Done || line.section == section {
                self.document.add_until(section, at as u32, &quoted("-", &line.text), until);
            }
        }
    }

    /// What the agent said last, its last calls, and what it meant to do next. Of a branch all of what it did is told, and
    /// nothing comes next.
    fn current_work(&mut self) {
        let until = self.document.left().saturating_sub(self.share(12));
        let is_branch = self.form == Form::Branch;
        if !is_branch && self.facts.remarks.is_empty() && self.facts.steps.is_empty() {
            for section in [Section::Current, Section::Next] {
                let lines: Vec<String> = self.carried.of(section).map(String::from).gather();
                for (order, line) in lines.iter().enumerate() {
                    self.document.add_until(section, order as u32, &quoted("-", line), until);
                }
            }
            return;
        }
        // What task tools hold stands under the pending tasks.
        let steps = self.facts.steps.iter().rev().filter(|step| !tasks::is_task_tool(step.tool));
        let steps: Vec<String> = steps.take(if is_branch { 0 } else { 3 }).map(|step| step_line("-", step)).gather();
        let for_steps: u64 = steps.iter().map(|step| quarters(step) + 1).sum();
        let base = self.carried.lines.len() as u32;
        for (behind, Remark { at, text: remark }) in self.facts.remarks.iter().rev().take(4).enumerate() {
            let remark = remark.trim();
            let order = if is_branch { base + at * 2 } else { 9 - behind as u32 };
            // Only the newest is worth cutting.
            let room = self.document.left().saturating_sub(until + for_steps + 25);
            let text = if behind == 0 { fitted("-", remark, room) } else { quoted("-", remark) };
            if text.is_empty() || !self.document.add_until(Section::Current, order, &text, until + for_steps) {
                break;
            }
        }
        for (behind, step) in steps.iter().enumerate() {
            self.document.add_until(Section::Current, 20 - behind as u32, step, until);
        }
        if is_branch {
            return;
        }
        let said = self.facts.remarks.last().map(|remark| remark.text.trim()).unwrap_or_default();
        let next = sentences(said).filter(|sentence| Sense::of(sentence) == Sense::Intends).last();
        match next.filter(|next| !self.document.texts().any(|text| seek::find(text, next).is_some())) {
            Some(next) => self.document.add(Section::Next, 0, &format!("- {next}"), self.share(5)),
            None => self.all && self.document.add(Section::Next, 0, GO_ON, self.share(5)),
        };
    }

    /// Failures, decisions and explanations in their shares; then files, commands and identifiers in what is left.
    fn happenings_and_index(mut self, options: &ExtractiveOptions<'_>) -> String {
        // What the host knows of files is not about the start of a turn alone.
        let none = FileOperations::default();
        let files = if self.numbered { options.files } else { &none };
        let ledger = Ledger::new(&self.carried, files, &self.facts);
        self.index_carried();
        let mut covered = Covered::default();
        facts::each_text(options.kept, &mut |text| covered.text(text));
        self.document.texts().for_each(|text| covered.text(text));
        let index = std::mem::take(&mut self.facts.index);
        let ranked = index.ranked(&covered);
        let wanted: u64 = ranked.iter().map(|candidate| quarters(candidate.text) + 2).sum();
        let spare = self.document.left().saturating_sub(wanted);
        self.older_requests(spare * 2 / 5);
        let spare = spare - spare * 2 / 5;
        let notes = notes::notes(&self.carried, &self.facts, self.form);
        for (section, percent, of_spare) in SHARES {
            let until = self.document.left().saturating_sub(self.share(percent).max(spare * of_spare / 100));
            for note in notes.iter().filter(|note| note.section == section) {
                if self.document.add_until(section, note.order, &note.text, until) {
                    covered.text(&note.text);
                }
            }
        }
        let mut choice = Choice::new(&ledger, self.form, covered);
        self.document.release(self.for_files);
        choice.files(&mut self.document);
        choice.commands(&mut self.document);
        choice.words(&mut self.document, &ranked);
        choice.write(&mut self.document);
        self.document.render()
    }

    /// What an earlier summary lists counts as written once and seen once, before everything else.
    fn index_carried(&mut self) {
        let index = &mut self.facts.index;
        for (path, _, names) in self.carried.of(Section::Files).filter_map(FileNote::read) {
            let home = Some(index.home(path));
            index.add(names, Source::Arguments, 0, home);
        }
        index.add(&self.carried.text, Source::Agent, 0, None);
    }
}

fn step_line(mark: &str, step: &Step<'_>) -> String {
    let outcome = match &step.outcome {
        Outcome::Open => "no result yet".into(),
        Outcome::Done => "done".into(),
        Outcome::Failed(line) => format!("failed: {}", calls::one_line(line, 120)),
    };
    format!("{mark} {}: {} ({outcome})", step.tool, calls::one_line(&step.subject.text, 120))
}
