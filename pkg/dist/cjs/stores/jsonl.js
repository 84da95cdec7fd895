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
  jsonl: () => jsonl
});
module.exports = __toCommonJS(stdin_exports);
var import_promises = require("node:fs/promises");
var import_node_path = require("node:path");
var import_errors = require("../errors.js");
var import_entries = require("./entries.js");
var import_file_artifacts = require("./file-artifacts.js");
var import_file_index_builder = require("./file-index-builder.js");
var import_file_lock = require("./file-lock.js");
var import_file_name = require("./file-name.js");
var import_log_file = require("./log-file.js");
var import_log_read = require("./log-read.js");
var import_session_file = require("./session-file.js");
const MAX_FILES = 64;
const MAX_TRIES = 10;
function jsonl(options) {
  const { dir, fileFor, fsync = "always", lockTimeoutMs = 15e3, cwd, format } = options;
  if (dir === void 0 === (fileFor === void 0))
    throw new import_errors.EpitomeError("invalid-option", "Give jsonl either dir or fileFor.");
  if (fsync !== "always" && fsync !== "never")
    throw new import_errors.EpitomeError("invalid-option", 'fsync must be "always" or "never".');
  if (!(lockTimeoutMs > 0))
    throw new import_errors.EpitomeError("invalid-option", "lockTimeoutMs must be a positive number of milliseconds.");
  const sync = fsync === "always";
  const files = /* @__PURE__ */ new Map();
  const pathOf = (sessionId) => {
    (0, import_entries.checkSessionId)(sessionId);
    const given = fileFor ? fileFor(sessionId) : (0, import_node_path.join)(dir, (0, import_file_name.fileNameOf)(sessionId));
    if (typeof given !== "string" || given === "")
      throw new import_errors.EpitomeError("invalid-option", "fileFor must return the path of a file.");
    return (0, import_node_path.resolve)(given);
  };
  const withFile = (sessionId, signal, work) => {
    const path = pathOf(sessionId);
    return enqueue(path, async () => {
      signal?.throwIfAborted();
      const file = files.get(path) ?? new import_log_file.LogFile(path);
      files.delete(path);
      files.set(path, file);
      for (const oldest of files.keys())
        if (files.size > MAX_FILES)
          files.delete(oldest);
      try {
        for (let tries = 1; ; tries++) {
          try {
            return await work(file);
          } catch (error) {
            if (!(error instanceof import_log_read.Changed) || tries === MAX_TRIES)
              throw error;
            await file.distrust();
          }
        }
      } catch (error) {
        throw wrapped(path, error, signal);
      }
    });
  };
  const refresh = async (file, sessionId, build = true) => {
    const state = await file.refresh(build);
    const id = file.headerId;
    if (dir !== void 0 && id !== void 0 && id !== sessionId && id.toLowerCase() === sessionId.toLowerCase()) {
      const message = `The sessions ${JSON.stringify(id)} and ${JSON.stringify(sessionId)} share a file, because this file system does not tell capitals apart. Use another id.`;
      throw new import_errors.EpitomeError("store-failed", message, { details: { path: file.path } });
    }
    return state;
  };
  const locked = async (file, signal, work) => {
    const lock = await (0, import_file_lock.lockFile)(`${file.path}.lock`, lockTimeoutMs, signal);
    try {
      return await work(lock);
    } finally {
      await lock.release();
    }
  };
  const store = {
    async append(sessionId, expectedHead, entries, { signal, format: opened, parentSession } = {}) {
      (0, import_entries.checkPosition)("expectedHead", expectedHead);
      const lines = (0, import_entries.encodeEntries)(entries);
      const ids = entries.map(({ id }) => id);
      return withFile(sessionId, signal, async (file) => {
        await (0, import_promises.mkdir)((0, import_node_path.dirname)(file.path), { recursive: true });
        return locked(file, signal, async (lock) => {
          for (let tries = 0; tries < MAX_TRIES; tries++) {
            await refresh(file, sessionId);
            const decided = (0, import_entries.decideAppend)(await file.stored(expectedHead, ids), expectedHead, entries);
            if (decided)
              return decided;
            if (file.isOld)
              await file.upgrade(sync);
            signal?.throwIfAborted();
            if (!await lock.isHeld())
              throw lostLock(file.path);
            if (await file.append(ids, lines, newHeader(sessionId, entries, opened, parentSession), sync))
              return { ok: true, head: expectedHead + ids.length };
          }
          const message = "Another program keeps writing to the session file without its lock. Nothing was stored; try again.";
          throw new import_errors.EpitomeError("store-locked", message, { retryable: true, details: { path: file.path } });
        });
      });
    },
    async read(sessionId, after, { limit, signal } = {}) {
      (0, import_entries.checkPosition)("after", after);
      if (limit !== void 0)
        (0, import_entries.checkPosition)("limit", limit, 1);
      return withFile(sessionId, signal, async (file) => {
        let state = await refresh(file, sessionId, false);
        if (state === "stale" || state === "changed" && file.isTorn)
          state = await waitForWriter(file, sessionId, signal);
        if (state === "stale")
          await refresh(file, sessionId);
        const { entries, damaged } = await file.read(after, limit);
        return { entries, head: file.head, ...damaged.length > 0 ? { damaged } : {} };
      });
    },
    async delete(sessionId, { signal } = {}) {
      return withFile(sessionId, signal, async (file) => {
        const artifacts = (0, import_file_artifacts.artifactsOf)(file.path);
        const found = await Promise.all([file.path, artifacts].map((path) => (0, import_promises.stat)(path).catch(() => void 0)));
        if (found.every((one) => one === void 0))
          return;
        await locked(file, signal, async () => {
          await (0, import_promises.rm)(artifacts, { recursive: true, force: true, maxRetries: 3 });
          await (0, import_promises.rm)(file.indexPath, { force: true });
          await (0, import_file_index_builder.removeLeft)(file.indexPath, 0);
          await (0, import_promises.rm)(file.path, { force: true });
        });
        files.delete(file.path);
      });
    },
    artifacts(sessionId) {
      const path = pathOf(sessionId);
      const artifacts = (0, import_file_artifacts.artifactsOf)(path);
      return {
        async put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          (0, import_entries.checkArtifactData)(data);
          await (0, import_file_artifacts.putArtifact)(artifacts, id, data, sync, signal).catch((error) => Promise.reject(wrapped(path, error, signal)));
        },
        async get(id, { signal } = {}) {
          signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          return (0, import_file_artifacts.getArtifact)(artifacts, id, signal).catch((error) => Promise.reject(wrapped(path, error, signal)));
        }
      };
    }
  };
  const newHeader = (sessionId, entries, opened, parentSession) => ({
    type: "session",
    version: import_session_file.SESSION_VERSION,
    id: sessionId,
    timestamp: typeof entries[0]?.timestamp === "string" ? entries[0].timestamp : (/* @__PURE__ */ new Date()).toISOString(),
    ...cwd === void 0 ? {} : { cwd },
    ...noted(format ?? opened),
    ...parentSession === void 0 ? {} : { parentSession }
  });
  const waitForWriter = async (file, sessionId, signal) => {
    try {
      return await locked(file, signal, () => refresh(file, sessionId, false));
    } catch (error) {
      if (signal?.aborted || import_errors.EpitomeError.isInstance(error) && error.code !== "store-locked")
        throw error;
      return "stale";
    }
  };
  if (dir === void 0)
    return store;
  store.list = async ({ signal } = {}) => {
    const sessions = [];
    for (const name of await (0, import_promises.readdir)(dir).catch(ifMissing)) {
      signal?.throwIfAborted();
      const path = (0, import_node_path.join)(dir, name);
      const named = (0, import_file_name.sessionIdOf)(name);
      if (named === void 0)
        continue;
      const found = await (0, import_promises.stat)(path).catch(() => void 0);
      if (!found?.isFile())
        continue;
      const header = await headerOf(path);
      const id = named ?? (header && (0, import_file_name.fileNameOf)(header.id) === name ? header.id : void 0);
      const parent = typeof header?.parentSession === "string" ? { parentSession: header.parentSession } : {};
      if (id !== void 0)
        sessions.push({ id, modified: found.mtime.toISOString(), ...parent });
    }
    return sessions;
  };
  return store;
}
const queues = /* @__PURE__ */ new Map();
function enqueue(path, work) {
  const result = (queues.get(path) ?? Promise.resolve()).then(work, work);
  const settled = result.then(() => {
  }, () => {
  });
  queues.set(path, settled);
  void settled.then(() => {
    if (queues.get(path) === settled)
      queues.delete(path);
  });
  return result;
}
function noted(format) {
  return format === void 0 || format === "pi" ? {} : { format };
}
async function headerOf(path) {
  try {
    const file = await (0, import_promises.open)(path, "r");
    try {
      const { bytesRead, buffer } = await file.read({ length: 16384, position: 0 });
      return (0, import_session_file.parseHeader)(buffer.toString("utf8", 0, bytesRead).split("\n")[0], 1).header;
    } finally {
      await file.close();
    }
  } catch {
    return void 0;
  }
}
function ifMissing(error) {
  if (error.code === "ENOENT")
    return [];
  throw error;
}
function wrapped(path, error, signal) {
  if (import_errors.EpitomeError.isInstance(error))
    return error;
  return signal?.aborted ? signal.reason : storeFailed(path, error);
}
function storeFailed(path, error) {
  const { code } = error;
  const message = `The session file ${path} could not be used${code ? ` (${code})` : ""}. Check its directory, its permissions and the free space.`;
  const retryable = ["EAGAIN", "EBUSY", "EMFILE", "ENFILE", "EINTR", "ENOSPC", "EDQUOT", "EFBIG"].includes(code ?? "");
  return new import_errors.EpitomeError("store-failed", message, { retryable, details: { path, ...code ? { errno: code } : {} }, cause: error });
}
function lostLock(path) {
  const message = "This process was suspended for so long that another one took the session's lock. Nothing was stored; try again.";
  return new import_errors.EpitomeError("store-locked", message, { retryable: true, details: { path } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  jsonl
});
