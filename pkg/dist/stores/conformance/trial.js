/** What the cases work with: a store whose answers are looked at, handles beside it, and failures that say what to do. */
import { EpitomeError } from "../../errors.js";
/** A rule that was found broken, before it is known which one. */
export class Broken extends Error {
    problem;
    advice;
    constructor(problem, advice, cause) {
        super(problem, cause === undefined ? undefined : { cause });
        this.problem = problem;
        this.advice = advice;
    }
}
/** How often a call is repeated that failed with `retryable: true`, and the pause before each repetition in milliseconds. */
const REPEATS = 40;
const PAUSE_MS = 10;
/** Waits; 0 lets everything else go on once. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** An entry with this id. */
export function entry(id, fields = {}) {
    const message = { role: "user", content: `This is ${id}`, timestamp: 1 };
    return { type: "message", id, parentId: null, timestamp: "2026-01-02T03:04:05.678Z", message, ...fields };
}
/** Entries with these ids. */
export const entries = (...ids) => ids.map((id) => entry(id));
/** `count` entries named `<name>-0`, `<name>-1` and so on. */
export const numbered = (name, count, from = 0) => Array.from({ length: count }, (_, index) => entry(`${name}-${from + index}`));
/** A value as it is shown in a failure. */
export function show(value, length = 240) {
    const text = value instanceof Error ? `${value.name}: ${value.message}` : (JSON.stringify(value) ?? String(value));
    return text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text;
}
/** Throws unless `condition` holds. `problem` says what was found instead of what had to be. */
export function verify(condition, problem, advice) {
    if (!condition)
        throw new Broken(problem, advice);
}
/** Throws unless both are the same JSON text: keys, and their order, included. */
export function same(found, wanted, what, advice) {
    const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (left === right)
        return;
    let at = 0;
    while (left !== undefined && right !== undefined && left[at] === right[at])
        at++;
    const part = (text) => text === undefined || text.length <= 400 ? text : `…${text.slice(Math.max(0, at - 40), at + 160)}…`;
    throw new Broken(`${what}: expected ${part(right)}, found ${part(left)}.`, advice);
}
/** One case's view of the subject. */
export class Trial {
    handle;
    /** The calls that have not been answered yet, for the message of a case that takes too long. */
    pending = new Set();
    #subject;
    constructor(subject) {
        this.#subject = subject;
        this.handle = new Handle(subject.store, "the store", this.pending);
    }
    /** Why this subject cannot be tried on this case, or undefined. */
    lacks(needs = []) {
        const { store, reopen } = this.#subject;
        for (const need of needs) {
            if (need === "reopen" && !reopen)
                return "`open` gave no `reopen`, so there is no second view of the same storage to try";
            if (need !== "reopen" && typeof store[need] !== "function")
                return `the store has no \`${need}\`, which is optional`;
        }
        return undefined;
    }
    /** The same storage opened once more. */
    async reopened() {
        if (!this.#subject.reopen)
            return this.handle;
        return new Handle(await this.#subject.reopen(), "the store opened a second time", this.pending);
    }
}
/** A store whose answers are checked for their shape, and whose failures name the call. */
export class Handle {
    store;
    label;
    pending;
    constructor(store, label, pending) {
        this.store = store;
        this.label = label;
        this.pending = pending;
        if (typeof store?.append !== "function" || typeof store.read !== "function") {
            throw new Broken(`${label} has no methods append and read.`, "Give the store itself, or { store, reopen?, close? }.");
        }
    }
    async append(sessionId, expectedHead, batch, options) {
        const call = `append(${show(sessionId, 60)}, ${expectedHead}, ${batch.length} entries)`;
        const result = await this.#answered(call, () => this.store.append(sessionId, expectedHead, batch, options));
        const good = typeof result?.ok === "boolean" && isPosition(result.head);
        verify(good, `${call} answered ${show(result)}, which is neither { ok: true, head } nor { ok: false, head }.`, "Answer with both fields.");
        return { ok: result.ok, head: result.head };
    }
    /** An append that must succeed. */
    async mustAppend(sessionId, expectedHead, batch) {
        const { ok, head } = await this.append(sessionId, expectedHead, batch);
        const wanted = expectedHead + batch.length;
        if (ok && head === wanted)
            return head;
        const problem = `append at ${expectedHead}, where ${this.label} ends, of ${batch.length} entries answered ${show({ ok, head })}`;
        throw new Broken(`${problem} instead of { ok: true, head: ${wanted} }.`, "Where expectedHead is the true head, store the entries and answer where they end.");
    }
    async read(sessionId, after, options) {
        const call = `read(${show(sessionId, 60)}, ${after}${options?.limit === undefined ? "" : `, { limit: ${options.limit} }`})`;
        const result = await this.#answered(call, () => this.store.read(sessionId, after, options));
        const good = Array.isArray(result?.entries) && isPosition(result.head);
        verify(good, `${call} answered ${show(result)}, which lacks the array \`entries\` or the number \`head\`.`, "Answer with both fields, also where there is nothing.");
        const whole = !result.damaged?.length;
        verify(whole, `${call} reports damaged lines in a log that nobody has damaged: ${show(result.damaged)}.`);
        return result;
    }
    /** The ids from `after` on. */
    async ids(sessionId = "s", after = 0) {
        return (await this.read(sessionId, after)).entries.map(({ id }) => id);
    }
    /** Checks that the session consists of exactly these entries. */
    async holds(sessionId, wanted, advice) {
        const { entries: found, head } = await this.read(sessionId, 0);
        const ids = (list) => list.map((item) => item?.id);
        same(ids(found), ids(wanted), `the ids that ${this.label} reads in session ${show(sessionId, 60)}`, advice);
        same(found, wanted, `the entries that ${this.label} reads in session ${show(sessionId, 60)}`, advice);
        verify(head === wanted.length, `read gives the head ${head}, but the session has ${wanted.length} entries.`, advice);
    }
    async list(options) {
        const result = await this.#answered("list()", () => this.store.list?.(options));
        const good = Array.isArray(result) && result.every((info) => typeof info?.id === "string");
        verify(good, `list() answered ${show(result)}, which is no array of { id }.`);
        return result;
    }
    async delete(sessionId, options) {
        await this.#answered(`delete(${show(sessionId, 60)})`, () => this.store.delete?.(sessionId, options));
    }
    /** The artifacts of a session, with the answers checked. */
    artifacts(sessionId) {
        const store = this.store.artifacts?.(sessionId);
        const good = typeof store?.put === "function" && typeof store.get === "function";
        verify(good, `artifacts(${show(sessionId, 60)}) gave ${show(store)}, which lacks put or get.`, "Give the two methods at once, not by promise.");
        return new Artifacts(store, (call, work) => this.#answered(call, work));
    }
    /** Awaits one answer. What may be repeated by its own word is repeated, as a session does. */
    async #answered(call, work) {
        const waiting = `${call} of ${this.label}`;
        for (let repeat = 0;; repeat++) {
            this.pending.add(waiting);
            try {
                return await work();
            }
            catch (error) {
                if (isRetryable(error) && repeat < REPEATS) {
                    await pause(PAUSE_MS);
                    continue;
                }
                throw new Broken(`${waiting} failed: ${show(error)}.`, undefined, error);
            }
            finally {
                this.pending.delete(waiting);
            }
        }
    }
}
/** The artifacts of one session. */
export class Artifacts {
    store;
    answered;
    constructor(store, answered) {
        this.store = store;
        this.answered = answered;
    }
    async put(id, data) {
        await this.answered(`put(${show(id, 60)}, ${data.length} characters)`, () => this.store.put(id, data));
    }
    async get(id) {
        const call = `get(${show(id, 60)})`;
        const found = await this.answered(call, () => this.store.get(id));
        verify(found === null || typeof found === "string", `${call} answered ${show(found)}, which is neither a string nor null.`);
        return found;
    }
    /** Checks what is stored under an id. */
    async holds(id, wanted, what, advice) {
        const found = await this.get(id);
        if (found === wanted)
            return;
        if (found === null || wanted === null)
            throw new Broken(`${what}: get gives ${show(found)} instead of ${show(wanted)}.`, advice);
        let at = 0;
        while (found[at] === wanted[at])
            at++;
        const units = (text) => show(text.slice(Math.max(0, at - 8), at + 16));
        const lengths = `${found.length} and ${wanted.length} UTF-16 units`;
        throw new Broken(`${what}: the data differ at unit ${at} (${lengths}): found ${units(found)}, expected ${units(wanted)}.`, advice);
    }
}
/** The error of a call that must fail. */
export async function failureOf(call, work, advice) {
    for (let repeat = 0;; repeat++) {
        let answer;
        try {
            answer = await work();
        }
        catch (error) {
            if (!isRetryable(error) || repeat >= REPEATS)
                return error;
            await pause(PAUSE_MS);
            continue;
        }
        throw new Broken(`${call} answered ${show(answer)} instead of throwing.`, advice);
    }
}
/** Checks the code of an error, whichever copy of the package made it. */
export function hasCode(error, code, call) {
    const found = error?.code;
    if (EpitomeError.isInstance(error) && found === code)
        return;
    const advice = `Throw \`new EpitomeError("${code}", message)\`; EpitomeError is exported by "epitome".`;
    throw new Broken(`${call} threw ${show(error)}${found === undefined ? "" : ` with the code ${show(found)}`} instead of an EpitomeError with the code "${code}".`, advice, error);
}
function isRetryable(error) {
    return error?.retryable === true;
}
const isPosition = (value) => Number.isSafeInteger(value) && value >= 0;
