// Every rule of every checker: a request that keeps them all passes, and one that breaks this rule is noticed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { rules } from "./rules/index.mjs";
import { bodies, violations } from "./support/violations.mjs";

/** The rules in the table at the head of a checker. */
function listed(api) {
  const source = readFileSync(new URL(`rules/${api}.mjs`, import.meta.url), "utf8");
  return [...source.matchAll(/^ \* \| ([A-Z]\d+) \|/gm)].map(([, id]) => id);
}

for (const [api, check] of Object.entries(rules)) {
  test(`${api}: a request that keeps all rules passes`, () => {
    assert.deepEqual(check(bodies[api]()), []);
  });

  test(`${api}: every rule of its table has a violation here`, () => {
    const tried = new Set(violations[api].map(([id]) => id));
    assert.deepEqual(
      listed(api).filter((id) => !tried.has(id)),
      [],
    );
  });

  for (const [id, what, breakIt, options] of violations[api]) {
    test(`${api} ${id}: ${what}`, () => {
      const body = bodies[api]();
      const broken = breakIt(body) ?? body;
      const found = check(broken, options);
      assert.ok(
        found.some((violation) => violation.id === id),
        `found ${JSON.stringify(found)}`,
      );
      for (const { path, text } of found) assert.ok(path && text);
    });
  }
}
