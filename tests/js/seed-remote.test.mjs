/** Seed 002 on remote summarization, line by line, and what its program does beside (`Remote summarization modes`, `Settings and defaults`). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { anthropicCompaction } from "../../pkg/dist/summarizers/anthropic.js";
import { endpoint } from "../../pkg/dist/summarizers/endpoint.js";
import { openaiCompaction } from "../../pkg/dist/summarizers/openai.js";
import { json, withServer } from "./support/provider-server.mjs";

const LOCAL = "## Goal\nThe local summary of the project's files.";
const REMOTE = "## Goal\nThe remote summary of the project's files.";
const words = (count, about) => Array.from({ length: count }, (_, at) => `${about}${at}`).join(" ");
const talk = (count) =>
  Array.from({ length: count }, (_, at) => [
    { role: "user", content: `Request ${at}: ${words(40, "ask")}` },
    { role: "assistant", content: `Answer ${at}: ${words(200, "word")}` },
  ]).flat();
const FORMAT = "openai-responses";
const WINDOW = [
  { type: "message", role: "user", content: [{ type: "input_text", text: "kept" }] },
  { type: "compaction", id: "cmp_1", encrypted_content: "gAAAAA" },
];
const compacted = (output = WINDOW) => ({
  id: "r",
  object: "response.compaction",
  created_at: 1,
  output,
  usage: { input_tokens: 9, output_tokens: 3 },
});

async function opened(options) {
  const { settings, ...rest } = options;
  const session = await openSession({
    id: "seed",
    format: FORMAT,
    model: { contextWindow: 100_000, provider: "openai", id: "gpt-6" },
    summarizer: () => LOCAL,
    ...rest,
    settings: { retry: { maxRetries: 0 }, ...settings, compaction: { keepRecentTokens: 500, ...settings?.compaction } },
  });
  await session.append(talk(6));
  const failed = [];
  session.on((event) => event.type === "native_failed" && failed.push(event));
  return { session, failed };
}

test("«If compaction.remoteEndpoint is set and remote compaction is enabled, local summary generation POSTs { systemPrompt, prompt }»", async () => {
  await withServer(
    (response) => json(response, 200, { summary: REMOTE }),
    async ({ url, requests }) => {
      const { session } = await opened({ summarizer: endpoint({ url: `${url}/summarize` }) });
      const { entry } = await session.compact();
      assert.match(entry.summary, /^## Goal\nThe remote summary/);
      const [{ method, headers, body }] = requests;
      assert.deepEqual([method, headers["content-type"], headers.authorization], ["POST", "application/json", undefined]);
      assert.deepEqual(Object.keys(body), ["systemPrompt", "prompt"]);
      assert.match(body.prompt, /<conversation>[\s\S]*Request 0/);
      session.close();
    },
  );
});

test("«Expects JSON containing at least { summary }»; shortSummary where it is given", async () => {
  const replies = [{ summary: REMOTE, shortSummary: "Files." }, { text: REMOTE }, { summary: " " }, { summary: 7 }];
  for (const [at, reply] of replies.entries()) {
    await withServer(
      (response) => json(response, 200, reply),
      async ({ url }) => {
        const { session } = await opened({
          summarizer: [endpoint({ url }), () => LOCAL],
          settings: { compaction: { shortSummary: at === 0 } },
        });
        const { entry } = await session.compact();
        assert.match(entry.summary, at === 0 ? /remote summary/ : /local summary/, JSON.stringify(reply));
        session.close();
      },
    );
  }
});

test("«compaction.remoteEnabled = true» by default; false leaves the endpoint out, and the provider's own", async () => {
  await withServer(
    (response, { url }) => json(response, 200, url.endsWith("/compact") ? compacted() : { summary: REMOTE }),
    async ({ url, requests }) => {
      const options = { summarizer: [endpoint({ url }), () => LOCAL], native: openaiCompaction({ baseURL: url }) };
      for (const [settings, asked, expected] of [
        [{}, true, /remote/],
        [{ compaction: { remoteEnabled: false } }, false, /local/],
      ]) {
        requests.splice(0);
        const { session } = await opened({ ...options, settings });
        const { entry } = await session.compact();
        assert.match(entry.summary, expected);
        assert.deepEqual([requests.length > 0, requests.some((one) => one.url.endsWith("/compact"))], [asked, asked]);
        session.close();
      }
      // Where there is no other, the summary is made without a model.
      const { session } = await opened({ summarizer: endpoint({ url }), settings: { compaction: { remoteEnabled: false } } });
      const { status, entry } = await session.compact();
      assert.equal(status, "compacted");
      assert.match(entry.summary, /Request 0/);
      assert.equal(requests.length, 0);
      session.close();
    },
  );
});

test("«compaction.remoteEndpoint = undefined»: nothing is sent anywhere unless the host says where", async () => {
  const { session } = await opened({ summarizer: undefined });
  assert.equal((await session.compact()).status, "compacted");
  session.close();
});

test("«For OpenAI provider models, compaction first tries the provider-native /responses/compact endpoint when remote compaction is enabled»", async () => {
  await withServer(
    (response) => json(response, 200, compacted()),
    async ({ url, requests }) => {
      const native = openaiCompaction({ apiKey: "secret", baseURL: `${url}/v1` });
      const overhead = { system: "You are careful." };
      const { session } = await opened({ native, overhead });
      await session.compact();
      const [{ method, url: path, headers, body }] = requests;
      assert.deepEqual([method, path, headers.authorization], ["POST", "/v1/responses/compact", "Bearer secret"]);
      assert.deepEqual(
        [body.model, body.instructions, Object.keys(body).sort()],
        ["gpt-6", "You are careful.", ["input", "instructions", "model"]],
      );
      assert.deepEqual(body.input.slice(0, 2), talk(6).slice(0, 2));
      session.close();
      // Others' models, and sessions in another format, are not its.
      for (const other of [{ model: { contextWindow: 100_000, provider: "xai" } }, { format: "openai-chat" }, { format: "pi" }]) {
        requests.splice(0);
        const { session } = await opened({ native, ...other });
        assert.equal((await session.compact()).status, "compacted");
        assert.equal(requests.length, 0, JSON.stringify(other));
        session.close();
      }
    },
  );
});

test("«It preserves provider replacement history in preserveData.openaiRemoteCompaction»", async () => {
  await withServer(
    (response) => json(response, 200, compacted()),
    async ({ url, requests }) => {
      const store = memory();
      const hooks = { "session.compacting": () => ({ preserveData: { theirs: [1] } }) };
      const { session } = await opened({ native: openaiCompaction({ baseURL: url }), store, hooks });
      const { entry } = await session.compact();
      const { openaiRemoteCompaction: own, ...others } = entry.preserveData;
      assert.deepEqual([own.provider, own.replacementHistory, others], ["openai", WINDOW, { theirs: [1] }]);
      // The local summary is made as well.
      assert.match(entry.summary, /local summary/);
      assert.deepEqual(session.context().messages.slice(0, 2), WINDOW);
      // The next request begins with it.
      await session.append(talk(6));
      await session.compact();
      assert.deepEqual(requests[1].body.input.slice(0, 2), WINDOW);
      session.close();
    },
  );
});

test("«and falls back to local summarization if that native request fails»; the key goes with it, the others stay", async () => {
  let fails = false;
  await withServer(
    (response) => (fails ? json(response, 404, { error: { message: "response not found" } }) : json(response, 200, compacted())),
    async ({ url }) => {
      const hooks = { "session.compacting": () => (fails ? {} : { preserveData: { theirs: [1] } }) };
      const { session, failed } = await opened({ native: openaiCompaction({ baseURL: url }), hooks });
      await session.compact();
      fails = true;
      await session.append(talk(6));
      const { status, entry } = await session.compact();
      assert.deepEqual([status, entry.preserveData], ["compacted", { theirs: [1] }]);
      assert.match(JSON.stringify(session.context().messages[0]), /local summary/);
      assert.deepEqual([failed.length, failed[0].provider, failed[0].error.details.status], [1, "openai", 404]);
      session.close();
    },
  );
});

test("a failure is told of, an abort is not", async () => {
  await withServer(
    () => {},
    async ({ url }) => {
      const { session, failed } = await opened({ native: openaiCompaction({ baseURL: url }) });
      const controller = new AbortController();
      const work = session.compact({ signal: controller.signal });
      setTimeout(() => controller.abort(), 30);
      const { status } = await work;
      assert.deepEqual([status, failed.length], ["cancelled", 0]);
      session.close();
    },
  );
});

test("what its program stores itself is read, kept, and shown as text: it does not say in whose format it is", async () => {
  const store = memory();
  const message = (id, parentId, message) => ({ type: "message", id, parentId, timestamp: "2026-01-01T00:00:00.000Z", message });
  const preserveData = { openaiRemoteCompaction: { provider: "openai", replacementHistory: WINDOW, compactionItem: WINDOW[1] } };
  const entries = [
    message("a", null, { role: "user", content: "old" }),
    message("b", "a", { role: "user", content: "kept" }),
    {
      type: "compaction",
      id: "c",
      parentId: "b",
      timestamp: "2026-01-01T00:00:00.000Z",
      summary: LOCAL,
      firstKeptEntryId: "b",
      tokensBefore: 9,
      preserveData,
    },
  ];
  await store.append("seed", 0, entries);
  const session = await openSession({ id: "seed", format: FORMAT, store, model: { provider: "openai" } });
  const { messages, entries: shown } = session.context();
  assert.match(JSON.stringify(messages[0]), /local summary/);
  assert.deepEqual(shown[0].preserveData, preserveData);
  session.close();
});

test("the same for Anthropic's own compaction, which its relatives have", async () => {
  const block = { type: "compaction", content: "<summary>all</summary>", encrypted_content: null, signature: "s" };
  await withServer(
    (response) => json(response, 200, { type: "message", role: "assistant", content: [block], stop_reason: "compaction", usage: {} }),
    async ({ url, requests }) => {
      const model = { contextWindow: 100_000, provider: "anthropic", id: "claude" };
      const { session } = await opened({ format: "anthropic", model, native: anthropicCompaction({ baseURL: url, apiKey: "secret" }) });
      const { entry } = await session.compact();
      const items = [{ role: "assistant", content: [block] }];
      assert.deepEqual(entry.preserveData.anthropicRemoteCompaction.replacementHistory, items);
      assert.deepEqual(session.context().messages[0], items[0]);
      const [{ url: path, headers, body }] = requests;
      assert.deepEqual([path, headers["x-api-key"], headers["anthropic-beta"]], ["/v1/messages", "secret", "compact-2026-09-04"]);
      assert.deepEqual([body.model, body.compaction], ["claude", { type: "summarize" }]);
      session.close();
    },
  );
});
