/** The one error class of the package. Expected ends are outcomes, not exceptions; what is thrown is always one of these. */
/**
 * What went wrong, for programs. The list is open: later versions add codes, so give a `switch` over it a default.
 *
 * - `not-initialized`: the core was used before it was loaded.
 * - `invalid-option`: an option of this package has a value that it cannot have.
 * - `cannot-fit`: even the least that can be sent is too much; `details` says what takes how many tokens.
 * - `invalid-settings`: a setting is unknown, or has a value that it cannot have; `details.path` says which.
 * - `unknown-format`: there is no such wire format.
 * - `invalid-message`: a message is not of the session's format; `details.path` says where.
 * - `unknown-entry`: the session holds no entry with this id.
 * - `not-loaded`: the entry is in the store, but was not read into this session; `await session.load()` reads it.
 * - `session-closed`: the session was closed; open it again.
 * - `summarizer-failed`: the host's own summarizer threw, rejected, or answered with an error.
 * - `summarizer-aborted`: the summarizer stopped although nobody asked it to.
 * - `summarizer-timeout`: no complete answer in time.
 * - `summarizer-invalid-reply`: an answer arrived, but not one that holds a summary.
 * - `summarizer-refused`: the model declined to write the summary.
 * - `summarizer-http`: the provider could not be reached, or reported a failure.
 * - `summarizer-auth`: the key is missing, malformed, or not accepted.
 * - `invalid-entry`: an entry cannot be stored as it is; `details.path` says where.
 * - `duplicate-entry`: an entry with this id is in the session already, at another place.
 * - `not-a-session`: the text or file is not a session log.
 * - `unsupported-session-version`: the session log was written by a newer program.
 * - `store-locked`: another process holds the session for too long.
 * - `contract-broken`: a store did not pass a case of `epitome/stores/conformance`; `details.rule` says what it must do.
 * - `session-not-empty`: a session under this id is there already, and cannot be the one that a handoff begins.
 * - `handoff-not-stored`: the session that a handoff begins could not be stored. Nothing has changed, and the document is not lost:
 *   `handoff(details)`, with its `document` and `id`, needs no summarizer.
 * - `store-failed`: the storage itself failed; `cause` is its error.
 */
export type EpitomeErrorCode = "not-initialized" | "invalid-option" | "cannot-fit" | "invalid-settings" | "unknown-format" | "invalid-message" | "unknown-entry" | "not-loaded" | "session-closed" | "summarizer-failed" | "summarizer-aborted" | "summarizer-timeout" | "summarizer-invalid-reply" | "summarizer-refused" | "summarizer-http" | "summarizer-auth" | "invalid-entry" | "duplicate-entry" | "not-a-session" | "unsupported-session-version" | "store-locked" | "contract-broken" | "session-not-empty" | "handoff-not-stored" | "store-failed" | (string & {});
/** What an `EpitomeError` may carry beside its code and message. */
export interface EpitomeErrorOptions {
    /** Whether the same call may succeed later, with nothing changed. Default: false. */
    retryable?: boolean | undefined;
    /** Facts about the failure as plain data. It may be logged, so it never holds a key, nor any text but a handoff's document. */
    details?: Record<string, unknown> | undefined;
    /** The error behind this one, kept as it is. */
    cause?: unknown;
}
/** An error of this package. */
export declare class EpitomeError extends Error {
    /** What went wrong, for programs. */
    readonly code: EpitomeErrorCode;
    /** Whether the same call may succeed later, with nothing changed. */
    readonly retryable: boolean;
    /** Facts about the failure as plain data, for example `{ path: "entries[17].message.content[2]" }`. */
    readonly details: Readonly<Record<string, unknown>>;
    constructor(code: EpitomeErrorCode, message: string, options?: EpitomeErrorOptions);
    /** Whether `value` is an `EpitomeError` of any copy of this package in this process, also where `instanceof` says no. */
    static isInstance(value: unknown): value is EpitomeError;
    /** The error as plain data. Of its cause only the kind is shown: a foreign error's text may hold what must not be logged. */
    toJSON(): {
        name: string;
        code: EpitomeErrorCode;
        message: string;
        retryable: boolean;
        details: Readonly<Record<string, unknown>>;
        cause?: {
            name: string;
            code?: string | number;
        };
    };
}
