//! When a provider accepts a history: the rules that all formats share, and those that a format adds.
//!
//! | rule | a history breaks it with |
//! |---|---|
//! | C1 | no message at all, or none of the user |
//! | C2 | a result without an earlier open call of its id, or a second result for one call |
//! | C3 | a call that is never answered, save a trailing batch that the caller declares to be in flight |
//! | C4 | another message before all calls of a message are answered |
//! | C5 | a summary, or other text of the host, between a call and its result |
//! | C6 | a message without content |
//! | O1 | a message of the model between a call and its result, where results must follow directly |
//! | O3 | arguments that are not JSON, where the provider parses them |
//! | O4 | a message of the model that neither says nor calls anything, where the provider refuses it |
//! | O5 | a call id that the request uses twice, where ids must be unique |
//!
//! Calls and results pair by occurrence, since an id may come back in a later turn. O2, a result without a call, is C2.

use serde::Serialize;

use crate::format::Rules;
use crate::json::{self, quoted};
use crate::message::{Call, Record, RecordPart, Role};
use crate::names::NameMap;
use crate::order;

/// A place where a history breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// The rule: `C1` to `C6` are shared by all formats, the others belong to some.
    pub rule: &'static str,
    /// Where: `messages[7]`.
    pub path: String,
    /// What is wrong there, in a sentence.
    pub message: String,
}

/// Checks a history, oldest message first. With `in_flight`, the last calls may have no result yet.
pub fn validate(records: &[Record], rules: Rules, in_flight: bool) -> Vec<Violation> {
    let mut check =
        Check { rules, open: Vec::new(), answered: NameMap::default(), found: Vec::new(), places: Vec::new() };
    if !records.iter().any(|record| record.role == Role::User) {
        let message = if records.is_empty() { "the history is empty" } else { "no message is the user's" };
        check.places.push(0);
        check.found.push(Violation { rule: "C1", path: "messages".into(), message: message.into() });
    }
    for (at, record) in records.iter().enumerate() {
        check.message(at, record);
    }
    check.end(in_flight);
    // Some faults are noticed late; the list is in the order of the history all the same.
    let Check { found, places, .. } = check;
    let sorted = order::sorted(places.len(), &mut |a, b| places.get(a) < places.get(b));
    order::arranged(found, &sorted)
}

struct Check<'a> {
    rules: Rules,
    /// Calls without a result so far, in order.
    open: Vec<Open<'a>>,
    /// The ids that were called, and whether they were answered since they were last called.
    answered: NameMap<bool>,
    found: Vec<Violation>,
    /// For each violation, the message that it is in.
    places: Vec<usize>,
}

struct Open<'a> {
    at: usize,
    id: &'a str,
    /// The first message that came before the result: where, the rule against it, and whose it is.
    interruption: Option<(usize, &'static str, &'static str)>,
}

impl<'a> Check<'a> {
    fn report(&mut self, at: usize, rule: &'static str, message: String) {
        self.places.push(at);
        self.found.push(Violation { rule, path: format!("messages[{at}]"), message });
    }

    fn message(&mut self, at: usize, record: &'a Record) {
        if record.results().next().is_none() {
            self.interrupt(at, record);
        }
        for part in &record.parts {
            match part {
                RecordPart::Call(call) => self.call(at, call),
                RecordPart::Result(result) => self.result(at, &result.id),
                _ => {}
            }
        }
        self.content(at, record);
    }

    fn interrupt(&mut self, at: usize, record: &Record) {
        let interruption = match record.role {
            Role::Assistant if self.rules.adjacent_results => (at, "O1", "a message of the model"),
            Role::User if record.starts_turn => (at, "C4", "a message of the user"),
            Role::User => (at, "C5", "text of the host"),
            Role::System | Role::Developer => (at, "C4", "an instruction of the host"),
            Role::Assistant | Role::Tool => return,
        };
        // Calls that were interrupted before stand at the front.
        for open in self.open.iter_mut().rev().take_while(|open| open.interruption.is_none()) {
            open.interruption = Some(interruption);
        }
    }

    fn call(&mut self, at: usize, call: &'a Call) {
        if self.answered.get(&call.id).is_some() && self.rules.unique_call_ids {
            self.report(at, "O5", format!("the call id {} is used twice", quoted(&call.id)));
        }
        if self.rules.json_arguments
            && call.arguments.is_whole()
            && let Err(error) = json::parse(&call.arguments.text())
        {
            let why = format!("{} at byte {}", error.reason, error.offset);
            self.report(at, "O3", format!("the arguments of the call {} are not JSON: {why}", quoted(&call.id)));
        }
        self.note_answered(&call.id, false);
        self.open.push(Open { at, id: &call.id, interruption: None });
    }

    fn note_answered(&mut self, id: &str, answered: bool) {
        if let Some(slot) = self.answered.slot(id) {
            *slot = answered;
        }
    }

    fn result(&mut self, at: usize, id: &'a str) {
        let name = quoted(id);
        if let Some(place) = self.open.iter().rposition(|open| open.id == id) {
            let open = self.open.remove(place);
            if let Some((between, rule, who)) = open.interruption {
                self.report(between, rule, format!("{who} stands between the call {name} and its result"));
            }
            self.note_answered(id, true);
        } else if self.answered.get(id) == Some(&true) {
            self.report(at, "C2", format!("the call {name} was answered already"));
        } else {
            self.report(at, "C2", format!("no earlier call has the id {name}"));
        }
    }

    fn content(&mut self, at: usize, record: &Record) {
        let speaks = record.parts.iter().any(|part| match part {
            RecordPart::Text(quote) => !quote.is_blank(),
            RecordPart::Thinking(_) => false,
            _ => true,
        });
        let thinks = record.parts.iter().any(|part| matches!(part, RecordPart::Thinking(quote) if !quote.is_blank()));
        if !speaks && record.role == Role::Assistant && self.rules.assistant_content {
            self.report(at, "O4", "the model's message has neither text nor calls".into());
        } else if !speaks && !thinks {
            self.report(at, "C6", "the message has no content".into());
        }
    }

    /// Calls that nothing answered; with `in_flight`, those at the very end may still be.
    fn end(&mut self, in_flight: bool) {
        for open in std::mem::take(&mut self.open) {
            if !in_flight || open.interruption.is_some() {
                self.report(open.at, "C3", format!("the call {} has no result", quoted(open.id)));
            }
        }
    }
}
