/** Keeps keys out of everything that can be printed: provider texts are cleaned, tainted foreign errors are replaced. */
/** Removes what looks like a key, for texts of unknown origin. */
export declare function redactKeys(text: string): string;
/** The secrets of one call. */
export declare class Secrets {
    #private;
    /** Remembers a secret. Values of fewer than 4 characters are placeholders, and would be found in every word. */
    add(value: string): void;
    /** Remembers the value of a header or query parameter if its name says that it is a secret. */
    addNamed(name: string, value: string): void;
    /** Remembers the value of a header of the host's own, whatever its name. A short one, such as `true`, tells nothing. */
    addHeader(name: string, value: string): void;
    /** `text` without the secrets of this call and without what looks like a key. */
    redact(text: string): string;
    /** `error` itself if printing it shows no secret, otherwise a copy of its kind and cleaned message. */
    safeCause(error: unknown): unknown;
}
