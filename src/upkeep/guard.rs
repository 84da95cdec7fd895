//! What keeps maintenance from going round in circles: what was tried in vain, until something changes.
//!
//! A message of the user, or another limit (a new model, a limit that a provider's error told), sets all of it back:
//! then the same question has another answer.

/// What was tried since the user spoke last, or a limit changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Guard {
    /// Runs that ended without a summary that could be taken.
    failures: u32,
    /// Whether a compaction left the context over its trigger, or would: the rest cannot be folded away.
    is_stuck: bool,
}

impl Guard {
    /// Counts a run that was refused.
    pub fn note_failure(&mut self) {
        self.failures = self.failures.saturating_add(1);
    }

    /// What a compaction can fold away is not enough.
    pub fn note_stuck(&mut self) {
        self.is_stuck = true;
    }

    /// Something changed: it may be tried again.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Whether no model is to be asked. `compactions` lie on the path since the user's newest message, `most` are allowed.
    pub fn is_exhausted(self, compactions: u32, most: u32) -> bool {
        self.is_stuck || self.is_tried(compactions, most)
    }

    /// Whether the reason is the number of tries, and not that the rest cannot be folded away.
    pub fn is_tried(self, compactions: u32, most: u32) -> bool {
        compactions.max(self.failures) >= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_up_after_so_many_tries_and_begins_anew_when_something_changed() {
        let mut guard = Guard::default();
        assert!(!guard.is_exhausted(2, 3));
        assert!(guard.is_exhausted(3, 3));
        guard.note_failure();
        guard.note_failure();
        assert!(!guard.is_exhausted(0, 3));
        guard.note_failure();
        assert!(guard.is_exhausted(0, 3));
        guard.reset();
        assert!(!guard.is_exhausted(0, 3));
        guard.note_stuck();
        assert!(guard.is_exhausted(0, 3) && !guard.is_tried(0, 3));
    }
}
