// The results as plain text.

/** What is measured, by its name. */
export const OPERATIONS = {
  append: "append: per message, each by itself, over turns of four",
  check: "check: per call",
  context: "context: per turn, after one more message",
  open: "open: a stored log, from its file to a session",
  prepare: "compaction: what is summarized, and the prompts for it",
  branch: "branch: what a summary of all of the session but its first turn is made from, and its prompt",
  memory: "memory: beside the messages, per 1,000 entries; the resident set is rough",
};

/** A number as people write it. */
export const count = (number) => number.toLocaleString("en-US");

/** The whole report. */
export function report({ machine, sizes, generated, sessions, real, notRun }) {
  const { cpu, node, platform, date, load, pi } = machine;
  const parts = [
    `${cpu}, Node ${node}, ${platform}, ${date}, load ${load}${pi ? `, pi ${pi}` : ""}`,
    "Median, and in brackets the 95th percentile.",
    ...tables(sizes.map(count), generated, sizes.length > 1 ? `${count(sizes.at(-1))} : ${count(sizes[0])}` : undefined),
    flatness(sizes, generated).join("\n"),
  ];
  if (sessions.length > 0) {
    parts.push(`Real sessions: ${sessions.map(({ name, size }) => `${name} (${count(size)} messages)`).join(", ")}`);
    const names = sessions.map(({ name }) => name);
    parts.push(...tables(names, real));
  }
  if (notRun.length > 0) parts.push(["Not run:", ...notRun.map((line) => `  ${line}`)].join("\n"));
  return parts.join("\n\n");
}

/** The tables of one kind of columns. `results` carry `column`, the place of their column. */
function tables(columns, results, compare) {
  const cells = new Map();
  for (const result of results) cells.set(`${result.operation}/${result.label}/${result.column}`, result);
  return Object.entries(OPERATIONS).flatMap(([operation, title]) => {
    const labels = [...new Set(results.filter((result) => result.operation === operation).map(({ label }) => label))];
    if (labels.length === 0) return [];
    const rows = labels.toSorted(oursFirst).map((label) => {
      const row = columns.map((_, column) => cells.get(`${operation}/${label}/${column}`));
      return [`  ${label}`, ...row.map(cell), ...(compare ? [ratioText(row)] : [])];
    });
    return [grid([[title, ...columns, ...(compare ? [compare] : [])], ...rows])];
  });
}

const oursFirst = (one, other) => Number(one.startsWith("pi")) - Number(other.startsWith("pi"));

function cell(result) {
  if (!result) return "–";
  if (result.median === undefined) return "not run";
  if (result.unit === "kB") return `${count(Math.round(result.median))} kB`;
  return `${time(result.median)} (${time(result.p95)})`;
}

/** Three digits of a time that is given in milliseconds. */
function time(ms) {
  const [value, unit] = ms < 1 ? [ms * 1000, "µs"] : ms < 10_000 ? [ms, "ms"] : [ms / 1000, "s"];
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}

/** The last column beside the first: how much a cost grows with the session. */
function ratioOf(row) {
  const [first, last] = [row[0]?.median, row.at(-1)?.median];
  return first > 0 && last >= 0 ? last / first : undefined;
}

function ratioText(row) {
  const ratio = ratioOf(row);
  if (ratio === undefined) return "–";
  return `× ${ratio < 9.995 ? ratio.toFixed(2) : count(Math.round(ratio))}`;
}

function grid(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  const line = (row) => row.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]))).join("   ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** Whether `check` costs the same at every size. */
function flatness(sizes, results) {
  if (sizes.length < 2) return ["check: one size alone does not show whether it is flat"];
  const labels = [
    ...new Set(results.filter(({ operation, label }) => operation === "check" && label.startsWith("Epitome")).map(({ label }) => label)),
  ];
  if (labels.length === 0) return ["check: not run"];
  return labels.map((label) => {
    const row = sizes.map((_, column) =>
      results.find((result) => result.label === label && result.operation === "check" && result.column === column),
    );
    const ratio = ratioOf(row);
    if (ratio === undefined) return `${label}: check could not be compared`;
    const [least, most] = [count(sizes[0]), count(sizes.at(-1))];
    return `check (${label}): at ${most} entries ${ratio.toFixed(2)} times what it costs at ${least}; ${ratio < 2 ? "flat" : "not flat"} (flat means below 2)`;
  });
}
