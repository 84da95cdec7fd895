var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
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
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  lockFile: () => lockFile
});
module.exports = __toCommonJS(stdin_exports);
var import_node_crypto = require("node:crypto");
var import_promises = require("node:fs/promises");
var import_node_os = require("node:os");
var import_node_path = require("node:path");
var import_node_process = __toESM(require("node:process"));
var import_errors = require("../errors.js");
var import_waiting = require("../waiting.js");
const RENEW_MS = 250;
const DEAD_MS = 1e3;
const ABANDONED_MS = 1e4;
const MAX_PAUSE_MS = 40;
async function lockFile(path, timeoutMs, signal) {
  const name = `${encodeURIComponent((0, import_node_os.hostname)())}~${import_node_process.default.pid}~${(0, import_node_crypto.randomUUID)()}`;
  const mine = (0, import_node_path.join)(path, name);
  const seen = /* @__PURE__ */ new Map();
  const end = performance.now() + timeoutMs;
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted();
    if (await enter(path, mine, name))
      return held(path, mine);
    const owners = await ownersOf(path);
    let broken = owners.length === 0;
    for (const owner of owners) {
      if (await isStale(path, owner, seen))
        broken = await ignore((0, import_promises.unlink)((0, import_node_path.join)(path, owner))) || broken;
    }
    if (broken)
      await ignore((0, import_promises.rmdir)(path));
    if (performance.now() > end)
      throw lockedError(path, owners, timeoutMs);
    await (0, import_waiting.pause)(broken && tries < 3 ? 0 : Math.random() * Math.min(MAX_PAUSE_MS, 2 ** Math.min(tries, 6)), signal);
  }
}
async function enter(path, mine, name) {
  try {
    await (0, import_promises.mkdir)(path);
    await (await (0, import_promises.open)(mine, "wx")).close();
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST" || code === "ENOENT" || import_node_process.default.platform === "win32" && (code === "EPERM" || code === "EACCES"))
      return false;
    throw error;
  }
  const owners = await ownersOf(path);
  if (owners.length === 1 && owners[0] === name)
    return true;
  await ignore((0, import_promises.unlink)(mine));
  return false;
}
function held(path, mine) {
  const renewal = setInterval(() => {
    const now = /* @__PURE__ */ new Date();
    void ignore((0, import_promises.utimes)(mine, now, now));
  }, RENEW_MS);
  renewal.unref();
  return {
    isHeld: () => ignore((0, import_promises.stat)(mine)),
    async release() {
      clearInterval(renewal);
      await ignore((0, import_promises.unlink)(mine));
      await ignore((0, import_promises.rmdir)(path));
    }
  };
}
async function isStale(path, owner, seen) {
  let changed;
  try {
    changed = (await (0, import_promises.stat)((0, import_node_path.join)(path, owner))).mtimeMs;
  } catch {
    return false;
  }
  const now = performance.now();
  const before = seen.get(owner);
  if (before?.changed !== changed) {
    seen.set(owner, { changed, since: now });
    return false;
  }
  return now - before.since > (isGone(owner) ? DEAD_MS : ABANDONED_MS);
}
function isGone(owner) {
  const [host, pid] = owner.split("~");
  if (host !== encodeURIComponent((0, import_node_os.hostname)()))
    return false;
  try {
    import_node_process.default.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
async function ownersOf(path) {
  try {
    return await (0, import_promises.readdir)(path);
  } catch (error) {
    const { code } = error;
    if (code === "ENOENT")
      return [];
    throw error;
  }
}
function lockedError(path, owners, timeoutMs) {
  const [host, pid] = (owners[0] ?? "").split("~");
  const by = pid ? ` by process ${pid} on ${decodeURIComponent(host ?? "")}` : "";
  const message = `The session is locked${by} for more than ${timeoutMs} ms. Try again; if that process hangs, end it.`;
  return new import_errors.EpitomeError("store-locked", message, { retryable: true, details: { path, timeoutMs } });
}
async function ignore(work) {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  lockFile
});
