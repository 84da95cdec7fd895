// A module that is split into streams is the same module once it is rejoined.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inflate } from "../../pkg/dist/engine/inflate.js";
import { rejoin } from "../../pkg/dist/engine/rejoin.js";
import { deflated, lengths, size } from "../../pkg/dist/wasm/inline.js";
import { split } from "../../xtask/build/split.mjs";

const wasm = readFileSync(new URL("../../pkg/dist/core.wasm", import.meta.url));

const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);
const section = (id, ...content) => [id, ...leb(content.length), ...content];

/** A module of nothing but these functions' bodies, between a section before them and one behind them. */
function moduleOf(...bodies) {
  const types = section(1, 1, 0x60, 0, 0);
  const functions = section(3, bodies.length, ...bodies.map(() => 0));
  const code = section(10, bodies.length, ...bodies.flatMap((body) => [...leb(body.length), ...body]));
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...types, ...functions, ...code, ...section(0, 1, 0x78, 7)]);
}

function assertSame(bytes) {
  const { bytes: streams, lengths } = split(bytes);
  assert.deepEqual(rejoin(streams, lengths, bytes.length), bytes);
}

test("the core inside the package is the core beside it", () => {
  const length = lengths.reduce((sum, length) => sum + length);
  assert.ok(wasm.equals(rejoin(inflate(Buffer.from(deflated, "base64"), length), lengths, size)));
});

test("each shape of an instruction comes back: nested blocks, tables of branches, numbers of every length, bulk memory", () => {
  const shapes = {
    nothing: [],
    nested: [0x02, 0x40, 0x03, 0x40, 0x0c, 0, 0x0b, 0x41, 0, 0x04, 0x40, 0x01, 0x05, 0x01, 0x0b, 0x0b],
    branches: [0x41, 0, 0x0e, 2, 0, 0, 0],
    "many branches": [0x41, 0, 0x0e, ...leb(300), ...Array.from({ length: 301 }, () => 0)],
    constants: [0x41, 0x7f, 0x1a, 0x41, 0x80, 0x80, 0x80, 0x80, 0x78, 0x1a, 0x42, ...Array.from({ length: 9 }, () => 0x80), 0x7f, 0x1a],
    floats: [0x43, 0xff, 0x80, 0x0b, 0xff, 0x1a, 0x44, 0x80, 0x81, 0x82, 0x0b, 0x84, 0x85, 0x86, 0xff, 0x1a],
    memory: [0x41, 0, 0x28, 0, 0x80, 0x01, 0x1a, 0x41, 0, 0x28, 2, 4, 0x1a, 0x3f, 0, 0x1a],
    bulk: [0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 10, 0, 0, 0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 11, 0, 0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0xfc, 2, 0x1a],
    calls: [0x10, 0x80, 0x01, 0x41, 0, 0x11, 0, 0],
  };
  const bodies = Object.values(shapes).map((code) => [0, ...code, 0x0b]);
  for (const [index, name] of Object.keys(shapes).entries()) assert.doesNotThrow(() => assertSame(moduleOf(bodies[index])), name);
  assertSame(moduleOf(...bodies, [2, 1, 0x7f, ...leb(200), 0x7e, 0x0b], [0, 0x0b]));
});

test("what it does not know it refuses to split", () => {
  assert.throws(() => split(moduleOf([0, 0xfd, 0, 0x0b])), /opcode 0xfd/);
  assert.throws(() => split(moduleOf([0, 0xfc, 99, 0x0b])), /opcode 0xfc \(0x63\)/);
  assert.throws(() => split(moduleOf([0, 0x0b, 0x0b])), /longer or shorter/);
});
