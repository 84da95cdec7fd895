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
  answer: () => answer,
  commit: () => commit,
  transact: () => transact
});
module.exports = __toCommonJS(stdin_exports);
function transact(db, stores, mode, durability, signal, work) {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(stores, mode, { durability });
    let cause;
    const undo = (error) => {
      cause ??= error;
      try {
        transaction.abort();
      } catch {
      }
    };
    const stop = () => undo(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    const working = work(transaction);
    working.catch(undo);
    if (mode === "readonly")
      working.then(resolve, () => {
      });
    transaction.oncomplete = () => {
      signal?.removeEventListener("abort", stop);
      resolve(working);
    };
    transaction.onabort = () => {
      signal?.removeEventListener("abort", stop);
      reject(transaction.error ?? cause ?? new DOMException("The browser has aborted the transaction.", "AbortError"));
    };
  });
}
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
function commit(transaction) {
  transaction.commit?.();
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  answer,
  commit,
  transact
});
