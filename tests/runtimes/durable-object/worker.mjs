// The worker of the test: the example as it is, but for a summary that takes its time, and an object that tries the store.
import { DurableObject } from "cloudflare:workers";
import { runConformance } from "epitome/stores/conformance";
import { durableObject } from "epitome/stores/durable-object";
import example, { Chat as Example } from "./chat.mjs";

/** How many requests come in while a summary is being written. */
const MEANWHILE = 60;

export class Chat extends Example {
  #requests = 0;
  #waiting = [];

  fetch(request) {
    this.#requests++;
    for (const wait of this.#waiting) if (this.#requests >= wait.until) wait.done();
    return super.fetch(request);
  }

  async summarize(request) {
    await new Promise((done) => this.#waiting.push({ until: this.#requests + MEANWHILE, done }));
    return super.summarize(request);
  }
}

export class Trial extends DurableObject {
  async fetch(request) {
    const jobs = { "/conformance": () => this.conformance(), "/rows": () => this.rows(), "/cleared": () => this.cleared() };
    return Response.json(await jobs[new URL(request.url).pathname]());
  }

  /** The conformance kit inside the object, on its real storage. Each case has tables of its own. */
  async conformance() {
    let made = 0;
    const { passed, failed, skipped } = await runConformance(() => {
      const prefix = `case${made++}`;
      const open = () => durableObject(this.ctx.storage, { prefix });
      return { store: open(), reopen: open, close: () => this.ctx.storage.deleteAll() };
    });
    return { passed, failed: failed.map(({ name, error }) => `${name}\n${error.stack}`), skipped };
  }

  /** The rows that appends write, as the platform counts them. */
  async rows() {
    await this.ctx.storage.deleteAll();
    let [written, read] = [0, 0];
    const sql = {
      exec: (...args) => {
        const cursor = this.ctx.storage.sql.exec(...args);
        const rows = cursor.toArray();
        written += cursor.rowsWritten;
        read += cursor.rowsRead;
        return { toArray: () => rows };
      },
    };
    const store = durableObject({ sql, transactionSync: (work) => this.ctx.storage.transactionSync(work) });
    const entry = (id, text = "") => ({ type: "message", id, parentId: null, timestamp: "2026-01-01T00:00:00.000Z", text });
    const counted = (work) => {
      [written, read] = [0, 0];
      work();
      return { written, read };
    };
    // Makes the tables.
    store.read("s", 0);
    const first = counted(() => store.append("s", 0, [entry("first")]));
    const one = counted(() => store.append("s", 1, [entry("one")]));
    store.append(
      "s",
      2,
      Array.from({ length: 3_000 }, (_, at) => entry(`e${at}`)),
    );
    const later = counted(() => store.append("s", 3_002, [entry("later")]));
    const ten = counted(() =>
      store.append(
        "s",
        3_003,
        Array.from({ length: 10 }, (_, at) => entry(`t${at}`)),
      ),
    );
    const large = counted(() => store.append("s", 3_013, [entry("large", "x".repeat(1_200_000))]));
    const artifact = counted(() => store.artifacts("s").put("a", "x".repeat(1_200_000)));
    const tail = counted(() => store.read("s", 3_003, { limit: 10 }));
    const head = counted(() => store.read("s", Number.MAX_SAFE_INTEGER));
    return { first, one, later, ten, large, artifact, tail, head };
  }

  /** The host may clear its object with the store open. */
  async cleared() {
    const store = durableObject(this.ctx.storage);
    const entry = { type: "message", id: "a", parentId: null, timestamp: "2026-01-01T00:00:00.000Z" };
    await this.ctx.storage.deleteAll();
    store.append("s", 0, [entry]);
    await this.ctx.storage.deleteAll();
    const { head } = store.read("s", 0);
    const { ok } = store.append("s", 0, [entry]);
    return { head, ok, after: store.read("s", 0).head };
  }
}

export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/trial/")) return example.fetch(request, env);
    const url = new URL(pathname.slice("/trial".length), request.url);
    return env.TRIALS.get(env.TRIALS.idFromName("trial")).fetch(new Request(url));
  },
};
