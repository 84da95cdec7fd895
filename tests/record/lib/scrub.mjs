// Makes an output tell nothing of the machine and the hour: the same commit gives the same text on every machine.
import { homedir, hostname } from "node:os";
import { join, resolve } from "node:path";

/** The home folder that the recorded agent works in. */
export const HOME = "/home/dev";

/**
 * A function from real output to recorded output. The sandbox's root stands for the home folder; `below(limit)` draws
 * the numbers that stand for times and thread numbers.
 */
export function scrubber({ root, target }, below) {
  const env = process.env;
  const real = [
    [target, "target"],
    [root, HOME],
    [env.CARGO_HOME ?? join(homedir(), ".cargo"), `${HOME}/.cargo`],
    [env.RUSTUP_HOME ?? join(homedir(), ".rustup"), `${HOME}/.rustup`],
  ];
  return (text) => {
    let out = text.replaceAll("\r\n", "\n");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
    out = out.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
    for (const [path, neutral] of real) out = out.replaceAll(path, neutral);
    // Which mirror the crates came from is this machine's affair.
    out = out.replace(/registry\/(src|cache|index)\/[^/\s]+/g, "registry/$1/crates");
    out = out.replace(/^ +Blocking waiting for file lock on .*\n/gm, "");
    out = out.replace(/^ +(?:Updating|Downloading|Downloaded|Locking) .*\n/gm, "");
    out = out.replace(/\b(finished|ran|took|target\(s\)) in \d+\.\d+s/g, (_, word) => `${word} in ${seconds(word, below)}s`);
    out = out.replace(/compilation took \d+\.\d+s/g, () => `compilation took ${seconds("ran", below)}s`);
    out = out.replace(/\(\d+(\.\d+)?ms\)/g, () => `(${milliseconds(below)}ms)`);
    out = out.replace(/duration_ms:? \d+(\.\d+)?/g, (whole) => whole.replace(/[\d.]+$/, milliseconds(below)));
    out = out.replace(/\S*\/rustdoctest\w+/g, "/tmp/rustdoctest");
    // The number behind a thread's name is the operating system's.
    out = out.replace(/^(thread '.+') \(\d+\) panicked/gm, (_, thread) => `${thread} (${20_000 + below(9_000)}) panicked`);
    out = out.replace(/(deps\/[\w-]+)-[0-9a-f]{16}\b/g, (_, name) => `${name}-${hash(name)}`);
    return out;
  };
}

/** What no recorded text may hold: this machine's own folders and its name, as patterns. */
export function machineWords(repository) {
  const folders = [repository, homedir(), process.env.CARGO_HOME, process.env.RUSTUP_HOME].filter(Boolean).map((path) => resolve(path));
  const own = folders.filter((path) => path !== "/" && path !== HOME && !path.startsWith(`${HOME}/`));
  const plain = (text) => text.replace(/[^\w/]/g, "\\$&");
  return [
    /epitome-record-/,
    new RegExp(`@${plain(hostname())}\\b`),
    ...own.map((path) => new RegExp(`(?<![\\w.-])${plain(path)}(?![\\w-])`)),
  ];
}

function seconds(word, below) {
  const tenths = word === "finished" ? below(4) : word === "ran" || word === "took" ? 20 + below(90) : 40 + below(380);
  return (tenths / 100).toFixed(2);
}

function milliseconds(below) {
  return (0.1 + below(90_000) / 1_000).toFixed(3);
}

/** Sixteen hexadecimal digits that depend on a name alone (FNV-1a). */
function hash(name) {
  let value = 0xcbf29ce484222325n;
  for (const unit of Buffer.from(name)) value = BigInt.asUintN(64, (value ^ BigInt(unit)) * 0x100000001b3n);
  return value.toString(16).padStart(16, "0");
}
