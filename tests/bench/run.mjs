// `npm run bench`: what a turn costs, beside pi, in one run on one machine.
// `npm run bench -- --quick`: fewer samples, and no session of 100,000 entries.
import { fork } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { at } from "../../xtask/lib/run.mjs";
import { ensurePackage, ensurePi, realSessions } from "./setup.mjs";
import { count, flatness, tables } from "./table.mjs";

const HELP = `Usage: npm run bench -- [options]

  --quick          fewer samples, sizes 1,000 and 10,000
  --sizes 1000,50  numbers of entries, in rising order
  --json           the results as JSON
  --pkg DIR        another build of the package than pkg/
  --help           this text`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    sizes: { type: "string" },
    json: { type: "boolean", default: false },
    pkg: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const say = (text) => console.error(text);

/** How much is measured at a size: `rounds` sessions, to each of which `turns` are appended, at most a tenth of what it has. */
function effort(size) {
  const appended = options.quick ? 50 : 200;
  const turns = Math.max(1, Math.min(appended, Math.floor(size / 40)));
  return {
    turns,
    rounds: Math.min(8, Math.ceil(appended / turns)),
    runs: options.quick ? 10 : 30,
    budgetMs: options.quick ? 2_000 : 15_000,
  };
}

/** Measures one side at one size in a process of its own. */
function measure(side, job) {
  return new Promise((done) => {
    const results = [];
    const child = fork(join(import.meta.dirname, `${side}.mjs`), [JSON.stringify(job)], { execArgv: ["--expose-gc"] });
    child.on("message", (result) => results.push(result));
    child.on("close", (code, signal) => {
      if (code !== 0) results.push({ operation: "all", label: side, why: `its process ended with ${signal ?? `code ${code}`}` });
      done(results);
    });
  });
}

/** Measures both sides at each of some sizes or sessions. */
async function measureAll(cases, sides) {
  const results = [];
  for (const [column, { name, ...job }] of cases.entries()) {
    for (const [side, extra] of sides) {
      say(`measuring ${side === "ours" ? "Epitome" : "pi"}: ${name}`);
      for (const result of await measure(side, { ...job, ...effort(job.size), ...extra })) results.push({ ...result, case: name, column });
    }
  }
  return results;
}

const notRun = (results) =>
  results.filter(({ why }) => why).map(({ case: name, operation, label, why }) => `${name}, ${operation}, ${label}: ${why}`);

async function main() {
  const sizes = options.sizes ? options.sizes.split(",").map(Number) : options.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 10))
    throw new Error("--sizes takes whole numbers from 10 on, apart by commas");
  const pkg = options.pkg ? resolve(options.pkg) : at("pkg");
  ensurePackage(pkg);
  const pi = await ensurePi(say);
  if (pi.why) say(`without the comparison with pi: ${pi.why}`);
  const sides = [["ours", { pkg }], ...(pi.path ? [["pi", { pi: pi.path }]] : [])];
  const [{ model }] = cpus();
  const machine = {
    cpu: `${model.trim()} × ${cpus().length}`,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString(),
    load: Number(loadavg()[0].toFixed(2)),
    pi: pi.version ?? null,
  };
  const generated = await measureAll(
    sizes.map((size) => ({ name: `${count(size)} entries`, size })),
    sides,
  );
  const sessions = await realSessions();
  const real = await measureAll(
    sessions.map(({ name, file, size }) => ({ name, file, size })),
    sides,
  );
  const missing = [...notRun(generated), ...notRun(real)];
  if (pi.why) missing.unshift(`pi: ${pi.why}`);
  if (options.json) return console.log(JSON.stringify({ machine, sizes, generated, real, notRun: missing }, null, 2));
  const { cpu, node, platform, date, load } = machine;
  const blocks = [
    `${cpu}, Node ${node}, ${platform}, ${date}, load ${load}${pi.version ? `, pi ${pi.version}` : ""}`,
    "Median, and in brackets the 95th percentile.",
    ...tables(sizes.map(count), generated, sizes.length > 1 ? `${count(sizes.at(-1))} : ${count(sizes[0])}` : undefined),
    flatness(sizes, generated).join("\n"),
  ];
  if (sessions.length > 0) {
    blocks.push(`Real sessions: ${sessions.map(({ name, size }) => `${name} (${count(size)} messages)`).join(", ")}`);
    blocks.push(
      ...tables(
        sessions.map(({ name }) => name),
        real,
      ),
    );
  }
  if (missing.length > 0) blocks.push(`Not run:\n${missing.map((line) => `  ${line}`).join("\n")}`);
  console.log(blocks.join("\n\n"));
}

if (options.help) console.log(HELP);
else await main();
