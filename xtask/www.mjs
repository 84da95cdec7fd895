// `npm run www`: serves www/, and below /pkg/ and /tests/fixtures/ the package and the example sessions. No dependency. `--port N` or PORT chooses the port (8080).
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { at } from "./lib/run.mjs";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".jsonl": "application/jsonl; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** What is served below which path; the page itself is everything else. */
const FOLDERS = { "/pkg/": at("pkg"), "/tests/fixtures/": at("tests", "fixtures") };

/** The file that a path names, or undefined where it leads out of the served folders. */
function fileOf(path) {
  const mount = Object.keys(FOLDERS).find((start) => path.startsWith(start));
  const folder = mount ? FOLDERS[mount] : at("www");
  const file = resolve(join(folder, mount ? path.slice(mount.length) : path));
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  return path.endsWith("/") ? join(file, "index.html") : file;
}

async function answer(request, response) {
  const end = (status, text, headers = {}) => {
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers });
    response.end(text);
  };
  if (request.method !== "GET" && request.method !== "HEAD") return end(405, "only GET and HEAD\n", { allow: "GET, HEAD" });
  let path;
  try {
    path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
  } catch {
    return end(400, "not a path\n");
  }
  const file = path.includes("\0") ? undefined : fileOf(path);
  const found = file && (await stat(file).catch(() => undefined));
  if (found?.isDirectory()) return end(301, "", { location: `${encodeURI(path)}/` });
  if (!found?.isFile()) return end(404, "not found\n");
  response.writeHead(200, {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "content-length": found.size,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  if (request.method === "HEAD") return response.end();
  createReadStream(file)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** Starts the server on the loopback address; port 0 takes any free one. Returns it and its address. */
export async function serve(port) {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const index = process.argv.indexOf("--port");
  const port = Number(index < 0 ? (process.env.PORT ?? 8080) : process.argv[index + 1]);
  try {
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error("the port must be a number from 0 to 65535");
    console.log(`Epitome's page: ${(await serve(port)).url}  (Ctrl+C ends it)`);
  } catch (error) {
    const taken = error.code === "EADDRINUSE" ? `port ${port} is taken; choose another one: npm run www -- --port 8081` : error.message;
    console.error(`www: ${taken}`);
    process.exitCode = 1;
  }
}
