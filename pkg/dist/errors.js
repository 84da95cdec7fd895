/** The one error class of the package. Expected ends are outcomes, not exceptions; what is thrown is always one of these. */
/** The mark by which copies of this package in one process (ESM beside CJS, two versions) know each other's errors. */
const brand = Symbol.for("epitome.error");
/** An error of this package. */
export class EpitomeError extends Error {
    static {
        // On the prototype, so that neither is a property that every printed error repeats.
        Object.defineProperties(EpitomeError.prototype, {
            name: { value: "EpitomeError", configurable: true, writable: true },
            [brand]: { value: true },
        });
    }
    /** What went wrong, for programs. */
    code;
    /** Whether the same call may succeed later, with nothing changed. */
    retryable;
    /** Facts about the failure as plain data, for example `{ path: "entries[17].message.content[2]" }`. */
    details;
    constructor(code, message, options = {}) {
        super(message, options.cause === undefined ? undefined : { cause: options.cause });
        this.code = code;
        this.retryable = options.retryable ?? false;
        this.details = Object.freeze({ ...options.details });
    }
    /** Whether `value` is an `EpitomeError` of any copy of this package in this process, also where `instanceof` says no. */
    static isInstance(value) {
        return typeof value === "object" && value !== null && brand in value;
    }
    /** The error as plain data. Of its cause only the kind is shown: a foreign error's text may hold what must not be logged. */
    toJSON() {
        const { name, code, message, retryable, details } = this;
        const shown = { name, code, message, retryable, details };
        return this.cause === undefined ? shown : { ...shown, cause: kindOf(this.cause) };
    }
}
function kindOf(cause) {
    if (typeof cause !== "object" || cause === null)
        return { name: typeof cause };
    const { name, code } = cause;
    const kind = { name: typeof name === "string" ? name.slice(0, 80) : "object" };
    if (typeof code === "number")
        return { ...kind, code };
    return typeof code === "string" ? { ...kind, code: code.slice(0, 80) } : kind;
}
