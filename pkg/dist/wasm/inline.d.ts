/** How long the core is once inflated, in bytes. */
export declare const size: number;
/** The core as base64 of a raw deflate stream. */
export declare const deflated: string;
