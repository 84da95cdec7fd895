//! What a compaction folds away and what it keeps.

use std::rc::Rc;

use serde::Serialize;

use crate::budget::{self, Limits};
use crate::cut::{
    CutPoint, Grid, cut_at, find_cut_point, find_preserve_boundary, legal_cuts, newest_barrier, open_loop, waiting,
    whole_before,
};
use crate::entry::{Body, Entry, files_used};
use crate::files::{self, FileOperations};
use crate::gather::Gather;
use crate::message::Record;
use crate::session::Session;
use crate::settings::CompactionSettings;
use crate::tokens::meter::{Calibration, Line};

/// What a run's summary is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// It takes the place of what it is of, and must be smaller than that.
    #[default]
    Compaction,
    /// It tells another branch of the session what happened on this one.
    Branch,
    /// Another session goes on from it.
    Handoff,
}

/// A summary that is about to be made. It holds what it read, so the session may go on meanwhile.
#[derive(Debug, Clone)]
pub struct Preparation {
    /// What it is for.
    pub purpose: Purpose,
    /// What goes into the summary of the history, oldest first.
    pub history: Vec<Rc<Entry>>,
    /// The start of the turn that the cut parts, oldest first.
    pub turn_prefix: Vec<Rc<Entry>>,
    /// What stays from the first kept entry on and the model sees, oldest first.
    pub kept: Vec<Rc<Entry>>,
    /// The first entry that stays.
    pub first_kept_entry_id: String,
    /// Entries before it that stay too: pinned messages, and the request of a parted turn.
    pub kept_entry_ids: Vec<String>,
    /// Of a handoff, the newest request and what cannot be parted from it: they are kept where the document has no room for it.
    pub request_ids: Vec<String>,
    /// Whether the cut parts a turn.
    pub is_split_turn: bool,
    /// Tokens of the context, as the provider counted where that is known; of a branch those of what is summarized.
    pub tokens_before: u32,
    /// Our estimate of the same.
    pub estimate_before: u32,
    /// Our estimate of all that stays, the summary aside.
    pub estimate_kept: u32,
    /// The summary so far.
    pub previous_summary: Option<String>,
    /// The budget for what stays, in tokens.
    pub keep_recent_tokens: u32,
    /// Files of everything that is folded away, now and before.
    pub files: FileOperations,
    /// Where the session stood: what was read is still a prefix of the path while this entry is on it.
    pub leaf_id: String,
    /// How the provider counts, where it is known.
    pub calibration: Option<Calibration>,
    /// The same as a line, and as good as it is known.
    pub line: Line,
}

/// What a compaction is held against.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sizing {
    /// The limits of the model, as far as they are known.
    pub limits: Limits,
    /// How much the provider counts for each token of our estimate, where known.
    pub usage_ratio: Option<f64>,
    /// What the context may measure afterwards, in tokens as the provider counts them; nothing where that does not
    /// matter.
    pub target: Option<u32>,
    /// Whether the summary so far may be made shorter, though nothing new is folded into it.
    pub shrinks: bool,
    /// Whether the provider has compacted by itself what comes before the first entry that is to stay.
    pub adopts: bool,
}

/// The shortest summary that a room is left for, in tokens.
const LEAST_SUMMARY: u32 = 256;

impl Preparation {
    /// The least that the context can measure afterwards, as the provider counts: what stays, and a very short summary.
    pub fn least(&self) -> u32 {
        self.line.predict(self.estimate_kept.saturating_add(LEAST_SUMMARY).into())
    }
}

/// A preparation as it crosses to the host: ids instead of entries.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PreparedIds {
    /// Ids of the entries whose summary becomes the history, oldest first.
    pub messages_to_summarize: Vec<String>,
    /// Ids of the start of the turn that the cut parts.
    pub turn_prefix: Vec<String>,
    /// The first entry that stays.
    pub first_kept_entry_id: String,
    /// Entries before it that stay too.
    pub kept_entry_ids: Vec<String>,
    /// Whether the cut parts a turn.
    pub is_split_turn: bool,
    /// Tokens of the context before.
    pub tokens_before: u32,
    /// The summary so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_summary: Option<String>,
    /// The budget for what stays, in tokens.
    pub keep_recent_tokens: u32,
    /// Files of everything that is folded away, now and before.
    pub file_operations: FileOperations,
}

impl From<&Preparation> for PreparedIds {
    fn from(from: &Preparation) -> Self {
        let ids = |entries: &[Rc<Entry>]| entries.iter().map(|entry| entry.id.clone()).gather();
        Self {
            messages_to_summarize: ids(&from.history),
            turn_prefix: ids(&from.turn_prefix),
            first_kept_entry_id: from.first_kept_entry_id.clone(),
            kept_entry_ids: from.kept_entry_ids.clone(),
            is_split_turn: from.is_split_turn,
            tokens_before: from.tokens_before,
            previous_summary: from.previous_summary.clone(),
            keep_recent_tokens: from.keep_recent_tokens,
            file_operations: from.files.clone(),
        }
    }
}

/// Whether nothing came after the last compaction.
pub fn is_compacted(session: &Session) -> bool {
    let newest = session.path_entries().rev().find(|entry| !entry.is_metadata());
    newest.is_some_and(|entry| matches!(entry.body, Body::Compaction(_)))
}

/// Prepares a compaction that keeps what comes from an entry on; `None` where no cut is legal there, or nothing lies
/// before it.
pub fn prepare_at(
    session: &Session,
    settings: &CompactionSettings,
    sizing: Sizing,
    first_kept: &str,
) -> Option<Preparation> {
    let area = Area::new(session);
    let at = area.window.iter().position(|entry| entry.id == first_kept).filter(|at| *at >= area.carried)?;
    let grid = Grid { one_response: session.lens().rules().one_response, whole_loops: false };
    let rest = area.window.get(area.carried..)?;
    legal_cuts(rest, grid).get(at - area.carried).filter(|legal| **legal)?;
    let history = area.window.iter().map(|entry| entry.tokens()).fold(0, u32::saturating_add);
    let keep = budget::keep_recent(settings, &sizing.limits, sizing.usage_ratio, history);
    let asked = Asked { keep, shrinks: sizing.shrinks, adopts: sizing.adopts };
    prepare_on(session, &area, asked, grid, cut_at(&area.window, area.carried, at))
}

/// Prepares a compaction of what the model sees now; `None` where there is nothing to fold away.
///
/// Where what stays would be over the target by itself, less stays: half, a quarter, and so on, as far as that helps.
pub fn prepare(session: &Session, settings: &CompactionSettings, sizing: Sizing) -> Option<Preparation> {
    let area = Area::new(session);
    let history = area.window.iter().map(|entry| entry.tokens()).fold(0, u32::saturating_add);
    let mut keep = budget::keep_recent(settings, &sizing.limits, sizing.usage_ratio, history)
        .min(area.half_of(settings.max_messages));
    let mut best: Option<Preparation> = None;
    loop {
        if let Some(found) = prepare_within(session, &area, (keep, settings.max_preserve > 0), sizing.shrinks)
            && best.as_ref().is_none_or(|best| found.estimate_kept < best.estimate_kept)
        {
            best = Some(found);
        }
        let fits = |found: &Preparation| sizing.target.is_none_or(|most| found.least() <= most);
        if keep <= 1 || sizing.target.is_none() || best.as_ref().is_some_and(fits) {
            return best;
        }
        keep /= 2;
    }
}

fn prepare_within(
    session: &Session,
    area: &Area,
    (keep, is_bounded): (u32, bool),
    shrinks: bool,
) -> Option<Preparation> {
    let one_response = session.lens().rules().one_response;
    let whole_loops = session.projection().keeps_loops();
    let on = |grid: Grid| {
        // What single messages of an earlier compaction stand before lies further back: no cut may fall among them.
        let mut cut = find_cut_point(&area.window, area.carried, area.window.len(), keep, grid);
        // Where the host bounds what stays, the message that would go beyond does not stay (seed 000).
        if is_bounded {
            let rest = area.window.get(area.carried..).unwrap_or_default();
            let at = area.carried + find_preserve_boundary(rest, keep, grid);
            if i32::try_from(at).is_ok_and(|at| at > cut.first_kept_entry_index) {
                cut = cut_at(&area.window, area.carried, at);
            }
        }
        prepare_on(session, area, Asked { keep, shrinks, adopts: false }, grid, cut)
    };
    on(Grid { one_response, whole_loops }).or_else(|| {
        // Where an open loop is all that there is, it is parted all the same, or it could only grow.
        if whole_loops { on(Grid { one_response, whole_loops: false }) } else { None }
    })
}

/// What may stay, and what is to be gained.
#[derive(Debug, Clone, Copy)]
struct Asked {
    keep: u32,
    shrinks: bool,
    adopts: bool,
}

fn prepare_on(
    session: &Session,
    area: &Area,
    Asked { keep, shrinks, adopts }: Asked,
    grid: Grid,
    cut: CutPoint,
) -> Option<Preparation> {
    let leaf = session.leaf()?;
    let first_kept = usize::try_from(cut.first_kept_entry_index).unwrap_or(0);
    let starts_turn = |at: &usize| area.window.get(*at).is_some_and(|entry| entry.starts_turn());
    let clean =
        area.window.iter().skip(first_kept).find(|entry| entry.is_visible()).is_some_and(|entry| entry.starts_turn());
    let turn_start = match usize::try_from(cut.turn_start_index) {
        Ok(start) => Some(start),
        // The turn may have begun with a message that an earlier compaction kept by itself.
        Err(_) => (0..area.carried).rev().find(starts_turn).filter(|_| !clean),
    };
    let history_end = turn_start.unwrap_or(first_kept);
    let records: Vec<Option<&Record>> = area.window.iter().map(|entry| entry.message()).gather();
    // What the provider's own compaction stands for is folded away already.
    let reads = |at: &usize| area.window.get(*at).is_some_and(|entry| !session.context().is_foreign(entry));
    let end = if adopts { first_kept } else { records.len() };
    let barrier = newest_barrier(records.get(..end).unwrap_or_default()).filter(reads);
    let covered = |at: usize| barrier.is_some_and(|barrier| at <= barrier);
    // The newest request, and that of a parted turn, are summarized and stay word for word: that gains nothing.
    // An older one that alone fills the budget does not stay, or it could never be folded away.
    let small = |entry: &Rc<Entry>| entry.message().is_some() && entry.is_told() && entry.tokens() <= keep;
    let parted = turn_start.filter(|at| area.window.get(*at).is_some_and(small));
    let request = area.newest_request(first_kept);
    let is_request = |at: usize| request == Some(at) || parted == Some(at);
    let must = |at: usize| {
        let record = records.get(at).copied().flatten();
        // One that also holds results stays with their calls.
        let answers = is_request(at) && record.is_some_and(|record| record.results().next().is_some());
        answers || record.is_some_and(|record| record.is_state) || barrier == Some(at)
    };
    let mut stays_put = area.stays(first_kept, grid.one_response, &must, &[]);
    for at in waiting(&records, false) {
        if let Some(slot) = stays_put.get_mut(at) {
            *slot = true;
        }
    }
    let stays = |at: usize| stays_put.get(at) == Some(&true);
    let folded = |from: usize, to: usize| -> Vec<Rc<Entry>> {
        let part = area.window.iter().enumerate().take(to).skip(from);
        part.filter(|(at, entry)| entry.is_told() && !stays(*at) && !covered(*at))
            .map(|(_, entry)| Rc::clone(entry))
            .gather()
    };
    let history = folded(0, history_end);
    let turn_prefix = folded(history_end, first_kept);
    let gains = |at: usize| {
        !stays(at) && !is_request(at) && !covered(at) && area.window.get(at).is_some_and(|entry| entry.is_told())
    };
    let may_shrink = shrinks && area.previous_summary.is_some();
    let had = |at: usize| adopts && area.window.get(at).is_some_and(|entry| entry.is_visible());
    if !may_shrink && !(0..first_kept).any(|at| had(at) || gains(at)) {
        return None;
    }
    let kept = area.window.get(first_kept..).unwrap_or_default();
    let singles: Vec<usize> = (0..first_kept).filter(|at| stays(*at) || is_request(*at)).gather();
    let unended = open_loop(&records);
    let mut estimate_kept = area.lead_tokens;
    for at in singles.iter().copied().chain(first_kept..area.window.len()) {
        let Some(entry) = area.window.get(at).filter(|entry| entry.is_visible()) else { continue };
        let unbound = |record: &&Record| session.projection().unbinds(record, at >= unended);
        let left_out = entry.message().filter(unbound).map_or(0, |record| record.bound_tokens);
        estimate_kept = estimate_kept.saturating_add(entry.tokens().saturating_sub(left_out));
    }
    let mut uses = files_used(&history);
    uses.extend(files_used(&turn_prefix));
    let files = files::file_operations(&uses, &area.files, true);
    // As it will be read off the entry, so that the size that is announced is the size that it will have.
    let calibration = session.context().calibration();
    let line = calibration.map_or_else(|| session.context().line(), |known| known.line());
    Some(Preparation {
        purpose: Purpose::Compaction,
        request_ids: Vec::new(),
        first_kept_entry_id: area.window.get(first_kept)?.id.clone(),
        kept_entry_ids: singles.iter().filter_map(|at| area.window.get(*at)).map(|entry| entry.id.clone()).gather(),
        is_split_turn: turn_start.is_some(),
        calibration,
        line,
        tokens_before: session.context().tokens(),
        estimate_before: session.context().estimate(),
        estimate_kept,
        previous_summary: area.previous_summary.clone(),
        keep_recent_tokens: keep,
        files,
        leaf_id: leaf.id.clone(),
        kept: kept.iter().filter(|entry| entry.is_told()).cloned().gather(),
        history,
        turn_prefix,
    })
}

/// The part of the path that a compaction may fold away: what the model still sees of it, with the metadata between.
pub(super) struct Area {
    pub(super) window: Vec<Rc<Entry>>,
    /// How many entries at the start are single messages that an earlier compaction kept.
    carried: usize,
    lead_tokens: u32,
    pub(super) previous_summary: Option<String>,
    pub(super) files: Vec<FileOperations>,
}

impl Area {
    pub(super) fn new(session: &Session) -> Self {
        let path = session.path();
        let lead = session.context().lead(session.entries(), path);
        let mut area =
            Self { window: Vec::new(), carried: 0, lead_tokens: 0, previous_summary: None, files: Vec::new() };
        // As prunes have left them.
        let shown = |at: &u32| session.shown(*at);
        area.lead_tokens = path.iter().take(lead).filter_map(shown).map(|entry| entry.tokens()).sum();
        let latest =
            session.context().items().iter().find(|item| item.is_summary).and_then(|item| session.entry(item.at));
        let mut start = lead;
        if let Some((entry, Body::Compaction(compaction))) = latest.map(|entry| (entry, &entry.body)) {
            area.previous_summary = Some(compaction.summary.clone()).filter(|summary| !summary.trim().is_empty());
            area.files.extend(entry.files().cloned());
            let place = |id: &str| path.iter().position(|at| session.entry(*at).is_some_and(|entry| entry.id == id));
            let end = place(&entry.id).unwrap_or(path.len());
            let first_kept = place(&compaction.first_kept_entry_id).filter(|place| *place < end).unwrap_or(end);
            // What the last compaction kept is folded away by this one: it starts where the kept part started.
            start = first_kept.max(lead);
            let kept_before = path.iter().take(first_kept).skip(lead).filter_map(shown);
            area.window.extend(kept_before.filter(|entry| compaction.kept_entry_ids.contains(&entry.id)));
            area.carried = area.window.len();
        }
        let rest = path.iter().skip(start).filter_map(shown);
        area.window.extend(rest.filter(|entry| !matches!(entry.body, Body::Compaction(_))));
        area.files.extend(area.window.iter().filter_map(|entry| entry.files().cloned()));
        area
    }

    /// Tokens of the newest half of as many messages as are wanted; no limit where that is off or not exceeded.
    fn half_of(&self, max_messages: u32) -> u32 {
        let visible = || self.window.iter().rev().filter(|entry| entry.is_visible());
        let most = max_messages as usize;
        if most == 0 || visible().count() <= most {
            return u32::MAX;
        }
        visible().take((most / 2).max(1)).map(|entry| entry.tokens()).fold(0, u32::saturating_add).max(1)
    }

    /// The newest message of the user, where it lies before `end`.
    pub(super) fn newest_request(&self, end: usize) -> Option<usize> {
        let asks = |entry: &Rc<Entry>| entry.message().is_some_and(|record| record.starts_turn && !record.is_excluded);
        self.window.iter().rposition(asks).filter(|at| *at < end)
    }

    /// Which entries before `end` stay: those that cannot be parted from a pinned one (a pinned result keeps its call
    /// and the other results of that call's message, and the other way round).
    ///
    /// `must` names further ones. What cannot be parted from one of `open`, calls that nobody has answered, does not stay; only
    /// what the user says between is whole without it.
    pub(super) fn stays(
        &self,
        end: usize,
        one_response: bool,
        must: &dyn Fn(usize) -> bool,
        open: &[usize],
    ) -> Vec<bool> {
        let mut stays = vec![false; end];
        let messages: Vec<Option<&Record>> = self.window.iter().map(|entry| entry.message()).gather();
        let whole = whole_before(&messages, one_response);
        let mut starts: Vec<usize> = (0..end).filter(|at| *at == 0 || whole.get(*at) == Some(&true)).gather();
        starts.push(end);
        let must = |at: usize| must(at) || self.window.get(at).is_some_and(|entry| entry.pinned);
        for unit in starts.windows(2) {
            let [from, to] = unit else { continue };
            let members = || self.window.iter().take(*to).skip(*from);
            if (*from..*to).any(must) {
                let is_open = (*from..*to).any(|at| open.contains(&at));
                let answers = |entry: &Entry| entry.record().is_some_and(|record| record.results().next().is_some());
                let stay =
                    members().map(|entry| entry.is_visible() && !(is_open && (!entry.starts_turn() || answers(entry))));
                stays.iter_mut().take(*to).skip(*from).zip(stay).for_each(|(slot, stay)| *slot = stay);
            }
        }
        stays
    }
}
