// Our inflate against zlib's: equal output on what zlib accepts, an error on what it refuses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { inflate } from "../../pkg/dist/engine/inflate.js";
import { random } from "./random.mjs";

const { next, below } = random(20_260_117);

/** Bytes with some order in them: runs, repeats of what stood before, few symbols or many. */
function sample(length) {
  const bytes = Buffer.alloc(length);
  const symbols = 1 + below(256);
  for (let at = 0; at < length; ) {
    const count = Math.min(length - at, 1 + below(300));
    if (at > 0 && next() < 0.5) {
      const from = below(at);
      for (let index = 0; index < count; index++) bytes[at + index] = bytes[from + index];
    } else {
      for (let index = 0; index < count; index++) bytes[at + index] = below(symbols);
    }
    at += count;
  }
  return bytes;
}

/** What zlib makes of a stream: its output, or undefined where it refuses, where bytes are left over, or where there is too much. */
function byZlib(stream, limit) {
  try {
    const { buffer, engine } = inflateRawSync(stream, { info: true, maxOutputLength: limit });
    return engine.bytesWritten === stream.length ? buffer : undefined;
  } catch {
    return undefined;
  }
}

const SETTINGS = [
  { level: 0 },
  { level: 1 },
  { level: 9 },
  { level: 9, memLevel: 1 },
  { strategy: constants.Z_FIXED },
  { strategy: constants.Z_HUFFMAN_ONLY },
  { strategy: constants.Z_RLE },
];

test("gives back what zlib deflated, at every setting", () => {
  const lengths = [0, 1, 2, 3, 257, 258, 259, 32_767, 32_768, 32_769, 65_535, 65_536, 200_000];
  for (const length of [...lengths, ...Array.from({ length: 120 }, () => below(5000))]) {
    const bytes = sample(length);
    for (const settings of SETTINGS) {
      const result = inflate(deflateRawSync(bytes, settings), length);
      assert.ok(bytes.equals(result), `${length} bytes with ${JSON.stringify(settings)}`);
    }
  }
});

test("reads special shapes: one long run, every distance and length, no redundancy, flushed blocks", () => {
  const far = Buffer.concat([sample(400), Buffer.alloc(32_000), sample(400)]);
  const shapes = [
    Buffer.alloc(100_000),
    Buffer.alloc(100_000, "ab"),
    Buffer.concat([far, far]),
    Buffer.from(Array.from({ length: 70_000 }, () => below(256))),
  ];
  for (const shape of shapes) assert.ok(shape.equals(inflate(deflateRawSync(shape, { level: 9 }), shape.length)));
  // An empty fixed block, an empty stored block, then a stored block of two bytes.
  assert.deepEqual(
    [...inflate(Uint8Array.of(0x02, 0x00, 0x00, 0x00, 0xff, 0xff, 0x01, 0x02, 0x00, 0xfd, 0xff, 0x41, 0x42), 2)],
    [0x41, 0x42],
  );
});

test("refuses a stream that is cut anywhere", () => {
  for (const settings of SETTINGS) {
    const bytes = sample(600);
    const stream = deflateRawSync(bytes, settings);
    for (let length = 0; length < stream.length; length++) {
      assert.throws(() => inflate(stream.subarray(0, length), bytes.length), /broken deflate stream/);
    }
  }
});

test("refuses bytes after the end and any other size than the promised one", () => {
  const bytes = sample(1000);
  for (const settings of SETTINGS) {
    const stream = deflateRawSync(bytes, settings);
    assert.throws(() => inflate(Buffer.concat([stream, Buffer.of(0)]), 1000), /left over/);
    for (const wrong of [0, 1, 999]) assert.throws(() => inflate(stream, wrong), /longer than expected/);
    assert.throws(() => inflate(stream, 1001), /shorter than expected/);
  }
});

test("on damaged and on random streams it agrees with zlib", () => {
  let accepted = 0;
  const judge = (stream, length) => {
    const wanted = byZlib(stream, 1 << 20);
    if (wanted === undefined) assert.throws(() => inflate(stream, length), /broken deflate stream/, stream.toString("hex"));
    else {
      accepted++;
      assert.ok(wanted.equals(inflate(stream, wanted.length)), stream.toString("hex"));
    }
  };
  for (let round = 0; round < 4000; round++) {
    const bytes = sample(below(400));
    const stream = Buffer.from(deflateRawSync(bytes, SETTINGS[below(SETTINGS.length)]));
    for (let damage = below(3); damage >= 0 && stream.length > 0; damage--) stream[below(stream.length)] ^= 1 << below(8);
    judge(stream, bytes.length);
  }
  for (let round = 0; round < 4000; round++) judge(Buffer.from(Array.from({ length: 1 + below(60) }, () => below(256))), 1000);
  assert.ok(accepted > 100, `only ${accepted} damaged streams were still valid: the test compares too little`);
});
