//! The log as a tree: which entry follows which, and what the log itself leaves open.
//!
//! An entry follows the one that its `parentId` names, if that lies before it in the log: so there are no cycles, and a
//! walk to the root ends. Where the log does not say it, or says what cannot be, the entry follows the one before it in
//! the log. Nothing is lost that way, and each such place is told as a [`Finding`].

use std::rc::Rc;

use crate::entry::{Body, Entry, Parent};
use crate::names::{NameMap, Names};

/// The entries of a log, and how they hang together.
#[derive(Debug, Default)]
pub struct Tree {
    entries: Vec<Rc<Entry>>,
    /// The ids of the entries: an id's number is its entry's place. A repeated id has a name here that nobody uses.
    ids: Names,
    /// The latest place of an id that several entries have.
    repeated: NameMap<u32>,
    /// For each entry, the one before it on its branch.
    parents: Vec<Option<u32>>,
    findings: Vec<Finding>,
}

/// Something in a log that had to be decided, because the log does not say it or says what cannot be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// The entry.
    pub entry_id: String,
    /// The id that it names; empty where it names none.
    pub other_id: String,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    /// Its parent is not in the log before it: it follows the entry before it.
    BrokenParent,
    /// It has no `parentId`, not even `null`: it follows the entry before it.
    MissingParent,
    /// An earlier entry has the same id. Both are kept; what names the id later means this one.
    DuplicateId,
    /// A compaction whose first kept entry is not on its path: nothing before it is kept.
    KeptOffPath,
    /// A leaf entry whose target is not in the log before it: the session stays where it stood.
    UnknownTarget,
}

impl FindingKind {
    /// The stable text form.
    pub fn code(self) -> &'static str {
        match self {
            Self::BrokenParent => "broken-parent",
            Self::MissingParent => "missing-parent",
            Self::DuplicateId => "duplicate-id",
            Self::KeptOffPath => "first-kept-off-path",
            Self::UnknownTarget => "unknown-target",
        }
    }
}

/// A branch: an entry that nothing follows, and where its path joins the active one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The last entry of the branch.
    pub tip: u32,
    /// The entry of the active path where it begins; `None` where they share none.
    pub fork: Option<u32>,
    /// How many entries lie between, the tip counted.
    pub entries: u32,
}

impl Tree {
    /// Adds an entry to the log and returns its place.
    pub(crate) fn add(&mut self, entry: Entry) -> u32 {
        let at = self.entries.len() as u32;
        let before = at.checked_sub(1);
        let parent = match &entry.parent {
            Parent::Root => None,
            Parent::Entry(id) => self.find(id).or_else(|| {
                self.note(FindingKind::BrokenParent, &entry, id);
                before
            }),
            Parent::Unsaid => {
                if before.is_some() {
                    self.note(FindingKind::MissingParent, &entry, "");
                }
                before
            }
        };
        self.parents.push(parent);
        match &entry.body {
            Body::Leaf { target_id: Some(id) } if self.find(id).is_none() => {
                self.note(FindingKind::UnknownTarget, &entry, id);
            }
            // A compaction that names itself keeps nothing, and says so.
            Body::Compaction(compaction)
                if compaction.first_kept_entry_id != entry.id
                    && !self.find(&compaction.first_kept_entry_id).is_some_and(|kept| self.descends(parent, kept)) =>
            {
                self.note(FindingKind::KeptOffPath, &entry, &compaction.first_kept_entry_id);
            }
            _ => {}
        }
        if self.ids.has(&entry.id) {
            self.note(FindingKind::DuplicateId, &entry, &entry.id);
            self.repeated.set(&entry.id, at);
            let mut name = format!("{}\0{at}", entry.id);
            while self.ids.has(&name) {
                name.push('\0');
            }
            self.ids.add(&name);
        } else {
            self.ids.add(&entry.id);
        }
        self.entries.push(Rc::new(entry));
        at
    }

    fn note(&mut self, kind: FindingKind, entry: &Entry, other: &str) {
        self.findings.push(Finding { kind, entry_id: entry.id.clone(), other_id: other.into() });
    }

    /// Whether the path from the root to `from` goes through `ancestor`.
    fn descends(&self, from: Option<u32>, ancestor: u32) -> bool {
        // A parent lies before its entry in the log.
        self.up(from).take_while(|at| *at >= ancestor).any(|at| at == ancestor)
    }

    /// The places from an entry up to its root, that entry first.
    pub fn up(&self, from: Option<u32>) -> impl Iterator<Item = u32> {
        std::iter::successors(from, |at| self.parent(*at))
    }

    /// The entry before another one on its branch.
    pub fn parent(&self, at: u32) -> Option<u32> {
        self.parents.get(at as usize).copied().flatten()
    }

    /// The place of an id's entry; of the latest where several have it.
    pub fn find(&self, id: &str) -> Option<u32> {
        self.repeated.get(id).copied().or_else(|| self.ids.find(id).map(|at| at as u32))
    }

    /// The entry at a place of the log.
    pub fn entry(&self, at: u32) -> Option<&Rc<Entry>> {
        self.entries.get(at as usize)
    }

    /// All entries, in the order of the log.
    pub fn entries(&self) -> &[Rc<Entry>] {
        &self.entries
    }

    /// What had to be decided, in the order of the log.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The deepest entry that lies on the paths of both.
    pub fn common_ancestor(&self, one: Option<u32>, other: Option<u32>) -> Option<u32> {
        let (mut one, mut other) = (one?, other?);
        while one != other {
            // The later of the two is not above the other one.
            let later = if one > other { &mut one } else { &mut other };
            *later = self.parent(*later)?;
        }
        Some(one)
    }

    /// The branches: every entry that no other follows, in the order of the log. A leaf entry moves the session, a label
    /// names an entry: neither is a part of a branch, nor does it continue one.
    pub fn branches(&self, active: &[u32]) -> Vec<Branch> {
        let mut on_path = vec![false; self.entries.len()];
        for at in active {
            if let Some(on_path) = on_path.get_mut(*at as usize) {
                *on_path = true;
            }
        }
        let mut found: Vec<Branch> = Vec::with_capacity(self.entries.len());
        let mut is_tip = vec![true; self.entries.len()];
        for (at, entry) in self.entries.iter().enumerate() {
            let belongs = is_part(entry);
            let mut parent = self.parent(at as u32);
            while let Some(label) = parent.filter(|at| !self.entry(*at).is_some_and(|entry| is_part(entry))) {
                parent = self.parent(label);
            }
            let no_tip = if belongs { parent } else { Some(at as u32) };
            if let Some(tip) = no_tip.and_then(|at| is_tip.get_mut(at as usize)) {
                *tip = false;
            }
            let on_path = on_path.get(at).is_some_and(|on_path| *on_path);
            let above = parent.and_then(|parent| found.get(parent as usize));
            let fork = if on_path { Some(at as u32) } else { above.and_then(|above| above.fork) };
            let entries = if on_path { 0 } else { above.map_or(0, |above| above.entries) + u32::from(belongs) };
            found.push(Branch { tip: at as u32, fork, entries });
        }
        let mut is_tip = is_tip.into_iter();
        found.retain(|_| is_tip.next() == Some(true));
        found
    }
}

fn is_part(entry: &Entry) -> bool {
    match &entry.body {
        Body::Leaf { .. } => false,
        Body::Other { entry_type } => entry_type != "label",
        _ => true,
    }
}
