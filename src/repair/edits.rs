//! How a draft is edited. Each edit is applied to it and noted, by its place in the whole history.

use super::draft::{Draft, Fact};
use crate::patch::{self, Op};
use crate::value::Value;
use crate::view::Place;

impl<'a> Draft<'a> {
    /// Edits the history. False where that did nothing.
    fn apply(&mut self, op: Op) -> bool {
        let done = match &op {
            Op::Add { path, value } => self.put(path, value.clone()),
            Op::Remove { path } => self.take(path).is_some(),
            Op::Replace { path, value } => match self.inside(path) {
                Some((document, path)) => patch::replace(document, path, value.clone()),
                None => false,
            },
            Op::Move { from, path } => match self.take(from) {
                Some(value) => self.put(path, value),
                None => false,
            },
        };
        if done {
            self.ops.push(op);
        }
        done
    }

    /// The message that a pointer leads into, and the rest of the pointer.
    fn inside<'p>(&mut self, path: &'p str) -> Option<(&mut Value<'a>, &'p str)> {
        let (at, rest) = message_of(path)?;
        Some((&mut self.messages.get_mut(at)?.value, rest))
    }

    fn put(&mut self, path: &str, value: Value<'a>) -> bool {
        match message_of(path) {
            Some((at, "")) => {
                self.hold(at, value, None);
                true
            }
            _ => self.inside(path).is_some_and(|(document, path)| patch::add(document, path, value)),
        }
    }

    fn take(&mut self, path: &str) -> Option<Value<'a>> {
        match message_of(path)? {
            (at, "") if at < self.messages.len() => Some(self.messages.remove(at).value),
            _ => {
                let (document, path) = self.inside(path)?;
                patch::take(document, path)
            }
        }
    }

    /// Edits inside a message. False where none of them did anything.
    pub(super) fn edit(&mut self, at: usize, ops: Vec<Op>) -> bool {
        let mut done = false;
        for op in ops {
            done |= self.apply(op.within(&pointer(at)));
        }
        self.refresh(at);
        done
    }

    /// Adds a part of ours at a pointer inside a message, as the part of an index; for a result, of the same call as there.
    pub(super) fn add_part(&mut self, at: usize, path: String, index: usize, value: Value<'static>) -> bool {
        if let Some(facts) = self.messages.get_mut(at).map(|message| &mut message.facts)
            && let Some(neighbour) = index.checked_sub(1).and_then(|before| facts.get(before))
        {
            facts.insert(index, Fact { origin: None, ..*neighbour });
        }
        self.edit(at, vec![Op::Add { path, value }])
    }

    /// Makes one message of one and the one behind it, by edits of an array of both.
    pub(super) fn join(&mut self, at: usize, ops: Vec<Op>) {
        let origin = self.messages.get(at).and_then(|message| message.origin);
        for op in ops {
            self.apply(op.at_items_from(at));
        }
        if let Some(message) = self.messages.get_mut(at) {
            message.origin = origin;
        }
        self.refresh(at);
    }

    /// Moves a value, by pointers over the whole history.
    pub(super) fn carry(&mut self, from: String, path: String) -> bool {
        self.apply(Op::Move { from, path })
    }

    pub(super) fn drop_message(&mut self, at: usize) {
        self.apply(Op::Remove { path: pointer(at) });
    }

    /// Takes a part out, and its message with it where nothing is left.
    pub(super) fn drop_part(&mut self, at: usize, part: usize) {
        let Some(place) = self.fact(at, part).map(|fact| fact.place) else { return };
        let mut ops = Vec::new();
        if place != Place::WHOLE {
            ops = self.look(at, part, &|message, part| self.lens.remove(message, part));
        }
        if let Some(message) = self.messages.get_mut(at) {
            message.facts.retain(|fact| fact.place != place);
            if message.facts.is_empty() || ops.is_empty() {
                return self.drop_message(at);
            }
        }
        self.edit(at, ops);
    }

    /// Puts a message of ours before the one at an index.
    pub(super) fn insert(&mut self, at: usize, value: Value<'static>) {
        self.apply(Op::Add { path: pointer(at), value });
    }

    /// Moves a message to stand before the one that is now at an index.
    pub(super) fn move_message(&mut self, from: usize, before: usize) {
        let to = if from < before { before - 1 } else { before };
        if from == to || from >= self.messages.len() {
            return;
        }
        let message = self.messages.remove(from);
        self.messages.insert(to, message);
        self.ops.push(Op::Move { from: pointer(from), path: pointer(to) });
    }
}

/// The message that a pointer over the whole history leads to, and the rest of the pointer.
fn message_of(path: &str) -> Option<(usize, &str)> {
    let path = path.get(1..)?;
    let end = path.find('/').unwrap_or(path.len());
    Some((path.get(..end)?.parse().ok()?, path.get(end..)?))
}

/// A message as a JSON pointer.
pub(super) fn pointer(at: usize) -> String {
    Place::item("", at).pointer()
}
