// The HTTP handler, asked with `Request`s: addresses, methods, bodies, authorization, origins, ends and failures.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { createHandler } from "../../pkg/dist/adapters/http.js";
import { EpitomeError, openSession } from "../../pkg/dist/index.js";

const LONG = "The parser drops the last line of the file parser.ts, and I do not know why. ".repeat(40);

/** A session of some turns, and a summarizer that tells what it was asked. */
async function sample({ turns = 12, id = "chat-1", summarizer, format = "openai-chat", ...more } = {}) {
  const asked = [];
  const session = await openSession({
    id,
    format,
    model: { contextWindow: 20_000 },
    settings: { compaction: { keepRecentTokens: 1_000, fallback: "none" }, retry: { enabled: false } },
    summarizer:
      summarizer ??
      ((request) => {
        asked.push(request);
        return request.extract();
      }),
    ...more,
  });
  for (let turn = 0; turn < turns; turn++) {
    await session.append([
      { role: "user", content: `Question ${turn}: ${LONG}` },
      { role: "assistant", content: `Answer ${turn}: the bracket in line ${turn} is missing.` },
    ]);
  }
  return { session, asked };
}

/** A handler over sessions by their ids, with what it reported. */
function handlerOf(sessions, options = {}) {
  const errors = [];
  const opened = [];
  const handler = createHandler({
    open: (id) => {
      opened.push(id);
      return Object.hasOwn(sessions, id) ? sessions[id] : null;
    },
    authorize: () => true,
    onError: (error, asked) => errors.push([error, asked]),
    ...options,
  });
  const ask = (path, init) => handler(new Request(`http://host.example${path}`, init));
  return { ask, handler, errors, opened };
}

const post = (body, headers = { "content-type": "application/json" }) => ({ method: "POST", body, headers, duplex: "half" });
const summarize = (id = "chat-1") => `/session/${id}/summarize`;

/** The problem document of an answer. */
async function problem(response, status, code) {
  assert.equal(response.status, status);
  assert.match(response.headers.get("content-type"), /^application\/problem\+json/);
  const { detail, ...rest } = await response.json();
  assert.deepEqual(rest, { status, title: code, code });
  assert.match(detail, /^[A-Z].*\.$/);
  return detail;
}

test("POST …/summarize compacts, and answers with one boolean; the rest is in the headers", async () => {
  const { session, asked } = await sample();
  const { ask } = handlerOf({ "chat-1": session });
  const response = await ask(summarize(), { method: "POST" });
  assert.deepEqual([response.status, await response.text()], [200, '{"compacted":true}']);
  const told = (name) => response.headers.get(`epitome-${name}`);
  assert.deepEqual([told("status"), told("reason"), told("degraded")], ["compacted", "manual", null]);
  assert.ok(Number(told("tokens-before")) > Number(told("tokens-after")) && Number(told("tokens-after")) > 0);
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.equal(response.headers.get("vary"), null);
  assert.equal(asked.length, 1);
  session.close();
});

test("a focus reaches the prompt, under both names", async () => {
  for (const body of [{ instructions: "Mind the brackets." }, { focus: "Mind the brackets.", instructions: "Mind the brackets." }]) {
    const { session, asked } = await sample();
    const { ask } = handlerOf({ "chat-1": session });
    const response = await ask(summarize(), post(JSON.stringify(body), { "content-type": "application/vnd.epitome+json; charset=UTF-8" }));
    assert.deepEqual(await response.json(), { compacted: true });
    assert.ok(asked[0].prompt.includes("Mind the brackets."));
    session.close();
  }
  for (const body of ["", " \n", "{}", '{"focus":"  "}', '{"instructions":null}', '{"instructions":"","focus":"the tests"}', "\ufeff{}"]) {
    const { session } = await sample({ turns: 1 });
    assert.equal((await handlerOf({ "chat-1": session }).ask(summarize(), post(body))).status, 200, body);
    session.close();
  }
});

test("what is no compaction is false, with its reason: nothing to do, refused, one under way, aborted", async () => {
  const small = await sample({ turns: 1 });
  const first = await handlerOf({ "chat-1": small.session }).ask(summarize(), { method: "POST" });
  assert.deepEqual([first.status, await first.text()], [200, '{"compacted":false}']);
  assert.deepEqual([first.headers.get("epitome-status"), first.headers.get("epitome-reason")], ["nothing", "nothing-to-compact"]);

  const blank = await sample({ summarizer: () => "  " });
  const second = await handlerOf({ "chat-1": blank.session }).ask(summarize(), { method: "POST" });
  assert.deepEqual([second.status, await second.text()], [200, '{"compacted":false}']);
  assert.deepEqual([second.headers.get("epitome-status"), second.headers.get("epitome-reason")], ["refused", "blank-summary"]);

  let finish;
  const slow = await sample({ summarizer: (request) => new Promise((resolve) => (finish = () => resolve(request.extract()))) });
  const { ask } = handlerOf({ "chat-1": slow.session });
  const running = ask(summarize(), { method: "POST" });
  while (!finish) await new Promise((next) => setTimeout(next, 1));
  const meanwhile = await ask(summarize(), { method: "POST" });
  assert.deepEqual([meanwhile.status, await meanwhile.text()], [200, '{"compacted":false}']);
  assert.equal(meanwhile.headers.get("epitome-reason"), "already-compacting");
  finish();
  assert.deepEqual(await (await running).json(), { compacted: true });

  const gone = new AbortController();
  const hanging = await sample({
    summarizer: (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        gone.abort();
      }),
  });
  const { ask: again, errors } = handlerOf({ "chat-1": hanging.session });
  const head = hanging.session.head;
  const last = await again(summarize(), { method: "POST", signal: gone.signal });
  assert.deepEqual([last.status, await last.text()], [200, '{"compacted":false}']);
  assert.deepEqual([last.headers.get("epitome-status"), last.headers.get("epitome-reason")], ["cancelled", "aborted"]);
  assert.deepEqual([hanging.session.head, errors], [head, []]);
  for (const { session } of [small, blank, slow, hanging]) session.close();
});

test("GET gives the state, and the context by entry", async () => {
  const { session } = await sample({ turns: 2 });
  const { ask } = handlerOf({ "chat-1": session });
  for (const path of ["/session/chat-1", "/session/chat-1/", "/session/chat-1?x=1"]) {
    const response = await ask(path);
    assert.equal(response.status, 200);
    const state = await response.json();
    assert.deepEqual(Object.keys(state), ["id", "leafId", "head", "check", "warnings"]);
    assert.deepEqual([state.id, state.leafId, state.head, state.warnings], ["chat-1", session.leafId, 4, []]);
    assert.deepEqual(state.check, JSON.parse(JSON.stringify(session.check())));
  }
  const context = await (await ask("/session/chat-1/context")).json();
  const { messages, tokens, entries } = session.context();
  assert.deepEqual(context, { id: "chat-1", leafId: session.leafId, tokens, messages, entryIds: entries.map(({ id }) => id) });
  const head = await ask("/session/chat-1/context/", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text(), head.headers.get("content-type")], [200, "", "application/json; charset=utf-8"]);
  session.close();
});

test("a warning is told by code and place: its sentence may quote an error of the host's", async () => {
  const { session } = await sample({ hooks: { session_before_compact: () => Promise.reject(new Error("password=hunter2")) } });
  const { ask } = handlerOf({ "chat-1": session });
  await ask(summarize(), { method: "POST" });
  const text = await (await ask("/session/chat-1")).text();
  assert.deepEqual(JSON.parse(text).warnings, [{ code: "hook-failed" }]);
  assert.doesNotMatch(text, /hunter2/);
  session.close();
});

test("what JSON has no words for: addresses, bytes, dates", async () => {
  const bytes = new Uint8Array(70_000).map((_, at) => at % 251);
  const session = await openSession({ id: "s", format: "ai-sdk" });
  await session.append({
    role: "user",
    content: [
      { type: "text", text: "See here." },
      { type: "image", image: new URL("https://example.org/a.png") },
      { type: "file", data: bytes.subarray(3), mediaType: "application/pdf" },
      { type: "file", data: Buffer.from("abc"), mediaType: "text/plain" },
      { type: "file", data: new Uint8Array([1, 2]).buffer, mediaType: "text/plain" },
    ],
    providerOptions: { own: { at: new Date(0), big: 12n, none: undefined, map: new Map([["a", 1]]), set: new Set([1]) } },
  });
  const { messages } = await (await handlerOf({ s: session }).ask("/session/s/context")).json();
  const [, image, pdf, buffer, plain] = messages[0].content;
  assert.equal(image.image, "https://example.org/a.png");
  assert.equal(pdf.data, Buffer.from(bytes.subarray(3)).toString("base64"));
  assert.deepEqual([buffer.data, plain.data], ["YWJj", "AQI="]);
  assert.deepEqual(messages[0].providerOptions.own, { at: "1970-01-01T00:00:00.000Z", big: "12", map: { a: 1 }, set: [1] });
  session.close();
});

test("ids are decoded, and given to the host as they are; what is no id is an error", async () => {
  const { ask, opened } = handlerOf({});
  for (const [path, id] of [
    ["/session/a%2Fb%20c", "a/b c"],
    ["/session/%E5%8D%88/context", "午"],
    ["/session/..%2F..%2Fetc", "../../etc"],
    ["/session/__proto__", "__proto__"],
  ]) {
    await problem(await ask(path), 404, "unknown-session");
    assert.equal(opened.pop(), id);
  }
  for (const path of ["/session/%E5", "/session/%zz/context", "/session/100%"]) await problem(await ask(path), 400, "invalid-id");
  for (const path of ["/", "/session", "/session/", "/session//context", "/session/a/b", "/session/a/state", "/session/a/context/x"])
    await problem(await ask(path), 404, "not-found");
  for (const path of ["/session/a//", "/session/a/context//", "/sessions/a", "/x/session/a", "/session/%2e%2e/context", "//session/a"])
    await problem(await ask(path), 404, "not-found");
  assert.deepEqual(opened, []);
});

test("a base path", async () => {
  const { session } = await sample({ turns: 1 });
  for (const basePath of ["/api/käse", "api/käse/", "/api/k%C3%A4se"]) {
    const { ask } = handlerOf({ "chat-1": session }, { basePath });
    assert.equal((await ask("/api/käse/session/chat-1")).status, 200);
    await problem(await ask("/session/chat-1"), 404, "not-found");
    await problem(await ask("/api/käsesession/chat-1"), 404, "not-found");
  }
  for (const basePath of ["", "/"]) assert.equal((await handlerOf({ "chat-1": session }, { basePath }).ask("/session/chat-1")).status, 200);
  session.close();
});

test("each address takes its methods, and says which", async () => {
  const { ask, opened } = handlerOf({});
  for (const [path, methods, allow] of [
    ["/session/a/summarize", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"], "POST"],
    ["/session/a/context", ["POST", "DELETE", "OPTIONS"], "GET, HEAD"],
    ["/session/a", ["POST", "PUT", "OPTIONS"], "GET, HEAD"],
  ]) {
    for (const method of methods) {
      const response = await ask(path, { method });
      assert.deepEqual([response.status, response.headers.get("allow")], [405, allow], `${method} ${path}`);
      if (method === "HEAD") assert.equal(await response.text(), "");
      else await problem(response, 405, "method-not-allowed");
    }
  }
  assert.deepEqual(opened, []);
});

test("bodies that are refused, before a session is opened", async () => {
  const { ask, opened } = handlerOf({});
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "text/json", ""]) {
    const init = post(new TextEncoder().encode("{}"), type ? { "content-type": type } : {});
    await problem(await ask(summarize(), init), 415, "unsupported-media-type");
  }
  await problem(await ask(summarize(), post("{}", { "content-type": "application/json; charset=utf-16" })), 415, "unsupported-media-type");
  const zipped = { "content-type": "application/json", "content-encoding": "gzip" };
  await problem(await ask(summarize(), post("{}", zipped)), 415, "unsupported-media-type");
  for (const body of ['{"focus":', "rubble", new Uint8Array([0x7b, 0xff, 0x7d])])
    await problem(await ask(summarize(), post(body)), 400, "invalid-json");
  for (const body of ["[]", "7", '"focus"', "null", '{"focus":7}', '{"instructions":["a"]}', '{"instructions":"a","focus":7}'])
    await problem(await ask(summarize(), post(body)), 400, "invalid-body");
  // A field that is misspelt, or of another program's, is named, with those that there are.
  for (const name of ["instruction", "Focus", "modelID", "__proto__", "constructor"]) {
    const detail = await problem(await ask(summarize(), post(`{"focus":"a","${name}":"b"}`)), 400, "invalid-body");
    for (const word of [name, "instructions", "focus"]) assert.ok(detail.includes(`"${word}"`), detail);
  }
  const long = await problem(await ask(summarize(), post(`{"${"x".repeat(5_000)}":1}`)), 400, "invalid-body");
  assert.ok(long.length < 300, long);
  const two = await problem(await ask(summarize(), post('{"instructions":"a","focus":"b"}')), 400, "invalid-body");
  assert.match(two, /"instructions" and "focus"/);
  assert.deepEqual(opened, []);
});

test("a body that is too long is cut off, whatever it says of its length", async () => {
  const { session } = await sample({ turns: 1 });
  const { ask, opened } = handlerOf({ "chat-1": session });
  const most = JSON.stringify({ focus: "x".repeat(65_536 - '{"focus":""}'.length) });
  assert.equal((await ask(summarize(), post(most))).status, 200);
  await problem(await ask(summarize(), post(`${most} `)), 413, "body-too-large");
  await problem(
    await ask(summarize(), post("{}", { "content-type": "application/json", "content-length": "65537" })),
    413,
    "body-too-large",
  );
  // In pieces, without end: only so much of it is read.
  let pieces = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      pieces++;
      controller.enqueue(new Uint8Array(1_000).fill(0x20));
    },
  });
  await problem(await ask(summarize(), post(endless)), 413, "body-too-large");
  assert.ok(pieces < 80, `${pieces}`);
  const liar = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(40_000)) });
  await problem(await ask(summarize(), post(liar, { "content-type": "application/json", "content-length": "2" })), 413, "body-too-large");
  const torn = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
  await problem(await ask(summarize(), post(torn)), 400, "incomplete-body");
  assert.deepEqual(opened, ["chat-1"]);
  const none = handlerOf({ "chat-1": session }, { maxBodyBytes: 0 });
  assert.equal((await none.ask(summarize(), { method: "POST" })).status, 200);
  await problem(await none.ask(summarize(), post("{}")), 413, "body-too-large");
  session.close();
});

test("authorization comes first: it knows who asks, for what, and a no opens nothing and reads nothing", async () => {
  const { session } = await sample({ turns: 1 });
  const seen = [];
  const verdicts = { a: true, b: false, c: undefined, d: "yes", e: 1, f: new Response("Log in.", { status: 401 }) };
  const { ask, opened } = handlerOf(
    { a: session },
    {
      authorize: async (request, { id, action }) => {
        seen.push([id, action, request.headers.get("authorization")]);
        return verdicts[id];
      },
    },
  );
  const headers = { authorization: "Bearer x" };
  assert.equal((await ask("/session/a/context", { headers })).status, 200);
  assert.deepEqual(seen, [["a", "context", "Bearer x"]]);
  for (const id of ["b", "c", "d", "e"]) {
    const body = new ReadableStream({ pull: () => assert.fail("the body was read") }, { highWaterMark: 0 });
    await problem(await ask(summarize(id), post(body)), 403, "forbidden");
  }
  const login = await ask("/session/f");
  assert.deepEqual([login.status, await login.text(), login.headers.get("cache-control")], [401, "Log in.", "no-store"]);
  assert.deepEqual(opened, ["a"]);
  // Unknown addresses and methods are told without asking.
  seen.length = 0;
  await ask("/elsewhere");
  await ask("/session/a", { method: "DELETE" });
  assert.deepEqual(seen, []);
  // A Response whose headers cannot be changed.
  const redirect = handlerOf({}, { authorize: () => Response.redirect("http://host.example/login", 303) });
  const away = await redirect.ask("/session/a");
  assert.deepEqual([away.status, away.headers.get("location")], [303, "http://host.example/login"]);
  session.close();
});

test("failures are a 500 that says nothing of them, and the host is told", async () => {
  const secret = new Error("connect postgres://ada:hunter2@db");
  const asked = { id: "chat-1", action: "summarize" };
  const closed = await sample({ turns: 1 });
  closed.session.close();
  for (const [options, expected] of [
    [{ open: () => Promise.reject(secret) }, secret],
    [{ authorize: () => Promise.reject(secret) }, secret],
    [
      {
        open() {
          throw secret;
        },
      },
      secret,
    ],
    [{ open: () => closed.session }, undefined],
    [{ open: () => ({ compact: () => Promise.reject(secret) }) }, secret],
  ]) {
    const { ask, errors } = handlerOf({}, options);
    const response = await ask(summarize(), { method: "POST" });
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(await problem(response, 500, "internal"), "The server could not do this.");
    assert.equal(errors.length, 1);
    const [error, { request, ...told }] = errors[0];
    if (expected) assert.equal(error, expected);
    else assert.equal(error.code, "session-closed");
    assert.deepEqual([request instanceof Request, told], [true, asked]);
  }
  // One that cannot be written as JSON is a failure like any other.
  const loop = {};
  loop.self = loop;
  const odd = handlerOf({}, { open: () => ({ id: "x", leafId: null, context: () => ({ messages: [loop], tokens: 1, entries: [] }) }) });
  await problem(await odd.ask("/session/x/context"), 500, "internal");
  assert.equal(odd.errors.length, 1);
  // A response that was thrown is none that was meant for the client.
  const thrown = handlerOf({}, { open: () => Promise.reject(new Response("upstream says hunter2", { status: 418 })) });
  await problem(await thrown.ask("/session/x"), 500, "internal");
});

test("without onError it goes to the console; a handler of errors that throws does no harm", async (t) => {
  const logged = t.mock.method(console, "error", () => {});
  const error = new Error("inside");
  const open = () => Promise.reject(error);
  const handler = createHandler({ open });
  assert.equal((await handler(new Request("http://h/session/a"))).status, 500);
  const said = "epitome: a request failed";
  assert.deepEqual(logged.mock.calls[0].arguments, [said, { id: "a", action: "state" }, error]);
  const throwing = createHandler({
    open,
    onError: () => {
      throw new Error("again");
    },
  });
  assert.equal((await throwing(new Request("http://h/session/a"))).status, 500);
  const [, asked, { message }] = logged.mock.calls[1].arguments;
  assert.deepEqual([asked, message], [{ id: "a", action: "state" }, "again"]);
  // Before it is known what is asked for.
  const early = createHandler({ open, cors: { origins: () => Promise.reject(error) } });
  assert.equal((await early(new Request("http://h/session/a", { headers: { origin: "https://a.example" } }))).status, 500);
  assert.deepEqual(logged.mock.calls[2].arguments, [said, error]);
});

test("release is told once a request is done, also where it failed, and its own failure changes nothing", async () => {
  const { session } = await sample({ turns: 1 });
  const released = [];
  const { ask, errors } = handlerOf(
    { "chat-1": session, broken: { check: () => assert.fail("broken"), warnings: [] } },
    {
      release: async (given, asked) => {
        released.push([given === session, asked]);
        throw new Error("cannot close");
      },
    },
  );
  assert.equal((await ask(summarize(), { method: "POST" })).status, 200);
  assert.equal((await ask("/session/broken")).status, 500);
  assert.equal((await ask("/session/nobody")).status, 404);
  assert.deepEqual(released, [
    [true, { id: "chat-1", action: "summarize" }],
    [false, { id: "broken", action: "state" }],
  ]);
  assert.deepEqual(
    errors.map(([{ message }]) => message),
    ["cannot close", "cannot close", "broken"],
  );
  session.close();
});

test("without cors no other origin is let in: nothing is allowed, and what changes something is refused", async () => {
  const { session } = await sample({ turns: 1 });
  const { ask, opened } = handlerOf({ "chat-1": session });
  const page = { origin: "https://evil.example" };
  const read = await ask("/session/chat-1", { headers: page });
  assert.deepEqual([read.status, read.headers.get("access-control-allow-origin")], [200, null]);
  opened.length = 0;
  for (const headers of [
    page,
    { origin: "null" },
    { origin: "http://host.example:8080" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "http://sub.host.example" },
  ]) {
    await problem(await ask(summarize(), { method: "POST", headers }), 403, "foreign-origin");
  }
  assert.equal((await ask(summarize(), { method: "OPTIONS", headers: page })).status, 405);
  assert.deepEqual(opened, []);
  // The page's own origin, also behind a proxy that ends TLS; and what is no browser.
  for (const headers of [
    {},
    { origin: "https://host.example" },
    { "sec-fetch-site": "same-origin", origin: "https://outside.example" },
    { "sec-fetch-site": "none" },
  ]) {
    assert.equal((await ask(summarize(), { method: "POST", headers })).status, 200, JSON.stringify(headers));
  }
  session.close();
});

test("with cors the origins that are named are let in, each answer says so, and no cache mixes them up", async () => {
  const { session } = await sample({ turns: 1 });
  const origin = "https://app.example";
  for (const origins of [[origin], async (given, request) => given === origin && request instanceof Request]) {
    const { ask, opened } = handlerOf({ "chat-1": session }, { cors: { origins, credentials: true, headers: ["x-tenant"], maxAge: 60 } });
    const allowed = (response) => [response.headers.get("access-control-allow-origin"), response.headers.get("vary")];
    const asks = { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" };
    const preflight = await ask(summarize(), { method: "OPTIONS", headers: asks });
    assert.deepEqual([preflight.status, await preflight.text(), ...allowed(preflight)], [204, "", origin, "origin"]);
    const says = (name) => preflight.headers.get(name);
    assert.deepEqual(["allow", "access-control-allow-methods", "access-control-max-age", "access-control-allow-credentials"].map(says), [
      "POST, OPTIONS",
      "POST",
      "60",
      "true",
    ]);
    assert.equal(says("access-control-allow-headers"), "content-type, authorization, x-tenant");
    assert.deepEqual(opened, []);

    const done = await ask(summarize(), { method: "POST", headers: { origin, "sec-fetch-site": "cross-site" } });
    assert.deepEqual([done.status, ...allowed(done)], [200, origin, "origin"]);
    assert.match(done.headers.get("access-control-expose-headers"), /epitome-reason/);
    // Errors, too, can be read by the page; other pages are not let in, and what they ask for they cannot read.
    assert.deepEqual(allowed(await ask("/nowhere", { headers: { origin } })), [origin, "origin"]);
    const other = { origin: "https://evil.example" };
    const refused = await ask(summarize(), { method: "OPTIONS", headers: other });
    assert.deepEqual([refused.status, ...allowed(refused)], [403, null, "origin"]);
    assert.equal((await ask(summarize(), { method: "POST", headers: other })).status, 403);
    assert.deepEqual(allowed(await ask("/session/chat-1", { headers: other })), [null, "origin"]);
    assert.deepEqual(allowed(await ask("/session/chat-1")), [null, "origin"]);
    assert.equal((await ask("/session/chat-1", { method: "DELETE" })).headers.get("allow"), "GET, HEAD, OPTIONS");
    assert.equal((await ask("/session/chat-1", { method: "OPTIONS" })).status, 204);
  }
  // What the host answers by itself is marked as well, beside what it varies by.
  const own = () => new Response(null, { status: 401, headers: { vary: "cookie", "cache-control": "private" } });
  const { ask } = handlerOf({}, { cors: { origins: [origin] }, authorize: own });
  const response = await ask("/session/a", { headers: { origin } });
  assert.deepEqual(
    ["access-control-allow-origin", "access-control-allow-credentials", "vary", "cache-control"].map((name) => response.headers.get(name)),
    [origin, null, "cookie, origin", "private"],
  );
  const failing = handlerOf({}, { cors: { origins: () => Promise.reject(new Error("inside")) } });
  const failed = await failing.ask("/session/a", { headers: { origin } });
  assert.deepEqual([failed.headers.get("access-control-allow-origin"), failed.headers.get("vary")], [null, "origin"]);
  await problem(failed, 500, "internal");
  assert.equal(failing.errors.length, 1);
  session.close();
});

test("with cors a page that is let in can read every error, by the headers of a 200; no other page can", async () => {
  const origin = "https://app.example";
  const cors = { origins: [origin], credentials: true };
  const corsOf = ({ headers }) => [...headers].filter(([name]) => name === "vary" || name.startsWith("access-control-"));
  const verdicts = { login: new Response(null, { status: 401 }), forbidden: false };
  const { session } = await sample({ turns: 1 });
  const { ask } = handlerOf(
    { "chat-1": session },
    {
      cors,
      maxBodyBytes: 20,
      authorize: (_, { id }) => {
        if (id === "broken") throw new Error("inside");
        return verdicts[id] ?? true;
      },
    },
  );
  const good = corsOf(await ask("/session/chat-1", { headers: { origin } }));
  assert.deepEqual(
    good.map(([name]) => name),
    ["access-control-allow-credentials", "access-control-allow-origin", "access-control-expose-headers", "vary"],
  );
  for (const [status, path, init] of [
    [400, "/session/%zz"],
    [400, summarize(), post("rubble")],
    [400, summarize(), post('{"instruction":"a"}')],
    [401, "/session/login"],
    [403, "/session/forbidden"],
    [404, "/nowhere"],
    [404, "/session/nobody"],
    [405, "/session/chat-1", { method: "DELETE" }],
    [413, summarize(), post(`{"focus":"${"x".repeat(20)}"}`)],
    [415, summarize(), post("{}", { "content-type": "text/plain" })],
    [500, "/session/broken"],
    [500, summarize("broken"), { method: "POST" }],
  ]) {
    const from = (page) => ask(path, { ...init, headers: { ...init?.headers, origin: page } });
    const response = await from(origin);
    assert.deepEqual([response.status, corsOf(response)], [status, good], `${status} ${path}`);
    assert.deepEqual(corsOf(await from("https://evil.example")), [["vary", "origin"]], `${status} ${path}`);
  }
  session.close();
});

test("options that cannot be", () => {
  const open = () => null;
  for (const [options, path] of [
    [undefined, "open"],
    [{}, "open"],
    [{ open: "x" }, "open"],
    [{ open, autorize: () => true }, "autorize"],
    [{ open, authorize: true }, "authorize"],
    [{ open, basePath: 7 }, "basePath"],
    [{ open, basePath: "/a?b" }, "basePath"],
    [{ open, maxBodyBytes: -1 }, "maxBodyBytes"],
    [{ open, maxBodyBytes: "1k" }, "maxBodyBytes"],
    [{ open, maxBodyBytes: Number.POSITIVE_INFINITY }, "maxBodyBytes"],
    [{ open, cors: true }, "cors"],
    [{ open, cors: {} }, "cors.origins"],
    [{ open, cors: { origins: "*" } }, "cors.origins"],
    [{ open, cors: { origins: ["*"] } }, "cors.origins"],
    [{ open, cors: { origins: ["https://*.example"] } }, "cors.origins"],
    [{ open, cors: { origins: ["https://app.example/"] } }, "cors.origins"],
    [{ open, cors: { origins: ["https://App.example"] } }, "cors.origins"],
    [{ open, cors: { origins: [], credential: true } }, "cors.credential"],
    [{ open, cors: { origins: [], maxAge: "1h" } }, "cors.maxAge"],
    [{ open, cors: { origins: [7] } }, "cors.origins"],
    [{ open, cors: { origins: "https://app.example" } }, "cors.origins"],
  ]) {
    assert.throws(
      () => createHandler(options),
      (error) => EpitomeError.isInstance(error) && error.code === "invalid-option" && error.details.path === path,
      JSON.stringify(options),
    );
  }
});

test("what is wrong with an origin is said: there is no *, and why; an origin has no path", () => {
  const said = (origins) => {
    try {
      createHandler({ open: () => null, cors: { origins } });
    } catch ({ message }) {
      return message;
    }
    return assert.fail("nothing was thrown");
  };
  for (const origins of ["*", ["*"], ["https://app.example", "*"]])
    assert.match(said(origins), /^cors\.origins has no \*: every page .* a function/);
  assert.match(said(["https://app.example/"]), /with no path, also no \/ at the end, .*; not "https:\/\/app\.example\/"\.$/);
  assert.match(said(["https://App.example"]), /in small letters.*; not "https:\/\/App\.example"\.$/);
  assert.match(said("https://app.example"), /must be a list of origins/);
});
