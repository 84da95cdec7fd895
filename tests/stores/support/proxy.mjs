/** A proxy before a server, which can lose what the server answers. */

import { once } from "node:events";
import { connect, createServer } from "node:net";

/** Listens on a port of its own for connections to the Unix socket `path`. */
export async function startProxy(path) {
  const pairs = new Set();
  let cutting;
  const server = createServer((near) => {
    const far = connect(path);
    const pair = [near, far];
    pairs.add(pair);
    let armed = false;
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    near.on("data", (data) => {
      armed = cutting !== undefined;
      far.write(data);
    });
    far.on("data", (data) => {
      // The server has answered to what came after `cut`, so it has done it.
      if (!armed || !cutting) return near.write(data);
      const cut = cutting;
      cutting = undefined;
      end();
      cut();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: "127.0.0.1",
    port: server.address().port,
    /** Drops the next answer to a request that comes from now on, and its connection. Resolves when that has happened. */
    cut: () => new Promise((resolve) => (cutting = resolve)),
    async stop() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
