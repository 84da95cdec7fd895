//! When a provider accepts a history: the rules that all formats share, and those that a format adds.
//!
//! | rule | a history breaks it with |
//! |---|---|
//! | shape | a message that its format does not know |
//! | C1 | no message at all, or none of the user |
//! | C2 | a result without an earlier open call of its id, a second result for one call, a call or result without id |
//! | C3 | a call that is never answered, save a trailing batch that the caller declares to be in flight |
//! | C4 | another message before all calls of a message are answered |
//! | C5 | a summary, or other text of the host, between a call and its result |
//! | C6 | a message without content |
//! | C7 | a text that is no well-formed Unicode: found by the host, since such a text cannot reach the core |
//! | S1 | two neighbours of the same role, or another's message than the user's first, where the server wants them to alternate |
//! | S2 | a request that such a server would get with the model's words at its end |
//!
//! Where a format has a name of its own for such a fault (O1, A5, R2, G2, V2, …), both are reported. What a format adds
//! beyond that stands with its lens. What a provider does not read since it has compacted it by itself is not held against
//! rules about pairs. A call that a person has decided about waits for the host, and owes no result until
//! somebody speaks again. Calls and results pair by occurrence, since an id may come back in a later turn; where one of
//! them has no id, by the tool's name and the order.

use serde::Serialize;

use crate::error::Error;
use crate::format::{Lens, Results, Rules, Seen, must_be, seen};
use crate::json::{self, quoted};
use crate::names::NameMap;
use crate::order;
use crate::value::Value;
use crate::view::{Arguments, Bond, CallView, Matter, Part, Piece, Place, ResultView, Role, View};

/// A place where a history breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// The rule: `shape` and `C1` to `C7` are shared by all formats, the others belong to some.
    pub rule: &'static str,
    /// Where: `messages[7].content[2]`.
    pub path: String,
    /// What is wrong there, in a sentence.
    pub message: String,
    /// The index of the message.
    #[serde(skip)]
    pub at: usize,
}

impl Violation {
    /// A violation at a place of a message; the pieces are its sentence.
    pub fn new(rule: &'static str, at: usize, place: Place, message: &[&str]) -> Self {
        Self { rule, path: path_of(at, place), message: message.concat(), at }
    }
}

/// A place of a message, as written in code: `messages[7].content[2]`.
pub fn path_of(at: usize, place: Place) -> String {
    let mut path = Place::item("messages", at).path();
    if !place.field.is_empty() {
        path.push('.');
        path.push_str(&place.path());
    }
    path
}

/// Adds a violation at a place of a message; the pieces are its sentence.
pub(crate) fn report(found: &mut Vec<Violation>, rule: &'static str, at: usize, place: Place, message: &[&str]) {
    found.push(Violation::new(rule, at, place, message));
}

/// Adds a violation of a whole history.
pub(crate) fn report_all(found: &mut Vec<Violation>, rule: &'static str, message: &str) {
    found.push(Violation { rule, path: "messages".into(), message: message.into(), at: 0 });
}

/// What the caller says of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Situation {
    /// The last calls may have no result yet.
    pub in_flight: bool,
    /// It is about to be sent as it is: rules about the last message hold.
    pub is_request: bool,
    /// Its server wants the roles of user and model to alternate.
    pub alternates: bool,
}

/// Checks a history, oldest message first.
pub fn validate(lens: &dyn Lens, history: &[Seen<'_>], situation: Situation) -> Vec<Violation> {
    let mut check = Check {
        rules: lens.rules(),
        open: Vec::new(),
        answered: NameMap::default(),
        asked: Vec::new(),
        found: Vec::new(),
    };
    let is_covered = check.rules.covers && history.iter().any(|seen| is_barrier(seen.view));
    if !is_covered && !history.iter().any(|seen| seen.view.role == Role::User) {
        let message = if history.is_empty() { "the history is empty" } else { "no message is the user's" };
        report_all(&mut check.found, "C1", message);
    }
    for seen in history {
        check.message(seen.at, seen.view);
    }
    check.end(situation);
    check.ends(history, situation);
    lens.check(history, situation, &mut check.found);
    // Some faults are noticed late; the list is in the order of the history all the same.
    in_order(check.found)
}

/// The same over wire messages. What the lens cannot read is a violation too, `shape`, and not looked at further.
///
/// # Errors
/// Where this is no array.
pub fn validate_messages(lens: &dyn Lens, messages: &Value<'_>, situation: Situation) -> Result<Vec<Violation>, Error> {
    let Some(messages) = messages.as_array() else {
        return Err(must_be("messages", "an array", Some(messages)));
    };
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for (at, error) in seen(lens, &mut messages.iter(), &mut |history| others = validate(lens, history, situation)) {
        let own = if error.path() == "role" { lens.rules().roles } else { "" };
        let error = error.within(&path_of(at, Place::WHOLE));
        for rule in ["shape", own].into_iter().filter(|rule| !rule.is_empty()) {
            found.push(Violation { rule, path: error.path().into(), message: error.message().into(), at });
        }
    }
    found.append(&mut others);
    Ok(in_order(found))
}

fn in_order(found: Vec<Violation>) -> Vec<Violation> {
    let at = |place: usize| found.get(place).map(|violation| violation.at);
    let sorted = order::sorted(found.len(), &mut |a, b| at(a) < at(b));
    order::arranged(found, &sorted)
}

struct Check<'a> {
    rules: &'static Rules,
    /// Calls without a result so far, in order.
    open: Vec<Open<'a>>,
    /// The ids that were called, and whether they were answered since they were last called.
    answered: NameMap<bool>,
    /// The requests for approval without a decision so far: the request's id, the call's.
    asked: Vec<(&'a str, &'a str)>,
    found: Vec<Violation>,
}

struct Open<'a> {
    at: usize,
    place: Place,
    call: &'a CallView<'a>,
    /// The first message that came before the result: where, the rule against it, and whose it is.
    interruption: Option<(usize, &'static str, &'static str)>,
    /// Whether a person has decided about it: then the host runs it, or says that it was denied, when it goes on.
    decided: bool,
    /// Whether a person is asked about it: until somebody speaks again, or the history is sent, that may wait.
    asked: bool,
}

impl<'a> Check<'a> {
    fn report(&mut self, at: usize, place: Place, rule: &'static str, message: &[&str]) {
        report(&mut self.found, rule, at, place, message);
    }

    /// A fault that the format has a name of its own for, too.
    fn report_both(&mut self, at: usize, place: Place, rule: &'static str, own: &'static str, message: &[&str]) {
        if !own.is_empty() {
            self.report(at, place, own, message);
        }
        self.report(at, place, rule, message);
    }

    fn message(&mut self, at: usize, view: &'a View<'a>) {
        // What the provider answers in the message itself goes on with nothing that is open.
        let goes_on = |(_, result): (Place, &ResultView<'_>)| !result.by_provider || self.partner(result).is_some();
        if !view.results().any(goes_on) {
            self.interrupt(at, view);
        }
        let mut others = false;
        for part in &view.parts {
            self.speaker(at, view.role, part);
            match &part.piece {
                Piece::Call(call) => self.call(at, part.place, call),
                Piece::Result(result) => {
                    if others && self.rules.results == Results::Next && view.role != Role::Assistant {
                        let message = "something else stands before the result in its message";
                        self.report(at, part.place, self.rules.unanswered, &[message]);
                    }
                    self.result(at, part.place, result);
                }
                Piece::Ask { id, call } => self.ask(id, call),
                Piece::Decision { id, .. } => self.decide(id),
                Piece::Opaque { matter: Matter::Barrier, .. } if self.rules.covers => self.forget_pairs(),
                _ => others = true,
            }
        }
        self.content(at, view);
    }

    /// What comes before the provider's own compaction is not read.
    fn forget_pairs(&mut self) {
        let Rules { orphan, unanswered, between, unique_ids, .. } = *self.rules;
        let own = ["C2", "C3", "C4", "C5", orphan, unanswered, between, unique_ids];
        self.found.retain(|fault| !own.contains(&fault.rule));
        self.open.clear();
        self.answered = NameMap::default();
        self.asked.clear();
    }

    /// Only the model calls and reasons, and only others answer what the host runs.
    fn speaker(&mut self, at: usize, role: Role, part: &Part<'_>) {
        let rules = self.rules;
        let is_model = role == Role::Assistant;
        let message = match &part.piece {
            Piece::Call(_) if !is_model => "only the model calls tools",
            Piece::Thinking { .. } if !is_model => "only the model reasons",
            Piece::Result(result) if is_model && !result.by_provider && rules.results != Results::Inside => {
                "the model does not answer its own calls"
            }
            _ => return,
        };
        if !rules.speaker.is_empty() {
            self.report(at, part.place, rules.speaker, &[message]);
        }
    }

    fn interrupt(&mut self, at: usize, view: &View<'_>) {
        let interruption = match view.role {
            Role::Assistant if self.rules.results != Results::Anywhere => (at, "C4", "a message of the model"),
            Role::User if view.starts_turn => (at, "C4", "a message of the user"),
            Role::User => (at, "C5", "text of the host"),
            Role::System | Role::Developer => (at, "C4", "an instruction of the host"),
            Role::Assistant | Role::Tool => return,
        };
        // Calls that were interrupted before stand at the front. What the provider runs may go on over several messages.
        for open in self.open.iter_mut().rev().take_while(|open| open.interruption.is_none()) {
            if !open.call.by_provider {
                open.interruption = Some(interruption);
            }
        }
    }

    fn call(&mut self, at: usize, place: Place, call: &'a CallView<'a>) {
        let name = named(call.id, call.name);
        if call.id.is_empty() {
            if self.rules.needs_ids && !call.by_provider {
                self.report_both(at, place, "C2", self.rules.unique_ids, &[&name, " has no id"]);
            }
        } else if self.answered.get(call.id).is_some() && !self.rules.unique_ids.is_empty() && call.id != call.name {
            // An id that is the tool's name is none: the older form of calls, which may call the same tool again.
            self.report(at, place, self.rules.unique_ids, &["the call id ", &quoted(call.id), " is used twice"]);
        }
        if !self.rules.json_arguments.is_empty()
            && let Arguments::Text(text) = call.arguments
            && let Err(error) = json::parse(text)
        {
            let message =
                ["the arguments of ", &name, " are not JSON: ", error.reason, " at byte ", &error.offset.to_string()];
            self.report(at, place, self.rules.json_arguments, &message);
        }
        self.note_answered(call.id, false);
        self.open.push(Open { at, place, call, interruption: None, decided: false, asked: false });
    }

    fn ask(&mut self, id: &'a str, call: &'a str) {
        self.asked.push((id, call));
        if let Some(open) = self.open_call(call) {
            open.asked = true;
        }
    }

    fn decide(&mut self, id: &str) {
        let Some(asked) = self.asked.iter().rposition(|(asked, _)| *asked == id) else { return };
        let (_, call) = self.asked.remove(asked);
        if let Some(open) = self.open_call(call) {
            open.decided = true;
        }
    }

    fn open_call(&mut self, id: &str) -> Option<&mut Open<'a>> {
        self.open.iter_mut().rev().find(|open| !id.is_empty() && open.call.id == id)
    }

    fn note_answered(&mut self, id: &str, answered: bool) {
        if let Some(slot) = self.answered.slot(id).filter(|_| !id.is_empty()) {
            *slot = answered;
        }
    }

    /// The open call that a result answers: the newest of its id. Where one of the two has no id, the oldest of its name;
    /// where ids are needed, both must have none.
    fn partner(&self, result: &ResultView<'_>) -> Option<usize> {
        let by_id = || self.open.iter().rposition(|open| open.call.id == result.id);
        let nameless = result.id.is_empty();
        let found = if nameless { None } else { by_id() };
        found.or_else(|| {
            self.open.iter().position(|open| {
                let lacks = open.call.id.is_empty();
                let may = if self.rules.needs_ids { nameless && lacks } else { nameless || lacks };
                may && result.name.is_none_or(|wanted| wanted == open.call.name)
            })
        })
    }

    fn result(&mut self, at: usize, place: Place, result: &ResultView<'_>) {
        let name = named(result.id, result.name.unwrap_or_default());
        if let Some(found) = self.partner(result) {
            let open = self.open.remove(found);
            if let Some((between, rule, who)) = open.interruption {
                let message = [who, " stands between ", &name, " and its result"];
                let own = if self.rules.between.is_empty() { self.rules.unanswered } else { self.rules.between };
                self.report_both(between, Place::WHOLE, rule, own, &message);
            } else if self.rules.results == Results::Next && !open.call.by_provider && at != open.at + 1 {
                let message = ["the result of ", &name, " does not stand in the message behind it"];
                self.report(at, place, self.rules.unanswered, &message);
            }
            self.note_answered(open.call.id, true);
        } else {
            let message: [&str; 2] = if self.answered.get(result.id) == Some(&true) {
                [&name, " was answered already"]
            } else {
                ["there is no earlier call for the result of ", &name]
            };
            self.report_both(at, place, "C2", self.rules.orphan, &message);
        }
    }

    fn content(&mut self, at: usize, view: &View<'_>) {
        let mut speaks = false;
        let mut thinks = false;
        for part in &view.parts {
            match &part.piece {
                Piece::Text(text) => speaks |= !text.trim().is_empty(),
                Piece::Thinking { text, bond } => thinks |= !text.trim().is_empty() || *bond != Bond::Free,
                _ => speaks = true,
            }
        }
        if !speaks && view.role == Role::Assistant && !self.rules.assistant_content.is_empty() {
            let message = "the model's message has neither text nor calls";
            self.report_both(at, Place::WHOLE, "C6", self.rules.assistant_content, &[message]);
        } else if !speaks && !thinks {
            self.report(at, Place::WHOLE, "C6", &["the message has no content"]);
        }
    }

    /// Calls that nothing answered; decided ones at the very end may still be, with `in_flight` all of them.
    fn end(&mut self, situation: Situation) {
        for open in std::mem::take(&mut self.open) {
            let may_wait = situation.in_flight || open.decided || open.asked && !situation.is_request;
            let waits = may_wait && open.interruption.is_none();
            if !open.call.by_provider && !waits {
                let message = [&named(open.call.id, open.call.name), " has no result"];
                self.report_both(open.at, open.place, "C3", self.rules.unanswered, &message);
            }
        }
    }

    /// What stands first, last, and next to its like.
    fn ends(&mut self, history: &[Seen<'_>], situation: Situation) {
        let instructs = |seen: &&Seen<'_>| seen.view.role.instructs();
        let mut talk = history.iter().skip_while(instructs);
        let Some(first) = talk.next() else { return };
        // The provider does not read what stands before its own compaction.
        if !self.rules.user_first.is_empty() && first.view.role != Role::User && !is_barrier(first.view) {
            self.report(first.at, Place::WHOLE, self.rules.user_first, &["the first message is not the user's"]);
        }
        let waits = |view: &View<'_>| situation.in_flight && view.calls().any(|(_, call)| !call.by_provider);
        if let Some(last) = history.last()
            && situation.is_request
            && !waits(last.view)
            && last.view.role == Role::Assistant
        {
            let message: &[&str] = &["the last message is the model's"];
            if !self.rules.user_last.is_empty() {
                self.report(last.at, Place::WHOLE, self.rules.user_last, message);
            }
            if situation.alternates {
                self.report(last.at, Place::WHOLE, "S2", message);
            }
        }
        if situation.alternates && first.view.role != Role::User && !is_barrier(first.view) {
            self.report(first.at, Place::WHOLE, "S1", &["the first message is not the user's"]);
        }
        if situation.alternates {
            // Calls and their results count as the model's turn.
            let mut before = first;
            for seen in talk {
                let same = seen.view.role == before.view.role && seen.view.role != Role::Tool;
                // Items of one response are one turn.
                let same = same && !(self.rules.one_response && seen.view.role == Role::Assistant);
                if same && before.view.calls().next().is_none() {
                    self.report(seen.at, Place::WHOLE, "S1", &["the message before has the same role"]);
                }
                before = seen;
            }
        }
    }
}

/// Whether a message holds a provider's own compaction.
pub(crate) fn is_barrier(view: &View<'_>) -> bool {
    let barrier = |piece: &Piece<'_>| matches!(piece, Piece::Opaque { matter: Matter::Barrier, .. });
    view.parts.iter().any(|part| barrier(&part.piece))
}

/// How a call is named in a sentence.
fn named(id: &str, name: &str) -> String {
    let (what, name) = if id.is_empty() { ("a call of ", name) } else { ("the call ", id) };
    [what, &quoted(name)].concat()
}
