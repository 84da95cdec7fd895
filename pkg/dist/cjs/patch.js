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
  applyPatch: () => applyPatch
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("./errors.js");
function applyPatch(document, operations) {
  const patch = new Patch(document);
  for (const operation of operations)
    patch.apply(operation);
  return patch.document;
}
class Patch {
  document;
  /** The containers that this patch has made: they are written to without another copy. */
  #own = /* @__PURE__ */ new Set();
  constructor(document) {
    this.document = document;
  }
  apply(operation) {
    switch (operation.op) {
      case "add":
        return this.#add(operation.path, operation.value);
      case "replace":
        return this.#replace(operation.path, operation.value);
      case "remove":
        this.#take(operation.path);
        return;
      case "move":
        return this.#add(operation.path, this.#take(operation.from));
      default:
        throw nowhere(operation.path);
    }
  }
  #add(path, value) {
    if (path === "") {
      this.document = value;
      return;
    }
    const [container, key] = this.#parent(path);
    if (Array.isArray(container)) {
      const at = key === "-" ? container.length : indexOf(key);
      if (at === void 0 || at > container.length)
        throw nowhere(path);
      container.splice(at, 0, value);
    } else {
      define(container, key, value);
    }
  }
  #replace(path, value) {
    if (path === "") {
      this.document = value;
      return;
    }
    const [container, key] = this.#parent(path);
    if (!has(container, key))
      throw nowhere(path);
    define(container, key, value);
  }
  #take(path) {
    const [container, key] = this.#parent(path);
    if (!has(container, key))
      throw nowhere(path);
    if (Array.isArray(container))
      return container.splice(Number(key), 1)[0];
    const value = container[key];
    delete container[key];
    return value;
  }
  /** The container that a path ends in, as this patch's own copy, and the last step. */
  #parent(path) {
    const steps = path.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = steps.pop();
    if (steps.shift() !== "")
      throw nowhere(path);
    let at = this.#copy(this.document, path);
    this.document = at;
    for (const step of steps) {
      if (!has(at, step))
        throw nowhere(path);
      const child = at[step];
      const copy = this.#copy(child, path);
      if (copy !== child)
        define(at, step, copy);
      at = copy;
    }
    return [at, last];
  }
  #copy(value, path) {
    if (this.#own.has(value))
      return value;
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value))
      throw nowhere(path);
    const copy = Array.isArray(value) ? value.slice() : copyOf(value);
    this.#own.add(copy);
    return copy;
  }
}
function copyOf(value) {
  const properties = Object.getOwnPropertyDescriptors(value);
  for (const key of Reflect.ownKeys(properties)) {
    const property = properties[key];
    property.configurable = true;
    if ("value" in property)
      property.writable = true;
  }
  return Object.create(Object.getPrototypeOf(value), properties);
}
function define(container, key, value) {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}
function has(container, key) {
  return Array.isArray(container) ? (indexOf(key) ?? Number.POSITIVE_INFINITY) < container.length : Object.hasOwn(container, key);
}
function indexOf(step) {
  return /^(0|[1-9]\d*)$/.test(step) ? Number(step) : void 0;
}
function nowhere(path) {
  return new import_errors.EpitomeError("invalid-message", `A message changed while it was edited: there is no ${path} any more.`, { details: { path } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  applyPatch
});
