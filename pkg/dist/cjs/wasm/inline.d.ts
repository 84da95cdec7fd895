/** How long the core is, in bytes. */
export declare const size: number;
/** What unpacks it, a module of wasm in hexadecimal digits. */
export declare const unpacker: string;
/** The core as base64 of what that reads. */
export declare const packed: string;
