/**
 * Puts the core's wasm together again from what `xtask/build/split.mjs` made of it.
 *
 * In the code of a wasm module each kind of thing stands among all others: opcodes, variables, offsets, constants. Told apart
 * into one stream for each kind, the same bytes deflate by a sixth better. The streams bring a table that says what follows
 * which opcode, so that nothing here knows it.
 */
/** The first streams. The others are named by nothing but the table's rows. */
const TABLE = 0;
const BEFORE = 1;
const AFTER = 2;
const SYMBOLS = 3;
const VARIABLES = 4;
/**
 * The table has a row of 8 bytes for each symbol, that is for each kind of instruction. They say:
 *
 * - how many bytes (0 to 2) the instruction begins with, and which (two places);
 * - the stream of the numbers that follow, how many there are, and how many more for each unit of the first of them;
 * - the bit that has a number go on in its next byte (LEB128), or 0 where every byte counts as one;
 * - by how much it nests the function's blocks deeper, plus 1.
 *
 * Row 0 is for the variables, which stand before a function's first instruction.
 */
const ROW_BITS = 3;
/** `lengths` are those of the streams, which lie one behind the other in `streams`; the module is `size` bytes long. */
export function rejoin(streams, lengths, size) {
    const output = new Uint8Array(size);
    /** Where each stream is read next. */
    const at = new Int32Array(lengths.length);
    for (let index = 1; index < lengths.length; index++)
        at[index] = at[index - 1] + lengths[index - 1];
    const whole = (stream) => streams.subarray(at[stream], at[stream] + lengths[stream]);
    const table = whole(TABLE);
    const before = whole(BEFORE);
    output.set(before);
    let written = before.length;
    for (const end = at[VARIABLES] + lengths[VARIABLES]; at[VARIABLES] < end;) {
        written = insertLength(output, written, writeFunction(streams, at, table, output, written));
    }
    output.set(whole(AFTER), written);
    return output;
}
/**
 * Writes the next function and returns where it ends. An engine warms to what is called often sooner than to one long loop, and
 * all of this is done once.
 */
function writeFunction(streams, at, table, output, start) {
    let written = start;
    let next = at[SYMBOLS];
    for (let nesting = 1, symbol = 0;; symbol = streams[next++]) {
        const row = symbol << ROW_BITS;
        const head = table[row];
        if (head > 0)
            output[written++] = table[row + 1];
        if (head > 1)
            output[written++] = table[row + 2];
        let count = table[row + 4];
        if (count > 0) {
            const stream = table[row + 3];
            const more = table[row + 5];
            const goesOn = table[row + 6];
            let from = at[stream];
            if (more > 0)
                count += more * readNumber(streams, from);
            while (count > 0) {
                const byte = streams[from++];
                output[written++] = byte;
                if ((byte & goesOn) === 0)
                    count--;
            }
            at[stream] = from;
        }
        nesting += table[row + 7] - 1;
        if (nesting === 0)
            break;
    }
    at[SYMBOLS] = next;
    return written;
}
/** The number (LEB128) that begins there. */
function readNumber(bytes, from) {
    let value = 0;
    for (let index = from, shift = 0;; shift += 7) {
        const byte = bytes[index++];
        value |= (byte & 127) << shift;
        if (byte < 128)
            return value;
    }
}
/** Writes a function's length in front of it, and returns where it ends then. */
function insertLength(output, start, end) {
    const length = [];
    let rest = end - start;
    for (; rest > 127; rest >>= 7)
        length.push((rest & 127) | 128);
    length.push(rest);
    output.copyWithin(start + length.length, start, end);
    output.set(length, start);
    return end + length.length;
}
