// Orders the core's module so that it packs well. What runs stays the same: functions that are the same become one, the locals
// that a function uses most come first, and functions lie beside those that are like them, so that each foretells the next.

import {
  CODE,
  counted,
  ELEMENTS,
  EXPORTS,
  FUNCTION_KIND,
  FUNCTIONS,
  IMPORTS,
  list,
  number,
  Reader,
  rewritten,
  START,
  sectionsOf,
  TYPES,
} from "./module.mjs";

/** So many bytes are compared at once where functions are compared. */
const STRETCH = 4;

/** The number that an instruction has of a function or a local; the reader is behind the opcode (Core Specification, 5.4). */
function reference(code, reader) {
  const skip = (count) => {
    for (let left = count; left > 0; left--) reader.number();
  };
  if (code === 0x10 || code === 0xd2) return "function";
  if (code >= 0x20 && code <= 0x22) return "local";
  if (code >= 0x28 && code <= 0x3e) skip(2);
  else if (code === 0x0e || code === 0x1c) skip(reader.number() + (code === 0x0e ? 1 : 0));
  else if (code === 0x11) skip(2);
  else if (code === 0x43 || code === 0x44) reader.take(code === 0x43 ? 4 : 8);
  else if (code === 0xfc) {
    const second = reader.number();
    if (second > 7) skip(second % 2 === 0 ? 2 : 1);
  } else if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0].includes(code)) skip(1);
  else if (code > 0xc4) throw new Error(`order: the instruction ${code.toString(16)} is not known`);
  return undefined;
}

/** A function as its locals' types, and its code as bytes and, between them, the functions and locals that it speaks of. */
function readFunction(reader, type) {
  const end = reader.number() + reader.at;
  const locals = reader.list(() => new Array(reader.number()).fill(reader.byte())).flat();
  const code = [];
  let from = reader.at;
  while (reader.at < end) {
    const kind = reference(reader.byte(), reader);
    if (!kind) continue;
    code.push(reader.bytes.subarray(from, reader.at), { kind, index: reader.number() });
    from = reader.at;
  }
  code.push(reader.bytes.subarray(from, end));
  return { type, locals, code };
}

/** The locals of each type by how often they are used: the first numbers are the likely ones. */
function orderLocals({ locals, code }, parameters) {
  const uses = locals.map(() => 0);
  const own = code.filter(({ kind, index }) => kind === "local" && index >= parameters);
  for (const { index } of own) uses[index - parameters]++;
  const order = locals.map((_, local) => local).sort((one, other) => locals[other] - locals[one] || uses[other] - uses[one]);
  const places = [];
  order.forEach((local, place) => {
    places[local] = place;
  });
  for (const use of own) use.index = places[use.index - parameters] + parameters;
  locals.sort((one, other) => other - one);
}

function writeFunction({ locals, code }, places) {
  const groups = [];
  for (const type of locals) {
    if (groups.at(-1)?.type === type) groups.at(-1).count++;
    else groups.push({ type, count: 1 });
  }
  const parts = code.map((part) => (part.kind ? number(part.kind === "local" ? part.index : places[part.index]) : part));
  return Buffer.concat([list(groups.map(({ type, count }) => Buffer.concat([number(count), Buffer.from([type])]))), ...parts]);
}

/** For each function the first that is the same as it. Where functions are merged, those that call them may be the same, too. */
function sameAs(functions, imports) {
  const all = functions.length + imports;
  const places = Array.from({ length: all }, (_, index) => index);
  for (let before = -1, merged = 0; before !== merged; ) {
    before = merged;
    merged = 0;
    const known = new Map();
    functions.forEach((one, at) => {
      const key = `${one.type} ${writeFunction(one, places).toString("latin1")}`;
      const first = known.get(key) ?? at + imports;
      known.set(key, first);
      places[at + imports] = first;
      if (first !== at + imports) merged++;
    });
  }
  return places;
}

/** The stretches of bytes that are in a function, whatever it calls. */
function stretchesOf({ code, locals }) {
  const bytes = writeFunction({ locals, code: code.filter(({ kind }) => kind !== "function") });
  const stretches = new Set();
  for (let at = 0; at + STRETCH <= bytes.length; at++) stretches.add(bytes.readUInt32LE(at));
  return stretches;
}

/** The places of what has the same key, by key. */
function grouped(keysOf, count) {
  const groups = new Map();
  for (let at = 0; at < count; at++) {
    for (const key of keysOf(at)) {
      const group = groups.get(key);
      if (group) group.push(at);
      else groups.set(key, [at]);
    }
  }
  return groups;
}

/** Functions with the same parameters lie together, and behind each the one that has the most in common with it. */
function chain(functions, types) {
  const stretches = functions.map(stretchesOf);
  const having = grouped((at) => stretches[at], functions.length);
  const ofType = grouped((at) => [functions[at].type], functions.length);
  const rank = (type) => types[type].parameters * 16 + types[type].results;
  const order = [];
  for (const type of [...ofType.keys()].sort((one, other) => rank(one) - rank(other) || one - other)) {
    const left = new Set(ofType.get(type));
    while (left.size > 0) {
      const last = stretches[order.at(-1)] ?? new Set();
      const common = new Uint32Array(functions.length);
      for (const stretch of last) for (const at of having.get(stretch)) common[at]++;
      const likeness = (at) => common[at] / (stretches[at].size + last.size - common[at] + 1);
      let next;
      for (const at of left) if (next === undefined || likeness(at) > likeness(next)) next = at;
      left.delete(next);
      order.push(next);
    }
  }
  return order;
}

/** The module in its best order. */
export function order(wasm) {
  const sections = sectionsOf(wasm);
  const section = (id) => new Reader(sections.find((section) => section.id === id)?.bytes ?? Buffer.from([0]));
  const typesReader = section(TYPES);
  const types = typesReader.list(() => {
    typesReader.byte();
    const count = () => typesReader.take(typesReader.number()).length;
    return { parameters: count(), results: count() };
  });
  const importsReader = section(IMPORTS);
  const imports = importsReader.list(() => {
    for (let names = 2; names > 0; names--) importsReader.take(importsReader.number());
    if (importsReader.byte() !== FUNCTION_KIND) throw new Error("order: an import that is no function");
    importsReader.number();
  }).length;
  const functionsReader = section(FUNCTIONS);
  const typeOf = functionsReader.list(() => functionsReader.number());
  const codeReader = section(CODE);
  let read = 0;
  const all = codeReader.list(() => readFunction(codeReader, typeOf[read++]));

  for (const one of all) orderLocals(one, types[one.type].parameters);
  const firsts = sameAs(all, imports);
  const kept = all.map((_, at) => at).filter((at) => firsts[at + imports] === at + imports);
  const ordered = chain(
    kept.map((at) => all[at]),
    types,
  ).map((at) => kept[at]);
  const newPlaces = new Map(ordered.map((at, place) => [at + imports, place + imports]));
  const places = firsts.map((first) => newPlaces.get(first) ?? first);

  return rewritten(wasm, sections, {
    [FUNCTIONS]: () => list(ordered.map((at) => number(all[at].type))),
    [CODE]: () => list(ordered.map((at) => counted(writeFunction(all[at], places)))),
    [START]: (reader) => number(places[reader.number()]),
    [EXPORTS]: (reader) =>
      list(
        reader.list(() => {
          const from = reader.at;
          reader.take(reader.number());
          const kind = reader.byte();
          const head = reader.since(from);
          const index = reader.number();
          return Buffer.concat([head, number(kind === FUNCTION_KIND ? places[index] : index)]);
        }),
      ),
    [ELEMENTS]: (reader) =>
      list(
        reader.list(() => {
          const from = reader.at;
          // The table's first place, by a constant, and from there on functions by their indices.
          if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error("order: a table that is filled in another way");
          reader.number();
          reader.byte();
          return Buffer.concat([reader.since(from), list(reader.list(() => number(places[reader.number()])))]);
        }),
      ),
  });
}
