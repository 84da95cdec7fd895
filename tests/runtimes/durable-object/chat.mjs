// A worked example: a chat whose session lives in a Durable Object of its own. The platform runs one object for each name,
// so that all clients of a chat, wherever they are, meet in one place: nothing else is needed to keep them in order.
//
//   POST /<chat>/messages   a message, or an array of them      → { head, ids }
//   GET  /<chat>/context    what the model should see now       → { messages, tokens }
//   POST /<chat>/maintain   compacts if that is due             → the outcome
//   GET  /<chat>/log?after  what is stored, from a position on  → { entries, head }
import { DurableObject } from "cloudflare:workers";
import { EpitomeError, openSession } from "epitome";
import { durableObject } from "epitome/stores/durable-object";

/** One chat. Its class is named in `new_sqlite_classes` of the worker's migrations. */
export class Chat extends DurableObject {
  #store = durableObject(this.ctx.storage);
  #opened;

  /** The session, opened by the first request after the object was started. One that could not be opened is tried again. */
  #session() {
    this.#opened ??= openSession({
      id: "chat",
      format: "openai-chat",
      store: this.#store,
      model: { contextWindow: 16_000 },
      summarizer: (request) => this.summarize(request),
    }).catch((error) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Asks a model for a summary. A real one does it with `epitome/summarizers/openai` or by `env.AI`; here none is asked. */
  async summarize(request) {
    return request.extract();
  }

  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const action = `${request.method} ${pathname.split("/")[2] ?? ""}`;
    try {
      const session = await this.#session();
      switch (action) {
        case "POST messages": {
          const entries = await session.append(await request.json(), { signal: request.signal });
          return Response.json({ head: session.head, ids: entries.map(({ id }) => id) });
        }
        case "GET context": {
          const { messages, tokens } = session.context();
          return Response.json({ messages, tokens });
        }
        case "POST maintain":
          return Response.json(await session.maintain());
        case "GET log":
          return Response.json(this.#store.read("chat", Number(searchParams.get("after") ?? 0)));
        default:
          return Response.json({ error: "there is no such action" }, { status: 404 });
      }
    } catch (error) {
      if (!EpitomeError.isInstance(error)) throw error;
      // What the client has sent is refused as such; the rest is ours, and may be worth another try.
      const status = error.code === "invalid-message" ? 400 : 503;
      return Response.json({ error }, { status });
    }
  }
}

export default {
  fetch(request, env) {
    const name = decodeURIComponent(new URL(request.url).pathname.split("/")[1] ?? "");
    if (name === "") return Response.json({ error: "name a chat: /<chat>/messages" }, { status: 404 });
    return env.CHATS.get(env.CHATS.idFromName(name)).fetch(request);
  },
};
