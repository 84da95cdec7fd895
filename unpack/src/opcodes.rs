//! What opcodes of WebAssembly tell of what comes next. It need not be exact: what is wrong here costs some foresight only.

/// The opcodes with which another group begins: each group has an alphabet of its own for the opcode behind.
const GROUPS: [u8; 17] = [2, 4, 5, 0x0b, 0x0c, 0x10, 0x11, 0x20, 0x21, 0x22, 0x23, 0x28, 0x36, 0x41, 0x42, 0x45, 0x67];

/// The types of values, as WebAssembly numbers them: whole numbers of 32 and of 64 bits, and those with a fraction, of which one
/// type stands for both.
const INT: u8 = 127;
const LONG: u8 = 126;
const FLOAT: u8 = 124;

/// What opcodes do to the stack: from which opcode on, how much they take, and of what type they put something there, or 0.
#[rustfmt::skip]
const EFFECTS: [(u8, u8, u8); 41] = [
    (0x04, 1, 0), (0x05, 0, 0), (0x0d, 1, 0), (0x0f, 0, 0), (0x1a, 1, 0), (0x1b, 3, INT), (0x1d, 0, 0), (0x21, 1, 0),
    (0x22, 0, 0), (0x23, 0, INT), (0x24, 1, 0), (0x28, 1, INT), (0x29, 1, LONG), (0x2a, 1, FLOAT), (0x2c, 1, INT),
    (0x30, 1, LONG), (0x36, 2, 0), (0x3f, 0, INT), (0x40, 1, INT), (0x41, 0, INT), (0x42, 0, LONG), (0x43, 0, FLOAT),
    (0x45, 1, INT), (0x46, 2, INT), (0x50, 1, INT), (0x51, 2, INT), (0x67, 1, INT), (0x6a, 2, INT), (0x79, 1, LONG),
    (0x7c, 2, LONG), (0x8b, 1, FLOAT), (0xa0, 2, FLOAT), (0xa7, 1, INT), (0xac, 1, LONG), (0xb2, 1, FLOAT), (0xbc, 1, INT),
    (0xbd, 1, LONG), (0xbe, 1, FLOAT), (0xc0, 1, INT), (0xc2, 1, LONG), (0xfc, 3, 0),
];

/// The group that an opcode belongs to.
pub(crate) const fn group(opcode: u8) -> u32 {
    let mut group = 0;
    while group < GROUPS.len() && GROUPS[group] <= opcode {
        group += 1;
    }
    group as u32
}

/// How much an opcode takes from the stack, and the type that it puts there, or 0.
pub(crate) const fn effect(opcode: u8) -> (u8, u8) {
    let mut at = EFFECTS.len();
    while at > 0 {
        at -= 1;
        if EFFECTS[at].0 <= opcode {
            return (EFFECTS[at].1, EFFECTS[at].2);
        }
    }
    (0, 0)
}
