/** The opcodes with which another group begins: each group has an alphabet of its own for the opcode behind. */
export declare const GROUPS: number[];
/** Of each opcode its group, how much it takes from the stack, and the type that it puts there, or 0. */
export declare function opcodeTables(): {
    groups: Uint8Array;
    takes: Uint8Array;
    gives: Uint8Array;
};
