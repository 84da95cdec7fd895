//! What is known before a symbol, and which of it together is a context. The contexts were found by trying.

use crate::model::mix;

/// How many contexts are given for a symbol.
pub const CONTEXTS: usize = 6;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Something that is known before a symbol.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        pub enum Feature { $($(#[$doc])* $name,)* }
        /// How many there are.
        pub const FEATURES: usize = [$(Feature::$name),*].len();

    };
}

features! {
    /// Nothing.
    No,
    /// The last opcodes: as many as the number says.
    Op1, Op2, Op3, Op4, Op6, Op8,
    /// The last symbols.
    Sym1, Sym2, Sym3, Sym4, Sym6, Sym8,
    /// The last numbers of the same kind.
    Last1, Last2,
    /// The last numbers, with their kinds.
    Num1, Num2, Num3,
    /// The function: its type, itself, how many locals it has.
    Type, Func, Locals,
    /// The blocks around: how many, what the innermost one is, and the two opcodes before it.
    Nest, Block, Before,
    /// How many instructions are behind the block's beginning or the last end in it.
    Since,
    /// What lies on the stack: how much in this block, all types, what opcode (and number) put the first and second there.
    Depth, Types, Top, TopNum, BelowNum, Top2, Top2Num, Top3,
    /// From what the values there come, through locals.
    From1, From2, From12, From123,
    /// The last addresses among constants.
    Addr1, Addr2,
    /// The local last set; those last read.
    Set, Get1, Get2,
    /// The last offset at which what is on top, or was just taken, was read or written.
    TopAt, TakenAt,
    /// What followed when the local was last read.
    After,
    /// The last opcodes but those that read locals.
    Deed1, Deed2, Deed4, Deed8,
    /// The last functions called.
    Call1, Call2,
    /// What the local last read holds.
    Held,
    /// What was just taken from the stack.
    Taken, TakenNum, TakenFrom,
    /// The word so far, and the section, the place in it by four.
    Word, Section, Place,
}

pub type Known = [u32; FEATURES];

/// The kinds of symbols: those with the same number have the same contexts.
pub const KINDS: usize = 13;

use Feature::*;

#[rustfmt::skip]
const SETS: [[[Feature; 3]; CONTEXTS]; KINDS] = [
    // Opcodes.
    [[Op4, Top3, After], [Sym2, Top2, Block], [Op8, Top2, Op2], [Types, Op1, TopAt], [From12, Op2, Held], [From1, Op1, Top]],
    // Bytes.
    [[Sym3, Sym1, Section], [Sym1, Word, Section], [Sym1, Place, Section], [Sym6, Sym1, Sym2], [Sym2, Sym2, No], [Sym4, No, Sym1]],
    // Alignments.
    [[Op1, No, No], [Op2, No, No], [Op4, No, No], [Sym2, No, No], [Sym4, No, No], [Top, Op1, No]],
    // Variables.
    [[Last2, No, No], [No, No, No], [Deed8, Last2, Op4], [Addr2, Last1, No], [Num2, Num1, Sym2], [Deed4, Locals, Locals]],
    // Blocks.
    [[Op1, No, No], [Op2, No, No], [Op4, No, No], [Sym2, No, No], [Sym4, No, No], [Top, Op1, No]],
    // Labels.
    [[Nest, Op1, Block], [Op6, Block, Since], [Before, Last1, Block], [Deed4, Before, Block], [Nest, Func, Block], [Nest, TopAt, No]],
    // Branches.
    [[Last1, No, No], [Last2, No, No], [Last1, Op2, No], [Sym2, No, No], [Sym4, No, No], [Nest, Last1, No]],
    // Locals.
    [[Op2, Get1, Type], [Locals, Op1, Depth], [Op6, Last2, Top], [Locals, Block, Call2], [Set, Op3, Last2], [Op2, Set, Block]],
    // Others.
    [[Last1, No, No], [Last2, No, No], [Last1, Op2, No], [Sym2, No, No], [Sym4, No, No], [Types, Last1, No]],
    // Functions that are called.
    [[Top3, Depth, After], [Func, Types, Depth], [Call2, No, No], [Sym4, No, No], [From123, No, No], [TopNum, BelowNum, No]],
    // Offsets.
    [[TakenAt, Sym2, Taken], [TakenFrom, Sym1, After], [Op6, TakenAt, Deed2], [Call2, TakenFrom, Depth], [Op1, From1, Sym1], [Last1, Deed2, TakenAt]],
    // Constants.
    [[From1, Top, Op1], [Sym3, Sym1, No], [Op6, TopAt, Deed2], [Func, No, No], [Op4, Held, Types], [Op4, Last1, Top2]],
    // Long constants.
    [[Op4, Last1, Types], [Op1, Sym2, No], [Sym4, No, No], [Last2, No, No], [TopNum, Op2, No], [Types, No, No]],
];

/// The contexts of a symbol of a kind.
pub fn contexts(known: &Known, kind: usize) -> [u32; CONTEXTS] {
    let mut contexts = [0; CONTEXTS];
    for (context, [one, two, three]) in contexts.iter_mut().zip(&SETS[kind % KINDS]) {
        let of = |feature: &Feature| known[*feature as usize];
        *context = mix(mix(mix(kind as u32, of(one)), of(two)), of(three));
    }
    contexts
}
