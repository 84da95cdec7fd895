//! What can be sent when no summary is to be had: a ladder that needs no model and always ends.
//!
//! 1. Outputs that are far too large are shortened to their head and tail, none below a quarter of the room.
//! 2. The oldest whole turns go, down to the newest one.
//! 3. The outputs of what is left are shortened further, all to the same size, down to a bare notice.
//! 4. Images and files become a word, the oldest first.
//! 5. What is left is the least that can be sent; where even that is too much, [`Unfit`] says what takes the room.

mod ladder;
mod relief;
mod turns;
mod unfit;

pub use ladder::{Emergency, emergency};
pub use relief::{Edit, Relief, media, relief};
pub use unfit::Unfit;

use crate::message::Record;

/// A message of a context, as the ladder sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item<'a> {
    /// What it says; nothing where the host did not write it.
    pub record: Option<&'a Record>,
    /// What it costs now.
    pub tokens: u32,
    /// Whether the host wants it to stay as it is.
    pub pinned: bool,
    /// Whether it is the summary of what came before.
    pub is_summary: bool,
}

impl<'a> Item<'a> {
    /// What it says, where something of that may be left out: not where the host pinned it, nor in a summary, nor where it
    /// changes the tools or the configuration.
    fn open(&self) -> Option<&'a Record> {
        self.record.filter(|record| !self.pinned && !self.is_summary && !record.is_state && !record.role.instructs())
    }
}
