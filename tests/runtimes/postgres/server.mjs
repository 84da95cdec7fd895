// A chat server that runs as several processes on one Postgres, behind a balancer that sends each request anywhere:
//
//   POST /session/ID/messages   { "id": "…", "message": { … } }   appends it, compacts if that is due
//   GET  /session/ID/context                                      what the model should see now
//
// Each process keeps the sessions that it has used open and reads on what the others have written. Where two write at once,
// the database decides, and the slower one reads on and writes again. The client names its messages: one that is sent again,
// because the answer was lost or the process died, is stored once.
import { createServer } from "node:http";
import { openSession } from "epitome";
import { postgres } from "epitome/stores/postgres";
import pg from "pg";

const pool = new pg.Pool(JSON.parse(process.env.PG_CONNECTION));
const store = postgres(pool);
const sessions = new Map();

/** The session of an id. A server that runs for long would close those that were not used for a while. */
function sessionOf(id) {
  if (!sessions.has(id)) {
    const opening = openSession({
      id,
      store,
      format: "openai-chat",
      model: { contextWindow: 128_000 },
      settings: { compaction: { thresholdTokens: 12_000, keepRecentTokens: 1_000 } },
      // Here you would ask a model: see epitome/summarizers.
      summarizer: (request) => request.extract(),
    });
    sessions.set(id, opening);
    // One that could not be opened is opened anew by the next request.
    opening.catch(() => sessions.delete(id));
  }
  return sessions.get(id);
}

async function answer(request) {
  const [, id, what] = /^\/session\/([^/]+)\/(messages|context)$/.exec(request.url) ?? [];
  if (id === undefined) return { status: 404, body: { error: "not found" } };
  const session = await sessionOf(decodeURIComponent(id));
  await session.refresh();
  if (what === "context") {
    const { messages, tokens } = session.context();
    return { status: 200, body: { messages, tokens } };
  }
  const { id: entryId, message } = JSON.parse(await textOf(request));
  await session.append(message, { id: entryId });
  const { status } = await session.maintain();
  return { status: 200, body: { head: session.head, maintenance: status } };
}

async function textOf(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

const server = createServer(async (request, response) => {
  const { status, body } = await answer(request).catch((error) => ({ status: 500, body: { error: error.message } }));
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
