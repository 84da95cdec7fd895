// Sessions over HTTP in a worker. They live in memory here, between the calls of one test; a host opens them from a store for
// each request.
import { openSession } from "epitome";
import { createHandler } from "epitome/adapters/http";

const sessions = new Map();
let aborted = 0;

/** A session of some turns; the summarizer of the one named `slow` never answers. */
async function begin(id) {
  const session = await openSession({
    id,
    format: "openai-chat",
    model: { contextWindow: 20_000 },
    settings: { compaction: { keepRecentTokens: 1_000 } },
    summarizer: (request, { signal }) =>
      id === "slow"
        ? new Promise((_, reject) => {
            signal.addEventListener("abort", () => {
              aborted++;
              reject(signal.reason);
            });
          })
        : `${request.extract()}\n\nAsked for: ${/bracket in line \d+/.exec(request.prompt)?.[0]}`,
  });
  for (let turn = 0; turn < 12; turn++) {
    await session.append([
      { role: "user", content: `Question ${turn}: ${"why does it drop the last line? ".repeat(80)}` },
      { role: "assistant", content: `Answer ${turn}: a brace is missing.` },
    ]);
  }
  sessions.set(id, session);
}

const handler = createHandler({
  open: async (id) => {
    if (!sessions.has(id) && (id === "chat/1" || id === "slow")) await begin(id);
    return sessions.get(id);
  },
  authorize: (request) =>
    request.headers.get("authorization") === "Bearer right" ||
    new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } }),
  basePath: "/api",
  cors: { origins: ["https://app.example"] },
});

export default {
  fetch: (request) => (new URL(request.url).pathname === "/aborted" ? new Response(String(aborted)) : handler(request)),
};
