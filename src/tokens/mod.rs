//! How large a message is, and how large the context is.

pub mod estimate;
pub mod usage;
