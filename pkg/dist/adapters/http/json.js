/** Messages as JSON, also what JSON has no words for: bytes become base64, as models' interfaces take them. */
/** The data as JSON text. URLs and dates become their text by themselves. */
export function jsonOf(data) {
    return JSON.stringify(data, function (key, value) {
        // As it is, before a `toJSON` of its own: a Buffer would write its bytes as numbers.
        const own = this[key];
        if (ArrayBuffer.isView(own))
            return base64(new Uint8Array(own.buffer, own.byteOffset, own.byteLength));
        if (own instanceof ArrayBuffer)
            return base64(new Uint8Array(own));
        if (typeof own === "bigint")
            return String(own);
        if (own instanceof Map)
            return Object.fromEntries(own);
        return own instanceof Set ? [...own] : value;
    });
}
/** How many bytes become arguments of one call. */
const PIECE = 0x2000;
function base64(bytes) {
    let binary = "";
    for (let at = 0; at < bytes.length; at += PIECE)
        binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
    return btoa(binary);
}
