//! What is known before a symbol, and which of it together is a context. The contexts were found by trying.

use crate::model::mix;

/// How many contexts are given for a symbol.
pub(crate) const CONTEXTS: usize = 6;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Something that is known before a symbol.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        pub(crate) enum Feature { $($(#[$doc])* $name,)* }
        /// How many there are.
        pub(crate) const FEATURES: usize = [$(Feature::$name),*].len();

    };
}

features! {
    /// Nothing.
    No,
    /// The last opcodes: as many as the number says.
    Op1, Op2, Op3, Op4, Op6, Op8,
    /// The last opcodes but those that read locals.
    Deed2, Deed4, Deed8,
    /// The last symbols.
    Sym1, Sym2, Sym3, Sym4, Sym6,
    /// The last numbers of the same kind.
    Last1, Last2,
    /// The function: its type, itself, how many locals it has.
    Type, Func, Locals,
    /// The blocks around: how many, what the innermost one is, and the two opcodes before it.
    Nest, Block, Before,
    /// How many instructions are behind the block's beginning or the last end in it.
    Since,
    /// What lies on the stack: how much in this block, the types of all, and what put the first there, the first two and three.
    Depth, Types, Top, Top2, Top3,
    /// From what the first and both come, through locals.
    From1, From12,
    /// The offset at which the first was last read or written, if it is from a local.
    TopAt,
    /// The same of what was just taken from there.
    Taken, TakenFrom, TakenAt,
    /// The locals last set and read; what the latter holds, and what opcode followed when it was last read, if it was read just now.
    Set, Get, Held, After,
    /// The last two functions called.
    Calls,
    /// Outside of code: the word so far, the section, and the place in it by four.
    Word, Section, Place,
}

/// What is known, by feature. Much of it is mixed of more.
pub(crate) type Known = [u32; FEATURES];

/// The kinds of symbols: those with the same number have the same contexts.
pub(crate) const KINDS: usize = 13;

use Feature::*;

/// The contexts of each kind of symbols, each of three features.
#[rustfmt::skip]
const SETS: [[[Feature; 3]; CONTEXTS]; KINDS] = [
    // Opcodes.
    [[Op4, Top3, After], [Sym2, Top2, Block], [Op8, Top2, Op2], [Types, Op1, TopAt], [From12, Op2, Held], [From1, Op1, Top]],
    // Bytes.
    [[Sym3, Section, No], [Sym1, Word, Section], [Sym1, Place, Section], [Sym6, No, No], [Sym2, No, No], [Sym4, No, No]],
    // Alignments.
    [[Op2, No, No], [Deed4, TakenFrom, Block], [Op1, Func, TakenFrom], [Op1, Depth, No], [Op6, Deed8, No], [Sym4, No, No]],
    // Variables.
    [[Last2, No, No], [No, No, No], [Sym4, Deed4, No], [Last1, Type, No], [Last1, Sym2, No], [Last2, Func, No]],
    // Blocks.
    [[Op1, No, No], [Op2, No, No], [Op4, No, No], [Sym2, No, No], [Sym4, No, No], [Op1, Top, No]],
    // Labels.
    [[Nest, Op1, Block], [Op6, Block, Since], [Before, Last1, Block], [Deed4, Before, Block], [Nest, Func, Block], [Sym4, No, No]],
    // Branches.
    [[Last1, No, No], [Last2, No, No], [Last1, Op2, No], [Sym2, No, No], [Sym4, No, No], [Nest, Last1, No]],
    // Locals.
    [[Op2, Get, Type], [Locals, Op1, Depth], [Op6, Last2, Top], [Locals, Block, Calls], [Set, Op3, Last2], [Set, Op2, Block]],
    // Others.
    [[Last1, No, No], [Last2, No, No], [Last1, Op2, No], [Sym2, No, No], [Sym4, No, No], [Types, Last1, No]],
    // Functions that are called.
    [[Top3, Depth, After], [Func, Types, Depth], [Op8, No, No], [Types, Block, Sym1], [Last1, Op2, Depth], [Sym6, From1, No]],
    // Offsets.
    [[TakenAt, Sym2, Taken], [TakenFrom, Sym1, After], [Op6, TakenAt, Deed2], [Calls, TakenFrom, Depth], [Op1, From1, Sym1], [Last1, Deed2, TakenAt]],
    // Constants.
    [[From1, Top, Op1], [Sym3, No, No], [Op6, TopAt, Deed2], [Func, No, No], [Op4, Held, Types], [Op4, Last1, Top2]],
    // Long constants.
    [[Top, Op2, After], [TakenFrom, Top, Op4], [Sym2, Op1, After], [Op6, Last2, No], [Func, After, No], [Sym6, No, No]],
];

/// The contexts of a symbol of a kind.
pub(crate) fn contexts(known: &Known, kind: usize) -> [u32; CONTEXTS] {
    let mut contexts = [0; CONTEXTS];
    for (index, [one, two, three]) in SETS[kind % KINDS].iter().enumerate() {
        let of = |feature: &Feature| known[*feature as usize];
        contexts[index] =
            mix(mix(of(one), of(two)), of(three).wrapping_mul(0x2545_f491).wrapping_add((index * KINDS + kind) as u32));
    }
    contexts
}
