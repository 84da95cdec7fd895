// Edits of the host's objects: what is not named in one stays the same object.
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyPatch } from "../../pkg/dist/patch.js";
import { random } from "./random.mjs";

/** Every object of a value frozen, so that a write to it throws. */
function frozen(value) {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

test("each operation, as RFC 6902 has it", () => {
  for (const [document, operation, expected] of [
    [[1, 2], { op: "add", path: "/1", value: "x" }, [1, "x", 2]],
    [[1, 2], { op: "add", path: "/2", value: "x" }, [1, 2, "x"]],
    [[1, 2], { op: "add", path: "/-", value: "x" }, [1, 2, "x"]],
    [{ a: 1 }, { op: "add", path: "/b", value: "x" }, { a: 1, b: "x" }],
    [{ a: 1 }, { op: "add", path: "/a", value: "x" }, { a: "x" }],
    [{ "a/b": { "~": 1 } }, { op: "add", path: "/a~1b/~0", value: "x" }, { "a/b": { "~": "x" } }],
    [{ "~1": 1 }, { op: "replace", path: "/~01", value: 2 }, { "~1": 2 }],
    [[[1], 2], { op: "remove", path: "/0/0" }, [[], 2]],
    [
      { a: 1, b: 2 },
      { op: "replace", path: "/a", value: "y" },
      { a: "y", b: 2 },
    ],
    [
      { a: { b: 1 }, c: [] },
      { op: "move", from: "/a/b", path: "/c/0" },
      { a: {}, c: [1] },
    ],
    [[1, 2, 3], { op: "move", from: "/0", path: "/2" }, [2, 3, 1]],
    [{ a: 1 }, { op: "replace", path: "", value: [] }, []],
    [{ "": { "": 1 } }, { op: "remove", path: "//" }, { "": {} }],
  ]) {
    assert.deepEqual(applyPatch(frozen(document), [operation]), expected, JSON.stringify(operation));
  }
});

test("only what lies on the way to an edit is copied", () => {
  const url = new URL("https://example.com/a.png");
  const bytes = new Uint8Array([1, 2]);
  const messages = frozen([
    { role: "user", content: [{ image: url }, { file: bytes }] },
    { role: "assistant", content: [{ text: "a" }, { text: "b", options: { signature: "s", at: new Date(0) } }] },
    { role: "user", content: "c" },
  ]);
  const edited = applyPatch(messages, [
    { op: "replace", path: "/1/content/0/text", value: "A" },
    { op: "remove", path: "/2" },
  ]);
  assert.deepEqual(edited.length, 2);
  assert.equal(edited[0], messages[0]);
  assert.notEqual(edited[1], messages[1]);
  assert.equal(edited[1].content[1], messages[1].content[1]);
  assert.equal(edited[1].content[0].text, "A");
  assert.equal(messages[1].content[0].text, "a");
  assert.equal(applyPatch(messages, []), messages);
});

test("a long array is copied once, whatever the number of edits", () => {
  const messages = frozen(Array.from({ length: 20_000 }, (_, at) => ({ content: [`${at}`] })));
  const edits = messages.map((_, at) => ({ op: "add", path: `/${at}/content/0`, value: "x" }));
  const since = performance.now();
  const edited = applyPatch(messages, edits);
  // A copy for each edit would take minutes.
  assert.ok(performance.now() - since < 5_000);
  assert.deepEqual(edited.at(-1), { content: ["x", "19999"] });
});

test("what is moved is the host's own object, bytes and class instances included", () => {
  const part = { data: Buffer.from("x"), url: new URL("https://example.com") };
  const edited = applyPatch(frozen([{ content: [1, part] }, { content: [] }]), [
    { op: "move", from: "/0/content/1", path: "/1/content/0" },
  ]);
  assert.equal(edited[1].content[0], part);
  assert.deepEqual(edited[0].content, [1]);
});

test("a copied instance keeps its class, its symbols and its accessors", () => {
  const mark = Symbol("mark");
  class Message {
    constructor(content) {
      this.content = content;
      this[mark] = true;
      Object.defineProperty(this, "hidden", { value: 7, enumerable: false });
      Object.defineProperty(this, "length", { get: () => this.content.length, enumerable: true });
    }
    get text() {
      return this.content[0];
    }
    set other(_value) {
      throw new Error("a setter ran");
    }
  }
  const message = Object.freeze(new Message(["a"]));
  const [edited] = applyPatch(
    [message],
    [
      { op: "replace", path: "/0/content/0", value: "b" },
      { op: "add", path: "/0/other", value: 1 },
    ],
  );
  assert.ok(edited instanceof Message);
  assert.equal(edited.text, "b");
  assert.equal(edited[mark], true);
  assert.equal(edited.hidden, 7);
  assert.equal(edited.other, 1);
  assert.equal(message.text, "a");
  const bare = Object.assign(Object.create(null), { a: [1] });
  assert.equal(Object.getPrototypeOf(applyPatch(bare, [{ op: "add", path: "/a/-", value: 2 }])), null);
});

test("values of the patch are not written to, nor is a prototype", () => {
  const operations = frozen([
    { op: "add", path: "/0/content~0parts", value: [{ text: "new" }, { text: "" }] },
    { op: "move", from: "/0/content", path: "/0/content~0parts/1/text" },
    { op: "move", from: "/0/content~0parts", path: "/0/content" },
  ]);
  const edited = applyPatch(frozen([{ role: "user", content: "old" }]), operations);
  assert.deepEqual(edited, [{ role: "user", content: [{ text: "new" }, { text: "old" }] }]);
  const odd = applyPatch(JSON.parse('{"__proto__":{"a":1}}'), [{ op: "add", path: "/__proto__/b", value: 2 }]);
  assert.deepEqual(Object.keys(odd), ["__proto__"]);
  assert.equal({}.b, undefined);
});

test("a path that leads nowhere is an error that names it", () => {
  for (const [document, operation] of [
    [[1], { op: "remove", path: "/1" }],
    [[1], { op: "remove", path: "/-" }],
    [[1], { op: "remove", path: "/00" }],
    [[1], { op: "add", path: "/3", value: 0 }],
    [[1], { op: "add", path: "/0/x", value: 0 }],
    [{}, { op: "replace", path: "/toString", value: 0 }],
    [{}, { op: "remove", path: "/a/b" }],
    [{ a: new Uint8Array(2) }, { op: "replace", path: "/a/0", value: 1 }],
    [[], { op: "remove", path: "x" }],
    [null, { op: "remove", path: "/x" }],
  ]) {
    assert.throws(() => applyPatch(document, [operation]), { code: "invalid-message", details: { path: operation.path } });
  }
});

test("random patches: as if each edit were made on a deep copy, and the original unchanged", () => {
  const { next, below } = random(7);
  const value = (depth) => {
    if (depth === 0 || next() < 0.3) return below(100);
    const items = Array.from({ length: below(4) }, () => value(depth - 1));
    return next() < 0.5 ? items : Object.fromEntries(items.map((item, at) => [`k${at}`, item]));
  };
  const containers = (at, path = "") => {
    if (typeof at !== "object") return [];
    return [[path, at], ...Object.entries(at).flatMap(([key, item]) => containers(item, `${path}/${key}`))];
  };
  for (let round = 0; round < 300; round++) {
    const document = frozen([value(3), value(3)]);
    const before = JSON.stringify(document);
    const operations = [];
    let plain = structuredClone(document);
    for (let step = 0; step < 6; step++) {
      const all = containers(plain);
      const [path, container] = all[below(all.length)];
      const keys = Object.keys(container);
      const key = keys[below(keys.length)];
      let operation = { op: "add", path: `${path}/${Array.isArray(container) ? below(keys.length + 1) : "new"}`, value: value(2) };
      if (key !== undefined && next() < 0.6)
        operation = next() < 0.5 ? { op: "remove", path: `${path}/${key}` } : { ...operation, op: "replace", path: `${path}/${key}` };
      operations.push(frozen(operation));
      // The reference: one operation at a time on a copy of its own.
      plain = applyPatch(structuredClone(plain), [operation]);
    }
    assert.deepEqual(applyPatch(document, operations), plain);
    assert.equal(JSON.stringify(document), before);
  }
});
