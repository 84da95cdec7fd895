//! Each fault by itself.
