//! The model by which the core is packed and unpacked: how likely each symbol is where it stands.
//!
//! Each symbol is a path down a tree; at each fork the model says how likely the path goes on to the right, and an arithmetic
//! coder takes the less space the better that was foreseen. Each of some contexts (what came before, in so many ways) remembers
//! how it went on at each fork where the same came before. What they say is weighed and added up; how much each is worth, and how
//! far the sum is to be trusted, is learned on the way.

use crate::known::CONTEXTS;

/// What is said at a fork: by the contexts that are given, and by how it went on where the same came before for longest.
const SAID: usize = CONTEXTS + 1;

/// A path is shorter than this.
pub const LONGEST: usize = 16;

/// How many alphabets there may be, and symbols in each.
pub const ALPHABETS: usize = 64;
const SYMBOLS: usize = 256;

/// What contexts remember is kept in so many places. They share them: each says whose it is, and the last one has it.
const PLACES: usize = 1 << 21;

/// How often a way was gone is counted up to this: what was lately counts for more.
const OFTEN: usize = 10;

/// A foresight in 65,536ths as the logarithm of its odds: steps of its table, and of the table back.
const STEPS: usize = 4_096;
const UNIT: f32 = 256.0;
const SUREST: usize = 11 * 256;

/// What was foreseen this well teaches nothing.
const KNOWN: f32 = 0.025;

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

/// What the model has learned. It is large, and all zeros before `start`.
pub struct Model<W> {
    pub way: W,
    /// The trees of the alphabets: for each fork where its two ways lead, to another fork or, below zero, to a symbol.
    trees: [[i16; 2 * SYMBOLS]; ALPHABETS],
    /// What contexts remember: how likely it is to go right in 65,536ths, whose it is, how often it was there (4 bits).
    places: [u32; PLACES],
    /// What each is worth, by how often it was there, by the fork, and by how long the same came before.
    by_count: [[[f32; 16]; SAID]; ALPHABETS],
    by_fork: [[f32; SAID]; ALPHABETS * SYMBOLS],
    by_run: [[f32; SAID]; ALPHABETS * 32],
    odds: [f32; STEPS],
    chances: [f32; 2 * SUREST],
    symbols: [u8; 1 << 22],
    at: usize,
    /// Where the same symbols were last; from there on they may be the same again.
    latest: [u32; 1 << 18],
    from: usize,
    run: usize,
    /// The last eight symbols, the last one lowest.
    pub recent: u64,
}

impl<W: Way> Model<W> {
    pub const fn new(way: W) -> Self {
        Self {
            way,
            trees: [[0; 2 * SYMBOLS]; ALPHABETS],
            places: [0; PLACES],
            by_count: [[[0.0; 16]; SAID]; ALPHABETS],
            by_fork: [[0.0; SAID]; ALPHABETS * SYMBOLS],
            by_run: [[0.0; SAID]; ALPHABETS * 32],
            odds: [0.0; STEPS],
            chances: [0.0; 2 * SUREST],
            symbols: [0; 1 << 22],
            at: 0,
            latest: [0; 1 << 18],
            from: 0,
            run: 0,
            recent: 0,
        }
    }

    /// Makes the tables. They are made by arithmetic that is the same everywhere.
    pub fn start(&mut self) {
        // e^(1/256)
        let mut odds: f64 = 1.0;
        for sum in 0..SUREST {
            let chance = odds / (1.0 + odds);
            self.chances[SUREST + sum] = chance as f32;
            self.chances[SUREST - 1 - sum] = (1.0 - chance) as f32;
            odds *= 1.003_913_889_338_347_5;
        }
        let mut sum = 0;
        for step in 0..STEPS {
            while sum < 2 * SUREST - 1 && self.chances[sum] * (STEPS as f32) < step as f32 + 0.5 {
                sum += 1;
            }
            self.odds[step] = (sum as f32 - SUREST as f32) / UNIT;
        }
        self.odds[STEPS / 2] = 0.0;
        self.by_count = [[[1.2 / SAID as f32; 16]; SAID]; ALPHABETS];
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
        let repeated = self.symbols[self.from % (1 << 22)];
        self.from += 1;
        let mut bases = [0; SAID];
        for index in 0..CONTEXTS {
            bases[index] = mix(contexts[index], digit.wrapping_add(index as u32 * 0x10001)).wrapping_mul(0x9e37_79b1);
        }
        let followed = if self.run > 0 { repeated as usize } else { 512 + alphabet };
        bases[CONTEXTS] = mix(self.run as u32, followed as u32).wrapping_mul(0x9e37_79b1);
        let kind = alphabet.min(21);
        let run = kind * 32 + self.run % 32;
        let mut fork = 0;
        let mut starts = true;
        loop {
            let here = alphabet * SYMBOLS + fork % SYMBOLS;
            let mut places = [0; SAID];
            let mut sides = [0.0_f32; SAID];
            let mut counts = [0; SAID];
            let mut sum = 0.0;
            for index in 0..SAID {
                let base = bases[index];
                let place = ((base >> 10) as usize ^ fork) % PLACES;
                let found = self.places[place];
                let known =
                    if (found ^ (base << 4)) & 0x3ff0 == 0 { found } else { 0x8000_0000 | (base << 4) & 0x3ff0 };
                let count = known as usize % 16;
                let side = self.odds[(known >> 20) as usize % STEPS];
                places[index] = known;
                sides[index] = side;
                counts[index] = count;
                sum += side * (self.by_count[kind][index][count] + self.by_fork[here][index] + self.by_run[run][index]);
            }
            let mixed = self.chances[((sum * UNIT + SUREST as f32) as i32).clamp(0, 2 * SUREST as i32 - 1) as usize];
            let way = self.way.go(((mixed * 65_536.0) as u32).clamp(1, 65_535), alphabet, starts);
            starts = false;
            let gone = way as f32;
            let error = gone - mixed;
            if error > KNOWN || error < -KNOWN {
                for index in 0..SAID {
                    let count = counts[index];
                    let step = sides[index] * error;
                    self.by_count[kind][index][count] += step * 0.001;
                    self.by_fork[here][index] += step * 0.002;
                    self.by_run[run][index] += step * 0.001;
                    let known = places[index];
                    let chance = (known >> 16) as i32;
                    let aim = way as i32 * 65_535;
                    let next = chance + ((aim - chance) * RATES[count] >> 14);
                    let next = next.clamp(32, 65_503) as u32;
                    let more = if count < OFTEN { 1 } else { 0 };
                    self.places[((bases[index] >> 10) as usize ^ fork) % PLACES] =
                        next << 16 | ((known & 0xffff) + more);
                }
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
        self.symbols[self.at % (1 << 22)] = value;
        self.at += 1;
        self.recent = self.recent << 8 | u64::from(value);
        value
    }

    /// Looks where the last symbols were before: the next ones may be the same.
    pub fn search(&mut self) {
        let key = mix(self.recent as u32, (self.recent >> 32) as u32 & 0xffff) as usize % (1 << 18);
        if self.run == 0 {
            self.from = self.latest[key] as usize;
            while self.run < LONG_RUN
                && self.from > self.run
                && self.symbols[(self.from - 1 - self.run) % (1 << 22)]
                    == self.symbols[(self.at - 1 - self.run) % (1 << 22)]
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

/// How much is learned from one fork, in 16,384ths, by how often it was there.
const RATES: [i32; 16] = {
    let mut rates = [0; 16];
    let mut count = 0;
    while count < 16 {
        rates[count as usize] = 163_840 / (12 + 10 * count);
        count += 1;
    }
    rates
};
