var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  toNodeListener: () => toNodeListener
});
module.exports = __toCommonJS(stdin_exports);
const LINGER = 1e3;
function toNodeListener(handler) {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const answered = { yet: false };
    let response;
    let body = new Uint8Array();
    try {
      response = await handler(requestOf(incoming, gone.signal, answered));
      if (response.body)
        body = new Uint8Array(await response.arrayBuffer());
    } catch {
      response = new Response(null, { status: 400 });
    }
    if (gone.signal.aborted)
      return;
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers)
      outgoing.appendHeader(name, value);
    if (!incoming.complete)
      outgoing.appendHeader("connection", "close");
    answered.yet = true;
    outgoing.end(body, () => {
      if (incoming.complete)
        return;
      incoming.resume();
      const timer = setTimeout(() => incoming.destroy(), LINGER);
      timer.unref?.();
    });
  };
}
function requestOf(incoming, signal, answered) {
  const { method = "GET", url = "/", headers: given } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (!name.startsWith(":"))
      for (const one of [value ?? []].flat())
        headers.append(name, one);
  }
  const host = headers.get("host") ?? [given[":authority"]].flat()[0] ?? "localhost";
  if (/[^\w.:[\]-]/.test(host))
    throw new TypeError("The host is none.");
  const init = { method, headers, signal, duplex: "half" };
  if (method !== "GET" && method !== "HEAD")
    init.body = bodyOf(incoming, answered);
  return new Request(url.startsWith("/") ? `http://${host}${url}` : url, init);
}
function bodyOf(incoming, answered) {
  const { body } = incoming;
  if (typeof body === "string" || body instanceof Uint8Array)
    return body;
  if (body !== void 0)
    return body === null || Object.keys(body).length === 0 ? "" : JSON.stringify(body);
  return new ReadableStream({
    start(controller) {
      incoming.on("data", (piece) => {
        if (answered.yet)
          return;
        unlessClosed(() => controller.enqueue(piece));
        if (controller.desiredSize <= 0)
          incoming.pause();
      });
      incoming.on("end", () => unlessClosed(() => controller.close()));
      incoming.on("error", (error) => unlessClosed(() => controller.error(error)));
      incoming.pause();
    },
    pull: () => void incoming.resume()
  });
}
function unlessClosed(stream) {
  try {
    stream();
  } catch {
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  toNodeListener
});
