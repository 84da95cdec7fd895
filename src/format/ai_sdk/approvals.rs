//! V4: each request for approval has one response, before the user speaks again.

use crate::format::Seen;
use crate::json::quoted;
use crate::validity::{Violation, report};
use crate::view::{Piece, Place, Role};

/// The requests of a history so far.
#[derive(Debug, Default)]
pub(super) struct Approvals<'a> {
    asked: Vec<Asked<'a>>,
}

#[derive(Debug)]
struct Asked<'a> {
    at: usize,
    place: Place,
    id: &'a str,
    call: &'a str,
    /// Whether a person has decided.
    decided: bool,
    /// Whether a decision may still come.
    waits: bool,
}

impl<'a> Approvals<'a> {
    /// Looks at the next message.
    pub(super) fn message(&mut self, seen: &Seen<'a>, found: &mut Vec<Violation>) {
        if seen.view.role == Role::User {
            self.given_up(found);
        }
        for part in &seen.view.parts {
            match part.piece {
                Piece::Ask { id, call } => {
                    self.asked.push(Asked { at: seen.at, place: part.place, id, call, decided: false, waits: true });
                }
                Piece::Decision { id, .. } => {
                    // An id may come back in a later turn: the newest request is meant.
                    let asked = self.asked.iter_mut().rfind(|asked| asked.id == id);
                    let fault = match asked {
                        None => " was never made",
                        Some(asked) if asked.decided => " was decided already",
                        Some(asked) => {
                            (asked.decided, asked.waits) = (true, false);
                            continue;
                        }
                    };
                    let message = ["the approval request ", &quoted(id), fault];
                    report(found, "V4", seen.at, part.place, &message);
                }
                _ => {}
            }
        }
        for (_, result) in seen.view.results() {
            // A call that was answered all the same waits for nobody.
            self.asked.iter_mut().filter(|asked| asked.call == result.id).for_each(|asked| asked.waits = false);
        }
    }

    fn given_up(&mut self, found: &mut Vec<Violation>) {
        for asked in self.asked.iter_mut().filter(|asked| asked.waits) {
            let message = ["the approval request ", &quoted(asked.id), " has no response"];
            report(found, "V4", asked.at, asked.place, &message);
            asked.waits = false;
        }
    }
}
