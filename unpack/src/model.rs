//! The model by which the core is packed and unpacked: how likely each symbol is where it stands.
//!
//! Each symbol is a path down a tree; at each fork the model says how likely the path goes on to the right, and an arithmetic
//! coder takes the less space the better that was foreseen. Each of some contexts (what came before, in so many ways) remembers
//! how it went on at each fork where the same came before. What they say is weighed and added up; what it says that a way was gone
//! so and so often, and how much each context is worth, is learned on the way. Nothing is reckoned but by the four basic
//! operations, so every engine foresees the same.

use crate::known::CONTEXTS;

/// What is said at a fork: by the contexts that are given, and by how it went on where the same came before for longest.
const SAID: usize = CONTEXTS + 1;

/// What is kept for each of them lies in a row of so many.
const ROW: usize = 8;

/// A path is shorter than this.
pub const LONGEST: usize = 16;

/// How many alphabets there may be, and symbols in each.
const ALPHABETS: usize = 64;
const SYMBOLS: usize = 256;

/// The kinds of alphabets: each is its own, but that from the last on they are one.
const KINDS: usize = 22;

/// What contexts remember is kept in so many places. They share them: each says whose it is, and the last one has it.
const PLACES: usize = 1 << 21;

/// A state: how often each way was gone, up to 15 times, both in one byte.
const STATES: usize = 256;

/// What was lately counts for more: of so many times that the other way was gone, so many are kept in mind.
const KEPT: [u8; 16] = [0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7];

/// What is foreseen is the logarithm of the odds, by this unit. The surest is that the other way is e^11 times as unlikely.
const UNIT: f32 = 256.0;
const SUREST: usize = 11 * 256;

/// What was foreseen but for this error teaches nothing that is worth the time.
const KNOWN: f32 = 0.02;

/// How fast is learned what a state says, and what a context is worth.
const SAY_RATE: f32 = 0.12 * UNIT;
const FORK_RATE: f32 = 0.006 / UNIT;
const RUN_RATE: f32 = 0.004 / UNIT;

/// So many symbols and places of them are remembered: more are mistaken for others.
const REMEMBERED: usize = 1 << 22;
const LATEST: usize = 1 << 16;

/// The longest run that is told from longer ones, and the shortest that is one.
const LONG_RUN: usize = 31;
const RUN: usize = 6;

/// The way to go at a fork: what a coder reads or writes.
pub trait Way {
    /// 1 or 0, for 1 of which the chance is so many 65,536ths. `starts` says that a symbol of the alphabet begins.
    fn go(&mut self, chance: u32, alphabet: usize, starts: bool) -> u32;
}

/// Mixes two numbers.
pub const fn mix(one: u32, other: u32) -> u32 {
    let mixed = (one ^ other.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0x9e37_79b1);
    mixed ^ (mixed >> 15)
}

/// A loop over all that is said at a fork, written out: what takes the most time is not what is to be small.
macro_rules! for_all {
    ($index:ident, $work:block) => {
        for_all!($index, $work, 0 1 2 3 4 5 6)
    };
    ($index:ident, $work:block, $($number:literal)*) => {
        const _: () = assert!([$($number),*].len() == SAID);
        $({
            let $index: usize = $number;
            $work
        })*
    };
}

/// A symbol's first forks lie in one line of a processor's cache.
#[repr(align(64))]
struct Places([u16; PLACES]);

/// What the model has learned. It is large, and all zeros before `start`.
pub struct Model<W> {
    /// The coder.
    pub way: W,
    /// The trees of the alphabets: for each fork where its two ways lead, to another fork or, below zero, to a symbol.
    trees: [[i16; 2 * SYMBOLS]; ALPHABETS],
    /// What contexts remember: how often each way was gone, and whose the place is (the upper byte).
    places: Places,
    /// What follows a state, by the way that is gone.
    next: [[u8; STATES]; 2],
    /// What each state says in each context.
    says: [[[f32; STATES]; SAID]; KINDS],
    /// What each context is worth, by the fork, and by how long the same came before.
    by_fork: [[f32; ROW]; ALPHABETS * SYMBOLS],
    by_run: [[f32; ROW]; KINDS * 32],
    /// The chance of 65,536 that belongs to each sum: the logistic function.
    chances: [u32; 2 * SUREST],
    /// The symbols so far.
    symbols: [u8; REMEMBERED],
    at: usize,
    /// Where the same symbols were last; from there on they may be the same again.
    latest: [u32; LATEST],
    from: usize,
    run: usize,
    /// The last eight symbols, the last one lowest.
    pub recent: u64,
}

impl<W: Way> Model<W> {
    /// A model that has yet to be started.
    pub const fn new(way: W) -> Self {
        Self {
            way,
            trees: [[0; 2 * SYMBOLS]; ALPHABETS],
            places: Places([0; PLACES]),
            next: [[0; STATES]; 2],
            says: [[[0.0; STATES]; SAID]; KINDS],
            by_fork: [[0.0; ROW]; ALPHABETS * SYMBOLS],
            by_run: [[0.0; ROW]; KINDS * 32],
            chances: [0; 2 * SUREST],
            symbols: [0; REMEMBERED],
            at: 0,
            latest: [0; LATEST],
            from: 0,
            run: 0,
            recent: 0,
        }
    }

    /// Makes the tables. They are made by arithmetic that is the same everywhere.
    pub fn start(&mut self) {
        // What is multiplied each time is e^(1/256).
        let mut odds: f64 = 1.0;
        for sum in 0..SUREST {
            let chance = odds / (1.0 + odds);
            let chance = ((chance * 65_536.0) as u32).min(65_535);
            self.chances[SUREST + sum] = chance;
            self.chances[SUREST - 1 - sum] = 65_536 - chance;
            odds *= 1.003_913_889_338_347_5;
        }
        let mut said = [0.0; STATES];
        for (state, said) in said.iter_mut().enumerate().skip(1) {
            let (right, left) = (state >> 4, state & 15);
            self.next[1][state] = ((right + 1).min(15) << 4) as u8 | KEPT[left];
            self.next[0][state] = KEPT[right] << 4 | (left + 1).min(15) as u8;
            *said = self.logarithm((right as f32 + 0.15) / ((right + left) as f32 + 0.3)) * 1.2;
        }
        self.next[1][0] = 16;
        self.next[0][0] = 1;
        self.says = [[said; SAID]; KINDS];
        self.by_fork = [[0.25; ROW]; ALPHABETS * SYMBOLS];
    }

    /// The logarithm of a chance's odds, by the unit.
    fn logarithm(&self, chance: f32) -> f32 {
        let sum = self.chances.iter().take_while(|one| (**one as f32) < chance * 65_536.0).count();
        sum as f32 - SUREST as f32
    }

    /// Gives an alphabet the tree in which each symbol's path has the length given. Forks are counted level by level.
    pub fn plant(&mut self, alphabet: usize, lengths: &[u8; SYMBOLS]) {
        let tree = &mut self.trees[alphabet % ALPHABETS];
        let mut ways = 0;
        let mut next = 1;
        let mut left = 2;
        for length in 1..LONGEST {
            for (symbol, _) in lengths.iter().enumerate().filter(|(_, own)| **own as usize == length) {
                tree[ways % (2 * SYMBOLS)] = !(symbol as i16);
                ways += 1;
                left -= 1;
            }
            for _ in 0..left {
                tree[ways % (2 * SYMBOLS)] = next;
                ways += 1;
                next += 1;
            }
            left *= 2;
        }
    }

    /// The next symbol. `digit` is mixed into all contexts.
    pub fn symbol(&mut self, alphabet: usize, contexts: &[u32; CONTEXTS], digit: u32) -> u8 {
        let alphabet = alphabet % ALPHABETS;
        let repeated = self.symbols[self.from % REMEMBERED];
        self.from += 1;
        let mut bases = [0; SAID];
        for index in 0..CONTEXTS {
            bases[index] = (contexts[index] ^ digit.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0x9e37_79b1);
        }
        let followed = if self.run > 0 { repeated as usize } else { 512 + alphabet };
        bases[CONTEXTS] = mix(self.run as u32, followed as u32).wrapping_mul(0x9e37_79b1);
        let kind = alphabet.min(KINDS - 1);
        let by_run = &mut self.by_run[kind * 32 + self.run % 32];
        let mut fork = 0;
        let mut starts = true;
        loop {
            let mut states = [0; SAID];
            let mut sums = [SUREST as f32, 0.0];
            let says = &mut self.says[kind];
            let by_fork = &mut self.by_fork[alphabet * SYMBOLS + fork % SYMBOLS];
            for_all!(index, {
                let base = bases[index];
                let found = self.places.0[place(base, fork)];
                let state = if found >> 8 == owner(base) { found as usize % STATES } else { 0 };
                states[index] = state;
                sums[index % 2] += says[index][state] * (by_fork[index] + by_run[index]);
            });
            let chance = self.chances[((sums[0] + sums[1]) as i32).clamp(0, 2 * SUREST as i32 - 1) as usize];
            let way = self.way.go(chance, alphabet, starts);
            starts = false;
            let error = (way << 16).wrapping_sub(chance) as i32 as f32 * (1.0 / 65_536.0);
            if !(-KNOWN..=KNOWN).contains(&error) {
                let next = &self.next[way as usize % 2];
                for_all!(index, {
                    let state = states[index];
                    let base = bases[index];
                    self.places.0[place(base, fork)] = owner(base) << 8 | u16::from(next[state]);
                    let said = &mut says[index][state];
                    let worth = by_fork[index] + by_run[index];
                    by_fork[index] += error * *said * FORK_RATE;
                    by_run[index] += error * *said * RUN_RATE;
                    *said += error * worth * SAY_RATE;
                });
            }
            let next = self.trees[alphabet][(2 * fork + way as usize) % (2 * SYMBOLS)];
            if next < 0 {
                return self.remember(!next as u8, repeated);
            }
            fork = next as usize;
        }
    }

    fn remember(&mut self, value: u8, repeated: u8) -> u8 {
        self.run = if self.run > 0 && repeated == value { (self.run + 1).min(LONG_RUN) } else { 0 };
        self.symbols[self.at % REMEMBERED] = value;
        self.at += 1;
        self.recent = self.recent << 8 | u64::from(value);
        value
    }

    /// Looks where the last symbols were before: the next ones may be the same.
    pub fn search(&mut self) {
        let key = mix(self.recent as u32, (self.recent >> 32) as u32 & 0xffff) as usize % LATEST;
        if self.run == 0 {
            self.from = self.latest[key] as usize;
            while self.run < LONG_RUN
                && self.from > self.run
                && self.symbols[(self.from - 1 - self.run) % REMEMBERED]
                    == self.symbols[(self.at - 1 - self.run) % REMEMBERED]
            {
                self.run += 1;
            }
            if self.run < RUN {
                self.run = 0;
            }
        }
        self.latest[key] = self.at as u32;
    }
}

/// Where a context remembers a fork.
fn place(base: u32, fork: usize) -> usize {
    ((base >> 10) as usize ^ fork) % PLACES
}

/// Whose a place is.
fn owner(base: u32) -> u16 {
    (base & 255) as u16
}
