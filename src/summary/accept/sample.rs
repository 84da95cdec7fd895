//! The exact names that a summary of some entries should not lose.

use std::rc::Rc;

use crate::entry::Entry;
use crate::files::FileAccess;
use crate::gather::Gather;
use crate::message::RecordPart;
use crate::names::Names;
use crate::redact;
use crate::summary::identifiers::{self, Kind};
use crate::text;

/// So much of a message is searched, in UTF-16 units: what a person pastes behind it is not their own words.
const SEARCHED: usize = 800;

/// So many texts of the user are searched.
const REQUESTS: usize = 20;

/// Identifiers that are most worth keeping, at most `limit`: of the newest words of the user, of the files that were
/// changed, of the prior summary, of the newest calls.
pub fn sample(entries: &[Rc<Entry>], prior: Option<&str>, limit: usize) -> Vec<String> {
    let mut names = Names::default();
    let mut left = REQUESTS;
    for wanted in [None, Some(FileAccess::Modified), Some(FileAccess::Read)] {
        if wanted == Some(FileAccess::Read) {
            add(&mut names, text::head(prior.unwrap_or_default(), 4 * SEARCHED), limit * 3 / 4);
        }
        for record in entries.iter().rev().filter_map(|entry| entry.record()) {
            for part in &record.parts {
                match part {
                    RecordPart::Text(quote) if wanted.is_none() && record.starts_turn && left > 0 => {
                        left -= 1;
                        add(&mut names, text::head(&quote.head, SEARCHED), limit / 2);
                    }
                    RecordPart::Call(call) => {
                        for file in &call.files {
                            if wanted == Some(file.access) && !file.shell && names.len() < limit {
                                names.add(&file.path);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    (0..names.len()).map(|number| names.name(number).to_owned()).gather()
}

fn add(names: &mut Names, words: &str, limit: usize) {
    if names.len() >= limit {
        return;
    }
    identifiers::scan(&redact::redact(words), &mut |word, kind| {
        if names.len() < limit && !matches!(kind, Kind::Number | Kind::Flag) {
            names.add(word);
        }
    });
}
