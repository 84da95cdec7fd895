/**
 * Applies the core's edits (JSON Patch, RFC 6902) to a host's objects, copy-on-write: what no edit names stays the same
 * object. Only containers on the way to an edit are copied, so signatures, `URL`s, dates and bytes are never touched.
 */
import { EpitomeError } from "./errors.js";
/**
 * The document as the edits leave it; the given one is never changed. Without edits, it is the same object.
 *
 * A copy has its original's prototype and own properties. What a class keeps in `#private` fields cannot be copied: no format
 * has such objects between a message and its parts.
 */
export function applyPatch(document, operations) {
    const patch = new Patch(document);
    for (const operation of operations)
        patch.apply(operation);
    return patch.document;
}
class Patch {
    document;
    /** The containers that this patch has made: they are written to without another copy. */
    #own = new Set();
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
            if (at === undefined || at > container.length)
                throw nowhere(path);
            container.splice(at, 0, value);
        }
        else {
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
/** An object of the same class with the same own properties, which can be written to where the original is frozen. */
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
/** Sets an own property, whatever its name and whatever setters the class has. */
function define(container, key, value) {
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}
function has(container, key) {
    return Array.isArray(container) ? (indexOf(key) ?? Number.POSITIVE_INFINITY) < container.length : Object.hasOwn(container, key);
}
function indexOf(step) {
    return /^(0|[1-9]\d*)$/.test(step) ? Number(step) : undefined;
}
/** The core makes paths of what it has seen: one that leads nowhere means that the host's object has changed since. */
function nowhere(path) {
    return new EpitomeError("invalid-message", `A message changed while it was edited: there is no ${path} any more.`, { details: { path } });
}
