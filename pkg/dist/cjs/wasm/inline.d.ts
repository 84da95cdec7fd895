/** How long the core is, in bytes. */
export declare const size: number;
/** The core as base64 of what `unpack` reads. */
export declare const packed: string;
