// The parts of the check machinery that decide something: they must not be able to pass what failed.
import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { nodeCounts } from "../../xtask/check/js.mjs";
import { allowed } from "../../xtask/check/licences.mjs";
import { Failed, NotRun, Report } from "../../xtask/check/report.mjs";
import { cargoCounts } from "../../xtask/check/rust.mjs";
import { run } from "../../xtask/lib/run.mjs";
import { serve } from "../../xtask/www.mjs";

/** Runs `work` with console.log caught, and returns the lines. */
async function printed(work) {
  const lines = [];
  const original = console.log;
  console.log = (...parts) => lines.push(...parts.join(" ").split("\n"));
  try {
    await work();
  } finally {
    console.log = original;
  }
  return lines;
}

test("licence expressions: OR needs one side, AND both, WITH is part of the name", () => {
  const good = [
    "MIT",
    "MIT OR Apache-2.0",
    "GPL-3.0 OR MIT",
    "MIT/Apache-2.0",
    "(MIT OR GPL-3.0) AND Unicode-3.0",
    "Apache-2.0 WITH LLVM-exception OR X",
  ];
  const bad = [
    "GPL-3.0",
    "MIT AND GPL-3.0",
    "(MIT OR Apache-2.0) AND GPL-3.0",
    "GPL-2.0 WITH Classpath-exception-2.0",
    "",
    "MIT GPL-3.0",
    "(MIT",
  ];
  for (const expression of good) assert.equal(allowed(expression), true, expression);
  for (const expression of bad) assert.equal(allowed(expression), false, expression);
});

test("test counts are read from cargo and from node", () => {
  const cargo =
    "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\ntest result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured";
  assert.deepEqual(cargoCounts(cargo), { passed: 8, failed: 2, skipped: 1 });
  assert.deepEqual(nodeCounts("# pass 7\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 1\n"), { passed: 7, failed: 2, skipped: 3 });
});

test("the report goes on after a failure, counts everything, and ends with the count", async () => {
  const report = new Report();
  let fine;
  const lines = await printed(async () => {
    await report.step("good", () => {});
    await report.step("broken", () => {
      throw new Error("no");
    });
    await report.step("tests", () => ({ counts: { passed: 10, failed: 0, skipped: 2 } }));
    await report.step("failing tests", () => {
      throw new Failed("two fail", { passed: 4, failed: 2, skipped: 0 }, "output");
    });
    await report.step("exit code alone", () => {
      throw new Failed("it crashed at the end", { passed: 3, failed: 0, skipped: 0 }, "");
    });
    await report.step("absent", () => {
      throw new NotRun("there is none here");
    });
    fine = report.finish(performance.now());
  });
  assert.equal(fine, false);
  assert.equal(lines.at(-1), "18 passed, 4 failed, 3 skipped");
  assert.ok(lines.includes("  absent: there is none here"));
});

test("a step left out is not counted", async () => {
  const report = new Report(["clippy"]);
  const lines = await printed(async () => {
    await report.step("cargo clippy, host", () => {});
    await report.step("cargo test", () => assert.fail("it ran"));
    report.finish(performance.now());
  });
  assert.equal(lines.at(-1), "1 passed, 0 failed, 0 skipped");
});

test("a program that fails or is missing gives an error that names it", async () => {
  await assert.rejects(
    run(process.execPath, ["-e", "console.log('said'); process.exit(3)"]),
    (error) => /code 3/.test(error.message) && error.output === "said\n",
  );
  await assert.rejects(run("no-such-program-here"), /not installed/);
  assert.equal((await run(process.execPath, ["-e", "process.exit(3)"], { check: false })).code, 3);
});

/** One raw request: `fetch` would tidy the path before it is sent. */
function ask(url, path, method = "GET") {
  return new Promise((done, fail) => {
    request(url, { path, method }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      response.on("end", () => done({ status: response.statusCode, type: response.headers["content-type"], body }));
    })
      .on("error", fail)
      .end();
  });
}

test("the page's server gives files their types and nothing from outside its folders", async (context) => {
  const { server, url } = await serve(0);
  context.after(() => server.close());
  assert.equal((await ask(url, "/pkg/dist/core.wasm")).type, "application/wasm");
  assert.match((await ask(url, "/pkg/dist/index.js")).type, /^text\/javascript/);
  assert.equal((await ask(url, "/pkg/dist/core.wasm", "HEAD")).body, "");
  assert.equal((await ask(url, "/", "POST")).status, 405);
  for (const path of [
    "/../package.json",
    "/pkg/../../package.json",
    "/..%2fpackage.json",
    "/pkg/..%2f..%2fCargo.toml",
    "/%2e%2e/Cargo.toml",
    "/nowhere",
    "/a%00b",
  ]) {
    assert.equal((await ask(url, path)).status, 404, path);
  }
  assert.equal((await ask(url, "/%ff")).status, 400);
});
