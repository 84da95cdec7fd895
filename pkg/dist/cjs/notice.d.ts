/** What a notice says of the copy of the output whose place it takes. */
/** A planned edit, as far as its notice matters. */
interface Noticed {
    notice: string;
    tokensSaved: number;
    /** What the notice saves, in quarters of a token. */
    room: number;
}
/** Whether a reference has the form that notices name, and is not too long. */
export declare const isReference: (reference: unknown, longest: number) => reference is string;
/** The edit with a notice that says where the full output is; as it was, where its notice is of another kind. */
export declare function withReference<T extends Noticed>(edit: T, reference: string): T;
export {};
