// `npm run bench`: what a turn costs, beside pi, in one run on one machine.
// `npm run bench -- --quick`: fewer samples, and no session of 100,000 entries.
import { fork } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { at } from "../../xtask/lib/run.mjs";
import { ensurePackage, ensurePi, realSessions } from "./setup.mjs";
import { count, OPERATIONS, report } from "./table.mjs";

const HELP = `Usage: npm run bench -- [options]

  --quick          fewer samples, sizes 1,000 and 10,000
  --sizes 200,500  numbers of entries, in rising order
  --only prepare   some of the tables: append, check, context, open, prepare, branch, memory
  --json           the results as JSON
  --pkg DIR        another build of the package than pkg/
  --help           this text`;

/** Below this there is nothing to compact. */
const LEAST_SIZE = 200;

const NAMES = { ours: "Epitome", pi: "pi" };

const say = (text) => console.error(text);

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      sizes: { type: "string" },
      only: { type: "string" },
      json: { type: "boolean", default: false },
      pkg: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  return values;
}

/** How much is measured at a size: `rounds` sessions, to each of which `turns` are appended, at most a tenth of what it has. */
function effort(size, quick) {
  const appended = quick ? 50 : 200;
  const turns = Math.max(1, Math.min(appended, Math.floor(size / 40)));
  return {
    turns,
    rounds: Math.min(8, Math.ceil(appended / turns)),
    runs: quick ? 10 : 30,
    budgetMs: quick ? 2_000 : 10_000,
  };
}

/** Measures one side at one size in a process of its own. */
function measure(side, job) {
  return new Promise((done) => {
    const results = [];
    const child = fork(join(import.meta.dirname, `${side}.mjs`), [JSON.stringify(job)], { execArgv: ["--expose-gc"] });
    child.on("message", (result) => results.push(result));
    child.on("close", (code, signal) => {
      if (code !== 0)
        results.push({ operation: "everything after that", label: "", why: `its process ended with ${signal ?? `code ${code}`}` });
      done(results);
    });
  });
}

/** Measures both sides at each of some sizes or sessions. */
async function measureAll(cases, sides, quick) {
  const results = [];
  for (const [column, { name, ...job }] of cases.entries()) {
    for (const [side, extra] of sides) {
      say(`measuring ${NAMES[side]}: ${name}`);
      for (const result of await measure(side, { ...job, ...effort(job.size, quick), ...extra }))
        results.push({ ...result, side, case: name, column });
    }
  }
  return results;
}

/** The machine that the figures are of, and how busy it is with other work. */
function machineOf(pi) {
  const [{ model }] = cpus();
  return {
    cpu: `${model.trim()} × ${cpus().length}`,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString(),
    load: Number(loadavg()[0].toFixed(2)),
    pi: pi.version ?? null,
  };
}

function sizesOf({ sizes, quick }) {
  if (sizes === undefined) return quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
  const list = sizes.split(",").map(Number);
  const rising = list.every((size, at) => at === 0 || size > list[at - 1]);
  if (!rising || !list.every((size) => Number.isSafeInteger(size) && size >= LEAST_SIZE)) {
    throw new Error(`--sizes takes whole numbers from ${LEAST_SIZE} on, rising, with commas between them`);
  }
  return list;
}

function onlyOf({ only }) {
  const list = only?.split(",");
  const unknown = list?.find((operation) => !Object.hasOwn(OPERATIONS, operation));
  if (unknown !== undefined) throw new Error(`--only takes names of ${Object.keys(OPERATIONS).join(", ")}, with commas between them`);
  return list && { only: list };
}

async function main() {
  const options = readOptions();
  if (options.help) return console.log(HELP);
  const sizes = sizesOf(options);
  const only = onlyOf(options);
  const pkg = options.pkg ? resolve(options.pkg) : at("pkg");
  ensurePackage(pkg);
  const pi = await ensurePi(say);
  if (pi.why) say(`without the comparison with pi: ${pi.why}`);
  const sides = [["ours", { pkg, ...only }], ...(pi.path ? [["pi", { pi: pi.path, ...only }]] : [])];
  const machine = machineOf(pi);
  const generatedCases = sizes.map((size) => ({ name: `${count(size)} entries`, size }));
  const generated = await measureAll(generatedCases, sides, options.quick);
  const sessions = await realSessions();
  const real = await measureAll(sessions, sides, options.quick);
  const failed = [...generated, ...real].filter(({ why }) => why);
  const notRun = failed.map((result) => [result.case, result.operation, result.label].filter(Boolean).join(", ").concat(`: ${result.why}`));
  if (pi.why) notRun.unshift(`the comparison with pi: ${pi.why}`);
  if (options.json)
    console.log(
      JSON.stringify({ machine, sizes, generated, sessions: sessions.map(({ name, size }) => ({ name, size })), real, notRun }, null, 2),
    );
  else console.log(report({ machine, sizes, generated, sessions, real, notRun }));
  // What pi cannot do is its own affair.
  if (failed.some(({ side }) => side === "ours")) process.exitCode = 1;
}

await main().catch((error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});
