/** How long the core is, in bytes. */
export declare const size: number;
/** How long each of the streams is that the core is split into. */
export declare const lengths: readonly number[];
/** The streams as base64 of a raw deflate stream. */
export declare const deflated: string;
