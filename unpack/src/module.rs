//! Goes through a module of WebAssembly while it is unpacked.
//!
//! It is read as what it is: sections, and in its code instructions with their numbers. What an instruction leaves on the stack is
//! followed, since it tells much of what comes next. A general compressor, which knows nothing of the module, needs a half more.

use crate::known::{FEATURES, Feature, Known, contexts};
use crate::model::{LONGEST, Model, Way, mix};
use crate::opcodes::{effect, group};

/// The largest module, in bytes.
pub const LARGEST: usize = 1 << 21;

// The kinds of symbols, by which their alphabets go, too.
const OPCODE: usize = 0;
const PLAIN: usize = 1;
const ALIGNMENT: usize = 2;
const VARIABLES: usize = 3;
const BLOCK: usize = 4;
const LABEL: usize = 5;
const BRANCH: usize = 6;
const LOCAL: usize = 7;
const OTHER: usize = 8;
const CALLEE: usize = 9;
const OFFSET: usize = 10;
const CONSTANT: usize = 11;
const WIDE: usize = 12;
/// Numbers from this kind on are often long: their further digits have alphabets of their own.
const LONG: usize = CALLEE;
const FIRST_DIGITS: usize = 13;
const DIGITS: usize = 17;
/// The alphabets of opcodes go by the opcode before.
const OPCODES: usize = 21;
const ALPHABETS: usize = OPCODES + 18;

const TYPES_SECTION: u32 = 1;
const IMPORTS_SECTION: u32 = 2;
const FUNCTIONS_SECTION: u32 = 3;
const CODE_SECTION: u32 = 10;

/// More values on the stack, blocks, locals, types or functions than these are mistaken for others.
const HEIGHT: usize = 1 << 12;
const LOCALS: usize = 1 << 12;
const TYPES: usize = 1 << 10;
const FUNCTIONS: usize = 1 << 14;

/// What is known of a value on the stack.
#[derive(Clone, Copy)]
struct Value {
    /// Its type, and the opcode that put it there.
    kind: u32,
    number: u32,
    /// What it comes from, through locals.
    from: u32,
    /// The types of all values up to it.
    types: u32,
}

const NO_VALUE: Value = Value { kind: 0, number: 0, from: 0, types: 0 };

/// What is known of a local: its type, where it comes from, the offset at which it was last used, and what followed when it was read.
#[derive(Clone, Copy)]
struct Local {
    kind: u8,
    from: u32,
    offset: u32,
    after: u32,
}

const NO_LOCAL: Local = Local { kind: 0, from: 0, offset: 0, after: 0 };

/// A block: how much lay on the stack before it, the opcode it began with, its result, and the opcodes before it.
#[derive(Clone, Copy)]
struct Block {
    floor: usize,
    head: u8,
    result: u32,
    before: u32,
}

const NO_BLOCK: Block = Block { floor: 0, head: 0, result: 0, before: 0 };

pub struct Unpacker<W> {
    pub model: Model<W>,
    pub module: [u8; LARGEST],
    at: usize,
    known: Known,
    opcodes: u64,
    deeds: u64,
    numbers: [[u32; 2]; OPCODES],
    recent: [u32; 3],
    word: u32,
    section: u32,
    section_at: usize,
    stack: [Value; HEIGHT],
    height: usize,
    blocks: [Block; HEIGHT],
    nesting: usize,
    since: u32,
    locals: [Local; LOCALS],
    declared: usize,
    last_get: usize,
    /// Where each type's parameters stand in the module, how many they are, and its result.
    types: [(u32, u32, u8); TYPES],
    type_count: usize,
    functions: [u32; FUNCTIONS],
    function_count: usize,
}

impl<W: Way> Unpacker<W> {
    pub const fn new(way: W) -> Self {
        Self {
            model: Model::new(way),
            module: [0; LARGEST],
            at: 0,
            known: [0; FEATURES],
            opcodes: 0,
            deeds: 0,
            numbers: [[0; 2]; OPCODES],
            recent: [0; 3],
            word: 0,
            section: 0,
            section_at: 0,
            stack: [NO_VALUE; HEIGHT],
            height: 0,
            blocks: [NO_BLOCK; HEIGHT],
            nesting: 0,
            since: 0,
            locals: [NO_LOCAL; LOCALS],
            declared: 0,
            last_get: 0,
            types: [(0, 0, 0); TYPES],
            type_count: 0,
            functions: [0; FUNCTIONS],
            function_count: 0,
        }
    }

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
                let mut given = [0; crate::known::CONTEXTS];
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

    fn put(&mut self, byte: u8) {
        self.module[self.at % LARGEST] = byte;
        self.at += 1;
    }

    fn set(&mut self, feature: Feature, value: u32) {
        self.known[feature as usize] = value;
    }

    /// A byte outside of code, or of a constant with a fraction.
    fn plain(&mut self) -> u8 {
        let last = self.model.recent as u8;
        let is_letter = last.is_ascii_alphabetic() || last == b'_' || last > 127;
        self.word = if is_letter { mix(self.word, u32::from(last)) } else { 0 };
        self.set(Feature::Word, self.word);
        self.set(Feature::Section, self.section);
        self.set(Feature::Place, (self.at - self.section_at) as u32 % 4);
        self.symbols();
        let value = self.model.symbol(PLAIN, &contexts(&self.known, PLAIN), 0);
        self.put(value);
        value
    }

    /// The features of the last symbols.
    fn symbols(&mut self) {
        let recent = self.model.recent;
        let [one, other] = [recent as u32, (recent >> 32) as u32];
        self.set(Feature::Sym1, one & 0xff);
        self.set(Feature::Sym2, one & 0xffff);
        self.set(Feature::Sym3, one & 0xff_ffff);
        self.set(Feature::Sym4, one);
        self.set(Feature::Sym6, mix(one, other & 0xffff));
        self.set(Feature::Sym8, mix(one, other));
    }

    /// What was pushed `under` the top: 0 is the top itself. Nothing, where this block has put nothing there.
    fn value(&self, under: usize) -> Value {
        let floor = self.blocks[self.nesting % HEIGHT].floor;
        if self.height > floor + under { self.stack[(self.height - 1 - under) % HEIGHT] } else { NO_VALUE }
    }

    /// The offset at which a value was last read or written, if it comes from a local.
    fn offset_of(&self, value: Value) -> u32 {
        let opcode = value.kind >> 8;
        if opcode == 0x20 { self.locals[value.number as usize % LOCALS].offset } else { !0 }
    }

    /// Gathers what is known before a symbol in code.
    fn look(&mut self, kind: usize) -> [u32; crate::known::CONTEXTS] {
        self.symbols();
        let [last, before] = self.numbers[kind];
        self.set(Feature::Last1, last);
        self.set(Feature::Last2, mix(last, before));
        let [one, two, three] = [self.value(0), self.value(1), self.value(2)];
        let block = self.blocks[self.nesting % HEIGHT];
        let taken = self.stack[self.height % HEIGHT];
        let held = self.locals[self.last_get];
        self.set(Feature::Nest, self.nesting as u32);
        self.set(Feature::Block, u32::from(block.head) | block.result << 8);
        self.set(Feature::Before, block.before);
        self.set(Feature::Since, self.since.min(31));
        self.set(Feature::Depth, self.height.saturating_sub(block.floor) as u32);
        self.set(Feature::Types, one.types);
        self.set(Feature::Top, one.kind);
        self.set(Feature::TopNum, mix(one.kind, one.number));
        self.set(Feature::BelowNum, mix(two.kind, two.number));
        self.set(Feature::Top2, mix(one.kind, two.kind));
        self.set(Feature::Top2Num, mix(mix(one.kind, one.number), mix(two.kind, two.number)));
        self.set(Feature::Top3, mix(mix(one.kind, two.kind), three.kind));
        self.set(Feature::From1, one.from);
        self.set(Feature::From2, two.from);
        self.set(Feature::From12, mix(one.from, two.from));
        self.set(Feature::From123, mix(mix(one.from, two.from), three.from));
        self.set(Feature::TopAt, self.offset_of(one));
        self.set(Feature::TakenAt, self.offset_of(taken));
        self.set(Feature::After, if self.opcodes as u8 == 0x20 { held.after } else { !0 });
        self.set(Feature::Held, held.from);
        self.set(Feature::Taken, taken.kind);
        self.set(Feature::TakenNum, mix(taken.kind, taken.number));
        self.set(Feature::TakenFrom, taken.from);
        contexts(&self.known, kind)
    }

    fn opcode(&mut self, kind: usize) -> u8 {
        let given = self.look(kind);
        let alphabet = if kind == OPCODE { OPCODES + group(self.opcodes as u8) as usize } else { kind };
        let code = self.model.symbol(alphabet, &given, 0);
        self.put(code);
        code
    }

    /// A number behind an opcode (LEB128): how many digits there are, where there are more than one; then the highest first.
    fn number(&mut self, kind: usize, role: u32) -> u32 {
        let given = self.look(kind);
        let mut value = u32::from(self.model.symbol(kind, &given, role));
        if value < 128 {
            self.put(value as u8);
        } else {
            let digits = value as usize - 126;
            value = 0;
            for left in (0..digits).rev() {
                let is_first = left == digits - 1;
                let alphabet =
                    if kind < LONG { kind } else { kind - LONG + if is_first { FIRST_DIGITS } else { DIGITS } };
                let digit =
                    self.model.symbol(alphabet, &given, mix(value, 4 + (left + digits * 16) as u32 + role * 1024));
                self.module[(self.at + left) % LARGEST] = if is_first { digit } else { digit | 128 };
                value = value << 7 | u32::from(digit);
            }
            self.at += digits;
        }
        self.numbers[kind] = [value, self.numbers[kind][0]];
        self.recent = [value << 5 | kind as u32, self.recent[0], self.recent[1]];
        let [one, two, three] = self.recent;
        self.set(Feature::Num1, one);
        self.set(Feature::Num2, mix(one, two));
        self.set(Feature::Num3, mix(mix(one, two), three));
        if kind == CONSTANT && value >> 17 != 0 && value >> 21 == 0 {
            self.set(Feature::Addr2, mix(value, self.known[Feature::Addr1 as usize]));
            self.set(Feature::Addr1, value);
        }
        value
    }

    fn several(&mut self, kind: usize, count: u32) {
        for _ in 0..count {
            self.number(kind, 0);
        }
    }

    fn take(&mut self, count: usize) {
        self.height = self.height.saturating_sub(count).max(self.blocks[self.nesting % HEIGHT].floor);
    }

    fn give(&mut self, kind: u32, number: u32, from: u32) {
        let types = mix(self.value(0).types, kind);
        let kind = kind | (self.opcodes as u32 & 0xff) << 8;
        self.stack[self.height % HEIGHT] = Value { kind, number, from, types };
        self.height += 1;
    }

    /// A call of a function of a type.
    fn call(&mut self, kind: u32, number: u32) {
        let (_, parameters, result) = self.types[kind as usize % TYPES];
        self.take(parameters as usize);
        if result != 0 {
            self.give(u32::from(result), number, 0x10 | number << 8);
        }
    }

    /// An instruction (WebAssembly Core Specification, 5.4).
    fn instruction(&mut self) {
        self.model.search();
        let before = self.opcodes as u8;
        let code = self.opcode(OPCODE);
        if before == 0x20 {
            self.locals[self.last_get].after = u32::from(code);
        }
        self.since += 1;
        self.opcodes = self.opcodes << 8 | u64::from(code);
        let [one, other] = [self.opcodes as u32, (self.opcodes >> 32) as u32];
        self.set(Feature::Op1, one & 0xff);
        self.set(Feature::Op2, one & 0xffff);
        self.set(Feature::Op3, one & 0xff_ffff);
        self.set(Feature::Op4, one);
        self.set(Feature::Op6, mix(one, other & 0xffff));
        self.set(Feature::Op8, mix(one, other));
        if code != 0x20 {
            self.deeds = self.deeds << 8 | u64::from(code);
            let [one, other] = [self.deeds as u32, (self.deeds >> 32) as u32];
            self.set(Feature::Deed1, one & 0xff);
            self.set(Feature::Deed2, one & 0xffff);
            self.set(Feature::Deed4, one);
            self.set(Feature::Deed8, mix(one, other));
        }
        let top = self.value(0);
        let second = self.value(1);
        if code == 0x0b {
            let block = self.blocks[self.nesting % HEIGHT];
            self.height = block.floor;
            self.nesting -= 1;
            self.since = 0;
            if block.result > 0x40 {
                self.give(block.result, 0, 0x0b);
            }
            return;
        }
        let (takes, gives) = effect(code);
        self.take(takes as usize);
        let mut number = 0;
        let mut from = u32::from(code);
        match code {
            0x02..=0x04 => {
                let result = self.number(BLOCK, 0);
                self.nesting += 1;
                let before = one >> 8 & 0xffff;
                self.blocks[self.nesting % HEIGHT] = Block { floor: self.height, head: code, result, before };
                self.since = 0;
            }
            0x05 => self.height = self.blocks[self.nesting % HEIGHT].floor,
            0x0c | 0x0d => {
                self.number(LABEL, 0);
            }
            0x0e => {
                let count = self.number(BRANCH, 1);
                self.several(BRANCH, count + 1);
            }
            0x10 => {
                let callee = self.number(CALLEE, 0);
                self.set(Feature::Call2, mix(self.known[Feature::Call1 as usize], callee));
                self.set(Feature::Call1, callee);
                self.call(self.functions[callee as usize % FUNCTIONS], callee);
            }
            0x11 => {
                self.take(1);
                let kind = self.number(OTHER, 0);
                self.call(kind, 0);
                self.number(OTHER, 0);
            }
            0x20..=0x22 => {
                number = self.number(LOCAL, 0);
                let index = number as usize % LOCALS;
                if code == 0x20 {
                    self.last_get = index;
                    self.set(Feature::Get2, mix(number, self.known[Feature::Get1 as usize]));
                    self.set(Feature::Get1, number);
                    from = self.locals[index].from;
                    self.give(u32::from(self.locals[index].kind), number, from);
                } else {
                    from = top.from;
                    self.locals[index].from = from;
                    self.set(Feature::Set, number);
                }
            }
            0x28..=0x3e => {
                // The alignment nearly always goes with the opcode.
                self.opcode(ALIGNMENT);
                number = self.number(OFFSET, 0);
                from = u32::from(code) | number << 8;
                let base = self.stack[self.height % HEIGHT];
                let opcode = base.kind >> 8;
                if opcode == 0x20 {
                    self.locals[base.number as usize % LOCALS].offset = number.wrapping_add(1);
                }
            }
            0x41 => {
                number = self.number(CONSTANT, 0);
                from = u32::from(code) | number << 8;
            }
            0x42 => number = self.number(WIDE, 0),
            0x43 | 0x44 => {
                for _ in 0..if code == 0x43 { 4 } else { 8 } {
                    self.plain();
                }
            }
            0xfc => {
                let bulk = self.opcode(ALIGNMENT);
                if bulk > 7 {
                    self.several(OTHER, if bulk % 2 == 0 { 2 } else { 1 });
                }
            }
            0x23..=0x26 | 0x3f | 0x40 | 0xd0 | 0xd2 => number = self.number(OTHER, 0),
            _ => {}
        }
        // What follows is never run.
        if matches!(code, 0x00 | 0x0c | 0x0e | 0x0f) {
            self.height = self.blocks[self.nesting % HEIGHT].floor;
        }
        if gives != 0 {
            self.give(if code == 0x1b { second.kind & 0xff } else { u32::from(gives) }, number, from);
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

    /// A function's locals and instructions.
    fn body(&mut self, index: usize) {
        let start = self.at;
        let kind = self.functions[index % FUNCTIONS];
        let (place, parameters, _) = self.types[kind as usize % TYPES];
        let used = self.declared.min(LOCALS);
        self.locals[..used].fill(NO_LOCAL);
        self.last_get = 0;
        self.declared = 0;
        for parameter in place..place + parameters {
            self.declare(self.module[parameter as usize % LARGEST]);
        }
        self.set(Feature::Type, kind);
        self.set(Feature::Func, index as u32);
        for _ in 0..self.number(VARIABLES, 1) {
            let many = self.number(VARIABLES, 2);
            let kind = self.number(VARIABLES, 3);
            for _ in 0..many {
                self.declare(kind as u8);
            }
        }
        self.set(Feature::Locals, self.declared as u32);
        self.set(Feature::Get1, 0);
        self.set(Feature::Get2, 0);
        self.set(Feature::Set, 0);
        self.height = 0;
        self.nesting = 1;
        self.since = 0;
        self.blocks[1] = NO_BLOCK;
        while self.nesting > 0 && self.at < LARGEST {
            self.instruction();
        }
        self.insert_length(start);
    }

    fn declare(&mut self, kind: u8) {
        self.locals[self.declared % LOCALS].kind = kind;
        self.declared += 1;
    }

    /// A function's length stands in front of it.
    fn insert_length(&mut self, start: usize) {
        let length = self.at - start;
        let mut digits = 1;
        while length >> (7 * digits) != 0 {
            digits += 1;
        }
        for at in (start..self.at).rev() {
            self.module[(at + digits) % LARGEST] = self.module[at % LARGEST];
        }
        for digit in 0..digits {
            self.module[(start + digit) % LARGEST] =
                (length >> (7 * digit) & 127) as u8 | if digit < digits - 1 { 128 } else { 0 };
        }
        self.at += digits;
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
