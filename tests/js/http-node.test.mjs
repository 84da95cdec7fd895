// The HTTP handler behind Node's own server, over real sockets: bodies that come in pieces, clients that go away.
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import { connect } from "node:net";
import { test } from "node:test";
import { createHandler, toNodeListener } from "../../pkg/dist/adapters/http.js";
import { openSession } from "../../pkg/dist/index.js";

/** Serves a listener on a free port for the time of a test. */
async function serve(t, listener, create = http.createServer) {
  const server = create(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return server.address().port;
}

/** A session with something to compact. */
async function sample(t, summarizer = (request) => request.extract()) {
  const session = await openSession({
    id: "chat-1",
    format: "openai-chat",
    model: { contextWindow: 20_000 },
    settings: { compaction: { keepRecentTokens: 1_000 } },
    summarizer,
  });
  t.after(() => session.close());
  for (let turn = 0; turn < 12; turn++) {
    await session.append([
      { role: "user", content: `Question ${turn}: ${"why does it drop the last line? ".repeat(80)}` },
      { role: "assistant", content: `Answer ${turn}: a bracket is missing.` },
    ]);
  }
  return session;
}

const handlerOf = (session, options) => createHandler({ open: (id) => (id === session.id ? session : null), ...options });

/** Sends bytes as they are, and gives what comes back until the connection ends. */
async function raw(port, ...pieces) {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8");
  let said = "";
  socket.on("data", (piece) => {
    said += piece;
  });
  socket.on("error", () => {});
  for (const piece of pieces) socket.write(piece);
  await once(socket, "close");
  return said;
}

test("a client compacts, reads the state and the context", async (t) => {
  const session = await sample(t);
  const port = await serve(t, toNodeListener(handlerOf(session, { basePath: "/api" })));
  const at = `http://127.0.0.1:${port}/api/session/chat-1`;
  const json = { "content-type": "application/json" };
  const done = await fetch(`${at}/summarize`, { method: "POST", body: '{"focus":"the bracket"}', headers: json });
  assert.deepEqual([done.status, await done.text()], [200, '{"compacted":true}']);
  assert.equal(done.headers.get("epitome-status"), "compacted");
  const state = await fetch(at);
  assert.deepEqual([(await state.json()).leafId, state.headers.get("cache-control")], [session.leafId, "no-store"]);
  const context = await (await fetch(`${at}/context`)).json();
  assert.deepEqual(context.messages, session.context().messages);
  const head = await fetch(`${at}/context`, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.equal((await fetch(`${at}/nowhere`)).status, 404);
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/session/a%2Fb`)).status, 404);
});

test("a body that is too long gets its answer, and its connection ends", async (t) => {
  const session = await sample(t);
  const port = await serve(t, toNodeListener(handlerOf(session)));
  const start = "POST /session/chat-1/summarize HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
  const big = " ".repeat(40_000);
  const chunk = `${big.length.toString(16)}\r\n${big}\r\n`;
  for (const pieces of [
    // Chunked, and it does not end.
    [`${start}transfer-encoding: chunked\r\n\r\n`, chunk, chunk, chunk],
    // It says so before, and the rest never comes.
    [`${start}content-length: 10000000\r\n\r\n`, big],
  ]) {
    const since = performance.now();
    const said = await raw(port, ...pieces);
    assert.match(said, /^HTTP\/1\.1 413 /);
    assert.match(said, /connection: close/i);
    assert.match(said, /"code":"body-too-large"/);
    assert.ok(performance.now() - since < 5_000);
  }
  // A client that sends it all before it reads sees the answer, too.
  const response = await fetch(`http://127.0.0.1:${port}/session/chat-1/summarize`, {
    method: "POST",
    body: new Uint8Array(3_000_000),
    headers: { "content-type": "application/json" },
  });
  assert.equal(response.status, 413);
  // A body in small chunks, within the limit.
  const said = await raw(
    port,
    `${start}connection: close\r\ntransfer-encoding: chunked\r\n\r\n`,
    '5\r\n{"foc\r\n',
    '7\r\nus":"a"\r\n1\r\n}\r\n0\r\n\r\n',
  );
  assert.match(said, /\{"compacted":true\}/);
});

test("when the client goes away the compaction is aborted, and the session is as it was", async (t) => {
  let begun;
  const asked = new Promise((resolve) => {
    begun = resolve;
  });
  let stopped;
  const aborted = new Promise((resolve) => {
    stopped = resolve;
  });
  const session = await sample(t, (_, { signal }) => {
    begun();
    signal.addEventListener("abort", stopped);
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const errors = [];
  const port = await serve(t, toNodeListener(handlerOf(session, { onError: (error) => errors.push(error) })));
  const { head } = session;
  const client = new AbortController();
  const request = fetch(`http://127.0.0.1:${port}/session/chat-1/summarize`, { method: "POST", signal: client.signal });
  request.catch(() => {});
  await asked;
  client.abort();
  await aborted;
  await assert.rejects(request, { name: "AbortError" });
  assert.deepEqual([session.head, errors], [head, []]);
  // One that goes away in the middle of its body is no error of the server's.
  const socket = connect(port, "127.0.0.1");
  socket.write("POST /session/chat-1/summarize HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{");
  await new Promise((next) => setTimeout(next, 50));
  socket.destroy();
  await new Promise((next) => setTimeout(next, 50));
  assert.deepEqual([session.head, errors], [head, []]);
});

test("a body that was parsed before the handler, as Express does", async (t) => {
  const prompts = [];
  const session = await sample(t, (request) => {
    prompts.push(request.prompt);
    return request.extract();
  });
  const listener = toNodeListener(handlerOf(session));
  const port = await serve(t, async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    request.body = text === "" ? {} : JSON.parse(text);
    listener(request, response);
  });
  const at = `http://127.0.0.1:${port}/session/chat-1/summarize`;
  const json = { "content-type": "application/json" };
  assert.equal(
    await (await fetch(at, { method: "POST", body: '{"focus":"mind the bracket"}', headers: json })).text(),
    '{"compacted":true}',
  );
  assert.ok(prompts[0].includes("mind the bracket"));
  assert.equal(await (await fetch(at, { method: "POST" })).text(), '{"compacted":false}');
});

test("requests that are none, cookies, and HTTP/2", async (t) => {
  const session = await sample(t);
  const cookies = new Headers([
    ["set-cookie", "a=1; Path=/"],
    ["set-cookie", "b=2"],
  ]);
  const seen = [];
  const handler = handlerOf(session, {
    authorize: (request) => {
      seen.push([request.url, request.headers.get("x-two")]);
      return new Response("no", { status: 401, headers: cookies });
    },
  });
  const port = await serve(t, toNodeListener(handler));
  const close = "connection: close\r\n\r\n";
  for (const host of ["a/b", "ada@x", "a b"]) {
    assert.match(await raw(port, `GET /session/chat-1 HTTP/1.1\r\nhost: ${host}\r\n${close}`), /^HTTP\/1\.1 400 /, host);
  }
  assert.match(await raw(port, `OPTIONS * HTTP/1.1\r\nhost: x\r\n${close}`), /^HTTP\/1\.1 400 /);
  const said = await raw(port, `GET //evil/session/chat-1 HTTP/1.1\r\nhost: x\r\n${close}`);
  assert.match(said, /^HTTP\/1\.1 404 /);
  assert.deepEqual(seen, []);
  const login = await raw(port, `GET /session/chat-1 HTTP/1.1\r\nhost: x:80\r\nx-two: 1\r\nx-two: 2\r\n${close}`);
  assert.match(login, /^HTTP\/1\.1 401 /);
  assert.equal(login.match(/^set-cookie: /gim).length, 2);
  assert.deepEqual(seen, [["http://x/session/chat-1", "1, 2"]]);

  const second = await serve(t, toNodeListener(handlerOf(session)), (listener) => http2.createServer(listener));
  const client = http2.connect(`http://127.0.0.1:${second}`);
  const stream = client.request({ ":method": "POST", ":path": "/session/chat-1/summarize", "content-type": "application/json" });
  stream.end('{"focus":"a"}');
  let [status, body] = [0, ""];
  stream.on("response", (headers) => {
    status = headers[":status"];
  });
  for await (const piece of stream.setEncoding("utf8")) body += piece;
  client.close();
  assert.deepEqual([status, body], [200, '{"compacted":true}']);
});
