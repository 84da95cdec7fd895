var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  rejoin: () => rejoin
});
module.exports = __toCommonJS(stdin_exports);
const TABLE = 0;
const BEFORE = 1;
const AFTER = 2;
const SYMBOLS = 3;
const VARIABLES = 4;
const ROW_BITS = 3;
function rejoin(streams, lengths, size) {
  const output = new Uint8Array(size);
  const at = new Int32Array(lengths.length);
  for (let index = 1; index < lengths.length; index++)
    at[index] = at[index - 1] + lengths[index - 1];
  const whole = (stream) => streams.subarray(at[stream], at[stream] + lengths[stream]);
  const table = whole(TABLE);
  const before = whole(BEFORE);
  output.set(before);
  let written = before.length;
  for (const end = at[VARIABLES] + lengths[VARIABLES]; at[VARIABLES] < end; ) {
    written = insertLength(output, written, writeFunction(streams, at, table, output, written));
  }
  output.set(whole(AFTER), written);
  return output;
}
function writeFunction(streams, at, table, output, start) {
  let written = start;
  let next = at[SYMBOLS];
  for (let nesting = 1, symbol = 0; ; symbol = streams[next++]) {
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
function readNumber(bytes, from) {
  let value = 0;
  for (let index = from, shift = 0; ; shift += 7) {
    const byte = bytes[index++];
    value |= (byte & 127) << shift;
    if (byte < 128)
      return value;
  }
}
function insertLength(output, start, end) {
  const length = [];
  let rest = end - start;
  for (; rest > 127; rest >>= 7)
    length.push(rest & 127 | 128);
  length.push(rest);
  output.copyWithin(start + length.length, start, end);
  output.set(length, start);
  return end + length.length;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  rejoin
});
