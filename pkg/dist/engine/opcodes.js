// What opcodes of WebAssembly tell of what comes next. It need not be exact: what is wrong here costs some foresight only.
/** The opcodes with which another group begins: each group has an alphabet of its own for the opcode behind. */
export const GROUPS = [2, 4, 5, 0x0b, 0x0c, 0x10, 0x11, 0x20, 0x21, 0x22, 0x23, 0x28, 0x36, 0x41, 0x42, 0x45, 0x67];
/**
 * What opcodes do to the stack: from which opcode on, how much they take, and of what type they put something there (128 less
 * it, or 0). Of numbers with a fraction one type stands for both.
 */
// biome-ignore format: a table
const EFFECTS = [
    [0x04, 1, 0], [0x05, 0, 0], [0x0d, 1, 0], [0x0f, 0, 0], [0x1a, 1, 0], [0x1b, 3, 1], [0x1d, 0, 0], [0x21, 1, 0],
    [0x22, 0, 0], [0x23, 0, 1], [0x24, 1, 0], [0x28, 1, 1], [0x29, 1, 2], [0x2a, 1, 4], [0x2c, 1, 1], [0x30, 1, 2],
    [0x36, 2, 0], [0x3f, 0, 1], [0x40, 1, 1], [0x41, 0, 1], [0x42, 0, 2], [0x43, 0, 4], [0x45, 1, 1], [0x46, 2, 1],
    [0x50, 1, 1], [0x51, 2, 1], [0x67, 1, 1], [0x6a, 2, 1], [0x79, 1, 2], [0x7c, 2, 2], [0x8b, 1, 4], [0xa0, 2, 4],
    [0xa7, 1, 1], [0xac, 1, 2], [0xb2, 1, 4], [0xbc, 1, 1], [0xbd, 1, 2], [0xbe, 1, 4], [0xc0, 1, 1], [0xc2, 1, 2],
    [0xfc, 3, 0],
];
/** Of each opcode its group, how much it takes from the stack, and the type that it puts there, or 0. */
export function opcodeTables() {
    const groups = new Uint8Array(256);
    const takes = new Uint8Array(256);
    const gives = new Uint8Array(256);
    GROUPS.forEach((opcode, group) => {
        groups.fill(group + 1, opcode);
    });
    for (const [opcode, take, give] of EFFECTS) {
        takes.fill(take, opcode);
        gives.fill(give && 128 - give, opcode);
    }
    return { groups, takes, gives };
}
