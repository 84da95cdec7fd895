//! How large a message is, and how large the context is.

pub mod estimate;
pub mod meter;
pub mod usage;
