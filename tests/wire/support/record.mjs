/** The one stand-in of these tests: a provider's endpoint that keeps what it was sent, and answers with the least that is valid. */

import { once } from "node:events";
import { createServer } from "node:http";
import { replies } from "./replies.mjs";

/** Which provider's interface an address belongs to. */
function apiOf(url) {
  if (url.includes("/chat/completions")) return "openai-chat";
  if (url.includes("/responses")) return "openai-responses";
  if (url.includes("/messages")) return "anthropic";
  if (url.includes(":generateContent")) return "gemini";
  throw new Error(`no provider has the address ${url}`);
}

/**
 * An endpoint. `fetch` stands in for the global one; `requests` are those that came: `api`, `url`, `text` (the body as it was
 * sent) and `body` (parsed). `script` are the answers to give in turn, each `{ text?, calls?, thinking? }`; after the last
 * one, and without any, the answer is a short text.
 */
export function recorder(script = []) {
  const requests = [];
  const left = [...script];
  const fetch = async (input, init = {}) => {
    const request = input instanceof Request ? input : undefined;
    const url = String(request?.url ?? input);
    const text = await new Response(init.body ?? request?.body).text();
    const api = apiOf(url);
    requests.push({ api, url, text, body: JSON.parse(text) });
    const answer = replies[api](left.shift() ?? { text: "Noted." }, requests.length);
    return new Response(JSON.stringify(answer), { status: 200, headers: { "content-type": "application/json" } });
  };
  return { fetch, requests };
}

/** The same endpoint behind a port of this machine, for clients that bring a `fetch` of their own. */
export async function recordingServer(script) {
  const { fetch, requests } = recorder(script);
  const server = createServer(async (message, response) => {
    const pieces = [];
    for await (const piece of message) pieces.push(piece);
    try {
      const answer = await fetch(`http://local${message.url}`, { body: Buffer.concat(pieces) });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    } catch (error) {
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: { message: error.message } }));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    requests,
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
