//! Compaction: what is folded away, who summarizes it, and what becomes of the answer. And the two summaries that fold
//! nothing away, of a branch that is left and for a session that goes on elsewhere, which are made in the same way.
//!
//! [`prepare`], like [`prepare_branch`] and [`prepare_handoff`], is pure and remembers what it read. [`Compaction`] is a small state machine without I/O: **poll it
//! until `Wait` or `Done`; answer every `Summarize` exactly once, in any order.** What it ends with is a [`Draft`]
//! that the host stamps and appends, or a typed refusal; in either case the session is as it was.

mod answers;
mod conclude;
mod exchange;
mod machine;
mod part;
mod prepare;
mod whole;

pub use exchange::{
    Answer, Candidate, Customized, Draft, Failure, Options, Output, Refused, SummaryRequest, Supplied, Verdict,
};
pub use machine::Compaction;
pub use prepare::{Preparation, PreparedIds, Purpose, Sizing, is_compacted, prepare, prepare_at};
pub use whole::{has_open_call, prepare_branch, prepare_handoff};
