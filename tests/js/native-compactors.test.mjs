// What the providers' own compactors send and read, at the edges: what is left out of a conversation that is too long, answers that hold
// several compactions or broken ones, and what may stand in an error.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { anthropicCompaction } from "../../pkg/dist/summarizers/anthropic.js";
import { endpoint } from "../../pkg/dist/summarizers/endpoint.js";
import { openaiCompaction } from "../../pkg/dist/summarizers/openai.js";
import { json, withServer } from "./support/provider-server.mjs";

const OPENAI = "openai-responses";
const ANTHROPIC = "anthropic";
const words = (count) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
const user = (text, count = 20) => ({ role: "user", content: `${text} ${words(count)}` });
const agent = (text, count = 20) => ({ role: "assistant", content: `${text} ${words(count)}` });
const item = (id) => ({ type: "compaction", id, encrypted_content: "gAAA" });
const block = (content, more) => ({ type: "compaction", content, ...more });

/** Asks a compactor: what was sent, and what it gave or how it failed. */
async function ask(format, messages, { tokens = 1_000, contextWindow = 500, answer, ...options } = {}) {
  const reply = answer ?? (format === OPENAI ? { output: [item("new")] } : { content: [block("All.")] });
  const make = format === OPENAI ? openaiCompaction : anthropicCompaction;
  let told = {};
  await withServer(
    (response) => json(response, 200, reply),
    async ({ url, requests }) => {
      const compact = make({ baseURL: url, model: "m", ...(format === ANTHROPIC && { maxTokens: 10 }), ...options });
      const given = structuredClone(messages);
      try {
        told = await compact({ messages, tokens, contextWindow }, { signal: new AbortController().signal });
      } catch (error) {
        told = { error };
      }
      assert.deepEqual(messages, given);
      const body = requests[0]?.body;
      told = { ...told, body, sent: body?.input ?? body?.messages };
    },
  );
  return told;
}

/** Which of the messages were sent, by their index; `null`: nothing was. */
async function sent(format, messages, options) {
  const { sent, error } = await ask(format, messages, options);
  if (!sent) {
    assert.match(error.message, /no part of it can be left out/);
    return null;
  }
  assert.deepEqual(validate(sent, { format }), []);
  const texts = messages.map((message) => JSON.stringify(message));
  return sent.map((message) => texts.indexOf(JSON.stringify(message)));
}

test("openai: what refers to another item by an id stays with it, or goes with it", async () => {
  const end = [agent("x"), user("last", 5)];
  const large = words(400);
  const pairs = {
    approval: [
      { type: "mcp_approval_request", id: "ap", server_label: "s", name: "n", arguments: JSON.stringify({ large }) },
      { type: "mcp_approval_response", approval_request_id: "ap", approve: true },
    ],
    "an approved call": [
      { type: "mcp_approval_request", id: "ap", server_label: "s", name: "n", arguments: JSON.stringify({ large }) },
      { type: "mcp_approval_response", approval_request_id: "ap", approve: true },
      { type: "mcp_call", id: "mc", approval_request_id: "ap", server_label: "s", name: "n", arguments: "{}", output: "done" },
    ],
    "a custom tool": [
      { type: "custom_tool_call", call_id: "c", name: "n", input: large },
      { type: "custom_tool_call_output", call_id: "c", output: "x" },
    ],
    computer: [
      { type: "computer_call", id: "cu", call_id: "c", actions: [{ type: "type", text: large }], status: "completed" },
      { type: "computer_call_output", call_id: "c", output: { type: "computer_screenshot", image_url: "data:image/png;base64,AAAA" } },
    ],
    "a local shell, by its id": [
      { type: "local_shell_call", id: "ls", call_id: "c", action: { type: "exec", command: [large], env: {} }, status: "completed" },
      { type: "local_shell_call_output", id: "c", output: "x" },
    ],
    "a shell": [
      { type: "shell_call", call_id: "c", action: { commands: [large] }, status: "completed" },
      { type: "shell_call_output", call_id: "c", output: [{ stdout: "x", stderr: "", outcome: { type: "exit", exit_code: 0 } }] },
    ],
    "a patch": [
      { type: "apply_patch_call", call_id: "c", operation: { type: "create_file", path: "a", diff: large }, status: "completed" },
      { type: "apply_patch_call_output", call_id: "c", status: "completed" },
    ],
    "a reference that is a call": [
      { type: "item_reference", id: "unknown" },
      { type: "local_shell_call", id: "ls", call_id: "c", action: { type: "exec", command: [large], env: {} }, status: "completed" },
      { type: "local_shell_call_output", call_id: "c", output: "x" },
      { type: "function_call_output", call_id: "q", output: "x" },
    ],
    "reasoning, by reference": [
      { type: "item_reference", id: "rs_1" },
      { type: "message", id: "m1", role: "assistant", content: [{ type: "output_text", text: large, annotations: [] }] },
    ],
  };
  for (const [name, pair] of Object.entries(pairs)) {
    const messages = [user("first", 10), ...pair, ...end];
    // Where its first item, the large one or not, does not fit, all of it goes.
    assert.deepEqual(await sent(OPENAI, messages), [messages.length - 2, messages.length - 1], name);
    // Where there is room for it, all of it stays.
    const small = [user("first", 900), ...pair, ...end];
    assert.deepEqual((await sent(OPENAI, small)).slice(-end.length - pair.length), small.map((_, at) => at).slice(1), name);
  }
});

test("openai: a reference stays with the item that it names", async () => {
  const named = { type: "message", id: "m1", role: "assistant", content: [{ type: "output_text", text: words(400), annotations: [] }] };
  const messages = [user("first", 10), named, { type: "item_reference", id: "m1" }, agent("x"), user("last", 5)];
  assert.deepEqual((await ask(OPENAI, messages)).sent, messages.slice(3));
});

test("openai: ids that come back, and a call that nothing answers, hold up nothing", async () => {
  const turn = (text) => [
    user(text, 60),
    { type: "function_call", call_id: "call_0", name: text, arguments: "{}" },
    { type: "function_call_output", call_id: "call_0", output: text },
  ];
  const { sent: items } = await ask(OPENAI, [...turn("a"), ...turn("b"), ...turn("c")]);
  assert.deepEqual(items, turn("c"));
  const lost = { type: "function_call", call_id: "lost", name: "f", arguments: "{}" };
  assert.deepEqual(await sent(OPENAI, [user("a"), lost, agent("b", 400), user("c"), agent("d"), user("e")]), [3, 4, 5]);
});

test("openai: the request of the user that is worked on is not left out", async () => {
  const steps = ["a", "b"].flatMap((call_id) => [
    { type: "function_call", call_id, name: "f", arguments: "{}" },
    { type: "function_call_output", call_id, output: words(20) },
  ]);
  assert.equal(await sent(OPENAI, [user("first", 20), agent("x"), user("do it", 400), ...steps]), null);
});

test("openai: an earlier compaction stays whole, and what stands behind it goes first", async () => {
  const earlier = [user("kept1", 50), user("kept2", 50), item("k1"), item("k2")];
  const history = [...earlier, user("old", 300), agent("old"), user("new"), agent("new"), user("newest")];
  assert.deepEqual(await sent(OPENAI, history), [0, 1, 2, 3, 5, 6, 7, 8]);
  // It is too large by itself: the text stands alone.
  assert.equal(await sent(OPENAI, [user("kept", 500), item("k"), user("u1"), agent("a"), user("u2")]), null);
});

test("anthropic: an earlier compaction stays, with the results of its calls", async () => {
  const own = { role: "assistant", content: [block("So far."), { type: "tool_use", id: "t", name: "f", input: {} }] };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] };
  const behind = [agent("old", 300), user("new"), agent("new"), user("newest")];
  assert.deepEqual(await sent(ANTHROPIC, [own, result, ...behind]), [0, 1, 3, 4, 5]);
  const signed = { role: "assistant", content: [block("So far.", { signature: "s" })] };
  assert.deepEqual(await sent(ANTHROPIC, [signed, user("old", 300), agent("x"), user("new")]), [0, 3]);
  // What stands before it is not read, and goes first; one that failed stands for nothing.
  assert.deepEqual(await sent(ANTHROPIC, [user("pinned", 400), { ...own, content: [block("So far.")] }, user("new")]), [1, 2]);
  const failed = { role: "assistant", content: [block(null, { encrypted_content: "e" }), { type: "text", text: "x" }] };
  assert.deepEqual(await sent(ANTHROPIC, [user("old", 400), failed, user("new")]), [2]);
});

test("anthropic: of several compactions in an answer the newest that says something counts", async () => {
  const cases = [
    [[block(null), block("GOOD")], "GOOD"],
    [[block("A"), block("B")], "B"],
    [[block("A"), { type: "text", text: "x" }, block(null)], "A"],
    [[block("A"), block("  ")], "A"],
    [[block("A"), block("B", { encrypted_content: 7 })], "A"],
    [[block("A"), null, block(["B"])], "A"],
  ];
  for (const [content, expected] of cases) {
    const { items, error } = await ask(ANTHROPIC, [user("a")], { tokens: 10, answer: { content } });
    assert.equal(error, undefined);
    assert.deepEqual(items, [{ role: "assistant", content: [block(expected)] }]);
  }
  for (const [content, reason] of [
    [[block("  "), block(null)], "failed"],
    [[block(null), block(42)], "no-summary"],
    [[block("A", { encrypted_content: {} })], "no-summary"],
  ]) {
    const { error } = await ask(ANTHROPIC, [user("a")], { tokens: 10, answer: { content } });
    assert.deepEqual([error.code, error.details.reason], ["summarizer-invalid-reply", reason]);
  }
  const iterations = ["compaction", "message", "compaction"].map((type, at) => ({ type, input_tokens: at + 1, output_tokens: 1 }));
  const { usage } = await ask(ANTHROPIC, [user("a")], { tokens: 10, answer: { content: [block("A"), block("B")], usage: { iterations } } });
  assert.equal(usage.input, 3);
});

test("answers with half of a surrogate pair, or a blank text for what is encrypted, are refused", async () => {
  const answers = [
    [OPENAI, { output: [{ ...item("c"), encrypted_content: "g\ud800" }] }, "ill-formed"],
    [OPENAI, { output: [user("x\udc00"), item("c")] }, "ill-formed"],
    [OPENAI, { output: [{ ...item("c"), encrypted_content: " " }] }, "no-content"],
    [ANTHROPIC, { content: [block("a\ud800b")] }, "ill-formed"],
    [ANTHROPIC, { content: [block("a", { encrypted_content: "\ud800" })] }, "ill-formed"],
  ];
  for (const [format, answer, reason] of answers) {
    const { error } = await ask(format, [user("a")], { tokens: 10, answer });
    assert.deepEqual([error?.code, error?.details.reason], ["summarizer-invalid-reply", reason]);
  }
  const half = { type: "compaction", encrypted_content: "\ud800" };
  assert.deepEqual(
    validate([half, user("a")], { format: OPENAI }).map(({ rule }) => rule),
    ["C7"],
  );
});

test("anthropic, threshold: a call at the end without its result is not sent", async () => {
  const calls = [
    { type: "tool_use", id: "t", name: "f", input: {} },
    { type: "server_tool_use", id: "s", name: "web_search", input: {} },
  ];
  for (const call of calls) {
    const messages = [user("a"), { role: "assistant", content: [{ type: "text", text: "x" }, call] }];
    const { error, sent } = await ask(ANTHROPIC, messages, { tokens: 100, mode: "threshold" });
    assert.deepEqual([error?.code, sent], ["summarizer-failed", undefined]);
  }
  const result = { type: "web_search_tool_result", tool_use_id: "s", content: [] };
  const whole = [user("a"), { role: "assistant", content: [calls[1], result] }];
  const { sent } = await ask(ANTHROPIC, whole, { tokens: 100, mode: "threshold" });
  assert.deepEqual(sent, [...whole, { role: "user", content: "Continue." }]);
});

test("anthropic: in a small window the answer gets half of it at most", async () => {
  const whole = [user("a"), agent("b"), user("c")];
  for (const [contextWindow, maxTokens, expected] of [
    [8_000, undefined, 4_000],
    [16_384, undefined, 8_192],
    [8_000, 16_384, 4_000],
    [8_000, 1_000, 1_000],
    [200_000, undefined, 16_384],
    [undefined, undefined, 16_384],
  ]) {
    const { body, error } = await ask(ANTHROPIC, whole, { tokens: 900, contextWindow: contextWindow ?? null, maxTokens });
    assert.equal(error, undefined);
    assert.deepEqual([body.max_tokens, body.messages.length], [expected, 3]);
  }
  for (const contextWindow of [1, 2, 100]) {
    const { error } = await ask(ANTHROPIC, [user("a")], { tokens: 900, contextWindow });
    assert.doesNotMatch(error.message, /-\d/);
  }
});

test("anthropic: a provider that has no room for the answer is asked for a shorter one", async () => {
  const message = "input length and `max_tokens` exceed context limit: 900 + 16384 > 10000, decrease input length or `max_tokens`";
  const answer = (response, { body }) =>
    body.max_tokens > 9_100
      ? json(response, 400, { type: "error", error: { type: "invalid_request_error", message } })
      : json(response, 200, { content: [block("All.")] });
  await withServer(answer, async ({ url, requests }) => {
    const compact = anthropicCompaction({ baseURL: url, model: "m" });
    const { items } = await compact({ messages: [user("a")], tokens: 900 }, { signal: new AbortController().signal });
    assert.equal(items[0].content[0].content, "All.");
    assert.deepEqual(
      requests.map(({ body }) => body.max_tokens),
      [16_384, 5_000],
    );
  });
});

test("a server that echoes the request's headers puts none of the host's values into an error", async () => {
  const headers = { "x-tenant": "acme-internal-42", "X-Api-Key": "k3y!", "anthropic-beta": "some-beta-1", "x-debug": "true" };
  const echo = (response, { headers }) =>
    json(response, 400, { type: "error", error: { type: "invalid_request_error", message: `bad request: ${JSON.stringify(headers)}` } });
  await withServer(echo, async ({ url }) => {
    const asked = { signal: new AbortController().signal };
    const request = { messages: [user("a")], tokens: 10, system: "s", prompt: "p" };
    for (const one of [
      anthropicCompaction({ baseURL: url, model: "m", headers }),
      openaiCompaction({ baseURL: url, model: "m", headers }),
      endpoint({ url, headers }),
    ]) {
      const error = await one(request, asked).catch((error) => error);
      const shown = JSON.stringify([error.message, error.details]);
      assert.match(shown, /bad request/);
      assert.doesNotMatch(shown, /acme-internal|k3y!/);
      assert.match(shown, /some-beta-1/);
    }
  });
});

test("a compactor that answers nothing fails as one that answers nonsense: the text stands alone", async () => {
  for (const nothing of [undefined, null, 7, {}, { items: null }]) {
    const native = Object.assign(async () => nothing, { provider: "openai", format: OPENAI });
    const session = await openSession({
      id: "nothing",
      format: OPENAI,
      native,
      summarizer: () => "## Goal\nThe files are read.",
      settings: { compaction: { keepRecentTokens: 300 } },
      model: { contextWindow: 100_000, provider: "openai" },
    });
    const failed = [];
    session.on((event) => event.type === "native_failed" && failed.push(event.error));
    for (let turn = 0; turn < 6; turn++) await session.append([user(`Request ${turn}`, 200), agent(`Answer ${turn}`, 200)]);
    assert.equal((await session.compact()).status, "compacted");
    assert.deepEqual(
      failed.map(({ name, code }) => [name, code]),
      [["EpitomeError", "summarizer-invalid-reply"]],
    );
    session.close();
  }
});

test("what a reply says of its context's management makes an entry of ours where it is a list", async () => {
  const edit = { type: "clear_tool_uses_20250919", cleared_tool_uses: 2, cleared_input_tokens: 100 };
  for (const [applied_edits, count] of [
    ["abc", 0],
    [{ length: 1 }, 0],
    [[], 0],
    [null, 0],
    [[edit], 1],
  ]) {
    const session = await openSession({ id: "managed", format: ANTHROPIC });
    await session.append(user("a"));
    const reply = { ...agent("b"), context_management: { applied_edits, entryId: "another" } };
    await session.append(reply, { id: "reply" });
    const noted = (await session.path()).filter(({ type }) => type === "custom");
    assert.equal(noted.length, count);
    for (const { data } of noted) assert.deepEqual(data, { applied_edits, entryId: "reply" });
    session.close();
  }
});
