//! Which ranges of a file a later one covers.

use crate::order;

/// A range of lines, both ends in it.
pub(super) type Lines = (u32, u32);

/// For each range, oldest first, whether a later one is wider and holds all of it.
///
/// The ranges are swept by where they begin, the wider ones first; a tree over their ends tells the newest of those so far
/// that reach as far as one. So the work grows as n log n, and not with each pair.
pub(super) fn covered(ranges: &[Lines]) -> Vec<bool> {
    let range = |at: usize| ranges.get(at).copied().unwrap_or_default();
    let by_end = order::sorted(ranges.len(), &mut |a, b| range(a).1 > range(b).1);
    // Ranks of the ends, the farthest first; equal ends have the same rank.
    let mut ranks = vec![0; ranges.len()];
    let (mut rank, mut before) = (0, None);
    for at in by_end {
        let end = range(at).1;
        rank += usize::from(before != Some(end));
        before = Some(end);
        if let Some(slot) = ranks.get_mut(at) {
            *slot = rank;
        }
    }
    let sweep = order::sorted(ranges.len(), &mut |a, b| {
        let ((start, end), (other_start, other_end)) = (range(a), range(b));
        start < other_start || start == other_start && end > other_end
    });
    let mut newest = Newest(vec![0; rank + 1]);
    let mut covered = vec![false; ranges.len()];
    for same in sweep.chunk_by(|a, b| range(*a) == range(*b)) {
        // A range does not cover its like: that is the same target, and told as such.
        for at in same {
            if let (Some(slot), Some(rank)) = (covered.get_mut(*at), ranks.get(*at)) {
                *slot = newest.up_to(*rank) > at + 1;
            }
        }
        for at in same {
            newest.note(ranks.get(*at).copied().unwrap_or_default(), at + 1);
        }
    }
    covered
}

/// The largest number among the first ranks: a binary indexed tree.
struct Newest(Vec<usize>);

impl Newest {
    fn note(&mut self, mut rank: usize, number: usize) {
        while let Some(slot) = self.0.get_mut(rank).filter(|_| rank > 0) {
            *slot = number.max(*slot);
            rank += lowest_bit(rank);
        }
    }

    fn up_to(&self, mut rank: usize) -> usize {
        let mut newest = 0;
        while rank > 0 {
            newest = self.0.get(rank).copied().unwrap_or_default().max(newest);
            rank -= lowest_bit(rank);
        }
        newest
    }
}

fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_looking_at_each_pair(ranges in prop::collection::vec((0_u32..12, 0_u32..12), 0..40)) {
            let ranges: Vec<Lines> = ranges.into_iter().map(|(start, length)| (start, start + length)).collect();
            let covers = |later: &Lines, one: &Lines| later.0 <= one.0 && later.1 >= one.1 && later != one;
            let expected: Vec<bool> =
                ranges.iter().enumerate().map(|(at, one)| ranges[at + 1..].iter().any(|later| covers(later, one))).collect();
            prop_assert_eq!(covered(&ranges), expected);
        }
    }

    #[test]
    fn ten_thousand_reads_of_one_file() {
        let ranges: Vec<Lines> = (0..10_000).map(|at| (10_000 - at, 10_000 + at)).collect();
        let covered = covered(&ranges);
        assert_eq!(covered.iter().filter(|covered| **covered).count(), 9_999);
    }
}
