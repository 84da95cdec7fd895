//! Sorting, once for the whole core: the standard library's sort is compiled anew for every type and every order.

use crate::gather::Gather;

/// The places `0..count` in the order that `before` gives. Where neither of two goes before the other, they stay as
/// they are.
///
/// ```
/// use epitome::order::sorted;
/// let words = ["pear", "fig", "plum"];
/// assert_eq!(sorted(3, &mut |a, b| words[a].len() < words[b].len()), [1, 0, 2]);
/// ```
pub fn sorted(count: usize, before: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut runs: Vec<usize> = (0..count).gather();
    let mut width = 1;
    while width < count {
        let mut merged = Vec::with_capacity(count);
        for pair in runs.chunks(2 * width) {
            let (left, right) = pair.split_at_checked(width).unwrap_or((pair, &[]));
            merge(left, right, before, &mut merged);
        }
        runs = merged;
        width *= 2;
    }
    runs
}

fn merge(mut left: &[usize], mut right: &[usize], before: &mut dyn FnMut(usize, usize) -> bool, out: &mut Vec<usize>) {
    while let (Some((first, rest)), Some((second, others))) = (left.split_first(), right.split_first()) {
        if before(*second, *first) {
            out.push(*second);
            right = others;
        } else {
            out.push(*first);
            left = rest;
        }
    }
    out.extend_from_slice(left);
    out.extend_from_slice(right);
}

/// The items in an order of their places.
pub fn arranged<T: Default>(mut items: Vec<T>, order: &[usize]) -> Vec<T> {
    order.iter().filter_map(|at| items.get_mut(*at).map(std::mem::take)).gather()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_stably(keys: Vec<u8>) {
            let mut expected: Vec<usize> = (0..keys.len()).collect();
            expected.sort_by_key(|at| keys[*at]);
            prop_assert_eq!(sorted(keys.len(), &mut |a, b| keys[a] < keys[b]), expected);
        }
    }
}
