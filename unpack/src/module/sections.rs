//! A module's sections, the trees before them, and what of them functions need.

use super::{ALPHABETS, FUNCTIONS, LARGEST, TYPES, Unpacker};
use crate::known::CONTEXTS;
use crate::model::{LONGEST, Way, mix};

const TYPES_SECTION: u32 = 1;
const IMPORTS_SECTION: u32 = 2;
const FUNCTIONS_SECTION: u32 = 3;
const CODE_SECTION: u32 = 10;

impl<W: Way> Unpacker<W> {
    /// Unpacks a module of so many bytes.
    pub fn unpack(&mut self, size: usize) {
        self.model.start();
        self.read_trees();
        for _ in 0..8 {
            self.plain();
        }
        while self.at < size {
            self.section = u32::from(self.plain());
            let length = self.count() as usize;
            let start = self.at;
            self.section_at = start;
            if self.section == CODE_SECTION {
                let bodies = self.count() as usize;
                // Imported functions come first.
                for index in self.function_count.saturating_sub(bodies)..self.function_count {
                    self.body(index);
                }
            } else {
                while self.at < start + length {
                    self.plain();
                }
                if self.section > 0 && self.section <= FUNCTIONS_SECTION {
                    self.learn(start);
                }
            }
        }
    }

    /// The trees come first: the length of each path, foreseen by the lengths before it, and those of its neighbours in other trees.
    fn read_trees(&mut self) {
        let mut flat = [0; 256];
        flat[..LONGEST].fill(4);
        self.model.plant(0, &flat);
        let mut before = [0; 256];
        for alphabet in 1..ALPHABETS {
            let mut lengths = [0; 256];
            let mut last = [0, 0];
            for index in 0..256 {
                let mut given = [0; CONTEXTS];
                given[0] = mix(last[0] * 16 + last[1], 1);
                given[1] = mix(index as u32, 2);
                given[2] = mix(index as u32 >> 4, 3 + last[0]);
                given[3] = mix(u32::from(before[index]) * 16 + last[0], 4);
                lengths[index] = self.model.symbol(0, &given, 0);
                last = [u32::from(lengths[index]), last[0]];
            }
            self.model.plant(alphabet, &lengths);
            before = lengths;
        }
    }

    /// A number outside of code.
    fn count(&mut self) -> u32 {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let digit = self.plain();
            value |= u32::from(digit & 127) << (shift & 31);
            if digit < 128 {
                break;
            }
        }
        value
    }

    /// Reads from a section what functions take and give.
    fn learn(&mut self, start: usize) {
        let mut place = start;
        for _ in 0..self.read(&mut place) {
            if self.section == TYPES_SECTION {
                place += 1;
                let parameters = self.read(&mut place);
                let first = place as u32;
                place += parameters as usize;
                let results = self.read(&mut place);
                let result = if results > 0 { self.module[place % LARGEST] } else { 0 };
                place += results as usize;
                self.types[self.type_count % TYPES] = (first, parameters, result);
                self.type_count += 1;
            } else {
                if self.section == IMPORTS_SECTION {
                    for _ in 0..2 {
                        place += self.read(&mut place) as usize;
                    }
                    place += 1;
                }
                self.functions[self.function_count % FUNCTIONS] = self.read(&mut place);
                self.function_count += 1;
            }
        }
    }

    fn read(&self, place: &mut usize) -> u32 {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let digit = self.module[*place % LARGEST];
            *place += 1;
            value |= u32::from(digit & 127) << (shift & 31);
            if digit < 128 {
                break;
            }
        }
        value
    }
}
