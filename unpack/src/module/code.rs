//! A module's code: functions, and instructions with what they do to the stack.

use super::{
    ALIGNMENT, BLOCK, BRANCH, Block, CALLEE, CONSTANT, FUNCTIONS, HEIGHT, LABEL, LARGEST, LOCAL, LOCALS, NO_BLOCK,
    NO_LOCAL, OFFSET, OPCODE, OTHER, TYPES, Unpacker, VARIABLES, Value, WIDE,
};
use crate::known::Feature;
use crate::model::{Way, mix};
use crate::opcodes::effect;

impl<W: Way> Unpacker<W> {
    /// A function's locals and instructions.
    pub(super) fn body(&mut self, index: usize) {
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
        self.set(Feature::Get, 0);
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

    pub(super) fn declare(&mut self, kind: u8) {
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
                self.set(Feature::Calls, mix(self.callee, callee));
                self.callee = callee;
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
                    self.set(Feature::Get, number);
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
                    self.several(OTHER, if bulk.is_multiple_of(2) { 2 } else { 1 });
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
}
