// A module that is put in order does what it did.
import assert from "node:assert/strict";
import { test } from "node:test";
import { order } from "../../xtask/build/order.mjs";
import { random } from "./random.mjs";

const I32 = 0x7f;
const I64 = 0x7e;
const END = 0x0b;
const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);
const list = (items) => [...leb(items.length), ...items.flat()];
const section = (id, content) => [id, ...leb(content.length), ...content];
const get = (local) => [0x20, ...leb(local)];
const set = (local) => [0x21, ...leb(local)];
const constant = (value) => [0x41, value & 63];
const call = (at) => [0x10, ...leb(at)];
const ADD = 0x6a;

/** Types by their number of parameters: so many i32, and one i32 that is given back. Behind them, as 3, is that of no results. */
const TYPES = [0, 1, 2].map((count) => [0x60, ...list(Array.from({ length: count }, () => [I32])), 1, I32]);

/** A module whose functions (`{ parameters, locals, code }`) are all exported, and in its table; it imports `add`, function 0. */
function moduleOf(functions, start) {
  const bodies = functions.map(({ locals = [], code }) => {
    const body = [...list(locals), ...code, END];
    return [...leb(body.length), ...body];
  });
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([...TYPES, [0x60, 0, 0]])),
    ...section(2, list([[1, 0x65, 3, 0x61, 0x64, 0x64, 0, 2]])),
    ...section(3, list(functions.map(({ parameters }) => leb(parameters)))),
    ...section(4, list([[0x70, 0, ...leb(functions.length)]])),
    ...section(6, list([[I32, 1, 0x41, 0, END]])),
    ...section(7, list(functions.map((_, at) => [2, 0x66, 0x21 + at, 0, ...leb(at + 1)]))),
    ...(start === undefined ? [] : section(8, leb(start))),
    ...section(9, list([[0, 0x41, 0, END, ...list(functions.map((_, at) => leb(at + 1)))]])),
    ...section(10, list(bodies)),
  ]);
}

/** What each function gives back for some arguments. */
function answers(wasm) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { e: { add: (one, other) => one + other } });
  return Object.entries(exports).map(([name, run]) => [name, [0, 1, 7].map((value) => run(value, value + 2))]);
}

function assertSame(wasm) {
  const ordered = order(wasm);
  assert.deepEqual(answers(ordered), answers(wasm));
  assert.deepEqual(order(wasm), ordered, "the same each time");
  return ordered;
}

test("functions that are the same become one, and so do those that only differ in which of them they call", () => {
  const leaf = { parameters: 1, code: [...get(0), ...constant(5), ADD] };
  const caller = (at) => ({ parameters: 1, code: [...get(0), ...call(at)] });
  const wasm = moduleOf([leaf, leaf, caller(1), caller(2), caller(3), caller(4)]);
  const ordered = assertSame(wasm);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(ordered), { e: { add: () => 0 } });
  const distinct = new Set(Object.values(exports).map(({ name }) => name));
  assert.equal(distinct.size, 3);
});

test("the same code of another type stays a function of its own", () => {
  const ordered = assertSame(moduleOf([1, 2, 1].map((parameters) => ({ parameters, code: get(0) }))));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(ordered), { e: { add: () => 0 } });
  assert.equal(new Set(Object.values(exports).map(({ name }) => name)).size, 2);
});

test("the locals that are used most come first, each of its type", () => {
  const use = (local) => [...constant(local), ...set(local), ...get(local)];
  const code = [0x42, 1, ...set(2), ...use(1), ...use(3), ADD, ...use(3), ADD, ...use(4), ADD, ...get(0), ADD];
  const wasm = moduleOf([
    {
      parameters: 1,
      locals: [
        [1, I32],
        [1, I64],
        [2, I32],
      ],
      code,
    },
  ]);
  const ordered = assertSame(wasm);
  assert.ok(ordered.includes(Buffer.from([...constant(3), ...set(1), ...get(1)])));
});

test("what starts the module is the same function", () => {
  const value = { parameters: 0, code: [0x23, 0] };
  const wasm = moduleOf([value, { parameters: 3, code: [...constant(9), 0x24, 0] }, { parameters: 1, code: get(0) }], 2);
  const [[, [answer]]] = answers(assertSame(wasm));
  assert.equal(answer, 9);
});

test("random functions that call each other, straight and by the table, give what they gave", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { below } = random(seed);
    const functions = [];
    for (let at = 0; at < 2 + below(40); at++) {
      const parameters = below(3);
      const count = below(4);
      const locals = Array.from({ length: count }, () => [1, I32]);
      const any = () => (parameters + count === 0 ? constant(below(64)) : get(below(parameters + count)));
      const choose = () => [constant(below(64)), any()][below(2)];
      const code = [...choose()];
      for (let step = below(8); step > 0; step--) {
        const callee = below(at + 1);
        const needs = callee === 0 ? 2 : functions[callee - 1].parameters;
        const given = Array.from({ length: needs }, choose).flat();
        if (below(4) === 0 && count > 0) code.push(0x22, ...leb(parameters + below(count)));
        else if (below(3) === 0 && callee > 0) code.push(...given, ...constant(callee - 1), 0x11, ...leb(needs), 0, ADD);
        else if (below(2) === 0) code.push(...given, ...call(callee), ADD);
        else code.push(...choose(), ADD);
      }
      functions.push({ parameters, locals, code });
    }
    assertSame(moduleOf(functions));
  }
});
