//! Results that stand away from their call are moved to it.

use super::draft::{Draft, Kind, NONE};
use super::edits::pointer;
use super::pairs::pair;
use crate::format::{Answer, Results};
use crate::order;
use crate::value::Value;
use crate::view::{Piece, Place, Role};

/// Moves displaced results: whole messages where they hold nothing else, else the parts.
pub(super) fn displaced(draft: &mut Draft<'_>) {
    if draft.lens.rules().results == Results::Inside {
        return;
    }
    pair(draft);
    // By the order of the calls, so that results of one message come to stand in the order in which they were.
    for (call, message) in find(draft) {
        while let Some((at, part)) = next(draft, call, message) {
            let Some(home) = draft.find(call) else { break };
            let Some(fact) = draft.fact_mut(at, part) else { break };
            fact.is_displaced = false;
            let fact = *fact;
            // Another move may have put it right.
            if !is_settled(draft, home, at, part) {
                let what = if fact.id == NONE { "a call of " } else { "" };
                let message = ["the result of ", what, &draft.named(&fact), " was moved to its call"];
                draft.report("displaced-result", at, Some(part), &message);
                place(draft, (call, home), at, part);
            }
        }
    }
}

/// Marks displaced results, and gives the keys of their calls' messages and of their own.
fn find(draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let is_next = draft.lens.rules().results == Results::Next;
    let mut index_of = vec![0; draft.keys()];
    // How many messages up to each stand between a call and its result.
    let mut strangers = vec![0];
    let mut count = 0;
    for (at, message) in draft.messages.iter().enumerate() {
        if let Some(slot) = index_of.get_mut(message.key) {
            *slot = at;
        }
        count += usize::from(interrupts(draft, at));
        strangers.push(count);
    }
    let until = |at: usize| strangers.get(at).copied().unwrap_or(0);
    // The index of the call's message before the two keys.
    let mut moves: Vec<(usize, (usize, usize))> = Vec::new();
    for (at, message) in draft.messages.iter_mut().enumerate() {
        let mut leads = true;
        for fact in &mut message.facts {
            fact.is_displaced = false;
            let is_result = fact.kind == Kind::Result;
            if let Some(call) = fact.call.filter(|_| is_result)
                && let Some(home) = index_of.get(call).copied()
                && home != at
            {
                let is_late = home < at && until(at) > until(home + 1);
                let is_elsewhere = is_next && !fact.by_provider && (at != home + 1 || !leads);
                fact.is_displaced = home > at || is_late || is_elsewhere;
                if fact.is_displaced {
                    moves.push((home, (call, message.key)));
                }
            }
            leads &= is_result;
        }
    }
    let home = |at: usize| moves.get(at).map(|found| found.0);
    let sorted = order::sorted(moves.len(), &mut |a, b| home(a) < home(b));
    sorted.into_iter().filter_map(|at| moves.get(at).map(|found| found.1)).collect()
}

/// Whether a message parts calls from results that come behind it.
fn interrupts(draft: &Draft<'_>, at: usize) -> bool {
    let anywhere = draft.lens.rules().results == Results::Anywhere;
    draft.messages.get(at).is_some_and(|message| {
        !message.has(Kind::Result)
            && match message.role {
                Role::Assistant => !anywhere,
                Role::Tool => false,
                _ => true,
            }
    })
}

/// The next displaced result of a call in a message.
fn next(draft: &Draft<'_>, call: usize, message: usize) -> Option<(usize, usize)> {
    let at = draft.find(message)?;
    let facts = &draft.messages.get(at)?.facts;
    facts.iter().position(|fact| fact.is_displaced && fact.call == Some(call)).map(|part| (at, part))
}

fn is_settled(draft: &Draft<'_>, home: usize, at: usize, part: usize) -> bool {
    if draft.lens.rules().results == Results::Next {
        return at == home + 1 && behind_results(draft, at).is_some_and(|(_, leading)| part < leading);
    }
    at > home && at < slot(draft, home)
}

/// Puts a result to its call.
fn place(draft: &mut Draft<'_>, (call, home): (usize, usize), at: usize, part: usize) {
    let to = slot(draft, home);
    // A message right behind the call holds its results, once they stand before all else in it.
    let is_behind = draft.lens.rules().results == Results::Next && at == home + 1;
    let joined = gathering(draft, call, home).or(is_behind.then_some(at));
    let Some(message) = draft.messages.get_mut(at) else { return };
    let is_alone = message.facts.iter().all(|fact| fact.kind == Kind::Result && fact.call == Some(call));
    if is_alone && joined.is_none() {
        message.facts.iter_mut().for_each(|fact| fact.is_displaced = false);
        return draft.move_message(at, to);
    }
    if message.facts.get(part).is_none_or(|fact| fact.place == Place::WHOLE) {
        return;
    }
    let key = message.key;
    let target = match joined {
        Some(joined) => joined,
        None => {
            let Some(empty) = empty_gathering(draft, home) else { return };
            draft.insert(to, empty);
            to
        }
    };
    let Some(from) = draft.find(key) else { return };
    carry(draft, (from, part), target);
}

/// Where results of a message's calls belong: behind those that it has.
pub(super) fn slot(draft: &Draft<'_>, home: usize) -> usize {
    let results = draft.lens.rules().results;
    let mut at = home + 1;
    let passes = |at: usize, kind: Kind| {
        draft
            .messages
            .get(at)
            .is_some_and(|message| message.has(kind) && (kind == Kind::Result || message.role == Role::Assistant))
    };
    // Parallel calls may be messages of their own.
    while results == Results::Anywhere && passes(at, Kind::Call) {
        at += 1;
    }
    while results != Results::Next && passes(at, Kind::Result) {
        at += 1;
    }
    at
}

/// The message that holds results of a message's calls as its parts, where there is one.
pub(super) fn gathering(draft: &Draft<'_>, call: usize, home: usize) -> Option<usize> {
    let holds = |at: &usize| {
        draft.messages.get(*at).is_some_and(|message| {
            let mut results = message.facts.iter().take_while(|fact| fact.kind == Kind::Result);
            results.any(|fact| fact.call == Some(call) && !fact.is_displaced && fact.place.index.is_some())
        })
    };
    let end = if draft.lens.rules().results == Results::Next { home + 2 } else { slot(draft, home) };
    (home + 1..end).find(holds)
}

/// A message that may hold results of a message's calls, where the format has such messages.
fn empty_gathering(draft: &Draft<'_>, home: usize) -> Option<Value<'static>> {
    let part = draft.messages.get(home)?.facts.iter().position(|fact| fact.kind == Kind::Call)?;
    draft.look(home, part, &|message, part| match &part.piece {
        Piece::Call(call) => match draft.lens.answer(message, call, part.place, "") {
            Answer::Part { message, .. } => Some(message),
            _ => None,
        },
        _ => None,
    })
}

/// Where a further result stands in the message that gathers them: the pointer, and the index among the parts.
pub(super) fn behind_results(draft: &Draft<'_>, at: usize) -> Option<(String, usize)> {
    let message = draft.messages.get(at)?;
    let (mut index, mut count) = (0, 0);
    for fact in &message.facts {
        match fact.place.index {
            Some(at) if fact.kind == Kind::Result => (index, count) = (at + 1, count + 1),
            _ => break,
        }
    }
    let path = ["/", draft.lens.content_field(&message.value), "/", &index.to_string()].concat();
    Some((path, count))
}

/// Moves a part of a message behind the results of another, or of its own.
fn carry(draft: &mut Draft<'_>, (from, part): (usize, usize), to: usize) {
    let Some((path, index)) = behind_results(draft, to) else { return };
    let Some(source) = draft.messages.get_mut(from) else { return };
    let fact = source.facts.remove(part);
    let is_empty = source.facts.is_empty();
    if !draft.carry(pointer(from) + &fact.place.pointer(), pointer(to) + &path) {
        return;
    }
    if let Some(target) = draft.messages.get_mut(to) {
        target.facts.insert(index.min(target.facts.len()), fact);
    }
    draft.refresh(to);
    if is_empty {
        draft.drop_message(from);
    } else {
        draft.refresh(from);
    }
}
