/** Finds where JSON is broken: not every engine says so in its error, and those that do quote the text. */
/** A number or a word, from the scanner's place on. */
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const BLANK = /[ \t\n\r]*/y;
/** The place of the first thing in `text` that JSON does not allow there; undefined where it merely ends too soon. */
export function brokenPlace(text) {
    const offset = brokenOffset(text);
    if (offset >= text.trimEnd().length)
        return undefined;
    const before = text.slice(0, offset).split("\n");
    return { line: before.length, column: before.at(-1).length + 1 };
}
function brokenOffset(text) {
    const open = [];
    let wanted = "value";
    let at = 0;
    for (;;) {
        at = after(BLANK, text, at);
        const sign = text[at];
        if (wanted === ", or end" && open.length === 0)
            return at;
        if (wanted === ", or end" && sign === ",") {
            wanted = open.at(-1) === "{" ? "key" : "value";
            at++;
        }
        else if ((sign === "}" && closes("{", "key or }")) || (sign === "]" && closes("[", "value or ]"))) {
            open.pop();
            wanted = ", or end";
            at++;
        }
        else if (wanted === ":") {
            if (sign !== ":")
                return at;
            wanted = "value";
            at++;
        }
        else if (wanted === "key" || wanted === "key or }") {
            const end = sign === '"' ? afterString(text, at) : undefined;
            if (end === undefined)
                return at;
            wanted = ":";
            at = end;
        }
        else if (wanted === ", or end") {
            return at;
        }
        else if (sign === "{" || sign === "[") {
            open.push(sign);
            wanted = sign === "{" ? "key or }" : "value or ]";
            at++;
        }
        else {
            const end = sign === '"' ? afterString(text, at) : after(SCALAR, text, at);
            if (end === undefined)
                return at;
            wanted = ", or end";
            at = end;
        }
    }
    function closes(bracket, empty) {
        return open.at(-1) === bracket && (wanted === ", or end" || wanted === empty);
    }
}
function after(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
}
/** Where a string ends that begins at `at`, at the latest with the text; undefined where it holds what a string may not. */
function afterString(text, at) {
    for (let place = at + 1; place < text.length;) {
        const unit = text.charCodeAt(place);
        if (unit === 0x22)
            return place + 1;
        if (unit < 0x20)
            return undefined;
        const next = unit === 0x5c ? after(ESCAPE, text, place) : place + 1;
        if (next === undefined)
            return undefined;
        place = next;
    }
    return text.length;
}
