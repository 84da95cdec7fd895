// A module that is packed is the same module once it is unpacked.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { unpack } from "../../pkg/dist/engine/unpack.js";
import { packed, size, unpacker } from "../../pkg/dist/wasm/inline.js";
import { pack } from "../../xtask/build/pack.mjs";
import { targetFolder } from "../../xtask/build/toolchain.mjs";
import { buildUnpacker } from "../../xtask/build/wasm.mjs";
import { random } from "./random.mjs";

const built = await buildUnpacker(await targetFolder());
const packedOf = (module) => pack(module, built.packer, built.unpacker);

const wasm = readFileSync(new URL("../../pkg/dist/core.wasm", import.meta.url));

const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);
const section = (id, ...content) => [id, ...leb(content.length), ...content];

/** A module of nothing but these functions' bodies, between a section before them and one behind them. */
function moduleOf(...bodies) {
  const types = section(1, 1, 0x60, 0, 0);
  const functions = section(3, bodies.length, ...bodies.map(() => 0));
  const code = section(10, bodies.length, ...bodies.flatMap((body) => [...leb(body.length), ...body]));
  return Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...types, ...functions, ...code, ...section(0, 1, 0x78, 7)]);
}

function assertSame(module) {
  assert.deepEqual(unpack(unpacker, packedOf(module), module.length), Uint8Array.from(module));
}

test("the core inside the package is the core beside it", () => {
  assert.ok(wasm.equals(unpack(unpacker, Buffer.from(packed, "base64"), size)));
});

const SHAPES = {
  nothing: [],
  nested: [0x02, 0x40, 0x03, 0x40, 0x0c, 0, 0x0b, 0x41, 0, 0x04, 0x40, 0x01, 0x05, 0x01, 0x0b, 0x0b],
  branches: [0x41, 0, 0x0e, 2, 0, 0, 0],
  "many branches": [0x41, 0, 0x0e, ...leb(300), ...Array.from({ length: 301 }, () => 0)],
  constants: [0x41, 0x7f, 0x1a, 0x41, 0x80, 0x80, 0x80, 0x80, 0x78, 0x1a, 0x42, ...Array.from({ length: 9 }, () => 0x80), 0x7f, 0x1a],
  floats: [0x43, 0xff, 0x80, 0x0b, 0xff, 0x1a, 0x44, 0x80, 0x81, 0x82, 0x0b, 0x84, 0x85, 0x86, 0xff, 0x1a],
  memory: [0x41, 0, 0x28, 0, 0x80, 0x01, 0x1a, 0x41, 0, 0x28, 2, 4, 0x1a, 0x3f, 0, 0x1a],
  bulk: [0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 10, 0, 0, 0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 11, 0, 0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0xfc, 2, 0x1a],
  calls: [0x10, 0x80, 0x01, 0x41, 0, 0x11, 0, 0],
  variables: [0x20, 0, 0x21, 1, 0x22, 0x80, 0x02, 0x23, 0, 0x24, 0],
};
const bodies = Object.values(SHAPES).map((code) => [0, ...code, 0x0b]);

test("each shape of an instruction comes back: nested blocks, tables of branches, numbers of every length, bulk memory", () => {
  for (const body of bodies) assertSame(moduleOf(body));
  assertSame(moduleOf(...bodies, [2, 1, 0x7f, ...leb(200), 0x7e, 0x0b], [0, 0x0b]));
});

test("any functions come back in any order, however often", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { below } = random(seed);
    assertSame(moduleOf(...Array.from({ length: below(100) }, () => bodies[below(bodies.length)])));
  }
});

test("any bytes outside of code come back", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { below } = random(seed);
    const kinds = 1 + below(256);
    const content = Array.from({ length: below(3_000) }, () => below(kinds));
    assertSame(Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(0, ...content)]));
  }
});

test("a module with an instruction that is not known is not packed", () => {
  assert.throws(() => packedOf(moduleOf([0, 0xfd, 12, 0x0b])), /^Error: pack: /);
});
