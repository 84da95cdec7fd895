// The packed package, installed as a user would, in every runtime that this machine has.
import { browser } from "../../tests/runtimes/browser/run.mjs";
import { durableObject } from "../../tests/runtimes/durable-object/run.mjs";
import { http } from "../../tests/runtimes/http/run.mjs";
import { cjs, esm } from "../../tests/runtimes/node/run.mjs";
import { difference, expected, installPacked, scenarioData, writeData } from "../../tests/runtimes/run.mjs";
import { workerd } from "../../tests/runtimes/workerd/run.mjs";
import { NotRun } from "./report.mjs";
import { typeTests } from "./types.mjs";

const TYPES = "packed: type tests";
const DURABLE_OBJECT = "packed: a Durable Object per session";
const HTTP = "packed: sessions over HTTP";
const POSTGRES = "packed: several processes on one Postgres";
/** Worked examples: each plays a story of its own, with races and crashes. */
export const EXAMPLES = [DURABLE_OBJECT, POSTGRES];
const RUNTIMES = {
  "packed: Node, import": ({ project }) => esm(project),
  "packed: Node, require": ({ project }) => cjs(project),
  "packed: Chromium": ({ project, data, noChromium }) => {
    if (noChromium) throw new NotRun(noChromium);
    return browser(project, data);
  },
  "packed: workerd": ({ project, data }) => workerd(project, data),
};

/**
 * Adds a step for each runtime and each worked example to the report. `noChromium` says why there is no Chromium, if there is
 * none; `missing` are the packages of programs that are not there.
 */
export async function playRuntimes(report, { noChromium, missing }) {
  if (![TYPES, HTTP, ...Object.keys(RUNTIMES), ...EXAMPLES].some((name) => report.wants(name))) return;
  let packed;
  await report.always("packed: pack and install", async () => {
    packed = await installPacked();
    return { note: `${packed.entryCount} files, ${(packed.size / 1000).toFixed(1)} KB` };
  });
  if (!packed) return;
  const { project } = packed;
  await report.step(TYPES, () => typeTests(project));

  let data;
  let native;
  let reference;
  const prepare = async () => {
    data = await scenarioData();
    await writeData(project);
    native = await expected();
    reference = native && { whose: "native Rust's", text: native };
  };
  let prepared;
  for (const [name, runtime] of Object.entries(RUNTIMES)) {
    await report.step(name, async () => {
      prepared ??= prepare();
      await prepared;
      const { text, note } = await runtime({ project, data, noChromium });
      // Held against native Rust's result; while that is missing, against the first runtime's.
      reference ??= { whose: "the first runtime's", text };
      if (reference.text !== text) throw new Error(`the result differs from ${reference.whose} ${difference(reference.text, text)}`);
      return { note };
    });
  }
  if (prepared && !native) {
    await report.step("packed: equal to native Rust", () => {
      const why = "native Rust's result is not there: `cargo test` leaves it below target/";
      throw report.wants("cargo test") ? new Error(why) : new NotRun(why);
    });
  }
  await report.step(DURABLE_OBJECT, () => durableObject(project));
  await report.step(HTTP, () => http(project));
  await report.step(POSTGRES, async () => {
    if (missing.includes("postgresql")) throw new NotRun("there is no PostgreSQL");
    // It loads a client that is installed by now, and was not when this script began.
    const { postgres } = await import("../../tests/runtimes/postgres/run.mjs");
    return postgres(project);
  });
  await packed.remove();
}
