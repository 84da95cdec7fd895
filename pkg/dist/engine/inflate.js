/**
 * A synchronous inflate (RFC 1951), because no runtime's own decompressor is both synchronous and everywhere.
 * It reads one raw deflate stream of known size: the core's streams, as they stand in `wasm/inline.js`.
 */
const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const broken = (why) => new Error(`broken deflate stream: ${why}`);
/** Builds the canonical code of these lengths. As in zlib, a lone symbol of one bit is the only incomplete code allowed. */
function buildCode(lengths, mayBeLone) {
    const bits = lengths.reduce((longest, length) => Math.max(longest, length), 0);
    const table = new Uint16Array(1 << bits);
    const next = new Uint16Array(17);
    let room = 1 << bits;
    for (const length of lengths) {
        if (length === 0)
            continue;
        next[length + 1]++;
        room -= 1 << (bits - length);
    }
    if (room < 0)
        throw broken("over-subscribed code");
    if (room > 0 && bits > 0 && !(mayBeLone && bits === 1))
        throw broken("incomplete code");
    for (let length = 1, first = 0; length <= bits; length++)
        next[length] = first = (first + next[length]) << 1;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
        const length = lengths[symbol];
        if (length === 0)
            continue;
        // The stream gives the bits of a code from its highest on, so that the table is indexed by the reversed code.
        let reversed = 0;
        for (let code = next[length]++, left = length; left > 0; left--, code >>= 1)
            reversed = (reversed << 1) | (code & 1);
        for (let index = reversed; index < table.length; index += 1 << length)
            table[index] = (symbol << 4) | length;
    }
    return table;
}
function fixedCodes() {
    const lengths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
    return [buildCode(lengths, false), buildCode(new Uint8Array(32).fill(5), false)];
}
function take(stream, count) {
    while (stream.held < count) {
        if (stream.position === stream.input.length)
            throw broken("it ends early");
        stream.buffer |= stream.input[stream.position++] << stream.held;
        stream.held += 8;
    }
    const value = stream.buffer & ((1 << count) - 1);
    stream.buffer >>>= count;
    stream.held -= count;
    return value;
}
function takeSymbol(stream, code) {
    for (;;) {
        const found = code[stream.buffer & (code.length - 1)];
        if (found !== 0 && (found & 15) <= stream.held) {
            take(stream, found & 15);
            return found >> 4;
        }
        if (stream.held >= 15 || code.length <= 1)
            throw broken("unknown code");
        if (stream.position === stream.input.length)
            throw broken("it ends early");
        stream.buffer |= stream.input[stream.position++] << stream.held;
        stream.held += 8;
    }
}
/** Gives back the whole bytes that were read ahead. */
function rewind(stream) {
    stream.position -= stream.held >> 3;
    stream.held &= 7;
    stream.buffer &= (1 << stream.held) - 1;
}
function copyStored(stream) {
    take(stream, stream.held & 7);
    const length = take(stream, 16);
    if (take(stream, 16) !== (length ^ 0xffff))
        throw broken("stored length");
    rewind(stream);
    const { input, output, position, written } = stream;
    if (position + length > input.length)
        throw broken("it ends early");
    if (written + length > output.length)
        throw broken("it is longer than expected");
    output.set(input.subarray(position, position + length), written);
    stream.position += length;
    stream.written += length;
}
function readCodes(stream) {
    const literals = take(stream, 5) + 257;
    const distances = take(stream, 5) + 1;
    const count = take(stream, 4) + 4;
    if (literals > 286 || distances > 30)
        throw broken("too many symbols");
    const order = new Uint8Array(19);
    for (let index = 0; index < count; index++)
        order[CODE_LENGTH_ORDER[index]] = take(stream, 3);
    const code = buildCode(order, false);
    const lengths = new Uint8Array(literals + distances);
    for (let index = 0; index < lengths.length;) {
        const length = takeSymbol(stream, code);
        if (length < 16) {
            lengths[index++] = length;
            continue;
        }
        if (length === 16 && index === 0)
            throw broken("nothing to repeat");
        const value = length === 16 ? lengths[index - 1] : 0;
        const end = index + (length === 16 ? 3 + take(stream, 2) : length === 17 ? 3 + take(stream, 3) : 11 + take(stream, 7));
        if (end > lengths.length)
            throw broken("too many lengths");
        lengths.fill(value, index, end);
        index = end;
    }
    if (lengths[256] === 0)
        throw broken("no end of block");
    return [buildCode(lengths.subarray(0, literals), true), buildCode(lengths.subarray(literals), true)];
}
/** The hot loop. It keeps everything in local variables: it runs once, before any optimizing compiler has warmed to it. */
function expand(stream, [literal, far]) {
    const { input, output } = stream;
    const literalMask = literal.length - 1;
    const farMask = far.length - 1;
    let { position, written, buffer, held } = stream;
    for (;;) {
        // A length takes at most 15 + 5 bits. At the input's end fewer may be left; what is missing reads as zero.
        while (held < 24 && position < input.length) {
            buffer |= input[position++] << held;
            held += 8;
        }
        const found = literal[buffer & literalMask];
        buffer >>>= found & 15;
        held -= found & 15;
        if (found === 0 || held < 0)
            throw broken(held < 15 ? "it ends early" : "unknown code");
        if (found < 256 << 4) {
            if (written === output.length)
                throw broken("it is longer than expected");
            output[written++] = found >> 4;
            continue;
        }
        if (found < 257 << 4)
            break;
        const row = (found >> 4) - 257;
        if (row > 28)
            throw broken("unknown length");
        const extra = LENGTH_EXTRA[row];
        const length = LENGTH_BASE[row] + (buffer & ((1 << extra) - 1));
        buffer >>>= extra;
        held -= extra;
        while (held < 24 && position < input.length) {
            buffer |= input[position++] << held;
            held += 8;
        }
        const slot = far[buffer & farMask];
        buffer >>>= slot & 15;
        held -= slot & 15;
        if (slot === 0)
            throw broken(held < 15 ? "it ends early" : "unknown code");
        if (slot > 30 << 4)
            throw broken("unknown distance");
        const farExtra = Math.max(0, (slot >> 5) - 1);
        while (held < 24 && position < input.length) {
            buffer |= input[position++] << held;
            held += 8;
        }
        const base = slot < 4 << 4 ? (slot >> 4) + 1 : ((2 + ((slot >> 4) & 1)) << farExtra) + 1;
        const distance = base + (buffer & ((1 << farExtra) - 1));
        buffer >>>= farExtra;
        held -= farExtra;
        if (held < 0)
            throw broken("it ends early");
        if (distance > written)
            throw broken("distance too far back");
        if (written + length > output.length)
            throw broken("it is longer than expected");
        // The copy may overlap what it writes, so it must go byte by byte.
        for (const end = written + length; written < end; written++)
            output[written] = output[written - distance];
    }
    stream.position = position;
    stream.written = written;
    stream.buffer = buffer;
    stream.held = held;
}
/** Inflates `input`, which must be exactly one stream that gives exactly `size` bytes. */
export function inflate(input, size) {
    const output = new Uint8Array(size);
    const stream = { input, output, position: 0, written: 0, buffer: 0, held: 0 };
    for (let last = 0; !last;) {
        last = take(stream, 1);
        const kind = take(stream, 2);
        if (kind === 0)
            copyStored(stream);
        else if (kind === 1)
            expand(stream, fixedCodes());
        else if (kind === 2)
            expand(stream, readCodes(stream));
        else
            throw broken("unknown block");
        // What was read ahead must not run over 32 bits when the next block's header is read bit by bit.
        rewind(stream);
    }
    if (stream.written !== size)
        throw broken("it is shorter than expected");
    if (stream.position !== input.length)
        throw broken("bytes are left over");
    return output;
}
