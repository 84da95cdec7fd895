//! A history while it is being repaired: the messages as they are by now, and the edits that made them so.

use super::Repair;
use crate::error::Error;
use crate::format::{Lens, Seen, seen};
use crate::json::quoted;
use crate::names::Names;
use crate::patch::Op;
use crate::validity::{self, Situation, Violation};
use crate::value::Value;
use crate::view::{Bond, Part, Piece, Place, Role, View};

/// What the steps need to know of a part. It is kept beside the message, since a view would forbid changing it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact {
    /// What it is.
    pub(super) kind: Kind,
    /// Where it stands now.
    pub(super) place: Place,
    /// Where it stood in which message, where it is the host's.
    pub(super) origin: Option<(usize, Place)>,
    /// A call's or a result's id, as its number in the draft's names; [`NONE`] where it has none.
    pub(super) id: usize,
    /// Its tool, likewise; none where a result does not say.
    pub(super) name: usize,
    /// Whether the provider runs it.
    pub(super) by_provider: bool,
    /// For a result: the key of the message whose call it answers.
    pub(super) call: Option<usize>,
    /// For a result: it does not stand where results must.
    pub(super) is_displaced: bool,
}

/// The number of the empty name.
pub(super) const NONE: usize = 0;

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Call,
    Result,
    Text,
    /// Text without a letter.
    Blank,
    /// Reasoning that depends on all that comes before it.
    Bound,
    Other,
}

/// A part and what is known of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    /// The index of its message.
    pub(super) at: usize,
    /// Its index among the message's parts.
    pub(super) part: usize,
    pub(super) fact: Fact,
}

/// A message of the draft.
#[derive(Debug)]
pub(super) struct Message<'a> {
    /// Its number, which stays the same wherever it moves.
    pub(super) key: usize,
    /// Its index in the messages as they were given, where it is the host's.
    pub(super) origin: Option<usize>,
    pub(super) value: Value<'a>,
    pub(super) role: Role,
    pub(super) starts_turn: bool,
    pub(super) facts: Vec<Fact>,
}

impl Message<'_> {
    pub(super) fn has(&self, kind: Kind) -> bool {
        self.facts.iter().any(|fact| fact.kind == kind)
    }
}

/// The history.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub(super) lens: &'a dyn Lens,
    pub(super) messages: Vec<Message<'a>>,
    pub(super) ops: Vec<Op>,
    pub(super) repairs: Vec<Repair>,
    /// The ids and tools of its parts, so far.
    pub(super) names: Names,
    keys: usize,
}

impl<'a> Draft<'a> {
    pub(super) fn new(lens: &'a dyn Lens) -> Self {
        let mut names = Names::default();
        names.add("");
        Self { lens, messages: Vec::new(), ops: Vec::new(), repairs: Vec::new(), names, keys: 0 }
    }

    /// Adds a message at an index, without an edit: it stands there already.
    pub(super) fn hold(&mut self, at: usize, value: Value<'a>, origin: Option<usize>) {
        let key = self.keys;
        self.keys += 1;
        let message = Message { key, origin, value, role: Role::User, starts_turn: false, facts: Vec::new() };
        self.messages.insert(at.min(self.messages.len()), message);
        self.refresh(at);
    }

    /// The index of the message of a key.
    pub(super) fn find(&self, key: usize) -> Option<usize> {
        self.messages.iter().position(|message| message.key == key)
    }

    /// How many keys there are: every key is below.
    pub(super) fn keys(&self) -> usize {
        self.keys
    }

    /// All that is known of parts, in their order.
    pub(super) fn spots(&self) -> Vec<Spot> {
        let mut found = Vec::new();
        for (at, message) in self.messages.iter().enumerate() {
            for (part, fact) in message.facts.iter().enumerate() {
                found.push(Spot { at, part, fact: *fact });
            }
        }
        found
    }

    /// How a call is named in a sentence: by its id, or by its tool.
    pub(super) fn named(&self, fact: &Fact) -> String {
        quoted(self.names.name(if fact.id == NONE { fact.name } else { fact.id }))
    }

    /// What the lens sees in a message.
    pub(super) fn view(&self, at: usize) -> Option<View<'_>> {
        self.lens.view(&self.messages.get(at)?.value).ok()
    }

    /// What is known of a part.
    pub(super) fn fact(&self, at: usize, part: usize) -> Option<Fact> {
        self.messages.get(at)?.facts.get(part).copied()
    }

    /// The same, to be changed.
    pub(super) fn fact_mut(&mut self, at: usize, part: usize) -> Option<&mut Fact> {
        self.messages.get_mut(at)?.facts.get_mut(part)
    }

    /// Whether a part is a call, a result, ….
    pub(super) fn is(&self, at: usize, part: usize, kind: Kind) -> bool {
        self.fact(at, part).is_some_and(|fact| fact.kind == kind)
    }

    /// Looks at a message and the lens's view of one of its parts.
    pub(super) fn look<T: Default>(&self, at: usize, part: usize, look: &dyn Fn(&Value<'_>, &Part<'_>) -> T) -> T {
        match (self.view(at), self.messages.get(at)) {
            (Some(view), Some(message)) => view.parts.get(part).map(|part| look(&message.value, part)),
            _ => None,
        }
        .unwrap_or_default()
    }

    /// The rules that the history breaks now.
    pub(super) fn violations(&self, situation: Situation) -> Vec<Violation> {
        let mut found = Vec::new();
        let unreadable = self.seen(&mut |history| found = validity::validate(self.lens, history, situation));
        for (at, error) in unreadable {
            validity::report(&mut found, "shape", at, Place::WHOLE, &[error.message()]);
        }
        found
    }

    /// Looks at all messages that can be read; gives back what is wrong with the others.
    pub(super) fn seen(&self, look: &mut dyn FnMut(&[Seen<'_>])) -> Vec<(usize, Error)> {
        seen(self.lens, &mut self.messages.iter().map(|message| &message.value), look)
    }

    /// The part that a violation points at; nothing where it is the whole message or none.
    pub(super) fn part_of(&self, violation: &Violation) -> Option<usize> {
        let facts = &self.messages.get(violation.at)?.facts;
        facts.iter().position(|fact| violation.path == validity::path_of(violation.at, fact.place))
    }

    /// Notes a repair at a part, or at a whole message, by its place in the original.
    pub(super) fn report(&mut self, kind: &'static str, at: usize, part: Option<usize>, message: &[&str]) {
        let origin = part.and_then(|part| self.fact(at, part)?.origin);
        let (index, place) = origin.unwrap_or_else(|| {
            // A message of ours belongs to the one before it.
            let before = self.messages.iter().take(at + 1).rev().find_map(|message| message.origin);
            (before.unwrap_or(0), Place::WHOLE)
        });
        self.note(kind, validity::path_of(index, place), message);
    }

    /// Notes a repair at a path.
    pub(super) fn note(&mut self, kind: &'static str, path: String, message: &[&str]) {
        self.repairs.push(Repair { kind, path, message: message.concat() });
    }

    /// Reads a message again that was edited. What was known of its parts is kept, if they are still as many.
    pub(super) fn refresh(&mut self, at: usize) {
        let Some(message) = self.messages.get_mut(at) else { return };
        let known = std::mem::take(&mut message.facts);
        // An edit may have left something that is no message: nothing is known of it, so that it is taken out.
        let Ok(view) = self.lens.view(&message.value) else { return };
        for (index, part) in view.parts.iter().enumerate() {
            let mut fact = fact(part, &mut self.names);
            if let Some(known) = known.get(index).filter(|_| known.len() == view.parts.len()) {
                fact.origin = known.origin;
                fact.call = known.call;
                fact.is_displaced = known.is_displaced;
            }
            message.facts.push(fact);
        }
        message.role = view.role;
        message.starts_turn = view.starts_turn;
    }
}

fn fact(part: &Part<'_>, names: &mut Names) -> Fact {
    let mut fact = Fact {
        kind: Kind::Other,
        place: part.place,
        origin: None,
        id: NONE,
        name: NONE,
        by_provider: false,
        call: None,
        is_displaced: false,
    };
    match &part.piece {
        Piece::Call(call) => {
            fact.kind = Kind::Call;
            fact.id = names.add(call.id);
            fact.name = names.add(call.name);
            fact.by_provider = call.by_provider;
        }
        Piece::Result(result) => {
            fact.kind = Kind::Result;
            fact.id = names.add(result.id);
            fact.name = names.add(result.name.unwrap_or_default());
            fact.by_provider = result.by_provider;
        }
        Piece::Text(text) if text.trim().is_empty() => fact.kind = Kind::Blank,
        Piece::Text(_) => fact.kind = Kind::Text,
        Piece::Thinking { bond: Bond::Prefix, .. } => fact.kind = Kind::Bound,
        _ => {}
    }
    fact
}
