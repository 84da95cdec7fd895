//! Epitome keeps a long conversation with a language model inside the model's context window, and loses nothing that
//! matters.
//!
//! This crate is the pure core: it counts, cuts, asks for a summary, judges the answer and rebuilds the context. It
//! does no I/O, reads no clock and draws no random number; the host does that (in JavaScript: `js/`). What crosses to
//! JavaScript crosses in `wasm`, which exists on wasm32 only.
//!
//! # Words
//!
//! A **message** is one item in the host's wire format. An **entry** is one line of the session's log; messages are
//! entries, and so are compactions and branch summaries. A **session** is the log read as a tree; its **leaf** is
//! where it stands, the **path** is root to leaf. A **turn** goes from a real user message to just before the next. A
//! **cut** parts the path; what lies behind it is **kept** verbatim. The **context** is what the model sees. The
//! **anchor** is the newest usage that a provider reported and that is still true.
//!
//! # Flow
//!
//! ```text
//! Value ─► View (a format's lens) ─► Record ─► Entry ─► Session ─► Context
//!                                                          │
//!                 prepare ─► Compaction ─► Summarize ─► answer ─► Draft ─► one more Entry
//! ```
//!
//! # Contract
//!
//! **Poll a [`compaction::Compaction`] until `Wait` or `Done`; answer every `Summarize` exactly once, in any order.**
//! Bad input is an [`error::Error`] that names the place, and changes nothing.

pub mod value;

pub mod number;

pub mod json;

pub mod patch;

pub mod tape;

pub mod text;

pub mod seek;

pub mod order;

mod gather;

pub mod names;

pub mod error;

pub mod nearest;

pub mod model;

pub mod settings;

pub mod view;

pub mod digest;

pub mod message;

pub mod entry;

pub mod remote;

pub mod format;

pub mod tokens;

pub mod tree;

pub mod projection;

pub mod session;

pub mod context;

pub mod time;

pub mod budget;

pub mod upkeep;

pub mod cut;

pub mod tags;

pub mod frame;

pub mod files;

pub mod prompt;

pub mod summary;

pub mod compaction;

pub mod validity;

pub mod redact;
pub mod repair;

pub mod shorten;

pub mod prune;

pub mod mask;

pub mod emergency;

pub mod glance;

pub mod branch;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
