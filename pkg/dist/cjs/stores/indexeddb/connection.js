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
  Connection: () => Connection
});
module.exports = __toCommonJS(stdin_exports);
var import_waiting = require("../../waiting.js");
var import_failure = require("./failure.js");
var import_schema = require("./schema.js");
var import_transaction = require("./transaction.js");
const OPEN_MS = 2e4;
class Connection {
  #name;
  #durability;
  #factory;
  #opening;
  constructor(name, durability, factory) {
    this.#name = name;
    this.#durability = durability;
    this.#factory = factory;
  }
  read(stores, signal, work) {
    return this.#run(stores, "readonly", signal, work);
  }
  write(stores, signal, work) {
    return this.#run(stores, "readwrite", signal, work);
  }
  /** Closes the connection; transactions that are under way end first. */
  close() {
    this.#opening?.then(close, () => {
    });
    this.#opening = void 0;
  }
  /**
   * Runs `work` in a transaction, and once more on a new connection if the first was lost. It may then run a second time
   * although the browser has stored what it wrote, so it must be such that this is no harm.
   */
  async #run(stores, mode, signal, work) {
    for (let again = false; ; again = true) {
      this.#opening ??= this.#open();
      const opening = this.#opening;
      try {
        const db = await (0, import_waiting.orAborted)(() => opening, signal);
        return await (0, import_transaction.transact)(db, stores, mode, this.#durability, signal, work);
      } catch (error) {
        if (signal?.aborted && error === signal.reason)
          throw error;
        if (again || !(0, import_failure.isLost)(error))
          throw (0, import_failure.failure)(error, this.#name);
        this.#forget(opening);
      }
    }
  }
  /** Gives up a connection, unless there is a newer one already. */
  #forget(opening) {
    if (this.#opening === opening)
      this.close();
  }
  #open() {
    const opening = new Promise((resolve, reject) => {
      const request = factoryOf(this.#factory).open(this.#name, import_schema.VERSION);
      let isBlocked = false;
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject((0, import_failure.blockedError)(this.#name, OPEN_MS, isBlocked));
      }, OPEN_MS);
      request.onupgradeneeded = () => (0, import_schema.createStores)(request.result);
      request.onblocked = () => {
        isBlocked = true;
      };
      request.onerror = () => {
        clearTimeout(timer);
        reject(request.error);
      };
      request.onsuccess = () => {
        clearTimeout(timer);
        const db = request.result;
        if (isLate)
          return db.close();
        db.onversionchange = () => {
          db.close();
          this.#forget(opening);
        };
        db.onclose = () => this.#forget(opening);
        if ((0, import_schema.hasStores)(db))
          return resolve(db);
        db.close();
        reject((0, import_failure.foreignError)(this.#name));
      };
    });
    opening.catch(() => this.#forget(opening));
    return opening;
  }
}
function factoryOf(given) {
  let found = given;
  try {
    found ??= globalThis.indexedDB;
  } catch (error) {
    throw (0, import_failure.missingError)(error);
  }
  if (!found)
    throw (0, import_failure.missingError)();
  return found;
}
function close(db) {
  db.close();
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Connection
});
