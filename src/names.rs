//! Names, numbered: what the core looks up by text (ids, paths, identifiers) it looks up here.
//!
//! One table for all, since the maps of the standard library are compiled anew for each type. Numbers are given in the
//! order in which names come, and every list that is made from them is in that order or sorted: nothing depends on how
//! the table is laid out.

use crate::text;

/// Distinct names, each with its number: 0 for the first that came, then 1, and so on.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// All names, one behind the other.
    text: String,
    /// Where each ends in `text`.
    ends: Vec<usize>,
    /// By hash: the number of the name plus 1, or 0 where there is none. Its length is a power of two.
    slots: Vec<u32>,
}

impl Names {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name of a number; empty where no name has it.
    pub fn name(&self, number: usize) -> &str {
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(number).and_then(|end| self.text.get(start..*end)).unwrap_or_default()
    }

    /// The number of a name, where it is known.
    pub fn find(&self, name: &str) -> Option<usize> {
        (self.slots.get(self.slot_of(name)).copied().unwrap_or(0) as usize).checked_sub(1)
    }

    /// Whether a name is known.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The number of a name, which is made known if it is new.
    pub fn add(&mut self, name: &str) -> usize {
        if let Some(number) = self.find(name) {
            return number;
        }
        let number = self.len();
        self.text.push_str(name);
        self.ends.push(self.text.len());
        // At most half full, or a search would visit many slots.
        if self.ends.len() * 2 > self.slots.len() {
            self.slots = vec![0; (self.slots.len() * 2).max(16)];
            for number in 0..number {
                self.fill(number);
            }
        }
        self.fill(number);
        number
    }

    /// Makes a name known, and says whether it was new.
    pub fn is_new(&mut self, name: &str) -> bool {
        let known = self.len();
        self.add(name) == known
    }

    /// The numbers of all names, sorted by their texts' bytes.
    pub fn sorted(&self) -> Vec<usize> {
        crate::order::sorted(self.len(), &mut |a, b| self.name(a) < self.name(b))
    }

    fn fill(&mut self, number: usize) {
        let slot = self.slot_of(self.name(number));
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = number as u32 + 1;
        }
    }

    /// The slot that holds a name, or the empty one where it belongs.
    fn slot_of(&self, name: &str) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = text::fingerprint(name) as usize & mask;
        while let Some(number) = self.slots.get(slot).and_then(|held| (*held as usize).checked_sub(1)) {
            if self.name(number) == name {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// A value for each name.
#[derive(Debug, Clone, Default)]
pub struct NameMap<V> {
    names: Names,
    values: Vec<V>,
}

impl<V: Default> NameMap<V> {
    /// The names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The value of a name, where it has one.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.names.find(name).and_then(|number| self.values.get(number))
    }

    /// The value of a number.
    pub fn at(&self, number: usize) -> Option<&V> {
        self.values.get(number)
    }

    /// The place of a name's value, which is empty at first.
    pub fn slot(&mut self, name: &str) -> Option<&mut V> {
        let number = self.names.add(name);
        if number == self.values.len() {
            self.values.push(V::default());
        }
        self.values.get_mut(number)
    }

    /// Gives a name a value, in the place of the one that it has.
    pub fn set(&mut self, name: &str, value: V) {
        if let Some(slot) = self.slot(name) {
            *slot = value;
        }
    }

    /// All values, in the order of their names' numbers.
    pub fn values(&self) -> &[V] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn numbers_distinct_names_in_the_order_they_come(words in proptest::collection::vec("[abc\u{e9}]{0,4}", 0..200)) {
            let mut names = Names::default();
            let mut came: Vec<String> = Vec::new();
            for word in &words {
                let known = came.contains(word);
                prop_assert_eq!(names.is_new(word), !known);
                if !known {
                    came.push(word.clone());
                }
                prop_assert_eq!(names.find(word), came.iter().position(|name| name == word));
            }
            prop_assert!(!names.has("none of these"));
            let sorted: Vec<&str> = names.sorted().into_iter().map(|number| names.name(number)).collect();
            let expected: BTreeSet<&str> = words.iter().map(String::as_str).collect();
            prop_assert_eq!(sorted, expected.into_iter().collect::<Vec<_>>());
        }
    }
}
