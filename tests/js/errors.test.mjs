import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { EpitomeError } from "../../pkg/dist/errors.js";

test("an error carries its code, its facts and its cause by identity", () => {
  const cause = new Error("disk full");
  const error = new EpitomeError("store-failed", "It failed.", { retryable: true, details: { path: "entries[1]" }, cause });
  assert.ok(error instanceof Error);
  assert.equal(error.name, "EpitomeError");
  assert.equal(error.code, "store-failed");
  assert.equal(error.retryable, true);
  assert.deepEqual(error.details, { path: "entries[1]" });
  assert.equal(error.cause, cause);
  assert.match(error.stack, /^EpitomeError: It failed\./);
});

test("what is not given has its default", () => {
  const error = new EpitomeError("invalid-option", "No.");
  assert.equal(error.retryable, false);
  assert.deepEqual(error.details, {});
  assert.equal("cause" in error, false);
});

test("details cannot be changed later", () => {
  const details = { path: "a" };
  const error = new EpitomeError("invalid-entry", "No.", { details });
  details.path = "b";
  assert.equal(error.details.path, "a");
  assert.throws(() => Object.assign(error.details, { path: "c" }), TypeError);
});

test("isInstance knows the errors of another copy of the package", async () => {
  // The query makes Node load the module a second time.
  const other = await import("../../pkg/dist/errors.js?copy");
  const foreign = new other.EpitomeError("not-initialized", "No.");
  assert.equal(foreign instanceof EpitomeError, false);
  assert.equal(EpitomeError.isInstance(foreign), true);
  for (const value of [new Error("no"), { code: "not-initialized" }, null, undefined, 7, "EpitomeError"]) {
    assert.equal(EpitomeError.isInstance(value), false);
  }
});

test("toJSON shows the facts, and of the cause only its kind", () => {
  const cause = Object.assign(new TypeError("Bearer sk-secret-123"), { code: "ECONNRESET", headers: { key: "sk-secret-123" } });
  const text = JSON.stringify(new EpitomeError("summarizer-http", "No.", { retryable: true, details: { status: 500 }, cause }));
  assert.doesNotMatch(text, /secret/);
  assert.deepEqual(JSON.parse(text), {
    name: "EpitomeError",
    code: "summarizer-http",
    message: "No.",
    retryable: true,
    details: { status: 500 },
    cause: { name: "TypeError", code: "ECONNRESET" },
  });
  assert.deepEqual(new EpitomeError("x", "No.", { cause: "text" }).toJSON().cause, { name: "string" });
  assert.equal("cause" in new EpitomeError("x", "No.").toJSON(), false);
});

test("the mark does not show when the error is printed", () => {
  assert.doesNotMatch(inspect(new EpitomeError("invalid-option", "No.")), /epitome\.error/);
});
