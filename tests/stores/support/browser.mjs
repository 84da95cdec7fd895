// What the tests of browser stores need on this side: the package as a static server shows it, and browsers to open it in.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, sep } from "node:path";
import { at, which } from "../../../xtask/lib/run.mjs";
import { findChromium } from "../../runtimes/chromium.mjs";

const SHOWN = [at("pkg", "dist"), at("tests", "stores", "support")];
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript" };
const PAGE = '<!doctype html><meta charset="utf-8"><title>store</title><script type="module" src="/support/browser-page.mjs"></script>';

/** False where Chromium can be started; otherwise the reason why not, for node:test. */
export const needsChromium = findChromium() ? false : "no Chromium on this machine; EPITOME_CHROMIUM can name one";

/** Serves the built package below /dist/, the pages' modules below /support/, and keeps what is posted for `posted`. */
export async function servePackage() {
  let tell;
  const reports = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "POST") {
      let text = "";
      for await (const part of request.setEncoding("utf8")) text += part;
      reports.push(JSON.parse(text));
      tell?.();
      return response.end();
    }
    const [, folder, ...rest] = pathname.split("/");
    const root = folder === "dist" ? SHOWN[0] : SHOWN[1];
    const file = join(root, ...rest);
    const isPage = folder === "" || folder === "sandboxed";
    const body = isPage ? PAGE : file.startsWith(root + sep) ? await readFile(file).catch(() => undefined) : undefined;
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": isPage ? "text/html" : (TYPES[extname(file)] ?? "application/octet-stream"),
      // A service worker's script may lie deeper than what it serves.
      "service-worker-allowed": "/",
      // A page that may not store anything is one of nobody's origin, and has to load its modules all the same.
      "access-control-allow-origin": "*",
      ...(folder === "sandboxed" && { "content-security-policy": "sandbox allow-scripts" }),
    });
    response.end(body ?? "not found");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    url: `${origin}/`,
    /** The next report that a page posts. */
    posted: (ms) =>
      within(
        ms,
        "a report of the page",
        new Promise((done) => {
          tell = () => reports.length > 0 && done(reports.shift());
          tell();
        }),
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The value of a promise, or an error after `ms`. */
export async function within(ms, what, promise) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what} did not come within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a page of the server in this context and waits until its module is there; `play(name, …)` calls one of its functions. */
export async function openPage(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "suite" in globalThis, undefined, { timeout: 20_000 });
  return Object.assign(page, {
    play: (name, ...given) => page.evaluate(([called, args]) => globalThis.suite[called](...args), [name, given]),
  });
}

/** Starts a Chromium that can be killed, on a profile that outlives it, and connects to it. */
export async function startKillableChromium(profile) {
  const port = join(profile, "DevToolsActivePort");
  await rm(port, { force: true });
  const child = startAlone(findChromium(), [
    "--headless=new",
    "--no-sandbox",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "about:blank",
  ]);
  try {
    const address = await within(30_000, "Chromium", devToolsAddress(port, child));
    const { chromium } = await import("playwright-core");
    const browser = await chromium.connectOverCDP(address);
    return { context: browser.contexts()[0], kill: () => child.end("SIGKILL"), close: () => child.end("SIGTERM") };
  } catch (error) {
    await child.end("SIGKILL");
    throw error;
  }
}

async function devToolsAddress(file, child) {
  while (!child.hasEnded()) {
    const [port, path] = (await readFile(file, "utf8").catch(() => "")).split("\n");
    if (path) return `ws://127.0.0.1:${port}${path}`;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`Chromium ended at once: ${child.said()}`);
}

/** The Firefox of this machine, or undefined. `EPITOME_FIREFOX` names another one. */
export function findFirefox() {
  return which(process.env.EPITOME_FIREFOX ?? "firefox-esr", "firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox");
}

/** What keeps Firefox from opening or asking anything but the page. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.discovery.enabled": false,
  "browser.region.update.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.search.update": false,
  "browser.sessionstore.resume_from_crash": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.serviceWorkers.enabled": true,
  "extensions.getAddons.cache.enabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.reportingpolicy.firstRun": false,
};

/** Opens an address in a Firefox with a profile of its own. */
export async function startFirefox(url) {
  const profile = await mkdtemp(join(tmpdir(), "epitome-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  await writeFile(join(profile, "user.js"), lines.join(""));
  const child = startAlone(findFirefox(), ["--headless", "--no-remote", "--profile", profile, url], { HOME: profile });
  return {
    said: child.said,
    async close() {
      await child.end("SIGTERM");
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Starts a program as the leader of its own group of processes, so that all that it starts ends with it. */
function startAlone(command, args, env = {}) {
  const child = spawn(command, args, { detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-4_000);
    });
  }
  let hasEnded = false;
  const ended = new Promise((done) => {
    const end = () => {
      hasEnded = true;
      done();
    };
    child.on("exit", end).on("error", (error) => {
      output += error.message;
      end();
    });
  });
  const send = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // They are gone.
    }
  };
  return {
    said: () => output,
    hasEnded: () => hasEnded,
    async end(signal) {
      if (child.pid === undefined) return;
      send(signal);
      await within(10_000, "the end", ended).catch(() => {});
      send("SIGKILL");
      await within(10_000, "the end of a killed browser", ended);
    },
  };
}

/** A folder for a profile, and its removal. */
export async function makeProfile() {
  const path = await mkdtemp(join(tmpdir(), "epitome-profile-"));
  return { path, remove: () => existsSync(path) && rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) };
}

/** Holds the log of a race against what its writers did: every message once, each writer's in its order, and one compaction. */
export function assertRace({ outcomes, log: { entries, head, messages }, writers, count }) {
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["compacted", ...writers.slice(1).map(() => "nothing")]);
  assert.equal(head, writers.length * count + 1);
  assert.equal(entries.length, head);
  assert.equal(new Set(entries.map(({ id }) => id)).size, head);
  entries.forEach(({ parentId }, at) => {
    assert.equal(parentId, at === 0 ? null : entries[at - 1].id, `the entry at ${at} follows the one before it`);
  });
  const said = entries.flatMap(({ message }) => (message ? [message.content.split(" ", 1)[0]] : []));
  for (const writer of writers) {
    const own = said.filter((text) => text.startsWith(`${writer}:`));
    assert.deepEqual(
      own,
      Array.from({ length: count }, (_, made) => `${writer}:${made}`),
      `the messages of ${writer}`,
    );
  }
  assert.deepEqual(
    entries.filter(({ type }) => type !== "message").map(({ type }) => type),
    ["compaction"],
  );
  assert.match(messages, /Win the race/);
}

/** What the conformance suite reported is all that it has, and all of it good. */
export function assertConforms({ passed, failed, skipped }) {
  assert.deepEqual(failed, []);
  assert.deepEqual(skipped, []);
  assert.ok(passed.length >= 40, `only ${passed.length} cases`);
}
