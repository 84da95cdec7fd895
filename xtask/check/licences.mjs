// Every crate that is linked, into the core or into the build tool, has a licence that an MIT package may rely on.
// The npm side needs no such check: the package ships no dependency.

import { run } from "../lib/run.mjs";
import { Failed } from "./report.mjs";

const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSL-1.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
]);

/** Whether an SPDX expression can be satisfied from the list. `A/B` is the old spelling of `A OR B`. */
export function allowed(expression, list = ALLOWED) {
  const tokens = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let value = both();
    while (tokens[at] === "OR") {
      at++;
      value = both() || value;
    }
    return value;
  };
  const both = () => {
    let value = one();
    while (tokens[at] === "AND") {
      at++;
      value = one() && value;
    }
    return value;
  };
  const one = () => {
    if (tokens[at] === "(") {
      at++;
      const value = either();
      at++;
      return value;
    }
    let name = tokens[at++];
    if (tokens[at] === "WITH") {
      name += ` WITH ${tokens[at + 1]}`;
      at += 2;
    }
    return list.has(name);
  };
  const value = either();
  return value && at === tokens.length;
}

export async function licences() {
  const { stdout } = await run("cargo", ["metadata", "--locked", "--format-version=1", "--quiet"]);
  const { packages } = JSON.parse(stdout);
  const bad = packages.filter(({ license }) => !license || !allowed(license));
  if (bad.length > 0) {
    const lines = bad.map(({ name, version, license }) => `${name} ${version}: ${license ?? "no licence named"}`);
    throw new Failed("crates with a licence that is not on the list", undefined, lines.join("\n"));
  }
  return { note: `${packages.length} crates` };
}
