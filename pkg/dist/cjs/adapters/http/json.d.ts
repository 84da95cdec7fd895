/** Messages as JSON, also what JSON has no words for: bytes become base64, as models' interfaces take them. */
/** The data as JSON text. URLs and dates become their text by themselves. */
export declare function jsonOf(data: object): string;
