//! What is summarized and stays as it is: a branch that is left, and a conversation that goes on in another session.

use std::rc::Rc;

use super::prepare::{Area, Preparation, Purpose};
use crate::branch::{self, Left};
use crate::budget::Limits;
use crate::cut::waiting;
use crate::entry::{Entry, files_used};
use crate::files;
use crate::gather::Gather;
use crate::message::{Record, RecordPart, Role};
use crate::session::Session;
use crate::settings::BranchSummarySettings;

/// The window that is reckoned with where none is known.
pub(super) const USUAL_WINDOW: u32 = 128_000;

/// Prepares the summary of what is left when the session moves to the entry at a place of the log, or before the first;
/// `None` where nothing is left that a model would see.
pub fn prepare_branch(
    session: &Session,
    settings: &BranchSummarySettings,
    limits: &Limits,
    target: Option<u32>,
) -> Option<Preparation> {
    let window = limits.window.unwrap_or(USUAL_WINDOW);
    // Of a small window, half is for the messages all the same.
    let budget = window.saturating_sub(settings.reserve_tokens.min(window / 2));
    prepared(session, Purpose::Branch, branch::leave(session, target, budget)?)
}

/// Prepares the document that another session goes on from: of all that the model sees now but the host's instructions.
/// `None` where that is less than two messages.
///
/// What the other session is to begin with beside those, word for word, is in `kept_entry_ids`: pinned messages with what
/// cannot be parted from them, as far as that is valid by itself.
pub fn prepare_handoff(session: &Session) -> Option<Preparation> {
    let area = Area::new(session);
    let Area { window, previous_summary, files: prior, .. } = &area;
    let history: Vec<Rc<Entry>> = window.iter().filter(|entry| entry.is_told()).cloned().gather();
    if history.len() + usize::from(previous_summary.is_some()) < 2 {
        return None;
    }
    let end = window.len();
    let open = waiting(&window.iter().map(|entry| entry.message()).gather(), true);
    let one_response = session.lens().rules().one_response;
    let whole = |must: &dyn Fn(usize) -> bool| -> Vec<String> {
        // A call that nobody has answered would stand there without its result, and without it what belongs to it.
        let stays = area.stays(end, one_response, must, &open);
        let mut kept: Vec<usize> = (0..end).filter(|at| stays.get(*at) == Some(&true)).gather();
        if !one_response {
            let answers: Vec<usize> = kept.iter().filter_map(|at| answer_to(window, *at)).gather();
            kept.extend(answers);
        }
        let kept = kept.iter().filter_map(|at| window.get(*at)).filter(|entry| entry.is_told());
        kept.map(|entry| entry.id.clone()).gather()
    };
    let request = area.newest_request(end);
    let files = files::file_operations(&files_used(&history), prior, true);
    let tokens = session.context().tokens();
    let seen = Left { entries: history, prior_summary: previous_summary.clone(), tokens, files };
    let mut found = prepared(session, Purpose::Handoff, seen)?;
    found.kept_entry_ids = whole(&|_| false);
    found.request_ids = whole(&|at| request == Some(at));
    Some(found)
}

/// Whether the model has called a tool since the user spoke last, or asked for a decision, and has no answer yet. In another
/// session the answer would have no call to belong to.
pub fn has_open_call(session: &Session) -> bool {
    let Area { window, .. } = Area::new(session);
    let records: Vec<Option<&Record>> = window.iter().map(|entry| entry.message()).gather();
    let turn = records.iter().rposition(|record| record.is_some_and(|record| record.starts_turn)).unwrap_or(0);
    let newest = records.get(turn..).unwrap_or_default();
    let parts = || newest.iter().flatten().flat_map(|record| &record.parts);
    let is_decided =
        |asked: &str| parts().any(|part| matches!(part, RecordPart::Decision { id, .. } if **id == *asked));
    !waiting(newest, false).is_empty() || parts().any(|part| matches!(part, RecordPart::Ask(id) if !is_decided(id)))
}

/// The model's answer to results at a place. Without it they would stand there as if they waited for one, and of a model that
/// thinks the provider would ask for the thoughts that came before.
fn answer_to(window: &[Rc<Entry>], place: usize) -> Option<usize> {
    let record = |at: usize| window.get(at).and_then(|entry| entry.message());
    record(place)?.results().next()?;
    let ends = |at: &usize| {
        record(*at).is_some_and(|record| {
            (record.starts_turn && record.results().next().is_none())
                || (record.role == Role::Assistant && record.calls().all(|call| call.by_provider))
        })
    };
    (place + 1..window.len()).find(ends).filter(|at| record(*at).is_some_and(|record| record.role == Role::Assistant))
}

fn prepared(session: &Session, purpose: Purpose, of: Left) -> Option<Preparation> {
    let context = session.context();
    Some(Preparation {
        purpose,
        history: of.entries,
        turn_prefix: Vec::new(),
        kept: Vec::new(),
        first_kept_entry_id: String::new(),
        kept_entry_ids: Vec::new(),
        request_ids: Vec::new(),
        is_split_turn: false,
        tokens_before: of.tokens,
        estimate_before: context.estimate(),
        estimate_kept: 0,
        previous_summary: of.prior_summary,
        keep_recent_tokens: 0,
        files: of.files,
        leaf_id: session.leaf()?.id.clone(),
        calibration: None,
        line: context.line(),
    })
}
