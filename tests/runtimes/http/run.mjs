// Sessions over HTTP from the packed package: the same worker behind Node's own server and in workerd, and in Bun and Deno
// where they are installed; the same calls to each, with the same answers.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { at } from "../../../xtask/lib/run.mjs";
import { bundle, serve } from "../workerd/serve.mjs";

const folderOf = (name) => at("tests", "runtimes", "http", name);

/** How each runtime serves the worker; it prints the port. */
const SERVERS = {
  node: `import http from "node:http";
import { toNodeListener } from "epitome/adapters/http";
import worker from "./http-worker.mjs";
const server = http.createServer(toNodeListener(worker.fetch));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`,
  bun: `import worker from "./http-worker.mjs";
console.log(Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: worker.fetch }).port);
`,
  deno: `import worker from "./http-worker.mjs";
Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(port) }, worker.fetch);
`,
};
const COMMANDS = { node: [process.execPath], bun: ["bun", "run"], deno: ["deno", "run", "--allow-all", "--node-modules-dir=manual"] };

/** Plays the calls in every runtime that is here. */
export async function http(project) {
  await cp(folderOf("worker.mjs"), join(project, "http-worker.mjs"));
  const played = [];
  for (const [name, source] of Object.entries(SERVERS)) {
    const [command, ...args] = COMMANDS[name];
    if (spawnSync(command, ["--version"]).status !== 0) continue;
    await writeFile(join(project, `http-${name}.mjs`), source);
    const child = spawn(command, [...args, `http-${name}.mjs`], { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    try {
      const url = `http://127.0.0.1:${await portOf(child)}`;
      await calls(url);
      await leave(url);
    } finally {
      child.kill();
      await ended;
    }
    played.push(name);
  }
  const folder = join(project, "http");
  await bundle({ project, entry: "http-worker.mjs", config: at("tests", "runtimes", "workerd", "config.capnp"), folder });
  const server = await serve(folder);
  try {
    // Of a client that has gone workerd tells the worker nothing: it drops the request's work without a word.
    await calls(server.url);
  } catch (error) {
    error.message += `\n${server.output()}`;
    throw error;
  } finally {
    await server.stop("SIGKILL");
  }
  return { note: [...played, "workerd"].join(", ") };
}

async function portOf(child) {
  for await (const piece of child.stdout.setEncoding("utf8")) if (/^\d+\s/.test(piece)) return Number(piece);
  throw new Error("the server ended before it listened");
}

/** The calls, and what must be answered. */
async function calls(url) {
  const right = { authorization: "Bearer right" };
  const json = { ...right, "content-type": "application/json" };
  const ask = (path, init) => fetch(`${url}/api/session/${path}`, { headers: right, ...init });
  const status = async (answer) => (await answer).status;

  const state = await (await ask("chat%2F1")).json();
  assert.deepEqual([state.id, state.head, state.warnings], ["chat/1", 24, []]);
  const before = await (await ask("chat%2F1/context")).json();
  assert.equal(before.messages.length, 24);

  const body = JSON.stringify({ focus: "the bracket in line 7" });
  const done = await ask("chat%2F1/summarize", { method: "POST", body, headers: json });
  assert.deepEqual([done.status, await done.text()], [200, '{"compacted":true}']);
  assert.equal(done.headers.get("epitome-status"), "compacted");
  const after = await (await ask("chat%2F1/context")).json();
  assert.ok(after.tokens < before.tokens && after.messages.length < 24);
  assert.ok(JSON.stringify(after.messages[0]).includes("bracket in line 7"), "the focus is in the prompt");
  const again = await ask("chat%2F1/summarize", { method: "POST" });
  assert.deepEqual([again.status, await again.text()], [200, '{"compacted":false}']);

  assert.equal(await status(ask("chat%2F1", { headers: {} })), 401);
  assert.equal(await status(ask("nobody")), 404);
  assert.equal(await status(ask("chat%2F1/summarize")), 405);
  assert.equal(await status(ask("chat%2F1/summarize", { method: "POST", body, headers: { ...right, "content-type": "text/plain" } })), 415);
  assert.equal(await status(ask("chat%2F1/summarize", { method: "POST", body: "{", headers: json })), 400);
  const pieces = new ReadableStream({
    start(controller) {
      for (let at = 0; at < 8; at++) controller.enqueue(new Uint8Array(10_000));
      controller.close();
    },
  });
  const long = await ask("chat%2F1/summarize", { method: "POST", body: pieces, headers: json, duplex: "half" });
  assert.deepEqual([long.status, (await long.json()).code], [413, "body-too-large"]);
  const head = await ask("chat%2F1/context", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  const origin = "https://app.example";
  const preflight = await ask("chat%2F1/summarize", { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
  assert.deepEqual([preflight.status, preflight.headers.get("access-control-allow-origin")], [204, origin]);
  assert.equal(await status(ask("chat%2F1/summarize", { method: "POST", headers: { ...right, origin: "https://evil.example" } })), 403);
}

/** A client that goes away: the compaction stops. */
async function leave(url) {
  const client = new AbortController();
  const waiting = fetch(`${url}/api/session/slow/summarize`, {
    method: "POST",
    headers: { authorization: "Bearer right" },
    signal: client.signal,
  });
  waiting.catch(() => {});
  await new Promise((next) => setTimeout(next, 500));
  client.abort();
  for (let tries = 0; (await (await fetch(`${url}/aborted`)).text()) !== "1"; tries++) {
    assert.ok(tries < 100, "the compaction goes on although its client is gone");
    await new Promise((next) => setTimeout(next, 50));
  }
}
