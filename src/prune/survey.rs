//! The tool calls of a path and their outputs, as far as the model still sees them.

use super::target;
use super::tool::Tool;
use crate::context::Item;
use crate::cut::pairing;
use crate::digest;
use crate::entry::{Body, Entry};
use crate::files::{FileAccess, Kind};
use crate::json;
use crate::message::{Call, RecordPart, Role, ToolResult};
use crate::names::{NameMap, Names};
use crate::seek;
use crate::session::Session;
use crate::settings::{PruneConfig, ToolNames};
use crate::text::{self, Quote};
use crate::tokens::estimate;

/// A call.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) entry: &'a Entry,
    /// Its entry's place on the path.
    pub(super) at: usize,
    /// Its place in the message.
    pub(super) part: usize,
    pub(super) call: &'a Call,
    /// Its tool, a number for [`Survey::tool`].
    pub(super) tool: usize,
    /// What answers it, a number in [`Survey::outputs`].
    pub(super) output: Option<usize>,
    /// How many outputs came before it.
    pub(super) outputs_before: usize,
    /// Whether something stands for its arguments already, or the host wanted to have them back.
    pub(super) is_settled: bool,
}

/// What a tool answered.
#[derive(Debug)]
pub(super) struct Output<'a> {
    pub(super) entry: &'a Entry,
    /// Its entry's place on the path.
    pub(super) at: usize,
    /// Its place in the message.
    pub(super) part: usize,
    pub(super) result: &'a ToolResult,
    /// What the model sees of it, in tokens and in UTF-16 units.
    pub(super) tokens: u32,
    pub(super) units: usize,
    /// Whether that is a notice, or an earlier prune has left nothing else.
    pub(super) is_pruned: bool,
    /// Whether the host wanted to have it back.
    pub(super) is_restored: bool,
    /// Whether it holds something that is no text.
    pub(super) has_media: bool,
    /// What it answers, a number in [`Survey::calls`].
    pub(super) call: Option<usize>,
    /// Its tool, a number for [`Survey::tool`].
    pub(super) tool: usize,
    /// Whether the tool failed.
    pub(super) failed: bool,
}

/// All calls and outputs that the model sees, oldest first.
#[derive(Debug, Default)]
pub(super) struct Survey<'a> {
    pub(super) calls: Vec<Asked<'a>>,
    pub(super) outputs: Vec<Output<'a>>,
    /// The tools' names, and the tools of their numbers.
    names: Names,
    tools: Vec<Tool>,
    /// Whether the format has no mark for results of tools that failed.
    pub(super) hides_errors: bool,
    /// Where on the path the turns begin that stay whole.
    pub(super) fence: usize,
}

impl<'a> Survey<'a> {
    /// Looks over the path. What was summarized away is neither counted nor touched, by us or by the provider, and so are other
    /// branches.
    pub(super) fn new(session: &'a Session, config: &PruneConfig) -> Self {
        let mut seen = vec![false; session.entries().len()];
        let items = session.context().items();
        let folded =
            |item: &Item| session.entry(item.at).and_then(|entry| entry.message()).is_some_and(|r| r.is_barrier);
        // What stands before the provider's own compaction it does not read.
        let first = items.iter().rposition(folded).unwrap_or(0);
        for item in items.iter().skip(first) {
            if let Some(seen) = seen.get_mut(item.at as usize) {
                *seen = true;
            }
        }
        let hides_errors = session.lens().rules().hides_errors;
        let mut survey = Self { fence: fence(session, config), hides_errors, ..Self::default() };
        let mut open: NameMap<Vec<usize>> = NameMap::default();
        for (at, (place, entry)) in session.path().iter().zip(session.path_entries()).enumerate() {
            let seen = seen.get(*place as usize).is_some_and(|seen| *seen);
            let Some(record) = entry.message().filter(|_| seen) else { continue };
            let edits = session.context().texts(session.entries(), *place);
            let is_restored = session.context().is_restored(entry);
            for (part, piece) in record.parts.iter().enumerate() {
                match piece {
                    RecordPart::Call(call) => {
                        if let Some(calls) = open.slot(&pairing(&call.id, &call.name)) {
                            calls.push(survey.calls.len());
                        }
                        let tool = survey.number(&call.name, config);
                        let outputs_before = survey.outputs.len();
                        let is_settled = is_restored || edits.iter().any(|edit| edit.part == part);
                        survey.calls.push(Asked {
                            entry,
                            at,
                            part,
                            call,
                            tool,
                            output: None,
                            outputs_before,
                            is_settled,
                        });
                    }
                    RecordPart::Result(result) => {
                        let call = open.slot(&pairing(&result.id, &result.name)).and_then(|calls| {
                            // As cuts pair them: the newest of an id, the oldest of a name.
                            if result.id.is_empty() && !calls.is_empty() { Some(calls.remove(0)) } else { calls.pop() }
                        });
                        let tool = survey.answer(call, &result.name, config);
                        let failed = result.is_error || hides_errors && tells_failure(&result.text);
                        let edit = edits.iter().find(|edit| edit.part == part);
                        let media = if edit.is_some_and(|edit| !edit.keeps_media) { 0 } else { result.media };
                        survey.outputs.push(Output {
                            entry,
                            at,
                            part,
                            result,
                            tokens: edit.map_or(result.tokens, |edit| media.saturating_add(estimate::text(edit.text))),
                            units: edit.map_or_else(|| result.text.units(), |edit| text::units(edit.text)),
                            is_pruned: edit.map_or(result.is_pruned, |edit| digest::is_notice(edit.text)),
                            is_restored,
                            has_media: media > 0,
                            call,
                            tool,
                            failed,
                        });
                    }
                    _ => {}
                }
            }
        }
        survey
    }

    /// Notes that the next output answers a call, and gives its tool.
    fn answer(&mut self, call: Option<usize>, name: &str, config: &PruneConfig) -> usize {
        let output = self.outputs.len();
        match call.and_then(|call| self.calls.get_mut(call)) {
            Some(asked) => {
                asked.output = Some(output);
                asked.tool
            }
            None => self.number(name, config),
        }
    }

    fn number(&mut self, name: &str, config: &PruneConfig) -> usize {
        let number = self.names.add(name);
        if number == self.tools.len() {
            self.tools.push(Tool::new(name, config));
        }
        number
    }

    /// The tool of a number.
    pub(super) fn tool(&self, number: usize) -> Option<&Tool> {
        self.tools.get(number)
    }

    /// The call that an output answers.
    pub(super) fn call_of(&self, output: &Output<'a>) -> Option<&Asked<'a>> {
        output.call.and_then(|call| self.calls.get(call))
    }

    /// Whether a list of tools names the one that gave an output.
    pub(super) fn is_in(&self, list: &ToolNames, output: &Output<'_>) -> bool {
        let Some(tool) = self.tool(output.tool) else { return false };
        let reads = self.call_of(output).is_none_or(|asked| {
            asked.call.files.iter().any(|file| file.access == FileAccess::Read && !file.shell)
                // A pattern stands for files, too.
                || tool.kind == Kind::Read
                    && target::paths(&json::parse(target::held(asked.call)).unwrap_or_default(), tool)
                        .iter()
                        .any(|path| seek::has(path, "*?") && seek::find(path, "://").is_none())
        });
        tool.is_in(list, reads)
    }
}

/// Where on the path the newest turns begin that stay whole; behind its end where none does.
fn fence(session: &Session, config: &PruneConfig) -> usize {
    // A cast of what is less than 0 gives 0.
    let wanted = config.protect_recent_turns as usize;
    let said = |entry: &Entry| match &entry.body {
        Body::Message(record) => record.role == Role::User && record.starts_turn && !record.is_host,
        _ => false,
    };
    let (mut fence, mut turns) = (usize::MAX, 0);
    for (at, entry) in (0..session.path().len()).rev().zip(session.path_entries().rev()) {
        // Without `singleTurn` it does not matter whether there is an older turn.
        if turns == wanted && !config.single_turn {
            return fence;
        }
        if said(entry) {
            turns += 1;
            if turns > wanted {
                return fence;
            }
            fence = at;
        }
    }
    if config.single_turn { usize::MAX } else { fence }
}

/// How outputs begin of tools that failed.
const FAILURES: &str = "error:|<error|<tool_use_error|fatal:|traceback (most recent|apply_patch verification failed|\
    execution error|failed to parse function arguments";

/// How outputs begin whose first lines tell an exit code.
const HEADERS: &str = "exit code: |process exited |chunk id: |wall time: ";

/// Whether an output tells that the tool failed, in a format that does not say it otherwise: at its start, or in Codex's ways.
fn tells_failure(output: &Quote) -> bool {
    let head = output.head.trim_start();
    let begins = |starts: &str| {
        let begins = |start: &str| head.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        seek::list(starts).any(begins)
    };
    let code = if begins(HEADERS) {
        digest::exit_code(&mut head.lines().take(6).take_while(|line| *line != "Output:"))
    } else if begins("{\"output\":") {
        let end = if output.is_whole() { head } else { &output.tail };
        seek::split_last(end, ",\"metadata\":").and_then(|(_, told)| digest::exit_code(&mut told.lines()))
    } else {
        None
    };
    begins(FAILURES) || code.is_some_and(|code| code != 0)
}
