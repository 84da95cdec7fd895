var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  conformance: () => conformance,
  runConformance: () => runConformance
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_appending = require("./conformance/appending.js");
var import_artifacts = require("./conformance/artifacts.js");
var import_reading = require("./conformance/reading.js");
var import_sessions = require("./conformance/sessions.js");
var import_trial = require("./conformance/trial.js");
var import_values = require("./conformance/values.js");
var import_writers = require("./conformance/writers.js");
const CASES = [...import_appending.appending, ...import_writers.writers, ...import_reading.reading, ...import_values.values, ...import_sessions.sessions, ...import_artifacts.artifacts];
function conformance(open, options = {}) {
  return chosen(options).map((item) => ({
    name: item.name,
    run: async (context) => {
      const skipped = await tryCase(item, open, options);
      if (skipped !== void 0)
        context?.skip?.(skipped);
    }
  }));
}
async function runConformance(open, options = {}) {
  const report = { passed: [], failed: [], skipped: [] };
  for (const item of chosen(options)) {
    const { name } = item;
    try {
      const why = await tryCase(item, open, options);
      if (why === void 0)
        report.passed.push(name);
      else
        report.skipped.push({ name, why });
    } catch (error) {
      report.failed.push({ name, error });
    }
  }
  return report;
}
function chosen({ only }) {
  return CASES.filter(({ name }) => only === void 0 || name.search(only) >= 0);
}
async function tryCase(item, open, { timeoutMs = 12e4 }) {
  const opened = await open();
  const subject = isSubject(opened) ? opened : { store: opened };
  let failure;
  let skipped;
  try {
    const trial = new import_trial.Trial(subject);
    skipped = trial.lacks(item.needs);
    if (skipped === void 0)
      await withinTime(item.run(trial), trial, timeoutMs);
  } catch (error) {
    failure = { error: explained(error, item) };
  }
  try {
    await subject.close?.();
  } catch (error) {
    failure ??= { error: explained(new import_trial.Broken(`close failed after the case: ${(0, import_trial.show)(error)}.`, void 0, error), item) };
  }
  if (failure)
    throw failure.error;
  return skipped;
}
const isSubject = (opened) => !("append" in opened) && "store" in opened;
async function withinTime(work, { pending }, timeoutMs) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      const waiting = pending.size > 0 ? `has no answer from ${[...pending].join(" and ")}` : "has not come to its end";
      reject(new import_trial.Broken(`After ${timeoutMs} ms the case ${waiting}.`, "Let every call answer or fail; look for a lock that is held across two calls."));
    }, timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
function explained(error, { name, rule, advice: general }) {
  if (!(error instanceof import_trial.Broken))
    return error;
  const advice = error.advice ?? general;
  const message = `${error.problem}
The rule: ${rule}
What to do: ${advice}`;
  return new import_errors.EpitomeError("contract-broken", message, { details: { case: name, rule, advice }, cause: error.cause });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  conformance,
  runConformance
});
