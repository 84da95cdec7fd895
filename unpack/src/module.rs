//! Goes through a module of WebAssembly while it is unpacked.
//!
//! It is read as what it is: sections, and in its code instructions with their numbers. What an instruction leaves on the stack is
//! followed, since it tells much of what comes next. A general compressor, which knows nothing of the module, needs a half more.

mod code;
mod sections;

use crate::known::{CONTEXTS, FEATURES, Feature, Known, contexts};
use crate::model::{Model, Way, mix};
use crate::opcodes::group;

/// The largest module, in bytes.
const LARGEST: usize = 1 << 21;

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

/// What unpacks a module.
pub struct Unpacker<W> {
    /// What foresees its symbols.
    pub model: Model<W>,
    /// The module, once it is unpacked.
    pub module: [u8; LARGEST],
    at: usize,
    known: Known,
    opcodes: u64,
    deeds: u64,
    numbers: [[u32; 2]; OPCODES],
    word: u32,
    section: u32,
    section_at: usize,
    stack: [Value; HEIGHT],
    height: usize,
    blocks: [Block; HEIGHT],
    nesting: usize,
    since: u32,
    callee: u32,
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
    /// An unpacker by a coder.
    pub const fn new(way: W) -> Self {
        Self {
            model: Model::new(way),
            module: [0; LARGEST],
            at: 0,
            known: [0; FEATURES],
            opcodes: 0,
            deeds: 0,
            numbers: [[0; 2]; OPCODES],
            word: 0,
            section: 0,
            section_at: 0,
            stack: [NO_VALUE; HEIGHT],
            height: 0,
            blocks: [NO_BLOCK; HEIGHT],
            nesting: 0,
            since: 0,
            callee: 0,
            locals: [NO_LOCAL; LOCALS],
            declared: 0,
            last_get: 0,
            types: [(0, 0, 0); TYPES],
            type_count: 0,
            functions: [0; FUNCTIONS],
            function_count: 0,
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
    fn look(&mut self, kind: usize) -> [u32; CONTEXTS] {
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
        self.set(Feature::Top2, mix(one.kind, two.kind));
        self.set(Feature::Top3, mix(mix(one.kind, two.kind), three.kind));
        self.set(Feature::From1, one.from);
        self.set(Feature::From12, mix(one.from, two.from));
        self.set(Feature::TopAt, self.offset_of(one));
        self.set(Feature::TakenAt, self.offset_of(taken));
        self.set(Feature::After, if self.opcodes as u8 == 0x20 { held.after } else { !0 });
        self.set(Feature::Held, held.from);
        self.set(Feature::Taken, taken.kind);
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
        value
    }
}
