// The packed package, installed as a user would, in every runtime that this machine has.
import { browser } from "../../tests/runtimes/browser/run.mjs";
import { cjs, esm } from "../../tests/runtimes/node/run.mjs";
import { difference, expected, installPacked, scenarioData, writeData } from "../../tests/runtimes/run.mjs";
import { workerd } from "../../tests/runtimes/workerd/run.mjs";
import { NotRun } from "./report.mjs";
import { typeTests } from "./types.mjs";

/** Adds a step for each runtime to the report. `noChromium` says why there is no Chromium, if there is none. */
export async function playRuntimes(report, noChromium) {
  const names = ["type tests", "Node, import", "Node, require", "Chromium", "workerd"].map((name) => `packed: ${name}`);
  if (!names.some((name) => report.wants(name))) return;
  let packed;
  await report.always("packed: pack and install", async () => {
    packed = await installPacked();
    await writeData(packed.project);
    return { note: `${packed.entryCount} files, ${(packed.size / 1000).toFixed(1)} KB` };
  });
  if (!packed) return;
  const { project } = packed;
  const data = await scenarioData();
  const native = await expected();
  let reference = native && { whose: "native Rust's", text: native };

  /** A runtime's result is held against native Rust's; while that is missing, against the first runtime's. */
  const play = async (runtime) => {
    const { text, note } = await runtime();
    reference ??= { whose: "the first runtime's", text };
    if (reference.text !== text) throw new Error(`the result differs from ${reference.whose} ${difference(reference.text, text)}`);
    return { note };
  };
  const [types, nodeEsm, nodeCjs, chromium, worker] = names;
  await report.step(types, () => typeTests(project));
  await report.step(nodeEsm, () => play(() => esm(project)));
  await report.step(nodeCjs, () => play(() => cjs(project)));
  await report.step(chromium, () => {
    if (noChromium) throw new NotRun(noChromium);
    return play(() => browser(project, data));
  });
  await report.step(worker, () => play(() => workerd(project, data)));
  if (!native) {
    await report.step("packed: equal to native Rust", () => {
      throw new NotRun("there is no result of native Rust: `cargo test` leaves it");
    });
  }
  await packed.remove();
}
