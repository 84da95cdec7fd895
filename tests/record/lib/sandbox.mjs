// The scratch copy of the repository in which everything of the story really happens.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Never copied: the recorder's own files, or a search would find the story in the story. */
const LEFT_OUT = [/^tests\/record\//, /^tests\/fixtures\/sessions\//, /^tests\/js\/fixture\.test\.mjs$/];

/**
 * The scratch copy's history, oldest first: commits by layer. One real commit would make a poor log, and the real
 * log differs from clone to clone.
 */
const LAYERS = [
  ["Workspace: toolchain, lints, licence", /^(\.(?!github)|[^/]+$)/],
  ["Core: values, JSON, the tape, texts, errors", /^src\/(value|json|tape|text|time|error|lib)\.rs$/],
  ["Core: messages, entries, wire formats, token estimate", /^src\/(message|entry|settings)\.rs$|^src\/(format|tokens)\//],
  ["Core: session, context, cut points", /^src\/(session|context|cut|branch|budget|check|emergency|validity)\.rs$/],
  ["Core: file lists and tags", /^src\/(files|tags)\//],
  ["Core: prompts, summaries, the compaction machine", /^src\/(?!wasm\/)/],
  ["The face to JavaScript", /^src\/wasm\//],
  ["Host: loaders, session, stores, summarizers", /^js\//],
  ["Build tool, package, tests", /./],
];

const AUTHOR = { name: "Dev", email: "dev@example.com" };

/**
 * Copies the repository's HEAD (or, with `fromWorktree`, its files as they are) and makes it a repository of its own.
 * `target` is a folder that keeps compiled dependencies from one recording to the next; without it they go with the copy.
 */
export function makeSandbox(repository, { fromWorktree, target }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "epitome-record-")));
  const path = join(root, "epitome");
  mkdirSync(path);
  const git = (...args) => execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  const listed = fromWorktree ? git("ls-files", "-coz", "--exclude-standard") : git("ls-tree", "-rz", "--name-only", "HEAD");
  const names = listed.split("\0").filter((name) => name && !LEFT_OUT.some((pattern) => pattern.test(name)));
  const source = fromWorktree ? repository : join(root, "head");
  if (!fromWorktree) {
    mkdirSync(source);
    execFileSync("tar", ["-x", "-C", source], {
      input: execFileSync("git", ["-C", repository, "archive", "HEAD"], { maxBuffer: 1 << 28 }),
    });
  }
  // A file that is listed may have been deleted without a commit.
  for (const name of names.filter((name) => existsSync(join(source, name)))) cpSync(join(source, name), join(path, name));
  commitLayers(path, names);
  return { root, path, target: target ?? join(root, "target"), remove: () => rmSync(root, { recursive: true, force: true }) };
}

function commitLayers(path, names) {
  const git = (args, date) => execFileSync("git", ["-C", path, ...args], { env: { ...environment(), ...stamped(date) } });
  git(["init", "--quiet", "--initial-branch=main"]);
  let left = names.filter((name) => existsSync(join(path, name)));
  for (const [day, [title, pattern]] of LAYERS.entries()) {
    const found = left.filter((name) => pattern.test(name));
    if (found.length === 0) continue;
    left = left.filter((name) => !found.includes(name));
    const date = new Date(Date.UTC(2026, 10, 16 + day, 10, 12 + 7 * day));
    git(["add", "--", ...found]);
    git(["commit", "--quiet", "--message", title], date);
  }
}

/** Git's author and clock. */
function stamped(date) {
  const when = date && { GIT_AUTHOR_DATE: date.toISOString(), GIT_COMMITTER_DATE: date.toISOString() };
  const { name, email } = AUTHOR;
  return { ...when, GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}

/** An environment in which outputs depend on the repository alone: no colours, no user's configuration, one test at a time. */
function environment() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  return {
    PATH: [join(cargo, "bin"), dirname(process.execPath), "/usr/local/bin:/usr/bin:/bin"].join(":"),
    CARGO_HOME: cargo,
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
    HOME: "/nonexistent",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    NO_COLOR: "1",
    CARGO_TERM_COLOR: "never",
    CARGO_TERM_PROGRESS_WHEN: "never",
    RUST_TEST_THREADS: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_PAGER: "cat",
  };
}

/** Runs a command in the copy as an agent's shell does: output and errors in one stream. `date` is git's clock. */
export function runIn(sandbox, command, { date, online = false } = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...environment(), ...stamped(date), CARGO_TARGET_DIR: sandbox.target, CARGO_NET_OFFLINE: String(!online) };
    const child = spawn("nice", ["bash", "-c", `exec 2>&1\n${command}`], { cwd: sandbox.path, env });
    const pieces = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: Buffer.concat(pieces).toString("utf8") }));
  });
}

/** Builds every dependency once, so that no recorded output names one. The story also runs the package, which must be there. */
export async function warmUp(sandbox) {
  const commands = [
    "ls pkg/dist/stores/jsonl.js",
    "cargo test --locked --lib --test epitome --no-run",
    "cargo clippy --locked --lib",
    "cargo check --locked",
    "cargo check --locked --lib --target wasm32-unknown-unknown",
    "cargo test --locked --doc nothing_of_this_name",
  ];
  for (const command of commands) {
    const { code, output } = await runIn(sandbox, command, { online: true });
    if (code !== 0) throw new Error(`The repository does not build, so nothing can be recorded: ${command}\n${output}`);
  }
}
