/** `classifyError` on values made to break it, and on random ones. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyError } from "../../pkg/dist/index.js";
import { random } from "./random.mjs";
import { OTHERS } from "./support/other-errors.mjs";
import { OVERFLOWS } from "./support/overflow-errors.mjs";

const SAID = "Prompt is too long";

test("nothing that can be thrown makes it throw, or keeps it long", () => {
  const cycle = { message: SAID };
  Object.assign(cycle, { cause: cycle, error: cycle, errors: [cycle, cycle], response: { data: cycle } });
  const endless = new Proxy({}, { get: (_, name) => (name === "message" ? "x" : typeof name === "symbol" ? undefined : endlessly()) });
  function endlessly() {
    return new Proxy({}, { get: (_, name) => (name === "length" ? Infinity : typeof name === "symbol" ? undefined : endlessly()) });
  }
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const hostile = new Proxy(
    {},
    Object.fromEntries(
      Object.getOwnPropertyNames(Reflect).map((name) => [
        name,
        () => {
          throw new Error(name);
        },
      ]),
    ),
  );
  const throwing = Object.defineProperties(
    { status: 400, error: SAID },
    Object.fromEntries(
      ["message", "code", "cause", "usage", "role"].map((name) => [
        name,
        {
          get() {
            throw new Error(name);
          },
        },
      ]),
    ),
  );
  let deep = { message: SAID };
  for (let depth = 0; depth < 100_000; depth++) deep = { error: deep };
  let causes = new Error("Prompt is too long");
  for (let depth = 0; depth < 100_000; depth++) causes = new Error("x", { cause: causes });
  const wide = { errors: Array.from({ length: 1e6 }, () => ({ errors: [], message: "x" })) };
  for (const [name, value, kind] of [
    ["nothing", undefined, "other"],
    ["null", null, "other"],
    ["a number", 429, "other"],
    ["a bigint", 1n, "other"],
    ["a symbol", Symbol("prompt is too long"), "other"],
    ["a function", () => SAID, "other"],
    ["an empty text", "", "other"],
    ["an empty object", {}, "other"],
    ["an object without a prototype", Object.assign(Object.create(null), { message: SAID }), "overflow"],
    ["a cycle", cycle, "overflow"],
    ["endless proxies", endless, "other"],
    ["a revoked proxy", revoked, "other"],
    ["a revoked proxy as the cause", new Error(SAID, { cause: revoked }), "overflow"],
    ["a hostile proxy", hostile, "other"],
    ["a hostile proxy as the body", { message: SAID, error: hostile, errors: hostile }, "overflow"],
    ["getters that throw", throwing, "overflow"],
    ["depth", deep, "other"],
    ["causes without end", causes, "other"],
    ["width", wide, "other"],
    ["a Date", new Date(), "other"],
    ["a Map", new Map([["message", SAID]]), "other"],
    ["deep JSON", `${"[".repeat(100_000)}{"a":1}${"]".repeat(100_000)}`, "other"],
    ["deep objects in JSON", `${'{"error":'.repeat(10_000)}1${"}".repeat(10_000)}`, "other"],
    ["a huge text", `${SAID}${"x".repeat(1e7)}`, "overflow"],
    ["a huge text of braces", `${SAID}${"{".repeat(1e7)}`, "overflow"],
    ["huge JSON", JSON.stringify({ error: { message: SAID }, echo: "x".repeat(1e7) }), "overflow"],
    ["text made to be slow", "input token count prompt tokens exceed ".repeat(1e5), "other"],
    ["blanks made to be slow", `${" ".repeat(1e6)}${SAID}`, "other"],
    ["numbers made to be slow", `maximum context length ${"1,".repeat(1e5)} ${"123 ".repeat(1e5)}`, "overflow"],
    ["words made to be slow", "error code status http ".repeat(1e5), "other"],
  ]) {
    const since = performance.now();
    const result = classifyError(value, { contextWindow: 1_000 });
    const ms = performance.now() - since;
    assert.equal(result.kind, kind, name);
    assert.ok(ms < 2_000, `${name}: ${Math.round(ms)} ms`);
  }
  for (const options of [null, undefined, {}, { contextWindow: 1n }, { provider: 7 }, hostile]) {
    assert.equal(typeof classifyError(SAID, options).kind, "string");
  }
});

test("random values: no throw, a result of the stated shape, the same twice, the value untouched", () => {
  const { below } = random(5);
  const pick = (list) => list[below(list.length)];
  const names = [
    "message",
    "error",
    "cause",
    "errors",
    "lastError",
    "status",
    "code",
    "type",
    "name",
    "response",
    "body",
    "data",
    "usage",
    "choices",
    "role",
    "content",
    "stopReason",
    "detail",
    "x",
  ];
  const leaves = [...OVERFLOWS, ...OTHERS].map(([, , body]) => body).flatMap((body) => [body, JSON.stringify(body)]);
  const others = [
    null,
    undefined,
    true,
    0,
    400,
    413,
    429,
    401,
    NaN,
    -1,
    1e308,
    "",
    "error",
    "assistant",
    "length",
    "{",
    "}",
    '{"error":',
    "😀\ud83d",
    { input: 2_000 },
    { input_tokens: 0, output_tokens: 0 },
  ];
  const value = (depth) => {
    const at = below(10);
    if (depth === 0 || at < 3) return pick(at % 2 ? leaves : others);
    if (at === 3) return Array.from({ length: below(4) }, () => value(depth - 1));
    const made = at === 4 ? new Error(String(pick(leaves))) : {};
    for (let count = below(5); count > 0; count--) made[pick(names)] = value(depth - 1);
    return made;
  };
  const seen = new Set();
  for (let round = 0; round < 20_000; round++) {
    const made = value(4);
    const before = JSON.stringify(made);
    const result = classifyError(made, { contextWindow: 1_000 });
    seen.add(result.kind);
    for (const [name, part] of Object.entries(result)) {
      if (name === "kind") assert.ok(["overflow", "payload-too-large", "rate-limit", "auth", "other"].includes(part));
      else
        assert.ok(["observed", "maximum", "excess"].includes(name) && Number.isSafeInteger(part) && part > 0 && result.kind === "overflow");
    }
    assert.deepEqual(classifyError(made, { contextWindow: 1_000 }), result);
    assert.equal(JSON.stringify(made), before);
  }
  assert.equal(seen.size, 5);
});

test("random wrappings change nothing", () => {
  const { below } = random(55);
  const pick = (list) => list[below(list.length)];
  const wraps = [
    (inner) => new Error("The call failed", { cause: inner }),
    (inner) => ({ error: inner }),
    (inner) => [inner],
    (inner) => ({ type: "error", error: inner }),
    (inner) => ({ response: { data: inner } }),
    (inner) => Object.assign(new Error("Bad Request"), { statusCode: 400, data: inner }),
    (inner) => Object.assign(new Error("Failed after 2 attempts."), { lastError: inner, errors: [new Error("429"), inner] }),
    // An Error has no JSON.
    (inner, path) => (path.some((at) => [0, 5, 6].includes(at)) ? inner : JSON.stringify(inner)),
    (inner) => ({ type: "response.failed", response: { error: inner } }),
  ];
  for (let round = 0; round < 5_000; round++) {
    const [name, , body, expected] = pick(OVERFLOWS);
    let made = typeof body === "string" ? { message: body } : body;
    const path = [];
    for (let count = below(4); count > 0; count--) {
      const at = below(wraps.length);
      made = wraps[at](made, path);
      path.push(at);
    }
    assert.deepEqual(classifyError(made), expected, `${name} in ${path}`);
  }
});
