//! Compaction: what is folded away, who summarizes it, and what becomes of the answer.
//!
//! [`prepare`] is pure and remembers what it read. [`Compaction`] is a small state machine without I/O: **poll it
//! until `Wait` or `Done`; answer every `Summarize` exactly once, in any order.** What it ends with is a [`Draft`]
//! that the host stamps and appends, or a typed refusal; in either case the session is as it was.

mod answers;
mod conclude;
mod exchange;
mod machine;
mod part;
mod prepare;

pub use exchange::{
    Answer, Candidate, Customized, Draft, Failure, Options, Output, Refused, SummaryRequest, Supplied, Verdict,
};
pub use machine::Compaction;
pub use prepare::{Preparation, PreparedIds, Sizing, is_compacted, prepare, prepare_at};
