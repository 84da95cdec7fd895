//! Lists from iterators, in one plain loop.
//!
//! `collect` is compiled anew for every iterator, with a fold, a guess of the length and two ways to grow: some 400 bytes
//! each time. This is a quarter of that, and the lists here are short.

/// Iterators whose items make a list.
pub(crate) trait Gather: Iterator + Sized {
    /// The items as a list.
    fn gather(self) -> Vec<Self::Item> {
        let mut out = Vec::new();
        for item in self {
            out.push(item);
        }
        out
    }
}

impl<I: Iterator> Gather for I {}
